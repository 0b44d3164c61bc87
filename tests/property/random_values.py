#!/usr/bin/env python3
"""Compares `vtosca test` with the naive evaluation on random value expressions.

usage: random_values.py VTOSCA [--count N] [--seed S] [--keep FOLDER]

Expressions that come to a value share a template, those that are an error have one each. The
seed is printed, and FOLDER keeps the tests that were run.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

from naive_model import Refused
from naive_text import NOTHING, is_number
from naive_values import Values

BATCH = 20  # properties of one node
INPUTS = {"ten": {"default": 10}, "text": {"default": "a-b-c"}, "yes": {"default": True},
          "list": {"default": [1, 2, "x"]}, "zero": {"default": 0}, "empty": {"default": ""},
          "computed": {"default_expression": {"mul": [{"variability_input": "ten"}, 1.5]}},
          "expression": {"default": {"concat": ["<", {"variability_input": "text"}, ">"]}},
          "assigned": {"default": 1}, "nothing": {}}
ASSIGNED = {"assigned": {"add": [{"variability_input": "ten"}, 32]}}
NAMED = {"pi": 3.14159, "word": "word", "no": False, "items": ["a", ["b"]],
         "sum": {"add": [{"value_expression": "pi"}, {"variability_input": "ten"}]},
         "logic": {"and": []}}
WORDS = ["", "a", "b", "abc", "Z", "10", "9", " 12 ", "1e3", "0x1F", "-5", "ä", "日本", "\U0001F600",
         "true", "a-b", "--", "null", "1.50", "Infinity", "\u00a0"]


class Evaluation(Values):
    def __init__(self):
        self.results = {}

    def input_value(self, name):
        if name not in INPUTS:
            raise Refused(f'Variability input "{name}" is not defined')
        declared = INPUTS[name]
        for value in (ASSIGNED.get(name), declared.get("default"),
                      declared.get("default_expression")):
            if value is not None:
                return self.value(value)
        raise Refused(f'Variability input "{name}" has no value nor default (expression) assigned')

    def named_value(self, name):
        if name not in NAMED:
            raise Refused(f'Did not find value expression "{name}"')
        return self.value(NAMED[name])


class Generator:
    """Expressions by what they are meant to come to; now and then something else stands there."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def chance(self, percent):
        return self.random.random() * 100 < percent

    def pick(self, choices):
        return self.random.choice(choices)

    def many(self, make, least=0, most=4):
        return [make() for _ in range(self.random.randint(least, most))]

    def literal_number(self):
        return self.pick([
            self.random.randint(-5, 12), self.random.randint(-5, 12), self.random.randint(-9, 9) / 8,
            round(self.random.uniform(-20, 20), 3), 0, 1, 0.1, 1.005, 1e21, 1e-7, 123456789012])

    def mistake(self):
        return self.pick([None, "x", True, [1], 3, {"unknown": 1}, {"and": []},
                          {"token": ["a", "-", 7]}, {"variability_input": "unknown"},
                          {"variability_input": "nothing"}, {"value_expression": "unknown"},
                          {"value_expression": "logic"}])

    def number(self, depth):
        if self.chance(2):
            return self.mistake()
        if depth == 0 or self.chance(25):
            return self.literal_number()
        operator = self.pick(["add", "sub", "mul", "div", "mod", "input", "named", "statistic",
                              "regression"])
        if operator == "input":
            return {"variability_input": self.pick(["ten", "zero", "computed", "assigned"])}
        if operator == "named":
            return {"value_expression": self.pick(["pi", "sum"])}
        if operator == "statistic":
            return {self.pick(["sum", "count", "min", "max", "mean", "median", "variance",
                               "standard_deviation"]): self.numbers()}
        if operator == "regression":
            return self.regression()
        count = (2, 2) if operator == "mod" else (0 if self.chance(5) else 1, 4)
        return {operator: self.many(lambda: self.number(depth - 1), *count)}

    def numbers(self):
        numbers = self.many(self.literal_number, 0, 6)
        if self.chance(3):
            numbers.append(self.mistake())
        return self.mistake() if self.chance(2) else numbers

    def regression(self):
        kind = self.pick(["linear", "logarithmic", "exponential", "polynomial"])
        xs = self.random.sample([0.5, 1, 2, 3, 4, 5.25, 7, 10], self.random.randint(3, 6))
        points = [[x, self.random.randint(1, 90) / 4] for x in xs]
        if self.chance(3):
            self.pick(points)[self.random.randint(0, 1)] = self.mistake()
        order = [self.random.randint(0, 2)] if kind == "polynomial" else []
        return {f"{kind}_regression": [points, *order, self.pick([0.5, 1, 3, 8, 12.5])]}

    def text(self, depth):
        if self.chance(2):
            return self.mistake()
        if depth == 0 or self.chance(25):
            return self.pick(WORDS)
        operator = self.pick(["concat", "join", "token", "input", "named"])
        if operator == "input":
            return {"variability_input": self.pick(["text", "empty", "expression"])}
        if operator == "named":
            return {"value_expression": "word"}
        if operator == "token":
            return {"token": [self.text(depth - 1), self.pick(["-", "", "a", "--"]),
                              self.pick([0, 0, 1, 1, 2, -1, 0.5])]}
        parts = self.many(lambda: self.anything(depth - 1))
        return {"join": [parts, self.pick(["-", "", ", "])]} if operator == "join" else {
            "concat": parts}

    def anything(self, depth):
        return self.pick([self.number, self.text, self.boolean, self.text, self.items])(depth)

    def items(self, depth):
        if depth and self.chance(30):
            return self.pick([{"variability_input": "list"}, {"value_expression": "items"}])
        return self.many(lambda: self.pick([self.literal_number(), self.pick(WORDS), True, [], [1]]))

    def boolean(self, depth):
        if depth == 0:
            return self.pick([True, False, {"variability_input": "yes"}, {"value_expression": "no"}])
        operator = self.pick(["equal", "compare", "compare", "in_range", "valid_values", "length",
                              "date", "within"])
        if operator == "equal":
            if self.chance(40):
                part = self.anything(depth - 1)
                return {"equal": [part, json.loads(json.dumps(part))]}
            return {"equal": self.many(lambda: self.anything(depth - 1), 0 if self.chance(5) else 1)}
        if operator == "compare":
            make = self.pick([self.number, self.text, self.anything])
            return {self.pick(["greater", "greater_or_equal", "less", "less_or_equal"]):
                    [make(depth - 1), make(depth - 1)]}
        if operator == "in_range":
            bounds = self.many(self.literal_number, 2, 2) if self.chance(70) else self.many(
                lambda: self.pick(WORDS), 2, 2)
            return {"in_range": [self.pick([self.number, self.text])(depth - 1), bounds]}
        if operator == "valid_values":
            part = self.anything(depth - 1)
            members = self.many(lambda: self.anything(depth - 1)) + (
                [json.loads(json.dumps(part))] if self.chance(40) else [])
            return {"valid_values": [part, members]}
        if operator == "length":
            return {self.pick(["length", "min_length", "max_length"]):
                    [self.text(depth - 1), self.number(depth - 1) if self.chance(40)
                     else self.random.randint(0, 5)]}
        if operator == "within":
            return {"within": [self.date(), [self.date(), self.date()]]}
        return {self.pick(["same", "before", "before_or_same", "after", "after_or_same"]):
                [self.date(), self.date()]}

    def date(self):
        if self.chance(2):
            return self.pick(["hello", "", True, None, [2023]])
        year, month, day = self.random.randint(2022, 2024), self.random.randint(1, 12), self.pick(
            [1, 2, 15, 28])
        hour, minute = self.random.randint(0, 23), self.pick([0, 30, 59])
        return self.pick([
            f"{year}", f"{year}-{month:02}", f"{year}-{month}-{day}", f"{year}/{month:02}/{day:02}",
            f"{year}{month:02}{day:02}", f"{year}-{month:02}-{day:02}T{hour:02}:{minute:02}",
            f"{year}-{month:02}-{day:02} {hour}:{minute:02}:07.250", f"{year}-13-32",
            f"{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:00Z",
            f"{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:00+05:30",
            1672531200000 + self.random.randint(-10, 10) * 86400000])


def is_infinite(value):
    return is_number(value) and not abs(value) < float("inf")


def expression(seed):
    """A random expression, and its value or the error."""
    generator = Generator(seed)
    written = generator.anything(3)
    if not isinstance(written, dict):
        written = {"concat": [written]}
    try:
        value = Evaluation().value(written)
        if is_infinite(value):
            written = {"concat": [written]}  # JSON cannot say it
            value = Evaluation().value(written)
    except Refused as error:
        return written, None, str(error)
    if value is NOTHING:
        return written, None, 'Property "p0@0" of node "n" has no value'
    return written, value, None


def write_json(path, value):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file, indent=2, ensure_ascii=False)


def document(node):
    return {"tosca_definitions_version": "tosca_simple_yaml_1_3",
            "topology_template": {"node_templates": {"n": {"type": "t", **node}}}}


def write_test(folder, expressions):
    os.makedirs(folder)
    template = document({"properties": [{f"p{index}": {"expression": written}}
                                        for index, (written, _, _) in enumerate(expressions)]})
    template["topology_template"]["variability"] = {"inputs": INPUTS, "expressions": NAMED}
    write_json(os.path.join(folder, "template.yaml"), template)
    write_json(os.path.join(folder, "inputs.yaml"), ASSIGNED)
    error = expressions[0][2]
    if error is not None:
        write_json(os.path.join(folder, "test.yaml"), {"error": error})
        return
    write_json(os.path.join(folder, "expected.yaml"), document(
        {"properties": {f"p{index}": value for index, (_, value, _) in enumerate(expressions)}}))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vtosca")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    arguments = parser.parse_args()
    seeds = range(arguments.seed, arguments.seed + arguments.count)
    expressions = [expression(seed) for seed in seeds]
    refused = [[e] for e in expressions if e[2] is not None]
    valued = [e for e in expressions if e[2] is None]
    batches = [valued[start:start + BATCH] for start in range(0, len(valued), BATCH)]
    print(f"expressions {seeds[0]} to {seeds[-1]}, {len(refused)} of them an error", flush=True)
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or temporary
        for number, batch in enumerate(batches + refused):
            write_test(os.path.join(folder, f"{number:05}"), batch)
        return subprocess.run([arguments.vtosca, "test", folder], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
