"""Features that are there: each gives an answer of the right form, wherever it is asked for."""
import json
import os
import random
import shutil
import tempfile
import unittest

from client import CAPABILITIES, CONTENT_MODIFIED, URI, ProtocolTest, document, place, span

TEMPLATE = """\
tosca_definitions_version: tosca_variability_1_0_rc_3
imports:
  - types.yaml
topology_template:
  variability:
    inputs:
      mode:
        type: string
        default: dev
    presets:
      dev:
        inputs: {mode: dev}
      prod:
        inputs: {mode: prod}
    expressions:
      is_dev: {equal: [{variability_input: mode}, dev]}
  node_templates:
    app:
      type: tosca.nodes.Root
      conditions: {logic_expression: is_dev}
"""
TYPES = """\
node_types:
  Mine:
    derived_from: tosca.nodes.Root
"""

def find(text, needle, after=""):
    """The position behind `needle`, the first one behind `after`."""
    offset = text.index(needle, text.index(after)) + len(needle)
    line = text.count("\n", 0, offset)
    return place(line, offset - text.rfind("\n", 0, offset) - 1)


def part(text, span_):
    """What the range marks; it is within one line."""
    line = text.split("\n")[span_["start"]["line"]]
    return line[span_["start"]["character"]:span_["end"]["character"]]


class Features(ProtocolTest):
    def opened(self, text=TEMPLATE, **more):
        client = self.start(**more)
        client.open(text)
        return client

    def at(self, client, method, position, **more):
        return client.request(f"textDocument/{method}", document(position=position, **more))

    def labels(self, client, position):
        return [item["label"] for item in self.at(client, "completion", position)["items"]]

    def test_required_properties_within_each_other_are_not_all_proposed(self):
        data = "".join(f"  D{i}: {{properties: {{{', '.join(f'f{k}: {{type: D{i + 1}}}' for k in range(30))}}}}}\n" for i in range(5))
        text = ("tosca_definitions_version: tosca_2_0\ndata_types:\n" + data + "  D5: {derived_from: string}\n"
                "node_types: {T: {properties: {p: {type: D0}}}}\nservice_template:\n  node_templates:\n    a:\n      type: T\n      \n")
        client = self.start(capabilities={**CAPABILITIES, "textDocument": {
            "completion": {"completionItem": {"snippetSupport": True}}}})
        client.open(text)
        answer = client.request("textDocument/completion", document(position=place(text.count("\n") - 1, 6)))
        proposed = max((json.dumps(item) for item in answer["items"]), key=len)
        self.assertIn("f29: {$", proposed)
        self.assertLess(len(proposed), 20000)

    def test_definition_links_to_the_declaration(self):
        client = self.opened()
        links = self.at(client, "definition", find(TEMPLATE, "logic_expression: is"))
        self.assertEqual([link["targetSelectionRange"]["start"] for link in links],
                         [place(15, 6)])

    def test_definition_without_links(self):
        client = self.opened(capabilities={})
        found = self.at(client, "definition", find(TEMPLATE, "logic_expression: is"))
        self.assertEqual(found, [{"uri": URI, "range": span(15, 6, 15, 12)}])

    def test_references_with_and_without_the_declaration(self):
        client = self.opened()
        for declaration, count in ((True, 2), (False, 1)):
            found = self.at(client, "references", find(TEMPLATE, "is_d"),
                            context={"includeDeclaration": declaration})
            self.assertEqual(len(found), count)

    def in_parts(self, client, method, params):
        """What comes before the answer, which then is empty."""
        asked = client.ask(method, {**params, "partialResultToken": "parts"})
        rest = client.answer(asked)["result"]
        self.assertEqual(rest, {"items": []} if method == "workspace/diagnostic" else [])
        parts = [message["params"] for message in client.received(0)
                 if message.get("method") == "$/progress"]
        self.assertEqual({part["token"] for part in parts}, {"parts"})
        return [part["value"] for part in parts]

    def test_results_come_file_by_file(self):
        client = self.opened(TEMPLATE + TYPES)
        names = [URI] + [f"file:///models/{name}.yaml" for name in ("first", "second")]
        for name in names[1:]:
            client.open(TEMPLATE.replace("types.yaml", "template.yaml")
                        .replace("type: tosca.nodes.Root", "type: Mine"), name)
        for name in names:
            client.diagnostics(name)
        found = self.in_parts(client, "workspace/symbol", {"query": "app"})
        self.assertEqual([[symbol["name"] for symbol in part] for part in found], [["app"]] * 3)
        found = self.in_parts(client, "textDocument/references", document(
            position=find(TEMPLATE + TYPES, "Mi"), context={"includeDeclaration": True}))
        self.assertEqual(sorted(tuple(location["uri"] for location in part) for part in found),
                         sorted((name,) for name in names))
        found = self.in_parts(client, "workspace/diagnostic", {"previousResultIds": []})
        self.assertEqual(sorted(item["uri"] for part in found for item in part["items"]),
                         sorted(names))
        self.assertEqual(len(found), 3)

    def test_a_long_list_comes_in_parts(self):
        client = self.opened()
        found = self.in_parts(client, "textDocument/references", document(
            position=find(TEMPLATE, "is_d"), context={"includeDeclaration": True}))
        self.assertEqual([len(part) for part in found], [2])
        many = "".join(f"    node_{i}:\n      type: tosca.nodes.Root\n" for i in range(250))
        client.change(TEMPLATE + many)
        found = self.in_parts(client, "workspace/symbol", {"query": "node_"})
        self.assertEqual([len(part) for part in found], [200, 50])

    def test_rename(self):
        client = self.opened()
        position = find(TEMPLATE, "is_d")
        self.assertEqual(self.at(client, "prepareRename", position),
                         {"range": span(15, 6, 15, 12), "placeholder": "is_dev"})
        edit = self.at(client, "rename", position, newName="is_development")
        self.assertEqual(len(edit["changes"][URI]), 2)
        self.assertIsNone(self.at(client, "prepareRename", place(0, 3)))

    def test_what_the_language_defines_is_not_renamed(self):
        client = self.opened()
        position = find(TEMPLATE, "tosca.nodes.R")
        for method, more in (("prepareRename", {}), ("rename", {"newName": "x"})):
            answer = client.answer(client.ask(f"textDocument/{method}",
                                              document(position=position, **more)))
            self.assertEqual(answer["error"]["message"], "Cannot rename: the node type "
                             "\"tosca.nodes.Root\" is part of the language")

    def test_what_decides_an_element_and_what_it_decides(self):
        client = self.opened()
        item, = self.at(client, "prepareCallHierarchy", find(TEMPLATE, "is_d"))
        self.assertEqual((item["name"], item["detail"]), ("is_dev", "expression"))
        calls = client.request("callHierarchy/outgoingCalls", {"item": item})
        self.assertEqual([(call["to"]["name"], [part(TEMPLATE, r) for r in call["fromRanges"]])
                          for call in calls], [("mode", ["mode"])])
        calls = client.request("callHierarchy/incomingCalls", {"item": item})
        self.assertEqual([(call["from"]["name"], [part(TEMPLATE, r) for r in call["fromRanges"]])
                          for call in calls], [("app", ["is_dev"])])
        self.assertIsNone(self.at(client, "prepareCallHierarchy", place(0, 3)))

    def test_an_item_is_found_after_edits_and_may_be_gone(self):
        client = self.opened()
        item, = self.at(client, "prepareCallHierarchy", find(TEMPLATE, "is_d"))
        client.change("# one more line\n" + TEMPLATE)
        call, = client.request("callHierarchy/incomingCalls", {"item": item})
        self.assertEqual(call["fromRanges"][0]["start"]["line"], 20)
        client.change(TEMPLATE.replace("is_dev:", "is_other:"))
        self.assertIsNone(client.request("callHierarchy/incomingCalls", {"item": item}))

    def lens(self, client, line):
        """The lens without a command at the line, which the client has to ask for."""
        lens, = [lens for lens in client.request("textDocument/codeLens", document())
                 if lens["range"]["start"]["line"] == line and "command" not in lens]
        return lens

    def test_references_are_counted_when_they_are_shown(self):
        client = self.opened(options={"showReferences": True})
        resolved = client.request("codeLens/resolve", self.lens(client, 6))
        command = resolved["command"]
        self.assertEqual(command["title"], "3 references")
        uri, position, locations = command["arguments"]
        self.assertEqual((uri, position), (URI, place(6, 6)))
        self.assertEqual([part(TEMPLATE, loc["range"]) for loc in locations], ["mode"] * 3)
        self.assertEqual(self.lens(client, 15)["range"], span(15, 6, 15, 12))

    def test_a_lens_without_a_command_of_the_editor_is_its_title(self):
        client = self.opened()
        command = client.request("codeLens/resolve", self.lens(client, 15))["command"]
        self.assertEqual(command, {"title": "1 reference", "command": ""})

    def test_a_lens_asked_late_is_about_the_text_as_it_is(self):
        client = self.opened()
        lens = self.lens(client, 15)
        client.change("# one more line\n" + TEMPLATE.replace("logic_expression: is_dev",
                                                             "logic_expression: is_new"))
        resolved = client.request("codeLens/resolve", lens)
        self.assertEqual(resolved["range"]["start"]["line"], 16)
        self.assertEqual(resolved["command"]["title"], "0 references")
        client.change(TEMPLATE.replace("is_dev", "is_new"))
        self.assertEqual(client.error("codeLens/resolve", lens), CONTENT_MODIFIED)

    def test_lenses_can_be_switched_off(self):
        client = self.opened(options={"referenceLenses": False})
        lenses = client.request("textDocument/codeLens", document())
        self.assertTrue(lenses)
        self.assertTrue(all("command" in lens for lens in lenses))

    def test_symbols_as_a_tree_and_as_a_list(self):
        tree = self.opened().request("textDocument/documentSymbol", document())
        self.assertIn("children", str(tree))
        flat = self.opened(capabilities={}).request("textDocument/documentSymbol", document())
        self.assertIn("app", [symbol["name"] for symbol in flat])

    def test_workspace_symbols(self):
        client = self.opened()
        client.open(TEMPLATE.replace("app:", "other_app:"), "file:///models/other.yaml")
        found = client.request("workspace/symbol", {"query": "APP"})
        self.assertEqual(sorted(symbol["name"] for symbol in found), ["app", "other_app"])

    def test_document_links(self):
        links = self.opened().request("textDocument/documentLink", document())
        self.assertEqual([link["target"] for link in links], ["file:///models/types.yaml"])

    def test_links_to_files_that_are_there_and_to_imports(self):
        with tempfile.TemporaryDirectory() as folder:
            text = TEMPLATE + """\
      artifacts:
        there: {file: there.sh}
        image: {file: registry/image:1.0}
        remote: {file: "https://example.org/remote.sh"}
"""
            with open(os.path.join(folder, "there.sh"), "w", encoding="utf-8"):
                pass
            client = self.start(capabilities={
                "textDocument": {"documentLink": {"tooltipSupport": True}}})
            client.open(text, f"file://{folder}/template.yaml")
            links = client.request("textDocument/documentLink",
                                   document(f"file://{folder}/template.yaml"))
        self.assertEqual([(link["target"], link["tooltip"]) for link in links],
                         [(f"file://{folder}/types.yaml", "imported file"),
                          (f"file://{folder}/there.sh", "artifact"),
                          ("https://example.org/remote.sh", "artifact")])

    def test_an_anchor_is_edited_with_its_aliases(self):
        text = TEMPLATE.replace("default: dev", "default: &usual dev").replace(
            "{mode: dev}", "{mode: *usual}")
        client = self.opened(text)
        linked = self.at(client, "linkedEditingRange", find(text, "&us"))
        self.assertEqual([part(text, r) for r in linked["ranges"]], ["usual", "usual"])

    def test_tokens_in_parts_are_those_of_the_whole(self):
        """Random edits; applying each difference to the answer before gives the whole."""
        seed = int(os.environ.get("VTOSCA_SEED", "1"))
        chance = random.Random(seed)
        client = self.opened()
        text = TEMPLATE
        last = client.request("textDocument/semanticTokens/full", document())
        pieces = ["x", "", "\n", "    db: {type: tosca.nodes.Root}\n", "{", "}", "# ü 🙂\n", ": "]
        for _ in range(60):
            start = chance.randrange(len(text) + 1)
            end = min(len(text), start + chance.choice([0, 0, 1, 5, 40]))
            text = text[:start] + chance.choice(pieces) + text[end:]
            client.change(text)
            change = client.request("textDocument/semanticTokens/full/delta",
                                    document(previousResultId=last["resultId"]))
            self.assertNotIn("data", change)
            data = list(last["data"])
            for edit in change["edits"]:
                first = edit["start"]
                data[first:first + edit["deleteCount"]] = edit.get("data", [])
            whole = client.request("textDocument/semanticTokens/full", document())
            self.assertEqual(data, whole["data"], f"VTOSCA_SEED={seed}:\n{text}")
            last = whole

    def test_tokens_in_parts_of_what_nobody_has(self):
        client = self.opened()
        change = client.request("textDocument/semanticTokens/full/delta",
                                document(previousResultId="nonsense"))
        self.assertEqual(change["data"], client.request("textDocument/semanticTokens/full",
                                                        document())["data"])

    def test_signature_inside_an_operator_only(self):
        client = self.opened()
        signature = self.at(client, "signatureHelp", find(TEMPLATE, "mode}, "))
        self.assertEqual(signature["activeParameter"], 1)
        self.assertIn("equal", signature["signatures"][0]["label"])
        self.assertIsNone(self.at(client, "signatureHelp", place(0, 3)))

    def test_completion_at_unfinished_text(self):
        text = TEMPLATE.replace("{logic_expression: is_dev}", "{logic_expression: ")
        client = self.opened(text)
        labels = self.labels(client, find(text, "{logic_expression: "))
        self.assertIn("is_dev", labels)

    def test_completion_tags_what_is_deprecated_alone(self):
        text = """tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  shop.App: {properties: {old: {type: string, status: deprecated}, new: {type: string}}}
topology_template:
  node_templates:
    app: {type: shop.App, properties: {}}
"""
        client = self.opened(text)
        items = self.at(client, "completion", find(text, "App, properties: {"))["items"]
        self.assertEqual({item["label"]: item.get("tags") for item in items if item["label"] in ("old", "new")},
                         {"old": [1], "new": None})

    def test_completion_replaces_the_word(self):
        client = self.opened()
        items = self.at(client, "completion", find(TEMPLATE, "logic_expression: is"))["items"]
        edit = next(item for item in items if item["label"] == "is_dev")["textEdit"]
        self.assertEqual(edit["range"], span(19, 37, 19, 43))

    def test_documentation_comes_when_it_is_asked_for(self):
        lazy = {"textDocument": {"completion": {"completionItem": {
            "documentationFormat": ["markdown"], "resolveSupport": {
                "properties": ["documentation"]}}}}}
        client = self.opened(capabilities=lazy)
        position = find(TEMPLATE, "\n      ", "app:")
        items = self.at(client, "completion", position)["items"]
        self.assertFalse(any("documentation" in item for item in items))
        eager = self.at(self.opened(), "completion", position)["items"]
        self.assertEqual([item["label"] for item in eager], [item["label"] for item in items])
        for item, documented in zip(items, eager):
            resolved = client.request("completionItem/resolve", item)
            self.assertEqual(resolved["label"], item["label"])
            self.assertEqual(resolved["documentation"], documented["documentation"])
        self.assertGreater(len({item["documentation"]["value"] for item in eager}), len(eager) / 2)

    def test_completion_leads_on_where_the_client_can(self):
        text = TEMPLATE.replace("    app:\n", "    app:\n      \n")
        for command in (None, "editor.suggest"):
            client = self.opened(text, options={"suggestCommand": command} if command else {}, capabilities={
                "textDocument": {"completion": {"completionItem": {"snippetSupport": True}}}})
            keynames = self.at(client, "completion", find(text, "\n      ", "app:"))["items"]
            commands = {item["label"]: item.get("command", {}).get("command") for item in keynames}
            self.assertEqual(commands["requirements"], command, "its name is to be chosen next")
            names = self.at(client, "completion", find(text, "logic_expression: is"))["items"]
            self.assertFalse(any("command" in item for item in names), "after a name nothing is")

    def test_completion_comes_in_the_order_of_its_sort_texts(self):
        items = self.at(self.opened(), "completion", find(TEMPLATE, "\n      ", "app:"))["items"]
        self.assertTrue(all(item["sortText"] for item in items))
        self.assertEqual(items, sorted(items, key=lambda item: item["sortText"]))

    def test_completion_adds_the_input_that_is_missing(self):
        text = TEMPLATE.replace("{logic_expression: is_dev}", "{variability_input: size")
        client = self.opened(text)
        answer = self.at(client, "completion", find(text, "{variability_input: size"))
        self.assertTrue(answer["isIncomplete"])
        item = next(item for item in answer["items"] if item["label"] == "size")
        self.assertIn("size: {type: boolean}", item["additionalTextEdits"][0]["newText"])

    def test_snippets_only_for_clients_that_know_them(self):
        text = TEMPLATE.replace("    app:\n", "    app:\n      \n")
        for known in (True, False):
            client = self.opened(text, capabilities={"textDocument": {"completion": {
                "completionItem": {"snippetSupport": known}}}})
            position = find(text, "\n      ", "app:")
            items = self.at(client, "completion", position)["items"]
            self.assertEqual(any(item.get("insertTextFormat") == 2 for item in items), known)
            self.assertEqual(any("$" in item["textEdit"]["newText"] for item in items), known)

    def test_lines_of_snippets_are_indented_once(self):
        text = TEMPLATE.replace("    app:\n", "    app:\n      \n")
        position = find(text, "\n      ", "app:")
        for as_is, below in ((True, "        $1"), (False, "  $1")):
            support = {"insertTextModeSupport": {"valueSet": [1, 2]}} if as_is else {}
            client = self.opened(text, capabilities={"textDocument": {"completion": {
                "completionItem": {"snippetSupport": True, **support}}}})
            items = self.at(client, "completion", position)["items"]
            item = next(item for item in items if item["label"] == "capabilities")
            self.assertEqual(item["textEdit"]["newText"], "capabilities:\n" + below)
            self.assertEqual(item.get("insertTextMode"), 1 if as_is else None)

    def test_completion_of_paths(self):
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        os.mkdir(os.path.join(folder, "types"))
        for name in ("own.yaml", "other.yaml", "script.sh"):
            open(os.path.join(folder, name), "w", encoding="utf-8").close()
        uri = "file://" + os.path.join(folder, "own.yaml")
        client = self.start(initialized=False) # in this folder: others read what is above it
        client.initialize(rootUri="file://" + folder)
        client.open("tosca_definitions_version: tosca_simple_yaml_1_3\nimports:\n  - ", uri=uri)
        answer = client.request("textDocument/completion", {
            "textDocument": {"uri": uri}, "position": place(2, 4)})
        labels = [item["label"] for item in answer["items"]]
        self.assertIn("other.yaml", labels)
        self.assertIn("types/", labels)
        self.assertNotIn("own.yaml", labels)
        self.assertNotIn("script.sh", labels)


class LongLists(ProtocolTest):
    def test_many_names_are_filtered_by_the_word(self):
        client = self.start()
        nodes = "".join(f"    node_{i}: {{type: tosca.nodes.Root}}\n" for i in range(1000))
        client.open("tosca_definitions_version: tosca_simple_yaml_1_3\n"
                    "topology_template:\n  node_templates:\n" + nodes +
                    "    last:\n      type: tosca.nodes.Root\n"
                    "      requirements:\n        - dependency: node_99")

        def offered(character):
            return client.request("textDocument/completion", {
                **document(), "position": place(1006, character)})

        few, many = offered(29), offered(22)
        self.assertTrue(few["isIncomplete"] and many["isIncomplete"])
        self.assertIn("node_997", {item["label"] for item in few["items"]})
        self.assertNotIn("node_120", {item["label"] for item in few["items"]})
        self.assertEqual(len(many["items"]), 200)


if __name__ == "__main__":
    unittest.main()
