#!/usr/bin/env node
// The command: as the native program, with the files of the machine.
import fs from 'node:fs';
import tty from 'node:tty';
import { fileURLToPath } from 'node:url';
import { nodeFiles, ownArguments, ownPath, readInput, writeAll } from '../lib/nodeFiles.mjs';
import { Program } from '../lib/program.mjs';

function processLives(id) {
    try {
        process.kill(id, 0);
        return true;
    } catch (error) {
        return error.code !== 'ESRCH';
    }
}

const words = ownArguments(process.argv.slice(2));
const module = await WebAssembly.compile(fs.readFileSync(new URL('../lib/vtosca.wasm', import.meta.url)));
const program = new Program(module, {
    files: nodeFiles,
    print: writeAll,
    readInput,
    streamStatus: (stream) => fs.fstatSync(stream),
    isTerminal: (stream) => tty.isatty(stream),
    columns: (stream) => (stream === 2 ? process.stderr : process.stdout).columns ?? 0,
    environment: Object.entries(process.env).map(([name, value]) => `${name}=${value}`),
    folder: () => ownPath(process.cwd()),
    program: ownPath(fileURLToPath(import.meta.url)),
    send: (bytes) => process.stdout.write(bytes, () => program.wake()),
    unsent: () => process.stdout.writableLength,
    processLives,
    get parentProcess() {
        return process.ppid;
    },
});

if (words[0] === 'lsp') {
    process.stdin.on('data', (bytes) => program.feed(bytes));
    process.stdin.on('end', () => program.endInput());
    process.stdin.on('error', () => program.endInput());
    process.stdout.on('error', () => program.endInput());
}
process.exit(await program.run(words));
