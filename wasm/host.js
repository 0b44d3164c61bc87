// What the program asks of its host, as imports of the WebAssembly module: a library for emcc.
//
// `Module.host` is the host. Its `files` are a part of node's module `fs`, or something that looks like it
// (npm/lib/index.d.mts lists the functions); the standard streams, the environment and the messages of the
// server are its own (npm/lib/program.mjs).
mergeInto(LibraryManager.library, {
  $HOST: {
    open: [], // { fd, position } of a file, { entries, position } of a folder; 0 to 2 are the streams
    errors: {
      EACCES: {{{ cDefine('EACCES') }}}, EBADF: {{{ cDefine('EBADF') }}}, EEXIST: {{{ cDefine('EEXIST') }}},
      EINVAL: {{{ cDefine('EINVAL') }}}, EISDIR: {{{ cDefine('EISDIR') }}}, ELOOP: {{{ cDefine('ELOOP') }}},
      EMFILE: {{{ cDefine('EMFILE') }}}, ENAMETOOLONG: {{{ cDefine('ENAMETOOLONG') }}},
      ENOENT: {{{ cDefine('ENOENT') }}}, ENOSPC: {{{ cDefine('ENOSPC') }}}, ENOTDIR: {{{ cDefine('ENOTDIR') }}},
      ENOTEMPTY: {{{ cDefine('ENOTEMPTY') }}}, EPERM: {{{ cDefine('EPERM') }}}, EPIPE: {{{ cDefine('EPIPE') }}},
      EROFS: {{{ cDefine('EROFS') }}}, ESPIPE: {{{ cDefine('ESPIPE') }}}, EXDEV: {{{ cDefine('EXDEV') }}},
      EIO: {{{ cDefine('EIO') }}},
    },

    // The number of what the host throws; anything else is a mistake of ours.
    number: function (error) {
      if (typeof error.code != 'string') throw error;
      return HOST.errors[error.code] || HOST.errors.EIO;
    },

    // What `task` returns, or 0; the negative number of an error.
    attempt: function (task) {
      try {
        return task(Module['host'].files) || 0;
      } catch (error) {
        return -HOST.number(error);
      }
    },

    // Undefined if there is none: what is thrown costs more than all else here, and the program looks for many files.
    status: function (files, path) {
      return files.statSync(path, { throwIfNoEntry: false });
    },

    // What a folder says of an entry; 0 where it does not, so that each has to be asked, which costs more than the list.
    type: function (entry) {
      if (typeof entry == 'string') return 0;
      return entry.isFile() ? 8 : entry.isDirectory() ? 4 : entry.isSymbolicLink() ? 10 : 0;
    },

    add: function (file) {
      var fd = 3;
      while (HOST.open[fd]) fd++;
      HOST.open[fd] = file;
      return fd;
    },

    fill: function (buffer, stats) {
      var seconds = Math.floor(stats.mtimeMs / 1000);
      var nanoseconds = Math.floor((stats.mtimeMs - seconds * 1000) * 1e6);
      HEAPU8.fill(0, buffer, buffer + {{{ C_STRUCTS.stat.__size__ }}});
      {{{ makeSetValue('buffer', C_STRUCTS.stat.st_dev, 'stats.dev', 'i32') }}};
      {{{ makeSetValue('buffer', C_STRUCTS.stat.__st_ino_truncated, 'stats.ino', 'i32') }}};
      {{{ makeSetValue('buffer', C_STRUCTS.stat.st_mode, 'stats.mode', 'i32') }}};
      {{{ makeSetValue('buffer', C_STRUCTS.stat.st_nlink, 'stats.nlink', 'i32') }}};
      {{{ makeSetValue('buffer', C_STRUCTS.stat.st_size, 'stats.size', 'i64') }}};
      {{{ makeSetValue('buffer', C_STRUCTS.stat.st_mtim.tv_sec, 'seconds', 'i32') }}};
      {{{ makeSetValue('buffer', C_STRUCTS.stat.st_mtim.tv_nsec, 'nanoseconds', 'i32') }}};
      {{{ makeSetValue('buffer', C_STRUCTS.stat.st_ino, 'stats.ino', 'i64') }}};
    },

    // `task` with each of the buffers of a vector; the sum of what it returns.
    each: function (vectors, count, result, task) {
      var total = 0;
      for (var i = 0; i < count; i++, vectors += {{{ C_STRUCTS.iovec.__size__ }}}) {
        var start = {{{ makeGetValue('vectors', C_STRUCTS.iovec.iov_base, 'i32') }}};
        var length = {{{ makeGetValue('vectors', C_STRUCTS.iovec.iov_len, 'i32') }}};
        var done = length > 0 ? task(HEAPU8.subarray(start, start + length)) : 0;
        total += done;
        if (done < length) break;
      }
      {{{ makeSetValue('result', 0, 'total', 'i32') }}};
    },
  },

  __syscall_stat64__deps: ['$HOST'],
  __syscall_stat64: function (path, buffer) {
    return HOST.attempt(function (files) {
      var stats = HOST.status(files, UTF8ToString(path));
      if (!stats) return -HOST.errors.ENOENT;
      HOST.fill(buffer, stats);
    });
  },
  __syscall_lstat64__deps: ['$HOST'],
  __syscall_lstat64: function (path, buffer) {
    return HOST.attempt(function (files) { HOST.fill(buffer, files.lstatSync(UTF8ToString(path))); });
  },
  __syscall_fstat64__deps: ['$HOST'],
  __syscall_fstat64: function (fd, buffer) {
    return HOST.attempt(function (files) {
      var file = HOST.open[fd];
      if (fd < 3) HOST.fill(buffer, Module['host'].streamStatus(fd));
      else if (!file) return -HOST.errors.EBADF;
      else HOST.fill(buffer, file.entries ? files.statSync(file.path) : files.fstatSync(file.fd));
    });
  },

  __syscall_open__deps: ['$HOST'],
  __syscall_open: function (name, flags, varargs) {
    return HOST.attempt(function (files) {
      var path = UTF8ToString(name);
      if (flags & {{{ cDefine('O_DIRECTORY') }}} && !HOST.status(files, path)) return -HOST.errors.ENOENT;
      if (flags & {{{ cDefine('O_DIRECTORY') }}})
        return HOST.add({ path: path, entries: files.readdirSync(path, { withFileTypes: true }), position: 0 });
      var known = files.constants;
      var own = [known.O_RDONLY, known.O_WRONLY, known.O_RDWR][flags & 3]
        | (flags & {{{ cDefine('O_CREAT') }}} ? known.O_CREAT : 0) | (flags & {{{ cDefine('O_EXCL') }}} ? known.O_EXCL : 0)
        | (flags & {{{ cDefine('O_TRUNC') }}} ? known.O_TRUNC : 0) | (flags & {{{ cDefine('O_APPEND') }}} ? known.O_APPEND : 0)
        | (flags & {{{ cDefine('O_NONBLOCK') }}} ? known.O_NONBLOCK : 0); // which not every system has
      var mode = flags & {{{ cDefine('O_CREAT') }}} ? {{{ makeGetValue('varargs', 0, 'i32') }}} : 0;
      var fd = files.openSync(path, own, mode);
      return HOST.add({ path: path, fd: fd, position: files.fstatSync(fd).isFile() ? 0 : null });
    });
  },

  __syscall_getdents64__deps: ['$HOST'],
  __syscall_getdents64: function (fd, buffer, size) {
    var folder = HOST.open[fd];
    var step = {{{ C_STRUCTS.dirent.__size__ }}};
    var written = 0;
    while (folder.position < folder.entries.length && written + step <= size) {
      var at = buffer + written;
      var entry = folder.entries[folder.position++];
      var name = typeof entry == 'string' ? entry : entry.name;
      {{{ makeSetValue('at', C_STRUCTS.dirent.d_ino, '1', 'i64') }}};
      {{{ makeSetValue('at', C_STRUCTS.dirent.d_off, 'folder.position', 'i64') }}};
      {{{ makeSetValue('at', C_STRUCTS.dirent.d_reclen, 'step', 'i16') }}};
      {{{ makeSetValue('at', C_STRUCTS.dirent.d_type, 'HOST.type(entry)', 'i8') }}};
      stringToUTF8(name, at + {{{ C_STRUCTS.dirent.d_name }}}, 256);
      written += step;
    }
    return written;
  },

  __syscall_readlink__deps: ['$HOST'],
  __syscall_readlink: function (path, buffer, size) {
    return HOST.attempt(function (files) {
      var bytes = new TextEncoder().encode(files.readlinkSync(UTF8ToString(path))).subarray(0, size);
      HEAPU8.set(bytes, buffer);
      return bytes.length;
    });
  },
  __syscall_getcwd__deps: ['$HOST'],
  __syscall_getcwd: function (buffer, size) {
    stringToUTF8(Module['host'].folder(), buffer, size);
    return buffer;
  },
  __syscall_faccessat__deps: ['$HOST'],
  __syscall_faccessat: function (folder, path, mode) {
    return HOST.attempt(function (files) { files.accessSync(UTF8ToString(path), mode); });
  },
  __syscall_fchmod__deps: ['$HOST'],
  __syscall_fchmod: function (fd, mode) {
    return HOST.attempt(function (files) { files.fchmodSync(HOST.open[fd].fd, mode); });
  },
  __syscall_chmod__deps: ['$HOST'],
  __syscall_chmod: function (path, mode) {
    return HOST.attempt(function (files) { files.chmodSync(UTF8ToString(path), mode); });
  },
  __syscall_rename__deps: ['$HOST'],
  __syscall_rename: function (from, to) {
    return HOST.attempt(function (files) { files.renameSync(UTF8ToString(from), UTF8ToString(to)); });
  },
  __syscall_unlink__deps: ['$HOST'],
  __syscall_unlink: function (path) {
    return HOST.attempt(function (files) { files.unlinkSync(UTF8ToString(path)); });
  },

  fd_read__deps: ['$HOST'],
  fd_read: function (fd, vectors, count, result) {
    return -HOST.attempt(function (files) {
      var file = HOST.open[fd];
      if (fd !== 0 && !file) return -HOST.errors.EBADF;
      if (file && file.entries) return -HOST.errors.EISDIR;
      HOST.each(vectors, count, result, function (bytes) {
        var read = fd === 0 ? Module['host'].readInput(bytes)
          : files.readSync(file.fd, bytes, 0, bytes.length, file.position);
        if (file && file.position !== null) file.position += read;
        return read;
      });
    });
  },

  fd_write__deps: ['$HOST'],
  fd_write__postset: '',
  fd_write: function (fd, vectors, count, result) {
    return -HOST.attempt(function (files) {
      var file = HOST.open[fd];
      if (fd > 2 && !file) return -HOST.errors.EBADF;
      HOST.each(vectors, count, result, function (bytes) {
        if (fd < 3) {
          Module['host'].print(fd, bytes.slice());
          return bytes.length;
        }
        var written = files.writeSync(file.fd, bytes, 0, bytes.length, file.position);
        if (file.position !== null) file.position += written;
        return written;
      });
    });
  },

  // Offsets come in two halves; archives and templates end far below the end of the first.
  fd_seek__deps: ['$HOST'],
  fd_seek: function (fd, low, high, whence, result) {
    return -HOST.attempt(function (files) {
      var file = HOST.open[fd];
      if (!file || file.position === null) return -HOST.errors.ESPIPE;
      var from = whence === 0 ? 0 : whence === 1 ? file.position : files.fstatSync(file.fd).size;
      if (from + low < 0) return -HOST.errors.EINVAL;
      file.position = from + low;
      {{{ makeSetValue('result', 0, 'file.position', 'i64') }}};
    });
  },

  fd_sync__deps: ['$HOST'],
  fd_sync: function (fd) {
    return -HOST.attempt(function (files) { files.fsyncSync(HOST.open[fd].fd); });
  },
  fd_close__deps: ['$HOST'],
  fd_close: function (fd) {
    return -HOST.attempt(function (files) {
      var file = HOST.open[fd];
      HOST.open[fd] = undefined;
      if (file && !file.entries) files.closeSync(file.fd);
    });
  },

  // ---- the terminal and the environment ----

  fd_fdstat_get__deps: ['$HOST'],
  fd_fdstat_get: function (fd, buffer) {
    var isTerminal = fd < 3 && Module['host'].isTerminal(fd);
    var type = isTerminal ? {{{ cDefine('__WASI_FILETYPE_CHARACTER_DEVICE') }}} : {{{ cDefine('__WASI_FILETYPE_REGULAR_FILE') }}};
    HEAPU8.fill(0, buffer, buffer + {{{ C_STRUCTS.__wasi_fdstat_t.__size__ }}});
    {{{ makeSetValue('buffer', C_STRUCTS.__wasi_fdstat_t.fs_filetype, 'type', 'i8') }}};
    return 0;
  },
  // TIOCGWINSZ is all that is asked: rows, then columns. musl asks it as well to see whether something is a terminal.
  __syscall_ioctl__deps: ['$HOST'],
  __syscall_ioctl: function (fd, operation, varargs) {
    if (fd > 2 || operation !== {{{ cDefine('TIOCGWINSZ') }}} || !Module['host'].isTerminal(fd))
      return -{{{ cDefine('ENOTTY') }}};
    var size = {{{ makeGetValue('varargs', 0, 'i32') }}};
    HEAPU8.fill(0, size, size + 8);
    {{{ makeSetValue('size', 2, "Module['host'].columns(fd)", 'i16') }}};
    return 0;
  },
  environ_sizes_get__deps: ['$HOST'],
  environ_sizes_get: function (count, size) {
    var all = Module['host'].environment;
    {{{ makeSetValue('count', 0, 'all.length', 'i32') }}};
    {{{ makeSetValue('size', 0, 'all.reduce(function (sum, text) { return sum + lengthBytesUTF8(text) + 1; }, 0)', 'i32') }}};
    return 0;
  },
  environ_get__deps: ['$HOST'],
  environ_get: function (list, buffer) {
    Module['host'].environment.forEach(function (text, i) {
      {{{ makeSetValue('list', 'i * 4', 'buffer', 'i32') }}};
      buffer += stringToUTF8(text, buffer, lengthBytesUTF8(text) + 1) + 1;
    });
    return 0;
  },

  // ---- the server (lsp/system/…_host.c) ----

  // Returns when the host has called Module.wake, or after some milliseconds.
  host_wait__deps: ['$Asyncify'],
  host_wait: function (milliseconds) {
    Asyncify.handleSleep(function (resume) {
      Module['host'].wait(milliseconds, resume);
    });
  },
  host_time: function () {
    return performance.now();
  },
  host_send: function (start, length) {
    Module['host'].send(HEAPU8.slice(start, start + length));
  },
  host_unsent: function () {
    return Module['host'].unsent();
  },
  // The next bytes from the client: how many; 0 if there are none now, -1 if there will be none any more.
  host_receive: function (buffer, size) {
    var bytes = Module['host'].receive(size);
    if (!bytes) return -1;
    HEAPU8.set(bytes, buffer);
    return bytes.length;
  },
  host_file_is_coming: function (path, length) {
    return Module['host'].isComing(UTF8ToString(path, length));
  },
  host_process_lives: function (process) {
    return Module['host'].processLives(process);
  },
  host_process_parent: function () {
    return Module['host'].parentProcess;
  },
  host_program: function (buffer, size) {
    stringToUTF8(Module['host'].program || '', buffer, size);
  },
  host_ended: function (code) {
    Module['host'].ended(code);
  },

  // The loop that interrupted jobs go back to: the one thing that C keeps no place for.
  $HOST_LOOP: { current: 0 },
  host_set_loop__deps: ['$HOST_LOOP'],
  host_set_loop: function (loop) {
    HOST_LOOP.current = loop;
  },
  host_loop__deps: ['$HOST_LOOP'],
  host_loop: function () {
    return HOST_LOOP.current;
  },
});
