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
            get memory() {
                return server.memory;
            },
        };
    }
}

/** Compiles while it comes, and lets a browser keep what it has compiled, if the web server names the type. */
async function compileFrom(address) {
    const response = await fetch(address);
    if (!response.ok) {
        throw new Error(`${address}: ${response.status} ${response.statusText}`);
    }
    return response.headers.get('content-type')?.startsWith('application/wasm')
        ? WebAssembly.compileStreaming(response)
        : WebAssembly.compile(await response.arrayBuffer());
}

export async function load(source) {
    if (typeof WebAssembly !== 'object') {
        throw new Error('vtosca cannot start: there is no WebAssembly here; it may be switched off');
    }
    if (source instanceof WebAssembly.Module) {
        return new Vtosca(source);
    }
    try {
        const isAddress = typeof source === 'string' || source instanceof URL;
        return new Vtosca(await (isAddress ? compileFrom(source) : WebAssembly.compile(source)));
    } catch (cause) {
        throw new Error(`vtosca cannot start: its WebAssembly module cannot be loaded: ${cause.message}`, { cause });
    }
}
