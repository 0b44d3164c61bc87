// Requests and notifications between the page and the server's thread.

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

export class Connection {
    private lastId = 0;
    private readonly waiting = new Map<number | string, (message: Message) => void>();
    private readonly listeners = new Map<string, (params: any) => any>();

    constructor(private readonly worker: Worker) {
        worker.onmessage = ({ data }: MessageEvent<Message>) => void this.receive(data);
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

    ask(method: string, params: unknown): Promise<any> {
        const id = ++this.lastId;
        return new Promise((resolve, reject) => {
            this.waiting.set(id, ({ result, error }) =>
                error ? reject(new Refused(error.code, error.message)) : resolve(result),
            );
            this.worker.postMessage({ jsonrpc: '2.0', id, method, params });
        });
    }
}
