// Variability tests in the test explorer: the folders `tests/*/` beside a service template, run
// by the server.
import * as path from 'node:path';
import * as vscode from 'vscode';
import { TestResult } from './requests';
import { Session } from './session';

const anyTest = '**/tests/*/{test,expected,est}.yaml';

/** Folders of tests by the folder of the template that they lie beside. */
async function testsByTemplate(): Promise<Map<string, Set<string>>> {
    const found = await vscode.workspace.findFiles(anyTest, '**/node_modules/**');
    const folders = new Map<string, Set<string>>();
    for (const file of found) {
        const folder = vscode.Uri.joinPath(file, '..').toString();
        const template = vscode.Uri.joinPath(file, '..', '..', '..').toString();
        folders.set(template, (folders.get(template) ?? new Set()).add(folder));
    }
    return folders;
}

/** A folder as the workspace calls it. */
function nameOf(folder: vscode.Uri): string {
    const root = vscode.workspace.getWorkspaceFolder(folder);
    return root?.uri.toString() === folder.toString() ? root.name : vscode.workspace.asRelativePath(folder);
}

/** What a test expects and does not get, at the places where it is expected. */
function messagesOf(session: Session, test: TestResult): vscode.TestMessage[] {
    return test.failures.map((failure) => {
        const message = new vscode.TestMessage(failure.message);
        message.location = session.client.protocol2CodeConverter.asLocation(failure.location);
        return message;
    });
}

export function registerTests(session: Session): vscode.Disposable {
    const controller = vscode.tests.createTestController('vtosca', 'Variability tests');

    const toItem = (folder: string) => {
        const uri = vscode.Uri.parse(folder);
        return controller.createTestItem(folder, path.basename(uri.fsPath), vscode.Uri.joinPath(uri, 'test.yaml'));
    };

    const discover = async () => {
        const templates = [...(await testsByTemplate())].map(([template, folders]) => {
            const uri = vscode.Uri.parse(template);
            const item = controller.createTestItem(template, nameOf(uri), uri);
            item.children.replace([...folders].sort().map(toItem));
            return item;
        });
        controller.items.replace(templates);
    };

    const run = async (request: vscode.TestRunRequest, token: vscode.CancellationToken) => {
        const testRun = controller.createTestRun(request);
        const queue: vscode.TestItem[] = [];
        const enqueue = (item: vscode.TestItem) => {
            if (item.children.size > 0) {
                item.children.forEach(enqueue);
            } else if (!request.exclude?.includes(item)) {
                queue.push(item);
            }
        };

        (request.include ?? [...controller.items].map(([, item]) => item)).forEach(enqueue);
        for (const item of queue) {
            if (token.isCancellationRequested) {
                break;
            }
            const start = Date.now();
            testRun.started(item);
            try {
                const messages = (await session.runTest(item.uri!, token)).tests.flatMap((test) =>
                    messagesOf(session, test),
                );
                if (messages.length === 0) {
                    testRun.passed(item, Date.now() - start);
                } else {
                    testRun.failed(item, messages, Date.now() - start);
                }
            } catch (error) {
                testRun.errored(item, new vscode.TestMessage(String(error)));
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

    const watcher = vscode.workspace.createFileSystemWatcher(anyTest);
    watcher.onDidCreate(discover);
    watcher.onDidDelete(discover);
    return vscode.Disposable.from(controller, watcher);
}
