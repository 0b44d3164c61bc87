/* Writes manual pages and completions from the tables of options and commands.
 *
 * usage: vtosca_manual page|page-of COMMAND|bash|zsh|fish */
#include "cli/arguments/command.h"

#include <stdio.h>
#include <string.h>

/* ---- manual pages, in the language of groff_man(7) ---- */

/* Dashes as such, and no line that could be a request. */
static void print_roff(const char *text)
{
	bool is_line_start = true;

	for (; *text; text++) {
		if (is_line_start && (*text == '.' || *text == '\''))
			fputs("\\&", stdout);
		if (*text == '-' || *text == '\\')
			putchar('\\');
		fputc(*text == '\\' ? 'e' : *text, stdout);
		is_line_start = *text == '\n';
	}
}

static void print_title(const char *name)
{
	printf(".TH \"");
	for (; *name; name++)
		putchar(*name >= 'a' && *name <= 'z' ? *name - 'a' + 'A' : *name);
	printf("\" 1 \"\" \"vtosca %s\" \"vtosca\"\n.SH NAME\n", VTOSCA_VERSION);
}

static void print_option(const struct command *command, enum option_id id)
{
	const struct command_option *option = command_option(id);
	const char *choices = command_choices(command, id);
	const char *value = choices ? choices : option->value;

	puts(".TP");
	if (option->letter)
		printf("\\fB\\-%c\\fR, ", option->letter);
	fputs("\\fB\\-\\-", stdout);
	print_roff(option->name);
	fputs("\\fR", stdout);
	if (value) {
		fputs(" \\fI", stdout);
		print_roff(value);
		fputs("\\fR", stdout);
	}
	putchar('\n');
	print_roff(option->documentation);
	putchar('\n');
}

static void print_exit_codes(const char *refusal)
{
	puts(".SH EXIT STATUS\n.TP\n.B 0\nAll is well.");
	if (refusal) {
		fputs(".TP\n.B 1\nThe answer is no: ", stdout);
		print_roff(refusal);
		puts(".");
	}
	puts(".TP\n.B 2\nThe question was wrong (an unknown option, preset or element; a file that "
	     "cannot be "
	     "read),\nor the answer could not be written.\n.TP\n.B 70\nvtosca itself failed: out "
	     "of memory.");
}

static int print_page_of(const char *name)
{
	const struct command *command = command_find(name);
	char title[64];

	if (!command)
		return 1;
	snprintf(title, sizeof(title), "vtosca-%s", name);
	print_title(title);
	printf("vtosca\\-%s \\- ", name);
	print_roff(command->summary);
	printf("\n.SH SYNOPSIS\n.B vtosca %s\n[\\fIOPTION\\fR]...", name);
	if (command->operands[0]) {
		putchar(' ');
		print_roff(command->operands);
	}
	putchar('\n');
	if (command->notes) {
		puts(".SH DESCRIPTION");
		print_roff(command->notes);
		putchar('\n');
	}
	puts(".SH OPTIONS");
	for (int id = 0; id < OPTION_COUNT; id++)
		if (command_has_option(command, (enum option_id)id))
			print_option(command, (enum option_id)id);
	print_exit_codes(command->refusal);
	puts(".SH SEE ALSO\n.BR vtosca (1)");
	return 0;
}

static void print_page(void)
{
	print_title("vtosca");
	puts("vtosca \\- language server and command line for variable TOSCA service templates\n"
	     ".SH SYNOPSIS\n.B vtosca\n.I COMMAND\n[\\fIARGUMENTS\\fR]...\n.SH DESCRIPTION\n"
	     "One TOSCA service template, many deployment variants: shows for every element under "
	     "which presets it\n"
	     "is present, why, and what goes wrong where, as Variability4TOSCA defines it.\n.SH "
	     "COMMANDS");
	for (size_t i = 0; i < command_count; i++) {
		printf(".TP\n.BR vtosca\\-%s (1)\n", commands[i].name);
		print_roff(commands[i].summary);
		putchar('\n');
	}
	print_exit_codes("there are errors, a test fails, nothing can be resolved");
	puts(".SH FILES\n.TP\n.I vtosca.yaml\nSettings of a project, in its folder or above: "
	     "severities of "
	     "diagnostics, variants, what is left out.\n"
	     ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nNo colours, if it is not empty.\n.TP\n.B COLUMNS\n"
	     "The width of tables that do not go to a terminal.\n.TP\n.B "
	     "VTOSCA_VARIABILITY_PRESETS\n"
	     "A JSON list of presets for \\fBvtosca resolve\\fR without a variant.\n.TP\n"
	     ".B VTOSCA_VARIABILITY_INPUT_\\fINAME\\fR\nA variability input, beside "
	     "\\fB\\-\\-inputs\\fR.");
}

/* ---- completions ---- */

static bool takes_file(enum option_id id)
{
	const char *value = command_option(id)->value;

	return value && strcmp(value, "FILE") == 0;
}

/* Choices "a|b" with blanks between them. */
static void print_choices(const char *choices)
{
	for (; *choices; choices++)
		putchar(*choices == '|' ? ' ' : *choices);
}

static void print_bash_command(const struct command *command)
{
	printf("\t%s)\n\t\tcase $prev in\n", command->name);
	for (size_t i = 0; command->options[i] != OPTION_END; i++) {
		enum option_id id = command->options[i];
		const char *choices = command_choices(command, id);

		if (!command_option(id)->value)
			continue;
		printf("\t\t--%s%s%c) ", command_option(id)->name,
			command_option(id)->letter ? "|-" : "",
			command_option(id)->letter ? command_option(id)->letter : ' ');
		if (choices) {
			fputs("COMPREPLY=($(compgen -W \"", stdout);
			print_choices(choices);
			fputs("\" -- \"$cur\")); return ;;\n", stdout);
		} else {
			puts(takes_file(id) ? "COMPREPLY=($(compgen -f -- \"$cur\")); return ;;"
					    : "return ;;");
		}
	}
	fputs("\t\tesac\n\t\toptions=\"", stdout);
	for (size_t i = 0; command->options[i] != OPTION_END; i++)
		printf("%s--%s", i ? " " : "", command_option(command->options[i])->name);
	fputs("\"\n\t\t;;\n", stdout);
}

static void print_bash(void)
{
	puts("# Completion of vtosca for bash, written from its tables.\n_vtosca() {\n"
	     "\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} options=\n"
	     "\tif [ \"$COMP_CWORD\" -eq 1 ]; then");
	fputs("\t\tCOMPREPLY=($(compgen -W \"", stdout);
	for (size_t i = 0; i < command_count; i++)
		printf("%s%s", i ? " " : "", commands[i].name);
	puts("\" -- \"$cur\"))\n\t\treturn\n\tfi\n\tcase ${COMP_WORDS[1]} in");
	for (size_t i = 0; i < command_count; i++)
		print_bash_command(&commands[i]);
	puts("\tesac\n\tcase $cur in\n\t-*) COMPREPLY=($(compgen -W \"$options\" -- \"$cur\")) ;;\n"
	     "\t*) COMPREPLY=($(compgen -f -- \"$cur\")) ;;\n\tesac\n}\n"
	     "complete -o filenames -F _vtosca vtosca");
}

/* In single quotes of a shell, and of zsh's descriptions in brackets. */
static void print_quoted(const char *text)
{
	for (; *text; text++) {
		if (*text == '\'')
			fputs("'\\''", stdout);
		else if (strchr("[]:\\", *text))
			printf("\\%c", *text);
		else
			putchar(*text);
	}
}

static void print_zsh_option(const struct command *command, enum option_id id)
{
	const struct command_option *option = command_option(id);
	const char *choices = command_choices(command, id);

	fputs(" \\\n\t\t\t'", stdout);
	if (option->is_repeatable)
		putchar('*');
	printf("--%s%s[", option->name, option->value ? "=" : "");
	print_quoted(option->documentation);
	putchar(']');
	if (option->value)
		printf(":%s:", choices ? "choice" : option->value);
	if (choices) {
		putchar('(');
		print_choices(choices);
		putchar(')');
	} else if (takes_file(id)) {
		fputs("_files", stdout);
	}
	putchar('\'');
}

static void print_zsh(void)
{
	puts("#compdef vtosca\n# Completion of vtosca for zsh, written from its tables.\n_vtosca() "
	     "{\n"
	     "\tlocal -a commands=(");
	for (size_t i = 0; i < command_count; i++) {
		printf("\t\t'%s:", commands[i].name);
		print_quoted(commands[i].summary);
		puts("'");
	}
	puts("\t)\n\tif (( CURRENT == 2 )); then\n\t\t_describe command "
	     "commands\n\t\treturn\n\tfi\n"
	     "\tlocal command=$words[2]\n\tshift words\n\t(( CURRENT-- ))\n\tcase $command in");
	for (size_t i = 0; i < command_count; i++) {
		printf("\t%s)\n\t\t_arguments -s", commands[i].name);
		for (size_t k = 0; commands[i].options[k] != OPTION_END; k++)
			print_zsh_option(&commands[i], commands[i].options[k]);
		puts(" \\\n\t\t\t'*:file:_files'\n\t\t;;");
	}
	puts("\tesac\n}\n_vtosca \"$@\"");
}

/* Single quotes of fish know `\'` and `\\`. */
static void print_fish_quoted(const char *text)
{
	putchar('\'');
	for (; *text; text++) {
		if (*text == '\'' || *text == '\\')
			putchar('\\');
		putchar(*text);
	}
	putchar('\'');
}

static void print_fish_option(const struct command *command, enum option_id id)
{
	const struct command_option *option = command_option(id);
	const char *choices = command_choices(command, id);

	printf("complete -c vtosca -n '__fish_seen_subcommand_from %s' -l %s", command->name,
		option->name);
	if (option->letter)
		printf(" -s %c", option->letter);
	if (option->value)
		fputs(takes_file(id) ? " -r" : " -x", stdout);
	if (choices) {
		fputs(" -a '", stdout);
		print_choices(choices);
		putchar('\'');
	}
	fputs(" -d ", stdout);
	print_fish_quoted(option->documentation);
	putchar('\n');
}

static void print_fish(void)
{
	puts("# Completion of vtosca for fish, written from its tables.");
	for (size_t i = 0; i < command_count; i++) {
		printf("complete -c vtosca -n __fish_use_subcommand -f -a %s -d ",
			commands[i].name);
		print_fish_quoted(commands[i].summary);
		putchar('\n');
		for (size_t k = 0; commands[i].options[k] != OPTION_END; k++)
			print_fish_option(&commands[i], commands[i].options[k]);
	}
}

int main(int count, char **words)
{
	const char *what = count > 1 ? words[1] : "";

	if (strcmp(what, "page-of") == 0 && count == 3)
		return print_page_of(words[2]);
	if (strcmp(what, "page") == 0)
		print_page();
	else if (strcmp(what, "bash") == 0)
		print_bash();
	else if (strcmp(what, "zsh") == 0)
		print_zsh();
	else if (strcmp(what, "fish") == 0)
		print_fish();
	else
		return 2;
	return 0;
}
