// What the extension and the server's thread in a browser say to each other besides the protocol.

/** The first message: the program, and where files are asked for. Everything after it is the protocol's. */
export interface Begin {
    wasm: Uint8Array;
    files: MessagePort;
}

/** Asks for a file or a folder. */
export interface FileQuestion {
    path: string;
}

/** Neither of both: there is no such file. */
export interface FileAnswer {
    path: string;
    bytes?: Uint8Array;
    entries?: { name: string; isFolder: boolean }[];
}

/** It has changed, begun or ceased to be. */
export interface FileChange {
    changed: string;
}

/** The server runs; or why it cannot start, or go on. */
export type ServerState = { started: true } | { ended: string };
