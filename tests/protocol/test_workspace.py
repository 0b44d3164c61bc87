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

class Workspace(ProtocolTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="vtosca test ä ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

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

    def test_folders_instead_of_files(self):
        folder = self.folder.as_uri()
        client = self.start()
        client.open(TEMPLATE, folder)
        client.diagnostics(folder)


if __name__ == "__main__":
    unittest.main()
