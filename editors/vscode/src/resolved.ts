// The resolved template of a variant, and the difference of two. They are documents of the server, which
// names them, gives their content and says when it is another one; so are the normative types.
import * as vscode from 'vscode';
import { Resolved } from './requests';
import { Session } from './session';
import { pickVariant } from './variants';

export function registerResolved(session: Session): vscode.Disposable {
    const uriOf = (resolved: Resolved) => session.client.protocol2CodeConverter.asUri(resolved.uri);

    return vscode.Disposable.from(
        vscode.commands.registerCommand('vtosca.showResolved', async () => {
            const template = session.template;
            const variant = await pickVariant(session, 'Resolve the template for');
            if (template && variant !== undefined) {
                const uri = uriOf(await session.resolved(template.uri, variant));
                await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside });
            }
        }),
        vscode.commands.registerCommand('vtosca.compareVariants', async () => {
            const template = session.template;
            const left = await pickVariant(session, 'Compare this variant …');
            const right = left === undefined ? undefined : await pickVariant(session, `… ${left} with this one`);
            if (template && left !== undefined && right !== undefined) {
                const { from, to } = await session.difference(template.uri, left, right);
                await vscode.commands.executeCommand('vscode.diff', uriOf(from), uriOf(to), `${left} ↔ ${right}`);
            }
        }),
    );
}
