#!/usr/bin/env python3
"""Measures the WebAssembly module against the native program: a keystroke, the start, the size.

usage: module.py VTOSCA MODULE [--family NAME]... [--nodes N]... [--seconds N]

What is typed is that of keystrokes.py, into both servers in turn. CPU is that of all threads until they sleep. The first
half of the keys warms up the compiler of the host, the second half counts: it is the same for both. Ends with a line per
target (✓ or ✗).
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

import families
from keystrokes import Text, edits_of, end_of, percentile, tool
from session import Server

MOST_TIMES, MOST_START, MOST_BYTES = 3, 150, 1_500_000
STARTS = 7
COMPRESSED = """
const { readFileSync } = require('fs');
const { brotliCompressSync } = require('zlib');
console.log(process.argv.slice(1).reduce((sum, name) => sum + brotliCompressSync(readFileSync(name)).length, 0));
"""


def keys(servers, text, edits, seconds):
    """(native, module) CPU of each key, typed and taken back."""
    document, costs = Text(text), []
    limit = time.monotonic() + seconds
    for edit in edits:
        if time.monotonic() > limit:
            break
        removed, end = document.slice(edit.start, edit.end), end_of(edit.start, edit.text)
        costs.append([s.cost(lambda s=s: s.change(edit.start, edit.end, edit.text))[0] for s in servers])
        costs.append([s.cost(lambda s=s: s.change(edit.start, end, removed))[0] for s in servers])
    return costs[len(costs) // 2:]


def typing(programs, family, nodes, seconds):
    with tempfile.TemporaryDirectory() as folder:
        text = families.FAMILIES[family](nodes)
        path = os.path.join(folder, f"{family}-{nodes}.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        edits = edits_of(tool(programs[0], "bench_edits"), path, 2)
        servers = [Server(program) for program in programs]
        for server in servers:
            server.start()
            server.open("file://" + path, text)
        costs = keys(servers, text, edits, seconds)
        for server in servers:
            server.stop()
    return costs


def start(program):
    begin = time.perf_counter()
    server = Server(program)
    server.start()
    taken = (time.perf_counter() - begin) * 1e3
    server.stop()
    return taken


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("vtosca")
    parser.add_argument("module")
    parser.add_argument("--family", action="append", choices=families.FAMILIES)
    parser.add_argument("--nodes", action="append", type=int)
    parser.add_argument("--seconds", type=float, default=120, help="for each text")
    arguments = parser.parse_args()
    programs = [arguments.vtosca, arguments.module]
    worst = 0
    for family in arguments.family or ("solvable", "islands"):
        for nodes in arguments.nodes or (100, 1000):
            costs = typing(programs, family, nodes, arguments.seconds)
            native, module = [list(side) for side in zip(*costs)]
            ratio = sum(module) / sum(native)
            worst = max(worst, ratio)
            print(f"{family} {nodes}: {len(costs)} keys; median {statistics.median(native):.2f} and "
                  f"{statistics.median(module):.2f} ms, 95 % {percentile(native, .95):.2f} and "
                  f"{percentile(module, .95):.2f} ms, all together {ratio:.2f} times", flush=True)
    starts = [[start(program) for program in programs] for _ in range(STARTS)]
    native, module = map(statistics.median, zip(*starts))
    print(f"start to the answer of initialize: {native:.0f} and {module:.0f} ms")
    folder = os.path.join(os.path.dirname(os.path.abspath(arguments.module)), "..", "lib")
    files = [os.path.join(folder, name) for name in ("vtosca.wasm", "vtosca.mjs")]
    size = int(subprocess.run(["node", "-e", COMPRESSED, *files], check=True, capture_output=True).stdout)
    targets = (("a key costs at most %g times as much" % MOST_TIMES, worst, MOST_TIMES),
               ("start within %d ms" % MOST_START, module, MOST_START),
               ("at most %d bytes, compressed" % MOST_BYTES, size, MOST_BYTES))
    for what, found, most in targets:
        print(f"{'✓' if found <= most else '✗'} {what}: {found:.4g}")
    return 0 if all(found <= most for _, found, most in targets) else 1


if __name__ == "__main__":
    sys.exit(main())
