// The entry point of the desktop: the server is the program of this machine, or else the WebAssembly module in node.
import { ChildProcess, execFile, fork, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';
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

export function activate(context: vscode.ExtensionContext) {
    let kind = '';
    const startServer = async () => {
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
        (options) => (client = new LanguageClient('vtosca', 'vtosca', startServer, options)),
        () => kind,
    );
}

export { deactivate } from './extension';
