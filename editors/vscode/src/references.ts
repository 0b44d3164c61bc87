// What a lens that counts references does when it is chosen: the editor shows them.
import * as vscode from 'vscode';
import { BaseLanguageClient, Location, Position } from 'vscode-languageclient';

export function registerReferences(client: BaseLanguageClient): vscode.Disposable {
    return vscode.commands.registerCommand(
        'vtosca.showReferences',
        (uri: string, position: Position, locations: Location[]) =>
            vscode.commands.executeCommand(
                'editor.action.showReferences',
                client.protocol2CodeConverter.asUri(uri),
                client.protocol2CodeConverter.asPosition(position),
                locations.map((location) => client.protocol2CodeConverter.asLocation(location)),
            ),
    );
}
