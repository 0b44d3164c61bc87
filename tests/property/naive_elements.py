"""Reading a template: which elements there are, and how they belong together."""
import copy

from naive_model import CLASSES, KINDS, UNDEFINED, Element, Options, Refused, entries, given


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
        self.all = []
        self.constraints = []
        self.named = {}
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

    def populate(self):
        self.populate_parameters("input")
        self.populate_parameters("output")
        self.nodes = {}
        for name, raw in entries(self.topology.get("node_templates")):
            self.populate_node(name, raw)
        for name in self.topology.get("relationship_templates") or {}:
            if name not in [relation.key("relationship") for relation in self.of_kind("relation")]:
                raise Refused(f'Relation "{name}" is never used')
        for relation in self.of_kind("relation"):
            relation.target = self.nodes[relation.key("node")]
            relation.target.incoming.append(relation)
        self.groups = {}
        for name, raw in entries(self.topology.get("groups")):
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
            policy.targets = [self.nodes.get(target) or self.groups[target]
                              for target in raw.get("targets") or []]
        for index, raw in enumerate(self.template.get("imports") or []):
            raw = {"file": raw} if isinstance(raw, str) else raw
            self.element("import", str(index), index, None, raw)
        for element in self.all:
            if element.kind == "property":
                self.consume(element)
        for output in self.of_kind("output"):
            value = output.key("value")
            if isinstance(value, dict) and "get_property" in value:
                output.producers = [self.nodes[value["get_property"][0]]]
        for element in self.all:
            self.set_scope(element)
            self.collect_conditions(element)
        self.check_anchor(self.options.tokens("node"))

    def populate_parameters(self, kind):
        defaults = {}
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
        self.populate_types(node, raw)
        self.populate_properties(node, raw)
        for index, entry in enumerate(raw.get("requirements") or []):
            requirement, assignment = next(iter(entry.items()))
            if isinstance(assignment, str):
                assignment = {"node": assignment}
            relation = self.element("relation", requirement, index, node, assignment)
            node.relations.append(relation)
            relationship = assignment.get("relationship")
            if isinstance(relationship, str):
                template = self.topology["relationship_templates"][relationship]
                self.populate_types(relation, template)
                self.populate_properties(relation, template)
        self.check_defaults(node.relations)
        for index, (artifact, definition) in enumerate(entries(raw.get("artifacts"))):
            if isinstance(definition, str):
                definition = {"file": definition}
            definition = {"type": "tosca.artifacts.File", **definition}
            element = self.element("artifact", artifact, index, node, definition)
            self.populate_types(element, definition)
            self.populate_properties(element, definition)
            node.artifacts.append(element)
        self.check_defaults(node.artifacts)
        technologies = raw.get("technology") or []
        if isinstance(technologies, str):
            technologies = [{technologies: {}}]
        for index, entry in enumerate(technologies):
            technology, definition = next(iter(entry.items()))
            node.technologies.append(self.element(
                "technology", technology.lower(), index, node, definition))
        if sum(t.key("default_alternative") is True for t in node.technologies) > 1:
            raise Refused(f"{node.title} has multiple default technologies")

    def member(self, written):
        if isinstance(written, str):
            return self.nodes[written]
        return self.relation_of(self.nodes[written[0]], written[1])

    @staticmethod
    def relation_of(node, which):
        if isinstance(which, int):
            return node.relations[which]
        return next(relation for relation in node.relations if relation.name == which)

    def consume(self, prop):
        value = prop.key("value")
        if not isinstance(value, dict):
            return
        if value.get("get_input") is not None:
            which = value["get_input"]
            inputs = self.of_kind("input")
            found = inputs[which] if isinstance(which, int) else next(
                element for element in inputs if element.name == which)
            prop.consumed = [found]
            found.consumers.append(prop)
        elif value.get("get_property") is not None and len(value["get_property"]) == 2:
            name = value["get_property"][0]
            if name == "SELF":
                prop.consumed = [prop.container]
            else:
                prop.consumed = [self.nodes.get(name) or self.groups[name]]

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
