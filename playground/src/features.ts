// What the editor asks the server: the protocol's words on one side, Monaco's on the other.
import * as monaco from 'monaco-editor/esm/vs/editor/editor.api';
import { Connection } from './connection';

const { languages } = monaco;

export const toRange = ({ start, end }: any) =>
    new monaco.Range(start.line + 1, start.character + 1, end.line + 1, end.character + 1);

export const fromPosition = ({ lineNumber, column }: monaco.IPosition) => ({
    line: lineNumber - 1,
    character: column - 1,
});

const fromRange = (range: monaco.IRange) => ({
    start: fromPosition({ lineNumber: range.startLineNumber, column: range.startColumn }),
    end: fromPosition({ lineNumber: range.endLineNumber, column: range.endColumn }),
});

const severities = [0, monaco.MarkerSeverity.Error, monaco.MarkerSeverity.Warning, monaco.MarkerSeverity.Info, monaco.MarkerSeverity.Hint];

/** Where the documentation is, of which the playground is a part; nothing where it stands alone (docs/site.sh). */
const folder = document.documentElement.dataset.documentation;

/** The address of one of its pages. */
export const documentation = (page: string) => (folder === undefined ? undefined : new URL(folder + page, location.href).href);

function toCode(diagnostic: any): monaco.editor.IMarkerData['code'] {
    const value = String(diagnostic.code ?? '');
    const page = documentation(`lsp/reference/diagnostics.html#${value}`);
    return page ? { value, target: monaco.Uri.parse(page) } : value;
}

export function toMarker(diagnostic: any): monaco.editor.IMarkerData {
    const range = toRange(diagnostic.range);
    return {
        startLineNumber: range.startLineNumber,
        startColumn: range.startColumn,
        endLineNumber: range.endLineNumber,
        endColumn: range.endColumn,
        severity: severities[diagnostic.severity ?? 1],
        message: diagnostic.message,
        code: toCode(diagnostic),
        source: diagnostic.source,
        tags: diagnostic.tags, // numbered alike
    };
}

const text = (content: any): string => (typeof content === 'string' ? content : (content?.value ?? ''));

function toWorkspaceEdit(edit: any): monaco.languages.WorkspaceEdit {
    const changes: [string, any[]][] = edit?.documentChanges
        ? edit.documentChanges.map((change: any) => [change.textDocument.uri, change.edits])
        : Object.entries(edit?.changes ?? {});
    return {
        edits: changes.flatMap(([uri, edits]) =>
            edits.map((one) => ({
                resource: monaco.Uri.parse(uri),
                versionId: undefined,
                textEdit: { range: toRange(one.range), text: one.newText },
            })),
        ),
    };
}

const symbolKinds: monaco.languages.SymbolKind[] = Object.values(languages.SymbolKind).filter(
    (kind): kind is monaco.languages.SymbolKind => typeof kind === 'number',
);

/** Of completion items: the protocol's numbers to Monaco's, by name. */
const itemKinds = ['Text', 'Text', 'Method', 'Function', 'Constructor', 'Field', 'Variable', 'Class', 'Interface', 'Module',
    'Property', 'Unit', 'Value', 'Enum', 'Keyword', 'Snippet', 'Color', 'File', 'Reference', 'Folder', 'EnumMember',
    'Constant', 'Struct', 'Event', 'Operator', 'TypeParameter'] as const;

/** `commands` are those that the server announces. */
export function registerFeatures(server: Connection, commands: string[]) {
    const of = (model: monaco.editor.ITextModel) => ({ textDocument: { uri: model.uri.toString() } });
    const at = (model: monaco.editor.ITextModel, position: monaco.IPosition) => ({
        ...of(model),
        position: fromPosition(position),
    });
    /** Nothing, where an edit has overtaken the question. */
    const ask = (method: string, params: unknown, token?: monaco.CancellationToken) =>
        server.ask(method, params, token).catch(() => null);
    const places = (found: any): monaco.languages.Location[] =>
        (Array.isArray(found) ? found : found ? [found] : [])
            .map((one) => ({ uri: monaco.Uri.parse(one.targetUri ?? one.uri), range: toRange(one.targetSelectionRange ?? one.range) }))
            .filter(({ uri }) => monaco.editor.getModel(uri) !== null);

    /** A command of the server runs there; one of another editor is only its title. */
    const commandOf = (command: any): monaco.languages.Command => ({
        id: commands.includes(command.command) ? 'vtosca.server' : '',
        title: command.title,
        arguments: [command],
    });

    const inlaysChanged = new monaco.Emitter<void>();
    const lensesChanged = new monaco.Emitter<monaco.languages.CodeLensProvider>();

    languages.registerHoverProvider('yaml', {
        async provideHover(model, position, token) {
            const hover = await ask('textDocument/hover', at(model, position), token);
            return hover && { contents: [{ value: text(hover.contents) }], range: hover.range && toRange(hover.range) };
        },
    });

    languages.registerCompletionItemProvider('yaml', {
        triggerCharacters: [' ', ':', '{', '[', ',', '-', '/', '"'],
        async provideCompletionItems(model, position, _, token) {
            const list = await ask('textDocument/completion', at(model, position), token);
            const word = model.getWordUntilPosition(position);
            const around = new monaco.Range(position.lineNumber, word.startColumn, position.lineNumber, word.endColumn);
            return {
                incomplete: list?.isIncomplete ?? false,
                suggestions: (list?.items ?? list ?? []).map((item: any) => ({
                    label: item.labelDetails ? { label: item.label, ...item.labelDetails } : item.label,
                    kind: languages.CompletionItemKind[itemKinds[item.kind ?? 1]],
                    detail: item.detail,
                    documentation: item.documentation && { value: text(item.documentation) },
                    insertText: item.textEdit?.newText ?? item.insertText ?? item.label,
                    insertTextRules:
                        item.insertTextFormat === 2 ? languages.CompletionItemInsertTextRule.InsertAsSnippet : undefined,
                    range: item.textEdit ? toRange(item.textEdit.range ?? item.textEdit.replace) : around,
                    sortText: item.sortText,
                    filterText: item.filterText,
                    additionalTextEdits: item.additionalTextEdits?.map((edit: any) => ({
                        range: toRange(edit.range),
                        text: edit.newText,
                    })),
                })),
            };
        },
    });

    languages.registerRenameProvider('yaml', {
        async provideRenameEdits(model, position, newName) {
            try {
                return toWorkspaceEdit(await server.ask('textDocument/rename', { ...at(model, position), newName }));
            } catch (error) {
                return { edits: [], rejectReason: error instanceof Error ? error.message : String(error) };
            }
        },
        async resolveRenameLocation(model, position) {
            const found = await ask('textDocument/prepareRename', at(model, position));
            const range = found && toRange(found.range ?? found);
            return range
                ? { range, text: found.placeholder ?? model.getValueInRange(range) }
                : { range: new monaco.Range(1, 1, 1, 1), text: '', rejectReason: 'There is no name here' };
        },
    });

    languages.registerDefinitionProvider('yaml', {
        provideDefinition: async (model, position) => places(await ask('textDocument/definition', at(model, position))),
    });
    languages.registerReferenceProvider('yaml', {
        provideReferences: async (model, position, context) =>
            places(await ask('textDocument/references', { ...at(model, position), context })),
    });

    languages.registerInlayHintsProvider('yaml', {
        onDidChangeInlayHints: inlaysChanged.event,
        async provideInlayHints(model, range, token) {
            const hints = await ask('textDocument/inlayHint', { ...of(model), range: fromRange(range) }, token);
            return {
                hints: (hints ?? []).map((hint: any) => ({
                    label: Array.isArray(hint.label) ? hint.label.map((part: any) => part.value).join('') : hint.label,
                    tooltip: hint.tooltip && text(hint.tooltip),
                    position: { lineNumber: hint.position.line + 1, column: hint.position.character + 1 },
                    paddingLeft: hint.paddingLeft,
                    paddingRight: hint.paddingRight,
                })),
                dispose: () => {},
            };
        },
    });

    languages.registerCodeLensProvider('yaml', {
        onDidChange: lensesChanged.event,
        async provideCodeLenses(model, token) {
            const lenses = await ask('textDocument/codeLens', of(model), token);
            return {
                lenses: (lenses ?? []).map((lens: any) => ({
                    range: toRange(lens.range),
                    command: lens.command && commandOf(lens.command),
                    unresolved: lens,
                })),
                dispose: () => {},
            };
        },
        async resolveCodeLens(_, lens, token) {
            const { command } = (await ask('codeLens/resolve', (lens as { unresolved?: unknown }).unresolved, token)) ?? {};
            return { ...lens, command: command && commandOf(command) };
        },
    });
    monaco.editor.registerCommand('vtosca.server', (_, { command, arguments: words }) =>
        void ask('workspace/executeCommand', { command, arguments: words }),
    );

    languages.registerCodeActionProvider('yaml', {
        async provideCodeActions(model, range, context, token) {
            const diagnostics = context.markers.map((marker) => ({
                range: fromRange(marker),
                message: marker.message,
                code: typeof marker.code === 'object' ? marker.code.value : marker.code,
                source: 'vtosca',
            }));
            const actions = await ask('textDocument/codeAction', {
                ...of(model),
                range: fromRange(range),
                context: { diagnostics, triggerKind: context.trigger },
            }, token);
            return {
                actions: (actions ?? []).map((action: any) => ({
                    title: action.title,
                    kind: action.kind,
                    isPreferred: action.isPreferred,
                    edit: action.edit && toWorkspaceEdit(action.edit),
                    command: action.command && commandOf(action.command),
                })),
                dispose: () => {},
            };
        },
    });

    languages.registerDocumentSymbolProvider('yaml', {
        async provideDocumentSymbols(model, token) {
            const toSymbol = (symbol: any): monaco.languages.DocumentSymbol => ({
                name: symbol.name,
                detail: symbol.detail ?? '',
                kind: symbolKinds[symbol.kind - 1] ?? languages.SymbolKind.Field,
                tags: [],
                range: toRange(symbol.range),
                selectionRange: toRange(symbol.selectionRange),
                children: symbol.children?.map(toSymbol),
            });
            return ((await ask('textDocument/documentSymbol', of(model), token)) ?? []).map(toSymbol);
        },
    });

    server.on('workspace/applyEdit', ({ edit }) => {
        for (const change of toWorkspaceEdit(edit).edits as monaco.languages.IWorkspaceTextEdit[]) {
            const model = monaco.editor.getModel(change.resource);
            if (!model) {
                return { applied: false, failureReason: 'It is not open in the playground' };
            }
            model.pushEditOperations(null, [{ range: change.textEdit.range, text: change.textEdit.text }], () => null);
        }
        return { applied: true };
    });

    return {
        /** Presence is not what it was. */
        refresh() {
            inlaysChanged.fire();
            lensesChanged.fire(undefined as never);
        },
    };
}
