// What the tests in browsers share: one line for each thing that was looked at, waiting until it is so, and what there is to see
// where it is not.
import fs from 'node:fs';
import path from 'node:path';

/** How long something may take on a busy machine, in milliseconds. */
export const patience = 180000;

export class Checks {
    passed = 0;
    failed = 0;

    /** `regions` are selectors of what is told of the page, by name. */
    constructor({ page, screenshots, name, regions }) {
        this.page = page;
        this.screenshots = screenshots;
        this.name = name;
        this.regions = regions;
    }

    /** One line for what was looked at, with what was seen if that is wrong. */
    check(holds, what, seen) {
        this[holds ? 'passed' : 'failed']++;
        console.log(`${holds ? 'ok  ' : 'FAIL'} ${what}${holds || seen === undefined ? '' : `: ${JSON.stringify(seen)?.slice(0, 2000)}`}`);
    }

    /** The same of what may take a while: asks until it holds. */
    async becomes(what, question, holds) {
        const seen = await this.until(question, (value) => !(value instanceof Error) && holds(value));
        const isSo = !(seen instanceof Error) && Boolean(holds(seen));
        this.check(isSo, what, seen instanceof Error ? String(seen) : seen);
        if (!isSo) {
            await this.tellState();
        }
        return seen;
    }

    /** What there is to see when something is not as it should be. */
    async tellState() {
        const name = `${this.name}-failure-${this.failed}`;
        await this.screenshot(name).catch((error) => console.log(`     no picture: ${error}`));
        console.log(`     picture: ${path.join(this.screenshots, `${name}.png`)}`);
        for (const [what, selector] of Object.entries(this.regions)) {
            const texts = await this.page.locator(selector).allInnerTexts().catch((error) => [String(error)]);
            console.log(`     ${what}: ${JSON.stringify(texts.filter(Boolean)).slice(0, 1500)}`);
        }
    }

    /** What has been written meanwhile, for whoever looks for the reason of a failure. */
    async tellLogs() {}

    /** Does the steps one after the other, and tells where they end; the exit code of the test. */
    async run(steps, close) {
        try {
            for (const step of steps) {
                console.log(`---- ${this.name}: ${step.name}`);
                await step();
            }
        } catch (error) {
            this.check(false, 'the test comes to its end', String(error.stack).split('\n').slice(0, 12));
            await this.tellState();
        } finally {
            if (this.failed > 0) {
                await this.tellLogs().catch((error) => console.log(`     no log: ${error}`));
            }
            await close();
        }
        console.log(`${this.name}: ${this.passed} passed, ${this.failed} failed`);
        return this.failed === 0 ? 0 : 1;
    }

    async screenshot(name) {
        fs.mkdirSync(this.screenshots, { recursive: true });
        await this.page.screenshot({ path: path.join(this.screenshots, `${name}.png`), animations: 'disabled' });
    }

    /** Asks until it holds; what it was last either way. A question that waits for what is gone meanwhile is asked again. */
    async until(question, holds, timeout = patience) {
        const end = Date.now() + timeout;
        for (;;) {
            this.page.setDefaultTimeout(10000);
            const value = await question().catch((error) => error);
            this.page.setDefaultTimeout(patience);
            if (holds(value) || Date.now() > end) {
                return value;
            }
            await new Promise((resolve) => setTimeout(resolve, 50));
        }
    }
}
