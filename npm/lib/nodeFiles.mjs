// The files of the machine, as the program asks for them. On Windows, paths have slashes here.
import fs from 'node:fs';

const isWindows = process.platform === 'win32';

/** URIs have a slash before the drive: /C:/models. */
const own = (path) => (isWindows ? path.replace(/^\/([A-Za-z]:)/, '$1') : path);

/** What `task` returns; undefined if the system refuses. */
function attempt(task) {
    try {
        return task();
    } catch {
        return undefined;
    }
}

function kind(stats) {
    return stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : stats.isSymbolicLink() ? 'link' : 'other';
}

export const nodeFiles = {
    status(path, follow) {
        const stats = attempt(() => (follow ? fs.statSync : fs.lstatSync)(own(path)));
        return stats && { kind: kind(stats), size: stats.size, modified: stats.mtimeMs };
    },
    list(path) {
        return attempt(() => fs.readdirSync(own(path)));
    },
    read(path) {
        return attempt(() => fs.readFileSync(own(path)));
    },
    write(path, bytes) {
        return attempt(() => {
            fs.writeFileSync(own(path), bytes);
            return true;
        });
    },
};

/** Writes all of it, also where the other side of a pipe is slow. */
export function writeAll(stream, bytes) {
    for (let written = 0; written < bytes.length; ) {
        try {
            written += fs.writeSync(stream, bytes, written);
        } catch (error) {
            if (error.code === 'EPIPE') {
                return; // nobody reads any more
            }
            if (error.code !== 'EAGAIN') {
                throw error;
            }
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
        }
    }
}

/** Arguments that name files get slashes. */
export function ownArguments(words) {
    return isWindows ? words.map((word) => (fs.existsSync(word) ? word.replaceAll('\\', '/') : word)) : words;
}
