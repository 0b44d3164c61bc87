/* vtosca lsp: the language server over standard input and output. */
#include "lsp/loop/lsp.h"
#include "cli/arguments/arguments.h"
#include "cli/arguments/command.h"
#include "cli/files/disk_files.h"

int run_lsp(struct arguments *arguments)
{
	/* Clients that can do more than standard input and output add this. */
	const struct option options[] = {{.name = "stdio"}, {0}};
	const char *value;

	for (;;) {
		switch (arguments_next(arguments, options, &value)) {
		case 0:
			break;
		case ARGUMENT_END:
			return lsp_run(&disk_files);
		case ARGUMENT_OPERAND:
			return command_usage_error("lsp");
		default:
			return EXIT_CODE_USAGE;
		}
	}
}
