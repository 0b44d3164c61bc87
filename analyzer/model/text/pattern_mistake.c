#include "analyzer/model/text/pattern_mistake.h"

#include <stddef.h>

struct scanner {
	struct string pattern;
	size_t position;
};

static bool is_at_end(const struct scanner *scanner)
{
	return scanner->position >= scanner->pattern.length;
}

static char take(struct scanner *scanner)
{
	return scanner->pattern.bytes[scanner->position++];
}

struct bracket {
	bool is_closed;
	bool is_understood;  /* what "[]" and a "[" inside mean differs */
	bool is_upside_down; /* "z-a" */
};

static bool is_letter_or_digit(char character)
{
	return (character >= '0' && character <= '9') || (character >= 'A' && character <= 'Z') ||
	       (character >= 'a' && character <= 'z');
}

/* Whether a range ends here that nothing is in. */
static bool is_upside_down(const struct scanner *scanner)
{
	const char *last = scanner->pattern.bytes + scanner->position - 1;
	return scanner->position >= 4 && last[-1] == '-' && last[-3] != '\\' &&
	       is_letter_or_digit(last[-2]) && is_letter_or_digit(last[0]) && last[-2] > last[0];
}

/* Behind the "[": to the first "]" that is not escaped. */
static struct bracket skip_bracket(struct scanner *scanner)
{
	struct bracket bracket = {.is_understood = true};
	bool is_first = true;
	while (!is_at_end(scanner) && !bracket.is_closed) {
		char character = take(scanner);
		if (character == '\\' && !is_at_end(scanner))
			scanner->position++;
		else if (character == ']' && !is_first)
			bracket.is_closed = true;
		else
			bracket.is_upside_down |= is_upside_down(scanner);
		if (character == '[' || (character == ']' && is_first))
			bracket.is_understood = false;
		is_first = is_first && character == '^';
	}
	return bracket;
}

/* "(?" begins a group of a special kind. */
static bool is_repeated_nothing(char character, char before)
{
	return (character == '*' || character == '+' || (character == '?' && before != '(')) &&
	       (before == '\0' || before == '(' || before == '|');
}

const char *pattern_mistake(struct string pattern)
{
	struct scanner scanner = {pattern, 0};
	size_t depth = 0;
	char before = '\0'; /* at the beginning */
	while (!is_at_end(&scanner)) {
		struct bracket bracket = {.is_closed = true, .is_understood = true};
		char character = take(&scanner);
		if (character == '\\' && is_at_end(&scanner))
			return "No regular expression: nothing follows the last \"\\\"";
		if (character == '\\')
			scanner.position++;
		if (character == '[')
			bracket = skip_bracket(&scanner);
		if (!bracket.is_understood)
			return NULL;
		if (!bracket.is_closed)
			return "No regular expression: \"[\" is never closed";
		if (bracket.is_upside_down)
			return "No regular expression: a range in \"[…]\" ends before it begins";
		if (is_repeated_nothing(character, before))
			return "No regular expression: there is nothing to repeat";
		if (character == ')' && depth == 0)
			return "No regular expression: \")\" closes nothing";
		depth += character == '(';
		depth -= character == ')';
		before = character;
	}
	return depth > 0 ? "No regular expression: \"(\" is never closed" : NULL;
}
