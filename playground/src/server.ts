// The server's thread: the module with the files of the page.
import { load, memoryFiles, type Server } from '../../npm/lib/index.mjs';

/** The first message; all after it are the protocol's. */
export interface Begin {
    wasm: string;
    files: [string, string][];
}

/** The one message that is not the protocol's: the server cannot start, or cannot go on. */
export interface End {
    ended: string;
}

const contents = new Map<string, string | Uint8Array>();
let server: Server | undefined;
const early: unknown[] = [];

async function begin({ wasm, files }: Begin) {
    files.forEach(([path, text]) => contents.set(path, text));
    const vtosca = await load(wasm);
    server = vtosca.serve({ files: memoryFiles(contents), receive: (message) => postMessage(message) });
    early.forEach((message) => server!.send(message));
    throw new Error(`vtosca has ended with code ${await server.ended}`);
}

onmessage = ({ data }) => {
    if ('wasm' in data) {
        begin(data as Begin).catch((error: unknown) =>
            postMessage({ ended: error instanceof Error ? error.message : String(error) } satisfies End));
    } else if (server) {
        server.send(data);
    } else {
        early.push(data);
    }
};
