"""Breaks single conditions of a C file, one after the other, and reports what no test notices.

usage: mutate.py BUILD FILE [-R REGEX] [--most N] [--seed N]

Each time one side of an `&&` or `||` is dropped, or an `if` condition is negated; the file is built
and the tests whose names match are run (all of them if nothing is said: give a REGEX, it takes as
many runs as there are conditions). The file is put back as it was, whatever happens. What survives is
either equivalent, or lacks a test: that is for who works on the file to say.
"""

import argparse
import pathlib
import random
import re
import subprocess
import sys


def masked(text):
    """The text with comments, literals and directives as blanks, at the same places."""
    pattern = r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*'
    return re.sub(pattern, lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.S | re.M)


def operand_end(code, at, step):
    """Where the operand beside an operator ends: at a bracket around it, or at an operator as loose."""
    depth = 0
    opening, closing = ("(", ")") if step > 0 else (")", "(")
    while 0 <= at < len(code):
        here = code[at]
        if here in opening + ("[{" if step > 0 else "]}"):
            depth += 1
        elif here in closing + ("]}" if step > 0 else "[{"):
            if depth == 0:
                return at
            depth -= 1
        elif depth == 0 and (here in ";,?:" or code[at : at + 2] in ("&&", "||") or code[at - 1 : at + 1] in ("&&", "||")):
            return at
        elif depth == 0 and step < 0 and (here == "=" and code[at - 1] not in "=!<>" and code[at + 1] != "="):
            return at
        elif depth == 0 and step < 0 and re.search(r"\breturn$", code[max(0, at - 5) : at + 1]):
            return at
        at += step
    return at


def condition_end(code, at):
    depth = 0
    for place in range(at, len(code)):
        depth += {"(": 1, ")": -1}.get(code[place], 0)
        if depth == 0:
            return place
    return len(code)


def mutants(text):
    """What is changed to what, as (start, end, replacement)."""
    code = masked(text)
    for match in re.finditer(r"&&|\|\|", code):
        left = operand_end(code, match.start() - 1, -1) + 1
        right = operand_end(code, match.end(), 1)
        yield left, match.end(), " "  # the left side is dropped
        yield match.start(), right, " "
    for match in re.finditer(r"\bif \(", code):
        end = condition_end(code, match.end() - 1)
        yield match.end(), end, f"!({text[match.end() : end]})"


def survives(build, tests):
    """None if it does not compile."""
    if subprocess.run(["cmake", "--build", build], capture_output=True, check=False).returncode:
        return None
    run = ["ctest", "--test-dir", build, "--stop-on-failure", "--timeout", "120", "-j2"] + tests  # some run on for ever
    return subprocess.run(run, capture_output=True, check=False).returncode == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("-R", dest="regex")
    parser.add_argument("--most", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    text = options.file.read_text(encoding="utf-8")
    found = list(mutants(text))
    random.Random(options.seed).shuffle(found)
    tests = ["-R", options.regex] if options.regex else []
    if survives(options.build, tests) is not True:
        sys.exit("as it is, the file does not build, or a test fails")
    killed = alive = 0
    try:
        for start, end, replacement in found[: options.most]:
            options.file.write_text(text[:start] + replacement + text[end:], encoding="utf-8")
            outcome = survives(options.build, tests)
            killed += outcome is False
            if outcome:
                alive += 1
                line = text.count("\n", 0, start) + 1
                print(f"{options.file}:{line}: nothing notices that `{' '.join(text[start:end].split())}`"
                      f" becomes `{' '.join(replacement.split())}`", flush=True)
    finally:
        options.file.write_text(text, encoding="utf-8")
        subprocess.run(["cmake", "--build", options.build], capture_output=True, check=False)
    print(f"seed {options.seed}: {len(found)} conditions can be broken; {killed} noticed, {alive} not")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main())
