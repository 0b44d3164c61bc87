// A folder that is on no disk: an extension provides the file system. In a browser, with the extension in the host for web
// extensions, or on the desktop, in the host that has node.
//   node virtual.mjs INSTALLED VSIX,BOX_VSIX DEMO_FOLDER SCREENSHOT_FOLDER web|desktop[-readonly]
// Prints a line per check; exit code 0 when all hold.
import path from 'node:path';
import { Driver } from './driver.mjs';
import { openWorkbench } from './workbench.mjs';

const [installed, extensions, folder, screenshots] = process.argv.slice(2, 6);
const [host, readonly] = process.argv[6].split('-');
const kinds = { 'vtosca.vtosca': ['web'], 'vtosca-test.box': ['web'] };
const { page, workspace, reload, close } = await openWorkbench({
    installed: path.resolve(installed),
    extension: extensions.split(',').map((name) => path.resolve(name)),
    folder: path.resolve(folder),
    file: 'web-shop.yaml',
    virtual: readonly ? 'shelf:/shop' : 'box:/shop',
    more: host === 'web' ? { 'remote.extensionKind': kinds } : {},
});
const user = new Driver({ page, workspace, screenshots: path.resolve(screenshots), name: `virtual-${process.argv[6]}` });
const check = user.check.bind(user);
const becomes = user.becomes.bind(user);
const log = [];
page.on('console', (message) => log.push(message.text().slice(0, 300)));

/** On a busy machine, the editor may read which folders there are before it can, and then have none. */
async function folderIsOpen() {
    if (await page.getByText('You have not yet added a folder').isVisible()) {
        await reload();
    }
    const row = page.locator('.explorer-folders-view .monaco-list-row').filter({ hasText: 'web-shop.yaml' });
    await row.first().waitFor({ timeout: 10000 });
    return true;
}

async function server() {
    await becomes('the folder is open', folderIsOpen, (is) => is === true);
    await user.line(/description/).waitFor();
    const scheme = await page.evaluate(() => document.querySelector('.tab.active')?.getAttribute('data-resource-name') ?? '');
    check(scheme === 'web-shop.yaml', 'a file of the folder is open', scheme);
    await user.status.first().waitFor();
    await becomes('the server is the one that reads through the editor', () => user.serverStatus(), (text) => /vtosca \d.*WebAssembly/s.test(text));
    await page.keyboard.press('Escape');
}

async function presence() {
    await user.activate('test christmas');
    check(true, 'tests beside the template are found, as variants');
    await user.activate('laptop');
    await user.goTo(user.lineNumber('mailer:'));
    await becomes('presence stands behind the name', () => user.element('mailer'), (text) => /not in laptop/.test(text));
    await user.screenshot(`${user.name}-presence`);
}

async function imports() {
    await user.command('View: Focus Problems');
    const problems = await user.problems.allTextContents();
    check(!problems.some((text) => /type .*(unknown|exist)|cannot be read|does not exist/i.test(text)), 'imports are read', problems);
    const text = await user.hover(`${user.lineNumber('type: shop.nodes.Cache')}:20`, (told) => /shop\.nodes/.test(told));
    check(/shop\.nodes/.test(text), 'a type of an imported file is explained', text);
    await page.keyboard.press('Escape');
    await user.goTo(`${user.lineNumber('type: shop.nodes.Cache')}:20`);
    await page.keyboard.press('F12');
    await becomes('and found, in the same file system', () => page.locator('.tab.active').textContent(), (name) => /shop\.yaml/.test(name)
        && !/web-shop/.test(name));
    await page.locator('.tab').filter({ hasText: /^\s*shop[.]yaml/ }).click({ button: 'middle' });
    await becomes('and left again', () => page.locator('.tab').allTextContents(), (names) => names.join() === 'web-shop.yaml');
}

async function editing() {
    await user.goTo(user.lineNumber('        load_balancer:') + 1);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('conditions: {variability_input: rev');
    await user.complete('reviews');
    await page.keyboard.press('Enter');
    const follows = (text) => typeof text === 'string' && /peak|in production/.test(text);
    await becomes('presence follows a condition that is typed', () => user.element('load_balancer'), follows);
    await page.keyboard.press('Control+S');
    await becomes('what was typed is saved there', () => page.locator('.tab.dirty').count(), (count) => count === 0);
    await user.command('Box: Forget the Types');
    await user.command('View: Focus Problems');
    await becomes('a file that changes there is read again', () => user.problems.allTextContents(),
        (all) => all.some((one) => /types\/shop\.yaml/.test(one)));
    await user.screenshot(`${user.name}-changed`);
}

process.exit(await user.run(readonly ? [server, presence, imports] : [server, presence, imports, editing], async () => {
    if (user.failed > 0) {
        console.log(`explorer: ${await page.locator('.explorer-viewlet').innerText().catch(String)}`);
        console.log(`server: ${await user.serverStatus().catch(String)}`);
        console.log(log.filter((line) => /vtosca|box|error/i.test(line)).slice(-20).join('\n'));
    }
    await close();
}));
