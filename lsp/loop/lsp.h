/* The language server, as the command line starts it. */
#ifndef LSP_LOOP_LSP_H
#define LSP_LOOP_LSP_H

#include <stdbool.h>

struct files;

/* Files are read from `disk`, by several threads. Serves one client over standard input and output
 * until it leaves. `verifies`: after each edit, everything is made anew as well, and the process is
 * aborted with what differs on standard error. Returns the exit code of the process: 0 after
 * `shutdown` and `exit`, else 1. */
int lsp_run(const struct files *disk, bool verifies);

#endif
