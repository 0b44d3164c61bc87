#!/usr/bin/env python3
"""check.py VTOSCA: see README.md."""
import json
import os
import re
import subprocess
import sys
import tempfile

LANGUAGE = os.path.join(os.path.dirname(__file__), "..", "..", "analyzer", "language", "variability")
VTOSCA = sys.argv[1]

# ---- operators ----

# A condition that holds and one that does not, in the template below.
OPERATORS = {
    "get_artifact_presence": ("[here, image]", "[gone, image]"),
    "get_group_presence": ("some", "none"),
    "get_input_presence": ("port", "host"),
    "get_node_presence": ("here", "gone"),
    "get_policy_presence": ("applied", "idle"),
    "get_relation_presence": ("[here, uses]", "[here, lacks]"),
    "get_source_presence": ("[here, uses]", "[gone, needs]"),
    "get_target_presence": ("[here, uses]", "[here, lacks]"),
    "get_variability_condition": ("holds", "fails"),
    "get_variability_expression": ("holds", "fails"),
    "get_variability_input": ("flag", "off"),
    "greater_than": ("[2, 1]", "[1, 1]"),
    "has_present_members": ("some", "none"),
    "has_present_targets": ("applied", "idle"),
    "is_target": ("used", "alone"),
    "less_than": ("[1, 2]", "[1, 1]"),
    "was_target": ("alone", "here"),
}

TEMPLATE = """
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {checks: false}
    inputs: {flag: {type: boolean, default: true}, off: {type: boolean, default: false}}
    expressions:
      holds: {and: [{variability_input: flag}, {node_presence: here}]}
      fails: {node_presence: gone}
  inputs:
    port: {type: integer}
    host: {type: string, conditions: false}
  node_templates:
    here:
      type: tosca.nodes.Root
      requirements:
        - uses: used
        - lacks: {node: gone, conditions: false}
      artifacts: {image: {type: tosca.artifacts.File, file: a}}
    gone:
      type: tosca.nodes.Root
      conditions: false
      requirements: [{needs: alone}]
      artifacts: [{image: {type: tosca.artifacts.File, file: a, conditions: false}}]
    used: {type: tosca.nodes.Root}
    alone: {type: tosca.nodes.Root}
    subject:
      type: tosca.nodes.Root
      conditions: CONDITION
      properties:
        - size: {value: 1, conditions: PROPERTY}
  groups:
    some: {type: tosca.groups.Root, members: [here]}
    none: {type: tosca.groups.Root, members: [gone], conditions: false}
  policies:
    - applied: {type: tosca.policies.Root, targets: [here]}
    - idle: {type: tosca.policies.Root, targets: [gone], conditions: false}
"""

# ---- options ----

ROOT = "type: tosca.nodes.Root"
NODES = "  node_templates:\n    here: {type: tosca.nodes.Root}\n"
ABSENT = "    gone: {type: tosca.nodes.Root, conditions: false"

# An element that nothing but its default condition makes absent; MORE is where more is said about it.
KINDS = {
    "artifact": ("artifact.a@0.node.gone",
                 ABSENT + ", artifacts: [{a: {type: tosca.artifacts.File, file: aMORE}}]}"),
    "group": ("group.g",
              ABSENT + "}\n  groups:\n    g: {type: tosca.groups.Root, members: [gone]MORE}"),
    "input": ("input.i@0", ABSENT + "}\n  inputs:\n    i: {type: stringMORE}"),
    "node": ("node.unused", ABSENT + ", requirements: [{uses: {node: unused, conditions: false}}]}"
             "\n    unused: {type: tosca.nodes.RootMORE}"),
    "output": ("output.o@0", ABSENT + "}\n  outputs:\n    o: {type: string, value: "
               "{get_attribute: [gone, state]}MORE}"),
    "policy": ("policy.p@0", ABSENT + "}\n  policies:\n    - p: {type: tosca.policies.Root, "
               "targets: [gone]MORE}"),
    "property": ("property.p@0.node.gone", ABSENT + ", properties: [{p: {value: 1MORE}}]}"),
    "relation": ("relation.uses@0.node.a",
                 ABSENT + "}\n    a: {type: tosca.nodes.Root, requirements: [{uses: {node: goneMORE}}]}"),
    "technology": ("technology.ansible@0.node.gone",
                   ABSENT + ", technology: [{ansible: {weight: 1MORE}}]}"),
    "type": ("type.tosca.nodes.Root@0.node.gone",
             "    gone: {conditions: false, type: [{tosca.nodes.Root: {defaultMORE}}]}"),
}

# What goes wrong unless the option disables its check.
CHECKS = {
    "ambiguous_artifact": (
        'Artifact "a@1" of node "a" is ambiguous',
        f"    a: {{{ROOT}, artifacts: [{{a: {{file: a}}}}, {{a: {{file: b}}}}]}}"),
    "ambiguous_hosting": (
        'Node "a" has more than one hosting relations',
        f"    a: {{{ROOT}, requirements: [{{host: here}}, {{my_host: here}}]}}"),
    "ambiguous_property": (
        'Property "p@1" of node "a" is ambiguous',
        f"    a: {{{ROOT}, properties: [{{p: 1}}, {{p: 2}}]}}"),
    "expected_hosting": (
        'Node "a" expected to have a hosting relation',
        f"    a: {{{ROOT}, requirements: [{{host: {{node: here, conditions: false}}}}]}}"),
    "missing_artifact_parent": (
        'Container of artifact "a@0" of node "gone" does not exist',
        ABSENT + ", artifacts: [{a: {file: a}}]}"),
    "missing_property_parent": (
        'Container of property "p@0" of node "gone" does not exist',
        ABSENT + ", properties: [{p: 1}]}"),
    "relation_source": (
        'Relation source "gone" of relation "uses@0" of node "gone" does not exist',
        ABSENT + ", requirements: [{uses: here}]}"),
    "relation_target": (
        'Relation target "gone" of relation "uses@0" of node "a" does not exist',
        ABSENT + f"}}\n    a: {{{ROOT}, requirements: [{{uses: gone}}]}}"),
}
WITHOUT_EFFECT = ["consistency_pruning", "semantic_pruning", "hosting_stack_constraint",
                  "technology_constraint"]

# ---- asking vtosca ----


def run(text, *arguments):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "template.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        command, *options = arguments
        return subprocess.run([VTOSCA, command, *options, path], capture_output=True, text=True,
                              check=False)


def presence(text, element):
    elements = json.loads(run(text, "presence", "--format", "json", "--all").stdout)["elements"]
    return next(e["presence"]["defaults"] for e in elements if e["id"] == element)


def warnings(text, code):
    files = json.loads(run(text, "check", "--format", "json").stdout)["files"]
    return [d["message"] for d in files[0]["diagnostics"] if d["code"] == code]


def error(text):
    return run(text, "resolve").stderr.split("\n")[0].partition("error: ")[2]


def expect(what, actual, expected):
    if actual == expected:
        return 0
    print(f"{what}: {actual!r} instead of {expected!r}")
    return 1


# ---- checking ----


def rows(table, pattern):
    with open(os.path.join(LANGUAGE, table), encoding="utf-8") as file:
        return re.findall(pattern, file.read())


def with_condition(condition, of_property="true"):
    return TEMPLATE.replace("CONDITION", condition).replace("PROPERTY", of_property)


def check_operator(name, replacement):
    if name == "get_container_presence":
        subject, texts = "property.size@0.node.subject", [
            with_condition(condition, "{get_container_presence: SELF}")
            for condition in ("true", "false")]
    else:
        subject, texts = "node.subject", [with_condition(f"{{{name}: {operand}}}")
                                          for operand in OPERATORS[name]]
    if replacement == "NONE":
        message = f'Operator "{name}" does not exist any more. '
    else:
        today = "logic_expression" if replacement == "VALUE_EXPRESSION" else replacement.lower()
        message = f'Operator "{name}" is called "{today}" today'
    failed = 0
    for text, expected in zip(texts, ("present", "absent")):
        failed += expect(name, presence(text, subject), expected)
        told = warnings(text, "deprecated-spelling")
        failed += expect(name, [t[:len(message)] for t in told], [message])
    return failed


def check_weekday():
    days = "[monday, tuesday, wednesday, thursday, friday, saturday, sunday]"
    text = with_condition(f"{{valid_values: [{{get_current_weekday: []}}, {days}]}}")
    return expect("get_current_weekday", presence(text, "node.subject"), "present") + expect(
        "get_current_weekday", warnings(text, "deprecated-spelling"),
        ['Operator "get_current_weekday" is called "weekday" today'])


def with_options(options, topology):
    return ("tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n"
            f"    options: {{{options}}}\n" + NODES + topology + "\n")


def check_kind_option(name, kind, is_pruning):
    element, topology = KINDS[kind]
    more = ", conditions: true" if is_pruning else ""
    topology = topology.replace("{defaultMORE}", "{conditions: true}" if is_pruning else "{}")
    topology = topology.replace("MORE", more)
    off, on = (with_options(f"{name}: {value}, checks: false", topology)
               for value in ("false", "true"))
    return (expect(name + ": false", presence(off, element), "present") +
            expect(name + ": true", presence(on, element), "absent"))


def check_check_option(name):
    failed = 0
    what = name.removeprefix("disable_").removesuffix("_consistency_check")
    cases = CHECKS.values() if name == "disable_consistency_checks" else [CHECKS[what]]
    for message, topology in cases:
        if "hosting relation" in message and name == "disable_consistency_checks" and (
                "expected" in message):
            continue  # became a semantic check
        quiet = "type_default_condition: true, semantic_checks: SEMANTIC".replace(
            "SEMANTIC", "true, expected_incoming_relation_check: false"
            if what == "expected_hosting" else "false")
        failed += expect(name, error(with_options(f"{quiet}, {name}: false", topology)), message)
        failed += expect(name, error(with_options(f"{quiet}, {name}: true", topology)), "")
    return failed


def check_option(name, replacement, negated, understood):
    text = with_options(f"{name}: true, checks: false", "")
    if name in WITHOUT_EFFECT:
        told = warnings(text, "unknown-option")
        return (expect(name, understood, "false") + expect(name, len(told), 1) +
                expect(name, told[0].startswith(f'Option "{name}" has no effect'), True))
    opposite = ", with the opposite value" if negated == "true" else ""
    failed = expect(name, understood, "true") + expect(
        name, warnings(text, "deprecated-spelling"),
        [f'Option "{name}" is called "{replacement}" today{opposite}'])
    enabled = re.fullmatch(r"enable_(\w+)_(default_condition|pruning)", name)
    if enabled:
        return failed + check_kind_option(name, enabled[1], enabled[2] == "pruning")
    return failed + check_check_option(name)


def check_xor():
    """Exactly one where other spellings of drafts are used, parity elsewhere."""
    failed = 0
    for operands, other, expected in (("true, true, true", "true", "present"),
                                      ("true, true, true", "{get_node_presence: here}", "absent"),
                                      ("true, false", "{get_node_presence: here}", "present")):
        text = with_condition(f"{{and: [{{xor: [{operands}]}}, {other}]}}")
        failed += expect(f"xor {operands} and {other}", presence(text, "node.subject"), expected)
    return failed


def main():
    operators = rows("deprecated_operators.def", r'OPERATOR\("(\w+)", OPERATOR_(\w+),')
    options = rows("deprecated_options.def", r'OPTION\("(\w+)", "(\w*)", (\w+), (\w+),')
    failed = expect("operators", sorted(name for name, _ in operators),
                    sorted([*OPERATORS, "get_container_presence", "get_current_weekday"]))
    expected = [f"enable_{kind}_{what}" for kind in KINDS for what in ("default_condition",
                                                                       "pruning")]
    expected += [f"disable_{check}_consistency_check" for check in CHECKS]
    failed += expect("options", sorted(name for name, *_ in options),
                     sorted(expected + WITHOUT_EFFECT + ["disable_consistency_checks"]))
    for name, replacement in operators:
        if name == "get_current_weekday":
            failed += check_weekday()
        else:
            failed += check_operator(name, replacement)
    for row in options:
        failed += check_option(*row)
    failed += check_xor()
    print(f"{len(operators)} operators, {len(options)} options, {failed} mistakes")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
