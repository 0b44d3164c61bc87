"""Inputs that somebody made to harm: whatever a command or the server is asked about them, it ends in bounded time and
memory, with a status that it is documented to have.

usage: hostile.py VTOSCA [PATTERN]

`INPUTS` has, by what they try, functions that make a template, or files by name, `main.yaml` among them. What is long,
but no harm, is in `long_lists.py`; the limits themselves are in `limits.py`.
"""
import json
import os
import re
import resource
import subprocess
import sys
import tempfile

VTOSCA = os.path.abspath(sys.argv[1])
PATTERN = sys.argv[2] if len(sys.argv) > 2 else ""
SECONDS = 20  # of the processor
KILOBYTES = 1 << 20
V1 = "tosca_definitions_version: tosca_variability_1_0\n"
V2 = "tosca_definitions_version: tosca_2_0\n"
APP = "    app: {type: tosca.nodes.Root}\n"
NODES = "topology_template:\n  node_templates:\n"
COMMANDS = (["check"], ["presence"], ["variants"], ["resolve"], ["graph"], ["format"], ["explain", "app"], ["explain", "--all", "app"])


def tens(line, levels):
    """Each of so many levels repeats the one before ten times: {list} has them, {i} is the number."""
    return "".join(line.format(i=i, list=",".join([f"*a{i - 1}"] * 10)) for i in range(1, levels))


def nested(opening, closing, innermost, levels=60, each=400):
    """Aliases that are nested in each other's content."""
    lines = [f"  a0: &a0 {opening * each}{innermost}{closing * each}\n"]
    lines += [f"  a{i}: &a{i} {opening * each}*a{i - 1}{closing * each}\n" for i in range(1, levels)]
    return "dsl_definitions:\n" + "".join(lines)


def pattern(text):
    return (V1 + "data_types: {D: {derived_from: string, constraints: [{pattern: '" + text + "'}]}}\n"
            "node_types: {X: {derived_from: tosca.nodes.Root, properties: {p: {type: D}}}}\n"
            + NODES + "    app: {type: X, properties: {p: " + "a" * 3000 + "b}}\n")


def variable(sections, condition):
    return (V1 + "topology_template:\n  variability:\n" + sections + "  node_templates:\n    app: {type: tosca.nodes.Root, conditions: "
            + condition + "}\n")


def doubled(line, levels=60):
    """Each uses the one before twice: {i} is its number, {b} that of the one before."""
    return "".join(line.format(i=i, b=i - 1) for i in range(1, levels))


def doubled_expressions(first, line, condition):
    return variable("    inputs: {x: {type: integer, default: 1}, b: {type: boolean, default: true}}\n    presets: {p: {inputs: {x: 2}}}\n"
                    "    expressions:\n      e0: " + first + "\n" + doubled("      e{i}: " + line + "\n"), condition)


def imported(number, line):
    return {"main.yaml": V2 + line.format(n=0) + "service_template: {node_templates: {app: {type: T0}}}\n",
            **{f"f{i}.yaml": V2 + line.format(n=(i + 1) % number) + f"node_types: {{T{i}: {{}}}}\n" for i in range(number)}}


INPUTS = {
    "aliases of aliases": lambda: V1 + "dsl_definitions:\n  a0: &a0 [x]\n" + tens("  a{i}: &a{i} [{list}]\n", 40) + NODES
    + "    app: {type: tosca.nodes.Root, properties: *a39, metadata: *a39, conditions: *a39}\n",
    "conditions of aliases": lambda: V1 + "dsl_definitions:\n  a0: &a0 {node_presence: app}\n" + tens("  a{i}: &a{i} {{and: [{list}]}}\n", 6)
    + NODES + APP + "".join(f"    b{i}: {{type: tosca.nodes.Root, conditions: *a5}}\n" for i in range(20)),
    "merge keys of merge keys": lambda: V1 + "dsl_definitions:\n  a0: &a0 {x0: 1}\n" + tens("  a{i}: &a{i} {{<<: [{list}], x{i}: 1}}\n", 60)
    + NODES + "    app: {<<: *a59, type: tosca.nodes.Root}\n",
    "merge keys in a chain": lambda: V1 + "dsl_definitions:\n  a0: &a0 {x: 1}\n"
    + "".join(f"  a{i}: &a{i} {{<<: *a{i - 1}, k{i}: 1}}\n" for i in range(1, 10000)) + NODES + APP,
    "merge keys in a circle": lambda: V1 + "dsl_definitions:\n  a: &a\n    <<: *a\n  b: &b {<<: *c}\n  c: &c {<<: *b}\n" + NODES + APP,
    "values as deep as aliases make them": lambda: V1
    + "data_types: {D: {derived_from: tosca.datatypes.Root, properties: {p: {type: D, required: false}}}}\n"
    "node_types: {T: {derived_from: tosca.nodes.Root, properties: {p: {type: D}}}}\n" + nested("{p: ", "}", "{}")
    + NODES + "    app: {type: T, properties: *a59}\n",
    "conditions as deep as aliases make them": lambda: V1 + nested("{not: ", "}", "true") + NODES
    + "    app: {type: tosca.nodes.Root, conditions: *a59}\n",
    "schemas as deep as aliases make them": lambda: V1 + nested("{type: list, entry_schema: ", "}", "{type: string}")
    + "node_types: {T: {derived_from: tosca.nodes.Root, properties: {p: *a59}}}\n" + NODES + "    app: {type: T, properties: {p: []}}\n",
    **{f"a million of {sign}": lambda sign=sign: V1 + NODES + APP + "    x: " + sign * 1000000 for sign in ("[", "{a: ", "? ", "- ", '"', "&a [", "!t ")},
    **{f"pattern {text}": lambda text=text: pattern(text) for text in
       ("(a{0,50}){0,50}$", "((a{0,10}){0,10}){0,10}$", "(a*){0,1000}$", "((((a*)*)*)*)*$", "(a?){100}a{100}", ".{0,500}.{0,500}x")},
    "numbers without end": lambda: variable(
        "    inputs: {x: {type: float, default: 1e999999999}, y: {type: integer, default: " + "9" * 1000000 + "}}\n",
        "{greater: [{variability_input: x}, {variability_input: y}]}"),
    "counts without end": lambda: V2 + "node_types: {T: {requirements: [{r: {capability: C, count_range: [0, 1000000000000]}}]}}\n"
    "capability_types: {C: {}}\nservice_template:\n  node_templates:\n    app: {type: T, count: 99999999999999999999999}\n"
    "    b: {type: T, count: 1000000000, requirements: [{r: [app, $node_index]}]}\n",
    "expressions in a circle": lambda: variable(
        "    expressions:\n" + "".join(f"      e{i}: {{logic_expression: e{(i + 1) % 10000}}}\n" for i in range(10000)), "{logic_expression: e0}"),
    "a condition whose clauses multiply": lambda: variable(
        "    inputs:\n" + "".join(f"      x{i}: {{type: boolean, default: true}}\n" for i in range(60)),
        "{or: [" + ",".join(f"{{and: [{{variability_input: x{i}}}, {{variability_input: x{i + 1}}}]}}" for i in range(0, 60, 2)) + "]}"),
    "expressions that double each other": lambda: variable(
        "    expressions:\n      e0: {equal: [1, 2]}\n" + "".join(
            f"      e{i}: {{or: [{{logic_expression: e{i - 1}}}, {{not: {{logic_expression: e{i - 1}}}}}]}}\n" for i in range(1, 300)),
        "{logic_expression: e299}"),
    **{f"logic expressions, each twice in the next: {op}": lambda op=op: doubled_expressions(
        "{variability_input: b}", "{{" + op + ": [{{logic_expression: e{b}}}, {{logic_expression: e{b}}}]}}", "{logic_expression: e59}")
       for op in ("and", "or", "xor", "exo", "amo", "implies")},
    **{f"value expressions, each twice in the next: {op}": lambda op=op: doubled_expressions(
        "{variability_input: x}", "{{" + op + ": [{{value_expression: e{b}}}, {{value_expression: e{b}}}]}}",
        "{equal: [{value_expression: e59}, 1]}") for op in ("add", "mul", "max", "equal")},
    "defaults of inputs, each twice in the next": lambda: variable(
        "    inputs:\n      x0: {type: integer, default: 1}\n" + doubled(
            "      x{i}: {{type: integer, default_expression: {{add: [{{variability_input: x{b}}}, {{variability_input: x{b}}}]}}}}\n"),
        "{equal: [{variability_input: x59}, 1]}"),
    "conditions, each twice in the next": lambda: V1 + NODES + "    n0: {type: tosca.nodes.Root}\n" + doubled(
        "    n{i}: {{type: tosca.nodes.Root, conditions: {{xor: [{{node_presence: n{b}}}, {{not: {{and: [{{node_presence: n{b}}}, false]}}}}]}}}}\n")
    + "    app: {type: tosca.nodes.Root, conditions: {node_presence: n59}}\n",
    "groups, each in all groups of the next row": lambda: V1 + NODES + APP + "  groups:\n" + "".join(
        f"    g{i}_{j}: {{type: tosca.groups.Root, members: [{', '.join(f'g{i + 1}_{k}' for k in range(4)) if i < 20 else 'app'}]}}\n"
        for i in range(21) for j in range(4)) + "  workflows: {w: {steps: {s: {target: g0_0, activities: [{call_operation: Standard.create}]}}}}\n",
    "groups of TOSCA 2.0, each in all groups of the next row": lambda: V2 + "group_types: {G: {members: [T]}}\nnode_types: {T: {}, U: {}}\n"
    "service_template:\n  node_templates: {app: {type: U}}\n  groups:\n" + "".join(
        f"    g{i}_{j}: {{type: G, members: [{', '.join(f'g{i + 1}_{k}' for k in range(4)) if i < 20 else 'app'}]}}\n"
        for i in range(21) for j in range(4)),
    "a step for groups, each in all groups of the next row": lambda: V2 + "node_types: {T: {}}\nservice_template:\n"
    "  node_templates: {app: {type: T}}\n  groups:\n" + "".join(
        f"    g{i}_{j}: {{type: Root, members: [{', '.join(f'g{i + 1}_{k}' for k in range(4)) if i < 14 else 'app'}]}}\n"
        for i in range(15) for j in range(4)) + "  workflows: {w: {steps: {s: {target: g0_0, activities: [{call_operation: i.o}]}}}}\n",
    "properties, each twice in the next": lambda: V1 + "node_types: {T: {derived_from: tosca.nodes.Root, properties: {p: {type: string}}}}\n"
    + NODES + "    n0: {type: T, properties: {p: a}}\n" + doubled(
        "    n{i}: {{type: T, properties: {{p: {{concat: [{{get_property: [n{b}, p]}}, {{get_property: [n{b}, p]}}]}}}}}}\n") + APP,
    "inputs of TOSCA 2.0, each twice in the next": lambda: V2 + "node_types: {T: {}}\nservice_template:\n  inputs:\n"
    "    i0: {type: integer, default: 1}\n" + doubled(
        "    i{i}: {{type: integer, default: {{$sum: [{{$get_input: i{b}}}, {{$get_input: i{b}}}]}}}}\n")
    + "  node_templates:\n    app: {type: T, count: {$get_input: i59}}\n",
    "data types, each twice in the next": lambda: V1 + "data_types:\n  D0: {properties: {a: {type: string, default: x}}}\n" + doubled(
        "  D{i}: {{properties: {{a: {{type: D{b}}}, b: {{type: D{b}}}}}}}\n")
    + "node_types: {T: {derived_from: tosca.nodes.Root, properties: {p: {type: D59}}}}\n" + NODES + "    app: {type: T, properties: {p: {}}}\n",
    "steps and workflows, each twice in the next": lambda: V1 + NODES + APP + "  workflows:\n    w0: {steps: {s: {target: app, activities: []}}}\n"
    + doubled("    w{i}: {{steps: {{s: {{target: app, activities: [{{inline: w{b}}}, {{inline: w{b}}}]}}}}}}\n"),
    "XML whose entities multiply": lambda: V1.replace("variability_1_0", "simple_yaml_1_3")
    + "node_types: {X: {derived_from: tosca.nodes.Root, properties: {q: {type: xml}}}}\n" + NODES
    + "    app: {type: X, properties: {q: '<!DOCTYPE a [<!ENTITY a0 \"aa\">"
    + "".join(f"<!ENTITY a{i} \"{f'&a{i - 1};' * 10}\">" for i in range(1, 30)) + "]><a>&a29;</a>'}}\n",
    "imports that multiply by namespaces": lambda: imported(
        40, "imports: [{{url: f{n}.yaml, namespace: a}}, {{url: f{n}.yaml, namespace: b}}, {{url: f{n}.yaml}}]\n"),
    "a chain of expressions that exhausts the stack": lambda: variable(
        "    expressions:\n      e0: true\n" + "".join(f"      e{i}: {{and: [{{logic_expression: e{i - 1}}}, true]}}\n" for i in range(1, 40000)),
        "{logic_expression: e39999}"),
    "values of an input, each in a condition of its own": lambda: variable(
        "    inputs: {x: {type: integer, default: 1}}\n    options: {mode: semantic-loose}\n", "{equal: [{variability_input: x}, 0]}")
    + "".join(f"    n{i}: {{type: tosca.nodes.Root, conditions: {{equal: [{{variability_input: x}}, {i}]}}}}\n" for i in range(1, 3000)),
    "types that a group is for": lambda: V1 + "node_types:\n" + "".join(f"  N{i}: {{derived_from: tosca.nodes.Root}}\n" for i in range(20000))
    + "group_types: {G: {derived_from: tosca.groups.Root, members: [" + ", ".join(f"N{i}" for i in range(20000)) + "]}}\n" + NODES + APP
    + "  groups: {g: {type: G, members: [app]}}\n",
    "a member of many names": lambda: V1 + NODES + APP + "  groups: {g: {type: variability.groups.Root, members: [["
    + ", ".join(f"n{i}" for i in range(20000)) + "]]}}\n",
    "groups, each in the next": lambda: V1 + NODES + APP + "  groups:\n    g0: {type: tosca.groups.Root, members: [app]}\n"
    + "".join(f"    g{i}: {{type: tosca.groups.Root, members: [g{i - 1}]}}\n" for i in range(1, 20000)),
    "settings of aliases": lambda: {
        "main.yaml": V1 + NODES + APP, "vtosca.yaml": "a0: &a0 [x]\n" + tens("a{i}: &a{i} [{list}]\n", 30) + "diagnosticSeverities: *a29\n"},
    "settings that match": lambda: {
        "main.yaml": V1 + NODES + APP, "vtosca.yaml": "exclude: ['" + "**/" * 3000 + "x', '" + "*a" * 3000 + "b', '" + "[" * 1000 + "']\n"},
}


def conversation(path, text):
    document = {"textDocument": {"uri": "file://" + path}}
    methods = ["textDocument/" + name for name in (
        "documentSymbol", "semanticTokens/full", "foldingRange", "codeLens", "formatting", "hover", "completion", "references",
        "definition", "diagnostic", "codeAction", "documentHighlight", "inlayHint", "prepareRename")]
    methods += ["vtosca/presence", "vtosca/graph", "vtosca/space", "vtosca/coverage"]
    able = {"textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}}}
    messages = [
        {"id": 0, "method": "initialize", "params": {"capabilities": able, "rootUri": "file://" + os.path.dirname(path)}},
        {"method": "initialized", "params": {}},
        {"method": "textDocument/didOpen",
         "params": {"textDocument": {**document["textDocument"], "languageId": "yaml", "version": 1, "text": text}}}]
    lines = text.split("\n")
    app = next((i for i, line in enumerate(lines) if line.startswith("    app:")), 0)
    asked = [(method, place) for place in ((2, 8), (app, 5), (app, len(lines[app]) - 4)) for method in methods]
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": len(lines), "character": 0}}
    messages += [{"id": i, "method": method,
                  "params": {**document, "position": {"line": max(0, line), "character": max(0, character)}, "range": whole,
                             "context": {"includeDeclaration": True, "diagnostics": []}, "options": {"tabSize": 2, "insertSpaces": True}}}
                 for i, (method, (line, character)) in enumerate(asked, 1)]
    return messages, len(asked)


def converse(server, path, text):
    messages, last = conversation(path, text)

    def send(*these):
        for message in these:
            body = json.dumps({"jsonrpc": "2.0", **message}).encode()
            server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        server.stdin.flush()

    try:
        send(*messages)
        answered = None
        while answered != last:
            length = 0
            while (line := server.stdout.readline()) not in (b"\r\n", b""):
                length = int(line.split(b":")[1]) if line.startswith(b"Content-Length") else length
            if line == b"":
                return
            message = json.loads(server.stdout.read(length))
            answered = message.get("id") if "method" not in message else answered
        send({"id": last + 1, "method": "shutdown"}, {"method": "exit"})
        server.stdout.read()
    except BrokenPipeError:
        pass


def run(arguments, talk=None):
    """Status, seconds, kilobytes."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))

    with subprocess.Popen([VTOSCA, *arguments], stdin=subprocess.PIPE if talk else subprocess.DEVNULL,
                          stdout=subprocess.PIPE if talk else subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limit) as process:
        if talk:
            converse(process, *talk)
            process.stdin.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def main():
    passed = failed = 0
    for name, make in INPUTS.items():
        if not re.search(PATTERN, name):
            continue
        with tempfile.TemporaryDirectory() as folder:
            made = make()
            for file, text in (made if isinstance(made, dict) else {"main.yaml": made}).items():
                with open(os.path.join(folder, file), "w", encoding="utf-8") as opened:
                    opened.write(text)
            path = os.path.join(folder, "main.yaml")
            text = made["main.yaml"] if isinstance(made, dict) else made
            runs = [([command[0], path, *command[1:]], None) for command in COMMANDS] + [(["lsp"], (path, text))]
            for arguments, talk in runs:
                status, seconds, kilobytes = run(arguments, talk)
                is_fine = status in (0, 1, 2) and seconds < SECONDS and kilobytes < KILOBYTES
                passed += is_fine
                failed += not is_fine
                if not is_fine or PATTERN:
                    print(f"{name}: {arguments[0]} ends with {status} after {seconds:.1f} s and {kilobytes // 1024} MB", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
