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

/* Behind the "[": to the first "]" that is not escaped. What "[]" and a "[" inside mean differs. */
static bool skip_bracket(struct scanner *scanner, bool *is_understood)
{
	bool is_first = true;
	while (!is_at_end(scanner)) {
		char character = take(scanner);
		if (character == '\\' && !is_at_end(scanner))
			scanner->position++;
		else if (character == ']' && !is_first)
			return true;
		if (character == '[' || (character == ']' && is_first))
			*is_understood = false;
		is_first = is_first && character == '^';
	}
	return false;
}

const char *pattern_mistake(struct string pattern)
{
	struct scanner scanner = {pattern, 0};
	bool is_understood = true;
	size_t depth = 0;
	while (!is_at_end(&scanner)) {
		char character = take(&scanner);
		if (character == '\\' && is_at_end(&scanner))
			return "No regular expression: nothing follows the last \"\\\"";
		if (character == '\\')
			scanner.position++;
		bool is_closed = character != '[' || skip_bracket(&scanner, &is_understood);
		if (!is_understood)
			return NULL;
		if (!is_closed)
			return "No regular expression: \"[\" is never closed";
		if (character == ')' && depth == 0)
			return "No regular expression: \")\" closes nothing";
		depth += character == '(';
		depth -= character == ')';
	}
	return depth > 0 ? "No regular expression: \"(\" is never closed" : NULL;
}
