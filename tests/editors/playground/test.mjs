// What a visitor of the playground sees, in headless Chromium.
//   node test.mjs DRIVER_FOLDER DOCUMENTATION SCREENSHOT_FOLDER
// DOCUMENTATION is the site, with the playground in it.
// Prints a line per check; exit code 0 when all hold.
import fs from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Checks, patience } from '../checks.mjs';

const [driver, site, screenshots] = process.argv.slice(2).map((name) => path.resolve(name));
const { chromium } = createRequire(path.join(driver, 'x.js'))('playwright-core');
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };
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
    timeout: patience,
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
});
const foreign = [];
const seen = new Checks({ screenshots, name: 'playground', regions: { problems: '#problems', head: 'header', focus: ':focus' } });
const check = seen.check.bind(seen);
const becomes = seen.becomes.bind(seen);
const until = seen.until.bind(seen);
let page;

async function open(at, colorScheme = 'light') {
    const context = await browser.newContext({ viewport: { width: 1500, height: 900 }, locale: 'en-US', colorScheme });
    page = await context.newPage();
    seen.page = page;
    page.setDefaultTimeout(patience);
    page.on('request', (request) => {
        if (!/^(http:\/\/127\.0\.0\.1|blob:|data:)/.test(request.url())) {
            foreign.push(request.url());
        }
    });
    await page.goto(`${address}/${at}`);
    await page.locator('body[data-ready]').waitFor();
    return page;
}

const screenshot = (name) => seen.screenshot(`playground-${name}`);
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

async function visitor() {
    await open('#example=first-steps.yaml');
    await becomes('presence stands beside the text', () => row('node.cache'), (signs) => signs.join('') === '✗✗✓');
    await becomes('absent elements fade', () => page.locator('.squiggly-inline-unnecessary').count(), (count) => count > 0);
    await screenshot('start');

    // types a condition, sees presence follow
    await toLine('many_visitors: {greater');
    for (let i = 0; i < '10000]}'.length; i++) {
        await page.keyboard.press('Backspace');
    }
    await page.keyboard.type('10]}');
    await becomes('presence follows what is typed', () => row('node.cache'), (signs) => signs.join('') === '✓✓✓');

    // hovers
    const told = page.locator('.monaco-hover .hover-contents').first();
    const hover = async () => {
        if (!(await told.isVisible())) {
            await page.mouse.move(0, 0);
            await page.locator('.view-line span', { hasText: /^website$/ }).first().hover();
            await told.waitFor({ timeout: 5000 });
        }
        return told.textContent();
    };
    await becomes('hovering tells what an element is', hover, (text) => /website/.test(text));
    await page.keyboard.press('Escape');

    // completes
    await toLine('conditions: {logic_expression: many_visitors}');
    await page.keyboard.press('End');
    for (let i = 0; i < 'any_visitors}'.length; i++) {
        await page.keyboard.press('Backspace');
    }
    await page.keyboard.press('Control+Space');
    await becomes('names are completed', () => page.locator('.suggest-widget .monaco-list-row').allTextContents(),
        (all) => all.some((one) => one.includes('many_visitors')));
    await screenshot('completion');
    await page.keyboard.press('Escape');
    await page.keyboard.type('any_visitors}');

    // renames
    const box = page.locator('.rename-box input, input.rename-input').first();
    const isAsked = async () => {
        if (!(await box.isVisible())) {
            await page.locator('.view-line span', { hasText: /^website$/ }).first().dblclick();
            await page.keyboard.press('F2');
            await box.waitFor({ timeout: 5000 });
        }
        return true;
    };
    await until(isAsked, (is) => is === true);
    await box.fill('shop');
    await page.keyboard.press('Enter');
    await becomes('renaming renames the element', () => row('node.shop'), (signs) => signs.length === 3);

    // switches the variant
    await page.locator('#variant').selectOption('busy');
    await page.locator('#presence thead th.active').filter({ hasText: 'busy' }).waitFor();
    check(true, 'the variant can be switched');
    await page.locator('#tab-resolved').click();
    await becomes('the resolved template shows', () => page.locator('#resolved pre').textContent(),
        (text) => /node_templates/.test(text) && !/variability/.test(text));
    await page.locator('#tab-topology').click();
    await becomes('the topology is drawn', () => page.locator('#topology svg g.node').count(), (nodes) => nodes === 2);
    await screenshot('topology');

    // what if
    await page.locator('#tab-whatif').click();
    const field = page.locator('#whatif input').first();
    const tried = page.locator('#variant option').filter({ hasText: 'what if' });
    const isTried = async () => {
        if ((await tried.count()) === 0) {
            await field.fill('3');
            await field.press('Enter');
            await tried.waitFor({ state: 'attached', timeout: 5000 });
        }
        return true;
    };
    await becomes('values of inputs are a variant', isTried, (is) => is);
    await page.locator('#tab-presence').click();
    await becomes('which has a column', () => page.locator('#presence thead th').allTextContents(), (all) => all.includes('what if'));
    await becomes('and can be tried', () => row('node.cache'), (signs) => signs.length === 4 && signs.at(-1) === '✗');

    // all inputs, and one of the combinations
    await page.locator('#tab-space').click();
    await becomes('what all inputs can come to is told', () => page.locator('#space').innerText(),
        (text) => /combinations of inputs/.test(text) && /node[.]cache: .*visitors/.test(text));
    await page.locator('#space li').filter({ hasText: /^node[.]cache:/ }).getByRole('button').click();
    await page.locator('#tab-presence').click();
    await becomes('and one of them can be tried', () => row('node.cache'), (signs) => signs.at(-1) === '✓');

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
    await becomes('a shared text opens from its address', () => row('node.shop'), (signs) => signs.length === 3);

    // sees a failing input, in the dark
    await open('#example=failing-preset.yaml', 'dark');
    await becomes('what fails is told, with its preset', () => page.locator('#presence .failing').allTextContents(),
        (all) => all.some((text) => text.includes('seaside')));
    await page.locator('#tab-problems').click();
    await becomes('problems are listed', () => page.locator('#problems button').allTextContents(), (all) => all.length > 0);
    await page.locator('#tab-problems').press('ArrowLeft');
    const focused = await page.evaluate(() => document.activeElement.id);
    check(focused === 'tab-resolved', 'arrow keys go from tab to tab', focused);
    await screenshot('failing');

    // the web shop, with its imports; absent elements fade
    await open('?embed#example=web-shop.yaml');
    await becomes('imports and tests of an example are found', () => row('node.mailer'), (signs) => signs.join('') === '✗✗✓✓✓✓');
    await screenshot('web-shop');

    // 1,000 nodes
    const head = (await page.evaluate(() => fetch('examples/first-steps.yaml').then((answer) => answer.text()))).split('\n');
    const many = Array.from({ length: 1000 }, (_, i) =>
        `        node_${i}:\n            type: demo.Service\n            conditions: {logic_expression: many_visitors}`);
    const large = [...head, ...many].join('\n');
    await page.locator('#file').setInputFiles({ name: 'large.yaml', mimeType: 'text/yaml', buffer: Buffer.from(large) });
    const start = Date.now();
    await becomes('a template of 1,000 nodes works', () => row('node.node_400'), (signs) => signs.join('') === '✗✗✓');
    console.log(`     1,000 nodes are there after ${Date.now() - start} ms`);
    await documentation();
    check(foreign.length === 0, 'nothing comes from another host', foreign);
}

process.exit(await seen.run([visitor], async () => {
    await browser.close();
    files.close();
}));
