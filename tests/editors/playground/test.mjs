// What a visitor of the playground sees, in headless Chromium.
//   node test.mjs DRIVER_FOLDER DOCUMENTATION SCREENSHOT_FOLDER
// DOCUMENTATION is the site, with the playground in it.
// Prints a line per check; exit code 0 when all hold.
import fs from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';

const [driver, site, screenshots] = process.argv.slice(2).map((name) => path.resolve(name));
const { chromium } = createRequire(path.join(driver, 'x.js'))('playwright-core');
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };
let failed = 0;

function check(holds, what, seen) {
    failed += holds ? 0 : 1;
    console.log(`${holds ? 'ok  ' : 'FAIL'} ${what}${holds ? '' : `: ${JSON.stringify(seen)}`}`);
}

const files = http.createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url, 'http://x').pathname);
    const file = path.join(site, name.endsWith('/') ? `${name}index.html` : name);
    if (!file.startsWith(site) || !fs.existsSync(file)) {
        response.writeHead(404).end();
    } else {
        response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'text/plain' }).end(fs.readFileSync(file));
    }
});
await new Promise((resolve) => files.listen(0, '127.0.0.1', resolve));
const host = `http://127.0.0.1:${files.address().port}`;
const address = `${host}/playground`;

const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
});
const foreign = [];
let page;

async function open(at, colorScheme = 'light') {
    const context = await browser.newContext({ viewport: { width: 1500, height: 900 }, locale: 'en-US', colorScheme });
    page = await context.newPage();
    page.setDefaultTimeout(30000);
    page.on('request', (request) => {
        if (!/^(http:\/\/127\.0\.0\.1|blob:|data:)/.test(request.url())) {
            foreign.push(request.url());
        }
    });
    await page.goto(`${address}/${at}`);
    await page.locator('body[data-ready]').waitFor();
    return page;
}

/** Asks until it holds; what it was last either way. */
async function until(question, holds) {
    const end = Date.now() + 30000;
    for (;;) {
        const value = await question().catch((error) => String(error));
        if (holds(value) || Date.now() > end) {
            return value;
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
}

const screenshot = (name) => page.screenshot({ path: path.join(screenshots, `playground-${name}.png`) });
/** The signs of an element of the presence table, in the order of the variants. */
const row = (id) =>
    page.locator('#presence tbody tr').filter({ has: page.locator(`button:text-is("${id}")`) }).locator('td').allTextContents();
const line = (text) => page.locator('.view-line').filter({ hasText: text }).first();

/** What can have the focus, or is a region, and says no name. */
const nameless = () =>
    page.evaluate(() =>
        [...document.querySelectorAll('header :is(button, select), [role=tab], [role=tabpanel], section, #editor textarea, iframe')]
            .filter((one) => one.offsetParent !== null)
            .filter((one) => !(one.getAttribute('aria-label') || one.getAttribute('aria-labelledby') || one.labels?.length
                || one.textContent.trim()))
            .map((one) => one.outerHTML.slice(0, 80)),
    );

async function toLine(text) {
    await line(text).click();
    await page.keyboard.press('End');
}

/** Each example of the documentation opens where it stands, and the server reads it. */
async function documentation() {
    const folder = path.join(site, 'docs');
    let count = 0;
    for (const name of fs.readdirSync(folder).filter((one) => one.endsWith('.html'))) {
        await page.goto(`${host}/docs/${name}`);
        const buttons = page.locator('button.try');
        for (let i = 0; i < (await buttons.count()); i++) {
            await buttons.nth(i).click();
            const frame = page.frameLocator('iframe');
            const rows = await until(() => frame.locator('#presence tbody tr').count(), (seen) => seen > 0);
            if (!(rows > 0)) {
                check(false, `example ${i + 1} of ${name} can be tried`, rows);
            } else if (count === 0) {
                await screenshot('documentation');
            }
            count++;
            await buttons.nth(i).click();
            await page.locator('iframe').waitFor({ state: 'detached' });
        }
    }
    check(count >= 8, 'examples of the documentation can be tried where they stand', count);
}

try {
    fs.mkdirSync(screenshots, { recursive: true });
    await open('#example=first-steps.yaml');
    let signs = await until(() => row('node.cache'), (all) => all.length === 3);
    check(signs.join('') === '✗✗✓', 'presence stands beside the text', signs);
    const faded = await until(() => page.locator('.squiggly-inline-unnecessary').count(), (count) => count > 0);
    check(faded > 0, 'absent elements fade', faded);
    await screenshot('start');

    // types a condition, sees presence follow
    await toLine('many_visitors: {greater');
    for (let i = 0; i < '10000]}'.length; i++) {
        await page.keyboard.press('Backspace');
    }
    await page.keyboard.type('10]}');
    signs = await until(() => row('node.cache'), (all) => all.join('') === '✓✓✓');
    check(signs.join('') === '✓✓✓', 'presence follows what is typed', signs);

    // hovers
    await page.locator('.view-line span', { hasText: /^website$/ }).first().hover();
    const hover = await until(() => page.locator('.monaco-hover .hover-contents').first().textContent(), (text) => /website/.test(text));
    check(/website/.test(hover), 'hovering tells what an element is', hover);
    await page.keyboard.press('Escape');

    // completes
    await toLine('conditions: {logic_expression: many_visitors}');
    await page.keyboard.press('End');
    for (let i = 0; i < 'any_visitors}'.length; i++) {
        await page.keyboard.press('Backspace');
    }
    await page.keyboard.press('Control+Space');
    const suggestions = await until(
        () => page.locator('.suggest-widget .monaco-list-row').allTextContents(),
        (all) => all.some?.((one) => one.includes('many_visitors')),
    );
    check(suggestions.some?.((one) => one.includes('many_visitors')), 'names are completed', suggestions);
    await screenshot('completion');
    await page.keyboard.press('Escape');
    await page.keyboard.type('any_visitors}');

    // renames
    await page.locator('.view-line span', { hasText: /^website$/ }).first().dblclick();
    await page.keyboard.press('F2');
    const box = page.locator('.rename-box input, input.rename-input').first();
    await box.waitFor();
    await box.fill('shop');
    await page.keyboard.press('Enter');
    signs = await until(() => row('node.shop'), (all) => all.length === 3);
    check(signs.length === 3, 'renaming renames the element', signs);

    // switches the variant
    await page.locator('#variant').selectOption('busy');
    await page.locator('#presence thead th.active').filter({ hasText: 'busy' }).waitFor();
    check(true, 'the variant can be switched');
    await page.locator('#tab-resolved').click();
    const resolved = await until(() => page.locator('#resolved pre').textContent(), (text) => /node_templates/.test(text));
    check(/node_templates/.test(resolved) && !/variability/.test(resolved), 'the resolved template shows', resolved);
    await page.locator('#tab-topology').click();
    const nodes = await until(() => page.locator('#topology svg g.node').count(), (count) => count === 2);
    check(nodes === 2, 'the topology is drawn', nodes);
    await screenshot('topology');

    // what if
    await page.locator('#tab-whatif').click();
    const field = page.locator('#whatif input').first();
    await field.fill('3');
    await field.press('Enter');
    await page.locator('#tab-presence').click();
    const variants = await until(() => page.locator('#presence thead th').allTextContents(), (all) => all.includes?.('what if'));
    signs = await until(() => row('node.cache'), (all) => all.length === 4);
    check(variants.includes?.('what if') && signs.at(-1) === '✗', 'values of inputs can be tried', { variants, signs });

    // all inputs, and one of the combinations
    await page.locator('#tab-space').click();
    const space = await until(() => page.locator('#space').innerText(), (text) => /combinations of inputs/.test(text));
    check(/node[.]cache: .*visitors/.test(space), 'what all inputs can come to is told', space);
    await page.locator('#space li').filter({ hasText: /^node[.]cache:/ }).getByRole('button').click();
    await page.locator('#tab-presence').click();
    signs = await until(() => row('node.cache'), (all) => all.at?.(-1) === '✓');
    check(signs.at(-1) === '✓', 'and can be tried', signs);

    // keyboard and screen reader
    const unnamed = await nameless();
    check(unnamed.length === 0, 'all that can be reached by keys has a name', unnamed);
    await page.locator('#example').focus();
    const order = [];
    for (let i = 0; i < 4; i++) {
        await page.keyboard.press('Tab');
        order.push(await page.evaluate(() => document.activeElement.id));
    }
    check(order.join() === 'variant,open,save,share', 'the tabulator goes through the page in its order', order);
    const tabs = await page.getByRole('tab', { selected: true }).allTextContents();
    const panel = await page.getByRole('tabpanel', { name: 'Presence' }).isVisible();
    check(tabs.length === 1 && panel, 'one tab is selected, which names its panel', tabs);
    const cells = await page.locator('#presence td[aria-label=present]').count();
    const headers = await page.locator('#presence tbody th[scope=row]').count();
    check(cells > 0 && headers > 0, 'signs are told as words, rows have heads', [cells, headers]);

    // the address has the text
    await page.locator('#share').click();
    await until(() => Promise.resolve(page.url()), (url) => url.includes('#text='));
    await open(page.url().slice(address.length + 1));
    signs = await until(() => row('node.shop'), (all) => all.length === 3);
    check(signs.length === 3, 'a shared text opens from its address', signs);

    // sees a failing input, in the dark
    await open('#example=failing-preset.yaml', 'dark');
    const failing = await until(() => page.locator('#presence .failing').allTextContents(), (all) => all.length > 0);
    check(failing.some?.((text) => text.includes('seaside')), 'what fails is told, with its preset', failing);
    await page.locator('#tab-problems').click();
    const problems = await until(() => page.locator('#problems button').allTextContents(), (all) => all.length > 0);
    check(problems.length > 0, 'problems are listed', problems);
    await page.locator('#tab-problems').press('ArrowLeft');
    const focused = await page.evaluate(() => document.activeElement.id);
    check(focused === 'tab-resolved', 'arrow keys go from tab to tab', focused);
    await screenshot('failing');

    // the web shop, with its imports; absent elements fade
    await open('?embed#example=web-shop.yaml');
    signs = await until(() => row('node.mailer'), (all) => all.length === 6);
    check(signs.join('') === '✗✗✓✓✓✓', 'imports and tests of an example are found', signs);
    await screenshot('web-shop');

    // 1,000 nodes
    const head = (await page.evaluate(() => fetch('examples/first-steps.yaml').then((answer) => answer.text()))).split('\n');
    const many = Array.from({ length: 1000 }, (_, i) =>
        `        node_${i}:\n            type: demo.Service\n            conditions: {logic_expression: many_visitors}`);
    const large = [...head, ...many].join('\n');
    await page.locator('#file').setInputFiles({ name: 'large.yaml', mimeType: 'text/yaml', buffer: Buffer.from(large) });
    const start = Date.now();
    signs = await until(() => row('node.node_400'), (all) => all.length === 3);
    console.log(`     1,000 nodes are there after ${Date.now() - start} ms`);
    check(signs.join('') === '✗✗✓', 'a template of 1,000 nodes works', signs);
    await documentation();
    check(foreign.length === 0, 'nothing comes from another host', foreign);
} catch (error) {
    check(false, 'the test came to its end', String(error).slice(0, 600));
    await screenshot('failed');
} finally {
    await browser.close();
    files.close();
}
process.exit(failed > 0 ? 1 : 0);
