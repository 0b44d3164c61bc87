#!/usr/bin/env python3
"""Types into random templates and compares all that is kept with what is made anew after each edit.

usage: random_edits.py COUNT_WORK [--count N] [--seed S] [--keep FOLDER]

The seed decides the template, how it is laid out, and which kinds of edits are typed (see count_work.c).
"""
import json
import os
import random
import subprocess

import random_shapes
import random_systems
import random_templates
import trials

KINDS = ("topology template: ", "node template", "requirement", "variability", "group", "policy", "input", "output",
         "conditional", "deployment")
COLLECTIONS = ("node_templates", "inputs", "outputs", "groups", "policies", "variability", "relationship_templates")


def key(name):
    return name if name.isidentifier() else json.dumps(name, ensure_ascii=False)


class Layout:
    """Block style as deep as chance has it, flow style below; collections long enough to be divided, or not."""

    def __init__(self, chance):
        self.deepest = chance.randint(4, 12)
        self.is_padded = {name for name in COLLECTIONS if chance.random() < 0.6}

    def lines(self, value, depth):
        padding = "  " * depth
        if depth >= self.deepest or not isinstance(value, (dict, list)) or not value:
            yield padding + json.dumps(value, ensure_ascii=False)
            return
        entries = value.items() if isinstance(value, dict) else ((None, item) for item in value)
        for name, item in entries:
            yield padding + ("-" if name is None else key(name) + ":")
            if depth == 1 and name in self.is_padded:
                yield padding + "  # " + "-" * 2100
            yield from self.lines(item, depth + 1)


def make(seed):
    if seed % 3 == 0:
        return random_templates.Generator(seed).template()
    return (random_systems if seed % 3 == 1 else random_shapes).make(seed)


def wrong(count_work, seed, folder):
    chance = random.Random(seed)
    path = os.path.join(folder, "template.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(Layout(chance).lines(make(seed), 0)) + "\n")
    for kind in chance.sample(KINDS, 3):
        process = subprocess.run([count_work, path, "verify", kind], capture_output=True, text=True, errors="replace",
                                 check=False)
        lines = [line.split("\t") for line in process.stdout.splitlines()[1:]]
        yield from (" / ".join(line[:4]) for line in lines if line[4] != "0")
        yield from process.stderr.splitlines()


if __name__ == "__main__":
    raise SystemExit(trials.run(__doc__, 6, wrong, once_wrong=(270,)))
