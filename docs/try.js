// A button below each example, which opens the playground with it in its place: below whole templates, below parts of one that
// a comment in the page names (<!-- try: examples/first.yaml -->), and below sessions in a terminal about an example.
(() => {
    const root = new URL('.', document.currentScript.src);
    const playground = new URL('playground/index.html?embed', root);

    const commentBefore = (element) => {
        let node = element.previousSibling;
        while (node && node.nodeType === Node.TEXT_NODE) {
            node = node.previousSibling;
        }
        return node?.nodeType === Node.COMMENT_NODE ? /try: (\S+)/.exec(node.data)?.[1] : undefined;
    };

    /** The template at an address with the files that it imports from beside it. */
    async function fetched(address) {
        const textOf = async (place) => {
            const response = await fetch(place);
            return response.ok ? response.text() : undefined;
        };
        const text = (await textOf(address)) ?? '';
        const names = [...text.matchAll(/^ *- ([\w.-]+\.yaml)$/gm)].map(([, name]) => name);
        const beside = await Promise.all(names.map(async (name) => [name, await textOf(new URL(name, address))]));
        return new URLSearchParams([
            ['yaml', text],
            ...beside.filter(([, content]) => content !== undefined).map(([name, content]) => ['file', `${name}\n${content}`]),
        ]);
    }

    /** What the playground is to open, as the fragment of its address; nothing if it is no example. */
    function exampleOf(pre) {
        const text = pre.textContent;
        const isSession = /^\s*\$ /.test(text); // which may show a template that is not the one it is about
        const beside = commentBefore(pre) ?? commentBefore(pre.parentElement);
        if (!beside && !isSession && /^(tosca_definitions_version|topology_template|service_template):/m.test(text)) {
            return () => Promise.resolve(new URLSearchParams({ yaml: text }));
        }
        const named = beside ? new URL(beside, location.href)
            : /\bdocs\/examples\/\S+\.yaml/.test(text) ? new URL(/\bdocs\/examples\/[^\s:]+\.yaml/.exec(text)[0], root) : undefined;
        if (named) {
            return () => fetched(named);
        }
        return /\beditors\/demo\b/.test(text) ? () => Promise.resolve('example=web-shop.yaml') : undefined;
    }

    for (const pre of document.querySelectorAll('pre')) {
        const example = exampleOf(pre);
        if (!example) {
            continue;
        }
        const button = document.createElement('button');
        button.type = 'button';
        button.className = 'try';
        button.textContent = 'Try it';
        button.setAttribute('aria-expanded', 'false');
        pre.after(button);
        let frame;
        button.onclick = async () => {
            if (frame) {
                frame.remove();
                frame = undefined;
            } else {
                frame = document.createElement('iframe');
                frame.title = 'The example in the playground';
                frame.style.cssText = 'width: 100%; height: 32em; border: 1px solid; margin: 0.5em 0';
                frame.src = `${playground}#${await example()}`;
                button.after(frame);
            }
            button.setAttribute('aria-expanded', String(frame !== undefined));
            button.textContent = frame ? 'Close' : 'Try it';
        };
    }
})();
