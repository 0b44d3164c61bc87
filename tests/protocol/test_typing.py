"""Somebody types a node into the example, letter by letter: nobody is told of mistakes in words that are not
finished, nor of what would follow from them; once the cursor rests, everything is told."""
import os
import time
import unittest

from client import ProtocolTest, URI

DEMO = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../editors/demo/web-shop.yaml")

BLOCK = """        invoices:
            type: shop.nodes.Service
            conditions:
                and:
                    - logic_expression: live_payment
                    - not:
                        variability_input: reviews
            properties:
                replicas: 2
            requirements:
                - host:
                    node: cluster
                - database: database
"""
FLOW = """        invoices: {type: shop.nodes.Service,
            conditions: {and: [{logic_expression: live_payment}, {not: {variability_input: reviews}}]},
            properties: {replicas: 2},
            requirements: [{host: {node: cluster}}, {database: database}]}
"""

RESTED = 0.8  # seconds after which the cursor may have rested, on a busy machine: then all is told


class Typing(ProtocolTest):
    def wrong(self, told):
        """Lines of errors and warnings."""
        return [d["range"]["start"]["line"] for d in told if d["severity"] <= 2]

    def type_in(self, text, closes_brackets):
        with open(DEMO, encoding="utf-8") as file:
            lines = file.read().split("\n")
        first = lines.index("        # ---- what they are built on ----")
        uri = "file://" + os.path.abspath(DEMO)
        client = self.start(options={"calmTyping": True})
        client.open("\n".join(lines), uri=uri)
        before = self.wrong(client.diagnostics(uri=uri))
        self.assertEqual(before, [])
        row, column, keys, here, elsewhere = first, 0, 0, 0, 0
        closing = []
        pairs = {"{": "}", "[": "]"}
        for letter in text:
            change = letter
            if closes_brackets and closing and letter == closing[-1]:
                closing.pop()  # the editor has written it
                column += 1
                continue
            if closes_brackets and letter in pairs:
                closing.append(pairs[letter])
                change = letter + pairs[letter]
            typed = time.monotonic()
            client.change([((row, column, row, column), change)], uri=uri)
            row, column = (row + 1, 0) if letter == "\n" else (row, column + 1)
            told = self.wrong(client.diagnostics(uri=uri))
            if time.monotonic() - typed > RESTED:
                continue
            keys += 1
            here += row in told
            inside = range(first, first + text.count("\n") + 1)
            elsewhere += any(line not in inside for line in told)
        self.assertEqual(elsewhere, 0)
        self.assertLessEqual(here, keys / 4)
        return client, uri

    def seen(self, client, uri):
        """What is shown beside diagnostics: errors of variants, who is present, how many lines are faded and hinted."""
        about = {"textDocument": {"uri": uri}}
        all_lines = {"start": {"line": 0, "character": 0}, "end": {"line": 10000, "character": 0}}
        variants = client.request("vtosca/variants", about)["variants"]
        elements = client.request("vtosca/presence", dict(about, flat=True))["elements"]
        return {
            "errors": [v["error"] for v in variants if v.get("error")],
            "presence": {e["id"]: e["presence"] for e in elements},
            "faded": len(client.request("vtosca/absent", about)["ranges"]),
            "hints": len(client.request("textDocument/inlayHint", dict(about, range=all_lines))),
        }

    def test_what_is_shown_stays_while_a_line_is_typed(self):
        with open(DEMO, encoding="utf-8") as file:
            lines = file.read().split("\n")
        row = lines.index("        load_balancer:") + 1
        lines.insert(row, "")
        uri = "file://" + os.path.abspath(DEMO)
        client = self.start(options={"calmTyping": True, "fadesAbsent": True, "presenceNotifications": True})
        client.open("\n".join(lines), uri=uri)
        client.diagnostics(uri=uri)
        before = self.seen(client, uri)
        self.assertEqual(before["errors"], [])
        text = "            conditions: {variability_input: reviews}"
        for column, letter in enumerate(text):
            change = "{}" if letter == "{" else letter
            if letter == "}":
                break
            typed = time.monotonic()
            client.change([((row, column, row, column), change)], uri=uri)
            client.diagnostics(uri=uri)
            seen = self.seen(client, uri)
            if time.monotonic() - typed > RESTED:
                continue
            self.assertEqual(seen["errors"], [], text[:column + 1])
            if letter != "s":  # the last one changes the presence
                self.assertEqual(seen, before, text[:column + 1])
        self.assertNotEqual(seen["presence"]["node.load_balancer"], before["presence"]["node.load_balancer"])
        # a mistake is shown when the cursor rests
        client.change([((row, column, row, column), "x")], uri=uri)
        client.diagnostics(uri=uri)
        while not self.seen(client, uri)["errors"]:
            client.receive(lambda m: m.get("method") == "vtosca/presenceChanged")

    def test_in_block_style(self):
        self.type_in(BLOCK, False)

    def test_in_flow_style(self):
        self.type_in(FLOW, False)

    def test_in_flow_style_with_an_editor_that_closes_brackets(self):
        self.type_in(FLOW, True)

    def test_what_completion_inserts_and_another_indentation_are_typed_as_well(self):
        client = self.start(options={"calmTyping": True})
        client.open("tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n"
                    "    a:\n      type: tosca.nodes.Root\n      re\n")
        client.diagnostics()
        steps = [((5, 8, 5, 8), "q"), ((5, 6, 5, 9), "requirements:\n        - dependency:"),
                 ((6, 21, 6, 21), "\n          "), ((7, 0, 7, 10), 12 * " "), ((7, 12, 7, 12), "n"),
                 ((7, 12, 7, 13), "node: ")]
        for step in steps:
            client.change([step])
            self.assertEqual(self.wrong(client.diagnostics()), [], step)
        self.assertNotEqual(self.told_next(client), [])

    def test_a_hint_that_becomes_an_error_is_news(self):
        text = "tosca_definitions_version: tosca_2_0\ndata_types:\n  a:\n    derived_from: scalar\n    "
        client = self.start(options={"calmTyping": True})
        client.open(text)
        client.diagnostics()
        for column, letter in enumerate("data_type: unknown"):
            client.change([((4, 4 + column, 4, 4 + column), letter)])
            self.assertEqual(self.wrong(client.diagnostics()), [], letter)

    def start_with_mistake(self):
        client = self.start(options={"calmTyping": True})
        client.open("tosca_definitions_version: tosca_simple_yaml_1_3\ndescriptio: x\nmetadata: {}\n")
        self.assertEqual(self.wrong(client.diagnostics()), [1])
        client.change([((1, 10, 1, 10), "m")])
        client.diagnostics()
        return client

    def told_next(self, client):
        return self.wrong(client.receive(lambda m: m.get("method") == "textDocument/publishDiagnostics")
                          ["params"]["diagnostics"])

    def test_a_cursor_that_rests_is_told(self):
        client = self.start_with_mistake()
        self.assertEqual(self.wrong(client.shown[URI]), [])
        self.assertEqual(self.told_next(client), [1])

    def test_news_of_another_line_waits_for_a_rest_as_well(self):
        client = self.start_with_mistake()
        client.change([((2, 11, 2, 11), " ")])
        self.assertEqual(self.wrong(client.diagnostics()), [])
        self.assertEqual(self.told_next(client), [1])


if __name__ == "__main__":
    unittest.main()
