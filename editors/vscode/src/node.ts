// The entry point of the desktop: the server is the program of this machine, or else the WebAssembly module in node; or in a
// thread of the extension, where folders are no folders of the disk.
import { ChildProcess, execFile, fork, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { Worker } from 'node:worker_threads';
import * as vscode from 'vscode';
import { LanguageClient, PortMessageReader, PortMessageWriter } from 'vscode-languageclient/node';
import { isTosca } from './client';
import { fromServer, ServerThread, startModule, toServer } from './editorFiles';
import { committed } from './committed';
import { begin } from './extension';
import { programs } from './programs';

/** Looked up at each start, so that settings count. */
function programsOf(context: vscode.ExtensionContext): string[] {
    const configured = vscode.workspace.getConfiguration('vtosca').get<string>('server.path', '');
    return programs(configured, context.extensionPath, process, fs.existsSync);
}

/** Why a program does not run here: another system, a library that is missing. Undefined if it does. */
function refusal(program: string): Promise<string | undefined> {
    return new Promise((resolve) => {
        execFile(program, ['--version'], { timeout: 60000 }, (error) => resolve(error?.message));
    });
}

function spawned(server: ChildProcess): Promise<ChildProcess> {
    return new Promise((resolve, reject) => {
        server.once('spawn', () => resolve(server));
        server.once('error', reject);
    });
}

/** What a thread of a browser has, in one of node. */
const browserThread = `
    const { parentPort } = require('node:worker_threads');
    globalThis.onmessage = undefined;
    globalThis.postMessage = (message) => parentPort.postMessage(message);
    globalThis.close = () => parentPort.close();
    parentPort.on('message', (data) => globalThis.onmessage({ data }));
`;

class EndingReader extends PortMessageReader {
    end() {
        this.fireClose();
    }
}

function createThread(script: Uint8Array): ServerThread {
    const worker = new Worker(browserThread + new TextDecoder().decode(script), { eval: true });
    const reader = new EndingReader(worker);
    return {
        begin: (message) => worker.postMessage(message, [message.files as never]),
        end: () => {
            reader.end();
            void worker.terminate();
        },
        transports: { reader, writer: new PortMessageWriter(worker) },
        onError: (listen) => worker.once('error', ({ message }) => listen(message)),
    };
}

/** Whether the server could not read from the disk what the user works on. */
function isVirtual(): boolean {
    const places = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
    const files = vscode.workspace.textDocuments.filter((one) => isTosca(one) && !one.isUntitled).map(({ uri }) => uri);
    return (places.length > 0 ? places : files).some(({ scheme }) => scheme !== 'file');
}

export function activate(context: vscode.ExtensionContext) {
    let kind = '';
    const startServer = async () => {
        if (isVirtual()) {
            kind = 'WebAssembly';
            return startModule(context, createThread);
        }
        for (const program of programsOf(context)) {
            const problem = await refusal(program);
            if (problem === undefined) {
                kind = 'native';
                return spawned(spawn(program, ['lsp'], { stdio: 'pipe' }));
            }
            client?.outputChannel.appendLine(`The server "${program}" does not run on this machine: ${problem}`);
        }
        kind = 'WebAssembly';
        const module = context.asAbsolutePath(path.join('server', 'wasm', 'bin', 'vtosca.mjs'));
        return spawned(fork(module, ['lsp'], { stdio: ['pipe', 'pipe', 'pipe', 'ipc'] }));
    };
    let client: LanguageClient | undefined;
    begin(
        context,
        (options) =>
            (client = new LanguageClient('vtosca', 'vtosca', startServer, {
                ...options,
                uriConverters: { code2Protocol: toServer, protocol2Code: fromServer },
            })),
        () => kind,
        committed,
    );
}

export { deactivate } from './extension';
