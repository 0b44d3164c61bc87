#include "cli/arguments/help.h"

#include "analyzer/model/report/suggestion.h"
#include "cli/arguments/arguments.h"
#include "cli/print/console.h"

enum {
	LINE = 100,
	OPTION_COLUMN = 6, /* where long names begin, behind the letters */
	TEXT_COLUMN = 31   /* where what options do begins */
};

/* ---- wrapped text ---- */

static void indent(FILE *stream, size_t columns)
{
	fprintf(stream, "%*s", (int)columns, "");
}

/* Words between `margin` and the end of the line; the cursor stands at `margin`. */
static void print_wrapped(FILE *stream, const char *text, size_t margin)
{
	size_t column = margin;

	while (*text) {
		struct string word = {text, strcspn(text, " ")};
		size_t width = console_width(word);

		if (column > margin && column + 1 + width > LINE) {
			fputc('\n', stream);
			indent(stream, margin);
			column = margin;
		}
		fprintf(stream, "%s%.*s", column > margin ? " " : "", STRING_ARGUMENTS(word));
		column += width + (column > margin);
		text += word.length + (text[word.length] == ' ');
	}
	fputc('\n', stream);
}

/* ---- a command ---- */

static void print_option(FILE *stream, const struct command *command, enum option_id id)
{
	const struct command_option *row = command_option(id);
	const char *value =
		command_choices(command, id) ? command_choices(command, id) : row->value;
	char name[128];

	snprintf(name, sizeof(name), "--%s%s%s", row->name, value ? " " : "", value ? value : "");
	if (row->letter)
		fprintf(stream, "  -%c, %s", row->letter, name);
	else
		fprintf(stream, "      %s", name);
	size_t column = OPTION_COLUMN + console_width(string_from(name));
	if (column + 2 > TEXT_COLUMN) {
		fputc('\n', stream);
		column = 0;
	}
	indent(stream, TEXT_COLUMN - column);
	print_wrapped(stream, row->documentation, TEXT_COLUMN);
}

static void print_options(FILE *stream, const struct command *command)
{
	fputs("\noptions:\n", stream);
	for (int id = 0; id < OPTION_COUNT; id++)
		if (command_has_option(command, (enum option_id)id))
			print_option(stream, command, (enum option_id)id);
}

/* What an exit code means, for a command or, NULL, for any. Borrowed. */
static const char *help_of_exit_code(int code, const struct command *command)
{
	switch (code) {
	case EXIT_CODE_OK:
		return "all is well";
	case EXIT_CODE_PROBLEM:
		return !command           ? "the answer is no: there are errors, a test fails, "
					    "nothing can be resolved"
		       : command->refusal ? command->refusal
					  : "never";
	case EXIT_CODE_USAGE:
		return "the question was wrong (an unknown option, preset or element; a file that "
		       "cannot be read), or the answer could not be written";
	case EXIT_CODE_FAILURE:
		return "vtosca itself failed: out of memory";
	default:
		return NULL;
	}
}

static void print_exit_codes(FILE *stream, const struct command *command)
{
	static const int codes[] = {
		EXIT_CODE_OK, EXIT_CODE_PROBLEM, EXIT_CODE_USAGE, EXIT_CODE_FAILURE};

	fputs("\nends with:\n", stream);
	for (size_t i = 0; i < sizeof(codes) / sizeof(*codes); i++) {
		const char *meaning = help_of_exit_code(codes[i], command);

		if (!meaning)
			continue;
		fprintf(stream, "  %-2d  ", codes[i]);
		print_wrapped(stream, meaning, OPTION_COLUMN);
	}
}

void help_print_command(FILE *stream, const struct command *command)
{
	fprintf(stream, "usage: vtosca %s [OPTION]…%s%s\n\n%s\n", command->name,
		command->operands[0] ? " " : "", command->operands, command->summary);
	if (command->notes) {
		fputc('\n', stream);
		print_wrapped(stream, command->notes, 0);
	}
	print_options(stream, command);
	print_exit_codes(stream, command);
}

/* ---- all commands ---- */

void help_print(FILE *stream)
{
	fputs("usage: vtosca COMMAND [ARGUMENTS]\n\ncommands:\n", stream);
	for (size_t i = 0; i < command_count; i++)
		fprintf(stream, "  %-10s  %s\n", commands[i].name, commands[i].summary);
	print_exit_codes(stream, NULL);
	fputs("\n\"vtosca COMMAND --help\" tells more about a command, \"vtosca --version\" the "
	      "version.\n",
		stream);
}

int help_refuse_command(const char *name)
{
	struct suggestion suggestion = suggestion_for(string_from(name));

	for (size_t i = 0; i < command_count; i++)
		suggestion_offer(&suggestion, string_from(commands[i].name));
	console_print(stderr, "vtosca: unknown command \"%s\"", name);
	if (suggestion.best.length > 0)
		console_print(
			stderr, "; did you mean \"%.*s\"?", STRING_ARGUMENTS(suggestion.best));
	fputs("\n\"vtosca help\" lists all commands\n", stderr);
	return EXIT_CODE_USAGE;
}
