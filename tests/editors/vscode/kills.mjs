// The server is killed while somebody types in VS Code: it is started anew, and what was typed is there, in the editor and at the
// server, which tells what is wrong with it.
//   node kills.mjs INSTALLED VSIX DEMO_FOLDER SCREENSHOT_FOLDER [KILLS]
// Prints a line per check; exit code 0 when all hold.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Driver, patience } from './driver.mjs';
import { openWorkbench } from './workbench.mjs';

const [installed, extension, folder, screenshots] = process.argv.slice(2, 6).map((name) => path.resolve(name));
const often = 5; // as editors/vscode/src/serverStatus.ts has it
const kills = Number(process.argv[6] || process.env.VTOSCA_KILLS || 100);
const { page, workspace, close } = await openWorkbench({ installed, extension, folder, file: 'web-shop.yaml' });
const user = new Driver({ page, workspace, screenshots, name: 'kills' });

/** The process of the server, or nothing if none runs. */
function server() {
    const all = execFileSync('ps', ['-eo', 'pid,stat,args'], { encoding: 'utf8' }).split('\n');
    const own = all.find((row) => row.includes(path.dirname(workspace)) && / lsp$/.test(row) && !/^\s*\d+ Z/.test(row));
    return own && Number(own.trim().split(/\s+/)[0]);
}

/** The last line, which is the cursor's; the problems of the file are in front. */
async function type(text) {
    await page.keyboard.press('Control+1');
    await page.keyboard.press('Control+End');
    await page.keyboard.type(text);
}

async function isTold(name) {
    const holds = (rows) => rows.filter((row) => row.includes('mistake')).length === 1 && rows.some((row) => row.includes(`"${name}"`));
    const rows = await user.until(() => user.problems.allInnerTexts(), (all) => !(all instanceof Error) && holds(all));
    if (!holds(rows)) {
        throw new Error(`${name} is not told, but ${JSON.stringify(rows)}`);
    }
}

async function killed() {
    await user.line(/description/).waitFor();
    await user.status.filter({ hasText: 'laptop' }).first().waitFor();
    const before = fs.readFileSync(path.join(workspace, 'web-shop.yaml'), 'utf8');
    await user.command('View: Focus Problems');
    await type('');
    await page.keyboard.press('Shift+Home');
    let other;
    for (let i = 1; i <= kills; i++) {
        const running = await user.until(async () => server(), (id) => id !== undefined && id !== other);
        await page.keyboard.type('    mis');
        process.kill(running, 'SIGKILL');
        await page.keyboard.type(`take${i}: 1`);
        const isOther = (id) => id !== undefined && id !== running;
        const next = await user.until(async () => server(), isOther, i < often ? patience : 10000);
        if (!isOther(next)) { // from then on, the user is asked
            await user.command('vtosca: Restart the Language Server');
        }
        await isTold(`mistake${i}`);
        // the server that runs now hears of what is typed from now on
        await page.keyboard.press('Control+1');
        await page.keyboard.press('Shift+Home');
        await page.keyboard.type(`mistake${i}again: 1`);
        await isTold(`mistake${i}again`);
        await page.keyboard.press('Shift+Home');
        await page.keyboard.press('Shift+Home');
        other = running;
    }
    await page.keyboard.press('End');
    await page.keyboard.press('Control+S');
    await page.locator('.tab.active.dirty').waitFor({ state: 'detached' });
    const after = fs.readFileSync(path.join(workspace, 'web-shop.yaml'), 'utf8');
    user.check(after.trim() === `${before.trimEnd()}\n    mistake${kills}again: 1`.trim(), `${kills} kills, nothing lost`, after.slice(-200));
}

process.exit(await user.run([killed], close));
