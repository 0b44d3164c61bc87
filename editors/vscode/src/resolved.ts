// The resolved template of a variant as a read-only document, and the difference of two.
import * as vscode from 'vscode';
import { Session } from './session';
import { pickVariant } from './variants';

const scheme = 'vtosca-resolved';

/** The template travels in the query, so that the title shows variant and file name only. */
function resolvedUri(template: vscode.Uri, variant: string): vscode.Uri {
    const name = template.path.slice(template.path.lastIndexOf('/') + 1);
    return vscode.Uri.from({ scheme, path: `/${variant}/${name}`, query: template.toString() });
}

export function registerResolved(session: Session): vscode.Disposable {
    const changed = new vscode.EventEmitter<vscode.Uri>();
    const content: vscode.TextDocumentContentProvider = {
        onDidChange: changed.event,
        async provideTextDocumentContent(uri) {
            const variant = uri.path.split('/')[1];
            const { text, error } = await session.resolved(vscode.Uri.parse(uri.query), variant);
            return text ?? `# ${variant} cannot be resolved: ${error}\n`;
        },
    };
    const open = async (uri: vscode.Uri) =>
        vscode.languages.setTextDocumentLanguage(await vscode.workspace.openTextDocument(uri), 'yaml');

    return vscode.Disposable.from(
        changed,
        vscode.workspace.registerTextDocumentContentProvider(scheme, content),
        session.onDidChange(() => {
            vscode.workspace.textDocuments
                .filter((document) => document.uri.scheme === scheme)
                .forEach((document) => changed.fire(document.uri));
        }),
        vscode.commands.registerCommand('vtosca.showResolved', async (chosen?: unknown) => {
            const template = session.template;
            const variant =
                typeof chosen === 'string' ? chosen : await pickVariant(session, 'Resolve the template for');
            if (template && variant !== undefined) {
                const document = await open(resolvedUri(template.uri, variant));
                await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
            }
        }),
        vscode.commands.registerCommand('vtosca.compareVariants', async () => {
            const template = session.template;
            const left = await pickVariant(session, 'Compare this variant …');
            const right = left === undefined ? undefined : await pickVariant(session, `… ${left} with this one`);
            if (template && left !== undefined && right !== undefined) {
                await vscode.commands.executeCommand(
                    'vscode.diff',
                    (await open(resolvedUri(template.uri, left))).uri,
                    (await open(resolvedUri(template.uri, right))).uri,
                    `${left} ↔ ${right}`,
                );
            }
        }),
    );
}
