"""What is shown is what a fresh server shows, whatever the order of opening, editing, importing,
closing and saving was, over several files.

VTOSCA_SEQUENCES (default 12) sequences from VTOSCA_SEED on (default 18); each prints its seed where it fails,
and `VTOSCA_SEED=n VTOSCA_SEQUENCES=1` repeats it.
"""
import json
import os
import random
import tempfile
import time
import unittest

from client import CAPABILITIES, Client, ProtocolTest, document

SEQUENCES = int(os.environ.get("VTOSCA_SEQUENCES", 12))
SEED = int(os.environ.get("VTOSCA_SEED", "18"))
STEPS = 14
PATIENCE = 20  # seconds until what differs counts as different for good

SHOP = """\
tosca_definitions_version: tosca_variability_1_0
imports:
  - types.yaml
  - more/kinds.yaml
topology_template:
  variability:
    qualities: rules.yaml
    inputs:
      env: {type: string, default: dev}
      big: {type: boolean, default: false}
    presets:
      prod: {inputs: {env: prod, big: true}}
    expressions:
      in_prod: {equal: [{variability_input: env}, prod]}
    options: {mode: semantic-loose, required_technology_constraint: false}
  node_templates:
    app:
      type: shop.App
      properties: {port: 80}
      requirements:
        - host: vm
        - data: {node: db, conditions: {logic_expression: in_prod}}
    db:
      type: shop.Data
      conditions: {variability_input: big}
      requirements:
        - host: vm
    vm:
      type: shop.Machine
"""
TYPES = """\
tosca_definitions_version: tosca_variability_1_0
imports:
  - more/kinds.yaml
node_types:
  shop.App:
    derived_from: tosca.nodes.SoftwareComponent
    properties:
      port: {type: integer}
    requirements:
      - data: {capability: tosca.capabilities.Node, node: shop.Data, occurrences: [0, 1]}
  shop.Data:
    derived_from: shop.Kind
"""
KINDS = """\
tosca_definitions_version: tosca_variability_1_0
node_types:
  shop.Kind:
    derived_from: tosca.nodes.SoftwareComponent
  shop.Machine:
    derived_from: tosca.nodes.Compute
"""
RULES = """\
- {technology: ansible, component: shop.App, hosts: [shop.Machine]}
- {technology: terraform, component: shop.Machine, weight: 2}
"""
TEST = "presets: prod\nexpected: expected.yaml\n"
EXPECTED = "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates: {}\n"
SECOND = """\
tosca_definitions_version: tosca_2_0
imports:
  - notes.yaml
service_template:
  node_templates:
    one: {type: Thing}
"""
NOTES = "node_types:\n    Thing:\n        description: no version\n  broken: 2\n"
FILES = {"shop.yaml": SHOP, "types.yaml": TYPES, "more/kinds.yaml": KINDS, "rules.yaml": RULES,
         "tests/one/test.yaml": TEST, "tests/one/expected.yaml": EXPECTED, "second.yaml": SECOND,
         "notes.yaml": NOTES}
WORDS = ["shop.App", "shop.Data", "shop.Kind", "shop.Machine", "shop.Other", "types.yaml", "notes.yaml",
         "more/kinds.yaml", "missing.yaml", "prod", "dev", "vm", "db", "app", "host", "data", "env", "big",
         "true", "false", "in_prod", "Thing", "port", "80", "integer", "string", "node_types", "imports"]


def words_of(line):
    return [w for w in WORDS if w in line]


def edited(random_, text):
    """Another text, by one edit that somebody could make."""
    lines = text.split("\n")
    at = random_.randrange(len(lines))
    kind = random_.choice(["word", "word", "word", "delete", "repeat", "tab", "indent", "dedent", "quote", "block",
                           "import", "restore"])
    if kind == "word":
        places = [i for i, line in enumerate(lines) if words_of(line)]
        if places:
            at = random_.choice(places)
            lines[at] = lines[at].replace(random_.choice(words_of(lines[at])), random_.choice(WORDS), 1)
    elif kind == "delete":
        del lines[at]
    elif kind == "repeat":
        lines.insert(at, lines[at])
    elif kind == "tab":
        lines[at] = "\t" + lines[at]
    elif kind == "indent":
        lines[at] = "  " + lines[at]
    elif kind == "dedent":
        for i in range(at, min(len(lines), at + random_.randint(1, 6))):
            lines[i] = lines[i][2:] if lines[i].startswith("  ") else lines[i]
    elif kind == "quote":
        lines[at] += random_.choice(['"', "'", "{", "[", "}", ":", " &x", " *x", " |"])
    elif kind == "block":
        lines[at:at + 3] = reversed(lines[at:at + 3])
    elif kind == "import":
        lines[1:1] = ["imports:", "  - " + random_.choice(WORDS)]
    else:
        return random_.choice(list(FILES.values()))
    return "\n".join(lines)


class Session:
    """A client with a folder of files, some of which are open."""

    def __init__(self, test, folder):
        self.client = Client()
        test.addCleanup(test._finish, self.client)
        capabilities = json.loads(json.dumps(CAPABILITIES))
        capabilities.setdefault("workspace", {})["didChangeWatchedFiles"] = {"dynamicRegistration": True}
        self.client.initialize(capabilities, rootUri="file://" + folder)
        self.folder = folder
        self.open = {}
        self.told = {}

    def uri(self, name):
        return "file://" + os.path.join(self.folder, name)

    def open_file(self, name, text):
        self.open[name] = text
        self.client.open(text, self.uri(name))

    def change(self, name, text):
        self.open[name] = text
        self.client.change(text, self.uri(name))

    def close(self, name):
        del self.open[name]
        self.client.close(self.uri(name))

    def save(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)
        self.client.notify("workspace/didChangeWatchedFiles",
                           {"changes": [{"uri": self.uri(name), "type": 2}]})

    def state(self):
        """All that is shown of the open files, by file."""
        answers = {}
        for name in sorted(self.open):
            for method in ("vtosca/presence", "vtosca/resolved", "textDocument/documentSymbol",
                           "textDocument/semanticTokens/full", "textDocument/foldingRange"):
                params = document(self.uri(name), **({"variant": "prod"} if "resolved" in method else {}))
                answers[f"{name} {method}"] = self.client.ask(method, params)
        state = {}
        for key, identifier in answers.items():
            answer = self.client.answer(identifier)
            state[key] = answer.get("result", answer.get("error", {}).get("message"))
            if isinstance(state[key], dict):
                state[key].pop("version", None)
                state[key].pop("resultId", None)
        for message in list(self.client.kept):
            if message.get("method") == "textDocument/publishDiagnostics":
                self.told[message["params"]["uri"]] = message["params"]["diagnostics"]
            if "method" in message and "id" in message:
                self.client.send({"jsonrpc": "2.0", "id": message["id"], "result": None})
            self.client.kept.remove(message)
        for name in self.open:
            state[name + " diagnostics"] = [
                {k: v for k, v in d.items() if k != "data"} for d in self.told.get(self.uri(name), [])]
        return state


def differences(one, other):
    return {key: [one.get(key), other.get(key)] for key in sorted(one.keys() | other.keys())
            if one.get(key) != other.get(key)}


class Equivalence(ProtocolTest):
    maxDiff = None

    def run_sequence(self, seed):
        random_ = random.Random(seed)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        root = os.path.realpath(folder.name)
        for name, text in FILES.items():
            os.makedirs(os.path.dirname(os.path.join(root, name)), exist_ok=True)
            with open(os.path.join(root, name), "w", encoding="utf-8") as file:
                file.write(text)
        session = Session(self, root)
        for _ in range(STEPS):
            name = random_.choice(list(FILES))
            step = random_.random()
            if name not in session.open:
                text = FILES[name] if random_.random() < 0.6 else edited(random_, FILES[name])
                session.open_file(name, text)
            elif step < 0.75:
                session.change(name, edited(random_, session.open[name]))
            elif step < 0.87:
                session.close(name)
            else:
                session.save(name, edited(random_, FILES[name]))
            if random_.random() < 0.5:
                time.sleep(random_.choice([0.001, 0.005, 0.03]))
        if not session.open:
            session.open_file("shop.yaml", SHOP)
        fresh = Session(self, root)
        for name in random_.sample(sorted(session.open), len(session.open)):
            fresh.open_file(name, session.open[name])
        end = time.monotonic() + PATIENCE
        found = differences(session.state(), fresh.state())
        while found and time.monotonic() < end:
            time.sleep(0.05)
            found = differences(session.state(), fresh.state())
        self.assertEqual(found, {}, f"VTOSCA_SEED={seed} VTOSCA_SEQUENCES=1")
        for client in (session.client, fresh.client):
            client.shut_down()

    def test_what_is_shown_does_not_depend_on_history(self):
        for i in range(SEQUENCES):
            with self.subTest(seed=SEED + i):
                self.run_sequence(SEED + i)
                self.doCleanups()


if __name__ == "__main__":
    print(f"VTOSCA_SEED={SEED}", flush=True)
    unittest.main()
