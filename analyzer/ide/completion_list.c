#include "analyzer/ide/completion_list.h"

#include <string.h>

/* What comes before the word: a dash for the next item of a list, a space behind the
 * colon or dash that the cursor touches. */
static const char *before(const struct cursor *cursor)
{
	return cursor->needs_dash ? "- " : cursor->needs_space ? " " : "";
}

struct completion_item *completion_add(struct completion_list *list, enum completion_kind kind,
	struct string label, struct string text, bool snippet)
{
	for (size_t i = 0; i < list->count; i++) {
		if (list->items[i].kind == kind && string_equal(list->items[i].label, label)) {
			return NULL;
		}
	}
	list->items = arena_reserve(
		list->arena, list->items, list->count, &list->capacity, sizeof *list->items);
	struct completion_item *item = &list->items[list->count];
	*item = (struct completion_item){
		.kind = kind,
		.label = label,
		.sort_text = arena_format(list->arena, "%05zu", list->count),
		.replace = list->cursor.replace,
		.text = arena_format(
			list->arena, "%s%.*s", before(&list->cursor), STRING_ARGUMENTS(text)),
		.snippet = snippet,
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
		name.bytes[name.length - 1] == ' ' || name.bytes[name.length - 1] == ':') {
		return true;
	}
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (string_is(name, words[i])) {
			return true;
		}
	}
	for (size_t i = 1; i < name.length; i++) {
		char character = name.bytes[i];
		char previous = name.bytes[i - 1];
		if ((character == ' ' && previous == ':') ||
			(character == '#' && previous == ' ') || character == '\n' ||
			(in_flow && strchr(",[]{}", character) != NULL)) {
			return true;
		}
	}
	return false;
}

static struct string quote(struct string name, struct arena *arena)
{
	char *text = arena_allocate(arena, 2 * name.length + 3, 1);
	size_t length = 0;
	text[length++] = '\'';
	for (size_t i = 0; i < name.length; i++) {
		if (name.bytes[i] == '\'') {
			text[length++] = '\'';
		}
		text[length++] = name.bytes[i];
	}
	text[length++] = '\'';
	return (struct string){text, length};
}

struct completion_item *completion_add_value(
	struct completion_list *list, enum completion_kind kind, struct string name)
{
	struct string text = list->cursor.quoted || needs_quotes(name, list->cursor.in_flow)
				     ? quote(name, list->arena)
				     : name;
	return completion_add(list, kind, name, text, false);
}

struct completion_item *completion_add_key(struct completion_list *list, enum completion_kind kind,
	struct string key, const char *value, const char *plain)
{
	bool snippet = list->settings->snippets && strchr(value, '$') != NULL;
	struct string text = key;
	if (list->cursor.has_colon) {
		snippet = false;
	} else {
		const char *behind = list->settings->snippets ? value : plain;
		text = arena_format(list->arena, "%.*s:%s%s", STRING_ARGUMENTS(key),
			behind[0] == '\n' || behind[0] == '\0' ? "" : " ", behind);
	}
	struct completion_item *item = completion_add(list, kind, key, text, snippet);
	if (item != NULL) {
		item->retrigger = !list->cursor.has_colon;
	}
	return item;
}
