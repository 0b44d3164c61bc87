"""Logic expressions become formulas, value expressions become values."""
import json

from naive_model import Refused, compact, given, is_hosting, wants
from naive_technologies import Technologies


class Expressions(Technologies):
    def logic(self, x, context):
        if isinstance(x, tuple) and x[0] == "formula":
            return x[1]
        if isinstance(x, bool):
            return x
        if isinstance(x, dict):
            for key, argument in x.items():
                if key == "logic_expression":
                    return self.named_logic(argument, context)
                if key in ("and", "or", "xor", "exo", "amo", "implies"):
                    return (key, *[self.logic(a, context) for a in argument])
                if key == "not":
                    return ("not", self.logic(argument, context))
                presence = self.presence(key, argument, context)
                if presence is not None:
                    return presence
        value = self.value(x)
        if isinstance(value, bool):
            return value
        if isinstance(value, str):
            return True
        return value > 0

    def named_logic(self, name, context):
        if name not in self.expressions:
            raise Refused(f'Did not find logic expression "{name}"')
        body = self.expressions[name]
        if isinstance(body, bool):
            return body
        variable = f"expression.{name}"
        if name not in self.named:
            self.named[name] = True
            self.named[name] = self.logic(body, context)
        return variable

    def element_named(self, which, context):
        if which == "SELF":
            return context
        if which == "CONTAINER":
            return context.container
        if which == "SOURCE":
            return context.container
        if which == "TARGET":
            return context.target
        return self.nodes[which]

    def presence(self, key, argument, context):
        node = None
        if key in ("node_presence", "host_presence", "has_source", "has_incoming_relation",
                   "has_incoming_relation_naive", "has_outgoing_relation",
                   "has_outgoing_relation_naive", "has_artifact", "has_artifact_naive"):
            node = self.element_named(argument, context)
        if key == "node_presence":
            return node.id
        if key == "host_presence":
            return wants(r.target.id for r in node.relations if is_hosting(r))
        if key == "has_source":
            return wants(r.container.id for r in node.incoming)
        if key == "has_incoming_relation":
            return wants(("and", r.manual, r.container.id) for r in node.incoming)
        if key == "has_incoming_relation_naive":
            return wants(r.id for r in node.incoming)
        if key == "has_outgoing_relation":
            return wants(("and", r.manual, r.target.id) for r in node.relations)
        if key == "has_outgoing_relation_naive":
            return wants(r.id for r in node.relations)
        if key == "has_artifact":
            return wants(a.manual for a in node.artifacts)
        if key == "has_artifact_naive":
            return wants(a.id for a in node.artifacts)
        if key in ("relation_presence", "source_presence", "target_presence"):
            if argument == "SELF":
                relation = context
            else:
                relation = self.relation_of(self.element_named(argument[0], context), argument[1])
            return {"relation_presence": relation, "source_presence": relation.container,
                    "target_presence": relation.target}[key].id
        if key == "container_presence":
            return (context.container if argument == "SELF" else context.container.container).id
        if key == "policy_presence":
            return self.of_kind("policy")[argument].id
        if key == "has_present_target":
            return self.has_present_target(self.of_kind("policy")[argument])
        if key == "group_presence":
            return self.groups[argument].id
        if key == "has_present_member":
            return wants(m.id for m in self.groups[argument].members)
        if key == "artifact_presence":
            return self.nodes[argument[0]].artifacts[argument[1]].id
        if key == "is_managed":
            return self.is_managed_artifact(self.nodes[argument[0]].artifacts[argument[1]])
        if key == "node_property_presence":
            return self.nodes[argument[0]].properties[argument[1]].id
        if key == "node_type_presence":
            return self.nodes[argument[0]].types[argument[1]].id
        if key == "technology_presence":
            return self.element_named(argument[0], context).technologies[argument[1]].id
        if key == "input_presence":
            return self.of_kind("input")[argument].id
        if key == "is_consumed":
            return wants(c.id for c in self.of_kind("input")[argument].consumers)
        if key == "output_presence":
            return self.of_kind("output")[argument].id
        if key == "is_produced":
            return wants(p.id for p in self.of_kind("output")[argument].producers)
        if key == "import_presence":
            return self.of_kind("import")[argument].id
        return None

    def value(self, x):
        if x is None:
            raise Refused("Received undefined condition")
        if not isinstance(x, dict):
            return x
        (key, argument), = x.items()
        if key == "variability_input":
            return self.input_value(argument)
        if key == "value_expression":
            if argument not in self.expressions:
                raise Refused(f'Did not find value expression "{argument}"')
            return self.value(self.expressions[argument])
        if key == "equal":
            values = [self.value(a) for a in argument]
            return all(type(v) is type(values[0]) and v == values[0] for v in values)
        if key == "greater":
            return self.value(argument[0]) > self.value(argument[1])
        if key == "less_or_equal":
            return self.value(argument[0]) <= self.value(argument[1])
        if key == "greater_or_equal":
            return self.value(argument[0]) >= self.value(argument[1])
        if key == "valid_values":
            return self.value(argument[0]) in [self.value(a) for a in argument[1]]
        if key == "add":
            return sum(self.value(a) for a in argument)
        if key == "mul":
            return self.value(argument[0]) * self.value(argument[1])
        if key == "concat":
            return "".join(compact(v) if not isinstance(v, str) else v
                           for v in (self.value(a) for a in argument))
        raise Refused(f'Unknown value expression "{json.dumps(x, indent=4)}"')

    def input_value(self, name):
        if name not in self.declared:
            raise Refused(f'Variability input "{name}" is not defined')
        declared = self.declared[name]
        value = given(self.assigned.get(name), declared.get("default"))
        if value is None and declared.get("default_expression") is not None:
            value = declared["default_expression"]
        if value is None:
            raise Refused(f'Variability input "{name}" has no value nor default (expression) '
                          'assigned')
        return self.value(value)
