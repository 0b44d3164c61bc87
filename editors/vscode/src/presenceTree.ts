// The Presence view: a tree of elements, and behind each name the variants that have it. It asks only for
// what can be seen, and only while it can be seen.
import * as vscode from 'vscode';
import { Presence, PresenceElement, PresenceFilter, PresenceTable } from './requests';
import { registerCommand, Session } from './session';

const marks: Record<Presence, string> = { present: '✓', absent: '✗', depends: '?', error: '!' };

const icons: Record<string, string> = {
    node: 'server',
    relation: 'arrow-right',
    property: 'symbol-property',
    artifact: 'package',
    technology: 'tools',
    type: 'symbol-class',
    group: 'group-by-ref-type',
    policy: 'law',
    input: 'sign-in',
    output: 'sign-out',
    import: 'references',
};

interface FilterItem extends vscode.QuickPickItem {
    filter: PresenceFilter;
}

/** The presence under each variant, a line for each. */
function tooltipOf(element: PresenceElement): vscode.MarkdownString {
    const text = new vscode.MarkdownString('**').appendText(element.display).appendMarkdown('**\n');
    for (const [variant, presence] of Object.entries(element.presence)) {
        text.appendMarkdown(`\n${marks[presence]} `).appendText(variant).appendMarkdown('  ');
    }
    return text;
}

const everything: FilterItem = { label: 'All elements', filter: {} };

/** What an element is, found again by its place in the tree. */
interface Item {
    element: PresenceElement;
    parent: Item | undefined;
}

class PresenceTree implements vscode.TreeDataProvider<Item> {
    private readonly changed = new vscode.EventEmitter<void>();
    private variants: PresenceTable['variants'] = [];
    private active: string | null = null;
    private filter = everything;
    /** Those that have been asked for, by the id of what holds them. */
    private known = new Map<string, Item[]>();

    readonly onDidChangeTreeData = this.changed.event;

    constructor(private readonly session: Session) {}

    /** What stands above a filtered tree. */
    get message() {
        return this.filter === everything ? undefined : `Only: ${this.filter.label}`;
    }

    refresh() {
        this.known.clear();
        this.changed.fire();
    }

    setFilter(filter: FilterItem) {
        this.filter = filter;
        void vscode.commands.executeCommand('setContext', 'vtosca.presenceIsFiltered', filter !== everything);
        this.refresh();
    }

    filters(): FilterItem[] {
        return [
            everything,
            { label: 'Elements that differ between variants', filter: { filter: 'differing' } },
            ...this.variants.flatMap(({ name }): FilterItem[] => [
                { label: `Present under ${name}`, filter: { filter: 'present', variant: name } },
                { label: `Absent under ${name}`, filter: { filter: 'absent', variant: name } },
            ]),
        ];
    }

    async getChildren(parent?: Item): Promise<Item[]> {
        const template = this.session.template;
        if (!template) {
            return [];
        }
        const container = parent?.element.id ?? '';
        try {
            const table = await this.session.presence(template, { ...this.filter.filter, container });
            this.variants = table.variants;
            this.active = table.active;
            const items = table.elements.map((element) => ({ element, parent }));
            this.known.set(container, items);
            return items;
        } catch {
            if (this.filter !== everything && this.session.client.isRunning()) {
                this.setFilter(everything); // this template has no such variant
            }
            return this.known.get(container) ?? [];
        }
    }

    getParent(item: Item): Item | undefined {
        return item.parent;
    }

    /** The item whose element holds a line most closely. */
    async at(line: number): Promise<Item | undefined> {
        let found: Item | undefined;
        for (;;) {
            const items = this.known.get(found?.element.id ?? '') ?? (await this.getChildren(found));
            const inner = items.find(({ element: { range } }) => range.start.line <= line && line <= range.end.line);
            if (!inner) {
                return found;
            }
            found = inner;
            if (!inner.element.children) {
                return found;
            }
        }
    }

    getTreeItem({ element }: Item): vscode.TreeItem {
        const item = new vscode.TreeItem(
            element.name,
            element.children ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.None,
        );
        // a filter by a variant looks at that variant
        const variant = this.filter.filter.variant ?? this.active;
        const presence = variant ? element.presence[variant] : undefined;
        item.id = element.id;
        item.description = element.summary;
        item.tooltip = tooltipOf(element);
        item.contextValue = 'element';
        item.iconPath =
            presence === 'absent'
                ? new vscode.ThemeIcon('circle-slash', new vscode.ThemeColor('disabledForeground'))
                : new vscode.ThemeIcon(icons[element.kind] ?? 'circle-outline');
        item.accessibilityInformation = { label: `${element.display}, ${presence ?? ''} ${element.summary}` };
        item.command = { command: 'vtosca.revealElement', title: 'Reveal in File', arguments: [{ element }] };
        return item;
    }
}

export function registerPresenceTree(session: Session): vscode.Disposable {
    const tree = new PresenceTree(session);
    const view = vscode.window.createTreeView('vtosca.presence', { treeDataProvider: tree, showCollapseAll: true });
    let isStale = false;

    const refresh = () => {
        isStale = !view.visible;
        if (view.visible) {
            tree.refresh();
        }
    };
    const follow = async ({ textEditor, selections, kind }: vscode.TextEditorSelectionChangeEvent) => {
        const isOurs = textEditor.document.uri.toString() === session.template?.toString();
        if (view.visible && isOurs && kind === vscode.TextEditorSelectionChangeKind.Mouse) {
            const item = await tree.at(selections[0].active.line).catch(() => undefined);
            if (item) {
                await view.reveal(item, { select: true, focus: false });
            }
        }
    };

    tree.onDidChangeTreeData(() => (view.message = tree.message));
    return vscode.Disposable.from(
        view,
        session.onDidChange(refresh),
        view.onDidChangeVisibility(({ visible }) => visible && isStale && refresh()),
        vscode.window.onDidChangeTextEditorSelection((event) => void follow(event)),
        registerCommand('vtosca.filterPresence', async () => {
            const picked = session.subject() && (await vscode.window.showQuickPick(tree.filters(), {
                placeHolder: 'Which elements the Presence view shows',
            }));
            if (picked) {
                tree.setFilter(picked);
            }
        }),
        registerCommand('vtosca.clearPresenceFilter', () => tree.setFilter(everything)),
        registerCommand('vtosca.revealElement', async ({ element }: Item) => {
            if (session.template) {
                // the tree keeps the focus, so that keys go on searching it
                await session.reveal(session.template, element.range, true);
            }
        }),
        registerCommand('vtosca.explainListed', async ({ element }: Item) => {
            await vscode.commands.executeCommand('vtosca.explainElement', session.template, element.range.start);
        }),
    );
}
