// Pages in webviews: what each of them has in common.
import * as vscode from 'vscode';

function nonce(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function optionsOf(extension: vscode.Uri): vscode.WebviewOptions {
    return {
        enableScripts: true,
        localResourceRoots: [vscode.Uri.joinPath(extension, 'media'), vscode.Uri.joinPath(extension, 'dist')],
    };
}

/** The page whose script is `dist/NAME.js` and whose style sheet is `media/NAME.css`. */
export function pageOf(webview: vscode.Webview, extension: vscode.Uri, name: string, title: string): string {
    const key = nonce();
    const address = (...path: string[]) => webview.asWebviewUri(vscode.Uri.joinPath(extension, ...path)).toString();
    const policy = [
        `default-src 'none'`,
        `style-src ${webview.cspSource} 'unsafe-inline'`,
        `script-src 'nonce-${key}' 'wasm-unsafe-eval'`,
        `connect-src ${webview.cspSource}`,
        'worker-src blob:',
    ].join('; ');
    return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${title}</title>
<link rel="stylesheet" href="${address('media', `${name}.css`)}">
</head>
<body data-layout="${address('dist', 'layout.js')}">
<script nonce="${key}" src="${address('dist', `${name}.js`)}"></script>
</body>
</html>`;
}
