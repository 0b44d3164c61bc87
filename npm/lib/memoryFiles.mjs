// Files that are texts in memory, for a page that has no others. Paths that do not begin with / begin at /.

/** As node numbers them on Linux. */
const constants = { O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024 };

/** An error without a stack, whose making would cost more than all else here: the program looks for many files that are not there. */
function fail(code, path) {
    throw Object.assign(Object.create(Error.prototype), { code, message: `${code}: ${path}` });
}

/** "a/./b/../c" as "/a/c". */
function normal(path) {
    const names = [];
    for (const name of path.split('/')) {
        if (name === '..') {
            names.pop();
        } else if (name && name !== '.') {
            names.push(name);
        }
    }
    return `/${names.join('/')}`;
}

/**
 * `contents` has the text or the bytes of each file by its path, and may change at any time. Folders are what paths go
 * through.
 */
export function memoryFiles(contents) {
    const known = new Map(); // by path: number of the file, its content, and when that was seen first
    const open = new Map(); // by descriptor: path, and whether it is written
    let lastNumber = 0;
    const bytesOf = (content) => (typeof content === 'string' ? new TextEncoder().encode(content) : content);

    const find = (path) => {
        const place = normal(path);
        for (const [key, content] of contents) {
            if (normal(key) === place) {
                return { key, content };
            }
        }
        return undefined;
    };
    const isFolder = (path) => {
        const start = normal(path) === '/' ? '/' : `${normal(path)}/`;
        return start === '/' || [...contents.keys()].some((key) => normal(key).startsWith(start));
    };

    // The program takes a file for the same as before if its size and time are: so every content has a time of its own.
    const memory = (path, content) => {
        const last = known.get(path);
        if (!last || last.content !== content) {
            known.set(path, {
                number: last?.number ?? ++lastNumber,
                content,
                time: Math.max(Date.now(), (last?.time ?? 0) + 1),
            });
        }
        return known.get(path);
    };
    const statSync = (path) => {
        const file = find(path);
        if (!file && !isFolder(path)) {
            fail('ENOENT', path);
        }
        const { number, time } = memory(normal(path), file?.content);
        return {
            dev: 1,
            ino: number,
            mode: file ? 0o100644 : 0o040755,
            nlink: 1,
            size: file ? bytesOf(file.content).length : 0,
            mtimeMs: file ? time : 0, // a folder does not know when entries came or went
            isFile: () => file !== undefined,
        };
    };
    const write = (path, bytes) => void contents.set(find(path)?.key ?? normal(path), bytes);

    return {
        constants,
        statSync,
        lstatSync: statSync,
        fstatSync: (fd) => statSync(open.get(fd).path),
        accessSync: (path) => void statSync(path),
        chmodSync: () => {},
        fchmodSync: () => {},
        fsyncSync: () => {},
        readlinkSync(path) {
            statSync(path);
            return fail('EINVAL', path);
        },
        readdirSync(path) {
            if (find(path)) {
                fail('ENOTDIR', path);
            }
            if (!isFolder(path)) {
                fail('ENOENT', path);
            }
            const start = normal(path) === '/' ? '/' : `${normal(path)}/`;
            const inside = [...contents.keys()].map(normal).filter((key) => key.startsWith(start));
            return [...new Set(inside.map((key) => key.slice(start.length).split('/')[0]))];
        },
        openSync(path, flags) {
            const file = find(path);
            if (file && (flags & constants.O_EXCL)) {
                fail('EEXIST', path);
            }
            if (!file && isFolder(path)) {
                fail('EISDIR', path);
            }
            if (!file && !(flags & constants.O_CREAT)) {
                fail('ENOENT', path);
            }
            if (!file || flags & constants.O_TRUNC) {
                write(path, new Uint8Array(0));
            }
            let fd = 3;
            while (open.has(fd)) {
                fd++;
            }
            open.set(fd, { path });
            return fd;
        },
        closeSync: (fd) => void open.delete(fd),
        readSync(fd, buffer, offset, length, position) {
            const part = bytesOf(find(open.get(fd).path).content).subarray(position, position + length);
            buffer.set(part, offset);
            return part.length;
        },
        writeSync(fd, buffer, offset, length, position) {
            const { path } = open.get(fd);
            const before = bytesOf(find(path).content);
            const after = new Uint8Array(Math.max(before.length, position + length));
            after.set(before);
            after.set(buffer.subarray(offset, offset + length), position);
            write(path, after);
            return length;
        },
        renameSync(from, to) {
            const file = find(from) ?? fail('ENOENT', from);
            contents.delete(file.key);
            write(to, file.content);
        },
        unlinkSync(path) {
            contents.delete((find(path) ?? fail('ENOENT', path)).key);
        },
    };
}
