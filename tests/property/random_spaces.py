#!/usr/bin/env python3
"""Compares what `vtosca variants` claims with trying every assignment, on random small templates.

usage: random_spaces.py VTOSCA [--count N] [--seed S] [--keep FOLDER]

A template gets a few inputs; every combination of the classes that `variants` names, and other
values besides, becomes a preset of a copy, for which `vtosca presence` tells what it comes to (and
for some of them `vtosca resolve`). The seed is printed. Templates are JSON, which is YAML.
"""
import itertools
import json
import os
import random
import re
import subprocess
import sys

import condition_texts
import random_shapes
import random_systems
import random_templates
import trials

MOST_ASSIGNMENTS = 260
MOST_ATTEMPTS = 4
CHUNK = 60
ONCE_WRONG = (7100183, 8820025, 771118, 29779147, 29779254, 60469, 60840, 90006)  # seeds
FLAGS = ["flag", "f1", "f2", "f3"]
COUNTS = {"texts": 0, "reasons": 0, "told": 0, "elements": 0, "unknown": 0, "unknown changes": 0}  # the last three: of the solver


def scatter(generator, value):
    """The one flag of the generator becomes several."""
    if isinstance(value, list):
        return [scatter(generator, item) for item in value]
    if not isinstance(value, dict):
        return value
    if value == {"variability_input": "flag"}:
        return {"variability_input": generator.pick(FLAGS)}
    return {key: scatter(generator, item) for key, item in value.items()}


def inputs_of(generator, declared):
    """Declarations with types, of which the classes can be told."""
    result = {}
    for name in FLAGS:
        result[name] = {"type": "boolean"}
        if generator.chance(85):
            result[name]["default"] = generator.chance(50)
    result["mode"] = {"type": "string", "default": "x"}
    if generator.chance(60):
        result["mode"]["constraints"] = [{"valid_values": ["x", "y", "z"][:generator.pick([2, 3])]}]
    result["size"] = {"type": generator.pick(["integer", "float"]), "default": 2}
    if generator.chance(40):
        result["size"]["constraints"] = [{"in_range": [0, 5]}]
    for name, definition in declared.items():
        if name == "computed":
            result[name] = {"type": "integer", **definition}
        elif name not in result:
            result[name] = {"type": "boolean", **definition}
    if generator.chance(15):
        result["f1"]["requires"] = ["f2"]
    if generator.chance(10):
        result["f2"]["excludes"] = ["f3"]
    return result


def atom(generator):
    return generator.pick([{"variability_input": name} for name in FLAGS] + [
        {"equal": [{"variability_input": "mode"}, generator.pick(["x", "y", "z"])]},
        {"greater": [{"variability_input": "size"}, generator.pick([1, 3])]},
        {"logic_expression": "is_x"}])


def condition(generator):
    first, second = atom(generator), atom(generator)
    return generator.pick([first, {"not": first}, {"and": [first, second]}, {"or": [first, second]},
                           {"and": [first, {"not": second}]}, {"xor": [first, second]}])


def enliven(generator, template):
    """More templates that can be resolved, and in which more hangs on the inputs."""
    topology = template["topology_template"]
    options = topology["variability"]["options"]
    for option in generator.pick([["checks"], ["consistency_checks"], ["semantic_checks"], []]):
        options[option] = False
    if generator.chance(70):
        topology["variability"].pop("constraints", None)
        options.update({option: False for option in (
            "constraints", "required_hosting_constraint", "required_technology_constraint",
            "unique_property_constraint", "unique_artifact_constraint", "unique_input_constraint",
            "unique_output_constraint", "unique_relation_constraint")})
    for node in topology["node_templates"].values():
        if isinstance(node, dict) and generator.chance(50):
            node["conditions"] = condition(generator)
        for requirement in (node.get("requirements", []) if isinstance(node, dict) else []):
            for name, assignment in list(requirement.items()):
                if isinstance(assignment, str):
                    requirement[name] = assignment = {"node": assignment}
                if generator.chance(35):
                    assignment["conditions"] = condition(generator)


def make(seed, attempt=0):
    if seed % 4 == 3:
        return random_systems.make(seed + 10**9 * attempt)
    if seed % 2:
        return random_shapes.make(seed + 10**9 * attempt)
    generator = random_templates.Generator(seed + 10**9 * attempt)
    template = scatter(generator, generator.template())
    variability = template["topology_template"]["variability"]
    if generator.chance(75):
        enliven(generator, template)
    variability["inputs"] = inputs_of(generator, variability["inputs"])
    if "computed" in json.dumps(template["topology_template"]["node_templates"]):
        del variability["inputs"]["computed"]["default_expression"]
        variability["inputs"]["computed"]["default"] = 20
    if generator.chance(30):
        variability["expressions"]["is_x"] = generator.pick([
            {"greater": [{"variability_input": "size"}, 3]},
            {"less_or_equal": [{"mul": [{"variability_input": "size"}, 2]}, 5]},
            {"in_range": [{"add": [{"variability_input": "size"}, 1]}, [2, 4]]},
            {"greater": [{"sub": [{"variability_input": "size"},
                                  {"variability_input": "computed"}]}, 1]},
            {"equal": [{"concat": [{"variability_input": "mode"}, "!"]}, "y!"]},
            {"min_length": [{"variability_input": "mode"}, 3]},
        ])
    return template


def make_telling(vtosca, seed, folder):
    """Of most seeds a template that can be resolved somehow, with few enough assignments."""
    path = os.path.join(folder, "template.yaml")
    for attempt in range(MOST_ATTEMPTS if seed % 5 else 1):
        template = make(seed, attempt)
        random_templates.write_json(path, template)
        claims = json.loads(run(vtosca, "variants", path, "--format", "json").stdout)
        if (claims["assignments"] <= MOST_ASSIGNMENTS and
                claims["failing"]["count"] < claims["assignments"]):
            break
    return template


def run(vtosca, *words):
    done = subprocess.run([vtosca, *words], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(words)} ended with {done.returncode}\n{done.stderr}")
    return done


class Trial:
    """What every assignment comes to."""

    def __init__(self, vtosca, template, folder):
        self.vtosca, self.template, self.folder = vtosca, template, folder
        self.results = {}

    def results_of(self, assignments):
        """(error or None, ids of present elements) of each."""
        missing = [a for a in assignments if json.dumps(a) not in self.results]
        for start in range(0, len(missing), CHUNK):
            self.try_all(missing[start:start + CHUNK])
        return [self.results[json.dumps(a)] for a in assignments]

    def try_all(self, assignments):
        path = os.path.join(self.folder, "all.yaml")
        self.write(path, {
            f"t{number}": {"inputs": inputs} for number, inputs in enumerate(assignments)})
        answer = json.loads(run(self.vtosca, "presence", path, "--format", "json").stdout)
        errors = {variant["name"]: variant.get("error") for variant in answer["variants"]}
        for number, inputs in enumerate(assignments):
            name = f"t{number}"
            present = frozenset(element["id"] for element in answer["elements"]
                                if element["presence"][name] == "present")
            self.results[json.dumps(inputs)] = (errors[name], present)

    def write(self, path, presets):
        template = json.loads(json.dumps(self.template))
        template["topology_template"]["variability"]["presets"] = presets
        random_templates.write_json(path, template)

    def resolve(self, path, inputs):
        """The error, and the reasons below it."""
        words = [word for name, value in inputs.items()
                 for word in ("--input", f"{name}={json.dumps(value)}")]
        done = run(self.vtosca, "resolve", path, *words)
        lines = done.stderr.splitlines()
        first = [line for line in lines if ": error: " in line]
        reasons = [re.sub(r"^ +([^ ]*:\d+:\d+: )?", "", line) for line in lines if line.startswith("  ")]
        return (first[0].partition(": error: ")[2].replace("␊", "\n") if done.returncode else None), reasons


def others(generator, inputs, claimed=()):
    """An assignment of values that need not be representatives."""
    known = {entry["name"]: entry["classes"] for entry in claimed}
    values = {name: random_shapes.other_value(generator, definition)
              for name, definition in inputs.items()}
    return {name: generator.pick(known[name]) if value is None else value
            for name, value in values.items() if value is not None or name in known}


def differences(vtosca, template, folder, seed):
    """Claims that are not so, in words."""
    path = os.path.join(folder, "template.yaml")
    random_templates.write_json(path, template)
    claims = json.loads(run(vtosca, "variants", path, "--format", "json").stdout)
    names = [entry["name"] for entry in claims["inputs"]]
    classes = [entry["classes"] for entry in claims["inputs"]]
    total = 1
    for values in classes:
        total *= len(values)
    if claims["assignments"] != total:
        yield f"assignments: {claims['assignments']}, classes make {total}"
    if total > MOST_ASSIGNMENTS:
        return
    trial = Trial(vtosca, template, folder)
    assignments = [dict(zip(names, values)) for values in itertools.product(*classes)]
    results = trial.results_of(assignments)
    passing = [present for error, present in results if error is None]
    if claims["failing"] != {"count": len(results) - len(passing), "exact": True}:
        yield f"failing: {claims['failing']}, but {len(results) - len(passing)}"
    if claims["distinct"] != {"count": len(set(passing)), "exact": True}:
        yield f"distinct: {claims['distinct']}, but {len(set(passing))}"
    generator = random_templates.Generator(seed)
    beyond = [others(generator, template["topology_template"]["variability"]["inputs"],
                     claims["inputs"])
              for _ in range(20)]
    more = passing + [present for error, present in trial.results_of(beyond) if error is None]
    for element in claims["elements"]:
        yield from element_differences(element, trial, passing, more)
    yield from text_differences(vtosca, claims, trial, assignments + beyond)
    yield from change_differences(vtosca, path, claims, trial, generator)
    yield from change_differences(vtosca, path, claims, trial, generator, "--bound", "1")
    yield from pair_differences(vtosca, path, claims, trial)
    yield from condition_cover_differences(vtosca, path, trial, [
        inputs for inputs, (error, _) in zip(assignments, results) if error is None])
    yield from equal_differences(path, claims, trial)
    yield from unused_differences(claims, trial, assignments)
    if passing:
        yield from never_told_differences(vtosca, path, claims)
    yield from solver_differences(vtosca, path, claims, trial, passing, more, assignments + beyond)
    errors = {error for error, _ in results if error is not None}
    if {failure["message"] for failure in claims["failures"]} != errors:
        yield f"failures: {claims['failures']}, but {errors}"
    for failure in claims["failures"]:
        if trial.results_of([failure["inputs"]])[0][0] != failure["message"]:
            yield f"failure {failure} does not show"
    yield from reason_differences(path, claims, trial, generator)
    yield from told_differences(vtosca, path, claims, trial, generator)
    for inputs in generator.random.sample(assignments, min(2, len(assignments))):
        error = trial.results_of([inputs])[0][0]
        if trial.resolve(path, inputs)[0] != error:
            yield f"resolve says otherwise than {error} for {inputs}"


def reason_differences(path, claims, trial, generator):
    """What contradicts what, as resolving with the inputs of the failure says; of what fails always, any inputs would do."""
    told = [failure for failure in claims["failures"] if failure.get("reason") and failure["code"] == "could-not-solve"
            and claims["failing"]["count"] < claims["assignments"]]
    for failure in generator.random.sample(told, min(2, len(told))):
        COUNTS["reasons"] += 1
        reasons = trial.resolve(path, failure["inputs"])[1]
        if not is_reason(failure["reason"], reasons):
            yield f"failure {failure}, but resolving says {reasons}"


def is_reason(text, reasons):
    """Does it say what resolving says, or the beginning of it?"""
    told, cut, _ = text.partition("; and ")
    return bool(reasons) and (all(part in reasons for part in told.split("; ")) if cut
                              else all(reason in text for reason in reasons))


def told_differences(vtosca, path, claims, trial, generator):
    """What `check` tells not to be solved with some inputs is not, and what it says of them is so; of several reasons, it
    may tell another one."""
    classes = {entry["name"]: entry["classes"] for entry in claims["inputs"]}
    files = json.loads(run(vtosca, "check", path, "--format", "json").stdout)["files"]
    told = [re.search(r"(?:as with|, if|resolved with) (\w+ = [^,:]+(?:, \w+ = [^,:]+)*): (?:Could not solve: )?(.*)", entry["message"], re.S)
            for file in files for entry in file["diagnostics"]
            if entry["code"] in ("never-present", "unreachable-value", "fails-for-inputs") and "Could not solve" in entry["message"]]
    told = [found for found in told if found] if claims["failing"]["count"] < claims["assignments"] else []
    for found in generator.random.sample(told, min(3, len(told))):
        inputs = {}
        for words in found[1].split(", "):
            name, _, text = words.partition(" = ")
            inputs.update((name, value) for value in classes.get(name, ())
                          if text == (value if isinstance(value, str) else json.dumps(value)))
        if len(inputs) < len(found[1].split(", ")):
            continue  # a value with a comma in it, or one of another class
        COUNTS["told"] += 1
        error, reasons = trial.resolve(path, inputs)
        if "has no value" in (error or ""):
            continue  # another one has no default
        parts = re.split("; |, but ", found[2].removesuffix(", which exclude each other"))
        opposite = [reason for reason in reasons for one, other in ((" is present", " is absent"), (" is absent", " is present"))
                    if reason.endswith(one) and reason.removesuffix(one) + other in parts]
        if error != "Could not solve" or opposite:
            yield f"told: {found[0]}, but resolving says {error}: {reasons}"


def text_differences(vtosca, claims, trial, assignments):
    """What a condition over inputs says, for each assignment that does not fail."""
    names = [entry["name"] for entry in claims["inputs"]]
    results = trial.results_of(assignments)
    for element in claims["elements"]:
        text = element.get("condition")
        if text is None:
            continue
        COUNTS["texts"] += 1
        if element["when"] != "varies":
            yield f"{element['id']}: {element['when']}, but {text}"
        try:
            condition = condition_texts.Condition(text, names)
        except condition_texts.NotUnderstood as reason:
            yield f"{element['id']}: {text} is no condition: {reason}"
            continue
        said = (values_of_expression(vtosca, condition.named, trial, assignments)
                if condition.named else [condition.holds(inputs) for inputs in assignments])
        for inputs, holds, (error, present) in zip(assignments, said or [], results):
            if error is None and (holds != condition.is_negated) != (element["id"] in present):
                yield f"{element['id']}: only if {text}, but not for {inputs}"
                break


def values_of_expression(vtosca, name, trial, assignments):
    """What a named expression comes to: whether a node is there that has it as condition."""
    variability = trial.template["topology_template"]["variability"]
    words = json.dumps(variability["expressions"])
    if any(word in words for word in ("_presence", "has_", "is_consumed", "is_produced", "is_managed")):
        return None  # which may be constants there
    template = {"tosca_definitions_version": trial.template["tosca_definitions_version"],
                "topology_template": {
                    "variability": {"inputs": variability["inputs"],
                                    "expressions": variability["expressions"],
                                    "options": {"mode": "manual", "checks": False}},
                    "node_templates": {"probe": {"type": "tosca.nodes.Root",
                                                 "conditions": {"logic_expression": name}}}}}
    answers = Trial(vtosca, template, trial.folder).results_of(assignments)
    return ["node.probe" in present for _, present in answers]


def solver_differences(vtosca, path, exact, trial, passing, more, assignments):
    """What the solver says where not even a few combinations may be tried."""
    claims = json.loads(run(vtosca, "variants", path, "--bound", "1", "--format", "json").stdout)
    if len(claims["inputs"]) != len(exact["inputs"]):
        yield "inputs are others beyond the bound"
    for number in ("failing", "distinct"):
        is_exact = claims[number]["exact"]
        if (claims[number]["count"] != exact[number]["count"] if is_exact else
                claims[number]["count"] > exact[number]["count"]):
            yield f"{number} beyond the bound: {claims[number]}, but {exact[number]}"
    for element, known in zip(claims["elements"], exact["elements"]):
        for line in element_differences(element, trial, passing, more, may_be_unknown=True):
            yield f"beyond the bound: {line}"
        if element["when"] not in ("unknown", known["when"]) and known["when"] != "unknown":
            yield f"beyond the bound: {element}, but {known}"
    yield from text_differences(vtosca, claims, trial, assignments)
    for failure in claims["failures"]:
        if trial.results_of([failure["inputs"]])[0][0] != failure["message"]:
            yield f"beyond the bound: failure {failure} does not show"
    COUNTS["elements"] += len(claims["elements"])
    COUNTS["unknown"] += sum(element["when"] == "unknown" for element in claims["elements"])


def change_differences(vtosca, path, claims, trial, generator, *words):
    """The smallest changes from the defaults or a preset, against all assignments."""
    names = [entry["name"] for entry in claims["inputs"]]
    variability = trial.template["topology_template"]["variability"]
    presets = variability.get("presets") or {}
    preset = generator.pick([None, *presets])
    given = presets[preset]["inputs"] if preset else {}
    base = {name: definition["default"] for name, definition in variability["inputs"].items()
            if name in names and "default" in definition}
    base.update({name: value for name, value in given.items() if name in names})
    if len(base) < len(names) or len(given) > len(set(given) & set(names)) or not claims["elements"]:
        return
    if any(base[entry["name"]] not in entry["classes"] for entry in claims["inputs"]):
        return
    words = [*words, *(["--preset", preset] if preset else [])]
    assignments = [dict(zip(names, values)) for values in itertools.product(
        *(entry["classes"] for entry in claims["inputs"]))]
    results = list(zip(assignments, trial.results_of(assignments)))
    error, now = trial.results_of([base])[0]
    for element in generator.random.sample(claims["elements"], min(2, len(claims["elements"]))):
        name = element["id"]
        wanted = error is not None or name not in now
        answer = json.loads(run(vtosca, "explain", path, name, "--what-if", "--format", "json",
                                *words).stdout)
        if "--bound" in words and "reason" in answer and answer["reason"] != "never":
            COUNTS["unknown changes"] += 1
            continue
        changes = [{n: v for n, v in inputs.items() if v != base[n]}
                   for inputs, (failure, present) in results
                   if failure is None and (name in present) == wanted]
        fewest = min(map(len, changes), default=0)
        expected = [change for change in changes if len(change) == fewest]
        if len(answer["changes"]) != min(5, len(expected)) or any(
                change not in expected for change in answer["changes"]):
            yield f"what if {name} {words}: {answer}, but {expected}"
        if not expected and answer.get("reason") != "never" and element["when"] != "unknown":
            yield f"what if {name}: {answer}, but never"


def pair_differences(vtosca, path, claims, trial):
    """Presets for all pairs: every pair is there, and what fails cannot but fail."""
    presets = json.loads(run(vtosca, "variants", path, "--cover", "pairs",
                             "--format", "json").stdout)["presets"]
    results = trial.results_of([preset["inputs"] for preset in presets])
    for preset, (error, _) in zip(presets, results):
        if preset.get("fails") != error:
            yield f"preset {preset} ends with {error}"
    for first, second in itertools.combinations(claims["inputs"], 2):
        for x, y in itertools.product(first["classes"], second["classes"]):
            if not any(preset["inputs"][first["name"]] == x and
                       preset["inputs"][second["name"]] == y for preset in presets):
                yield f"no preset with {first['name']} {x} and {second['name']} {y}"


def equal_differences(path, claims, trial):
    """Presets of which nobody can tell what they resolve to apart."""
    presets = trial.template["topology_template"]["variability"].get("presets") or {}
    presence = json.loads(run(trial.vtosca, "presence", path, "--format", "json").stdout)
    results = {}
    for name in presets:
        done = run(trial.vtosca, "resolve", path, "--preset", name)
        results[name] = None if done.returncode else (done.stdout, [
            element["id"] for element in presence["elements"] if element["presence"][name] == "present"])
    said = {name: number for number, names in enumerate(claims["equal"]) for name in names}
    for first, second in itertools.combinations(presets, 2):
        is_said = first in said and said[first] == said.get(second)
        is_equal = results[first] is not None and results[first] == results[second]
        if is_said and results[first] != results[second] or is_equal and not is_said:
            yield f"presets {first} and {second} are {'said' if is_said else 'not said'} to be equal"


def never_told_differences(vtosca, path, claims):
    """`check` tells each node that is never present, also beside what is only doubtful."""
    told = json.loads(run(vtosca, "check", path, "--format", "json").stdout)["files"][0]["diagnostics"]
    if any(item["severity"] == "error" for item in told):
        return
    said = {item["message"].split('"')[1] for item in told
            if item["code"] == "never-present" and item["message"].startswith('Node "')}
    never = {element["id"].partition(".")[2] for element in claims["elements"]
             if element["when"] == "never" and element["id"].startswith("node.")}
    if said != never:
        yield f"never present: {never}, but check tells {said}"


def unused_differences(claims, trial, assignments):
    """What is not used makes no difference."""
    for name in claims["unused"]:
        kind, _, name = name.partition(".")
        results = {}
        for inputs, result in zip(assignments, trial.results_of(assignments)):
            others_of = json.dumps({key: value for key, value in inputs.items() if key != name})
            if kind == "input" and results.setdefault(others_of, result) != result:
                yield f"input {name} is used: {inputs}"
                break


def seen_of(trial, assignments):
    """How the conditions are seen, in their order, if these are the presets."""
    seen = None
    for start in range(0, len(assignments), CHUNK):
        path = os.path.join(trial.folder, "covered.yaml")
        trial.write(path, {f"c{number}": {"inputs": inputs} for number, inputs in
                           enumerate(assignments[start:start + CHUNK])})
        told = json.loads(run(trial.vtosca, "variants", path, "--coverage", "--format",
                              "json").stdout)["conditions"]
        seen = seen or [set() for _ in told]
        for found, condition in zip(seen, told):
            found |= {"both": {True, False}, "true": {True}, "false": {False},
                      "none": set()}[condition["seen"]]
    return seen or []


def condition_cover_differences(vtosca, path, trial, passing):
    """Presets that take every condition both ways, as far as any assignment does."""
    presets = [preset["inputs"] for preset in json.loads(
        run(vtosca, "variants", path, "--cover", "conditions", "--format", "json").stdout)["presets"]]
    for inputs, (error, _) in zip(presets, trial.results_of(presets)):
        if error is not None:
            yield f"preset {inputs} ends with {error}"
    possible = seen_of(trial, passing)
    missing = [number for number, (wanted, found) in enumerate(
        zip(possible, seen_of(trial, presets) or [set()] * len(possible)))
        if len(wanted) == 2 and wanted != found]
    if missing:
        yield f"conditions {missing} are not covered by {presets}"


def element_differences(element, trial, passing, more, may_be_unknown=False):
    name = element["id"]
    when = ("never" if not any(name in present for present in passing) else
            "always" if all(name in present for present in passing) else "varies")
    if element["when"] not in (when, "unknown"):
        yield f"{name}: {element['when']}, but {when}"
    if element["when"] == "unknown" and not may_be_unknown and "values that have no classes" not in element["reason"]:
        yield f"{name}: unknown"
    if element["when"] == "never" and any(name in present for present in more):
        yield f"{name}: never, but not for other values"
    if element["when"] == "always" and not all(name in present for present in more):
        yield f"{name}: always, but not for other values"
    for key, wanted in (("present", True), ("absent", False)):
        if key in element:
            error, present = trial.results_of([element[key]])[0]
            if error is not None or (name in present) != wanted:
                yield f"{name}: not {key} for {element[key]}: {error}"
    if element["when"] == "varies" and not ("present" in element and "absent" in element):
        yield f"{name}: varies without witnesses"


def trial(vtosca, seed, folder):
    return differences(vtosca, make_telling(vtosca, seed, folder), folder, seed)


def summary():
    yield f"{COUNTS['texts']} conditions in words, {COUNTS['reasons']} reasons, {COUNTS['told']} told by check"
    yield (f"the solver left {COUNTS['unknown']} of {COUNTS['elements']} elements unknown, "
           f"{COUNTS['unknown changes']} changes")


if __name__ == "__main__":
    sys.exit(trials.run(__doc__, 60, trial, ONCE_WRONG, summary))
