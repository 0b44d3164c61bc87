// The topology view: the graph of the active variant, drawn by Graphviz. Absent elements are
// dashed; a click on a node or an edge reveals it in the file.
import { instance, Viz } from '@viz-js/viz';
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { Graph, Presence } from './requests';
import { Session } from './session';

/** Graphviz draws in black on white; the page's style sheet turns that into the theme's colours. */
function draw(viz: Viz, graph: Graph): string {
    const look = (presence: Presence) => ({
        style: presence === 'present' ? 'solid' : presence === 'absent' ? 'dashed' : 'dotted',
        class: presence,
    });
    return viz.renderString(
        {
            directed: true,
            graphAttributes: { bgcolor: 'white', rankdir: 'TB', nodesep: 0.3, ranksep: 0.4 },
            nodeAttributes: { shape: 'box', fontname: 'Arial', fontsize: 12, margin: '0.1,0.06' },
            edgeAttributes: { fontname: 'Arial', fontsize: 10, arrowsize: 0.7 },
            nodes: graph.nodes.map((node) => ({
                name: node.id,
                attributes: {
                    label: node.type ? `${node.name}\n${node.type}` : node.name,
                    id: node.id,
                    ...look(node.presence),
                },
            })),
            edges: graph.edges.map((edge) => ({
                tail: edge.source,
                head: edge.target,
                attributes: {
                    // most relations of a topology are to a host: the arrow tells
                    ...(edge.hosting ? { arrowhead: 'diamond' } : { label: edge.name, arrowhead: 'vee' }),
                    id: edge.id,
                    ...look(edge.presence),
                },
            })),
        },
        { format: 'svg' },
    );
}

/** The page that shows drawings as they come; its script is below media/. */
function page(webview: vscode.Webview, media: vscode.Uri): string {
    const nonce = randomBytes(16).toString('base64');
    const address = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(media, name)).toString();
    return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
    content="default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'">
<title>Topology</title>
<link rel="stylesheet" href="${address('topology.css')}">
</head>
<body>
<nav>
<button id="smaller" title="Zoom out">−</button>
<button id="larger" title="Zoom in">+</button>
<button id="fit" title="Fit the window">Fit</button>
</nav>
<main></main>
<script nonce="${nonce}" src="${address('topology.js')}"></script>
</body>
</html>`;
}

class TopologyView implements vscode.Disposable {
    private panel: vscode.WebviewPanel | undefined;
    private graph: Graph = { nodes: [], edges: [] };
    private svg = '';

    constructor(
        private readonly session: Session,
        private readonly media: vscode.Uri,
    ) {}

    async show() {
        if (!this.session.subject()) {
            return;
        }
        if (this.panel) {
            this.panel.reveal(undefined, true);
        } else {
            this.open();
        }
        await this.refresh();
    }

    private open() {
        this.panel = vscode.window.createWebviewPanel(
            'vtosca.topology',
            'Topology',
            { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
            { enableScripts: true, localResourceRoots: [this.media] },
        );
        this.panel.onDidDispose(() => (this.panel = undefined));
        this.panel.webview.onDidReceiveMessage(({ reveal }: { reveal?: string }) =>
            reveal === undefined ? this.send() : this.reveal(reveal),
        );
        this.panel.webview.html = page(this.panel.webview, this.media);
    }

    /** The page asks when it is there, which it is anew each time that its tab comes to the front. */
    private send() {
        if (this.svg) {
            const svg = this.svg.slice(this.svg.indexOf('<svg'));
            void this.panel?.webview.postMessage({ svg, template: this.session.template?.uri.toString() });
        }
    }

    async refresh() {
        const template = this.session.template;
        if (!this.panel || !template) {
            return;
        }
        const { active } = await this.session.variants(template.uri);
        this.graph = await this.session.graph(template.uri);
        this.svg = draw(await instance(), this.graph);
        this.panel.title = active ? `Topology (${active})` : 'Topology';
        this.send();
    }

    async export() {
        await this.show();
        if (!this.svg) {
            return;
        }
        const target = await vscode.window.showSaveDialog({ filters: { SVG: ['svg'] } });
        if (target) {
            await vscode.workspace.fs.writeFile(target, Buffer.from(this.svg));
        }
    }

    private async reveal(id: string) {
        const element = [...this.graph.nodes, ...this.graph.edges].find((candidate) => candidate.id === id);
        if (element) {
            await vscode.commands.executeCommand('vtosca.revealElement', element);
        }
    }

    dispose() {
        this.panel?.dispose();
    }
}

export function registerTopology(session: Session, media: vscode.Uri): vscode.Disposable {
    const view = new TopologyView(session, media);
    return vscode.Disposable.from(
        view,
        session.onDidChange(() => view.refresh()),
        vscode.commands.registerCommand('vtosca.showTopology', () => view.show()),
        vscode.commands.registerCommand('vtosca.exportTopology', () => view.export()),
    );
}
