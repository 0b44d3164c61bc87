// A file system of its own, as extensions for repositories elsewhere have: nothing of it is on a disk. `run` puts the files in
// front, as `contents`, a map of paths to texts.
/* global contents */
const vscode = require('vscode');

class Box {
    constructor() {
        this.files = new Map(Object.entries(contents).map(([name, text]) => [name, new TextEncoder().encode(text)]));
        this.changed = new vscode.EventEmitter();
        this.onDidChangeFile = this.changed.event;
    }

    entries(folder) {
        const prefix = folder === '/' ? '/' : `${folder}/`;
        const names = new Map();
        for (const name of this.files.keys()) {
            if (name.startsWith(prefix)) {
                const [first, ...more] = name.slice(prefix.length).split('/');
                names.set(first, more.length > 0 ? vscode.FileType.Directory : vscode.FileType.File);
            }
        }
        return [...names];
    }

    stat({ path }) {
        const bytes = this.files.get(path);
        if (bytes) {
            return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: bytes.length };
        }
        if (this.entries(path).length > 0) {
            return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
        }
        throw vscode.FileSystemError.FileNotFound(path);
    }

    readDirectory({ path }) {
        return this.entries(path);
    }

    readFile({ path }) {
        const bytes = this.files.get(path);
        if (!bytes) {
            throw vscode.FileSystemError.FileNotFound(path);
        }
        return bytes;
    }

    writeFile(uri, bytes) {
        this.files.set(uri.path, bytes);
        this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    }

    delete(uri) {
        this.files.delete(uri.path);
        this.changed.fire([{ type: vscode.FileChangeType.Deleted, uri }]);
    }

    watch() {
        return new vscode.Disposable(() => {});
    }

    createDirectory() {}
    rename() {}
}

exports.activate = (context) => {
    const box = new Box();
    context.subscriptions.push(
        vscode.workspace.registerFileSystemProvider('box', box, { isCaseSensitive: true }),
        vscode.workspace.registerFileSystemProvider('shelf', new Box(), { isCaseSensitive: true, isReadonly: true }),
        vscode.commands.registerCommand('box.change', () => box.delete(vscode.Uri.parse('box:/shop/types/shop.yaml'))),
    );
};
