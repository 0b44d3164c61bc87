// The entry point: waits for the first TOSCA file, then starts the server and the views.
import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';
import { createClient, isTosca } from './client';
import { registerExplain } from './explain';
import { registerPresenceView } from './presenceView';
import { registerReferences } from './references';
import { registerResolved } from './resolved';
import { Session } from './session';
import { registerTests } from './tests';
import { registerTopology } from './topology';
import { registerVariants } from './variants';

let client: LanguageClient | undefined;

async function start(context: vscode.ExtensionContext) {
    client = createClient(context);
    try {
        await client.start();
    } catch (error) {
        void vscode.window.showErrorMessage(
            `The vtosca language server did not start: ${error}. Is the setting vtosca.server.path right?`,
        );
        return;
    }
    const session = new Session(client);
    context.subscriptions.push(
        session,
        registerVariants(session),
        registerPresenceView(session),
        registerReferences(client),
        registerResolved(session),
        registerTopology(session),
        registerExplain(session),
        registerTests(session),
        vscode.commands.registerCommand('vtosca.restartServer', () => client?.restart()),
    );
}

export function activate(context: vscode.ExtensionContext) {
    if (vscode.workspace.textDocuments.some(isTosca)) {
        void start(context);
        return;
    }
    const waiting = vscode.Disposable.from(
        vscode.workspace.onDidOpenTextDocument((document) => begin(document)),
        vscode.workspace.onDidChangeTextDocument(({ document }) => begin(document)),
    );
    const begin = (document: vscode.TextDocument) => {
        if (isTosca(document)) {
            waiting.dispose();
            void start(context);
        }
    };
    context.subscriptions.push(waiting);
}

export function deactivate(): Thenable<void> | undefined {
    return client?.stop();
}
