"""Work that is superseded, cancelled, or goes on beside other work."""
import unittest

from client import (CONTENT_MODIFIED, METHOD_NOT_FOUND, REQUEST_CANCELLED, URI, ProtocolTest,
                    document, frame, place)


def big_template(nodes):
    lines = ["tosca_definitions_version: tosca_variability_1_0_rc_3", "topology_template:",
             "  variability:", "    inputs:", "      mode: {type: string, default: dev}",
             "  node_templates:"]
    for i in range(nodes):
        lines += [f"    node_{i}:", "      type: tosca.nodes.Root",
                  f"      conditions: {{equal: [{{variability_input: mode}}, m{i}]}}",
                  "      properties:", f"        port: {i}"]
    return "\n".join(lines) + "\n"


class Scheduling(ProtocolTest):
    def published(self, messages):
        return [m["params"]["version"] for m in messages
                if m.get("method") == "textDocument/publishDiagnostics"]

    def test_a_burst_of_edits_is_published_once(self):
        client = self.start()
        client.open("a: b\n")
        client.diagnostics()
        burst = [{"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {
            "textDocument": {"uri": URI, "version": v},
            "contentChanges": [{"text": f"a: {v}\n"}]}} for v in range(2, 100)]
        client.send_bytes(b"".join(map(frame, burst)))
        client.diagnostics(version=99)
        self.assertLessEqual(len(self.published(client.received())), 2)

    def test_a_superseded_result_is_never_published(self):
        client = self.start()
        client.open(big_template(3000))
        for version in range(2, 12):
            client.change([((0, 0, 0, 0), "# x\n")], version=version)
        client.diagnostics(version=11, timeout=120)
        versions = self.published(client.received())
        self.assertEqual(versions, sorted(versions))
        self.assertNotIn(11, versions)  # once is enough

    def test_versions_only_grow(self):
        client = self.start()
        client.open(big_template(50))
        for version in range(2, 60):
            client.change([((0, 0, 0, 0), "#")], version=version)
            if version % 7 == 0:
                client.diagnostics(version=version)
        client.diagnostics(version=59)
        versions = self.published(client.received())
        self.assertEqual(versions, sorted(set(versions)))

    def test_every_request_is_answered_once(self):
        client = self.start()
        client.open(big_template(500))
        asked = set()
        for i in range(60):
            asked.add(client.ask("textDocument/hover", document(position=place(i, 5))))
            if i % 3 == 0:
                client.change([((0, 0, 0, 0), "#")])
            if i % 4 == 0:
                client.notify("$/cancelRequest", {"id": client.last_id})
        answers = [client.answer(i) for i in asked]
        for answer in answers:
            code = answer.get("error", {}).get("code")
            self.assertIn(code, (None, REQUEST_CANCELLED, CONTENT_MODIFIED))
        self.assertEqual([m for m in client.received() if "id" in m], [])

    def test_cancel(self):
        client = self.start()
        client.open(big_template(5000))
        request = client.ask("textDocument/hover", document(position=place(0, 0)))
        client.notify("$/cancelRequest", {"id": request})
        self.assertEqual(client.answer(request)["error"]["code"], REQUEST_CANCELLED)

    def test_cancel_what_is_answered_or_never_was(self):
        client = self.start()
        client.open("a: b\n")
        request = client.ask("textDocument/hover", document(position=place(0, 0)))
        client.answer(request)
        for identifier in (request, 999, "x"):
            client.notify("$/cancelRequest", {"id": identifier})
        self.assertEqual([m for m in client.received() if "id" in m], [])
        self.assertEqual(client.shut_down(), 0)

    def test_an_edit_overtakes_a_waiting_request(self):
        client = self.start()
        client.open(big_template(5000))
        request = client.ask("textDocument/hover", document(position=place(0, 0)))
        client.change([((0, 0, 0, 0), "#")])
        self.assertEqual(client.answer(request)["error"]["code"], CONTENT_MODIFIED)

    def test_the_same_id_again_before_the_answer(self):
        client = self.start()
        client.open(big_template(2000))
        hover = frame({"jsonrpc": "2.0", "id": "same", "method": "textDocument/hover",
                       "params": document(position=place(0, 0))})
        client._note("in", {"jsonrpc": "2.0", "id": "same", "method": "no/method"})
        client.send_bytes(hover + hover)
        self.assertIn("error", client.answer("same"))
        client.checker = None  # which allows no second use of an id
        self.assertIn("result", client.answer("same", timeout=120))

    def begun_progress(self, client, allowed):
        """Opens ever larger templates until the analysis of one takes so long that the server
        asks to show progress; the answer allows it or not. Returns the begin, None if the
        analysis has ended before."""
        def comes(message):
            return message.get("method") in (
                "window/workDoneProgress/create", "$/progress", "textDocument/publishDiagnostics")

        nodes, version = 2000, 0
        while True:
            nodes, version = 2 * nodes, version + 1
            client.open(big_template(nodes), version=version)
            message = client.receive(comes, timeout=120)
            if message["method"] != "window/workDoneProgress/create":
                continue
            answer = {"result": None} if allowed else {"error": {"code": METHOD_NOT_FOUND,
                                                                 "message": "no"}}
            client.send({"jsonrpc": "2.0", "id": message["id"], **answer})
            told = client.receive(comes, timeout=120)
            if not allowed or told["method"] == "$/progress":
                return message["params"]["token"], told

    def test_a_long_analysis_reports_progress(self):
        client = self.start(capabilities={"window": {"workDoneProgress": True}})
        token, begin = self.begun_progress(client, allowed=True)
        self.assertEqual(begin["params"], {"token": token, "value": {
            "kind": "begin", "title": "Analysing variants", "message": "template.yaml"}})
        client.receive(lambda m: m.get("method") == "textDocument/publishDiagnostics", timeout=120)
        end, = [m for m in client.received(0) if m.get("method") == "$/progress"]
        self.assertEqual(end["params"], {"token": token, "value": {"kind": "end"}})

    def test_progress_that_the_client_does_not_show(self):
        client = self.start(capabilities={"window": {"workDoneProgress": True}})
        _, told = self.begun_progress(client, allowed=False)
        self.assertEqual(told["method"], "textDocument/publishDiagnostics")

    def test_close_while_it_is_analysed(self):
        client = self.start()
        for _ in range(5):
            client.open(big_template(2000))
            request = client.ask("textDocument/hover", document(position=place(0, 0)))
            client.close()
            self.assertEqual(client.answer(request)["error"]["code"], CONTENT_MODIFIED)
        self.assertEqual(client.shut_down(), 0)

    def test_shut_down_while_it_is_analysed(self):
        client = self.start()
        client.open(big_template(5000))
        self.assertEqual(client.shut_down(), 0)


if __name__ == "__main__":
    unittest.main()
