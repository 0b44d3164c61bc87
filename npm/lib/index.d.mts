/** What node's `Stats` say, as far as it is asked. */
export interface FileStatus {
    dev: number;
    ino: number;
    mode: number;
    nlink: number;
    size: number;
    /** 0 where nobody knows: of a folder, when entries have come or gone. */
    mtimeMs: number;
    isFile(): boolean;
}

/** What node's `Dirent` says, as far as it is asked. */
export interface FolderEntry {
    name: string;
    isFile(): boolean;
    isDirectory(): boolean;
    isSymbolicLink(): boolean;
}

/** Files as the program asks for them: a part of node's module `fs`, whose errors have a `code`. */
export interface Files {
    constants: Record<'O_RDONLY' | 'O_WRONLY' | 'O_RDWR' | 'O_CREAT' | 'O_EXCL' | 'O_TRUNC' | 'O_APPEND', number>;
    statSync(path: string): FileStatus;
    /** Undefined if there is none; an error will do. */
    statSync(path: string, options: { throwIfNoEntry: false }): FileStatus | undefined;
    lstatSync(path: string): FileStatus;
    fstatSync(fd: number): FileStatus;
    accessSync(path: string, mode?: number): void;
    readdirSync(path: string): string[];
    /** With what each is, so that nobody need ask; names will do. */
    readdirSync(path: string, options: { withFileTypes: true }): (string | FolderEntry)[];
    readlinkSync(path: string): string;
    openSync(path: string, flags: number, mode?: number): number;
    closeSync(fd: number): void;
    readSync(fd: number, buffer: Uint8Array, offset: number, length: number, position: number | null): number;
    writeSync(fd: number, buffer: Uint8Array, offset: number, length: number, position: number | null): number;
    fsyncSync(fd: number): void;
    chmodSync(path: string, mode: number): void;
    fchmodSync(fd: number, mode: number): void;
    renameSync(from: string, to: string): void;
    unlinkSync(path: string): void;
}

/** Files in memory, by their paths. The map may change at any time; tell a server by `workspace/didChangeWatchedFiles`. */
export function memoryFiles(contents: Map<string, string | Uint8Array>): Files;

/** The files of the machine. Only in node. */
export const nodeFiles: Files;

export interface RunOptions {
    /** By default there are none. */
    files?: Files;
}

export interface RunResult {
    /** 0: yes; 1: no (errors found, a test failed); 2: the question was wrong. */
    code: number;
    stdout: string;
    stderr: string;
}

export interface ServeOptions {
    files?: Files;
    /** Called with each message of the server, a JSON-RPC object. */
    receive(message: any): void;
    /** Called with what the server writes to standard error. */
    log?(text: string): void;
    /**
     * For files that cannot be read at once: starts to fetch the file or folder and returns true as long as it is on its
     * way; `Server.wake` tells the server to look again. Whoever has none leaves it out.
     */
    isComing?(path: string): boolean;
}

export interface Server {
    /** Sends a message to the server, a JSON-RPC object. */
    send(message: any): void;
    /** Something that `isComing` has announced is there. */
    wake(): void;
    /** The client is gone. */
    end(): void;
    /** Bytes that it has taken from the machine, most of which it may have free. */
    readonly memory: number;
    /** The server's exit code: 0 after `shutdown` and `exit`. It is rejected where the server cannot go on. */
    readonly ended: Promise<number>;
}

export class Vtosca {
    /** Runs a command: `run(['check', 'template.yaml'], { files })`. Commands do not share anything. */
    run(words: string[], options?: RunOptions): Promise<RunResult>;
    /** Starts a language server. It runs in slices on this thread: a page gives it a worker. */
    serve(options: ServeOptions): Server;
}

/**
 * Loads the program: in node without arguments, elsewhere from the address or the bytes of vtosca.wasm. It is rejected with a
 * message for users where that cannot be.
 */
export function load(source?: string | URL | BufferSource | WebAssembly.Module): Promise<Vtosca>;
