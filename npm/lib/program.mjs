// One run of the program in WebAssembly: gives it arguments, files and messages, and tells its end.
// Knows neither node nor browsers.
import instantiate from './vtosca.mjs';

/** Runs `task` soon, after whatever else has happened by now. */
const soon =
    typeof setImmediate === 'function'
        ? (task) => void setImmediate(task)
        : (() => {
              const tasks = [];
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = () => tasks.shift()?.();
              return (task) => {
                  tasks.push(task);
                  port2.postMessage(0);
              };
          })();

/** What stops the program from outside of it: `exit` in the middle of its work. */
class Ended extends Error {}

export class Program {
    #chunks = [];
    #inputEnded = false;
    #resume;
    #timer;
    #isWoken = false;
    #finish;
    #instance;

    /**
     * `module` is the compiled WebAssembly.Module. What `host` may have besides its `files`, each of which has a default:
     * print(stream, bytes), readInput(bytes), streamStatus(stream), isTerminal(stream), columns(stream), environment
     * and folder() for commands; send(bytes), unsent(), processLives(id), parentProcess and program for the server;
     * and isComing(path), which says that a file has to be fetched first: then `wake` tells that it is there.
     */
    constructor(module, host) {
        this.module = module;
        this.host = host;
    }

    /** Runs `vtosca` with these arguments; resolves to its exit code. */
    async run(words) {
        const host = {
            print: () => {},
            readInput: () => 0,
            streamStatus: () => {
                throw Object.assign(new Error('a stream is no file'), { code: 'EBADF' });
            },
            isTerminal: () => false,
            columns: () => 0,
            environment: [],
            folder: () => '/',
            unsent: () => 0,
            processLives: () => true,
            parentProcess: 0,
            isComing: () => false,
            ...this.host,
            wait: (milliseconds, resume) => this.#wait(milliseconds, resume),
            receive: (size) => this.#receive(size),
            ended: (code) => this.#end(code),
        };
        const ended = new Promise((resolve, reject) => {
            this.#finish = { resolve, reject };
        });
        const loading = instantiate({
            host,
            instantiateWasm: (imports, receive) => {
                WebAssembly.instantiate(this.module, imports).then(receive, this.#finish.reject);
                return {};
            },
            quit: (code) => {
                this.#end(code);
                throw new Ended();
            },
            onAbort: (reason) => this.#finish.reject(new Error(`vtosca: ${reason}`)),
            printErr: () => {},
        });
        const instance = await Promise.race([loading, ended]); // it ends where it cannot be instantiated
        this.#instance = instance;
        const all = ['vtosca', ...words].map((word) => instance.allocateUTF8(word));
        const list = instance._malloc(4 * (all.length + 1));
        new Uint32Array(instance.HEAPU8.buffer, list, all.length + 1).set([...all, 0]);
        this.#guard(() => instance._vtosca_run(all.length, list));
        return ended;
    }

    /** Bytes of its memory. */
    get memory() {
        return this.#instance?.HEAPU8.length ?? 0;
    }

    /** Bytes for the program's standard input, as the client of a language server sends them. */
    feed(bytes) {
        this.#chunks.push(bytes);
        this.wake();
    }

    /** There will be no more input. */
    endInput() {
        this.#inputEnded = true;
        this.wake();
    }

    /** Something has happened that the program may wait for. */
    wake() {
        this.#isWoken = true;
        if (this.#resume) {
            this.#go();
        }
    }

    #end(code) {
        clearTimeout(this.#timer);
        this.#resume = undefined;
        this.#finish.resolve(code);
    }

    #guard(step) {
        try {
            step();
        } catch (error) {
            if (!(error instanceof Ended)) {
                this.#finish.reject(error);
            }
        }
    }

    #go() {
        const resume = this.#resume;
        this.#resume = undefined;
        clearTimeout(this.#timer);
        soon(() => {
            this.#isWoken = false;
            this.#guard(resume);
        });
    }

    #wait(milliseconds, resume) {
        this.#resume = resume;
        if (this.#isWoken || milliseconds < 1) {
            this.#go();
        } else if (milliseconds < 2 ** 30) {
            this.#timer = setTimeout(() => this.#go(), milliseconds);
        }
    }

    #receive(size) {
        const chunk = this.#chunks[0];
        if (!chunk) {
            return this.#inputEnded ? null : new Uint8Array(0);
        }
        if (chunk.length > size) {
            this.#chunks[0] = chunk.subarray(size);
            return chunk.subarray(0, size);
        }
        this.#chunks.shift();
        return chunk;
    }
}
