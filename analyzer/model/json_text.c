#include "analyzer/model/json_text.h"

#include "analyzer/syntax/syntax_tree.h"

#include <string.h>

enum {
	DEEPEST = 64
};

/* ---- the grammar of RFC 8259 ---- */

struct reader {
	struct string text;
	size_t at;
};

static char peek(const struct reader *reader)
{
	return reader->at < reader->text.length ? reader->text.bytes[reader->at] : '\0';
}

static bool take(struct reader *reader, char c)
{
	bool is_next = reader->at < reader->text.length && peek(reader) == c;
	reader->at += is_next;
	return is_next;
}

static void skip_space(struct reader *reader)
{
	while (peek(reader) == ' ' || peek(reader) == '\t' || peek(reader) == '\n' ||
		peek(reader) == '\r')
		reader->at++;
}

static bool take_word(struct reader *reader, const char *word)
{
	struct string rest = string_slice(reader->text, reader->at, reader->text.length);
	bool is_next = string_starts_with(rest, word);
	reader->at += is_next ? strlen(word) : 0;
	return is_next;
}

static bool take_digits(struct reader *reader)
{
	size_t start = reader->at;
	while (peek(reader) >= '0' && peek(reader) <= '9')
		reader->at++;
	return reader->at > start;
}

/* number = [ minus ] int [ frac ] [ exp ] */
static bool take_number(struct reader *reader)
{
	take(reader, '-');
	if (!take(reader, '0') && !take_digits(reader))
		return false;
	if (take(reader, '.') && !take_digits(reader))
		return false;
	if (!take(reader, 'e') && !take(reader, 'E'))
		return true;
	if (!take(reader, '+'))
		take(reader, '-');
	return take_digits(reader);
}

static bool take_escape(struct reader *reader)
{
	if (!take(reader, 'u')) {
		bool is_known = peek(reader) != '\0' && strchr("\"\\/bfnrt", peek(reader));
		reader->at += is_known;
		return is_known;
	}
	for (int i = 0; i < 4; i++) {
		if (peek(reader) == '\0' || !strchr("0123456789abcdefABCDEF", peek(reader)))
			return false;
		reader->at++;
	}
	return true;
}

static bool take_string(struct reader *reader)
{
	if (!take(reader, '"'))
		return false;
	while (reader->at < reader->text.length) {
		if (take(reader, '"'))
			return true;
		if ((unsigned char)peek(reader) < ' ')
			return false;
		if (!take(reader, '\\'))
			reader->at++;
		else if (!take_escape(reader))
			return false;
	}
	return false;
}

static bool take_value(struct reader *reader, unsigned depth);

/* object = { string : value, … }, array = [ value, … ] */
static bool take_collection(struct reader *reader, char end, unsigned depth)
{
	reader->at++;
	skip_space(reader);
	if (take(reader, end))
		return true;
	do {
		skip_space(reader);
		if (end == '}') {
			if (!take_string(reader))
				return false;
			skip_space(reader);
			if (!take(reader, ':'))
				return false;
		}
		if (!take_value(reader, depth + 1))
			return false;
	} while (take(reader, ','));
	return take(reader, end);
}

static bool take_value(struct reader *reader, unsigned depth)
{
	bool is_value;
	skip_space(reader);
	if (depth > DEEPEST)
		return false;
	switch (peek(reader)) {
	case '{':
		is_value = take_collection(reader, '}', depth);
		break;
	case '[':
		is_value = take_collection(reader, ']', depth);
		break;
	case '"':
		is_value = take_string(reader);
		break;
	default:
		is_value = take_word(reader, "true") || take_word(reader, "false") ||
			   take_word(reader, "null") || take_number(reader);
	}
	skip_space(reader);
	return is_value;
}

bool json_text_is_valid(struct string text)
{
	struct reader reader = {text, 0};
	return take_value(&reader, 0) && reader.at == text.length;
}

/* ---- schemas ---- */

static enum verdict is_of_type(struct node value, struct string type)
{
	enum scalar_type scalar = node_scalar_type(value);
	bool is_scalar = node_kind(value) == NODE_SCALAR;
	if (string_is(type, "object"))
		return verdict_of(node_kind(value) == NODE_MAPPING);
	if (string_is(type, "array"))
		return verdict_of(node_kind(value) == NODE_SEQUENCE);
	if (string_is(type, "string"))
		return verdict_of(is_scalar && scalar == SCALAR_STRING);
	if (string_is(type, "boolean"))
		return verdict_of(is_scalar && scalar == SCALAR_BOOLEAN);
	if (string_is(type, "null"))
		return verdict_of(is_scalar && scalar == SCALAR_NULL);
	if (string_is(type, "number"))
		return verdict_of(
			is_scalar && (scalar == SCALAR_INTEGER || scalar == SCALAR_FLOAT));
	/* 1.0 is an integer, too. */
	if (string_is(type, "integer") && is_scalar && scalar == SCALAR_FLOAT)
		return UNKNOWN;
	return string_is(type, "integer") ? verdict_of(is_scalar && scalar == SCALAR_INTEGER)
					  : UNKNOWN;
}

static enum verdict is_of_types(struct node value, struct node types)
{
	if (node_kind(types) != NODE_SEQUENCE)
		return is_of_type(value, node_text(types));
	enum verdict verdict = FAILS;
	for (uint32_t i = 0; i < node_count(types); i++)
		verdict = verdict_any(verdict, is_of_type(value, node_text(node_item(types, i))));
	return verdict;
}

static enum verdict has_all(struct node value, struct node required)
{
	for (uint32_t i = 0; i < node_count(required); i++) {
		if (node_is_absent(node_find(value, node_text(node_item(required, i))).key))
			return FAILS;
	}
	return HOLDS;
}

static enum verdict passes(struct node value, struct node schema, unsigned depth);

static enum verdict all_pass(struct node value, struct node schemas, unsigned depth)
{
	enum verdict verdict = HOLDS;
	bool is_map = node_kind(value) == NODE_MAPPING;
	for (uint32_t i = 0; i < node_count(value); i++) {
		struct node_entry entry = node_entry(value, i);
		struct node schema =
			is_map ? node_find(schemas, node_text(entry.key)).value : schemas;
		if (!node_is_absent(schema))
			verdict = verdict_all(verdict,
				passes(is_map ? entry.value : node_item(value, i), schema, depth));
	}
	return verdict;
}

/* What one keyword demands. Those that are about another kind of value demand nothing. */
static enum verdict obeys(struct node value, struct node_entry rule, unsigned depth)
{
	static const char *const remarks[] = {
		"$id", "$schema", "default", "description", "examples", "title"};
	struct string keyword = node_text(rule.key);
	if (string_is(keyword, "type"))
		return is_of_types(value, rule.value);
	if (string_is(keyword, "required") && node_kind(rule.value) == NODE_SEQUENCE)
		return node_kind(value) == NODE_MAPPING ? has_all(value, rule.value) : HOLDS;
	if (string_is(keyword, "properties"))
		return node_kind(value) == NODE_MAPPING ? all_pass(value, rule.value, depth)
							: HOLDS;
	if (string_is(keyword, "items") && node_kind(rule.value) == NODE_MAPPING)
		return node_kind(value) == NODE_SEQUENCE ? all_pass(value, rule.value, depth)
							 : HOLDS;
	for (size_t i = 0; i < sizeof(remarks) / sizeof(*remarks); i++) {
		if (string_is(keyword, remarks[i]))
			return HOLDS;
	}
	return UNKNOWN;
}

static enum verdict passes(struct node value, struct node schema, unsigned depth)
{
	enum verdict verdict = HOLDS;
	if (node_scalar_type(schema) == SCALAR_BOOLEAN && node_kind(schema) == NODE_SCALAR)
		return verdict_of(node_boolean(schema));
	if (node_kind(schema) != NODE_MAPPING || depth > DEEPEST)
		return UNKNOWN;
	for (uint32_t i = 0; i < node_count(schema); i++)
		verdict = verdict_all(verdict, obeys(value, node_entry(schema, i), depth + 1));
	return verdict;
}

enum verdict json_text_passes(struct string text, struct string schema)
{
	if (!json_text_is_valid(text) || !json_text_is_valid(schema))
		return UNKNOWN;
	/* JSON is YAML. */
	struct syntax_tree *value_tree = syntax_tree_create(text);
	struct syntax_tree *schema_tree = syntax_tree_create(schema);
	enum verdict verdict =
		passes(syntax_tree_root(value_tree), syntax_tree_root(schema_tree), 0);
	syntax_tree_release(value_tree);
	syntax_tree_release(schema_tree);
	return verdict;
}
