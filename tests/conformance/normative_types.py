"""The embedded normative types against the profiles they are published as: names, parents,
properties, attributes, capabilities, requirements, interfaces. `compare(TYPES, PROFILES)`, where
PROFILES has one folder per version, 1.0 to 1.3."""
try:
    import yaml
except ImportError:  # nothing else in the project needs it
    yaml = None

VERSIONS = ("1.0", "1.1", "1.2", "1.3")
TEXTS = ("description", "metadata")  # for people

# The specification's tables of these say that no property is required; its listings, and so the
# profiles, do not. Templates follow the tables.
OPTIONAL = ("tosca.datatypes.network.NetworkInfo", "tosca.datatypes.network.PortInfo")


def facts(value):
    if isinstance(value, dict):
        return {key: facts(item) for key, item in value.items() if key not in TEXTS}
    if isinstance(value, list):
        return [facts(item) for item in value]
    return value


def type_facts(definition):
    """Everything but texts; a capability's short form written out."""
    if definition is None:
        return None
    result = facts(definition)
    for name, capability in result.get("capabilities", {}).items():
        if isinstance(capability, str):
            result["capabilities"][name] = {"type": capability}
    return result


def definitions(path):
    document = yaml.safe_load(path.read_text(encoding="utf-8"))
    for section, types in document.items():
        if section.endswith("_types"):
            for name, definition in types.items():
                # Those of Variability4TOSCA are in no profile of TOSCA.
                if not name.startswith("variability."):
                    yield (section, name), definition


def is_of(definition, version):
    """A type that a later version dropped names its last one."""
    return definition.get("metadata", {}).get("until", "tosca_simple_yaml_9") >= version


def compare(types_folder, profiles_folder):
    """For each type of each version None, or a text that tells what differs."""
    if yaml is None:
        print("normative types are left out: PyYAML is missing")
        return
    own = {}
    for number in VERSIONS:
        suffix = number.replace(".", "_")
        own = {key: definition for key, definition in own.items()
               if is_of(definition, "tosca_simple_yaml_" + suffix)}
        own.update(definitions(types_folder / f"simple_{suffix}.yaml"))
        profile = {}
        for path in sorted((profiles_folder / number).glob("*.yaml")):
            profile.update(definitions(path))
        for name in OPTIONAL:
            for definition in profile["data_types", name]["properties"].values():
                definition["required"] = False
        for key in sorted(set(own) | set(profile)):
            mine, theirs = type_facts(own.get(key)), type_facts(profile.get(key))
            yield None if mine == theirs else (
                f"{number} {' '.join(key)}\n  own     {mine}\n  profile {theirs}")
