// What the views share: the client, the service template they look at, and its variants.
import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';
import { isTosca } from './client';
import {
    explainRequest,
    graphRequest,
    presenceChanged,
    presenceRequest,
    resolvedRequest,
    runTestRequest,
    setActiveVariant,
    variantsRequest,
} from './requests';

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
                if (this.template?.uri.toString() === changed) {
                    this.changed.fire();
                }
            }),
            vscode.window.onDidChangeActiveTextEditor((editor) => this.follow(editor)),
            vscode.workspace.onDidCloseTextDocument((document) => {
                if (document === this.template) {
                    this.template = undefined;
                    this.changed.fire();
                }
            }),
        );
        this.follow(vscode.window.activeTextEditor);
    }

    /** The last service template that had the focus stays the subject of the views. */
    private follow(editor: vscode.TextEditor | undefined) {
        const tosca = editor !== undefined && isTosca(editor.document);
        void vscode.commands.executeCommand('setContext', 'vtosca.isServiceTemplate', tosca);
        if (editor && tosca && editor.document !== this.template) {
            this.template = editor.document;
            this.changed.fire();
        }
    }

    private identifier(uri: vscode.Uri) {
        return { textDocument: { uri: this.client.code2ProtocolConverter.asUri(uri) } };
    }

    variants(uri: vscode.Uri) {
        return this.client.sendRequest(variantsRequest, this.identifier(uri));
    }

    presence(uri: vscode.Uri) {
        return this.client.sendRequest(presenceRequest, this.identifier(uri));
    }

    resolved(uri: vscode.Uri, variant: string) {
        return this.client.sendRequest(resolvedRequest, { ...this.identifier(uri), variant });
    }

    graph(uri: vscode.Uri) {
        return this.client.sendRequest(graphRequest, this.identifier(uri));
    }

    explain(uri: vscode.Uri, position: vscode.Position) {
        return this.client.sendRequest(explainRequest, {
            ...this.identifier(uri),
            position: this.client.code2ProtocolConverter.asPosition(position),
        });
    }

    /** Runs the test that a file belongs to. */
    runTest(uri: vscode.Uri, token: vscode.CancellationToken) {
        return this.client.sendRequest(runTestRequest, this.identifier(uri), token);
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
