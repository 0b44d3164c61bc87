// Why an element is present or absent: a tree of reasons that stays, each of which leads to its place.
import * as vscode from 'vscode';
import { Explanation, ExplanationStep, Presence } from './requests';
import { registerCommand, Session } from './session';

interface Reason {
    text: string;
    icon?: vscode.ThemeIcon;
    location?: ExplanationStep['location'];
    reasons: Reason[];
    isOpen: boolean;
}

const icons: Record<Presence, vscode.ThemeIcon> = {
    present: new vscode.ThemeIcon('pass', new vscode.ThemeColor('testing.iconPassed')),
    absent: new vscode.ThemeIcon('circle-slash', new vscode.ThemeColor('disabledForeground')),
    depends: new vscode.ThemeIcon('question'),
    error: new vscode.ThemeIcon('error', new vscode.ThemeColor('errorForeground')),
};

/** A step is the reason for the nearest one above it that is less deep. */
function reasonsOf(steps: readonly ExplanationStep[]): Reason[] {
    const top: Reason[] = [];
    const path: { depth: number; reason: Reason }[] = [];
    for (const { depth, text, location } of steps) {
        const reason: Reason = { text, location, reasons: [], isOpen: true };
        while (path.length > 0 && path[path.length - 1].depth >= depth) {
            path.pop();
        }
        (path.length > 0 ? path[path.length - 1].reason.reasons : top).push(reason);
        path.push({ depth, reason });
    }
    return top;
}

/** Variants with the same reasons share them; the first is the active one. */
function treeOf(explanation: Explanation): Reason[] {
    const groups = new Map<string, { names: string[]; presence: Presence; steps: ExplanationStep[] }>();
    for (const { name, presence, steps } of explanation.variants) {
        const key = JSON.stringify([presence, steps.map(({ depth, text }) => [depth, text])]);
        const group = groups.get(key);
        if (group) {
            group.names.push(name);
        } else {
            groups.set(key, { names: [name], presence, steps });
        }
    }
    return [...groups.values()].map(({ names, presence, steps }, i) => ({
        text: `${names.join(', ')}: ${presence}`,
        icon: icons[presence],
        reasons: reasonsOf(steps),
        isOpen: i === 0,
    }));
}

class ExplanationTree implements vscode.TreeDataProvider<Reason> {
    private readonly changed = new vscode.EventEmitter<void>();
    private reasons: Reason[] = [];

    readonly onDidChangeTreeData = this.changed.event;

    constructor(private readonly session: Session) {}

    show(explanation: Explanation | undefined) {
        this.reasons = explanation ? treeOf(explanation) : [];
        this.changed.fire();
    }

    get first(): Reason | undefined {
        return this.reasons[0];
    }

    getChildren(reason?: Reason): Reason[] {
        return reason ? reason.reasons : this.reasons;
    }

    getParent(): undefined {
        return undefined; // only the first level is revealed
    }

    getTreeItem(reason: Reason): vscode.TreeItem {
        const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
        const state = reason.reasons.length === 0 ? None : reason.isOpen ? Expanded : Collapsed;
        const item = new vscode.TreeItem(reason.text, state);
        item.iconPath = reason.icon;
        item.tooltip = reason.text;
        if (reason.location) {
            const { uri, range } = reason.location;
            item.description = `line ${range.start.line + 1}`;
            item.command = {
                command: 'vtosca.revealReason',
                title: 'Reveal in File',
                arguments: [this.session.client.protocol2CodeConverter.asUri(uri), range],
            };
        }
        return item;
    }
}

export function registerExplanation(session: Session): vscode.Disposable {
    const tree = new ExplanationTree(session);
    const view = vscode.window.createTreeView('vtosca.explanation', { treeDataProvider: tree, showCollapseAll: true });
    let shown: { uri: vscode.Uri; position: vscode.Position } | undefined;

    const refresh = async (isWanted: (answer: Explanation) => boolean = () => true) => {
        const answer = shown && (await session.explain(shown.uri, shown.position));
        if (answer && isWanted(answer)) {
            tree.show(answer);
            view.description = answer.display;
        }
        return answer;
    };

    /** While a line is being typed, the reasons stay what they were when it was good, as presence does. */
    const follow = async () => {
        if (shown) {
            const { variants } = await session.variants(shown.uri);
            const failing = new Set(variants.filter(({ error }) => error).map(({ name }) => name));
            await refresh((answer) =>
                answer.variants.every(({ name, presence }) => presence !== 'error' || failing.has(name)),
            );
        }
    };

    return vscode.Disposable.from(
        view,
        session.onDidChange(() => {
            if (view.visible) {
                follow().catch(() => undefined);
            }
        }),
        // what is explained moves with the text above it
        vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
            for (const { range, text } of contentChanges) {
                if (shown && document.uri.toString() === shown.uri.toString() && range.end.isBefore(shown.position)) {
                    const lines = text.split('\n').length - 1 - (range.end.line - range.start.line);
                    shown.position = shown.position.translate(Math.max(lines, -shown.position.line), 0);
                }
            }
        }),
        // without a place, that of the cursor; a view that names one keeps the focus
        registerCommand('vtosca.explainElement', async (uri?: vscode.Uri, place?: { line: number; character: number }) => {
            const editor = vscode.window.activeTextEditor;
            const before = shown;
            const isNamed = uri instanceof vscode.Uri && place !== undefined;
            if (isNamed) {
                shown = { uri, position: new vscode.Position(place.line, place.character) };
            } else if (editor) {
                shown = { uri: editor.document.uri, position: editor.selection.active };
            }
            if (!(await refresh())) {
                shown = before;
                void vscode.window.showInformationMessage('No element of the service template is at the cursor.');
                return;
            }
            await vscode.commands.executeCommand('vtosca.explanation.focus', { preserveFocus: true });
            if (tree.first) {
                await view.reveal(tree.first, { focus: !isNamed, select: true });
            }
        }),
        // what an inlay hint does when it is clicked
        registerCommand('vtosca.explainAt', (uri: string, place: { line: number; character: number }) =>
            vscode.commands.executeCommand('vtosca.explainElement', session.client.protocol2CodeConverter.asUri(uri), place),
        ),
        registerCommand('vtosca.revealReason', (uri: vscode.Uri, range: NonNullable<Reason['location']>['range']) =>
            session.reveal(uri, range, true),
        ),
    );
}
