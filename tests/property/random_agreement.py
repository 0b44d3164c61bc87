#!/usr/bin/env python3
"""Holds features against each other, on random small templates.

usage: random_agreement.py VTOSCA [--count N] [--seed S] [--keep FOLDER] [--fixtures FILE…]

- A hover on an expression or a condition tells, for it and each of its parts, what the naive
  resolver makes of it under every variant. Where an input is open, what is told for sure is so
  whatever its value is.
- `check` and the language server tell the same of the same text, under the same variant.
- `resolve` fails exactly where they say that nothing can be resolved, and for that reason.

The latter two hold for every fixture that is named, too. The seed is printed; each template has
its own. Templates are JSON, which is YAML.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../protocol"))

import random_templates  # noqa: E402
import random_values  # noqa: E402
from naive_expressions import OPERATORS  # noqa: E402
from naive_model import Refused  # noqa: E402
from naive_resolver import Resolver  # noqa: E402
from naive_text import NOTHING, is_number  # noqa: E402
from random_expressions import settle  # noqa: E402
from random_oddities import Oddities  # noqa: E402

VARIANTS = {"defaults": [], "first": ["first"], "second": ["second"]}
MOST_PARTS = 16
OPEN = "flag"  # the input that loses its default in some templates
UNSOLVED = ["could-not-solve", "ambiguous-result"]  # what says that a variant cannot be resolved
# Mistakes that let a file be read as another one: what that resolves to is not told.
MISREAD = ["unknown-keyname", "misplaced-keyname", "unknown-definitions-version",
           "wrong-option-value", "unknown-mode-token", "circular-type", "circular-expression",
           "unknown-option", "missing-file"]
RESULTS = r"Could not solve|(?!Target ).* (does not exist|is ambiguous|expected to have .*|has no present .*)$"
COUNTS = {"texts": 0, "hovers": 0, "parts": 0, "open": 0, "refused": 0, "resolved": 0}


class Text:
    """JSON that knows where the key of each path stands."""

    def __init__(self, value):
        self.lines, self.places = [""], {}
        self.write(value, ())
        self.text = "\n".join(self.lines) + "\n"

    def put(self, text):
        self.lines[-1] += text

    def write(self, value, path):
        if not isinstance(value, (dict, list)) or not value:
            self.put(json.dumps(value, ensure_ascii=False))
            return
        is_map = isinstance(value, dict)
        self.put("{" if is_map else "[")
        for number, key in enumerate(value if is_map else range(len(value))):
            self.put("," if number else "")
            self.lines.append(" " * (2 * len(path) + 2))
            self.places[path + (key,)] = (len(self.lines) - 1, len(self.lines[-1]) + 1)
            if is_map:
                self.put(json.dumps(key, ensure_ascii=False) + ": ")
            self.write(value[key], path + (key,))
        self.put("}" if is_map else "]")


def truth_of(resolver, formula):
    """The value of a formula under the solution; None if a variable is nobody's."""
    if isinstance(formula, bool):
        return formula
    if isinstance(formula, str):
        if formula in resolver.present:
            return resolver.present[formula]
        if formula.startswith("expression."):
            return truth_of(resolver, resolver.named[formula[len("expression."):]])
        for element in resolver.ordered:
            if element.manual == formula:
                return every(resolver, [resolver.logic(c, element)
                                        for c, generated in element.conditions if not generated])
        return None
    kind, *parts = formula
    values = [truth_of(resolver, part) for part in parts]
    if None in values:
        return None
    return {"not": lambda: not values[0], "and": lambda: all(values), "or": lambda: any(values),
            "xor": lambda: sum(values) % 2 == 1, "exo": lambda: sum(values) == 1,
            "amo": lambda: sum(values) <= 1, "implies": lambda: not values[0] or values[1]}[kind]()


def every(resolver, formulas):
    values = [truth_of(resolver, formula) for formula in formulas]
    return None if None in values else all(values)


class Solution:
    """A variant of a template: what the naive resolver makes of its expressions."""

    def __init__(self, template, presets, inputs):
        self.resolver = Resolver(json.loads(json.dumps(template)), presets, inputs)
        resolver = self.resolver
        resolver.normalise()
        resolver.options.validate()
        resolver.populate()
        resolver.enrich_technologies()
        resolver.enrich()
        resolver.add_option_constraints()
        resolver.add_implied_constraints()
        resolver.assign()
        resolver.clean()
        resolver.validate_inputs()
        resolver.present = resolver.solve()

    def value(self, expression, context):
        """What a hover has to say; None if nobody knows."""
        if is_logic(expression):
            try:
                value = truth_of(self.resolver, self.resolver.logic(expression, context))
            except Refused:
                return "error"
            except RecursionError:
                return None  # what is asked for asks for itself
            return None if value is None else "true" if value else "false"
        try:
            value = self.resolver.value(expression)
        except Refused as error:
            return f"error: {error}"
        return None if value is NOTHING else value

    def context(self, path):
        """The element whose condition stands at the path."""
        return next((e for e in self.resolver.ordered if e.kind == "node" and e.name == path[2]), None)


def is_logic(expression):
    return isinstance(expression, dict) and any(expression.get(o) is not None for o in OPERATORS)


def parts_of(expression, parts):
    """In the order in which the table has them."""
    if isinstance(expression, list):
        for item in expression:
            parts_of(item, parts)
    elif isinstance(expression, dict) and len(expression) == 1 and len(parts) < MOST_PARTS:
        if "unknown" in expression:
            return parts  # no operator
        parts.append(expression)
        parts_of(next(iter(expression.values())), parts)
    return parts


def is_value_shown(value, shown):
    if isinstance(value, str) and value.startswith("error"):
        return shown == "error" or shown.split() == value.split()  # a cell is one line
    if isinstance(value, str):
        return shown == (value if value and value == value.strip(" \u00a0") else
                         json.dumps(value, ensure_ascii=False))
    if is_number(value) and not abs(value) < float("inf"):
        return shown == {value > 0: "Infinity", value < 0: "-Infinity"}.get(True, "NaN")
    try:
        told = json.loads(shown)
    except ValueError:
        return False
    return told == value or is_number(value) and is_number(told) and abs(told - value) <= 1e-9 * abs(value)


def rows_of(markdown, first):
    """The rows of the table whose head begins with a word, as lists of cells."""
    found = re.search(rf"^\| {first} \|.*\n\|[-|]+\n((?:\|.*\n?)*)", markdown, re.M)
    lines = found[0].strip().split("\n") if found else []
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
    return cells[:1] + cells[2:]


def plain(cell):
    """A cell as it reads."""
    cell = re.sub(r"\\([\\`*_{}\[\]()#+\-.!|<>~&])", r"\1", cell)
    return cell[1:-1] if len(cell) > 1 and cell[0] == cell[-1] == "`" else cell


class Trial:
    def __init__(self, vtosca, client, folder):
        self.vtosca, self.client, self.folder, self.problems = vtosca, client, folder, []

    def complain(self, name, message):
        self.problems.append(f"{name}: {message}")
        print(self.problems[-1], flush=True)

    def run(self, *words):
        done = subprocess.run([self.vtosca, *words], capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            raise SystemExit(f"{' '.join(words)} ended with {done.returncode}\n{done.stderr}")
        return done

    # ---- hovers

    def hover(self, uri, place):
        answer = self.client.request("textDocument/hover", {
            "textDocument": {"uri": uri}, "position": {"line": place[0], "character": place[1]}})
        return answer["contents"]["value"] if answer else ""

    def solutions(self, template):
        """By variant: one for each value of the input that is open, none if one is refused."""
        is_open = "default" not in template["topology_template"]["variability"]["inputs"][OPEN]
        result = {}
        for variant, presets in VARIANTS.items():
            assigned = variant == "first"  # the preset gives it a value
            tried = [{}] if assigned or not is_open else [{OPEN: True}, {OPEN: False}]
            try:
                result[variant] = [Solution(template, presets, inputs) for inputs in tried]
            except Refused:
                COUNTS["refused"] += 1
        return result

    def check_cell(self, name, variant, expression, path, solutions, shown):
        expected = set()
        for solution in solutions:
            value = solution.value(expression, self.context_of(solution, path))
            expected.add(json.dumps(value))
        values = [json.loads(value) for value in expected]
        COUNTS["parts"] += 1
        if shown.startswith("open"):
            COUNTS["open"] += 1
            is_right = len(solutions) > 1 or None in values or all(
                "has no value nor default" in str(value) for value in values)
        elif None in values:
            is_right = True
        else:
            is_right = all(is_value_shown(value, shown) for value in values)
        if not is_right:
            self.complain(name, f"{'/'.join(map(str, path))}, {variant}: {json.dumps(expression)} "
                          f"is {sorted(expected)}, the hover says {shown}")

    @staticmethod
    def context_of(solution, path):
        return solution.context(path) if path[1] == "node_templates" else None

    def check_hover(self, name, uri, text, path, expression, solutions):
        markdown = self.hover(uri, text.places[path])
        values = rows_of(markdown, "Variant")
        parts = rows_of(markdown, "Part")
        COUNTS["hovers"] += 1
        if not values and not parts:
            self.complain(name, f"{'/'.join(map(str, path))}: the hover has no values:\n{markdown}")
        for variant, shown in values[1:]:
            variant = variant.removesuffix(" (active)")
            if variant in solutions:
                self.check_cell(name, variant, expression, path, solutions[variant], plain(shown))
        expected = parts_of(expression, [])
        if parts and len(parts) != len(expected) + 1:
            self.complain(name, f"{'/'.join(map(str, path))}: {len(expected)} parts, but\n{markdown}")
            return
        for row, part in zip(parts[1:], expected):
            for variant, shown in zip(parts[0][1:], row[1:]):
                variant = variant.removesuffix(" (active)")
                if variant in solutions:
                    self.check_cell(name, variant, part, path, solutions[variant], plain(shown))

    def check_hovers(self, name, uri, text, template):
        topology = template["topology_template"]
        solutions = self.solutions(template)
        if not solutions:
            return
        wanted = {("topology_template", "variability", "expressions", key): value
                  for key, value in topology["variability"]["expressions"].items()}
        for node, raw in topology["node_templates"].items():
            conditions = raw.get("conditions")
            if isinstance(conditions, dict):
                path = "topology_template", "node_templates", node, "conditions"
                wanted[path + (next(iter(conditions)),)] = conditions
        for path, expression in wanted.items():
            if isinstance(expression, dict):
                self.check_hover(name, uri, text, path, expression, solutions)

    # ---- diagnostics

    @staticmethod
    def told_by_server(items):
        return sorted((d["range"]["start"]["line"], d["range"]["start"]["character"],
                       d["range"]["end"]["line"], d["range"]["end"]["character"],
                       d["severity"], d["code"], d["message"]) for d in items
                      if d["code"] != "absent-element")  # greyed in editors: nothing is wrong

    def told_by_check(self, path, *words):
        severities = {"error": 1, "warning": 2, "information": 3, "hint": 4}
        done = self.run("check", "-f", "json", *words, str(path))
        items = [d for file in json.loads(done.stdout)["files"] for d in file["diagnostics"]
                 if os.path.samefile(file["file"], path)]
        return self.told_by_server([{**d, "severity": severities[d["severity"]]} for d in items])

    def check_diagnostics(self, name, uri, path):
        """All that can be told is told when it has been asked what holds for all inputs."""
        self.client.request("vtosca/space", {"textDocument": {"uri": uri}})
        answer = self.client.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
        server, check = self.told_by_server(answer["items"]), self.told_by_check(path)
        for item in server:
            if item not in check:
                self.complain(name, f"the server alone tells {item}")
        for item in check:
            if item not in server:
                self.complain(name, f"check alone tells {item}")

    def check_resolve(self, name, path, variants):
        for variant in variants:
            words = ["-V", variant]
            told = self.told_by_check(path, *words)
            done = self.run("resolve", *words, str(path))
            COUNTS["resolved"] += done.returncode == 0
            unsolved = [item for item in told if item[5] in UNSOLVED and item[4] == 1]
            if done.returncode == 0 and unsolved:
                self.complain(name, f"{variant} can be resolved, but check tells {unsolved[0]}")
            if done.returncode == 0:
                continue
            place, _, error = done.stderr.split("\n")[0].replace("\u240a", "\n").partition(" error: ")
            errors = [item for item in told if item[4] == 1]
            if any(place.endswith(f":{item[0] + 1}:{item[1] + 1}:") for item in errors):
                continue  # told there
            is_worded_otherwise = errors and not re.match(RESULTS, error)
            if variant == "defaults" and "has no value nor default" in error:
                continue  # there are presets to give inputs their values
            if any(item[5] == "unknown-requirement" for item in errors) and \
                    error.startswith("Relation "):
                continue  # told at the requirement: what comes of it is not told beside it
            if not any(error in item[6] or item[6] in error for item in told) and not (
                    is_worded_otherwise or any(item[5] in MISREAD for item in errors)):
                self.complain(name, f"{variant}: resolve says {error!r}, check {[i[5:] for i in told]}")

    # ---- one text

    def try_text(self, name, path, variants, and_then=lambda uri: None):
        try:
            text = path.read_bytes().decode()
        except UnicodeDecodeError:
            return  # no client has it
        COUNTS["texts"] += 1
        uri = path.as_uri()
        self.client.open(text, uri)
        self.check_diagnostics(name, uri, path)
        and_then(uri)
        self.client.close(uri)
        self.check_resolve(name, path, variants)

    def try_fixture(self, name):
        """Only what is variable is checked for whether it can be resolved."""
        path = pathlib.Path(name).resolve()
        text = path.read_bytes()
        is_variable = re.search(rb"^  +variability:", text, re.M) and b"    defaults:" not in text
        self.try_text(name, path, ["defaults"] if is_variable else [])

    def try_seed(self, seed):
        template, name = make(seed), f"seed {seed}"
        text = Text(template)
        path = self.folder / f"{seed:06}" / "template.yaml"
        path.parent.mkdir(parents=True)
        path.write_text(text.text, encoding="utf-8")
        odd = seed % 3 == 0  # mistakes: there is nothing to be naive about
        self.try_text(name, path, VARIANTS, lambda uri: odd or self.check_hovers(
            name, uri, text, template))


def make(seed):
    generator = random_templates.Generator(seed)
    template = generator.template()
    variability = template["topology_template"]["variability"]
    inputs, expressions = variability["inputs"], variability["expressions"]
    for name, definition in random_values.INPUTS.items():
        inputs.setdefault(name, definition)
    for name, written in random_values.NAMED.items():
        expressions.setdefault(name, written)
    for number in range(4):
        expressions[f"value{number}"] = random_values.expression(seed * 4 + number)[0]
    variability["presets"]["first"]["inputs"].update(random_values.ASSIGNED)
    if seed % 4 == 1:
        del inputs[OPEN]["default"]
        part = generator.logic(1)
        expressions["open_or"] = {"or": [{"variability_input": OPEN}, part]}
        expressions["open_xor"] = {"xor": [part, {"not": {"variability_input": OPEN}}]}
        expressions["open_amo"] = {"amo": [part, {"variability_input": OPEN}, {"not": part}]}
        template = settle(template, generator.pick)
    if seed % 3 == 0:
        Oddities(generator, template).apply()
    return template


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vtosca")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    parser.add_argument("--fixtures", nargs="*", default=[])
    arguments = parser.parse_args()
    os.environ["VTOSCA"] = arguments.vtosca
    from client import Client  # reads the environment
    client = Client()
    client.initialize(options={"allInputs": True})
    print(f"templates {arguments.seed} to {arguments.seed + arguments.count - 1}", flush=True)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(arguments.keep or temporary).resolve()
        trial = Trial(arguments.vtosca, client, folder)
        try:
            for seed in range(arguments.seed, arguments.seed + arguments.count):
                trial.try_seed(seed)
            for fixture in arguments.fixtures:
                trial.try_fixture(fixture)
        finally:
            client.kill()
    print(", ".join(f"{count} {name}" for name, count in COUNTS.items()))
    return 1 if trial.problems or COUNTS["parts"] == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
