// What pages share: the way to their host, and elements in a few words.
interface Host<From> {
    postMessage(message: From): void;
    getState(): unknown;
    setState(state: unknown): void;
}

declare function acquireVsCodeApi<From>(): Host<From>;

export const hostOf = <From>() => acquireVsCodeApi<From>();

/** An element with attributes; those that begin with `on` are listeners. */
export function make<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    attributes: Record<string, unknown> = {},
    ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (name.startsWith('on')) {
            element.addEventListener(name.slice(2), value as EventListener);
        } else if (value === true) {
            element.setAttribute(name, '');
        } else if (value !== undefined && value !== false) {
            element.setAttribute(name, String(value));
        }
    }
    element.append(...children);
    return element;
}
