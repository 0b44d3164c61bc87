#include "analyzer/ide/publication/teller.h"

#include "analyzer/model/grammar/grammar.h"
#include "analyzer/text/name_table.h"

#include <string.h>

static bool is_name_character(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_' || c == '.' || c == '-' || c == ':';
}

/* Whether the text has `name` as a key. */
static bool has_key(struct string text, struct string name)
{
	for (size_t i = 0; i + name.length < text.length; i++) {
		size_t end = i + name.length;
		if (text.bytes[i] != name.bytes[0] ||
			!string_equal(string_slice(text, i, end), name) ||
			(i > 0 && is_name_character(text.bytes[i - 1])))
			continue;
		end += text.bytes[end] == '"' || text.bytes[end] == '\'';
		if (end < text.length && text.bytes[end] == ':')
			return true;
	}
	return false;
}

/* A text, with the keys in it if it is long: many messages are compared with it. */
struct lost_text {
	struct string text;
	struct name_table keys;
	bool is_long;
};

enum {
	LONG_TEXT = 4096, /* bytes */
	LONGEST_KEY = 256
};

static void add_key(
	struct teller *teller, struct lost_text *lost, struct string line, size_t start, size_t end)
{
	struct string key = string_slice(line, start, end);
	if (end > start && !name_table_find(&lost->keys, key))
		name_table_add(&lost->keys, teller->arena, key, teller);
}

/* What `has_key` may find in front of this colon. */
static void add_keys_before(
	struct teller *teller, struct lost_text *lost, struct string line, size_t colon)
{
	bool is_quoted =
		colon > 0 && (line.bytes[colon - 1] == '"' || line.bytes[colon - 1] == '\'');
	for (size_t start = colon; start > 0 && colon - start < LONGEST_KEY;) {
		start--;
		if (start > 0 && is_name_character(line.bytes[start - 1]))
			continue;
		add_key(teller, lost, line, start, colon);
		if (is_quoted)
			add_key(teller, lost, line, start, colon - 1);
	}
}

static struct lost_text lost_text(struct teller *teller, struct range range)
{
	struct lost_text lost = {.text = syntax_tree_text(teller->tree, range, teller->arena)};
	struct string rest = lost.text;
	lost.is_long = rest.length > LONG_TEXT;
	while (lost.is_long && rest.length > 0) {
		const char *end = memchr(rest.bytes, '\n', rest.length);
		size_t length = end ? (size_t)(end - rest.bytes) : rest.length;
		struct string line = string_slice(rest, 0, length);
		for (size_t i = 0; i < line.length; i++)
			if (line.bytes[i] == ':')
				add_keys_before(teller, &lost, line, i);
		rest = string_slice(rest, length + (end != NULL), rest.length);
	}
	return lost;
}

static bool has_key_of(const struct lost_text *lost, struct string message)
{
	struct range name;
	for (size_t from = 0; teller_next_name(message, from, &name); from = name.end + 1) {
		struct string key = string_slice(message, name.start, name.end);
		if (key.length > 0 && (lost->is_long && key.length < LONGEST_KEY
						      ? name_table_find(&lost->keys, key) != NULL
						      : has_key(lost->text, key)))
			return true;
	}
	return false;
}

/* The entry of a flow map that begins at `offset`, also the second of two that have one key. */
static struct node_entry flow_entry_at(struct node map, uint32_t offset)
{
	uint32_t low = 0, high = node_written_count(map);
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		struct node_entry entry = node_entry(map, middle);
		uint32_t start = node_range(entry.key).start;
		if (start == offset)
			return entry;
		if (start < offset)
			low = middle + 1;
		else
			high = middle;
	}
	return (struct node_entry){0};
}

/* The lines of the entry that begins at `offset`, or what it is in a flow map. */
static struct range lines_of_entry(const struct teller *teller, uint32_t offset)
{
	struct node map = node_parent(syntax_tree_node_at(teller->tree, offset));
	if (node_kind(map) == NODE_MAPPING && node_is_flow(map)) {
		struct node_entry entry = flow_entry_at(map, offset);
		if (!node_is_absent(entry.value))
			return (struct range){offset, node_range(entry.value).end};
	}
	struct position begin = syntax_tree_position(teller->tree, offset, POSITION_UTF8);
	uint32_t count = syntax_tree_line_count(teller->tree), line = begin.line + 1;
	for (; line < count; line++) {
		struct string text = syntax_tree_text(
			teller->tree, syntax_tree_line(teller->tree, line), teller->arena);
		size_t indentation = 0;
		while (indentation < text.length && text.bytes[indentation] == ' ')
			indentation++;
		if (indentation < text.length && text.bytes[indentation] != '#' &&
			indentation <= begin.character)
			break;
	}
	return (struct range){offset, line < count ? syntax_tree_line(teller->tree, line).start
						   : syntax_tree_length(teller->tree)};
}

/* The key that the message is about, with its value. */
static struct range entry_at_key(const struct teller *teller, size_t i)
{
	struct range range = teller->items[i].range;
	struct node key = syntax_tree_node_at(teller->tree, range.start);
	struct node_entry entry = node_find(node_parent(key), node_text(key));
	if (!node_is_absent(entry.value) && node_equal_place(entry.key, key))
		range.end = node_range(entry.value).end;
	return range;
}

/* What the message leaves without meaning: the map, if nobody knows what its keys are meant to be;
 * else the entry. */
static struct range lost_by(const struct teller *teller, size_t i)
{
	const struct ide_diagnostic *item = &teller->items[i];
	struct node map = teller->messages[i].map;
	if (teller->messages[i].code == DIAGNOSTIC_CODE_DUPLICATE_KEY)
		return lines_of_entry(teller, item->range.start);
	if (item->replacement.length == 0 && !node_is_absent(map) &&
		!node_is_absent(node_parent(map)))
		return (struct range){
			node_range(node_is_absent(node_key(map)) ? map : node_key(map)).start,
			node_range(map).end};
	return entry_at_key(teller, i);
}

static bool may_follow(const struct teller *teller, size_t i)
{
	enum diagnostic_code code = teller->messages[i].code;
	return teller_tells(teller, i) &&
	       (teller->messages[i].kind == KIND_NAME || code == DIAGNOSTIC_CODE_MISSING_PROPERTY ||
		       code == DIAGNOSTIC_CODE_REQUIREMENT_COUNT ||
		       code == DIAGNOSTIC_CODE_WRONG_RELATIONSHIP);
}

/* The name of the type of which the place is a keyname, a member, or the value of one; empty: of
 * none. What is further inside leaves the type its members. */
static struct string type_around(const struct teller *teller, uint32_t offset)
{
	struct node node = syntax_tree_node_at(teller->tree, offset);
	for (unsigned level = 0; level < 3 && !node_is_absent(node); level++) {
		struct node key = node_is_absent(node_key(node)) ? node : node_key(node);
		if (string_ends_with(node_text(node_key(node_parent(key))), "_types"))
			return node_text(key);
		node = node_parent(node);
	}
	return (struct string){"", 0};
}

/* Whether the message names the type, or a node of it: what the type has is not known. */
static bool is_of_type(const struct teller *teller, size_t i, struct string type)
{
	struct string message = teller->items[i].message;
	struct range name;
	if (type.length == 0 || teller->messages[i].code == DIAGNOSTIC_CODE_UNKNOWN_TYPE)
		return false;
	struct node nodes = node_get(grammar_template(teller->tree).value, "node_templates");
	for (size_t from = 0; teller_next_name(message, from, &name); from = name.end + 1) {
		struct string word = string_slice(message, name.start, name.end);
		struct node node = node_find(nodes, word).value;
		if (string_equal(word, type) ||
			string_equal(node_text(node_get(node, "type")), type))
			return true;
	}
	return false;
}

/* Definitions ask for nothing that a template has: what is wrong with a type does not come of it.
 */
static bool is_in_types(const struct teller *teller, size_t i)
{
	struct node root = syntax_tree_root(teller->tree), top = {0};
	struct node node = syntax_tree_node_at(teller->tree, teller->items[i].range.start);
	for (; !node_is_absent(node) && !node_equal_place(node, root); node = node_parent(node))
		top = node;
	struct node key = node_key(top);
	return string_ends_with(node_text(node_is_absent(key) ? top : key), "_types");
}

/* Relations of a node whose requirements are lost, and the template of one of them. */
static bool follows_relation(
	const struct teller *teller, size_t i, size_t cause, struct string text)
{
	struct string message = teller->items[i].message;
	struct string owner = node_text(node_key(teller->messages[cause].map));
	struct range name;
	switch (teller->messages[i].code) {
	case DIAGNOSTIC_CODE_UNUSED_RELATIONSHIP:
		return teller_next_name(message, 0, &name) &&
		       string_contains(text, string_slice(message, name.start, name.end));
	case DIAGNOSTIC_CODE_UNKNOWN_RELATION:
	case DIAGNOSTIC_CODE_UNKNOWN_REFERENCE:
		return owner.length > 0 &&
		       string_contains(message,
			       arena_format(teller->arena, "[\"%.*s\",", STRING_ARGUMENTS(owner)));
	default:
		return false;
	}
}

/* What is missed stands, or may stand, in the text that the message is about. */
static void tell_lost(struct teller *teller, size_t cause, struct range lost)
{
	struct lost_text text = lost_text(teller, lost);
	enum diagnostic_code code = teller->messages[cause].code;
	bool is_of_template = !is_in_types(teller, cause);
	struct range ignored = {0, 0}; /* what is inside means something else */
	struct string type = {"", 0};
	if (code == DIAGNOSTIC_CODE_DUPLICATE_KEY)
		ignored = lost;
	else if (code == DIAGNOSTIC_CODE_BAD_LIST_ENTRY)
		ignored = entry_at_key(teller, cause);
	if (teller->items[cause].replacement.length == 0)
		type = type_around(teller, teller->items[cause].range.start);
	for (size_t i = 0; i < teller->count; i++) {
		uint32_t start = teller->items[i].range.start;
		if (i == cause || !teller_tells(teller, i))
			continue;
		bool is_inside = start > ignored.start && start < ignored.end;
		bool follows = may_follow(teller, i) &&
			       (has_key_of(&text, teller->items[i].message) ||
				       is_of_type(teller, i, type)) &&
			       !(is_of_template && is_in_types(teller, i));
		if (is_inside || follows || follows_relation(teller, i, cause, text.text))
			teller_relate(teller, i, cause);
	}
}

/* A section that must be there. */
static void tell_missing(struct teller *teller, size_t cause)
{
	struct range name;
	if (!teller_next_name(teller->items[cause].message, 0, &name))
		return;
	struct string section = string_slice(teller->items[cause].message, name.start, name.end);
	for (size_t i = 0; i < teller->count; i++)
		if (i != cause && teller_tells(teller, i) &&
			teller->messages[i].kind == KIND_NAME && section.length > 0 &&
			string_is(section, teller->messages[i].section))
			teller_relate(teller, i, cause);
}

void tell_names(struct teller *teller)
{
	size_t left = TELLER_MOST_GRAMMAR;
	for (size_t i = 0; i < teller->count && left > 0; i++) {
		const struct message *message = &teller->messages[i];
		const struct ide_diagnostic *item = &teller->items[i];
		if (!teller_is_about_map(teller, i) || !teller_tells(teller, i) ||
			item->severity > IDE_WARNING)
			continue;
		left--;
		if (message->code == DIAGNOSTIC_CODE_MISSING_KEYNAME)
			tell_missing(teller, i);
		if (message->code != DIAGNOSTIC_CODE_MISSING_KEYNAME || message->is_about_map)
			tell_lost(teller, i, lost_by(teller, i));
		if (message->code == DIAGNOSTIC_CODE_DUPLICATE_KEY && item->related_count > 0)
			tell_lost(teller, i, lines_of_entry(teller, item->related[0].range.start));
	}
}

/* A key that stands in the wrong place lacks where it belongs, leaves nothing there, and is
 * followed by what fits nowhere. */
void tell_beside(struct teller *teller)
{
	size_t left = TELLER_MOST_GRAMMAR;
	for (size_t i = 0; i < teller->count && left > 0; i++) {
		enum diagnostic_code code = teller->messages[i].code;
		bool is_wrong_key = code == DIAGNOSTIC_CODE_UNKNOWN_KEYNAME ||
				    code == DIAGNOSTIC_CODE_MISPLACED_KEYNAME;
		if (!is_wrong_key || !teller_tells(teller, i))
			continue;
		left--;
		struct node key = syntax_tree_node_at(teller->tree, teller->items[i].range.start);
		struct string meant =
			arena_format(teller->arena, "\"%.*s\"", STRING_ARGUMENTS(node_text(key)));
		uint32_t line = teller_line(teller, i);
		for (size_t k = 0; k < teller->count; k++) {
			enum diagnostic_code other = teller->messages[k].code;
			bool is_lack = other == DIAGNOSTIC_CODE_MISSING_KEYNAME &&
				       string_contains(teller->items[k].message, meant);
			bool is_above =
				other == DIAGNOSTIC_CODE_WRONG_SHAPE &&
				teller_line(teller, k) + 1 == line &&
				node_equal_place(teller->messages[k].map, teller->messages[i].map);
			bool is_below = other == DIAGNOSTIC_CODE_YAML_SYNTAX &&
					(teller_line(teller, k) == line + 1 ||
						teller_line(teller, k) == line + 2);
			if (k != i && teller_tells(teller, k) && (is_lack || is_above || is_below))
				teller_relate(teller, k, i);
		}
	}
}
