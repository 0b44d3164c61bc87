"""Reading and writing that fail, wherever they do: the n-th read, write, opening, renaming, flushing of each command
fails. The command then ends with its status and says so, never with a signal, in a loop or as if nothing had been;
a file that it writes is the old one or the new one as a whole.

usage: input_output.py VTOSCA

Needs strace and the right to trace; says so where
there is none. CALLS says how many n of each command and call (default 12, spread over all of them).
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

VTOSCA = os.path.abspath(sys.argv[1])
POINTS = int(os.environ.get("CALLS", 12))
TYPES = """\
tosca_definitions_version: tosca_variability_1_0
node_types:
  my.App: {derived_from: tosca.nodes.SoftwareComponent}
"""
TEMPLATE = """\
tosca_definitions_version: tosca_variability_1_0
imports: [types.yaml]
topology_template:
  variability:
    inputs: {env: {type: string, default: dev}}
    presets: {prod: {inputs: {env: prod}}}
  node_templates:
    app: {type: my.App, conditions: {equal: [{variability_input: env}, prod]}, requirements: [{host: vm}]}
    vm: {type: tosca.nodes.Compute}
"""
FAILURES = {"read": "EIO", "pread64": "EIO", "openat": "EMFILE", "write": "ENOSPC", "writev": "ENOSPC", "rename": "EIO", "fsync": "EIO", "close": "EIO"}


def framed(*messages):
    bodies = [json.dumps({"jsonrpc": "2.0", **m}).encode() for m in messages]
    return b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(b), b) for b in bodies)


class Commands:
    def __init__(self, folder):
        self.folder = folder
        self.template = os.path.join(folder, "template.yaml")
        self.output = os.path.join(folder, "resolved.yaml")
        self.renew()
        document = {"uri": "file://" + self.template}
        conversation = framed(
            {"id": 1, "method": "initialize", "params": {"capabilities": {}}}, {"method": "initialized", "params": {}},
            {"method": "textDocument/didOpen",
             "params": {"textDocument": {**document, "languageId": "yaml", "version": 1, "text": TEMPLATE}}},
            {"id": 2, "method": "textDocument/hover",
             "params": {"textDocument": document, "position": {"line": 7, "character": 5}}},
            {"id": 3, "method": "shutdown"}, {"method": "exit"})
        self.all = [
            (["check", self.template], None), (["check", folder, "--format", "json"], None),
            (["presence", self.template], None), (["variants", self.template], None),
            (["resolve", self.template, "--preset", "prod"], None),
            (["resolve", self.template, "--preset", "prod", "-o", self.output], None),
            (["format", self.template], None), (["lsp"], conversation)]

    def renew(self):
        for name, text in (("types.yaml", TYPES), ("template.yaml", TEMPLATE), ("resolved.yaml", "old\n")):
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
                file.write(text)


def run(arguments, text, trace, tracer):
    command = ["strace", "-f", "-qq", "-y", "-o", trace, *tracer, VTOSCA, *arguments]
    try:
        return subprocess.run(command, input=text, capture_output=True, timeout=60)
    except subprocess.TimeoutExpired:
        return None


def text_of(path):
    with open(path, "rb") as file:
        return file.read()


def main():
    folder = os.path.join(tempfile.mkdtemp(), "files")
    os.mkdir(folder)
    trace = os.path.join(os.path.dirname(folder), "trace")
    if not shutil.which("strace") or subprocess.run(
            ["strace", "-qq", "-o", trace, "true"], capture_output=True).returncode:
        print("left out: there is no strace here, or no right to trace")
        return 0
    commands = Commands(folder)
    faults, runs = [], 0
    for arguments, text in commands.all:
        commands.renew()
        fine = run(arguments, text, trace, ["-e", "trace=" + ",".join(FAILURES)])
        files = {name: text_of(os.path.join(folder, name)) for name in os.listdir(folder)}
        calls = text_of(trace).decode("utf-8", "replace").splitlines()
        for call, error in FAILURES.items():
            places = [line for line in calls if f" {call}(" in line]
            total = len(places)
            for number in sorted({1 + i * total // POINTS for i in range(POINTS)} if total else ()):
                commands.renew()
                result = run(arguments, text, trace,
                             ["-e", f"trace={call}", "-e", f"inject={call}:error={error}:when={number}"])
                runs += 1
                what = f"{' '.join(arguments)}: {call} {number} of {total} ({error})"
                injected = [line for line in text_of(trace).decode("utf-8", "replace").splitlines() if "INJECTED" in line]
                if any("eventfd" in line or re.search(r"\((?:[3-9]|\d\d)<pipe:", line) for line in injected):
                    continue  # no file: libuv wakes its own loop with it
                if result is None:
                    faults.append(what + ": hangs")
                    continue
                if result.returncode < 0 or result.returncode > 128:
                    faults.append(f"{what}: status {result.returncode}, {result.stderr[-200:]!r}, {injected}")
                    continue
                for name, new in files.items():
                    old = {"resolved.yaml": b"old\n", "template.yaml": TEMPLATE.encode()}.get(name, new)
                    path = os.path.join(folder, name)
                    if not os.path.exists(path) or text_of(path) not in (old, new):
                        faults.append(f"{what}: {name} is neither the old nor the new one")
                left = [name for name in os.listdir(folder) if name not in files]
                if left:
                    faults.append(f"{what}: leaves {left}")
                    for name in left:
                        os.unlink(os.path.join(folder, name))
                silent = result.returncode == fine.returncode and not result.stderr.strip()
                same = result.stdout == fine.stdout and all(
                    text_of(os.path.join(folder, name)) == new for name, new in files.items())
                # After `exit` no one waits for answers.
                if injected and silent and not same and arguments != ["lsp"]:
                    faults.append(f"{what}: another result without a word, {injected}")
    print("\n".join(faults))
    print(f"{runs} runs, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
