#!/usr/bin/env python3
"""Counts the work of edits in a small and in a four times larger text, and fails where it grows.

usage: check_work.py COUNT_WORK

Whatever is written in one section concerns this section and those who ask for what it declares:
work for it may differ from text to text, but not grow with the text. Every class of edit.h is
typed once in both texts. The rules: some counters never grow, or are 0, for some actions; for
all others, RATCHET has how many edits still make more work in the larger text. That number may
only fall: a failure names the edits that are new to it.
"""
import collections
import os
import subprocess
import sys
import tempfile

import families

SMALL, LARGE = 12, 48
SLACK = 16  # askers of a name, neighbours
# An entry of up to 2 KB is read as a whole, and again in parts if something in it is broken.
SLACKS = {"parsed_bytes": 4096}

# (counters, actions, what must hold): of edits that concern a section.
RULES = [
    ("models definitions decisions solves graphs", "comment newline", "zero"),
    ("bytes_sent", "comment", "zero"),
    ("new_types", "letter replace comment newline word", "zero"),
]

# By family: of the edits that concern a section, how many make more work in the larger text.
# Where two groups, policies, inputs or outputs are called the same, what decides presence is made
# anew for the whole template (definitions, decisions); the list of what is absent is sent as a
# whole. Edits in `requirements` that leave all else as it is ask the solver 18 times in the larger
# text; reading all of it anew, 9.
RATCHET = {
    "solvable": {"definitions": 8, "decisions": 71, "propagations": 28, "bytes_sent": 661,
                 "type_sections": 2, "allocations": 20, "solves": 16},
    "tosca_2_0": {"definitions": 2, "decisions": 2, "bytes_sent": 1, "type_sections": 2,
                  "grammar_sections": 2, "allocations": 1},
}


def count(program, folder, family, nodes):
    path = os.path.join(folder, f"{family}-{nodes}.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(families.FAMILIES[family](nodes))
    output = subprocess.run([program, path], check=True, stdout=subprocess.PIPE).stdout.decode()
    lines = [line.split("\t") for line in output.splitlines()]
    names = lines[0][4:]
    return {tuple(line[:4]): dict(zip(names, map(int, line[4:]))) for line in lines[1:]}


def broken_rules(counted):
    for key, counters in counted.items():
        if counters["differs_from_fresh"]:
            yield f"what is told differs from a document just opened: {' / '.join(key)}"
        for names, actions, rule in RULES:
            if key[2] != "section" or key[1] not in actions.split():
                continue
            for name in names.split():
                if rule == "zero" and counters[name] > 0:
                    yield f"{name} is {counters[name]}, not 0: {' / '.join(key)}"


def growing(small, large):
    found = collections.defaultdict(list)
    for key, counters in large.items():
        if key[2] != "section" or key not in small:
            continue
        for name, value in counters.items():
            before = small[key][name]
            slack = SLACKS.get(name, SLACK)
            if value > 2 * before + slack or (value > before + slack and name.endswith("sections")):
                found[name].append((value - before, f"{before} → {value}: {' / '.join(key)}"))
    return found


def check(program, folder, family, report):
    small = count(program, folder, family, SMALL)
    large = count(program, folder, family, LARGE)
    failures = list(broken_rules(large))
    if not large:
        failures.append("nothing was typed")
    for name, edits in growing(small, large).items():
        allowed = RATCHET.get(family, {}).get(name, 0)
        report(f"{family}: {name} grows for {len(edits)} of {len(large)} edits, {allowed} allowed")
        if len(edits) > allowed:
            failures.append(f"{name} grows with the text for {len(edits)} edits, and for "
                            f"{allowed} before")
            failures += [text for _, text in sorted(edits, reverse=True)[:20]]
    return [f"{family}: {failure}" for failure in failures]


def main():
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        for family in sys.argv[2:] or RATCHET:
            failures += check(sys.argv[1], folder, family, print)
    print("\n".join(failures))
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
