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

try {
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
    await user.activate('laptop');
    check(true, 'the status bar names the variant, which a pick switches');
    await user.screenshot(`${kind}-variant`);

    await user.goTo(user.lineNumber('mailer:'));
    const inlay = await user.until(() => user.line(/^\s*mailer:/).textContent(), (text) => /mailer:.+/.test(text));
    check(/mailer:\s*.+/.test(inlay), 'presence stands behind the name', inlay);

    // an import is read through the editor: without it, types would be unknown
    await user.command('View: Focus Problems');
    const problems = await user.until(() => user.problems.allTextContents(), () => true);
    check(!problems.some((text) => /type .*unknown|cannot be read|does not exist/i.test(text)), 'imports are read', problems);

    // a hover tells presence
    await user.goTo(`${user.lineNumber('mailer:')}:8`);
    await page.keyboard.press('Control+K');
    await page.keyboard.press('Control+I');
    const hover = page.locator('.monaco-hover:not(.hidden) .hover-contents').first();
    const text = await user.until(() => hover.textContent(), (shown) => typeof shown === 'string' && shown.length > 0);
    check(/laptop/.test(String(text)), 'hovering tells presence', String(text));
    await user.screenshot(`${kind}-hover`);
    await page.keyboard.press('Escape');

    // an edit is followed
    await user.goTo(user.lineNumber('tosca_definitions_version'));
    await page.keyboard.press('End');
    await page.keyboard.type('x');
    await user.command('View: Focus Problems');
    const broken = await user.until(() => user.problems.allTextContents(), (all) => all.some?.((one) => /version/i.test(one)));
    check(broken.some?.((one) => /version/i.test(one)), 'a mistake is told while typing', broken);
    await user.screenshot(`${kind}-mistake`);
} catch (error) {
    check(false, 'the test came to its end', String(error).slice(0, 500));
    await user.screenshot(`${kind}-failed`);
    console.log(log.filter((line) => /vtosca|error/i.test(line)).slice(-20).join('\n'));
} finally {
    await close();
}
process.exit(failed > 0 ? 1 : 0);
