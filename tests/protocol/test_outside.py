"""What lies outside the folders that the client has open is read once the user says so."""
import os
import shutil
import tempfile
import unittest

from client import CAPABILITIES, ProtocolTest

TYPES = """\
tosca_definitions_version: tosca_simple_yaml_1_3
imports: [more.yaml]
node_types:
  lib.App: {derived_from: lib.Base}
"""
MORE = """\
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  lib.Base: {derived_from: tosca.nodes.SoftwareComponent}
"""
TEMPLATE = """\
tosca_definitions_version: tosca_simple_yaml_1_3
imports: [../lib/types.yaml]
topology_template:
  node_templates:
    app: {type: lib.App, requirements: [{host: vm}]}
    vm: {type: tosca.nodes.Compute}
"""
ASKING = {**CAPABILITIES, "window": {"showMessage": {"messageActionItem": {}}}}


class Outside(ProtocolTest):
    def setUp(self):
        self.top = os.path.realpath(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.top)
        for name, text in (("lib/types.yaml", TYPES), ("lib/more.yaml", MORE), ("work/main.yaml", TEMPLATE),
                           ("work/other.yaml", TEMPLATE)):
            os.makedirs(os.path.dirname(os.path.join(self.top, name)), exist_ok=True)
            with open(os.path.join(self.top, name), "w", encoding="utf-8") as file:
                file.write(text)

    def uri(self, name):
        return f"file://{self.top}/{name}"

    def client(self, capabilities=ASKING, folder="work", **options):
        client = self.start(initialized=False)
        client.initialize(capabilities, options, **({"rootUri": self.uri(folder)} if folder else {}))
        return client

    def told(self, client, name="work/main.yaml", text=TEMPLATE):
        """The messages of a file that is opened."""
        client.open(text, self.uri(name))
        return [d["message"] for d in client.diagnostics(self.uri(name))]

    def next_told(self, client):
        """By file, of the next publications of both."""
        told = {}
        while len(told) < 2:
            message = client.receive(lambda m: m.get("method") == "textDocument/publishDiagnostics")
            told[message["params"]["uri"]] = message["params"]["diagnostics"]
        return told

    def question(self, client):
        return client.receive(lambda m: m.get("method") == "window/showMessageRequest")

    def answer(self, client, question, title):
        client.send({"jsonrpc": "2.0", "id": question["id"], "result": title and {"title": title}})

    def is_asked(self, client):
        """Whatever has been sent so far, without waiting for a time: the answer comes behind it."""
        client.request("workspace/symbol", {"query": "nothing"})
        return any(m.get("method") == "window/showMessageRequest" for m in client.kept)

    def test_where_no_one_can_be_asked_the_import_says_so(self):
        client = self.client(CAPABILITIES)
        messages = self.told(client)
        self.assertEqual(len(messages), 1, messages)
        self.assertRegex(messages[0], r'^File "\.\./lib/types\.yaml" lies outside the folders .*'
                                      r"vtosca\.importsOutsideWorkspace")
        self.assertFalse(self.is_asked(client))

    def test_the_user_is_asked_once_and_all_is_read(self):
        client = self.client()
        self.assertEqual(len(self.told(client)), 1)
        question = self.question(client)
        self.assertIn(f"{self.top}/lib/types.yaml", question["params"]["message"])
        self.assertEqual(len(self.told(client, "work/other.yaml")), 1)
        self.assertFalse(self.is_asked(client))
        self.answer(client, question, question["params"]["actions"][0]["title"])
        self.assertEqual(self.next_told(client), {self.uri("work/main.yaml"): [], self.uri("work/other.yaml"): []})

    def test_no_and_no_answer_are_kept(self):
        for title in ("Not now", None):
            client = self.client()
            self.told(client)
            self.answer(client, self.question(client), title)
            self.assertEqual(len(self.told(client, "work/other.yaml")), 1)
            self.assertFalse(self.is_asked(client))

    def test_the_setting_decides(self):
        for setting, count in (("always", 0), ("never", 1)):
            client = self.client(importsOutsideWorkspace=setting)
            self.assertEqual(len(self.told(client)), count, setting)
            self.assertFalse(self.is_asked(client))

    def test_a_project_does_not_decide(self):
        with open(os.path.join(self.top, "work/vtosca.yaml"), "w", encoding="utf-8") as file:
            file.write("importsOutsideWorkspace: always\n")
        client = self.client(CAPABILITIES)
        self.assertEqual(len(self.told(client)), 1)
        text = "importsOutsideWorkspace: always\n"
        self.assertIn("There is no setting", self.told(client, "work/vtosca.yaml", text)[0])

    def test_settings_of_a_project_may_stand_above(self):
        with open(os.path.join(self.top, "vtosca.yaml"), "w", encoding="utf-8") as file:
            file.write("diagnosticSeverities: {missing-file: off}\n")
        self.assertEqual(self.told(self.client(CAPABILITIES)), [])

    def test_what_is_open_and_beside_it_is_read(self):
        client = self.client(CAPABILITIES)
        self.assertEqual(self.told(client, "lib/types.yaml", TYPES), [])
        self.assertEqual(self.told(client), [])
        client.close(self.uri("lib/types.yaml"))
        message = client.receive(lambda m: m.get("method") == "textDocument/publishDiagnostics"
                                 and m["params"]["diagnostics"])
        self.assertIn("lies outside", message["params"]["diagnostics"][0]["message"])

    def test_without_a_folder_everything_is_read(self):
        self.assertEqual(self.told(self.client(folder=None)), [])

    def test_names_that_only_begin_alike_lie_outside(self):
        os.rename(os.path.join(self.top, "lib"), os.path.join(self.top, "workshop"))
        messages = self.told(self.client(CAPABILITIES), text=TEMPLATE.replace("lib/types", "workshop/types"))
        self.assertIn("lies outside", messages[0])


if __name__ == "__main__":
    unittest.main()
