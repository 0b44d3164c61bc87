// The Matrix view: a page that shows elements by variants, and what variability inputs do. This side asks
// the server for the rows that the page can show; the page knows how (see webview/matrix.ts).
import * as vscode from 'vscode';
import { optionsOf, pageOf } from './page';
import { PresenceElement } from './requests';
import { registerCommand, Session } from './session';
import type { FromMatrix, MatrixQuery, ToMatrix } from './webview/messages';

class MatrixView implements vscode.WebviewViewProvider {
    private view: vscode.WebviewView | undefined;
    private isStale = false;
    private query: MatrixQuery = {};
    /** Of the rows that were sent, also of those that are being asked for anew: a click on them counts. */
    private places = new Map<string, PresenceElement['range']>();
    private placesOf: string | undefined;
    /** Where the cursor is known to be: the row of this line has been shown. */
    private line: number | undefined;
    /** The template in whose rows the cursor has been shown since the view was opened. */
    private followed: string | undefined;

    constructor(
        private readonly session: Session,
        private readonly extension: vscode.Uri,
    ) {}

    resolveWebviewView(view: vscode.WebviewView) {
        this.view = view;
        view.webview.options = optionsOf(this.extension);
        view.webview.onDidReceiveMessage((message: FromMatrix) => void this.receive(message));
        view.onDidDispose(() => (this.view = undefined));
        view.onDidChangeVisibility(() => {
            this.followed = undefined;
            if (view.visible) {
                void (this.isStale ? this.refresh() : this.followEditor());
            }
        });
        view.webview.html = pageOf(view.webview, this.extension, 'matrix', 'Presence Matrix');
    }

    private send(message: ToMatrix) {
        void this.view?.webview.postMessage(message);
    }

    /** What is shown may be another one: the page asks for what it shows of it. */
    async refresh() {
        const { template } = this.session;
        this.isStale = !this.view?.visible;
        if (!this.view?.visible || !template) {
            return;
        }
        try {
            const { variants, active, inputs } = await this.session.variants(template);
            const tried = new Set(this.session.memory.triedFor(template).map(({ name }) => name));
            this.send({
                table: {
                    template: template.toString(),
                    active,
                    inputs: inputs ?? [],
                    variants: variants.map((variant) => ({
                        name: variant.name,
                        label: variant.label,
                        description: variant.description,
                        error: variant.error,
                        isTried: tried.has(variant.name),
                        present: variant.present,
                        absent: variant.absent,
                        inputs: variant.inputs ?? {},
                    })),
                },
            });
        } catch {
            // the last table stays until there is another one
        }
    }

    private async sendRows(template: vscode.Uri, query: MatrixQuery, offset: number, limit: number) {
        this.query = query;
        const { elements, kinds } = await this.session.presence(template, { ...query, flat: true, offset, limit });
        if (this.placesOf !== template.toString()) {
            this.places.clear();
            this.placesOf = template.toString();
        }
        for (const { id, range } of elements) {
            this.places.set(id, range);
        }
        this.send({
            rows: {
                query,
                offset,
                kinds: kinds ?? [],
                elements: elements.map(({ id, name, display, kind, presence, container }) => ({
                    id,
                    name,
                    display,
                    kind,
                    presence,
                    isInner: container !== undefined,
                })),
            },
        });
        if (this.followed !== template.toString()) {
            await this.followEditor();
        }
    }

    private async receive(message: FromMatrix) {
        const { session } = this;
        const { template } = session;
        if (!template) {
            return;
        }
        if ('ready' in message) {
            await this.refresh();
        } else if ('ask' in message) {
            const { query, offset, limit } = message.ask;
            await this.sendRows(template, query, offset, limit).catch(() => undefined);
        } else if ('activate' in message) {
            await session.activate(template, message.activate);
        } else if ('try' in message) {
            await session.try(template, message.try);
        } else if ('dismiss' in message) {
            await session.dismiss(template, message.dismiss);
        } else if ('reveal' in message) {
            const range = this.places.get(message.reveal);
            if (range) {
                this.line = range.start.line; // the page is where it wants to be
                await session.reveal(template, range, true);
            }
        } else if ('explain' in message) {
            const range = this.places.get(message.explain);
            if (range) {
                await vscode.commands.executeCommand('vtosca.explainElement', template, range.start);
            }
        } else if ('revealInput' in message) {
            const { inputs } = await session.variants(template);
            const input = inputs?.find(({ name }) => name === message.revealInput);
            if (input) {
                await session.reveal(template, input.range, true);
            }
        }
    }

    /** Leads to the row of the element at the cursor of the template's editor, wherever the focus is. */
    private async followEditor() {
        const { template } = this.session;
        const shows = ({ document }: vscode.TextEditor) => document.uri.toString() === template?.toString();
        const editor = [vscode.window.activeTextEditor, ...vscode.window.visibleTextEditors].find((one) => one && shows(one));
        if (template && editor) {
            this.followed = template.toString();
            this.line = undefined;
            await this.follow(editor);
        }
    }

    /** The same when the cursor moves: once for each line. */
    async follow(editor: vscode.TextEditor) {
        const { template } = this.session;
        if (!this.view?.visible || !template || editor.document.uri.toString() !== template.toString()) {
            return;
        }
        const at = this.session.client.code2ProtocolConverter.asPosition(editor.selection.active);
        if (at.line === this.line) {
            return;
        }
        this.line = at.line;
        const { position } = await this.session.presence(template, { ...this.query, flat: true, at, limit: 0 });
        if (position !== undefined) {
            this.send({ follow: position });
        }
    }
}

export function registerMatrix(session: Session, extension: vscode.Uri): vscode.Disposable {
    const view = new MatrixView(session, extension);
    return vscode.Disposable.from(
        vscode.window.registerWebviewViewProvider('vtosca.matrix', view, {
            webviewOptions: { retainContextWhenHidden: true },
        }),
        session.onDidChange(() => view.refresh()),
        vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
            view.follow(textEditor).catch(() => undefined); // an edit has overtaken it
        }),
        registerCommand('vtosca.showMatrix', () => vscode.commands.executeCommand('vtosca.matrix.focus')),
    );
}
