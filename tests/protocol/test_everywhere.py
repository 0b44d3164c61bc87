"""Every place of the example answers every request that the server offers.

With sanitizers that takes minutes; then places are chosen at random, and VTOSCA_EVERY=1 asks
about all of them, as `run` does. VTOSCA_SEED chooses other ones.
"""
import os
import random
import unittest

from client import CAPABILITIES, ProtocolTest, document, place, span

DEMO = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "editors", "demo")
FILES = ("web-shop.yaml", "types/shop.yaml", "types/monitoring.yaml",
         "tests/christmas/inputs.yaml", "tests/christmas/test.yaml",
         "tests/christmas/expected.yaml")
EVERY = int(os.environ.get("VTOSCA_EVERY", "11"))  # characters of a line, from a random one on
PATIENCE = 300  # seconds: everything is asked at once, and answered in that order

AT_A_POSITION = {
    "completion": {}, "declaration": {}, "definition": {}, "documentHighlight": {}, "hover": {},
    "linkedEditingRange": {}, "prepareCallHierarchy": {}, "prepareRename": {},
    "prepareTypeHierarchy": {}, "references": {"context": {"includeDeclaration": True}},
    "rename": {"newName": "a new name"}, "signatureHelp": {}, "typeDefinition": {},
}
OF_A_DOCUMENT = {
    "codeLens": {}, "diagnostic": {}, "documentLink": {}, "documentSymbol": {},
    "foldingRange": {}, "formatting": {"options": {"tabSize": 2, "insertSpaces": True}},
    "semanticTokens/full": {}, "semanticTokens/full/delta": {"previousResultId": "0"},
}
OF_A_RANGE = {
    "codeAction": {"context": {"diagnostics": []}}, "inlayHint": {},
    "rangeFormatting": {"options": {"tabSize": 2, "insertSpaces": True}},
    "semanticTokens/range": {},
}
# What is asked about an answer, and what it is in the params.
ABOUT_ANSWERS = {
    "codeLens": (("codeLens/resolve", None),),
    "completion": (("completionItem/resolve", None),),
    "inlayHint": (("inlayHint/resolve", None),),
    "prepareCallHierarchy": (("callHierarchy/incomingCalls", "item"),
                             ("callHierarchy/outgoingCalls", "item")),
    "prepareTypeHierarchy": (("typeHierarchy/subtypes", "item"),
                             ("typeHierarchy/supertypes", "item")),
}
# Members of the capabilities that announce the methods above by another name.
PROVIDERS = {
    "formatting": "documentFormatting", "prepareCallHierarchy": "callHierarchy",
    "prepareRename": "rename", "prepareTypeHierarchy": "typeHierarchy",
    "rangeFormatting": "documentRangeFormatting",
}
# Changes something; asked with the letter that was typed, by test_editing.
ELSEWHERE = {"executeCommandProvider", "documentOnTypeFormattingProvider"}

MODERN = {**CAPABILITIES, "workspace": {
    "workspaceEdit": {"documentChanges": True}, "textDocumentContent": {}}}


class Everywhere(ProtocolTest):
    def setUp(self):
        seed = int(os.environ.get("VTOSCA_SEED", "18"))
        print(f"VTOSCA_SEED={seed}", flush=True)
        self.chance = random.Random(seed)

    def ask(self, method, **params):
        self.asked.append((method, params, self.client.ask(f"textDocument/{method}", params)))

    def ask_about(self, uri, text):
        lines = text.split("\n")
        for line, content in enumerate(lines):
            for character in range(self.chance.randrange(EVERY), len(content) + 1, EVERY):
                at = document(uri, position=place(line, character))
                for method, more in AT_A_POSITION.items():
                    self.ask(method, **at, **more)
                self.ask("selectionRange", **document(uri, positions=[at["position"]]))
            if line % 10 == 0:
                around = document(uri, range=span(line, 0, min(line + 3, len(lines) - 1), 0))
                for method, more in OF_A_RANGE.items():
                    self.ask(method, **around, **more)
        for method, more in OF_A_DOCUMENT.items():
            self.ask(method, **document(uri), **more)

    def check(self, method, params, answer):
        """What cannot be renamed or formatted says why; all else has a result, which may be none."""
        if "error" in answer and method in ("rename", "prepareRename"):
            self.assertRegex(answer["error"]["message"], "^Cannot rename: ")
        elif "error" in answer and method in ("formatting", "rangeFormatting"):
            self.assertRegex(answer["error"]["message"], "^Cannot format: ")
        else:
            self.assertNotIn("error", answer, (method, params))

    def check_follow_ups(self, method, result):
        items = result["items"] if isinstance(result, dict) else result or []
        for item in self.chance.sample(items, min(2, len(items))):
            for follow_up, member in ABOUT_ANSWERS.get(method, ()):
                self.client.request(follow_up, {member: item} if member else item, PATIENCE)

    def test_every_place_of_the_demo(self):
        self.client = self.start(initialized=False)
        folder = os.path.realpath(DEMO)
        offered = self.client.initialize(MODERN, rootUri=f"file://{folder}")["capabilities"]
        covered = {PROVIDERS.get(method, method.split("/")[0]) + "Provider"
                   for method in [*AT_A_POSITION, *OF_A_DOCUMENT, *OF_A_RANGE, "selectionRange",
                                  "workspaceSymbol"]}
        self.assertEqual({name for name in offered if name.endswith("Provider")} - ELSEWHERE,
                         covered)
        self.asked = []
        texts = {}
        for name in FILES:
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                texts[f"file://{folder}/{name}"] = file.read()
        for uri, text in texts.items():
            self.client.open(text, uri)
        for uri, text in texts.items():
            self.ask_about(uri, text)
        places = sum(len(text) for text in texts.values()) // EVERY
        self.assertGreater(len(self.asked), places * len(AT_A_POSITION) * 0.9)
        for method, params, identifier in self.asked:
            answer = self.client.answer(identifier, PATIENCE)
            self.check(method, params, answer)
            if method in ABOUT_ANSWERS and self.chance.randrange(20) == 0:
                self.check_follow_ups(method, answer.get("result"))
        self.client.request("workspace/symbol", {"query": ""})


if __name__ == "__main__":
    unittest.main()
