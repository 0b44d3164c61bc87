"""Logic expressions become formulas, value expressions become values."""
from naive_model import Refused, given, is_hosting, wants
from naive_references import References
from naive_text import is_number, pretty
from naive_values import Values

# What a presence operator is about; for types and properties, of which container.
SUBJECTS = {
    **{key: ("node", None) for key in """node_presence host_presence has_source
        has_incoming_relation has_incoming_relation_naive has_outgoing_relation
        has_outgoing_relation_naive has_artifact has_artifact_naive""".split()},
    **{key: ("relation", None) for key in "relation_presence source_presence target_presence".split()},
    **{f"{kind}_presence": (kind, None)
       for kind in "policy group artifact input output import technology".split()},
    **{f"{container}_{kind}_presence": (kind, container) for kind in ("property", "type")
       for container in "node relation group policy artifact".split()},
    "has_present_target": ("policy", None), "has_present_member": ("group", None),
    "is_managed": ("artifact", None), "is_consumed": ("input", None),
    "is_produced": ("output", None),
}


# The order in which operators are looked for, if a map has several.
OPERATORS = """logic_expression and or not xor exo implies amo node_presence host_presence has_source
    has_incoming_relation has_incoming_relation_naive has_outgoing_relation
    has_outgoing_relation_naive has_artifact has_artifact_naive relation_presence source_presence
    target_presence container_presence policy_presence has_present_target group_presence
    has_present_member artifact_presence is_managed node_property_presence
    relation_property_presence group_property_presence policy_property_presence
    artifact_property_presence input_presence is_consumed output_presence is_produced
    import_presence technology_presence node_type_presence relation_type_presence
    group_type_presence policy_type_presence artifact_type_presence""".split()


class Expressions(Values, References):
    def logic(self, x, context):
        if isinstance(x, tuple):
            kind, formula, *specific = x
            assert kind == "formula", kind
            self.refuse_what_is_refused(formula)
            return ("and", *[self.logic(condition, context) for condition in specific], formula)
        if isinstance(x, bool):
            return x
        if x is None:
            raise Refused("Received undefined condition")
        if isinstance(x, str):
            return self.variable(x)
        if isinstance(x, dict):
            for operator in OPERATORS:
                if x.get(operator) is not None:
                    return self.operation(operator, x[operator], context)
        value = self.value(x)
        if isinstance(value, bool):
            return value
        if isinstance(value, str):
            return True
        if is_number(value):
            return value > 0
        raise Refused('Unexpected value expression treated as logic '
                      f'"{pretty(self.with_results(x))}"')

    def operation(self, operator, argument, context):
        if operator == "logic_expression":
            return self.named_logic(argument, context)
        if operator == "not":
            return ("not", self.logic(argument, context))
        if operator in ("and", "or", "xor", "exo", "amo", "implies"):
            return (operator, *[self.logic(a, context) for a in argument])
        return self.presence(operator, argument, context)

    def refuse_what_is_refused(self, formula):
        if isinstance(formula, tuple):
            if formula[0] == "refused":
                raise Refused(formula[1])
            for part in formula[1:]:
                self.refuse_what_is_refused(part)

    def variable(self, text):
        """The presence of an element, its manual conditions, or a variable of its own."""
        name = text.lstrip("-")
        if not name or name.isdigit():
            raise Refused(f'"{text}" is not a Formula or Term')
        if name.startswith("$"):
            raise Refused("Only generated variable names can start with $")
        self.variables[name] = True
        return ("not", name) if (len(text) - len(name)) % 2 else name

    def named_logic(self, name, context):
        if self.expressions.get(name) is None:
            raise Refused(f'Did not find logic expression "{name}"')
        body = self.expressions[name]
        if isinstance(body, bool):
            return body
        if isinstance(body, str):
            raise Refused(f'Logic expression "{pretty({"logic_expression": name})}" must not be a '
                          'string')
        variable = f"expression.{name}"
        if name not in self.named:
            self.named[name] = True
            self.named[name] = self.logic(body, context)
        return variable

    def presence(self, key, argument, context):
        """The formula of a presence operator."""
        if key == "container_presence":
            return self.container_presence(argument, context)
        kind, container = SUBJECTS[key]
        e = self.referenced(kind, container, argument, context)
        if key == "host_presence":
            return wants(r.target.id for r in e.relations if is_hosting(r))
        if key == "has_source":
            return wants(r.container.id for r in e.incoming)
        if key == "has_incoming_relation":
            return wants(("and", r.manual, r.container.id) for r in e.incoming)
        if key == "has_incoming_relation_naive":
            return wants(r.id for r in e.incoming)
        if key == "has_outgoing_relation":
            return wants(("and", r.manual, r.target.id) for r in e.relations)
        if key == "has_outgoing_relation_naive":
            return wants(r.id for r in e.relations)
        if key == "has_artifact":
            return wants(a.manual for a in e.artifacts)
        if key == "has_artifact_naive":
            return wants(a.id for a in e.artifacts)
        if key == "source_presence":
            return e.container.id
        if key == "target_presence":
            return e.target.id
        if key == "has_present_target":
            return self.has_present_target(e)
        if key == "has_present_member":
            return wants(m.id for m in e.members)
        if key == "is_managed":
            return self.is_managed_artifact(e)
        if key == "is_consumed":
            return wants(c.id for c in e.consumers)
        if key == "is_produced":
            return wants(p.id for p in e.producers)
        return e.id

    @staticmethod
    def container_presence(argument, context):
        if argument not in ("SELF", "CONTAINER"):
            raise Refused("Unexpected error")
        if context is None:
            raise Refused("Element not defined" if argument == "SELF"
                          else "Element is not defined")
        if argument == "CONTAINER" and context.container is not None:
            context = context.container
        if context.container is None:
            raise Refused(f"{context.title} has no container")
        return context.container.id

    def named_value(self, name):
        if self.expressions.get(name) is None:
            raise Refused(f'Did not find value expression "{name}"')
        return self.value(self.expressions[name])

    def input_value(self, name):
        if self.declared.get(name) is None:
            raise Refused(f'Variability input "{name}" is not defined')
        declared = self.declared[name]
        value = given(self.assigned.get(name), declared.get("default"))
        if value is None and declared.get("default_expression") is not None:
            value = declared["default_expression"]
        if value is None:
            raise Refused(f'Variability input "{name}" has no value nor default (expression) '
                          'assigned')
        return self.value(value)
