#include "cli/arguments/arguments.h"

#include <stdio.h>
#include <string.h>

static bool option_matches(const struct option *option, const char *word, size_t length)
{
	if (length == 2 && word[1] != '-')
		return option->letter != 0 && option->letter == word[1];
	return length == strlen(option->name) + 2 && memcmp(word, "--", 2) == 0 &&
	       memcmp(word + 2, option->name, length - 2) == 0;
}

static int read_option(struct arguments *arguments, const struct option *options, const char *word,
	const char **value)
{
	const char *equals = strchr(word, '=');
	size_t length = equals ? (size_t)(equals - word) : strlen(word);

	int position = 0;
	while (options[position].name && !option_matches(&options[position], word, length))
		position++;
	if (!options[position].name) {
		fprintf(stderr, "vtosca %s: unknown option \"%.*s\"\n", arguments->command,
			(int)length, word);
		return ARGUMENT_ERROR;
	}
	if (!options[position].takes_value) {
		if (equals) {
			fprintf(stderr, "vtosca %s: option \"%.*s\" takes no value\n",
				arguments->command, (int)length, word);
			return ARGUMENT_ERROR;
		}
		return position;
	}
	if (equals) {
		*value = equals + 1;
		return position;
	}
	if (arguments->next == arguments->count) {
		fprintf(stderr, "vtosca %s: option \"%s\" needs a value\n", arguments->command,
			word);
		return ARGUMENT_ERROR;
	}
	*value = arguments->values[arguments->next++];
	return position;
}

int arguments_next(struct arguments *arguments, const struct option *options, const char **value)
{
	*value = NULL;
	while (arguments->next < arguments->count) {
		const char *word = arguments->values[arguments->next++];
		if (arguments->only_operands || word[0] != '-' || word[1] == '\0') {
			*value = word;
			return ARGUMENT_OPERAND;
		}
		if (strcmp(word, "--") != 0)
			return read_option(arguments, options, word, value);
		arguments->only_operands = true;
	}
	return ARGUMENT_END;
}

int arguments_choice(const struct arguments *arguments, const char *option, const char *value,
	const char *const *choices)
{
	for (int i = 0; choices[i] != NULL; i++)
		if (strcmp(choices[i], value) == 0)
			return i;
	fprintf(stderr, "vtosca %s: --%s is \"%s\" but must be", arguments->command, option, value);
	for (int i = 0; choices[i] != NULL; i++) {
		const char *separator = i == 0 ? "" : !choices[i + 1] ? " or" : ",";
		fprintf(stderr, "%s %s", separator, choices[i]);
	}
	fputs("\n", stderr);
	return -1;
}
