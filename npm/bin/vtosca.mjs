#!/usr/bin/env node
// The command: as the native program, with the files of the machine.
import fs from 'node:fs';
import tty from 'node:tty';
import { fileURLToPath } from 'node:url';
import { nodeFiles, ownArguments, ownPath, readInput, writeAll } from '../lib/nodeFiles.mjs';

/** As sysexits.h has it, and the native program: something is wrong with the program, and not with what it was asked. */
const software = 70;

/** What a shell calls the end of a program whose reader has left. */
const noReader = 128 + 13;

/** What `task` comes to; where it cannot be done, the command ends with a message. */
async function orEnd(what, task) {
    try {
        return await task();
    } catch (error) {
        writeAll(2, Buffer.from(`vtosca: ${what}: ${error.message}\n`));
        process.exit(software);
    }
}

function processLives(id) {
    try {
        process.kill(id, 0);
        return true;
    } catch (error) {
        return error.code !== 'ESRCH';
    }
}

/** As the native program: whoever reads a command's output may have seen enough. */
function print(stream, bytes) {
    try {
        writeAll(stream, bytes);
    } catch (error) {
        if (error.code === 'EPIPE' && words[0] !== 'lsp') {
            process.exit(noReader);
        }
        throw error;
    }
}

const words = ownArguments(process.argv.slice(2));
const [{ Program }, module] = await orEnd('the WebAssembly module cannot be started', () =>
    Promise.all([
        import('../lib/program.mjs'),
        WebAssembly.compile(fs.readFileSync(new URL('../lib/vtosca.wasm', import.meta.url))),
    ]));

/** Parts of messages that were sent since the program has run last: they are written at once. */
let unsent = [];
function flush() {
    const bytes = Buffer.concat(unsent);
    unsent = [];
    process.stdout.write(bytes, () => program.wake());
}

const program = new Program(module, {
    files: nodeFiles,
    print,
    readInput,
    streamStatus: (stream) => fs.fstatSync(stream),
    isTerminal: (stream) => tty.isatty(stream),
    columns: (stream) => (stream === 2 ? process.stderr : process.stdout).columns ?? 0,
    environment: Object.entries(process.env).map(([name, value]) => `${name}=${value}`),
    folder: () => ownPath(process.cwd()),
    program: ownPath(fileURLToPath(import.meta.url)),
    send: (bytes) => void (unsent.push(bytes) === 1 && process.nextTick(flush)),
    unsent: () => unsent.length + process.stdout.writableLength,
    processLives,
    get parentProcess() {
        return process.ppid;
    },
});

let fault; // of the client's end
if (words[0] === 'lsp') {
    process.stdin.on('data', (bytes) => program.feed(bytes));
    process.stdin.on('end', () => program.endInput());
    process.stdin.on('error', () => program.endInput());
    process.stdout.on('error', (error) => {
        fault = error.code === 'EPIPE' ? undefined : error; // a reader that has gone is no fault
        program.endInput();
    });
}
const code = await orEnd('the WebAssembly module cannot go on', () => program.run(words));
await new Promise(setImmediate); // errors of the last bytes are told now
if (fault) {
    writeAll(2, Buffer.from(`vtosca lsp: ${fault.message}\n`));
}
process.exit(fault ? 1 : code);
