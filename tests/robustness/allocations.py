"""Running out of memory, wherever it happens, ends the program with one clean message and status 70: never a
crash, an abort or a hang.

usage: allocations.py VTOSCA

The n-th allocation of a process fails, for many n, alone and with all behind it. ALLOCATIONS says how many n of
each command (default 60, spread over all of them).
"""
import json
import os
import subprocess
import sys
import tempfile

VTOSCA = os.path.abspath(sys.argv[1])
HERE = os.path.dirname(os.path.abspath(__file__))
POINTS = int(os.environ.get("ALLOCATIONS", 60))
MOST = 1 << 22
TEMPLATE = """\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {env: {type: string, default: dev}}
    presets: {prod: {inputs: {env: prod}}}
    expressions: {in_prod: {equal: [{concat: [{variability_input: env}, '']}, prod]}}
    options: {mode: semantic-loose, required_technology_constraint: false}
  node_templates:
    app: {type: tosca.nodes.SoftwareComponent, requirements: [{host: vm}]}
    db: {type: tosca.nodes.SoftwareComponent, conditions: {logic_expression: in_prod}, requirements: [{host: vm}]}
    vm: {type: tosca.nodes.Compute}
"""


def framed(*messages):
    bodies = [json.dumps({"jsonrpc": "2.0", **m}).encode() for m in messages]
    return b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(b), b) for b in bodies)


def conversation(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    document = {"uri": "file://" + path}
    return framed(
        {"id": 1, "method": "initialize", "params": {"capabilities": {}}}, {"method": "initialized", "params": {}},
        {"method": "textDocument/didOpen", "params": {"textDocument": {**document, "languageId": "yaml", "version": 1, "text": text}}},
        {"id": 2, "method": "textDocument/hover", "params": {"textDocument": document, "position": {"line": 8, "character": 5}}},
        {"id": 3, "method": "textDocument/documentSymbol", "params": {"textDocument": document}},
        {"id": 4, "method": "shutdown"}, {"method": "exit"})


def main():
    folder = tempfile.mkdtemp()
    shim = os.path.join(folder, "failing.so")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", shim, os.path.join(HERE, "failing_malloc.c"), "-ldl"], check=True)
    path = os.path.join(folder, "template.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(TEMPLATE)

    def run(arguments, text, number, for_good):
        environment = {**os.environ, "LD_PRELOAD": shim, "FAILING_ALLOCATION": str(number)}
        if for_good:
            environment["FAILING_FOR_GOOD"] = "1"
        try:
            return subprocess.run([VTOSCA, *arguments], input=text, capture_output=True, env=environment, timeout=60)
        except subprocess.TimeoutExpired:
            return None

    faults, runs, ended = [], 0, 0
    commands = [[command, path] for command in ("check", "presence", "resolve", "graph", "variants", "format", "test")]
    commands += [["explain", path, "db"], ["difference", path, path], ["check", folder, "--format", "sarif"]]
    for arguments, text in [(arguments, None) for arguments in commands] + [(["lsp"], conversation(path))]:
        fine = run(arguments, text, 0, False).returncode
        low, high = 1, MOST  # the first n that is never reached
        while low < high:
            middle = (low + high) // 2
            result = run(arguments, text, middle, True)
            if result and result.returncode == fine and b"out of memory" not in result.stderr:
                high = middle
            else:
                low = middle + 1
        total = low
        for number in sorted({1 + i * total // POINTS for i in range(POINTS)} | set(range(1, 13))):
            for for_good in (False, True):
                result = run(arguments, text, number, for_good)
                runs += 1
                what = f"{arguments[0]}, allocation {number} of {total}{' and all behind it' if for_good else ''}"
                if result is None:
                    faults.append(what + ": hangs")
                elif result.returncode == 70 and b"vtosca: out of memory" in result.stderr:
                    ended += 1
                elif result.returncode != fine and not (result.returncode in (1, 2, 127) and result.stderr):
                    faults.append(f"{what}: status {result.returncode}, {result.stderr[-200:]!r}")
    print("\n".join(faults))
    print(f"{runs} runs, {ended} ended with the message, {len(faults)} otherwise")
    return 1 if faults or not ended else 0


if __name__ == "__main__":
    sys.exit(main())
