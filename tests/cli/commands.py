"""Commands that write files, and results for programs: `difference`, `format`, `test --update`, the JSON of all
commands against their schemas, tables for narrow pages, names that try to command the terminal.

usage: commands.py VTOSCA
"""

import json
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.dom.minidom

VTOSCA = pathlib.Path(sys.argv[1]).resolve()
TOP = pathlib.Path(__file__).resolve().parents[2]
SCHEMAS = TOP / "cli/schemas"
KINDS = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}


def problems(schema, value, whole, place="$"):
    """What the value has that the schema does not allow: the keywords that our schemas use."""
    unknown = set(schema) - {"$schema", "title", "description", "$defs", "$ref", "type", "required",
                             "properties", "additionalProperties", "items", "enum", "minimum"}
    if unknown:
        yield f"the schema has {unknown}, which this test does not know"
    if "$ref" in schema:
        yield from problems(whole["$defs"][schema["$ref"].rsplit("/", 1)[1]], value, whole, place)
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{place}: {value!r} is none of {schema['enum']}"
    if "type" in schema and not isinstance(value, KINDS[schema["type"]]):
        yield f"{place}: {value!r} is no {schema['type']}"
        return
    if "minimum" in schema and value < schema["minimum"]:
        yield f"{place}: {value} is too small"
    if isinstance(value, list):
        for i, item in enumerate(value):
            yield from problems(schema.get("items", {}), item, whole, f"{place}[{i}]")
    if isinstance(value, dict):
        for name in schema.get("required", []):
            if name not in value:
                yield f"{place} lacks {name}"
        for name, item in value.items():
            known = schema.get("properties", {}).get(name, schema.get("additionalProperties", {}))
            if known is False:
                yield f"{place} has {name}, which is not documented"
            else:
                yield from problems(known, item, whole, f"{place}.{name}")


def no_repeated_keys(pairs):
    names = [name for name, _ in pairs]
    assert len(names) == len(set(names)), f"repeated keys: {names}"
    return dict(pairs)


class Commands(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name) / "demo"
        shutil.copytree(TOP / "editors/demo", self.folder)
        shutil.copytree(TOP / "tests/cli/templates", self.folder / "templates")

    def run_it(self, *words, code=0, **more):
        result = subprocess.run([VTOSCA, *words], cwd=self.folder, text=True, capture_output=True,
                                check=False, timeout=60, **more)
        if code is not None:
            self.assertEqual(result.returncode, code, (words, result.stdout, result.stderr))
        return result

    def json_of(self, command, *words, code=None, schema=None):
        text = self.run_it(command, *words, "--format", "json", code=code).stdout
        value = json.loads(text, object_pairs_hook=no_repeated_keys)
        schema = json.loads((SCHEMAS / f"{schema or command}.json").read_text(encoding="utf-8"))
        self.assertEqual(list(problems(schema, value, schema)), [])
        return value

    def test_json_is_as_documented(self):
        templates = sorted(self.folder.glob("**/*.yaml"))
        self.assertGreater(len(templates), 10)
        for template in templates:
            self.json_of("check", str(template))
            self.json_of("presence", str(template))
            self.json_of("variants", str(template))
        self.json_of("check", ".")
        self.json_of("test", ".", "templates")
        self.json_of("difference", "web-shop.yaml", "-V", "laptop", "-V", "peak", code=1)

    def test_json_about_all_inputs_is_as_documented(self):
        for template in ("web-shop.yaml", "templates/spaces.yaml"):
            elements = self.json_of("variants", template)["elements"]
            self.json_of("variants", template, "--coverage", schema="variants-coverage")
            for kind in ("conditions", "pairs"):
                self.json_of("variants", template, "--cover", kind, schema="variants-cover")
            for element in elements[-2:]:
                self.json_of("explain", template, element["id"])
                self.json_of("explain", template, element["id"], "--what-if",
                             schema="explain-what-if")
        self.json_of("difference", "templates/spaces.yaml", "web-shop.yaml",
                     schema="difference-templates", code=1)

    def test_the_schema_test_finds_mistakes(self):
        schema = json.loads((SCHEMAS / "test.json").read_text(encoding="utf-8"))
        for wrong in ({}, {"passed": 1, "failed": "no", "tests": []},
                      {"passed": -1, "failed": 0, "tests": []},
                      {"passed": 1, "failed": 0, "tests": [{"folder": "a", "outcome": "odd", "failures": []}]},
                      {"passed": 1, "failed": 0, "tests": [], "more": 1}):
            self.assertTrue(list(problems(schema, wrong, schema)), wrong)

    def test_difference(self):
        shown = self.run_it("difference", "web-shop.yaml", "-V", "laptop", "-V", "christmas", code=1)
        self.assertIn("✗ → ✓  node.search\n", shown.stdout)
        self.assertIn("✓ → ✗  node.laptop\n", shown.stdout)
        self.assertNotIn("✓ → ✗  node.database\n", shown.stdout)
        self.assertNotIn("SearchEngine", shown.stdout)  # comes and goes with its node
        same = self.run_it("difference", "web-shop.yaml", "-V", "defaults", "-V", "laptop")
        self.assertIn("no difference", same.stdout)
        inputs = self.json_of("difference", "web-shop.yaml", "-p", "peak", "-i", "traffic=5", code=1)
        self.assertEqual([inputs[side]["variant"] for side in ("from", "to")],
                         ["peak", "peak + traffic=5"])
        self.assertIn({"id": "node.cache", "display": 'Node "cache"', "from": "present",
                       "to": "absent"}, inputs["elements"])
        self.assertIn({"path": "topology_template.node_templates.cluster.properties.nodes",
                       "from": 12, "to": 3}, inputs["values"])
        for words in ([], ["-V", "peak"], ["-V", "peak", "-V", "laptop", "-V", "staging"]):
            self.assertIn("two variants are compared",
                          self.run_it("difference", "web-shop.yaml", *words, code=2).stderr)

    def independent(self, name, number, conditions):
        """A template of so many Boolean inputs, each the condition of a node; `conditions` has other ones, by number."""
        lines = "".join(f"    n{i}: {{type: tosca.nodes.Root, conditions: {conditions.get(i, f'{{variability_input: x{i}}}')}}}\n"
                        for i in range(number))
        (self.folder / name).write_text(
            "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    options: {mode: semantic-loose}\n"
            "    inputs:\n" + "".join(f"      x{i}: {{type: boolean, default: true}}\n" for i in range(number)) +
            "  node_templates:\n    app: {type: tosca.nodes.Root}\n" + lines)

    def test_counts_are_exact_however_many_there_are(self):
        self.independent("many.yaml", 70, {})
        found = self.json_of("variants", "many.yaml")
        self.assertEqual(found["assignments"], 2 ** 70)
        self.assertEqual(found["distinct"], {"count": 2 ** 70, "exact": True})
        self.assertEqual(found["failing"], {"count": 0, "exact": True})
        self.assertIn("about 1.18e21 assignments, 0 of them failing; about 1.18e21 different results\n",
                      self.run_it("variants", "many.yaml").stdout)
        # Each node fails without its container: all assignments but one.
        text = (self.folder / "many.yaml").read_text().replace("    options: {mode: semantic-loose}\n", "")
        (self.folder / "many.yaml").write_text(text)
        found = self.json_of("variants", "many.yaml")
        self.assertEqual(found["failing"], {"count": 2 ** 70 - 1, "exact": True})
        self.assertEqual(found["distinct"], {"count": 1, "exact": True})
        # More than a double counts to.
        (self.folder / "more.yaml").write_text(
            "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    inputs:\n" + "".join(
                f"      x{i}: {{type: string, default: a, constraints: [valid_values: [{', '.join('abcdefghij')}]]}}\n" for i in range(320)) +
            "  node_templates:\n    app: {type: tosca.nodes.Root}\n")
        self.assertEqual(self.json_of("variants", "more.yaml")["assignments"], 10 ** 320)

    def test_differences_of_many_inputs(self):
        self.independent("old.yaml", 70, {})
        self.independent("new.yaml", 70, {3: "{not: {variability_input: x3}}", 66: "{and: [{variability_input: x66}, {variability_input: x0}]}"})
        found = self.json_of("difference", "old.yaml", "new.yaml", schema="difference-templates", code=1)
        self.assertEqual(found["assignments"], 2 ** 70)
        self.assertEqual({(element["id"], element["change"]) for element in found["elements"] if element["id"].startswith("node.")},
                         {("node.n3", "added"), ("node.n3", "removed"), ("node.n66", "removed")})
        self.assertFalse(found["changed"]["exact"])
        # What is told twice is counted once: of 70,000 assignments, one differs.
        for name, condition in (("old", "true"), ("new", "{or: [{not: {equal: [{variability_input: x}, 3]}}, {variability_input: y0}]}")):
            (self.folder / f"{name}.yaml").write_text(
                "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    options: {mode: semantic-loose}\n"
                "    inputs:\n      x: {type: integer, default: 0, constraints: [in_range: [0, 69]]}\n" + "".join(
                    f"      y{i}: {{type: boolean, default: false}}\n" for i in range(10)) +
                "  node_templates:\n    app: {type: tosca.nodes.Root}\n    n: {type: tosca.nodes.Root, conditions: " + condition + "}\n" +
                "".join(f"    m{i}: {{type: tosca.nodes.Root, conditions: {{greater: [{{variability_input: x}}, {i}]}}}}\n" for i in range(69)))
        found = self.json_of("difference", "old.yaml", "new.yaml", schema="difference-templates", code=1)
        self.assertEqual(found["assignments"], 70 * 2 ** 10)
        self.assertLessEqual(found["changed"]["count"], 2 ** 9)
        self.assertGreater(found["changed"]["count"], 0)

    def test_many_differences_from_what_is_expected(self):
        """The file is read once for all of them: else this takes minutes."""
        test = self.folder / "differing" / "tests" / "many"
        test.mkdir(parents=True)
        head = "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  node_templates:\n    app: {type: tosca.nodes.Root}\n"
        (test / "../../main.yaml").write_text(head)
        (test / "test.yaml").write_text("template: ../../main.yaml\nexpected: expected.yaml\n")
        (test / "expected.yaml").write_text(head + "".join(f"    n{i}: {{type: tosca.nodes.Root}}\n" for i in range(10000)))
        result = self.run_it("test", "differing", "--format", "json", code=1)
        self.assertGreaterEqual(len(json.loads(result.stdout)["tests"][0]["failures"]), 10000)

    def test_format(self):
        crooked = "a:\n    b:   1\n    c: [1,  2]   \n"
        (self.folder / "crooked.yaml").write_text(crooked)
        piped = self.run_it("format", "-", input=crooked).stdout
        self.assertEqual(piped, "a:\n  b: 1\n  c: [1,  2]\n")
        self.assertEqual(self.run_it("format", "crooked.yaml", "--check", code=1).stdout,
                         "crooked.yaml\n")
        self.assertEqual((self.folder / "crooked.yaml").read_text(), crooked)
        self.run_it("format", "crooked.yaml")
        self.assertEqual((self.folder / "crooked.yaml").read_text(), piped)
        self.run_it("format", "-c", "crooked.yaml")
        broken = self.run_it("format", "templates/broken.yaml", code=1)
        self.assertIn("templates/broken.yaml:6:37: error", broken.stderr)
        (self.folder / "other").mkdir()
        (self.folder / "other/no_tosca.yaml").write_text(crooked)
        self.run_it("format", "other", code=2)
        before = self.run_it("resolve", "web-shop.yaml", "-p", "peak").stdout
        self.run_it("format", "web-shop.yaml")
        self.assertEqual(self.run_it("resolve", "web-shop.yaml", "-p", "peak").stdout, before)

    def test_update_records_what_is_expected(self):
        tests = self.folder / "templates/tested"
        before = self.run_it("test", str(tests), code=1).stdout
        self.assertIn("0 passed, 4 failed", before)
        recorded = self.run_it("test", str(tests), "--update", code=1).stdout
        self.assertIn("recorded", recorded)
        after = self.run_it("test", str(tests), code=1).stdout
        self.assertNotIn("tests/different", after)
        self.assertIn("tests/wrong-error", after)

    def test_results_of_tests_for_hosts(self):
        junit = xml.dom.minidom.parseString(
            self.run_it("test", ".", "templates", "-f", "junit", code=1).stdout)
        cases = junit.getElementsByTagName("testcase")
        failures = junit.getElementsByTagName("failure")
        self.assertEqual(len(cases), int(junit.documentElement.getAttribute("tests")))
        self.assertEqual(len(failures), int(junit.documentElement.getAttribute("failures")))
        tap = self.run_it("test", ".", "templates", "-f", "tap", code=1).stdout.splitlines()
        self.assertEqual(tap[0], "TAP version 13")
        self.assertEqual(tap[1], f"1..{len(cases)}")
        self.assertEqual(sum(line.startswith("not ok ") for line in tap), len(failures))
        self.assertEqual(sum(line.startswith("ok ") for line in tap), len(cases) - len(failures))

    def test_tables_fit_the_page(self):
        def table(columns, *words):
            return self.run_it("presence", "web-shop.yaml", *words,
                               env={"COLUMNS": str(columns)}).stdout

        wide = table(100, "-k", "node").splitlines()
        self.assertIn("defaults  staging", wide[0])
        self.assertEqual(wide[1].split(), ["laptop", "test", "christmas"])
        self.assertIn("node.storefront", "\n".join(wide))
        narrow = table(45, "-k", "node")
        self.assertLessEqual(max(map(len, narrow.split("\n\n", 1)[0].splitlines())), 45)
        self.assertNotIn("node.storefront", narrow)
        self.assertIn("the same under all variants", narrow)
        self.assertIn("test christmas", table(45, "-k", "node", "--all").splitlines()[0])
        self.assertNotIn("node.storefront", table(100, "-k", "node", "--differing"))

    def test_rows_of_the_table_name_elements(self):
        for words in (["-k", "relation"], ["-k", "import"], []):
            rows = self.run_it("presence", "web-shop.yaml", *words).stdout.splitlines()[2:]
            labels = [match[1] for match in (re.match("(.*?) +[✓✗?]", row) for row in rows) if match]
            self.assertGreater(len(labels), 1)
            for label in labels:
                result = self.run_it("explain", "web-shop.yaml", label, "-p", "peak", code=None)
                # Below their containers, rows may be called alike.
                self.assertTrue(result.returncode == 0 or "several elements" in result.stderr, (label, result))
                self.assertTrue(result.returncode == 0 or label.startswith(" "), (label, result))
        self.assertIn("did you mean", self.run_it("explain", "web-shop.yaml", "node.cach", code=2).stderr)

    def test_what_is_no_tosca_is_said_to_be_none(self):
        (self.folder / "empty.yaml").write_text("")
        (self.folder / "other.yaml").write_text("a: 1\n")
        (self.folder / "broken.yaml").write_text("a: [1\n")
        for name in ("empty.yaml", "other.yaml", "broken.yaml"):
            for words in (["presence"], ["graph"], ["graph", "-f", "mermaid"], ["variants"], ["resolve"]):
                result = self.run_it(words[0], name, *words[1:], code=1)
                self.assertEqual(result.stdout, "", (words, name))
                self.assertIn(f"{name}:", result.stderr, (words, name))
            self.assertEqual(self.run_it("explain", name, "node.a", code=1).stdout, "")

    def test_resolve_says_where_and_what_to_do(self):
        (self.folder / "manual.yaml").write_text(
            "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n"
            "  node_templates:\n    a: {type: tosca.nodes.Root, conditions: false}\n")
        result = self.run_it("resolve", "manual.yaml", code=1)
        self.assertIn("manual.yaml:4:15: error: Container of type", result.stderr)
        self.assertIn("mode: semantic-loose", result.stderr)
        self.assertIn("mode: semantic-loose", self.run_it("check", "manual.yaml", code=1).stdout)
        (self.folder / "manual.yaml").write_text(
            (self.folder / "manual.yaml").read_text().replace(
                "  node_templates", "  variability: {options: {mode: semantic-loose}}\n  node_templates"))
        self.run_it("check", "manual.yaml")
        self.assertIn("1 assignment, 0 of them failing; 1 different result\n",
                      self.run_it("variants", "manual.yaml").stdout)

    def test_folders_that_are_still_to_be_fetched(self):
        (self.folder / "fetched.yaml").write_text(
            "tosca_definitions_version: tosca_simple_yaml_1_3\nimports: [lib/types.yaml]\n"
            "topology_template: {node_templates: {a: {type: my.A}, b: {type: my.B}}}\n")
        self.assertNotIn("config.yaml", self.run_it("check", "fetched.yaml", code=1).stdout)
        (self.folder / "config.yaml").write_text("dependencies:\n  - source: ../elsewhere/lib\n")
        result = self.run_it("check", "fetched.yaml", code=1)
        self.assertIn('fetched from "../elsewhere/lib", as config.yaml says', result.stdout)
        self.assertIn("1 error, 0 warnings", result.stderr)
        (self.folder / "config.yaml").write_text("dependencies: [{source: ../elsewhere/other}, x, 1]\n")
        self.assertNotIn("config.yaml", self.run_it("check", "fetched.yaml", code=1).stdout)

    def test_tests_are_named_by_files_as_well(self):
        tests = sorted(path.name for path in (self.folder / "tests").iterdir())
        for words in (["web-shop.yaml"], [f"tests/{tests[0]}/test.yaml"], ["."]):
            report = json.loads(self.run_it("test", *words, "-f", "json").stdout)
            self.assertEqual(report["passed"], len(tests), words)
        self.assertIn("is about", self.run_it("test", "types/shop.yaml", code=2).stderr)
        self.assertIn("does not exist", self.run_it("test", "nowhere", code=2).stderr)

    def test_names_do_not_command_the_terminal(self):
        (self.folder / "evil.yaml").write_text(
            "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n"
            "  variability: {presets: {\"p\\e[2J\": {}}, options: {mode: semantic-loose}}\n"
            "  node_templates:\n    \"a\\e]0;x\\a\\n\\u202eb\": {type: tosca.nodes.Root}\n"
            "    日本語: {type: tosca.nodes.Root}\n", encoding="utf-8")
        commands = set("\033\a\u202e\u009b")
        for words in (["presence"], ["presence", "--all"], ["presence", "-f", "json"], ["check"], ["graph"],
                      ["graph", "--format", "mermaid"]):
            shown = self.run_it(words[0], "evil.yaml", *words[1:], code=None)
            text = shown.stdout + shown.stderr
            self.assertFalse(set(text) & commands, (words, text))
        # Data for programs are as they are, unless they go to a terminal.
        for words in (["presence", "-f", "csv"], ["resolve"]):
            piped = self.run_it(words[0], "evil.yaml", *words[1:], code=None).stdout
            self.assertTrue(set(piped) & commands, (words, piped))
            terminal, end = pty.openpty()
            subprocess.run([VTOSCA, words[0], "evil.yaml", *words[1:]], cwd=self.folder, stdout=end, check=False)
            os.close(end)
            shown = os.read(terminal, 65536).decode()
            os.close(terminal)
            self.assertIn("日本語", shown)
            self.assertFalse(set(shown) & commands, (words, shown))
        table = self.run_it("presence", "evil.yaml", "-k", "node", "--all").stdout.splitlines()
        self.assertEqual(len(table), 3, table)

    def test_a_preset_may_be_called_as_another_variant(self):
        (self.folder / "same.yaml").write_text(
            "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n"
            "    inputs: {x: {type: boolean, default: true}}\n"
            "    presets: {defaults: {inputs: {x: false}}}\n"
            "  node_templates:\n    a: {type: tosca.nodes.Root, conditions: {variability_input: x}}\n")
        value = self.json_of("presence", "same.yaml", "--kind", "node")
        self.assertEqual([variant["name"] for variant in value["variants"]],
                         ["defaults", "preset defaults"])
        self.assertIn("preset defaults", self.run_it("presence", "same.yaml", "-V",
                                                     "preset defaults", code=None).stdout)
        self.assertIn("several variants", self.run_it("presence", "same.yaml", "-V", "defaults",
                                                      code=2).stderr)

    def test_help_tells_options_and_exit_codes(self):
        listing = self.run_it("help").stdout.split("commands:\n")[1].split("\n\n")[0]
        names = [line.split()[0] for line in listing.splitlines()]
        self.assertIn("difference", names)
        self.assertEqual(names, sorted(names))
        for name in names:
            text = self.run_it(name, "--help").stdout
            self.assertEqual(text, self.run_it("help", name).stdout)
            for part in ("usage: vtosca " + name, "options:", "ends with:", "  0 ", "  2 ", "  70 "):
                self.assertIn(part, text)
            self.assertLessEqual(max(map(len, text.splitlines())), 100)
            self.assertEqual(self.run_it(name, "--nonsense", code=2).stdout, "")
        for wrong, right in (("chek", "check"), ("presnce", "presence")):
            self.assertIn(f'did you mean "{right}"', self.run_it(wrong, code=2).stderr)
        self.assertEqual(self.run_it("-V").stdout, self.run_it("version").stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
