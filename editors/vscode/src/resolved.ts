// The resolved template of a variant, and the difference of two. They are documents of the server, which
// names them, gives their content and says when it is another one; so are the normative types.
import * as vscode from 'vscode';
import { Resolved } from './requests';
import { registerCommand, Session } from './session';
import { pickVariant } from './variants';

export function registerResolved(session: Session): vscode.Disposable {
    const uriOf = (resolved: Resolved) => session.client.protocol2CodeConverter.asUri(resolved.uri);
    const pick = async (question: string) => (await pickVariant(session, question))?.variant;

    return vscode.Disposable.from(
        registerCommand('vtosca.showResolved', async () => {
            const variant = await pick('Resolve the template for');
            if (session.template && variant !== undefined) {
                const uri = uriOf(await session.resolved(session.template, variant));
                await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside });
            }
        }),
        registerCommand('vtosca.compareVariants', async () => {
            const left = await pick('Compare this variant …');
            const right = left === undefined ? undefined : await pick(`… ${left} with this one`);
            if (session.template && left !== undefined && right !== undefined) {
                const { from, to } = await session.difference(session.template, left, right);
                await vscode.commands.executeCommand('vscode.diff', uriOf(from), uriOf(to), `${left} ↔ ${right}`);
            }
        }),
    );
}
