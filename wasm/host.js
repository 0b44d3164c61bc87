// What the program asks of its host, as imports of the WebAssembly module: a library for emcc.
//
// `Module.host` is the host (see npm/index.d.ts for what each of its functions promises). Files are
// read as a whole when they are opened and written as a whole when they are closed.
mergeInto(LibraryManager.library, {
  $HOST: {
    files: [], // open ones by descriptor; 0 to 2 are the streams
    errors: { ENOENT: {{{ cDefine('ENOENT') }}}, EBADF: {{{ cDefine('EBADF') }}}, EIO: {{{ cDefine('EIO') }}} },

    open: function (file) {
      var fd = 3;
      while (HOST.files[fd]) fd++;
      HOST.files[fd] = file;
      return fd;
    },

    // `status` as the host tells it: { kind: 'file' | 'folder' | 'link', size, modified (milliseconds) }
    fill: function (status, buffer) {
      var modes = { file: 0x8000, folder: 0x4000, link: 0xA000 };
      var seconds = Math.floor((status.modified || 0) / 1000);
      var nanoseconds = Math.floor(((status.modified || 0) - seconds * 1000) * 1e6);
      HEAPU8.fill(0, buffer, buffer + {{{ C_STRUCTS.stat.__size__ }}});
      {{{ makeSetValue('buffer', C_STRUCTS.stat.st_mode, 'modes[status.kind] | 0x1A4', 'i32') }}};
      {{{ makeSetValue('buffer', C_STRUCTS.stat.st_nlink, '1', 'i32') }}};
      {{{ makeSetValue('buffer', C_STRUCTS.stat.st_size, 'status.size || 0', 'i64') }}};
      {{{ makeSetValue('buffer', C_STRUCTS.stat.st_mtim.tv_sec, 'seconds', 'i32') }}};
      {{{ makeSetValue('buffer', C_STRUCTS.stat.st_mtim.tv_nsec, 'nanoseconds', 'i32') }}};
      return 0;
    },

    status: function (path, buffer, follow) {
      var status = Module['host'].status(UTF8ToString(path), follow);
      return status ? HOST.fill(status, buffer) : -HOST.errors.ENOENT;
    },
  },

  __syscall_stat64__deps: ['$HOST'],
  __syscall_stat64: function (path, buffer) {
    return HOST.status(path, buffer, true);
  },
  __syscall_lstat64__deps: ['$HOST'],
  __syscall_lstat64: function (path, buffer) {
    return HOST.status(path, buffer, false);
  },
  __syscall_fstat64__deps: ['$HOST'],
  __syscall_fstat64: function (fd, buffer) {
    var file = HOST.files[fd];
    if (!file) return -HOST.errors.EBADF;
    return HOST.fill({ kind: file.entries ? 'folder' : 'file', size: file.bytes ? file.bytes.length : 0 }, buffer);
  },

  __syscall_open__deps: ['$HOST'],
  __syscall_open: function (name, flags) {
    var path = UTF8ToString(name);
    if (flags & {{{ cDefine('O_DIRECTORY') }}}) {
      var entries = Module['host'].list(path);
      return entries ? HOST.open({ path: path, entries: entries, position: 0 }) : -HOST.errors.ENOENT;
    }
    if (flags & {{{ cDefine('O_WRONLY') }}})
      return Module['host'].write(path, new Uint8Array(0)) ? HOST.open({ path: path, written: [], position: 0 })
        : -HOST.errors.ENOENT;
    var bytes = Module['host'].read(path);
    return bytes ? HOST.open({ path: path, bytes: bytes, position: 0 }) : -HOST.errors.ENOENT;
  },

  __syscall_getdents64__deps: ['$HOST'],
  __syscall_getdents64: function (fd, buffer, size) {
    var folder = HOST.files[fd];
    var step = {{{ C_STRUCTS.dirent.__size__ }}};
    var written = 0;
    while (folder.position < folder.entries.length && written + step <= size) {
      var at = buffer + written;
      var name = folder.entries[folder.position++];
      {{{ makeSetValue('at', C_STRUCTS.dirent.d_ino, '1', 'i64') }}};
      {{{ makeSetValue('at', C_STRUCTS.dirent.d_off, 'folder.position', 'i64') }}};
      {{{ makeSetValue('at', C_STRUCTS.dirent.d_reclen, 'step', 'i16') }}};
      {{{ makeSetValue('at', C_STRUCTS.dirent.d_type, '0', 'i8') }}};
      stringToUTF8(name, at + {{{ C_STRUCTS.dirent.d_name }}}, 256);
      written += step;
    }
    return written;
  },

  fd_read__deps: ['$HOST'],
  fd_read: function (fd, vectors, count, result) {
    var file = HOST.files[fd];
    var total = 0;
    if (!file || !file.bytes) return HOST.errors.EBADF;
    for (var i = 0; i < count; i++, vectors += {{{ C_STRUCTS.iovec.__size__ }}}) {
      var start = {{{ makeGetValue('vectors', C_STRUCTS.iovec.iov_base, 'i32') }}};
      var part = file.bytes.subarray(file.position, file.position + {{{ makeGetValue('vectors', C_STRUCTS.iovec.iov_len, 'i32') }}});
      HEAPU8.set(part, start);
      file.position += part.length;
      total += part.length;
    }
    {{{ makeSetValue('result', 0, 'total', 'i32') }}};
    return 0;
  },

  fd_write__deps: ['$HOST'],
  fd_write__postset: '',
  fd_write: function (fd, vectors, count, result) {
    var file = HOST.files[fd];
    var total = 0;
    for (var i = 0; i < count; i++, vectors += {{{ C_STRUCTS.iovec.__size__ }}}) {
      var start = {{{ makeGetValue('vectors', C_STRUCTS.iovec.iov_base, 'i32') }}};
      var length = {{{ makeGetValue('vectors', C_STRUCTS.iovec.iov_len, 'i32') }}};
      var bytes = HEAPU8.slice(start, start + length);
      if (fd === 1 || fd === 2) {
        if (length > 0) Module['host'].print(fd, bytes);
      } else if (file && file.written) {
        file.written.push(bytes);
      } else {
        return HOST.errors.EBADF;
      }
      total += length;
    }
    {{{ makeSetValue('result', 0, 'total', 'i32') }}};
    return 0;
  },

  // Offsets come in two halves; archives and templates are far below the first one's end.
  fd_seek__deps: ['$HOST'],
  fd_seek: function (fd, low, high, whence, result) {
    var file = HOST.files[fd];
    if (!file || !file.bytes) return {{{ cDefine('ESPIPE') }}};
    var from = [0, file.position, file.bytes.length][whence];
    file.position = Math.max(0, from + low);
    {{{ makeSetValue('result', 0, 'file.position', 'i64') }}};
    return 0;
  },

  fd_close__deps: ['$HOST'],
  fd_close: function (fd) {
    var file = HOST.files[fd];
    HOST.files[fd] = undefined;
    if (!file || !file.written) return 0;
    var length = file.written.reduce(function (sum, part) { return sum + part.length; }, 0);
    var bytes = new Uint8Array(length);
    file.written.reduce(function (at, part) { bytes.set(part, at); return at + part.length; }, 0);
    return Module['host'].write(file.path, bytes) ? 0 : HOST.errors.EIO;
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
