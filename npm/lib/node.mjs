// The module in node: it finds its own WebAssembly, and has the files of the machine.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { load as loadFrom, Vtosca } from './index.mjs';
import { nodeFiles } from './nodeFiles.mjs';

export { memoryFiles } from './memoryFiles.mjs';
export { nodeFiles, Vtosca };

const wasm = new URL('./vtosca.wasm', import.meta.url);

export async function load(source) {
    return loadFrom(source ?? (await readFile(fileURLToPath(wasm))));
}
