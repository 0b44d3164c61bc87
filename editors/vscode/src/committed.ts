// What a file was like at the last commit.
import { execFile } from 'node:child_process';
import * as path from 'node:path';
import * as vscode from 'vscode';

const mostBytes = 64 << 20;

/** Undefined of a file that git does not know; of a folder that is not trusted, nothing is asked. */
export function committed({ scheme, fsPath }: vscode.Uri): Promise<string | undefined> {
    return new Promise((resolve) => {
        if (scheme !== 'file' || !vscode.workspace.isTrusted) {
            resolve(undefined);
            return;
        }
        const blob = `HEAD:./${path.basename(fsPath)}`;
        execFile(
            'git',
            ['cat-file', 'blob', blob],
            { cwd: path.dirname(fsPath), maxBuffer: mostBytes },
            (error, text) => resolve(error ? undefined : text),
        );
    });
}
