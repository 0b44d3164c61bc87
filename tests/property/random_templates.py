#!/usr/bin/env python3
"""Compares `vtosca test` with the naive resolver on random small templates.

usage: random_templates.py VTOSCA [--count N] [--seed S] [--keep FOLDER]

Every template becomes a variability test whose expectation the naive resolver
computes; those that differ are shown by vtosca itself. The seed is printed, and
FOLDER keeps the tests that were run. Templates are JSON, which is YAML.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

import naive_resolver
from random_expressions import Expressions, settle
from random_notation import Notation
from random_oddities import Oddities
from random_options import NODE_MODES, Options

VERSIONS = (["tosca_simple_yaml_1_3", "tosca_variability_1_0", "tosca_variability_1_0_rc_1"] * 3 +
            ["tosca_variability_1_0_rc_2"] * 4 + ["tosca_variability_1_0_rc_3"] * 5 +
            ["tosca_2_0"] * 2)
TYPES = ["tosca.nodes.Compute", "tosca.nodes.SoftwareComponent", "own", "sub", "base"]
CREATE = {"management": {"operations": {"create": "create.sh"}}}
NODE_TYPES = {"own": {"derived_from": "tosca.nodes.Root"},
              "sub": {"derived_from": "own", "interfaces": CREATE,
                      "artifacts": {"part_of_type": {"type": "image"}}},
              "base": {"derived_from": "own", "metadata": {"vintner_abstract": "true"}}}
ARTIFACT_TYPES = {"image": {"derived_from": "tosca.artifacts.Root"},
                  "archive": {"derived_from": "tosca.artifacts.File"}}
REQUIREMENTS = ["host", "host", "my_host", "connects_to", "uses", "a_host_b", "hosted_on", "host_"]
PARAMETER_VALUES = ["constant", {"get_attribute": ["a", "p"]}, {"eval": "a::p"}, {"eval": "::a::p"},
                    "{{ '::a::p' | eval }}", "at {{ \"::a::p\" | eval }}", {"get_input": "in"}]


class Generator(Expressions, Options):
    def __init__(self, seed):
        self.random = random.Random(seed)
        most = 7 if self.chance(10) else 4
        self.names = ["a", "b", "c", "d", "e", "f", "g"][:self.random.randint(1, most)]
        self.requirements = {name: 0 for name in self.names}
        self.artifacts = {name: 0 for name in self.names}
        self.properties = {name: 0 for name in self.names}
        self.technologies = {name: 0 for name in self.names}
        self.types = {name: 1 for name in self.names}
        self.relationships = {}
        self.has_rules = self.chance(15)
        self.named = ["named", "second"]  # a named expression must not refer to itself
        self.input_count = self.output_count = self.policy_count = self.group_count = 0

    # ---- templates ----

    def conditioned(self, template, percent=40, keywords=True):
        """Adds conditions and, now and then, keywords that overrule options."""
        if self.chance(percent):
            template["conditions"] = self.logic()
            if self.chance(15):
                template["conditions"] = [self.logic(), self.logic(1)]
        if keywords:
            for key in ("default_condition", "pruning", "default_consistency_condition",
                        "default_semantic_condition", "consistency_pruning", "semantic_pruning"):
                if self.chance(2):
                    template[key] = self.chance(50)
        if self.chance(2):
            template["implies"] = [[self.logic(1)] + ([self.logic(1)] if self.chance(50) else [])]
        return template

    def alternative(self, template, percent=8):
        if self.chance(percent):
            template["default_alternative"] = self.chance(85)
        return template

    def property_list(self):
        result = []
        for _ in range(self.random.randint(1, 3)):
            value = self.pick([1, "text", True, [1, 2], {"k": "v"}])
            if self.chance(15) and self.input_count:
                value = {"get_input": self.random.randrange(self.input_count)}
            elif self.chance(8):
                value = {"get_property": [self.pick(self.names + ["SELF"]), "p"]}
            elif self.chance(4):
                value = {"eval": f"{self.pick(self.names)}::p"}
            elif self.chance(1):
                value = {"get_attribute": [self.pick(self.names), self.pick(REQUIREMENTS), "p"]}
            template = self.conditioned({"value": value}, 50)
            if self.chance(20):
                template["expression"] = self.pick([
                    {"add": [1, {"variability_input": "size"}]},
                    {"concat": ["is ", {"variability_input": "mode"}]},
                    {"variability_input": "computed"}, {"value_expression": "is_x"}])
            self.alternative(template)
            if self.chance(5):
                template["implied"] = self.chance(50)
            result.append({self.pick(["p", "p", "q"]): template if self.chance(75) else value})
        return result

    def property_map(self):
        return {name: self.pick([1, "text", {"value": 2}]) for name in ("p", "q")
                if self.chance(60)}

    def add_properties(self, template, owner=None):
        if not self.chance(35):
            return
        template["properties"] = self.property_list() if self.chance(70) else self.property_map()
        if owner:
            self.properties[owner] = len(template["properties"])

    def add_type(self, template, names):
        """One type, or conditional ones."""
        template["type"] = self.pick(names)
        if self.chance(12):
            template["type"] = [
                {name: self.implied(self.alternative(self.conditioned({}, 60), 10))}
                for name in self.random.sample(names, self.random.randint(1, 2))]

    def implied(self, template, percent=4):
        if self.chance(percent):
            template["implied"] = self.chance(70)
        return template

    def requirement(self, node):
        assignment = {"node": self.pick(self.names)}
        self.alternative(self.conditioned(assignment, 35))
        if self.chance(12):
            assignment["implied"] = self.chance(60)
        if self.chance(10):
            name = f"relationship_{len(self.relationships)}"
            template = {}
            self.add_type(template, ["tosca.relationships.DependsOn", "link"])
            self.add_properties(template)
            self.relationships[name] = template
            assignment["relationship"] = name
        if list(assignment) == ["node"] and self.chance(50):
            assignment = assignment["node"]
        return {self.pick(REQUIREMENTS): assignment}

    def artifact(self):
        template = self.alternative(self.conditioned({"file": "f"}, 40), 10)
        if self.chance(50):
            self.add_type(template, ["tosca.artifacts.File", "image", "archive"])
        if self.chance(6):
            template["implied"] = True
        self.add_properties(template)
        return {self.pick(["x", "x", "y"]): template if self.chance(80) else "f"}

    def technology(self):
        template = self.implied(self.alternative(self.conditioned({}, 30), 10))
        if self.chance(50):
            template["weight"] = self.pick([0, 0.25, 0.5, 0.75, 1])
        if self.chance(20):
            template["assign"] = "assigned"
        return {self.pick(["Ansible", "terraform", "kubernetes"]): template}

    def node(self, name, cls):
        template = {"type": self.pick(TYPES)}
        if self.chance(12) and cls in "AD":
            template["type"] = [{t: self.implied(self.alternative(self.conditioned({}, 60)))}
                                for t in self.random.sample(TYPES, 2)]
            self.types[name] = 2
        self.add_properties(template, name)
        if self.requirements[name]:
            template["requirements"] = [self.requirement(name)
                                        for _ in range(self.requirements[name])]
        if self.artifacts[name]:
            template["artifacts"] = [self.artifact() for _ in range(self.artifacts[name])]
        if self.technologies[name]:
            template["technology"] = [self.technology() for _ in range(self.technologies[name])]
        elif cls in "BCD" and self.chance(50 if self.has_rules else 92) or isinstance(template["type"], list):
            template["managed"] = False
        self.conditioned(template, 40)
        if self.chance(15):
            template["anchor"] = self.chance(85)
        if self.chance(8):
            template["implied"] = self.chance(80)
        if self.chance(10):
            template["weight"] = self.pick([0, 0.25, 0.5, 1])
        if self.chance(4):
            template["default_condition_mode"] = self.pick(NODE_MODES)
        if self.has_rules and self.chance(15):
            template["interfaces"] = self.pick([CREATE, {"management": {"create": "create.sh"}}])
        return template

    def rule(self):
        rule = {"technology": self.pick(["ansible", "terraform", "Kubernetes"]),
                "component": self.pick(["own", "sub", "tosca.nodes.Root", "tosca.nodes.Compute"])}
        if self.chance(50):
            rule["hosting"] = self.pick([["*", "own"], ["own"], ["*", "tosca.nodes.Compute"],
                                         ["sub", "own"], ["*", "base", "*", "own"]])
        if self.chance(25):
            rule["artifact"] = self.pick(["image", "tosca.artifacts.File"])
        if self.chance(12):
            rule["operations"] = ["create"]
        if self.chance(70):
            rule["weight"] = self.pick([0, 0.25, 0.5, 0.75, 1])
        if self.chance(15):
            rule["assign"] = "assigned"
        if self.chance(20):
            rule["conditions"] = {"and": [self.logic(1)]}
        return rule

    def parameters(self, kind, count):
        result = []
        for _ in range(count):
            template = {"type": "string"}
            if kind == "output":
                template["value"] = self.pick(
                    [{"get_property": [self.pick(self.names), "p"]}] * 4 + PARAMETER_VALUES)
            self.conditioned(template, 40)
            if self.chance(8):
                template["default_alternative"] = True
            result.append({self.pick(["in", "other"]): template})
        return result

    def template(self):
        version = self.pick(VERSIONS)
        cls = naive_resolver.CLASSES[version]
        for name in self.names:
            self.requirements[name] = self.pick([0, 0, 1, 1, 2, 3])
            self.artifacts[name] = self.pick([0, 0, 0, 1, 2])
            if self.chance(25):
                self.technologies[name] = self.random.randint(1, 3)
        self.input_count = self.pick([0, 0, 1, 2])
        self.output_count = self.pick([0, 0, 1, 2])
        groups, policies = {}, []
        inputs = self.parameters("input", self.input_count)
        outputs = self.parameters("output", self.output_count)
        if self.chance(25):
            self.group_count = 1
        if self.chance(20):
            self.policy_count = 1
        options = self.options(cls)
        nodes = {name: self.node(name, cls) for name in self.names}
        if cls == "B" and self.chance(80):
            nodes[self.names[0]]["anchor"] = True  # or nearly all fail the anchor check
        if cls == "C" and options.get("mode") in ("manual", "strict") and self.chance(80):
            options["unique_property_constraint"] = False  # or all properties are unsatisfiable
        if self.group_count:
            groups["g"] = self.conditioned({"members": self.members()})
            self.add_type(groups["g"], ["tosca.groups.Root", "own.group"])
            self.add_properties(groups["g"])
        if self.chance(12):
            groups["v"] = {"type": self.pick(["variability.groups.ConditionalMembers",
                                              "variability.groups.Root"]),
                           "members": self.members(), "conditions": self.logic()}
        if self.policy_count:
            policy = self.conditioned({
                "targets": [self.pick(self.names + (["g"] if self.group_count else []))
                            for _ in range(self.random.randint(0, 2))]})
            self.add_type(policy, ["tosca.policies.Root", "own.policy"])
            self.add_properties(policy)
            policies.append({"p": policy})
        self.named = []
        named = self.logic()
        self.named = ["named"]
        second = self.logic()
        variability = {
            "options": options,
            "inputs": {"mode": {"default": "x"}, "size": {"default": 2}, "flag": {"default": True},
                       "computed": {"default_expression": {"mul": [{"variability_input": "size"},
                                                                   10]}}},
            "presets": {"first": {"inputs": {"mode": "y", "flag": False}},
                        "second": {"inputs": {"size": 4}}},
            "expressions": {"is_x": {"equal": [{"variability_input": "mode"}, "x"]},
                            "named": named, "second": second},
        }
        if self.has_rules:
            variability["qualities"] = [self.rule() for _ in range(self.random.randint(1, 6))]
        for name in self.ids():
            variability["inputs"][name] = {"default": self.chance(50)}
        if self.chance(6):
            variability["type_specific_conditions"] = self.type_specific_conditions()
        if self.chance(10):
            variability["constraints"] = [self.logic()]
        topology = {"variability": variability, "node_templates": nodes}
        if self.relationships:
            topology["relationship_templates"] = self.relationships
        for key, value in (("inputs", inputs), ("outputs", outputs), ("groups", groups),
                           ("policies", policies)):
            if value:
                topology[key] = value
        document = {"tosca_definitions_version": version, "topology_template": topology,
                    "node_types": NODE_TYPES, "artifact_types": ARTIFACT_TYPES}
        if self.chance(15):
            document["imports"] = ["first.yaml", self.conditioned({"file": "second.yaml"}, 80,
                                                                  False)]
        return settle(document, self.pick)

    def ids(self):
        """Of elements, some of which exist; inputs of these names are conditions."""
        node = self.pick(self.names)
        ids = [f"node.{node}", f"relation.host@0.node.{node}", f"property.p@0.node.{node}",
               f"artifact.x@0.node.{node}", f"technology.ansible@0.node.{node}",
               f"type.own@0.node.{node}", "group.g", "policy.p@0", "input.in@0", "output.in@0",
               "import.1@1"]
        return self.random.sample(ids, 2) if self.chance(8) else []

    def type_specific_conditions(self):
        sections = {"node_types": TYPES, "group_types": ["tosca.groups.Root", "own.group"],
                    "policy_types": ["tosca.policies.Root", "own.policy"]}
        return {section: {name: {"conditions": {"and": [self.logic(1)]},
                                 "consistency": self.chance(50), "semantic": self.chance(80)}
                          for name in names if self.chance(50)}
                for section, names in sections.items()}

    def members(self):
        result = []
        for _ in range(self.random.randint(1, 2)):
            node = self.pick(self.names)
            if self.requirements[node] and self.chance(40):
                result.append([node, self.random.randrange(self.requirements[node])])
            else:
                result.append(node)
        unique = []
        for member in result:
            if member not in unique:
                unique.append(member)
        return unique


def write_json(path, value):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file, indent=2, ensure_ascii=False)


def write_test(folder, seed):
    """Writes one variability test; tells whether it expects an error."""
    generator = Generator(seed)
    template = generator.template()
    if generator.chance(60):
        Oddities(generator, template).apply()
    if generator.chance(60):
        Notation(generator.random, template).apply()
    presets = [name for name in ("first", "second") if generator.chance(30)]
    os.makedirs(folder)
    write_json(os.path.join(folder, "template.yaml"), template)
    test = {"presets": presets}
    try:
        write_json(os.path.join(folder, "expected.yaml"), naive_resolver.resolve(template, presets))
    except naive_resolver.Refused as error:
        test["error"] = str(error)
    write_json(os.path.join(folder, "test.yaml"), test)
    return "error" in test


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vtosca")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or temporary
        errors = sum(write_test(os.path.join(folder, f"{number:06}"), number)
                     for number in range(arguments.seed, arguments.seed + arguments.count))
        print(f"templates {arguments.seed} to {arguments.seed + arguments.count - 1}, "
              f"{errors} of them with an error", flush=True)
        return subprocess.run([arguments.vtosca, "test", folder], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
