"""What people rarely write on purpose: one or two of these change a random template.

Every method named after an oddity takes the template and changes it in place; most of what comes
out is an error, whose text the naive resolver knows as well.
"""

import random_values

KEYWORDS = ["SELF", "CONTAINER", "SOURCE", "TARGET"]
PRESENCE_OF_NODE = ["node_presence", "host_presence", "has_source", "has_incoming_relation",
                    "has_outgoing_relation", "has_artifact_naive"]
LISTED = ["policy_presence", "has_present_target", "input_presence", "is_consumed",
          "output_presence", "is_produced"]
CONTAINED = ["relation_presence", "source_presence", "target_presence", "artifact_presence",
             "is_managed", "technology_presence"]
BOOLEAN_OPTIONS = ["default_condition", "pruning", "node_default_condition",
                   "type_default_semantic_condition", "output_consistency_pruning",
                   "semantic_checks", "expected_hosting_check", "optimization_topology_unique",
                   "optimization_scenarios", "constraints", "unique_relation_constraint",
                   "relation_enhanced_implication_mode", "enrich_input_condition",
                   "enrich_technologies"]
TYPES = {"node_types": ["tosca.nodes.Compute", "own", "sub", "base"],
         "relationship_types": ["tosca.relationships.DependsOn"],
         "group_types": ["tosca.groups.Root", "own.group"],
         "policy_types": ["tosca.policies.Root", "own.policy"]}


def entries(value):
    if isinstance(value, dict):
        return list(value.items())
    return [next(iter(entry.items())) for entry in value] if isinstance(value, list) else []


class Oddities:
    def __init__(self, generator, template):
        self.random, self.generator, self.template = generator.random, generator, template
        self.topology = template["topology_template"]
        self.variability = self.topology["variability"]
        self.nodes = self.topology["node_templates"]

    def pick(self, choices):
        return self.random.choice(choices)

    def apply(self):
        oddities = [name for name in sorted(vars(Oddities)) if name.startswith("odd_")]
        for name in self.random.sample(oddities, self.pick([1, 1, 2, 3])):
            getattr(self, name)()

    # ---- places ----

    def elements(self):
        """Everything that can have conditions, as it is written."""
        found = [self.topology_entry(section) for section in ("inputs", "outputs", "groups",
                                                              "policies")]
        found = [raw for section in found for raw in section]
        found += [raw for raw in self.template.get("imports") or [] if isinstance(raw, dict)]
        for node in self.node_list():
            found.append(node)
            for key in ("requirements", "artifacts", "technology"):
                found += [raw for _, raw in entries(node.get(key)) if isinstance(raw, dict)]
            if isinstance(node["type"], list):
                found += [raw for _, raw in entries(node["type"])]
        return found + self.wrapped_properties()

    def topology_entry(self, section):
        return [raw for _, raw in entries(self.topology.get(section))]

    def node_list(self):
        return [raw for _, raw in entries(self.nodes)]

    def containers(self):
        found = self.node_list() + self.topology_entry("groups") + self.topology_entry("policies")
        found += [raw for node in self.node_list() for _, raw in entries(node.get("artifacts"))
                  if isinstance(raw, dict)]
        return found + [raw for _, raw in entries(self.topology.get("relationship_templates"))]

    def wrapped_properties(self):
        return [raw for container in self.containers()
                if isinstance(container.get("properties"), list)
                for _, raw in entries(container["properties"])
                if isinstance(raw, dict) and (raw.get("value") is not None or
                                              raw.get("expression") is not None)]

    def add_condition(self, condition):
        element = self.pick(self.elements())
        written = element.get("conditions")
        if written is not None and self.random.random() < 0.5:
            condition = [written, condition] if not isinstance(written, list) else (
                written + [condition])
        element["conditions"] = condition

    # ---- expressions ----

    def odd_name_as_condition(self):
        node, relation = self.pick(self.generator.names), self.pick(["host", "uses"])
        names = [f"node.{node}", f"manual.node.{node}", f"relation.{relation}@0.node.{node}",
                 f"technology.ansible@0.node.{node}", "free", "node.stray", "technology.stray",
                 "group.v", "group.g", "input.in@0", "expression.named", f"type.own@0.node.{node}",
                 f"property.p@0.node.{node}", "12", "", "$generated"]
        self.add_condition("-" * self.pick([0, 0, 1, 2]) + self.pick(names))

    def odd_keyword(self):
        keyword = self.pick(KEYWORDS)
        choices = [{key: keyword} for key in PRESENCE_OF_NODE + ["container_presence"] * 4]
        if keyword in ("SELF", "CONTAINER"):
            choices += [{key: keyword} for key in LISTED + CONTAINED + [
                "group_presence", "has_present_member", "import_presence",
                "node_property_presence", "policy_type_presence"]]
        choices += [{key: [keyword, self.pick([0, 1, "host", "uses", "x"])]} for key in CONTAINED]
        choices += [{"node_type_presence": [keyword, 0]}, {"node_property_presence": [keyword, 0]}]
        condition = self.pick(choices)
        place = self.random.random()
        if place < 0.1:
            self.variability.setdefault("constraints", []).append(condition)
        elif place < 0.2:
            self.variability["expressions"]["named"] = condition
        else:
            self.add_condition(condition)

    def odd_reference(self):
        node = self.pick(self.generator.names + ["unknown"])
        which = self.pick([0, 1, 5, -1, "p", "q", "host", "uses", "x", "y", "ansible",
                           "own", "tosca.groups.Root", True])
        choices = [{key: [node, which]} for key in CONTAINED + [
            "node_property_presence", "node_type_presence"]]
        choices += [{key: self.pick([0, 1, 7, "p", "in", "other", "out"])} for key in LISTED]
        choices += [{key: self.pick(["g", "v", "unknown", 3])}
                    for key in ("group_presence", "has_present_member")]
        choices += [{key: [self.pick(["g", "v", "p", 0]), which]}
                    for key in ("group_property_presence", "group_type_presence",
                                "policy_property_presence", "policy_type_presence")]
        choices += [{f"{kind}_{what}_presence": [node, self.pick([0, 1, "x", "host"]), which]}
                    for kind in ("relation", "artifact") for what in ("property", "type")]
        choices += [{"import_presence": self.pick([0, 1, 2, "0"])}, {"node_presence": node},
                    {"logic_expression": "unknown"}, {"value_expression": "unknown"},
                    {"variability_input": "unknown"}, {"and": [None]}, {"unknown": 1}, 3, 0,
                    {"value_expression": "list"}, {"logic_expression": "text"}]
        self.variability["expressions"].update({"list": [1], "text": "text"})
        condition = self.pick(choices)
        if self.random.random() < 0.15:
            self.variability.setdefault("constraints", []).append(condition)
        else:
            self.add_condition(condition)

    def odd_value_condition(self):
        """Any value as a condition; maps with several operators."""
        self.variability["inputs"] = {**random_values.INPUTS, **self.variability["inputs"]}
        self.variability["expressions"] = {**random_values.NAMED, **self.variability["expressions"]}
        values = random_values.Generator(self.random.randrange(10 ** 9))
        condition, other = values.anything(2), self.generator.logic(1)
        if isinstance(condition, dict) and isinstance(other, dict) and self.random.random() < 0.3:
            condition = {**condition, **other}
        self.add_condition(condition)

    def odd_null(self):
        element = self.pick(self.elements())
        key = self.pick(["conditions", "default_alternative", "implied", "pruning", "managed",
                         "default_condition_mode", "weight", "anchor", "implies"])
        if key == "conditions" and element.get(key) is not None:
            element[key] = [None, element[key], None]
        else:
            element[key] = None

    # ---- keywords ----

    def odd_implied(self):
        self.pick(self.elements())["implied"] = self.pick(
            ["SOURCE", "TARGET", "CONTAINER", "something", "", 0, 1])

    def odd_implies(self):
        self.pick(self.elements())["implies"] = [self.pick([
            [], [None], [True, None], [True, True, True], [self.generator.logic(1)]])]

    def odd_weight(self):
        node = self.pick(self.node_list())
        weight = self.pick([-1, 2, True, "much", 1.5, 0.3])
        technologies = [raw for _, raw in entries(node.get("technology")) if isinstance(raw, dict)]
        if technologies and self.random.random() < 0.5:
            self.pick(technologies)["weight"] = weight
        else:
            node["weight"] = weight

    def odd_anchor(self):
        node = self.pick(self.node_list())
        node.pop("anchor", None)
        node[self.pick(["persistent", "anchor"])] = self.pick([True, False, "true", 1])

    def odd_mode(self):
        element = self.pick(self.elements())
        element["default_condition_mode"] = self.pick([
            "container", "default", "source", "produced-default", "other", "managed", "unknown",
            "container-unknown", "incoming-host"])

    def odd_default_alternative(self):
        for element in self.random.sample(self.elements(), min(2, len(self.elements()))):
            element["default_alternative"] = self.pick([True, True, False])

    # ---- options ----

    def odd_option(self):
        self.variability["options"][self.pick(BOOLEAN_OPTIONS)] = self.pick(["true", 1, [], None])

    def odd_mode_option(self):
        kind, mode = self.pick([
            ("artifact", "container-default"), ("artifact", "managed"), ("output", "default"),
            ("output", "produced-default"), ("technology", "container"), ("technology", "other"),
            ("technology", "container-default"), ("node", "unknown"), ("relation", "container"),
            ("output", "target")])
        self.variability["options"][f"{kind}_default_condition_mode"] = mode

    def odd_automatic_defaults(self):
        self.variability["options"]["automatic_default_alternatives"] = True

    # ---- types ----

    def odd_type_specific_condition(self):
        section = self.pick(sorted(TYPES))
        entry = {"conditions": self.pick([self.generator.logic(1), self.generator.logic(1),
                                          True, False, "free", None, {"node_presence": "SELF"}])}
        for key in ("consistency", "semantic"):
            if self.random.random() < 0.4:
                entry[key] = self.pick([True, False])
        self.variability["type_specific_conditions"] = {section: {self.pick(TYPES[section]): entry}}

    def odd_types(self):
        holders = self.topology_entry("groups") + self.topology_entry("policies")
        if not holders:
            return
        types = [{name: self.generator.conditioned({}, 60, False)}
                 for name in self.random.sample(["own.group", "own.policy", "other"], 2)]
        if self.random.random() < 0.3:
            self.pick(types)[next(iter(types[0]))] = {"default_alternative": True}
        self.pick(holders)["type"] = types

    def odd_type_sections(self):
        self.template[self.pick(["group_types", "policy_types", "data_types"])] = self.pick([
            {}, {"own.other": {"description": "no parent"}}])

    # ---- names and collections ----

    def odd_name(self):
        raw = {"type": "own", "managed": False}
        if isinstance(self.nodes, dict):
            self.topology["node_templates"] = self.nodes = [
                {name: node} for name, node in self.nodes.items()]
        self.nodes.append({self.pick(["SELF", "CONTAINER", "SOURCE", self.generator.names[0],
                                      "more"]): raw})

    def odd_policies(self):
        raw = {"type": "tosca.policies.Root"}
        if self.random.random() < 0.3:
            raw["targets"] = [self.pick(["v", "g", "unknown", self.generator.names[0]])]
        self.topology.setdefault("policies", []).append({self.pick(["p", "other"]): raw})

    def odd_member(self):
        groups = self.topology_entry("groups")
        if groups:
            node = self.pick(self.generator.names)
            self.pick(groups)["members"].append(self.pick([
                "unknown", [node, 9], [node, "host"], ["unknown", 0], node]))

    def odd_relation(self):
        node = self.pick(self.node_list())
        assignment = self.pick([
            "unknown", {"capability": "x"}, {"node": self.generator.names[0], "relationship": "lost"},
            {"node": self.generator.names[0], "relationship": "relationship_0"},
            {"node": self.generator.names[0], "relationship": {"type": "own"}}])
        node["requirements"] = (node.get("requirements") or []) + [{"uses": assignment}]

    def odd_relationship_template(self):
        self.topology.setdefault("relationship_templates", {})["lonely"] = {
            "type": "tosca.relationships.DependsOn"}

    def odd_properties(self):
        container = self.pick(self.containers())
        container["properties"] = self.generator.property_list()

    # ---- references in values ----

    def odd_value(self):
        properties = self.wrapped_properties()
        if not properties:
            return
        names = self.generator.names
        reference = self.pick([
            [self.pick(names + KEYWORDS + ["g", "v", "p", "HOST"]), "p"],
            [self.pick(names + KEYWORDS), self.pick(["host", "uses", "x", "unknown"]), "p"],
            ["a"], ["a", 1], "a", ["a", "b", "c", "d"]])
        self.pick(properties)["value"] = self.pick([
            {"get_property": reference}, {"get_attribute": reference},
            {"eval": self.pick([f"{names[0]}::p", "::a::p", "SELF::p", "unknown::p", 1, "p"])},
            {"get_input": self.pick([0, 9, "in", "unknown", True, ["in"], -1])},
            {"concat": [{"get_input": "unknown"}]}])

    def odd_output(self):
        node = self.pick(self.generator.names + ["unknown"])
        value = self.pick([
            {"get_attribute": [node, "p"]}, {"get_property": [node, "host", "p"]},
            {"get_property": ["SELF", "p"]}, {"get_property": node}, {"eval": f"{node}::p"},
            {"eval": f"::{node}::p"}, "{{ '::%s::p' | eval }}" % node,
            'before {{ "::%s::p" | eval }} behind' % node, "{{ '::%s::p'| eval }}" % node, None,
            {"get_property": None}, {"get_input": "in"}])
        raw = {"type": "string", "value": value}
        if isinstance(self.topology.get("outputs"), list) or "outputs" not in self.topology:
            self.topology.setdefault("outputs", []).append({self.pick(["in", "out"]): raw})

    # ---- technologies ----

    def odd_technology(self):
        node = self.pick(self.node_list())
        node["technology"] = self.pick(["Ansible", True, {"ansible": {}}, [], None])

    def odd_managed(self):
        self.pick(self.node_list())["managed"] = self.pick(["no", True, False])

    def odd_rule(self):
        rules = self.variability.setdefault("qualities", [])
        oddity = self.pick([
            {"component": 1}, {"component": None}, {"artifact": True}, {"hosting": "own"},
            {"hosting": ["own", 1]}, {"conditions": True}, {"conditions": "node.a"},
            {"conditions": []}, {"weight": "much"}, {"weight": 2}, {"weight": -1},
            {"operations": "create"}, {"hosting": ["*"]}, {"hosting": ["unknown"]},
            {"component": "unknown"}, {"artifact": "unknown"}, {"assign": 1},
            {"technology": ["ansible"]}, {"technology": "ANSIBLE"}])
        rules.append({"technology": "ansible", "component": "tosca.nodes.Root", **oddity})

    def odd_unknown_type(self):
        node = self.pick(self.node_list())
        if node.get("artifacts") and self.random.random() < 0.5:
            raw = self.pick(entries(node["artifacts"]))[1]
            if isinstance(raw, dict):
                raw["type"] = "unknown"
        else:
            node["type"] = self.pick(["unknown", "orphan"])
            self.template["node_types"] = {**self.template["node_types"],
                                           "orphan": {"derived_from": "unknown"}}

    # ---- inputs ----

    def odd_inputs(self):
        inputs = self.variability["inputs"]
        key = self.pick(["mandatory", "optional", "choices", "alternatives", "requires", "excludes"])
        inputs[self.pick(["flag", "mode", "size", "more"])] = {
            "default": self.pick([True, False, 0, ""]),
            key: self.pick([["flag"], ["flag", "mode"], "flag", ["undeclared"], []])}
        if self.random.random() < 0.3:
            inputs["lonely"] = {}
