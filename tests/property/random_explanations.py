#!/usr/bin/env python3
"""Follows the explanations of `vtosca explain` on random small templates, step by step.

usage: random_explanations.py VTOSCA [--count N] [--seed S] [--keep FOLDER]

Every step must be so under the variant; a chain must end in values of inputs, elements without
conditions, or choices, and never lead back to where it comes from; of operands each of which
decides, one is named, and where all are needed, all are. The seed is printed.
"""
import json
import os
import re
import sys

import random_spaces
import random_templates
import trials

ENDS = re.compile(r"it has no conditions($|:)|.* has no conditions of its own$|so it is, whatever|its (parts|conditions) exclude|its conditions hold, whatever"
                  r"|variability input \".*\" is |nothing decides: |the optimisation chooses so: |then (present|absent), too: "
                  r"|the conditions of .*\"$|there is nothing of the kind$|it has no operands$|true holds$|false does not hold$|default_alternative is given|nobody wrote it: |.*\(see above\)$|.*: whatever it comes to$|\".*\" names nothing")
DEMANDS = re.compile(r"constraint |it follows from|it cannot be |.* \(option \w+\)$|.* is implied: |.* implies ")
OF_ELEMENT = re.compile(r"(\w+ \".*\") is (?:always )?(?:present|absent)")
ABSENT_OR_PRESENT = re.compile(r"(.*) is (present|absent)( \(see above\))?$")
CONDITIONS = re.compile(r"the conditions of .* (do not )?hold$")
HOLDS = re.compile(r"(\{.*\}) (holds|does not hold)$")
INPUT = re.compile(r"variability input \"(.*)\" is (.*)$")

ONCE_WRONG = (13103434, 12102062, 7101208, 8200545, 7100512, 9301493, 9401699, 9403914, 9604620, 7101571, 7100065, 7100423, 7100979, 760005, 760581, 760904)  # seeds


class Step:
    def __init__(self, text):
        self.text = text
        self.reasons = []


def tree(steps):
    """The steps, each with those that explain it."""
    path = []
    for step in steps:
        node = Step(step["text"])
        if step["depth"] > len(path):
            raise ValueError(f"{step['text']} explains nothing")
        del path[step["depth"]:]
        if path:
            path[-1].reasons.append(node)
        path.append(node)
    return path[0]


def expression_of(step):
    """What is said of which expression: (operator, operand, holds); None if it says nothing of one."""
    found = HOLDS.match(step.text)
    if not found:
        return None
    try:
        expression = json.loads(found.group(1))
    except ValueError:  # too long to be shown
        return None
    if len(expression) != 1:
        return None
    return (*next(iter(expression.items())), found.group(2) == "holds")


class Chain:
    """One explanation, under one variant."""

    def __init__(self, presence, inputs):
        self.presence, self.inputs = presence, inputs
        self.told = set()

    def wrong(self, step, above=()):
        """What is wrong with a step and its reasons, in words."""
        found = ABSENT_OR_PRESENT.match(step.text)
        if found and found.group(1) in self.presence:
            name = found.group(1)
            if self.presence[name] != found.group(2):
                yield f"{step.text}, but it is {self.presence[name]}"
            if name in above:
                yield f"{name} explains itself"
            if found.group(3) and name not in self.told:
                yield f"{step.text}, but it is not"
            self.told.add(name)
            above = (*above, name)
        if CONDITIONS.match(step.text):
            if step.text in above:
                yield f"that {step.text} explains itself"
            above = (*above, step.text)
        found = INPUT.match(step.text)
        if found and found.group(1) in self.inputs and \
                self.inputs[found.group(1)] != json.loads(found.group(2)):
            yield f"{step.text}, but it is {self.inputs[found.group(1)]}"
        if not step.reasons and not ENDS.match(step.text) and not DEMANDS.match(step.text):
            yield f"it ends at: {step.text}"
        yield from self.wrong_operands(step)
        for reason in step.reasons:
            yield from self.wrong(reason, above)

    def wrong_operands(self, step):
        said = expression_of(step)
        if not said or any(DEMANDS.match(r.text) or r.text.startswith(("so it", "its parts"))
                           for r in step.reasons):
            return
        name, operand, holds = said
        operands = [expression_of(reason) for reason in step.reasons]
        if None in operands:
            return
        truths = [truth for _, _, truth in operands]
        if name == "variability_input":
            if self.inputs.get(operand, holds) != holds:
                yield f"{step.text}, but the input is {self.inputs[operand]}"
        elif name == "not" and truths != [not holds]:
            yield f"{step.text} because of {truths}"
        elif name == "and" and truths != ([True] * len(operand) if holds else [False]):
            yield f"{step.text} because of {truths}"
        elif name == "or" and truths != ([True] if holds else [False] * len(operand)):
            yield f"{step.text} because of {truths}"
        elif name == "implies" and truths not in ([[False], [True]] if holds else [[True, False]]):
            yield f"{step.text} because of {truths}"


def explanations_wrong(vtosca, template, folder, generator):
    path = os.path.join(folder, "template.yaml")
    random_templates.write_json(path, template)
    answer = json.loads(random_spaces.run(vtosca, "presence", path, "--format", "json").stdout)
    names = {element["id"]: element["display"][0].lower() + element["display"][1:]
             for element in answer["elements"]}
    elements = generator.random.sample(answer["elements"], min(6, len(answer["elements"])))
    for element in elements:
        for extent in ([], ["--all"]):
            told = json.loads(random_spaces.run(
                vtosca, "explain", path, element["id"], "--format", "json", *extent).stdout)
            for variant in told["variants"]:
                yield from wrong_references(variant["steps"], names.values())
                if variant["presence"] not in ("present", "absent") or not variant["steps"]:
                    continue
                presence = {names[other["id"]]: other["presence"][variant["name"]]
                            for other in answer["elements"]}
                inputs = template["topology_template"]["variability"]["presets"] \
                    .get(variant["name"], {"inputs": {}})["inputs"]
                chain = Chain(presence, inputs)
                root = tree(variant["steps"])
                found = chain.wrong(root) if not extent else wrong_of_all(root, presence)
                for line in found:
                    yield f"{element['id']} under {variant['name']}{' '.join(extent)}: {line}"


def wrong_references(steps, names):
    """Whoever says "see above" has told of the element before, errors included."""
    told = set()
    for step in steps:
        text = step["text"].removesuffix(" (see above)")
        name = max((name for name in names if step["text"].startswith(name + " ")), key=len, default=None)
        unlisted = OF_ELEMENT.match(text)  # nobody wrote it
        name = name or (unlisted and unlisted.group(1))
        if text != step["text"] and (name or text) not in told:
            yield f"{step['text']}, but it is not"
        told.add(name or text)


def wrong_of_all(root, presence):
    """Where every reason is asked for, some lead back; but all of them are so, and none is cut."""
    waiting = [root]
    while waiting:
        step = waiting.pop()
        found = ABSENT_OR_PRESENT.match(step.text)
        if found and presence.get(found.group(1), found.group(2)) != found.group(2):
            yield f"{step.text}, but it is not"
        if not step.reasons and not ENDS.match(step.text) and not DEMANDS.match(step.text):
            yield f"it ends at: {step.text}"
        waiting += step.reasons


def make(seed):
    """A template whose presets are assignments of all inputs."""
    template = random_spaces.make(seed)
    generator = random_templates.Generator(seed)
    variability = template["topology_template"]["variability"]
    variability["presets"] = {f"p{i}": {"inputs": random_spaces.others(generator, variability["inputs"])}
                              for i in range(3)}
    return template


def trial(vtosca, seed, folder):
    return explanations_wrong(vtosca, make(seed), folder, random_templates.Generator(seed))


if __name__ == "__main__":
    sys.exit(trials.run(__doc__, 40, trial, ONCE_WRONG))
