"""Diagnostics that the client asks for, and what they look like."""
import unittest
import urllib.request

from client import (CAPABILITIES, CONTENT_MODIFIED, INVALID_PARAMS, URI, ProtocolTest, document)

TWICE = ("tosca_definitions_version: tosca_simple_yaml_1_3\n"
         "description: one\ndescription: two\n")
PULLING = {**CAPABILITIES, "textDocument": {**CAPABILITIES["textDocument"],
                                            "diagnostic": {"dynamicRegistration": True}}}


class Pulled(ProtocolTest):
    def pull(self, client, **more):
        return client.request("textDocument/diagnostic", document(**more))

    def test_the_answer_is_what_would_be_published(self):
        client = self.start()
        client.open(TWICE)
        report = self.pull(client)
        self.assertEqual(report["kind"], "full")
        self.assertEqual(report["items"], client.diagnostics())

    def test_a_known_result_is_not_told_again(self):
        client = self.start()
        client.open(TWICE)
        first = self.pull(client)
        again = self.pull(client, previousResultId=first["resultId"])
        self.assertEqual(again, {"kind": "unchanged", "resultId": first["resultId"]})
        client.change([((2, 16, 2, 16), "!")])  # moves nothing
        self.assertEqual(self.pull(client, previousResultId=first["resultId"])["kind"],
                         "unchanged")
        client.change([((0, 0, 0, 0), "# \n")])
        report = self.pull(client, previousResultId=first["resultId"])
        self.assertEqual(report["kind"], "full")

    def test_who_asks_is_not_told_unasked(self):
        client = self.start(capabilities=PULLING)
        client.open(TWICE)
        self.assertEqual(len(client.diagnostics()), 1)
        self.assertEqual(len(self.pull(client)["items"]), 1)
        published = client.receive(lambda m: m.get("method") == "textDocument/publishDiagnostics")
        self.assertEqual(published["params"]["diagnostics"], [])
        client.change([((0, 0, 0, 0), "# \n")])
        self.assertEqual(len(self.pull(client)["items"]), 1)
        self.assertEqual([m for m in client.received() if "method" in m], [])

    def test_nobody_is_told_what_they_know(self):
        client = self.start()
        client.open(TWICE)
        first = client.diagnostics()
        client.change([((2, 16, 2, 16), "!")])  # moves nothing
        self.pull(client)  # answered when the text is analysed
        self.assertEqual(client.received(), [])
        client.change([((0, 0, 0, 0), "# \n")])
        self.assertEqual([d["range"]["start"]["line"] for d in client.diagnostics()],
                         [d["range"]["start"]["line"] + 1 for d in first])

    def test_what_is_found_very_often_is_counted(self):
        client = self.start()
        node = "    node_%d: {type: tosca.nodes.Root, descripton: a}\n"
        client.open("tosca_definitions_version: tosca_simple_yaml_1_3\n"
                    "topology_template:\n  node_templates:\n" +
                    "".join(node % i for i in range(1500)))

        def messages():
            return [d["message"] for d in client.diagnostics() if d["code"] == "unknown-keyname"]

        self.assertEqual(len(messages()), 101)
        self.assertIn("and 1,400 more of this kind", client.shown[URI][-1]["message"])
        client.change([((1000, 45, 1000, 45), "x")])
        self.assertIn("descrixpton", "".join(messages()))

    def test_a_hundred_of_a_kind_are_told(self):
        for number in (99, 100, 101):
            client = self.start()
            client.open("tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n"
                        + "".join(f"    node_{i}: {{type: tosca.nodes.Root, descripton: a}}\n" for i in range(number)))
            told = [d["message"] for d in client.diagnostics() if d["code"] == "unknown-keyname"]
            self.assertEqual(len(told), min(number, 101), told[-1])
            self.assertEqual("and 1 more of this kind" in told[-1], number == 101, told[-1])

    def test_an_edit_overtakes_the_question(self):
        client = self.start()
        client.open("a: b\n" * 100000)
        question = client.ask("textDocument/diagnostic", document())
        client.change([((0, 0, 0, 0), "#")])
        answer = client.answer(question, timeout=60)
        if "error" in answer:  # else the analysis was faster than the edit
            self.assertEqual(answer["error"]["code"], CONTENT_MODIFIED)

    def test_parts_of_a_large_document_are_looked_at_side_by_side(self):
        node = "    node_%d: {type: %s, conditions: {variability_input: %s}%s}\n"
        nodes = [node % (i, "tosca.nodes.Root", "a", "") for i in range(2000)]
        nodes[700] = node % (700, "tosca.nodes.Roott", "b", ", propertys: {}")
        text = ("tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n"
                "  variability: {inputs: {a: {type: boolean, default: true}}}\n"
                "  node_templates:\n" + "".join(nodes))
        self.assertGreater(len(text), 1 << 16)
        client = self.start()
        for _ in range(3):  # given up while it is looked at
            client.open(text)
            client.change([((3, 0, 3, 0), " ")])
            client.change([((3, 0, 3, 1), "")])
            client.notify("textDocument/didClose", document())
        client.open(text)
        found = [d for d in self.pull(client)["items"] if d["severity"] < 3]
        self.assertEqual({d["range"]["start"]["line"] for d in found}, {704})
        self.assertEqual({d["code"] for d in found},
                         {"unknown-keyname", "unknown-type", "unknown-variability-input"})

    def test_a_document_that_is_not_open(self):
        client = self.start()
        self.assertEqual(client.error("textDocument/diagnostic", document()), INVALID_PARAMS)

    def test_the_workspace(self):
        client = self.start()
        other = "file:///models/other.yaml"
        client.open(TWICE)
        client.open("a: b\n", other)
        client.diagnostics()
        client.diagnostics(other)
        result = client.request("workspace/diagnostic", {"previousResultIds": []})
        counts = {report["uri"]: len(report["items"]) for report in result["items"]}
        self.assertEqual(counts[URI], 1)
        ids = [{"uri": r["uri"], "value": r["resultId"]} for r in result["items"]]
        again = client.request("workspace/diagnostic", {"previousResultIds": ids})
        self.assertEqual({r["kind"] for r in again["items"]}, {"unchanged"})


class OtherFiles(ProtocolTest):
    """YAML that is not meant as TOSCA is none of the server's business."""

    def found(self, text, uri=URI):
        client = self.start()
        client.open(text, uri)
        return client.diagnostics(uri)

    def test_nothing_is_said_about_them(self):
        for text in "", "# nothing yet\n", "- hosts: all\n  tasks: []\n", "services: {a: b\n":
            self.assertEqual(self.found(text), [])

    def test_what_was_meant_as_tosca_is_helped(self):
        for text in ("tosca_definition_version: tosca_2_0\n", "tosca_definitions_version\n",
                     "topology_templates:\n  inputs: {}\n"):
            self.assertNotEqual(self.found(text), [])

    def test_a_file_that_a_template_imports(self):
        client = self.start()
        imported = URI.rsplit("/", 1)[0] + "/imported.yaml"
        client.open("tosca_definitions_version: tosca_2_0\nimports: [imported.yaml]\n")
        client.diagnostics()
        client.open("services: {}\n", imported)
        self.assertEqual([d["code"] for d in client.diagnostics(imported)],
                         ["missing-definitions-version"])


class Content(ProtocolTest):
    def test_a_client_that_knows_little_gets_little(self):
        client = self.start(capabilities={})
        client.open(TWICE)
        first = client.diagnostics()[0]
        self.assertLessEqual(set(first), {"range", "severity", "code", "source", "message"})

    def test_related_places(self):
        client = self.start()
        client.open(TWICE)
        first = client.diagnostics()[0]
        self.assertEqual(first["code"], "duplicate-key")
        self.assertEqual(first["relatedInformation"][0]["location"]["uri"], URI)
        self.assertEqual(first["relatedInformation"][0]["location"]["range"]["start"]["line"], 1)

    def test_a_page_for_each_code(self):
        client = self.start()
        client.open(TWICE)
        page, code = client.diagnostics()[0]["codeDescription"]["href"].split("#")
        self.assertEqual(code, "duplicate-key")
        with urllib.request.urlopen(page) as file:
            self.assertIn("## duplicate-key\n", file.read().decode())


if __name__ == "__main__":
    unittest.main()
