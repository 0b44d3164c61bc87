#include "analyzer/ide/completion/completion_list.h"

#include "analyzer/ide/text/markdown.h"

#include <string.h>

/* What comes before the word: a dash for the next item of a list, a space behind the
 * colon or dash that the cursor touches. */
static const char *before(const struct cursor *cursor)
{
	return cursor->needs_dash ? "- " : cursor->needs_space ? " " : "";
}

/* The slot of the item, or the empty one where it belongs. */
static uint32_t *find_slot(
	const struct completion_list *list, enum completion_kind kind, struct string label)
{
	size_t slot = (string_hash(label) + (size_t)kind) & (list->slot_count - 1);
	while (list->slots[slot] != 0) {
		const struct completion_item *item = &list->items[list->slots[slot] - 1];
		if (item->kind == kind && string_equal(item->label, label))
			break;
		slot = (slot + 1) & (list->slot_count - 1);
	}
	return &list->slots[slot];
}

static void make_slots(struct completion_list *list)
{
	if (2 * (list->count + 1) <= list->slot_count)
		return;
	list->slot_count = list->slot_count > 0 ? 2 * list->slot_count : 64;
	list->slots = arena_allocate(list->arena, list->slot_count, sizeof(*list->slots));
	for (size_t i = 0; i < list->count; i++)
		*find_slot(list, list->items[i].kind, list->items[i].label) = (uint32_t)i + 1;
}

/* The first tab stop is empty: what belongs there can be chosen next. */
static bool has_empty_stop(struct string text)
{
	for (size_t i = 0; i + 1 < text.length; i++)
		if (text.bytes[i] == '$' && text.bytes[i + 1] == '1' &&
			(i == 0 || text.bytes[i - 1] != '\\'))
			return true;
	return false;
}

struct completion_item *completion_add(struct completion_list *list, enum completion_kind kind,
	struct string label, struct string text, bool snippet)
{
	make_slots(list);
	uint32_t *slot = find_slot(list, kind, label);
	if (*slot != 0)
		return NULL;
	*slot = (uint32_t)list->count + 1;
	list->items = arena_reserve(
		list->arena, list->items, list->count, &list->capacity, sizeof(*list->items));
	struct completion_item *item = &list->items[list->count];
	*item = (struct completion_item){
		.kind = kind,
		.label = label,
		.sort_text = arena_format(list->arena, "%05zu", list->count),
		.replace = list->cursor.replace,
		.text = arena_format(
			list->arena, "%s%.*s", before(&list->cursor), STRING_ARGUMENTS(text)),
		.snippet = snippet,
		.leads_on = snippet && has_empty_stop(text),
	};
	list->count++;
	return item;
}

static bool needs_quotes(struct string name, bool in_flow)
{
	static const char *const words[] = {
		"true", "false", "null", "~", "True", "False", "TRUE", "FALSE", "Null", "NULL"};
	if (name.length == 0 || strchr("-?:,[]{}#&*!|>'\"%@` ", name.bytes[0]) != NULL ||
		strchr("0123456789+.", name.bytes[0]) != NULL ||
		name.bytes[name.length - 1] == ' ' || name.bytes[name.length - 1] == ':')
		return true;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (string_is(name, words[i]))
			return true;
	for (size_t i = 1; i < name.length; i++) {
		char character = name.bytes[i];
		char previous = name.bytes[i - 1];
		if ((character == ' ' && previous == ':') ||
			(character == '#' && previous == ' ') || character == '\n' ||
			(in_flow && strchr(",[]{}", character) != NULL))
			return true;
	}
	return false;
}

bool completion_is_used(const struct completion_list *list, struct string name)
{
	for (size_t i = 0; i < list->cursor.sibling_count; i++)
		if (string_equal(list->cursor.siblings[i], name))
			return true;
	return false;
}

/* As it is written between `mark` and `mark`. */
static struct string escape_quotes(struct string name, char mark, struct arena *arena)
{
	char *text = arena_allocate(arena, 2 * name.length + 1, 1);
	size_t length = 0;
	for (size_t i = 0; i < name.length; i++) {
		if (mark == '"' && strchr("\"\\", name.bytes[i]) != NULL)
			text[length++] = '\\';
		else if (mark == '\'' && name.bytes[i] == '\'')
			text[length++] = '\'';
		text[length++] = name.bytes[i];
	}
	return (struct string){text, length};
}

struct string completion_quoted(const struct completion_list *list, struct string name)
{
	return needs_quotes(name, true)
		       ? arena_format(list->arena, "'%.*s'",
				 STRING_ARGUMENTS(escape_quotes(name, '\'', list->arena)))
		       : name;
}

/* A name with the quotes that it needs, or up to the end of those that are there. */
static struct string with_quotes(const struct completion_list *list, struct string name)
{
	bool in_flow = list->cursor.in_flow || list->opens_list;
	if (list->quote == '\0')
		return needs_quotes(name, in_flow) ? completion_quoted(list, name) : name;
	struct string text = escape_quotes(name, list->quote, list->arena);
	return list->is_closed
		       ? text
		       : arena_format(list->arena, "%.*s%c", STRING_ARGUMENTS(text), list->quote);
}

bool completion_next_word(
	const struct completion_list *list, const char **rest, struct string *word)
{
	while (shape_next_word(rest, word))
		if (!string_is(*word, "TARGET") || list->place.context == ELEMENT_RELATION)
			return true;
	return false;
}

struct completion_item *completion_add_value(
	struct completion_list *list, enum completion_kind kind, struct string name)
{
	struct string text = with_quotes(list, name);
	if (!list->opens_list)
		return completion_add(list, kind, name, text, false);
	bool snippets = list->settings->snippets;
	text = arena_format(
		list->arena, "[%.*s%s]", STRING_ARGUMENTS(text), snippets ? ", $1" : "");
	struct completion_item *item = completion_add(list, kind, name, text, snippets);
	return item;
}

void complete_words(struct completion_list *list, const struct shape *shape)
{
	const char *rest = shape->words;
	struct string word;
	while (rest && completion_next_word(list, &rest, &word))
		completion_add_value(list, COMPLETION_VALUE, word);
}

/* Dollar signs, braces and backslashes mean something in a snippet. */
static struct string escape(struct string text, struct arena *arena)
{
	char *escaped = arena_allocate(arena, 2 * text.length + 1, 1);
	size_t length = 0;
	for (size_t i = 0; i < text.length; i++) {
		if (strchr("$}\\", text.bytes[i]) != NULL)
			escaped[length++] = '\\';
		escaped[length++] = text.bytes[i];
	}
	return (struct string){escaped, length};
}

struct completion_item *completion_add_key(struct completion_list *list, enum completion_kind kind,
	struct string key, const char *value, const char *plain)
{
	bool snippet = list->settings->snippets && strchr(value, '$') != NULL;
	struct string text = with_quotes(list, key);
	if (list->cursor.has_colon || (list->quote != '\0' && list->is_closed)) {
		snippet = false;
	} else {
		const char *behind = list->settings->snippets ? value : plain;
		text = snippet ? escape(text, list->arena) : text;
		text = arena_format(list->arena, "%.*s:%s%s", STRING_ARGUMENTS(text),
			behind[0] == '\n' || behind[0] == '\0' ? "" : " ", behind);
	}
	struct completion_item *item = completion_add(list, kind, key, text, snippet);
	return item;
}

/* The operands as empty tab stops, at each of which the choice goes on: "[a, b, …]" gives "[$1,
 * $2]". A name in the place of an operand would be taken for one, and for what is typed of it. */
static const char *operands_snippet(struct string signature, struct arena *arena)
{
	struct markdown snippet = markdown_in(arena);
	unsigned stop = 0;
	for (const char *rest = arena_copy(arena, signature).bytes; *rest != '\0';) {
		size_t length = strcspn(rest, ",[]");
		if (string_starts_with(string_from(rest), ", …")) {
			rest += strlen(", …");
		} else if (length == 0) {
			bool comma = *rest == ',';
			markdown_add(&snippet, "%c%s", *rest, comma ? " " : "");
			rest += comma ? 2 : 1;
		} else {
			markdown_add(&snippet, "$%u", ++stop);
			rest += length;
		}
	}
	return arena_copy(arena, markdown_text(&snippet)).bytes;
}

/* Whether a call is written without braces: a map is there, or begins with it. */
static bool is_key_of_map(const struct completion_list *list)
{
	const struct cursor *cursor = &list->cursor;
	return !list->opens_list &&
	       (cursor->place == CURSOR_KEY || cursor->may_be_key || cursor->needs_dash);
}

/* How many tab stops a snippet has. */
static unsigned count_stops(const char *snippet)
{
	unsigned count = 0;
	for (const char *at = strchr(snippet, '$'); at; at = strchr(at + 1, '$'))
		count += at == snippet || at[-1] != '\\';
	return count;
}

/* In braces, and where a list has to be begun, in brackets, with the next item to come. */
static struct string in_braces(
	const struct completion_list *list, struct string name, const char *operands, bool snippet)
{
	struct string call =
		arena_format(list->arena, "{%.*s: %s}", STRING_ARGUMENTS(name), operands);
	if (!list->opens_list)
		return call;
	if (!snippet)
		return arena_format(list->arena, "[%.*s]", STRING_ARGUMENTS(call));
	return arena_format(
		list->arena, "[%.*s, $%u]", STRING_ARGUMENTS(call), count_stops(operands) + 1);
}

struct completion_item *completion_add_call(struct completion_list *list, enum completion_kind kind,
	struct string name, struct string signature)
{
	if (list->quote != '\0' && list->cursor.place == CURSOR_VALUE)
		return NULL; /* in quotes it would be a text */
	const char *snippet = operands_snippet(signature, list->arena);
	const char *plain = string_starts_with(signature, "[") ? "[]" : "";
	if (is_key_of_map(list))
		return completion_add_key(list, kind, name, snippet, plain);
	bool snippets = list->settings->snippets;
	struct string text = snippets ? escape(name, list->arena) : name;
	return completion_add(list, kind, name,
		in_braces(list, text, snippets ? snippet : plain, snippets), snippets);
}

struct completion_item *completion_add_whole_call(struct completion_list *list,
	enum completion_kind kind, struct string label, const char *name, struct string operands,
	struct string plain)
{
	if (list->cursor.has_colon || list->quote != '\0')
		return NULL;
	bool has_stops = list->settings->snippets && memchr(operands.bytes, '$', operands.length);
	bool snippet = has_stops || (list->settings->snippets && list->opens_list);
	struct string behind = has_stops ? operands : plain;
	if (snippet && !has_stops)
		behind = escape(behind, list->arena);
	struct string text =
		in_braces(list, string_from(name), arena_copy(list->arena, behind).bytes, snippet);
	if (is_key_of_map(list))
		text = arena_format(list->arena, "%s: %.*s", name, STRING_ARGUMENTS(behind));
	return completion_add(list, kind, label, text, snippet);
}
