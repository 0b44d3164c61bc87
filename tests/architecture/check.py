"""Checks that every invariant of ARCHITECTURE.md names tests, and that they exist.

usage: check.py SOURCE_DIRECTORY BUILD_DIRECTORY

A name may stand for a family of tests: `rules` for all `rules_…`. Tests of editors that are not
installed here do not exist, and need not.
"""

import pathlib
import re
import subprocess
import sys


def invariants(text):
    """The numbered entries of the list, each as one line."""
    section = text.split("## What always holds")[1].split("\n## ")[0]
    return [" ".join(entry.split()) for entry in re.split(r"\n(?=\d+\. )", section)[1:]]


def main():
    source, build = sys.argv[1:]
    listing = subprocess.run(
        ["ctest", "--test-dir", build, "-N"], capture_output=True, text=True, check=True
    ).stdout
    tests = set(re.findall(r"Test +#\d+: (\S+)", listing))
    problems = []
    entries = invariants((pathlib.Path(source) / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    for entry in entries:
        named = re.search(r"\(([`\w, ]+)\)$", entry)
        if not named:
            problems.append(f"no test guards: {entry}")
            continue
        for test in re.findall(r"`(\w+)`", named[1]):
            family = any(name.startswith(test + "_") for name in tests)
            if test not in tests and not family and not test.startswith("editor_"):
                problems.append(f"there is no test {test}, named in: {entry}")
    print("\n".join(problems) or f"{len(entries)} invariants name tests that exist")
    return 1 if problems or not entries else 0


if __name__ == "__main__":
    sys.exit(main())
