// Beside the editor: presence, topology, what if, the resolved template and problems. What is not in front is not asked for.
import { Connection } from './connection';

const ownVariant = 'what if';
const signs: Record<string, string> = { present: '✓', absent: '✗', depends: '?', error: '!' };
const step = 500; // rows
const byId = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;

function element<K extends keyof HTMLElementTagNameMap>(name: K, text = '', className = ''): HTMLElementTagNameMap[K] {
    const made = document.createElement(name);
    made.textContent = text;
    made.className = className;
    return made;
}

interface InputOfTemplate {
    name: string;
    type: string;
    description?: string;
    values?: unknown[];
    minimum?: number;
    maximum?: number;
}

export class Views {
    private readonly tabs = [...document.querySelectorAll<HTMLButtonElement>('[role=tab]')];
    private readonly layout = new Worker('layout.js');
    private readonly chooser = byId<HTMLSelectElement>('variant');
    private asked = 0;
    private assigned: Record<string, unknown> = {};
    private mostRows = step;
    /** A drawing takes long where there are many nodes: while one is made, only the last that is wanted waits. */
    private draws = false;
    private nextDrawing: string | undefined; // in the language of Graphviz

    constructor(
        private readonly server: Connection,
        private readonly textDocument: { uri: string },
        private readonly reveal: (range: unknown) => void,
    ) {
        this.tabs.forEach((tab, i) => {
            tab.onclick = () => this.select(tab);
            tab.onkeydown = ({ key }) => {
                const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
                if (step) {
                    this.select(this.tabs[(i + step + this.tabs.length) % this.tabs.length]);
                }
            };
        });
        this.chooser.onchange = () => void this.activate(this.chooser.value);
        this.layout.onmessage = ({ data }) => {
            this.draws = false;
            byId('topology').innerHTML = data.svg ?? '';
            byId('topology').append(...(data.problem ? [element('p', data.problem, 'failing')] : []));
            this.draw(this.nextDrawing);
        };
    }

    private draw(drawing: string | undefined) {
        this.nextDrawing = drawing;
        if (drawing && !this.draws) {
            this.draws = true;
            this.nextDrawing = undefined;
            this.layout.postMessage(drawing);
        }
    }

    private select(tab: HTMLButtonElement) {
        for (const one of this.tabs) {
            one.setAttribute('aria-selected', String(one === tab));
            one.tabIndex = one === tab ? 0 : -1;
            byId(one.getAttribute('aria-controls')!).hidden = one !== tab;
        }
        tab.focus();
        void this.refresh();
    }

    private isInFront(id: string) {
        return !byId(id).hidden;
    }

    private ask(method: string, params = {}) {
        return this.server.ask(method, { textDocument: this.textDocument, ...params });
    }

    private async activate(variant: string) {
        await this.server.ask('workspace/executeCommand', {
            command: 'vtosca.setActiveVariant',
            arguments: [this.textDocument.uri, variant],
        });
        await this.refresh();
    }

    /** Another template: what was assigned is of the one before. */
    forget() {
        this.assigned = {};
        this.mostRows = step;
        byId('whatif').replaceChildren();
    }

    /** An answer that an edit has overtaken is left: the next one is on its way. */
    async refresh() {
        const number = ++this.asked;
        try {
            const { active, variants, inputs } = await this.ask('vtosca/variants');
            if (number !== this.asked) {
                return;
            }
            this.chooser.replaceChildren(...variants.map(({ name }: { name: string }) => new Option(name, name)));
            this.chooser.value = active ?? '';
            if (this.isInFront('presence')) {
                await this.presence(number);
            }
            if (this.isInFront('topology')) {
                const { text } = await this.ask('vtosca/graph', { format: 'dot' });
                this.draw(text);
            }
            if (this.isInFront('resolved')) {
                const { text, error } = await this.ask('vtosca/resolved');
                byId('resolved').replaceChildren(text ? element('pre', text) : element('p', error, 'failing'));
            }
            if (this.isInFront('space')) {
                this.space(await this.ask('vtosca/space'), await this.ask('vtosca/cover'), await this.ask('vtosca/coverage'));
            }
            if (this.isInFront('whatif')) {
                this.whatIf(inputs, variants.find(({ name }: { name: string }) => name === active)?.inputs ?? {});
            }
        } catch {
            // overtaken, or no template
        }
    }

    private async presence(number: number) {
        const { active, variants, elements, kinds } = await this.ask('vtosca/presence', { flat: true, limit: this.mostRows });
        if (number !== this.asked) {
            return;
        }
        const table = element('table');
        const head = table.createTHead().insertRow();
        head.append(element('td'));
        for (const { name } of variants) {
            const cell = element('th', name, name === active ? 'active' : '');
            cell.scope = 'col';
            head.append(cell);
        }
        const body = table.createTBody();
        for (const one of elements) {
            const row = body.insertRow();
            const name = element('th');
            name.scope = 'row';
            name.append(this.place(one.id, one.range));
            row.append(name);
            for (const variant of variants) {
                const presence = one.presence[variant.name];
                const cell = element('td', signs[presence], `${presence} ${variant.name === active ? 'active' : ''}`);
                cell.setAttribute('aria-label', presence);
                row.append(cell);
            }
        }
        const failing = variants
            .filter(({ error }: { error?: string }) => error)
            .map(({ name, error }: { name: string; error: string }) => element('p', `⚠ ${name}: ${error}`, 'failing'));
        const all = kinds.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
        byId('presence').replaceChildren(...failing, table, ...this.more(elements.length, all));
    }

    /** A button for the next rows, if there are more. */
    private more(shown: number, all: number) {
        const button = element('button', `${shown} of ${all} elements: show more`);
        button.type = 'button';
        button.onclick = () => {
            this.mostRows += step;
            void this.refresh();
        };
        return shown < all ? [button] : [];
    }

    /** A button that leads to a place in the text. */
    private place(text: string, range: unknown) {
        const button = element('button', text);
        button.type = 'button';
        button.onclick = () => this.reveal(range);
        return button;
    }

    /** A button that makes the variant of one's own of inputs that show something. */
    private trial(inputs: Record<string, unknown> | undefined) {
        const words = Object.entries(inputs ?? {}).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
        const button = element('button', `Try ${words.join(', ')}`);
        button.type = 'button';
        button.onclick = () => {
            this.assigned = { ...inputs };
            byId('whatif').replaceChildren(); // it shows them
            this.configure();
        };
        return words.length > 0 ? [button] : [];
    }

    /** What can become of the template under all values of its inputs, which presets show it, and what those there are leave out. */
    private space({ assignments, failing, distinct, elements, failures }: any, cover: any, { conditions }: any) {
        const whole = (number: number) => (number < 1e15 ? `${number}` : number < Infinity ? `about ${number.toPrecision(3)}` : 'countless');
        const count = ({ count: number, exact }: any) => `${exact ? '' : 'at least '}${whole(number)}`;
        const item = (text: string, ...more: HTMLElement[]) => {
            const made = element('li', `${text} `);
            made.append(...more);
            return made;
        };
        const list = (title: string, items: HTMLElement[]) => {
            const made = element('ul');
            made.append(...items);
            return items.length > 0 ? [element('h2', title), made] : [];
        };
        byId('space').replaceChildren(
            element('p', `${whole(assignments)} combinations of inputs: ${count(failing)} fail, the others come to ${count(distinct)} different results.`),
            ...list('Fails', failures.map(({ message, inputs }: any) => item(message, ...this.trial(inputs)))),
            ...list('Present', elements.filter(({ id, when }: any) => when !== 'always' && !id.startsWith('type.')).map(({ id, when, condition, present }: any) =>
                item(`${id}: ${condition ?? when}`, ...this.trial(present)))),
            ...list('Presets that take every condition both ways', cover.presets.map(({ inputs, fails }: any) =>
                item(fails ? `Fails: ${fails}` : '', ...this.trial(inputs)))),
            ...list('Not taken both ways by the presets and tests there are', conditions.filter(({ seen, part }: any) => seen !== 'both' && !part).map(
                ({ element: id, condition, seen, range }: any) => item(
                    `${seen === 'none' ? 'never looked at' : `always ${seen}`}:`, this.place(`${id ? `${id}: ` : ''}${condition}`, range)))),
        );
    }

    private field(input: InputOfTemplate, value: unknown) {
        const values = input.values ?? (input.type === 'boolean' ? [false, true] : undefined);
        const field = values ? element('select') : element('input');
        if (field instanceof HTMLSelectElement) {
            values!.forEach((one) => field.add(new Option(String(one), JSON.stringify(one))));
            field.value = JSON.stringify(value);
        } else {
            field.type = ['integer', 'float', 'number'].includes(input.type) ? 'number' : 'text';
            field.value = typeof value === 'string' ? value : JSON.stringify(value ?? '');
            field.min = String(input.minimum ?? '');
            field.max = String(input.maximum ?? '');
        }
        field.onchange = () => {
            const isText = field instanceof HTMLInputElement && field.type === 'text';
            this.assigned[input.name] = isText ? field.value : JSON.parse(field.value || 'null');
            this.configure();
        };
        return field;
    }

    /** The form stays as it is while values are chosen. */
    private whatIf(inputs: InputOfTemplate[], values: Record<string, unknown>) {
        const panel = byId('whatif');
        const names = inputs.map(({ name }) => name).join();
        if (panel.dataset.names === names && panel.childElementCount > 0) {
            return;
        }
        panel.dataset.names = names;
        panel.replaceChildren(
            element('p', 'Values of variability inputs, for a variant of your own:'),
            ...inputs.map((input) => {
                const label = element('label', input.name);
                label.title = input.description ?? '';
                label.append(this.field(input, { ...values, ...this.assigned }[input.name]));
                return label;
            }),
        );
        this.assigned = { ...values, ...this.assigned };
    }

    private configure() {
        this.server.notify('workspace/didChangeConfiguration', {
            settings: {
                vtosca: { presenceNotifications: true, variants: [{ name: ownVariant, inputs: this.assigned }] },
            },
        });
        void this.activate(ownVariant);
    }

    problems(diagnostics: any[]) {
        const told = diagnostics.filter(({ severity }) => severity <= 2);
        const list = element('ul');
        for (const { message, range } of told) {
            const item = element('li');
            item.append(this.place(`${range.start.line + 1}: ${message}`, range));
            list.append(item);
        }
        byId('problems').replaceChildren(told.length > 0 ? list : element('p', 'No problems'));
        byId('tab-problems').textContent = told.length > 0 ? `Problems (${told.length})` : 'Problems';
    }
}
