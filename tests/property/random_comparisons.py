#!/usr/bin/env python3
"""Compares what `vtosca variants` claims with trying every assignment, where conditions put values together, take
pieces of them, measure them, and compare several inputs with one another.

usage: random_comparisons.py VTOSCA [--count N] [--seed S] [--keep FOLDER]

The seed is printed, and how much is left unknown.
"""
import itertools
import json
import os
import sys

import random_shapes
import random_spaces
import random_templates
import trials

PIECES = ["".join(letters) for length in range(4) for letters in itertools.product("xy.", repeat=length)]
TEXTS = PIECES + ["x-y", "y-x", "x-", "-y", "xy.x", "x.y.x", "y.y.y", "other", "another", "third", "x.other", "prod",
                  "w", "z", "xx.yy", "5", "2", "10", "1.5", "0"]
NUMBERS = [-3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 100, 0.5, 1.5, 2.5, 3.5, 4.5, -0.5]
VALUES = {"boolean": [False, True], "float": NUMBERS, "integer": [n for n in NUMBERS if n == int(n)],
          "list": [[], ["x"], ["y"], ["x", "y"], ["zz"], ["5"]],
          "scalar-unit.size": ["1 GB", "2 GB", "4 GB", "10 GB", "512 MB", "3 MB", "0 B", "9 TB"]}
CONSTANTS = ["x", "y", "xy", "x.y", "x-y", "yx", ".", "", "xx", "y.", "x.x.y", "5", "10", "prod", "x-", "1.5"]
ORDERS = ["less", "greater", "less_or_equal", "greater_or_equal"]
ONCE_WRONG = (8201851, 7100953, 7102387, 7101014, 1010)  # seeds
COUNTS = {"elements": 0, "unknown": 0}


def allowed_values(definition):
    return [value for value in VALUES.get(definition["type"], TEXTS)
            if all(random_shapes.is_allowed(constraint, value) for constraint in definition.get("constraints", []))]


class Comparisons(random_templates.Generator):
    def __init__(self, seed):
        super().__init__(seed)
        self.variability_inputs = {f"v{number}": self.any_input() for number in range(self.random.randint(1, 3))}

    def any_input(self):
        kind = self.pick(["string"] * 6 + ["integer", "float", "integer", "list", "scalar-unit.size"])
        definition = {"type": kind}
        if kind == "string" and self.chance(35):
            definition["constraints"] = [{self.pick(["min_length", "max_length", "length"]): self.random.randint(0, 3)}]
        elif kind == "string" and self.chance(10):
            definition["constraints"] = [{"valid_values": self.random.sample(TEXTS, 3)}]
        elif kind in ("integer", "float") and self.chance(45):
            low, high = sorted(self.random.sample([-1, 0, 1, 2, 3, 5, 6], 2))
            definition["constraints"] = self.pick([
                [{"in_range": [low, high]}], [{"greater_than": low}], [{"less_or_equal": high}],
                [{"greater_or_equal": low}, {"less_than": high}]])
        values = allowed_values(definition)
        return {**definition, "default": self.pick(values[:12])} if values else {"type": "boolean", "default": True}

    def read(self):
        return {"variability_input": self.pick(sorted(self.variability_inputs))}

    def constant(self):
        return self.pick(CONSTANTS) if self.chance(70) else self.pick([0, 1, 2, 3, 5, 2.5, -1, True, ["x"], []])

    def text(self, depth=1):
        operands = [self.pick([self.read(), self.read(), self.pick(CONSTANTS)]) for _ in range(self.random.randint(1, 3))]
        if depth and self.chance(15):
            operands[0] = self.text(0)
        return self.pick([
            {"concat": operands}, {"concat": operands}, {"join": [operands, self.pick(["-", ".", ""])]},
            {"token": [self.pick([self.read(), operands[0]]), self.pick([".", ".", "-"]), self.pick([0, 1, 2])]}])

    def number(self):
        return {self.pick(["add", "sub", "mul"]): [self.read(), self.pick([self.read(), self.pick([1, 2, 3])])]}

    def atom(self):
        kind = self.random.random()
        if kind < 0.3:
            return {"equal": [self.text(), self.pick(CONSTANTS) if self.chance(85) else self.constant()]}
        if kind < 0.35:
            return {"valid_values": [self.text(), [self.pick(CONSTANTS), self.pick(CONSTANTS)]]}
        if kind < 0.55:
            return {self.pick(["equal", "equal", *ORDERS[:3]]): [self.read(), self.read()]}
        if kind < 0.7:
            return {self.pick(["equal", *ORDERS]): [self.read(), self.constant()]}
        if kind < 0.8:
            return {self.pick(["length", "min_length", "max_length"]): [self.read(), self.random.randint(0, 3)]}
        if kind < 0.85:
            return {self.pick(ORDERS[:2]): [self.text(), self.constant()]}
        if kind < 0.92:
            return {self.pick(["equal", *ORDERS[:2]]): [self.number(), self.pick([0, 2, 4, "x"])]}
        return {"in_range": [self.read(), self.pick([[0, 3], ["x", "y"], [1, 1]])]}

    def conditions(self):
        first, second = self.atom(), self.atom()
        return self.pick([first, first, first, {"not": first}, {"and": [first, second]}, {"or": [first, second]},
                          {"xor": [first, second]}, {"and": [first, {"not": second}]}])

    def whole(self):
        nodes = {}
        for number in range(self.random.randint(1, 5)):
            nodes[f"n{number}"] = node = {"type": "tosca.nodes.Root"}
            if self.chance(90):
                node["conditions"] = self.conditions()
            if number and self.chance(50):
                target = {"node": f"n{self.random.randrange(number)}"}
                node["requirements"] = [{"uses": {**target, "conditions": self.conditions()} if self.chance(40) else target}]
        options = {"mode": self.pick(["manual", "consistent-loose", "semantic-loose", "loose"]), **random_shapes.QUIET}
        if self.chance(60):
            options["checks"] = False
        return {"tosca_definitions_version": self.pick(["tosca_variability_1_0", "tosca_variability_1_0_rc_3"]),
                "topology_template": {"variability": {
                    "inputs": self.variability_inputs, "options": options, "presets": {}, "expressions": {}},
                    "node_templates": nodes}}


def trial(vtosca, seed, folder):
    template = Comparisons(seed).whole()
    path = os.path.join(folder, "template.yaml")
    random_templates.write_json(path, template)
    claims = json.loads(random_spaces.run(vtosca, "variants", path, "--format", "json").stdout)
    COUNTS["elements"] += len(claims["elements"])
    COUNTS["unknown"] += sum(element["when"] == "unknown" for element in claims["elements"])
    return random_spaces.differences(vtosca, template, folder, seed)


def summary():
    yield f"{COUNTS['unknown']} of {COUNTS['elements']} elements unknown"


if __name__ == "__main__":
    random_shapes.allowed_values = allowed_values
    sys.exit(trials.run(__doc__, 60, trial, ONCE_WRONG, summary))
