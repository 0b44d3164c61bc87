#include "cli/arguments/arguments.h"

#include "analyzer/model/report/suggestion.h"
#include "cli/print/console.h"

#include <stdio.h>

struct reading {
	struct arguments *arguments;
	int count;
	char **words;
	int next;
	bool only_operands;
};

int arguments_refuse(const struct arguments *arguments, const char *format, ...)
{
	va_list values;

	va_start(values, format);
	struct string text = arena_format_list(arguments->arena, format, values);
	va_end(values);
	if (arguments->refused)
		*arguments->refused = text;
	if (arguments->messages)
		console_line(arguments->messages, "vtosca %s: %.*s", arguments->command->name,
			STRING_ARGUMENTS(text));
	return EXIT_CODE_USAGE;
}

static struct string did_you_mean(struct arena *arena, const struct suggestion *suggestion)
{
	if (suggestion->best.length == 0)
		return STRING("");
	return arena_format(arena, "; did you mean \"%.*s\"?", STRING_ARGUMENTS(suggestion->best));
}

static void add(struct arena *arena, struct argument_list *list, const char *word)
{
	size_t capacity = list->count; /* lists are short */
	const char **items = arena_allocate(arena, capacity + 1, sizeof(*items));

	for (size_t i = 0; i < list->count; i++)
		items[i] = list->items[i];
	items[list->count++] = word;
	list->items = items;
}

/* ---- choices ---- */

/* The next choice of a list "a|b|c", which is moved behind it; empty at its end. */
static struct string next_choice(const char **choices)
{
	size_t length = strcspn(*choices, "|");
	struct string choice = {*choices, length};

	*choices += length + ((*choices)[length] == '|');
	return choice;
}

static int position_among(const char *choices, struct string value)
{
	struct string choice;

	for (int i = 0; (choice = next_choice(&choices)).length > 0; i++)
		if (string_equal(choice, value))
			return i;
	return -1;
}

static bool is_chosen(const struct arguments *arguments, enum option_id id, const char *value)
{
	const char *choices = command_choices(arguments->command, id);
	struct suggestion suggestion = suggestion_for(string_from(value));
	struct string text = STRING(""), choice;

	if (!choices || position_among(choices, string_from(value)) >= 0)
		return true;
	while ((choice = next_choice(&choices)).length > 0) {
		suggestion_offer(&suggestion, choice);
		text = arena_format(arguments->arena, "%.*s%s %.*s", STRING_ARGUMENTS(text),
			text.length == 0 ? ""
			: *choices       ? ","
					 : " or",
			STRING_ARGUMENTS(choice));
	}
	arguments_refuse(arguments, "--%s is \"%s\" but must be%.*s%.*s", command_option(id)->name,
		value, STRING_ARGUMENTS(text),
		STRING_ARGUMENTS(did_you_mean(arguments->arena, &suggestion)));
	return false;
}

/* ---- options ---- */

static bool take(struct reading *reading, enum option_id id, const char *value)
{
	struct arguments *arguments = reading->arguments;
	const struct command_option *row = command_option(id);

	if (arguments->options[id].count > 0 && row->value && !row->is_repeatable) {
		arguments_refuse(arguments, "option --%s is given twice", row->name);
		return false;
	}
	if (!is_chosen(arguments, id, value))
		return false;
	add(arguments->arena, &arguments->options[id], value);
	return true;
}

static bool take_with_next(struct reading *reading, enum option_id id, const char *word)
{
	if (reading->next == reading->count) {
		arguments_refuse(reading->arguments, "option \"%s\" needs a value: %s", word,
			command_option(id)->value);
		return false;
	}
	return take(reading, id, reading->words[reading->next++]);
}

/* The option of some command that a word names; OPTION_END if there is none. */
static enum option_id option_named(struct string word)
{
	for (int id = 0; id < OPTION_COUNT; id++) {
		const struct command_option *row = command_option((enum option_id)id);
		bool is_long = string_starts_with(word, "--");

		if (is_long ? string_is(string_slice(word, 2, word.length), row->name)
			    : row->letter && word.length == 2 && word.bytes[1] == row->letter)
			return (enum option_id)id;
	}
	return OPTION_END;
}

/* Says which commands have it. */
static void refuse_of_others(struct reading *reading, struct string word, enum option_id id)
{
	struct arena *arena = reading->arguments->arena;
	struct string text = STRING("");

	for (size_t i = 0; i < command_count; i++)
		if (command_has_option(&commands[i], id))
			text = arena_format(arena, "%.*s%s%s", STRING_ARGUMENTS(text),
				text.length > 0 ? ", " : "", commands[i].name);
	arguments_refuse(reading->arguments, "\"%.*s\" is no option of this command, but of %.*s",
		STRING_ARGUMENTS(word), STRING_ARGUMENTS(text));
}

/* Says what is meant instead, or which command is. */
static bool refuse_option(struct reading *reading, struct string word)
{
	const struct command *command = reading->arguments->command;
	struct arena *arena = reading->arguments->arena;
	bool is_long = string_starts_with(word, "--");
	struct suggestion suggestion =
		suggestion_for(string_slice(word, is_long ? 2 : 1, word.length));
	enum option_id other = option_named(word);

	if (other != OPTION_END) {
		refuse_of_others(reading, word, other);
		return false;
	}
	for (size_t i = 0; command->options[i] != OPTION_END; i++)
		suggestion_offer(
			&suggestion, string_from(command_option(command->options[i])->name));
	if (suggestion.best.length > 0)
		suggestion.best = arena_format(arena, "--%.*s", STRING_ARGUMENTS(suggestion.best));
	arguments_refuse(reading->arguments, "unknown option \"%.*s\"%.*s", STRING_ARGUMENTS(word),
		STRING_ARGUMENTS(did_you_mean(arena, &suggestion)));
	return false;
}

static bool read_long(struct reading *reading, const char *word)
{
	const struct command *command = reading->arguments->command;
	size_t length = strcspn(word, "=");
	struct string name = {word + 2, length - 2};

	for (size_t i = 0; command->options[i] != OPTION_END; i++) {
		enum option_id id = command->options[i];

		if (!string_is(name, command_option(id)->name))
			continue;
		if (!command_option(id)->value && word[length] == '=') {
			arguments_refuse(reading->arguments, "option \"--%.*s\" takes no value",
				STRING_ARGUMENTS(name));
			return false;
		}
		if (!command_option(id)->value)
			return take(reading, id, word);
		return word[length] == '=' ? take(reading, id, word + length + 1)
					   : take_with_next(reading, id, word);
	}
	return refuse_option(reading, (struct string){word, length});
}

/* Letters that take nothing, then at most one that takes what follows. */
static bool read_letters(struct reading *reading, const char *word)
{
	const struct command *command = reading->arguments->command;

	for (const char *letter = word + 1; *letter; letter++) {
		size_t i = 0;

		while (command->options[i] != OPTION_END &&
			command_option(command->options[i])->letter != *letter)
			i++;
		enum option_id id = command->options[i];
		if (id == OPTION_END)
			return refuse_option(reading, string_from(word));
		if (command_option(id)->value && letter[1])
			return take(reading, id, letter + 1 + (letter[1] == '='));
		if (command_option(id)->value)
			return take_with_next(reading, id, word);
		if (!take(reading, id, word))
			return false;
	}
	return true;
}

static bool read_word(struct reading *reading)
{
	const char *word = reading->words[reading->next++];

	if (reading->only_operands || word[0] != '-' || word[1] == '\0') {
		add(reading->arguments->arena, &reading->arguments->operands, word);
		return true;
	}
	if (strcmp(word, "--") == 0) {
		reading->only_operands = true;
		return true;
	}
	return word[1] == '-' ? read_long(reading, word) : read_letters(reading, word);
}

/* ---- all of it ---- */

/* The name of an operand in the command's row: of "FILE ELEMENT", or "FILE…". */
static struct string operand_at(const struct command *command, size_t position)
{
	const char *word = command->operands;

	while (position-- > 0)
		word += strcspn(word, " ") + 1;
	return (struct string){word, strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")};
}

static bool has_as_many_operands(const struct arguments *arguments)
{
	const struct command *command = arguments->command;
	size_t count = arguments->operands.count;

	if (arguments_has(arguments, OPTION_HELP) ||
		(command->least <= count && count <= command->most))
		return true;
	if (count > command->most)
		arguments_refuse(
			arguments, "\"%s\" is too much", arguments->operands.items[command->most]);
	else
		arguments_refuse(arguments, "%.*s is missing",
			STRING_ARGUMENTS(operand_at(arguments->command, count)));
	fprintf(stderr, "usage: vtosca %s [OPTION]…%s%s\n", command->name,
		command->operands[0] ? " " : "", command->operands);
	fprintf(stderr, "\"vtosca %s --help\" tells more\n", command->name);
	return false;
}

bool arguments_read(struct arguments *arguments, struct arena *arena, const struct command *command,
	int count, char **words)
{
	struct reading reading = {.arguments = arguments, .count = count, .words = words};

	*arguments = (struct arguments){.command = command, .arena = arena, .messages = stderr};
	while (reading.next < count)
		if (!read_word(&reading))
			return false;
	return has_as_many_operands(arguments);
}

bool arguments_has(const struct arguments *arguments, enum option_id id)
{
	return arguments->options[id].count > 0;
}

const char *arguments_value(const struct arguments *arguments, enum option_id id)
{
	return arguments_has(arguments, id) ? arguments->options[id].items[0] : NULL;
}

int arguments_choice(const struct arguments *arguments, enum option_id id)
{
	const char *value = arguments_value(arguments, id);

	return value ? position_among(command_choices(arguments->command, id), string_from(value))
		     : 0;
}
