#include "analyzer/variability/values/value_reader.h"

#include "analyzer/syntax/tree/syntax_tree.h"

#include <string.h>

struct value value_detach(struct arena *arena, struct value value)
{
	value.node = (struct node){0};
	if (value.kind == VALUE_STRING) {
		value.string = arena_copy(arena, value.string);
	} else if (value.kind == VALUE_LIST) {
		struct value *items = arena_allocate(arena, value.list->count, sizeof(*items));

		for (size_t i = 0; i < value.list->count; i++)
			items[i] = value_detach(arena, value.list->items[i]);
		value = value_from_list(arena, items, value.list->count);
	} else if (value.kind == VALUE_MAP) {
		struct value_entry *entries =
			arena_allocate(arena, value.map->count, sizeof(*entries));

		for (size_t i = 0; i < value.map->count; i++) {
			entries[i].key = arena_copy(arena, value.map->entries[i].key);
			entries[i].value = value_detach(arena, value.map->entries[i].value);
		}
		value = value_from_map(arena, entries, value.map->count);
	}
	return value;
}

struct value value_from_yaml(struct arena *arena, struct string text, struct string *error)
{
	struct syntax_tree *tree = syntax_tree_create(text);
	size_t count;
	const struct syntax_error *errors = syntax_tree_errors(tree, arena, &count);
	struct value value = value_none();

	*error = count > 0 ? arena_copy(arena, errors[0].message) : STRING("");
	if (count == 0)
		value = value_detach(arena, value_from_node(arena, syntax_tree_root(tree)));
	if (value.kind == VALUE_NONE)
		value = value_from_string(arena_copy(arena, text));
	syntax_tree_release(tree);
	return value;
}

struct value value_from_yaml_or_text(struct arena *arena, struct string text)
{
	struct string error;

	return value_from_yaml(arena, text, &error);
}

/* ---- JSON ---- */

struct json_scanner {
	const char *next;
	const char *end;
	int depth;
};

static char peek(const struct json_scanner *scanner)
{
	return scanner->next < scanner->end ? *scanner->next : '\0';
}

static void skip_spaces(struct json_scanner *scanner)
{
	while (scanner->next < scanner->end && *scanner->next && strchr(" \t\r\n", *scanner->next))
		scanner->next++;
}

static bool accept(struct json_scanner *scanner, char byte)
{
	skip_spaces(scanner);
	if (peek(scanner) != byte)
		return false;
	scanner->next++;
	return true;
}

static bool accept_word(struct json_scanner *scanner, const char *word)
{
	size_t length = strlen(word);

	if ((size_t)(scanner->end - scanner->next) < length ||
		memcmp(scanner->next, word, length) != 0)
		return false;
	scanner->next += length;
	return true;
}

static size_t skip_digits(struct json_scanner *scanner)
{
	size_t count = 0;

	while (peek(scanner) >= '0' && peek(scanner) <= '9') {
		scanner->next++;
		count++;
	}
	return count;
}

static bool is_number(struct json_scanner *scanner)
{
	accept_word(scanner, "-");
	if (!accept_word(scanner, "0") && skip_digits(scanner) == 0)
		return false;
	if (accept_word(scanner, ".") && skip_digits(scanner) == 0)
		return false;
	if (accept_word(scanner, "e") || accept_word(scanner, "E")) {
		if (!accept_word(scanner, "+"))
			accept_word(scanner, "-");
		return skip_digits(scanner) > 0;
	}
	return true;
}

static bool is_string(struct json_scanner *scanner)
{
	if (!accept_word(scanner, "\""))
		return false;
	while (scanner->next < scanner->end && *scanner->next != '"') {
		if ((unsigned char)*scanner->next < 0x20)
			return false;
		scanner->next += *scanner->next == '\\' ? 2 : 1;
	}
	return accept_word(scanner, "\"");
}

static bool is_json(struct json_scanner *scanner);

static bool is_collection(struct json_scanner *scanner, char close)
{
	scanner->next++;
	if (accept(scanner, close))
		return true;
	do {
		skip_spaces(scanner);
		if (close == '}' && (!is_string(scanner) || !accept(scanner, ':')))
			return false;
		if (!is_json(scanner))
			return false;
	} while (accept(scanner, ','));
	return accept(scanner, close);
}

static bool is_json(struct json_scanner *scanner)
{
	bool answer;

	skip_spaces(scanner);
	if (scanner->depth++ > 200)
		return false;
	switch (peek(scanner)) {
	case '{':
		answer = is_collection(scanner, '}');
		break;
	case '[':
		answer = is_collection(scanner, ']');
		break;
	case '"':
		answer = is_string(scanner);
		break;
	case 't':
		answer = accept_word(scanner, "true");
		break;
	case 'f':
		answer = accept_word(scanner, "false");
		break;
	case 'n':
		answer = accept_word(scanner, "null");
		break;
	default:
		answer = is_number(scanner);
	}
	scanner->depth--;
	return answer;
}

/* JSON is YAML, so it suffices to recognise it. */
struct value value_from_json_or_text(struct arena *arena, struct string text)
{
	struct json_scanner scanner = {text.bytes, text.bytes + text.length, 0};

	if (is_json(&scanner)) {
		skip_spaces(&scanner);
		if (scanner.next == scanner.end && string_is(text, "null"))
			return value_none();
		if (scanner.next == scanner.end)
			return value_from_yaml_or_text(arena, text);
	}
	return value_from_string(arena_copy(arena, text));
}
