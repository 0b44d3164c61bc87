// Variability tests in the test explorer: the folders `tests/*/` beside a service template, run
// by the server.
import * as vscode from 'vscode';
import { TestResult } from './requests';
import { Session } from './session';

/** A test is known by its test.yaml, or else by what it expects. */
const anyTest = '**/tests/*/{test,expected,est}.yaml';

const nameOfFile = (uri: vscode.Uri) => uri.path.slice(uri.path.lastIndexOf('/') + 1);

/** A file of each test, by its folder, by the folder of the template that it lies beside. */
async function testsByTemplate(): Promise<Map<string, Map<string, vscode.Uri>>> {
    const found = await vscode.workspace.findFiles(anyTest, '**/node_modules/**');
    const templates = new Map<string, Map<string, vscode.Uri>>();
    for (const file of found) {
        const folder = vscode.Uri.joinPath(file, '..').toString();
        const template = vscode.Uri.joinPath(file, '..', '..', '..').toString();
        const folders = templates.get(template) ?? new Map<string, vscode.Uri>();
        const known = folders.get(folder);
        if (!known || nameOfFile(file) === 'test.yaml') {
            folders.set(folder, file);
        }
        templates.set(template, folders);
    }
    return templates;
}

/** A folder as the workspace calls it. */
function nameOf(folder: vscode.Uri): string {
    const root = vscode.workspace.getWorkspaceFolder(folder);
    return root?.uri.toString() === folder.toString() ? root.name : vscode.workspace.asRelativePath(folder);
}

/** What a test expects and does not get, at the places where it is expected, and as a whole. */
function messagesOf(session: Session, test: TestResult): vscode.TestMessage[] {
    return test.failures.map((failure, i) => {
        const isWhole = i === 0 && test.expected !== undefined && test.actual !== undefined;
        const message = isWhole
            ? vscode.TestMessage.diff(failure.message, test.expected!, test.actual!)
            : new vscode.TestMessage(failure.message);
        message.location = session.client.protocol2CodeConverter.asLocation(failure.location);
        return message;
    });
}

/** A terminal wants carriage returns. */
const line = (text: string) => `${text.replace(/\r?\n/g, '\r\n')}\r\n`;

export function registerTests(session: Session): vscode.Disposable {
    const controller = vscode.tests.createTestController('vtosca', 'Variability tests');

    const discover = async () => {
        const templates = [...(await testsByTemplate())].map(([template, folders]) => {
            const uri = vscode.Uri.parse(template);
            const item = controller.createTestItem(template, nameOf(uri), uri);
            const sorted = [...folders].sort(([a], [b]) => a.localeCompare(b, undefined, { numeric: true }));
            item.children.replace(
                sorted.map(([folder, file]) =>
                    controller.createTestItem(folder, nameOfFile(vscode.Uri.parse(folder)), file),
                ),
            );
            return item;
        });
        controller.items.replace(templates.sort((a, b) => a.label.localeCompare(b.label)));
    };

    const runOne = async (item: vscode.TestItem, testRun: vscode.TestRun, token: vscode.CancellationToken) => {
        const start = Date.now();
        testRun.started(item);
        try {
            const { tests } = await session.runTest(item.uri!, token);
            const messages = tests.flatMap((test) => messagesOf(session, test));
            if (messages.length === 0) {
                testRun.passed(item, Date.now() - start);
                testRun.appendOutput(line(`passed ${item.label}`), undefined, item);
            } else {
                testRun.failed(item, messages, Date.now() - start);
                testRun.appendOutput(line(`FAILED ${item.label}`), undefined, item);
                for (const { message, location } of tests.flatMap(({ failures }) => failures)) {
                    const at = session.client.protocol2CodeConverter.asLocation(location);
                    testRun.appendOutput(line(`  ${message}`), at, item);
                }
            }
        } catch (error) {
            const text = error instanceof Error ? error.message : String(error);
            testRun.errored(item, new vscode.TestMessage(text), Date.now() - start);
            testRun.appendOutput(line(`ERROR  ${item.label}: ${text}`), undefined, item);
        }
    };

    const run = async (request: vscode.TestRunRequest, token: vscode.CancellationToken) => {
        const testRun = controller.createTestRun(request);
        const queue: vscode.TestItem[] = [];
        const enqueue = (item: vscode.TestItem) => {
            if (request.exclude?.includes(item)) {
                return;
            }
            if (item.children.size > 0) {
                item.children.forEach(enqueue);
            } else {
                queue.push(item);
                testRun.enqueued(item);
            }
        };

        (request.include ?? [...controller.items].map(([, item]) => item)).forEach(enqueue);
        for (const item of queue) {
            if (token.isCancellationRequested) {
                testRun.skipped(item);
            } else {
                await runOne(item, testRun, token);
            }
        }
        testRun.end();
    };

    controller.resolveHandler = async (item) => {
        if (!item) {
            await discover();
        }
    };
    controller.refreshHandler = discover;
    controller.createRunProfile('Run', vscode.TestRunProfileKind.Run, run, true);

    const watcher = vscode.workspace.createFileSystemWatcher(anyTest, false, true, false);
    watcher.onDidCreate(discover);
    watcher.onDidDelete(discover);
    return vscode.Disposable.from(controller, watcher);
}
