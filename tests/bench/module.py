#!/usr/bin/env python3
"""Measures the WebAssembly module against the native program: a keystroke, the start, the size.

usage: module.py VTOSCA MODULE [--family NAME]... [--nodes N]... [--keys N]

What is typed is that of keystrokes.py, into both servers in turn. CPU is that of all threads until they sleep. All keys are typed
several times: at first the host compiles the module for speed, then they count. What is compared is the sum of the keys of a
kind: of those that concern a section, variants, a type or the document, and of each action. Ends with a line per target (✓ or ✗);
on a busy machine the start is judged by its CPU, to which the clock adds what others take.
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
STARTS = 11
WARM, COUNTED = 10, 2  # rounds in which all keys are typed
FEWEST = 20  # keys of a kind that is judged
LEAST_NODES = 100  # below, most is what the host takes for reading and writing a message
COMPRESSED = """
const { readFileSync } = require('fs');
const { brotliCompressSync } = require('zlib');
console.log(process.argv.slice(1).reduce((sum, name) => sum + brotliCompressSync(readFileSync(name)).length, 0));
"""


def sample(edits, count):
    """So many of them, of all kinds."""
    step = max(1, len(edits) // count)
    return edits[::step]


def changes(text, edits):
    """Each edit, and what takes it back: (edit, start, end, text)."""
    document = Text(text)
    for edit in edits:
        yield edit, edit.start, edit.end, edit.text
        yield edit, edit.start, end_of(edit.start, edit.text), document.slice(edit.start, edit.end)


def warm(server, text, edits, rounds):
    """All keys, as fast as the server answers."""
    for _ in range(rounds):
        for _, *change in changes(text, edits):
            server.change(*change)
            server.request("vtosca/variants", {"textDocument": {"uri": server.uri}})


def keys(servers, text, edits, rounds):
    """(edit, [native, module]): the CPU of each key."""
    return [(edit, [s.cost(lambda s=s: s.change(*change))[0] for s in servers])
            for _ in range(rounds) for edit, *change in changes(text, edits)]


def typing(programs, family, nodes, count):
    """What the keys cost before the host has compiled the module for speed, and after that."""
    with tempfile.TemporaryDirectory() as folder:
        text = families.FAMILIES[family](nodes)
        path = os.path.join(folder, f"{family}-{nodes}.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        edits = sample(edits_of(tool(programs[0], "bench_edits"), path, 3), count)
        servers = [Server(program) for program in programs]
        for server in servers:
            server.start()
            server.open("file://" + path, text)
        first = keys(servers, text, edits, 1)
        for server in servers:
            warm(server, text, edits, WARM)
        costs = keys(servers, text, edits, COUNTED)
        for server in servers:
            server.stop()
    return first, costs


def ratio(costs):
    native, module = map(sum, zip(*(cost for _, cost in costs)))
    return module / native


def report(name, costs):
    """Of all keys, and of each kind; the worst ratio."""
    groups = [("all", costs)]
    for kind in ("scope", "action"):
        values = sorted({getattr(edit, kind) for edit, _ in costs})
        groups += [(value, [c for c in costs if getattr(c[0], kind) == value]) for value in values]
    for group, found in groups:
        native, module = map(list, zip(*(cost for _, cost in found)))
        print(f"{name:<16}{group:<12}{len(found):>6} keys  median {statistics.median(native):7.2f} and "
              f"{statistics.median(module):7.2f} ms  95 % {percentile(native, .95):7.2f} and {percentile(module, .95):7.2f} ms"
              f"  {ratio(found):5.2f} times", flush=True)
    return max((ratio(found), f"{name}, {group}") for group, found in groups if len(found) >= FEWEST)


def start(program):
    """Milliseconds until the answer to `initialize`: by the clock, and CPU of all threads."""
    begin = time.perf_counter()
    server = Server(program)
    server.start()
    taken, cpu = (time.perf_counter() - begin) * 1e3, server.look()[0] / 1e6
    server.stop()
    return taken, cpu


def start_of_node():
    """The same CPU, of a program that is empty: what no module can do without."""
    process = subprocess.Popen(["node", "-e", ""])
    _, _, used = os.wait4(process.pid, 0)
    return (used.ru_utime + used.ru_stime) * 1e3


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("vtosca")
    parser.add_argument("module")
    parser.add_argument("--family", action="append", choices=families.FAMILIES)
    parser.add_argument("--nodes", action="append", type=int)
    parser.add_argument("--keys", type=int, default=120, help="for each text, in each round")
    arguments = parser.parse_args()
    programs = [arguments.vtosca, arguments.module]
    worst = (0, "")
    for nodes in arguments.nodes or (10, 100, 1000):
        for family in arguments.family or ("solvable", "islands", "presets"):
            first, costs = typing(programs, family, nodes, arguments.keys)
            found = report(f"{family} {nodes}", costs)
            worst = max(worst, found) if nodes >= LEAST_NODES else worst
            print(f"{family} {nodes}: {ratio(first):.2f} times when typed first")
    clock, cpu = zip(*(start(arguments.module) for _ in range(STARTS)))
    print(f"start to the answer of initialize: {statistics.median(clock):.0f} ms by the clock, {min(clock):.0f} at best; "
          f"CPU {statistics.median(cpu):.0f} ms, of which node itself "
          f"{statistics.median(start_of_node() for _ in range(STARTS)):.0f}")
    folder = os.path.join(os.path.dirname(os.path.abspath(arguments.module)), "..", "lib")
    files = [os.path.join(folder, name) for name in ("vtosca.wasm", "vtosca.mjs")]
    size = int(subprocess.run(["node", "-e", COMPRESSED, *files], check=True, capture_output=True).stdout)
    targets = ((f"a key costs at most {MOST_TIMES} times as much ({worst[1]})", worst[0], MOST_TIMES),
               ("start within %d ms of CPU" % MOST_START, statistics.median(cpu), MOST_START),
               ("at most %d bytes, compressed" % MOST_BYTES, size, MOST_BYTES))
    for what, found, most in targets:
        print(f"{'✓' if found <= most else '✗'} {what}: {found:.4g}")
    return 0 if all(found <= most for _, found, most in targets) else 1


if __name__ == "__main__":
    sys.exit(main())
