"""Compares the embedded normative types with a profile of them: names, parents, properties,
attributes, capabilities, requirements, interfaces. normative_types.py TYPES PROFILE, where
PROFILE has one folder per version, 1.0 to 1.3. Needs PyYAML."""
import glob
import sys

import yaml

SECTION = "_types"


def facts(value):
    """Everything but texts for people; a capability's short form written out."""
    if isinstance(value, dict):
        return {k: facts(v) for k, v in value.items() if k not in ("description", "metadata")}
    if isinstance(value, list):
        return [facts(v) for v in value]
    return value


def type_facts(definition):
    result = facts(definition)
    for name, capability in result.get("capabilities", {}).items():
        if isinstance(capability, str):
            result["capabilities"][name] = {"type": capability}
    return result


def sections(path):
    with open(path, encoding="utf-8") as file:
        document = yaml.safe_load(file)
    for section, types in document.items():
        if section.endswith(SECTION):
            yield from (((section, name), definition) for name, definition in types.items())


def main(types_folder, profile_folder):
    own = {}
    differences = 0
    for version in ("1.0", "1.1", "1.2", "1.3"):
        suffix = version.replace(".", "_")
        own = {
            key: definition
            for key, definition in own.items()
            if definition.get("metadata", {}).get("until", "tosca_simple_yaml_9")
            >= "tosca_simple_yaml_" + suffix
        }
        own.update(sections(f"{types_folder}/simple_{suffix}.yaml"))
        profile = {}
        for path in glob.glob(f"{profile_folder}/{version}/*.yaml"):
            profile.update(sections(path))
        for key in sorted(set(own) | set(profile)):
            mine = type_facts(own[key]) if key in own else None
            theirs = type_facts(profile[key]) if key in profile else None
            if mine != theirs:
                differences += 1
                print(version, *key, "\n  own    ", mine, "\n  profile", theirs)
        print(f"{version}: {len(own)} types")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
