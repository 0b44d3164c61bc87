#!/usr/bin/env python3
"""Types every class of edits.h once and compares all that is kept with what is made anew.

usage: verify_edits.py COUNT_WORK [FAMILY]...
"""
import os
import subprocess
import sys
import tempfile

import families

NODES = 4
# By family: how the names of those begin that are typed.
FAMILIES = {"unsolvable": "", "counts": "", "solvable": "conditional property",
            "chain": "variability definition: expressions",
            "errors": "property definition", "drafts": "node template: ",
            "tosca_1_3": "node template: "}


def verify(program, path, only):
    """What differs, and how many edits there were."""
    process = subprocess.run([program, path, "verify", only], check=True, capture_output=True,
                             text=True)
    lines = [line.split("\t") for line in process.stdout.splitlines()[1:]]
    found = [" / ".join(line[:4]) for line in lines if line[4] != "0"]
    return found + process.stderr.splitlines(), len(lines)


def main():
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        for family in sys.argv[2:] or FAMILIES:
            path = os.path.join(folder, f"{family}.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(families.FAMILIES[family](NODES))
            found, count = verify(sys.argv[1], path, FAMILIES.get(family, ""))
            print(f"{family}: {count} edits")
            failures += [f"{family}: {text}" for text in found]
            if not count:
                failures.append(f"{family}: nothing was typed")
    print("\n".join(failures))
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
