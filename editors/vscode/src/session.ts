// What the views share: the client, the service template they look at, and its variants.
import * as vscode from 'vscode';
import {
    BaseLanguageClient,
    DidChangeConfigurationNotification,
    LSPErrorCodes,
    RequestType,
    ResponseError,
    State,
} from 'vscode-languageclient';
import { isTosca } from './client';
import { Memory, VariantSetting } from './memory';
import {
    absentRequest,
    differenceRequest,
    explainRequest,
    graphRequest,
    OfDocument,
    presenceChanged,
    PresenceFilter,
    presenceRequest,
    resolvedRequest,
    runTestRequest,
    setActiveVariant,
    setBase,
    Variants,
    variantsRequest,
} from './requests';

export function askForTemplate() {
    void vscode.window.showInformationMessage(
        'First open a file with a tosca_definitions_version.',
        'Open the Example',
    ).then((answer) => answer && vscode.commands.executeCommand('vtosca.openExample'));
}

/** Asked while the server does not run: nothing to tell, as the status says so. */
export class NotRunning extends Error {
    constructor() {
        super('The vtosca server does not run.');
    }
}

/** Runs what a command does; a server that is away is told with a way out. */
async function attempt(action: () => unknown) {
    try {
        await action();
    } catch (error) {
        const buttons = error instanceof NotRunning ? ['Restart', 'Show the Log'] : [];
        const message = error instanceof Error ? error.message : String(error);
        const answer = await vscode.window.showErrorMessage(message, ...buttons);
        if (answer) {
            await vscode.commands.executeCommand(answer === 'Restart' ? 'vtosca.restartServer' : 'vtosca.showLog');
        }
    }
}

export function registerCommand<A extends unknown[]>(name: string, action: (...parameters: A) => unknown) {
    return vscode.commands.registerCommand(name, (...parameters: A) => attempt(() => action(...parameters)));
}

export class Session implements vscode.Disposable {
    private readonly changed = new vscode.EventEmitter<vscode.Uri>();
    private readonly switched = new vscode.EventEmitter<void>();
    private readonly pendingVariants = new Map<string, Promise<Variants>>();
    private readonly disposables: vscode.Disposable[] = [this.changed, this.switched];

    /** The presence in a file, or its active variant, may be another one. */
    readonly onDidChangePresence = this.changed.event;
    /** The views look at another template, or at another presence in it. */
    readonly onDidChange = this.switched.event;
    /** The last service template that had the focus. It may be closed meanwhile. */
    template: vscode.Uri | undefined;

    constructor(
        readonly client: BaseLanguageClient,
        readonly memory: Memory,
        private readonly committed?: (file: vscode.Uri) => Promise<string | undefined>,
    ) {
        this.disposables.push(
            client.onNotification(presenceChanged, ({ uri }) => {
                const file = client.protocol2CodeConverter.asUri(uri);
                const editor = vscode.window.activeTextEditor;
                this.pendingVariants.delete(file.toString());
                this.changed.fire(file);
                if (this.template?.toString() === file.toString()) {
                    this.switched.fire();
                } else if (editor?.document.uri.toString() === file.toString()) {
                    void this.follow(editor); // it may have become a template
                }
            }),
            client.onDidChangeState(({ newState }) => {
                if (newState === State.Running) {
                    this.switched.fire();
                }
            }),
            vscode.window.onDidChangeActiveTextEditor((editor) => void this.follow(editor)),
        );
        void this.follow(vscode.window.activeTextEditor);
    }

    private async follow(editor: vscode.TextEditor | undefined) {
        if (!editor || !isTosca(editor.document)) {
            return;
        }
        const { uri } = editor.document;
        const isTemplate = (await this.variants(uri).catch(() => undefined))?.variants.length;
        if (editor !== vscode.window.activeTextEditor) {
            return;
        }
        void vscode.commands.executeCommand('setContext', 'vtosca.isServiceTemplate', Boolean(isTemplate));
        if (isTemplate && uri.toString() !== this.template?.toString()) {
            this.template = uri;
            void vscode.commands.executeCommand('setContext', 'vtosca.hasTemplate', true);
            this.switched.fire();
        }
    }

    /** The template that a command is about; without one, the user is told. */
    subject(): vscode.Uri | undefined {
        if (!this.template) {
            askForTemplate();
        }
        return this.template;
    }

    /** Asks about a document, and again if an edit has overtaken the question. */
    private async ask<P, R>(
        type: RequestType<OfDocument & P, R, void>,
        uri: vscode.Uri,
        parameters: P,
        token?: vscode.CancellationToken,
    ): Promise<R> {
        const textDocument = { uri: this.client.code2ProtocolConverter.asUri(uri) };
        for (;;) {
            if (!this.client.isRunning()) {
                throw new NotRunning();
            }
            try {
                return await this.client.sendRequest<R>(type.method, { textDocument, ...parameters }, token);
            } catch (error) {
                if (!(error instanceof ResponseError && error.code === LSPErrorCodes.ContentModified)) {
                    throw error;
                }
            }
        }
    }

    /** The same about the template of the views, which is opened again if it was closed. */
    private async askAboutTemplate<P, R>(type: RequestType<OfDocument & P, R, void>, uri: vscode.Uri, parameters: P) {
        await vscode.workspace.openTextDocument(uri);
        return this.ask(type, uri, parameters);
    }

    /** All views want to know at the same time: those that ask while an answer is on its way share it. */
    variants(uri: vscode.Uri): Promise<Variants> {
        const key = uri.toString();
        const pending = this.pendingVariants.get(key);
        if (pending) {
            return pending;
        }
        const answer = this.askAboutTemplate(variantsRequest, uri, {}).finally(() => {
            if (this.pendingVariants.get(key) === answer) {
                this.pendingVariants.delete(key);
            }
        });
        this.pendingVariants.set(key, answer);
        return answer;
    }

    presence(uri: vscode.Uri, filter: PresenceFilter) {
        return this.askAboutTemplate(presenceRequest, uri, filter);
    }

    absent(uri: vscode.Uri, previousResultId?: string) {
        return this.ask(absentRequest, uri, { previousResultId });
    }

    resolved(uri: vscode.Uri, variant: string) {
        return this.askAboutTemplate(resolvedRequest, uri, { variant });
    }

    difference(uri: vscode.Uri, from: string, to: string) {
        return this.askAboutTemplate(differenceRequest, uri, { from, to });
    }

    graph(uri: vscode.Uri) {
        return this.askAboutTemplate(graphRequest, uri, {});
    }

    explain(uri: vscode.Uri, position: vscode.Position) {
        return this.askAboutTemplate(explainRequest, uri, {
            position: this.client.code2ProtocolConverter.asPosition(position),
        });
    }

    /** Runs the test that a file belongs to. */
    runTest(uri: vscode.Uri, token: vscode.CancellationToken) {
        return this.ask(runTestRequest, uri, {}, token);
    }

    /** Chooses the active variant of a file; undefined leaves it to the settings. */
    async activate(uri: vscode.Uri, variant: string | undefined) {
        await this.memory.remember(uri, variant);
        await vscode.workspace.openTextDocument(uri);
        await this.tellVariant(uri, variant); // and is told when the presence is that of the variant
    }

    private tellVariant(uri: vscode.Uri, variant: string | undefined) {
        return this.client.sendRequest('workspace/executeCommand', {
            command: setActiveVariant,
            arguments: [this.client.code2ProtocolConverter.asUri(uri), variant ?? null],
        });
    }

    /** A server that sees a file for the first time does not know what the user chose for it. */
    opened(document: vscode.TextDocument) {
        const variant = this.memory.variantOf(document.uri);
        if (variant !== undefined) {
            this.tellVariant(document.uri, variant).catch(() => undefined); // it has ended meanwhile
        }
        this.tellBase(document.uri).catch(() => undefined);
    }

    /** The server tells what has changed since the last commit. */
    private async tellBase(uri: vscode.Uri) {
        const text = await this.committed?.(uri);
        if (text !== undefined) {
            await this.client.sendRequest('workspace/executeCommand', {
                command: setBase,
                arguments: [this.client.code2ProtocolConverter.asUri(uri), text, 'HEAD'],
            });
        }
    }

    async try(uri: vscode.Uri, variant: VariantSetting) {
        this.memory.try(uri, variant);
        await this.client.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
    }

    async dismiss(uri: vscode.Uri, name: string) {
        this.memory.dismiss(uri, name);
        await this.client.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
    }

    /** Shows a place of the template in its editor, which need not be open any more. */
    async reveal(uri: vscode.Uri, range: { start: { line: number; character: number }; end: { line: number; character: number } }, preserveFocus = false) {
        const { start, end } = this.client.protocol2CodeConverter.asRange(range);
        const selection = new vscode.Range(start, start);
        // beside the topology, where the template is, and not in its place
        const shown = vscode.window.visibleTextEditors.find((other) => other.document.uri.toString() === uri.toString());
        const viewColumn = shown?.viewColumn ?? vscode.ViewColumn.One;
        const editor = await vscode.window.showTextDocument(uri, { selection, viewColumn, preserveFocus });
        editor.revealRange(new vscode.Range(start, end), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }

    dispose() {
        vscode.Disposable.from(...this.disposables).dispose();
    }
}
