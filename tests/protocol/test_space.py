"""What holds for all values of the inputs: told when no one types, kept while nothing looks at what is edited,
taken back when it may not be so any more."""
import os
import pathlib
import subprocess
import tempfile
import unittest
from urllib.parse import unquote, urlparse

from client import (CAPABILITIES, CONTENT_MODIFIED, INVALID_PARAMS, PROGRAM, URI, ProtocolTest,
                    document, place, span)

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                       "../cli/templates/spaces.yaml"), encoding="utf-8") as file:
    TEMPLATE = file.read()
LINES = TEMPLATE.split("\n")


def line_of(text):
    return next(i for i, line in enumerate(LINES) if text in line)


def codes(diagnostics):
    return sorted(d["code"] for d in diagnostics)


OF_SPACE = ["condition-without-effect", "constant-condition", "equal-presets", "fails-for-inputs",
            "never-present", "unreachable-value", "unused-expression", "unused-variability-input"]


class Space(ProtocolTest):
    def about_all(self, diagnostics):
        return [code for code in codes(diagnostics) if code in OF_SPACE]

    def next_published(self, client, wanted):
        """The next publication for which `wanted` holds."""
        return client.receive(lambda m: m.get("method") == "textDocument/publishDiagnostics"
                              and wanted(m["params"]["diagnostics"]))["params"]["diagnostics"]

    def pulled(self, client):
        return client.request("textDocument/diagnostic", document())["items"]

    def start_with_space(self):
        client = self.start(options={"allInputs": True})
        client.open(TEMPLATE)
        return client, self.next_published(client, self.about_all)

    def test_it_is_told_after_a_rest(self):
        client, told = self.start_with_space()
        self.assertEqual(self.about_all(told), [
            "constant-condition", "equal-presets", "fails-for-inputs", "never-present",
            "unreachable-value", "unused-expression", "unused-variability-input"])
        failing = next(d for d in told if d["code"] == "fails-for-inputs")
        self.assertEqual(failing["message"],
                         'Node "app" expected to have a hosting relation, if stage = test')
        self.assertEqual(failing["range"]["start"]["line"], line_of("    app:"))
        self.assertEqual([r["message"] for r in failing["relatedInformation"]], ["stage = test"])
        self.assertEqual(failing["relatedInformation"][0]["location"]["range"]["start"]["line"],
                         line_of("      stage:"))
        del client

    def test_it_is_not_told_where_nobody_wants_it(self):
        client = self.start()
        client.open(TEMPLATE)
        self.assertEqual(self.about_all(client.diagnostics()), [])
        self.assertEqual([m for m in client.received(1.0) if "method" in m], [])

    def changed_since_saved(self, client, uri):
        client.request("vtosca/space", document(uri))
        return [lens["command"] for lens in client.request("textDocument/codeLens", document(uri))
                if "command" in lens and lens["command"]["title"].startswith("changed since saved")]

    def test_what_has_changed_since_it_was_saved(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "template.yaml")
            path.write_text(TEMPLATE, encoding="utf-8")
            uri = path.as_uri()
            client = self.start(options={"allInputs": True})
            client.open(TEMPLATE, uri=uri)
            self.assertEqual(self.changed_since_saved(client, uri), [])
            changed = TEMPLATE.replace("[{variability_input: traffic}, 1000]",
                                       "[{variability_input: traffic}, 500]")
            client.change(changed, uri=uri)
            (command,) = self.changed_since_saved(client, uri)
            self.assertRegex(command["title"], "^changed since saved: 4 of 18 assignments, "
                                               "as with traffic = ")
            inputs = command["arguments"][1]
            self.assertTrue(500 <= inputs["traffic"] < 1000, inputs)
            path.write_text(changed, encoding="utf-8")
            client.notify("textDocument/didSave", document(uri))
            self.assertEqual(self.changed_since_saved(client, uri), [])
            client.change(TEMPLATE, uri=uri)
            self.assertEqual(len(self.changed_since_saved(client, uri)), 1)

    def test_what_has_changed_since_a_commit(self):
        client = self.start(options={"allInputs": True})
        client.open(TEMPLATE)
        older = TEMPLATE.replace("[{variability_input: traffic}, 1000]",
                                 "[{variability_input: traffic}, 500]")

        def titles(*arguments):
            self.execute(client, "vtosca.setBase", URI, *arguments)
            client.request("vtosca/space", document())
            return [lens["command"]["title"] for lens in client.request("textDocument/codeLens", document())
                    if lens.get("command", {}).get("title", "").startswith("changed since")]

        (title,) = titles(older)
        self.assertRegex(title, "^changed since HEAD: 4 of 18 assignments, as with traffic = ")
        (title,) = titles(older, "main")
        self.assertRegex(title, "^changed since main: 4 of 18 assignments")
        self.assertEqual(titles(TEMPLATE), [])
        self.assertEqual(titles(None), [])
        self.assertEqual(client.error("workspace/executeCommand", {
            "command": "vtosca.setBase", "arguments": ["file:///other", older]}), INVALID_PARAMS)

    def test_whoever_asks_need_not_wait_for_a_rest(self):
        client = self.start()
        client.open(TEMPLATE)
        space = client.request("vtosca/space", document())
        self.assertEqual(space["assignments"], 12)
        self.assertEqual(space["failing"], {"count": 4, "exact": True})
        self.assertEqual(space["distinct"], {"count": 4, "exact": True})
        self.assertEqual(space["equal"], [["prod", "peak"]])
        self.assertEqual([(u["kind"], u["name"]) for u in space["unused"]],
                         [("input", "legacy"), ("expression", "old")])
        cache = next(e for e in space["elements"] if e["id"] == "node.cache")
        self.assertEqual((cache["when"], cache["condition"], cache["present"]["traffic"]),
                         ("varies", "traffic ≥ 1000", 1000))
        rows = client.request("vtosca/presence", document(kinds=["node"]))["elements"]
        self.assertEqual([(r["name"], r["when"], r.get("condition")) for r in rows][-3:],
                         [("cache", "varies", "traffic ≥ 1000"), ("museum", "never", None),
                          ("machine", "always", None)])

    def test_what_must_be_set(self):
        client = self.start()
        client.open(TEMPLATE)
        answer = client.request("vtosca/whatIf", document(element="node.large", variant="dev"))
        self.assertEqual((answer["presence"], answer["variant"]), ("absent", "dev"))
        self.assertEqual([(c["inputs"], c["text"]) for c in answer["changes"]],
                         [({"stage": "prod"}, "stage = prod")])
        at = client.request("vtosca/whatIf", document(
            position=place(line_of("    museum:"), 5)))
        self.assertEqual((at["element"], at["changes"], at["reason"]), ("node.museum", [], "never"))
        self.assertIsNone(client.request("vtosca/whatIf", document(position=place(0, 0))))
        self.assertEqual(client.error("vtosca/whatIf", document(element="node.none")),
                         INVALID_PARAMS)

    def test_covering_presets_and_coverage(self):
        client = self.start()
        client.open(TEMPLATE)
        presets = client.request("vtosca/cover", document(kind="conditions"))["presets"]
        self.assertEqual({p["inputs"]["stage"] for p in presets}, {"dev", "prod"})
        self.assertEqual(client.error("vtosca/cover", document(kind="x")), INVALID_PARAMS)
        conditions = client.request("vtosca/coverage", document())["conditions"]
        seen = {c["element"]: c["seen"] for c in conditions if not c["part"]}
        self.assertEqual((seen["node.small"], seen["node.cache"]), ("both", "false"))

    def test_an_edit_where_nothing_looks_leaves_it(self):
        client, told = self.start_with_space()
        line = line_of("    machine:") + 1
        client.change([((line, len(LINES[line]), line, len(LINES[line])), " # of all")])
        self.assertEqual(self.about_all(self.pulled(client)), self.about_all(told))

    def test_an_edit_of_a_condition_takes_it_back_until_it_is_found_anew(self):
        client, _ = self.start_with_space()
        line = line_of("conditions: {and: [{logic_expression: is_dev}, {logic_expression: is_prod}]}")
        column = LINES[line].index("and")
        client.change([((line, column, line, column + 3), "or")])
        self.assertEqual(self.about_all(self.pulled(client)), [])
        client.request("vtosca/space", document())
        told = self.pulled(client)
        self.assertNotIn("never-present", codes(told))
        self.assertIn("fails-for-inputs", codes(told))

    def test_who_asks_before_an_edit_is_told_that_the_document_has_changed(self):
        client = self.start()
        client.open(TEMPLATE)
        asked = client.ask("vtosca/space", document())
        client.change([((0, 0, 0, 0), "# one more line\n")])
        answer = client.answer(asked)
        self.assertIn(answer.get("error", {}).get("code", CONTENT_MODIFIED), (CONTENT_MODIFIED,))
        self.assertEqual(client.request("vtosca/space", document())["assignments"], 12)

    def test_keys_are_not_disturbed(self):
        """No publication comes between the keys of somebody who types without a rest."""
        client, _ = self.start_with_space()
        line = line_of("    machine:") + 1
        for i in range(20):
            column = len(LINES[line]) + i
            client.change([((line, column, line, column), " # a typed comment"[i % 18])])
            self.assertIsNotNone(client.diagnostics())
        versions = [m["params"]["version"] for m in client.received(0.2)
                    if m.get("method") == "textDocument/publishDiagnostics"]
        self.assertLessEqual(len(versions), 1)

    # ---- what is shown of it

    def test_hovers_say_when(self):
        client, _ = self.start_with_space()

        def hover(line):
            return client.request("textDocument/hover", document(
                position=place(line_of(line), 5)))["contents"]["value"]

        self.assertIn("Present when `traffic ≥ 1000`: for `stage = dev, traffic = 1000, "
                      "legacy = false`, not for `stage = dev, traffic = 10, legacy = false`",
                      hover("    cache:"))
        self.assertLess(hover("    cache:").index("(active)"), hover("    cache:").index("Present when"))
        self.assertIn("Never present, whatever the inputs are", hover("    museum:"))
        self.assertIn("Always present, whatever the inputs are", hover("    machine:"))

    def test_inlay_hints_say_for_which_inputs(self):
        client = self.start(options={"allInputs": True, "conditionHints": True})
        client.open(TEMPLATE)
        self.next_published(client, self.about_all)
        hints = client.request("textDocument/inlayHint", document(
            range=span(0, 0, len(LINES), 0)))
        labels = {h["position"]["line"]: h["label"] for h in hints}
        self.assertEqual(labels[line_of("    cache:")], "only if traffic ≥ 1000")
        self.assertEqual(labels[line_of("    museum:")], "never")
        self.assertNotIn(line_of("    machine:"), labels)

    def lenses(self, client):
        """Titles by line, with their commands."""
        result = {}
        for lens in client.request("textDocument/codeLens", document()):
            if "command" not in lens:
                lens = client.request("codeLens/resolve", lens)
            result.setdefault(lens["range"]["start"]["line"], []).append(lens["command"])
        return result

    def test_lenses_tell_of_failures_and_of_what_must_be_set(self):
        client, _ = self.start_with_space()
        lenses = self.lenses(client)

        def titles(line):
            return [c["title"] for c in lenses.get(line_of(line), [])]

        self.assertEqual(titles("  variability:"),
                         ["4 different results of 12 assignments, 4 fail"])
        self.assertIn("fails if stage = test", titles("    app:"))
        self.assertIn("present if traffic = 1000", titles("    cache:"))
        self.assertIn("never present", titles("    museum:"))

    # ---- trying, and writing down

    CREATING = {**CAPABILITIES, "workspace": {"applyEdit": True, "workspaceEdit": {
        "documentChanges": True, "resourceOperations": ["create"]}}}

    def actions(self, client, line, **more):
        found = client.request("textDocument/codeAction", document(
            range=span(line, 5, line, 5), context={"diagnostics": []}, **more))
        return {a["title"]: a for a in found}

    def execute(self, client, command, *arguments):
        return client.request("workspace/executeCommand",
                              {"command": command, "arguments": list(arguments)})

    def names(self, client):
        return [(v["name"], v["origin"])
                for v in client.request("vtosca/variants", document())["variants"]]

    def test_a_change_is_tried_until_it_is_dismissed(self):
        client, _ = self.start_with_space()
        action = self.actions(client, line_of("    cache:"))[
            'Make node "cache" present: try traffic = 1000']
        command = action["command"]
        self.execute(client, command["command"], *command["arguments"])
        self.assertIn(("try traffic = 1000", "tried"), self.names(client))
        self.assertEqual(client.request("vtosca/variants", document())["active"],
                         "try traffic = 1000")
        rows = client.request("vtosca/presence", document(kinds=["node"]))["elements"]
        cache = next(r for r in rows if r["id"] == "node.cache")
        self.assertEqual(cache["presence"]["try traffic = 1000"], "present")
        client.request("vtosca/space", document())
        titles = [c["title"] for c in self.lenses(client)[line_of("  variability:")]]
        self.assertIn("dismiss try traffic = 1000", titles)
        self.execute(client, "vtosca.dismissVariant", URI, "try traffic = 1000")
        self.assertNotIn("tried", [origin for _, origin in self.names(client)])
        self.assertEqual(client.error("workspace/executeCommand", {
            "command": "vtosca.dismissVariant", "arguments": [URI, "x"]}), INVALID_PARAMS)

    def test_tries_without_a_name_get_one(self):
        client = self.start()
        client.open(TEMPLATE)
        first = self.execute(client, "vtosca.tryInputs", URI, {"stage": "prod"})
        second = self.execute(client, "vtosca.tryInputs", URI, {"stage": "test"})
        self.assertEqual((first, second), ("try 1", "try 2"))
        self.assertEqual([n for n, o in self.names(client) if o == "tried"], [first, second])
        self.execute(client, "vtosca.dismissVariant", URI)
        self.assertEqual([n for n, o in self.names(client) if o == "tried"], [])
        for arguments in ([], [URI], [URI, 1], ["file:///other", {}]):
            self.assertEqual(client.error("workspace/executeCommand", {
                "command": "vtosca.tryInputs", "arguments": arguments}), INVALID_PARAMS)

    def apply(self, text, edits):
        lines = text.split("\n")
        for edit in reversed(edits):
            start, end = edit["range"]["start"], edit["range"]["end"]
            before = "\n".join(lines[:start["line"]] + [lines[start["line"]][:start["character"]]])
            behind = "\n".join([lines[end["line"]][end["character"]:]] + lines[end["line"] + 1:])
            lines = (before + edit["newText"] + behind).split("\n")
        return "\n".join(lines)

    def edits_of(self, edit):
        return edit["changes"][URI] if "changes" in edit else edit["documentChanges"][0]["edits"]

    def test_a_preset_shows_what_was_promised(self):
        client, _ = self.start_with_space()
        action = self.actions(client, line_of("    large:"))[
            'Add a preset with stage = prod: node "large" is present']
        text = self.apply(TEMPLATE, self.edits_of(action["edit"]))
        self.assertIn("      stage_prod: {inputs: {stage: prod}}\n", text)
        client.change(text)
        rows = client.request("vtosca/presence", document(kinds=["node"]))["elements"]
        large = next(r for r in rows if r["id"] == "node.large")
        self.assertEqual(large["presence"]["stage_prod"], "present")

    def test_presets_that_take_conditions_both_ways(self):
        client, _ = self.start_with_space()
        found = self.actions(client, line_of("    presets:"))
        title = next(t for t in found if t.endswith("every condition both ways"))
        client.change(self.apply(TEMPLATE, self.edits_of(found[title]["edit"])))
        conditions = client.request("vtosca/coverage", document())["conditions"]
        self.assertEqual({c["seen"] for c in conditions
                          if not c["part"] and c["element"] != "node.museum"}, {"both"})

    def test_a_preset_is_added_by_a_command(self):
        client = self.start(capabilities=self.CREATING)
        client.open(TEMPLATE)
        self.execute(client, "vtosca.addPreset", URI, {"stage": "test", "traffic": 10}, "broken")
        edit = client.receive(lambda m: m.get("method") == "workspace/applyEdit")["params"]["edit"]
        self.assertIn("      broken: {inputs: {stage: test}}\n",
                      self.apply(TEMPLATE, self.edits_of(edit)))

    def test_tests_are_written_that_pass(self):
        with tempfile.TemporaryDirectory() as folder:
            template = pathlib.Path(folder) / "template.yaml"
            template.write_text(TEMPLATE, encoding="utf-8")
            uri = template.as_uri()
            client = self.start(capabilities=self.CREATING, options={"allInputs": True})
            client.open(TEMPLATE, uri=uri)
            client.request("vtosca/space", document(uri))
            found = client.request("textDocument/codeAction", document(
                uri, range=span(line_of("    app:"), 5, line_of("    app:"), 5),
                context={"diagnostics": []}))
            fixes = {a["title"]: a for a in found if a["kind"] == "quickfix"}
            self.assertIn("See it fail: try stage = test", fixes)
            self.assertIn("Add a preset that shows it: stage = test", fixes)
            commands = [fixes["Add a test that expects it: stage = test"]["command"]["arguments"],
                        [uri, {"stage": "prod", "traffic": 5000}, "busy"]]
            for arguments in commands:
                self.execute(client, "vtosca.addTest", *arguments)
                edit = client.receive(lambda m: m.get("method") == "workspace/applyEdit")
                self.write(edit["params"]["edit"])
            self.assertEqual(sorted(p.name for p in (pathlib.Path(folder) / "tests").iterdir()),
                             ["busy", "stage_test"])
            done = subprocess.run([PROGRAM, "test", folder], capture_output=True, text=True,
                                  check=False)
            self.assertEqual(done.returncode, 0, done.stdout)
            self.assertIn("2 passed", done.stdout)

    def write(self, edit):
        for change in edit["documentChanges"]:
            if change.get("kind") == "create":
                path = pathlib.Path(unquote(urlparse(change["uri"]).path))
                path.parent.mkdir(parents=True, exist_ok=True)
                self.assertFalse(path.exists())
            else:
                path = pathlib.Path(unquote(urlparse(change["textDocument"]["uri"]).path))
                path.write_text(self.apply("", change["edits"]), encoding="utf-8")

    def test_who_cannot_create_files_is_told(self):
        client = self.start()
        client.open(TEMPLATE)
        self.assertLess(client.error("workspace/executeCommand", {
            "command": "vtosca.addTest", "arguments": [URI, {}]}), 0)


if __name__ == "__main__":
    unittest.main()
