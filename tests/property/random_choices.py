#!/usr/bin/env python3
"""Is a choice that nothing decides told, and only then? Compares with a list of all results that the
naive resolver finds equally good, on random small templates in which nodes keep each other present.

usage: random_choices.py VTOSCA [--count N] [--seed S]

The seed is printed.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

import naive_resolver
import naive_solver
import random_templates

UNIQUE = ("optimization_topology_unique", "optimization_topology_unique_backward")


def make(seed):
    generator = random_templates.Generator(seed)
    template = generator.template()
    variability = template["topology_template"]["variability"]
    nodes = template["topology_template"]["node_templates"]
    names = [name for name, node in nodes.items() if isinstance(node, dict)]
    options = variability.setdefault("options", {})
    for option in UNIQUE:  # who does not ask for it does not want to hear of it
        options.pop(option, None)
    if generator.chance(60) and len(names) > 1:
        first, second = generator.random.sample(names, 2)
        nodes[first]["conditions"] = {"node_presence": second}
        nodes[second]["conditions"] = {"node_presence": first}
        options["checks"] = False
    if generator.chance(50):
        options["checks"] = False
    if generator.chance(60):
        variability.pop("constraints", None)
    return template


class Listening:
    """What the naive solver lists when it looks whether the nodes of a result are the only ones."""

    def __init__(self):
        self.lists = []
        self.original = naive_solver.Solver.projections

    def __enter__(self):
        def projections(solver, names, assumptions=()):
            found = self.original(solver, names, assumptions)
            if names and names[0].startswith("node"):
                self.lists.append(found)
            return found

        naive_solver.Solver.projections = projections
        return self

    def __exit__(self, *_):
        naive_solver.Solver.projections = self.original


def has_choice(template):
    """Are there several results; None if there is none."""
    with Listening() as listening:
        try:
            naive_resolver.resolve(json.loads(json.dumps(template)))
        except naive_resolver.Refused:
            return None
    return bool(listening.lists) and len(
        {json.dumps(result) for result in listening.lists[-1]}) > 1


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vtosca")
    parser.add_argument("--count", type=int, default=80)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    seeds = range(arguments.seed, arguments.seed + arguments.count)
    print(f"choices {seeds[0]} to {seeds[-1]}", flush=True)
    choices = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "template.yaml")
        for seed in seeds:
            template = make(seed)
            expected = has_choice(template)
            if expected is None:
                continue
            random_templates.write_json(path, template)
            told = "[undecided-choice]" in subprocess.run(
                [arguments.vtosca, "check", path, "--variant", "defaults"],
                capture_output=True, text=True, check=False).stdout
            choices += expected
            if told != expected:
                failed += 1
                print(f"seed {seed}: told: {told}, but is: {expected}", flush=True)
    print(f"{choices} choices; {len(seeds) - failed} passed, {failed} failed")
    return 1 if failed or choices == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
