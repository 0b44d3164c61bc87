// Graphviz in a worker: lays a graph out, top-down and from left to right, and answers with drawings.
import { instance } from '@viz-js/viz';

export interface LayoutNode {
    id: string;
    lines: string[];
}

export interface LayoutEdge {
    id: string;
    source: string;
    target: string;
    label?: string;
    hosting: boolean;
}

export interface LayoutRequest {
    key: string;
    nodes: LayoutNode[];
    edges: LayoutEdge[];
}

export interface LayoutAnswer {
    key: string;
    drawings?: string[];
    error?: string;
}

const viz = instance();

/** Graphviz draws in black on white; the page's style sheet turns that into the theme's colours. */
async function draw({ nodes, edges }: LayoutRequest, rankdir: string): Promise<string> {
    return (await viz).renderString(
        {
            directed: true,
            graphAttributes: { bgcolor: 'white', rankdir, nodesep: 0.25, ranksep: 0.4 },
            nodeAttributes: { shape: 'box', fontname: 'Arial', fontsize: 12, margin: '0.12,0.06', height: 0.3 },
            edgeAttributes: { fontname: 'Arial', fontsize: 10, arrowsize: 0.7 },
            nodes: nodes.map(({ id, lines }) => ({ name: id, attributes: { label: lines.join('\n'), id } })),
            edges: edges.map(({ id, source, target, label, hosting }) => ({
                tail: source,
                head: target,
                // most relations of a topology are to a host: the arrow tells
                attributes: { id, ...(hosting ? { arrowhead: 'diamond' } : { label: label ?? '', arrowhead: 'vee' }) },
            })),
        },
        { format: 'svg' },
    );
}

const scope = self as unknown as {
    onmessage: (event: { data: LayoutRequest }) => void;
    postMessage(answer: LayoutAnswer): void;
};

scope.onmessage = async ({ data }) => {
    try {
        const drawings = [await draw(data, 'TB'), await draw(data, 'LR')];
        scope.postMessage({ key: data.key, drawings });
    } catch (error) {
        scope.postMessage({ key: data.key, error: String(error) });
    }
};
