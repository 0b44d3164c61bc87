"""Resolves variability by writing the definition down, one sentence after the other.

No speed, no positions, no recovery: what an element, a condition, a constraint or a check
means is taken literally, and a small solver finds the result. Covers what the random
templates of this folder use; files beside a template are not among it. Errors are raised
with the text of the reference implementation.
"""
from naive_expressions import Expressions
from naive_model import CLASSES, UNDEFINED, VARIABILITY_KEYS, Refused, given, is_hosting
from naive_solver import Solver
from naive_text import compact

ROOTS = {"artifact_types": "tosca.artifacts.Root", "capability_types": "tosca.capabilities.Root",
         "data_types": "tosca.datatypes.Root", "group_types": "tosca.groups.Root",
         "interface_types": "tosca.interfaces.Root", "node_types": "tosca.nodes.Root",
         "policy_types": "tosca.policies.Root", "relationship_types": "tosca.relationship.Root"}

__all__ = ["CLASSES", "Refused", "resolve"]


class Resolver(Expressions):
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
        for prop in self.of_kind("property"):
            for consumed in prop.consumed:
                if consumed in gone:
                    raise Refused(f'Could not get element "{consumed.name}" from context element '
                                  f'"{prop.container.display}" and context cached "undefined"')
        for consumed in self.of_kind("input"):
            consumed.consumers = [c for c in consumed.consumers if c in self.all]
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

    def validate_inputs(self):
        """What variability inputs say about each other."""
        keys = ["mandatory", "optional", "choices", "alternatives", "requires", "excludes"]
        said = {name: [(key, given(declared.get(key))) for key in keys
                       if declared.get(key) is not None]
                for name, declared in self.declared.items()}
        if not any(said.values()):
            return
        values = {name: given(self.assigned.get(name), declared.get("default"))
                  for name, declared in self.declared.items()}
        targeted = [name for first in said.values() if first
                    for name in ([first[0][1]] if isinstance(first[0][1], str) else first[0][1])]
        for name, value in values.items():
            if name not in targeted and value is None:
                raise Refused(f'Variability input "{name}" is not targeted and not assigned')
        solver = Solver()
        for name, value in values.items():
            solver.require(name if value is not None and value is not False and value != 0
                           or value == "" else ("not", name))
        for name, dependencies in said.items():
            for key, others in dependencies:
                self.require_dependency(solver, name, key, others)
        if solver.solve() is None:
            raise Refused("Variability inputs constraints are violated")

    @staticmethod
    def require_dependency(solver, name, key, others):
        if isinstance(others, str) and key in ("mandatory", "requires", "excludes"):
            others = [others]
        if not isinstance(others, list):
            raise Refused(f'Element "{compact(others)}" is not an array')
        if key == "choices":
            solver.require(("implies", name, ("or", *others)))
        elif key == "alternatives":
            solver.require(("implies", name, ("exo", *others)))
        for other in others:
            if key == "mandatory":
                solver.require(("iff", name, other))
            elif key == "optional":
                solver.require(("implies", other, name))
            elif key == "requires":
                solver.require(("implies", name, other))
            elif key == "excludes":
                solver.require(("implies", name, ("not", other)))

    def implication(self, e, written):
        if len(written) > 2:
            raise Refused(f"{e.title} has an implies with more than 2 elements")
        if not written or written[0] is None:
            raise Refused(f"{e.title} has an implies without an target")
        premise = e.id
        if len(written) > 1 and written[1] is not None:
            premise = ("and", e.id, self.logic(written[1], e))
        return ("implies", premise, self.logic(written[0], e))

    def build(self):
        solver = Solver()
        for e in self.ordered:
            manual = [self.logic(c, e) for c, generated in e.conditions if not generated]
            every = [self.logic(c, e) for c, _ in e.conditions]
            solver.require(("iff", e.manual, ("and", *manual)))
            solver.require(("iff", e.id, ("and", *every)))
        user = [self.logic(c, None) for c in self.variability.get("constraints") or []]
        for constraint in user + self.constraints:
            self.refuse_what_is_refused(constraint)
            solver.require(constraint)
        for e in self.ordered:
            for implication in e.key("implies") or []:
                solver.require(self.implication(e, implication))
        for name, formula in self.named.items():
            solver.require(("iff", f"expression.{name}", formula))
        solver.require(("and", *[("or", name, ("not", name)) for name in self.variables]))
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
        strays = [name for name in self.variables if name not in names]
        compared = {kind: [e.id for e in self.of_kind(kind)] +
                    [name for name in strays if name.startswith(kind)]
                    for kind in ("node", "technology")}
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
        if options.plain("optimization_topology_unique", [True] * 4):
            backward = options.plain("optimization_topology_unique_backward", [False] * 4)
            model = solver.least(names + strays)
            mine = {name: model[name] for name in compared["node"]}
            present = [name for name in mine if mine[name]]
            for other in solver.projections(compared["node"]):
                if any(not other[n] for n in present) or backward and other != mine:
                    how = "without" if topology is False else "besides"
                    raise Refused(f"The result is ambiguous considering nodes ({how} "
                                  "optimization)")
        if options.plain("optimization_scenarios", [False] * 4):
            self.optimum(solver, technologies, lambda m: sum(
                given(t.key("prio"), 0) for t in technologies if m[t.id]), True)
        if options.plain("optimization_scenarios_unique", [False] * 4):
            model = solver.least(names + strays)
            chosen = [name for name in compared["technology"] if model[name]]
            if any(not other[t] for t in chosen
                   for other in solver.projections(compared["technology"])):
                raise Refused("There are multiple scenarios of the same priority for one "
                              "node template possible")
        chosen = options.plain("optimization_technologies", [False, True, True, True])
        if chosen is not False:
            self.optimise_technologies(solver, technologies, chosen)
        model = solver.least(names + strays)
        if options.plain("optimization_technologies_unique", [False] * 4):
            mine = {name: model[name] for name in compared["technology"]}
            if any(o != mine for o in solver.projections(compared["technology"])):
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
        for collection, root in ROOTS.items():
            for definition in (document.get(collection) or {}).values():
                definition.setdefault("derived_from", root)
            if not document.get(collection, True):
                del document[collection]
        document["tosca_definitions_version"] = "tosca_simple_yaml_1_3"
        return document

    def resolve(self):
        self.normalise()
        self.options.validate()
        self.populate()
        self.enrich_technologies()
        self.enrich()
        self.add_option_constraints()
        self.add_implied_constraints()
        self.assign()
        self.clean()
        self.validate_inputs()
        self.present = self.solve()
        self.evaluate_properties()
        self.check()
        return self.write()


def resolve(template, presets=(), inputs=None):
    """The resolved template; raises Refused with the error."""
    return Resolver(template, presets, inputs).resolve()
