"""Params that make no sense, mixed with some that do: every request is answered once, and the
server ends as it should. VTOSCA_SEED chooses other ones."""
import os
import random
import unittest

from client import URI, ProtocolTest, span
from test_everywhere import AT_A_POSITION, DEMO, OF_A_DOCUMENT, OF_A_RANGE

REQUESTS = [f"textDocument/{name}" for name in [*AT_A_POSITION, *OF_A_DOCUMENT, *OF_A_RANGE]] + [
    "callHierarchy/incomingCalls", "callHierarchy/outgoingCalls", "codeLens/resolve",
    "completionItem/resolve", "textDocument/selectionRange", "typeHierarchy/subtypes",
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


if __name__ == "__main__":
    unittest.main()
