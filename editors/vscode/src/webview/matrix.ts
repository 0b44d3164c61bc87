// The page of the Matrix view: elements by variants, and what variability inputs do. It holds the rows that
// have been seen and asks for those that come into sight.
import type { FromMatrix, MatrixQuery, MatrixRow, MatrixTable, ToMatrix } from './messages';
import { hostOf, make } from './page';

const host = hostOf<FromMatrix>();
const rowHeight = 22;
const chunk = 100;
const tried = 'what if';
const marks = { present: '✓', absent: '✗', depends: '?', error: '!' };

type Line = { heading: string; count: number } | { index: number };

let table: MatrixTable | undefined;
let query: MatrixQuery = {};
let kinds: { kind: string; count: number }[] = [];
let rows: (MatrixRow | undefined)[] = [];
let lines: Line[] = [];
let areOld = false; // the rows, which stay, and can be clicked, until others come
let pending = new Set<number>();
const folded = new Set<string>();
const known = new Set<string>(); // kinds that are folded no more by themselves
let cursor = { line: 0, column: 0 };

/* ---- the controls ---- */

let typing: number | undefined;
const search = make('input', {
    type: 'search',
    placeholder: 'Search',
    'aria-label': 'Search elements',
    oninput: () => {
        clearTimeout(typing);
        typing = window.setTimeout(() => ask({ search: search.value.trim() || undefined }), 120);
    },
});
const differing = make('input', {
    type: 'checkbox',
    onchange: () => ask({ filter: differing.checked ? 'differing' : undefined, variant: undefined }),
});
const whatIf = make('button', { 'aria-expanded': 'false', onclick: () => toggleInputs() }, 'What if …');
const note = make('span', { class: 'note', role: 'status' });
const inputs = make('form', { class: 'inputs', hidden: true, onsubmit: (event: Event) => event.preventDefault() });
const head = make('div', { class: 'head', role: 'row' });
const sticky = make('div', { class: 'row heading sticky', 'aria-hidden': 'true' });
const body = make('div', { class: 'body', role: 'rowgroup' });
const grid = make(
    'div',
    { class: 'grid', role: 'grid', tabindex: 0, 'aria-label': 'Presence of elements by variants', onkeydown: key },
    make('div', { class: 'heads' }, head, sticky),
    body,
);

document.body.append(
    make(
        'header',
        {},
        search,
        make('label', { title: 'Only what is not the same under all variants' }, differing, 'Only what differs'),
        whatIf,
        note,
    ),
    inputs,
    grid,
);
grid.addEventListener('scroll', () => render());
grid.addEventListener('click', click);
window.addEventListener('resize', () => render());

/* ---- rows ---- */

function ask(change: Partial<MatrixQuery> = {}) {
    query = JSON.parse(JSON.stringify({ ...query, ...change })) as MatrixQuery;
    areOld = true;
    pending = new Set();
    askFor(0);
}

function askFor(index: number) {
    const offset = Math.floor(index / chunk) * chunk;
    if (!pending.has(offset)) {
        pending.add(offset);
        host.postMessage({ ask: { query, offset, limit: chunk } });
    }
}

/** Headings, and the rows of the kinds that are not folded. */
function arrange() {
    lines = [];
    let index = 0;
    for (const { kind, count } of kinds) {
        if (!known.has(kind)) {
            known.add(kind);
            if (kind === 'type' || kind === 'technology') {
                folded.add(kind); // of interest to few
            }
        }
        lines.push({ heading: kind, count });
        if (!folded.has(kind)) {
            for (let i = 0; i < count; i++) {
                lines.push({ index: index + i });
            }
        }
        index += count;
    }
    note.textContent = `${index} element${index === 1 ? '' : 's'}`;
    cursor.line = Math.max(0, Math.min(cursor.line, lines.length - 1));
}

const plural = (kind: string) => (kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`);

function headingOf(line: Extract<Line, { heading: string }>): (Node | string)[] {
    return [
        make('span', { class: 'twistie' }, folded.has(line.heading) ? '▸' : '▾'),
        plural(line.heading),
        make('span', { class: 'count' }, String(line.count)),
    ];
}

function fold(kind: string) {
    if (!folded.delete(kind)) {
        folded.add(kind);
    }
    arrange();
    render();
}

function rowOf(line: Line, number: number): HTMLElement {
    const top = `top: ${number * rowHeight}px`;
    if ('heading' in line) {
        return make(
            'div',
            {
                class: `row heading${number === cursor.line ? ' current' : ''}`,
                role: 'row',
                'aria-rowindex': number + 2,
                'aria-expanded': String(!folded.has(line.heading)),
                'data-line': number,
                style: top,
            },
            ...headingOf(line),
        );
    }
    const row = rows[line.index];
    const isCurrent = (column: number) => number === cursor.line && column === cursor.column;
    const cells = (table?.variants ?? []).map(({ name }, i) => {
        const presence = row?.presence[name];
        return make(
            'div',
            {
                class: `cell ${presence ?? ''}${name === table?.active ? ' active' : ''}${isCurrent(i + 1) ? ' current' : ''}`,
                role: 'gridcell',
                title: row && `${row.display}: ${presence} under ${name}. Click to see why.`,
                'aria-label': row && `${name}: ${presence}`,
                'data-column': i + 1,
            },
            presence ? marks[presence] : '',
        );
    });
    return make(
        'div',
        {
            class: `row${number === cursor.line ? ' current' : ''}`,
            role: 'row',
            'aria-rowindex': number + 2,
            'data-line': number,
            style: top,
        },
        make(
            'div',
            {
                class: `name${row?.isInner ? ' inner' : ''}${isCurrent(0) ? ' current' : ''}`,
                role: 'rowheader',
                title: row && `${row.display}. Click to go there.`,
                'data-column': 0,
            },
            row ? (row.isInner ? row.display : row.name) : '…',
        ),
        ...cells,
    );
}

/** What Enter and a click do: a heading folds, a name leads to its place, a mark is explained. */
function act() {
    const line = lines[cursor.line];
    if (line && 'heading' in line) {
        fold(line.heading);
    } else if (line && rows[line.index]) {
        const { id } = rows[line.index]!;
        host.postMessage(cursor.column === 0 ? { reveal: id } : { explain: id });
    }
}

/** Rows may be drawn anew while the button is down: what counts is where it goes up. */
function click({ clientX, clientY }: MouseEvent) {
    const target = document.elementFromPoint(clientX, clientY);
    const row = target?.closest<HTMLElement>('.body [data-line]');
    if (row) {
        cursor = {
            line: Number(row.dataset.line),
            column: Number(target?.closest<HTMLElement>('[data-column]')?.dataset.column ?? cursor.column),
        };
        render();
        act();
    }
}

/** Draws the rows in sight, and asks for those of them that are not here. */
function render() {
    const count = Math.ceil(grid.clientHeight / rowHeight) + 2;
    const first = Math.max(0, Math.floor(grid.scrollTop / rowHeight) - 1);
    const seen = lines.slice(first, first + count);
    body.style.height = `${lines.length * rowHeight}px`;
    body.replaceChildren(...seen.map((line, i) => rowOf(line, first + i)));
    grid.setAttribute('aria-rowcount', String(lines.length + 1));
    for (const line of seen) {
        if ('index' in line && !rows[line.index]) {
            askFor(line.index);
        }
    }
    const top = Math.floor(grid.scrollTop / rowHeight);
    const heading = lines.slice(0, top + 1).findLast((line) => 'heading' in line);
    sticky.hidden = !heading || grid.scrollTop === 0;
    if (heading && 'heading' in heading) {
        sticky.replaceChildren(...headingOf(heading));
        sticky.onclick = () => fold(heading.heading);
    }
}

function renderHead() {
    const variants = table?.variants ?? [];
    const template = `minmax(16em, 1fr) repeat(${variants.length}, minmax(3.5em, max-content))`;
    // all rows have the columns of the head, whose words are the widest
    head.style.gridTemplateColumns = template;
    head.replaceChildren(
        make('div', { class: 'name', role: 'columnheader' }, 'Element'),
        ...variants.map((variant) =>
            make(
                'div',
                {
                    class: `cell${variant.name === table?.active ? ' active' : ''}${variant.error ? ' error' : ''}`,
                    role: 'columnheader',
                    'aria-sort': 'none',
                },
                make(
                    'button',
                    {
                        title: [variant.label, variant.description, variant.error, `${variant.present} present, ${variant.absent} absent`]
                            .filter(Boolean)
                            .join('\n') + '\nClick to make it the active variant.',
                        onclick: () => host.postMessage({ activate: variant.name }),
                    },
                    variant.name,
                ),
                ...(variant.isTried
                    ? [make('button', { class: 'dismiss', title: 'Dismiss', 'aria-label': `Dismiss ${variant.name}`, onclick: () => host.postMessage({ dismiss: variant.name }) }, '×')]
                    : []),
            ),
        ),
    );
    const widths = [...head.children].slice(1).map((cell) => `${Math.ceil(cell.getBoundingClientRect().width)}px`);
    const columns = `minmax(16em, 1fr) ${widths.join(' ')}`;
    head.style.gridTemplateColumns = columns;
    document.documentElement.style.setProperty('--columns', columns);
}

/* ---- keys ---- */

function key(event: KeyboardEvent) {
    const page = Math.max(1, Math.floor(grid.clientHeight / rowHeight) - 2);
    const steps: Record<string, [number, number]> = {
        ArrowDown: [1, 0],
        ArrowUp: [-1, 0],
        PageDown: [page, 0],
        PageUp: [-page, 0],
        Home: [event.ctrlKey ? -lines.length : 0, -Infinity],
        End: [event.ctrlKey ? lines.length : 0, Infinity],
        ArrowRight: [0, 1],
        ArrowLeft: [0, -1],
    };
    const step = steps[event.key];
    if (event.target instanceof HTMLButtonElement) {
        return;
    }
    if (step) {
        cursor = {
            line: Math.max(0, Math.min(lines.length - 1, cursor.line + step[0])),
            column: Math.max(0, Math.min(table?.variants.length ?? 0, cursor.column + step[1])),
        };
        reveal(cursor.line);
    } else if (event.key === 'Enter' || event.key === ' ') {
        act();
    } else if (event.key === '/') {
        search.focus();
    } else {
        return;
    }
    event.preventDefault();
}

function reveal(line: number) {
    const heads = 2 * rowHeight;
    const top = line * rowHeight;
    if (top < grid.scrollTop + rowHeight) {
        grid.scrollTop = Math.max(0, top - rowHeight);
    } else if (top + rowHeight > grid.scrollTop + grid.clientHeight - heads) {
        grid.scrollTop = top + rowHeight + heads - grid.clientHeight;
    }
    render();
}

/* ---- what if ---- */

/** What the controls say differs from the active variant. */
let changed: Record<string, unknown> = {};

const base = () =>
    table?.variants.find(({ name }) => name === tried)?.inputs ??
    table?.variants.find(({ name }) => name === table?.active)?.inputs ??
    {};

function set(name: string, value: unknown) {
    changed = { ...base(), ...changed, [name]: value };
    host.postMessage({ try: { name: tried, inputs: changed } });
}

function controlOf(input: MatrixTable['inputs'][number]): HTMLElement[] {
    const { name: id } = input;
    const value = id in changed ? changed[id] : base()[id];
    if (input.type === 'boolean') {
        const box = make('input', { type: 'checkbox', id: `input-${id}`, onchange: () => set(id, box.checked) });
        box.checked = value === true || value === 'true';
        return [box];
    }
    if (input.values && input.values.length > 0) {
        const select = make(
            'select',
            { id: `input-${id}`, onchange: () => set(id, input.values![select.selectedIndex - 1]) },
            make('option', { disabled: true }, '—'),
            ...input.values.map((choice) => make('option', {}, String(choice))),
        );
        select.selectedIndex = input.values.findIndex((choice) => String(choice) === String(value)) + 1;
        return [select];
    }
    if (['integer', 'float', 'range'].includes(input.type)) {
        const step = input.type === 'integer' ? 1 : 'any';
        const has = input.minimum !== undefined && input.maximum !== undefined;
        const box = make('input', {
            type: 'number', id: `input-${id}`, step, min: input.minimum, max: input.maximum, value,
            onchange: () => box.value !== '' && set(id, box.valueAsNumber),
        });
        const slider = make('input', {
            type: 'range', step, min: input.minimum, max: input.maximum, value, 'aria-label': id,
            oninput: () => (box.value = slider.value),
            onchange: () => set(id, slider.valueAsNumber),
        });
        return has ? [box, slider] : [box];
    }
    const box = make('input', {
        type: 'text', id: `input-${id}`, value: value === undefined ? '' : String(value),
        onchange: () => set(id, box.value),
    });
    return [box];
}

function renderInputs() {
    whatIf.hidden = !table || table.inputs.length === 0;
    if (inputs.hidden || inputs.contains(document.activeElement)) {
        return; // controls that are being used stay what they are
    }
    inputs.replaceChildren(
        ...(table?.inputs ?? []).map((input) =>
            make(
                'div',
                { class: 'input', title: input.description },
                make('label', { for: `input-${input.name}` }, input.name),
                ...controlOf(input),
                make('button', { type: 'button', class: 'place', title: 'Go to its definition', onclick: () => host.postMessage({ revealInput: input.name }) }, '↗'),
            ),
        ),
    );
}

function toggleInputs() {
    inputs.hidden = !inputs.hidden;
    whatIf.setAttribute('aria-expanded', String(!inputs.hidden));
    renderInputs();
    render();
}

/* ---- what the host says ---- */

window.addEventListener('message', ({ data }: MessageEvent<ToMatrix>) => {
    if ('table' in data) {
        const isOther = data.table.template !== table?.template;
        table = data.table;
        if (isOther) {
            changed = {};
            cursor = { line: 0, column: 0 };
        }
        if (!table.variants.some((variant) => variant.name === tried)) {
            changed = {};
        }
        renderHead();
        renderInputs();
        ask(isOther ? { filter: undefined, variant: undefined, search: undefined } : {});
        if (isOther) {
            search.value = '';
            differing.checked = false;
            grid.scrollTop = 0;
        }
    } else if ('rows' in data) {
        const { offset, elements } = data.rows;
        if (JSON.stringify(data.rows.query) !== JSON.stringify(query)) {
            return; // of a question that is not asked any more
        }
        kinds = data.rows.kinds;
        if (areOld) {
            rows = [];
            areOld = false;
        }
        elements.forEach((row, i) => (rows[offset + i] = row));
        arrange();
        render();
    } else {
        const line = lines.findIndex((candidate) => 'index' in candidate && candidate.index === data.follow);
        if (line >= 0) {
            cursor.line = line;
            reveal(line);
        }
    }
});
host.postMessage({ ready: true });
