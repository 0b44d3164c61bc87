"""Random templates in which more hangs on the inputs than in those of random_templates.py: inputs of
all types and constraints, with and without defaults, that imply each other; conditions in all places,
about texts, numbers, lists and named expressions; several presets; chains, rings and trees of nodes."""

import random_templates

NUMBERS = [-1, 0, 1, 2, 3, 5, 10, 2.5]
TEXTS = ["x", "y", "z", "xy", "", "prod", "1.0", "2.0.1"]
QUIET = {option: False for option in (
    "constraints", "required_hosting_constraint", "required_technology_constraint",
    "unique_property_constraint", "unique_artifact_constraint", "unique_input_constraint",
    "unique_output_constraint", "unique_relation_constraint")}


class Shapes(random_templates.Generator):
    def __init__(self, seed):
        super().__init__(seed)
        if self.chance(25):
            self.names = list("abcdefghijkl"[:self.random.randint(5, 12)])
            for table in (self.requirements, self.artifacts, self.properties, self.technologies):
                table.update({name: 0 for name in self.names})
            self.types.update({name: 1 for name in self.names})
        self.variability_inputs = {}
        self.values = {}  # some for each input, allowed or not
        for number in range(self.random.randint(1, 5)):
            self.add_input(f"v{number}")
        self.add_relations()
        self.value_expressions = {}
        for number in range(self.pick([0, 0, 1, 2])):
            self.value_expressions[f"value{number}"] = self.value(1)

    # ---- inputs ----

    def add_input(self, name):
        kind = self.pick(["boolean"] * 4 + ["listed"] * 3 + ["text", "text", "integer", "integer",
                          "float", "listed number", "version", "size", "list"])
        definition, values = getattr(self, "input_" + kind.replace(" ", "_"))()
        if self.chance(10):
            del definition["type"]
        if self.chance(85) and values and "type" in definition or self.chance(60) and values:
            definition["default"] = self.pick(values)
        elif self.chance(40) and self.variability_inputs:
            definition["default_expression"] = {
                "variability_input": self.pick(sorted(self.variability_inputs))}
        self.variability_inputs[name] = definition
        self.values[name] = values

    def input_boolean(self):
        return {"type": "boolean"}, [False, True]

    def input_listed(self):
        values = self.random.sample(TEXTS, self.random.randint(1, 4))
        return {"type": "string", "constraints": [{"valid_values": values}]}, values

    def input_listed_number(self):
        values = sorted({int(value) for value in self.random.sample(NUMBERS, 3)})
        return {"type": "integer", "constraints": [{"valid_values": values}]}, values

    def input_text(self):
        definition, values = {"type": "string"}, list(TEXTS)
        if self.chance(40):
            key = self.pick(["min_length", "max_length", "length"])
            length = self.random.randint(0, 3)
            definition["constraints"] = [{key: length}]
            values = [value for value in values if {
                "min_length": len(value) >= length, "max_length": len(value) <= length,
                "length": len(value) == length}[key]]
        return definition, values

    def number_constraint(self, definition, values):
        if not self.chance(60):
            return definition, values
        low, high = sorted(int(value) for value in self.random.sample(NUMBERS, 2))
        key, operand, allowed = self.pick([
            ("in_range", [low, high], lambda v: low <= v <= high),
            ("greater_than", low, lambda v: v > low),
            ("greater_or_equal", low, lambda v: v >= low),
            ("less_than", high, lambda v: v < high),
            ("less_or_equal", high, lambda v: v <= high)])
        definition["constraints"] = [{key: operand}]
        return definition, [value for value in values if allowed(value)]

    def input_integer(self):
        return self.number_constraint({"type": "integer"},
                                      [value for value in NUMBERS if value == int(value)])

    def input_float(self):
        return self.number_constraint({"type": "float"}, list(NUMBERS))

    def input_version(self):
        values = ["1.0", "1.2", "2.0.1", "10.0"]
        if self.chance(50):
            return {"type": "version", "constraints": [{"greater_or_equal": "1.2"}]}, values[1:]
        return {"type": "version"}, values

    def input_size(self):
        values = ["1 GB", "4 GB", "512 MB"]
        if self.chance(50):
            return {"type": "scalar-unit.size", "constraints": [{"valid_values": values}]}, values
        return {"type": "scalar-unit.size"}, values

    def input_list(self):
        return {"type": "list", "entry_schema": {"type": "string"}}, [[], ["x"], ["x", "y"]]

    def add_relations(self):
        booleans = [name for name, definition in self.variability_inputs.items()
                    if definition.get("type") == "boolean"]
        while len(booleans) > 1 and self.chance(20):
            name, *others = self.random.sample(booleans, 2)
            key = self.pick(["requires", "excludes", "mandatory", "optional", "choices",
                             "alternatives"])
            if key in ("choices", "alternatives"):
                others = [other for other in booleans if other != name]
            self.variability_inputs[name][key] = others

    # ---- expressions ----

    def input_value(self):
        return {"variability_input": self.pick(sorted(self.variability_inputs))}

    def value(self, depth=1):
        """A value expression."""
        if depth == 0 or self.chance(50):
            if self.value_names() and self.chance(15):
                return {"value_expression": self.pick(self.value_names())}
            return self.input_value()
        key = self.pick(["add", "sub", "mul", "div", "mod", "concat", "join", "token", "if"])
        first, second = self.value(depth - 1), self.pick([self.value(depth - 1), self.constant()])
        if key == "join":
            return {key: [[first, second], "-"]}
        if key == "token":
            return {key: [first, ".", self.pick([0, 1])]}
        if key == "if":
            return {"equal": [first, second]}
        return {key: [first, second]}

    def value_names(self):
        return sorted(getattr(self, "value_expressions", {}))

    def constant(self):
        return self.pick([self.pick(NUMBERS), self.pick(NUMBERS), self.pick(TEXTS), True, ["x"], 4])

    def like(self, name):
        """A constant that the input may be compared with."""
        return self.pick(self.values[name]) if self.values[name] and self.chance(85) else self.constant()

    def value_condition(self):
        name = self.pick(sorted(self.variability_inputs))
        kind = self.variability_inputs[name].get("type")
        read = {"variability_input": name}
        if self.chance(12):
            return {"logic_expression": self.pick(["is_x"] + self.named)}
        if self.chance(10):
            return {self.pick(["equal", "greater", "less_or_equal"]): [self.value(), self.constant()]}
        if self.chance(6):
            return {self.pick(["equal", "less"]): [read, self.input_value()]}
        if kind == "boolean" and self.chance(90):
            return self.pick([read, read, {"equal": [read, self.chance(50)]}])
        choices = [{"equal": [read, self.like(name)]}] * 3
        choices.append({"valid_values": [read, [self.like(name), self.like(name)]]})
        if kind in ("integer", "float", "version", "scalar-unit.size") or self.chance(10):
            choices += [{key: [read, self.like(name)]} for key in (
                "greater", "greater_or_equal", "less", "less_or_equal")]
            choices.append({"in_range": [read, [self.like(name), self.like(name)]]})
        if kind == "string":
            choices.append({self.pick(["length", "min_length", "max_length"]):
                            [read, self.random.randint(0, 4)]})
        return self.pick(choices)

    # ---- templates ----

    def shape(self, template):
        """Chains, rings and trees, of which requirements are all one gets at random."""
        nodes = template["topology_template"]["node_templates"]
        names = list(nodes)
        kind = self.pick(["chain", "ring", "tree"])
        for position, name in enumerate(names):
            target = {"chain": position + 1, "ring": (position + 1) % len(names),
                      "tree": 2 * position + 1}[kind]
            for other in names[target:target + (2 if kind == "tree" else 1)]:
                assignment = {"node": other}
                if self.chance(25):
                    assignment["conditions"] = self.value_condition()
                requirements = nodes[name].setdefault("requirements", [])
                requirements.append({self.pick(["host", "connects_to"]): assignment})
        nodes[names[0]].setdefault("anchor", True)

    def enliven(self, template):
        """Without what makes most of them fail, whatever the inputs are."""
        variability = template["topology_template"]["variability"]
        options = variability["options"]
        for option in self.pick([["checks"], ["consistency_checks"], ["semantic_checks"], []]):
            options[option] = False
        if self.chance(70):
            variability.pop("constraints", None)
            options.update(QUIET)
        for node in template["topology_template"]["node_templates"].values():
            if self.chance(40):
                node["conditions"] = self.value_condition()

    def preset(self):
        return {"inputs": {name: self.pick(values) for name, values in self.values.items()
                           if values and self.chance(60)}}

    def whole(self):
        template = self.template()
        variability = template["topology_template"]["variability"]
        if self.chance(40):
            self.shape(template)
        if self.chance(75):
            self.enliven(template)
        variability["inputs"] = {**self.variability_inputs, **{
            name: {"type": "boolean", **definition}
            for name, definition in variability["inputs"].items() if "." in name}}
        variability["expressions"] = {**variability["expressions"], **self.value_expressions,
                                      "is_x": self.value_condition_unnamed()}
        self.replace_old_inputs(template)
        variability["presets"] = {f"preset{number}": self.preset()
                                  for number in range(self.pick([0, 1, 2, 4]))}
        return template

    def value_condition_unnamed(self):
        for _ in range(20):
            condition = self.value_condition()
            if "logic_expression" not in condition:
                return condition
        return True

    def replace_old_inputs(self, template):
        """Properties of the other generator compute with inputs that are not there."""
        known = template["topology_template"]["variability"]["inputs"]

        def visit(value):
            if isinstance(value, list):
                return [visit(item) for item in value]
            if not isinstance(value, dict):
                return value
            if len(value) == 1 and value.get("variability_input", "v0") not in known:
                return self.input_value()
            return {key: visit(item) for key, item in value.items()}

        template["topology_template"] = visit(template["topology_template"])


def make(seed):
    return Shapes(seed).whole()


def is_allowed(constraint, value):
    (key, operand), = constraint.items()
    return {"valid_values": lambda: value in operand, "in_range": lambda: operand[0] <= value <= operand[1],
            "greater_than": lambda: value > operand, "less_than": lambda: value < operand,
            "greater_or_equal": lambda: value >= operand, "less_or_equal": lambda: value <= operand,
            "length": lambda: len(value) == operand, "min_length": lambda: len(value) >= operand,
            "max_length": lambda: len(value) <= operand}[key]()


def allowed_values(definition):
    """Some of those that the constraints allow, whether the template names them or not; none where nobody knows."""
    kind = definition.get("type")
    constraints = definition.get("constraints", [])
    if kind in ("version", "scalar-unit.size"):
        listed = [constraint["valid_values"] for constraint in constraints if "valid_values" in constraint]
        return listed[0] if listed else (["1.2", "1.3", "2.0", "3.4.5"] if kind == "version" else
                                         ["1 GB", "2 GB", "4 GB", "5 GB", "512 MB"])
    if kind == "boolean" or kind is None and isinstance(definition.get("default"), bool):
        values = [False, True]
    elif kind in ("integer", "float"):
        values = [value + offset for value in NUMBERS for offset in (0, 1, -1, 7)]
        values = [value for value in values if kind == "float" or value == int(value)]
    elif kind == "string":
        values = TEXTS + ["a", "qq", "www", "vvvv"]
    elif kind == "list":
        values = [[], ["x"], ["y"], ["x", "y"], ["x", "y", "z"]]
    else:
        values = [value for constraint in constraints for value in constraint.get("valid_values", [])]
    return [value for value in values if all(is_allowed(constraint, value) for constraint in constraints)]


def other_value(generator, definition):
    """One that need not be a representative, or nothing."""
    return generator.pick(allowed_values(definition) or [None])
