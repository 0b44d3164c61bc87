"""A client that never reads what it is sent costs no more than 64 MiB, and misses nothing once it does.

usage: unread.py VTOSCA
"""
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import unittest

VTOSCA = os.path.abspath(sys.argv.pop(1))
PROGRAM = open(VTOSCA, "rb").read()
IS_NATIVE = PROGRAM.startswith(b"\x7fELF")  # and not a script that runs the WebAssembly module
IS_MEASURED = IS_NATIVE and b"__asan_init" not in PROGRAM and b"__tsan_init" not in PROGRAM
PATIENCE = 120
MOST = 64 << 10  # kilobytes
NODES = 2000 if IS_MEASURED else 300
REQUESTS = 300
CONTENT_MODIFIED, REQUEST_CANCELLED, SERVER_CANCELLED = -32801, -32800, -32802
LARGE_ANSWER = re.compile(rb'\{\s*"jsonrpc":\s*"2.0",\s*"id":\s*(-?\d+),\s*"result":\s*.{50000}', re.DOTALL)  # is not read
CAPABILITIES = {"textDocument": {"publishDiagnostics": {"versionSupport": True},
                                 "documentSymbol": {"hierarchicalDocumentSymbolSupport": True}}}


def template(number, wrong=""):
    nodes = "".join(f"    n{i}:\n      type: tosca.nodes.Root{wrong}\n      properties: {{p{i}: 1}}\n      requirements:\n"
                    f"        - host: n{(i + 1) % number}\n" for i in range(number))
    return "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  node_templates:\n" + nodes


class Silent:
    """A client that reads only when it is told to."""

    def __init__(self, folder, text):
        self.process = subprocess.Popen([VTOSCA, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.uri = "file://" + os.path.join(folder, "t.yaml")
        self.version = 1
        self.send({"id": "init", "method": "initialize", "params": {"capabilities": CAPABILITIES, "rootUri": "file://" + folder}},
                  {"method": "initialized", "params": {}},
                  {"method": "textDocument/didOpen", "params": {"textDocument": {
                      "uri": self.uri, "languageId": "tosca", "version": 1, "text": text}}})

    def send(self, *messages):
        bodies = [json.dumps({"jsonrpc": "2.0", **m}).encode() for m in messages]
        self.process.stdin.write(b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(b), b) for b in bodies))
        self.process.stdin.flush()

    def params(self):
        return {"textDocument": {"uri": self.uri}, "position": {"line": 4, "character": 14}, "query": "n",
                "range": {"start": {"line": 0, "character": 0}, "end": {"line": 6 * NODES, "character": 0}}}

    def ask(self, method, count, first=0):
        self.send(*({"id": first + i, "method": method, "params": self.params()} for i in range(count)))

    def change(self, text):
        self.version += 1
        self.send({"method": "textDocument/didChange", "params": {
            "textDocument": {"uri": self.uri, "version": self.version}, "contentChanges": [{"text": text}]}})

    def receive(self):
        """None at the end."""
        length = None
        while (line := self.process.stdout.readline()) not in (b"\r\n", b""):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        if length is None:
            return None
        body = self.process.stdout.read(length)
        answer = LARGE_ANSWER.match(body)
        return {"id": int(answer[1]), "result": True} if answer else json.loads(body)

    def receive_until(self, is_last):
        received = []
        while (message := self.receive()) is not None:
            received.append(message)
            if is_last(message):
                return received
        raise AssertionError(f"the server has ended: {received[-3:]}")

    def answer_to(self, identifier):
        return self.receive_until(lambda m: m.get("id") == identifier and "method" not in m)[-1]

    def rest(self):
        """Until the server waits for us. What it would have done later costs no less, so a pause in between does no harm."""
        before = None
        while (now := self.worked()) != before:
            before = now
            time.sleep(0.5)

    def worked(self):
        if not os.path.exists("/proc/self/stat"):
            return 0
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            return file.read().rsplit(")", 1)[1].split()[11:13]

    def most(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return int(next(line for line in status if line.startswith("VmHWM")).split()[1])

    def end(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


def answers(messages):
    """By id, what was answered; once each."""
    found = {}
    for message in messages:
        if isinstance(message.get("id"), int) and "method" not in message:
            assert message["id"] not in found, message["id"]
            found[message["id"]] = message
    return found


class Unread(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.realpath(folder.name)
        self.client = self.start(template(NODES))

    def start(self, text):
        client = Silent(self.folder, text)
        self.addCleanup(client.end)
        return client

    def all_answers(self, count):
        left = set(range(count))

        def is_last(message):
            if "method" not in message:
                left.discard(message.get("id"))
            return not left
        return answers(self.client.receive_until(is_last))

    def measured(self, method, count):
        """Kilobytes that so many unread answers cost, beyond what the first took."""
        self.client.ask(method, 1, first=-1)
        self.client.answer_to(-1)
        before = self.client.most() if IS_MEASURED else 0
        self.client.ask(method, count)
        self.client.rest()
        return self.client.most() - before if IS_MEASURED else 0

    def test_unread_answers_are_bounded_and_all_come(self):
        for method in ("textDocument/documentSymbol", "textDocument/semanticTokens/full", "textDocument/diagnostic",
                       "workspace/diagnostic", "workspace/symbol", "vtosca/presence"):
            with self.subTest(method=method):
                self.client = self.start(template(NODES, "less"))
                self.assertLess(self.measured(method, REQUESTS), MOST)
                found = self.all_answers(REQUESTS)
                self.assertEqual([a["error"] for a in found.values() if "error" in a], [])
                self.client.end()

    def test_unread_diagnostics_are_bounded_and_the_newest_comes(self):
        self.client.ask("textDocument/foldingRange", 1)
        self.client.answer_to(0)
        before = self.client.most() if IS_MEASURED else 0
        for i in range(100 if IS_MEASURED else 20):
            self.client.change(template(NODES, "less" if i % 2 else "ful"))
            self.client.rest() if i % 10 == 0 else None
        self.client.rest()
        if IS_MEASURED:
            self.assertLess(self.client.most() - before, 2 * MOST)  # editing itself takes some
        last = self.client.receive_until(lambda m: m.get("method") == "textDocument/publishDiagnostics"
                                         and m["params"]["version"] == self.client.version)
        versions = [m["params"]["version"] for m in last if m.get("method") == "textDocument/publishDiagnostics"]
        self.assertEqual(versions, sorted(versions))
        self.assertEqual(versions[-1], self.client.version)

    def test_unread_refusals_are_bounded(self):
        before = self.client.most() if IS_MEASURED else 0
        self.client.send(*({"id": i, "method": "no/such"} for i in range(4000)))
        self.client.rest()
        if IS_MEASURED:
            self.assertLess(self.client.most() - before, MOST)
        self.assertEqual(len(self.all_answers(4000)), 4000)

    def test_what_waits_can_be_cancelled(self):
        self.client.ask("textDocument/documentSymbol", REQUESTS)
        self.client.send(*({"method": "$/cancelRequest", "params": {"id": i}} for i in range(0, REQUESTS, 2)))
        self.client.rest()
        found = self.all_answers(REQUESTS)
        self.assertEqual(len(found), REQUESTS)
        for i in range(REQUESTS):
            self.assertIn(found[i].get("error", {}).get("code"), (None, REQUEST_CANCELLED) if i % 2 == 0 else (None,))

    def test_what_waits_while_a_document_changes_is_answered_too(self):
        self.client.ask("textDocument/documentSymbol", REQUESTS)
        self.client.rest()
        self.client.change(template(10))
        self.client.ask("textDocument/documentSymbol", 1, first=REQUESTS)
        found = self.all_answers(REQUESTS + 1)
        for i in range(REQUESTS):
            self.assertIn(found[i].get("error", {}).get("code"), (None, CONTENT_MODIFIED))
        self.assertEqual(len(found), REQUESTS + 1)
        self.assertIn("result", found[REQUESTS])

    def test_what_waits_when_the_server_ends_is_answered_too(self):
        self.client.ask("textDocument/documentSymbol", REQUESTS)
        self.client.rest()
        self.client.send({"id": REQUESTS, "method": "shutdown"}, {"method": "exit"})
        self.client.process.stdout = io.BytesIO(self.client.process.stdout.read())  # at once: it waits two seconds
        messages = []
        while (message := self.client.receive()) is not None:
            messages.append(message)
        found = answers(messages)
        self.assertEqual(sorted(found), list(range(REQUESTS + 1)))
        for i in range(REQUESTS):
            self.assertIn(found[i].get("error", {}).get("code"), (None, SERVER_CANCELLED))
        self.assertIsNone(found[REQUESTS]["result"])
        self.assertEqual(self.client.process.wait(PATIENCE), 0)


if __name__ == "__main__":
    unittest.main()
