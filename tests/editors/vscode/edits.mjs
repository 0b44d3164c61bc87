// What helps while one writes in VS Code: completion that leads on, dashes that fall into place, names that change together, quick
// fixes, what is mended while saving, and the ways from an element to those that decide it.
//   node edits.mjs INSTALLED VSIX DEMO_FOLDER SCREENSHOT_FOLDER
// Prints a line per check; exit code 0 when all hold.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Driver } from './driver.mjs';
import { openWorkbench } from './workbench.mjs';

const [installed, extension, example, screenshots] = process.argv.slice(2, 6).map((name) => path.resolve(name));
const head = 'tosca_definitions_version: tosca_variability_1_0\n';
const nodes = (text) => `${head}topology_template:\n  node_templates:\n    app:\n${text}`;
const variable = (condition) => `${head}topology_template:\n  variability:\n    options: {mode: semantic-loose, required_technology_constraint: false}\n` +
    `    inputs: {far: {type: boolean, default: true}}\n  node_templates:\n` +
    `    app: {type: tosca.nodes.Root, conditions: ${condition}}\n`;
const files = {
    'committed.yaml': variable('{variability_input: far}'),
    'tabs.yaml': nodes('\t  type: tosca.nodes.Root\n'),
    'colon.yaml': nodes('      type "tosca.nodes.Root"\n'),
    'twice.yaml': nodes('      type: tosca.nodes.Root\n      type: tosca.nodes.Compute\n'),
    'path.yaml': `${head}imports:\n  - lib/lion.yaml\ntopology_template: {}\n`,
    'elsewhere.yaml': nodes('      type: zoo.Lion\n').replace('\n', '\nimports:\n  - libs/lion.yaml\n'),
    'libs/lions.yaml': `${head}node_types:\n  zoo.Lion: {derived_from: tosca.nodes.Root}\n`,
    'libs/lion.yaml': `${head}node_types:\n  zoo.Tiger: {derived_from: tosca.nodes.Root}\n`,
    'saved.yaml': `${head}imports:\n  - libs/lion.yaml\n  - libs/lions.yaml\n${nodes('      type: zoo.Lion\n').slice(head.length)}` +
        '      conditions: [{node_presence: other}, {node_presence: other}]\n    other: {type: tosca.nodes.Root}\n',
};
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vtosca-edits-'));
fs.cpSync(example, folder, { recursive: true });
for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
}
const git = (...words) => execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=n@localhost', ...words], { cwd: folder });
git('init', '--quiet');
git('add', 'committed.yaml');
git('commit', '--quiet', '--message', 'as it was');
fs.writeFileSync(path.join(folder, 'committed.yaml'), variable('{not: {variability_input: far}}'));
const { page, workspace, close } = await openWorkbench({
    installed, extension, folder, file: 'web-shop.yaml',
    more: {
        'editor.formatOnType': true,
        'editor.linkedEditing': true,
        'editor.codeActionsOnSave': { 'source.fixAll.vtosca': 'explicit', 'source.organizeImports': 'explicit' },
    },
});
const user = new Driver({ page, workspace, screenshots, name: 'edits' });
const check = user.check.bind(user);
const becomes = user.becomes.bind(user);
const text = () => user.editor.locator('.view-line').allInnerTexts().then((lines) => lines.join('\n').replaceAll('\u00a0', ' '));
const saved = (file) => fs.readFileSync(path.join(workspace, file), 'utf8');

async function revert() {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+1');
    await user.command('File: Revert File');
    await page.locator('.tab.active.dirty').waitFor({ state: 'detached' });
}

/** What is accepted leads to what comes next, without a key to ask for it. */
async function completionLeadsOn() {
    await user.line(/description/).waitFor();
    await user.status.filter({ hasText: 'laptop' }).first().waitFor();
    await user.goTo(user.lineNumber('        load_balancer:') + 1);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('conditions: {logic_ex');
    await user.complete('logic_expression');
    await page.keyboard.press('Enter');
    const offered = page.locator('.suggest-widget.visible .monaco-list-row');
    await becomes('an operator that is accepted leads to its operand', () => offered.allInnerTexts(),
        (rows) => rows.some((row) => row.includes('in_production')) && !/name of an|^replicas/.test(rows.join('\n')));
    await user.screenshot('edits-completion');
    await page.keyboard.type('in_prod');
    await user.complete('in_production');
    await page.keyboard.press('Enter');
    await user.line(/conditions:\s\{logic_expression:\sin_production\}/).waitFor();
    check(true, 'and no prose is inserted on the way');
    await revert();
}

async function dashes() {
    const place = user.lineNumber('            requirements:');
    await user.goTo(place + 1);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+Home');
    await page.keyboard.type('              -');
    await page.keyboard.type(' ');
    const indentation = saved('web-shop.yaml').split('\n')[place].match(/^ */)[0].length;
    await becomes('a dash falls into line with its list', text, (all) => new RegExp(`^ {${indentation}}- ?$`, 'm').test(all));
    await revert();
}

async function linkedNames() {
    const place = user.lineNumber('busy: {');
    const column = saved('web-shop.yaml').split('\n')[place - 1].indexOf('busy') + 5;
    const uses = saved('web-shop.yaml').split('logic_expression: busy').length - 1;
    await user.goTo(`${place}:${column}`);
    const typed = async () => {
        await page.keyboard.type('x');
        await user.goTo(user.lineNumber('logic_expression: busy'));
        const isLinked = /logic_expression: busyx/.test(await text());
        if (!isLinked) {
            await revert(); // the editor has not asked yet
            await user.goTo(`${place}:${column}`);
        }
        return isLinked;
    };
    await becomes('a name that is changed where it is declared changes where it is used', typed, (is) => is === true);
    check(uses > 0, 'of which there are some', uses);
    await revert();
}

async function hierarchies() {
    await user.goTo(`${user.lineNumber('        mailer:')}:10`);
    await user.command('Calls: Show Call Hierarchy');
    const rows = page.locator('.pane-body .monaco-list-row, .sidebar .monaco-list-row');
    await becomes('the call hierarchy of an element has what decides it, or what it decides', () => rows.allInnerTexts(),
        (all) => all.some((row) => /mailer/.test(row)) && all.length > 1);
    await user.screenshot('edits-hierarchy');
}

async function hints() {
    await user.goTo(user.lineNumber('        mailer:'));
    const hint = user.line(/^\s*mailer/).locator('span', { hasText: /^\s*not\sin\slaptop\s*$/ }).last();
    const explained = page.locator('.pane-body .monaco-list-row').filter({ hasText: /laptop.*: absent/ }).first();
    const clicked = async () => {
        await hint.click({ modifiers: ['Control'], timeout: 5000 });
        await explained.waitFor({ timeout: 5000 });
        return true;
    };
    await becomes('a click on a hint explains it', clicked, (is) => is === true);
}

async function changes() {
    await user.open('committed.yaml');
    const lenses = user.editor.locator('.codelens-decoration');
    await becomes('what has changed since the last commit is told', () => lenses.allInnerTexts(),
        (all) => all.some((title) => /changed\ssince\sHEAD:\s2\sof\s2/.test(title)));
    await user.open('web-shop.yaml');
}

async function quickFix(file, place, action, holds) {
    await user.open(file);
    await user.line(/tosca_definitions_version/).waitFor();
    const fixed = async () => {
        await page.keyboard.press('Escape');
        await user.goTo(place);
        await page.keyboard.press('Control+.');
        const offered = page.locator('.action-widget .monaco-list-row').filter({ hasText: action }).first();
        await offered.waitFor({ timeout: 5000 });
        const chosen = page.locator('.action-widget .monaco-list-row.focused').filter({ hasText: action });
        for (let i = 0; i < 10 && !(await chosen.isVisible()); i++) {
            await page.keyboard.press('ArrowDown');
        }
        await page.keyboard.press('Enter');
        await user.until(text, holds, 5000);
        return text();
    };
    await becomes(`${action} in ${file}`, async () => (holds(await text()) ? text() : fixed()), holds);
    await revert();
}

async function quickFixes() {
    await quickFix('tabs.yaml', '5:4', 'Indent with spaces instead of tabs', (all) => /^ +type: tosca.nodes.Root/m.test(all));
    await quickFix('colon.yaml', '5:9', 'Add a colon behind "type"', (all) => /^ {6}type: "tosca/m.test(all));
    await quickFix('twice.yaml', '6:9', 'Remove "type"', (all) => !all.includes('Compute'));
    await quickFix('path.yaml', '3:8', 'Replace with "libs/lion.yaml"', (all) => all.includes('libs/lion.yaml'));
    await quickFix('elsewhere.yaml', '7:15', 'Import "libs/lions.yaml"', (all) => all.includes('- libs/lions.yaml'));
}

async function saving() {
    await user.open('saved.yaml');
    await user.line(/zoo.Lion/).waitFor();
    const repaired = async () => {
        await user.goTo(1);
        await page.keyboard.press('End');
        await page.keyboard.type(' ');
        await page.keyboard.press('Control+S');
        await page.locator('.tab.active.dirty').waitFor({ state: 'detached' });
        return saved('saved.yaml');
    };
    await becomes('saving takes out what is doubled, and imports that nothing needs', repaired,
        (all) => !all.includes('libs/lion.yaml') && all.includes('libs/lions.yaml') && all.split('node_presence').length === 2);
}

const steps = [completionLeadsOn, dashes, linkedNames, hierarchies, hints, changes, quickFixes, saving];
process.exit(await user.run(steps, async () => {
    await close();
    fs.rmSync(folder, { recursive: true });
}));
