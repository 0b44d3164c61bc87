/* The language server, as the command line starts it. */
#ifndef LSP_LSP_H
#define LSP_LSP_H

/* Serves one client over standard input and output until it leaves. Returns the exit code
 * of the process: 0 after `shutdown` and `exit`, else 1. */
int lsp_run(void);

#endif
