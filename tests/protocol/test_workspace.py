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

    def test_folders_instead_of_files(self):
        folder = self.folder.as_uri()
        client = self.start()
        client.open(TEMPLATE, folder)
        client.diagnostics(folder)


if __name__ == "__main__":
    unittest.main()
