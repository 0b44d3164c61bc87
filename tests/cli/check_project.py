"""`vtosca check` as continuous integration uses it: folders, settings of a project, comments, a baseline, all
formats, several threads.

usage: check_project.py VTOSCA
"""

import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.dom.minidom

VTOSCA = pathlib.Path(sys.argv[1]).resolve()
RIGHT = """\
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    app:
      type: tosca.nodes.Root
"""
WRONG = RIGHT.replace("tosca.nodes.Root", "tosca.nodes.Completely")
VARIABLE = """\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {mode: {type: string, default: dev}}
    presets: {prod: {inputs: {mode: prod}}, dev: {inputs: {mode: dev}}}
    options: {type_pruning: true}
  node_templates:
    app:
      type: tosca.nodes.Root
      requirements: [database: database]
    database:
      type: tosca.nodes.Root
      conditions: {equal: [{variability_input: mode}, prod]}
"""


class Project(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, **files):
        for name, text in files.items():
            self.put(name + ".yaml", text)

    def put(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def check(self, *words, code=0, **more):
        result = subprocess.run([VTOSCA, "check", *words], cwd=self.folder, text=True,
                                capture_output=True, check=False, timeout=120, **more)
        self.assertEqual(result.returncode, code, (words, result.stdout, result.stderr))
        return result

    def checked(self, *words, code=0):
        """The files that were looked at."""
        result = self.check(*words, "--format", "json", code=code)
        return [file["file"] for file in json.loads(result.stdout)["files"]]

    def found(self, *words, code=0):
        """What is told of each file, with lines."""
        files = json.loads(self.check(*words, "--format", "json", code=code).stdout)["files"]
        return {file["file"]: [(item["code"], item["range"]["start"]["line"]) for item in file["diagnostics"]]
                for file in files}

    # ---- folders

    def test_a_folder_means_its_tosca_files(self):
        self.write(a=RIGHT, other="key: value\n")
        self.put("notes.txt", WRONG)
        self.put("deep/er/b.yml", RIGHT)
        self.put(".hidden/c.yaml", WRONG)
        self.assertEqual(self.checked("."), ["a.yaml", "deep/er/b.yml"])
        self.assertEqual(self.checked(str(self.folder)),
                         [f"{self.folder}/a.yaml", f"{self.folder}/deep/er/b.yml"])
        self.assertEqual(self.checked("deep", "a.yaml"), ["deep/er/b.yml", "a.yaml"])

    def test_a_folder_means_what_stands_beside_its_templates_too(self):
        self.put("service-template.yaml", RIGHT)
        self.put("rules.yaml", "- technology: ansible\n  component: tosca.nodes.Root\n  weigth: 1\n")
        self.put("tests/misspelt/test.yaml", "template: ../../service-template.yaml\nexpectd: there.yaml\n")
        self.put("tests/broken/test.yaml", "inputs: [\nexpected: there.yaml\n")
        self.put("tests/broken/inputs.yaml", "mode: prod\n")
        self.put("playbook.yaml", "- hosts: all\n  tasks: [{template: a, conditions: b}]\n")
        self.put("compose.yaml", "services: {app: {inputs: a, template: b}}\n")
        found = self.found(".", code=1)
        self.assertEqual({file: [code for code, _ in items] for file, items in found.items()},
                         {"rules.yaml": ["unknown-keyname"], "service-template.yaml": [],
                          "tests/broken/inputs.yaml": ["unknown-variability-input"],
                          "tests/broken/test.yaml": ["yaml-syntax"], "tests/misspelt/test.yaml": ["unknown-keyname"]})
        result = subprocess.run([VTOSCA, "test", "tests/broken"], cwd=self.folder, text=True, capture_output=True,
                                check=False, timeout=120)
        self.assertIn('File "tests/broken/test.yaml" is no valid YAML: line 1: did not find', result.stdout)

    def test_what_tests_assign_is_looked_at_and_what_their_place_makes_of_them(self):
        self.put("shop/service-template.yaml", VARIABLE)
        self.put("shop/tests/edge/test.yaml", "inputs: values.yaml\nbanana: expected.yaml\n")
        self.put("shop/tests/edge/values.yaml", "mood: prod\nmode: [prod]\n")
        self.put("shop/tests/number/test.yaml", "inputs: 4711\nexpected: 12\n")
        self.put("elsewhere/test.yaml", "inputs: values.yaml\nbanana: expected.yaml\n")
        self.put("elsewhere/values.yaml", "mood: prod\n")
        found = self.found(".", code=1)
        self.assertEqual(found["shop/tests/edge/values.yaml"], [("unknown-variability-input", 0), ("wrong-value", 1)])
        self.assertEqual(found["shop/tests/edge/test.yaml"], [("unknown-keyname", 1)])
        self.assertEqual(found["shop/tests/number/test.yaml"], [("wrong-shape", 0), ("wrong-shape", 1)])
        self.assertNotIn("unknown-keyname", found.get("elsewhere/test.yaml", ""))

    def test_rules_and_conditions_of_types_name_what_their_template_has(self):
        self.put("template.yaml", VARIABLE.replace("    options:", "    qualities: rules.yaml\n"
                                                   "    type_specific_conditions: conditions.yaml\n    options:")
                 + "node_types:\n  shop.Application: {derived_from: tosca.nodes.Root}\n")
        self.put("rules.yaml", "- technology: terraform\n  component: shop.Aplication\n  hosting: [other.Machine]\n"
                               "  conditions: {equal: [{variability_input: mood}, prod]}\n"
                               "- technology: ansible\n  component: shop.Application\n  weight: 7\n")
        self.put("conditions.yaml", "node_types:\n  shop.Applicatoin: {conditions: {logic_expression: big}}\n"
                                    "  shop.Applications: {conditions: true}\n")
        self.assertEqual(self.found(".", code=1), {
            "template.yaml": [("bad-weight", 6), ("absent-target", 11)],
            "conditions.yaml": [("unknown-type", 1), ("unknown-expression", 1), ("unknown-type", 2)],
            "rules.yaml": [("unknown-type", 1), ("unknown-variability-input", 3)]})

    # ---- imports

    def test_errors_of_what_a_file_imports_are_told(self):
        types = ("tosca_definitions_version: tosca_simple_yaml_1_3\nimports: [deep.yaml, ../main.yaml]\n"
                 "node_types:\n  App: {derived_from: tosca.nodes.Root, propertis: {}}\n")
        imports = "imports: [types/types.yaml, {file: vendor/bad.yaml}, https://example.org/x.yaml]\n"
        self.write(main=RIGHT.replace("topology", imports + "topology"))
        self.put("types/types.yaml", types)
        wrong = RIGHT.replace("type:", "typ:")
        self.put("types/deep.yaml", wrong)
        self.put("vendor/bad.yaml", wrong)
        all_of_them = ["main.yaml", "types/types.yaml", "vendor/bad.yaml", "types/deep.yaml"]
        self.assertEqual(self.checked("main.yaml", code=1), all_of_them)
        self.assertEqual(self.checked("main.yaml", "--jobs", "1", code=1), all_of_them)
        self.assertEqual(self.checked("./main.yaml", "types/deep.yaml", code=1),
                         ["./main.yaml", "types/deep.yaml", "types/types.yaml", "vendor/bad.yaml"])
        self.assertEqual(self.checked(".", code=1), sorted(all_of_them))
        self.assertIn("3 errors", self.check("main.yaml", "vendor", code=1).stderr)
        told = self.check("-", input=(self.folder / "main.yaml").read_text(), code=1).stdout
        self.assertIn("types/types.yaml:4:41: error: Unknown keyname \"propertis\"", told)
        self.put("vtosca.yaml", "exclude: [vendor/]\n")
        self.assertEqual(self.checked("main.yaml", code=1), ["main.yaml", "types/types.yaml", "types/deep.yaml"])

    def test_what_is_less_than_an_error_is_told_of_a_file_itself(self):
        doubtful = RIGHT + "      requirements: [host: app]\n"
        self.write(main=RIGHT.replace("topology", "imports: [types.yaml]\ntopology"), types=doubtful)
        self.assertNotIn("0 errors, 0 warnings", self.check("types.yaml").stderr)
        self.assertEqual(self.checked("main.yaml"), ["main.yaml"])
        self.assertIn("0 errors, 0 warnings in 1 file", self.check("main.yaml").stderr)

    def test_an_archive_in_a_folder_is_one_thing(self):
        self.write(a=RIGHT)
        self.put("csar/TOSCA.meta", "TOSCA-Meta-File-Version: 1.1\nCSAR-Version: 1.1\n"
                 "Created-By: us\nEntry-Definitions: entry.yaml\n")
        self.put("csar/entry.yaml", RIGHT)
        self.put("csar/unused.yaml", WRONG)
        self.assertEqual(self.checked("."), ["a.yaml", "csar/TOSCA.meta", "csar/entry.yaml"])

    def test_what_git_ignores_is_left_out(self):
        subprocess.run(["git", "init", "-q", str(self.folder)], check=True)
        names = ["a.yaml", "build/b.yaml", "deep/build/c.yaml", "deep/only/d.yaml", "gen-1.yaml",
                 "gen-x.yaml", "deep/keep.yaml", "deep/all/x/y.yaml", "spaced name.yaml", "q/z.yaml",
                 "q/r/z.yaml", "one/two/three/m.yaml", "literal[1].yaml"]
        for name in names:
            self.put(name, RIGHT)
        self.put(".gitignore", "build/\n/gen-[0-9].yaml\ndeep/*.yaml\n# note\n!deep/keep.yaml\n"
                 "deep/all/**\nspaced\\ name.yaml\n/q/*.yaml\none/**/m.yaml\nliteral\\[1\\].yaml  \n")
        self.put("deep/.gitignore", "only/\n")
        ignored = subprocess.run(["git", "check-ignore", *names], cwd=self.folder, text=True,
                                 capture_output=True, check=False).stdout.split("\n")
        left = sorted((name for name in names if name not in ignored and f'"{name}"' not in ignored),
                      key=lambda name: name.split("/"))
        self.assertEqual(sorted(self.checked(".")), sorted(left))
        self.assertEqual(self.checked("deep"), ["deep/keep.yaml"])

    def test_nothing_to_check_is_a_wrong_question(self):
        self.put("notes.yaml", "a: b\n")
        self.assertIn("no TOSCA files", self.check(".", code=2).stderr)
        self.assertIn("does not exist", self.check("none.yaml", code=2).stderr)

    def test_what_cannot_be_checked_is_no_success(self):
        """Neither to people nor to programs, whatever else is checked."""
        self.write(a=RIGHT, b=WRONG)
        (self.folder / "empty").mkdir()
        (self.folder / "loop.yaml").symlink_to("loop.yaml")
        missing = ["none.yaml", "empty", "loop.yaml", "a.yaml/b", "nowhere/"]
        for words in (["none.yaml"], ["none.yaml", "a.yaml"], ["a.yaml", "empty"], ["b.yaml", *missing], missing,
                      ["a.yaml", "-V", "nobody"], ["b.yaml", "a.yaml", "-p", "nobody"]):
            lost = [word for word in words if word in missing] or [word for word in words if word.endswith(".yaml")]
            checked = [word for word in words if word.endswith("b.yaml") or word == "a.yaml"]
            checked = [word for word in checked if word not in lost]
            told = self.check(*words, code=2).stderr
            self.assertEqual(told.splitlines()[-1].endswith(f", {len(lost)} could not be checked"), bool(checked), told)
            self.assertEqual(told.endswith("\nnothing was checked\n"), not checked, told)

            def shown(form, words=words):
                return self.check(*words, "-f", form, code=2).stdout

            report = json.loads(shown("json"))
            self.assertEqual([file["file"] for file in report["files"]], checked)
            self.assertEqual(sorted(problem["file"] for problem in report["problems"]), sorted(lost))
            run, = json.loads(shown("sarif"))["runs"]
            self.assertFalse(run["invocations"][0]["executionSuccessful"])
            self.assertEqual(len(run["invocations"][0]["toolExecutionNotifications"]), len(lost))
            suites = xml.dom.minidom.parseString(shown("junit")).documentElement
            self.assertEqual(suites.getAttribute("errors"), str(len(lost)))
            self.assertEqual(len(suites.getElementsByTagName("error")), len(lost))
            self.assertEqual(len(suites.getElementsByTagName("testcase")), int(suites.getAttribute("tests")))
            self.assertEqual(shown("github").count("title=not-checked::"), len(lost))
            entries = [entry for entry in json.loads(shown("gitlab")) if entry["check_name"] == "not-checked"]
            self.assertEqual(len({entry["fingerprint"] for entry in entries}), len(lost))
        self.assertNotIn("problems", json.loads(self.check("a.yaml", "-f", "json").stdout))
        run, = json.loads(self.check("b.yaml", "-f", "sarif").stdout)["runs"]
        self.assertEqual(run["invocations"], [{"executionSuccessful": True}])
        known = ["-b", "known.yaml", "--update-baseline"]
        self.assertIn("nothing is recorded", self.check("b.yaml", "none.yaml", *known, code=2).stderr)
        self.assertFalse((self.folder / "known.yaml").exists())

    def test_what_a_folder_holds_need_not_have_the_variant(self):
        self.put("vtosca.yaml", "failOn: error\n")
        self.write(a=VARIABLE, b=RIGHT)
        for words in (["-V", "prod"], ["-p", "prod"], ["-p", "prod", "-i", "mode=prod"], ["-V", "prod", "-i", "mode=prod"]):
            self.assertEqual(len(self.check(".", *words).stderr.splitlines()), 1, words)
        for words in (["-V", "prd"], ["-p", "prd"]):
            self.assertIn('no file has the variant "prd"', self.check(".", *words, code=2).stderr)
        self.check(".", "-p", "dev", code=1)

    def test_threads_change_nothing(self):
        for i in range(60):
            self.put(f"f{i:02}/t.yaml", WRONG if i % 7 else VARIABLE)
        alone = self.check(".", "-j", "1", code=1)
        self.assertEqual(alone.stdout, self.check(".", "-j", "8", code=1).stdout)
        self.assertEqual(alone.stderr, self.check(".", code=1).stderr)
        self.assertIn(" in 60 files", alone.stderr)

    def test_types_that_are_imported_by_several_ways_are_the_same(self):
        """In whichever order files are checked and imported."""
        files = {"alone": ["left"], "base": [], "other": ["right"], "both": ["left", "right"],
                 "left": ["base"], "right": ["base"]}
        for order in itertools.permutations(range(5)):
            folder = "-".join(map(str, order))
            names = {name: f"{number}.yaml" for name, number in zip(files, [*order, 5])}
            for name, imports in files.items():
                self.put(f"{folder}/{names[name]}",
                         "tosca_definitions_version: tosca_2_0\n"
                         f"imports: {json.dumps([names[imported] for imported in imports])}\n"
                         f"node_types: {{{name}: {{}}}}\n")
        self.assertEqual(self.check(".", "-j", "1", "--fail-on", "warning").stdout, "")

    def test_standard_input(self):
        self.put("types.yaml", "tosca_definitions_version: tosca_simple_yaml_1_3\n")
        self.put("here/types.yaml", "tosca_definitions_version: tosca_simple_yaml_1_3\n")
        text = RIGHT.replace("topology", "imports: [types.yaml]\ntopology", 1)
        self.check("-", input=text)
        self.assertIn("<stdin>:5:", self.check("-", input=WRONG, code=0).stdout)
        if os.path.exists("/dev/stdin"):
            # What a stream imports is looked for where the command is called.
            self.check("/dev/stdin", "--fail-on", "warning", input=text)
        self.assertIn("here/x.yaml:5:",
                      self.check("-", "--stdin-name", "here/x.yaml", input=WRONG).stdout)

    # ---- what counts

    def test_severities(self):
        self.write(a=WRONG)
        self.assertIn("1 warning", self.check("a.yaml").stderr)
        self.check("a.yaml", "--fail-on", "warning", code=1)
        self.check("a.yaml", "--severity", "unknown-type=error", code=1)
        self.check("a.yaml", "-sunknown-type=error", "--fail-on", "never")
        self.assertEqual(self.check("a.yaml", "-s", "unknown-type=off").stdout, "")
        self.assertIn('did you mean "unknown-type"',
                      self.check("a.yaml", "-s", "unknown-typ=off", code=2).stderr)
        self.check("a.yaml", "-s", "unknown-type=loud", code=2)

    def test_settings_of_the_project(self):
        self.put("vtosca.yaml", "diagnosticSeverities: {unknown-type: error}\nexclude: [vendor/]\n"
                 "variants:\n  - {name: edge, presets: [dev], inputs: {mode: edge}}\n")
        self.put("sub/a.yaml", WRONG)
        self.put("vendor/b.yaml", WRONG)
        self.assertEqual(self.checked(".", code=1), ["sub/a.yaml", "vtosca.yaml"])
        self.assertEqual(self.checked("sub", code=1), ["sub/a.yaml"])
        self.check("sub/a.yaml", "--no-settings")
        self.check("sub/a.yaml", "-s", "unknown-type=hint")
        self.put("sub/c.yaml", VARIABLE)
        self.assertIn("edge", self.check("sub/c.yaml", code=1).stdout)
        self.put("vtosca.yaml", "failOn: warning\n")
        self.check("sub/a.yaml", code=1)
        self.put("vtosca.yaml", "failon: warning\n")
        self.assertIn('no setting "failon"; did you mean "failOn"?', self.check(".", code=1).stdout)

    def test_wrong_settings_are_told_once_whatever_is_checked(self):
        self.put("vtosca.yaml", "failon: warning\n")
        self.put("sub/a.yaml", RIGHT)
        self.put("sub/b.yaml", VARIABLE)
        for words in (["sub/a.yaml"], ["sub/a.yaml", "sub/b.yaml"], ["sub"], [".", "sub", "vtosca.yaml"]):
            shown = self.check(*words, code=1).stdout
            self.assertEqual(shown.count('no setting "failon"'), 2 if "." in words else 1, (words, shown))
        self.assertEqual(self.check("sub/a.yaml", "--no-settings").stdout, "")
        self.put("vtosca.yaml", "failOn: warning\n")
        self.assertEqual(self.check("sub/a.yaml").stdout, "")
        self.put("vtosca.yaml", "failon: warning\n")
        result = subprocess.run([VTOSCA, "presence", "sub/b.yaml"], cwd=self.folder, text=True,
                                capture_output=True, check=False, timeout=120)
        self.assertIn('vtosca.yaml" has mistakes', result.stderr)

    def test_comments_silence_with_a_reason(self):
        def line(comment, above=""):
            text = WRONG.replace("    app:\n", "    app:\n" + above)
            self.write(a=text.replace("Completely\n", "Completely" + comment + "\n"))
            return self.check("a.yaml").stdout

        self.assertEqual(line("  # vtosca-ignore unknown-type: theirs"), "")
        self.assertEqual(line("", "      # vtosca-ignore unknown-type, open-input: x\n")
                         .count("useless-ignore"), 1)
        self.assertEqual(line("", "      # vtosca-ignore unknown-type: theirs\n      # more\n"), "")
        for comment in ("# vtosca-ignore unknown-type", "# vtosca-ignore unknown-type: ",
                        "# vtosca-ignore: because", "# vtosca-ignore unknown-typo: theirs"):
            shown = line("  " + comment)
            self.assertIn("[unknown-type]", shown)
            self.assertIn("[useless-ignore]", shown)
        self.assertIn("1 silenced", (line("  # vtosca-ignore unknown-type: x"),
                                     self.check("a.yaml").stderr)[1])

    def test_examples_of_settings_hold_what_there_is(self):
        for page in ("docs/ci.md", "lsp/reference/settings.md"):
            text = (pathlib.Path(__file__).parents[2] / page).read_text(encoding="utf-8")
            block, = re.findall(r"```yaml\n(.*?failOn:.*?)```", text, re.S)
            self.write(vtosca=block)
            self.check("vtosca.yaml")

    def test_a_baseline_knows_what_was_there(self):
        self.put("sub/a.yaml", WRONG)
        self.check(".", "--baseline", "sub/known.yaml", "--update-baseline")
        self.check(".", "--baseline", "sub/known.yaml", "--fail-on", "warning")
        self.put("sub/a.yaml", "# moved down\n\n" + WRONG)
        self.check("sub/a.yaml", "-b", "sub/known.yaml", "--fail-on", "warning")
        self.put("sub/a.yaml", WRONG + WRONG.split("node_templates:\n")[1].replace("app", "b"))
        again = self.check(".", "-b", "sub/known.yaml", "--fail-on", "warning", code=1)
        self.assertIn("1 warning in 1 file, 1 left out by the baseline", again.stderr)
        self.check(".", "-b", "none.yaml", code=2)
        self.put("vtosca.yaml", "baseline: sub/known.yaml\nfailOn: warning\n")
        self.put("sub/a.yaml", WRONG)
        self.check(".")
        os.chdir("/")
        self.check(str(self.folder / "sub"))

    def test_variants(self):
        self.write(a=VARIABLE, b=RIGHT)
        self.check("a.yaml", code=1)
        self.check("a.yaml", "-V", "prod")
        self.check("a.yaml", "--variant", "dev", code=1)
        self.check("a.yaml", "-p", "dev", "-i", "mode=prod")
        self.check("a.yaml", "-i", "mode=x", code=1)
        self.check("a.yaml", "-V", "dev", "-i", "mode=prod")
        self.check(".", "-V", "prod")
        self.assertIn("no file has the variant", self.check(".", "-V", "staging", code=2).stderr)
        self.check("a.yaml", "-V", "prd", code=2)

    # ---- formats

    def test_formats(self):
        self.put("o,d%d\n.yaml", WRONG)
        self.put("b.yaml", RIGHT)
        github = self.check(".", "-f", "github").stdout
        self.assertIn("::warning file=o%2Cd%25d%0A.yaml,line=5,col=13,", github)
        gitlab = json.loads(self.check(".", "-f", "gitlab").stdout)
        self.assertEqual([(entry["severity"], entry["location"]["lines"]["begin"])
                          for entry in gitlab], [("major", 5)])
        junit = xml.dom.minidom.parseString(self.check(".", "-f", "junit").stdout)
        self.assertEqual(len(junit.getElementsByTagName("testsuite")), 2)
        self.assertEqual(len(junit.getElementsByTagName("failure")), 0)
        junit = xml.dom.minidom.parseString(
            self.check(".", "-f", "junit", "--fail-on", "warning", code=1).stdout)
        self.assertEqual(len(junit.getElementsByTagName("failure")), 1)
        sarif = json.loads(self.check(".", "-f", "sarif").stdout)
        self.assertEqual(sarif["runs"][0]["results"][0]["ruleId"], "unknown-type")

    def test_excerpts_and_colours(self):
        self.write(a=WRONG)
        shown = self.check("a.yaml", "--color", "always").stdout
        self.assertIn("     5 |       type: tosca.nodes.Completely\n", shown)
        self.assertIn("\033[", shown)
        self.assertNotIn("\033[", self.check("a.yaml").stdout)

    def test_settings_that_are_no_yaml_are_told_once(self):
        self.put("vtosca.yaml", "[1,2\n")
        shown = self.check("vtosca.yaml", code=1).stdout
        self.assertIn("[yaml-syntax]", shown)
        self.assertNotIn("[bad-setting]", shown)
        self.put("vtosca.yaml", "[1, 2]\n")
        self.assertIn("[bad-setting]", self.check("vtosca.yaml", code=1).stdout)

    def test_of_a_long_line_what_is_near_is_shown(self):
        head = "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template: {node_templates: {"
        for filler, at in (("x", 0), ("ä", 1), ("日", 2)):
            nodes = [f'"{filler * 90}{i}": {{type: tosca.nodes.Root}}' for i in range(10)]
            nodes.insert(5 * min(at, 1), "z: {type: tosca.nodes.Roof}")
            self.put("a.yaml", head + ", ".join(nodes) + "}}\n")
            shown = self.check("a.yaml", "--color", "always", code=1).stdout
            lines = re.sub("\033\\[[0-9;]*m", "", shown).split("\n")
            number = next(i for i, line in enumerate(lines) if "Roof" in line and " | " in line)
            excerpt, carets = lines[number], lines[number + 1]
            self.assertLess(len(excerpt), 450)
            self.assertTrue(excerpt.endswith("…"), excerpt)
            self.assertEqual(excerpt.startswith("     2 | …"), at > 0, excerpt)
            width = {"x": 1, "ä": 1, "日": 2}[filler]
            before = excerpt[:excerpt.index("tosca.nodes.Roof")]
            columns = len(before) + (width - 1) * before.count(filler)
            self.assertEqual(carets.index("^"), columns, shown)
            self.assertEqual(carets.count("^"), len("tosca.nodes.Roof"))

    def test_names_do_not_command_the_terminal(self):
        self.put("a.yaml", 'tosca_definitions_version: tosca_simple_yaml_1_3\n"k\\e]0;x\\a\\u202e": 1\n')
        for words in (["a.yaml"], ["a.yaml", "--color", "always"]):
            shown = self.check(*words, code=1).stdout.replace("\033[", "")
            self.assertFalse(set(shown) & set("\033\a\u202e"), shown)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
