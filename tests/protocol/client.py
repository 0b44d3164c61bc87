"""A client of the language server for tests: starts it, talks to it, and checks every
message it sends against the protocol's meta model, if there is one.

Environment:
    VTOSCA            the program to test
    VTOSCA_METAMODEL  the meta model of the protocol as JSON; without it messages are not
                      checked, and the tests say so
    VTOSCA_LOG        a file to which all messages are appended, one JSON object a line
"""
import json
import os
import queue
import subprocess
import sys
import threading
import time
import unittest

sys.path.insert(0, os.path.dirname(__file__))
import metamodel  # noqa: E402

TIMEOUT = float(os.environ.get("VTOSCA_TIMEOUT", "20"))
PROGRAM = os.environ.get("VTOSCA", "vtosca")
MODEL = os.environ.get("VTOSCA_METAMODEL")
LOG = os.environ.get("VTOSCA_LOG")

_model = metamodel.Model(MODEL) if MODEL else None
if not MODEL:
    print("VTOSCA_METAMODEL is not set: messages are not checked against the protocol",
          file=sys.stderr)

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
SERVER_NOT_INITIALIZED = -32002
CONTENT_MODIFIED = -32801
REQUEST_CANCELLED = -32800

URI = "file:///models/template.yaml"

# What a modern editor says of itself.
CAPABILITIES = {
    "general": {"positionEncodings": ["utf-16"]},
    "textDocument": {
        "publishDiagnostics": {"relatedInformation": True, "versionSupport": True,
                               "tagSupport": {"valueSet": [1, 2]},
                               "codeDescriptionSupport": True, "dataSupport": True},
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "completion": {"completionItem": {"snippetSupport": True,
                                          "documentationFormat": ["markdown"],
                                          "tagSupport": {"valueSet": [1]}}},
        "definition": {"linkSupport": True},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}},
    },
}


class Gone(Exception):
    """The server has ended or is silent."""


def frame(message):
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


class Client:
    def __init__(self, arguments=("lsp",), **options):
        self.process = subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
        self.checker = metamodel.Checker(_model) if _model else None
        self.faults = []
        self.inbox = queue.Queue()
        self.kept = []  # received, not asked for yet
        self.answers = {}  # the same of answers, by id
        self.last_id = 0
        self.versions = {}
        self.shown = {}  # by URI
        self.shown_version = {}
        self.is_told_versions = True
        self.stderr = b""
        threading.Thread(target=self._read, daemon=True).start()
        self._stderr_reader = threading.Thread(target=self._read_stderr, daemon=True)
        self._stderr_reader.start()

    # ---- the wire

    def _read(self):
        stream = self.process.stdout
        while True:
            length = None
            while True:
                line = stream.readline()
                if not line:
                    self.inbox.put(None)
                    return
                if line == b"\r\n":
                    break
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            message = json.loads(stream.read(length))
            self._note("out", message)
            self.inbox.put(message)

    def _read_stderr(self):
        for line in self.process.stderr:
            self.stderr += line

    def _note(self, direction, message):
        if LOG:
            with open(LOG, "a", encoding="utf-8") as log:
                log.write(json.dumps({"dir": direction, "msg": message}) + "\n")
        if self.checker:
            faults = self.checker.faults(direction, message)
            if direction == "out":
                self.faults += [f"{message.get('method', 'answer')}: {f}" for f in faults]

    def send_bytes(self, data):
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except BrokenPipeError:
            self._stderr_reader.join(TIMEOUT)
            raise Gone("the server has ended: %s" % self.stderr.decode(errors="replace")) from None

    def send(self, message):
        self._note("in", message)
        self.send_bytes(frame(message))

    def receive(self, wanted, timeout=TIMEOUT):
        """The next message for which `wanted` holds; others are kept for later."""
        for message in self.kept:
            if wanted(message):
                self.kept.remove(message)
                return message
        end = time.monotonic() + timeout
        while True:
            try:
                message = self.inbox.get(timeout=max(0, end - time.monotonic()))
            except queue.Empty:
                raise Gone("the server is silent; kept: %r" % self.kept[-5:]) from None
            if message is None:
                self.inbox.put(None)
                raise Gone("the server has ended: %s" % self.stderr.decode(errors="replace"))
            if wanted(message):
                return message
            self._keep(message)

    def _keep(self, message):
        if "method" in message or message.get("id") is None:
            self.kept.append(message)
        else:
            self.answers[message["id"]] = message

    def received(self, seconds=0.3):
        """Everything that comes within a while, with what was kept."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                message = self.inbox.get(timeout=max(0, end - time.monotonic()))
            except queue.Empty:
                break
            if message is None:
                self.inbox.put(None)
                break
            self._keep(message)
        kept = self.kept + list(self.answers.values())
        self.kept, self.answers = [], {}
        return kept

    # ---- the protocol

    def notify(self, method, params=None):
        message = {"jsonrpc": "2.0", "method": method}
        if params is not None:
            message["params"] = params
        self.send(message)

    def ask(self, method, params=None):
        """Sends a request; returns its id for `answer`."""
        self.last_id += 1
        message = {"jsonrpc": "2.0", "id": self.last_id, "method": method}
        if params is not None:
            message["params"] = params
        self.send(message)
        return self.last_id

    def answer(self, identifier, timeout=TIMEOUT):
        if identifier in self.answers:
            return self.answers.pop(identifier)
        return self.receive(lambda m: "method" not in m and m.get("id") == identifier, timeout)

    def request(self, method, params=None, timeout=TIMEOUT):
        """The result of a request that must succeed."""
        answer = self.answer(self.ask(method, params), timeout)
        if "error" in answer:
            raise AssertionError(f"{method} failed: {answer['error']}")
        return answer["result"]

    def error(self, method, params=None):
        """The error code of a request that must fail."""
        answer = self.answer(self.ask(method, params))
        if "error" not in answer:
            raise AssertionError(f"{method} did not fail: {answer['result']}")
        return answer["error"]["code"]

    def initialize(self, capabilities=None, options=None, **params):
        params = {"processId": os.getpid(), "rootUri": None,
                  "capabilities": CAPABILITIES if capabilities is None else capabilities, **params}
        # Tests want to know at once what a user who is typing hears a moment later, and are not
        # to be interrupted by what is found after a rest.
        params["initializationOptions"] = {"calmTyping": False, "allInputs": False,
                                           **(options or {})}
        publishing = params["capabilities"].get("textDocument", {}).get("publishDiagnostics", {})
        self.is_told_versions = publishing.get("versionSupport", False)
        result = self.request("initialize", params)
        self.notify("initialized", {})
        return result

    def open(self, text, uri=URI, version=1):
        self.versions[uri] = version
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": "yaml", "version": version, "text": text}})

    def change(self, changes, uri=URI, version=None):
        """`changes` is the new text, or a list of (range, text)."""
        self.versions[uri] = self.versions[uri] + 1 if version is None else version
        if isinstance(changes, str):
            changes = [{"text": changes}]
        else:
            changes = [{"range": span(*r), "text": text} for r, text in changes]
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": self.versions[uri]},
            "contentChanges": changes})

    def close(self, uri=URI):
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def diagnostics(self, uri=URI, version=None, timeout=TIMEOUT):
        """What the client shows of the version (default: the one sent last): what was published last,
        since nothing is published again. Of a version that was asked about before, what is
        published next."""
        version = self.versions[uri] if version is None else version

        def is_wanted(message):
            return (message.get("method") == "textDocument/publishDiagnostics"
                    and message["params"]["uri"] == uri
                    and message["params"].get("version") in
                    (range(self.shown_version.get(uri, -1), version + 1)
                     if self.is_told_versions else (None,)))

        if uri in self.shown and self.shown_version[uri] < version:
            # Answered when the text is analysed.
            self.answer(self.ask("textDocument/diagnostic", {"textDocument": {"uri": uri}}), timeout)
            told = [m for m in self.kept if is_wanted(m)]
            for message in told:
                self.shown[uri] = message["params"]["diagnostics"]
            if told:
                self.kept.remove(told[-1])
        else:
            told = self.receive(is_wanted, timeout)["params"]
            self.shown[uri] = told["diagnostics"]
            if told.get("version", version) < version:  # of a text before it, if it was analysed in time
                self.shown_version[uri] = told["version"]
                return self.diagnostics(uri, version, timeout)
        self.shown_version[uri] = version
        return self.shown[uri]

    # ---- the end

    def shut_down(self):
        """shutdown, exit; returns the exit code."""
        if self.request("shutdown") is not None:
            raise AssertionError("shutdown must return null")
        self.notify("exit")
        return self.wait()

    def wait(self, timeout=TIMEOUT):
        code = self.process.wait(timeout)
        self._stderr_reader.join(timeout)
        return code

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                stream.close()
            except (BrokenPipeError, ValueError):
                pass


def place(line, character):
    return {"line": line, "character": character}


def span(line, character, end_line, end_character):
    return {"start": place(line, character), "end": place(end_line, end_character)}


def document(uri=URI, **more):
    return {"textDocument": {"uri": uri}, **more}


class ProtocolTest(unittest.TestCase):
    """A test with clients that are ended with it; their faults fail it."""

    def start(self, initialized=True, arguments=("lsp",), capabilities=None, options=None,
              **process):
        client = Client(arguments, **process)
        self.addCleanup(self._finish, client)
        if initialized:
            client.initialize(capabilities, options)
        return client

    def _finish(self, client):
        client.kill()
        self.assertEqual(client.faults, [])
        self.assertNotIn(b"Sanitizer", client.stderr, client.stderr.decode(errors="replace"))
        self.assertNotIn(b"runtime error", client.stderr, client.stderr.decode(errors="replace"))
