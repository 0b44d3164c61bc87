// The topology view: the graph of the active variant, drawn by Graphviz. Absent elements are
// dashed; a click on a node or an edge reveals it in the file.
import { instance, Viz } from '@viz-js/viz';
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { Graph, Presence } from './requests';
import { Session } from './session';

/** Graphviz draws in black on nothing; the style sheet turns that into the theme's colours. */
function draw(viz: Viz, graph: Graph): string {
    const look = (presence: Presence) => ({
        style: presence === 'present' ? 'solid' : presence === 'absent' ? 'dashed' : 'dotted',
        class: presence,
    });
    return viz.renderString(
        {
            directed: true,
            graphAttributes: { bgcolor: 'transparent', rankdir: 'TB', nodesep: 0.4 },
            nodeAttributes: { shape: 'box', fontname: 'sans-serif', fontsize: 12 },
            edgeAttributes: { fontname: 'sans-serif', fontsize: 10, arrowsize: 0.7 },
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
                    label: edge.name,
                    id: edge.id,
                    arrowhead: edge.hosting ? 'normal' : 'vee',
                    ...look(edge.presence),
                },
            })),
        },
        { format: 'svg' },
    );
}

function page(svg: string, title: string): string {
    const nonce = randomBytes(16).toString('base64');
    const inline = svg.slice(svg.indexOf('<svg'));
    return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
    content="default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'">
<title>${title}</title>
<style nonce="${nonce}">
    body { margin: 0; padding: 1em; overflow: auto; }
    svg { max-width: 100%; height: auto; }
    text { fill: var(--vscode-editor-foreground); }
    .node polygon, .edge path { stroke: var(--vscode-editor-foreground); }
    .node polygon { fill: var(--vscode-editorWidget-background); }
    .edge polygon { stroke: var(--vscode-editor-foreground); fill: var(--vscode-editor-foreground); }
    .node, .edge { cursor: pointer; }
    .absent { opacity: 0.45; }
    .error polygon { stroke: var(--vscode-errorForeground); }
    .node:hover polygon { stroke: var(--vscode-focusBorder); }
</style>
</head>
<body>
${inline}
<script nonce="${nonce}">
    const editor = acquireVsCodeApi();
    for (const shape of document.querySelectorAll('.node, .edge')) {
        shape.addEventListener('click', () => editor.postMessage({ reveal: shape.id }));
    }
</script>
</body>
</html>`;
}

class TopologyView implements vscode.Disposable {
    private panel: vscode.WebviewPanel | undefined;
    private graph: Graph = { nodes: [], edges: [] };
    private svg = '';

    constructor(private readonly session: Session) {}

    async show() {
        if (!this.panel) {
            this.panel = vscode.window.createWebviewPanel(
                'vtosca.topology',
                'Topology',
                { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
                { enableScripts: true },
            );
            this.panel.onDidDispose(() => (this.panel = undefined));
            this.panel.webview.onDidReceiveMessage(({ reveal }: { reveal: string }) => this.reveal(reveal));
        }
        this.panel.reveal(undefined, true);
        await this.refresh();
    }

    async refresh() {
        const template = this.session.template;
        if (!this.panel || !template) {
            return;
        }
        const { active } = await this.session.variants(template.uri);
        this.graph = await this.session.graph(template.uri);
        this.svg = draw(await instance(), this.graph);
        if (this.panel) {
            this.panel.title = active ? `Topology (${active})` : 'Topology';
            this.panel.webview.html = page(this.svg, this.panel.title);
        }
    }

    async export() {
        await this.show();
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

export function registerTopology(session: Session): vscode.Disposable {
    const view = new TopologyView(session);
    return vscode.Disposable.from(
        view,
        session.onDidChange(() => view.refresh()),
        vscode.commands.registerCommand('vtosca.showTopology', () => view.show()),
        vscode.commands.registerCommand('vtosca.exportTopology', () => view.export()),
    );
}
