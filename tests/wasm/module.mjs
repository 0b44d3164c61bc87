// The module in this process: jobs run in slices, so that cancellations and edits are seen while they do; files
// may come later; servers do not share anything; memory does not grow with editing; what cannot start says so.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load, memoryFiles } from '../../npm/lib/node.mjs';

const vtosca = await load();

const capabilities = { textDocument: { publishDiagnostics: { versionSupport: true } } };

class Client {
    #waiting = new Map();
    #lastId = 0;
    notifications = [];

    constructor(options = {}) {
        this.server = vtosca.serve({ ...options, receive: (message) => this.#receive(message) });
    }

    #receive(message) {
        if (message.method && message.id !== undefined) {
            this.server.send({ jsonrpc: '2.0', id: message.id, result: null });
        } else if (message.method) {
            this.notifications.push(message);
            this.#waiting.get(message.method)?.(message.params);
        } else {
            this.#waiting.get(message.id)(message);
        }
    }

    notify(method, params) {
        this.server.send({ jsonrpc: '2.0', method, params });
    }

    /** The answer, with the id it is asked under as `answer.asked`. */
    ask(method, params) {
        const id = ++this.#lastId;
        const answer = new Promise((resolve) => this.#waiting.set(id, resolve));
        answer.asked = id;
        this.server.send({ jsonrpc: '2.0', id, method, params });
        return answer;
    }

    next(method, wanted = () => true) {
        return new Promise((resolve) =>
            this.#waiting.set(method, (params) => {
                if (wanted(params)) {
                    this.#waiting.delete(method);
                    resolve(params);
                }
            }),
        );
    }

    async begin() {
        const { result } = await this.ask('initialize', { processId: null, rootUri: null, capabilities });
        this.notify('initialized', {});
        return result;
    }

    open(uri, text) {
        this.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version: 1, text } });
    }

    async end() {
        await this.ask('shutdown');
        this.notify('exit');
        return this.server.ended;
    }
}

/** A template whose analysis takes long: as many nodes as that, each present if the one before is. */
function longTemplate(count) {
    const lines = ['tosca_definitions_version: tosca_variability_1_0_rc_3', 'topology_template:', '  variability:',
        '    options:', '      required_technology_constraint: false', '      technology_constraint: false',
        '    inputs:'];
    for (let i = 0; i < 40; i++) {
        lines.push(`      input_${i}:`, '        type: boolean', `        default: ${i % 3 === 0}`);
    }
    lines.push('  node_templates:');
    for (let i = 0; i < count; i++) {
        lines.push(`    node_${i}:`, '      type: tosca.nodes.Root', '      conditions:',
            `        or: [{variability_input: input_${i % 40}}, {not: {variability_input: input_${(i * 7 + 3) % 40}}}]`);
    }
    return lines.join('\n') + '\n';
}

async function slices() {
    const client = new Client();
    await client.begin();
    const uri = 'file:///long.yaml';
    const published = client.next('textDocument/publishDiagnostics', (params) => params.uri === uri);
    client.open(uri, longTemplate(1500));
    // Asked while the analysis runs, of another document: answered before it ends.
    client.open('file:///short.yaml', 'tosca_definitions_version: tosca_simple_yaml_1_3\n');
    const order = [];
    const short = client
        .ask('textDocument/documentSymbol', { textDocument: { uri: 'file:///short.yaml' } })
        .then(() => order.push('symbols'));
    await Promise.all([short, published.then(() => order.push('diagnostics'))]);
    assert.deepEqual(order, ['symbols', 'diagnostics'], 'a job does not hold the thread until it ends');

    // An edit during an analysis makes it obsolete: only the last version is told about.
    client.notifications.length = 0;
    const newest = client.next('textDocument/publishDiagnostics', (params) => params.uri === uri && params.version === 12);
    for (let version = 2; version <= 12; version++) {
        client.notify('textDocument/didChange', {
            textDocument: { uri, version },
            contentChanges: [{ text: longTemplate(800 + version) }],
        });
        await new Promise((resolve) => setImmediate(resolve));
    }
    await newest;
    const versions = client.notifications.filter((m) => m.params?.uri === uri).map((m) => m.params.version);
    assert.ok(versions.length < 11, `obsolete analyses were given up: ${versions}`);
    assert.equal(await client.end(), 0);
}

async function comingFiles() {
    const contents = new Map();
    const fetched = [];
    const client = new Client({
        files: memoryFiles(contents),
        isComing(path) {
            if (fetched.includes(path)) {
                return fetched.length === 0;
            }
            fetched.push(path);
            setTimeout(() => {
                contents.set('/types.yaml', 'tosca_definitions_version: tosca_simple_yaml_1_3\n'
                    + 'node_types:\n  shop.Web:\n    derived_from: tosca.nodes.Root\n');
                client.server.wake();
            }, 30);
            return true;
        },
    });
    await client.begin();
    const published = client.next('textDocument/publishDiagnostics');
    client.open('file:///template.yaml', 'tosca_definitions_version: tosca_simple_yaml_1_3\nimports:\n  - types.yaml\n'
        + 'topology_template:\n  node_templates:\n    web:\n      type: shop.Web\n');
    const { diagnostics } = await published;
    assert.deepEqual(diagnostics, [], 'a file that comes later is waited for');
    assert.ok(fetched.includes('/types.yaml'));
    assert.equal(await client.end(), 0);
}

/** A question that nobody waits for any more is answered at once, and not when the analysis that it waits for ends. */
async function cancellation() {
    const client = new Client();
    await client.begin();
    const uri = 'file:///long.yaml';
    const order = [];
    const published = client.next('textDocument/publishDiagnostics', (params) => params.uri === uri)
        .then(() => order.push('diagnostics'));
    client.open(uri, longTemplate(1500));
    const presence = client.ask('vtosca/presence', { textDocument: { uri } });
    const answer = presence.then((message) => order.push(message.error?.code ?? 'answer'));
    await new Promise((resolve) => setTimeout(resolve, 10)); // the analysis runs, in slices
    assert.deepEqual(order, []);
    client.notify('$/cancelRequest', { id: presence.asked });
    await Promise.all([published, answer]);
    assert.deepEqual(order, [-32800, 'diagnostics'], 'cancellation is seen while a job runs');
    assert.equal(await client.end(), 0);
}

/** What long editing takes does not grow with the number of edits. */
async function memory() {
    const client = new Client();
    await client.begin();
    const uri = 'file:///edited.yaml';
    const text = longTemplate(60);
    const line = text.split('\n').findIndex((one) => one.includes('or: ['));
    const place = { line, character: text.split('\n')[line].indexOf('input_') };
    const word = { start: place, end: { line, character: place.character + 'input_0'.length } };
    let version = 1;
    const edit = (range, inserted) =>
        client.notify('textDocument/didChange', {
            textDocument: { uri, version: ++version },
            contentChanges: [{ range, text: inserted }],
        });
    /** A condition is changed, an input is misspelt, and a node comes and goes; each is looked at. */
    const rounds = async (count) => {
        for (let i = 0; i < count; i++) {
            for (const change of [
                () => edit(word, `input_${1 + (i % 9)}`),
                () => edit(word, 'input_x'),
                () => edit({ start: { line: line - 3, character: 0 }, end: { line: line - 3, character: 0 } },
                    '    more:\n      type: tosca.nodes.Root\n'),
                () => edit({ start: { line: line - 3, character: 0 }, end: { line: line - 1, character: 0 } }, ''),
                () => edit(word, 'input_0'),
            ]) {
                change();
                const { error } = await client.ask('vtosca/presence', { textDocument: { uri } });
                assert.equal(error, undefined);
            }
        }
        return client.server.memory;
    };
    client.open(uri, text);
    await rounds(40);
    const before = client.server.memory;
    const after = await rounds(400);
    console.log(`memory after 200 edits: ${before >> 10} KiB, after 2,200: ${after >> 10} KiB`);
    assert.ok(before > 0 && after <= 1.1 * before, `memory grew from ${before} to ${after} bytes`);
    assert.equal(await client.end(), 0);
}

/** Browsers show no shared memory to pages that are not isolated from others. */
async function withoutSharedMemory() {
    const program = `
        delete globalThis.SharedArrayBuffer;
        delete globalThis.Atomics;
        const { load, memoryFiles } = await import(${JSON.stringify(new URL('../../npm/lib/node.mjs', import.meta.url).href)});
        const files = memoryFiles(new Map([['/a.yaml', 'tosca_definitions_version: 4']]));
        const { code } = await (await load()).run(['check', '/a.yaml'], { files });
        process.exit(code === 1 ? 0 : 3);`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
}

/** A copy of the package, with a module that is none. */
async function brokenModule() {
    const folder = mkdtempSync(join(tmpdir(), 'vtosca-'));
    try {
        for (const name of ['bin', 'lib', 'package.json']) {
            cpSync(new URL(`../../npm/${name}`, import.meta.url), join(folder, name), { recursive: true });
        }
        const check = () => spawnSync(process.execPath, [join(folder, 'bin/vtosca.mjs'), '--version'], { encoding: 'utf8' });
        assert.equal(check().status, 0, 'the copy works');
        for (const [spoil, reason] of [
            [() => writeFileSync(join(folder, 'lib/vtosca.wasm'), 'no module'), /WebAssembly\.compile\(\)/],
            [() => rmSync(join(folder, 'lib/vtosca.wasm')), /ENOENT.*vtosca\.wasm/],
        ]) {
            spoil();
            const { status, stderr } = check();
            assert.equal(status, 70);
            assert.match(stderr, /^vtosca: the WebAssembly module cannot be started: .*\n$/);
            assert.match(stderr, reason);
        }
        await assert.rejects(load(new Uint8Array([1, 2, 3])), /^Error: vtosca cannot start: its WebAssembly module cannot be loaded: /);
        await assert.rejects(load('http://127.0.0.1:9/vtosca.wasm'), /^Error: vtosca cannot start: /);
    } finally {
        rmSync(folder, { recursive: true });
    }
}

async function commands() {
    const contents = new Map([['/a/template.yaml', longTemplate(3)]]);
    const files = memoryFiles(contents);
    const results = await Promise.all([
        vtosca.run(['presence', '/a/template.yaml', '--format', 'csv'], { files }),
        vtosca.run(['resolve', '/a/template.yaml', '--output', '/a/resolved.yaml'], { files }),
        vtosca.run(['check', '/a/missing.yaml'], { files }),
        vtosca.run(['--version']),
    ]);
    assert.deepEqual(results.map((result) => result.code), [0, 0, 2, 0], JSON.stringify(results));
    assert.match(new TextDecoder().decode(contents.get('/a/resolved.yaml')), /^tosca_definitions_version/);
    assert.match(results[2].stderr, /missing\.yaml/);
}

async function startTime() {
    const times = [];
    for (let i = 0; i < 5; i++) {
        const start = performance.now();
        const client = new Client();
        await client.begin();
        times.push(performance.now() - start);
        await client.end();
    }
    console.log(`start to the answer of initialize: ${times.map((t) => t.toFixed(0)).join(', ')} ms`);
}

await slices();
await cancellation();
await comingFiles();
await commands();
await memory();
await withoutSharedMemory();
await brokenModule();
await startTime();
console.log('all well');
