"""Edits as clients apply them: literally, one after the other. Every place is edited once, whatever the
client's capabilities; a name that is changed and changed back leaves every file as it was.

With a folder in VTOSCA_FOLDERS (see run) all templates below it are tried, with the files beside them."""
import collections
import copy
import glob
import os
import random
import re
import shutil
import tempfile
import unittest

from client import CAPABILITIES, ProtocolTest, document, place

HERE = os.path.dirname(os.path.abspath(__file__))
DEMO = os.path.join(HERE, "../../editors/demo")
FIXTURES = os.path.join(HERE, "../fixtures/navigation")
SEED = int(os.environ.get("VTOSCA_SEED", "16"))
FOLDERS = os.environ.get("VTOSCA_FOLDERS", "")
PER_TEMPLATE = int(os.environ.get("VTOSCA_EVERY", "0")) and 40 or 25

TEMPLATE = """\
tosca_definitions_version: tosca_variability_1_0
topology_template:
    variability:
        inputs: {mode: {type: string, default: dev}}
        presets: {dev: {inputs: {mode: dev}}, prod: {inputs: {mode: prod}}}
    node_templates:
        app:
            type: tosca.nodes.SoftwareComponent
            requirements: [{host: vm}]
        vm: {type: tosca.nodes.Compute}
"""
EXPECTED = """\
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
    node_templates:
        app:
            type: tosca.nodes.SoftwareComponent
            requirements:
                - host: vm
        vm:
            type: tosca.nodes.Compute
"""


def uri_of(path):
    return "file://" + path


def capabilities(with_changes):
    able = copy.deepcopy(CAPABILITIES)
    able["workspace"] = {"workspaceEdit": {"documentChanges": with_changes}}
    able["textDocument"]["codeAction"] = {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": [
        "quickfix", "refactor", "refactor.extract", "refactor.inline", "refactor.rewrite", "source"]}},
        "isPreferredSupport": True}
    return able


def offset_of(lines, at):
    """In UTF-16, as it was agreed."""
    line = lines[at["line"]].encode("utf-16-le") if at["line"] < len(lines) else b""
    before = sum(len(lines[i]) for i in range(min(at["line"], len(lines))))
    return before + len(line[:2 * at["character"]].decode("utf-16-le", errors="ignore"))


def apply(text, edits):
    """As the protocol has it: all of a file's edits at once, none of which touch each other."""
    lines = text.splitlines(keepends=True) or [""]
    placed = sorted(((offset_of(lines, e["range"]["start"]), offset_of(lines, e["range"]["end"]),
                      number, e["newText"]) for number, e in enumerate(edits)))
    for (_, end, *_), (start, *_) in zip(placed, placed[1:]):
        assert end <= start, f"edits overlap: {edits}"
    inserted = [start for start, end, *_ in placed if start == end]
    assert len(inserted) == len(set(inserted)), f"two insertions at a place: {edits}"
    for start, end, _, new in reversed(placed):
        text = text[:start] + new + text[end:]
    return text


def edits_by_file(edit):
    """Each file once: what comes a second time would be applied to a text that is another one by then."""
    if "documentChanges" in edit:
        changes = [c for c in edit["documentChanges"] if "edits" in c]
        files = [c["textDocument"]["uri"] for c in changes]
        assert len(files) == len(set(files)), f"a file is there twice: {files}"
        return {c["textDocument"]["uri"]: c["edits"] for c in changes}
    return edit.get("changes", {})


class Workspace:
    """The files of a folder, and what edits make of them."""

    def __init__(self, folder):
        self.folder = folder
        self.texts = {}
        for path in glob.glob(os.path.join(folder, "**/*.y*ml"), recursive=True):
            with open(path, encoding="utf-8", errors="replace", newline="") as file:
                self.texts[uri_of(path)] = file.read()

    def after(self, edit):
        texts = dict(self.texts)
        for uri, edits in edits_by_file(edit).items():
            texts[uri] = apply(texts.get(uri, ""), edits)
        return texts

    def write(self, texts):
        for uri, text in texts.items():
            if self.texts.get(uri) != text:
                with open(uri[len("file://"):], "w", encoding="utf-8", newline="") as file:
                    file.write(text)
        self.texts = texts


def moved(at, edits):
    """Where a place is after edits of its line."""
    character = at["character"]
    for edit in edits:
        start, end = edit["range"]["start"], edit["range"]["end"]
        if start["line"] == at["line"] and end["character"] <= at["character"]:
            character += len(edit["newText"]) - (end["character"] - start["character"])
    return place(at["line"], character)


def names_in(text):
    """Places of words that could be names, comments left out."""
    for number, line in enumerate(text.splitlines()):
        code = line.split(" #")[0]
        for match in re.finditer(r"[A-Za-z_][\w.-]*", code if not code.lstrip().startswith("#") else ""):
            start = len(line[:match.start()].encode("utf-16-le")) // 2
            yield place(number, start + 1 if match.end() - match.start() > 1 else start)


class Edits(ProtocolTest):
    def workspace(self, source):
        folder = os.path.join(tempfile.mkdtemp(), "workspace")
        self.addCleanup(shutil.rmtree, os.path.dirname(folder), True)
        shutil.copytree(source, folder, symlinks=True)
        return Workspace(folder)

    def client(self, workspace, template, with_changes):
        client = self.start(initialized=False)
        client.initialize(capabilities(with_changes), rootUri=uri_of(workspace.folder),
                          workspaceFolders=[{"uri": uri_of(workspace.folder), "name": "w"}])
        client.open(workspace.texts[template], uri=template)
        return client

    def rename(self, client, template, at, name):
        answer = client.answer(client.ask("textDocument/rename", document(template, position=at, newName=name)))
        return answer.get("result")

    def unknown(self, client, template, name):
        """What the checks know nothing of, with a name in the place of the new one."""
        answer = client.request("textDocument/diagnostic", document(template))
        return collections.Counter(re.sub("(host_)?renamed_by_test", lambda _: name, d["message"]).partition("; did you mean")[0]
                                   for d in answer["items"] if str(d.get("code")).startswith("unknown-"))

    def renames(self, workspace, template, generator):
        """Both kinds of clients get the same edits, which forget no place where the name stands, and can be
        taken back by another rename."""
        clients = [self.client(workspace, template, with_changes) for with_changes in (False, True)]
        known = self.unknown(clients[0], template, "")
        places = list(names_in(workspace.texts[template]))
        generator.shuffle(places)
        tried = 0
        for at in places:
            subject = clients[0].answer(clients[0].ask("textDocument/prepareRename",
                                                       document(template, position=at))).get("result")
            if not subject:
                continue
            # A name that says that the node is hosted goes on saying so.
            name = "host_renamed_by_test" if "host" in subject["placeholder"].split("_") else "renamed_by_test"
            edits = [self.rename(client, template, at, name) for client in clients]
            self.assertEqual(*[bool(edit) for edit in edits], (template, at))
            if not edits[0]:
                continue
            before = dict(workspace.texts)
            after = [workspace.after(edit) for edit in edits]
            self.assertEqual(after[0], after[1], (template, at))
            self.assertNotEqual(after[0], before)
            workspace.write(after[0])
            for client in clients:
                client.change(after[0][template], uri=template)
                client.notify("workspace/didChangeWatchedFiles", {"changes": [
                    {"uri": uri, "type": 2} for uri in after[0] if after[0][uri] != before[uri]]})
            forgotten = self.unknown(clients[0], template, subject["placeholder"]) - known
            self.assertFalse(forgotten, (template, at, subject))
            now = moved(subject["range"]["start"], edits_by_file(edits[0]).get(template, []))
            back = self.rename(clients[0], template, now, subject["placeholder"])
            self.assertTrue(back, (template, at, subject))
            self.assertEqual(workspace.after(back), before, (template, at, subject))
            workspace.write(before)
            for client in clients:
                client.change(before[template], uri=template)
                client.notify("workspace/didChangeWatchedFiles", {"changes": [
                    {"uri": uri, "type": 2} for uri in after[0] if after[0][uri] != before[uri]]})
            tried += 1
            if tried == PER_TEMPLATE:
                break
        for client in clients:
            client.kill()
        return tried

    def actions(self, workspace, template, generator):
        """No action edits a place twice, and a client without versions gets the same."""
        clients = [self.client(workspace, template, with_changes) for with_changes in (False, True)]
        found = [client.diagnostics(uri=template) for client in clients][0]
        ranges = [d["range"] for d in found]
        places = list(names_in(workspace.texts[template]))
        generator.shuffle(places)
        ranges += [{"start": at, "end": at} for at in places[:PER_TEMPLATE]]
        tried = 0
        for part in ranges[:3 * PER_TEMPLATE]:
            there = [d for d in found if d["range"] == part]
            offered = [client.request("textDocument/codeAction", document(
                template, range=part, context={"diagnostics": there})) or [] for client in clients]
            self.assertEqual(*[[a["title"] for a in actions] for actions in offered])
            for actions in zip(*offered):
                if all(action.get("edit") for action in actions):
                    texts = [workspace.after(action["edit"]) for action in actions]
                    self.assertEqual(texts[0], texts[1], actions[0]["title"])
                    tried += 1
        for client in clients:
            client.kill()
        return tried

    def check(self, source):
        generator = random.Random(SEED)
        workspace = self.workspace(source)
        renamed = changed = 0
        for template, text in sorted(workspace.texts.items()):
            relative = template[len(uri_of(workspace.folder)):]
            if re.search(r"^tosca_definitions_version", text, re.MULTILINE) and "/tests/" not in relative:
                with self.subTest(template=relative, seed=SEED):
                    renamed += self.renames(workspace, template, generator)
                    changed += self.actions(workspace, template, generator)
        print(f"{source}: {renamed} renames, {changed} actions, seed {SEED}")
        self.assertGreater(renamed + changed, 0)

    def test_the_example(self):
        self.check(DEMO)

    def test_names_that_stand_everywhere(self):
        source = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, source, True)
        for path in glob.glob(os.path.join(FIXTURES, "renamed_everywhere*.yaml")):
            with open(path, encoding="utf-8") as file:
                text = re.sub(r"(?m)^#.*\n", "", file.read().replace("$0", ""))
            with open(os.path.join(source, os.path.basename(path)), "w", encoding="utf-8") as file:
                file.write(text)
        self.check(source)

    def test_tests_that_share_what_they_expect(self):
        """Three tests name one file: it is edited once."""
        folder = os.path.join(tempfile.mkdtemp(), "shared")
        self.addCleanup(shutil.rmtree, os.path.dirname(folder), True)
        os.makedirs(folder)
        with open(os.path.join(folder, "template.yaml"), "w", encoding="utf-8") as file:
            file.write(TEMPLATE)
        os.makedirs(os.path.join(folder, "tests"))
        with open(os.path.join(folder, "tests/result.yaml"), "w", encoding="utf-8") as file:
            file.write(EXPECTED)
        for name in "one", "two", "three":
            os.makedirs(os.path.join(folder, "tests", name))
            with open(os.path.join(folder, "tests", name, "test.yaml"), "w", encoding="utf-8") as file:
                file.write("presets: dev\nexpected: ../result.yaml\n")
        self.check(folder)
        workspace = self.workspace(folder)
        template = uri_of(os.path.join(workspace.folder, "template.yaml"))
        client = self.client(workspace, template, True)
        texts = workspace.after(self.rename(client, template, place(9, 9), "machine"))
        result = texts[uri_of(os.path.join(workspace.folder, "tests/result.yaml"))]
        self.assertIn("- host: machine\n        machine:\n", result)

    def test_a_test_in_the_folder_of_its_template(self):
        """What is expected has the names of the template, from wherever they are changed."""
        folder = os.path.join(tempfile.mkdtemp(), "alone")
        self.addCleanup(shutil.rmtree, os.path.dirname(folder), True)
        os.makedirs(folder)
        for name, text in {"template.yaml": TEMPLATE, "expected.yaml": EXPECTED}.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        self.check(folder)
        workspace = self.workspace(folder)
        template, expected = [uri_of(os.path.join(workspace.folder, name)) for name in ("template.yaml", "expected.yaml")]
        for document_uri, at in (template, place(9, 9)), (expected, place(7, 9)):
            client = self.client(workspace, document_uri, True)
            texts = workspace.after(self.rename(client, document_uri, at, "machine"))
            self.assertIn("- host: machine\n        machine:\n", texts[expected])
            self.assertIn("[{host: machine}]\n        machine: ", texts[template])

    def test_types_that_are_expected(self):
        """What is expected may declare the types of its template, as it may be deployed alone."""
        folder = os.path.join(tempfile.mkdtemp(), "typed")
        self.addCleanup(shutil.rmtree, os.path.dirname(folder), True)
        os.makedirs(os.path.join(folder, "tests/one"))
        types = "node_types: {Server: {derived_from: tosca.nodes.Compute}}\n"
        for name, text in {"template.yaml": TEMPLATE, "tests/one/expected.yaml": EXPECTED}.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text.replace("tosca.nodes.Compute", "Server").replace("topology", types + "topology", 1))
        with open(os.path.join(folder, "tests/one/test.yaml"), "w", encoding="utf-8") as file:
            file.write("presets: dev\nexpected: expected.yaml\n")
        self.check(folder)
        workspace = self.workspace(folder)
        template = uri_of(os.path.join(workspace.folder, "template.yaml"))
        client = self.client(workspace, template, True)
        texts = workspace.after(self.rename(client, template, place(1, 14), "Machine"))
        for name in "template.yaml", "tests/one/expected.yaml":
            text = texts[uri_of(os.path.join(workspace.folder, name))]
            self.assertEqual((text.count("Machine"), text.count("Server")), (2, 0))


def test_of(folder):
    return lambda self: self.check(folder)


for number, one in enumerate(path.rstrip('/') for path in FOLDERS.split(os.pathsep) if path):
    setattr(Edits, f"test_folder_{number}_{re.sub(chr(92) + 'W', '_', os.path.basename(one))}", test_of(one))

if __name__ == "__main__":
    unittest.main()
