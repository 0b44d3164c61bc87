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


def upper(word):
    return word[:1].upper() + word[1:]


def synonym(word):
    return {"string": "str", "integer": "int", "boolean": "bool", "float": "double", "list": "array",
            "map": "object"}[word]


def other_number(word):
    """Singular for plural, plural for singular."""
    return {"properties": "property", "capabilities": "capability", "requirements": "requirement",
            "interfaces": "interface", "attributes": "attribute", "artifacts": "artifact",
            "type": "types", "default": "defaults", "constraints": "constraint", "imports": "import",
            "node_templates": "node_template", "inputs": "input", "outputs": "output",
            "conditions": "condition", "presets": "preset", "expressions": "expression", "options": "option",
            "node_types": "node_type", "capability_types": "capability_type"}[word]


def hyphens(word):
    return word.replace("_", "-")


def camel(word):
    first, *rest = word.split("_")
    return first + "".join(part.capitalize() for part in rest)


SECTIONS = "properties|capabilities|requirements|interfaces|attributes|artifacts"


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

    # Keynames that are nearly right.
    ("keyname in capitals", rf"^ +(?P<x>type|{SECTIONS}|derived_from|default|conditions):", upper, True),
    ("keyname in the other number", rf"^ +(?P<x>{SECTIONS}|node_templates|conditions|presets|options|expressions):(?: *$| [\[{{])", other_number, True),
    ("section of a file in the other number", r"^(?P<x>imports|node_types|capability_types):$", other_number, True),
    ("keyname with hyphens", r"^ *(?P<x>derived_from|node_templates|topology_template|service_template|node_types|entry_schema|valid_source_types|default_instances):", hyphens, True),
    ("keyname in camel case", r"^ *(?P<x>derived_from|node_templates|topology_template|service_template|node_types|entry_schema):", camel, True),
    ("keyname with a colon too many", r"^ +derived_from(?P<x>: )", ":: ", True),
    # YAML.
    ("colon is missing", r"^ +(?:\w+)(?P<x>:)$", "", True),
    ("no blank behind a colon", r"^ +(?:type|derived_from)(?P<x>: )[a-z]", ":", True),
    ("tab", r"^(?P<x>  +)type: ", "\t", True),
    ("one blank more", r"^(?P<n> +)[a-z_]+: [^\s{\[|>&*].*\n(?=(?P=n)\w)(?P<x>)", " ", True),
    ("one blank less", r"^(?P<n> +)[a-z_]+: [^\s{\[|>&*].*\n(?=(?P=n)\w)(?P<x> )", "", True),
    ("quote is open", r": (?P<x>)[\w.]+$", '"', True),
    ("bracket is open", r": \[.*(?P<x>\])$", "", True),
    ("brace is open", r": \{.*(?P<x>\})$", "", True),
    ("brace too many", r": \{.*\}(?P<x>)$", "}", True),
    ("dash is missing", r"^ +(?P<x>- )\w+:(?: |$)", "  ", True),
    ("dash too many", rf"^ +(?P<x>)(?:derived_from|type): ", "- ", True),
    ("no blank behind a dash", r"^ +-(?P<x> )\w+: ", "", True),
    ("alias without anchor", r"^ +(?:default|type): (?P<x>)\w+$", "*", True),
    # Shapes.
    ("list for a map", rf"^ +(?:properties|interfaces|capabilities):(?P<x>)$", " []\n#", None),
    ("text for a section", rf"^( +)(?:{SECTIONS}):(?P<x> )\{{\}}", " none ", True),
    ("type is a list", r"^ +(?:type): (?P<x>string|integer|boolean)$", "[string, integer]", True),
    ("parent is a map", r"^ +derived_from: (?P<x>[\w.:]+)$", "{type: Root}", True),
    ("parent is a number", r"^ +derived_from: (?P<x>[\w.:]+)$", "3", True),
    ("type is empty", r"^ +type:(?P<x> \S+)$", "", True),
    ("parent is empty", r"^ +derived_from:(?P<x> \S+)$", "", True),
    ("required is a text", r"required: (?P<x>true|false)", "'yes'", True),
    ("required is a number", r"required: (?P<x>true|false)", "1", True),
    ("occurrences is a number", r"(?:occurrences|count_range): (?P<x>\[.*?\])", "1", True),
    ("occurrences of one", r"(?:occurrences|count_range): \[ ?(?:\d+)(?P<x>, ?\w+) ?\]", "", True),
    ("occurrences of words", r"(?:occurrences|count_range): \[ ?(?P<x>\d+),", "one", True),
    ("occurrences without end", r"(?:occurrences|count_range): \[ ?\d+, ?(?P<x>UNBOUNDED)", "UNBOUND", True),
    # Types.
    ("primitive type in capitals", r"(?:^ +| \{)type: (?P<x>string|integer|boolean|float|list|map)\b", upper, True),
    ("primitive type by another name", r"(?:^ +| \{)type: (?P<x>string|integer|boolean|float|list|map)$", synonym, True),
    ("node type for a data type", r"(?:properties|attributes):\n +\w+:\n +type: (?P<x>string|integer|boolean)$", "tosca.nodes.Root", True),
    ("normative type", r": (?P<x>tosca\.(?:nodes|capabilities|relationships|datatypes|policies|groups)\.\w+)$", one_less, True),
    ("normative type of another kind", r"derived_from: tosca\.(?P<x>nodes)\.Root", "node", True),
    ("type of a capability for a node", r"^ +derived_from: (?P<x>tosca\.nodes\.\w+)$", "tosca.capabilities.Node", True),
    # Functions.
    ("function is misspelt", r"\{ ?\$?(?P<x>get_input|get_property|get_attribute|concat|token|join|get_artifact|get_operation_output): ", one_more, True),
    ("function without underscore", r"\{ ?\$?(?P<x>get_input|get_property|get_attribute): ", lambda word: word.replace("_", ""), True),
    ("get_input of nothing", r"\{ ?\$?get_input: (?P<x>\w+) ?\}", "", True),
    ("get_input of what is not there", r"\{ ?\$?get_input: (?P<x>\w+) ?\}", "no_such_input", True),
    ("get_property of one name", r"\{ ?\$?get_(?:property|attribute): \[ ?\w+(?P<x>, ?\w+) ?\]", "", True),
    ("get_property of a text", r"\{ ?\$?get_(?:property|attribute): (?P<x>\[ ?\w+, ?\w+ ?\])", "SELF", True),
    ("SELF in small letters", r"\{ ?\$?get_(?:property|attribute): \[ ?(?P<x>SELF),", "self", True),
    # Values and constraints.
    ("constraint is no list", r"(?:constraints): (?P<x>\[.*\])$", "positive", True),
    ("constraint of one bound", r"in_range: \[ ?\d+(?P<x>, ?\d+) ?\]", "", True),
    ("constraint upside down", r"in_range: (?P<x>\[ ?\d+, ?\d+ ?\])", "[9, 1]", True),
    ("valid_values is no list", r"valid_values: (?P<x>\[.*?\])", "any", True),
    ("length is a word", r"(?:min_length|max_length): (?P<x>\d+)", "long", True),
    ("pattern that does not end", r"^ +-? ?pattern: (?P<x>\S+)$", '"(a"', True),
    ("default is a map", r"type: (?:string|integer|boolean|float)\n +default: (?P<x>[\w.]+)$", "{a: b}", True),
    ("default is a list", r"type: (?:string|integer|boolean|float)\n +default: (?P<x>[\w.]+)$", "[a]", True),
    ("boolean in capitals", r"type: boolean\n +default: (?P<x>true|false)$", "yes please", True),
    ("number with a unit", r"type: integer\n +default: (?P<x>\d+)$", "5 GB", True),
    # Imports and versions.
    ("version that is not out yet", r"^tosca_definitions_version: (?P<x>\S+)", lambda word: word[:-1] + "7", True),
    ("version in capitals", r"^tosca_definitions_version: (?P<x>\S+)", str.upper, True),
    ("key of the version", r"^(?P<x>tosca_definitions_version): ", "tosca_definition_version", True),
    ("import in another folder", r"^imports:\n(?: *- \S+\n)*? *- (?P<x>)[\w/.-]+\.yaml$", "nowhere/", True),
    ("import with another ending", r"^imports:\n(?: *- \S+\n)*? *- [\w/.-]+(?P<x>\.yaml)$", ".yam", True),
    ("import is a number", r"^imports:\n(?: *- \S+\n)*? *- (?P<x>[\w/.-]+\.yaml)$", "17", True),
    # Things that stand twice.
    ("parent twice", r"^(?P<x> +derived_from: \S+\n)", "DOUBLE", True),
    # Variability.
    ("operator in capitals", r"\{(?P<x>not|and|or|equal|logic_expression|node_presence): ", upper, True),
    ("operator of one operand with two", r"\{not: (?P<x>\{[^{}]*\})", lambda word: f"[{word}, {word}]", True),
    ("comparison of nothing", r"\{(?:equal|greater|less): (?P<x>\[.*?\])\}", "[]", True),
    ("comparison of three", r"\{(?:greater|less): \[\{[^{}]*\}(?P<x>), ", ", 1", True),
    ("implies of one", r"\{implies: \[\{[^{}]*\}(?P<x>, \{[^{}]*\})\]", "", True),
    ("condition is a number", r"^ +conditions: (?P<x>.+)$", "3", True),
    ("condition is a word", r"^ +conditions: (?P<x>\{.+)$", "sometimes", True),
    ("name of a node in a condition", r"node_presence: (?P<x>\w+)", one_more, True),
    ("name of an expression in a condition", r"logic_expression: (?P<x>\w+)", one_more, True),
    ("name of an input in a condition", r"variability_input: (?P<x>\w+)", one_more, True),
    ("element of another kind in a condition", r"(?P<x>node_presence): ", "group_presence", None),
    ("type of a variability input", r"^        inputs:\n +\w+:\n +type: (?P<x>\w+)$", "text", True),
    ("keyname of a preset", r"presets:\n +\w+:\n(?: +(?:name|description): .*\n)* +(?P<x>inputs):", "input", True),
    ("input that a preset assigns", r"presets:\n +\w+:\n(?: +(?:name|description): .*\n)* +inputs:\n +(?P<x>\w+): ", one_more, True),
    ("option is misspelt", r"^ +options:\n(?: +\w+: \S+\n)*? +(?P<x>\w+_pruning|mode|\w+_check): \w+$", swapped, True),
    ("option is a word", r"^ +(?:\w+_pruning|\w+_check): (?P<x>true|false)$", "on", True),
    ("mode that does not exist", r"^ +options:\n(?: +\w+: \S+\n)*? +mode: (?P<x>\S+)$", "automatic", True),
    ("default_alternative is a word", r"default_alternative: (?P<x>true|false)", "always", True),
    ("technology that is a list of lists", r"^ +technology: (?P<x>\w+)$", "[[ansible]]", None),
    # Templates.
    ("type of a node is a number", r"^ {4,8}\w+:\n +type: (?P<x>[\w.]+)$", "7", True),
    ("requirement leads to nobody", r"^ +- \w+: (?P<x>[a-z]\w+)$", "no_such_node", None),
    ("directive", r"directives: \[ ?(?P<x>\w+)", swapped, True),
    ("member is a number", r"members: \[ ?(?P<x>\w+)", "4", True),
    ("members is a text", r"members: (?P<x>\[.*?\])", "all of them", True),
    ("targets is a text", r"targets: (?P<x>\[.*?\])", "all of them", True),
    ("value of an output is missing", r"^ +(?P<x>value): ", "valu", True),
    ("implementation", r"^ +(?P<x>implementation): ", swapped, True),
    ("primary", r"^ +(?P<x>primary): ", swapped, True),
    ("keyname of a schema", r"^ +entry_schema:\n +(?P<x>type): ", swapped, True),
    ("substitution of what", r"^ +substitution_mappings:\n +(?P<x>node_type): ", swapped, True),
    ("call_operation", r"(?P<x>call_operation): ", swapped, True),

    # Functions and values in other words.
    ("call with a text for a list", r"\{ ?concat: (?P<x>\[[^\]{}]*\])", "text", True),
    ("call with a map for a list", r"\{ ?\$?(?:concat|get_property|get_attribute): (?P<x>\[[^\]{}]*\])", "{a: b}", True),
    ("call without colon", r"^ +\w+: \{ ?\$?get_input(?P<x>: )\w+ ?\}$", " ", True),
    ("call with an equals sign", r"^ +\w+: (?P<x>\{ ?get_input: \w+ ?\})$", "get_input = port", True),
    ("get_input of a number", r"\{ ?\$?get_input: (?P<x>\w+) ?\}", "42", True),
    ("output of no operation", r"get_operation_output: \[ ?\w+, \w+, (?P<x>\w+)", swapped, False),
    ("occurrences is a map", r"(?:occurrences|count_range): (?P<x>\[.*?\])", "{lower: 1}", True),
    ("constraint without value", r"- (?:greater_or_equal|max_length|min_length|pattern):(?P<x> \S+)$", "", True),
    ("name is empty", r"^ +(?:node|relationship|capability): (?P<x>\w+)$", '""', True),
    # What stands somewhere else.
    ("properties as a type", r"^(?P<x>    )properties:\n      \w+:\n", "  ", True),
    # What YAML takes for no name, and nothing where something belongs.
    ("node is a number", r"^        - host: (?P<x>\w+)$", "7", True),
    ("name of a node is a number", r"^    (?P<x>\w+):\n      type: ", "7", False),
    ("name of a type is a number", r"^node_types:\n  (?P<x>[\w.]+):", "7", False),
    ("requirement without node", r"^        - \w+:(?P<x> [a-z]\w+)$", "", True),
    ("keyname of a requirement without value", r"\{(?:node|capability|relationship):(?P<x> \w+)[,}]", "", True),
    # Sections that are none.
    ("inputs are a list", r"^  inputs:(?P<x>\n(?:    .*\n)+)", " [port]\n", True),
    ("types are a text", r"^(?:capability_types|data_types|relationship_types):(?P<x>\n(?:  .*\n)+)", " none\n", True),
    ("expressions are a text", r"^    expressions:(?P<x>\n(?:      .*\n)+)", " none\n", True),
    ("variability inputs are a list", r"^    inputs:(?P<x>\n(?:      .*\n)+)", " [mode]\n", True),
    ("options are a list", r"^    options:(?P<x>\n(?:      .*\n)+)", " [mode]\n", True),
    ("nodes are nothing", r"^  node_templates:(?P<x>\n(?:    .*\n)+)", " none\n", True),
    ("option without value", r"^      (?:mode|\w+_check|\w+_constraint):(?P<x> \S+)$", "", True),
    ("unknown option", r"^      (?P<x>\w+_check|\w+_constraint|\w+_pruning): \w+$", "frobnicate", True),
    ("default_alternative without value", r"default_alternative:(?P<x> \w+)$", "", True),
    ("comparison of one", r"\{equal: \[\{[^{}]*\}(?P<x>, \w+)\]\}", "", True),
    ("expression without name", r"logic_expression: (?P<x>\w+)", '""', True),
    ("valid value is a map", r"valid_values: \[\w+, (?P<x>\w+)\]", "{x: y}", True),
    ("anchor without value", r", anchor:(?P<x> true)", "", True),
    ("input of a preset without value", r"\{inputs: \{mode:(?P<x> \w+)", "", False),
    ("condition without value", r"^      conditions:(?P<x> .+)$", "", True),
    ("value that a clause is about", r"validation: \{\$\w+: \[(?P<x>\$value),", swapped, True),
    # below a folded description, the entries go on with it; then what they name may be missed by nobody
    ("keyname of the imports is gone", r"^(?P<x>imports:\n) *- ", "", False),
    ("inputs are a list, and entries", r"^  inputs:(?P<x>)\n", " [port]", True),
    # What is written as something else.
    ("operation is a number", r"^ +(?:create|start|configure|stop|delete): (?P<x>[\w./-]+\.sh)$", "42", True),
    ("nodes are a list", r"^  node_templates:(?P<x>\n(?:    .*\n)+)", " [app, server]\n", True),
    ("groups are a list", r"^  groups:(?P<x>\n(?:    .*\n)+)", " [all]\n", False),
    ("preset is a list", r"^      prod: (?P<x>\{.*)$", "[a, b]", True),
    ("output without value", r"^  outputs:\n(?:    .*\n)*?    \w+: (?P<x>\{value: .*\})$", "{type: string}", True),
    ("output is nothing", r"^  outputs:\n(?:    .*\n)*?    \w+:(?P<x> \{value: .*\})$", "", True),
    ("property is nothing", r"^    properties:\n(?:      .*\n)*?      \w+:(?P<x> \{type: \w+.*\})$", "", False),
    ("function of texts", r"\{ ?\$?(?P<x>concat|token|join): ?\[", swapped, True),
    ("keyname by another word", r"^      (?P<x>type): \S+$", "kind", True),
    ("inputs of a preset by another word", r"\{(?P<x>inputs): \{mode", "parameters", True),
    ("file of an artifact by another word", r"\{(?P<x>file): [\w./-]+, type:", "path", True),
    ("type of a parameter", r"inputs: \{\w+: \{(?P<x>type): (?:string|integer)", swapped, True),
    ("operation of a trigger", r"action: \[\{call_operation: Backup\.(?P<x>\w+)", swapped, False),
    ("time below zero", r"timeout: (?P<x>\d+)", "-1", True),
    ("range of characters upside down", r"^ +-? ?pattern: (?P<x>\S+)$", "'[z-a]'", True),
    ("capability is a number", r"^        (?:host|query): (?P<x>\{.*\})$", "42", False),
]
