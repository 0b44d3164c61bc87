#!/usr/bin/env python3
"""Writes the synthetic benchmark that the reference implementation publishes figures for.

2n node templates in a ring: each present one requires the next present one and the next
removed one, each relation has a relationship template and a condition, and every
condition compares the input `mode`. With `mode: present` half of all templates are left.
"""
import argparse

STATES = (("present", "present"), ("removed", "absent"))


def ring(n):
    yield ("tosca_definitions_version: tosca_variability_1_0\n"
           "topology_template:\n"
           "    variability:\n"
           "        inputs:\n"
           "            mode: {type: string}\n"
           "        expressions:\n")
    for i in range(n):
        for state, mode in STATES:
            yield (f"            condition_{i}_{state}:\n"
                   f"                equal:\n"
                   f"                    - variability_input: mode\n"
                   f"                    - {mode}\n")
    yield ("        options:\n"
           "            type_default_condition: true\n"
           "    node_templates:\n")
    for i in range(n):
        yield (f"        component_{i}_present:\n"
               f"            type: component_type_{i}_present\n"
               f"            conditions:\n"
               f"                logic_expression: condition_{i}_present\n"
               f"            requirements:\n")
        for state, _ in STATES:
            yield (f"                - relation_{state}:\n"
                   f"                      node: component_{(i + 1) % n}_{state}\n"
                   f"                      conditions:\n"
                   f"                          logic_expression: condition_{i}_{state}\n"
                   f"                      relationship: relationship_{i}_{state}\n")
        yield (f"        component_{i}_removed:\n"
               f"            type: component_type_{i}_removed\n"
               f"            conditions:\n"
               f"                logic_expression: condition_{i}_removed\n")
    yield "    relationship_templates:\n"
    for i in range(n):
        for state, _ in STATES:
            yield (f"        relationship_{i}_{state}:\n"
                   f"            type: relationship_type_{i}_{state}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("n", type=int)
    print("".join(ring(parser.parse_args().n)), end="")


if __name__ == "__main__":
    main()
