// What the language status says of the server: its version, whether it runs, and a way to its log.
import * as vscode from 'vscode';

const often = 5;
const soon = 3 * 60 * 1000;

export class ServerStatus implements vscode.Disposable {
    private readonly item = vscode.languages.createLanguageStatusItem('vtosca.server', { language: 'yaml' });
    private crashes: number[] = [];

    constructor(private readonly version: string) {
        this.item.name = 'vtosca';
        this.item.command = { command: 'vtosca.showLog', title: 'Log' };
        this.say('vtosca waits for a TOSCA file');
    }

    private say(text: string, severity = vscode.LanguageStatusSeverity.Information, busy = false) {
        this.item.text = text;
        this.item.severity = severity;
        this.item.busy = busy;
    }

    starting() {
        this.say('vtosca starts', undefined, true);
    }

    running(version: string | undefined, kind: string) {
        this.say(`vtosca ${version ?? this.version} (${kind})`);
    }

    /** The user can mend the path of the program, for instance. */
    async failed(reason: string) {
        this.say('vtosca did not start', vscode.LanguageStatusSeverity.Error);
        const answer = await vscode.window.showErrorMessage(
            `The vtosca language server did not start: ${reason}.`,
            'Open Settings',
            'Try Again',
            'Show the Log',
        );
        if (answer === 'Open Settings') {
            await vscode.commands.executeCommand('workbench.action.openSettings', 'vtosca.server.path');
        } else if (answer === 'Try Again') {
            await vscode.commands.executeCommand('vtosca.restartServer');
        } else if (answer) {
            await vscode.commands.executeCommand('vtosca.showLog');
        }
    }

    /** Says that the server has ended by itself, and whether it is worth another try. */
    crashed(): boolean {
        const now = Date.now();
        this.crashes = [...this.crashes.filter((time) => now - time < soon), now];
        const again = this.crashes.length < often;
        const told = again
            ? vscode.window.showWarningMessage('The vtosca server has ended unexpectedly and is started again.', 'Show the Log')
            : vscode.window.showErrorMessage(
                  `The vtosca server has ended ${often} times within minutes.`,
                  'Restart',
                  'Show the Log',
              );
        void told.then((answer) => {
            if (answer === 'Restart') {
                this.crashes = [];
                return vscode.commands.executeCommand('vtosca.restartServer');
            }
            return answer && vscode.commands.executeCommand('vtosca.showLog');
        });
        this.say(again ? 'vtosca starts again' : 'vtosca has ended', vscode.LanguageStatusSeverity.Error, again);
        return again;
    }

    dispose() {
        this.item.dispose();
    }
}
