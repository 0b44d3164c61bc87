/* vtosca lsp: the language server over standard input and output. */
#include "lsp/loop/lsp.h"
#include "cli/commands/commands.h"
#include "cli/files/disk_files.h"
#include "cli/process/sandbox.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int run_lsp(const struct arguments *arguments)
{
	if (!arguments_has(arguments, OPTION_NO_SANDBOX))
		sandbox_enter(false);
	if (isatty(STDIN_FILENO))
		fputs("vtosca lsp: waiting for the messages of an editor on standard input; "
		      "\"vtosca help\" lists the commands for people\n",
			stderr);
	return lsp_run(&disk_files, getenv("VTOSCA_VERIFY") != NULL);
}
