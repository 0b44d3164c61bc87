"""Resolves variability by writing the definition down, one sentence after the other.

No speed, no positions, no recovery: what an element, a condition, a constraint or a check
means is taken literally, and a small solver finds the result. Covers what the random
templates of this folder use; technology rules and files beside a template are not among
it. Errors are raised with the text of the reference implementation.
"""
import copy
import json

from naive_solver import Solver

KINDS = ["type", "node", "relation", "property", "policy", "group", "input", "artifact", "import",
         "technology", "output"]
UNDEFINED = "VINTNER_UNDEFINED"
CLASSES = {
    "tosca_simple_yaml_1_3": "A", "tosca_variability_1_0": "A",
    "tosca_variability_1_0_rc_1": "A", "tosca_variability_1_0_rc_2": "B",
    "tosca_variability_1_0_rc_3": "C", "tosca_2_0": "D",
}
VARIABILITY_KEYS = """conditions weight implies implied technology managed anchor persistent
    default_alternative default_condition default_consistency_condition
    default_semantic_condition default_condition_mode pruning consistency_pruning
    semantic_pruning""".split()


class Refused(Exception):
    pass


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def given(*values):
    for value in values:
        if value is not None:
            return value
    return None


def capital(text):
    return text[0].upper() + text[1:]


class Element:
    def __init__(self, kind, name, index, container, raw):
        self.kind, self.name, self.index, self.container, self.raw = kind, name, index, container, raw
        self.conditions = []  # (formula or expression, is_generated)
        self.types, self.properties, self.relations, self.incoming = [], [], [], []
        self.artifacts, self.technologies, self.consumers, self.producers = [], [], [], []
        self.consumed, self.members, self.targets, self.scope = [], [], [], []
        self.target = None

    def key(self, name):
        return self.raw.get(name) if isinstance(self.raw, dict) else None

    @property
    def label(self):
        return self.name if self.index is None else f"{self.name}@{self.index}"

    @property
    def id(self):
        return f"{self.kind}.{self.label}" + (f".{self.container.id}" if self.container else "")

    @property
    def manual(self):
        return "manual." + self.id

    @property
    def display(self):
        suffix = f" of {self.container.display}" if self.container else ""
        return f'{self.kind} "{self.label}"{suffix}'

    @property
    def title(self):
        return capital(self.display)


def entries(value):
    """Name and template of a map, or of a list of maps with one entry."""
    if value is None:
        return []
    if isinstance(value, dict):
        return list(value.items())
    return [next(iter(entry.items())) for entry in value]


def is_hosting(relation):
    return "host" in relation.name.split("_")


def wants(formulas):
    return ("or", *formulas)


class Options:
    def __init__(self, raw, cls):
        self.raw, self.cls = raw, cls
        self.mode = given(raw.get("mode"), "manual" if cls in "AD" else "semantic-loose")
        self.pins = self.mode_pins()
        self.default = given(raw.get("default_condition"), self.pins.get("default_condition"), False)
        self.pruning = given(raw.get("pruning"), self.pins.get("pruning"), False)

    def mode_pins(self):
        mode = {"strict": "manual", "loose": "semantic-loose"}.get(self.mode, self.mode)
        everything = ["default_condition", "default_consistency_condition",
                      "default_semantic_condition", "pruning", "consistency_pruning",
                      "semantic_pruning"]
        defaults, prunings = everything[:3], everything[3:]
        inner = [kind for kind in KINDS if kind not in ("input", "output", "import")]
        outer = ["input", "output"]
        pins = {}

        def pin(kinds, keys, values):
            for kind in kinds:
                for key, value in zip(keys, values):
                    pins[f"{kind}_{key}"] = value

        if mode == "manual":
            pin(outer, everything, [False] * 6)
        elif mode == "consistent-strict":
            pin(inner if self.cls != "C" else inner + outer, defaults, [True, True, False])
            if self.cls != "C":
                pin(outer, defaults, [False] * 3)
        elif mode == "consistent-loose":
            pin(inner if self.cls != "C" else inner + outer, prunings, [True, True, False])
            if self.cls != "C":
                pin(outer, prunings, [False] * 3)
        elif mode == "default":
            pins["default_condition"] = True
            if self.cls != "C":
                pin(outer, everything, [False] * 6)
        elif mode == "semantic-strict":
            pins["default_condition"] = True
            pin(inner if self.cls != "C" else inner + outer, prunings, [True, True, False])
            if self.cls != "C":
                pin(outer, everything, [False] * 6)
        elif mode == "semantic-loose":
            pins["pruning"] = True
            if self.cls != "C":
                pin(outer, everything, [False] * 6)
        else:
            raise Refused(f'Pruning mode "{self.mode}" unknown')
        return pins

    def of(self, kind, key, wider):
        name = f"{kind}_{key}"
        return given(self.raw.get(name), self.pins.get(name), wider)

    def default_condition(self, kind):
        return self.of(kind, "default_condition", self.default)

    def default_consistency(self, kind):
        return self.of(kind, "default_consistency_condition", self.default_condition(kind))

    def default_semantic(self, kind):
        return self.of(kind, "default_semantic_condition", self.default_condition(kind))

    def prunes(self, kind):
        return self.of(kind, "pruning", self.pruning)

    def prunes_consistency(self, kind):
        return self.of(kind, "consistency_pruning", self.prunes(kind))

    def prunes_semantic(self, kind):
        return self.of(kind, "semantic_pruning", self.prunes(kind))

    def tokens(self, kind):
        table = {
            "node": ["incoming-artifact"] + ["incomingnaive-artifact-host"] * 3,
            "relation": ["source-target", "source-target", "source-target-default", "source-target"],
            "property": ["container-consuming", "container-consuming",
                         "container-consuming-default", "container-consuming"],
            "artifact": ["container", "container", "container-managed-default", "container"],
            "technology": ["container-other-scenario", "container-other-scenario",
                           "container-other-scenario-default", "container-other-scenario"],
            "output": ["produced", "produced", "produced-default", "produced"],
        }
        return given(self.raw.get(f"{kind}_default_condition_mode"),
                     table[kind]["ABCD".index(self.cls)])

    def check(self, name):
        checks = given(self.raw.get("checks"), self.cls in "AB")
        if name == "checks":
            return checks
        if name in ("consistency_checks", "semantic_checks", "anchor_check"):
            return given(self.raw.get(name), checks)
        if name in ("unconsumed_input_check", "unproduced_output_check"):
            wider = "semantic_checks" if name == "unconsumed_input_check" else "consistency_checks"
            return given(self.raw.get(name), False if self.cls in "AB" else self.check(wider))
        semantic = name in ("expected_hosting_check", "expected_incoming_relation_check",
                            "expected_artifact_check", "expected_technology_check",
                            "required_technology_check")
        return given(self.raw.get(name),
                     self.check("semantic_checks" if semantic else "consistency_checks"))

    def constraint(self, name):
        on_by_default = ("required_hosting_constraint", "required_technology_constraint",
                         "unique_property_constraint", "unique_artifact_constraint",
                         "unique_input_constraint", "unique_output_constraint",
                         "unique_relation_constraint", "unique_technology_constraint")
        return given(self.raw.get(name), self.raw.get("constraints"),
                     self.cls != "A" and name in on_by_default)

    def plain(self, name, defaults):
        return given(self.raw.get(name), defaults["ABCD".index(self.cls)])


class Resolver:
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

    # ---- elements ----

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

    # ---- conditions ----

    def others(self, element):
        return ("not", wants(o.id for o in element.scope if o is not element))

    def is_default_candidate(self, element):
        """The one alternative without manual conditions."""
        def manual(other):
            return [c for c, generated in other.conditions if not generated]

        candidates = [o for o in element.scope if not manual(o) and
                      not (o.kind == "property" and o.key("value") == UNDEFINED)]
        return len(element.scope) >= 2 and candidates == [element]

    def candidates(self, e):
        """Triples of a formula, and whether it is about consistency and about semantics."""
        tokens = []
        if e.kind in ("node", "relation", "property", "artifact", "technology", "output"):
            mode = given(e.key("default_condition_mode"), self.options.tokens(e.kind))
            tokens = mode.split("-")
        first, second = [], []
        for token in tokens:
            first_part, second_part = self.token(e, token, mode)
            first += first_part
            second += second_part
        if e.kind == "node":
            return [(("and", *first), False, True)]
        if e.kind in ("relation", "property"):
            return [(("and", *first), True, False)]
        if e.kind in ("artifact", "technology", "output"):
            found = []
            if first:
                found.append((("and", *first), True, False))
            if second:
                found.append((("and", *second), False, True))
            return found
        if e.kind == "type":
            return [(e.container.id, True, False)]
        if e.kind == "input":
            return [(wants(c.id for c in e.consumers), False, True)]
        if e.kind == "policy":
            return [(self.has_present_target(e), False, True)]
        if e.kind == "group":
            return [(wants(m.id for m in e.members), False, True)]
        return []

    def token(self, e, token, mode):
        hosting = [r for r in e.relations if is_hosting(r)]
        if e.kind == "node":
            table = {
                "host": (hosting, lambda: wants(r.target.id for r in hosting)),
                "source": (e.relations, lambda: wants(r.container.id for r in e.incoming)),
                "incoming": (e.incoming, lambda: wants(
                    ("and", r.manual, r.container.id) for r in e.incoming)),
                "incomingnaive": (e.incoming, lambda: wants(r.id for r in e.incoming)),
                "outgoing": (e.relations, lambda: wants(
                    ("and", r.manual, r.target.id) for r in e.relations)),
                "outgoingnaive": (e.relations, lambda: wants(r.id for r in e.relations)),
                "artifact": (e.artifacts, lambda: wants(a.manual for a in e.artifacts)),
                "artifactnaive": (e.artifacts, lambda: wants(a.id for a in e.artifacts)),
            }
            if token in table:
                guard, formula = table[token]
                return ([formula()] if guard else []), []
        if e.kind == "relation":
            if token == "source":
                return [e.container.id], []
            if token == "target":
                return [e.target.id], []
            if token == "default":
                return ([self.others(e)] if self.is_default_candidate(e) else []), []
        if e.kind == "property":
            if token == "container":
                return [e.container.id], []
            if token == "consuming":
                return ([wants(c.id for c in e.consumed)] if e.consumed else []), []
            if token == "default":
                if self.is_default_candidate(e) or e.key("value") == UNDEFINED:
                    return [("not", wants(o.id for o in e.scope if o is not e and
                                          o.key("value") != UNDEFINED))], []
                return [], []
        if e.kind == "artifact":
            if token == "container":
                return [e.container.id], []
            if token == "default":
                return ([self.others(e)] if self.is_default_candidate(e) else []), []
            if token == "managed":
                return [], [False]
        if e.kind == "technology":
            if token == "container":
                return [e.container.id], []
            if token == "other":
                return [self.others(e)], []
            if token == "default":
                return ([self.others(e)] if self.is_default_candidate(e) else []), []
            if token == "scenario":
                return [], []
        if e.kind == "output":
            if token == "default":
                return ([self.others(e)] if self.is_default_candidate(e) else []), []
            if token == "produced":
                return [], [wants(n.id for n in e.producers)]
        raise Refused(f'{e.title} has unknown mode "{mode}" as default condition')

    def has_present_target(self, policy):
        formulas = []
        for target in policy.targets:
            if target.kind == "node":
                formulas.append(target.id)
            else:
                formulas += [member.id for member in target.members]
        return wants(formulas)

    def is_variability_group(self, group):
        return len(group.types) == 1 and group.types[0].name in (
            "variability.groups.ConditionalMembers", "variability.groups.Root")

    def enrich(self):
        options = self.options
        for e in self.of_kind("node") + self.of_kind("relation"):
            for group in self.of_kind("group"):
                if self.is_variability_group(group) and e in group.members:
                    e.conditions += group.conditions
        for e in self.ordered:
            if e.key("default_alternative") is True and e.kind not in ("node", "group", "policy",
                                                                       "import"):
                e.conditions = [(("formula", self.others(e)), False)]
            if options.plain("enrich_input_condition", [True] * 4) and e.id in self.declared:
                e.conditions.append(({"variability_input": e.id}, False))
            enabled = given(e.key("default_condition"), options.default_condition(e.kind))
            prunes = given(e.key("pruning"), options.prunes(e.kind))
            if e.kind == "node" and self.is_anchor(e):
                enabled = prunes = False
            selected = []
            for formula, consistency, semantic in self.candidates(e):
                default = (
                    consistency and given(e.key("default_consistency_condition"),
                                          e.key("default_condition"),
                                          options.default_consistency(e.kind)) or
                    semantic and given(e.key("default_semantic_condition"),
                                       e.key("default_condition"),
                                       options.default_semantic(e.kind)))
                pruned = (
                    consistency and given(e.key("consistency_pruning"), e.key("pruning"),
                                          options.prunes_consistency(e.kind)) or
                    semantic and given(e.key("semantic_pruning"), e.key("pruning"),
                                       options.prunes_semantic(e.kind)))
                if enabled and not e.conditions and default or prunes and pruned:
                    selected.append(formula)
            if selected:
                e.conditions.insert(0, (("formula", ("and", *selected)), True))

    def is_managed(self, node):
        if node.key("managed") is not None:
            return node.key("managed")
        return True  # has technologies, or a type that is known and not abstract

    def add_option_constraints(self):
        on = self.options.constraint
        add = self.constraints.append
        for r in self.of_kind("relation"):
            if on("relation_source_constraint"):
                add(("implies", r.id, r.target.id))
            if on("relation_target_constraint"):
                add(("implies", r.id, r.container.id))
        for e in self.all:
            by_name = {}
            for name, siblings in (("artifact", e.artifacts), ("property", e.properties),
                                   ("relation", e.relations)):
                for s in siblings:
                    by_name.setdefault((name, s.name), []).append(s.id)
            for (name, _), ids in by_name.items():
                if on(f"unique_{name}_constraint"):
                    amo = ("amo", *ids)
                    add(("implies", e.id, amo) if name == "relation" else amo)
            if e.kind in ("artifact", "property", "type") and on(f"{e.kind}_container_constraint"):
                add(("implies", e.id, e.container.id))
        for n in self.of_kind("node"):
            hosting = [r.id for r in n.relations if is_hosting(r)]
            if hosting and on("required_hosting_constraint"):
                add(("implies", n.id, ("exo", *hosting)))
            if on("single_hosting_constraint"):
                add(("amo", *hosting))
            if n.incoming and on("required_incoming_relation_constraint"):
                add(("implies", n.id, wants(r.id for r in n.incoming)))
            if n.artifacts and on("required_artifact_constraint"):
                add(("implies", n.id, ("exo", *[a.id for a in n.artifacts])))
            technologies = [t.id for t in n.technologies]
            if self.is_managed(n) and on("required_technology_constraint"):
                add(("implies", n.id, ("exo", *technologies)))
            if self.is_managed(n) and on("unique_technology_constraint"):
                add(("amo", *technologies))
        for kind in ("input", "output"):
            if on(f"unique_{kind}_constraint"):
                for e in self.of_kind(kind):
                    add(("amo", *[o.id for o in e.scope]))

    def add_implied_constraints(self):
        enhanced = self.options.plain("relation_enhanced_implication_mode", [True] * 4)
        by_default = self.options.plain("relation_default_implied", [False, True, True, True])
        add = self.constraints.append
        for e in self.ordered:
            implied = e.key("implied")
            if e.kind == "node" and implied:
                add(("implies", e.manual, e.id))
            elif e.kind == "relation":
                if given(implied, by_default and not is_hosting(e)):
                    premises = [e.container.id, e.manual]
                    if enhanced:
                        premises.append(e.target.manual)
                    add(("implies", ("and", *premises), e.id))
            elif e.kind == "property":
                if given(implied, True) and any(c.kind == "input" for c in e.consumed):
                    add(("implies", ("and", e.container.id, e.manual,
                                     wants(c.manual for c in e.consumed)), e.id))
            elif e.kind in ("artifact", "type", "technology") and implied:
                add(("implies", ("and", e.container.id, e.manual), e.id))

    # ---- expressions ----

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

    # ---- solving ----

    def clean(self):
        """Variability groups are gone from here on."""
        gone = [g for g in self.of_kind("group") if self.is_variability_group(g)]
        self.all = [e for e in self.all
                    if e not in gone and not (e.container in gone if e.container else False)]
        self.groups = {name: g for name, g in self.groups.items() if g not in gone}
        for policy in self.of_kind("policy"):
            for target in policy.targets:
                if target in gone:
                    raise Refused(f'Policy target "{target.name}" of {policy.display} does not '
                                  'exist')
        if self.cls != "A":
            self.check_anchor("incomingnaive-artifact-host")

    def assign(self):
        self.assigned = {}
        for preset in self.presets:
            presets = self.variability.get("presets") or {}
            if preset not in presets:
                raise Refused(f'Did not find variability preset "{preset}"')
            self.assigned.update(presets[preset]["inputs"])
        self.assigned.update(self.inputs)

    def build(self):
        solver = Solver()
        for e in self.ordered:
            manual = [self.logic(c, e) for c, generated in e.conditions if not generated]
            every = [self.logic(c, e) for c, _ in e.conditions]
            solver.require(("iff", e.manual, ("and", *manual)))
            solver.require(("iff", e.id, ("and", *every)))
        user = [self.logic(c, None) for c in self.variability.get("constraints") or []]
        for constraint in user + self.constraints:
            solver.require(constraint)
        for e in self.ordered:
            for implication in e.key("implies") or []:
                target = self.logic(implication[0], e)
                premise = e.id
                if len(implication) > 1:
                    premise = ("and", e.id, self.logic(implication[1], e))
                solver.require(("implies", premise, target))
        for name, formula in self.named.items():
            solver.require(("iff", f"expression.{name}", formula))
        return solver

    def optimum(self, solver, elements, cost, smallest):
        """Keeps the models of least (or greatest) cost, a function of a projection."""
        models = solver.projections([e.id for e in elements])
        costs = [cost(model) for model in models]
        best = min(costs) if smallest else max(costs)
        solver.require_one_of([m for m, c in zip(models, costs) if c == best])

    def solve(self):
        solver = self.build()
        names = [e.id for e in self.ordered]
        if solver.solve() is None:
            raise Refused("Could not solve")
        options = self.options
        nodes, technologies = self.of_kind("node"), self.of_kind("technology")
        topology = options.plain("optimization_topology", [False, True, True, True])
        if topology is not False:
            by_weight = options.plain("optimization_topology_mode", ["weight"] * 4) == "weight"
            self.optimum(solver, nodes, lambda m: sum(
                round(100 * given(n.key("weight"), 1)) if by_weight else 1
                for n in nodes if m[n.id]), topology in (True, "min"))
        model = solver.least(names)
        if options.plain("optimization_topology_unique", [True] * 4):
            backward = options.plain("optimization_topology_unique_backward", [False] * 4)
            present = [n.id for n in nodes if model[n.id]]
            mine = {n.id: model[n.id] for n in nodes}
            for other in solver.projections([n.id for n in nodes]):
                if any(not other[n] for n in present) or backward and other != mine:
                    how = "without" if topology is False else "besides"
                    raise Refused(f"The result is ambiguous considering nodes ({how} "
                                  "optimization)")
        chosen = options.plain("optimization_technologies", [False, True, True, True])
        if chosen is not False:
            self.optimise_technologies(solver, technologies, chosen)
        model = solver.least(names)
        if options.plain("optimization_technologies_unique", [False] * 4):
            mine = {t.id: model[t.id] for t in technologies}
            if any(o != mine for o in solver.projections([t.id for t in technologies])):
                how = "without" if chosen is False else "besides"
                raise Refused(f"The result is ambiguous considering technologies ({how} "
                              "optimization)")
        return model

    def optimise_technologies(self, solver, technologies, chosen):
        mode = self.options.plain("optimization_technologies_mode",
                                  ["count"] + ["weight-count"] * 3)
        smallest = chosen == "min" or chosen is True and self.cls == "A"

        def weight(m):
            return sum(round(100 * given(t.key("weight"), 1)) for t in technologies if m[t.id])

        def count(m):
            return len({t.name for t in technologies if m[t.id]})

        if mode in ("weight", "weight-count"):
            self.optimum(solver, technologies, weight, mode == "weight" and smallest)
        if mode in ("count", "weight-count"):
            self.optimum(solver, technologies, count, mode == "weight-count" or smallest)

    # ---- results ----

    def evaluate_properties(self):
        for prop in self.of_kind("property"):
            if not self.present[prop.id]:
                continue
            expression = prop.key("expression")
            prop.result = self.value(expression) if expression is not None else prop.key("value")
            if prop.result is None:
                raise Refused(f"{prop.title} has no value")

    def second_present(self, elements):
        seen = set()
        for e in elements:
            if self.present[e.id]:
                if e.name in seen:
                    return e
                seen.add(e.name)
        return None

    def check(self):
        on, present = self.options.check, lambda e: self.present[e.id]
        nodes = self.of_kind("node")

        def refuse_if(option, elements, violated, message):
            if on(option):
                for e in elements:
                    if violated(e):
                        raise Refused(message(e))

        def refuse_ambiguous(option, lists):
            if on(option):
                for elements in lists:
                    e = self.second_present(elements)
                    if e:
                        raise Refused(f"{e.title} is ambiguous")

        def lost(e):
            return present(e) and not present(e.container)

        def container_missing(e):
            return f"Container of {e.display} does not exist"

        relations = self.of_kind("relation")
        refuse_if("relation_source_check", relations, lost,
                  lambda r: f'Relation source "{r.container.name}" of {r.display} does not exist')
        refuse_if("relation_target_check", relations,
                  lambda r: present(r) and not present(r.target),
                  lambda r: f'Relation target "{r.target.name}" of {r.display} does not exist')
        refuse_if("missing_artifact_container_check", self.of_kind("artifact"), lost,
                  container_missing)
        refuse_ambiguous("ambiguous_artifact_check", [n.artifacts for n in nodes if present(n)])
        refuse_if("missing_property_container_check", self.of_kind("property"), lost,
                  container_missing)
        refuse_ambiguous("ambiguous_property_check", [n.properties for n in nodes if present(n)])
        refuse_if("missing_type_container_check", self.of_kind("type"), lost, container_missing)
        if on("ambiguous_type_check"):
            for e in (nodes + self.of_kind("group") + self.of_kind("policy") +
                      self.of_kind("artifact")):
                if not present(e):
                    continue
                if not any(present(t) for t in e.types):
                    raise Refused(f"{e.title} has no type")
                second = self.second_present(e.types)
                if second:
                    raise Refused(f"{second.title} is ambiguous")

        def expected(option, members, message):
            refuse_if(option, nodes, lambda n: present(n) and members(n) and
                      not any(present(m) for m in members(n)),
                      lambda n: f'Node "{n.name}" {message}')

        def hosting(n):
            return [r for r in n.relations if is_hosting(r)]

        refuse_if("ambiguous_hosting_check", nodes, lambda n: present(n) and
                  sum(present(r) for r in hosting(n)) > 1,
                  lambda n: f'Node "{n.name}" has more than one hosting relations')
        expected("expected_hosting_check", hosting, "expected to have a hosting relation")
        expected("expected_incoming_relation_check", lambda n: n.incoming,
                 "expected to have an incoming relation")
        expected("expected_artifact_check", lambda n: n.artifacts,
                 "expected to have an deployment artifact")
        expected("expected_technology_check", lambda n: n.technologies,
                 "expected to have a technology")
        refuse_if("missing_technology_container_check", self.of_kind("technology"), lost,
                  container_missing)
        refuse_if("ambiguous_technology_check", nodes, lambda n: present(n) and
                  sum(present(t) for t in n.technologies) > 1,
                  lambda n: f'Node "{n.name}" has more than one technology')
        refuse_ambiguous("ambiguous_input_check", [self.of_kind("input")])
        refuse_if("unproduced_output_check", self.of_kind("input"), lambda i: present(i) and
                  not any(present(c) for c in i.consumers),
                  lambda i: f"{i.title} is not consumed")
        refuse_ambiguous("ambiguous_output_check", [self.of_kind("output")])
        refuse_if("unproduced_output_check", self.of_kind("output"), lambda o: present(o) and
                  any(not present(p) for p in o.producers),
                  lambda o: f"{o.title} is not produced")
        refuse_ambiguous("ambiguous_relation_check", [n.relations for n in nodes if present(n)])

    def kept(self, elements):
        return [e for e in elements if self.present[e.id]]

    def rest(self, e, *handled):
        return {key: value for key, value in e.raw.items()
                if key not in VARIABILITY_KEYS and key not in handled}

    def typed(self, e, result):
        types = self.kept(e.types)
        if not types:
            raise Refused(f"{e.title} has no present type")
        result["type"] = types[0].name
        properties = {}
        for p in self.kept(e.properties):
            if p.result == UNDEFINED:
                continue
            value = p.result
            if p.key("expression") is None:
                inputs = [c for c in p.consumed if c.kind == "input" and self.present[c.id]]
                if inputs:
                    value = {"get_input": inputs[0].name}
            properties[p.name] = value
        if properties:
            result["properties"] = properties
        return result

    def write_node(self, n):
        result = self.typed(n, self.rest(n, "type", "properties", "requirements", "artifacts"))
        if n.technologies:
            technologies = self.kept(n.technologies)
            if not technologies:
                raise Refused(f'Node "{n.name}" has no present technology')
            t, first = technologies[0], n.types[0].name
            result["type"] = given(t.key("assign"), f"{first}~{first}::{t.name}")
        requirements = []
        for r in self.kept(n.relations):
            assignment = self.rest(r)
            short = list(assignment) == ["node"]
            requirements.append({r.name: assignment["node"] if short else assignment})
        if requirements:
            result["requirements"] = requirements
        artifacts = {a.name: self.typed(a, self.rest(a, "type", "properties"))
                     for a in self.kept(n.artifacts)}
        if artifacts:
            result["artifacts"] = artifacts
        return result

    def write(self):
        document = {key: value for key, value in self.template.items()
                    if key not in ("topology_template", "imports")}
        topology = {key: value for key, value in self.topology.items()
                    if key not in ("variability", "inputs", "outputs", "node_templates", "groups",
                                   "relationship_templates", "policies")}
        relations = [r for r in self.of_kind("relation") if isinstance(r.key("relationship"), str)]

        def relationship(r):
            template = self.topology["relationship_templates"][r.key("relationship")]
            return self.typed(r, {key: value for key, value in template.items()
                                  if key not in ("type", "properties")})

        def filtered(e, key, elements):
            result = self.typed(e, self.rest(e, "type", "properties", key))
            if e.key(key) is not None:
                result[key] = [w for w, t in zip(e.key(key), elements) if self.present[t.id]]
            return result

        sections = {
            "inputs": {i.name: self.rest(i) for i in self.kept(self.of_kind("input"))},
            "node_templates": {n.name: self.write_node(n)
                               for n in self.kept(self.of_kind("node"))},
            "relationship_templates": {r.key("relationship"): relationship(r)
                                       for r in self.kept(relations)},
            "groups": {g.name: filtered(g, "members", g.members)
                       for g in self.kept(self.of_kind("group"))},
            "policies": [{p.name: filtered(p, "targets", p.targets)}
                         for p in self.kept(self.of_kind("policy"))],
            "outputs": {o.name: self.rest(o) for o in self.kept(self.of_kind("output"))},
        }
        topology.update({key: value for key, value in sections.items() if value})
        imports = [self.rest(i) for i in self.kept(self.of_kind("import"))]
        if imports:
            document["imports"] = [i["file"] if list(i) == ["file"] else i for i in imports]
        if topology:
            document["topology_template"] = topology
        for collection in ("node_types",):
            for definition in (document.get(collection) or {}).values():
                definition.setdefault("derived_from", "tosca.nodes.Root")
        document["tosca_definitions_version"] = "tosca_simple_yaml_1_3"
        return document

    def resolve(self):
        self.populate()
        technologies_required = self.options.plain("enrich_technologies",
                                                   [False, True, True, False])
        if technologies_required and self.options.check("required_technology_check"):
            for n in self.of_kind("node"):
                if not n.technologies and self.is_managed(n):
                    raise Refused(f'Node "{n.name}" has no technology candidates')
        self.enrich()
        self.add_option_constraints()
        self.add_implied_constraints()
        self.assign()
        self.clean()
        self.present = self.solve()
        self.evaluate_properties()
        self.check()
        return self.write()


def resolve(template, presets=(), inputs=None):
    """The resolved template; raises Refused with the error."""
    return Resolver(template, presets, inputs).resolve()
