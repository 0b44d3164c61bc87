// Variability tests in the test explorer: the folders `tests/*/` beside a service template, run
// by the program's own `test` command.
import { execFile } from 'node:child_process';
import * as path from 'node:path';
import * as vscode from 'vscode';

const templates = '**/{variable-service-template,service-template,vst,template}.{yaml,yml}';

/** A folder `tests/<name>` is a test if it says so or holds an expected template. */
async function isTest(folder: vscode.Uri): Promise<boolean> {
    const names = (await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name);
    return names.some((name) => ['test.yaml', 'expected.yaml', 'est.yaml'].includes(name));
}

async function testFolders(template: vscode.Uri): Promise<vscode.Uri[]> {
    const tests = vscode.Uri.joinPath(template, '..', 'tests');
    try {
        const entries = await vscode.workspace.fs.readDirectory(tests);
        const folders = entries
            .filter(([, type]) => type === vscode.FileType.Directory)
            .map(([name]) => vscode.Uri.joinPath(tests, name));
        const verdicts = await Promise.all(folders.map(isTest));
        return folders.filter((_, index) => verdicts[index]);
    } catch {
        return []; // no such folder
    }
}

/** The program's exit code is the verdict, its output the difference. */
function runTest(program: string, folder: vscode.Uri, token: vscode.CancellationToken) {
    return new Promise<{ passed: boolean; output: string }>((resolve) => {
        const child = execFile(program, ['test', folder.fsPath], (error, stdout, stderr) =>
            resolve({ passed: !error, output: stdout + stderr }),
        );
        token.onCancellationRequested(() => child.kill());
    });
}

export function registerTests(program: string): vscode.Disposable {
    const controller = vscode.tests.createTestController('vtosca', 'Variability tests');

    const addTemplate = async (template: vscode.Uri) => {
        const folders = await testFolders(template);
        if (folders.length === 0) {
            controller.items.delete(template.toString());
            return;
        }
        const label = vscode.workspace.asRelativePath(path.dirname(template.fsPath));
        const item = controller.createTestItem(template.toString(), label, template);
        item.children.replace(
            folders.map((folder) => {
                const name = path.basename(folder.fsPath);
                return controller.createTestItem(folder.toString(), name, vscode.Uri.joinPath(folder, 'test.yaml'));
            }),
        );
        controller.items.add(item);
    };

    const discover = async () => {
        const found = await vscode.workspace.findFiles(templates, '**/node_modules/**');
        await Promise.all(found.map(addTemplate));
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
            const { passed, output } = await runTest(program, vscode.Uri.parse(item.id), token);
            testRun.appendOutput(output.replace(/\r?\n/g, '\r\n'), undefined, item);
            if (passed) {
                testRun.passed(item, Date.now() - start);
            } else {
                testRun.failed(item, new vscode.TestMessage(output), Date.now() - start);
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

    const watcher = vscode.workspace.createFileSystemWatcher('**/tests/*/{test,expected,est}.yaml');
    watcher.onDidCreate(discover);
    watcher.onDidDelete(discover);
    return vscode.Disposable.from(controller, watcher);
}
