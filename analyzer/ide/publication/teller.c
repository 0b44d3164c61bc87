#include "analyzer/ide/publication/teller.h"

#include "analyzer/language/grammar/primitive_types.h"

bool teller_tells(const struct teller *teller, size_t i)
{
	return teller->messages[i].cause == i && teller->items[i].severity < IDE_HINT;
}

size_t teller_cause(const struct teller *teller, size_t i)
{
	while (teller->messages[i].cause != i)
		i = teller->messages[i].cause;
	return i;
}

void teller_relate(struct teller *teller, size_t i, size_t cause)
{
	cause = teller_cause(teller, cause);
	if (cause != i)
		teller->messages[i].cause = cause;
}

bool teller_next_name(struct string message, size_t from, struct range *name)
{
	size_t start = from, end;
	while (start < message.length && message.bytes[start] != '"')
		start++;
	for (end = start + 1; end < message.length && message.bytes[end] != '"';)
		end++;
	*name = (struct range){(uint32_t)start + 1, (uint32_t)end};
	return end < message.length;
}

bool teller_is_grammar(const struct teller *teller, size_t i)
{
	return teller->messages[i].kind == KIND_GRAMMAR;
}

/* The name of a type of another kind, or of a primitive type: the text around it is meant
 * otherwise. */
static bool is_of_other_kind(struct string message)
{
	struct range name;
	return teller_next_name(message, 0, &name) &&
	       (string_starts_with(string_slice(message, name.end + 1, message.length),
			": this is the name of a") ||
		       primitive_type_find(VERSION_SIMPLE_YAML_1_3,
			       string_slice(message, name.start, name.end)) != PRIMITIVE_NONE);
}

bool teller_is_about_map(const struct teller *teller, size_t i)
{
	return teller_is_grammar(teller, i) ||
	       (teller->messages[i].code == DIAGNOSTIC_CODE_UNKNOWN_TYPE &&
		       is_of_other_kind(teller->items[i].message));
}

uint32_t teller_line(const struct teller *teller, size_t i)
{
	return syntax_tree_position(teller->tree, teller->items[i].range.start, POSITION_UTF8).line;
}
