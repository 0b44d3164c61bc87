// Starts code-server with an extension and opens its workbench in headless Chromium.
// Everything it writes lies below a temporary folder, which `close` removes.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { patience } from './driver.mjs';

const settings = {
    'workbench.startupEditor': 'none',
    'workbench.tips.enabled': false,
    'security.workspace.trust.startupPrompt': 'never',
    'telemetry.telemetryLevel': 'off',
    'extensions.autoCheckUpdates': false,
    'extensions.autoUpdate': false,
    'extensions.ignoreRecommendations': true,
    'window.commandCenter': false,
    'chat.commandCenter.enabled': false,
    'editor.minimap.enabled': false,
    'editor.accessibilitySupport': 'off',
    'editor.wordBasedSuggestions': 'off',
    'editor.inlayHints.enabled': 'on',
    'files.autoSave': 'off',
};

async function freePort() {
    const listener = net.createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address();
    listener.close();
    return port;
}

async function answers(url) {
    try {
        return (await fetch(url)).ok;
    } catch {
        return false;
    }
}

/** Webviews load their frame from a host of their own; it is served from the installation. */
async function serveWebviews(context, installed) {
    const frames = path.join(
        installed,
        'server/node_modules/code-server/lib/vscode/out/vs/workbench/contrib/webview/browser/pre',
    );
    const hosts = path.join(
        installed,
        'server/node_modules/code-server/lib/vscode/out/vs/workbench/services/extensions/worker',
    );
    await context.route(/vscode-cdn\.net/, async (route) => {
        const name = path.basename(new URL(route.request().url()).pathname);
        const file = path.join(name.startsWith('webWorkerExtensionHost') ? hosts : frames, name);
        if (fs.existsSync(file)) {
            await route.fulfill({ path: file });
        } else {
            await route.abort();
        }
    });
}

/**
 * Opens `file`, a path relative to a copy of `folder`, or to `virtual`, a folder that an extension provides. `extension` is a
 * .vsix, or several, installed by the editor as a user would. `more` are settings besides those that every test has. Without trust, the folder is one
 * that the user has not decided to trust.
 */
export async function openWorkbench({ installed, extension, folder, file, virtual, more = {}, isTrusted = true }) {
    const { chromium } = createRequire(path.join(installed, 'driver', 'x.js'))('playwright-core');
    const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'vtosca-code-'));
    const workspace = path.join(temporary, 'workspace');
    const data = path.join(temporary, 'data');
    const extensions = path.join(temporary, 'extensions');
    const entry = path.join(installed, 'server/node_modules/code-server/out/node/entry.js');
    const places = ['--config', path.join(temporary, 'config.yaml'), '--user-data-dir', data, '--extensions-dir', extensions];
    const environment = { ...process.env, EXTENSIONS_GALLERY: '{}', VSCODE_IPC_HOOK_CLI: '' };

    fs.cpSync(folder, workspace, { recursive: true });
    fs.mkdirSync(path.join(data, 'User'), { recursive: true });
    /** Settings of the user from now on, besides those that every test has. */
    const choose = (others) =>
        fs.writeFileSync(path.join(data, 'User', 'settings.json'), JSON.stringify({
            ...settings, 'security.workspace.trust.enabled': !isTrusted, ...more, ...others,
        }));
    choose({});
    for (const one of [extension].flat()) {
        execFileSync(process.execPath, [entry, ...places, '--install-extension', one], { env: environment, stdio: 'pipe' });
    }

    const port = await freePort();
    const log = fs.openSync(path.join(temporary, 'server.log'), 'w');
    const server = spawn(
        process.execPath,
        [entry, '--bind-addr', `127.0.0.1:${port}`, '--auth', 'none', ...places,
            '--disable-telemetry', '--disable-update-check', '--disable-getting-started-override',
            ...(isTrusted ? ['--disable-workspace-trust'] : [])],
        { env: environment, stdio: ['ignore', log, log], detached: true },
    );
    let browser;
    const close = async () => {
        await browser?.close();
        try {
            process.kill(-server.pid, 'SIGTERM'); // its own process group
        } catch {
            // it has ended by itself
        }
        fs.rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
    };

    try {
        const address = `http://127.0.0.1:${port}`;
        const end = Date.now() + patience;
        while (!(await answers(`${address}/healthz`))) {
            if (server.exitCode !== null || Date.now() > end) {
                throw new Error(`code-server does not answer:\n${fs.readFileSync(path.join(temporary, 'server.log'), 'utf8')}`);
            }
            await new Promise((resolve) => setTimeout(resolve, 100));
        }
        browser = await chromium.launch({
            timeout: patience,
            executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
            args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
                '--disable-background-networking', '--disable-component-update', '--disable-sync'],
        });
        const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, locale: 'en-US' });
        await serveWebviews(context, installed);
        const page = await context.newPage();
        page.setDefaultTimeout(patience);
        const uri = virtual ? `${virtual}/${file}` : `vscode-remote://127.0.0.1:${port}${path.join(workspace, file)}`;
        const payload = encodeURIComponent(JSON.stringify([['openFile', uri]]));
        const several = path.join(temporary, 'virtual.code-workspace');
        fs.writeFileSync(several, JSON.stringify({ folders: [{ uri: virtual }] }));
        const place = virtual ? `workspace=${encodeURIComponent(several)}` : `folder=${encodeURIComponent(workspace)}`;
        const reload = () => page.goto(`${address}/?${place}&payload=${payload}`);
        await reload();
        return { page, workspace, reload, choose, close };
    } catch (error) {
        await close();
        throw error;
    }
}
