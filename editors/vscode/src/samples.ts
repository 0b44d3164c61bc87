// A way in without a template at hand: the example, and a new template to begin with.
import * as vscode from 'vscode';

/** A copy, so that it can be changed and comes anew with the next version. */
async function openExample(context: vscode.ExtensionContext) {
    const original = vscode.Uri.joinPath(context.extensionUri, 'demo');
    const folder = vscode.Uri.joinPath(context.globalStorageUri, 'example');
    const template = vscode.Uri.joinPath(folder, 'web-shop.yaml');
    const exists = await vscode.workspace.fs.stat(template).then(() => true, () => false);
    if (!exists) {
        await vscode.workspace.fs.copy(original, folder, { overwrite: true });
    }
    await vscode.window.showTextDocument(template);
}

/** The snippet that `tosca` offers as well, in a file that has no name yet. */
async function newTemplate(context: vscode.ExtensionContext) {
    const file = vscode.Uri.joinPath(context.extensionUri, 'snippets', 'tosca.json');
    const snippets = JSON.parse(new TextDecoder().decode(await vscode.workspace.fs.readFile(file))) as Record<
        string,
        { body: string[] }
    >;
    const document = await vscode.workspace.openTextDocument({ language: 'yaml' });
    const editor = await vscode.window.showTextDocument(document);
    await editor.insertSnippet(new vscode.SnippetString(snippets['Variable service template'].body.join('\n')));
}

export function registerSamples(context: vscode.ExtensionContext): vscode.Disposable {
    return vscode.Disposable.from(
        vscode.commands.registerCommand('vtosca.openExample', () => openExample(context)),
        vscode.commands.registerCommand('vtosca.newTemplate', () => newTemplate(context)),
    );
}
