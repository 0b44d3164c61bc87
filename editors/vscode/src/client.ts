// The language client: starts the server and lets it see TOSCA files only, so that other
// YAML stays with whatever else looks after it.
import * as fs from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import {
    DidOpenTextDocumentNotification,
    LanguageClient,
    LanguageClientOptions,
    Middleware,
    ServerOptions,
} from 'vscode-languageclient/node';

/** A service template or type file says so itself, in any YAML file. */
export function isTosca(document: vscode.TextDocument): boolean {
    return (
        document.languageId === 'yaml' &&
        ['file', 'untitled', 'vscode-remote', 'vscode-vfs'].includes(document.uri.scheme) &&
        /^\s*["']?tosca_definitions_version["']?\s*:/m.test(document.getText())
    );
}

function serverPath(context: vscode.ExtensionContext): string {
    const configured = vscode.workspace.getConfiguration('vtosca').get<string>('server.path', '');
    if (configured) {
        return configured;
    }
    const bundled = context.asAbsolutePath(path.join('server', 'vtosca'));
    return fs.existsSync(bundled) ? bundled : 'vtosca';
}

/** Forwards a document from the moment on in which it is recognised as TOSCA. */
function onlyTosca(client: () => LanguageClient): Middleware {
    const known = new Set<string>();
    const isKnown = (document: vscode.TextDocument) => known.has(document.uri.toString());

    return {
        didOpen: async (document, next) => {
            if (isTosca(document)) {
                known.add(document.uri.toString());
                await next(document);
            }
        },
        didChange: async (event, next) => {
            if (isKnown(event.document)) {
                await next(event);
            } else if (isTosca(event.document)) {
                known.add(event.document.uri.toString());
                await client().sendNotification(
                    DidOpenTextDocumentNotification.type,
                    client().code2ProtocolConverter.asOpenTextDocumentParams(event.document),
                );
            }
        },
        didSave: async (document, next) => {
            if (isKnown(document)) {
                await next(document);
            }
        },
        didClose: async (document, next) => {
            if (known.delete(document.uri.toString())) {
                await next(document);
            }
        },
        sendRequest: async (type, parameters, token, next) => {
            const method = typeof type === 'string' ? type : type.method;
            const uri = (parameters as { textDocument?: { uri?: string } } | undefined)?.textDocument?.uri;
            const converted = uri && client().protocol2CodeConverter.asUri(uri).toString();
            if (method.startsWith('textDocument/') && converted && !known.has(converted)) {
                return null as never;
            }
            return next(type, parameters, token);
        },
    };
}

export function createClient(context: vscode.ExtensionContext): LanguageClient {
    const command = serverPath(context);
    const server: ServerOptions = { command, args: ['lsp'] };
    const configuration = vscode.workspace.getConfiguration('vtosca');
    const options: LanguageClientOptions = {
        documentSelector: [{ language: 'yaml' }],
        synchronize: { configurationSection: 'vtosca' },
        initializationOptions: {
            activeVariant: configuration.get('activeVariant'),
            variants: configuration.get('variants'),
            presenceNotifications: true,
            showReferences: true,
        },
        middleware: onlyTosca(() => client),
    };
    const client: LanguageClient = new LanguageClient('vtosca', 'vtosca', server, options);
    return client;
}
