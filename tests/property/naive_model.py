"""Elements and options, as the naive resolver sees them."""
from naive_text import compact

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

    def validate(self):
        """Options that are no modes, directions or names of a mode are Booleans."""
        for name, value in self.raw.items():
            if name.endswith("_mode") and name.startswith("relation_enhanced"):
                pass
            elif name.endswith("mode") or name in ("optimization_topology",
                                                   "optimization_technologies"):
                continue
            if value is not None and not isinstance(value, bool):
                raise Refused(f'Element "{compact(value)}" is not a boolean')

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
            if self.cls != "C":
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
