"""What a long list or map costs: for each that the language has, four times the entries take `check`, an edit in the
middle, and all that is offered for the whole text, about four times the steps at most.

usage: long_lists.py PROGRAM [PATTERN]

PROGRAM is one that counts its steps; `./dev lists` builds it. `FAMILIES` has, by what the list holds, a function that
makes a template with so many entries, or files by name, the template first.
"""
import concurrent.futures
import json
import math
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile

V1 = "tosca_definitions_version: tosca_variability_1_0\n"
V2 = "tosca_definitions_version: tosca_2_0\n"
APP = "    app: {type: tosca.nodes.Root}\n"
TOPOLOGY = "topology_template:\n"
NODES = TOPOLOGY + "  node_templates:\n"
FAMILIES = {}


def family(name):
    def add(make):
        FAMILIES[name] = make
        return make
    return add


def each(n, line):
    """`line` for each number: {i} is the number, {b} the one before, {h} half of it, {n} the next, or the first."""
    return "".join(line.format(i=i, b=i - 1, h=i // 2, n=(i + 1) % n) for i in range(n))


def add(name, head, line, tail=""):
    """A family of one block: head, a line for each entry, tail."""
    FAMILIES[name] = lambda n: head + each(n, line) + tail


def variability(section):
    return V1 + TOPOLOGY + "  variability:\n" + section


# ---- the file
add("metadata", V1 + "metadata:\n", "  key{i}: v\n", NODES + APP)
add("metadata_of_one_name", V1 + "metadata:\n", "  key: v\n", NODES + APP)
add("dsl_definitions", V1 + "dsl_definitions:\n", "  key{i}: &a{i} {{x: 1}}\n", NODES + APP)
add("aliases", V1 + "dsl_definitions:\n  key: &a {x: 1}\n  list:\n", "    - *a\n", NODES + APP)
add("merge_keys", V1 + "dsl_definitions:\n  key: &a {x: 1}\n  list:\n", "    - {{<<: *a, y: {i}}}\n", NODES + APP)
add("merged_maps", V1 + "dsl_definitions:\n", "  k{i}: &a{i} {{x{i}: 1}}\n", NODES + APP)
add("unknown_keynames", V1, "keyname{i}: v\n", NODES + APP)
add("repositories", V1 + "repositories:\n", "  repository{i}: {{url: https://example.org/{i}}}\n", NODES + APP)
add("repositories_of_one_name", V1 + "repositories:\n", "  repository: {{url: https://example.org/{i}}}\n", NODES + APP)
add("imports_missing", V1 + "imports:\n", "  - missing{i}.yaml\n", NODES + APP)
add("imports_of_one_file", V1 + "imports:\n", "  - {{file: missing.yaml, namespace_prefix: p{i}}}\n", NODES + APP)
add("documents", V1 + NODES + APP, "---\na: {i}\n")
add("comments", V1 + NODES + APP, "# comment {i}\n")
add("broken_lines", V1 + NODES + APP, "    {i} b: \"\n")
add("open_quotes", V1 + NODES + APP, "    a{i}: \"\n    b{i}: {{\n")
add("tabs", V1 + NODES + APP, "\tx{i}: 1\n")
add("words", V1 + NODES + APP, "    word{i}\n")


@family("imports")
def imports(n):
    files = {"main.yaml": V1 + "imports:\n" + each(n, "  - file{i}.yaml\n") + NODES + APP}
    files.update({f"file{i}.yaml": V1 + f"node_types: {{T{i}: {{derived_from: tosca.nodes.Root}}}}\n" for i in range(n)})
    return files


@family("imports_in_a_chain")
def imports_in_a_chain(n):
    files = {"main.yaml": V1 + "imports: [file0.yaml]\n" + NODES + APP}
    files.update({f"file{i}.yaml": V1 + f"imports: [file{i + 1}.yaml]\nnode_types: {{T{i}: {{derived_from: tosca.nodes.Root}}}}\n"
                  for i in range(n - 1)})
    files[f"file{n - 1}.yaml"] = V1
    return files


@family("imports_of_the_same_types")
def imports_of_the_same_types(n):
    files = {"main.yaml": V1 + "imports: [a.yaml, b.yaml]\n" + NODES + APP}
    files["a.yaml"] = files["b.yaml"] = V1 + "node_types:\n" + each(n, "  T{i}: {{derived_from: tosca.nodes.Root}}\n")
    return files


# ---- types
for kind, root in (("artifact", "tosca.artifacts.Root"), ("data", "tosca.datatypes.Root"), ("capability", "tosca.capabilities.Root"),
                   ("interface", "tosca.interfaces.Root"), ("relationship", "tosca.relationships.Root"),
                   ("node", "tosca.nodes.Root"), ("group", "tosca.groups.Root"), ("policy", "tosca.policies.Root")):
    add(f"{kind}_types", V1 + f"{kind}_types:\n", f"  T{{i}}: {{{{derived_from: {root}}}}}\n")
    add(f"{kind}_types_of_one_name", V1 + f"{kind}_types:\n", f"  T: {{{{derived_from: {root}}}}}\n")
    add(f"{kind}_types_in_a_chain", V1 + f"{kind}_types:\n  T-1: {{derived_from: {root}}}\n",
        "  T{i}: {{derived_from: T{b}}}\n")
    add(f"{kind}_types_in_a_tree", V1 + f"{kind}_types:\n", "  T{i}: {{derived_from: T{h}}}\n")
    add(f"{kind}_types_unknown", V1 + f"{kind}_types:\n", "  T{i}: {{derived_from: Unknown{i}}}\n")
    add(f"properties_of_{kind}_types", V1 + f"{kind}_types:\n  T:\n    derived_from: {root}\n    properties:\n",
        "      p{i}: {{type: string, default: x}}\n")
    add(f"overridden_properties_of_{kind}_types", V1 + f"{kind}_types:\n  T:\n    derived_from: {root}\n    properties:\n",
        "      p{i}: {{type: string, default: x}}\n")
    old = FAMILIES[f"properties_of_{kind}_types"]
    FAMILIES[f"overridden_properties_of_{kind}_types"] = \
        lambda n, old=old: old(n) + "  U:\n    derived_from: T\n    properties:\n" + each(n, "      p{i}: {{type: string, default: y}}\n")
add("attributes_of_types", V1 + "node_types:\n  T:\n    derived_from: tosca.nodes.Root\n    attributes:\n", "      p{i}: {{type: string}}\n")
add("capabilities_of_types", V1 + "node_types:\n  T:\n    derived_from: tosca.nodes.Root\n    capabilities:\n",
    "      c{i}: tosca.capabilities.Node\n", NODES + "    app: {type: T}\n")
add("requirements_of_types", V1 + "node_types:\n  T:\n    derived_from: tosca.nodes.Root\n    requirements:\n",
    "      - r{i}: {{capability: tosca.capabilities.Node, occurrences: [0, 1]}}\n", NODES + "    app: {type: T}\n")
add("requirements_of_one_name", V1 + "node_types:\n  T:\n    derived_from: tosca.nodes.Root\n    requirements:\n",
    "      - r: {{capability: tosca.capabilities.Node, occurrences: [0, 1]}}\n", NODES + "    app: {type: T}\n")
add("requirements_nobody_fulfils", V1 + "node_types:\n  T:\n    derived_from: tosca.nodes.Root\n    requirements:\n",
    "      - r{i}: {{capability: tosca.capabilities.Compute}}\n", NODES + "    app: {type: T}\n")
add("interfaces_of_types", V1 + "interface_types: {I: {derived_from: tosca.interfaces.Root}}\nnode_types:\n  T:\n    derived_from: tosca.nodes.Root\n    interfaces:\n",
    "      i{i}: {{type: I}}\n", NODES + "    app: {type: T}\n")
add("artifacts_of_types", V1 + "node_types:\n  T:\n    derived_from: tosca.nodes.Root\n    artifacts:\n",
    "      a{i}: {{type: tosca.artifacts.File, file: f{i}}}\n", NODES + "    app: {type: T}\n")
add("operations_of_interface_types", V1 + "interface_types:\n  I:\n    derived_from: tosca.interfaces.Root\n    operations:\n",
    "      o{i}: {{description: x}}\n")
add("operations_flat", V1 + "interface_types:\n  I:\n    derived_from: tosca.interfaces.Root\n", "    o{i}: {{description: x}}\n")
add("notifications", V2 + "interface_types:\n  I:\n    notifications:\n", "      o{i}: {{description: x}}\n")
add("inputs_of_operations", V1 + "interface_types:\n  I:\n    derived_from: tosca.interfaces.Root\n    operations:\n      o:\n        inputs:\n",
    "          x{i}: {{type: string}}\n")
add("inputs_of_interface_types", V1 + "interface_types:\n  I:\n    derived_from: tosca.interfaces.Root\n    inputs:\n", "      x{i}: {{type: string}}\n")
add("valid_source_types", V1 + "capability_types:\n  C:\n    derived_from: tosca.capabilities.Root\n    valid_source_types:\n", "      - tosca.nodes.Root\n")
add("valid_source_types_unknown", V1 + "capability_types:\n  C:\n    derived_from: tosca.capabilities.Root\n    valid_source_types:\n", "      - Unknown{i}\n")
add("valid_target_types", V1 + "relationship_types:\n  C:\n    derived_from: tosca.relationships.Root\n    valid_target_types:\n", "      - tosca.capabilities.Node\n")
add("valid_node_types_2", V2 + "relationship_types:\n  C:\n    valid_target_node_types:\n", "      - Unknown{i}\n")
add("members_of_group_types", V1 + "group_types:\n  C:\n    derived_from: tosca.groups.Root\n    members:\n", "      - tosca.nodes.Root\n")
add("targets_of_policy_types", V1 + "policy_types:\n  C:\n    derived_from: tosca.policies.Root\n    targets:\n", "      - tosca.nodes.Root\n")
add("triggers_of_policy_types", V1 + "policy_types:\n  C:\n    derived_from: tosca.policies.Root\n    triggers:\n",
    "      t{i}: {{event: e, action: [{{delegate: w}}]}}\n")
add("file_extensions", V1 + "artifact_types:\n  C:\n    derived_from: tosca.artifacts.Root\n    file_ext:\n", "      - e{i}\n")
add("nested_data_types", V1 + "data_types:\n  D-1: {properties: {v: {type: string}}}\n", "  D{i}: {{properties: {{v: {{type: D{b}}}}}}}\n")
add("data_types_that_refer_to_all", V1 + "data_types:\n", "  D{i}: {{properties: {{v: {{type: D{n}, required: false}}}}}}\n")
add("constraints", V1 + "data_types:\n  D:\n    derived_from: string\n    constraints:\n", "      - min_length: {i}\n")
add("valid_values", V1 + "data_types:\n  D:\n    derived_from: string\n    constraints:\n      - valid_values:\n", "        - v{i}\n")
add("valid_values_of_one_name", V1 + "data_types:\n  D:\n    derived_from: string\n    constraints:\n      - valid_values:\n", "        - v\n")
add("valid_values_that_are_chosen", V1 + "node_types:\n  T:\n    derived_from: tosca.nodes.Root\n    properties:\n      p:\n        type: list\n        entry_schema:\n          type: string\n          constraints:\n          - valid_values: [" ,
    "v{i}, ", "]\n" + NODES)
FAMILIES["valid_values_that_are_chosen"] = lambda n: (
    V1 + "node_types:\n  T:\n    derived_from: tosca.nodes.Root\n    properties:\n      p:\n        type: list\n        entry_schema:\n"
    "          type: string\n          constraints:\n          - valid_values: [" + each(n, "v{i}, ") + "]\n" + NODES +
    "    app: {type: T, properties: {p: [" + each(n, "v{i}, ") + "]}}\n")
FAMILIES["valid_values_that_are_not_chosen"] = lambda n: (
    V1 + "node_types:\n  T:\n    derived_from: tosca.nodes.Root\n    properties:\n      p:\n        type: list\n        entry_schema:\n"
    "          type: string\n          constraints:\n          - valid_values: [" + each(n, "v{i}, ") + "]\n" + NODES +
    "    app: {type: T, properties: {p: [" + each(n, "w{i}, ") + "]}}\n")
add("functions", V2 + "functions:\n", "  f{i}: {{signatures: [{{implementation: f{i}.sh}}]}}\n", "service_template:\n  node_templates: {}\n")
add("signatures_of_a_function", V2 + "functions:\n  f:\n    signatures:\n", "      - {{arguments: [{{type: string}}], implementation: f{i}.sh}}\n")
add("arguments_of_a_function", V2 + "functions:\n  f:\n    signatures:\n      - implementation: f.sh\n        arguments:\n", "        - {{type: string}}\n")
add("validation_and", V2 + "data_types:\n  D:\n    derived_from: string\n    validation:\n      $and:\n", "      - {{$greater_or_equal: [$value, {i}]}}\n")


# ---- templates
TYPED = V1 + "node_types:\n  T:\n    derived_from: tosca.nodes.Root\n"
add("node_templates", V1 + NODES, "    n{i}: {{type: tosca.nodes.Root}}\n")
add("node_templates_of_one_name", V1 + NODES, "    n: {{type: tosca.nodes.Root}}\n")
add("node_templates_of_unknown_types", V1 + NODES, "    n{i}: {{type: Unknown{i}}}\n")
add("node_templates_2", V2 + "service_template:\n  node_templates:\n", "    n{i}: {{type: Root}}\n")
add("hosts_in_a_ring", "tosca_definitions_version: tosca_variability_1_0_rc_3\ntopology_template:\n  variability:\n"
    "    inputs: {on: {type: boolean, default: true}}\n    options: {mode: semantic-loose, required_technology_constraint: false}\n"
    "  node_templates:\n    n-1: {type: tosca.nodes.Root, conditions: {variability_input: on}}\n",
    "    n{i}: {{type: tosca.nodes.SoftwareComponent, requirements: [{{host: n{n}}}]}}\n")
FAMILIES["operands_that_are_inputs"] = lambda n: (
    V1 + TOPOLOGY + "  variability:\n    options: {mode: semantic-loose}\n    inputs:\n" +
    each(n, "      i{i}: {{type: boolean, default: false}}\n") + "  node_templates:\n    app:\n      type: tosca.nodes.Root\n      conditions:\n"
    "        or:\n" + each(n, "        - variability_input: i{i}\n"))
add("copies", V1 + NODES + "    n: {type: tosca.nodes.Root}\n", "    n{i}: {{copy: n}}\n")
add("copies_in_a_chain", V1 + NODES + "    n-1: {type: tosca.nodes.Root}\n", "    n{i}: {{copy: n{b}}}\n")
add("directives", V1 + NODES + "    n:\n      type: tosca.nodes.Root\n      directives:\n", "        - d{i}\n")
for word, types_, template in (("properties", "    properties:\n", "      properties:\n"), ("attributes", "    attributes:\n", "      attributes:\n")):
    FAMILIES[f"{word}_assigned"] = lambda n, a=types_, b=template: (
        TYPED + a + each(n, "      p{i}: {{type: string, required: false}}\n".replace(", required: false", "" if "attr" in a else ", required: false")) +
        NODES + "    n:\n      type: T\n" + b + each(n, "        p{i}: x\n"))
    FAMILIES[f"{word}_unknown"] = lambda n, a=types_, b=template: (
        TYPED + a + each(n, "      p{i}: {{type: string}}\n") + NODES + "    n:\n      type: T\n" + b + each(n, "        q{i}: x\n"))
    FAMILIES[f"{word}_with_conditions"] = lambda n, a=types_, b=template: (
        TYPED + a + each(n, "      p{i}: {{type: string}}\n") + NODES + "    n:\n      type: T\n" + b +
        each(n, "        - p{i}: {{value: x, conditions: true}}\n"))
    FAMILIES[f"{word}_of_one_name"] = lambda n, a=types_, b=template: (
        TYPED + a + "      p: {type: string}\n" + NODES + "    n:\n      type: T\n" + b +
        each(n, "        - p: {{value: x, conditions: true}}\n"))
    FAMILIES[f"{word}_that_get_each_other"] = lambda n, a=types_, b=template: (
        TYPED + a + each(n, "      p{i}: {{type: string}}\n") + NODES + "    n:\n      type: T\n" + b +
        each(n, "        p{i}: {{get_property: [SELF, p{n}]}}\n"))
add("properties_missing", TYPED + "    properties:\n", "      p{i}: {{type: string}}\n", NODES + "    n: {type: T}\n")
FAMILIES["entries_of_a_map"] = lambda n: (
    TYPED + "    properties: {p: {type: map, entry_schema: string}}\n" + NODES +
    "    n:\n      type: T\n      properties:\n        p:\n" + each(n, "          k{i}: v\n"))
FAMILIES["entries_of_a_list"] = lambda n: (
    TYPED + "    properties: {p: {type: list, entry_schema: string}}\n" + NODES +
    "    n:\n      type: T\n      properties:\n        p:\n" + each(n, "          - v{i}\n"))
FAMILIES["entries_of_wrong_types"] = lambda n: (
    TYPED + "    properties: {p: {type: list, entry_schema: integer}}\n" + NODES +
    "    n:\n      type: T\n      properties:\n        p:\n" + each(n, "          - v{i}\n"))
FAMILIES["fields_of_a_data_type"] = lambda n: (
    V1 + "data_types:\n  D:\n    properties:\n" + each(n, "      f{i}: {{type: string}}\n") + "node_types:\n  T:\n    derived_from: tosca.nodes.Root\n"
    "    properties: {p: {type: D}}\n" + NODES + "    n:\n      type: T\n      properties:\n        p:\n" + each(n, "          f{i}: v\n"))
FAMILIES["fields_in_other_order"] = lambda n: (
    V1 + "data_types:\n  D:\n    properties:\n" + each(n, "      f{i}: {{type: string}}\n") + "node_types:\n  T:\n    derived_from: tosca.nodes.Root\n"
    "    properties: {p: {type: D}}\n" + NODES + "    n:\n      type: T\n      properties:\n        p:\n" +
    "".join(f"          f{i}: v\n" for i in reversed(range(n))))
FAMILIES["concatenated"] = lambda n: (
    TYPED + "    properties: {p: {type: string}}\n" + NODES + "    n:\n      type: T\n      properties:\n        p:\n          concat:\n" +
    each(n, "          - v{i}\n"))
add("requirements", V1 + NODES + "    vm: {type: tosca.nodes.Compute}\n    n:\n      type: tosca.nodes.SoftwareComponent\n      requirements:\n", "        - dependency: vm\n")
add("requirements_of_many_names", V1 + NODES + "    vm: {type: tosca.nodes.Compute}\n    n:\n      type: tosca.nodes.SoftwareComponent\n      requirements:\n", "        - r{i}: vm\n")
add("requirements_of_missing_nodes", V1 + NODES + "    n:\n      type: tosca.nodes.SoftwareComponent\n      requirements:\n", "        - dependency: vm{i}\n")
FAMILIES["requirements_assigned"] = lambda n: (
    TYPED + "    requirements:\n" + each(n, "      - r{i}: {{capability: tosca.capabilities.Node, occurrences: [0, 1]}}\n") + NODES +
    "    vm: {type: tosca.nodes.Compute}\n    n:\n      type: T\n      requirements:\n" + each(n, "        - r{i}: vm\n"))
add("requirements_of_each_node", V1 + NODES + "    vm: {type: tosca.nodes.Compute}\n", "    n{i}: {{type: tosca.nodes.SoftwareComponent, requirements: [{{host: vm}}]}}\n")
add("requirements_without_targets", V1 + NODES + "    vm: {type: tosca.nodes.Compute}\n", "    n{i}: {{type: tosca.nodes.SoftwareComponent, requirements: [host]}}\n")
add("requirements_in_a_chain", V1 + NODES + "    n-1: {type: tosca.nodes.Root}\n", "    n{i}: {{type: tosca.nodes.Root, requirements: [{{dependency: n{b}}}]}}\n")
add("requirements_in_a_ring", V1 + NODES, "    n{i}: {{type: tosca.nodes.Root, requirements: [{{dependency: n{n}}}]}}\n")
add("hosts_in_a_chain", V1 + NODES + "    n-1: {type: tosca.nodes.Compute}\n",
    "    n{i}: {{type: tosca.nodes.SoftwareComponent, requirements: [{{host: n{b}}}]}}\n")
add("hosts_in_a_ring", V1 + NODES, "    n{i}: {{type: tosca.nodes.SoftwareComponent, requirements: [{{host: n{n}}}]}}\n")
FAMILIES["capabilities_assigned"] = lambda n: (
    TYPED + "    capabilities:\n" + each(n, "      c{i}: tosca.capabilities.Node\n") + NODES +
    "    n:\n      type: T\n      capabilities:\n" + each(n, "        c{i}: {{properties: {{}}}}\n"))
add("capabilities_unknown", V1 + NODES + "    n:\n      type: tosca.nodes.Root\n      capabilities:\n", "        c{i}: {{properties: {{}}}}\n")
add("artifacts", V1 + NODES + "    n:\n      type: tosca.nodes.Root\n      artifacts:\n", "        a{i}: {{type: tosca.artifacts.File, file: f{i}}}\n")
add("artifacts_with_conditions", V1 + NODES + "    n:\n      type: tosca.nodes.Root\n      artifacts:\n", "        - a{i}: {{type: tosca.artifacts.File, file: f{i}, conditions: true}}\n")
FAMILIES["interfaces"] = lambda n: (
    V1 + "interface_types: {I: {derived_from: tosca.interfaces.Root, operations: {o: {}}}}\nnode_types:\n  T:\n    derived_from: tosca.nodes.Root\n    interfaces:\n" +
    each(n, "      i{i}: {{type: I}}\n") + NODES + "    n:\n      type: T\n      interfaces:\n" + each(n, "        i{i}: {{operations: {{o: x.sh}}}}\n"))
FAMILIES["operations"] = lambda n: (
    V1 + "interface_types:\n  I:\n    derived_from: tosca.interfaces.Root\n    operations:\n" + each(n, "      o{i}: {{}}\n") +
    "node_types: {T: {derived_from: tosca.nodes.Root, interfaces: {i: {type: I}}}}\n" + NODES +
    "    n:\n      type: T\n      interfaces:\n        i:\n          operations:\n" + each(n, "            o{i}: x.sh\n"))
add("operations_unknown", V1 + NODES + "    n:\n      type: tosca.nodes.Root\n      interfaces:\n        Standard:\n          operations:\n", "            o{i}: x.sh\n")
add("inputs_of_an_operation", V1 + NODES + "    n:\n      type: tosca.nodes.Root\n      interfaces:\n        Standard:\n          operations:\n            create:\n              inputs:\n", "                x{i}: v\n")
add("dependencies_of_an_operation", V1 + NODES + "    n:\n      type: tosca.nodes.Root\n      interfaces:\n        Standard:\n          operations:\n            create:\n              implementation:\n                primary: x.sh\n                dependencies:\n", "                  - f{i}.sh\n")
add("node_filter", V1 + NODES + "    vm: {type: tosca.nodes.Compute}\n    n:\n      type: tosca.nodes.SoftwareComponent\n      requirements:\n        - host:\n            node_filter:\n              properties:\n", "                - p{i}: {{equal: 1}}\n")
add("relationship_templates", V1 + TOPOLOGY + "  relationship_templates:\n", "    r{i}: {{type: tosca.relationships.DependsOn}}\n")
add("relationship_templates_used", V1 + NODES + "    vm: {type: tosca.nodes.Root}\n", "    n{i}: {{type: tosca.nodes.Root, requirements: [{{dependency: {{node: vm, relationship: r{i}}}}}]}}\n", "  relationship_templates:\n")
FAMILIES["relationship_templates_used"] = lambda n: (
    V1 + NODES + "    vm: {type: tosca.nodes.Root}\n" + each(n, "    n{i}: {{type: tosca.nodes.Root, requirements: [{{dependency: {{node: vm, relationship: r{i}}}}}]}}\n") +
    "  relationship_templates:\n" + each(n, "    r{i}: {{type: tosca.relationships.DependsOn}}\n"))
add("groups", V1 + NODES + APP + "  groups:\n", "    g{i}: {{type: tosca.groups.Root, members: [app]}}\n")
add("members_of_a_group", V1 + NODES + "    n-1: {type: tosca.nodes.Root}\n", "    n{i}: {{type: tosca.nodes.Root}}\n")
FAMILIES["members_of_a_group"] = lambda n: (
    FAMILIES["node_templates"](n) + "  groups:\n    g:\n      type: tosca.groups.Root\n      members:\n" + each(n, "        - n{i}\n"))
FAMILIES["members_with_conditions"] = lambda n: (
    FAMILIES["node_templates"](n) + "  groups:\n    g:\n      type: tosca.groups.Root\n      members:\n" + each(n, "        - n{i}: {{conditions: true}}\n"))
FAMILIES["members_of_one_name"] = lambda n: (
    FAMILIES["groups"](1) + "    h:\n      type: tosca.groups.Root\n      members:\n" + each(n, "        - app\n"))
FAMILIES["variability_groups"] = lambda n: (
    FAMILIES["node_templates"](n) + "  groups:\n" + each(n, "    g{i}: {{type: variability.groups.ConditionalMembers, members: [n{i}], conditions: true}}\n"))
FAMILIES["variability_groups_of_all"] = lambda n: (
    FAMILIES["node_templates"](n) + "  groups:\n    g:\n      type: variability.groups.ConditionalMembers\n      conditions: true\n      members:\n" + each(n, "        - n{i}\n"))
add("policies", V1 + NODES + APP + "  policies:\n", "    - p{i}: {{type: tosca.policies.Root, targets: [app]}}\n")
add("policies_of_one_name", V1 + NODES + APP + "  policies:\n", "    - p: {{type: tosca.policies.Root, targets: [app]}}\n")
FAMILIES["targets_of_a_policy"] = lambda n: (
    FAMILIES["node_templates"](n) + "  policies:\n    - p:\n        type: tosca.policies.Root\n        targets:\n" + each(n, "          - n{i}\n"))
FAMILIES["targets_of_groups"] = lambda n: (
    FAMILIES["groups"](n) + "  policies:\n    - p:\n        type: tosca.policies.Root\n        targets:\n" + each(n, "          - g{i}\n"))
add("triggers", V1 + NODES + APP + "  policies:\n    - p:\n        type: tosca.policies.Root\n        triggers:\n", "          t{i}: {{event: e, action: [{{delegate: w}}]}}\n")
add("actions", V1 + NODES + APP + "  policies:\n    - p:\n        type: tosca.policies.Root\n        triggers:\n          t:\n            event: e\n            action:\n", "            - delegate: w{i}\n")
add("inputs", V1 + TOPOLOGY + "  inputs:\n", "    x{i}: {{type: string}}\n")
add("outputs", V1 + NODES + APP + "  outputs:\n", "    x{i}: {{value: {{get_attribute: [app, state]}}}}\n")
FAMILIES["outputs_of_inputs"] = lambda n: (FAMILIES["inputs"](n) + "  outputs:\n" + each(n, "    x{i}: {{value: {{get_input: x{i}}}}}\n"))
FAMILIES["outputs_of_nodes"] = lambda n: (FAMILIES["node_templates"](n) + "  outputs:\n" + each(n, "    x{i}: {{value: {{get_attribute: [n{i}, state]}}}}\n"))
add("workflows", V1 + NODES + APP + "  workflows:\n", "    w{i}: {{steps: {{s: {{target: app, activities: [{{delegate: w{n}}}]}}}}}}\n")
add("steps", V1 + NODES + APP + "  workflows:\n    w:\n      steps:\n", "        s{i}: {{target: app, activities: [{{set_state: x}}], on_success: [s{n}]}}\n")
add("steps_that_follow", V1 + NODES + APP + "  workflows:\n    w:\n      steps:\n        s: {target: app, activities: [{set_state: x}]}\n        t:\n          target: app\n          activities: []\n          on_success:\n", "          - s\n")
add("activities", V1 + NODES + APP + "  workflows:\n    w:\n      steps:\n        s:\n          target: app\n          activities:\n", "          - set_state: x{i}\n")
add("preconditions", V1 + NODES + APP + "  workflows:\n    w:\n      preconditions:\n", "        - {{target: app, condition: [{{state: [{{equal: x}}]}}]}}\n")
add("substitution_properties", V1 + NODES + APP + "  substitution_mappings:\n    node_type: tosca.nodes.Root\n    properties:\n", "      p{i}: [x{i}]\n")
add("substitution_capabilities", V1 + NODES + APP + "  substitution_mappings:\n    node_type: tosca.nodes.Root\n    capabilities:\n", "      c{i}: [app, feature]\n")
add("substitution_requirements", V1 + NODES + APP + "  substitution_mappings:\n    node_type: tosca.nodes.Root\n    requirements:\n", "      r{i}: [app, dependency]\n")
add("substitution_requirements_listed", V2 + "service_template:\n  node_templates: {app: {type: Root}}\n  substitution_mappings:\n    node_type: Root\n    requirements:\n", "      - r{i}: [app, dependency]\n")
add("substitution_interfaces", V1 + NODES + APP + "  substitution_mappings:\n    node_type: tosca.nodes.Root\n    interfaces:\n", "      i{i}: {{o: w}}\n")

# ---- variability
add("variability_inputs", variability("    inputs:\n"), "      x{i}: {{type: string, default: a}}\n", "  node_templates:\n" + APP)
add("variability_inputs_with_valid_values", variability("    inputs:\n      x:\n        type: string\n        constraints:\n        - valid_values:\n"), "          - v{i}\n", "  node_templates:\n" + APP)
FAMILIES["variability_inputs_used"] = lambda n: (
    variability("    inputs:\n") + each(n, "      x{i}: {{type: boolean, default: true}}\n") + "  node_templates:\n" +
    each(n, "    n{i}: {{type: tosca.nodes.Root, conditions: {{variability_input: x{i}}}}}\n"))
add("presets", variability("    inputs: {x: {type: integer, default: 1}}\n    presets:\n"), "      p{i}: {{inputs: {{x: {i}}}}}\n",
    "  node_templates:\n    app: {type: tosca.nodes.Root, conditions: {equal: [{variability_input: x}, 1]}}\n")
add("presets_of_one_name", variability("    inputs: {x: {type: integer, default: 1}}\n    presets:\n"), "      p: {{inputs: {{x: {i}}}}}\n",
    "  node_templates:\n    app: {type: tosca.nodes.Root, conditions: {equal: [{variability_input: x}, 1]}}\n")
FAMILIES["inputs_of_a_preset"] = lambda n: (
    variability("    inputs:\n") + each(n, "      x{i}: {{type: string, default: a}}\n") + "    presets:\n      p:\n        inputs:\n" +
    each(n, "          x{i}: b\n") + "  node_templates:\n" + APP)
add("inputs_of_a_preset_unknown", variability("    presets:\n      p:\n        inputs:\n"), "          x{i}: b\n", "  node_templates:\n" + APP)
add("expressions", variability("    inputs: {x: {type: integer, default: 1}}\n    expressions:\n"), "      e{i}: {{equal: [{{variability_input: x}}, {i}]}}\n",
    "  node_templates:\n" + APP)
add("expressions_of_one_name", variability("    inputs: {x: {type: integer, default: 1}}\n    expressions:\n"), "      e: {{equal: [{{variability_input: x}}, {i}]}}\n",
    "  node_templates:\n" + APP)
add("expressions_in_a_chain", variability("    expressions:\n      e-1: true\n"), "      e{i}: {{logic_expression: e{b}}}\n",
    "  node_templates:\n    app: {type: tosca.nodes.Root, conditions: {logic_expression: e1}}\n")
FAMILIES["expressions_in_a_chain_used"] = lambda n: (
    variability("    expressions:\n      e-1: true\n") + each(n, "      e{i}: {{and: [{{logic_expression: e{b}}}, true]}}\n") +
    f"  node_templates:\n    app: {{type: tosca.nodes.Root, conditions: {{logic_expression: e{n - 1}}}}}\n")
FAMILIES["value_expressions_in_a_chain"] = lambda n: (
    variability("    expressions:\n      e-1: 1\n") + each(n, "      e{i}: {{value_expression: e{b}}}\n") +
    f"  node_templates:\n    app: {{type: tosca.nodes.Root, conditions: {{equal: [{{value_expression: e{n - 1}}}, 1]}}}}\n")
FAMILIES["value_expressions_in_a_chain_of_each_node"] = lambda n: (
    variability("    inputs: {x: {type: integer, default: 1}}\n    expressions:\n      e-1: {add: [{variability_input: x}, 1]}\n") +
    each(n, "      e{i}: {{value_expression: e{b}}}\n") + "  node_templates:\n" +
    each(n, "    n{i}: {{type: tosca.nodes.Root, conditions: {{equal: [{{value_expression: e{i}}}, 3]}}}}\n"))
FAMILIES["expressions_used"] = lambda n: (
    variability("    inputs: {x: {type: integer, default: 1}}\n    expressions:\n") + each(n, "      e{i}: {{equal: [{{variability_input: x}}, {i}]}}\n") +
    "  node_templates:\n" + each(n, "    n{i}: {{type: tosca.nodes.Root, conditions: {{logic_expression: e{i}}}}}\n"))
for op in ("and", "or", "xor", "add", "concat", "equal", "in", "max", "mean"):
    inner = {"and": "{node_presence: app}", "or": "{node_presence: app}", "xor": "{node_presence: app}"}.get(op, "1")
    if op in ("and", "or", "xor"):
        FAMILIES[f"operands_of_{op}"] = lambda n, op=op: (
            V1 + NODES + APP + each(n, "    n{i}: {{type: tosca.nodes.Root}}\n") + "    last:\n      type: tosca.nodes.Root\n      conditions:\n        " + op + ":\n" +
            each(n, "        - node_presence: n{i}\n"))
    else:
        FAMILIES[f"operands_of_{op}"] = lambda n, op=op: (
            variability("    expressions:\n      e:\n        " + op + ":\n") +
            ("        - 1\n        - [" + each(n, "{i}, ") + "]\n" if op == "in" else each(n, "        - {i}\n")) + "  node_templates:\n" +
            "    app: {type: tosca.nodes.Root, conditions: {equal: [{value_expression: e}, 1]}}\n")
add("conditions_listed", V1 + NODES + APP + "    n:\n      type: tosca.nodes.Root\n      conditions:\n", "        - node_presence: app\n")
add("conditions_of_each_node", V1 + NODES, "    n{i}: {{type: tosca.nodes.Root, conditions: {{not: {{node_presence: n{n}}}}}}}\n")
add("conditions_in_a_chain", V1 + NODES + "    n-1: {type: tosca.nodes.Root}\n", "    n{i}: {{type: tosca.nodes.Root, conditions: {{node_presence: n{b}}}}}\n")
add("conditions_that_all_refer_to_one", V1 + NODES + APP, "    n{i}: {{type: tosca.nodes.Root, conditions: {{node_presence: app}}}}\n")
FAMILIES["conditions_in_a_ring_of_choices"] = lambda n: (
    variability("    options: {mode: manual}\n") + "  node_templates:\n" + each(n, "    n{i}: {{type: tosca.nodes.Root, conditions: {{node_presence: n{n}}}}}\n"))
add("options", variability("    options:\n"), "      o{i}: true\n", "  node_templates:\n" + APP)
add("options_of_one_name", variability("    options:\n"), "      mode: manual\n", "  node_templates:\n" + APP)
add("technology_rules", variability("    technology_assignment_rules:\n      ansible:\n"), "        - {{component: tosca.nodes.Root, weight: 0.5}}\n", "  node_templates:\n" + APP)
add("qualities_rules", variability("    qualities:\n"), "      - {{technology: t{i}, component: tosca.nodes.Root}}\n", "  node_templates:\n" + APP)
add("technologies", V1 + NODES + "    n:\n      type: tosca.nodes.Root\n      technology:\n", "        - t{i}: {{conditions: true}}\n")
add("types_of_a_node", V1 + NODES + "    n:\n      type:\n", "        - tosca.nodes.Root: {{conditions: {{equal: [{i}, 1]}}}}\n")
add("nodes_with_types", V1 + NODES, "    n{i}: {{type: [{{tosca.nodes.Root: {{conditions: true}}}}, {{tosca.nodes.Compute: {{}}}}]}}\n")
add("plugins", variability("    plugins:\n"), "      - p{i}\n", "  node_templates:\n" + APP)
add("deployment_artifacts_with_conditions", V1 + NODES + "    n:\n      type: tosca.nodes.Root\n      artifacts:\n", "        - a: {{type: tosca.artifacts.File, file: f{i}, conditions: {{equal: [{i}, 1]}}}}\n")
add("flow_list", V1 + "metadata: [", "x{i}, ", "]\n" + NODES + APP)
add("flow_map", V1 + "metadata: {", "x{i}: y, ", "}\n" + NODES + APP)
add("flow_map_of_one_name", V1 + "metadata: {", "x: y, ", "}\n" + NODES + APP)
add("flow_map_of_one_node", V1 + TOPOLOGY + "  node_templates: {", "app: {{type: x}}, ", "}\n")
add("flow_map_of_unknown_keynames", V1 + TOPOLOGY + "  node_templates: {app: {type: tosca.nodes.Root, ", "x{i}: y, ", "}}\n")
add("entries_indented_too_little", V1 + "dsl_definitions:\n", "    a: {i}\n  b: {i}\n", NODES + APP)
add("comments_that_silence", V1, "# vtosca-ignore unknown-keyname: reason\n", "x: 1\n" + NODES + APP)
add("comments_that_silence_each", V1, "x{i}: 1  # vtosca-ignore unknown-keyname: reason\n", NODES + APP)
add("aliases_in_a_chain", V1 + "dsl_definitions:\n  key-1: &a-1 [x]\n", "  key{i}: &a{i} [*a{b}]\n", NODES + APP)
add("merge_keys_in_a_chain", V1 + "dsl_definitions:\n  key-1: &a-1 {x: 1}\n", "  key{i}: &a{i} {{<<: *a{b}}}\n", NODES + APP)
add("long_scalar", V1 + "description: >\n", "  word {i}\n", NODES + APP)
add("quoted_scalar", V1 + "description: \"", "word {i}\n  ", "\"\n" + NODES + APP)
add("one_line", V1 + "description: ", "word {i} ", "\n" + NODES + APP)
add("long_keys", V1 + "metadata:\n", "  ? key{i}\n  : v\n", NODES + APP)
add("anchors_of_one_name", V1 + "dsl_definitions:\n", "  key{i}: &a {{x: 1}}\n  use{i}: *a\n", NODES + APP)
add("aliases_unknown", V1 + "dsl_definitions:\n", "  use{i}: *a{i}\n", NODES + APP)


@family("test_inputs")
def test_inputs(n):
    return {"test.yaml": "inputs:\n" + each(n, "  x{i}: a\n") + "template: ../main.yaml\nexpected: expected.yaml\n",
            "expected.yaml": V1 + NODES, "../main.yaml": V1 + NODES + APP}


# ---- counting

SMALL, LARGE = 1500, 6000
MOST_FILES = 400  # of a family of many files; the small one has a quarter
MOST_SECONDS = 60  # of the processor
MOST_GROWTH = 5.5  # four times as many entries: 4 times the steps, some more for sorting
LEAST_STEPS = 1000000  # of what is asked; fewer are noise
DOCUMENT = {"uri": "file:///nowhere/main.yaml"}
# What is known to grow faster, and why nobody waits for it.
FASTER = {
    "imports_in_a_chain": "each file sees the types of all that it leads to; 1,024 files at most",
}


def write(folder, made):
    files = made if isinstance(made, dict) else {"main.yaml": made}
    os.makedirs(folder)
    for name, text in files.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    return os.path.join(folder, next(iter(files)))


def give_up():
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))


def steps(program, make, number):
    """Infinitely many if it takes too long."""
    with tempfile.TemporaryDirectory() as folder:
        path = write(os.path.join(folder, "files"), make(number))
        told = os.path.join(folder, "steps")
        result = subprocess.run([program, "check", "--no-sandbox", path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                env={**os.environ, "VTOSCA_STEPS": told}, preexec_fn=give_up)
        if result.returncode == -signal.SIGXCPU or result.returncode == -signal.SIGKILL:
            return math.inf
        assert result.returncode in (0, 1), result.stderr
        with open(told, encoding="ascii") as file:
            return int(file.read())


class Server:
    """A conversation in which each message is answered before the next one is sent."""

    def __init__(self, program, told):
        self.process = subprocess.Popen([program, "lsp", "--no-sandbox"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        env={**os.environ, "VTOSCA_STEPS": told}, preexec_fn=give_up)
        self.id = 0
        self.ask("initialize", {"capabilities": {
            "textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}}}})
        self.send("initialized", {})

    def send(self, method, params, **more):
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def ask(self, method, params):
        self.id += 1
        self.send(method, params, id=self.id)
        while True:
            header = self.process.stdout.readline()
            if not header:
                raise BrokenPipeError
            self.process.stdout.readline()
            message = json.loads(self.process.stdout.read(int(header.split(b":")[1])))
            if message.get("id") == self.id and "method" not in message:
                return


def steps_of(program, text, asked):
    """What the server takes to open the text, and to do what is asked: requests and notifications, with their parameters."""
    with tempfile.TemporaryDirectory() as folder:
        told = os.path.join(folder, "steps")
        try:
            server = Server(program, told)
            server.send("textDocument/didOpen", {"textDocument": {**DOCUMENT, "languageId": "yaml", "version": 0, "text": text}})
            for method, params in asked:
                (server.send if method == "textDocument/didChange" else server.ask)(method, params)
            server.ask("shutdown", None)
            server.send("exit", None)
        except BrokenPipeError:
            pass
        if server.process.wait() != 0:
            return math.inf
        with open(told, encoding="ascii") as file:
            return int(file.read())


def steps_of_edits(program, text, edits):
    """So many edits in the middle of it."""
    line = text.count("\n") // 2
    place = {"line": line, "character": len(text.split("\n")[line])}
    asked = [("vtosca/variants", {"textDocument": DOCUMENT})]
    for version in range(1, edits + 1):
        asked += [("textDocument/didChange", {"textDocument": {**DOCUMENT, "version": version}, "contentChanges": [
            {"range": {"start": place, "end": place}, "text": "x"}]})] + asked[:1]
    return steps_of(program, text, asked)


def growth_of_edits(program, make):
    """Of two edits; what is opened is not counted. Several threads count as if they were one: what they count is not
    exact, but of one order."""
    few, many = (steps_of_edits(program, make(number), 2) - steps_of_edits(program, make(number), 0) for number in (SMALL, LARGE))
    return many / max(few, LEAST_STEPS) if many < math.inf else math.inf


def steps_of_offers(program, text, times):
    """So many times all code actions."""
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": text.count("\n") + 1, "character": 0}}
    return steps_of(program, text, [("vtosca/variants", {"textDocument": DOCUMENT})] + [
        ("textDocument/codeAction", {"textDocument": DOCUMENT, "range": whole, "context": {"diagnostics": []}})] * times)


def growth_of_offers(program, make):
    few, many = (steps_of_offers(program, make(number), 1) - steps_of_offers(program, make(number), 0) for number in (SMALL, LARGE))
    return many / max(few, LEAST_STEPS) if many < math.inf else math.inf


def growth_of_check(program, make):
    several = isinstance(make(2), dict) and len(make(8)) > 4
    large = MOST_FILES if several else LARGE
    few = steps(program, make, large * SMALL // LARGE)
    return math.inf if few == math.inf else steps(program, make, large) / few


def growth(program, name):
    """Of `check`, of edits and of code actions."""
    make = FAMILIES[name]
    if isinstance(make(2), dict):
        return growth_of_check(program, make), 0, 0
    return growth_of_check(program, make), growth_of_edits(program, make), growth_of_offers(program, make)


def main():
    program = os.path.abspath(sys.argv[1])
    names = [name for name in FAMILIES if re.search(sys.argv[2] if len(sys.argv) > 2 else "", name)]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, times in zip(names, pool.map(lambda name: growth(program, name), names)):
            for what, growing in zip(("check", "an edit", "what is offered"), times):
                if growing > MOST_GROWTH and name not in FASTER:
                    print(f"{name}: {what} takes {growing:.1f} times the steps for 4 times the entries", flush=True)
            failed += max(times) > MOST_GROWTH and name not in FASTER
    print(f"{len(names) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
