// The playground: an editor, and beside it what the template in it means. All of it runs in the page.
import 'monaco-editor/esm/vs/editor/edcore.main.js';
import 'monaco-editor/esm/vs/basic-languages/yaml/yaml.contribution.js';
import * as monaco from 'monaco-editor/esm/vs/editor/editor.api';
import { Connection } from './connection';
import { documentation, registerFeatures, toMarker, toRange } from './features';
import { fromFragment, toFragment } from './share';
import { Views } from './views';

const examples: Record<string, { title: string; beside?: string[] }> = {
    'web-shop.yaml': {
        title: 'A web shop',
        beside: ['types/shop.yaml', 'types/monitoring.yaml', 'tests/christmas/test.yaml', 'tests/christmas/inputs.yaml',
            'tests/christmas/expected.yaml'],
    },
    'first-steps.yaml': { title: 'First steps' },
    'choices.yaml': { title: 'Choices' },
    'failing-preset.yaml': { title: 'A preset that fails' },
};
const unnamed = 'template.yaml';
/** What is open: each file in a folder of its own, so that nothing lies beside it but what belongs to it. */
const textDocument = { uri: '' };
const folderOf = (name: string) => `/${name.replace(/\.[^.]*$/, '')}`;
const byId = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;

self.MonacoEnvironment = { getWorker: () => new Worker('editor.worker.js') };

const dark = matchMedia('(prefers-color-scheme: dark)');
const setTheme = () => monaco.editor.setTheme(dark.matches ? 'vs-dark' : 'vs');
dark.onchange = setTheme;

async function fetchText(name: string): Promise<string> {
    const response = await fetch(`examples/${name}`);
    if (!response.ok) {
        throw new Error(`${name}: ${response.status}`);
    }
    return response.text();
}

function tell(text: string) {
    byId('told').textContent = text;
}

/** What is in the way of all else; the text can still be edited and saved. */
function warn(text: string) {
    byId('failure').textContent = text;
    byId('failure').hidden = false;
}

async function main() {
    const query = new URLSearchParams(location.search);
    document.body.classList.toggle('embedded', query.has('embed'));
    const pages = documentation('index.html');
    if (pages) {
        byId<HTMLAnchorElement>('documentation').href = pages;
        byId('documentation').hidden = false;
    }

    const beside = Object.entries(examples).flatMap(([example, { beside: names }]) =>
        (names ?? []).map((name) => ({ name, path: `${folderOf(example)}/${name}` })),
    );
    const files = await Promise.all(beside.map(async ({ name, path }) => [path, await fetchText(name)] as [string, string]));
    const fragment = new URLSearchParams(location.hash.slice(1));
    for (const file of fragment.getAll('file')) {
        const [name] = file.split('\n', 1);
        files.push([`${folderOf(unnamed)}/${name}`, file.slice(name!.length + 1)]);
    }
    performance.mark('vtosca starts');
    const worker = new Worker('server.js');
    worker.postMessage({ wasm: 'vtosca.wasm', files });
    const server = new Connection(worker, (reason) => warn(`${reason}. The text can be edited and saved; to try again, reload the page.`));

    const { capabilities = {} } = await server.ask('initialize', {
        processId: null,
        rootUri: null,
        capabilities: {
            workspace: { applyEdit: true, workspaceEdit: { documentChanges: true }, codeLens: { refreshSupport: true },
                inlayHint: { refreshSupport: true } },
            textDocument: {
                publishDiagnostics: { tagSupport: { valueSet: [1, 2] }, versionSupport: true },
                hover: { contentFormat: ['markdown'] },
                completion: { completionItem: { snippetSupport: true, documentationFormat: ['markdown'] } },
                rename: { prepareSupport: true },
                codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'refactor'] } } },
                documentSymbol: { hierarchicalDocumentSymbolSupport: true },
            },
        },
        initializationOptions: { presenceNotifications: true },
    }).catch(() => ({})); // why is shown, and the text even so
    performance.measure('vtosca start', 'vtosca starts');
    server.notify('initialized', {});

    const features = registerFeatures(server, capabilities.executeCommandProvider?.commands ?? []);
    setTheme();
    const editor = monaco.editor.create(byId('editor'), {
        model: null,
        automaticLayout: true,
        ariaLabel: 'Service template',
        minimap: { enabled: false },
        fontSize: 13,
        tabSize: 4,
        quickSuggestions: { other: true, comments: false, strings: true },
        wordBasedSuggestions: 'off',
        scrollBeyondLastLine: false,
    });
    const reveal = (range: any) => {
        editor.setSelection(toRange(range));
        editor.revealRangeInCenterIfOutsideViewport(toRange(range));
        editor.focus();
    };
    const views = new Views(server, textDocument, reveal);

    /** The server hears of each change before it is asked about it. */
    const openModel = (name: string, text: string) => {
        const before = editor.getModel();
        if (before) {
            server.notify('textDocument/didClose', { textDocument: { uri: textDocument.uri } });
        }
        editor.setModel(null);
        before?.dispose();
        const model = monaco.editor.createModel(text, 'yaml', monaco.Uri.file(`${folderOf(name)}/${name}`));
        const uri = (textDocument.uri = model.uri.toString());
        server.notify('textDocument/didOpen', {
            textDocument: { uri, languageId: 'yaml', version: model.getVersionId(), text },
        });
        model.onDidChangeContent(({ changes, versionId }) =>
            server.notify('textDocument/didChange', {
            textDocument: { uri, version: versionId },
            contentChanges: changes.map(({ range, text: inserted }) => ({
                range: {
                    start: { line: range.startLineNumber - 1, character: range.startColumn - 1 },
                    end: { line: range.endLineNumber - 1, character: range.endColumn - 1 },
                },
                text: inserted,
            })),
        }),
        );
        editor.setModel(model);
    };
    server.on('textDocument/publishDiagnostics', ({ uri: about, diagnostics }) => {
        const model = editor.getModel();
        if (about === textDocument.uri && model) {
            monaco.editor.setModelMarkers(model, 'vtosca', diagnostics.map(toMarker));
            views.problems(diagnostics);
        }
    });
    server.on('vtosca/presenceChanged', () => {
        features.refresh();
        void views.refresh();
    });
    server.on('window/showMessage', ({ message }) => tell(message));
    server.on('workspace/inlayHint/refresh', () => features.refresh());
    server.on('workspace/codeLens/refresh', () => features.refresh());

    // ---- files ----

    let fileName = unnamed;
    const chooser = byId<HTMLSelectElement>('example');
    for (const [name, { title }] of Object.entries(examples)) {
        chooser.add(new Option(title, name));
    }
    const show = (name: string, text: string) => {
        fileName = name;
        views.forget();
        openModel(name, text);
    };
    const showExample = async (name: string) => {
        chooser.value = name;
        show(name, await fetchText(name));
    };
    chooser.onchange = () => void showExample(chooser.value);

    const input = byId<HTMLInputElement>('file');
    byId('open').onclick = () => input.click();
    input.onchange = async () => {
        const [file] = input.files ?? [];
        if (file) {
            show(file.name, await file.text());
            tell(`${file.name} is open`);
        }
        input.value = '';
    };
    byId('save').onclick = () => {
        const link = document.createElement('a');
        link.href = URL.createObjectURL(new Blob([editor.getValue()], { type: 'application/yaml' }));
        link.download = fileName;
        link.click();
        URL.revokeObjectURL(link.href);
        tell(`${fileName} is saved`);
    };
    byId('share').onclick = async () => {
        location.hash = `text=${await toFragment(editor.getValue())}`;
        await navigator.clipboard?.writeText(location.href).then(
            () => tell('The address is in the clipboard'),
            () => tell('The address has the text'),
        );
    };

    const wanted = fragment.get('example') ?? 'web-shop.yaml';
    const shared = fragment.get('text');
    const plain = fragment.get('yaml');
    if (plain) {
        show(unnamed, plain);
    } else if (shared) {
        await fromFragment(shared).then(
            (text) => show('shared.yaml', text),
            () => showExample(wanted).then(() => tell('The address has no text that can be read')),
        );
    } else {
        await showExample(wanted in examples ? wanted : 'web-shop.yaml');
    }
    document.body.dataset.ready = 'true';
}

main().catch((error) => warn(`The playground did not start: ${error instanceof Error ? error.message : error}`));
