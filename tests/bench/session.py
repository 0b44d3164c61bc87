"""A language server under measurement: what it is told, what it answers, what that costs."""
import json
import os
import re
import subprocess
import sys
import threading
import time

REST = 1.5  # seconds, after which the server uses the time for what nobody waits for

CAPABILITIES = {
    "textDocument": {
        "publishDiagnostics": {"tagSupport": {"valueSet": [1, 2]}, "relatedInformation": True,
                               "versionSupport": True},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "semanticTokens": {"requests": {"range": True, "full": {"delta": True}},
                           "tokenTypes": ["namespace", "type", "class", "parameter", "variable",
                                          "property", "function", "operator", "keyword", "enumMember"],
                           "tokenModifiers": ["declaration", "definition", "deprecated"],
                           "formats": ["relative"]},
        "completion": {"completionItem": {"snippetSupport": True}},
    },
}


class Server:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "lsp"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)
        self.tasks = f"/proc/{self.process.pid}/task"
        self.messages = []  # received: (time, bytes)
        self.arrived = threading.Condition()
        self.received = 0  # bytes
        self.id = 0
        self.version = 0
        self.uri = None
        threading.Thread(target=self.read, daemon=True).start()

    # ---- messages ----

    def send(self, method, params, identifier=None):
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if identifier is not None:
            message["id"] = identifier
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def read(self):
        output = self.process.stdout
        while True:
            header = output.readline()
            if not header:
                break
            while output.readline() != b"\r\n":
                pass
            length = int(re.search(rb"\d+", header)[0])
            message = output.read(length)
            with self.arrived:
                self.received += length
                self.messages.append((time.perf_counter(), message))
                self.arrived.notify_all()
        with self.arrived:
            self.messages.append((time.perf_counter(), None))
            self.arrived.notify_all()

    def wait_for(self, wanted, timeout=600):
        """The first message that is wanted, and when it came; those before it are forgotten."""
        limit = time.monotonic() + timeout
        with self.arrived:
            while True:
                while self.messages:
                    at, message = self.messages.pop(0)
                    if message is None:
                        sys.exit("the server has ended with code %s" % self.process.wait())
                    if wanted(message):
                        return at, message
                if not self.arrived.wait(limit - time.monotonic()):
                    sys.exit("the server has not answered for %d seconds" % timeout)

    def request(self, method, params):
        self.id += 1
        self.send(method, params, self.id)
        mark = b'"id":%d,' % self.id
        _, message = self.wait_for(lambda m: mark in m[:80] and b'"method"' not in m[:80])
        return message

    def start(self, root=None):
        answer = self.request("initialize", {
            "processId": os.getpid(), "rootUri": root, "capabilities": CAPABILITIES})
        self.send("initialized", {})
        return json.loads(answer)["result"]["capabilities"]

    def stop(self):
        self.request("shutdown", None)
        self.send("exit", None)
        self.process.wait()

    # ---- documents ----

    def open(self, uri, text):
        """Wall time until there are diagnostics, and their message."""
        self.uri = uri
        self.version += 1
        started = time.perf_counter()
        self.send("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": "yaml", "version": self.version, "text": text}})
        at, message = self.wait_for(lambda m: b"publishDiagnostics" in m[:80])
        return at - started, message

    def change(self, start, end, text):
        self.version += 1
        self.send("textDocument/didChange", {
            "textDocument": {"uri": self.uri, "version": self.version},
            "contentChanges": [{"range": {"start": {"line": start[0], "character": start[1]},
                                          "end": {"line": end[0], "character": end[1]}},
                                "text": text}]})

    # ---- what it costs ----

    def look(self):
        """Nanoseconds that all threads have run, and whether one of them still does."""
        total, runs = 0, False
        for task in os.listdir(self.tasks):
            try:
                with open(f"{self.tasks}/{task}/schedstat", encoding="ascii") as file:
                    total += int(file.read().split()[0])
                with open(f"{self.tasks}/{task}/stat", encoding="ascii") as file:
                    runs = runs or file.read().rpartition(")")[2].split()[0] in "RD"
            except FileNotFoundError:
                pass
        return total, runs

    def settle(self):
        """Waits until all threads sleep; seconds that they have run."""
        before, quiet = None, 0
        while quiet < 3:
            now, runs = self.look()
            quiet = quiet + 1 if now == before and not runs else 0
            before = now
            time.sleep(0.001)
        return before / 1e9

    def rest(self):
        """CPU in ms of what the server looks at when nobody types, and waits for that."""
        before = self.settle()
        time.sleep(REST)
        return (self.settle() - before) * 1e3

    def cost(self, action):
        """CPU in ms of what `action` causes, and the messages that come of it."""
        before = self.settle()
        with self.arrived:
            self.messages.clear()
        action()
        after = self.settle()
        with self.arrived:
            came = [message for _, message in self.messages]
        if None in came:
            sys.exit("the server has ended with code %s" % self.process.wait())
        return (after - before) * 1e3, came

    def memory(self, field="VmRSS"):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return int(re.search(field + r":\s+(\d+)", file.read())[1]) * 1024
