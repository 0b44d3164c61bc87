#!/usr/bin/env python3
"""Operands of every operator, right and wrong, wherever an expression may stand: `check` against `resolve`.

usage: random_operands.py VTOSCA [--count N] [--seed S] [--keep FOLDER]

Each seed takes an operator, one of its operands that is replaced by any value (or their number
changed), and a place for it. Where `resolve` fails, `check` tells an error on that line. Where
it does not, the only errors are of shapes that its reading passes over. And where the operand is of
a type that the operator can do nothing with, `check` says so, at least as a warning.
"""
import json
import os
import random
import subprocess
import sys

from trials import run

NUMBER, TEXT, TRUTH, LIST, NONE = "number", "text", "truth", "list", None
# What can be an operand: its type, if the language has one for it.
VALUES = [
    ("abc", TEXT), ("", TEXT), ("true", TEXT), (5, NUMBER), (-1.5, NUMBER), (True, TRUTH), ([], LIST), ([1, 2], LIST),
    ({"add": [1, 2]}, NUMBER), ({"concat": ["a", "b"]}, TEXT), ({"equal": [1, 1]}, TRUTH), ({"variability_input": "n"}, NUMBER),
    ({"variability_input": "s"}, TEXT), ({"variability_input": "b"}, TRUTH), ({"variability_input": "l"}, LIST),
    ({"value_expression": "three"}, NUMBER), ({"value_expression": "word"}, TEXT), ({"value_expression": "sum"}, NUMBER),
    ({"logic_expression": "holds"}, NONE), (None, NONE), ({}, NONE), ({"unknown": 1}, NONE), ({"a": 1, "b": 2}, NONE),
    ({"variability_input": "lost"}, NONE), ({"value_expression": "lost"}, NONE), ({"node_presence": "n"}, NONE), ({"and": []}, NONE)]
# By operator: operands that are right, and of which types each may be (the last goes on).
POINTS = [[1, 1], [2, 3], [4, 4]]
OPERATORS = {
    **{op: ([True, {"node_presence": "n"}], [{TRUTH}]) for op in ("and", "or", "xor", "exo", "implies", "amo")},
    **{op: ([4, 2], [{NUMBER}]) for op in ("add", "sub", "mul", "div", "mod", "sum", "count", "min", "max", "mean", "median")},
    **{op: ([{"variability_input": "n"}, 3], [{NUMBER}]) for op in ("greater", "greater_or_equal", "less", "less_or_equal", "equal")},
    **{op: ([{"variability_input": "s"}, 1], [{TEXT}, {NUMBER}]) for op in ("length", "min_length", "max_length")},
    **{op: ([POINTS, 3], [{LIST}, {NUMBER}]) for op in ("linear_regression", "logarithmic_regression", "exponential_regression")},
    **{op: (["2024-01-01", "2025-01-01"], [{TEXT, NUMBER}]) for op in ("same", "before", "after", "before_or_same")},
    "concat": (["a", "b"], [{TEXT, NUMBER, TRUTH, LIST}]), "join": ([["a", "b"], "-"], [{LIST}, {TEXT}]),
    "token": (["a-b", "-", 1], [{TEXT}, {TEXT}, {NUMBER}]), "in_range": ([{"variability_input": "n"}, [1, 5]], [{NUMBER}, {LIST}]),
    "valid_values": ([{"variability_input": "s"}, ["x", "y"]], [{TEXT}, {LIST}]),
    "within": (["2024-01-01", ["2023-01-01", "2025-01-01"]], [{TEXT, NUMBER}, {LIST}]),
    "relation_presence": (["n", "host"], [{TEXT}, {TEXT, NUMBER}]), "artifact_presence": (["n", "a"], [{TEXT}, {TEXT, NUMBER}]),
    "node_property_presence": (["n", 0], [{TEXT}, {TEXT, NUMBER}]), "technology_presence": (["n", "ansible"], [{TEXT}, {TEXT, NUMBER}])}
LOGIC = {"and", "or", "xor", "exo", "implies", "amo"} | {op for op in OPERATORS if op.endswith("_presence")}
NUMBERS = {"add", "sub", "mul", "div", "mod", "sum", "count", "min", "max", "mean", "median", "linear_regression",
           "logarithmic_regression", "exponential_regression"}
TRUTHS = LOGIC | {"equal", "greater", "greater_or_equal", "less", "less_or_equal", "in_range", "valid_values", "length", "min_length",
                  "max_length", "same", "before", "after", "before_or_same", "within"}
CONDITIONS = ["node", "list", "nested", "relation", "artifact", "technology", "type", "group", "policy", "input", "output", "named",
              "constraint", "target", "implication", "members"]
PLACES = CONDITIONS + ["expression", "concat", "named value"]
# Shapes that resolving passes over.
SHAPES = {"wrong-operand", "wrong-arity", "operator-not-allowed", "unknown-operator", "operand-type"}


def template():
    requirement = {"capability": "tosca.capabilities.Node", "relationship": "tosca.relationships.DependsOn", "occurrences": [0, "UNBOUNDED"]}
    return {
        "tosca_definitions_version": "tosca_variability_1_0",
        "node_types": {"N": {"derived_from": "tosca.nodes.Root", "properties": {"p": {"type": "string", "required": False}},
                             "requirements": [{"host": requirement}]}},
        "topology_template": {
            "variability": {
                "options": {"mode": "manual", "checks": False, "optimization_topology_unique": False},
                "inputs": {"s": {"type": "string", "default": "x"}, "n": {"type": "number", "default": 4},
                           "b": {"type": "boolean", "default": True}, "l": {"type": "list", "default": [1, 2]}},
                "expressions": {"three": 3, "word": "x", "sum": {"add": [1, 2]}, "holds": {"and": [True]}}},
            "inputs": {"i": {"type": "string", "default": "v"}},
            "node_templates": {
                "n": {"type": "N", "technology": [{"ansible": {}}], "properties": [{"p": {"get_input": "i"}}],
                      "artifacts": [{"a": {"type": "tosca.artifacts.File", "file": "f"}}], "requirements": [{"host": {"node": "m"}}]},
                "m": {"type": "N"}},
            "groups": {"g": {"type": "tosca.groups.Root", "members": ["n"]}},
            "policies": [{"p": {"type": "tosca.policies.Root", "targets": ["n"]}}],
            "outputs": {"o": {"type": "string", "value": {"get_property": ["n", "p"]}}}}}


def put(place, expression):
    made = template()
    topology = made["topology_template"]
    variability, other, node = topology["variability"], topology["node_templates"]["n"], topology["node_templates"]["m"]
    holders = {"node": node, "relation": other["requirements"][0]["host"], "artifact": other["artifacts"][0]["a"],
               "technology": other["technology"][0]["ansible"], "group": topology["groups"]["g"], "policy": topology["policies"][0]["p"],
               "input": topology["inputs"]["i"], "output": topology["outputs"]["o"]}
    if place in holders:
        holders[place]["conditions"] = expression
    elif place == "list":
        node["conditions"] = [expression]
    elif place == "nested":
        node["conditions"] = {"and": [{"not": expression}]}
    elif place == "type":
        node["type"] = [{"N": {"conditions": expression}}]
    elif place == "named":
        variability["expressions"]["it"], node["conditions"] = expression, {"logic_expression": "it"}
    elif place == "constraint":
        variability["constraints"] = [expression]
    elif place == "target":
        node["implies"] = [[expression]]
    elif place == "implication":
        node["implies"] = [[{"node_presence": "n"}, expression]]
    elif place == "members":
        topology["groups"]["v"] = {"type": "variability.groups.ConditionalMembers", "members": ["m"], "conditions": expression}
    elif place == "expression":
        node["properties"] = [{"p": {"expression": expression}}]
    elif place == "concat":
        node["properties"] = [{"p": {"expression": {"concat": ["a", expression]}}}]
    elif place == "named value":
        variability["expressions"]["it"] = expression
        node["properties"] = [{"p": {"expression": {"value_expression": "it"}}}]
    return made


def text_of(value, depth=0):
    """YAML; what is deep stands on one line."""
    if depth < 5 and isinstance(value, dict) and value:
        return "".join(f"\n{'  ' * depth}{json.dumps(key)}: {text_of(item, depth + 1)}" for key, item in value.items())
    return json.dumps(value)


def make(seed):
    """The text, and whether the expression can do nothing with an operand, or its place with what it comes to."""
    choice = random.Random(seed)
    operator, place = choice.choice(list(OPERATORS)), choice.choice(PLACES)
    operands, types = OPERATORS[operator]
    operands, is_wrong = list(operands), False
    if choice.random() < 0.2:
        operands = (operands + operands)[:choice.randrange(len(operands) + 2)]
    else:
        at = choice.randrange(len(operands))
        operands[at], of = choice.choice(VALUES)
        is_wrong = of is not NONE and of not in types[min(at, len(types) - 1)]
        # Texts have an order, too, and in conditions name variables; lists that are empty are lists.
        is_wrong &= not (of == TEXT and operator in LOGIC | {"greater", "greater_or_equal", "less", "less_or_equal", "equal"})
    if place in CONDITIONS:
        is_wrong |= operator not in TRUTHS
    elif operator in LOGIC:
        is_wrong = True
    return text_of(put(place, {operator: operands})).lstrip() + "\n", is_wrong


def wrong(vtosca, seed, folder):
    text, is_wrong = make(seed)
    path = os.path.join(folder, "template.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    checked = subprocess.run([vtosca, "check", "-f", "json", path], capture_output=True, text=True, check=False)
    resolved = subprocess.run([vtosca, "resolve", path], capture_output=True, text=True, check=False)
    told = json.loads(checked.stdout)["files"][0]["diagnostics"]
    errors = [item for item in told if item["severity"] == "error"]
    if resolved.returncode:
        place = resolved.stderr.split(" error: ")[0].split(":")[-3:]
        lines = [str(item["range"]["start"]["line"] + 1) for item in errors]
        if place[0] not in lines:
            yield f"resolve: {resolved.stderr.splitlines()[0]}; check: errors on lines {lines}\n{text}"
    elif any(item["code"] not in SHAPES for item in errors):
        yield f"resolve: no error; check: {[item['message'] for item in errors]}\n{text}"
    if is_wrong and not any(item["severity"] in ("error", "warning") for item in told):
        yield f"nothing is told\n{text}"


if __name__ == "__main__":
    sys.exit(run(__doc__, 150, wrong))
