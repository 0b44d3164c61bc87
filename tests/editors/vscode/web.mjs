// What a user sees where there is no program: in a browser, with the extension in the host for web extensions and the server
// in a worker ("web"); or with an extension whose program does not start, and the server in a process of node ("fallback").
//   node web.mjs INSTALLED VSIX DEMO_FOLDER SCREENSHOT_FOLDER web|fallback
// Prints a line per check; exit code 0 when all hold.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { Driver } from './driver.mjs';
import { openWorkbench } from './workbench.mjs';

const [installed, extension, folder, screenshots] = process.argv.slice(2, 6).map((name) => path.resolve(name));
const kind = process.argv[6];
let failed = 0;

function check(holds, what, seen) {
    failed += holds ? 0 : 1;
    console.log(`${holds ? 'ok  ' : 'FAIL'} ${what}${holds ? '' : `: ${JSON.stringify(seen)}`}`);
}

const { page, workspace, close } = await openWorkbench({
    installed,
    extension,
    folder,
    file: 'web-shop.yaml',
    more: kind === 'web' ? { 'remote.extensionKind': { 'vtosca.vtosca': ['web'] } } : {},
});
const user = new Driver({ page, workspace, screenshots });
const log = [];
page.on('console', (message) => log.push(message.text().slice(0, 300)));

/** The line of an element with the text behind its name, which tells the variants that have it; nothing if it is not in view. */
async function presence(name) {
    const lines = await user.editor.locator('.view-line').filter({ hasText: new RegExp(`^\\s*${name}\\W`) }).allTextContents();
    return (lines[0] ?? '').replaceAll('\u00a0', ' ').trim();
}

async function server() {
    await user.line(/description/).waitFor();
    await user.status.first().waitFor();
    if (kind === 'web') {
        const workers = () => Promise.resolve(page.workers().map((worker) => worker.url()));
        const seen = await user.until(workers, (urls) => urls.length > 1);
        check(seen.length > 1, 'the server runs in a worker of the web extension host', seen);
    } else {
        const processes = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n');
        const own = processes.filter((words) => words.includes(path.dirname(workspace)) && / lsp$/.test(words));
        check(own.some((words) => words.includes('vtosca.mjs')), 'the module runs instead of the program', own);
    }
    await page.locator('[id="status.languageStatus"] a').first().click();
    const told = page.locator('.hover-language-status').filter({ hasText: 'vtosca' }).first();
    const text = await user.until(() => told.textContent(), (shown) => /vtosca \d/.test(shown));
    check(/WebAssembly/.test(text), 'the status says which server runs', text);
    await user.screenshot(`${kind}-status`);
    await page.keyboard.press('Escape');
}

async function variant() {
    await user.activate('laptop');
    check(true, 'the status bar names the variant, which a pick switches');
    await user.screenshot(`${kind}-variant`);
    await user.goTo(user.lineNumber('mailer:'));
    const inlay = await user.until(() => presence('mailer'), (text) => /not in laptop/.test(text));
    check(/not in laptop/.test(inlay), 'presence stands behind the name', inlay);
}

/** Read through the editor: without them, types would be unknown. */
async function imports() {
    await user.command('View: Focus Problems');
    const problems = await user.problems.allTextContents();
    check(!problems.some((text) => /type .*unknown|cannot be read|does not exist/i.test(text)), 'imports are read', problems);
}

async function hover() {
    await user.goTo(`${user.lineNumber('        mailer:')}:11`);
    await user.command('Show or Focus Hover');
    const shown = page.locator('.monaco-hover:visible .hover-contents').filter({ hasText: 'laptop' }).first();
    await shown.waitFor();
    check(true, 'hovering tells presence');
    await user.screenshot(`${kind}-hover`);
    await page.keyboard.press('Escape');
}

async function condition() {
    await user.goTo(user.lineNumber('        load_balancer:') + 1);
    const before = await user.until(() => presence('load_balancer'), (text) => /not in/.test(text));
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('conditions: {variability_input: rev', { delay: 20 });
    await page.keyboard.press('Control+Space');
    await page.locator('.suggest-widget.visible .monaco-list-row').filter({ hasText: 'reviews' }).first().waitFor();
    await user.screenshot(`${kind}-completion`);
    await page.keyboard.press('Enter');
    await user.line(/variability_input:\sreviews/).waitFor();
    check(true, 'the name of an input is completed');
    const follows = (text) => typeof text === 'string' && /peak|in production/.test(text); // which has no reviews
    const after = await user.until(() => presence('load_balancer'), follows);
    check(!follows(before) && follows(after), 'presence follows a condition that is typed', [before, after]);
    await user.screenshot(`${kind}-presence`);
}

async function rename() {
    const place = user.lineNumber('        queue:');
    await user.goTo(`${place + 1}:10`); // below the condition
    await page.keyboard.press('F2');
    const box = page.locator('.rename-box input').first();
    await box.waitFor();
    await box.fill('letters');
    await page.keyboard.press('Enter');
    const inlay = await user.until(() => presence('letters'), (text) => /not in laptop/.test(text));
    check(/not in laptop/.test(inlay), 'an element is renamed, and found by its new name', inlay);
    await user.screenshot(`${kind}-rename`);
}

async function failingInput() {
    await user.goTo(user.lineNumber('traffic: 2000'));
    await page.keyboard.press('End');
    await page.keyboard.type('x');
    await user.command('View: Focus Problems');
    const rows = await user.until(() => user.problems.allTextContents(), (all) => all.some?.((one) => /2000x/.test(one)));
    check(rows.some?.((one) => /2000x/.test(one)), 'an input that fails is told', rows);
    await user.screenshot(`${kind}-failing-input`);
}

try {
    for (const step of [server, variant, imports, hover, condition, rename, failingInput]) {
        await step();
    }
} catch (error) {
    check(false, 'the test came to its end', String(error).slice(0, 500));
    await user.screenshot(`${kind}-failed`);
    console.log(log.filter((line) => /vtosca|error/i.test(line)).slice(-20).join('\n'));
} finally {
    await close();
}
process.exit(failed > 0 ? 1 : 0);
