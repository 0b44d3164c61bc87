// The server as the WebAssembly module in a thread of the extension, where files are read through the editor, wherever they
// are: in a browser, and on the desktop where folders are no folders of the disk.
import * as vscode from 'vscode';
import type { MessageTransports } from 'vscode-languageclient';
import type { Begin, FileAnswer, FileQuestion, ServerState } from './webMessages';

/** The server knows files by paths alone; a place of another scheme is a path that names it: /~vscode-vfs/~github/owner. No name of
 * it is empty, also where a place has no authority. */
const mark = '/~';
const ownSchemes = ['file', 'untitled', 'vtosca-resolved', 'vtosca-types'];

export function toServer(uri: vscode.Uri): string {
    if (ownSchemes.includes(uri.scheme)) {
        return uri.toString();
    }
    return vscode.Uri.file(`${mark}${uri.scheme}/~${encodeURIComponent(uri.authority)}${uri.path}`).toString();
}

function placeOf(path: string): vscode.Uri {
    if (!path.startsWith(mark)) {
        return vscode.Uri.file(path);
    }
    const [scheme, authority, ...names] = path.slice(mark.length).split('/');
    return vscode.Uri.from({ scheme, authority: decodeURIComponent((authority ?? '').slice(1)), path: `/${names.join('/')}` });
}

export function fromServer(text: string): vscode.Uri {
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

/** A thread that runs the script; it speaks the protocol once it has begun. */
export interface ServerThread {
    begin(message: Begin): void;
    /** The server has ended: a thread does not tell so by itself. */
    end(): void;
    transports: MessageTransports;
    onError(listen: (reason: string) => void): void;
}

/** Starts the module as server. */
export async function startModule(
    context: vscode.ExtensionContext,
    createThread: (script: Uint8Array) => ServerThread,
): Promise<MessageTransports> {
    const read = (...names: string[]) => vscode.workspace.fs.readFile(vscode.Uri.joinPath(context.extensionUri, ...names));
    const [script, wasm] = await Promise.all([read('dist', 'webWorker.js'), read('server', 'wasm', 'lib', 'vtosca.wasm')]);

    return new Promise((resolve, reject) => {
        const thread = createThread(script);
        const end = (reason: string) => {
            reject(new Error(reason)); // if it has not started
            thread.end();
        };
        const files = answerFiles(context, (state) => ('ended' in state ? end(state.ended) : resolve(thread.transports)));
        thread.onError(end);
        thread.begin({ wasm, files });
    });
}
