// What both entry points begin: waits for the first TOSCA file, then starts the server and the views.
import * as vscode from 'vscode';
import { BaseLanguageClient, State } from 'vscode-languageclient';
import { CreateClient, createClient, isTosca } from './client';
import { registerExplanation } from './explanation';
import { registerFading } from './fading';
import { registerMatrix } from './matrix';
import { Memory } from './memory';
import { registerPresenceTree } from './presenceTree';
import { registerReferences } from './references';
import { registerResolved } from './resolved';
import { registerSamples } from './samples';
import { askForTemplate, Session } from './session';
import { ServerStatus } from './serverStatus';
import { registerTests } from './tests';
import { registerTopology } from './topology';
import { registerVariants } from './variants';

let client: BaseLanguageClient | undefined;

const aMoment = 1000;

/** A start that fails without an answer ends as well; one that has a reason has a moment to say it. */
function started(starting: BaseLanguageClient): Promise<void> {
    return new Promise((resolve, reject) => {
        const listener = starting.onDidChangeState(({ newState }) => {
            if (newState === State.StartFailed) {
                setTimeout(() => reject(new Error('it ended at once')), aMoment);
            }
        });
        starting.start().then(resolve, reject).finally(() => listener.dispose());
    });
}

/**
 * All that needs no server to be there, and all that waits for one. `kindOfServer` is what runs: the user is told.
 * `committed` is what a file was like at the last commit, where that can be known.
 */
export function begin(
    context: vscode.ExtensionContext,
    create: CreateClient,
    kindOfServer: () => string,
    committed?: (file: vscode.Uri) => Promise<string | undefined>,
) {
    const memory = new Memory(context.workspaceState);
    const status = new ServerStatus(context.extension.packageJSON.version as string);
    let session: Session | undefined;
    let isStarting = false;
    let hasRun = false; // since it was started last
    client = createClient(create, {
        opened: (document) => session?.opened(document),
        settings: (configured, uri) => memory.settings(configured, uri),
        crashed: () => hasRun && status.crashed(), // a start that fails is told as such
    });
    const running = client;

    const start = async () => {
        isStarting = true;
        try {
            status.starting();
            await started(running);
            status.running(running.initializeResult?.serverInfo?.version, kindOfServer());
        } catch (error) {
            void status.failed(error instanceof Error ? error.message : String(error));
        } finally {
            isStarting = false;
        }
    };
    const restart = async () => {
        await running.stop().catch(() => undefined);
        await start();
    };
    const beginWith = (document: vscode.TextDocument | undefined) => {
        if (!session && document && isTosca(document)) {
            placeholders.dispose();
            waiting.dispose();
            session = new Session(running, memory, committed);
            context.subscriptions.push(
                session,
                registerFading(session),
                registerVariants(session),
                registerPresenceTree(session),
                registerMatrix(session, context.extensionUri),
                registerReferences(running),
                registerResolved(session),
                registerTopology(session, context.extensionUri),
                registerExplanation(session),
                registerTests(session),
            );
            void start();
        }
    };
    const placeholders = registerPlaceholders(context);
    const waiting = vscode.Disposable.from(
        vscode.workspace.onDidOpenTextDocument(beginWith),
        vscode.workspace.onDidChangeTextDocument(({ document }) => beginWith(document)),
        vscode.workspace.onDidChangeWorkspaceFolders(() => beginWith(vscode.workspace.textDocuments.find(isTosca))),
    );
    context.subscriptions.push(
        placeholders,
        waiting,
        status,
        running.onDidChangeState(({ newState }) => {
            hasRun = newState === State.Running || (hasRun && newState !== State.Starting);
            if (newState === State.Running) {
                status.running(running.initializeResult?.serverInfo?.version, kindOfServer());
            } else if (newState === State.StartFailed && !isStarting) {
                void status.failed('it ended at once'); // when the client tried again after a crash
            }
        }),
        registerSamples(context),
        vscode.commands.registerCommand('vtosca.restartServer', restart),
        vscode.commands.registerCommand('vtosca.showLog', () => running.outputChannel.show()),
        vscode.workspace.onDidChangeConfiguration((event) => {
            if (session && event.affectsConfiguration('vtosca.server.path')) {
                void restart();
            }
        }),
    );
    beginWith(vscode.workspace.textDocuments.find(isTosca));
}

/** Commands before there is anything to apply them to. */
function registerPlaceholders(context: vscode.ExtensionContext): vscode.Disposable {
    const { commands } = context.extension.packageJSON.contributes as { commands: { command: string }[] };
    const always = ['vtosca.restartServer', 'vtosca.showLog', 'vtosca.openExample', 'vtosca.newTemplate'];
    return vscode.Disposable.from(
        ...commands
            .filter(({ command }) => !always.includes(command))
            .map(({ command }) => vscode.commands.registerCommand(command, askForTemplate)),
    );
}

export function deactivate(): Thenable<void> | undefined {
    return client?.stop();
}
