"""Kinds of mistakes: (name, pattern, replacement, anywhere).

The group `x` of the pattern is replaced; a replacement is a text, or one of the functions below. A kind
that holds `anywhere` is a mistake in every template; the others in those of this folder, which
declare what they use.
"""


def swapped(word):
    """Two neighbours change places: the typing mistake that is made most often."""
    for i in range(len(word) // 2, len(word) - 1):
        if word[i] != word[i + 1]:
            return word[:i] + word[i + 1] + word[i] + word[i + 2:]
    return word + "x"


def one_more(word):
    return word + "x"


def one_less(word):
    return word[:-1]


KINDS = [
    ("version", r"^tosca_definitions_version: (?P<x>\S+)", swapped, True),
    ("keyname of a file", r"^(?P<x>node_types|capability_types|relationship_types|data_types):", swapped, True),
    ("keyname of a template", r"^  (?P<x>node_templates|inputs|outputs|groups|policies|workflows):$", swapped, True),
    ("keyname type of a node", r"^      (?P<x>type): \S+$", swapped, True),
    ("keyname properties of a node", r"^      (?P<x>properties):", swapped, True),
    ("keyname requirements of a node", r"^      (?P<x>requirements):$", swapped, True),
    ("keyname capabilities of a node", r"^      (?P<x>capabilities):$", swapped, True),
    ("keyname interfaces of a node", r"^      (?P<x>interfaces):$", swapped, True),
    ("keyname derived_from", r"^    (?P<x>derived_from): ", swapped, True),
    ("keyname of a type", r"^    (?P<x>properties|capabilities|attributes|requirements|interfaces):", swapped, True),
    ("keyname of a definition", r"\{type: \S+, (?P<x>default|required|constraints|status)", swapped, True),
    ("keyname of a requirement", r"\{(?P<x>node|capability): ", swapped, True),
    ("keyname of a group", r"type: \S+, (?P<x>members|targets):", swapped, True),
    ("type of a node", r"^ +type: (?P<x>[\w.]+)$", swapped, False),
    ("type of a property", r": \{type: (?P<x>string|integer|float)", swapped, True),
    ("type of a capability", r"query: \{type: (?P<x>[\w.]+)", swapped, False),
    ("parent of a type", r"derived_from: (?P<x>[\w.]+)", swapped, False),
    ("type of a group or policy", r"(?:all|scale): \{type: (?P<x>[\w.]+)", swapped, False),
    ("capability of a definition", r"- (?:data|host): \{capability: (?P<x>[\w.]+)", swapped, False),
    ("relationship of a definition", r"relationship: (?P<x>[\w.]+),? ?(?:occ|count|\})", swapped, False),
    ("property name", r"properties: \{(?P<x>size|num_cpus)", swapped, False),
    ("property name on its line", r"^        (?P<x>port|owner):", swapped, False),
    ("part of a value", r"owner: \{(?P<x>street)", swapped, False),
    ("capability name", r"^        (?P<x>host): \{properties", swapped, False),
    ("requirement name", r"^        - (?P<x>data|host):", swapped, False),
    ("target of a requirement", r"^        - host: (?P<x>\w+)$", swapped, False),
    ("node of a requirement", r"node: (?P<x>server|database)\b", swapped, False),
    ("capability of an assignment", r"node: database, capability: (?P<x>\w+)", swapped, False),
    ("relationship of an assignment", r"relationship: (?P<x>link|HostedOn|tosca\.\S+)\}", swapped, False),
    ("value of another type", r"(?:number|size): (?P<x>3)(?: GB)?\b", "many", False),
    ("default of another type", r"type: integer, default: (?P<x>\d+)", "many", True),
    ("list of another type", r"tables: (?P<x>\[orders\])", "[[1]]", False),
    ("default that violates a constraint", r"default: (?P<x>sql|2, constraints: \[\{in)", None, False),
    ("required property is missing", r"(?P<x>, number: 3)", "", False),
    ("required is no boolean", r"required: (?P<x>false)", "maybe", True),
    ("status is no word of TOSCA", r"status: (?P<x>supported)", "suported", True),
    ("range upside down", r"(?:occurrences|count_range): (?P<x>\[1, 1\])", "[3, 1]", True),
    ("constraint operator", r"\[\{(?P<x>greater_or_equal|valid_values|in_range):", swapped, True),
    ("validation operator", r"validation: \{\$(?P<x>greater_or_equal)", swapped, True),
    ("function name", r"\{\$?(?P<x>get_property|get_attribute|get_input):", swapped, True),
    ("argument of get_input", r"get_input: (?P<x>\w+)", swapped, False),
    ("node of get_property", r"get_(?:property|attribute): \[(?P<x>database|frontend),", swapped, False),
    ("SELF", r"get_property: \[(?P<x>SELF),", "SEFL", True),
    ("property of get_property", r"get_(?:property|attribute): \[\w+, (?P<x>\w+)\]", swapped, False),
    ("member of a group", r"members: \[(?P<x>\w+)", swapped, False),
    ("target of a policy", r"\{type: [\w.]+, targets: \[(?P<x>\w+)", swapped, False),
    ("target of a step", r"\{target: (?P<x>\w+)", swapped, False),
    ("next step", r"on_success: \[(?P<x>\w+)", swapped, False),
    ("operation of a step", r"call_operation: (?P<x>[\w.]+)", swapped, False),
    ("activity", r"\[\{(?P<x>call_operation|set_state):", swapped, True),
    ("operation of a node", r"^            (?P<x>start):", swapped, False),
    ("import of a file", r"^  - (?P<x>types\.yaml)", "tpyes.yaml", False),
    ("scalar unit", r"mem_size: 4 (?P<x>GB)", "GX", False),
    ("key twice", r"^(?P<x>      type: [\w.]+\n)", "DOUBLE", True),
    ("parent of itself", r"^  (?P<n>shop\.\w+):\n    derived_from: (?P<x>\S+)", "ITSELF", False),
    ("variability input", r"\{variability_input: (?P<x>\w+)", swapped, False),
    ("expression", r"\{logic_expression: (?P<x>\w+)", swapped, False),
    ("operator", r"\{(?P<x>equal|not|greater|or|logic_expression|variability_input):", swapped, True),
    ("presence of a node", r"node_presence: (?P<x>\w+)", swapped, False),
    ("section of a variability definition", r"^    (?P<x>inputs|presets|expressions|options):$", swapped, True),
    ("variability option", r"^      (?P<x>required_technology_constraint|expected_technology_check):", swapped, True),
    ("value of an option", r"_check: (?P<x>false)", "maybe", True),
    ("mode", r"^      mode: (?P<x>manual)", swapped, True),
    ("keyword of an element", r"(?P<x>conditions): [\[{]", swapped, True),
    ("anchor", r", (?P<x>anchor): true", swapped, True),
    ("input of a preset", r"inputs: \{(?P<x>mode)", swapped, False),
    ("value that no preset can have", r"prod: .*mode: (?P<x>prod)", swapped, False),
    ("literal that the input cannot be", r"mode\}, (?P<x>dev)\]", swapped, False),
    ("text for a boolean", r"cached: (?P<x>true)", '"true"', False),
    ("circular expression", r"not: \{logic_expression: (?P<x>is_dev)", "is_prod", False),
]
