// What the views share: the client, the service template they look at, and its variants.
import * as vscode from 'vscode';
import { LanguageClient, LSPErrorCodes, RequestType, ResponseError } from 'vscode-languageclient/node';
import { isTosca } from './client';
import {
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
    variantsRequest,
} from './requests';

export function askForTemplate() {
    void vscode.window.showInformationMessage('First open a file with a tosca_definitions_version.');
}

export class Session implements vscode.Disposable {
    private readonly changed = new vscode.EventEmitter<void>();
    private readonly disposables: vscode.Disposable[] = [this.changed];

    /** Another template, or another presence in it. */
    readonly onDidChange = this.changed.event;
    template: vscode.TextDocument | undefined;

    constructor(readonly client: LanguageClient) {
        this.disposables.push(
            client.onNotification(presenceChanged, ({ uri }) => {
                const changed = client.protocol2CodeConverter.asUri(uri).toString();
                const editor = vscode.window.activeTextEditor;
                if (this.template?.uri.toString() === changed) {
                    this.changed.fire();
                } else if (editor?.document.uri.toString() === changed) {
                    void this.follow(editor); // it may have become a template
                }
            }),
            vscode.window.onDidChangeActiveTextEditor((editor) => void this.follow(editor)),
            vscode.workspace.onDidCloseTextDocument((document) => {
                if (document === this.template) {
                    this.template = undefined;
                    this.changed.fire();
                }
            }),
        );
        void this.follow(vscode.window.activeTextEditor);
    }

    /** The last service template that had the focus stays the subject of the views. */
    private async follow(editor: vscode.TextEditor | undefined) {
        const isTemplate = editor !== undefined && isTosca(editor.document) && (await this.isTemplate(editor.document));
        if (editor !== vscode.window.activeTextEditor) {
            return;
        }
        void vscode.commands.executeCommand('setContext', 'vtosca.isServiceTemplate', isTemplate);
        if (isTemplate && editor.document !== this.template) {
            this.template = editor.document;
            this.changed.fire();
        }
    }

    /** Files of types alone have no variants. */
    private async isTemplate(document: vscode.TextDocument) {
        return (await this.variants(document.uri)).variants.length > 0;
    }

    /** The template that a command is about; without one, the user is told. */
    subject(): vscode.TextDocument | undefined {
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
            try {
                return await this.client.sendRequest<R>(type.method, { textDocument, ...parameters }, token);
            } catch (error) {
                if (!(error instanceof ResponseError && error.code === LSPErrorCodes.ContentModified)) {
                    throw error;
                }
            }
        }
    }

    variants(uri: vscode.Uri) {
        return this.ask(variantsRequest, uri, {});
    }

    presence(uri: vscode.Uri, filter: PresenceFilter) {
        return this.ask(presenceRequest, uri, filter);
    }

    resolved(uri: vscode.Uri, variant: string) {
        return this.ask(resolvedRequest, uri, { variant });
    }

    difference(uri: vscode.Uri, from: string, to: string) {
        return this.ask(differenceRequest, uri, { from, to });
    }

    graph(uri: vscode.Uri) {
        return this.ask(graphRequest, uri, {});
    }

    explain(uri: vscode.Uri, position: vscode.Position) {
        return this.ask(explainRequest, uri, { position: this.client.code2ProtocolConverter.asPosition(position) });
    }

    /** Runs the test that a file belongs to. */
    runTest(uri: vscode.Uri, token: vscode.CancellationToken) {
        return this.ask(runTestRequest, uri, {}, token);
    }

    async activate(uri: vscode.Uri, variant: string) {
        await this.client.sendRequest('workspace/executeCommand', {
            command: setActiveVariant,
            arguments: [this.client.code2ProtocolConverter.asUri(uri), variant],
        });
        this.changed.fire();
    }

    dispose() {
        vscode.Disposable.from(...this.disposables).dispose();
    }
}
