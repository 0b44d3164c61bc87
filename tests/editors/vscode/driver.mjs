// Words for what a user does in VS Code, and for waiting until it shows. Nothing waits for a time.
import fs from 'node:fs';
import path from 'node:path';
import { Checks, patience } from '../checks.mjs';

export { patience } from '../checks.mjs';

export class Driver extends Checks {
    constructor({ page, workspace, screenshots, name }) {
        super({ page, screenshots, name, regions: {
            'status bar': '.statusbar-item',
            notifications: '.notification-list-item',
            tabs: '.tab',
            'quick input': '.quick-input-widget:visible',
            focus: ':focus',
        } });
        this.workspace = workspace;
        this.editor = page.locator('.editor-instance .monaco-editor').first();
        this.problems = page.locator('.markers-panel .monaco-list-row');
        this.picks = page.locator('.quick-input-widget .monaco-list-row');
        this.status = page.locator('.statusbar-item').filter({ has: page.locator('.codicon-symbol-enum') });
    }

    /** The output channel, as far as it is seen. */
    async tellLogs() {
        this.page.setDefaultTimeout(20000);
        await this.page.keyboard.press('Escape');
        await this.command('vtosca: Show the Log');
        const lines = this.page.locator('.output-view .view-line, .panel .view-line');
        await lines.first().waitFor();
        console.log(`---- log\n${(await lines.allInnerTexts()).join('\n')}`);
    }

    /** What the language status tells of the server. */
    async serverStatus() {
        const told = this.page.locator('.hover-language-status').filter({ hasText: 'vtosca' }).first();
        if (!(await told.isVisible())) {
            await this.page.locator('[id="status.languageStatus"] a').first().click();
            await told.waitFor({ timeout: 5000 });
        }
        return told.textContent();
    }

    /** The line of an element with what stands behind it, such as the variants that have it; nothing if it is not in view. */
    async element(name) {
        const lines = await this.editor.locator('.view-line').filter({ hasText: new RegExp(`^\\s*${name}\\W`) }).allTextContents();
        return (lines[0] ?? '').replaceAll('\u00a0', ' ').trim();
    }

    line(pattern) {
        return this.editor.locator('.view-line').filter({ hasText: pattern }).first();
    }

    /** Typed and confirmed by key, as a click can hit a list that is still moving. */
    async pick(question, answer) {
        const box = this.page.locator(`.quick-input-widget input[placeholder*="${question}"]`);
        await box.waitFor();
        await box.fill(answer);
        await this.picks.first().filter({ hasText: answer }).waitFor();
        await this.page.keyboard.press('Enter');
        await box.waitFor({ state: 'hidden' });
    }

    /** The list of commands may be that of the command before, which is about to close: then it is opened again. */
    async command(name) {
        const box = this.page.locator('.quick-input-widget input').first();
        const isOffered = async () => {
            if (!(await box.isVisible())) {
                await this.page.keyboard.press('F1');
                await box.waitFor();
            }
            await box.fill(`>${name}`);
            await this.picks.first().filter({ hasText: name }).waitFor();
            return box.inputValue();
        };
        const value = await this.until(isOffered, (text) => text === `>${name}`);
        if (value !== `>${name}`) {
            throw new Error(`the command "${name}" is not offered: ${value}`);
        }
        await this.page.keyboard.press('Enter');
        await this.until(
            async () => (await box.isVisible()) && (await box.inputValue()) === `>${name}`,
            (isOpen) => isOpen === false,
        );
    }

    /** Completion at the cursor, until what is chosen there is what is wanted; accepts it. */
    async complete(word) {
        const list = this.page.locator('.suggest-widget.visible .monaco-list-row');
        const chosen = list.and(this.page.locator('.focused')).filter({ hasText: word }).first();
        const isChosen = async () => {
            if (!(await list.first().isVisible())) {
                await this.page.keyboard.press('Control+Space');
            }
            await chosen.waitFor({ timeout: 3000 });
            return true;
        };
        if ((await this.until(isChosen, (is) => is === true)) !== true) {
            throw new Error(`"${word}" is not what completion offers first: ${await list.allInnerTexts()}`);
        }
    }

    async activate(variant) {
        await this.status.first().click();
        await this.pick('Fade', variant);
        await this.status.filter({ hasText: variant }).first().waitFor();
    }

    async goTo(place) {
        await this.page.keyboard.press('Control+1');
        await this.command('Go to Line/Column');
        const box = this.page.locator('.quick-input-widget input').first();
        await this.until(() => box.inputValue(), (value) => value === ':');
        await box.fill(`:${place}`);
        await this.page.keyboard.press('Enter');
        await this.page.getByText(`Ln ${String(place).split(':')[0]}, `).first().waitFor();
    }

    /** What hovering tells at a place, by key; again if an answer that comes meanwhile has closed it. */
    async hover(place, holds = (text) => text.trim() !== '') {
        await this.goTo(place);
        const shown = this.page.locator('.monaco-hover:visible').first();
        const read = async () => {
            if (!(await shown.isVisible())) {
                await this.command('Show or Focus Hover');
                await shown.waitFor({ timeout: 5000 });
            }
            return shown.innerText();
        };
        return String(await this.until(read, (text) => typeof text === 'string' && !/Loading/.test(text) && holds(text)));
    }

    /** Of a file of the workspace, as it is saved; which may be written just now. */
    lineNumber(text, file = 'web-shop.yaml') {
        const end = Date.now() + patience;
        for (;;) {
            const lines = fs.readFileSync(path.join(this.workspace, file), 'utf8').split('\n');
            const found = lines.findIndex((line) => line.includes(text)) + 1;
            if (found > 0) {
                return found;
            }
            if (Date.now() > end) {
                throw new Error(`"${text}" is not in ${file}`);
            }
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
        }
    }

    async open(file) {
        const box = this.page.locator('.quick-input-widget input').first();
        await this.page.keyboard.press('Control+P');
        await box.waitFor();
        await box.fill(file);
        const [name, folder] = [path.basename(file), path.dirname(file)];
        await this.picks.first().filter({ hasText: folder === '.' ? name : folder }).waitFor();
        await this.page.keyboard.press('Enter');
        const exactly = new RegExp(`^${name.replaceAll('.', '[.]')}$`); // not web-shop.yaml for shop.yaml
        await this.page.locator('.tab.active').filter({ hasText: exactly }).first().waitFor();
    }

    /** The page of a view, in its two frames. */
    frameWith(selector) {
        return this.until(
            async () => {
                for (const frame of this.page.frames()) {
                    if ((await frame.locator(selector).count().catch(() => 0)) > 0) {
                        return frame;
                    }
                }
                return undefined;
            },
            (frame) => frame !== undefined,
        );
    }

    /** Of a topology: how many nodes are drawn, how many of them are cut, and how wide the room is. */
    drawing(frame) {
        return frame.evaluate(() => {
            const room = document.querySelector('main').getBoundingClientRect();
            const isCut = (shape) => {
                const { left, right, top, bottom } = shape.getBoundingClientRect();
                return left < room.left || right > room.right || top < room.top || bottom > room.bottom;
            };
            const shapes = [...document.querySelectorAll('svg .node')];
            return { drawn: shapes.length, cut: shapes.filter(isCut).length, room: room.width };
        });
    }

    /** The colour of the text that matches, as it is drawn. */
    colourOf(lineText, word) {
        return this.line(lineText)
            .locator('span > span')
            .filter({ hasText: word })
            .last()
            .evaluate((span) => getComputedStyle(span).color);
    }
}

/** How well a colour reads on another one, as WCAG has it. */
export function contrast(one, other) {
    const luminance = (colour) => {
        const [r, g, b] = colour.match(/[\d.]+/g).map((part) => {
            const share = Number(part) / 255;
            return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
}
