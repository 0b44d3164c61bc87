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
const { page, workspace, close } = await openWorkbench({
    installed,
    extension,
    folder,
    file: 'web-shop.yaml',
    more: kind === 'web' ? { 'remote.extensionKind': { 'vtosca.vtosca': ['web'] } } : {},
});
const user = new Driver({ page, workspace, screenshots, name: kind });
const check = user.check.bind(user);
const becomes = user.becomes.bind(user);
const log = [];
page.on('console', (message) => log.push(message.text().slice(0, 300)));

async function server() {
    await user.line(/description/).waitFor();
    await user.status.first().waitFor();
    if (kind === 'web') {
        const workers = () => Promise.resolve(page.workers().map((worker) => worker.url()));
        await becomes('the server runs in a worker of the web extension host', workers, (urls) => urls.length > 1);
    } else {
        const processes = async () =>
            execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n')
                .filter((words) => words.includes(path.dirname(workspace)) && / lsp$/.test(words));
        await becomes('the module runs instead of the program', processes, (own) => own.some((words) => words.includes('vtosca.mjs')));
    }
    await becomes('the status says which server runs', () => user.serverStatus(), (text) => /vtosca \d.*WebAssembly/s.test(text));
    await user.screenshot(`${kind}-status`);
    await page.keyboard.press('Escape');
}

async function variant() {
    await user.activate('laptop');
    check(true, 'the status bar names the variant, which a pick switches');
    await user.screenshot(`${kind}-variant`);
    await user.goTo(user.lineNumber('mailer:'));
    await becomes('presence stands behind the name', () => user.element('mailer'), (text) => /not in laptop/.test(text));
}

/** Read through the editor: without them, types would be unknown. */
async function imports() {
    await user.command('View: Focus Problems');
    const problems = await user.problems.allTextContents();
    check(!problems.some((text) => /type .*unknown|cannot be read|does not exist/i.test(text)), 'imports are read', problems);
}

async function hover() {
    const text = await user.hover(`${user.lineNumber('        mailer:')}:11`, (told) => /laptop/.test(told));
    check(/laptop/.test(text), 'hovering tells presence', text);
    await user.screenshot(`${kind}-hover`);
    await page.keyboard.press('Escape');
}

async function condition() {
    await user.goTo(user.lineNumber('        load_balancer:') + 1);
    const before = await user.until(() => user.element('load_balancer'), (text) => /not in/.test(text));
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('conditions: {variability_input: rev');
    await user.complete('reviews');
    await user.screenshot(`${kind}-completion`);
    await page.keyboard.press('Enter');
    await user.line(/variability_input:\sreviews/).waitFor();
    check(true, 'the name of an input is completed');
    const follows = (text) => typeof text === 'string' && /peak|in production/.test(text); // which has no reviews
    const after = await user.until(() => user.element('load_balancer'), follows);
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
    await becomes('an element is renamed, and found by its new name', () => user.element('letters'), (text) => /not in laptop/.test(text));
    await user.screenshot(`${kind}-rename`);
}

async function failingInput() {
    await user.goTo(user.lineNumber('traffic: 2000'));
    await page.keyboard.press('End');
    await page.keyboard.type('x');
    await user.command('View: Focus Problems');
    await becomes('an input that fails is told', () => user.problems.allTextContents(), (all) => all.some((one) => /2000x/.test(one)));
    await user.screenshot(`${kind}-failing-input`);
}

process.exit(await user.run([server, variant, imports, hover, condition, rename, failingInput], async () => {
    if (user.failed > 0) {
        console.log(log.filter((line) => /vtosca|error/i.test(line)).slice(-20).join('\n'));
    }
    await close();
}));
