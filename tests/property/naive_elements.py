"""Reading a template: which elements there are, and how they belong together."""
import copy
import re

from naive_model import CLASSES, KINDS, UNDEFINED, Element, Options, Refused, entries, given
from naive_text import compact, pretty


class Elements:
    def __init__(self, template, presets=(), inputs=None):
        self.template = copy.deepcopy(template)
        version = template.get("tosca_definitions_version")
        if version not in CLASSES:
            raise Refused("Unsupported TOSCA definitions version")
        self.cls = CLASSES[version]
        self.topology = self.template.get("topology_template") or {}
        self.variability = self.topology.get("variability") or {}
        self.declared = self.variability.get("inputs") or {}
        self.expressions = self.variability.get("expressions") or {}
        self.options = Options(self.variability.get("options") or {}, self.cls)
        self.automatic = self.options.plain("automatic_default_alternatives", [False] * 4)
        self.variables = {}  # names in expressions, in order
        self.all = []
        self.constraints = []
        self.named = {}
        self.results = {}  # what parts of value expressions came to
        self.presets, self.inputs = presets, inputs or {}

    def element(self, kind, name, index, container, raw):
        element = Element(kind, name, index, container, raw)
        self.all.append(element)
        return element

    def of_kind(self, kind):
        return [element for element in self.all if element.kind == kind]

    @property
    def ordered(self):
        return [element for kind in KINDS for element in self.of_kind(kind)]

    def normalise(self):
        for _, node in entries(self.topology.get("node_templates")):
            technology = node.get("technology")
            if technology is not None and not isinstance(technology, (str, list)):
                raise Refused(f'Element "{compact(technology)}" is not an array')
        for rule in self.variability.get("qualities") or []:
            self.check_rule(rule)

    @staticmethod
    def check_rule(rule):
        def refuse(value, what):
            text = "undefined" if value is None else compact(value)
            raise Refused(f'Element "{text}" is not {what}')

        if not isinstance(rule.get("component"), str):
            refuse(rule.get("component"), "a string")
        for key in ("artifact", "assign"):
            if rule.get(key) is not None and not isinstance(rule[key], str):
                refuse(rule[key], "a string")
        for key in ("hosting", "operations"):
            if rule.get(key) is not None and not isinstance(rule[key], list):
                refuse(rule[key], "an array")
            for item in rule.get(key) or []:
                if not isinstance(item, str):
                    refuse(item, "a string")
        if not isinstance(rule.get("conditions"), (dict, list, type(None))):
            refuse(rule["conditions"], "an object")
        if isinstance(rule.get("weight"), str):
            refuse(rule["weight"], "a number")

    def populate(self):
        self.populate_parameters("input")
        self.populate_parameters("output")
        self.nodes, self.used = {}, set()
        for name, raw in entries(self.topology.get("node_templates")):
            if name in self.nodes:
                raise Refused(f'Node "{name}" defined multiple times')
            self.populate_node(name, raw)
        for name in self.topology.get("relationship_templates") or {}:
            if name not in [relation.key("relationship") for relation in self.of_kind("relation")]:
                raise Refused(f'Relation "{name}" is never used')
        for relation in self.of_kind("relation"):
            target = relation.key("node")
            if target not in self.nodes:
                target = "undefined" if target is None else target
                raise Refused(f'Target "{target}" of {relation.display} does not exist')
            relation.target = self.nodes[target]
            relation.target.incoming.append(relation)
        self.groups = {}
        for name, raw in entries(self.topology.get("groups")):
            if name in self.groups:
                raise Refused(f'Group "{name}" defined multiple times')
            group = self.element("group", name, None, None, raw)
            self.groups[name] = group
            self.populate_types(group, raw)
            self.populate_properties(group, raw)
            group.members = [self.member(member) for member in raw["members"]]
        for index, entry in enumerate(self.topology.get("policies") or []):
            name, raw = next(iter(entry.items()))
            policy = self.element("policy", name, index, None, raw)
            self.populate_types(policy, raw)
            self.populate_properties(policy, raw)
            for target in raw.get("targets") or []:
                if target not in self.nodes and target not in self.groups:
                    raise Refused(f'Policy target "{target}" of {policy.display} does not exist')
                policy.targets.append(self.nodes.get(target) or self.groups[target])
        for index, raw in enumerate(self.template.get("imports") or []):
            raw = {"file": raw} if isinstance(raw, str) else raw
            self.element("import", str(index), index, None, raw)
        for element in self.all:
            if element.kind == "property":
                self.consume(element)
        for output in self.of_kind("output"):
            self.produce(output)
        for element in self.all:
            self.set_scope(element)
            self.collect_conditions(element)
        self.check_anchor(self.options.tokens("node"))

    def choose_default(self, scope):
        """Option automatic_default_alternatives, for the templates of a scope."""
        if not self.automatic or len(scope) < 2:
            return
        if any(raw.get("default_alternative") is True for raw in scope):
            return
        free = [raw for raw in scope if raw.get("conditions") is None and
                raw.get("default_alternative") is None]
        if len(free) == 1:
            free[0]["default_alternative"] = True

    def choose_defaults(self, items):
        """The same for each name of a list of names and templates."""
        for name in dict.fromkeys(name for name, _ in items):
            self.choose_default([raw for other, raw in items if other == name])

    def populate_parameters(self, kind):
        defaults = {}
        if kind == "output":
            self.choose_defaults(entries(self.topology.get("outputs")))
        for index, (name, raw) in enumerate(entries(self.topology.get(kind + "s"))):
            element = self.element(kind, name, index, None, raw)
            first, count = defaults.get(name, (element, 0))
            count += element.key("default_alternative") is True
            defaults[name] = (first, count)
            if count > 1:
                raise Refused(f"{first.title} has multiple defaults")

    def populate_types(self, container, raw):
        written = raw.get("type")
        if isinstance(written, str):
            written = [{written: {}}]
        defaults = 0
        for index, entry in enumerate(written):
            name, definition = next(iter(entry.items()))
            element = self.element("type", name, index, container, definition)
            container.types.append(element)
            defaults += element.key("default_alternative") is True
        if defaults > 1:
            raise Refused(f"{container.title} has multiple default types")

    def populate_properties(self, container, raw):
        written = raw.get("properties")
        items = []
        for name, value in entries(written):
            wrapped = (isinstance(written, list) and isinstance(value, dict) and
                       (value.get("value") is not None or value.get("expression") is not None))
            if isinstance(written, dict) and value is None:
                value = {"value": None}  # counts as a value of its own
            items.append((name, value if wrapped else {"value": value}))
        self.choose_defaults(items)
        fallback = self.options.plain("fallback_property_default_alternative",
                                      [True, True, False, True])
        for name in dict.fromkeys(name for name, _ in items):
            same = [value for other, value in items if other == name]
            if fallback:
                if not any(value.get("default_alternative") is True for value in same):
                    items.append((name, {"value": UNDEFINED, "default_alternative": True,
                                         "implied": True, "pruning": True}))
            elif not any(value.get("value") == UNDEFINED for value in same):
                items.append((name, {"value": UNDEFINED}))
        self.choose_defaults(items)  # the template is normalised once more
        for index, (name, value) in enumerate(items):
            container.properties.append(self.element("property", name, index, container, value))
        self.check_defaults(container.properties)

    def check_defaults(self, elements):
        for element in elements:
            same = [other for other in elements if other.name == element.name]
            if sum(other.key("default_alternative") is True for other in same) > 1:
                raise Refused(f"{same[0].title} has multiple defaults")

    def populate_node(self, name, raw):
        if name in ("SELF", "CONTAINER"):
            raise Refused(f'Node must not be named "{name}"')
        node = self.element("node", name, None, None, raw)
        self.nodes[name] = node
        weight, anchor = raw.get("weight"), self.is_anchor(node)
        if weight is not None and (isinstance(weight, (bool, str))):
            text = weight if isinstance(weight, str) else compact(weight)
            raise Refused(f'Weight "{text}" of node "{name}" is not a number or boolean')
        self.check_weight(node.display, weight)
        if not isinstance(anchor, bool):
            raise Refused(f'Element "{compact(anchor)}" is not a boolean')
        self.populate_types(node, raw)
        self.populate_properties(node, raw)
        requirements = [(name, {"node": assignment} if isinstance(assignment, str) else assignment)
                        for name, assignment in entries(raw.get("requirements"))]
        self.choose_defaults(requirements)
        for index, (requirement, assignment) in enumerate(requirements):
            relation = self.element("relation", requirement, index, node, assignment)
            node.relations.append(relation)
            relationship = assignment.get("relationship")
            if isinstance(relationship, str):
                template = (self.topology.get("relationship_templates") or {}).get(relationship)
                if template is None:
                    raise Refused(f'Relationship "{relationship}" of relation "{requirement}" of '
                                  f'{node.display} does not exist!')
                if relationship in self.used:
                    raise Refused(f'Relation "{relationship}" is used multiple times')
                self.used.add(relationship)
                self.populate_types(relation, template)
                self.populate_properties(relation, template)
        self.check_defaults(node.relations)
        artifacts = [(name, {"type": "tosca.artifacts.File", **(
            {"file": definition} if isinstance(definition, str) else definition)})
            for name, definition in entries(raw.get("artifacts"))]
        self.choose_defaults(artifacts)
        for index, (artifact, definition) in enumerate(artifacts):
            element = self.element("artifact", artifact, index, node, definition)
            self.populate_types(element, definition)
            self.populate_properties(element, definition)
            node.artifacts.append(element)
        self.check_defaults(node.artifacts)
        technologies = raw.get("technology") or []
        if isinstance(technologies, str):
            technologies = [{technologies: {}}]
        self.choose_default([definition for _, definition in entries(technologies)])
        for index, (technology, definition) in enumerate(entries(technologies)):
            self.check_weight(f'technology "{technology.lower()}@{index}" of {node.display}',
                              definition.get("weight"))
            node.technologies.append(self.element(
                "technology", technology.lower(), index, node, definition))
        if sum(t.key("default_alternative") is True for t in node.technologies) > 1:
            raise Refused(f"{node.title} has multiple default technologies")

    @staticmethod
    def check_weight(display, weight):
        if weight is not None and isinstance(weight, (bool, str)):
            raise Refused(f'Element "{compact(weight)}" is not a number')
        if weight is not None and not 0 <= weight <= 1:
            raise Refused(f'Weight "{compact(weight)}" of {display} '
                          + ("is a negative number" if weight < 0 else "is larger than 1"))

    def member(self, written):
        name = written if isinstance(written, str) else written[0]
        if name not in self.nodes:
            raise Refused(f'Node "{name}" not found')
        if isinstance(written, str):
            return self.nodes[name]
        which = written[1]
        found = [r for r in self.nodes[name].relations
                 if which == (r.name if isinstance(which, str) else r.index)]
        if len(found) == 1:
            return found[0]
        text = pretty(written)
        raise Refused(f'Relation "{text}" ' + ("is ambiguous" if found else "not found"))

    def consume(self, prop):
        value = prop.key("value")
        if not isinstance(value, dict):
            return
        if value.get("get_input") is not None:
            consumed = self.input_named(value["get_input"])
            prop.consumed.append(consumed)
            consumed.consumers.append(prop)
        for key in ("get_property", "get_attribute"):
            if value.get(key) is not None:
                self.consume_reference(prop, value[key])
        if isinstance(value.get("eval"), str) and value["eval"].count("::") == 1:
            prop.consumed.append(self.container_of_value(prop, value["eval"].split("::")[0]))

    def input_named(self, which):
        inputs = self.of_kind("input")
        if isinstance(which, bool) or not isinstance(which, (str, int, float)):
            raise Refused(f'Element "{compact(which)}" is neither a string nor a number')
        found = [i for i in inputs if which == (i.name if isinstance(which, str) else i.index)]
        if len(found) != 1:
            raise Refused(f'Input "{which}" ' + ("is ambiguous" if found else "not found"))
        return found[0]

    @staticmethod
    def check_strings(written):
        if not isinstance(written, list):
            raise Refused(f'Element "{compact(written)}" is not an array')
        for item in written:
            if not isinstance(item, str):
                raise Refused(f'Element "{compact(item)}" is not a string')

    def consume_reference(self, prop, written):
        self.check_strings(written)
        if len(written) == 2:
            prop.consumed.append(self.container_of_value(prop, written[0]))
        elif len(written) == 3:
            node = self.keyword_of_value(prop, written[0])
            if node is None:
                if written[0] not in self.nodes:
                    raise Refused(f'Node "{written[0]}" not found')
                node = self.nodes[written[0]]
            if node.kind != "node":
                raise Refused(f"{node.title} is not a node")
            # Targets may be known later than the property is read.
            found = [self.nodes[r.key("node")] for r in node.relations if r.name == written[1]]
            found = found or [a for a in node.artifacts if a.name == written[1]]
            if not found:
                raise Refused(f'Reference "[object Object]" at property {prop.display} did not '
                              'find any relation or artifact.')
            prop.consumed += found

    @staticmethod
    def keyword_of_value(prop, name):
        """Keywords are relative to the container of the property."""
        context = prop.container
        if name == "SELF":
            return context
        if name == "CONTAINER":
            if context.container is None:
                raise Refused(f"{context.title} has no container")
            return context.container
        if name in ("SOURCE", "TARGET"):
            if context.kind != "relation":
                raise Refused(f"{context.title} is not a relation")
            return context.container if name == "SOURCE" else context.target
        return None

    def container_of_value(self, prop, name):
        found = self.keyword_of_value(prop, name)
        if found is None:
            policies = {p.name: p for p in reversed(self.of_kind("policy"))}
            found = self.nodes.get(name) or self.groups.get(name) or policies.get(name)
        if found is None:
            raise Refused(f'Could not get element "{name}" from context element '
                          f'"{prop.container.display}" and context cached "undefined"')
        return found

    def produce(self, output):
        value = output.key("value")
        name = None
        if value is None:
            raise Refused("Unexpected error")
        if isinstance(value, dict):
            reference = given(value.get("get_property"), value.get("get_attribute"))
            if reference is not None:
                self.check_strings(reference)
                if len(reference) == 3:
                    raise Refused("Not implemented")
                name = reference[0] if len(reference) == 2 else None
            elif isinstance(value.get("eval"), str) and value["eval"].count("::") == 1:
                name = value["eval"].split("::")[0]
        elif isinstance(value, str):
            match = re.search(r"""\{\{ (['"])::(.*)::.*\1 \| eval \}\}""", value)
            name = match.group(2) if match else None
        if name is not None:
            if name not in self.nodes:
                raise Refused(f'Node "{name}" not found')
            output.producers = [self.nodes[name]]

    def set_scope(self, element):
        if element.kind in ("input", "output"):
            element.scope = [o for o in self.of_kind(element.kind) if o.name == element.name]
        elif element.kind in ("relation", "artifact", "property"):
            siblings = getattr(element.container,
                               {"relation": "relations", "artifact": "artifacts",
                                "property": "properties"}[element.kind])
            element.scope = [other for other in siblings if other.name == element.name]
        elif element.kind == "type":
            element.scope = element.container.types
        elif element.kind == "technology":
            element.scope = element.container.technologies

    def collect_conditions(self, element):
        written = element.key("conditions")
        if written is not None and not isinstance(written, list):
            written = [written]
        element.conditions = [(c, False) for c in written or [] if c is not None]
        if element.kind in ("relation", "property", "artifact", "type", "technology"):
            if element.key("default_alternative") is not None:
                element.conditions = [(False, False)]

    def is_anchor(self, node):
        return given(node.key("anchor"), node.key("persistent"), False)

    def check_anchor(self, tokens):
        if self.options.check("anchor_check") and "incoming" in tokens and "host" in tokens:
            if not any(self.is_anchor(n) or n.key("implied") for n in self.of_kind("node")):
                raise Refused('Node default condition mode "incoming(naive)-host" requires at '
                              'least one anchor or implied node template')
