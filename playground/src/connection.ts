// Requests and notifications between the page and the server's thread.
import type { CancellationToken } from 'monaco-editor/esm/vs/editor/editor.api';
import type { End } from './server';

interface Message {
    id?: number | string;
    method?: string;
    params?: any;
    result?: any;
    error?: { code: number; message: string };
}

/** The server could not answer: often since an edit has overtaken the question. */
export class Refused extends Error {
    constructor(readonly code: number, message: string) {
        super(message);
    }
}

const ended = -32099;

export class Connection {
    private lastId = 0;
    private readonly waiting = new Map<number | string, (message: Message) => void>();
    private readonly listeners = new Map<string, (params: any) => any>();
    private end: Message['error'];

    /** `onEnd` is told why the server cannot start, or go on: nothing is answered any more. */
    constructor(private readonly worker: Worker, private readonly onEnd: (reason: string) => void) {
        worker.onmessage = ({ data }: MessageEvent<Message | End>) =>
            'ended' in data ? this.close(data.ended) : void this.receive(data);
        worker.onerror = ({ message }) => this.close(message ? `vtosca has stopped: ${message}` : 'vtosca cannot start: its thread cannot be loaded');
    }

    private close(reason: string) {
        if (!this.end) {
            this.end = { code: ended, message: reason };
            this.waiting.forEach((answer) => answer({ error: this.end }));
            this.waiting.clear();
            this.onEnd(reason);
        }
    }

    private async receive(message: Message) {
        if (message.method && message.id !== undefined) {
            const result = (await this.listeners.get(message.method)?.(message.params)) ?? null;
            this.worker.postMessage({ jsonrpc: '2.0', id: message.id, result });
        } else if (message.method) {
            this.listeners.get(message.method)?.(message.params);
        } else {
            this.waiting.get(message.id!)?.(message);
            this.waiting.delete(message.id!);
        }
    }

    /** What the server says or asks by a method. */
    on(method: string, listener: (params: any) => any) {
        this.listeners.set(method, listener);
    }

    notify(method: string, params: unknown) {
        this.worker.postMessage({ jsonrpc: '2.0', method, params });
    }

    /** With a token, the server hears that nobody waits for the answer any more. */
    ask(method: string, params: unknown, token?: CancellationToken): Promise<any> {
        if (this.end) {
            return Promise.reject(new Refused(this.end.code, this.end.message));
        }
        const id = ++this.lastId;
        return new Promise((resolve, reject) => {
            const listening = token?.onCancellationRequested(() => this.notify('$/cancelRequest', { id }));
            this.waiting.set(id, ({ result, error }) => {
                listening?.dispose();
                return error ? reject(new Refused(error.code, error.message)) : resolve(result);
            });
            this.worker.postMessage({ jsonrpc: '2.0', id, method, params });
        });
    }
}
