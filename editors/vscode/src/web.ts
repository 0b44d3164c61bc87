// The entry point in a browser: the server is the WebAssembly module in a thread of its own.
import * as vscode from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient';
import { BrowserMessageReader, BrowserMessageWriter, LanguageClient } from 'vscode-languageclient/browser';
import { fromServer, ServerThread, startModule, toServer } from './editorFiles';
import { begin } from './extension';

class EndingReader extends BrowserMessageReader {
    end() {
        this.fireClose();
    }
}

function createThread(script: Uint8Array): ServerThread {
    const address = URL.createObjectURL(new Blob([script as BlobPart], { type: 'text/javascript' }));
    const worker = new Worker(address);
    const reader = new EndingReader(worker);
    return {
        begin: (message) => worker.postMessage(message, [message.files]),
        end: () => reader.end(),
        transports: { reader, writer: new BrowserMessageWriter(worker) },
        onError: (listen) => (worker.onerror = ({ message }) => listen(message || 'its thread cannot be started')),
    };
}

export function activate(context: vscode.ExtensionContext) {
    const create = (options: LanguageClientOptions): BaseLanguageClient =>
        new LanguageClient('vtosca', 'vtosca', () => startModule(context, createThread), {
            ...options,
            uriConverters: { code2Protocol: toServer, protocol2Code: fromServer },
        });
    begin(context, create, () => 'WebAssembly');
}

export { deactivate } from './extension';
