// Which part of a topology is drawn, and in which words. Small graphs are drawn whole; of large ones the
// surroundings of a node, or an overview in which nodes of a type are one.
import type { DrawnEdge, DrawnGraph, DrawnNode } from './messages';
import type { LayoutEdge, LayoutNode } from './layout';

/** Above this many nodes, Graphviz takes its time and nobody can read the result. */
export const largest = 150;

export interface Wish {
    overview: boolean;
    focus?: string;
    /** How many steps from the focus is drawn; without one, all. */
    distance?: number;
    /** At most so many nodes, the nearest. */
    most?: number;
    hideAbsent: boolean;
}

export interface Scene {
    nodes: LayoutNode[];
    edges: LayoutEdge[];
    /** Of what an overview draws as one: the names, by the id of that one. */
    clusters: Map<string, DrawnNode[]>;
    /** What is left out. */
    hidden: number;
}

/** The part of type names that tells nothing, as all have it: `shop.nodes.`. */
function commonPrefix(types: string[]): string {
    if (types.length < 2) {
        return types[0]?.replace(/[^.:]*$/, '') ?? '';
    }
    let prefix = types[0];
    for (const type of types) {
        while (!type.startsWith(prefix)) {
            prefix = prefix.slice(0, -1);
        }
    }
    return prefix.replace(/[^.:]*$/, '');
}

/** Types in few words: without what all have in common, and without `tosca.nodes.`. */
export function shortTypes(nodes: DrawnNode[]): Map<string, string> {
    const own = nodes.flatMap(({ type }) => (type && !/^tosca[.:]/.test(type) ? [type] : []));
    const prefix = commonPrefix([...new Set(own)]);
    return new Map(
        nodes.map(({ id, type = '' }) => [
            id,
            /^tosca[.:]/.test(type) ? type.replace(/^tosca[.:](nodes[.:])?/, '') : type.slice(prefix.length),
        ]),
    );
}

/** The nodes that relations lead to from one, in either direction, at most so many steps away. */
function around(
    graph: { nodes: DrawnNode[]; edges: DrawnEdge[] }, focus: string, distance: number, most: number,
): Set<string> {
    const neighbours = new Map<string, string[]>(graph.nodes.map(({ id }) => [id, []]));
    for (const { source, target } of graph.edges) {
        neighbours.get(source)?.push(target);
        neighbours.get(target)?.push(source);
    }
    const reached = new Set([focus]);
    let last = [focus];
    for (let step = 0; step < distance && reached.size < most; step++) {
        const next: string[] = [];
        for (const id of last.flatMap((other) => neighbours.get(other) ?? [])) {
            if (!reached.has(id) && reached.size < most) {
                reached.add(id);
                next.push(id);
            }
        }
        last = next;
    }
    return reached;
}

function overviewOf(nodes: DrawnNode[], edges: DrawnEdge[], types: Map<string, string>): Scene {
    const clusters = new Map<string, DrawnNode[]>();
    const clusterOf = new Map<string, string>();
    for (const node of nodes) {
        const id = `type:${node.type ?? ''}`;
        clusterOf.set(node.id, id);
        clusters.set(id, [...(clusters.get(id) ?? []), node]);
    }
    const counts = new Map<string, { edge: DrawnEdge; count: number }>();
    for (const edge of edges) {
        const key = `${clusterOf.get(edge.source)}→${clusterOf.get(edge.target)}→${edge.hosting ? '' : edge.name}`;
        counts.set(key, { edge, count: (counts.get(key)?.count ?? 0) + 1 });
    }
    return {
        clusters,
        hidden: 0,
        nodes: [...clusters].map(([id, members]) => {
            const present = members.filter(({ presence }) => presence === 'present').length;
            return {
                id,
                lines: [`${types.get(members[0].id) || 'no type'} ×${members.length}`, `${present} present`],
            };
        }),
        edges: [...counts].map(([key, { edge, count }]) => ({
            id: key,
            source: clusterOf.get(edge.source)!,
            target: clusterOf.get(edge.target)!,
            label: edge.hosting ? undefined : `${edge.name} ×${count}`,
            hosting: edge.hosting,
        })),
    };
}

export function sceneOf(graph: DrawnGraph, wish: Wish): Scene {
    const types = shortTypes(graph.nodes);
    let nodes = wish.hideAbsent ? graph.nodes.filter(({ presence }) => presence !== 'absent') : graph.nodes;
    const held = (kept: DrawnNode[]) => {
        const ids = new Set(kept.map(({ id }) => id));
        return graph.edges.filter(
            ({ source, target, presence }) =>
                ids.has(source) && ids.has(target) && !(wish.hideAbsent && presence === 'absent'),
        );
    };
    let edges = held(nodes);
    if (wish.overview) {
        return overviewOf(nodes, edges, types);
    }
    const all = nodes.length;
    if (wish.distance !== undefined && all > 0) {
        const focus = nodes.find(({ id }) => id === wish.focus) ?? nodes[0];
        const near = around({ nodes, edges }, focus.id, wish.distance, wish.most ?? largest);
        nodes = nodes.filter(({ id }) => near.has(id));
        edges = held(nodes);
    }
    return {
        clusters: new Map(),
        hidden: all - nodes.length,
        nodes: nodes.map((node) => {
            const type = types.get(node.id);
            return { id: node.id, lines: type ? [node.name, type] : [node.name] };
        }),
        edges: edges.map(({ id, name, source, target, hosting }) => ({ id, label: name, source, target, hosting })),
    };
}
