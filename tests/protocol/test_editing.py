"""What editors offer while one writes: hints to click, dashes that fall into place, names that change together, fixes of a whole file."""
import pathlib
import tempfile
import unittest

from client import CAPABILITIES, URI, ProtocolTest, document, place, span

TEMPLATE = """\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      mode: {type: string, default: dev}
    presets:
      dev: {inputs: {mode: dev}}
      prod: {inputs: {mode: prod}}
    expressions:
      is_dev: {equal: [{variability_input: mode}, dev]}
  node_templates:
    app:   # the application
      type: tosca.nodes.Root
      conditions: {logic_expression: is_dev}
      requirements: [{a: {node: db, conditions: false}}, {b: {node: db, conditions: false}}]
    db:
      type: tosca.nodes.Root
"""


def after(text, edits):
    """The text with edits that do not overlap, the last one first."""
    lines = text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:i]) for i in range(len(lines) + 1)]
    at = lambda p: starts[p["line"]] + p["character"]  # noqa: E731
    for edit in sorted(edits, key=lambda e: at(e["range"]["start"]), reverse=True):
        text = text[:at(edit["range"]["start"])] + edit["newText"] + text[at(edit["range"]["end"]):]
    return text


class Editing(ProtocolTest):
    def opened(self, text=TEMPLATE, **more):
        client = self.start(**more)
        client.open(text)
        client.diagnostics()
        return client

    def start_in(self, folder):
        client = self.start(initialized=False)
        client.initialize(rootUri=pathlib.Path(folder).as_uri())
        return client

    def hints(self, **options):
        client = self.opened(options=options)
        return client.request("textDocument/inlayHint", document(range=span(0, 0, 100, 0)))

    def test_hints_stand_at_the_end_of_lines_with_one_name(self):
        places = [hint["position"] for hint in self.hints()]
        line = TEMPLATE.split("\n")[11]
        self.assertEqual(places[0], place(11, len(line)))
        self.assertEqual([p["line"] for p in places[1:]], [14, 14])
        self.assertLess(places[1]["character"], places[2]["character"])
        behind = [hint["position"] for hint in self.hints(inlayHintsAtLineEnd=False)]
        self.assertEqual(behind[0], place(11, len("    app")))

    def test_a_click_on_a_hint_explains(self):
        labels = [hint["label"] for hint in self.hints(explainCommand="explain")]
        self.assertEqual([part["command"]["arguments"] for part in labels[0]], [[URI, place(11, 4)]])
        self.assertEqual(labels[0][0]["command"]["command"], "explain")
        self.assertEqual([type(hint["label"]) for hint in self.hints()], [str] * len(labels))

    def test_a_hint_tells_what_its_name_tells(self):
        client = self.opened(capabilities={**CAPABILITIES, "textDocument": {
            **CAPABILITIES.get("textDocument", {}), "inlayHint": {"resolveSupport": {"properties": ["tooltip"]}}}})
        first = client.request("textDocument/inlayHint", document(range=span(0, 0, 100, 0)))[0]
        self.assertNotIn("tooltip", first)
        resolved = client.request("inlayHint/resolve", first)
        hover = client.request("textDocument/hover", document(position=place(11, 4)))
        self.assertIn("app", str(hover["contents"]))
        self.assertEqual(resolved, {**first, "tooltip": hover["contents"]})
        gone = {**first, "data": {**first["data"], "position": place(1000, 0)}}
        self.assertEqual(client.request("inlayHint/resolve", gone), gone)
        self.assertNotIn("data", self.hints()[0])

    def test_a_name_changes_with_its_uses(self):
        client = self.opened()
        linked = lambda *at: client.request("textDocument/linkedEditingRange", document(position=place(*at)))  # noqa: E731
        declared = linked(9, 8)
        self.assertEqual([r["start"] for r in declared["ranges"]], [place(9, 6), place(13, 37)])
        self.assertIsNone(linked(13, 38))  # whoever edits a use may mean another name
        self.assertIsNone(linked(11, 5))  # nobody else names it

    def test_a_name_that_other_files_use_is_not_linked(self):
        with tempfile.TemporaryDirectory() as folder:
            test = pathlib.Path(folder, "tests", "one")
            test.mkdir(parents=True)
            (test / "inputs.yaml").write_text("mode: prod\n")
            (test / "expected.yaml").write_text("")
            path = pathlib.Path(folder, "template.yaml")
            path.write_text(TEMPLATE)
            client = self.start_in(folder)
            client.open(TEMPLATE, uri=path.as_uri())
            asked = document(path.as_uri(), position=place(4, 7))
            self.assertIsNone(client.request("textDocument/linkedEditingRange", asked))
            asked = document(path.as_uri(), position=place(9, 7))
            self.assertEqual(len(client.request("textDocument/linkedEditingRange", asked)["ranges"]), 2)

    def typed(self, text, line, character, sign="-", size=2):
        client = self.opened(text)
        return client.request("textDocument/onTypeFormatting", document(
            position=place(line, character), ch=sign, options={"tabSize": size, "insertSpaces": True}))

    def test_a_dash_falls_into_line(self):
        head = "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n    a:\n      requirements:\n"
        item = "        - host: b\n"
        for text, line, column, wanted in (
                (head + item + "      - ", 6, 8, 8),  # less than the item above: it begins where that does
                (head + item + "          - ", 6, 12, 8),  # more than it can be
                (head + "      - ", 5, 8, 8),  # below its key, as deep as lines are
                (head + item + "        - ", 6, 10, None),  # well as it is
                (head + "      - host: b\n        - ", 6, 10, 6)):  # lists of this file are flush
            written = len(text.split("\n")[-1]) - 2
            edits = self.typed(text, line, column)
            if wanted is None:
                self.assertEqual(edits, [], text)
            else:
                self.assertEqual(after(text, edits).split("\n")[-1], " " * wanted + "- ", (text, written))

    def actions(self, client, at=(0, 0, 0, 0), uri=URI, **context):
        return client.request("textDocument/codeAction", document(
            uri, range=span(*at), context={"diagnostics": [], **context})) or []

    def edited(self, text, action, uri=URI):
        edit = action["edit"]
        edits = edit["changes"][uri] if "changes" in edit else edit["documentChanges"][0]["edits"]
        return after(text, edits)

    def test_a_selection_of_everything_gets_the_first_fixes(self):
        text = TEMPLATE.split("  node_templates:")[0] + "  node_templates:\n" + "".join(
            f"    n{i}: {{type: tosca.nodes.Root, requiremens: []}}\n" for i in range(100))
        client = self.opened(text)
        everything = (0, 0, text.count("\n"), 0)
        fixes = [action["title"] for action in self.actions(client, everything, only=["quickfix"])]
        self.assertEqual(len([title for title in fixes if title == 'Replace with "requirements"']), 64, fixes)
        self.assertIn('Replace all 100 with "requirements"', fixes)
        last = text.count("\n") - 1
        self.assertIn('Replace with "requirements"', [action["title"] for action in self.actions(client, (last, 37, last, 37))])
        kinds = {action["kind"] for action in self.actions(client, everything, only=["refactor.extract"])}
        self.assertEqual(kinds, {"refactor.extract"})

    def test_all_that_is_certain_is_fixed_at_once(self):
        text = TEMPLATE.replace("logic_expression: is_dev}\n      req", "or: [{logic_expression: is_dev}, {logic_expression: is_dev}]}\n"
                                "      req")
        client = self.opened(text)
        fixes = self.actions(client, only=["source.fixAll"])
        self.assertEqual([a["kind"] for a in fixes], ["source.fixAll.vtosca"])
        self.assertEqual(self.actions(client, only=["source.fixAll.vtosca"], triggerKind=2), fixes)  # while saving
        fixed = self.edited(text, fixes[0])
        self.assertEqual(fixed.count("{logic_expression: is_dev}"), 1)
        self.assertEqual(self.actions(client, triggerKind=2), [])  # the lamp is not about the file
        self.assertEqual(self.actions(self.opened(), only=["source.fixAll"]), [])

    def project(self):
        """A folder so deep that looking above it finds nothing of anybody else."""
        top = tempfile.TemporaryDirectory()
        self.addCleanup(top.cleanup)
        folder = pathlib.Path(top.name, "work", "of", "mine")
        folder.mkdir(parents=True)
        return folder

    def workspace(self, template, **files):
        folder = self.project()
        for name, text in files.items():
            path = folder / "types" / (name + ".yaml")
            path.parent.mkdir(exist_ok=True)
            path.write_text("tosca_definitions_version: tosca_simple_yaml_1_3\n" + text)
        path = folder / "template.yaml"
        path.write_text(template)
        client = self.start_in(folder)
        client.open(template, uri=path.as_uri())
        client.diagnostics(uri=path.as_uri())
        return client, path.as_uri()

    USER = ("tosca_definitions_version: tosca_simple_yaml_1_3\nimports:\n  - types/used.yaml\n  - types/unused.yaml\n"
            "  - file: types/used.yaml\ntopology_template:\n  node_templates:\n    app: {type: shop.App}\n")
    TYPES = {"used": "node_types:\n  shop.App: {derived_from: tosca.nodes.Root}\n",
             "unused": "node_types:\n  shop.Disk: {derived_from: tosca.nodes.Root}\n",
             "more": "node_types:\n  zoo.Lion: {derived_from: tosca.nodes.Root, description: It roars.}\n"}

    def test_imports_that_nothing_needs_are_removed(self):
        client, uri = self.workspace(self.USER, **self.TYPES)
        actions = self.actions(client, uri=uri, only=["source.organizeImports"])
        self.assertEqual([a["kind"] for a in actions], ["source.organizeImports"])
        self.assertIn("imports:\n  - types/used.yaml\ntopology_template", self.edited(self.USER, actions[0], uri))
        none = self.USER.replace("shop.App", "tosca.nodes.Root")
        client, uri = self.workspace(none, **self.TYPES)
        actions = self.actions(client, uri=uri, only=["source.organizeImports"])
        self.assertNotIn("imports", self.edited(none, actions[0], uri))

    def test_an_unknown_type_is_imported(self):
        text = self.USER.replace("{type: shop.App}", "{type: zoo.Lion}")
        client, uri = self.workspace(text, **self.TYPES)
        actions = self.actions(client, (7, 16, 7, 16), uri, only=["quickfix"])
        wanted = [a for a in actions if a["title"] == 'Import "types/more.yaml"']
        self.assertEqual(len(wanted), 1, actions)
        self.assertIn("  - types/more.yaml\ntopology_template", self.edited(text, wanted[0], uri))

    def test_a_file_that_is_missing_is_created_where_editors_can(self):
        text = self.USER.replace("types/used.yaml", "types/missing.yaml")
        line = text.split("\n").index("  - types/missing.yaml")
        changes = {"documentChanges": True, "resourceOperations": ["create"]}
        for can in (True, False):
            folder = self.project()
            client = self.start(initialized=False)
            client.initialize(rootUri=pathlib.Path(folder).as_uri(), capabilities={
                "workspace": {"workspaceEdit": changes if can else {}},
                "textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}}})
            uri = pathlib.Path(folder, "template.yaml").as_uri()
            client.open(text, uri=uri)
            client.diagnostics(uri=uri)
            actions = self.actions(client, (line, 4, line, 4), uri, only=["quickfix"])
            wanted = [a for a in actions if a["title"] == 'Create the file "types/missing.yaml"']
            self.assertEqual(len(wanted), int(can), actions)
            if can:
                creation, change = wanted[0]["edit"]["documentChanges"]
                made = pathlib.Path(folder, "types/missing.yaml").as_uri()
                self.assertEqual(creation, {"kind": "create", "uri": made})
                self.assertEqual(change["textDocument"], {"uri": made, "version": None})
                self.assertRegex(change["edits"][0]["newText"], "^tosca_definitions_version: [a-z_0-9]+\n$")

    def test_completion_knows_types_that_are_not_imported(self):
        text = self.USER.replace("{type: shop.App}", "{type: li}")
        client, uri = self.workspace(text, **self.TYPES)
        asked = document(uri, position=place(7, 18))
        items = {i["label"]: i for i in client.request("textDocument/completion", asked)["items"]}
        self.assertIn("zoo.Lion", items)
        self.assertIn("  - types/more.yaml\ntopology", after(text, items["zoo.Lion"]["additionalTextEdits"]))
        self.assertEqual(items["zoo.Lion"]["detail"], 'adds the import "types/more.yaml"')


if __name__ == "__main__":
    unittest.main()
