// The entry point of the desktop: the server is a program.
import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';
import { begin } from './extension';

/** Looked up at each start, so that it can be changed without a reload. */
function serverPath(context: vscode.ExtensionContext): string {
    const configured = vscode.workspace.getConfiguration('vtosca').get<string>('server.path', '');
    if (configured) {
        return configured;
    }
    const bundled = context.asAbsolutePath(path.join('server', 'vtosca'));
    return fs.existsSync(bundled) ? bundled : 'vtosca';
}

/** The running program; one that cannot be started is an error that says so. */
function startServer(command: string) {
    const server = spawn(command, ['lsp'], { stdio: 'pipe' });
    return new Promise<typeof server>((resolve, reject) => {
        server.once('spawn', () => resolve(server));
        server.once('error', reject);
    });
}

export function activate(context: vscode.ExtensionContext) {
    return begin(
        context,
        (options) => new LanguageClient('vtosca', 'vtosca', () => startServer(serverPath(context)), options),
    );
}

export { deactivate } from './extension';
