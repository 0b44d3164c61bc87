#!/usr/bin/env python3
"""Applies every fix, simplification of conditions and refactoring of expressions that the server offers on
random small templates, and compares what all assignments of the inputs come to, before and after.

usage: random_fixes.py VTOSCA [--count N] [--seed S] [--keep FOLDER]

The seed is printed.
"""
import argparse
import itertools
import json
import os
import re
import sys
import tempfile

import random_spaces
import random_templates

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../protocol"))

CODES = ["condition-without-effect", "constant-condition", "never-present", "redundant-condition",
         "absent-element"]
SIMPLER = re.compile(r"which makes no difference$|double negation|list of one condition|"
                     r"^Say it by|Remove the redundant|which is never present$|to pruning, which comes to the same$|"
                     r"^Wrap .* into a variability group$|^Extract the condition into|^Use the expression|"
                     r"^Inline the expression|^Write .* as a (list|map)$")
MOST_PLACES = 12


def clumsier(generator, condition):
    """The same, or something that often comes to the same, in more words."""
    other = random_spaces.atom(generator)
    return generator.pick([
        {"not": {"not": condition}}, {"and": [condition]}, {"or": [condition]},
        {"and": [condition, {"or": [condition, other]}]}, {"or": [condition, {"and": [condition, other]}]},
        {"and": [condition, {"not": {"not": other}}]}, [condition, {"not": {"and": [other, {"not": other}]}}],
        {"or": [condition, {"and": [other, {"not": other}]}]}, {"and": [condition, other]}])


def expand(generator, template):
    for node in template["topology_template"]["node_templates"].values():
        if not isinstance(node, dict):
            continue
        if "conditions" in node and not isinstance(node["conditions"], (list, bool)) and generator.chance(60):
            node["conditions"] = clumsier(generator, node["conditions"])
        for requirement in node.get("requirements", []):
            for assignment in requirement.values():
                if (isinstance(assignment, dict) and isinstance(assignment.get("conditions"), dict)
                        and generator.chance(40)):
                    assignment["conditions"] = clumsier(generator, assignment["conditions"])


def offset_place(text, offset):
    line = text.count("\n", 0, offset)
    return {"line": line, "character": offset - (text.rfind("\n", 0, offset) + 1)}


def applied(text, edits):
    lines = [0] + [match.end() for match in re.finditer("\n", text)]

    def offset(position):
        return lines[position["line"]] + position["character"]

    for edit in sorted(edits, key=lambda edit: offset(edit["range"]["start"]), reverse=True):
        text = text[:offset(edit["range"]["start"])] + edit["newText"] + text[offset(edit["range"]["end"]):]
    return text


class Server:
    def __init__(self, vtosca):
        os.environ["VTOSCA"] = vtosca
        import client  # noqa: PLC0415 (it reads the environment)
        self.module = client
        self.client = client.Client()
        self.client.initialize(options={"allInputs": True})
        self.number = 0

    def fixes(self, generator, text):
        """(title, text after it) of all that is offered."""
        self.number += 1
        uri = f"file:///models/fixes{self.number}.yaml"
        self.client.open(text, uri=uri)
        self.client.request("vtosca/space", self.module.document(uri))
        told = self.client.request("textDocument/diagnostic", self.module.document(uri))["items"]
        places = [diagnostic["range"]["start"] for diagnostic in told if diagnostic["code"] in CODES]
        places += [offset_place(text, match.start() + 1)
                   for match in re.finditer(r'"(not|and|or|equal|greater|variability_input|logic_expression|is_x)"|"[a-h]": {"type"', text)]
        generator.random.shuffle(places)
        found = {}
        for position in places[:MOST_PLACES]:
            for action in self.client.request("textDocument/codeAction", {
                    "textDocument": {"uri": uri}, "range": {"start": position, "end": position},
                    "context": {"diagnostics": []}}):
                if SIMPLER.search(action["title"]) and "edit" in action:
                    edits = action["edit"]["changes"][uri]
                    found[json.dumps(edits)] = (action["title"], applied(text, edits))
        self.client.close(uri)
        return list(found.values())


class TextTrial(random_spaces.Trial):
    """Of a text that an edit may have made something else than JSON."""

    def __init__(self, vtosca, text, presets, folder):
        super().__init__(vtosca, None, folder)
        self.before, self.behind = text.split(presets)

    def write(self, path, presets):
        with open(path, "w", encoding="utf-8") as file:
            file.write(f'{self.before}"presets": {json.dumps(presets)}{self.behind}')


def assignments_of(vtosca, *paths):
    classes = {}
    for path in paths:
        claims = json.loads(random_spaces.run(vtosca, "variants", path, "--format", "json").stdout)
        for entry in claims["inputs"]:
            known = classes.setdefault(entry["name"], [])
            known += [value for value in entry["classes"] if value not in known]
    return [dict(zip(classes, values)) for values in itertools.product(*classes.values())]


def differences(server, vtosca, seed, folder):
    template = random_spaces.make_telling(vtosca, seed, folder)
    generator = random_templates.Generator(seed)
    expand(generator, template)
    path, changed = (os.path.join(folder, name) for name in ("template.yaml", "changed.yaml"))
    variability = template["topology_template"]["variability"]
    presets = f'"presets": {json.dumps(variability.setdefault("presets", {}))}'
    text = json.dumps(template)  # what stands on one line can be moved
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    if len(assignments_of(vtosca, path)) > random_spaces.MOST_ASSIGNMENTS:
        return
    for title, after in server.fixes(generator, text):
        yield None
        with open(changed, "w", encoding="utf-8") as file:
            file.write(after)
        all_of_them = assignments_of(vtosca, path, changed)
        if len(all_of_them) > 2 * random_spaces.MOST_ASSIGNMENTS:
            continue
        yield from changes(title, all_of_them, *(
            TextTrial(vtosca, each, presets, folder) for each in (text, after)))


def without_numbers(present):
    return sorted(re.sub(r"@\d+", "", name) for name in present)


def changes(title, assignments, before, after):
    results = [trial.results_of(assignments) for trial in (before, after)]
    is_removal = title.endswith("never present")
    for inputs, old, new in zip(assignments, *results):
        if title.startswith("Wrap"):  # the group comes last, and counts for nothing else
            new = (new[0], frozenset(name for name in new[1] if ".group_" not in name))
        if is_removal and old[0] is not None:
            continue  # errors of what is gone are gone
        same = (old[0] == new[0] and (old[0] is not None or (
            without_numbers(old[1]) == without_numbers(new[1]) if is_removal else old[1] == new[1])))
        if not same:
            yield f"{title}: {old[0]} became {new[0]} for {inputs}: {sorted(old[1] ^ new[1])}"
            return


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vtosca")
    parser.add_argument("--count", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    arguments = parser.parse_args()
    seeds = range(arguments.seed, arguments.seed + arguments.count)
    print(f"fixes {seeds[0]} to {seeds[-1]}", flush=True)
    failed = offered = 0
    server = Server(os.path.abspath(arguments.vtosca))
    with tempfile.TemporaryDirectory() as temporary:
        for seed in seeds:
            folder = os.path.join(arguments.keep or temporary, f"{seed:06}")
            os.makedirs(folder, exist_ok=True)
            found = list(differences(server, arguments.vtosca, seed, folder))
            offered += found.count(None)
            wrong = [line for line in found if line]
            failed += bool(wrong)
            for line in wrong[:8]:
                print(f"seed {seed}: {line}", flush=True)
    server.client.kill()
    print(f"{offered} fixes were offered; {len(seeds) - failed} passed, {failed} failed")
    return 1 if failed or offered == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
