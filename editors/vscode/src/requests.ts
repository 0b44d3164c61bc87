// The server's own requests, as lsp/reference/requests.md documents them.
import { Location, NotificationType, Range, RequestType, TextDocumentIdentifier } from 'vscode-languageclient/node';

export type Presence = 'present' | 'absent' | 'depends' | 'error';

export interface OfDocument {
    textDocument: TextDocumentIdentifier;
}

export interface Variant {
    name: string;
    origin: 'defaults' | 'preset' | 'test' | 'settings';
    description?: string;
    error?: string;
    present: number;
    absent: number;
    range?: Range;
}

export interface Variants {
    variants: Variant[];
    active: string | null;
}

export interface PresenceElement {
    id: string;
    name: string;
    display: string;
    kind: string;
    container?: string;
    range: Range;
    presence: Record<string, Presence>;
    summary: string;
}

export interface PresenceTable {
    version: number;
    active: string | null;
    variants: { name: string; status: 'resolved' | 'error'; error?: string }[];
    elements: PresenceElement[];
}

/** What the Presence view shows; everything, without a filter. */
export interface PresenceFilter {
    filter?: Presence | 'differing';
    variant?: string;
}

/** A resolved template is a document that the server gives the content of. */
export interface Resolved {
    uri: string;
    text?: string;
    error?: string;
}

export interface GraphNode {
    id: string;
    name: string;
    type?: string;
    presence: Presence;
    range: Range;
}

export interface GraphEdge {
    id: string;
    name: string;
    source: string;
    target: string;
    hosting: boolean;
    presence: Presence;
    range: Range;
}

export interface Graph {
    nodes: GraphNode[];
    edges: GraphEdge[];
}

export interface Explanation {
    element: string;
    display: string;
    variants: {
        name: string;
        presence: Presence;
        steps: { depth: number; text: string; location?: { uri: string; range: Range } }[];
    }[];
}

export interface TestResult {
    name: string;
    folder: string;
    passed: boolean;
    failures: { message: string; location: Location }[];
}

export interface TestResults {
    passed: number;
    failed: number;
    tests: TestResult[];
}

export const variantsRequest = new RequestType<OfDocument, Variants, void>('vtosca/variants');
export const presenceRequest = new RequestType<OfDocument & PresenceFilter, PresenceTable, void>(
    'vtosca/presence',
);
export const resolvedRequest = new RequestType<OfDocument & { variant: string }, Resolved, void>('vtosca/resolved');
export const differenceRequest = new RequestType<
    OfDocument & { from: string; to: string },
    { from: Resolved; to: Resolved },
    void
>('vtosca/difference');
export const graphRequest = new RequestType<OfDocument & { variant?: string }, Graph, void>('vtosca/graph');
export const explainRequest = new RequestType<
    OfDocument & { position: { line: number; character: number } },
    Explanation | null,
    void
>('vtosca/explain');
export const runTestRequest = new RequestType<OfDocument, TestResults, void>('vtosca/runTest');
export const presenceChanged = new NotificationType<{ uri: string; version: number; active: string | null }>(
    'vtosca/presenceChanged',
);
export const setActiveVariant = 'vtosca.setActiveVariant';
