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
from random_oddities import Oddities

VERSIONS = (["tosca_simple_yaml_1_3", "tosca_variability_1_0", "tosca_variability_1_0_rc_1"] * 3 +
            ["tosca_variability_1_0_rc_2"] * 4 + ["tosca_variability_1_0_rc_3"] * 5 +
            ["tosca_2_0"] * 2)
MODES = ["manual", "strict", "consistent-strict", "consistent-loose", "default",
         "semantic-strict", "semantic-loose", "loose"]
KINDS = ["node", "relation", "property", "policy", "group", "input", "artifact", "type",
         "technology", "output"]
CHECKS = """relation_source_check relation_target_check ambiguous_relation_check
    ambiguous_hosting_check missing_artifact_container_check ambiguous_artifact_check
    missing_property_container_check ambiguous_property_check missing_type_container_check
    ambiguous_type_check missing_technology_container_check ambiguous_technology_check
    ambiguous_input_check ambiguous_output_check expected_hosting_check
    expected_incoming_relation_check expected_artifact_check expected_technology_check
    required_technology_check unconsumed_input_check unproduced_output_check""".split()
CONSTRAINTS = """relation_source_constraint relation_target_constraint
    artifact_container_constraint property_container_constraint type_container_constraint
    required_artifact_constraint single_hosting_constraint required_hosting_constraint
    required_technology_constraint unique_property_constraint unique_artifact_constraint
    unique_input_constraint unique_output_constraint unique_relation_constraint
    unique_technology_constraint required_incoming_relation_constraint""".split()
NODE_MODES = ["incoming", "incomingnaive", "incoming-host", "incomingnaive-artifact-host", "host",
              "source", "outgoing", "outgoingnaive", "artifact", "artifactnaive",
              "incomingnaive-outgoing"]
TYPES = ["tosca.nodes.Compute", "tosca.nodes.SoftwareComponent", "own", "sub", "base"]
CREATE = {"management": {"operations": {"create": "create.sh"}}}
NODE_TYPES = {"own": {"derived_from": "tosca.nodes.Root"},
              "sub": {"derived_from": "own", "interfaces": CREATE,
                      "artifacts": {"part_of_type": {"type": "image"}}},
              "base": {"derived_from": "own", "metadata": {"vintner_abstract": "true"}}}
ARTIFACT_TYPES = {"image": {"derived_from": "tosca.artifacts.Root"}}
REQUIREMENTS = ["host", "host", "my_host", "connects_to", "uses"]


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = ["a", "b", "c", "d"][:self.random.randint(1, 4)]
        self.requirements = {name: 0 for name in self.names}
        self.artifacts = {name: 0 for name in self.names}
        self.properties = {name: 0 for name in self.names}
        self.technologies = {name: 0 for name in self.names}
        self.types = {name: 1 for name in self.names}
        self.relationships = {}
        self.has_rules = self.chance(15)
        self.naming = False  # a named expression must not refer to itself
        self.input_count = self.output_count = self.policy_count = self.group_count = 0

    def chance(self, percent):
        return self.random.random() * 100 < percent

    def pick(self, choices):
        return self.random.choice(choices)

    # ---- expressions ----

    def value_condition(self):
        return self.pick([
            {"equal": [{"variability_input": "mode"}, self.pick(["x", "y", "z"])]},
            {"greater": [{"variability_input": "size"}, self.random.randint(0, 4)]},
            {"less_or_equal": [{"variability_input": "size"}, self.random.randint(0, 4)]},
            {"variability_input": "flag"},
            {"value_expression": "is_x"},
            {"logic_expression": "is_x"},
        ] + ([] if self.naming else [{"logic_expression": "named"}]))

    def with_index(self, table, key):
        """[node, index] of something a node certainly has, or None."""
        nodes = [name for name in self.names if table[name]]
        if not nodes:
            return None
        node = self.pick(nodes)
        return {key: [node, self.random.randrange(table[node])]}

    def presence(self):
        choices = [{"node_presence": self.pick(self.names)} for _ in range(4)]
        choices += [{key: self.pick(self.names)} for key in (
            "host_presence", "has_source", "has_incoming_relation", "has_incoming_relation_naive",
            "has_outgoing_relation", "has_outgoing_relation_naive", "has_artifact",
            "has_artifact_naive")]
        for table, key in ((self.requirements, "relation_presence"),
                           (self.requirements, "source_presence"),
                           (self.requirements, "target_presence"),
                           (self.artifacts, "artifact_presence"),
                           (self.artifacts, "is_managed"),
                           (self.properties, "node_property_presence"),
                           (self.types, "node_type_presence"),
                           (self.technologies, "technology_presence")):
            if self.has_rules and table is self.technologies:
                continue  # rules decide about them
            choices.append(self.with_index(table, key))
        if self.group_count:
            choices.append({self.pick(["group_presence", "has_present_member"]): "g"})
        if self.policy_count:
            choices.append({self.pick(["policy_presence", "has_present_target"]): 0})
        if self.input_count:
            index = self.random.randrange(self.input_count)
            choices.append({self.pick(["input_presence", "is_consumed"]): index})
        if self.output_count:
            index = self.random.randrange(self.output_count)
            choices.append({self.pick(["output_presence", "is_produced"]): index})
        return self.pick([choice for choice in choices if choice])

    def logic(self, depth=2):
        if depth == 0 or self.chance(50):
            if self.chance(15):
                return self.chance(60)
            return self.value_condition() if self.chance(55) else self.presence()
        key = self.pick(["and", "or", "not", "xor", "exo", "implies", "amo"])
        if key == "not":
            return {key: self.logic(depth - 1)}
        count = 2 if key == "implies" else self.random.randint(0, 3)
        return {key: [self.logic(depth - 1) for _ in range(count)]}

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
        if self.chance(1):
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

    def requirement(self, node):
        assignment = {"node": self.pick(self.names)}
        self.alternative(self.conditioned(assignment, 35))
        if self.chance(12):
            assignment["implied"] = self.chance(60)
        if self.chance(10):
            name = f"relationship_{len(self.relationships)}"
            template = {"type": "tosca.relationships.DependsOn"}
            self.add_properties(template)
            self.relationships[name] = template
            assignment["relationship"] = name
        if list(assignment) == ["node"] and self.chance(50):
            assignment = assignment["node"]
        return {self.pick(REQUIREMENTS): assignment}

    def artifact(self):
        template = self.alternative(self.conditioned({"file": "f"}, 40), 10)
        if self.chance(50):
            template["type"] = self.pick(["tosca.artifacts.File", "image"])
        if self.chance(6):
            template["implied"] = True
        self.add_properties(template)
        return {self.pick(["x", "x", "y"]): template if self.chance(80) else "f"}

    def technology(self):
        template = self.alternative(self.conditioned({}, 30), 10)
        if self.chance(50):
            template["weight"] = self.pick([0, 0.25, 0.5, 0.75, 1])
        if self.chance(20):
            template["assign"] = "assigned"
        return {self.pick(["Ansible", "terraform", "kubernetes"]): template}

    def node(self, name, cls):
        template = {"type": self.pick(TYPES)}
        if self.chance(12) and cls in "AD":
            template["type"] = [{t: self.conditioned({}, 60)} for t in self.random.sample(TYPES, 2)]
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

    def options(self):
        options = {}
        if self.chance(60):
            options["mode"] = self.pick(MODES)
        if self.chance(60):
            options["type_default_condition"] = True
        for key in ("default_condition", "pruning"):
            if self.chance(6):
                options[key] = self.chance(60)
        for kind in KINDS:
            for key in ("default_condition", "pruning", "default_consistency_condition",
                        "default_semantic_condition", "consistency_pruning", "semantic_pruning"):
                if self.chance(4):
                    options[f"{kind}_{key}"] = self.chance(60)
        if self.chance(25):
            options["node_default_condition_mode"] = self.pick(NODE_MODES)
        if self.chance(8):
            options["property_default_condition_mode"] = self.pick(
                ["container", "container-default", "container-consuming", "consuming-default"])
        if self.chance(8):
            options["relation_default_condition_mode"] = self.pick(
                ["source", "target", "source-target-default", "default"])
        if self.chance(8):
            options["artifact_default_condition_mode"] = self.pick(
                ["container", "container-default", "container-managed"])
        if self.chance(60):
            options[self.pick(["checks", "consistency_checks", "semantic_checks"])] = False
        for check in CHECKS + ["anchor_check"]:
            if self.chance(4):
                options[check] = self.chance(50)
        if self.chance(5):
            options["constraints"] = self.chance(50)
        for constraint in CONSTRAINTS:
            if self.chance(6):
                options[constraint] = self.chance(60)
        for key, percent in (("relation_default_implied", 15),
                             ("relation_enhanced_implication_mode", 10),
                             ("fallback_property_default_alternative", 8),
                             ("optimization_topology_unique", 45),
                             ("optimization_topology_unique_backward", 15),
                             ("optimization_technologies_unique", 8),
                             ("optimization_scenarios", 8),
                             ("optimization_scenarios_unique", 4),
                             ("enrich_technologies_best_only", 8),
                             ("enrich_implementations", 5),
                             ("enrich_technologies", 8)):
            if self.chance(percent):
                options[key] = self.chance(50) and key != "optimization_topology_unique"
        if self.chance(15):
            options["optimization_topology"] = self.pick([True, False, "min", "max"])
        if self.chance(10):
            options["optimization_topology_mode"] = self.pick(["weight", "count"])
        if self.chance(15):
            options["optimization_technologies"] = self.pick([True, False, "min", "max"])
        if self.chance(10):
            options["optimization_technologies_mode"] = self.pick(["weight", "count"])
        return options

    def parameters(self, kind, count):
        result = []
        for _ in range(count):
            template = {"type": "string"}
            if kind == "output":
                template["value"] = self.pick(
                    [{"get_property": [self.pick(self.names), "p"]}, "constant"])
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
        options = self.options()
        nodes = {name: self.node(name, cls) for name in self.names}
        if cls == "B" and self.chance(80):
            nodes[self.names[0]]["anchor"] = True  # or nearly all fail the anchor check
        if cls == "C" and options.get("mode") in ("manual", "strict") and self.chance(80):
            options["unique_property_constraint"] = False  # or all properties are unsatisfiable
        if self.group_count:
            groups["g"] = self.conditioned({"type": "tosca.groups.Root", "members": self.members()})
        if self.chance(12):
            groups["v"] = {"type": "variability.groups.ConditionalMembers",
                           "members": self.members(), "conditions": self.logic()}
        if self.policy_count:
            policies.append({"p": self.conditioned(
                {"type": "tosca.policies.Root",
                 "targets": [self.pick(self.names + (["g"] if self.group_count else []))
                             for _ in range(self.random.randint(0, 2))]})})
        self.naming = True
        named = self.logic()
        self.naming = False
        variability = {
            "options": options,
            "inputs": {"mode": {"default": "x"}, "size": {"default": 2}, "flag": {"default": True},
                       "computed": {"default_expression": {"mul": [{"variability_input": "size"},
                                                                   10]}}},
            "presets": {"first": {"inputs": {"mode": "y", "flag": False}},
                        "second": {"inputs": {"size": 4}}},
            "expressions": {"is_x": {"equal": [{"variability_input": "mode"}, "x"]},
                            "named": named},
        }
        if self.has_rules:
            variability["qualities"] = [self.rule() for _ in range(self.random.randint(1, 6))]
        if self.chance(8):
            variability["inputs"]["node." + self.names[0]] = {"default": self.chance(50)}
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
        return document

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
