#!/usr/bin/env python3
"""Writes a variable service template of a given size to standard output.

Stacks of five node templates (an application on a runtime on a machine or a shared
cluster, with a database and a gateway), about 18 lines each, under four presets. Every
kind of element occurs, and every node is decided by presets alone, so that each
preset has exactly one result. The same arguments give the same text.
"""
import argparse

HEAD = """\
tosca_definitions_version: {version}

metadata:
  template_name: generated-{nodes}

node_types:
  shop.Application:
    derived_from: tosca.nodes.WebApplication
    properties:
      port: {{type: integer, required: false}}
      log_level: {{type: string, required: false}}
      password: {{type: string, required: false}}
  shop.Runtime:
    derived_from: tosca.nodes.WebServer
    properties:
      version: {{type: string, required: false}}
  shop.Database:
    derived_from: tosca.nodes.DBMS
    properties:
      name: {{type: string, required: false}}
  shop.Machine:
    derived_from: tosca.nodes.Compute
    properties:
      image: {{type: string, required: false}}
  shop.Cluster:
    derived_from: tosca.nodes.Compute
    properties:
      name: {{type: string, required: false}}
  shop.Gateway:
    derived_from: tosca.nodes.SoftwareComponent
    properties:
      path: {{type: string, required: false}}
      timeout: {{type: integer, required: false}}

topology_template:
  variability:
    options:
      mode: {mode}
{options}    inputs:
      mode:
        type: string
        default: dev
      size:
        type: integer
        default: 1
      region:
        type: string
        default: eu
    presets:
      dev:
        inputs: {{mode: dev, size: 1}}
      test:
        inputs: {{mode: test, size: 2}}
      prod:
        inputs: {{mode: prod, size: 8, region: us}}
      large:
        inputs: {{mode: prod, size: 64}}
    expressions:
      is_dev: {{equal: [{{variability_input: mode}}, dev]}}
      is_prod: {{equal: [{{variability_input: mode}}, prod]}}
      is_large: {{greater: [{{variability_input: size}}, 4]}}
      on_cluster: {{and: [{{logic_expression: is_prod}}, {{logic_expression: is_large}}]}}
      on_machine: {{not: {{logic_expression: on_cluster}}}}
      cores: {{mul: [{{variability_input: size}}, 2]}}

  inputs:
"""

STACK = """\
    application_{i}:
      type: shop.Application
      anchor: true
      conditions: {application}
      properties:
        - port: {port}
        - log_level:
            value: debug
            conditions: {{logic_expression: is_dev}}
        - log_level:
            value: warning
            conditions: {{not: {{logic_expression: is_dev}}}}
        - password: {{get_input: password_{k}}}
      requirements:
        - host: runtime_{i}
        - database:
            node: database_{i}
            conditions: {{not: {{logic_expression: is_dev}}}}
      artifacts:
        - archive:
            file: application_{i}.tar.gz
            type: tosca.artifacts.File
      technology:
        - ansible:
            weight: 0.5
        - kubernetes:
            weight: 1
            conditions: {{logic_expression: on_cluster}}
    runtime_{i}:
      type: shop.Runtime
      technology: ansible
      properties:
        - version: "18.{i}"
        - threads:
            expression: {{value_expression: cores}}
      requirements:
        - host:
            node: machine_{i}
            conditions: {{logic_expression: on_machine}}
        - host:
            node: cluster_{k}
            conditions: {{logic_expression: on_cluster}}
    database_{i}:
      type: shop.Database
      technology:
        - ansible: {{weight: 0.25}}
        - terraform: {{weight: 0.75}}
      properties:
        - name: database_{i}
        - replicas:
            expression: {{add: [1, {{variability_input: size}}]}}
      requirements:
        - host:
            node: machine_{i}
            conditions: {{logic_expression: on_machine}}
        - host:
            node: cluster_{k}
            conditions: {{logic_expression: on_cluster}}
    machine_{i}:
      type: shop.Machine
      technology: terraform
      description: Runs the components of stack {i} unless a cluster does.
      properties:
        - image: debian-12
        - memory:
            expression: {{concat: [{{value_expression: cores}}, " GB"]}}
        - region:
            expression: {{variability_input: region}}
    gateway_{i}:
      type: shop.Gateway
      technology: ansible
      anchor: true
      conditions:
        - {{node_presence: application_{i}}}
        - {{or: [{{logic_expression: is_large}}, {{logic_expression: is_dev}}]}}
      properties:
        - path: /application/{i}
        - timeout:
            value: 30
            conditions: {{logic_expression: is_prod}}
      requirements:
        - upstream: application_{i}
"""

CLUSTER = """\
    cluster_{k}:
      type: shop.Cluster
      managed: false
      properties:
        - name: cluster_{k}
"""

APPLICATION_CONDITIONS = (
    "{logic_expression: is_prod}",
    "{or: [{logic_expression: is_dev}, {logic_expression: is_large}]}",
    "{greater_or_equal: [{variability_input: size}, 1]}",
    "{valid_values: [{variability_input: mode}, [dev, prod]]}",
)

STACKS_PER_CLUSTER = 20


def template(nodes, version, mode):
    stacks = max(1, (nodes + 4) // 5)
    clusters = (stacks + STACKS_PER_CLUSTER - 1) // STACKS_PER_CLUSTER
    # Without generated conditions, alternatives are ambiguous by construction.
    options = "".join(f"      {option}: false\n" for option in (
        "unique_property_constraint", "unique_technology_constraint",
        "required_technology_constraint") if mode == "manual")
    yield HEAD.format(version=version, nodes=nodes, mode=mode, options=options)
    for k in range(clusters):
        yield f"    password_{k}:\n      type: string\n"
    yield "\n  node_templates:\n"
    for i in range(stacks):
        yield STACK.format(i=i, k=i // STACKS_PER_CLUSTER, port=8000 + i,
                           application=APPLICATION_CONDITIONS[i % 4])
    for k in range(clusters):
        yield CLUSTER.format(k=k)
    yield "\n  groups:\n"
    for k in range(clusters):
        members = range(k * STACKS_PER_CLUSTER, min(stacks, (k + 1) * STACKS_PER_CLUSTER))
        names = ", ".join(f"application_{i}" for i in members)
        yield f"    group_{k}:\n      type: tosca.groups.Root\n      members: [{names}]\n"
    yield "\n  policies:\n"
    for k in range(clusters):
        yield (f"    - scaling_{k}:\n        type: tosca.policies.Scaling\n"
               f"        targets: [group_{k}]\n")
    yield "\n  outputs:\n"
    for k in range(clusters):
        yield (f"    cluster_{k}_name:\n      value: {{get_property: [cluster_{k}, name]}}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("nodes", type=int)
    parser.add_argument("--version", default="tosca_variability_1_0_rc_3")
    parser.add_argument("--mode", default="semantic-loose")
    arguments = parser.parse_args()
    print("".join(template(arguments.nodes, arguments.version, arguments.mode)), end="")


if __name__ == "__main__":
    main()
