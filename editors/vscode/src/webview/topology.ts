// The page of the topology view. Structure is laid out by a worker, and once; presence is style alone.
import type { LayoutAnswer } from './layout';
import type { DrawnEdge, DrawnGraph, DrawnNode, FromTopology, ToTopology } from './messages';
import { hostOf, make } from './page';
import { largest, Scene, sceneOf, Wish } from './scene';

const host = hostOf<FromTopology>();
const smallestScale = 0.1;
const readableScale = 0.6;
const largestScale = 4;
const pixels = 4 / 3; // of a point
const kept = 8; // layouts
const usual = 2; // steps from the chosen node, in a large graph

interface State extends Wish {
    template?: string;
    scale?: number; // undefined: the window decides
}

const state: State = { overview: false, hideAbsent: false, ...(host.getState() as object | undefined) };
const layouts = new Map<string, string[]>();
let graph: DrawnGraph | undefined;
let scene: Scene | undefined;
let drawn = ''; // key of the layout that is shown, with its direction
let wanted = '';
let worker: Promise<Worker> | undefined;
let busy = false;
/** What is drawn where the user leaves it to the window: one of these, the first that can be read as a whole. */
const reaches: Pick<Wish, 'distance' | 'most'>[] = [
    {}, { distance: usual }, { distance: 1 }, { distance: 1, most: 8 }, { distance: 1, most: 5 }, { distance: 1, most: 3 },
];
let reach = 0;

/* ---- the controls ---- */

const variants = make('select', {
    title: 'Active variant',
    'aria-label': 'Active variant',
    onchange: () => host.postMessage({ activate: variants.value }),
});
const matches = make('datalist', { id: 'names' });
const search = make('input', {
    type: 'search',
    placeholder: 'Find a node',
    'aria-label': 'Find a node',
    list: 'names',
    oninput: () => mark(),
    onkeydown: (event: KeyboardEvent) => event.key === 'Enter' && goToMatch(),
});
const overview = make('input', { type: 'checkbox', onchange: () => wish({ overview: overview.checked }) });
const overviewLabel = make('label', { title: 'Nodes of the same type are drawn as one' }, overview, 'Types');
const hide = make('input', { type: 'checkbox', onchange: () => wish({ hideAbsent: hide.checked }) });
const distance = make('input', {
    type: 'range',
    min: 1,
    max: 5,
    title: 'How far from the chosen node',
    'aria-label': 'How far from the chosen node',
    oninput: () => wish({ distance: distance.valueAsNumber }),
});
const note = make('span', { class: 'note', role: 'status' });
const main = make('main');

document.body.append(
    make(
        'header',
        {},
        variants,
        search,
        matches,
        make('label', { title: 'Draw only what is present' }, hide, 'Hide absent'),
        overviewLabel,
        distance,
        note,
    ),
    main,
    make(
        'nav',
        {},
        make('button', { title: 'Zoom out', onclick: () => zoom(1 / 1.25) }, '−'),
        make('button', { title: 'Zoom in', onclick: () => zoom(1.25) }, '+'),
        make('button', { title: 'Fit the window', onclick: fit }, 'Fit'),
    ),
);

function save() {
    host.setState(state);
}

function wish(change: Partial<State>) {
    Object.assign(state, change);
    save();
    show();
}

/* ---- the drawing ---- */

const drawing = () => main.querySelector('svg');

/** A worker of a page must be of the page's own origin. */
async function startWorker(): Promise<Worker> {
    const source = await (await fetch(document.body.dataset.layout!)).blob();
    const started = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
    started.onmessage = ({ data }: MessageEvent<LayoutAnswer>) => {
        busy = false;
        if (data.drawings) {
            layouts.set(data.key, data.drawings);
            for (const old of [...layouts.keys()].slice(0, -kept)) {
                layouts.delete(old);
            }
        }
        if (data.key === wanted) {
            draw(data.error);
        }
    };
    return started;
}

/** What is still being laid out for another structure is given up. */
async function layOut(request: { nodes: Scene['nodes']; edges: Scene['edges'] }) {
    if (busy) {
        void worker?.then((old) => old.terminate());
        worker = undefined;
    }
    busy = true;
    worker ??= startWorker();
    const key = wanted;
    const ready = await worker;
    if (key === wanted) {
        ready.postMessage({ key, ...request });
    }
}

const isLarge = () => graph!.nodes.length > largest;

function show() {
    if (!graph) {
        return;
    }
    const { distance: steps = isLarge() ? usual : undefined, most } = state.distance ? state : reaches[reach];
    scene = sceneOf(graph, { ...state, distance: steps, most });
    overview.checked = state.overview;
    hide.checked = state.hideAbsent;
    distance.valueAsNumber = steps ?? Number(distance.max);
    overviewLabel.hidden = graph.nodes.length < 20;
    distance.hidden = (!isLarge() && scene.hidden === 0 && state.distance === undefined) || state.overview;
    const { nodes, edges } = scene;
    wanted = JSON.stringify([nodes, edges]);
    if (layouts.has(wanted)) {
        draw();
    } else {
        note.textContent = 'Drawing …';
        main.setAttribute('aria-busy', 'true');
        void layOut({ nodes, edges });
    }
}

const lengthOf = (svg: string, name: string) => Number(new RegExp(`<svg[^>]*\\b${name}="([\\d.]+)`).exec(svg)?.[1]) || 1;

/** Of the two directions, the one that can be larger in the window. */
function betterOf(drawings: string[]): number {
    const scales = drawings.map((svg) =>
        Math.min(main.clientWidth / lengthOf(svg, 'width'), main.clientHeight / lengthOf(svg, 'height')),
    );
    return scales[1] > scales[0] * 1.15 ? 1 : 0;
}

function draw(error?: string) {
    main.removeAttribute('aria-busy');
    note.textContent =
        error ?? (scene!.hidden > 0 ? `${scene!.nodes.length} of ${scene!.nodes.length + scene!.hidden} nodes` : '');
    const drawings = layouts.get(wanted);
    if (!drawings) {
        return;
    }
    const direction = betterOf(drawings);
    if (state.distance === undefined && state.scale === undefined && !fits(drawings[direction]) && drawLess()) {
        return;
    }
    const key = `${direction}${wanted}`;
    if (key !== drawn || !drawing()) {
        drawn = key;
        const text = drawings[direction];
        main.innerHTML = text.slice(text.indexOf('<svg'));
        const svg = drawing()!;
        svg.dataset.width = String(svg.viewBox.baseVal.width * pixels);
        svg.dataset.height = String(svg.viewBox.baseVal.height * pixels);
        for (const shape of shapes()) {
            shape.setAttribute('tabindex', '0');
            shape.setAttribute('role', 'button');
            shape.addEventListener('click', () => choose(shape.id));
            shape.addEventListener('keydown', (event) => (event as KeyboardEvent).key === 'Enter' && choose(shape.id));
        }
        resize();
    }
    style();
    centre();
}

/** The scale at which all of a drawing of this size is seen. */
const wholeScale = (width: number, height: number) =>
    Math.min((main.clientWidth - 32) / width, (main.clientHeight - 32) / height);

/** Whether a drawing can be read as a whole. */
const fits = (svg: string) =>
    wholeScale(lengthOf(svg, 'width') * pixels, lengthOf(svg, 'height') * pixels) >= readableScale;

/** Draws what is nearest to the chosen node; false if there is nothing to leave out. */
function drawLess(): boolean {
    if (state.overview || reach + 1 >= reaches.length || scene!.nodes.length < 2) {
        return false;
    }
    reach++;
    show();
    return true;
}

const shapes = () => main.querySelectorAll<SVGGElement>('.node, .edge');

/** Presence as classes, and in words for whoever points there. */
function style() {
    const elements = new Map<string, DrawnNode | DrawnEdge>(
        [...graph!.nodes, ...graph!.edges].map((element) => [element.id, element]),
    );
    for (const shape of shapes()) {
        const members = scene!.clusters.get(shape.id);
        const element = members ? undefined : elements.get(shape.id);
        const presence = members
            ? members.some((member) => member.presence === 'present') ? 'present' : 'absent'
            : (element?.presence ?? 'present');
        shape.classList.remove('present', 'absent', 'depends', 'error');
        shape.classList.add(presence);
        shape.classList.toggle('chosen', shape.id === state.focus);
        const title = shape.querySelector('title') ?? shape.appendChild(document.createElementNS(shape.namespaceURI, 'title'));
        const type = element && 'type' in element && element.type ? `: ${element.type}` : '';
        title.textContent = members
            ? members.map((member) => `${member.name} (${member.presence})`).slice(0, 30).join('\n')
            : `${element?.name ?? ''}${type}\n${presence} under ${graph!.active ?? 'no variant'}` +
              (element?.summary ? `\n${element.summary}` : '\npresent under all variants');
        shape.setAttribute('aria-label', title.textContent);
    }
    mark();
}

function choose(id: string) {
    const members = scene?.clusters.get(id);
    if (members) {
        wish({ overview: false, focus: members[0].id });
    } else if (scene?.nodes.some((node) => node.id === id) || scene?.edges.some((edge) => edge.id === id)) {
        host.postMessage({ reveal: id });
    }
}

/* ---- finding ---- */

const found = () => {
    const text = search.value.trim().toLowerCase();
    return text ? (graph?.nodes ?? []).filter(({ name }) => name.toLowerCase().includes(text)) : [];
};

function mark() {
    const ids = new Set(found().map(({ id }) => id));
    for (const shape of shapes()) {
        shape.classList.toggle('found', ids.has(shape.id));
    }
}

function goToMatch() {
    const all = found();
    const next = all[(all.findIndex(({ id }) => id === state.focus) + 1) % all.length];
    if (next) {
        wish({ focus: next.id, overview: false });
        centre(true);
    }
}

/** Of a drawing that is larger than the window, the chosen node is what is seen. */
function centre(always = false) {
    const shape = [...shapes()].find(({ id }) => id === state.focus);
    for (const other of shapes()) {
        other.classList.toggle('chosen', other === shape);
    }
    const box = shape?.getBoundingClientRect();
    const room = main.getBoundingClientRect();
    const isSeen = box && box.left >= room.left && box.right <= room.right && box.top >= room.top && box.bottom <= room.bottom;
    if (shape && (always || !isSeen)) {
        shape.scrollIntoView({ block: 'center', inline: 'center' });
    }
}

/* ---- size ---- */

/** All of a drawing, but for one that could not be read then. */
function fitting(svg: SVGSVGElement): number {
    const whole = wholeScale(Number(svg.dataset.width), Number(svg.dataset.height));
    return Math.max(readableScale, Math.min(1.4, whole));
}

function resize() {
    const svg = drawing();
    if (svg) {
        const factor = state.scale ?? fitting(svg);
        svg.setAttribute('width', String(Number(svg.dataset.width) * factor));
        svg.setAttribute('height', String(Number(svg.dataset.height) * factor));
    }
}

/** The point of the drawing below (x, y) stays there. */
function zoom(factor: number, x = window.innerWidth / 2, y = window.innerHeight / 2) {
    const svg = drawing();
    if (!svg) {
        return;
    }
    const before = svg.getBoundingClientRect();
    state.scale = Math.min(largestScale, Math.max(smallestScale, (state.scale ?? fitting(svg)) * factor));
    save();
    resize();
    const after = svg.getBoundingClientRect();
    main.scrollBy(
        after.left + ((x - before.left) / before.width) * after.width - x,
        after.top + ((y - before.top) / before.height) * after.height - y,
    );
}

/** What the window decides, anew: how much is drawn, and how large. */
function fitWindow() {
    reach = 0;
    show();
    resize();
    centre();
}

function fit() {
    Object.assign(state, { scale: undefined, distance: undefined });
    save();
    fitWindow();
}

/* ---- what the host says ---- */

/** The drawing with the looks that the page gives it otherwise. */
function exported(): string {
    const copy = drawing()!.cloneNode(true) as SVGSVGElement;
    const styles = document.createElementNS(copy.namespaceURI, 'style');
    styles.textContent = '.absent { stroke-dasharray: 5 2; opacity: 0.5; } .depends { stroke-dasharray: 1 2; }';
    copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    copy.prepend(styles);
    return new XMLSerializer().serializeToString(copy);
}

async function exportWhenDrawn() {
    while (!drawing() || main.hasAttribute('aria-busy')) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    host.postMessage({ svg: exported() });
}

function receive(next: DrawnGraph) {
    if (next.template !== state.template) {
        Object.assign(state, {
            template: next.template, scale: undefined, focus: undefined, overview: false, distance: undefined,
        });
        reach = 0;
        save();
    }
    graph = next;
    variants.replaceChildren(
        ...next.variants.map((name) => make('option', { value: name, selected: name === next.active }, name)),
    );
    matches.replaceChildren(...next.nodes.map(({ name }) => make('option', { value: name })));
    show();
}

window.addEventListener('message', ({ data }: MessageEvent<ToTopology>) => {
    if ('graph' in data) {
        receive(data.graph);
    } else if ('select' in data) {
        const isDrawn = scene?.nodes.some(({ id }) => id === data.select);
        if (state.focus !== data.select) {
            state.focus = data.select;
            save();
            if ((isDrawn && reach === 0) || state.overview) {
                centre();
            } else {
                show();
            }
        }
    } else {
        void exportWhenDrawn();
    }
});
window.addEventListener('resize', fitWindow);
window.addEventListener(
    'wheel',
    (event) => {
        if (event.ctrlKey) {
            event.preventDefault();
            zoom(Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
        }
    },
    { passive: false },
);
main.addEventListener('pointerdown', ({ button, target }) =>
    main.classList.toggle('dragged', button === 0 && !(target as Element).closest('.node, .edge')),
);
window.addEventListener('pointermove', ({ movementX, movementY }) => {
    if (main.classList.contains('dragged')) {
        main.scrollBy(-movementX, -movementY);
    }
});
window.addEventListener('pointerup', () => main.classList.remove('dragged'));
host.postMessage({ ready: true });
