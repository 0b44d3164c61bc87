// What the extension looks like: in all four kinds of themes, wide and narrow, on the example, on a public template where there is
// one, and on a thousand nodes. Nothing is checked; whoever changes what is seen looks at the pictures.
//   node screenshots.mjs INSTALLED VSIX DEMO_FOLDER SCREENSHOT_FOLDER [PUBLIC_TEMPLATE]
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Driver } from './driver.mjs';
import { manyNodes } from './nodes.mjs';
import { openWorkbench } from './workbench.mjs';

const [installed, extension, demo, screenshots, shared] = process.argv.slice(2).filter(Boolean).map((name) => path.resolve(name));
const themes = {
    dark: ['Default Dark Modern', '.monaco-workbench.vs-dark'],
    light: ['Default Light Modern', '.monaco-workbench.vs'],
    'high-contrast': ['Default High Contrast', '.monaco-workbench.hc-black'],
    'high-contrast-light': ['Default High Contrast Light', '.monaco-workbench.hc-light'],
};
const widths = [1440, 700];
process.exitCode = 0;

async function show(name, folder, file, node) {
    const { page, workspace, choose, reload, close } = await openWorkbench({ installed, extension, folder, file });
    const user = new Driver({ page, workspace, screenshots, name });
    const pictures = async () => {
        for (const [theme, [label, selector]] of Object.entries(themes)) {
            choose({ 'workbench.colorTheme': label });
            await reload();
            await page.locator(selector).first().waitFor();
            await user.line(/\S/).waitFor();
            await user.status.first().waitFor();
            const wide = (width) => page.setViewportSize({ width, height: width > 1000 ? 900 : 800 });
            for (const width of widths) {
                const picture = (what) => user.screenshot(`${name}-${theme}-${width}-${what}`);
                await wide(width);
                await user.goTo(user.lineNumber(node, file));
                // what stands behind a name, and above it, comes later, if anything does
                await user.until(() => user.line(node.trim()).textContent(), (text) => text.trim().length > node.trim().length, 10000);
                const lenses = user.editor.locator('.codelens-decoration');
                await user.until(() => lenses.first().innerText(), (text) => typeof text === 'string' && text.trim() !== '', 10000);
                await picture('editor');
                await user.hover(`${user.lineNumber(node, file)}:${node.search(/\S/) + 2}`);
                await picture('hover');
                await page.keyboard.press('Escape');
                await user.command('vtosca: Show the Presence Matrix');
                await user.frameWith('.grid .row .cell.present');
                await picture('matrix');
                await page.keyboard.press('Control+J');
            }
            await wide(Math.max(...widths)); // the columns are halves of it
            await user.command('vtosca: Show the Topology of the Active Variant');
            const frame = await user.frameWith('svg .node');
            for (const width of widths) {
                await wide(width);
                await user.until(() => user.drawing(frame), ({ drawn, cut, room }) => room < width && drawn > 0 && cut === 0, 20000);
                await user.screenshot(`${name}-${theme}-${width}-topology`);
            }
        }
        user.check(true, name);
    };
    process.exitCode |= await user.run([pictures], close);
}

await show('demo', demo, 'web-shop.yaml', '        load_balancer:');
const made = fs.mkdtempSync(path.join(os.tmpdir(), 'vtosca-nodes-'));
fs.writeFileSync(path.join(made, 'nodes.yaml'), manyNodes(1000));
await show('nodes', made, 'nodes.yaml', '    service_502:');
fs.rmSync(made, { recursive: true });
if (shared) {
    const text = fs.readFileSync(shared, 'utf8').split('\n');
    const node = text.slice(text.findIndex((line) => /^\s*node_templates:/.test(line)) + 1).find((line) => /^\s+[\w-]+:\s*$/.test(line));
    await show('public', path.dirname(shared), path.basename(shared), node);
}
console.log(`screenshots in ${screenshots}`);
