"""Variants in the editor: the active one, presence, and the server's own requests."""
import unittest

from client import CAPABILITIES, INVALID_PARAMS, URI, ProtocolTest, document, place

TEMPLATE = """\
tosca_definitions_version: tosca_variability_1_0_rc_3
node_types:
  any: {derived_from: tosca.nodes.Root}
topology_template:
  variability:
    options: {required_technology_constraint: false}
    inputs:
      mode:
        type: string
        default: dev
    presets:
      dev:
        inputs: {mode: dev}
      prod:
        inputs: {mode: prod}
  node_templates:
    app:
      type: any
    debugger:
      type: any
      conditions: {equal: [{variability_input: mode}, dev]}
    replica:
      type: any
      conditions: {equal: [{variability_input: mode}, prod]}
"""

TYPED = """\
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  server:
    derived_from: tosca.nodes.Root
    properties:
      size: {type: integer}
topology_template:
  node_templates:
    app:
      type: server
      properties: {sice: 1}
"""

SHOWING = {**CAPABILITIES, "workspace": {"textDocumentContent": {}},
           "window": {"showDocument": {"support": True}}}


class Variants(ProtocolTest):
    def faded(self, client, **of):
        return [d["range"]["start"]["line"] for d in client.diagnostics(**of)
                if 1 in d.get("tags", [])]

    def next_faded(self, client):
        """Of the next publication, whatever its version."""
        message = client.receive(lambda m: m.get("method") == "textDocument/publishDiagnostics")
        return [d["range"]["start"]["line"] for d in message["params"]["diagnostics"]
                if 1 in d.get("tags", [])]

    def test_the_first_preset_is_active(self):
        client = self.start()
        client.open(TEMPLATE)
        self.assertEqual(self.faded(client), [21])
        self.assertEqual(client.request("vtosca/variants", document())["active"], "dev")

    def test_the_client_chooses_another_one(self):
        client = self.start(options={"activeVariant": "prod"})
        client.open(TEMPLATE)
        self.assertEqual(self.faded(client), [18])

    def test_options_may_be_named_after_the_server(self):
        client = self.start(options={"vtosca": {"activeVariant": "prod"}})
        client.open(TEMPLATE)
        self.assertEqual(self.faded(client), [18])

    def test_the_client_wants_none(self):
        client = self.start(options={"activeVariant": ""})
        client.open(TEMPLATE)
        self.assertEqual(self.faded(client), [])
        self.assertIsNone(client.request("vtosca/variants", document())["active"])

    def test_the_configuration_changes(self):
        client = self.start()
        client.open(TEMPLATE)
        self.assertEqual(self.faded(client), [21])
        client.notify("workspace/didChangeConfiguration",
                      {"settings": {"vtosca": {"activeVariant": "prod"}}})
        self.assertEqual(self.next_faded(client), [18])
        client.notify("workspace/didChangeConfiguration", {"settings": None})
        client.notify("workspace/didChangeConfiguration", {"settings": {"vtosca": {}}})
        self.assertEqual(self.next_faded(client), [21])

    def test_the_server_asks_for_the_configuration(self):
        client = self.start(initialized=False)
        client.initialize({**CAPABILITIES, "workspace": {"configuration": True}})
        question = client.receive(lambda m: m.get("method") == "workspace/configuration")
        self.assertEqual(question["params"], {"items": [{"section": "vtosca"}]})
        client.send({"jsonrpc": "2.0", "id": question["id"],
                     "result": [{"activeVariant": "prod"}]})
        client.open(TEMPLATE)
        self.assertEqual(self.faded(client), [18])
        client.notify("workspace/didChangeConfiguration", {"settings": None})
        question = client.receive(lambda m: m.get("method") == "workspace/configuration")
        client.send({"jsonrpc": "2.0", "id": question["id"],
                     "error": {"code": -32603, "message": "no"}})
        client.change([((0, 0, 0, 0), "# \n")])
        self.assertEqual(self.faded(client), [19])

    def test_settings_of_a_folder(self):
        client = self.start(initialized=False)
        client.initialize({**CAPABILITIES, "workspace": {"configuration": True}})
        client.open(TEMPLATE)
        client.open(TEMPLATE, "file:///other/template.yaml")
        for _ in range(3):
            call = client.receive(lambda m: m.get("method") == "workspace/configuration")
            scope = call["params"]["items"][0].get("scopeUri")
            client.send({"jsonrpc": "2.0", "id": call["id"], "result": [
                {"activeVariant": "prod"} if scope == URI else {}]})
        active = None
        while active != "prod":  # the configuration arrives some time
            active = client.request("vtosca/variants", document())["active"]
        other = client.request("vtosca/variants", document("file:///other/template.yaml"))
        self.assertEqual(other["active"], "dev")

    def test_severities(self):
        client = self.start(options={"diagnosticSeverities": {
            "missing-property": "off", "unknown-property": "hint", "absent-element": "nonsense"}})
        client.open(TYPED)
        self.assertEqual({d["code"]: d["severity"] for d in client.diagnostics()},
                         {"unknown-property": 4})

    def test_a_command_chooses_for_a_document_or_for_all(self):
        client = self.start()
        client.open(TEMPLATE)
        self.assertEqual(self.faded(client), [21])
        for arguments, lines in (([URI, "prod"], [18]), ([URI, ""], []), ([URI, None], [21]),
                                 (["prod"], [18])):
            self.assertIsNone(client.request("workspace/executeCommand", {
                "command": "vtosca.setActiveVariant", "arguments": arguments}))
            self.assertEqual(self.next_faded(client), lines)

    def test_commands_that_make_no_sense(self):
        client = self.start()
        for params in ({}, {"command": "no.command"}, {"command": "vtosca.setActiveVariant"},
                       {"command": "vtosca.setActiveVariant", "arguments": [3]},
                       {"command": "vtosca.setActiveVariant", "arguments": [URI, "dev"]}):
            self.assertEqual(client.error("workspace/executeCommand", params), INVALID_PARAMS)

    def test_variants_of_the_user(self):
        client = self.start(options={"activeVariant": "mine", "variants": [
            {"name": "mine", "presets": ["dev"], "inputs": {"mode": "prod"}}]})
        client.open(TEMPLATE)
        self.assertEqual(self.faded(client), [18])
        variants = client.request("vtosca/variants", document())["variants"]
        self.assertIn(("mine", "settings"), [(v["name"], v["origin"]) for v in variants])

    def test_types_have_no_variants(self):
        client = self.start()
        client.open(TYPED[:TYPED.index("topology_template")])
        self.assertEqual(client.request("vtosca/variants", document())["variants"], [])
        client.change(TYPED)
        self.assertEqual([v["name"] for v in client.request("vtosca/variants", document())["variants"]],
                         ["defaults"])

    def test_presence(self):
        client = self.start()
        client.open(TEMPLATE)
        table = client.request("vtosca/presence", document())
        self.assertEqual(table["version"], 1)
        self.assertIn({"name": "prod", "status": "resolved"}, table["variants"])
        replica = next(e for e in table["elements"] if e["id"] == "node.replica")
        self.assertEqual(replica["display"], 'Node "replica"')
        self.assertEqual(replica["presence"]["dev"], "absent")
        self.assertEqual(replica["presence"]["prod"], "present")
        self.assertEqual(replica["name"], "replica")
        self.assertEqual(replica["range"]["start"], place(21, 4))

    def kept(self, client, **filters):
        elements = client.request("vtosca/presence", document(**filters))["elements"]
        return [e["id"] for e in elements if e["kind"] in ("node", "relation")]

    def test_presence_that_is_asked_for(self):
        client = self.start()
        client.open(TEMPLATE + "      requirements: [{peer: {node: debugger, conditions: false}}]\n")
        everything = ["node.app", "node.debugger", "node.replica", "relation.peer@0.node.replica"]
        self.assertEqual(self.kept(client), everything)
        said = {e["name"]: e["summary"] for e in client.request("vtosca/presence", document())["elements"]}
        self.assertEqual(said["app"], "")
        self.assertEqual(said["replica"], "in prod")
        self.assertEqual(said["peer → debugger"], "in no variant")

    def test_presence_in_parts(self):
        """What holds nothing that is asked for is left out, and every part is one of the whole."""
        client = self.start()
        client.open(TEMPLATE + "      requirements: [{peer: {node: debugger, conditions: false}}]\n")
        whole = client.request("vtosca/presence", document())
        ids = [e["id"] for e in whole["elements"]]
        self.assertEqual(ids[0], "node.app")  # nodes come first
        self.assertEqual(sum(k["count"] for k in whole["kinds"]), len(ids))
        self.assertEqual([k["kind"] for k in whole["kinds"]][:2], ["node", "relation"])
        parts = [client.request("vtosca/presence", document(offset=i, limit=2)) for i in range(0, len(ids), 2)]
        self.assertEqual([e["id"] for part in parts for e in part["elements"]], ids)
        self.assertEqual(parts[0]["kinds"], whole["kinds"])
        top = client.request("vtosca/presence", document(container=""))["elements"]
        self.assertTrue(top and all("container" not in e for e in top))
        replica = next(e for e in top if e["id"] == "node.replica")
        held = client.request("vtosca/presence", document(container="node.replica"))["elements"]
        self.assertTrue(held and all(e["container"] == "node.replica" for e in held))
        self.assertGreaterEqual(replica["children"], len(held))
        absent = client.request("vtosca/presence", document(container="", filter="absent", variant="prod"))
        self.assertEqual([e["id"] for e in absent["elements"]], ["node.debugger", "node.replica"])
        flat = client.request("vtosca/presence", document(flat=True, filter="absent", variant="prod"))["elements"]
        self.assertTrue(flat and all(e["presence"]["prod"] == "absent" for e in flat))
        found = client.request("vtosca/presence", document(search="REPLI", kinds=["node"]))["elements"]
        self.assertEqual([e["id"] for e in found], ["node.replica"])
        at = client.request("vtosca/presence", document(at=place(22, 0), limit=0))
        self.assertEqual(at["elements"], [])
        self.assertIn("replica", ids[at["position"]])
        self.assertEqual(client.error("vtosca/presence", document(container="node.none")), INVALID_PARAMS)

    def test_only_what_is_written_is_listed(self):
        """A property that an alternative leaves undefined is nobody's text."""
        client = self.start()
        client.open(TEMPLATE.replace("    app:\n      type: any\n", "    app:\n      type: any\n"
                    "      properties: [{size: {value: 1, conditions: {equal: [{variability_input: mode}, dev]}}}]\n"))
        for element in client.request("vtosca/presence", document())["elements"]:
            self.assertNotEqual(element["range"]["start"], element["range"]["end"], element["id"])

    def test_absent_elements_as_data(self):
        client = self.start(options={"fadesAbsent": True})
        client.open(TEMPLATE)
        answer = client.request("vtosca/absent", document())
        self.assertEqual((answer["version"], answer["active"]), (1, "dev"))
        self.assertEqual([r["start"] for r in answer["ranges"]], [place(21, 4)])
        self.assertEqual(self.faded(client), [])
        again = client.request("vtosca/absent", document(previousResultId=answer["resultId"]))
        self.assertEqual(again, {"version": 1, "active": "dev", "resultId": answer["resultId"]})
        client.request("workspace/executeCommand", {"command": "vtosca.setActiveVariant", "arguments": [URI, ""]})
        other = client.request("vtosca/absent", document(previousResultId=answer["resultId"]))
        self.assertEqual(other["ranges"], [])

    def test_what_variants_say_of_themselves(self):
        client = self.start()
        client.open(TEMPLATE.replace("        inputs: {mode: prod}\n",
                                     "        name: Production\n        description: For real.\n"
                                     "        inputs: {mode: prod}\n").replace(
                    "        default: dev\n", "        default: dev\n        description: How.\n"
                    "        constraints: [valid_values: [dev, prod]]\n"
                    "      size: {type: integer, default: 2, constraints: [in_range: [1, 5]]}\n"))
        answer = client.request("vtosca/variants", document())
        prod = next(v for v in answer["variants"] if v["name"] == "prod")
        self.assertEqual((prod["label"], prod["description"]), ("Production", "For real."))
        self.assertEqual(prod["inputs"], {"mode": "prod", "size": 2})
        mode, size = answer["inputs"]
        self.assertEqual((mode["type"], mode["values"], mode["description"]), ("string", ["dev", "prod"], "How."))
        self.assertEqual((size["type"], size["minimum"], size["maximum"]), ("integer", 1, 5))

    def test_presence_in_many_variants(self):
        def summary(dev, prod):
            client = self.start(options={"variants": [
                {"name": f"{mode}{i}", "inputs": {"mode": mode}}
                for mode, count in (("dev", dev), ("prod", prod)) for i in range(count)]})
            client.open(TEMPLATE)
            elements = client.request("vtosca/presence", document())["elements"]
            return next(e["summary"] for e in elements if e["id"] == "node.debugger")
        self.assertEqual(summary(1, 2), "in dev, dev0")
        self.assertEqual(summary(2, 1), "not in prod, prod0")
        self.assertEqual(summary(1, 9), "in dev, dev0")
        self.assertEqual(summary(9, 1), "not in prod, prod0")
        self.assertEqual(summary(5, 4), "in 6 of 11")

    def test_graph(self):
        client = self.start()
        client.open(TEMPLATE)
        graph = client.request("vtosca/graph", document(variant="prod"))
        self.assertEqual({n["name"]: n["presence"] for n in graph["nodes"]},
                         {"app": "present", "debugger": "absent", "replica": "present"})
        self.assertNotIn("text", graph)
        self.assertEqual(client.error("vtosca/graph", document(variant="none")), INVALID_PARAMS)

    def test_types_in_the_graph(self):
        client = self.start()
        client.open(TEMPLATE.replace("  any:", "  other: {derived_from: any}\n  any:").replace(
            "    app:\n      type: any\n",
            "    app:\n      type:\n"
            "        - any: {conditions: {equal: [{variability_input: mode}, dev]}}\n"
            "        - other: {conditions: {equal: [{variability_input: mode}, prod]}}\n"))
        for variant, expected in ("dev", "any"), ("prod", "other"):
            nodes = client.request("vtosca/graph", document(variant=variant))["nodes"]
            self.assertEqual(next(n["type"] for n in nodes if n["name"] == "app"), expected)

    def test_graph_as_text(self):
        client = self.start()
        client.open(TEMPLATE)
        drawing = client.request("vtosca/graph", document(variant="prod", format="dot"))
        self.assertEqual(len(drawing["nodes"] + drawing["edges"]), drawing["text"].count("[label="))
        self.assertIn("dashed", drawing["text"])
        drawing = client.request("vtosca/graph", document(variant="prod", format="mermaid"))
        self.assertTrue(drawing["text"].startswith("flowchart TD\n"))
        self.assertIn(":::absent", drawing["text"])
        self.assertEqual(client.error("vtosca/graph", document(format="svg")), INVALID_PARAMS)

    def test_resolved(self):
        client = self.start()
        client.open(TEMPLATE)
        text = client.request("vtosca/resolved", document(variant="prod"))["text"]
        self.assertIn("replica:", text)
        self.assertNotIn("debugger:", text)

    def test_difference(self):
        client = self.start()
        client.open(TEMPLATE)
        difference = client.request("vtosca/difference", document(**{"from": "dev", "to": "prod"}))
        self.assertEqual([(e["id"], e["from"], e["to"]) for e in difference["elements"]
                          if e["kind"] == "node"],
                         [("node.debugger", "present", "absent"),
                          ("node.replica", "absent", "present")])
        self.assertEqual(difference["to"]["variant"], "prod")
        self.assertIn("replica:", difference["to"]["text"])
        self.assertNotIn("replica:", difference["from"]["text"])
        self.assertNotIn("uri", difference["to"])
        self.assertEqual(client.error("vtosca/difference", document(to="none")), INVALID_PARAMS)

    def content(self, client, uri):
        return client.request("workspace/textDocumentContent", {"uri": uri})["text"]

    def test_resolved_templates_are_documents(self):
        client = self.start(initialized=False)
        result = client.initialize(SHOWING)
        self.assertIn("vtosca-resolved", result["capabilities"]["workspace"][
            "textDocumentContent"]["schemes"])
        client.open(TEMPLATE)
        resolved = client.request("vtosca/resolved", document(variant="prod"))
        self.assertIn("template%20%28prod%29.yaml?", resolved["uri"])
        self.assertEqual(self.content(client, resolved["uri"]), resolved["text"])
        client.change(TEMPLATE.replace("replica", "copy"))
        call = client.receive(lambda m: m.get("method") == "workspace/textDocumentContent/refresh")
        self.assertEqual(call["params"], {"uri": resolved["uri"]})
        client.send({"jsonrpc": "2.0", "id": call["id"], "result": None})
        self.assertIn("copy:", self.content(client, resolved["uri"]))

    def test_who_cannot_refresh_is_not_asked_to(self):
        client = self.start()
        client.open(TEMPLATE)
        resolved = client.request("vtosca/resolved", document(variant="prod"))
        uri = f"vtosca-resolved://template/template.yaml?prod&{URI}"
        self.assertEqual(self.content(client, uri), resolved["text"])
        client.change(TEMPLATE.replace("replica", "copy"))
        client.diagnostics()
        self.assertIn("copy:", self.content(client, uri))
        self.assertEqual([m for m in client.received(0.0) if m.get("method", "").endswith("/refresh")], [])

    def test_resolved_templates_that_are_none(self):
        client = self.start(capabilities=SHOWING)
        uri = "vtosca-resolved://template/template.yaml?%s%%26file%%3A///models/template.yaml"
        self.assertIn("not open", self.content(client, uri % "prod"))
        client.open(TEMPLATE.replace("{mode: prod}", "{mode: 3}"))
        self.assertIn('no variant "none"', self.content(client, uri % "none"))
        self.assertIn("debugger:", self.content(client, uri % ""))
        for broken in ("vtosca-resolved://template/template.yaml", "vtosca-resolved://template/a?b", URI, ""):
            self.assertEqual(client.error("workspace/textDocumentContent", {"uri": broken}),
                             INVALID_PARAMS)

    def test_the_command_opens_a_resolved_template(self):
        command = {"command": "vtosca.openResolved", "arguments": [URI, "a & b"]}
        client = self.start(capabilities=SHOWING, options={"variants": [
            {"name": "a & b", "inputs": {"mode": "prod"}}]})
        client.open(TEMPLATE)
        client.request("workspace/executeCommand", command)
        call = client.receive(lambda m: m.get("method") == "window/showDocument")
        self.assertIn("replica:", self.content(client, call["params"]["uri"]))
        client = self.start()
        client.open(TEMPLATE)
        self.assertEqual(client.error("workspace/executeCommand", command), -32803)

    def test_explain(self):
        client = self.start()
        client.open(TEMPLATE)
        explanation = client.request("vtosca/explain", document(position=place(21, 6)))
        self.assertEqual(explanation["element"], "node.replica")
        dev = explanation["variants"][0]
        self.assertEqual((dev["name"], dev["presence"]), ("dev", "absent"))
        self.assertEqual(explanation,
                         client.request("vtosca/explain", document(position=place(21, 0))))
        self.assertTrue(dev["steps"])
        self.assertIsNone(client.request("vtosca/explain", document(position=place(0, 0))))

    def test_who_wants_it_is_told_of_new_presence(self):
        client = self.start(options={"presenceNotifications": True})
        client.open(TEMPLATE)
        changed = client.receive(lambda m: m.get("method") == "vtosca/presenceChanged")["params"]
        self.assertEqual(changed, {"uri": URI, "version": 1, "active": "dev"})

    def test_hover_shows_the_presence(self):
        client = self.start()
        client.open(TEMPLATE)
        hover = client.request("textDocument/hover", document(position=place(21, 6)))
        for word in ("replica", "dev", "prod"):
            self.assertIn(word, hover["contents"]["value"])

    def test_hints_and_lenses_are_asked_for_again(self):
        refreshing = {**CAPABILITIES, "workspace": {"inlayHint": {"refreshSupport": True},
                                                    "codeLens": {"refreshSupport": True}}}
        client = self.start(capabilities=refreshing)
        client.open(TEMPLATE)
        client.diagnostics()
        client.notify("workspace/didChangeConfiguration",
                      {"settings": {"activeVariant": "prod"}})
        for method in ("workspace/inlayHint/refresh", "workspace/codeLens/refresh"):
            call = client.receive(lambda m, method=method: m.get("method") == method)
            client.send({"jsonrpc": "2.0", "id": call["id"], "result": None})


if __name__ == "__main__":
    unittest.main()
