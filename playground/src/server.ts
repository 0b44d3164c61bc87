// The server's thread: the module with the files of the page.
import { load, memoryFiles, type Server } from '../../npm/lib/index.mjs';

/** The first message; all after it are the protocol's, or change a file. */
export interface Begin {
    wasm: string;
    files: [string, string][];
}

const contents = new Map<string, string | Uint8Array>();
let server: Server | undefined;
const early: unknown[] = [];

onmessage = async ({ data }) => {
    if ('wasm' in data) {
        const { wasm, files } = data as Begin;
        files.forEach(([path, text]) => contents.set(path, text));
        const vtosca = await load(wasm);
        server = vtosca.serve({ files: memoryFiles(contents), receive: (message) => postMessage(message) });
        early.forEach((message) => server!.send(message));
    } else if (server) {
        server.send(data);
    } else {
        early.push(data);
    }
};
