// The module: commands, and the language server, with files from wherever the caller has them. See index.d.mts.
import { memoryFiles } from './memoryFiles.mjs';
import { Program } from './program.mjs';

export { memoryFiles };

function joined(parts) {
    const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
    parts.reduce((at, part) => {
        all.set(part, at);
        return at + part.length;
    }, 0);
    return all;
}

/** Messages out of the bytes of the base protocol: a header with a length, an empty line, JSON. */
class Reader {
    #bytes = new Uint8Array(0);

    constructor(receive) {
        this.receive = receive;
    }

    #headerEnd() {
        for (let i = 3; i < this.#bytes.length; i++) {
            if (this.#bytes[i] === 10 && this.#bytes[i - 2] === 10) {
                return i + 1;
            }
        }
        return 0;
    }

    feed(bytes) {
        this.#bytes = this.#bytes.length > 0 ? joined([this.#bytes, bytes]) : bytes;
        for (;;) {
            const start = this.#headerEnd();
            const header = new TextDecoder().decode(this.#bytes.subarray(0, start));
            const end = start + Number(/Content-Length: *(\d+)/i.exec(header)?.[1]);
            if (start === 0 || !(end <= this.#bytes.length)) {
                return;
            }
            const message = JSON.parse(new TextDecoder().decode(this.#bytes.subarray(start, end)));
            this.#bytes = this.#bytes.subarray(end);
            this.receive(message);
        }
    }
}

export class Vtosca {
    #module;

    constructor(module) {
        this.#module = module;
    }

    async run(words, { files = memoryFiles(new Map()), program = '' } = {}) {
        const written = { 1: [], 2: [] };
        const code = await new Program(this.#module, {
            files,
            program,
            print: (stream, bytes) => void written[stream].push(bytes),
        }).run(words);
        const text = (stream) => new TextDecoder().decode(joined(written[stream]));
        return { code, stdout: text(1), stderr: text(2) };
    }

    serve({ files = memoryFiles(new Map()), receive, log = () => {}, program = '', isComing }) {
        const reader = new Reader(receive);
        const server = new Program(this.#module, {
            files,
            program,
            ...(isComing ? { isComing } : {}),
            send: (bytes) => reader.feed(bytes),
            print: (_, bytes) => log(new TextDecoder().decode(bytes)),
        });
        return {
            ended: server.run(['lsp']),
            send(message) {
                const body = new TextEncoder().encode(JSON.stringify(message));
                server.feed(joined([new TextEncoder().encode(`Content-Length: ${body.length}\r\n\r\n`), body]));
            },
            wake: () => server.wake(),
            end: () => server.endInput(),
        };
    }
}

export async function load(source) {
    if (source instanceof WebAssembly.Module) {
        return new Vtosca(source);
    }
    if (typeof source === 'string' || source instanceof URL) {
        const response = await fetch(source);
        if (!response.ok) {
            throw new Error(`${source}: ${response.status} ${response.statusText}`);
        }
        return new Vtosca(await WebAssembly.compile(await response.arrayBuffer()));
    }
    return new Vtosca(await WebAssembly.compile(source));
}
