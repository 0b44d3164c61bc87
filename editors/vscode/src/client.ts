// The language client: lets the server see TOSCA files only, so that other YAML stays with whatever
// else looks after it. How the server is started, the entry points know.
import * as vscode from 'vscode';
import {
    BaseLanguageClient,
    CloseAction,
    DidOpenTextDocumentNotification,
    ErrorAction,
    LanguageClientOptions,
    Middleware,
} from 'vscode-languageclient';

/** Whether it is a text that someone works on, in whatever file system: no older revision and no output of a command. */
function isWorkedOn({ scheme }: vscode.Uri): boolean {
    const folders = vscode.workspace.workspaceFolders ?? [];
    return (
        ['file', 'untitled'].includes(scheme) ||
        vscode.workspace.fs.isWritableFileSystem(scheme) === true ||
        folders.some(({ uri }) => uri.scheme === scheme)
    );
}

/** A service template or type file says so itself, in any YAML file. */
export function isTosca(document: vscode.TextDocument): boolean {
    return (
        document.languageId === 'yaml' &&
        isWorkedOn(document.uri) &&
        /^\s*["']?tosca_definitions_version["']?\s*:/m.test(document.getText())
    );
}

/** What the client asks of the rest of the extension. */
export interface Host {
    /** The server sees a document from now on. */
    opened(document: vscode.TextDocument): void;
    /** Settings as the server is to have them. */
    settings(configured: Record<string, unknown>, uri: vscode.Uri | undefined): Record<string, unknown>;
    /** The server has ended by itself; whether it is to be started again. */
    crashed(): boolean;
}

/** Makes a client that is not started yet. */
export type CreateClient = (options: LanguageClientOptions) => BaseLanguageClient;

/** Forwards a document from the moment on in which it is recognised as TOSCA. */
function middleware(client: () => BaseLanguageClient, host: Host): Middleware {
    const known = new Set<string>();
    const isKnown = (document: vscode.TextDocument) => known.has(document.uri.toString());
    const know = (document: vscode.TextDocument) => known.add(document.uri.toString());

    /** A document that was none of ours when it was opened. */
    const takeUp = async (document: vscode.TextDocument) => {
        if (isTosca(document)) {
            know(document);
            const { code2ProtocolConverter } = client();
            await client().sendNotification(
                DidOpenTextDocumentNotification.type,
                code2ProtocolConverter.asOpenTextDocumentParams(document),
            );
            host.opened(document);
        }
    };
    vscode.workspace.onDidChangeWorkspaceFolders(async () => {
        for (const document of client().isRunning() ? vscode.workspace.textDocuments : []) {
            if (!isKnown(document)) {
                await takeUp(document);
            }
        }
    });
    return {
        didOpen: async (document, next) => {
            if (isTosca(document)) {
                know(document);
                await next(document);
                host.opened(document);
            }
        },
        didChange: async (event, next) => {
            if (isKnown(event.document)) {
                await next(event);
            } else {
                await takeUp(event.document);
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
        workspace: {
            configuration: async (parameters, token, next) => {
                const answer = await next(parameters, token);
                if (!Array.isArray(answer)) {
                    return answer;
                }
                return answer.map((settings: Record<string, unknown>, i) => {
                    const { section, scopeUri } = parameters.items[i];
                    const uri = scopeUri ? client().protocol2CodeConverter.asUri(scopeUri) : undefined;
                    return section === 'vtosca' ? host.settings(settings ?? {}, uri) : settings;
                });
            },
        },
    };
}

export function createClient(create: CreateClient, host: Host): BaseLanguageClient {
    const configuration = vscode.workspace.getConfiguration('vtosca');
    const client: BaseLanguageClient = create({
        initializationFailedHandler: () => false,
        documentSelector: [{ language: 'yaml' }],
        synchronize: { configurationSection: 'vtosca' },
        initializationOptions: {
            activeVariant: configuration.get('activeVariant'),
            variants: configuration.get('variants'),
            fadesAbsent: true,
            presenceNotifications: true,
            showReferences: true,
            explainCommand: 'vtosca.explainAt',
            suggestCommand: 'editor.action.triggerSuggest',
        },
        errorHandler: {
            error: () => ({ action: ErrorAction.Continue, handled: true }),
            closed: () => ({
                action: host.crashed() ? CloseAction.Restart : CloseAction.DoNotRestart,
                handled: true,
            }),
        },
        middleware: middleware(() => client, host),
    });
    const log = client.error.bind(client);
    client.error = (message, data) => log(message, data, false); // users are told in words of ours
    return client;
}
