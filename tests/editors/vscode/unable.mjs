// Where no server starts: the user is told why, and what may help.
//   node unable.mjs INSTALLED VSIX DEMO_FOLDER SCREENSHOT_FOLDER web|desktop
// The package has a program that does not run, and a module that is none.
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
const user = new Driver({ page, workspace, screenshots, name: `unable-${kind}` });

async function told() {
    await user.line(/description/).waitFor();
    const notes = page.locator('.notification-list-item').filter({ hasText: 'did not start' });
    const text = await user.becomes('a server that does not start is told, with a reason', () => notes.first().textContent(),
        (one) => /The vtosca language server did not start: \S+/.test(one));
    if (kind === 'web') {
        user.check(/WebAssembly module cannot be loaded/.test(text), 'which is that of the module', text);
    }
    const all = page.locator('.notification-list-item').filter({ hasText: 'vtosca' });
    user.check((await all.count()) === 1, 'once', await all.allInnerTexts());
    for (const action of ['Try Again', 'Show the Log']) {
        user.check((await notes.first().getByRole('button', { name: action }).count()) > 0, `one can choose "${action}"`);
    }
    await user.screenshot(user.name);
    await user.becomes('the status says so, too', () => user.serverStatus(), (one) => /did not start/.test(one));
    await page.keyboard.press('Escape');
}

async function again() {
    await user.command('vtosca: Restart the Language Server');
    const notes = page.locator('.notification-list-item').filter({ hasText: 'did not start' });
    await user.becomes('trying again tells it again', () => notes.count(), (count) => count > 0);
    await user.command('vtosca: New Template');
    user.check(true, 'what needs no server works');
}

process.exit(await user.run([told, again], close));
