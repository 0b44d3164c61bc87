#!/usr/bin/env python3
"""check.py VTOSCA [FOLDER…]: whether a single mistake is told, on its line, and once.

Of the templates in `templates/`, or, with folders, of those found there.
"""
import collections
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from kinds import KINDS  # noqa: E402
from structure import DECIDED, structural_mutants  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
SEED = int(os.environ.get("VTOSCA_SEED", "7"))
PLACES = 2  # of a kind in one file
STRUCTURAL = ("entry ", "first line ", "section under", "tab before", "colon of")
STRUCTURES = 12  # of a kind in one of our templates
EXAMPLES = 4  # of a kind that are printed
LEAST_TOLD, LEAST_ON_LINE, MOST_LONG, MOST_MESSAGES = 0.99, 0.95, 0.02, 5
# Published files may be wrong already: what is wrong in the same way is a hint beside the first such message.
LEAST_TOLD_OF_PUBLISHED = 0.985
MOST_BEYOND = 0.001  # of mistakes, where text is broken, more than MOST_MESSAGES
BATCH = 200
MOST_TEXT = 60000  # of which the structure is changed


def mutants(path, text, chosen, everywhere):
    """Texts with one mistake, its kind and the line."""
    for name, pattern, change, anywhere in KINDS:
        if (everywhere and not anywhere) or change is None:
            continue
        places = list(re.finditer(pattern, text, re.MULTILINE))
        for match in chosen.sample(places, min(PLACES, len(places))):
            old = match["x"]
            new = change(old) if callable(change) else change
            new = {"DOUBLE": old + old, "ONE MORE": old + " "}.get(new, match["n"] if new == "ITSELF" else new)
            line = text.count("\n", 0, match.start("x")) + 1
            if new != old:
                yield name, path, line, text[:match.start("x")] + new + text[match.end("x"):]
    if len(text) < MOST_TEXT:
        for name, line, mutant in structural_mutants(text, chosen, 1 if everywhere else STRUCTURES):
            yield name, path, line, mutant


def messages(vtosca, paths):
    """What is told of each file: a list of (line, code, message)."""
    told = collections.defaultdict(list)
    for first in range(0, len(paths), BATCH):
        batch = [str(path) for path in paths[first:first + BATCH]]
        result = subprocess.run([vtosca, "check", "--format", "json", *batch], capture_output=True,
                                text=True, check=False, timeout=600)
        if result.returncode not in (0, 1):
            sys.exit(f"vtosca check ended with {result.returncode}: {result.stderr[:500]}")
        for file in json.loads(result.stdout)["files"]:
            for item in file["diagnostics"]:
                if item["severity"] != "hint":
                    line = item["range"]["start"]["line"] + 1
                    told[file["file"]].append((line, item["code"], item["message"]))
    return told


def main(vtosca, *folders):
    chosen = random.Random(SEED)
    with tempfile.TemporaryDirectory() as scratch:
        top = pathlib.Path(scratch, "two folders", "below")  # so far above a file, others are looked for
        sources = []
        for number, folder in enumerate(folders or [HERE / "templates"]):
            shutil.copytree(folder, top / str(number), copy_function=shutil.copyfile)
            for root, _, _ in os.walk(top / str(number)):
                os.chmod(root, 0o755)
            sources += sorted((top / str(number)).rglob("*.yaml"))
        cases, originals = [], {}
        for path in sources:
            text = path.read_text(encoding="utf-8", errors="replace")
            if not re.search(r"^tosca_definitions_version:", text, re.MULTILINE):
                continue
            # Under another name, too: what a test names, or has beside it, is part of it.
            originals[path] = path.parent / f"original-{len(originals)}.yaml"
            originals[path].write_text(text, encoding="utf-8")
            for name, source, line, mutant in mutants(path, text, chosen, bool(folders)):
                place = path.parent / f"mutant-{len(cases)}.yaml"
                place.write_text(mutant, encoding="utf-8")
                cases.append((name, source, line, place))
        before = messages(vtosca, list(originals.values()))
        after = messages(vtosca, [case[3] for case in cases])
        report(cases, {path: before[str(copy)] for path, copy in originals.items()}, after, top,
               LEAST_TOLD_OF_PUBLISHED if folders else LEAST_TOLD)


def tell(word, lines):
    """The kinds with most of them first, and a few of each."""
    by_kind = collections.defaultdict(list)
    for line in lines:
        by_kind[line.partition(": ")[0]].append(line)
    for kind, found in sorted(by_kind.items(), key=lambda item: -len(item[1])):
        print(f"{word}: {kind}: {len(found)}")
        for line in found[:EXAMPLES]:
            print(f"    {line}")


def is_undecided(name):
    """What is no mistake, or none on this line, wherever a text allows both."""
    return name.startswith(STRUCTURAL) and name not in DECIDED


def report(cases, before, after, top, least_told):
    counts, told, on_line, silent, long, decided = [], 0, 0, [], [], 0
    kinds = {case[0] for case in cases}
    for name, source, line, place in cases:
        known = collections.Counter((code, text) for _, code, text in before[source])
        new = []
        for item in after[str(place)]:
            if known[item[1:]] > 0:
                known[item[1:]] -= 1
            else:
                new.append(item)
        where = f"{name}: {source.relative_to(top)}:{line}"
        decided += not is_undecided(name)
        if not new:
            if not is_undecided(name):
                silent.append(where)
            continue
        counts.append(len(new))
        if not is_undecided(name):
            told += 1
            on_line += any(item[0] in (line, line + 1) for item in new)
        if len(new) > 2:
            long.append(f"{where}: {len(new)} messages: " + "; ".join(text for _, _, text in new[:4]))
    total = max(1, decided)
    print(f"seed {SEED}: {len(cases)} mistakes of {len(kinds)} kinds, {total} of them wrong wherever they are made")
    print(f"told: {told} ({told / total:.1%}), on their line: {on_line} ({on_line / max(1, told):.1%}), "
          f"once: {counts.count(1) / max(1, len(counts)):.1%}, "
          f"more than two messages: {len(long)} ({len(long) / max(1, len(counts)):.1%}), most: {max(counts, default=0)}")
    tell("silent", silent)
    tell("long", long)
    beyond = sum(count > MOST_MESSAGES for count in counts)
    print(f"more than {MOST_MESSAGES} messages: {beyond}")
    bounds = [told / total >= least_told, on_line / max(1, told) >= LEAST_ON_LINE,
              len(long) / max(1, len(counts)) <= MOST_LONG, beyond <= MOST_BEYOND * len(counts)]
    print(f"{sum(bounds)} passed, {len(bounds) - sum(bounds)} failed")
    sys.exit(0 if all(bounds) else 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
