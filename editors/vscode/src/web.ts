// The entry point in a browser: the server is the WebAssembly module in a thread of its own, and files are read through the
// editor, wherever they are.
import * as vscode from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions, MessageTransports } from 'vscode-languageclient';
import { BrowserMessageReader, BrowserMessageWriter, LanguageClient } from 'vscode-languageclient/browser';
import { begin } from './extension';
import type { Begin, FileAnswer, FileQuestion, ServerState } from './webMessages';

/** The server knows files by paths alone; a place of another scheme is a path that names it: /~vscode-vfs/github/owner. */
const mark = '/~';
const ownSchemes = ['file', 'untitled', 'vtosca-resolved', 'vtosca-types'];

function toServer(uri: vscode.Uri): string {
    if (ownSchemes.includes(uri.scheme)) {
        return uri.toString();
    }
    return vscode.Uri.file(`${mark}${uri.scheme}/${encodeURIComponent(uri.authority)}${uri.path}`).toString();
}

function placeOf(path: string): vscode.Uri {
    if (!path.startsWith(mark)) {
        return vscode.Uri.file(path);
    }
    const [scheme, authority, ...names] = path.slice(mark.length).split('/');
    return vscode.Uri.from({ scheme, authority: decodeURIComponent(authority ?? ''), path: `/${names.join('/')}` });
}

function fromServer(text: string): vscode.Uri {
    const uri = vscode.Uri.parse(text);
    return uri.scheme === 'file' ? placeOf(uri.path) : uri;
}

/** What is at a path; nothing if the editor cannot read it. */
async function answer(path: string): Promise<FileAnswer> {
    const place = placeOf(path);
    try {
        const { type } = await vscode.workspace.fs.stat(place);
        if (!(type & vscode.FileType.Directory)) {
            return { path, bytes: await vscode.workspace.fs.readFile(place) };
        }
        const entries = await vscode.workspace.fs.readDirectory(place);
        return {
            path,
            entries: entries.map(([name, kind]) => ({ name, isFolder: (kind & vscode.FileType.Directory) !== 0 })),
        };
    } catch {
        return { path };
    }
}

/** The port on which the server asks for files, and hears that they have changed; and says whether it runs. */
function answerFiles(context: vscode.ExtensionContext, onState: (state: ServerState) => void): MessagePort {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = async ({ data }: MessageEvent<FileQuestion | ServerState>) =>
        'path' in data ? port1.postMessage(await answer(data.path)) : onState(data);
    const changed = (uri: vscode.Uri) => port1.postMessage({ changed: vscode.Uri.parse(toServer(uri)).path });
    const watcher = vscode.workspace.createFileSystemWatcher('**/*');
    context.subscriptions.push(
        watcher,
        watcher.onDidChange(changed),
        watcher.onDidCreate(changed),
        watcher.onDidDelete(changed),
        vscode.workspace.onDidSaveTextDocument(({ uri }) => changed(uri)),
        { dispose: () => port1.close() },
    );
    return port2;
}

/** A worker does not tell that it has ended: whoever knows says so here. */
class EndingReader extends BrowserMessageReader {
    end() {
        this.fireClose();
    }
}

export async function activate(context: vscode.ExtensionContext) {
    const read = (...names: string[]) =>
        vscode.workspace.fs.readFile(vscode.Uri.joinPath(context.extensionUri, ...names));
    const [script, wasm] = await Promise.all([read('dist', 'webWorker.js'), read('server', 'wasm', 'lib', 'vtosca.wasm')]);
    const address = URL.createObjectURL(new Blob([script as BlobPart], { type: 'text/javascript' }));

    const startServer = () =>
        new Promise<MessageTransports>((resolve, reject) => {
            const worker = new Worker(address);
            const reader = new EndingReader(worker);
            const end = (reason: string) => {
                reject(new Error(reason)); // if it has not started
                reader.end();
            };
            const files = answerFiles(context, (state) =>
                'ended' in state ? end(state.ended) : resolve({ reader, writer: new BrowserMessageWriter(worker) }));
            worker.onerror = ({ message }) => end(message || 'its thread cannot be started');
            worker.postMessage({ wasm, files } satisfies Begin, [files]);
        });
    const create = (options: LanguageClientOptions): BaseLanguageClient =>
        new LanguageClient('vtosca', 'vtosca', startServer, {
            ...options,
            uriConverters: { code2Protocol: toServer, protocol2Code: fromServer },
        });
    begin(context, create, () => 'WebAssembly');
}

export { deactivate } from './extension';
