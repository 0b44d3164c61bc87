// What a lens that counts references does when it is chosen: the editor shows them.
import * as vscode from 'vscode';
import { LanguageClient, Location, Position } from 'vscode-languageclient/node';

export function registerReferences(client: LanguageClient): vscode.Disposable {
    const convert = client.protocol2CodeConverter;
    return vscode.commands.registerCommand(
        'vtosca.showReferences',
        (uri: string, position: Position, locations: Location[]) =>
            vscode.commands.executeCommand(
                'editor.action.showReferences',
                convert.asUri(uri),
                convert.asPosition(position),
                locations.map((location) => convert.asLocation(location)),
            ),
    );
}
