"""Variability tests in the editor: run, failing expectations, recording."""
import pathlib
import tempfile
import unittest

from client import CAPABILITIES, INVALID_PARAMS, ProtocolTest, document, place, span

REQUEST_FAILED = -32803

TEMPLATE = """\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      mode: {type: string, default: dev}
    presets:
      prod: {inputs: {mode: prod}}
  node_templates:
    app:
      type: app
      properties:
        - debug:
            value: true
            conditions: {equal: [{variability_input: mode}, dev]}
        - port: {value: 80}
"""

EXPECTED = """\
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    app:
      type: app
      properties:
        port: 80
"""

EDITING = {**CAPABILITIES, "workspace": {
    "applyEdit": True,
    "workspaceEdit": {"documentChanges": True, "resourceOperations": ["create"]}}}


class VariabilityTests(ProtocolTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="vtosca test ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.template = self.write("template.yaml", TEMPLATE)
        self.write("tests/right/test.yaml", "presets: prod\n")
        self.write("tests/right/expected.yaml", EXPECTED)
        self.test = self.write("tests/wrong/test.yaml", "presets: prod\n")
        self.expected = self.write("tests/wrong/expected.yaml", EXPECTED.replace("80", "8080"))

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path.as_uri()

    def opened(self, name="template.yaml", **more):
        client = self.start(**more)
        self.open(client, name)
        return client

    def open(self, client, name):
        path = self.folder / name
        client.open(path.read_text(encoding="utf-8"), path.as_uri())

    def command(self, client, name, *arguments, **more):
        return client.request("workspace/executeCommand", {
            "command": name, "arguments": list(arguments), **more})

    def published(self, client, uri):
        return client.receive(lambda m: m.get("method") == "textDocument/publishDiagnostics"
                              and m["params"]["uri"] == uri)["params"]["diagnostics"]

    def message(self, client):
        return client.receive(
            lambda m: m.get("method") == "window/showMessage")["params"]["message"]

    def lenses(self, client, uri):
        return {(lens["range"]["start"]["line"], lens["command"]["command"]): lens["command"]
                for lens in client.request("textDocument/codeLens", document(uri))
                if "command" in lens}

    def test_all_tests_beside_a_template(self):
        result = self.opened().request("vtosca/runTest", document(self.template))
        self.assertEqual((result["passed"], result["failed"]), (1, 1))
        right, wrong = result["tests"]
        self.assertEqual(right, {"name": "right", "folder": right["folder"], "passed": True,
                                 "failures": []})
        self.assertEqual(wrong["folder"], (self.folder / "tests/wrong").as_uri())
        self.assertEqual(wrong["failures"], [{
            "message": "topology_template.node_templates.app.properties.port: "
                       "expected 8080, got 80",
            "location": {"uri": self.expected, "range": span(6, 14, 6, 18)}}])

    def test_references_in_expected_results_are_counted_by_themselves(self):
        types = "node_types:\n  app: {derived_from: tosca.nodes.Root}\n"
        self.write("template.yaml", TEMPLATE.replace("topology_template:", types + "topology_template:", 1))
        client = self.start(initialized=False)
        client.initialize(rootUri=self.folder.as_uri())
        self.open(client, "template.yaml")
        titles = [client.request("codeLens/resolve", lens)["command"]["title"]
                  for lens in client.request("textDocument/codeLens", document(self.template)) if "command" not in lens]
        self.assertIn("1 reference, 2 in expected results", titles)  # of the type "app"
        self.assertIn("2 references", titles)  # of the input "mode"

    def test_one_test_by_its_name_or_file(self):
        client = self.opened()
        for params in (document(self.template, test="wrong"), document(self.test),
                       document(self.expected)):
            result = client.request("vtosca/runTest", params)
            self.assertEqual([t["name"] for t in result["tests"]], ["wrong"])
        for params in ({}, document(self.template, test="none"),
                       document((self.folder / "other.yaml").as_uri(), test="right")):
            self.assertEqual(client.error("vtosca/runTest", params), INVALID_PARAMS)

    def test_failing_expectations_are_diagnostics(self):
        client = self.opened()
        client.request("vtosca/runTest", document(self.template))
        self.assertEqual(self.published(client, self.expected)[0]["code"], "failed-expectation")
        self.assertEqual(self.published(client, self.test), [])

    def test_a_template_that_cannot_be_resolved(self):
        self.write("tests/wrong/test.yaml", "presets: nobody\n")
        client = self.opened()
        failures = client.request("vtosca/runTest", document(self.test))["tests"][0]["failures"]
        self.assertEqual([f["message"] for f in failures],
                         ['error: Did not find variability preset "nobody"'])

    def test_an_expected_error(self):
        self.write("tests/wrong/test.yaml", "presets: prod\nerror: Nothing fits\n")
        client = self.opened()
        failures = client.request("vtosca/runTest", document(self.test))["tests"][0]["failures"]
        self.assertEqual(failures[0]["location"], {"uri": self.test, "range": span(1, 7, 1, 19)})

    def test_the_text_in_the_editor_counts(self):
        client = self.opened()
        client.change(TEMPLATE.replace("80", "8080"), self.template)
        self.assertEqual(client.request("vtosca/runTest", document(self.expected))["failed"], 0)

    def test_an_open_expectation_follows_the_template(self):
        client = self.opened()
        self.open(client, "tests/wrong/expected.yaml")
        self.assertEqual([d["range"] for d in client.diagnostics(self.expected)],
                         [span(6, 14, 6, 18)])
        client.change(TEMPLATE.replace("80", "8080"), self.template)
        self.assertEqual(client.diagnostics(self.expected), [])

    def test_files_of_tests_are_no_templates(self):
        client = self.opened("tests/wrong/test.yaml")
        self.assertEqual(client.diagnostics(self.test), [])
        client.change("presets: [\n", self.test)
        self.assertEqual([d["code"] for d in client.diagnostics(self.test)], ["yaml-syntax"])

    def test_it_is_run_again_when_a_file_is_saved(self):
        client = self.opened()
        client.request("vtosca/runTest", document(self.expected))
        self.assertEqual(len(self.published(client, self.expected)), 1)
        client.change(TEMPLATE.replace("80", "8080"), self.template)
        client.notify("textDocument/didSave", document(self.template))
        self.assertEqual(self.published(client, self.expected), [])

    def test_it_is_run_again_when_a_file_changes_on_disk(self):
        client = self.opened()
        client.request("vtosca/runTest", document(self.expected))
        self.assertEqual(len(self.published(client, self.expected)), 1)
        self.write("tests/wrong/expected.yaml", EXPECTED)
        client.notify("workspace/didChangeWatchedFiles",
                      {"changes": [{"uri": self.expected, "type": 2}]})
        self.assertEqual(self.published(client, self.expected), [])

    def test_what_a_deleted_test_said_is_taken_back(self):
        client = self.opened()
        client.request("vtosca/runTest", document(self.expected))
        self.assertEqual(len(self.published(client, self.expected)), 1)
        for name in ("test.yaml", "expected.yaml"):
            (self.folder / "tests/wrong" / name).unlink()
        client.notify("workspace/didChangeWatchedFiles",
                      {"changes": [{"uri": self.expected, "type": 3}]})
        self.assertEqual(self.published(client, self.expected), [])

    def test_the_command_shows_a_message(self):
        client = self.opened()
        self.assertEqual(self.command(client, "vtosca.runTest", self.template)["failed"], 1)
        self.assertIn('the first one is "wrong"', self.message(client))
        self.command(client, "vtosca.runTest", self.template, "right")
        self.assertEqual(self.message(client), 'Variability test "right" passed')

    def test_progress(self):
        client = self.opened()
        self.command(client, "vtosca.runTest", self.template, workDoneToken="t")
        kinds = [client.receive(lambda m: m.get("method") == "$/progress")["params"]["value"]["kind"]
                 for _ in range(3)]
        self.assertEqual(kinds, ["begin", "report", "end"])

    def at(self, client, method, uri, position, **more):
        return client.request("textDocument/" + method, document(uri, position=position, **more))

    def test_a_preset_in_a_test_leads_to_the_template(self):
        self.write("tests/right/test.yaml", "presets: [nobody, 'prod']\n")
        client = self.opened("tests/right/test.yaml")
        uri = (self.folder / "tests/right/test.yaml").as_uri()
        link, = self.at(client, "definition", uri, place(0, 20))
        self.assertEqual(link["targetUri"], self.template)
        self.assertEqual(link["targetSelectionRange"], span(6, 6, 6, 10))
        self.assertEqual(link["originSelectionRange"], span(0, 19, 0, 23))
        location, = self.at(client, "declaration", uri, place(0, 20))
        self.assertEqual(location, {"uri": self.template, "range": span(6, 6, 6, 10)})
        self.assertIsNone(self.at(client, "definition", uri, place(0, 12)))
        self.assertIsNone(self.at(client, "definition", uri, place(0, 2)))
        found = self.at(client, "references", uri, place(0, 20),
                        context={"includeDeclaration": True})
        self.assertEqual({location["uri"] for location in found}, {self.template, uri, self.test})

    def test_an_input_in_a_test_leads_to_the_template(self):
        inputs = self.write("tests/right/inputs.yaml", "mode: mode\nother: 1\n")
        client = self.opened("tests/right/inputs.yaml")
        link, = self.at(client, "definition", inputs, place(0, 1))
        self.assertEqual(link["targetUri"], self.template)
        self.assertEqual(link["targetSelectionRange"], span(4, 6, 4, 10))
        self.assertIsNone(self.at(client, "definition", inputs, place(0, 8)))
        self.assertIsNone(self.at(client, "definition", inputs, place(1, 2)))

    def renamed(self, client, uri, position, name):
        """Places that renaming changes, by files."""
        edit = self.at(client, "rename", uri, position, newName=name)
        return {uri: [(e["range"]["start"]["line"], e["newText"]) for e in edits]
                for uri, edits in edit["changes"].items()}

    def test_names_are_renamed_from_a_test(self):
        inputs = self.write("tests/right/inputs.yaml", "mode: dev\n")
        client = self.opened("tests/right/inputs.yaml")
        self.assertEqual(self.at(client, "prepareRename", inputs, place(0, 1)),
                         {"range": span(0, 0, 0, 4), "placeholder": "mode"})
        self.assertEqual(self.renamed(client, inputs, place(0, 1), "size"), {
            self.template: [(4, "size"), (6, "size"), (13, "size")], inputs: [(0, "size")]})
        self.open(client, "tests/wrong/test.yaml")
        right = (self.folder / "tests/right/test.yaml").as_uri()
        self.assertEqual(self.renamed(client, self.test, place(0, 10), "live"), {
            self.template: [(6, "live")], right: [(0, "live")], self.test: [(0, "live")]})

    def test_what_is_expected_follows_a_renamed_element(self):
        client = self.opened()
        right = (self.folder / "tests/right/expected.yaml").as_uri()
        self.assertEqual(self.renamed(client, self.template, place(8, 5), "web"), {
            self.template: [(8, "web")], right: [(3, "web")], self.expected: [(3, "web")]})
        self.assertEqual(self.renamed(client, self.template, place(14, 11), "socket"), {
            self.template: [(14, "socket")], right: [(6, "socket")],
            self.expected: [(6, "socket")]})
        found = self.at(client, "references", self.template, place(8, 5),
                        context={"includeDeclaration": False})
        self.assertEqual({location["uri"] for location in found}, {right, self.expected})

    def test_a_name_that_a_test_expects_already(self):
        self.write("tests/right/expected.yaml", EXPECTED + "    web: {type: app}\n")
        client = self.opened()
        answer = client.answer(client.ask("textDocument/rename", document(
            self.template, position=place(8, 5), newName="web")))
        self.assertIn("exists already in a variability test", answer["error"]["message"])

    def test_lenses(self):
        client = self.opened(capabilities=EDITING)
        lens = self.lenses(client, self.template)[2, "vtosca.runTest"]
        self.assertEqual(lens["title"], "run 2 variability tests")
        self.assertEqual(self.command(client, lens["command"], *lens["arguments"])["passed"], 1)
        self.open(client, "tests/wrong/expected.yaml")
        self.assertEqual(set(self.lenses(client, self.expected)),
                         {(0, "vtosca.runTest"), (0, "vtosca.recordExpected")})

    def test_recording(self):
        client = self.opened(capabilities=EDITING)
        self.assertIsNone(self.command(client, "vtosca.recordExpected", self.expected))
        call = client.receive(lambda m: m.get("method") == "workspace/applyEdit")
        change = call["params"]["edit"]["documentChanges"][0]
        self.assertEqual(change["textDocument"]["uri"], self.expected)
        self.assertEqual(change["edits"], [{"range": span(0, 0, 7, 0), "newText": EXPECTED}])
        client.send({"jsonrpc": "2.0", "id": call["id"], "result": {"applied": True}})

    def test_recording_what_was_never_expected(self):
        (self.folder / "tests/wrong/expected.yaml").unlink()
        client = self.opened(capabilities=EDITING)
        self.command(client, "vtosca.recordExpected", self.template, "wrong")
        call = client.receive(lambda m: m.get("method") == "workspace/applyEdit")
        creation, change = call["params"]["edit"]["documentChanges"]
        self.assertEqual(creation, {"kind": "create", "uri": self.expected})
        self.assertEqual(change["edits"], [{"range": span(0, 0, 0, 0), "newText": EXPECTED}])

    def test_recording_an_error(self):
        self.write("tests/wrong/test.yaml", "presets: nobody\nerror: something  # else\n")
        client = self.opened("tests/wrong/test.yaml", capabilities=EDITING)
        self.assertIn((0, "vtosca.recordExpected"), self.lenses(client, self.test))
        self.command(client, "vtosca.recordExpected", self.test)
        call = client.receive(lambda m: m.get("method") == "workspace/applyEdit")
        change, = call["params"]["edit"]["documentChanges"]
        self.assertEqual(change, {
            "textDocument": {"uri": self.test, "version": None},
            "edits": [{"range": span(1, 7, 1, 16),
                       "newText": 'Did not find variability preset "nobody"'}]})
        client.change('presets: nobody\nerror: Did not find variability preset "nobody"\n', self.test)
        self.assertEqual(client.request("vtosca/runTest", document(self.test))["failed"], 0)
        client.change("error: something\n", self.test)
        answer = client.answer(client.ask("workspace/executeCommand", {
            "command": "vtosca.recordExpected", "arguments": [self.test]}))
        self.assertEqual(answer["error"]["message"], "The template can be resolved: without "
                         '"error", the test expects the result')

    def test_recording_where_that_is_impossible(self):
        params = {"command": "vtosca.recordExpected", "arguments": [self.expected]}
        client = self.opened()
        self.assertEqual(client.error("workspace/executeCommand", params), REQUEST_FAILED)
        self.open(client, "tests/wrong/expected.yaml")
        self.assertEqual(set(self.lenses(client, self.expected)), {(0, "vtosca.runTest")})
        client = self.opened(capabilities={"workspace": {"applyEdit": True}})
        params["arguments"] = [self.template]
        self.assertEqual(client.error("workspace/executeCommand", params), INVALID_PARAMS)
        self.write("tests/wrong/test.yaml", "presets: nobody\n")
        params["arguments"] = [self.expected]
        self.assertEqual(client.error("workspace/executeCommand", params), REQUEST_FAILED)
        (self.folder / "tests/right/expected.yaml").unlink()
        params["arguments"] = [self.template, "right"]
        self.assertEqual(client.error("workspace/executeCommand", params), REQUEST_FAILED)


if __name__ == "__main__":
    unittest.main()
