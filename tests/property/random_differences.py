#!/usr/bin/env python3
"""Changes random small templates, and holds what `vtosca difference` says of the two against trying
every assignment of both.

usage: random_differences.py VTOSCA [--count N] [--seed S] [--keep FOLDER]

The seed is printed.
"""
import itertools
import json
import os
import sys

import random_spaces
import random_templates
import trials


def changed(generator, template):
    """Another condition, none, or another option."""
    template = json.loads(json.dumps(template))
    topology = template["topology_template"]
    places = [node for node in topology["node_templates"].values() if isinstance(node, dict)]
    places += [assignment for node in places for requirement in node.get("requirements", [])
               for assignment in requirement.values() if isinstance(assignment, dict)]
    conditions = [place["conditions"] for place in places if "conditions" in place] + [True, False]
    for _ in range(generator.random.randint(1, 2)):
        place = generator.pick(places)
        if "conditions" in place and generator.chance(40):
            del place["conditions"]
        elif "conditions" in place and generator.chance(50):
            place["conditions"] = {"not": {"and": place["conditions"]} if isinstance(
                place["conditions"], list) else place["conditions"]}
        else:
            place["conditions"] = generator.pick(conditions)
    if generator.chance(20):
        topology["variability"]["options"]["mode"] = generator.pick(["manual", "semantic-loose"])
    return template


def claims_of(vtosca, path):
    return json.loads(random_spaces.run(vtosca, "variants", path, "--format", "json").stdout)


def differences(vtosca, seed, folder):
    """Claims that are not so, in words."""
    generator = random_templates.Generator(seed)
    before = random_spaces.make_telling(vtosca, seed, folder)
    after = changed(generator, before)
    paths = [os.path.join(folder, name) for name in ("before.yaml", "after.yaml")]
    classes = {}
    for path, template in zip(paths, (before, after)):
        random_templates.write_json(path, template)
        for entry in claims_of(vtosca, path)["inputs"]:
            known = classes.setdefault(entry["name"], [])
            known += [value for value in entry["classes"] if value not in known]
    assignments = [dict(zip(classes, values)) for values in itertools.product(*classes.values())]
    if len(assignments) > random_spaces.MOST_ASSIGNMENTS:
        return
    trials = [random_spaces.Trial(vtosca, template, folder) for template in (before, after)]
    told = json.loads(random_spaces.run(vtosca, "difference", *paths, "--format", "json").stdout)
    if not told["changed"]["exact"]:
        yield f"{told['assignments']} assignments are too many"
    elements, failures, has_changed = set(), set(), False
    for old, new in zip(*(trial.results_of(assignments) for trial in trials)):
        has_changed |= old[0] != new[0] or old[0] is None and old[1] != new[1]
        if old[0] != new[0]:
            failures.add((old[0], new[0]))
        elif old[0] is None:
            elements |= {(name, "added") for name in new[1] - old[1]}
            elements |= {(name, "removed") for name in old[1] - new[1]}
    said = {(element["id"], element["change"]) for element in told["elements"]}
    if said != elements:
        yield f"elements {sorted(said ^ elements)} are {'missing' if elements - said else 'too many'}"
    if {(failure.get("before"), failure.get("after")) for failure in told["failures"]} != failures:
        yield f"failures: {told['failures']}, but {failures}"
    if (told["changed"]["count"] > 0) != has_changed:
        yield f"changed: {told['changed']}, but {has_changed}"
    for item in told["elements"] + told["failures"]:
        (old, *_), (new, *_) = (trial.results_of([item["inputs"]]) for trial in trials)
        if "id" in item and ((item["id"] in new[1]) == (item["id"] in old[1]) or old[0] or new[0]):
            yield f"{item} does not show"
        if "id" not in item and (old[0], new[0]) != (item.get("before"), item.get("after")):
            yield f"{item} does not show: {old[0]}, {new[0]}"


if __name__ == "__main__":
    sys.exit(trials.run(__doc__, 30, differences))
