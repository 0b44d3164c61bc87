// What a user of VS Code sees of a template with two thousand nodes, and what is asked and sent for it.
//   node large.mjs INSTALLED VSIX DEMO_FOLDER SCREENSHOT_FOLDER PROGRAM
// The program is run between two taps, which show what goes to and fro. Prints a line per check; exit code 0 when all hold.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Driver } from './driver.mjs';
import { manyNodes } from './nodes.mjs';
import { openWorkbench } from './workbench.mjs';

const [installed, extension, , screenshots, program] = process.argv.slice(2, 7).map((name) => path.resolve(name));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vtosca-large-'));
const taps = fs.mkdtempSync(path.join(os.tmpdir(), 'vtosca-taps-'));
const tap = path.join(taps, 'server');
fs.writeFileSync(
    tap,
    `#!/bin/sh\n[ "$1" = lsp ] || exec '${program}' "$@"\ntee -a '${taps}/asked' | '${program}' lsp | tee -a '${taps}/sent'\n`,
    { mode: 0o755 },
);
for (const name of ['asked', 'sent']) {
    fs.writeFileSync(path.join(taps, name), '');
}
fs.writeFileSync(path.join(folder, 'nodes.yaml'), manyNodes(2000));
const { page, workspace, close } = await openWorkbench({
    installed, extension, folder, file: 'nodes.yaml', more: { 'vtosca.server.path': tap },
});
const user = new Driver({ page, workspace, screenshots, name: 'large' });
const check = user.check.bind(user);
const becomes = user.becomes.bind(user);
const asked = (method) => fs.readFileSync(path.join(taps, 'asked'), 'utf8').split(`"method":"${method}"`).length - 1;
const sent = () => fs.statSync(path.join(taps, 'sent')).size;
const line = (name) => user.lineNumber(`    ${name}:`, 'nodes.yaml');

/** More is absent than an editor shows diagnostics. */
async function fading() {
    await user.line(/description/).waitFor();
    await user.status.filter({ hasText: 'small' }).first().waitFor();
    await user.goTo(line('service_1997'));
    const colour = (name) => user.colourOf(new RegExp(`^\\s*${name}:`), name);
    await becomes('what is absent is faded, also at the end of a long file',
        async () => [await colour('service_1996'), await colour('service_1997')], ([present, absent]) => present !== absent);
    await user.command('View: Focus Problems');
    await page.locator('.markers-panel').waitFor();
    check((await user.problems.count()) === 0, 'and is no problem, nor one of too many', await user.problems.allInnerTexts());
    await page.keyboard.press('Control+J');
}

/** The views are not in front. */
async function typing() {
    await user.command('View: Show Explorer');
    await user.goTo(line('service_1001') + 2);
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    const before = { presence: asked('vtosca/presence'), graph: asked('vtosca/graph'), sent: sent(), edits: asked('textDocument/didChange') };
    for (const letter of 'abcdefghij') {
        const edits = asked('textDocument/didChange');
        await page.keyboard.type(letter);
        await user.until(async () => asked('textDocument/didChange'), (count) => count > edits);
    }
    await becomes('ten letters are ten edits', async () => asked('textDocument/didChange') - before.edits, (count) => count === 10);
    await user.until(() => user.line(/is_largeabcdefghij/).count(), (count) => count > 0);
    check(asked('vtosca/presence') === before.presence && asked('vtosca/graph') === before.graph,
        'nothing is asked for views that are not seen', [asked('vtosca/presence'), asked('vtosca/graph')]);
    const size = sent() - before.sent;
    check(size < 10e6, 'and the server sends less than a megabyte for a letter', size); // it was ten times as much
    console.log(`     ${size} bytes for ten letters`);
    await user.command('File: Revert File');
    await page.locator('.tab.active.dirty').waitFor({ state: 'detached' });
}

async function matrix() {
    await user.command('vtosca: Show the Presence Matrix');
    const frame = await user.frameWith('.grid .row .cell.present');
    const rows = () => frame.locator('.body .row').count();
    await becomes('the matrix has the rows that are seen alone', rows, (count) => count > 3 && count < 200);
    await frame.getByPlaceholder('Search').fill('service_1999');
    await becomes('and finds others', () => frame.locator('.body .row .name').allInnerTexts(), (names) => names.includes('service_1999'));
    await page.keyboard.press('Control+J');
}

async function topology() {
    await user.goTo(line('service_1005'));
    await user.command('vtosca: Show the Topology of the Active Variant');
    const hover = await user.hover(`${line('service_1005')}:8`, (told) => /small|large/.test(told));
    check(/small|large/.test(hover), 'the editor answers while the topology is drawn', hover);
    await page.keyboard.press('Escape');
    const frame = await user.frameWith('svg .node');
    await becomes('of many nodes, those around the chosen one are drawn, whole', () => user.drawing(frame),
        ({ drawn, cut }) => drawn > 1 && drawn <= 150 && cut === 0);
    await becomes('among them that of the cursor', () => frame.locator('svg .node').allTextContents(),
        (names) => names.some((name) => name.includes('service_1005')));
    const height = () => frame.locator('svg .node text').first().evaluate((text) => text.getBoundingClientRect().height);
    await becomes('in letters that can be read', height, (size) => size >= 9);
    await frame.getByLabel('Find a node').fill('host_700');
    await frame.getByLabel('Find a node').press('Enter');
    await becomes('and others can be found', () => frame.locator('svg .node').allTextContents(),
        (names) => names.some((name) => name.includes('host_700')));
    await user.screenshot('large-topology');
}

process.exit(await user.run([fading, typing, matrix, topology], async () => {
    await close();
    fs.rmSync(folder, { recursive: true });
    fs.rmSync(taps, { recursive: true });
}));
