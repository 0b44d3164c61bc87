// Variability tests in the test explorer, wherever they lie: in `tests/*/` beside a service template, or each in a
// folder of its own together with what it tests. The server runs them.
import * as vscode from 'vscode';
import { TestResult } from './requests';
import { Session } from './session';

const files = ['test.yaml', 'expected.yaml', 'est.yaml'];
const templates = ['vst.yaml', 'variable-service-template.yaml', 'service-template.yaml', 'template.yaml'];
const anyTest = `**/{${files.join(',')}}`;

const nameOfFile = (uri: vscode.Uri) => uri.path.slice(uri.path.lastIndexOf('/') + 1);

/** Where a test of the folder belongs: the folder of what it tests, or that of all such tests. */
const groupOf = (folder: vscode.Uri) =>
    /\/tests\/[^/]+$/.test(folder.path) ? vscode.Uri.joinPath(folder, '..', '..') : vscode.Uri.joinPath(folder, '..');

/** Others have a test.yaml or an expected.yaml, too: outside of `tests` there must be more. */
async function isTest(folder: vscode.Uri, names: string[]): Promise<boolean> {
    if (folder.path.endsWith('---disabled')) {
        return false;
    }
    if (/\/tests\/[^/]+$/.test(folder.path) || (names.includes('test.yaml') && names.length > 1)) {
        return true;
    }
    const entries = await vscode.workspace.fs.readDirectory(folder).then((all) => all, () => []);
    return entries.some(([name]) => templates.includes(name));
}

/** A file of each test, by its folder, by the folder that it belongs to; the test.yaml, if there is one. */
async function testsByGroup(): Promise<Map<string, Map<string, vscode.Uri>>> {
    const folders = new Map<string, vscode.Uri[]>();
    for (const file of await vscode.workspace.findFiles(anyTest, '**/node_modules/**')) {
        const folder = vscode.Uri.joinPath(file, '..').toString();
        folders.set(folder, [...(folders.get(folder) ?? []), file]);
    }
    const groups = new Map<string, Map<string, vscode.Uri>>();
    for (const [name, found] of folders) {
        const folder = vscode.Uri.parse(name);
        if (await isTest(folder, found.map(nameOfFile))) {
            const group = groupOf(folder).toString();
            const tests = groups.get(group) ?? new Map<string, vscode.Uri>();
            groups.set(group, tests.set(name, found.find((file) => nameOfFile(file) === 'test.yaml') ?? found[0]));
        }
    }
    return groups;
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
        const groups = [...(await testsByGroup())].map(([group, folders]) => {
            const uri = vscode.Uri.parse(group);
            const item = controller.createTestItem(group, nameOf(uri), uri);
            const sorted = [...folders].sort(([a], [b]) => a.localeCompare(b, undefined, { numeric: true }));
            item.children.replace(
                sorted.map(([folder, file]) =>
                    controller.createTestItem(folder, nameOfFile(vscode.Uri.parse(folder)), file),
                ),
            );
            return item;
        });
        controller.items.replace(groups.sort((a, b) => a.label.localeCompare(b.label)));
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
