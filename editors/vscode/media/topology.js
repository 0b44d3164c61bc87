// The page of the topology view: shows the drawings that the extension sends, zooms and moves them,
// and tells which element is chosen.
const editor = acquireVsCodeApi();
const main = document.querySelector('main');
const smallest = 0.1;
const largest = 4;

/** `scale` is undefined where the window decides; `template` is what is drawn. */
let { scale, template } = editor.getState() ?? {};

const drawing = () => main.querySelector('svg');

/** All of a drawing, but for one that could not be read then. */
function fitting(svg) {
    const room = { width: window.innerWidth - 32, height: window.innerHeight - 32 };
    const whole = Math.min(room.width / svg.dataset.width, room.height / svg.dataset.height);
    return Math.max(0.3, Math.min(1.3, whole));
}

function resize() {
    const svg = drawing();
    if (svg) {
        const factor = scale ?? fitting(svg);
        svg.setAttribute('width', svg.dataset.width * factor);
        svg.setAttribute('height', svg.dataset.height * factor);
    }
}

/** The point of the drawing below (x, y) stays there. */
function zoom(factor, x = window.innerWidth / 2, y = window.innerHeight / 2) {
    const svg = drawing();
    if (!svg) {
        return;
    }
    const before = svg.getBoundingClientRect();
    scale = Math.min(largest, Math.max(smallest, (scale ?? fitting(svg)) * factor));
    editor.setState({ scale, template });
    resize();
    const after = svg.getBoundingClientRect();
    const moved = (from, to, start, past) => to + ((start - from) / past.before) * past.after - start;
    window.scrollBy(
        moved(before.left, after.left, x, { before: before.width, after: after.width }),
        moved(before.top, after.top, y, { before: before.height, after: after.height }),
    );
}

function show(text) {
    main.innerHTML = text;
    const svg = drawing();
    svg.dataset.width = svg.viewBox.baseVal.width * (4 / 3); // points
    svg.dataset.height = svg.viewBox.baseVal.height * (4 / 3);
    for (const shape of main.querySelectorAll('.node, .edge')) {
        const reveal = () => editor.postMessage({ reveal: shape.id });
        shape.tabIndex = 0;
        shape.addEventListener('click', reveal);
        shape.addEventListener('keydown', ({ key }) => key === 'Enter' && reveal());
    }
    resize();
}

function fit() {
    scale = undefined;
    editor.setState({ template });
    resize();
}

window.addEventListener('message', ({ data }) => {
    show(data.svg);
    if (data.template !== template) {
        template = data.template;
        fit();
    }
});
window.addEventListener('resize', resize);
document.getElementById('smaller').addEventListener('click', () => zoom(1 / 1.25));
document.getElementById('larger').addEventListener('click', () => zoom(1.25));
document.getElementById('fit').addEventListener('click', fit);
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
    main.classList.toggle('dragged', button === 0 && !target.closest('.node, .edge')),
);
window.addEventListener('pointermove', (event) => {
    if (main.classList.contains('dragged')) {
        window.scrollBy(-event.movementX, -event.movementY);
    }
});
window.addEventListener('pointerup', () => main.classList.remove('dragged'));
editor.postMessage({});
