// What a user of VS Code sees of vtosca on the demo example.
//   node test.mjs INSTALLED VSIX DEMO_FOLDER SCREENSHOT_FOLDER
// Prints a line per check; exit code 0 when all hold.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { contrast, Driver } from './driver.mjs';
import { openWorkbench } from './workbench.mjs';

const [installed, extension, example, screenshots] = process.argv.slice(2).map((name) => path.resolve(name));
/** The example, and a test in a folder of its own beside. */
function workspaceOf(example) {
    const made = fs.mkdtempSync(path.join(os.tmpdir(), 'vtosca-example-'));
    const files = {
        'template.yaml': `tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {mode: semantic-loose, checks: false}
    inputs: {both: {type: boolean}}
  node_templates:
    one: {type: tosca.nodes.Compute}
    other: {type: tosca.nodes.Compute, conditions: {variability_input: both}}
`,
        'inputs.yaml': 'both: false\n',
        'expected.yaml': `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    one: {type: tosca.nodes.Compute}
`,
    };
    fs.cpSync(example, made, { recursive: true });
    fs.mkdirSync(path.join(made, 'cases/first'), { recursive: true });
    for (const [name, text] of Object.entries(files)) {
        fs.writeFileSync(path.join(made, 'cases/first', name), text);
    }
    return made;
}

const folder = workspaceOf(example);
const { page, workspace, reload, close } = await openWorkbench({ installed, extension, folder, file: 'web-shop.yaml' });
const user = new Driver({ page, workspace, screenshots, name: 'vscode' });
const check = user.check.bind(user);
const becomes = user.becomes.bind(user);
const presenceRow = (name) => page.locator('.pane-body .monaco-list-row').filter({ hasText: name }).first();

async function statusBar() {
    await user.line(/description/).waitFor();
    await becomes('status bar names the active variant', () => user.status.first().innerText(), (text) => /laptop/.test(text));
}

async function presenceTree() {
    await user.command('View: Show Variable TOSCA');
    const balancer = () => presenceRow('load_balancer').innerText();
    await becomes('Presence view: elements and the variants that have them', balancer, (text) => /not in laptop, staging/.test(text));
    await presenceRow('load_balancer').click();
    await user.line(/^\s*load_balancer/).waitFor();
    check(true, 'Presence view reveals an element');
    await user.command('vtosca: Filter the Presence View');
    await user.pick('Presence view', 'Absent under production');
    await presenceRow('load_balancer').waitFor({ state: 'detached' });
    await presenceRow('laptop').waitFor();
    check(true, 'Presence view can be filtered');
    await user.command('vtosca: Show All Elements');
    await presenceRow('load_balancer').waitFor();
    check(true, 'and shows all again');
}

async function matrix() {
    await user.goTo(user.lineNumber('        monitoring:'));
    await user.command('vtosca: Show the Presence Matrix');
    const frame = await user.frameWith('.grid .row .cell.present');
    await frame.locator('.body .row.current').filter({ hasText: 'monitoring' }).waitFor();
    check(true, 'matrix: shows the row of the cursor when it is opened');
    const names = ['laptop', 'staging', 'production', 'peak'];
    await becomes('matrix: a column per variant', () => frame.locator('.head .cell').allInnerTexts(),
        (heads) => names.every((name) => heads.includes(name)));
    await user.goTo(user.lineNumber('        storefront:'));
    const row = (name) => frame.locator('.body .row').filter({ has: frame.locator('.name', { hasText: new RegExp(`^${name}$`) }) });
    const cells = () => row('load_balancer').locator('.cell').allInnerTexts();
    await becomes('matrix: a row per element', cells, (marks) => marks.join('') === '✗✗✗✓✓✓');
    await frame.getByLabel('Only what differs').check();
    await row('storefront').waitFor({ state: 'detached' });
    await row('load_balancer').waitFor();
    check(true, 'matrix: only what differs');
    await frame.getByLabel('Only what differs').uncheck();
    await frame.getByPlaceholder('Search').fill('queue');
    await row('storefront').waitFor({ state: 'detached' });
    await becomes('matrix: search', () => row('queue').count(), (count) => count === 1);
    await frame.getByPlaceholder('Search').fill('');
    await row('storefront').waitFor();

    // what if
    await frame.getByRole('button', { name: 'What if' }).click();
    await frame.locator('#input-environment').selectOption('production');
    await frame.locator('.head .cell').filter({ hasText: 'what if' }).waitFor();
    await becomes('matrix: what if an input were another one', cells, (marks) => marks.length === 7 && marks[6] === '✓');
    await frame.getByRole('button', { name: 'Dismiss what if' }).click();
    await frame.locator('.head .cell').filter({ hasText: 'what if' }).waitFor({ state: 'detached' });
    check(true, 'matrix: a temporary variant can be dismissed');
    await frame.getByRole('button', { name: 'What if' }).click();

    // keyboard and clicks
    await row('cache').locator('.name').click();
    await page.getByText(`Ln ${user.lineNumber('        cache:')}, `).first().waitFor();
    check(true, 'matrix: a name leads to its place');
    await row('cache').locator('.cell').nth(1).click();
    await page.locator('.pane-body .monaco-list-row').filter({ hasText: /laptop.*: absent/ }).first().waitFor();
    check(true, 'matrix: a mark is explained');
    await frame.locator('.grid').focus();
    await page.keyboard.press('Control+Home');
    await frame.locator('.body .row.heading.current').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await row('storefront').and(frame.locator('.current')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(`Ln ${user.lineNumber('        storefront:')}, `).first().waitFor();
    check(true, 'matrix: keys do the same');
    await user.goTo(user.lineNumber('        mailer:'));
    await row('mailer').and(frame.locator('.current')).waitFor();
    check(true, 'matrix: follows the cursor');
    await user.screenshot('vscode-matrix');
    await page.keyboard.press('Control+J');
}

async function fading() {
    const colour = (name) => user.colourOf(new RegExp(`^\\s*${name}`), name);
    const isColour = (seen) => typeof seen === 'string';
    await user.goTo(user.lineNumber('        storefront:'));
    const usual = await user.until(() => colour('storefront'), isColour); // it is never absent
    await user.goTo(user.lineNumber('        load_balancer:'));
    const absent = await becomes('what is absent is faded', () => colour('load_balancer'), (seen) => seen !== usual);
    const background = await user.editor.locator('.monaco-editor-background').first().evaluate((e) => getComputedStyle(e).backgroundColor);
    check(contrast(absent, background) >= 4.5, 'and can be read', [absent, background, contrast(absent, background)]);
    await user.activate('peak');
    await becomes('and under another variant is not', () => colour('load_balancer'), (seen) => seen === usual);
    await user.command('Problems: Focus on Problems View').catch(() => user.command('View: Focus Problems'));
    await page.locator('.markers-panel').waitFor();
    check((await user.problems.count()) === 0, 'absence is no problem', await user.problems.allInnerTexts());
    await page.keyboard.press('Control+J');
    await user.screenshot('vscode-active-variant');
}

async function hover() {
    const text = await user.hover(`${user.lineNumber('        load_balancer:')}:12`, (told) => /laptop/.test(told));
    check(/laptop/.test(text), 'hover shows the presence under each variant', text);
    await user.screenshot('vscode-hover');
    await page.keyboard.press('Escape');
}

async function explanation() {
    await user.goTo(`${user.lineNumber('        load_balancer:')}:12`);
    await user.command('vtosca: Explain the Presence of the Element at the Cursor');
    await page.locator('.monaco-list-row').filter({ hasText: /peak.*: present/ }).first().waitFor();
    const reason = page.locator('.monaco-list-row').filter({ hasText: 'relation "entry@7"' }).first();
    await reason.waitFor();
    await user.screenshot('vscode-explain');
    await reason.click();
    await page.getByText(`Ln ${user.lineNumber('- entry:')}, `).first().waitFor();
    check(true, 'an explanation leads to its cause');
    check(await reason.isVisible(), 'and stays', '');
}

/** Completion inside a condition, a problem, and the presence after an edit. */
async function editing() {
    await user.goTo(user.lineNumber('        load_balancer:') + 1);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    const colour = () => user.status.first().evaluate((item) => getComputedStyle(item).backgroundColor);
    const calm = await colour();
    const colours = [];
    for (const letter of 'conditions: {variability_input: rev') {
        await page.keyboard.type(letter);
        colours.push(await colour());
    }
    check(colours.every((one) => one === calm), 'nothing turns red while a condition is typed', colours);
    const reasons = await page.locator('.pane-body .monaco-list-row').allInnerTexts();
    check(!reasons.some((text) => /: error/.test(text)), 'and explanations stay', reasons);
    await user.complete('reviews');
    await user.screenshot('vscode-completion');
    await page.keyboard.press('Enter');
    await user.line(/variability_input:\sreviews/).waitFor();
    check(true, 'completion inserts a variability input');
    await presenceRow('load_balancer').filter({ hasText: 'in production, test christmas' }).waitFor();
    check(true, 'an edit changes the presence shown');
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await page.keyboard.type('conditions: {logic_expression: lve_payment}', { delay: 5 });
    await user.goTo(1);
    await page.keyboard.press('Control+Shift+M');
    await user.problems.filter({ hasText: 'lve_payment' }).first().waitFor();
    const mistaken = user.lineNumber('        load_balancer:') + 2;
    await becomes('a problem appears at its line', () => user.problems.allInnerTexts(),
        (rows) => rows.some((row) => row.includes(`Ln ${mistaken}`)));
    await page.keyboard.press('Control+J');
    await page.keyboard.press('Control+1');
    await user.command('File: Revert File');
    await page.locator('.tab.active.dirty').waitFor({ state: 'detached' });
}

/** In a window that is too small, the part around the chosen node is drawn, in letters that can be read. */
async function fitsAnyWindow(frame) {
    const { width, height } = page.viewportSize();
    for (const [window, height] of [[700, 800], [1000, 500], [1200, 800]]) {
        await page.setViewportSize({ width: window, height });
        await becomes(`topology view is not cut in a window of ${window} × ${height}`, () => user.drawing(frame),
            ({ drawn, cut, room }) => room < window / 2 + 100 && drawn > 0 && cut === 0);
    }
    await page.setViewportSize({ width, height });
    await user.until(() => frame.locator('svg .node').count(), (count) => count >= 12);
}

async function topology() {
    const usual = page.viewportSize();
    await page.setViewportSize({ width: 2000, height: 1000 }); // all nodes have room
    await user.command('vtosca: Show the Topology of the Active Variant');
    const frame = await user.frameWith('svg .node.absent');
    await becomes('topology view draws the nodes', () => frame.locator('svg .node').count(), (count) => count >= 12);
    const height = () => frame.locator('svg .node text').first().evaluate((text) => text.getBoundingClientRect().height);
    await becomes('in letters that can be read', height, (size) => size >= 9);
    await frame.getByLabel('Active variant').selectOption('production');
    await page.locator('.tab').filter({ hasText: 'Topology (production)' }).first().waitFor();
    await frame.locator('svg .node.absent').filter({ hasText: 'cache' }).first().waitFor();
    check(true, 'topology view chooses the active variant, and follows it');
    await frame.getByLabel('Hide absent').check();
    await frame.locator('svg .node').filter({ hasText: 'cache' }).waitFor({ state: 'detached' });
    check(true, 'topology view hides what is absent');
    await frame.getByLabel('Hide absent').uncheck();
    await frame.locator('svg .node').filter({ hasText: 'cache' }).waitFor();
    await frame.getByLabel('Find a node').fill('orders');
    await frame.locator('svg .node.found').filter({ hasText: 'orders' }).waitFor();
    check(true, 'topology view finds a node');
    await frame.getByLabel('Find a node').fill('');
    await user.screenshot('vscode-topology');
    await fitsAnyWindow(frame);
    await frame.locator('svg .node').filter({ hasText: 'mailer' }).first().click();
    await user.line(/^\s*mailer/).waitFor();
    check(true, 'topology view reveals a node');

    // with the topology in front, commands go on working
    await frame.locator('body').focus();
    await user.command('vtosca: Next Variant');
    await user.status.filter({ hasText: 'peak' }).first().waitFor();
    check(true, 'commands work from the topology');
    await page.keyboard.press('F1');
    const box = page.locator('.quick-input-widget input').first();
    for (const name of ['Select the Active Variant', 'Show the Resolved Template', 'Compare the Resolved', 'Explain the Presence']) {
        await box.fill(`>vtosca: ${name}`);
        await user.picks.first().filter({ hasText: name }).waitFor();
        check(true, `${name} is offered there`);
    }
    await page.keyboard.press('Escape');

    const drawing = path.join(workspace, 'topology.svg');
    await user.command('vtosca: Export the Topology as SVG');
    // the dialog comes after the list of commands, and may write its own path over what is typed
    const destination = page.locator('.quick-input-widget input').first();
    const isExported = async () => {
        const proposed = (await destination.isVisible()) ? await destination.inputValue() : '';
        if (proposed === drawing) {
            await page.keyboard.press('Enter');
        } else if (proposed.startsWith('/')) {
            await destination.fill(drawing);
        }
        return fs.existsSync(drawing) && fs.statSync(drawing).size > 0;
    };
    await becomes('topology is exported', isExported, (done) => done === true);
    const content = async () => fs.readFileSync(drawing, 'utf8');
    await becomes('as SVG', content, (svg) => /<svg[\s\S]*load_balancer[\s\S]*<\/svg>/.test(svg));
    await page.setViewportSize(usual);
}

async function resolved() {
    await page.keyboard.press('Control+1');
    await user.command('vtosca: Show the Resolved Template of a Variant');
    await user.pick('Resolve', 'staging');
    await page.locator('.tab').filter({ hasText: 'web-shop (staging).yaml' }).first().waitFor();
    await page.locator('.view-line').filter({ hasText: 'tosca_simple_yaml_1_3' }).first().waitFor();
    check(true, 'resolved template opens');
}

async function normativeTypes() {
    await page.keyboard.press('Control+1');
    await user.open('types/shop.yaml');
    const opened = page.locator('.tab.active').filter({ hasText: 'simple_1_0.yaml' }).first();
    const isOpen = async () => {
        await user.line(/derived_from:\stosca.nodes.Root/).getByText('tosca.nodes.Root').click();
        await page.keyboard.press('F12');
        await opened.waitFor({ timeout: 5000 });
        return true;
    };
    await user.until(async () => (await opened.isVisible()) || isOpen(), (is) => is === true);
    await user.line(/^\s*tosca.nodes.Root:/).waitFor();
    check(true, 'the definition of a normative type opens');
}

async function difference() {
    await page.locator('.tab').filter({ hasText: /^web-shop.yaml$/ }).first().click();
    await page.locator('.editor-actions .codicon-type-hierarchy').first().waitFor();
    await user.command('vtosca: Compare the Resolved Templates of Two Variants');
    await user.pick('Compare', 'laptop');
    await user.pick('with this one', 'staging');
    await page.locator('.tab').filter({ hasText: 'laptop ↔ staging' }).first().waitFor();
    const compared = (text) => page.locator('.monaco-diff-editor .view-line:visible').filter({ hasText: text }).first();
    await compared('WebApplication.Ansible').waitFor();
    await compared('WebApplication.Helm').waitFor();
    check(true, 'difference of two variants shows both');
}

async function testExplorer() {
    await user.command('View: Show Testing');
    const rows = page.locator('.test-explorer .monaco-list-row');
    await rows.first().waitFor();
    await becomes('test explorer names the folder of the template', () => rows.filter({ hasText: 'workspace' }).first().innerText(),
        (root) => !root.includes('/'));
    await becomes('and finds tests of another layout', () => rows.allInnerTexts(), (texts) => texts.some((text) => text.includes('cases')));
    const results = (icon) => page.locator(`.test-explorer .monaco-list-row .codicon-${icon}`).count();
    const seen = async () => ({
        passed: await results('testing-passed-icon'),
        failed: await results('testing-failed-icon'),
        runs: (await results('testing-queued-icon')) + (await results('loading')),
    });
    await user.command('Test: Run All Tests');
    await becomes('test explorer runs the variability tests', seen, ({ passed, failed, runs }) => passed > 0 && failed + runs === 0);
    const test = path.join(workspace, 'tests/christmas');
    fs.writeFileSync(
        path.join(test, 'expected.yaml'),
        fs.readFileSync(path.join(test, 'expected.yaml'), 'utf8').replaceAll('shop.example.org', 'shop.example.net'),
    );
    await user.command('Test: Run All Tests');
    await page.locator('.test-explorer .codicon-testing-failed-icon').first().waitFor();
    check(true, 'and shows that one fails');
    await user.command('View: Toggle Problems');
    await user.problems.filter({ hasText: 'expected.yaml' }).first().waitFor();
    check(true, 'where it expects something else');
    await user.command('Test Results: Focus on Test Results View');
    const sides = page.locator('.panel .monaco-diff-editor .view-line');
    const compared = async () => {
        const texts = (await sides.allInnerTexts()).join();
        if (!texts.includes('shop.example')) {
            await page.locator('.test-output-peek-tree .monaco-list-row').filter({ hasText: 'expected' }).first().click();
        }
        return texts;
    };
    await becomes('and both are shown side by side', compared, (texts) => /example[.]net/.test(texts) && /example[.]org/.test(texts));
    await user.screenshot('vscode-failing-test');
}

/** The server is killed by its id, as a crash would have it. */
async function crash() {
    await page.locator('.tab').filter({ hasText: /^web-shop.yaml$/ }).first().click();
    await user.activate('staging');
    const find = () => execFileSync('pgrep', ['-f', `^${path.dirname(workspace)}.*/server/[a-z0-9-]*/vtosca lsp$`], { encoding: 'utf8' }).trim();
    const before = find();
    process.kill(Number(before), 'SIGKILL');
    await page.locator('.notifications-toasts').filter({ hasText: 'ended unexpectedly' }).first().waitFor();
    check(true, 'a crash is told');
    await becomes('and the server started again', async () => find(), (id) => /^\d+$/.test(id) && id !== before);
    await user.status.filter({ hasText: 'staging' }).first().waitFor();
    check(true, 'with the variant that was chosen');
}

async function remembers() {
    await reload();
    await user.status.filter({ hasText: 'staging' }).first().waitFor();
    check(true, 'the variant is remembered in the next session');
}

/** A way in without a template at hand. */
async function samples() {
    await user.command('vtosca: New Template');
    await page.locator('.tab.active').filter({ hasText: 'Untitled' }).first().waitFor();
    await page.locator('.view-line').filter({ hasText: 'tosca_definitions_version' }).first().waitFor();
    check(true, 'a new template begins with what it needs');
    await page.keyboard.press('Escape');
    await user.command('vtosca: Open the Example');
    await page.locator('.tab.active').filter({ hasText: 'web-shop.yaml' }).first().waitFor();
    check(true, 'the example opens');
    await user.command('Welcome: Open Walkthrough');
    await user.pick('walkthrough', 'Variable TOSCA');
    const step = page.locator('.getting-started-step').filter({ hasText: 'Choose the active variant' }).first();
    await step.click();
    const picture = page.locator('.getting-started-media img').first();
    await becomes('the walkthrough has pictures', () => picture.evaluate((image) => image.naturalWidth), (width) => width > 0);
}

const steps = [statusBar, presenceTree, matrix, fading, hover, explanation, editing, topology, resolved,
    normativeTypes, difference, testExplorer, crash, remembers, samples];
process.exit(await user.run(steps, async () => {
    await close();
    fs.rmSync(folder, { recursive: true });
}));
