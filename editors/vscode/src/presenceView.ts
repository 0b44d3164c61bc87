// The Presence view: a tree of elements, and behind each name the variants that have it.
import * as vscode from 'vscode';
import { Presence, PresenceElement, PresenceFilter, PresenceTable } from './requests';
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

interface FilterItem extends vscode.QuickPickItem {
    filter: PresenceFilter;
}

/** The presence under each variant, a line for each. */
function tooltipOf(element: PresenceElement): vscode.MarkdownString {
    const text = new vscode.MarkdownString(`**${element.display}**\n`);
    for (const [variant, presence] of Object.entries(element.presence)) {
        text.appendMarkdown(`\n${marks[presence]} `).appendText(variant).appendMarkdown('  ');
    }
    return text;
}

const everything: FilterItem = { label: 'All elements', filter: {} };

class PresenceTree implements vscode.TreeDataProvider<PresenceElement> {
    private readonly changed = new vscode.EventEmitter<void>();
    private table: PresenceTable | undefined;
    private children = new Map<string | undefined, PresenceElement[]>();
    private filter = everything;

    readonly onDidChangeTreeData = this.changed.event;

    constructor(private readonly session: Session) {}

    /** What stands above a filtered tree. */
    get message() {
        return this.filter === everything ? undefined : this.filter.label;
    }

    async refresh() {
        const template = this.session.template;
        try {
            this.table = template && (await this.session.presence(template.uri, this.filter.filter));
        } catch (error) {
            if (this.filter === everything) {
                throw error;
            }
            await this.setFilter(everything); // this template has no such variant
            return;
        }
        this.children = new Map();
        for (const element of this.table?.elements ?? []) {
            const siblings = this.children.get(element.container);
            if (siblings) {
                siblings.push(element);
            } else {
                this.children.set(element.container, [element]);
            }
        }
        this.changed.fire();
    }

    async setFilter(filter: FilterItem) {
        this.filter = filter;
        await this.refresh();
    }

    filters(): FilterItem[] {
        return [
            everything,
            { label: 'Elements that differ between variants', filter: { filter: 'differing' } },
            ...(this.table?.variants ?? []).flatMap(({ name }): FilterItem[] => [
                { label: `Present under ${name}`, filter: { filter: 'present', variant: name } },
                { label: `Absent under ${name}`, filter: { filter: 'absent', variant: name } },
            ]),
        ];
    }

    getChildren(element?: PresenceElement): PresenceElement[] {
        return this.children.get(element?.id) ?? [];
    }

    getTreeItem(element: PresenceElement): vscode.TreeItem {
        const item = new vscode.TreeItem(
            element.name,
            this.children.has(element.id)
                ? vscode.TreeItemCollapsibleState.Collapsed
                : vscode.TreeItemCollapsibleState.None,
        );
        const active = this.table?.active ? element.presence[this.table.active] : undefined;
        item.id = element.id;
        item.description = element.summary;
        item.tooltip = tooltipOf(element);
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

    tree.onDidChangeTreeData(() => (view.message = tree.message));
    void tree.refresh();
    return vscode.Disposable.from(
        view,
        session.onDidChange(() => tree.refresh()),
        vscode.commands.registerCommand('vtosca.filterPresence', async () => {
            const picked = session.subject() && (await vscode.window.showQuickPick(tree.filters(), {
                placeHolder: 'Which elements the Presence view shows',
            }));
            if (picked) {
                await tree.setFilter(picked);
            }
        }),
        vscode.commands.registerCommand('vtosca.revealElement', async (element: { range: PresenceElement['range'] }) => {
            if (session.template) {
                const { start, end } = session.client.protocol2CodeConverter.asRange(element.range);
                const selection = new vscode.Range(start, start);
                // beside the topology, where the template is, and not in its place
                const shown = vscode.window.visibleTextEditors.find((other) => other.document === session.template);
                const viewColumn = shown?.viewColumn ?? vscode.ViewColumn.One;
                const editor = await vscode.window.showTextDocument(session.template, { selection, viewColumn });
                editor.revealRange(new vscode.Range(start, end), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
            }
        }),
    );
}
