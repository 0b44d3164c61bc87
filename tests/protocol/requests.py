"""Every request that the server answers, with params that make sense for a small template."""
import os
import re

from client import URI, document, place, span

METHODS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "lsp", "handlers", "methods.def")

TEMPLATE = """\
tosca_definitions_version: tosca_variability_1_0_rc_3
node_types:
  component: {derived_from: tosca.nodes.Root}
topology_template:
  variability:
    options: {required_technology_constraint: false}
    inputs:
      mode: {type: string, default: dev}
    presets:
      dev:
        inputs: {mode: dev}
      prod:
        inputs: {mode: prod}
    expressions:
      is_dev: {equal: [{variability_input: mode}, dev]}
  node_templates:
    app:
      type: component
    debugger:
      type: component
      conditions: {logic_expression: is_dev}
"""
TYPE = place(2, 4)
NAME = place(14, 8)
OPERAND = place(14, 50)
ALL = span(0, 0, 20, 0)
FORMATTING = {"options": {"tabSize": 2, "insertSpaces": True}}


def hierarchy_item(name, position):
    around = {"start": position, "end": position}
    return {"name": name, "kind": 5, "uri": URI, "range": around, "selectionRange": around}


def at(position, **more):
    return document(position=position, **more)


PARAMS = {
    "callHierarchy/incomingCalls": {"item": hierarchy_item("is_dev", NAME)},
    "callHierarchy/outgoingCalls": {"item": hierarchy_item("is_dev", NAME)},
    "codeLens/resolve": {"range": {"start": NAME, "end": NAME},
                         "data": {"uri": URI, "kind": 0, "name": "component"}},
    "completionItem/resolve": {"label": "node_templates", "data": {"uri": URI}},
    "inlayHint/resolve": {"position": NAME, "label": "in 1 of 2", "data": {"uri": URI, "position": NAME}},
    "textDocument/codeAction": document(range=ALL, context={"diagnostics": []}),
    "textDocument/codeLens": document(),
    "textDocument/completion": at(place(20, 6)),
    "textDocument/declaration": at(NAME),
    "textDocument/definition": at(place(20, 40)),
    "textDocument/diagnostic": document(),
    "textDocument/documentHighlight": at(NAME),
    "textDocument/documentLink": document(),
    "textDocument/documentSymbol": document(),
    "textDocument/foldingRange": document(),
    "textDocument/formatting": document(**FORMATTING),
    "textDocument/hover": at(place(18, 6)),
    "textDocument/inlayHint": document(range=ALL),
    "textDocument/linkedEditingRange": at(NAME),
    "textDocument/onTypeFormatting": at(place(18, 6), ch="\n", **FORMATTING),
    "textDocument/prepareCallHierarchy": at(NAME),
    "textDocument/prepareRename": at(NAME),
    "textDocument/prepareTypeHierarchy": at(TYPE),
    "textDocument/rangeFormatting": document(range=ALL, **FORMATTING),
    "textDocument/references": at(NAME, context={"includeDeclaration": True}),
    "textDocument/rename": at(NAME, newName="is_development"),
    "textDocument/selectionRange": document(positions=[NAME]),
    "textDocument/semanticTokens/full": document(),
    "textDocument/semanticTokens/full/delta": document(previousResultId="0"),
    "textDocument/semanticTokens/range": document(range=ALL),
    "textDocument/signatureHelp": at(OPERAND),
    "textDocument/typeDefinition": at(place(18, 6)),
    "typeHierarchy/subtypes": {"item": hierarchy_item("component", TYPE)},
    "typeHierarchy/supertypes": {"item": hierarchy_item("component", TYPE)},
    "vtosca/absent": document(),
    "vtosca/cover": document(),
    "vtosca/coverage": document(),
    "vtosca/difference": document(**{"from": "dev", "to": "prod"}),
    "vtosca/explain": at(place(18, 6)),
    "vtosca/graph": document(),
    "vtosca/presence": document(),
    "vtosca/resolved": document(),
    "vtosca/runTest": document(),
    "vtosca/space": document(),
    "vtosca/variants": document(),
    "vtosca/whatIf": at(place(18, 6)),
    "workspace/diagnostic": {"previousResultIds": []},
    "workspace/executeCommand": {"command": "vtosca.setActiveVariant", "arguments": [URI, "dev"]},
    "workspace/symbol": {"query": "app"},
    "workspace/textDocumentContent": {"uri": f"vtosca-resolved://template/t.yaml?prod&{URI}"},
}


def handled():
    """The requests of the table of methods, but for those of the life cycle."""
    with open(METHODS, encoding="utf-8") as file:
        rows = re.findall(r'^(?:REQUEST|FEATURE)\w*\("([^"]+)"', file.read(), re.MULTILINE)
    return set(rows) - {"initialize", "shutdown"}
