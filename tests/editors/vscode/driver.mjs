// Words for what a user does in VS Code, and for waiting until it shows. Nothing waits for a time.
import fs from 'node:fs';
import path from 'node:path';

/** How long something may take on a busy machine, in milliseconds. */
export const patience = 60000;

export class Driver {
    constructor({ page, workspace, screenshots }) {
        this.page = page;
        this.workspace = workspace;
        this.screenshots = screenshots;
        this.editor = page.locator('.editor-instance .monaco-editor').first();
        this.problems = page.locator('.markers-panel .monaco-list-row');
        this.picks = page.locator('.quick-input-widget .monaco-list-row');
        this.status = page.locator('.statusbar-item').filter({ has: page.locator('.codicon-symbol-enum') });
    }

    line(pattern) {
        return this.editor.locator('.view-line').filter({ hasText: pattern }).first();
    }

    async screenshot(name) {
        fs.mkdirSync(this.screenshots, { recursive: true });
        await this.page.screenshot({ path: path.join(this.screenshots, `${name}.png`), animations: 'disabled' });
    }

    /** Asks until it holds; what it was last either way. A question that waits for what is gone meanwhile is asked again. */
    async until(question, holds, timeout = patience) {
        const end = Date.now() + timeout;
        for (;;) {
            this.page.setDefaultTimeout(2000);
            const value = await question().catch((error) => error);
            this.page.setDefaultTimeout(patience);
            if (holds(value) || Date.now() > end) {
                return value;
            }
            await new Promise((resolve) => setTimeout(resolve, 50));
        }
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

    async command(name) {
        const box = this.page.locator('.quick-input-widget input').first();
        await this.page.keyboard.press('F1');
        await box.waitFor();
        await box.fill(`>${name}`);
        await this.picks.first().filter({ hasText: name }).waitFor();
        await this.page.keyboard.press('Enter');
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

    /** What hovering tells at a place, by key. */
    async hover(place) {
        await this.goTo(place);
        await this.command('Show or Focus Hover');
        const shown = this.page.locator('.monaco-hover:visible .hover-contents').filter({ hasText: /\S/ }).first();
        await shown.waitFor();
        const isRead = (text) => typeof text === 'string' && text.trim() !== '' && !/Loading/.test(text);
        return String(await this.until(() => this.page.locator('.monaco-hover:visible').first().innerText(), isRead));
    }

    /** Of a file of the workspace, as it is saved. */
    lineNumber(text, file = 'web-shop.yaml') {
        const lines = fs.readFileSync(path.join(this.workspace, file), 'utf8').split('\n');
        return lines.findIndex((line) => line.includes(text)) + 1;
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
