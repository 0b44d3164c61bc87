// Fades what is absent under the active variant. Not by diagnostics, of which an editor shows a
// thousand: the server says where it is.
import * as vscode from 'vscode';
import { Range, State } from 'vscode-languageclient';
import { Session } from './session';

/** The text of a range without the blanks that its lines begin and end with. */
function textRanges(document: vscode.TextDocument, range: vscode.Range): vscode.Range[] {
    const ranges: vscode.Range[] = [];
    const last = Math.min(range.end.line, document.lineCount - 1);
    for (let number = range.start.line; number <= last; number++) {
        const { text, firstNonWhitespaceCharacterIndex } = document.lineAt(number);
        const start = Math.max(
            firstNonWhitespaceCharacterIndex,
            number === range.start.line ? range.start.character : 0,
        );
        const end = Math.min(text.trimEnd().length, number === range.end.line ? range.end.character : Infinity);
        if (start < end) {
            ranges.push(new vscode.Range(number, start, number, end));
        }
    }
    return ranges;
}

export function registerFading(session: Session): vscode.Disposable {
    const absent = vscode.window.createTextEditorDecorationType({
        color: new vscode.ThemeColor('vtosca.absentForeground'),
        rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    });

    /** What is faded in a document: the server does not send it again. */
    const faded = new WeakMap<vscode.TextDocument, { id: string; ranges: Range[] }>();
    const fade = async (editor: vscode.TextEditor) => {
        const { document } = editor;
        if (document.languageId !== 'yaml') {
            return;
        }
        let previous, answer;
        do {
            previous = faded.get(document);
            answer = await session.absent(document.uri, previous?.id).catch(() => undefined);
        } while (answer && answer.version < document.version && !document.isClosed); // an edit has overtaken it
        if (answer) {
            const shown = { id: answer.resultId, ranges: answer.ranges ?? previous?.ranges ?? [] };
            faded.set(document, shown);
            const ranges = shown.ranges.map((range) => session.client.protocol2CodeConverter.asRange(range));
            editor.setDecorations(absent, ranges.flatMap((range) => textRanges(document, range)));
        }
    };
    const fadeAll = () => vscode.window.visibleTextEditors.forEach((editor) => void fade(editor));

    fadeAll();
    return vscode.Disposable.from(
        absent,
        vscode.window.onDidChangeVisibleTextEditors(fadeAll),
        session.client.onDidChangeState(({ newState }) => newState === State.Running && fadeAll()),
        session.onDidChangePresence((uri) => {
            for (const editor of vscode.window.visibleTextEditors) {
                if (editor.document.uri.toString() === uri.toString()) {
                    void fade(editor);
                }
            }
        }),
    );
}
