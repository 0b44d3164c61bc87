"""Navigation and renaming across the files of a workspace, open ones and others."""
import os
import tempfile
import unittest

from client import CAPABILITIES, ProtocolTest, document, place, span

BASE = """\
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  base.Server:
    derived_from: tosca.nodes.Root
    properties:
      port: {type: integer}
"""
SHOP = """\
tosca_definitions_version: tosca_simple_yaml_1_3
imports:
  - {file: ../types/base.yaml, namespace_prefix: b}
topology_template:
  node_templates:
    server:
      type: b:base.Server
      properties: {port: 80}
"""
RULED = """\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    qualities: rules.yaml
  node_templates:
    server: {type: tosca.nodes.Root}
"""
RULES = """\
- {technology: ansible, component: tosca.nodes.Root}
- {technology: terraform, component: tosca.nodes.Root, weight: heavy}
"""
STRAY = """\
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  base.Server: {derived_from: tosca.nodes.Root}
"""
MODERN = {**CAPABILITIES, "workspace": {
    "workspaceEdit": {"documentChanges": True}, "workspaceFolders": True,
    "textDocumentContent": {}}}


class Files(ProtocolTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = os.path.realpath(folder.name)
        for name, text in (("types/base.yaml", BASE), ("shop/shop.yaml", SHOP),
                           ("ruled/rules.yaml", RULES), ("other/stray.yaml", STRAY), ("other/notes.yaml", "base.Server: 1\n"),
                           (".hidden/shop.yaml", SHOP), ("node_modules/shop.yaml", SHOP)):
            path = os.path.join(self.root, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        os.symlink(os.path.join(self.root, "shop"), os.path.join(self.root, "link"))

    def uri(self, name):
        return f"file://{self.root}/{name}"

    def begin(self, capabilities=None, **params):
        client = self.start(initialized=False)
        params = params or {"workspaceFolders": [{"uri": self.uri("")[:-1], "name": "shop"}]}
        self.capabilities = client.initialize(capabilities or MODERN, **params)["capabilities"]
        return client

    def at(self, client, method, name, position, **more):
        return client.request(f"textDocument/{method}",
                              document(self.uri(name), position=position, **more))

    def places(self, locations):
        return sorted((loc["uri"].replace(self.uri(""), ""), loc["range"]["start"]["line"])
                      for loc in locations)

    def references(self, client, name, position):
        return self.places(self.at(client, "references", name, position,
                                   context={"includeDeclaration": True}))

    def test_settings_of_the_project(self):
        wrong = SHOP.replace("b:base.Server\n", "b:base.Servr\n")
        settings = os.path.join(self.root, "vtosca.yaml")
        with open(settings, "w", encoding="utf-8") as file:
            file.write("diagnosticSeverities: {unknown-type: hint}\nexlude: []\n")
        client = self.begin()
        client.open(wrong, self.uri("shop/shop.yaml"))
        codes = [(d["code"], d["severity"]) for d in client.diagnostics(self.uri("shop/shop.yaml"))]
        self.assertIn(("unknown-type", 4), codes)
        client.change(wrong.replace("Servr\n", "Servr  # vtosca-ignore unknown-type: theirs\n"),
                      self.uri("shop/shop.yaml"))
        codes = [d["code"] for d in client.diagnostics(self.uri("shop/shop.yaml"))]
        self.assertNotIn("unknown-type", codes)
        with open(settings, encoding="utf-8") as file:
            client.open(file.read(), self.uri("vtosca.yaml"))
        mistake, = client.diagnostics(self.uri("vtosca.yaml"))
        self.assertEqual((mistake["code"], mistake["range"]), ("bad-setting", span(1, 0, 1, 6)))

    def test_settings_of_the_project_are_completed_and_explained(self):
        uri = self.uri("vtosca.yaml")
        client = self.begin()

        def labels(text, line, character):
            client.change(text, uri)
            answer = client.request("textDocument/completion", document(uri, position=place(line, character)))
            return [item["label"] for item in answer["items"]]

        def hover(text, line, character):
            client.change(text, uri)
            answer = client.request("textDocument/hover", document(uri, position=place(line, character)))
            return answer and answer["contents"]["value"]

        client.open("", uri)
        names = labels("", 0, 0)
        self.assertTrue({"allInputs", "baseline", "diagnosticSeverities", "exclude", "failOn", "variants"} <= set(names), names)
        self.assertFalse({"explainCommand", "suggestCommand"} & set(names), "these are of the editor's code")
        self.assertNotIn("failOn", labels("failOn: error\n\n", 1, 0))
        self.assertEqual(labels("failOn: \n", 0, 8), ["error", "warning", "information", "never"])
        self.assertEqual(labels("allInputs: \n", 0, 11), ["true", "false"])
        codes = labels("diagnosticSeverities:\n  open\n", 1, 6)
        self.assertIn("open-variability-input", codes)
        self.assertNotIn("failOn", codes)
        self.assertEqual(labels("diagnosticSeverities: {open-variability-input: }\n", 0, 47),
                         ["off", "error", "warning", "information", "hint"])
        self.assertEqual(labels("variants:\n  - \n", 1, 4), ["name", "inputs", "presets"])
        self.assertIn("From which severity on", hover("failOn: error\n", 0, 2))
        self.assertIn("input", hover("diagnosticSeverities:\n  open-variability-input: off\n", 1, 6))
        client.change("failOn: sometimes\nvariants: [{nam: a}]\n", uri)
        found = None
        while found != [("bad-setting", span(0, 8, 0, 17)), ("bad-setting", span(1, 11, 1, 19))]:
            found = [(d["code"], d["range"]) for d in client.diagnostics(uri)]

    def test_a_mistake_in_a_file_that_the_template_names(self):
        client = self.begin()
        client.open(RULED, self.uri("ruled/shop.yaml"))
        mistake, = [d for d in client.diagnostics(self.uri("ruled/shop.yaml"))
                    if d["code"] == "bad-technology-rule"]
        self.assertEqual(mistake["range"], span(3, 15, 3, 25))
        related, = mistake["relatedInformation"]
        self.assertEqual(related["location"], {"uri": self.uri("ruled/rules.yaml"),
                                               "range": span(1, 63, 1, 68)})

    def test_a_mistake_in_an_open_file_that_the_template_names(self):
        client = self.begin()
        template, rules = self.uri("ruled/shop.yaml"), self.uri("ruled/rules.yaml")

        def wait_for_mistakes(*expected):
            found = None
            while found != list(expected):  # the file and the template are analysed in any order
                mistakes = [d for d in client.diagnostics(rules)
                            if d["code"] == "bad-technology-rule"]
                found = [d["range"] for d in mistakes]
            return mistakes

        client.open(RULED, template)
        client.open(RULES, rules)
        mistake, = wait_for_mistakes(span(1, 63, 1, 68))
        self.assertEqual(mistake["relatedInformation"][0]["location"],
                         {"uri": template, "range": span(3, 15, 3, 25)})
        client.change("# one more line\n" + RULES, rules)
        wait_for_mistakes(span(2, 63, 2, 68))
        client.change(RULES.replace("heavy", "2"), rules)
        wait_for_mistakes()
        client.change(RULES, rules)
        wait_for_mistakes(span(1, 63, 1, 68))
        client.notify("textDocument/didClose", document(template))
        wait_for_mistakes()

    def test_a_mistake_in_a_file_that_two_templates_name(self):
        client = self.begin()
        first, second = self.uri("ruled/shop.yaml"), self.uri("ruled/other.yaml")
        rules = self.uri("ruled/rules.yaml")

        def mistakes():
            return [d for d in client.diagnostics(rules) if d["code"] == "bad-technology-rule"]

        client.open(RULES, rules)
        client.open(RULED, first)
        while len(mistakes()) != 1:
            pass
        client.open(RULED, second)
        self.assertEqual(len(mistakes()), 1)  # told again, as the second one says it, too
        client.change("# one more line\n" + RULES, rules)
        found = []
        while [d["range"] for d in found] != [span(2, 63, 2, 68)]:
            found = mistakes()
        named = found[0]["relatedInformation"][0]["location"]["uri"]
        client.notify("textDocument/didClose", document(named))
        found = []
        while not found or found[0]["relatedInformation"][0]["location"]["uri"] == named:
            found = mistakes()
            self.assertLessEqual(len(found), 1)

    def test_definition_in_an_imported_file(self):
        client = self.begin()
        client.open(SHOP, self.uri("shop/shop.yaml"))
        link, = self.at(client, "definition", "shop/shop.yaml", place(6, 15))
        self.assertEqual(link["targetUri"], self.uri("types/base.yaml"))
        self.assertEqual(link["targetSelectionRange"], span(2, 2, 2, 13))
        self.assertEqual(link["originSelectionRange"], span(6, 14, 6, 25))

    def test_definition_in_an_imported_file_that_is_open(self):
        client = self.begin()
        client.open(SHOP, self.uri("shop/shop.yaml"))
        client.open("# one more line\n" + BASE, self.uri("types/base.yaml"))
        link, = self.at(client, "definition", "shop/shop.yaml", place(6, 15))
        self.assertEqual(link["targetSelectionRange"], span(3, 2, 3, 13))

    def test_definition_of_an_import_is_its_file(self):
        client = self.begin()
        client.open(SHOP, self.uri("shop/shop.yaml"))
        link, = self.at(client, "definition", "shop/shop.yaml", place(2, 12))
        self.assertEqual(link["targetUri"], self.uri("types/base.yaml"))
        self.assertEqual(link["targetSelectionRange"], span(0, 0, 0, 0))
        self.assertEqual(link["originSelectionRange"], span(2, 11, 2, 29))
        link, = self.at(client, "definition", "shop/shop.yaml", place(6, 12))
        self.assertEqual(link["targetUri"], self.uri("shop/shop.yaml"))
        self.assertEqual(link["targetSelectionRange"], span(2, 49, 2, 50))
        self.assertEqual(link["originSelectionRange"], span(6, 12, 6, 13))

    def test_types_of_the_language_are_documents_of_the_server(self):
        client = self.begin()
        client.open(BASE, self.uri("types/base.yaml"))
        link, = self.at(client, "definition", "types/base.yaml", place(3, 20))
        text = client.request("workspace/textDocumentContent", {"uri": link["targetUri"]})["text"]
        start = link["targetSelectionRange"]["start"]
        self.assertEqual(text.split("\n")[start["line"]][start["character"]:],
                         "tosca.nodes.Root:")
        scheme = link["targetUri"].split(":")[0]
        self.assertIn(scheme, self.capabilities["workspace"]["textDocumentContent"]["schemes"])

    def test_types_of_the_language_for_clients_that_cannot_show_them(self):
        client = self.begin(capabilities=CAPABILITIES)
        client.open(BASE, self.uri("types/base.yaml"))
        self.assertIsNone(self.at(client, "definition", "types/base.yaml", place(3, 20)))

    def test_references_in_all_files_that_mean_it(self):
        client = self.begin()
        client.open(BASE, self.uri("types/base.yaml"))
        self.assertEqual(self.references(client, "types/base.yaml", place(2, 4)),
                         [("shop/shop.yaml", 6), ("types/base.yaml", 2)])
        self.assertEqual(self.references(client, "types/base.yaml", place(5, 7)),
                         [("shop/shop.yaml", 7), ("types/base.yaml", 5)])

    def test_open_files_count_as_they_are_in_the_editor(self):
        client = self.begin()
        client.open(BASE, self.uri("types/base.yaml"))
        client.open(SHOP.replace("    server:", "    first: {type: b:base.Server}\n    server:"),
                    self.uri("shop/shop.yaml"))
        self.assertEqual(self.references(client, "types/base.yaml", place(2, 4)),
                         [("shop/shop.yaml", 5), ("shop/shop.yaml", 7), ("types/base.yaml", 2)])

    def test_folders_come_and_go(self):
        client = self.begin(workspaceFolders=[])
        client.open(BASE, self.uri("types/base.yaml"))
        alone = [("types/base.yaml", 2)]
        folder = {"uri": self.uri("shop"), "name": "shop"}
        self.assertEqual(self.references(client, "types/base.yaml", place(2, 4)), alone)
        client.notify("workspace/didChangeWorkspaceFolders",
                      {"event": {"added": [folder], "removed": []}})
        self.assertEqual(self.references(client, "types/base.yaml", place(2, 4)),
                         [("shop/shop.yaml", 6)] + alone)
        client.notify("workspace/didChangeWorkspaceFolders",
                      {"event": {"added": [], "removed": [folder]}})
        self.assertEqual(self.references(client, "types/base.yaml", place(2, 4)), alone)

    def test_a_root_is_a_folder(self):
        client = self.begin(rootUri=self.uri("")[:-1])
        client.open(BASE, self.uri("types/base.yaml"))
        self.assertEqual(len(self.references(client, "types/base.yaml", place(2, 4))), 2)

    def test_rename_in_all_files(self):
        client = self.begin()
        client.open(SHOP, self.uri("shop/shop.yaml"), version=7)
        edit = self.at(client, "rename", "shop/shop.yaml", place(6, 15), newName="server")
        changes = {change["textDocument"]["uri"]: change for change in edit["documentChanges"]}
        self.assertEqual(set(changes), {self.uri("shop/shop.yaml"), self.uri("types/base.yaml")})
        own, other = changes[self.uri("shop/shop.yaml")], changes[self.uri("types/base.yaml")]
        self.assertEqual(own["textDocument"]["version"], 7)
        self.assertIsNone(other["textDocument"]["version"])
        self.assertEqual(own["edits"], [{"range": span(6, 14, 6, 25), "newText": "server"}])
        self.assertEqual(other["edits"], [{"range": span(2, 2, 2, 13), "newText": "server"}])

    def test_rename_for_clients_without_versions(self):
        client = self.begin(capabilities=CAPABILITIES)
        client.open(SHOP, self.uri("shop/shop.yaml"))
        edit = self.at(client, "rename", "shop/shop.yaml", place(7, 21), newName="number")
        self.assertEqual(set(edit["changes"]),
                         {self.uri("shop/shop.yaml"), self.uri("types/base.yaml")})

    def test_tests_beside_a_template_follow(self):
        text = """\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      mode: {type: string}
    presets:
      dev: {inputs: {mode: dev}}
      small: {}
"""
        for name, content in (("shop/service-template.yaml", text),
                              ("shop/tests/first/inputs.yaml", "# comment\nmode: prod\nmore: 1\n"),
                              ("shop/tests/first/test.yaml", "presets: [small, dev]\n"),
                              ("shop/tests/other/test.yaml", "presets: dev\ninputs: own.yaml\n"),
                              ("shop/tests/other/own.yaml", "{other: 1, mode: 2}\n"),
                              ("shop/tests/other/inputs.yaml", "mode: 3\n")):
            path = os.path.join(self.root, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(content)
        client = self.begin()
        name = "shop/service-template.yaml"
        client.open(text, self.uri(name))
        self.assertEqual(self.references(client, name, place(4, 7)), [
            (name, 4), (name, 6), ("shop/tests/first/inputs.yaml", 1),
            ("shop/tests/other/own.yaml", 0)])
        edit = self.at(client, "rename", name, place(6, 7), newName="local")
        self.assertEqual({change["textDocument"]["uri"].replace(self.uri(""), ""):
                          [e["range"] for e in change["edits"]]
                          for change in edit["documentChanges"]}, {
            name: [span(6, 6, 6, 9)], "shop/tests/first/test.yaml": [span(0, 17, 0, 20)],
            "shop/tests/other/test.yaml": [span(0, 9, 0, 12)]})

    def test_a_name_has_no_prefix(self):
        client = self.begin()
        client.open(SHOP, self.uri("shop/shop.yaml"))
        answer = client.answer(client.ask("textDocument/rename", document(
            self.uri("shop/shop.yaml"), position=place(6, 15), newName="c:server")))
        self.assertIn("colon", answer["error"]["message"])

    def items(self, client, method, item):
        return {i["name"]: i for i in client.request(f"typeHierarchy/{method}", {"item": item})}

    def test_types_above_and_below(self):
        client = self.begin()
        client.open(SHOP, self.uri("shop/shop.yaml"))
        item, = self.at(client, "prepareTypeHierarchy", "shop/shop.yaml", place(6, 15))
        self.assertEqual(item["uri"], self.uri("types/base.yaml"))
        self.assertEqual(item["selectionRange"], span(2, 2, 2, 13))
        root = self.items(client, "supertypes", item)["tosca.nodes.Root"]
        self.assertTrue(root["uri"].startswith("vtosca-types://normative/"))
        below = client.request("typeHierarchy/subtypes", {"item": root})
        self.assertIn(item["data"], [other["data"] for other in below])
        self.assertIn("tosca.nodes.Database", [other["name"] for other in below])
        self.assertEqual(self.items(client, "supertypes", root), {})
        self.assertIsNone(self.at(client, "prepareTypeHierarchy", "shop/shop.yaml", place(0, 3)))

    def test_a_type_that_is_gone_has_no_hierarchy(self):
        client = self.begin()
        client.open(SHOP, self.uri("shop/shop.yaml"))
        item, = self.at(client, "prepareTypeHierarchy", "shop/shop.yaml", place(6, 15))
        client.open("tosca_definitions_version: tosca_simple_yaml_1_3\n",
                    self.uri("types/base.yaml"))
        self.assertIsNone(client.request("typeHierarchy/supertypes", {"item": item}))
        for data in ({}, {"uri": self.uri("shop/shop.yaml")},
                     {**item["data"], "kind": 99}, {**item["data"], "name": 1}):
            self.assertIsNone(client.request("typeHierarchy/subtypes",
                                             {"item": {**item, "uri": item["data"]["uri"],
                                                       "data": data}}))

    def test_workspace_symbols_are_those_of_all_files(self):
        client = self.begin()
        client.open(BASE, self.uri("types/base.yaml"))
        found = client.request("workspace/symbol", {"query": "server"})
        self.assertEqual(sorted((symbol["name"], symbol["location"]["uri"].replace(
            self.uri(""), "")) for symbol in found), [
                ("base.Server", "other/stray.yaml"), ("base.Server", "types/base.yaml"),
                ("server", "shop/shop.yaml")])

    def test_symbols_in_parts_with_progress(self):
        client = self.begin()
        result = client.request("workspace/symbol", {
            "query": "server", "partialResultToken": "parts", "workDoneToken": "work"})
        self.assertEqual(result, [])
        told = [message["params"] for message in client.received()
                if message.get("method") == "$/progress"]
        self.assertEqual([len(p["value"]) for p in told if p["token"] == "parts"], [1, 1, 1])
        self.assertEqual([p["value"]["kind"] for p in told if p["token"] == "work"],
                         ["begin", "end"])


if __name__ == "__main__":
    unittest.main()
