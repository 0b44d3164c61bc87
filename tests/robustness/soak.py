"""Hours of editing, without the pauses: several files of 1,000 node templates and the types that they share.

usage: soak.py VTOSCA [SECONDS]

`./dev soak [SECONDS]`, an hour if nothing is said. The editing is that of people: a word typed letter by letter, undone,
lines moved, a type renamed in the file that all import, files closed and opened, and the questions that editors ask
meanwhile. Twenty times the client rests until the server has given back what it does not need (memory at rest), and
then everything that is told of each file has to be what a fresh server tells of it. What must hold: at rest, no more
memory at the end than 10 percent above that after the first minute; at no time more than MOST_AT_ONCE times as much;
each request has one answer. VTOSCA_SEED chooses another one.
"""
import os
import random
import sys
import tempfile
import time

VTOSCA = os.path.abspath(sys.argv[1])
SECONDS = int(sys.argv[2]) if len(sys.argv) > 2 else 3600
SEED = int(os.environ.get("VTOSCA_SEED", "18"))
os.environ["VTOSCA"] = VTOSCA
sys.argv = sys.argv[:1]
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "protocol"))
from client import Client, document  # noqa: E402

NODES = 1000
RESTS = 20
SILENCE = 4  # seconds: after three the server gives back what it does not need
MOST_AT_ONCE = 6
PATIENCE = 60  # seconds until what differs counts as different for good
REQUESTS = ["textDocument/documentSymbol", "textDocument/semanticTokens/full", "textDocument/codeLens",
            "textDocument/foldingRange", "vtosca/presence"]
POSITIONED = ["textDocument/hover", "textDocument/completion", "textDocument/definition", "textDocument/references",
              "textDocument/documentHighlight"]
TYPES = """\
tosca_definitions_version: tosca_variability_1_0
node_types:
  soak.App:
    derived_from: tosca.nodes.SoftwareComponent
    properties: {port: {type: integer, default: 80}}
  soak.Machine:
    derived_from: tosca.nodes.Compute
"""


def template(random_):
    lines = ["tosca_definitions_version: tosca_variability_1_0", "imports: [types.yaml]", "topology_template:",
             "  variability:", "    inputs:", "      env: {type: string, default: dev}",
             "      size: {type: integer, default: 3}", "    presets:",
             "      small: {inputs: {size: 1}}", "      large: {inputs: {size: 9, env: prod}}",
             "    expressions:", "      is_large: {greater: [{variability_input: size}, 5]}",
             "    options: {mode: semantic-loose, required_technology_constraint: false}", "  node_templates:",
             "    vm0: {type: soak.Machine}"]
    for i in range(1, NODES):
        is_conditional = i // 10 % 5 == 0 and i >= 10  # a machine and all that it hosts
        if i % 10 == 0:
            lines += [f"    vm{i}:", "      type: soak.Machine"]
        else:
            lines += [f"    app{i}:", "      type: soak.App", f"      properties: {{port: {8000 + i}}}",
                      "      requirements:", f"        - host: vm{i // 10 * 10}"]
            if not is_conditional and random_.random() < 0.3:
                lines.append("      conditions: {equal: [{variability_input: env}, prod]}")
        if is_conditional:
            lines.append("      conditions: {logic_expression: is_large}")
    return "\n".join(lines) + "\n"


def kilobytes(process, which="VmRSS"):
    with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
        return int(next(line for line in status if line.startswith(which)).split()[1])


class Soak:
    def __init__(self, folder, random_):
        self.random = random_
        self.folder = folder
        self.texts = {"types.yaml": TYPES, **{f"t{i}.yaml": template(random_) for i in range(3)}}
        for name, text in self.texts.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        self.versions = dict.fromkeys(self.texts, 1)
        self.asked = []
        self.counts = {"edits": 0, "requests": 0}
        self.client = self.start()
        self.is_open = set()
        for name in self.texts:
            self.open(name)

    def start(self):
        client = Client()
        client.initialize(rootUri="file://" + self.folder)
        return client

    def uri(self, name):
        return "file://" + os.path.join(self.folder, name)

    def open(self, name):
        self.client.open(self.texts[name], self.uri(name), self.versions[name])
        self.is_open.add(name)

    def edit(self, name, first, last, lines):
        """Replaces whole lines."""
        old = self.texts[name].split("\n")
        old[first:last] = lines
        self.texts[name] = "\n".join(old)
        self.versions[name] += 1
        self.counts["edits"] += 1
        text = "".join(line + "\n" for line in lines)
        self.client.change([((first, 0, last, 0), text)], self.uri(name), self.versions[name])

    def ask(self, name, line):
        method = self.random.choice(REQUESTS + POSITIONED)
        params = document(self.uri(name))
        if method in POSITIONED:
            params["position"] = {"line": line, "character": self.random.randrange(6, 20)}
            params["context"] = {"includeDeclaration": True}
        self.asked.append(self.client.ask(method, params))
        self.counts["requests"] += 1

    def type_and_undo(self, name):
        """A word at the end of a line, letter by letter, and away again."""
        lines = self.texts[name].split("\n")
        at = self.random.randrange(2, len(lines) - 1)
        word = self.random.choice(["  # note", "x", ": y", " {", '"'])
        for i in range(1, len(word) + 1):
            self.edit(name, at, at + 1, [lines[at] + word[:i]])
            self.ask(name, at)
        self.edit(name, at, at + 1, [lines[at]])

    def move(self, name):
        lines = self.texts[name].split("\n")
        at = self.random.randrange(16, len(lines) - 6)
        block = lines[at:at + 4]
        self.edit(name, at, at + 4, [])
        self.ask(name, at)
        self.edit(name, at, at, block)

    def rename_type(self, name):
        lines = self.texts["types.yaml"].split("\n")
        at = next(i for i, line in enumerate(lines) if line.startswith("  soak.App"))
        self.edit("types.yaml", at, at + 1, ["  soak.Application:"])
        self.ask(name, 3)
        self.edit("types.yaml", at, at + 1, [lines[at]])

    def reopen(self, name):
        self.client.close(self.uri(name))
        self.is_open.discard(name)
        self.open(name)

    def step(self):
        name = self.random.choice(sorted(n for n in self.texts if n != "types.yaml"))
        self.random.choices([self.type_and_undo, self.move, self.rename_type, self.reopen], [8, 3, 1, 1])[0](name)
        if len(self.asked) > 20:
            self.settle()

    def settle(self):
        """Reads all answers, which are one for each request."""
        for identifier in self.asked:
            answer = self.client.answer(identifier, timeout=120)
            assert "result" in answer or answer["error"]["code"] in (-32800, -32801, -32803), answer
        self.asked = []
        for message in self.client.kept:
            if "method" in message and "id" in message:
                self.client.send({"jsonrpc": "2.0", "id": message["id"], "result": None})
        self.client.kept = [m for m in self.client.kept if m.get("method") == "textDocument/publishDiagnostics"][-50:]

    def shown(self, client):
        """What a server says of each file in the end."""
        told = {}
        for name in sorted(self.texts):
            told[name] = client.request("vtosca/presence", document(self.uri(name)), timeout=120)
            told[name].pop("version", None)
            told[name + " diagnostics"] = client.request(
                "textDocument/diagnostic", document(self.uri(name)), timeout=120).get("items")
            told[name + " symbols"] = client.request("textDocument/documentSymbol", document(self.uri(name)), timeout=120)
            told[name + " tokens"] = client.request(
                "textDocument/semanticTokens/full", document(self.uri(name)), timeout=120)["data"]
        return told

    def differences(self, other):
        mine, theirs = self.shown(self.client), self.shown(other)
        return [key for key in mine if mine[key] != theirs[key]]


def difference_at_rest(soak):
    """What differs from a fresh server, for good; what holds for all inputs is told when no one types."""
    soak.settle()
    fresh = soak.start()
    for name, text in soak.texts.items():
        fresh.open(text, soak.uri(name))
    stale = soak.differences(fresh)
    end = time.monotonic() + PATIENCE
    while stale and time.monotonic() < end:
        time.sleep(1)
        stale = soak.differences(fresh)
    fresh.kill()
    return stale


def rest(soak):
    """Kilobytes of a server that nobody asks for anything."""
    soak.settle()
    for name in sorted(soak.texts):  # answered when the newest text is analysed
        soak.client.request("textDocument/diagnostic", document(soak.uri(name)), timeout=120)
    time.sleep(SILENCE)
    return kilobytes(soak.client.process)


def main():
    print(f"VTOSCA_SEED={SEED}")
    stale, early, late = [], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(folder, random.Random(SEED))
        begun = time.monotonic()
        for number in range(RESTS):
            end = begun + (min(60, SECONDS / RESTS) if number == 0 else SECONDS * (number + 1) / RESTS)
            while time.monotonic() < end:
                soak.step()
            late = rest(soak)
            early = early or late
            stale = difference_at_rest(soak)
            print(f"{time.monotonic() - begun:.0f} s, {soak.counts['edits']} edits: {late} kB at rest, "
                  f"differs from a fresh server: {stale or 'nothing'}", flush=True)
            if stale:
                break
        most = kilobytes(soak.client.process, "VmHWM")
        soak.client.kill()
    print(f"{soak.counts['edits']} edits, {soak.counts['requests']} requests, each answered once; at rest {early} kB after the "
          f"first minute, {late} kB at the end, at most {most} kB")
    is_fine = not stale and late <= early * 1.1 and most <= early * MOST_AT_ONCE
    print("1 passed, 0 failed" if is_fine else "0 passed, 1 failed")
    return 0 if is_fine else 1


if __name__ == "__main__":
    sys.exit(main())
