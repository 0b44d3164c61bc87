"""Params that make no sense, mixed with some that do: every request is answered once, and the
server ends as it should. VTOSCA_SEED chooses other ones."""
import copy
import os
import random
import unittest

from client import CAPABILITIES, URI, ProtocolTest, span
from requests import PARAMS, TEMPLATE
from test_everywhere import AT_A_POSITION, DEMO, OF_A_DOCUMENT, OF_A_RANGE

REQUESTS = [f"textDocument/{name}" for name in [*AT_A_POSITION, *OF_A_DOCUMENT, *OF_A_RANGE]] + [
    "callHierarchy/incomingCalls", "callHierarchy/outgoingCalls", "codeLens/resolve",
    "completionItem/resolve", "inlayHint/resolve", "textDocument/selectionRange", "typeHierarchy/subtypes",
    "typeHierarchy/supertypes",
    "vtosca/absent", "vtosca/explain", "vtosca/graph", "vtosca/presence", "vtosca/resolved", "vtosca/variants",
    "workspace/diagnostic", "workspace/executeCommand", "workspace/symbol"]
NOTIFICATIONS = ["$/cancelRequest", "$/setTrace", "textDocument/didClose", "textDocument/didSave",
                 "textDocument/didOpen", "workspace/didChangeConfiguration",
                 "workspace/didChangeWatchedFiles"] + 8 * ["textDocument/didChange"]
NAMES = ["textDocument", "uri", "position", "line", "character", "range", "start", "end", "context",
         "contentChanges", "text", "version", "item", "data", "label", "newName", "positions",
         "options", "tabSize", "query", "command", "arguments", "changes", "settings", "vtosca",
         "activeVariant", "variants", "name", "presets", "inputs", "previousResultId",
         "previousResultIds", "partialResultToken", "id", "only", "diagnostics", "variant", "container",
         "kinds", "search", "offset", "limit", "at"]
TEXTS = ["", "\n", "x", "{", "- ", '"', "  a: b\n", "|", "&a", "*a", "\r", "é😀"]
WRONG = [None, True, -1, 0, 2**31, 2**32, 2**63 - 1, -2**63, 1.5, 1e308, "", "x", "\0", "\ud800", "file:///%", "file://" + "a/" * 5000,
         [], [[]], [None] * 3, {}, {"": {}}, "x" * 100000]
OF_CLIENT = {
    "$/cancelRequest": {"id": 1}, "$/setTrace": {"value": "off"},
    "textDocument/didOpen": {"textDocument": {"uri": URI, "languageId": "yaml", "version": 1, "text": TEMPLATE}},
    "textDocument/didChange": {"textDocument": {"uri": URI, "version": 2},
                               "contentChanges": [{"range": span(1, 0, 1, 0), "rangeLength": 0, "text": ""}]},
    "textDocument/didSave": {"textDocument": {"uri": URI}, "text": TEMPLATE},
    "textDocument/didClose": {"textDocument": {"uri": URI}},
    "workspace/didChangeConfiguration": {"settings": {"vtosca": {
        "activeVariant": "dev", "variants": [{"name": "a", "presets": ["dev"], "inputs": {"mode": "x"}}],
        "diagnosticSeverities": {"unknown-type": "hint"}, "calmTyping": False, "allInputs": True}}},
    "workspace/didChangeWatchedFiles": {"changes": [{"uri": "file:///x.yaml", "type": 2}]},
    "workspace/didChangeWorkspaceFolders": {"event": {"added": [{"uri": "file:///x", "name": "x"}], "removed": []}},
}


def places_in(value, path=()):
    """The way to each part of the value, itself included."""
    yield path
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from places_in(part, (*path, key))


def with_wrong(value, path, wrong):
    if not path:
        return wrong
    changed = copy.deepcopy(value)
    around = changed
    for key in path[:-1]:
        around = around[key]
    around[path[-1]] = wrong
    return changed


class Nonsense(ProtocolTest):
    def value(self, depth=0):
        kind = self.random.random()
        if kind < 0.1:
            return None
        if kind < 0.2:
            return self.random.choice([0, -1, 1, 2**31, 2**63 - 1, 3.5, True, False])
        if kind < 0.35 or depth > 3:
            return self.random.choice(["", URI, "file:///x", "x", "\0", "😀"])
        if kind < 0.5:
            return [self.value(depth + 1) for _ in range(self.random.randrange(3))]
        return {self.random.choice(NAMES): self.value(depth + 1)
                for _ in range(self.random.randrange(6))}

    def params(self):
        params = self.value()
        if not isinstance(params, dict):
            params = {}
        if self.random.random() < 0.3:
            return params
        line, character = self.random.randrange(-1, 400), self.random.randrange(-1, 90)
        params["textDocument"] = {"uri": URI, "version": self.random.choice([1, 5, None, "x"])}
        params["position"] = {"line": line, "character": character}
        params["range"] = span(line, character, line + self.random.randrange(9), 5)
        if self.random.random() < 0.5:
            params["contentChanges"] = [{"range": params["range"],
                                         "text": self.random.choice(TEXTS)}]
        return params

    def test_random_params(self):
        seed = int(os.environ.get("VTOSCA_SEED", "1"))
        self.random = random.Random(seed)
        with open(os.path.join(DEMO, "web-shop.yaml"), encoding="utf-8") as file:
            text = file.read()
        client = self.start()
        client.checker = None  # it would find fault with the client
        asked = []
        for i in range(1200):
            if i % 200 == 0:
                client.open(text)
            if self.random.random() < 0.3:
                client.notify(self.random.choice(NOTIFICATIONS), self.params())
            else:
                asked.append(client.ask(self.random.choice(REQUESTS), self.params()))
        for identifier in asked:
            client.answer(identifier, timeout=120)
        self.assertEqual(client.shut_down(), 0, f"seed {seed}")

    def test_each_part_of_the_params_wrong(self):
        for method, params in [*PARAMS.items(), *OF_CLIENT.items()]:
            client = self.start()
            client.checker = None
            client.open(TEMPLATE)
            asked = []
            for path in places_in(params):
                for wrong in WRONG:
                    made = with_wrong(params, path, wrong)
                    if method in PARAMS:
                        asked.append(client.ask(method, made))
                    else:
                        client.notify(method, made)
            asked.append(client.ask("workspace/symbol", {"query": ""}))
            for identifier in asked:
                answer = client.answer(identifier, timeout=120)
                self.assertEqual("result" in answer, "error" not in answer, answer)
            self.assertEqual([m for m in client.received(0) if m.get("id") and "method" not in m], [], method)
            self.assertEqual(client.shut_down(), 0, method)

    def test_initialize_with_each_part_wrong(self):
        params = {"processId": None, "rootUri": "file:///x", "rootPath": "/x", "trace": "off", "locale": "en",
                  "clientInfo": {"name": "x", "version": "1"}, "workspaceFolders": [{"uri": "file:///x", "name": "x"}],
                  "initializationOptions": {"activeVariant": "x", "variants": [{"name": "x", "inputs": {"a": 1}}]},
                  "capabilities": CAPABILITIES}
        for path in places_in(params):
            for wrong in (None, -1, "x", [], {}):
                if path == ("processId",) and wrong == -1:
                    continue  # a process that has ended
                client = self.start(initialized=False)
                client.checker = None
                answer = client.answer(client.ask("initialize", with_wrong(params, path, wrong)))
                if "result" in answer:
                    self.assertEqual(client.shut_down(), 0, (path, wrong))
                else:
                    self.assertIsInstance(answer["error"]["code"], int)
                    client.notify("exit")
                    self.assertEqual(client.wait(), 1, (path, wrong))
                client.kill()


if __name__ == "__main__":
    unittest.main()
