// The server's thread in a browser: the module, fed with the messages of the client. Files come from the extension, which
// can read whatever the workspace lies on.
import { load, memoryFiles, type Server } from '../server/wasm/lib/index.mjs';
import type { Begin, FileAnswer, FileChange, ServerState } from './webMessages';

const contents = new Map<string, Uint8Array>(); // of what was fetched; of other files that are known, nothing
const asked = new Map<string, boolean>(); // a file or folder, and whether its answer is there
const unread = new Uint8Array(0);
let server: Server | undefined;

function keep({ path, bytes, entries }: FileAnswer) {
    asked.set(path, true);
    if (bytes) {
        contents.set(path, bytes);
    }
    for (const { name, isFolder } of entries ?? []) {
        const inside = `${path === '/' ? '' : path}/${name}${isFolder ? '/.known' : ''}`;
        if (!contents.has(inside)) {
            contents.set(inside, unread);
        }
    }
    server?.wake();
}

/** It and the folders it lies in are fetched again when they are asked for. */
function forget(path: string) {
    contents.delete(path);
    for (let place = path; place; place = place.slice(0, place.lastIndexOf('/'))) {
        asked.delete(place);
    }
}

async function begin({ wasm, files }: Begin) {
    files.onmessage = ({ data }: MessageEvent<FileAnswer | FileChange>) =>
        'changed' in data ? forget(data.changed) : keep(data);
    const vtosca = await load(wasm as BufferSource);
    server = vtosca.serve({
        files: memoryFiles(contents),
        receive: (message) => postMessage(message),
        log: (text) => console.log(text),
        isComing(path) {
            if (!asked.has(path)) {
                asked.set(path, false);
                files.postMessage({ path });
            }
            return !asked.get(path);
        },
    });
    files.postMessage({ started: true } satisfies ServerState);
    early.forEach((message) => server!.send(message));
    await server.ended;
    close();
}

const early: unknown[] = [];
let hasBegun = false;
onmessage = ({ data }: MessageEvent) => {
    if (!hasBegun) {
        hasBegun = true;
        const first = data as Begin;
        begin(first).catch((error: unknown) =>
            first.files.postMessage({ ended: error instanceof Error ? error.message : String(error) } satisfies ServerState));
    } else if (server) {
        server.send(data);
    } else {
        early.push(data);
    }
};
