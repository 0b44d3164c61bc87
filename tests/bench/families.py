"""Texts to type into: one function per family, called with the number of nodes."""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def run(program, *arguments):
    return subprocess.run([sys.executable, os.path.join(HERE, program), *map(str, arguments)],
                          check=True, capture_output=True, text=True).stdout


def solvable(nodes):
    return run("generate_template.py", nodes)


def unsolvable(nodes):
    """No variant has a result: properties are ambiguous, and technologies too."""
    text = run("generate_template.py", nodes, "--mode", "manual")
    return re.sub(r"^ +unique_\w+_constraint: false\n", "", text, flags=re.M)


def presets(nodes):
    """60 presets."""
    preset = "      {0}:\n        inputs: {{mode: {1}, size: {2}}}\n"
    more = "".join(preset.format(f"more_{i}", ("dev", "test", "prod")[i % 3], 1 + i % 9)
                   for i in range(56))
    return solvable(nodes).replace("    expressions:\n", more + "    expressions:\n", 1)


def chain(nodes):
    """Everything depends on everything else."""
    return run("generate_ring.py", max(1, nodes // 3))


HEAD = """\
tosca_definitions_version: {version}

topology_template:
  variability:
    options:
      mode: semantic-loose
    inputs:
      mode: {{type: string, default: small}}
    presets:
      small:
        inputs: {{mode: small}}
      large:
        inputs: {{mode: large}}
    expressions:
      is_large: {{equal: [{{variability_input: mode}}, large]}}
  node_templates:
"""

ISLAND = """\
    app_{i}:
      type: tosca.nodes.SoftwareComponent
      conditions: {{logic_expression: is_large}}
      properties:
        - title: app {i}
      requirements:
        - host: machine_{i}
    machine_{i}:
      type: tosca.nodes.Compute
      metadata:
        owner: team_{i}
"""


def islands(nodes, version="tosca_variability_1_0_rc_3"):
    """Nobody depends on more than one other node."""
    return HEAD.format(version=version) + "".join(
        ISLAND.format(i=i) for i in range(max(1, nodes // 2)))


def drafts(nodes):
    return islands(nodes, "tosca_variability_1_0")


TYPES_2_0 = """\
tosca_definitions_version: tosca_2_0

capability_types:
  Endpoint: {}
node_types:
  Web:
    properties:
      name:
        type: string
      port:
        type: integer
    capabilities:
      app: Endpoint
    requirements:
      - host:
          capability: Endpoint
          count_range: [0, UNBOUNDED]
          node: Machine
  Machine:
    properties:
      name:
        type: string
    capabilities:
      host: Endpoint

service_template:
  inputs:
    k:
      type: integer
      default: 2
  node_templates:
"""


def tosca_2_0(nodes, counts=False):
    parts = [TYPES_2_0]
    for i in range(nodes):
        count = f"      count: {1 + i % 3}\n" if counts else ""
        parts.append(f"    # number {i}\n")
        if i % 5 == 0:
            parts.append(f"    vm_{i}:\n      type: Machine\n{count}      properties:\n"
                         f"        name: vm{i}\n")
        else:
            parts.append(f"    web_{i}:\n      type: Web\n{count}      properties:\n"
                         f"        name: web{i}\n        port: {1000 + i % 60000}\n"
                         f"      requirements:\n        - host: vm_{i - i % 5}\n")
        parts.append(f"      metadata:\n        owner: team{i % 7}\n        tier: gold\n")
    return "".join(parts)


def counts(nodes):
    computed = "    computed:\n      type: Web\n      count: {$get_property: [web_1, port]}\n"
    return tosca_2_0(nodes, counts=True) + computed


def tosca_1_3(nodes):
    """Without any variability."""
    parts = ["tosca_definitions_version: tosca_simple_yaml_1_3\n\nnode_types:\n  Web:\n"
             "    derived_from: tosca.nodes.SoftwareComponent\n    properties:\n"
             "      name:\n        type: string\n      port:\n        type: integer\n\n"
             "topology_template:\n  node_templates:\n"]
    for i in range(nodes):
        if i % 5 == 0:
            parts.append(f"    vm_{i}:\n      type: tosca.nodes.Compute\n      capabilities:\n"
                         "        host:\n          properties:\n            num_cpus: 2\n")
        else:
            parts.append(f"    web_{i}:\n      type: Web\n      properties:\n"
                         f"        name: web{i}\n        port: {1000 + i % 60000}\n"
                         f"      requirements:\n        - host: vm_{i - i % 5}\n")
    return "".join(parts)


def errors(nodes):
    """A value of the wrong type in most nodes, and a property that does not exist."""
    text = tosca_2_0(nodes)
    return re.sub(r"^        port: (\d+)$", r"        prot: \1", text, flags=re.M)


PROFILE = "profile.yaml"


def profile(_nodes):
    """500 types, in a file that the templates of `imports` import."""
    parts = ["tosca_definitions_version: tosca_simple_yaml_1_3\n\nnode_types:\n"]
    for i in range(500):
        base = "tosca.nodes.SoftwareComponent" if i < 10 else f"kind_{i // 10}"
        parts.append(f"  kind_{i}:\n    derived_from: {base}\n    properties:\n"
                     f"      setting_{i}:\n        type: string\n        required: false\n")
    return "".join(parts)


def imports(nodes):
    return ("tosca_definitions_version: tosca_simple_yaml_1_3\n\nimports:\n"
            f"  - file: {PROFILE}\n\ntopology_template:\n  node_templates:\n") + "".join(
                f"    node_{i}:\n      type: kind_{i % 500}\n      properties:\n"
                f"        setting_{i % 500}: value {i}\n" for i in range(nodes))


FAMILIES = {f.__name__: f for f in (solvable, unsolvable, presets, chain, islands, drafts,
                                    tosca_2_0, counts, tosca_1_3, errors, imports)}


def scaled(path, nodes):
    """A public example, its node templates repeated under other names until there are `nodes`."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    match = re.search(r"^( +)node_templates:[ ]*\n((?:\1 +.*\n|[ ]*\n|[ ]*#.*\n)+)", text, re.M)
    if not match:
        return None
    block = match[2]
    inner = re.match(r"\s*?( +)\S", block)[1]
    names = re.findall(rf"^{inner}(\w[\w.-]*):", block, re.M)
    if not names:
        return None
    word = re.compile(r"(?<![\w.-])(" + "|".join(map(re.escape, names)) + r")(?![\w.-])")
    copies = "".join(word.sub(rf"\1_{i}", block) for i in range(1, max(1, nodes // len(names))))
    return text[:match.end()] + copies + text[match.end():]
