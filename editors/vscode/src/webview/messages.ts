// What the extension and its pages tell each other. Pages know nothing of the editor: another host can
// show them if it sends and takes these messages.
import type { GraphEdge, GraphNode, Presence, PresenceFilter, VariabilityInput } from '../requests';

/* ---- the topology ---- */

export type DrawnNode = Omit<GraphNode, 'range'>;
export type DrawnEdge = Omit<GraphEdge, 'range'>;

export interface DrawnGraph {
    template: string;
    active: string | null;
    variants: string[];
    nodes: DrawnNode[];
    edges: DrawnEdge[];
}

export type ToTopology = { graph: DrawnGraph } | { select: string } | { export: true };

export type FromTopology = { ready: true } | { reveal: string } | { activate: string } | { svg: string };

/* ---- the matrix ---- */

export type MatrixQuery = Pick<PresenceFilter, 'filter' | 'variant' | 'kinds' | 'search'>;

export interface MatrixVariant {
    name: string;
    label?: string;
    description?: string;
    error?: string;
    isTried: boolean;
    present: number;
    absent: number;
    inputs: Record<string, unknown>;
}

export interface MatrixRow {
    id: string;
    name: string;
    display: string;
    kind: string;
    presence: Record<string, Presence>;
    isInner: boolean;
}

export interface MatrixTable {
    template: string;
    active: string | null;
    variants: MatrixVariant[];
    inputs: Omit<VariabilityInput, 'range'>[];
}

export interface MatrixRows {
    query: MatrixQuery;
    offset: number;
    kinds: { kind: string; count: number }[];
    elements: MatrixRow[];
}

export type ToMatrix = { table: MatrixTable } | { rows: MatrixRows } | { follow: number };

export type FromMatrix =
    | { ready: true }
    | { ask: { query: MatrixQuery; offset: number; limit: number } }
    | { activate: string }
    | { try: { name: string; inputs: Record<string, unknown> } }
    | { dismiss: string }
    | { reveal: string }
    | { revealInput: string }
    | { explain: string };
