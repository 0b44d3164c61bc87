// The entry point: waits for the first TOSCA file, then starts the server and the views.
import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';
import { createClient, isTosca } from './client';
import { registerExplain } from './explain';
import { registerPresenceView } from './presenceView';
import { registerReferences } from './references';
import { registerResolved } from './resolved';
import { askForTemplate, Session } from './session';
import { registerTests } from './tests';
import { registerTopology } from './topology';
import { registerVariants } from './variants';

let client: LanguageClient | undefined;

/** Commands before there is anything to apply them to. */
function registerPlaceholders(context: vscode.ExtensionContext): vscode.Disposable {
    const { commands } = context.extension.packageJSON.contributes as { commands: { command: string }[] };
    return vscode.Disposable.from(
        ...commands.map(({ command }) => vscode.commands.registerCommand(command, askForTemplate)),
    );
}

/** The user can mend the path of the program, for instance. */
async function tellOfFailure(error: unknown, again: () => void) {
    const answer = await vscode.window.showErrorMessage(
        `The vtosca language server did not start: ${error}.`,
        'Open Settings',
        'Try Again',
    );
    if (answer === 'Open Settings') {
        await vscode.commands.executeCommand('workbench.action.openSettings', 'vtosca.server.path');
    } else if (answer === 'Try Again') {
        again();
    }
}

async function start(context: vscode.ExtensionContext, placeholders: vscode.Disposable) {
    client = createClient(context);
    try {
        await client.start();
    } catch (error) {
        void tellOfFailure(error, () => start(context, placeholders));
        return;
    }
    placeholders.dispose();
    const session = new Session(client);
    context.subscriptions.push(
        session,
        registerVariants(session),
        registerPresenceView(session),
        registerReferences(client),
        registerResolved(session),
        registerTopology(session, vscode.Uri.joinPath(context.extensionUri, 'media')),
        registerExplain(session),
        registerTests(session),
        vscode.commands.registerCommand('vtosca.restartServer', () => client?.restart()),
    );
}

export function activate(context: vscode.ExtensionContext) {
    const placeholders = registerPlaceholders(context);
    const begin = (document: vscode.TextDocument | undefined) => {
        if (document && isTosca(document)) {
            waiting.dispose();
            void start(context, placeholders);
        }
    };
    const waiting = vscode.Disposable.from(
        vscode.workspace.onDidOpenTextDocument(begin),
        vscode.workspace.onDidChangeTextDocument(({ document }) => begin(document)),
    );
    context.subscriptions.push(placeholders, waiting);
    begin(vscode.workspace.textDocuments.find(isTosca));
}

export function deactivate(): Thenable<void> | undefined {
    return client?.stop();
}
