"""Clients that know little, and the habits of real ones."""
import os
import tempfile
import unittest

from client import (CONTENT_MODIFIED, INVALID_PARAMS, METHOD_NOT_FOUND, REQUEST_CANCELLED, URI,
                    ProtocolTest, document, place, span)
from requests import ALL, NAME, OPERAND, PARAMS, TEMPLATE, handled

# There is no test beside the template, and no such lens.
ERRORS = {"vtosca/runTest": INVALID_PARAMS, "codeLens/resolve": CONTENT_MODIFIED}


class EveryRequest(ProtocolTest):
    def opened(self, **more):
        client = self.start(**more)
        client.open(TEMPLATE)
        return client

    def test_the_list_is_complete(self):
        self.assertEqual(set(PARAMS), handled())

    def test_a_client_without_capabilities(self):
        client = self.opened(capabilities={})
        self.assertNotIn("version", client.receive(
            lambda m: m.get("method") == "textDocument/publishDiagnostics")["params"])
        for method, params in PARAMS.items():
            answer = client.answer(client.ask(method, params))
            self.assertEqual(answer.get("error", {}).get("code"), ERRORS.get(method), method)
        client.change(TEMPLATE.replace("default: dev", "default: prod"))
        client.notify("workspace/didChangeConfiguration", {"settings": {}})
        client.request("vtosca/variants", document())
        # Whatever needs an answer or a capability is never sent.
        self.assertLessEqual({m["method"] for m in client.received() if "method" in m},
                             {"textDocument/publishDiagnostics", "window/logMessage"})
        self.assertEqual(client.shut_down(), 0)

    def test_what_is_announced_has_an_effect(self):
        poor = self.start(initialized=False).initialize({})["capabilities"]
        self.assertNotIn("codeActionProvider", poor)
        self.assertIs(poor["renameProvider"], True)
        rich = self.start(initialized=False).initialize({"textDocument": {
            "rename": {"prepareSupport": True},
            "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}},
        }})["capabilities"]
        self.assertIn("quickfix", rich["codeActionProvider"]["codeActionKinds"])
        self.assertIs(rich["renameProvider"]["prepareProvider"], True)

    def test_it_gets_what_it_understands(self):
        client = self.opened(capabilities={})
        self.assertEqual(client.request("textDocument/hover", PARAMS["textDocument/hover"])
                         ["contents"]["kind"], "plaintext")
        items = client.request("textDocument/completion", PARAMS["textDocument/completion"])
        for item in items["items"] if isinstance(items, dict) else items:
            self.assertEqual(item.get("insertTextFormat", 1), 1)
            self.assertNotIn("tags", item)
            self.assertEqual(item.get("documentation", {"kind": "plaintext"})["kind"], "plaintext")
        symbol = client.request("textDocument/documentSymbol", document())[0]
        self.assertIn("location", symbol)
        found = client.request("textDocument/definition", PARAMS["textDocument/definition"])
        self.assertEqual(set(found[0]), {"uri", "range"})
        edit = client.request("textDocument/rename", PARAMS["textDocument/rename"])
        self.assertEqual(set(edit), {"changes"})

    def test_it_gets_plain_text_without_marks(self):
        client = self.opened(capabilities={})
        hover = client.request("textDocument/hover", PARAMS["textDocument/hover"])
        text = hover["contents"]["value"]
        for words in ('Node "debugger" node.debugger\n', "\n{logic_expression: is_dev}\n",
                      "| Variant | Presence | Why |\n| "):
            self.assertIn(words, text)
        for mark in ("**", "`", "|---"):
            self.assertNotIn(mark, text)

    def test_each_may_be_cancelled(self):
        client = self.opened()
        for method, params in PARAMS.items():
            asked = client.ask(method, params)
            client.notify("$/cancelRequest", {"id": asked})
            answer = client.answer(asked)
            self.assertIn(answer.get("error", {}).get("code"),
                          (None, REQUEST_CANCELLED, ERRORS.get(method)), method)
        client.request("vtosca/variants", document())
        self.assertEqual([m for m in client.received() if "id" in m and "method" not in m], [])


class Habits(ProtocolTest):
    def opened(self, text=TEMPLATE):
        client = self.start()
        client.open(text)
        return client

    def test_code_actions_follow_the_range_and_not_the_context(self):
        """Some clients send diagnostics whose ranges are shifted, stale, or another server's."""
        text = TEMPLATE.replace("logic_expression: is_dev}", "logic_expression: is_div}")
        client = self.opened(text)
        wrong = {"range": span(0, 0, 0, 1), "message": "old", "code": "unknown-expression",
                 "source": "vtosca", "severity": 1}
        other = {"range": ALL, "message": "not ours", "code": 7}

        def actions(around, *diagnostics):
            return [action["title"] for action in client.request("textDocument/codeAction", document(
                range=around, context={"diagnostics": list(diagnostics)}))]

        there = span(20, 40, 20, 40)
        expected = actions(there)
        self.assertTrue(expected)
        for context in ([wrong], [other], [wrong, other]):
            self.assertEqual(actions(there, *context), expected)
        self.assertNotEqual(actions(span(0, 0, 0, 0), wrong), expected)

    def test_signature_help_is_null_outside_of_calls(self):
        client = self.opened()
        for position in (place(0, 0), place(4, 4), NAME, place(17, 8), place(20, 45)):
            self.assertIsNone(client.request("textDocument/signatureHelp",
                                             document(position=position)), position)
        self.assertTrue(client.request("textDocument/signatureHelp",
                                       document(position=OPERAND))["signatures"])

    def test_code_lenses_asked_for_late(self):
        """After edits, a change of the active variant, and while an analysis runs."""
        client = self.opened()

        def preset_lines():
            return [lens["range"]["start"]["line"]
                    for lens in client.request("textDocument/codeLens", document())
                    if lens.get("command", {}).get("command") == "vtosca.setActiveVariant"]

        for i in range(5):
            client.change([((0, 0, 0, 0), "# one more line\n")])
            self.assertEqual(preset_lines(), [10 + i, 12 + i])
        client.request("workspace/executeCommand", PARAMS["workspace/executeCommand"])
        self.assertEqual(len(preset_lines()), 2)
        client.close()
        self.assertEqual(client.error("textDocument/codeLens", document()), INVALID_PARAMS)

    def test_edits_beyond_the_text_and_out_of_order(self):
        client = self.opened()
        client.change([((900, 0, 901, 5), "    late:\n      type: component\n"),
                       ((16, 4, 16, 900), "web:")], version=7)
        client.change([((18, 4, 18, 12), "tracer")], version=5)
        names = [node["name"] for node in client.request("vtosca/graph", document())["nodes"]]
        self.assertEqual(names, ["web", "tracer", "late"])
        self.assertEqual(client.request("vtosca/presence", document())["version"], 7)

    def test_new_lines_end_as_those_of_the_document(self):
        text = TEMPLATE.replace("logic_expression: is_dev}", "logic_expression: is_div}")
        for document_text, end in ((text, "\n"), (text.replace("\n", "\r\n"), "\r\n")):
            client = self.opened(document_text)
            actions = client.request("textDocument/codeAction", document(
                range=span(20, 40, 20, 40), context={"diagnostics": []}))
            edits = [edit["newText"] for action in actions
                     for edit in action["edit"]["changes"][URI]]
            self.assertIn(f"{end}      is_div: true", edits)
            items = client.request("textDocument/completion", document(position=place(20, 6)))
            for item in items["items"]:
                edits.append(item["textEdit"]["newText"])
            self.assertEqual({"\n" in new and "\r\n" not in new for new in edits if "\n" in new},
                             {end == "\n"})

    def variants(self, client, uri):
        return [variant["name"] for variant in client.request(
            "vtosca/variants", document(uri))["variants"]]

    def test_a_client_that_refuses_to_watch_files(self):
        """Then nobody tells that a file has come: it is looked for after each edit."""
        with tempfile.TemporaryDirectory() as folder:
            uri = f"file://{folder}/template.yaml"
            client = self.start(capabilities={"workspace": {
                "didChangeWatchedFiles": {"dynamicRegistration": True}}})
            call = client.receive(lambda m: m.get("method") == "client/registerCapability")
            client.send({"jsonrpc": "2.0", "id": call["id"],
                         "error": {"code": METHOD_NOT_FOUND, "message": "no"}})
            client.open(TEMPLATE, uri)
            self.assertEqual(self.variants(client, uri), ["defaults", "dev", "prod"])
            os.makedirs(f"{folder}/tests/christmas")
            with open(f"{folder}/tests/christmas/test.yaml", "w", encoding="utf-8") as file:
                file.write("presets: prod\n")
            client.change(TEMPLATE + "#\n", uri)
            self.assertEqual(self.variants(client, uri), ["defaults", "dev", "prod", "test christmas"])

    def test_questions_beyond_the_text(self):
        client = self.opened()
        for method in ("textDocument/hover", "textDocument/completion", "textDocument/definition"):
            self.assertIn("result", client.answer(client.ask(
                method, document(position=place(2, 4000)))))
            self.assertEqual(client.error(method, document(position=place(4000, 0))),
                             INVALID_PARAMS)
        for method in ("textDocument/inlayHint", "textDocument/codeAction",
                       "textDocument/semanticTokens/range"):
            client.request(method, document(range=span(0, 0, 9000, 9), context={"diagnostics": []}))

    def test_a_document_is_closed_while_its_answer_is_on_the_way(self):
        client = self.opened()
        asked = [client.ask(method, params) for method, params in PARAMS.items()
                 if params.get("textDocument") and method not in ERRORS]
        client.close()
        for identifier in asked:
            client.answer(identifier)
        self.assertEqual(client.shut_down(), 0)


if __name__ == "__main__":
    unittest.main()
