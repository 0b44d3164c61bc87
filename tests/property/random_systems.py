"""Random templates as people deploy them: components on platforms on machines, of which several would do, and what
belongs to each; told apart by conditions that nest deeply, over inputs of which several constraints demand something.
Optimisation, uniqueness, technology rules and every pruning mode are frequent here, mistakes are rare."""

import random_shapes

MODES = ["manual", "strict", "consistent-strict", "consistent-loose", "default", "semantic-strict", "semantic-loose",
         "loose"]
VERSIONS = ["tosca_variability_1_0", "tosca_variability_1_0_rc_1", "tosca_variability_1_0_rc_2",
            "tosca_variability_1_0_rc_3", "tosca_variability_1_0_rc_3", "tosca_2_0"]
LISTS = ["and", "or", "and", "or", "xor", "exo", "amo"]
AIMS = [{"optimization_topology": True, "optimization_topology_mode": "weight"},
        {"optimization_topology": "min", "optimization_topology_mode": "count"},
        {"optimization_topology": "max"}, {"optimization_technologies": True},
        {"optimization_technologies": "max", "optimization_technologies_mode": "count"},
        {"optimization_topology": True, "optimization_technologies": True,
         "optimization_technologies_mode": "weight-count"}]


class Systems(random_shapes.Shapes):
    """Inputs and value expressions are those of shapes, and some of its own; the rest is."""

    def __init__(self, seed):
        super().__init__(seed)
        layers = [("app", self.random.randint(1, 3)), ("platform", self.random.randint(1, 3)),
                  ("machine", self.random.randint(1, 2))]
        self.layers = [[f"{name} {number}" if self.chance(3) else f"{name}{number}" for number in range(count)]
                       for name, count in layers]
        self.names = [name for layer in self.layers for name in layer]
        self.of_text = []
        for number in range(self.random.randint(1, 2)):
            self.add_demanding_input(f"w{number}")
        self.named_conditions = {}

    # ---- inputs that have more than one constraint ----

    def add_demanding_input(self, name):
        if self.chance(50):
            definition = {"type": "integer", "constraints": [
                {"greater_or_equal": self.pick([0, 1])}, {"less_than": self.pick([4, 6, 11])}]}
        else:
            definition = {"type": "string", "constraints": [
                {"valid_values": ["x", "y", "prod", "xy"]}, {"max_length": self.pick([1, 2, 4])}]}
        values = random_shapes.allowed_values(definition)
        definition["default"] = self.pick(values)
        self.variability_inputs[name] = definition
        self.values[name] = values

    # ---- conditions ----

    def leaf(self):
        if self.named_conditions and self.chance(20):
            return {"logic_expression": self.pick(sorted(self.named_conditions))}
        if self.chance(12):
            name = self.pick(self.names)
            return {self.pick(["node_presence", "host_presence", "has_source", "has_incoming_relation"]): name}
        if self.chance(4):
            return self.chance(50)
        return self.value_condition_unnamed()

    def nested(self, depth):
        if depth == 0 or self.chance(25):
            return self.leaf()
        kind = self.random.random()
        if kind < 0.2:
            return {"not": self.nested(depth - 1)}
        if kind < 0.3:
            return {"implies": [self.nested(depth - 1), self.nested(depth - 1)]}
        return {self.pick(LISTS): [self.nested(depth - 1) for _ in range(self.random.randint(1, 4))]}

    def conditions(self):
        """One or a list; now and then the same twice, or one that says it otherwise."""
        first = self.nested(self.random.randint(0, 4))
        return self.pick([first, first, [first], [first, self.nested(1)], {"and": [first, first]},
                          {"not": {"not": first}}, {"or": [first, {"and": [first, self.nested(1)]}]}])

    def maybe(self, percent, template):
        if self.chance(percent):
            template["conditions"] = self.conditions()
        return template

    # ---- elements ----

    def hosts(self, below):
        """Some of them, of which one is to be chosen."""
        targets = self.random.sample(below, self.random.randint(1, len(below)))
        rows = [self.maybe(35, {"node": target}) for target in targets]
        if len(rows) > 1 and self.chance(25):
            rows[-1].pop("conditions", None)
            rows[-1]["default_alternative"] = True
        return [{"host": row if len(row) > 1 or self.chance(50) else row["node"]} for row in rows]

    def component(self, layer, name):
        node = {"type": self.pick(["tosca.nodes.Compute"] if layer == 2 else
                                  ["tosca.nodes.SoftwareComponent", "own", "sub"])}
        requirements = self.hosts(self.layers[layer + 1]) if layer < 2 else []
        for other in self.layers[layer]:
            if other != name and self.chance(25):
                requirements.append({"connects_to": self.maybe(50, {"node": other})})
        if requirements:
            node["requirements"] = requirements
        if self.chance(30):
            node["artifacts"] = [{key: self.maybe(60, {"file": key, "type": "tosca.artifacts.File"})}
                                 for key in self.pick([["image"], ["image", "image"], ["image", "archive"]])]
        if self.chance(30):
            node["properties"] = [{"size": self.maybe(60, {"value": value})}
                                  for value in range(self.random.randint(1, 3))]
        if self.chance(30):
            node["weight"] = self.pick([0, 0.5, 1, 2, 2.5])
        if layer == 0 and self.chance(60):
            node["anchor"] = True
        if self.chance(15):
            node["technology"] = [{key: self.maybe(40, {"weight": self.pick([0, 0.5, 1])})}
                                  for key in ("ansible", "terraform")]
        elif self.chance(70):
            node["managed"] = False
        return self.maybe(45 if layer else 30, node)

    def groups(self, topology):
        if self.chance(25):
            topology["groups"] = {"variable": {
                "type": "variability.groups.ConditionalMembers", "conditions": self.conditions(),
                "members": self.random.sample(self.names, self.random.randint(1, min(3, len(self.names))))}}
        if self.chance(20):
            topology["policies"] = [{"rule": self.maybe(40, {
                "type": "tosca.policies.Root", "targets": [self.pick(self.names)]})}]
        if self.chance(25):
            topology["outputs"] = [{"url": self.maybe(50, {
                "type": "string", "value": {"get_property": [self.pick(self.names), "size"]}})}
                for _ in range(self.random.randint(1, 2))]

    def system_options(self):
        options = dict(random_shapes.QUIET) if self.chance(50) else {
            "required_technology_constraint": self.chance(20)}
        if self.chance(85):
            options["mode"] = self.pick(MODES)
        if self.chance(50):
            options.update(self.pick(AIMS))
        if self.chance(30):
            options["optimization_topology_unique"] = False
            options["optimization_technologies_unique"] = False
        if self.chance(40):
            options[self.pick(["checks", "consistency_checks", "semantic_checks"])] = False
        if self.chance(20):
            options["node_default_condition_mode"] = self.pick(["incoming", "host", "incoming-host", "outgoing"])
        return options

    def whole(self):
        expressions = {f"value{number}": self.value(2) for number in range(self.pick([0, 0, 1, 2]))}
        self.value_expressions = expressions
        for name in ("is_large", "is_live")[:self.random.randint(0, 2)]:
            self.named_conditions[name] = self.nested(2)
        options = self.system_options()
        topology = {"variability": {
            "inputs": self.variability_inputs, "options": options,
            "presets": {f"preset{number}": self.preset() for number in range(self.pick([0, 1, 3]))},
            "expressions": {**self.named_conditions, **expressions, "is_x": self.value_condition_unnamed()}}}
        if self.chance(15):
            topology["variability"]["constraints"] = [self.nested(2)]
        topology["node_templates"] = {name: self.component(number, name)
                                      for number, layer in enumerate(self.layers) for name in layer}
        self.groups(topology)
        return {"tosca_definitions_version": self.pick(VERSIONS), "topology_template": topology,
                "node_types": {"own": {"derived_from": "tosca.nodes.SoftwareComponent"},
                               "sub": {"derived_from": "own"}}}


def make(seed):
    return Systems(seed).whole()
