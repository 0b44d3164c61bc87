/* The language server, as the command line starts it. */
#ifndef LSP_LOOP_LSP_H
#define LSP_LOOP_LSP_H

struct files;

/* Files are read from `disk`, by several threads. Serves one client over standard input and output
 * until it leaves. Returns the exit code of the process: 0 after `shutdown` and `exit`, else 1. */
int lsp_run(const struct files *disk);

#endif
