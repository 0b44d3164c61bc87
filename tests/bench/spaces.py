#!/usr/bin/env python3
"""Measures what it costs to look at all inputs: `vtosca variants`, in seconds of CPU.

usage: spaces.py VTOSCA [FOLDER…]

Of the example, of generated templates with 1,000 nodes, and of all variable templates in the folders. What
never and always is so is known well before the rest; the whole, reading included, is measured. Ends with how
many take 0.2 s at most, and which take more than 2 s.
"""
import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLE = os.path.join(HERE, "../../editors/demo/web-shop.yaml")
HEAD = """tosca_definitions_version: tosca_variability_1_0_rc_3
topology_template:
  variability:
    options: {mode: semantic-loose, checks: false, required_technology_constraint: false,
      required_hosting_constraint: false}
    inputs:
"""


def generated(shape, nodes=1000, inputs=20):
    """Nodes that hang on one or two inputs each; how they relate to each other is the shape."""
    generator = random.Random(f"{shape} {nodes} {inputs}")
    lines = [HEAD]
    lines += [f"      i{number}: {{type: boolean, default: {str(number % 2 == 0).lower()}}}\n"
              for number in range(inputs)]
    lines.append("  node_templates:\n")
    for number in range(nodes):
        first, second = generator.sample(range(inputs), 2)
        lines.append(f"    n{number}:\n      type: tosca.nodes.Root\n")
        if number == 0 and shape != "islands":
            lines.append("      anchor: true\n")
        else:
            lines.append(f"      conditions: {{or: [{{variability_input: i{first}}}, "
                         f"{{not: {{variability_input: i{second}}}}}]}}\n" if shape != "islands" else
                         f"      conditions: {{variability_input: i{first}}}\n")
        targets = {"islands": [], "chain": [number + 1], "ring": [(number + 1) % nodes],
                   "tree": [2 * number + 1, 2 * number + 2]}[shape]
        targets = [target for target in targets if target < nodes]
        if targets:
            lines.append("      requirements:\n")
            lines += [f"        - uses: n{target}\n" for target in targets]
    return "".join(lines)


def cpu_of(*command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command)} ended with {done.returncode}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def templates_in(folder):
    for path, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            file = os.path.join(path, name)
            if name.endswith((".yaml", ".yml")) and os.path.isfile(file):
                with open(file, encoding="utf-8", errors="replace") as opened:
                    text = opened.read()
                if "tosca_definitions_version" in text and "variability:" in text:
                    yield file


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vtosca")
    parser.add_argument("folders", nargs="*")
    arguments = parser.parse_args()
    taken = {}
    with tempfile.TemporaryDirectory() as folder:
        files = [EXAMPLE]
        for shape, inputs in (("islands", 20), ("chain", 20), ("ring", 20), ("tree", 20), ("tree", 16)):
            files.append(os.path.join(folder, f"{shape} of 1,000 nodes, {inputs} inputs"))
            with open(files[-1], "w", encoding="utf-8") as file:
                file.write(generated(shape, inputs=inputs))
        for root in arguments.folders:
            files += templates_in(root)
        for file in files:
            taken[file] = min(cpu_of(arguments.vtosca, "variants", file) for _ in range(2))
    for file, seconds in sorted(taken.items(), key=lambda item: -item[1])[:12]:
        print(f"{seconds:6.2f} s  {os.path.relpath(file) if os.path.exists(file) else os.path.basename(file)}")
    slow = [file for file, seconds in taken.items() if seconds > 2]
    print(f"{sum(seconds <= 0.2 for seconds in taken.values())} of {len(taken)} take 0.2 s at most, "
          f"{len(slow)} more than 2 s")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
