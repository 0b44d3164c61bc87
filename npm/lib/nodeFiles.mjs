// The files of the machine, as the program asks for them. On Windows, paths have slashes there, and URIs one more
// before the drive: /C:/models.
import fs from 'node:fs';

const isWindows = process.platform === 'win32';

export const nodeFiles = isWindows
    ? Object.fromEntries(
          Object.entries(fs).map(([name, member]) => [
              name,
              typeof member !== 'function'
                  ? member
                  : (...words) =>
                        member(...words.map((word) =>
                            typeof word === 'string' ? word.replace(/^\/([A-Za-z]:)/, '$1') : word)),
          ]),
      )
    : fs;

/** With slashes, and one before the drive, so that the program knows an absolute path as one. */
export const ownPath = (path) =>
    isWindows ? path.replaceAll('\\', '/').replace(/^([A-Za-z]:)/, '/$1') : path;

/** Arguments that name files are paths. */
export const ownArguments = (words) =>
    isWindows ? words.map((word) => (fs.existsSync(word) ? ownPath(word) : word)) : words;

/** Calls `task` again as long as the other side of a pipe is slow. */
function patiently(task) {
    for (;;) {
        try {
            return task();
        } catch (error) {
            if (error.code !== 'EAGAIN') {
                throw error;
            }
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
        }
    }
}

export function writeAll(stream, bytes) {
    for (let written = 0; written < bytes.length; ) {
        written += patiently(() => fs.writeSync(stream, bytes, written));
    }
}

export function readInput(bytes) {
    try {
        return patiently(() => fs.readSync(0, bytes));
    } catch (error) {
        if (error.code === 'EOF') {
            return 0; // as Windows says it
        }
        throw error;
    }
}
