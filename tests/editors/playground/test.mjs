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
let withheld = () => undefined; // what the web server says instead of a file
const files = http.createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url, 'http://x').pathname);
    const file = path.join(site, name.endsWith('/') ? `${name}index.html` : name);
    const other = withheld(path.basename(file));
    if (other) {
        response.writeHead(other.status, { 'content-type': other.type ?? 'text/plain' }).end(other.body ?? '');
    } else if (!file.startsWith(site) || !fs.existsSync(file)) {
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
    await page?.context().close();
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

/** What looks like a template or names an example, and has no button below it. */
const untried = () =>
    page.evaluate(() =>
        [...document.querySelectorAll('pre')]
            .filter((pre) => /(^|\n)(tosca_definitions_version|topology_template|service_template|conditions):|docs\/examples\/|editors\/demo\b/.test(pre.textContent))
            .filter((pre) => !pre.nextElementSibling?.matches('button.try'))
            .map((pre) => pre.textContent.slice(0, 80)),
    );

/** What a remark below a line says that the server tells of it (in the reference of diagnostics), if no test beside the template does. */
const told = (pre) => /^#[ ^]*\^ (?:error|warning): (?!.*\[test )(.*)$/m.exec(pre)?.[1];

/** Each example of the documentation can be opened where it stands; the server reads it, and says what the page says. */
async function documentation() {
    let count = 0, opened = 0;
    for (const folder of ['docs', 'lsp/reference']) {
        for (const name of fs.readdirSync(path.join(site, folder)).filter((one) => one.endsWith('.html'))) {
            await page.goto(`${host}/${folder}/${name}`);
            const without = await untried();
            check(without.length === 0, `${folder}/${name}: there is a button below each example`, without);
            const buttons = page.locator('button.try');
            const all = await buttons.count();
            count += all;
            for (let i = 0; i < all; i += Math.ceil(all / 10)) {
                const example = await page.locator('pre:has(+ button.try)').nth(i).textContent();
                await buttons.nth(i).click();
                const frame = page.frameLocator('iframe');
                await frame.locator('body[data-ready]').waitFor();
                const message = told(example);
                const wanted = message
                    ? frame.locator('#problems button', { hasText: message })
                    : frame.locator('#presence tbody tr');
                const seen = await until(() => wanted.count(), (number) => number > 0);
                check(seen > 0, `${folder}/${name}: example ${i + 1} can be tried${message ? `, and ${message}` : ''}`,
                    [seen, await frame.locator('#problems').textContent()]);
                if (opened++ === 0) {
                    await screenshot('documentation');
                }
                await buttons.nth(i).click();
                await page.locator('iframe').waitFor({ state: 'detached' });
            }
        }
    }
    check(count >= 130 && opened >= 15, 'examples of the documentation can be tried where they stand', [count, opened]);
}

/** Chooses one of the actions that are offered, by keys. */
async function choose(text) {
    const rows = page.locator('.action-widget .monaco-list-row');
    await rows.filter({ hasText: text }).first().waitFor();
    const focused = page.locator('.action-widget .monaco-list-row.focused').filter({ hasText: text });
    for (let i = 0; i < 20 && (await focused.count()) === 0; i++) {
        await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
}

/** Inlays, lenses and actions, and what they do. */
async function more() {
    await open('#example=first-steps.yaml');
    const inlay = await until(() => line(/^\s*cache:/).textContent(), (text) => /quiet.✗.busy.✓/.test(text));
    check(/quiet.✗.busy.✓/.test(inlay), 'presence stands behind the name', inlay);
    const lenses = await until(() => page.locator('.codelens-decoration').allTextContents(),
        (all) => all.some?.((one) => /keeps 5 of 5/.test(one)) && all.some((one) => /reference/.test(one)));
    check(lenses.some?.((one) => /keeps 5 of 5/.test(one)), 'what presets keep stands above them', lenses);
    check(lenses.some?.((one) => /reference/.test(one)), 'and where names are used', lenses);
    await page.locator('.codelens-decoration a', { hasText: 'keeps 5 of 5' }).first().click();
    const active = await until(() => page.locator('#variant').inputValue(), (name) => name === 'busy');
    check(active === 'busy', 'and makes a preset the active one', active);
    await screenshot('lenses');

    await toLine('website:');
    await page.keyboard.press('Home');
    await page.keyboard.press('Control+.');
    await page.locator('.action-widget .monaco-list-row').first().waitFor();
    await screenshot('actions');
    await choose('conditional on "busy"');
    let signs = await until(() => row('node.website'), (all) => all.join?.('') === '✗✗✓');
    check(signs.join?.('') === '✗✗✓', 'an action changes the text, and presence follows', signs);
    await page.keyboard.press('Control+Z');
    signs = await until(() => row('node.website'), (all) => all.join?.('') === '✓✓✓');
    check(signs.join?.('') === '✓✓✓', 'and can be undone', signs);

    // a misspelt keyname is underlined and mended
    await toLine('conditions: {logic_expression: many_visitors}');
    await page.keyboard.press('Home');
    await page.keyboard.press('Delete');
    const squiggles = await until(() => page.locator('.squiggly-error, .squiggly-warning').count(), (count) => count > 0);
    check(squiggles > 0, 'a mistake is underlined', squiggles);
    await page.keyboard.press('Control+.');
    await choose('"conditions"');
    const mended = await until(() => page.locator('.squiggly-error, .squiggly-warning').count(), (count) => count === 0);
    check(mended === 0, 'and mended by an action', mended);
}

/** Local files: opened, edited, saved; and an address that has no text. */
async function localFiles() {
    const text = fs.readFileSync(path.join(site, 'playground/examples/choices.yaml'), 'utf8');
    const chooser = page.waitForEvent('filechooser');
    await page.locator('#open').click();
    await (await chooser).setFiles({ name: 'mine.yaml', mimeType: 'text/yaml', buffer: Buffer.from(text) });
    const opened = await until(() => page.locator('#told').textContent(), (one) => /mine.yaml is open/.test(one));
    check(/mine.yaml is open/.test(opened), 'a local file is opened, which is told', opened);
    await page.locator('.view-line').first().click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('# mine');
    await page.keyboard.press('Enter');
    const download = page.waitForEvent('download');
    await page.locator('#save').focus();
    await page.keyboard.press('Enter');
    const saved = await download;
    const content = fs.readFileSync(await saved.path(), 'utf8');
    check(saved.suggestedFilename() === 'mine.yaml' && content === `# mine\n${text}`, 'and saved under its name as it was edited',
        [saved.suggestedFilename(), content.slice(0, 80)]);
    await open('#text=nothing');
    const message = await until(() => page.locator('#told').textContent(), (one) => /no text that can be read/.test(one));
    check(/no text that can be read/.test(message), 'an address without a text is told', message);
}

/** Where the module cannot start, the page says why, and shows the text nevertheless. */
async function withoutModule() {
    for (const [what, name, answer, reason] of [
        ['missing', 'vtosca.wasm', { status: 404 }, /404/],
        ['none', 'vtosca.wasm', { status: 200, type: 'application/wasm', body: 'no module' }, /WebAssembly module cannot be loaded/],
        ['missing with its thread', 'server.js', { status: 404 }, /thread/],
    ]) {
        withheld = (asked) => (asked === name ? answer : undefined);
        await open('#example=first-steps.yaml');
        const alert = page.getByRole('alert').filter({ hasText: 'reload the page' });
        const text = await until(() => alert.textContent(), (one) => reason.test(one));
        const shown = await until(() => line('website:').count(), (count) => count > 0);
        check(reason.test(text) && shown > 0, `a module that is ${what} is told, beside the text`, text);
    }
    await screenshot('without-module');
    // a web server that does not know the type
    withheld = (asked) => (asked === 'vtosca.wasm'
        ? { status: 200, body: fs.readFileSync(path.join(site, 'playground/vtosca.wasm')) } : undefined);
    await open('#example=first-steps.yaml');
    const signs = await until(() => row('node.cache'), (all) => all.length === 3);
    check(signs.length === 3, 'the module starts from a web server that does not know its type', signs);
    withheld = () => undefined;
}

/** Milliseconds from nothing to the answer of `initialize`, the thread and the fetching of the module in them; several times. */
async function startTimes() {
    const times = [];
    for (let i = 0; i < 7; i++) {
        await page.goto('about:blank');
        await page.goto(`${address}/#example=first-steps.yaml`);
        await page.locator('body[data-ready]').waitFor();
        times.push(await page.evaluate(() => performance.getEntriesByName('vtosca start')[0].duration));
    }
    console.log(`     start to the answer of initialize: ${times.map((time) => time.toFixed(0)).join(', ')} ms`);
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
    const cover = page.locator('#space ul').filter({ has: page.getByRole('button', { name: 'Try visitors' }) }).last();
    await becomes('and which presets show every condition both ways', () => cover.getByRole('button').count(), (count) => count === 2);
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
}

async function thousandNodes() {
    await open('#example=first-steps.yaml');
    const isolated = await page.evaluate(() => [self.crossOriginIsolated, typeof SharedArrayBuffer]);
    check(isolated.join() === 'false,undefined', 'all this needs no shared memory', isolated);
    const head = (await page.evaluate(() => fetch('examples/first-steps.yaml').then((answer) => answer.text()))).split('\n');
    const many = Array.from({ length: 1000 }, (_, i) =>
        `        node_${i}:\n            type: demo.Service\n            conditions: {logic_expression: many_visitors}`);
    const large = [...head, ...many].join('\n');
    await page.locator('#file').setInputFiles({ name: 'large.yaml', mimeType: 'text/yaml', buffer: Buffer.from(large) });
    const start = Date.now();
    let signs = await until(() => row('node.node_400'), (all) => all.length === 3);
    console.log(`     1,000 nodes are there after ${Date.now() - start} ms`);
    check(signs.join('') === '✗✗✓', 'a template of 1,000 nodes works', signs);
    for (let shown = 500; shown < 1500; shown += 500) {
        await page.locator('#presence > button').click();
        await until(() => page.locator('#presence tbody tr').count(), (count) => count > shown);
    }
    signs = await until(() => row('node.node_999'), (all) => all.length === 3);
    check(signs.join?.('') === '✗✗✓', 'all its rows can be seen', signs);
    await toLine('many_visitors: {greater');
    for (let i = 0; i < '10000]}'.length; i++) {
        await page.keyboard.press('Backspace');
    }
    const typed = Date.now();
    await page.keyboard.type('10]}');
    signs = await until(() => row('node.node_400'), (all) => all.join?.('') === '✓✓✓');
    console.log(`     presence of 1,000 nodes follows after ${Date.now() - typed} ms`);
    check(signs.join?.('') === '✓✓✓', 'presence of 1,000 nodes follows what is typed', signs);
}

/** Whether an address is that of a page of the site, and of a place in it. */
function leadsSomewhere(href) {
    const { origin, pathname, hash } = new URL(href);
    const file = path.join(site, pathname);
    return origin === host && fs.existsSync(file) && (!hash || fs.readFileSync(file, 'utf8').includes(`id="${hash.slice(1)}"`));
}

/** The page and its messages lead to the documentation. */
async function links() {
    await open('#example=failing-preset.yaml');
    const pages = await page.locator('#documentation').evaluate((link) => link.href);
    check(leadsSomewhere(pages), 'the page leads to the documentation', pages);
    const code = page.locator('.monaco-hover a.code-link').first();
    const href = async () => {
        if (!(await code.isVisible())) {
            await page.locator('#problems button').first().click(); // goes to it
            await page.keyboard.press('Control+K');
            await page.keyboard.press('Control+I');
            await code.waitFor({ timeout: 5000 });
        }
        return code.evaluate((link) => link.href);
    };
    await page.locator('#tab-problems').click();
    await becomes('a message leads to what is said about its code', href,
        (found) => /diagnostics\.html#./.test(found) && leadsSomewhere(found));
}

function foreigners() {
    check(foreign.length === 0, 'nothing comes from another host', foreign);
}

process.exit(await seen.run([visitor, more, localFiles, withoutModule, thousandNodes, startTimes, links, documentation, foreigners], async () => {
    await browser.close();
    files.close();
}));
