// What a user of VS Code sees of vtosca on the demo example.
//   node test.mjs INSTALLED VSIX DEMO_FOLDER SCREENSHOT_FOLDER
// Prints a line per check; exit code 0 when all hold.
import fs from 'node:fs';
import path from 'node:path';
import { openWorkbench } from './workbench.mjs';

const [installed, extension, folder, screenshots] = process.argv.slice(2).map((name) => path.resolve(name));
let passed = 0;
let failed = 0;

function check(holds, what, seen) {
    if (holds) {
        passed++;
    } else {
        failed++;
    }
    console.log(`${holds ? 'ok  ' : 'FAIL'} ${what}${holds ? '' : `: ${JSON.stringify(seen)}`}`);
}

const { page, workspace, close } = await openWorkbench({ installed, extension, folder, file: 'web-shop.yaml' });
const editor = page.locator('.editor-instance .monaco-editor').first();
const line = (pattern) => editor.locator('.view-line').filter({ hasText: pattern }).first();
const problems = page.locator('.markers-panel .monaco-list-row');
const picks = page.locator('.quick-input-widget .monaco-list-row');
const status = page.locator('.statusbar-item').filter({ has: page.locator('.codicon-symbol-enum') });
const screenshot = async (name) => {
    fs.mkdirSync(screenshots, { recursive: true });
    await page.screenshot({ path: path.join(screenshots, `${name}.png`) });
};
/** Typed and confirmed by key, as a click can hit a list that is still moving. */
const pick = async (question, answer) => {
    const box = page.locator(`.quick-input-widget input[placeholder*="${question}"]`);
    await box.waitFor();
    await box.fill(answer);
    await picks.first().filter({ hasText: answer }).waitFor();
    await page.keyboard.press('Enter');
    await box.waitFor({ state: 'hidden' });
};
const command = async (name) => {
    await page.keyboard.press('F1');
    await page.locator('.quick-input-widget input').fill(`>${name}`);
    await picks.first().filter({ hasText: name }).waitFor();
    await page.keyboard.press('Enter');
};
const activate = async (variant) => {
    await status.first().click();
    await pick('Fade', variant);
    await status.filter({ hasText: variant }).first().waitFor();
};
const goToLine = async (number) => {
    await page.keyboard.press('Control+1');
    await page.keyboard.press('Control+G');
    await page.keyboard.type(String(number));
    await page.keyboard.press('Enter');
};
const lineNumber = (text) => fs.readFileSync(path.join(folder, 'web-shop.yaml'), 'utf8').split('\n').findIndex((l) => l.includes(text)) + 1;
const presenceRow = (name) => page.locator('.pane-body .monaco-list-row').filter({ hasText: name }).first();

try {
    await line(/description/).waitFor();

    // the active variant stands in the status bar once the server has answered
    await status.first().waitFor();
    check(/laptop/.test(await status.first().innerText()), 'status bar names the active variant', await status.allInnerTexts());

    // Presence view
    await command('View: Show Variable TOSCA');
    await presenceRow('load_balancer').waitFor();
    const row = await presenceRow('load_balancer').innerText();
    check(/not in laptop, staging/.test(row), 'Presence view: elements by variants', row);
    await screenshot('vscode-presence-view');
    await presenceRow('load_balancer').click();
    await line(/^\s*load_balancer/).waitFor();
    check(true, 'Presence view reveals an element');
    await command('vtosca: Filter the Presence View');
    await pick('Presence view', 'Absent under production');
    await presenceRow('load_balancer').waitFor({ state: 'detached' });
    check(await presenceRow('laptop').isVisible(), 'Presence view can be filtered', await presenceRow('').allInnerTexts());
    await screenshot('vscode-filtered-presence');
    await command('vtosca: Filter the Presence View');
    await pick('Presence view', 'All elements');
    await presenceRow('load_balancer').waitFor();

    // fading follows the active variant
    const faded = () => editor.locator('.squiggly-inline-unnecessary').count();
    await editor.locator('.squiggly-inline-unnecessary').first().waitFor();
    const before = await faded();
    check(true, 'absent elements are faded');
    await activate('peak');
    await page.waitForTimeout(1000);
    check((await faded()) !== before, 'another variant fades other lines', await faded());
    await page.mouse.move(1200, 700);
    await page.waitForTimeout(1000);
    await screenshot('vscode-active-variant');

    // hover
    await goToLine(lineNumber('        load_balancer:'));
    await line(/^\s*load_balancer/).locator('span > span').filter({ hasText: 'load_balancer' }).last().hover();
    const hover = page.locator('.monaco-hover:visible').filter({ hasText: 'production' }).first();
    await hover.waitFor();
    check(/laptop/.test(await hover.innerText()), 'hover shows the presence table', await hover.innerText());
    await page.waitForTimeout(500);
    await screenshot('vscode-hover');
    await page.keyboard.press('Escape');

    // why it is so
    await command('vtosca: Explain the Presence of the Element at the Cursor');
    await picks.filter({ hasText: 'peak: present' }).first().waitFor();
    await screenshot('vscode-explain');
    await pick('Choose a reason', 'relation "entry@7"');
    await page.getByText(`Ln ${lineNumber('- entry:')}, `).first().waitFor();
    check(true, 'an explanation leads to its cause');

    // completion inside a condition, a problem, and the presence after an edit
    await goToLine(lineNumber('        load_balancer:') + 1);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('conditions: {variability_input: rev', { delay: 20 });
    await page.keyboard.press('Control+Space');
    const suggestion = page.locator('.suggest-widget.visible .monaco-list-row').filter({ hasText: 'reviews' }).first();
    await suggestion.waitFor();
    await screenshot('vscode-completion');
    await page.keyboard.press('Enter');
    await line(/variability_input:\sreviews/).waitFor();
    check(true, 'completion inserts a variability input');
    await presenceRow('load_balancer').filter({ hasText: 'in production, test christmas' }).waitFor();
    check(true, 'an edit changes the presence shown');
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await page.keyboard.type('conditions: {logic_expression: lve_payment}', { delay: 5 });
    await page.keyboard.press('Control+Shift+M');
    await problems.filter({ hasText: 'lve_payment' }).first().waitFor();
    const mistaken = lineNumber('        load_balancer:') + 2;
    const rows = await problems.allInnerTexts();
    check(rows.some((r) => r.includes(`Ln ${mistaken}`)), 'a problem appears at its line', rows);
    await page.keyboard.press('Control+J');
    await page.keyboard.press('Control+1');
    await page.keyboard.press('Control+Z');
    for (let i = 0; i < 60 && (await problems.count()) > 0 && !(await line(/load_balancer/).isVisible()); i++) {
        await page.keyboard.press('Control+Z');
    }
    await command('File: Revert File');

    // topology
    await command('vtosca: Show the Topology of the Active Variant');
    const frame = page.frameLocator('iframe.webview').frameLocator('iframe');
    await frame.locator('svg .node').first().waitFor();
    check((await frame.locator('svg .node').count()) >= 12, 'topology view draws the nodes', await frame.locator('svg .node').count());
    check((await frame.locator('svg .node.absent').count()) > 0, 'topology view marks absent nodes', 0);
    await activate('production');
    await page.locator('.tab').filter({ hasText: 'Topology (production)' }).first().waitFor();
    await frame.locator('svg .node.absent').filter({ hasText: 'cache' }).first().waitFor();
    check(true, 'topology view follows the active variant');
    await page.keyboard.press('Control+B');
    await page.mouse.move(1200, 700);
    await page.waitForTimeout(1000);
    await screenshot('vscode-topology');
    await command('Preferences: Toggle between Light/Dark Themes');
    await page.locator('.monaco-workbench.vs-dark').waitFor();
    await page.waitForTimeout(500);
    await screenshot('vscode-dark');
    await page.keyboard.press('Control+B');
    await command('Preferences: Toggle between Light/Dark Themes');
    await frame.locator('svg .node').filter({ hasText: 'mailer' }).first().click();
    await line(/^\s*mailer/).waitFor();
    check(true, 'topology view reveals a node');
    const drawing = path.join(workspace, 'topology.svg');
    await command('vtosca: Export the Topology as SVG');
    // the dialog comes after the list of commands, and takes its time to look at what is typed
    const destination = page.locator('.quick-input-widget input');
    const isExported = () => fs.existsSync(drawing) && fs.statSync(drawing).size > 0;
    for (let tries = 0; tries < 20 && !isExported(); tries++) {
        if ((await destination.isVisible()) && (await destination.inputValue()).startsWith('/')) {
            await destination.fill(drawing);
            await page.keyboard.press('Enter');
        }
        await page.waitForTimeout(500);
    }
    const svg = fs.readFileSync(drawing, 'utf8');
    check(/<svg[\s\S]*load_balancer[\s\S]*<\/svg>/.test(svg), 'topology is exported as SVG', svg.slice(0, 200));

    // resolved template
    await page.keyboard.press('Control+1');
    await command('vtosca: Show the Resolved Template of a Variant');
    await pick('Resolve', 'staging');
    await page.locator('.tab').filter({ hasText: 'web-shop (staging).yaml' }).first().waitFor();
    await page.locator('.view-line').filter({ hasText: 'tosca_simple_yaml_1_3' }).first().waitFor();
    check(true, 'resolved template opens');
    await screenshot('vscode-resolved');

    // normative types
    await page.keyboard.press('Control+1');
    await page.keyboard.press('Control+P');
    await page.locator('.quick-input-widget input').fill('types/shop.yaml');
    await picks.first().filter({ hasText: 'types' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.tab.active').filter({ hasText: /^shop.yaml$/ }).first().waitFor();
    await line(/derived_from:\stosca.nodes.Root/).getByText('tosca.nodes.Root').click();
    await page.keyboard.press('F12');
    await page.locator('.tab.active').filter({ hasText: 'simple_1_0.yaml' }).first().waitFor();
    await line(/^\s*tosca.nodes.Root:/).waitFor();
    check(true, 'the definition of a normative type opens');
    await screenshot('vscode-normative-type');

    // difference of two variants
    await page.locator('.tab').filter({ hasText: /^web-shop.yaml$/ }).first().click();
    await page.locator('.editor-actions .codicon-type-hierarchy').first().waitFor();
    await command('vtosca: Compare the Resolved Templates of Two Variants');
    await pick('Compare', 'laptop');
    await pick('with this one', 'staging');
    await page.locator('.tab').filter({ hasText: 'laptop ↔ staging' }).first().waitFor();
    const compared = (text) => page.locator('.monaco-diff-editor .view-line:visible').filter({ hasText: text }).first();
    await compared('WebApplication.Ansible').waitFor();
    await compared('WebApplication.Helm').waitFor();
    check(true, 'difference of two variants shows both');
    await screenshot('vscode-difference');

    // test explorer
    await command('View: Show Testing');
    await page.locator('.test-explorer .monaco-list-row').first().waitFor();
    const root = await page.locator('.test-explorer .monaco-list-row').first().innerText();
    check(root.includes('workspace') && !root.includes('/'), 'test explorer names the folder of the template', root);
    await command('Test: Run All Tests');
    await page.locator('.test-explorer .codicon-testing-passed-icon').first().waitFor();
    check(true, 'test explorer runs the variability tests');
    await screenshot('vscode-tests');
    const expected = path.join(workspace, 'tests/christmas/expected.yaml');
    fs.writeFileSync(expected, fs.readFileSync(expected, 'utf8').replaceAll('shop.example.org', 'shop.example.net'));
    await command('Test: Run All Tests');
    await page.locator('.test-explorer .codicon-testing-failed-icon').first().waitFor();
    check(true, 'and shows that one fails');
    await command('View: Toggle Problems');
    await problems.filter({ hasText: 'expected.yaml' }).first().waitFor();
    check(true, 'where it expects something else');
    await screenshot('vscode-failing-test');
} catch (error) {
    failed++;
    console.log(`FAIL ${String(error.stack).split('\n').slice(0, 12).join('\n')}`);
    await screenshot('vscode-failure');
} finally {
    await close();
}
console.log(`vscode: ${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
