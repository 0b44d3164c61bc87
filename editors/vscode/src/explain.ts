// Why the element at the cursor is present or absent: a pick of reasons that lead to their places.
import * as vscode from 'vscode';
import { Session } from './session';

export function registerExplain(session: Session): vscode.Disposable {
    return vscode.commands.registerCommand('vtosca.explainElement', async () => {
        const editor = vscode.window.activeTextEditor;
        const answer = editor && (await session.explain(editor.document.uri, editor.selection.active));
        if (!answer) {
            void vscode.window.showInformationMessage('No element of the service template is at the cursor.');
            return;
        }
        const items = answer.variants.flatMap((variant) => [
            { label: '', kind: vscode.QuickPickItemKind.Separator, location: undefined },
            { label: `${variant.name}: ${variant.presence}`, location: undefined },
            ...variant.steps.map((step) => ({
                label: '\u2003'.repeat(step.depth) + step.text,
                location: step.location,
            })),
        ]);
        const picked = await vscode.window.showQuickPick(items, {
            title: `Presence of ${answer.display}`,
            placeHolder: 'Choose a reason to go to its place',
        });
        if (picked?.location) {
            const converter = session.client.protocol2CodeConverter;
            await vscode.window.showTextDocument(converter.asUri(picked.location.uri), {
                selection: converter.asRange(picked.location.range),
            });
        }
    });
}
