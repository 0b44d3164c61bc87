"""Files beside a document: from other editors' windows, or from disk."""
import pathlib
import tempfile
import unittest

from client import CAPABILITIES, ProtocolTest

TEMPLATE = """\
tosca_definitions_version: tosca_variability_1_0_rc_3
topology_template:
  variability:
    inputs:
      mode: {type: string, default: dev}
  node_templates:
    app:
      type: tosca.nodes.Root
"""

TYPES = """\
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  Shop:
    derived_from: tosca.nodes.Root
    properties:
      port: {type: integer}
"""
USER = """\
tosca_definitions_version: tosca_simple_yaml_1_3
imports:
  - types.yaml
topology_template:
  node_templates:
    shop:
      type: Shop
      properties: {port: 80}
"""
CREATED, CHANGED, DELETED = 1, 2, 3


class Workspace(ProtocolTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="vtosca test ä ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def told_of_part(self, client, method, **params):
        """Whether it is said that only a part of the workspace is looked at."""
        uri = (self.folder / "types.yaml").as_uri()
        answer = client.request(method, {"textDocument": {"uri": uri}, "position": {"line": 2, "character": 3}, **params})
        self.assertTrue(answer)
        return [m["params"]["message"] for m in client.received(0) if m.get("method") == "window/showMessage"]

    def test_of_a_large_workspace_a_part_is_looked_at_which_is_told(self):
        (self.folder / "types.yaml").write_text(TYPES, encoding="utf-8")
        (self.folder / "user.yaml").write_text(USER, encoding="utf-8")
        many = self.folder / "many"
        deep = self.folder / "/".join(f"d{i}" for i in range(16))
        deep.mkdir(parents=True)
        (deep / "deep.yaml").write_text(USER, encoding="utf-8")
        many.mkdir()
        for i in range(4997):
            (many / f"f{i}.yaml").write_text("a: b\n", encoding="utf-8")
        references = {"context": {"includeDeclaration": True}}
        for what, has_more in (("5000 files", False), ("5001 files", True), ("a folder below 16 others", True)):
            if what == "5001 files":
                (many / "one-more.yaml").write_text("a: b\n", encoding="utf-8")
            if what.startswith("a folder"):
                (many / "one-more.yaml").unlink()
                (deep / "e").mkdir()
            with self.subTest(what):
                client = self.start(initialized=False)
                client.initialize(workspaceFolders=[{"uri": self.folder.as_uri(), "name": "large"}])
                client.open(TYPES, (self.folder / "types.yaml").as_uri())
                told = [self.told_of_part(client, "textDocument/references", **references),
                        self.told_of_part(client, "textDocument/references", **references),
                        self.told_of_part(client, "textDocument/rename", newName="Store")]
                # once by what only looks, and by each renaming
                self.assertEqual([len(messages) for messages in told], [1, 0, 1] if has_more else [0, 0, 0], told)
                self.assertEqual(client.shut_down(), 0)

    def test_the_server_registers_for_changes_of_files(self):
        watching = {**CAPABILITIES, "workspace": {
            "didChangeWatchedFiles": {"dynamicRegistration": True}}}
        client = self.start(capabilities=watching)
        call = client.receive(lambda m: m.get("method") == "client/registerCapability")
        self.assertEqual(call["params"]["registrations"][0]["method"],
                         "workspace/didChangeWatchedFiles")
        client.send({"jsonrpc": "2.0", "id": call["id"], "result": None})
        self.assertEqual(client.shut_down(), 0)

    def registration(self, client):
        call = client.receive(lambda m: m.get("method") == "client/registerCapability")
        client.send({"jsonrpc": "2.0", "id": call["id"], "result": None})
        return call["params"]["registrations"][0]

    def test_what_is_watched_follows_folders_and_documents(self):
        watching = {**CAPABILITIES, "workspace": {"didChangeWatchedFiles": {
            "dynamicRegistration": True, "relativePatternSupport": True}}}
        client = self.start(initialized=False)
        client.initialize(watching, workspaceFolders=[{"uri": "file:///models", "name": "models"}])
        first = self.registration(client)
        self.assertEqual([w["globPattern"]["baseUri"] for w in first["registerOptions"]["watchers"]],
                         ["file:///models"])
        client.open(TEMPLATE)  # inside of it
        elsewhere = (self.folder / "template.yaml").as_uri()
        client.open(TEMPLATE, elsewhere)
        call = client.receive(lambda m: m.get("method") == "client/unregisterCapability")
        self.assertEqual(call["params"]["unregisterations"],
                         [{"id": first["id"], "method": "workspace/didChangeWatchedFiles"}])
        patterns = [(w["globPattern"]["baseUri"], w["globPattern"]["pattern"][:2])
                    for w in self.registration(client)["registerOptions"]["watchers"]]
        self.assertEqual(patterns, [("file:///models", "**"), (self.folder.as_uri(), "*."),
                                    (self.folder.as_uri(), "{t")])
        client.notify("workspace/didChangeWorkspaceFolders", {"event": {
            "removed": [{"uri": "file:///models", "name": "models"}],
            "added": [{"uri": self.folder.as_uri(), "name": "here"}]}})
        self.assertIn(self.folder.as_uri(), str(self.registration(client)))
        client.close(elsewhere)
        client.request("vtosca/variants", {"textDocument": {"uri": "file:///models/template.yaml"}})
        self.assertNotIn("client/registerCapability", [m.get("method") for m in client.kept])

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path.as_uri()

    def uri(self, name):
        return (self.folder / name).as_uri()

    def told(self, client, name, kind):
        client.notify("workspace/didChangeWatchedFiles",
                      {"changes": [{"uri": self.uri(name), "type": kind}]})

    def codes(self, client, uri):
        return [d["code"] for d in client.diagnostics(uri)]

    def test_an_edit_of_open_types_reaches_who_imports_them(self):
        client = self.start()
        client.open(TYPES, self.uri("types.yaml"))
        self.assertEqual(self.codes(client, self.uri("types.yaml")), [])
        client.open(USER, self.uri("user.yaml"))
        self.assertEqual(self.codes(client, self.uri("user.yaml")), [])
        client.change(TYPES.replace("integer", "boolean"), self.uri("types.yaml"))
        self.assertEqual(self.codes(client, self.uri("user.yaml")), ["wrong-value"])
        client.change(TYPES.replace("Shop", "Store"), self.uri("types.yaml"))
        self.assertEqual(self.codes(client, self.uri("user.yaml")), ["unknown-type"])
        client.change(TYPES, self.uri("types.yaml"))
        self.assertEqual(self.codes(client, self.uri("user.yaml")), [])

    def test_types_of_an_imported_file_that_is_imported_in_turn(self):
        self.write("types.yaml", USER.split("topology")[0].replace("types", "more"))
        client = self.start()
        client.open(TYPES, self.uri("more.yaml"))
        client.diagnostics(self.uri("more.yaml"))
        client.open(USER, self.uri("user.yaml"))
        self.assertEqual(self.codes(client, self.uri("user.yaml")), [])
        client.change(TYPES.replace("integer", "boolean"), self.uri("more.yaml"))
        self.assertEqual(self.codes(client, self.uri("user.yaml")), ["wrong-value"])

    def test_files_that_come_change_and_go(self):
        client = self.start()
        client.open(USER, self.uri("user.yaml"))
        self.assertEqual(self.codes(client, self.uri("user.yaml")), ["missing-file"])
        self.write("types.yaml", TYPES)
        self.told(client, "types.yaml", CREATED)
        self.assertEqual(self.codes(client, self.uri("user.yaml")), [])
        self.write("types.yaml", TYPES.replace("integer", "boolean"))
        self.told(client, "types.yaml", CHANGED)
        self.assertEqual(self.codes(client, self.uri("user.yaml")), ["wrong-value"])
        (self.folder / "types.yaml").unlink()
        self.told(client, "types.yaml", DELETED)
        self.assertEqual(self.codes(client, self.uri("user.yaml")), ["missing-file"])

    def test_a_closed_file_counts_as_it_is_on_disk(self):
        self.write("types.yaml", TYPES)
        client = self.start()
        client.open(USER, self.uri("user.yaml"))
        self.assertEqual(self.codes(client, self.uri("user.yaml")), [])
        client.open(TYPES.replace("integer", "boolean"), self.uri("types.yaml"))
        self.assertEqual(self.codes(client, self.uri("user.yaml")), ["wrong-value"])
        client.close(self.uri("types.yaml"))
        self.assertEqual(self.codes(client, self.uri("user.yaml")), [])

    def test_files_that_import_each_other(self):
        self.write("types.yaml", TYPES + "imports: [user.yaml]\n")
        client = self.start()
        client.open(USER, self.uri("user.yaml"))
        found = client.diagnostics(self.uri("user.yaml"))
        self.assertEqual([(d["code"], d["severity"]) for d in found], [("cyclic-import", 3)])
        self.assertIn("user.yaml → types.yaml → user.yaml", found[0]["message"])

    def test_paths_from_the_root_of_an_unpacked_archive(self):
        self.write("TOSCA-Metadata/TOSCA.meta", "CSAR-Version: 1.1\n")
        self.write("lib/types.yaml", TYPES)
        self.write("TOSCA.meta.d/lib/types.yaml", "")
        client = self.start()
        uri = self.uri("definitions/shop/user.yaml")
        client.open(USER.replace("types.yaml", "/lib/types.yaml"), uri)
        self.assertEqual(self.codes(client, uri), [])
        links = client.request("textDocument/documentLink", {"textDocument": {"uri": uri}})
        self.assertEqual([link["target"] for link in links], [self.uri("lib/types.yaml")])

    def test_rules_and_tests_that_change(self):
        """Files that no import names count, too, though the text is what it was."""
        template = """\
tosca_definitions_version: tosca_variability_1_0_rc_3
topology_template:
  variability:
    inputs:
      mode: {type: string, default: dev}
    options: {technology_required: true}
  node_templates:
    app:
      type: mine
"""
        client = self.start()
        client.open(template, self.uri("template.yaml"))
        before = self.codes(client, self.uri("template.yaml"))
        self.write("lib/types.yaml", TYPES.replace("Shop", "mine"))
        self.told(client, "lib/types.yaml", CREATED)
        after = self.codes(client, self.uri("template.yaml"))
        self.assertNotEqual(before, after)

    def test_folders_instead_of_files(self):
        folder = self.folder.as_uri()
        client = self.start()
        client.open(TEMPLATE, folder)
        client.diagnostics(folder)


if __name__ == "__main__":
    unittest.main()
