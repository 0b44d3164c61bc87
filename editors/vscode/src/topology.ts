// The topology view: a page that draws the graph of the active variant. This side knows the server and the
// editor; the page knows how to draw (see webview/topology.ts).
import * as vscode from 'vscode';
import { optionsOf, pageOf } from './page';
import { GraphNode } from './requests';
import { registerCommand, Session } from './session';
import type { FromTopology, ToTopology } from './webview/messages';

class TopologyView implements vscode.Disposable {
    private panel: vscode.WebviewPanel | undefined;
    private nodes: GraphNode[] = [];
    private elements = new Map<string, GraphNode>();
    private isStale = false;
    private exported: ((svg: string) => void) | undefined;

    constructor(
        private readonly session: Session,
        private readonly extension: vscode.Uri,
    ) {}

    show() {
        if (!this.session.subject()) {
            return;
        }
        if (this.panel) {
            this.panel.reveal(undefined, true);
        } else {
            this.open();
        }
    }

    private open() {
        const panel = vscode.window.createWebviewPanel(
            'vtosca.topology',
            'Topology',
            { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
            optionsOf(this.extension),
        );
        this.panel = panel;
        panel.iconPath = vscode.Uri.joinPath(this.extension, 'media', 'view.svg');
        panel.onDidDispose(() => (this.panel = undefined));
        panel.onDidChangeViewState(() => panel.visible && this.isStale && this.refresh());
        panel.webview.onDidReceiveMessage((message: FromTopology) => void this.receive(message));
        panel.webview.html = pageOf(panel.webview, this.extension, 'topology', 'Topology');
    }

    private send(message: ToTopology) {
        void this.panel?.webview.postMessage(message);
    }

    private async receive(message: FromTopology) {
        const template = this.session.template;
        if ('svg' in message) {
            this.exported?.(message.svg);
        } else if (!template) {
            return;
        } else if ('ready' in message) {
            await this.refresh(); // anew each time that its tab comes to the front
        } else if ('activate' in message) {
            await this.session.activate(template, message.activate);
        } else if ('reveal' in message) {
            const element = this.elements.get(message.reveal);
            if (element) {
                await this.session.reveal(template, element.range);
            }
        }
    }

    async refresh() {
        const { panel, session } = this;
        const { template } = session;
        this.isStale = !panel?.visible;
        if (!panel?.visible || !template) {
            return;
        }
        try {
            const { active, variants } = await session.variants(template);
            const { nodes, edges } = await session.graph(template);
            this.nodes = nodes;
            this.elements = new Map([...nodes, ...edges].map((element) => [element.id, element]));
            panel.title = active ? `Topology (${active})` : 'Topology';
            this.send({
                graph: {
                    template: template.toString(),
                    active,
                    variants: variants.map(({ name }) => name),
                    nodes: nodes.map(({ range: _, ...node }) => node),
                    edges: edges.map(({ range: _, ...edge }) => edge),
                },
            });
            this.follow(vscode.window.activeTextEditor);
        } catch {
            // the last graph stays until there is another one
        }
    }

    /** The node at the cursor is the one that a large graph is shown around. */
    follow(editor: vscode.TextEditor | undefined) {
        if (this.panel?.visible && editor?.document.uri.toString() === this.session.template?.toString() && editor) {
            const { line } = editor.selection.active;
            const node = this.nodes.find(({ range }) => range.start.line <= line && line <= range.end.line);
            if (node) {
                this.send({ select: node.id });
            }
        }
    }

    async export() {
        this.show();
        if (!this.panel) {
            return;
        }
        const drawing = new Promise<string>((resolve) => (this.exported = resolve));
        this.send({ export: true });
        const svg = await drawing;
        const target = await vscode.window.showSaveDialog({ filters: { SVG: ['svg'] } });
        if (target) {
            await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(svg));
        }
    }

    dispose() {
        this.panel?.dispose();
    }
}

export function registerTopology(session: Session, extension: vscode.Uri): vscode.Disposable {
    const view = new TopologyView(session, extension);
    return vscode.Disposable.from(
        view,
        session.onDidChange(() => view.refresh()),
        vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => view.follow(textEditor)),
        registerCommand('vtosca.showTopology', () => view.show()),
        registerCommand('vtosca.exportTopology', () => view.export()),
    );
}
