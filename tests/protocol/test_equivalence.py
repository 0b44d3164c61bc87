"""What is shown is what a fresh server shows, whatever the order of opening, editing, importing,
closing and saving was, over several files; whatever was asked and cancelled meanwhile; whichever files came, changed
and went on disk, and whichever settings did.

VTOSCA_SEQUENCES (default 12) sequences from VTOSCA_SEED on (default 18); each prints its seed where it fails,
and `VTOSCA_SEED=n VTOSCA_SEQUENCES=1` repeats it. Where VTOSCA_TEMPLATES names a folder, each sequence is about a few
files of one of its folders instead of those below.
"""
import json
import os
import random
import re
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
SETTINGS = [{}, {"activeVariant": "prod"}, {"activeVariant": ""}, {"diagnosticSeverities": {"unknown-type": "hint"}},
            {"variants": [{"name": "large", "inputs": {"big": True}}]}]
FILES = {"shop.yaml": SHOP, "types.yaml": TYPES, "more/kinds.yaml": KINDS, "rules.yaml": RULES,
         "tests/one/test.yaml": TEST, "tests/one/expected.yaml": EXPECTED, "second.yaml": SECOND,
         "notes.yaml": NOTES}
LINKS = {"link.yaml": "types.yaml", "linked": "more"}  # what else leads there
WORDS = ["shop.App", "shop.Data", "shop.Kind", "shop.Machine", "shop.Other", "types.yaml", "notes.yaml",
         "more/kinds.yaml", "missing.yaml", "prod", "dev", "vm", "db", "app", "host", "data", "env", "big",
         "true", "false", "in_prod", "Thing", "port", "80", "integer", "string", "node_types", "imports",
         "shop.yaml", "link.yaml", "linked/kinds.yaml", "../types.yaml", "./types.yaml", "more/../shop.yaml"]


TEMPLATES = os.environ.get("VTOSCA_TEMPLATES")
MOST_FILES, LONGEST_FILE = 8, 30000


def folders_of_templates():
    """By folder, the YAML files in it and below it, with the texts of those that are not too long."""
    found = {}
    for folder, _, names in os.walk(TEMPLATES):
        for name in sorted(names):
            path = os.path.join(folder, name)
            if name.endswith((".yaml", ".yml")) and os.path.getsize(path) <= LONGEST_FILE:
                with open(path, encoding="utf-8", errors="replace") as file:
                    text = file.read()
                for above in (folder, os.path.dirname(folder)):
                    if len(above) >= len(TEMPLATES):
                        found.setdefault(above, {})[os.path.relpath(path, above)] = text
    return [files for _, files in sorted(found.items()) if any("tosca_definitions_version" in text for text in files.values())]


FOLDERS = folders_of_templates() if TEMPLATES else [FILES]


def chosen_files(random_):
    files = random_.choice(FOLDERS)
    names = random_.sample(sorted(files), min(len(files), MOST_FILES))
    return {name: files[name] for name in names}


def words_in(files):
    """What is put in other words' places: names, and what imports call files."""
    if not TEMPLATES:
        return WORDS
    words = {word for text in files.values() for word in re.findall(r"[A-Za-z_][\w.]+", text)}
    return sorted(words) + sorted(files)


def edited(random_, text, files):
    """Another text, by one edit that somebody could make."""
    known = words_in(files)

    def words_of(line):
        return [w for w in (re.findall(r"[\w./]+", line) if TEMPLATES else known) if w in line]
    lines = text.split("\n")
    at = random_.randrange(len(lines))
    kind = random_.choice(["word", "word", "word", "delete", "repeat", "tab", "indent", "dedent", "quote", "block",
                           "import", "breaks", "letters", "restore"])
    if kind == "word":
        places = [i for i, line in enumerate(lines) if words_of(line)]
        if places:
            at = random_.choice(places)
            lines[at] = lines[at].replace(random_.choice(words_of(lines[at])), random_.choice(known), 1)
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
        lines[1:1] = ["imports:", "  - " + random_.choice(known)]
    elif kind == "breaks":
        return random_.choice([text.replace("\n", "\r\n"), text.replace("\r\n", "\n"), "\ufeff" + text,
                               text.lstrip("\ufeff")])
    elif kind == "letters":
        lines[at] += random_.choice([" # \U0001f600 ü", " \u2028", " \x7f", "  # \x00", "\u00e4: \U0001f600"])
    else:
        return random_.choice(list(files.values()))
    return "\n".join(lines)


ENCODINGS = ["utf-8"] * 6 + ["utf-8-sig", "latin-1", "utf-16"]


def end_of(text):
    """Line and character, in units of UTF-16, behind the text."""
    lines = re.split("\r\n|\n|\r", text)
    return len(lines) - 1, len(lines[-1].encode("utf-16-le", "surrogatepass")) // 2


class Session:
    """A client with a folder of files, some of which are open."""

    def __init__(self, test, folder, files):
        self.client = Client()
        test.addCleanup(test._finish, self.client)
        capabilities = json.loads(json.dumps(CAPABILITIES))
        capabilities.setdefault("workspace", {})["didChangeWatchedFiles"] = {"dynamicRegistration": True}
        self.client.initialize(capabilities, rootUri="file://" + folder)
        self.folder = folder
        self.files = files
        self.open = {}
        self.told = {}

    def uri(self, name):
        return "file://" + os.path.join(self.folder, name)

    def open_file(self, name, text):
        self.open[name] = text
        self.client.open(text, self.uri(name))

    def change(self, name, text, as_range=False):
        """Sends the new text, or what is between what both begin and end with."""
        old, self.open[name] = self.open[name], text
        if not as_range:
            self.client.change(text, self.uri(name))
            return
        head = len(os.path.commonprefix([old, text]))
        while old[head - 1:head] == "\r":  # no place is inside a line break
            head -= 1
        tail = len(os.path.commonprefix([old[head:][::-1], text[head:][::-1]]))
        while old[len(old) - tail - 1:len(old) - tail] == "\r":
            tail -= 1
        self.client.change([((*end_of(old[:head]), *end_of(old[:len(old) - tail])), text[head:len(text) - tail])],
                           self.uri(name))

    def close(self, name):
        del self.open[name]
        self.client.close(self.uri(name))

    def save(self, name, text, encoding="utf-8"):
        os.makedirs(os.path.dirname(os.path.join(self.folder, name)), exist_ok=True)
        with open(os.path.join(self.folder, name), "wb") as file:
            file.write(text.encode(encoding, "replace"))
        if name in self.open:
            self.client.notify("textDocument/didSave", document(self.uri(name)))
        self.tell_changed(name, 2)

    def tell_changed(self, name, kind):
        self.client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": self.uri(name), "type": kind}]})

    def come_or_go(self, name):
        """A file on disk that is there no more, or again."""
        path = os.path.join(self.folder, name)
        if os.path.exists(path):
            os.unlink(path)
            self.tell_changed(name, 3)
        else:
            with open(path, "w", encoding="utf-8") as file:
                file.write(self.files[name])
            self.tell_changed(name, 1)

    def ask_and_forget(self, name, random_):
        """Questions of an editor, some of which it takes back at once."""
        at = {"line": random_.randrange(30), "character": random_.randrange(20)}
        for method in random_.sample(["textDocument/hover", "textDocument/completion", "textDocument/documentSymbol",
                                      "textDocument/semanticTokens/full", "vtosca/presence", "workspace/symbol",
                                      "textDocument/diagnostic", "textDocument/references"], 3):
            if "workspace" in method:
                params = {"query": "app"}
            else:
                params = document(self.uri(name), position=at, context={"includeDeclaration": True})
            identifier = self.client.ask(method, params)
            if random_.random() < 0.6:
                self.client.notify("$/cancelRequest", {"id": identifier})

    def configure(self, settings):
        self.client.notify("workspace/didChangeConfiguration", {"settings": {"vtosca": settings}})

    def state(self):
        """All that is shown of the open files, by file."""
        answers = {}
        for name in sorted(self.open):
            for method in ("vtosca/presence", "vtosca/resolved", "textDocument/documentSymbol",
                           "textDocument/semanticTokens/full", "textDocument/foldingRange", "textDocument/codeLens",
                           "textDocument/documentLink", "vtosca/absent", "vtosca/graph"):
                params = document(self.uri(name), **({"variant": "prod"} if "resolved" in method else {}))
                answers[f"{name} {method}"] = self.client.ask(method, params)
            lines = self.open[name].count("\n") + 1
            for method in ("textDocument/hover", "textDocument/definition", "textDocument/completion"):
                for line in range(0, lines, 1 + lines // 8):
                    params = document(self.uri(name), position={"line": line, "character": 8 + line % 5})
                    answers[f"{name} {method} {line}"] = self.client.ask(method, params)
            everything = {"start": {"line": 0, "character": 0}, "end": {"line": lines, "character": 0}}
            answers[f"{name} hints"] = self.client.ask("textDocument/inlayHint", document(self.uri(name), range=everything))
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
        files = chosen_files(random_)
        for name, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(root, name)), exist_ok=True)
            with open(os.path.join(root, name), "w", encoding="utf-8") as file:
                file.write(text)
        for name, target in LINKS.items():
            if not TEMPLATES:
                os.symlink(target, os.path.join(root, name))
        session = Session(self, root, files)
        settings = {}
        for _ in range(STEPS):
            name = random_.choice(list(files))
            step = random_.random()
            if name not in session.open and step < 0.25:
                random_.choice([session.come_or_go, lambda n: session.save(n, edited(random_, files[n], files),
                                                                           random_.choice(ENCODINGS))])(name)
            elif step < 0.06:
                settings = random_.choice(SETTINGS)
                session.configure(settings)
            elif name not in session.open:
                text = files[name] if random_.random() < 0.6 else edited(random_, files[name], files)
                session.open_file(name, text)
            elif step < 0.7:
                session.change(name, edited(random_, session.open[name], files), random_.random() < 0.5)
            elif step < 0.8:
                session.close(name)
            elif step < 0.9:
                session.ask_and_forget(name, random_)
            else:
                session.save(name, random_.choice([session.open[name], edited(random_, files[name], files)]))
            if random_.random() < 0.5:
                time.sleep(random_.choice([0.001, 0.005, 0.03]))
        if not session.open:
            name = next(iter(files))
            session.open_file(name, files[name])
        fresh = Session(self, root, files)
        fresh.configure(settings)
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
                try:
                    self.run_sequence(SEED + i)
                except BaseException as fault:
                    print(f"VTOSCA_SEED={SEED + i} VTOSCA_SEQUENCES=1: {str(fault)[:2000]}", flush=True)
                    raise
                self.doCleanups()


if __name__ == "__main__":
    print(f"VTOSCA_SEED={SEED}", flush=True)
    unittest.main()
