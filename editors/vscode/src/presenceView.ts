// The Presence view: a tree of elements, and behind each name its presence per variant.
import * as vscode from 'vscode';
import { Presence, PresenceElement, PresenceTable } from './requests';
import { Session } from './session';

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

type Filter = { label: string; keeps(element: PresenceElement): boolean };

class PresenceTree implements vscode.TreeDataProvider<PresenceElement> {
    private readonly changed = new vscode.EventEmitter<void>();
    private table: PresenceTable | undefined;
    private children = new Map<string | undefined, PresenceElement[]>();
    filter: Filter = { label: '', keeps: () => true };

    readonly onDidChangeTreeData = this.changed.event;

    constructor(private readonly session: Session) {}

    async refresh() {
        const template = this.session.template;
        this.table = template && (await this.session.presence(template.uri));
        this.arrange();
    }

    /** A container stays in sight as long as something in it does. */
    private arrange() {
        const byId = new Map(this.table?.elements.map((element) => [element.id, element]));
        const kept = new Set<PresenceElement>();
        for (const element of byId.values()) {
            let shown: PresenceElement | undefined = this.filter.keeps(element) ? element : undefined;
            for (; shown && !kept.has(shown); shown = shown.container ? byId.get(shown.container) : undefined) {
                kept.add(shown);
            }
        }
        this.children = new Map();
        for (const element of kept) {
            const container = element.container && byId.has(element.container) ? element.container : undefined;
            this.children.set(container, [...(this.children.get(container) ?? []), element]);
        }
        for (const siblings of this.children.values()) {
            siblings.sort((a, b) => a.range.start.line - b.range.start.line);
        }
        this.changed.fire();
    }

    setFilter(filter: Filter) {
        this.filter = filter;
        this.arrange();
    }

    filters(): Filter[] {
        const perVariant = (this.table?.variants ?? []).flatMap(({ name }) => [
            { label: `Present under ${name}`, keeps: (e: PresenceElement) => e.presence[name] === 'present' },
            { label: `Absent under ${name}`, keeps: (e: PresenceElement) => e.presence[name] === 'absent' },
        ]);
        return [
            { label: 'All elements', keeps: () => true },
            {
                label: 'Elements that differ between variants',
                keeps: (element) => new Set(Object.values(element.presence)).size > 1,
            },
            ...perVariant,
        ];
    }

    getChildren(element?: PresenceElement): PresenceElement[] {
        return this.children.get(element?.id) ?? [];
    }

    getTreeItem(element: PresenceElement): vscode.TreeItem {
        const name = /"(.*?)"/.exec(element.display)?.[1] ?? element.display;
        const item = new vscode.TreeItem(
            name,
            this.children.has(element.id)
                ? vscode.TreeItemCollapsibleState.Collapsed
                : vscode.TreeItemCollapsibleState.None,
        );
        const active = this.table?.active ? element.presence[this.table.active] : undefined;
        item.id = element.id;
        item.description = Object.entries(element.presence)
            .map(([variant, presence]) => `${variant} ${marks[presence]}`)
            .join('  ');
        item.tooltip = `${element.display}\n${item.description}`;
        item.iconPath = new vscode.ThemeIcon(
            icons[element.kind] ?? 'circle-outline',
            active === 'absent' ? new vscode.ThemeColor('disabledForeground') : undefined,
        );
        item.command = { command: 'vtosca.revealElement', title: 'Reveal in File', arguments: [element] };
        return item;
    }
}

export function registerPresenceView(session: Session): vscode.Disposable {
    const tree = new PresenceTree(session);
    const view = vscode.window.createTreeView('vtosca.presence', { treeDataProvider: tree, showCollapseAll: true });

    void tree.refresh();
    return vscode.Disposable.from(
        view,
        session.onDidChange(() => tree.refresh()),
        vscode.commands.registerCommand('vtosca.filterPresence', async () => {
            const picked = await vscode.window.showQuickPick(tree.filters(), {
                placeHolder: 'Which elements the Presence view shows',
            });
            if (picked) {
                tree.setFilter(picked);
                view.description = picked.label;
            }
        }),
        vscode.commands.registerCommand('vtosca.revealElement', async (element: { range: PresenceElement['range'] }) => {
            if (session.template) {
                const selection = session.client.protocol2CodeConverter.asRange(element.range);
                await vscode.window.showTextDocument(session.template, { selection });
            }
        }),
    );
}
