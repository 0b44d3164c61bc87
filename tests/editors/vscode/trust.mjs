// What is left of the extension in a folder that is not trusted: all but the program that the folder names.
//   node trust.mjs INSTALLED VSIX DEMO_FOLDER SCREENSHOT_FOLDER
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Driver } from './driver.mjs';
import { openWorkbench } from './workbench.mjs';

const [installed, extension, example, screenshots] = process.argv.slice(2).filter(Boolean).map((name) => path.resolve(name));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vtosca-untrusted-'));
const witness = path.join(folder, 'was-run');
fs.cpSync(example, folder, { recursive: true });
fs.writeFileSync(path.join(folder, 'program.sh'), `#!/bin/sh\ntouch ${witness}\n`, { mode: 0o755 });
fs.mkdirSync(path.join(folder, '.vscode'));
fs.writeFileSync(
    path.join(folder, '.vscode/settings.json'),
    JSON.stringify({ 'vtosca.server.path': path.join(folder, 'program.sh') }),
);

const { page, workspace, close } = await openWorkbench({
    installed, extension, folder, file: 'web-shop.yaml', isTrusted: false,
});
const user = new Driver({ page, workspace, screenshots, name: 'trust' });

async function restricted() {
    await page.locator('.statusbar-item').filter({ hasText: 'Restricted Mode' }).first().waitFor();
    await user.status.filter({ hasText: 'laptop' }).first().waitFor();
    await user.line(/load_balancer/).or(user.line(/description/)).first().waitFor();
    user.check(true, 'in a folder that is not trusted, the variant is known');
    user.check(!fs.existsSync(witness), 'and no program of the folder is run');
}

process.exit(await user.run([restricted], async () => {
    await close();
    fs.rmSync(folder, { recursive: true });
}));
