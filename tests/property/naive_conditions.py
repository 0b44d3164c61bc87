"""Conditions that options generate, and constraints."""
from naive_elements import Elements
from naive_model import UNDEFINED, Refused, given, is_hosting, wants
from naive_text import compact


# As far as templates use them; they are always known.
KNOWN_TYPES = ("tosca.nodes.Root", "tosca.nodes.Compute", "tosca.nodes.SoftwareComponent",
               "tosca.nodes.Database")


class Specific:
    """A type-specific condition, as it is written."""

    def __init__(self, written):
        self.written = written


class Conditions(Elements):
    def others(self, element):
        if element.kind == "type" and element.container.kind == "policy" and len(element.scope) > 1:
            # References to types of a policy want its name, and find its position.
            return ("refused", f'Element "{element.container.index}" is not a string')
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
                return [], [self.is_managed_artifact(e)]
        if e.kind == "technology":
            if token == "container":
                return [e.container.id], []
            if token == "other":
                return [self.others(e)], []
            if token == "default":
                return ([self.others(e)] if self.is_default_candidate(e) else []), []
            if token == "scenario":
                return [], [self.scenario_formula(e)] if e.key("scenario") else []
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

    def type_specific(self, e):
        """The condition for the only type of an element, with its two aspects; or nothing."""
        section = {"node": "node_types", "relation": "relationship_types",
                   "group": "group_types", "policy": "policy_types"}.get(e.kind)
        conditions = self.variability.get("type_specific_conditions") or {}
        if section is None or len(e.types) != 1:
            return []
        entry = (conditions.get(section) or {}).get(e.types[0].name)
        if entry is None:
            return []
        if entry.get("conditions") is None:
            raise Refused(f"{e.title} holds type-specific condition without any condition")
        return [(Specific(entry["conditions"]), bool(given(entry.get("consistency"), False)),
                 bool(given(entry.get("semantic"), True)))]

    @staticmethod
    def generated(selected):
        """The conjunction of what is selected; a type-specific condition stands in front."""
        if not isinstance(selected[0], Specific):
            return ("formula", ("and", *selected))
        written = selected[0].written
        if len(selected) == 1 and not isinstance(written, (dict, list)):
            raise Refused(f'Element "{compact(written)}" is not an object')
        return ("formula", ("and", *selected[1:]), written)

    def enrich(self):
        """One element after the other: what a later one gets here, an earlier one has not seen."""
        options = self.options
        for e in self.ordered:
            for group in self.of_kind("group"):
                if self.is_variability_group(group) and e in group.members:
                    e.conditions += group.conditions
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
            for formula, consistency, semantic in self.type_specific(e) + self.candidates(e):
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
                e.conditions.insert(0, (self.generated(selected), True))

    def is_managed(self, node):
        managed = node.key("managed")
        if managed is not None:
            if not isinstance(managed, bool):
                raise Refused(f'Element "{compact(managed)}" is not a boolean')
            return managed
        if node.technologies:
            return True
        if len(node.types) != 1:
            raise Refused(f"{node.title} has more than one type")
        name = node.types[0].name
        if name not in (self.template.get("node_types") or {}) and name not in KNOWN_TYPES:
            raise Refused(f'Node type "{name}" does not exist')
        definition = (self.template.get("node_types") or {}).get(name) or {}
        return (definition.get("metadata") or {}).get("vintner_abstract") != "true"

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
            if on("required_technology_constraint") and self.is_managed(n):
                add(("implies", n.id, ("exo", *technologies)))
            if on("unique_technology_constraint") and self.is_managed(n):
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
                    if enhanced:
                        premises = [e.container.id, e.manual, e.target.manual]
                    else:
                        premises = [self.implied_left(e, implied), e.manual]
                    add(("implies", ("and", *premises), e.id))
            elif e.kind == "property":
                if given(implied, True) and any(c.kind == "input" for c in e.consumed):
                    add(("implies", ("and", e.container.id, e.manual,
                                     wants(c.manual for c in e.consumed)), e.id))
            elif e.kind in ("artifact", "type", "technology") and implied:
                add(("implies", ("and", self.implied_left(e, implied), e.manual), e.id))

    @staticmethod
    def implied_left(e, implied):
        """Whose presence, with the manual conditions, forces the element."""
        if not isinstance(implied, str) or implied in ("SOURCE", "CONTAINER"):
            return e.container.id
        if implied != "TARGET":
            raise Refused("Left not defined")
        return e.target.id if e.kind == "relation" else ("refused", f"{e.title} is not a relation")
