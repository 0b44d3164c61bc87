#!/usr/bin/env python3
"""Measures what a keystroke costs the language server.

usage: keystrokes.py VTOSCA [--nodes N]... [--edits N] [--program]

Opens generated templates, types into the middle of them (outside of conditions and inside),
and reports for each edit the time until the new diagnostics are there, until a completion and
until a hover are answered. CPU is that of the server's process, all threads; wall is what the
user waits, this program's reading included. Medians; of the CPU, means.
"""
import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
URI = "file:///bench/template.yaml"

# (where, line to type in, text to type after)
PLACES = [
    ("outside", r"^ +description: Runs the components", "Runs"),
    ("inside", r"^ +conditions: {greater_or_equal: ", "size}, 1"),
]


class Server:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "lsp"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, bufsize=0)
        self.output = self.process.stdout.fileno()
        self.buffer = bytearray()
        self.kept = []  # received, but not waited for yet
        self.id = 0
        self.version = 0

    def send(self, method, params, identifier=None):
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if identifier is not None:
            message["id"] = identifier
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def read(self):
        """The bytes of the next message."""
        while b"\r\n\r\n" not in self.buffer:
            self.more()
        header, _, rest = bytes(self.buffer).partition(b"\r\n\r\n")
        length = int(re.search(rb"Content-Length: (\d+)", header)[1])
        start = len(header) + 4
        while len(self.buffer) < start + length:
            self.more()
        message = bytes(self.buffer[start:start + length])
        del self.buffer[:start + length]
        return message

    def more(self):
        data = os.read(self.output, 1 << 20)
        if not data:
            sys.exit("the server has ended with code %s" % self.process.wait())
        self.buffer += data

    def wait_for(self, wanted):
        for message in self.kept:
            if wanted(message):
                self.kept.remove(message)
                return message
        while True:
            message = self.read()
            if wanted(message):
                return message
            self.kept.append(message)

    def request(self, method, params):
        self.id += 1
        self.send(method, params, self.id)
        return self.answer(self.id)

    def answer(self, identifier):
        mark = b'"id":%d,' % identifier
        message = self.wait_for(lambda m: mark in m[:80])
        if b'"error"' in message[:100]:
            sys.exit("a request failed: " + message[:300].decode())
        return message

    def diagnostics(self):
        mark = b'"version":%d,' % self.version
        return self.wait_for(lambda m: b"publishDiagnostics" in m[:80] and mark in m[:300])

    def open(self, text):
        self.version += 1
        self.send("textDocument/didOpen", {"textDocument": {
            "uri": URI, "languageId": "yaml", "version": self.version, "text": text}})

    def change(self, line, start, end, text):
        self.version += 1
        self.send("textDocument/didChange", {
            "textDocument": {"uri": URI, "version": self.version},
            "contentChanges": [{"range": {"start": {"line": line, "character": start},
                                          "end": {"line": line, "character": end}},
                                "text": text}]})

    def cpu(self):
        """Seconds that all threads have run."""
        total = 0
        tasks = f"/proc/{self.process.pid}/task"
        for task in os.listdir(tasks):
            with open(f"{tasks}/{task}/schedstat", encoding="ascii") as file:
                total += int(file.read().split()[0])
        return total / 1e9

    def memory(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return int(re.search(r"VmHWM:\s+(\d+)", file.read())[1]) / 1024


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def generate(nodes):
    return subprocess.run([sys.executable, os.path.join(HERE, "generate_template.py"), str(nodes)],
                          check=True, capture_output=True, text=True).stdout


def find_place(lines, pattern, after):
    """The place in the middle of the template where to type."""
    found = [i for i, line in enumerate(lines) if re.match(pattern, line)]
    if not found:
        sys.exit("the generated template has no line like " + pattern)
    line = found[len(found) // 2]
    return line, lines[line].index(after) + len(after)


def type_into(server, line, column, edits, ask):
    """Types a digit and takes it away again, `edits` times in all. Wall times and CPU time."""
    walls = []
    server.process.stdin.flush()
    time.sleep(0.05)
    cpu = server.cpu()
    for i in range(edits):
        start = time.perf_counter()
        if i % 2 == 0:
            server.change(line, column, column, "2")
        else:
            server.change(line, column, column + 1, "")
        if ask:
            position = {"line": line, "character": column}
            server.request(ask, {"textDocument": {"uri": URI}, "position": position})
            walls.append(time.perf_counter() - start)
            server.diagnostics()
        else:
            server.diagnostics()
            walls.append(time.perf_counter() - start)
    time.sleep(0.05)
    return walls, (server.cpu() - cpu) / edits


def measure(program, nodes, edits, report):
    text = generate(nodes)
    lines = text.split("\n")
    server = Server(program)
    result = server.request("initialize", {
        "processId": os.getpid(), "rootUri": None, "capabilities": {
            "textDocument": {"publishDiagnostics": {"tagSupport": {"valueSet": [1, 2]},
                                                    "relatedInformation": True,
                                                    "versionSupport": True}}}})
    capabilities = json.loads(result)["result"]["capabilities"]
    server.send("initialized", {})
    start, cpu = time.perf_counter(), server.cpu()
    server.open(text)
    message = server.diagnostics()
    wall, cpu = time.perf_counter() - start, server.cpu() - cpu
    found = len(json.loads(message)["params"]["diagnostics"])
    report(nodes, "", f"open ({found} diagnostics)", [wall], cpu)
    questions = [("diagnostics", None, None),
                 ("completion", "textDocument/completion", "completionProvider"),
                 ("hover", "textDocument/hover", "hoverProvider")]
    for where, pattern, after in PLACES:
        place = find_place(lines, pattern, after)
        type_into(server, *place, 10, None)  # warm
        for what, method, capability in questions:
            if capability and capability not in capabilities:
                continue
            report(nodes, where, what, *type_into(server, *place, edits, method))
    memory = server.memory()
    server.request("shutdown", None)
    server.send("exit", None)
    server.process.wait()
    return memory, len(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--nodes", type=int, action="append")
    parser.add_argument("--edits", type=int, default=200)
    arguments = parser.parse_args()
    cpus = {}

    def report(nodes, where, what, walls, cpu):
        cpus[nodes, where, what] = cpu
        print(f"{nodes:>7} {where:<8} {what:<24} {cpu * 1e3:>9.3f} "
              f"{statistics.median(walls) * 1e3:>9.3f} {percentile(walls, 0.95) * 1e3:>9.3f}",
              flush=True)

    print(f"{'nodes':>7} {'edit':<8} {'until':<24} {'CPU ms':>9} {'wall ms':>9} {'95 %':>9}")
    for nodes in arguments.nodes or [100, 1000, 10000]:
        memory, size = measure(arguments.program, nodes, arguments.edits, report)
        print(f"{nodes:>7} {size / 1e6:.1f} MB of text, {memory:.0f} MB of memory at most")
    for where in ("outside", "inside"):
        small, large = (cpus.get((n, where, "diagnostics")) for n in (1000, 10000))
        if small and large:
            print(f"CPU {where} conditions: {large / small:.1f} times as much at 10,000 nodes "
                  "as at 1,000")


if __name__ == "__main__":
    main()
