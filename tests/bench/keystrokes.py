#!/usr/bin/env python3
"""Measures what a keystroke costs: the server, the editor that is told of it, and memory.

usage: keystrokes.py VTOSCA [--family NAME]... [--nodes N]... [--places N] [--only REGEX]
                     [--examples FOLDER] [--seconds N] [--json FILE]

What is typed is derived from each text (see edits.h), what it is typed into is one of the
families in families.py, or an example in FOLDER that is scaled up. CPU is that of the server's
process, all threads, until all of them sleep; "first" is the first key at a new place, "again" the
next one there, "undo" what takes both away. Ratios to libyaml are to its events alone for the
same text, measured in the same run. Ends with a line per target: ✓, ✗, or ? if it was not measured.
Times on a busy machine mean little: compare CPU, and ratios.
"""
import argparse
import collections
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
import time

import client
import families
from session import Server

# Sizes of the targets, and edits per class at each.
PLACES = {100: 3, 1000: 2, 10000: 1}
POSITION_REQUESTS = ("hover", "definition", "references", "completion", "documentHighlight",
                     "prepareRename")
SCREEN = 60  # lines
SILENCE = 4  # seconds, after which the server gives back memory


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0.0


class Text:
    """What the document says now."""

    def __init__(self, text):
        self.lines = text.split("\n")

    def slice(self, start, end):
        if start[0] == end[0]:
            return self.part(start[0], start[1], end[1])
        return "\n".join([self.part(start[0], start[1], None), *self.lines[start[0] + 1:end[0]],
                          self.part(end[0], 0, end[1])])

    def part(self, line, first, end):
        """Columns count units of UTF-16."""
        units = self.lines[line].encode("utf-16-le")
        return units[2 * first:None if end is None else 2 * end].decode("utf-16-le")


def end_of(start, text):
    lines = text.split("\n")
    width = len(lines[-1].encode("utf-16-le")) // 2
    return start[0] + len(lines) - 1, width + (start[1] if len(lines) == 1 else 0)


def unescape(text):
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), text)


Edit = collections.namedtuple("Edit", "name action scope start end text")


def edits_of(tool, path, places):
    output = subprocess.run([tool, path, str(places)], check=True, capture_output=True).stdout
    found = []
    for line in output.decode().split("\n")[:-1]:
        name, action, scope, *numbers, text = line.split("\t")
        line1, column1, line2, column2 = map(int, numbers)
        found.append(Edit(name, action, scope, (line1, column1), (line2, column2), unescape(text)))
    return found


class Measured:
    """All about one text."""

    def __init__(self, family, nodes, text, libyaml):
        self.family, self.nodes, self.size, self.libyaml = family, nodes, len(text), libyaml
        self.keys = collections.defaultdict(list)  # (class, action, scope, which) → [CPU]
        self.sent = collections.defaultdict(list)  # the same → [bytes]
        self.requests = collections.defaultdict(list)  # method → [CPU]
        self.needless = collections.Counter()  # class and action → equal publications
        self.shown = None  # the last publication
        self.open = {}
        self.bundle, self.bundle_bytes = None, None
        self.bundle_of_name, self.bundle_of_name_bytes = None, None
        self.memory = None
        self.idle = None  # memory when nobody has asked for long
        self.stopped = False

    def note(self, edit, which, cost, came):
        key = (edit.name, edit.action, edit.scope, which)
        self.keys[key].append(cost)
        told = [m for m in came if b"publishDiagnostics" in m[:80]]
        self.sent[key].append(sum(map(len, told)))
        for message in told:
            diagnostics = message.partition(b'"diagnostics":')[2]
            if diagnostics == self.shown:
                self.needless[f"{edit.name} {edit.action}"] += 1
            self.shown = diagnostics


def type_all(server, text, edits, measured, limit):
    document = Text(text)
    for edit in edits:
        if time.monotonic() > limit:
            measured.stopped = True
            break
        removed = document.slice(edit.start, edit.end)
        end = end_of(edit.start, edit.text)
        measured.note(edit, "first",
                      *server.cost(lambda e=edit: server.change(e.start, e.end, e.text)))
        if edit.action == "letter":
            measured.note(edit, "again", *server.cost(
                lambda e=edit, at=end: server.change(at, at, e.text)))
            end = end_of(end, edit.text)
        measured.note(edit, "undo", *server.cost(
            lambda e=edit, at=end, old=removed: server.change(e.start, at, old)))


def ask(server, measured, method, params):
    cost, _ = server.cost(lambda: server.request(method, params))
    measured.requests[method].append(cost)


def ask_all(server, edits, measured, limit):
    """Every request at a place of each class."""
    document = {"uri": server.uri}
    seen = set()
    for edit in edits:
        if edit.action != "letter" or edit.name in seen or time.monotonic() > limit:
            continue
        seen.add(edit.name)
        for method in POSITION_REQUESTS:
            params = {"textDocument": document,
                      "position": {"line": edit.start[0], "character": edit.start[1]}}
            if method == "references":
                params["context"] = {"includeDeclaration": True}
            ask(server, measured, "textDocument/" + method, params)
        screen = {"start": {"line": max(0, edit.start[0] - SCREEN // 2), "character": 0},
                  "end": {"line": edit.start[0] + SCREEN // 2, "character": 0}}
        for method in ("semanticTokens/range", "inlayHint"):
            ask(server, measured, "textDocument/" + method,
                {"textDocument": document, "range": screen})


def answers(message):
    """The number of the request that a message answers, as a set."""
    match = re.search(rb'"id":(\d+),', message[:80])
    return {int(match[1])} if match and b'"method"' not in message[:80] else set()


def send_all(server, asked):
    """Asks everything at once, and waits for all answers."""
    first = server.id + 1
    for method, params in asked:
        server.id += 1
        server.send(method, dict(params, textDocument={"uri": server.uri}), server.id)
    waiting = set(range(first, server.id + 1))
    while waiting:
        server.wait_for(lambda m: bool(answers(m) & waiting and
                                       (waiting.difference_update(answers(m)) or True)))


def asked_by_editor(server, edit, own):
    """What VS Code asks after a letter, and (own) what our extension asks when presence changes."""
    line = edit.start[0]
    screen = {"start": {"line": max(0, line - SCREEN // 2), "character": 0},
              "end": {"line": line + SCREEN // 2, "character": 0}}
    position = {"line": line, "character": edit.start[1]}
    tokens = json.loads(server.request("textDocument/semanticTokens/full",
                                       {"textDocument": {"uri": server.uri}}))["result"]
    asked = [
        ("documentSymbol", {}),
        ("semanticTokens/full/delta", {"previousResultId": (tokens or {}).get("resultId", "")}),
        ("foldingRange", {}),
        ("codeLens", {}),
        ("documentLink", {}),
        ("inlayHint", {"range": screen}),
        ("codeAction", {"range": {"start": position, "end": position},
                        "context": {"diagnostics": []}}),
        ("documentHighlight", {"position": position}),
    ]
    return [("textDocument/" + method, params) for method, params in asked] + [
        (method, {}) for method in own]


def ask_bundle(server, edits, measured):
    """What VS Code asks after a letter in a value, and in a name, all at once."""
    letters = [e for e in edits if e.action == "letter"]
    values = [e for e in letters if re.fullmatch(r"node template: properties\.\*(\.\*)? \[value\]",
                                                 e.name)] or letters
    names = [e for e in letters if "node_templates [name]" in e.name]
    for found, own, note in ((values, (), "bundle"),
                             (names, ("vtosca/absent", "vtosca/variants"), "bundle_of_name")):
        if not found:
            continue
        edit = found[len(found) // 2]
        asked = asked_by_editor(server, edit, own)

        def all_at_once(e=edit, questions=asked):
            server.change(e.start, e.end, e.text)
            send_all(server, questions)

        bytes_before = server.received
        cost, _ = server.cost(all_at_once)
        setattr(measured, note, cost)
        setattr(measured, note + "_bytes", server.received - bytes_before)
        server.cost(lambda e=edit: server.change(e.start, end_of(e.start, e.text), ""))
        server.rest()


def tool(program, name):
    return os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(program))), "tests",
                        "bench", name)


def place_of(folder, family, nodes):
    """Deep enough that completion finds no files but the profile in the folders around it."""
    place = os.path.join(folder, f"{family}-{nodes}", "a", "b", "c")
    os.makedirs(place)
    with open(os.path.join(place, families.PROFILE), "w", encoding="ascii") as file:
        file.write(families.profile(0))
    return os.path.join(place, "template.yaml")


def measure(program, folder, family, nodes, text, arguments):
    path = place_of(folder, family, nodes)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    libyaml = float(subprocess.run([tool(program, "bench_libyaml"), path], check=True,
                                   stdout=subprocess.PIPE).stdout)
    measured = Measured(family, nodes, text, libyaml)
    edits = edits_of(tool(program, "bench_edits"), path,
                     arguments.places or PLACES.get(nodes, 1))
    if arguments.only:
        edits = [e for e in edits if re.search(arguments.only, f"{e.name} {e.action}")]
    limit = time.monotonic() + arguments.seconds
    server = Server(program)
    server.start()
    before = server.settle()
    wall, message = server.open("file://" + path, text)
    measured.open = {"wall": wall * 1e3, "cpu": (server.settle() - before) * 1e3,
                     "bytes": len(message), "memory": server.memory()}
    measured.shown = message.partition(b'"diagnostics":')[2]
    measured.message = message
    measured.open["rest"] = server.rest()
    ask_bundle(server, edits, measured)
    ask_all(server, edits, measured, limit)
    type_all(server, text, edits, measured, limit)
    measured.memory = server.memory("VmHWM")
    time.sleep(SILENCE)
    measured.idle = server.memory()
    server.stop()
    measured.commands = commands(program, path) if family != "errors" else {}
    return measured


def commands(program, path):
    """Wall ms of whole commands, the best of three."""
    found = {}
    for command in ("resolve", "presence", "check"):
        for _ in range(3):
            start = time.perf_counter()
            process = subprocess.run([program, command, path], stdout=subprocess.DEVNULL,
                                     stderr=subprocess.DEVNULL, check=False)
            wall = (time.perf_counter() - start) * 1e3
            if command == "check" or process.returncode == 0:
                found[command] = min(wall, found.get(command, wall))
    return found


# ---- what was found ----

def costs(measured, wanted):
    return [cost for key, values in measured.keys.items() if wanted(*key) for cost in values]


def report(measured, out):
    megabytes = measured.size / 1e6
    values = costs(measured, lambda *_: True)
    print(f"\n== {measured.family} {measured.nodes}: {megabytes:.2f} MB, libyaml "
          f"{measured.libyaml:.1f} ms", file=out)
    print(f"open: CPU {measured.open['cpu']:.0f} ms, wall {measured.open['wall']:.0f} ms "
          f"({measured.open['wall'] / measured.libyaml:.1f} x libyaml), "
          f"{measured.open['bytes'] // 1000} KB sent, then {measured.open['rest']:.0f} ms "
          f"when nobody types; memory "
          f"{measured.open['memory'] / measured.size:.0f} x text; after all "
          f"{measured.memory / measured.size:.0f} x, when silent "
          f"{measured.idle / measured.size:.0f} x", file=out)
    print(f"{'CPU ms':<58}{'n':>5}{'p50':>9}{'p95':>9}{'max':>9}{'KB':>7}", file=out)
    for scope in ("section", "variant", "type", "document"):
        for which in ("first", "again", "undo"):
            found = costs(measured, lambda n, a, s, w: s == scope and w == which)
            if found:
                line(out, f"{scope}, {which}", found)
    print("the worst:", file=out)
    rows = collections.defaultdict(list)
    sent = collections.defaultdict(list)
    for (name, action, scope, _), found in measured.keys.items():
        rows[f"{name} {action} ({scope})"] += found
    for (name, action, scope, _), found in measured.sent.items():
        sent[f"{name} {action} ({scope})"] += found
    for name in sorted(rows, key=lambda name: -max(rows[name]))[:12]:
        line(out, "  " + name, rows[name], percentile(sent[name], 0.5))
    for method, found in sorted(measured.requests.items()):
        line(out, method, found)
    if measured.bundle is not None:
        print(f"all that VS Code asks after a letter: {measured.bundle:.1f} ms, "
              f"{measured.bundle_bytes // 1000} KB", file=out)
    if measured.bundle_of_name is not None:
        print(f"the same in a name: {measured.bundle_of_name:.1f} ms, "
              f"{measured.bundle_of_name_bytes // 1000} KB", file=out)
    for command, wall in measured.commands.items():
        print(f"vtosca {command}: {wall:.0f} ms, {wall / measured.libyaml:.1f} x libyaml", file=out)
    if measured.needless:
        print("told again though nothing has changed: "
              f"{sum(measured.needless.values())} of {len(values)} keys", file=out)
    if measured.stopped:
        print("not all was typed: time is up", file=out)
    out.flush()


def line(out, name, values, size=None):
    kilobytes = "" if size is None else f"{size / 1000:7.1f}"
    print(f"{name[:57]:<58}{len(values):>5}{percentile(values, .5):>9.2f}"
          f"{percentile(values, .95):>9.2f}{max(values):>9.2f}{kilobytes}", file=out)


# ---- targets ----

def targets(all_measured, out):
    """A line per target and size: ✓ or ✗ by the worst text that was measured."""
    def judge(name, nodes, limit, values, unit="ms"):
        values = [v for v in values if v[1] is not None]
        if not values:
            print(f"? {nodes:>6} {name}: not measured", file=out)
            return
        family, worst = max(values, key=lambda v: v[1])
        mark = "✓" if worst <= limit else "✗"
        print(f"{mark} {nodes:>6} {name}: {worst:.2f} of {limit:g} {unit} ({family})", file=out)

    def p95(wanted, among):
        found = []
        for measured in among:
            values = costs(measured, wanted)
            if values:
                found.append((measured.family, percentile(values, 0.95)))
        return found

    print("\n== targets", file=out)
    for nodes, at in ((1000, 0), (10000, 1)):
        here = [m for m in all_measured if m.nodes == nodes]
        few = [m for m in here if m.family != "presets"]
        many = [m for m in here if m.family == "presets"]
        counted = [m for m in here if m.family == "counts"]
        section = lambda n, a, s, w: s == "section"
        variant = lambda n, a, s, w: s == "variant"
        judge("a key that concerns a section, p95", nodes, (1, 2)[at], p95(section, few))
        judge("the same with 60 presets, p95", nodes, (2, 6)[at], p95(section, many))
        judge("a key that concerns variants, p95", nodes, (5, 30)[at], p95(variant, here))
        judge("a key that concerns variants, max", nodes, (10, 60)[at], [
            (m.family, max(costs(m, variant))) for m in here if costs(m, variant)])
        judge("counts, a comment, p95", nodes, (.3, .5)[at],
              p95(lambda n, a, s, w: "[comment]" in n, counted))
        judge("counts, a count, p95", nodes, (1, 5)[at],
              p95(lambda n, a, s, w: "count [value]" in n, counted))
        for method in (*POSITION_REQUESTS, "semanticTokens/range"):
            judge(f"{method}, p95", nodes, (1, 2)[at], [
                (m.family, percentile(m.requests["textDocument/" + method], .95)) for m in here
                if m.requests["textDocument/" + method]])
        judge("all that VS Code asks after a letter", nodes, (5, 40)[at],
              [(m.family, m.bundle) for m in here])
        judge("the same after a letter in a name", nodes, (5, 40)[at],
              [(m.family, m.bundle_of_name) for m in here])
        judge("told again though nothing has changed", nodes, 0,
              [(m.family, sum(m.needless.values())) for m in here], "times")
        judge("open, until the first diagnostics", nodes, (3, 2.5)[at],
              [(m.family, m.open["wall"] / m.libyaml) for m in here], "x libyaml")
        judge("memory after all, per byte of text", nodes, (15, 12)[at],
              [(m.family, m.memory / m.size) for m in here], "bytes")
        for command in ("resolve", "presence", "check"):
            judge(f"vtosca {command}", nodes, 3, [
                (m.family, m.commands[command] / m.libyaml) for m in here
                if command in m.commands], "x libyaml")


def growth(all_measured, out):
    """Classes that get slower with the text though they concern a part of it alone."""
    by_family = {(m.family, m.nodes): m for m in all_measured}
    for family in sorted({m.family for m in all_measured}):
        small, large = by_family.get((family, 1000)), by_family.get((family, 10000))
        if not small or not large:
            continue
        print(f"\n== {family}: 10,000 nodes against 1,000", file=out)
        flagged = []
        for key in large.keys:
            if key in small.keys:
                ratio = percentile(large.keys[key], .5) / max(percentile(small.keys[key], .5), .05)
                if ratio > (2 if key[2] == "section" else 12):
                    flagged.append((ratio, key))
        for ratio, key in sorted(flagged, reverse=True)[:12]:
            print(f"{ratio:8.1f} x  {key[0]} {key[1]} ({key[2]}, {key[3]})", file=out)
        print(f"{len(flagged)} of {len(large.keys)} grow too much", file=out)


def examples(folder):
    """Public examples by name: those that have variability and nodes enough to be multiplied."""
    found = {}
    for path in sorted(glob.glob(os.path.join(folder, "**", "variable-service-template.yaml"),
                                 recursive=True)):
        name = os.path.basename(os.path.dirname(path))
        if any(word in name for word in ("industry", "boutique", "shop")):
            found[name] = path
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--family", action="append", choices=list(families.FAMILIES))
    parser.add_argument("--nodes", type=int, action="append")
    parser.add_argument("--places", type=int)
    parser.add_argument("--only", help="of the classes and actions")
    parser.add_argument("--examples", metavar="FOLDER")
    parser.add_argument("--seconds", type=float, default=600, help="at most, for each text")
    parser.add_argument("--json", metavar="FILE")
    arguments = parser.parse_args()
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for nodes in arguments.nodes or PLACES:
            texts = {name: make(nodes) for name, make in families.FAMILIES.items()
                     if name in (arguments.family or families.FAMILIES)}
            if arguments.examples:
                for name, path in examples(arguments.examples).items():
                    texts[name] = families.scaled(path, nodes)
            for name, text in texts.items():
                if text:
                    found.append(measure(arguments.program, folder, name, nodes, text, arguments))
                    report(found[-1], sys.stdout)
    client.report(found, sys.stdout)
    growth(found, sys.stdout)
    targets(found, sys.stdout)
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump([{"family": m.family, "nodes": m.nodes, "size": m.size,
                        "libyaml": m.libyaml, "open": m.open, "memory": m.memory,
                        "bundle": m.bundle, "bundle_of_name": m.bundle_of_name,
                        "idle": m.idle, "commands": m.commands,
                        "keys": [[*key, values] for key, values in m.keys.items()],
                        "requests": m.requests} for m in found], file, indent=1)


if __name__ == "__main__":
    main()
