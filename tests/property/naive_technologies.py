"""Technology rules: which technologies a node can have, and what they rest on."""
import functools

from naive_conditions import Conditions
from naive_model import Refused, given, is_hosting

ROOTS = {"tosca.nodes.Compute": "tosca.nodes.Root", "tosca.nodes.Root": None,
         "tosca.nodes.SoftwareComponent": "tosca.nodes.Root",
         "tosca.nodes.Database": "tosca.nodes.Root", "tosca.artifacts.Root": None,
         "tosca.artifacts.File": "tosca.artifacts.Root"}


class Scenario:
    """Rules of the same component, artifact and hosting stack."""

    def __init__(self, rule, name):
        self.name, self.component = name, rule["component"]
        self.artifact, self.hosting = rule.get("artifact"), rule.get("hosting") or []
        self.operations = rule.get("operations") or []
        self.rules = []


class Technologies(Conditions):
    def scenarios(self):
        rules = [{**rule, "technology": rule["technology"][0]}
                 if isinstance(rule["technology"], list) else rule
                 for rule in self.variability.get("qualities") or []]
        # Stable: rules that are equal in all three stay as they are written.
        rules = sorted(rules, key=functools.cmp_to_key(self.compared))
        found = {}
        for rule in rules:
            name = self.rule_name(rule, None)
            found.setdefault(name, Scenario(rule, name)).rules.append(rule)
        return list(found.values())

    @staticmethod
    def compared(rule, other):
        """By component, by artifact if both have one, by hosting: no order in the strict sense,
        so that the way of sorting matters; Python's is that of the reference implementation."""
        keys = [(r["component"], r.get("artifact") or "", ",".join(r.get("hosting") or []))
                for r in (rule, other)]
        if not (keys[0][1] and keys[1][1]):
            keys = [(component, hosting) for component, _, hosting in keys]
        return (keys[0] > keys[1]) - (keys[0] < keys[1])

    @staticmethod
    def rule_name(rule, technology):
        name = rule["component"]
        if rule.get("artifact"):
            name += "#" + rule["artifact"]
        if technology:
            name += "::" + technology
        if rule.get("hosting"):
            name += "@" + "->".join(rule["hosting"])
        return name

    def ancestors(self, name, collection):
        defined, starting = self.template.get(collection) or {}, "starting "
        while name is not None:
            if name not in defined and name not in ROOTS:
                raise Refused(f'{starting}{collection} "{name}" has no definition')
            yield name
            name = defined[name].get("derived_from") if name in defined else ROOTS[name]
            starting = ""

    def derives(self, name, ancestor, collection="node_types"):
        return ancestor in self.ancestors(name, collection)

    def type_of(self, element):
        if len(element.types) != 1:
            raise Refused(f"{element.title} has more than one type")
        return element.types[0].name

    def matches(self, scenario, node):
        """The lists of elements that a scenario can rest on; none if it does not apply."""
        if not self.derives(self.type_of(node), scenario.component):
            return []
        if not all(self.has_operation(node, operation) for operation in scenario.operations):
            return []
        artifacts = [[]]
        if scenario.artifact:
            artifacts = [[a] for a in node.artifacts
                         if self.derives(self.type_of(a), scenario.artifact, "artifact_types")]
        if not artifacts and not self.type_has_artifact(node, scenario.artifact):
            return []
        artifacts = artifacts or [[]]
        paths = self.paths(node, scenario.hosting, [], node) if scenario.hosting else [[]]
        return [path + artifact for artifact in artifacts for path in paths]

    def definitions(self, node):
        """Those of the node's type and its ancestors."""
        defined = self.template.get("node_types") or {}
        return [defined.get(name) or {} for name in self.ancestors(self.type_of(node),
                                                                   "node_types")]

    def has_operation(self, node, operation):
        def defines(definition):
            management = (definition.get("interfaces") or {}).get("management") or {}
            return (management.get("operations") or {}).get(operation) is not None

        return defines(node.raw) or any(defines(d) for d in self.definitions(node))

    def type_has_artifact(self, node, artifact):
        return any(self.derives(raw["type"], artifact, "artifact_types")
                   for definition in self.definitions(node)
                   for raw in (definition.get("artifacts") or {}).values())

    def paths(self, node, stack, path, start):
        if stack == ["*"]:
            raise Refused("Unexpected error")
        wanted = stack[1] if stack[0] == "*" else stack[0]
        found = []
        hosting = [r for r in node.relations if is_hosting(r)]
        for relation in hosting:
            host = relation.target
            first = next(r for r in hosting if r.target is host)
            if self.derives(self.type_of(host), wanted):
                rest = stack[2:] if stack[0] == "*" else stack[1:]
                if not rest:
                    found.append(path + [first, host])
                    continue
                found += self.paths(host, rest, path + [first, host], start)
            if stack[0] == "*" and host not in path and host is not start:
                found += self.paths(host, stack, path + [first, host], start)
        return found

    def candidates_of(self, node, scenarios):
        best_only = self.options.plain("enrich_technologies_best_only", [True] * 4)
        found = []
        for scenario in scenarios:
            if not self.matches(scenario, node):
                continue
            best = max(given(rule.get("weight"), 1) for rule in scenario.rules)
            distance = list(self.ancestors(self.type_of(node), "node_types")).index(
                scenario.component)
            for rule in scenario.rules:
                weight = given(rule.get("weight"), 1)
                if best_only and weight != best:
                    continue
                name = self.rule_name(rule, rule["technology"])
                found.append((rule, {
                    "weight": weight, "scenario": scenario, "prio": distance,
                    "assign": rule.get("assign") or f"{self.type_of(node)}~{name}"}))
        return found

    def enrich_technologies(self):
        scenarios = self.scenarios()
        wanted = self.options.plain("enrich_technologies", [False, True, True, False])
        replace = self.options.plain("enrich_implementations", [True] * 4) and scenarios
        modelled = {node: node.technologies for node in self.of_kind("node")}
        if replace:
            for node, technologies in modelled.items():
                if self.is_managed(node) and technologies:
                    self.replace_technologies(node, scenarios)
        if wanted:
            for node, technologies in modelled.items():
                if not technologies and self.is_managed(node):
                    self.append_technologies(node, scenarios)
        self.all = [e for e in self.all if e.kind != "technology"]
        weights = []
        for node in self.of_kind("node"):
            for index, technology in enumerate(node.technologies):
                technology.index, technology.scope = index, node.technologies
                weight = technology.key("weight")
                if isinstance(weight, (int, float)) and not 0 <= weight <= 1:
                    weights.append((technology, weight))
                self.all.append(technology)
            self.choose_default_technology(node.technologies)
        for technology, weight in weights:
            self.check_weight(technology.display, weight)

    def choose_default_technology(self, technologies):
        """The template is normalised once more, now with the technologies that rules assign."""
        free = [t for t in technologies if not t.conditions]
        if (self.automatic and len(technologies) > 1 and len(free) == 1 and
                not any(t.key("default_alternative") is True for t in technologies)):
            free[0].raw["default_alternative"] = True

    @staticmethod
    def rule_conditions(rule):
        conditions = rule.get("conditions")
        return {"and": conditions} if isinstance(conditions, list) else conditions

    def new_technology(self, node, rule, raw, conditions):
        element = self.element("technology", rule["technology"].lower(), 0, node, raw)
        element.conditions = conditions
        return element

    def replace_technologies(self, node, scenarios):
        candidates = self.candidates_of(node, scenarios)
        replaced = []
        for technology in node.technologies:
            same = [c for c in candidates if c[0]["technology"] == technology.name]
            if not same:
                raise Refused(f"{node.title} has no implementation for {technology.display}")
            for rule, raw in same:
                own, condition = technology.conditions, self.rule_conditions(rule)
                if own and condition is None:
                    raise Refused("Unexpected error")
                conditions = own + ([(condition, False)] if condition is not None else [])
                replaced.append(self.new_technology(node, rule, raw, conditions))
        node.technologies = replaced

    def append_technologies(self, node, scenarios):
        for rule, raw in self.candidates_of(node, scenarios):
            condition = self.rule_conditions(rule)
            conditions = [(condition, True)] if condition is not None else []
            node.technologies.append(self.new_technology(node, rule, raw, conditions))
        if not node.technologies and self.options.check("required_technology_check"):
            raise Refused(f"{node.title} has no technology candidates")

    def scenario_formula(self, technology):
        matches = self.matches(technology.key("scenario"), technology.container)
        return ("or", *[("and", *[e.id for e in match]) for match in matches])

    def is_managed_artifact(self, artifact):
        """Any technology whose scenario names the artifact's type."""
        users = []
        for technology in artifact.container.technologies:
            scenario = technology.key("scenario")
            if scenario and scenario.artifact and self.derives(
                    self.type_of(artifact), scenario.artifact, "artifact_types"):
                users.append(technology.id)
        return ("or", *users)
