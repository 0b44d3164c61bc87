"""Random conditions: logic expressions about inputs, elements and named expressions."""

from random_notation import single

# Presences of what is inside other elements, and keywords where they mean something. What is
# there is known only when the template is complete.
LATER = """artifact_type_presence artifact_property_presence relation_type_presence
    relation_property_presence group_type_presence group_property_presence policy_type_presence
    policy_property_presence import_presence node_type_presence technology_presence""".split()


def settle(template, pick):
    """Replaces what was left open, {"later": operator}, by a reference to something there is."""
    places = {operator: [] for operator in LATER}
    topology = template["topology_template"]

    def note(holder, arguments, raw):
        for kind, written in (("type", raw.get("type")), ("property", raw.get("properties"))):
            count = 1 if isinstance(written, str) else len(written or [])
            for index in range(count):
                places[f"{holder}_{kind}_presence"].append([*arguments, index])
        if isinstance(raw.get("type"), list):
            for name, _ in single(raw["type"]):
                places[f"{holder}_type_presence"].append([*arguments, name])

    places["node_property_presence"] = []
    for node, raw in topology["node_templates"].items():
        note("node", [node], raw)
        for index, (_, artifact) in enumerate(single(raw.get("artifacts") or [])):
            note("artifact", [node, index],
                 {"type": "short", **artifact} if isinstance(artifact, dict) else {"type": "short"})
        for index, (_, assignment) in enumerate(single(raw.get("requirements") or [])):
            name = assignment.get("relationship") if isinstance(assignment, dict) else None
            if name:
                note("relation", [node, index], topology["relationship_templates"][name])
        for name, _ in single(raw.get("technology") or []):
            places["technology_presence"].append([node, name.lower()])
    for kind, section in (("group", "groups"), ("policy", "policies")):
        for name, raw in single(topology.get(section) or []):
            if name != "v":
                note(kind, [name], raw)
    places["import_presence"] = list(range(len(template.get("imports") or [])))

    def replaced(value):
        if isinstance(value, list):
            return [replaced(part) for part in value]
        if not isinstance(value, dict):
            return value
        if "later" in value:
            choices = places[value["later"]]
            return {value["later"]: pick(choices)} if choices else True
        return {key: replaced(part) for key, part in value.items()}

    return replaced(template)


class Expressions:
    """A mixture for whoever knows which elements there will be."""

    def chance(self, percent):
        return self.random.random() * 100 < percent

    def pick(self, choices):
        return self.random.choice(choices)

    def value_condition(self):
        return self.pick([
            {"equal": [{"variability_input": "mode"}, self.pick(["x", "y", "z"])]},
            {"greater": [{"variability_input": "size"}, self.random.randint(0, 4)]},
            {"less_or_equal": [{"variability_input": "size"}, self.random.randint(0, 4)]},
            {"variability_input": "flag"},
            {"value_expression": "is_x"},
            {"logic_expression": "is_x"},
        ] + [{"logic_expression": name} for name in self.named])

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
        choices += [{"later": self.pick(LATER)} for _ in range(2)]
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
