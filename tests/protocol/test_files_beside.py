"""Files beside a template: tests, inputs, technology rules, type-specific conditions."""
import pathlib
import tempfile
import unittest

from client import ProtocolTest, document, place, span

TEMPLATE = """\
tosca_definitions_version: tosca_variability_1_0
node_types:
  app: {derived_from: tosca.nodes.Root, properties: {port: {type: integer, required: false}}}
  machine: {derived_from: tosca.nodes.Root}
topology_template:
  variability:
    qualities: lib/rules.yaml
    type_specific_conditions: lib/conditions.yaml
    inputs:
      mode: {type: string, default: dev, constraints: [{valid_values: [dev, prod]}]}
      size: {type: string, default: small}
    presets:
      prod: {inputs: {mode: prod}}
    expressions:
      is_large: {equal: [{variability_input: size}, large]}
    options: {required_technology_constraint: false}
  node_templates:
    shop: {type: app, conditions: {equal: [{variability_input: mode}, prod]}}
    other: {type: app}
"""
TEST = """\
presets: prod
merge:
  topology_template:
    node_templates:
      shop:
        properties:
          port: 80
expected: expected.yaml
"""
EXPECTED = """\
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    shop: {type: app}
    other: {type: app}
"""
RULES = """\
- technology: ansible
  component: app
  hosting: [machine]
  weight: 0.5
"""
CONDITIONS = """\
node_types:
  app:
    conditions: {variability_input: size}
"""
META = """\
TOSCA-Meta-File-Version: 1.1
CSAR-Version: 1.1
Created-By: me
Entry-Definitions: template.yaml
"""


class FilesBeside(ProtocolTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="vtosca beside ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.template = self.write("template.yaml", TEMPLATE)
        self.test = self.write("tests/one/test.yaml", TEST)
        self.inputs = self.write("tests/one/inputs.yaml", "size: large\n")
        self.expected = self.write("tests/one/expected.yaml", EXPECTED)
        self.rules = self.write("lib/rules.yaml", RULES)
        self.conditions = self.write("lib/conditions.yaml", CONDITIONS)
        self.client = self.start(initialized=False)
        self.client.initialize(workspaceFolders=[{"uri": self.folder.as_uri(), "name": "shop"}])

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path.as_uri()

    def open(self, uri, text=None):
        path = self.folder / uri[len(self.folder.as_uri()) + 1:]
        self.client.open(path.read_text(encoding="utf-8") if text is None else text, uri)

    def at(self, method, uri, line, column, **more):
        return self.client.request("textDocument/" + method,
                                   document(uri, position=place(line, column), **more))

    def offered(self, uri, line, column):
        return [item["label"] for item in self.at("completion", uri, line, column)["items"]]

    def hover(self, uri, line, column):
        return (self.at("hover", uri, line, column) or {"contents": {"value": ""}})["contents"]["value"]

    def leads_to(self, uri, line, column):
        return [(p.get("targetUri", p.get("uri")), p.get("targetSelectionRange", p.get("range"))["start"]["line"])
                for p in self.at("definition", uri, line, column) or []]

    def renamed(self, uri, line, column, name):
        changes = self.at("rename", uri, line, column, newName=name)["changes"]
        return {uri: [e["range"]["start"]["line"] for e in edits] for uri, edits in changes.items()}

    def problems(self, uri):
        return {(p["range"]["start"]["line"], p["code"]) for p in self.client.receive(
            lambda m: m.get("method") == "textDocument/publishDiagnostics"
            and m["params"]["uri"] == uri)["params"]["diagnostics"]}

    def test_a_test_offers_keynames_presets_and_names_of_the_template(self):
        self.open(self.test, "\n")
        self.assertEqual(set(self.offered(self.test, 0, 0)),
                         {"name", "description", "template", "presets", "inputs", "expected", "error", "merge", "replace"})
        self.client.close(self.test)
        self.open(self.test, "presets: \nmerge:\n  topology_template:\n    node_templates:\n      \n"
                             "      shop: {properties: {}}\n")
        self.assertEqual(self.offered(self.test, 0, 9), ["prod"])
        self.assertEqual(self.offered(self.test, 4, 6), ["other"])
        self.assertIn("port", self.offered(self.test, 5, 26))

    def test_an_expected_result_offers_elements_of_the_template(self):
        text = ("tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n"
                "  node_templates:\n    shop: {type: app}\n    \n")
        self.open(self.expected, text)
        self.assertEqual(self.offered(self.expected, 4, 4), ["other"])
        elsewhere = self.write("elsewhere.yaml", text)
        self.open(elsewhere)
        self.assertNotIn("other", self.offered(elsewhere, 4, 4))

    def test_an_expected_result_has_the_types_of_its_template(self):
        """Also one that several tests share; it names files as its template does."""
        types = self.write("lib/types.yaml", "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types:\n"
                                             "  shelf: {derived_from: tosca.nodes.Root, properties: {depth: {type: integer}}}\n")
        self.write("template.yaml", TEMPLATE.replace("node_types:", "imports: [lib/types.yaml]\nnode_types:", 1))
        self.write("tests/two/test.yaml", "presets: prod\nexpected: ../shared.yaml\n")
        text = ("tosca_definitions_version: tosca_simple_yaml_1_3\nimports: [lib/types.yaml]\ntopology_template:\n"
                "  node_templates:\n    shop:\n      type: shelf\n      properties:\n        \n")
        for uri in self.expected, self.write("tests/shared.yaml", text):
            self.open(uri, text)
            self.assertEqual(self.offered(uri, 7, 8), ["depth"])
            self.assertIn("lib/types.yaml", self.offered(uri, 1, 10))
            self.assertEqual(self.leads_to(uri, 5, 13), [(types, 2)])
            self.assertNotIn("missing-file", [code for _, code in self.problems(uri)])
        self.open(types)
        self.assertEqual(set(self.renamed(types, 2, 3, "rack")), {types, self.expected, uri})

    def test_every_file_has_hovers_symbols_and_colours(self):
        others = {"TOSCA.meta": ("Entry-Definitions: template.yaml\n", (0, 3), "Entry-Definitions"),
                  "config.yaml": ("dependencies:\n  - source: ../lib\n", (1, 6), "source"),
                  "vtosca.yaml": ("failOn: warning\n", (0, 3), "failOn")}
        for name, (text, (line, column), word) in others.items():
            uri = self.write(name, text)
            self.open(uri)
            self.assertIn(word, self.hover(uri, line, column), name)
            self.assertTrue(self.client.request("textDocument/documentSymbol", document(uri)), name)
            self.assertTrue(self.client.request("textDocument/semanticTokens/full", document(uri))["data"], name)
            self.client.request("textDocument/formatting", document(uri, options={"tabSize": 2, "insertSpaces": True}))

    def test_inputs_offer_inputs_and_their_values(self):
        self.open(self.inputs, "size: \n\n")
        self.assertEqual(self.offered(self.inputs, 1, 0), ["mode"])
        self.assertIn("large", self.offered(self.inputs, 0, 6))
        self.client.close(self.inputs)
        self.open(self.inputs, "mode: \n")
        self.assertEqual(self.offered(self.inputs, 0, 6)[:2], ["dev", "prod"])

    def test_rules_offer_types_of_the_template(self):
        self.open(self.rules, "- technology: ansible\n  component: \n  hosting: [m]\n")
        self.assertIn("app", self.offered(self.rules, 1, 13)[:5])
        self.assertIn("machine", self.offered(self.rules, 2, 13)[:5])

    def test_conditions_offer_types_and_inputs_of_the_template(self):
        self.open(self.conditions, "node_types:\n  app:\n    conditions: {equal: [{variability_input: }, x]}\n  \n")
        self.assertEqual(self.offered(self.conditions, 2, 45)[:2], ["mode", "size"])
        self.assertIn("machine", self.offered(self.conditions, 3, 2)[:5])

    def test_hovers_tell_what_the_template_says(self):
        for uri in (self.test, self.inputs, self.rules, self.conditions):
            self.open(uri)
        self.assertIn("prod", self.hover(self.test, 0, 10))
        self.assertIn("Keeps", self.hover(self.test, 0, 10))
        self.assertIn('Node "shop"', self.hover(self.test, 4, 8))
        self.assertIn("port", self.hover(self.test, 6, 12))
        self.assertIn('Variability input "size"', self.hover(self.inputs, 0, 1))
        self.assertIn("app", self.hover(self.rules, 1, 14))
        self.assertIn("size", self.hover(self.conditions, 2, 37))
        self.assertIn("type", self.hover(self.conditions, 1, 3))

    def test_names_lead_to_the_template(self):
        for uri in (self.test, self.inputs, self.rules, self.conditions, self.expected):
            self.open(uri)
        self.assertEqual(self.leads_to(self.test, 0, 10), [(self.template, 12)])
        self.assertEqual(self.leads_to(self.test, 4, 8), [(self.template, 17)])
        self.assertEqual(self.leads_to(self.inputs, 0, 1), [(self.template, 10)])
        self.assertEqual(self.leads_to(self.rules, 1, 14), [(self.template, 2)])
        self.assertEqual(self.leads_to(self.conditions, 2, 37), [(self.template, 10)])

    def test_a_renamed_type_takes_rules_and_conditions_along(self):
        self.open(self.template)
        self.open(self.rules)
        expected = {self.template: [2, 17, 18], self.rules: [1], self.conditions: [1]}
        found = self.renamed(self.template, 2, 3, "web")
        found.pop(self.expected, None)
        self.assertEqual(found, expected)
        found = self.renamed(self.rules, 1, 14, "web")
        found.pop(self.expected, None)
        self.assertEqual(found, expected)

    def test_elements_are_renamed_from_every_file(self):
        for uri in (self.template, self.test, self.expected):
            self.open(uri)
        everywhere = {self.template: [17], self.test: [4], self.expected: [3]}
        self.assertEqual(self.renamed(self.template, 17, 5, "store"), everywhere)
        self.assertEqual(self.renamed(self.test, 4, 8, "store"), everywhere)
        self.assertEqual(self.renamed(self.expected, 3, 6, "store"), everywhere)

    def test_types_are_renamed_from_an_expected_result_that_declares_them(self):
        again = EXPECTED.replace("topology", "node_types:\n  app: {derived_from: tosca.nodes.Root}\n"
                                             "  own: {derived_from: app}\ntopology", 1)
        self.write("tests/one/expected.yaml", again)
        for uri in (self.template, self.expected, self.rules, self.conditions):
            self.open(uri)
        everywhere = {self.template: [2, 17, 18], self.rules: [1], self.conditions: [1],
                      self.expected: [2, 3, 6, 7]}
        for uri, line, column in ((self.template, 2, 3), (self.expected, 2, 3), (self.expected, 3, 23)):
            self.assertEqual(self.renamed(uri, line, column, "web"), everywhere, (uri, line))
        self.assertEqual(self.leads_to(self.expected, 2, 3), [(self.template, 2)])

    def test_inputs_in_conditions_of_other_files_are_renamed(self):
        self.open(self.template)
        found = self.renamed(self.template, 10, 7, "width")
        self.assertEqual(found, {self.template: [10, 14], self.inputs: [0], self.conditions: [2]})

    def test_expressions_in_rules_are_those_of_the_template(self):
        self.rules = self.write("lib/rules.yaml", RULES + "  conditions: {logic_expression: is_large}\n")
        self.open(self.template)
        self.open(self.rules)
        self.assertEqual(self.leads_to(self.rules, 4, 34), [(self.template, 14)])
        expected = {self.template: [14], self.rules: [4]}
        self.assertEqual(self.renamed(self.template, 14, 7, "is_big"), expected)
        self.assertEqual(self.renamed(self.rules, 4, 34, "is_big"), expected)

    def test_what_a_test_lays_over_is_what_the_type_declares(self):
        self.open(self.test)
        found = self.at("references", self.test, 6, 11, context={"includeDeclaration": True})
        self.assertEqual([(p["uri"], p["range"]["start"]["line"]) for p in found],
                         [(self.test, 6), (self.template, 2)])

    def test_names_of_files_lead_to_them(self):
        meta = self.write("TOSCA-Metadata/TOSCA.meta", META)
        self.open(self.test)
        self.open(meta)
        self.assertEqual(self.leads_to(self.test, 7, 12), [(self.expected, 0)])
        self.assertEqual(self.leads_to(meta, 3, 22), [(self.template, 0)])
        self.assertIn("template.yaml", self.offered(meta, 3, 19))

    def test_all_have_an_outline_and_colours(self):
        meta = self.write("TOSCA-Metadata/TOSCA.meta", META)
        config = self.write("config.yaml", "dependencies:\n  - source: ../lib\n    target: lib\n")
        outlines = {self.test: "merge", self.inputs: "size", self.rules: "app", self.conditions: "node_types",
                    meta: "Entry-Definitions", config: "dependencies", self.expected: "topology_template"}
        for uri, name in outlines.items():
            self.open(uri)
            symbols = self.client.request("textDocument/documentSymbol", document(uri))
            self.assertIn(name, [symbol["name"] for symbol in symbols])
            self.assertTrue(self.client.request("textDocument/semanticTokens/full", document(uri))["data"], uri)

    def test_a_stranger_in_a_test_is_told(self):
        self.open(self.test, "author: me\npresets: prod\nexpected: expected.yaml\n")
        self.assertIn((0, "unknown-keyname"), self.problems(self.test))

    def test_names_that_the_template_does_not_have_are_told_until_it_has_them(self):
        self.open(self.conditions, CONDITIONS.replace("variability_input: size", "variability_input: sizes"))
        self.assertEqual(self.problems(self.conditions), {(2, "unknown-variability-input")})
        self.open(self.template)
        self.client.change(TEMPLATE.replace("      size:", "      sizes:"), self.template)
        self.assertEqual(self.problems(self.conditions), set())

    def test_hints_leave_out_tests_that_say_what_a_preset_does(self):
        text = TEMPLATE.replace("      prod:", "      dev: {inputs: {mode: dev}}\n      prod:")
        self.write("tests/same/test.yaml", "presets: [prod]\nexpected: expected.yaml\n")
        self.write("tests/other/test.yaml", "presets: [prod]\nexpected: expected.yaml\n")
        self.write("tests/other/inputs.yaml", "size: large\n")
        self.write("tests/one/test.yaml", "error: none\n")
        self.open(self.template, text)
        hints = self.client.request("textDocument/inlayHint", document(self.template, range=span(0, 0, 99, 0)))
        self.assertIn("dev ✗ prod ✓ test other ✓", [hint["label"] for hint in hints])

    def test_mistakes_are_told(self):
        self.open(self.test, "presets: prd\nexpeted: x\n")
        self.assertEqual(self.problems(self.test), {(0, "unknown-preset"), (1, "unknown-keyname")})
        self.open(self.inputs, "mod: dev\nmode: development\n")
        self.assertLessEqual({(0, "unknown-variability-input")}, self.problems(self.inputs))
        self.open(self.rules, "- technology: ansible\n  componet: app\n")
        self.assertEqual(self.problems(self.rules), {(1, "unknown-keyname")})


if __name__ == "__main__":
    unittest.main()
