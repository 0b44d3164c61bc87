// The server's own requests, as lsp/reference/requests.md documents them.
import { Location, NotificationType, Range, RequestType, TextDocumentIdentifier } from 'vscode-languageclient';

export type Presence = 'present' | 'absent' | 'depends' | 'error';

export interface OfDocument {
    textDocument: TextDocumentIdentifier;
}

export interface Variant {
    name: string;
    origin: 'defaults' | 'preset' | 'test' | 'settings';
    label?: string;
    description?: string;
    error?: string;
    present: number;
    absent: number;
    range?: Range;
    /** What the variability inputs are under it, as far as they have values. */
    inputs?: Record<string, unknown>;
}

/** A variability input, and what it can be. */
export interface VariabilityInput {
    name: string;
    type: string;
    description?: string;
    values?: unknown[];
    minimum?: number;
    maximum?: number;
    range: Range;
}

export interface Variants {
    variants: Variant[];
    active: string | null;
    inputs?: VariabilityInput[];
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
    /** How many elements it holds. */
    children?: number;
}

export interface PresenceTable {
    version: number;
    active: string | null;
    variants: { name: string; status: 'resolved' | 'error'; error?: string }[];
    elements: PresenceElement[];
    /** How many elements of each kind there would be without `offset` and `limit`, in their order. */
    kinds?: { kind: string; count: number }[];
    /** Which of them holds the place `at` most closely. */
    position?: number;
}

/** Which elements are asked for; all of them, without a filter. */
export interface PresenceFilter {
    filter?: Presence | 'differing';
    variant?: string;
    /** What an element holds; the empty string for what is held by none. */
    container?: string;
    kinds?: string[];
    /** Without what holds an element that passes the filter. */
    flat?: boolean;
    search?: string;
    offset?: number;
    limit?: number;
    at?: { line: number; character: number };
}

/** What is absent under the active variant, without what it holds. */
export interface Absent {
    version: number;
    active: string | null;
    resultId: string;
    ranges?: Range[];
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
    summary?: string;
    range: Range;
}

export interface GraphEdge {
    id: string;
    name: string;
    source: string;
    target: string;
    hosting: boolean;
    presence: Presence;
    summary?: string;
    range: Range;
}

export interface Graph {
    nodes: GraphNode[];
    edges: GraphEdge[];
}

export interface ExplanationStep {
    depth: number;
    text: string;
    location?: { uri: string; range: Range };
}

export interface Explanation {
    element: string;
    display: string;
    variants: { name: string; presence: Presence; steps: ExplanationStep[] }[];
}

export interface TestResult {
    name: string;
    folder: string;
    passed: boolean;
    failures: { message: string; location: Location }[];
    /** The resolved template, or the error; where the test fails. */
    expected?: string;
    actual?: string;
}

export interface TestResults {
    passed: number;
    failed: number;
    tests: TestResult[];
}

export const variantsRequest = new RequestType<OfDocument, Variants, void>('vtosca/variants');
export const presenceRequest = new RequestType<OfDocument & PresenceFilter, PresenceTable, void>('vtosca/presence');
export const absentRequest = new RequestType<OfDocument & { previousResultId?: string }, Absent, void>(
    'vtosca/absent',
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
export const setBase = 'vtosca.setBase';
