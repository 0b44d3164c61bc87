/* vtosca: a language server and a command line for variable TOSCA service templates. */
#include "base/memory.h"
#include "cli/arguments/help.h"
#include "cli/commands/commands.h"
#include "cli/print/console.h"

#include <errno.h>

static int run(const struct command *command, int count, char **words)
{
	struct arena *arena = arena_create();
	struct arguments arguments;
	int code = EXIT_CODE_OK;

	if (!arguments_read(&arguments, arena, command, count, words))
		code = EXIT_CODE_USAGE;
	else if (arguments_has(&arguments, OPTION_HELP))
		help_print_command(stdout, command);
	else
		code = commands_run(&arguments);
	arena_destroy(arena);
	return code;
}

/* What is asked of no command is that of one: `--version`, `--help`. */
static const char *command_name(const char *word)
{
	if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0)
		return "version";
	if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
		return "help";
	return word;
}

static int run_words(int count, char **words)
{
	if (count < 2) {
		help_print(stderr);
		return EXIT_CODE_USAGE;
	}
	const struct command *command = command_find(command_name(words[1]));

	return command ? run(command, count - 2, words + 2) : help_refuse_command(words[1]);
}

int main(int count, char **words)
{
	memory_keep_released();

	int code = run_words(count, words);

	errno = 0;
	if (console_finish())
		return code;
	fprintf(stderr, "vtosca: standard output: %s\n",
		errno ? strerror(errno) : "cannot be written");
	return code == EXIT_CODE_FAILURE ? code : EXIT_CODE_USAGE;
}
