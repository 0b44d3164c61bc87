"""Mistakes in the structure of a text: entries that are indented wrong, stand twice, under another keyname, or not at all.

Whether such a text is wrong depends on what stands there; it is one mistake all the same. Those of `DECIDED` are wrong
wherever they are made.
"""
import re

SECTIONS = (
    ["properties", "attributes", "capabilities", "requirements", "interfaces", "artifacts"],
    ["node_types", "capability_types", "relationship_types", "data_types", "artifact_types", "interface_types", "group_types",
     "policy_types"],
    ["inputs", "outputs", "node_templates", "groups", "workflows"],
    ["presets", "expressions", "options"],
)
DECIDED = {"colon of an entry is gone", "tab before an entry", "entry twice"}
ENTRY = re.compile(r"^( *)(- )?([\w.]+):( .*|)$")


def indentation(line):
    return len(line) - len(line.lstrip())


def end_of(lines, first):
    """The line behind the entry that begins there."""
    last = first
    for number in range(first + 1, len(lines)):
        line = lines[number]
        if line.strip() and (indentation(line) < indentation(lines[first]) or (
                indentation(line) == indentation(lines[first]) and not line.lstrip().startswith("- "))):
            break
        if line.strip():
            if line.lstrip().startswith("- ") and lines[first].lstrip().startswith("- ") and (
                    indentation(line) == indentation(lines[first])):
                break
            last = number
    return last + 1


def moved(lines, by):
    if any(line.strip() and indentation(line) < -by for line in lines):
        return None
    return [(" " * by + line if by > 0 else line[-by:]) if line.strip() else line for line in lines]


def changes(lines, first, unit):
    """Kinds of mistakes with the lines that take the place of the entry's."""
    match = ENTRY.match(lines[first])
    blanks, dash, key, rest = match.groups()
    end = end_of(lines, first)
    entry = lines[first:end]
    for levels in (1, -1, 2, -2):
        name = f"entry {abs(levels)} level{'s' * (abs(levels) > 1)} too {'far' if levels > 0 else 'little'}"
        yield name, end, moved(entry, levels * unit)
        yield name + ", first line", first + 1, moved(entry[:1], levels * unit)
    if end > first + 1:
        yield "first line of an entry is gone", first + 1, []
        yield "first line of an entry twice", first + 1, entry[:1] * 2
        if not dash:
            yield "entry twice", end, entry * 2
    if blanks and not dash:
        yield "tab before an entry", first + 1, ["\t" + lines[first].lstrip()]
    yield "colon of an entry is gone", first + 1, [f"{blanks}{dash or ''}{key}{rest}"]
    for section in SECTIONS:
        for other in section if key in section and not dash else []:
            if other != key:
                yield "section under another keyname", first + 1, [f"{blanks}{other}:{rest}"]


def structural_mutants(text, chosen, most):
    """Texts with one mistake, its kind and the line: at most so many of a kind."""
    lines = text.split("\n")
    entries = [number for number, line in enumerate(lines) if ENTRY.match(line)]
    unit = min((indentation(lines[number]) for number in entries if indentation(lines[number])), default=2)
    found = {}
    for first in entries:
        for name, end, new in changes(lines, first, unit):
            place = end if name == "entry twice" else first
            if new is not None and new != lines[first:end]:
                found.setdefault(name, []).append((place + 1, "\n".join(lines[:first] + new + lines[end:])))
    for name, places in sorted(found.items()):
        for line, mutant in chosen.sample(places, min(most, len(places))):
            yield name, line, mutant
