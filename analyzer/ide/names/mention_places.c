#include "analyzer/ide/names/mention_places.h"

#include "analyzer/ide/names/anchors.h"
#include "analyzer/syntax/tree/syntax_tree.h"

#include <string.h>

/* Plain scalars may be folded, and quotes may be doubled. */
static bool is_written_as_it_is(struct string name)
{
	for (size_t i = 0; i < name.length; i++)
		if (strchr(" \t\r\n'", name.bytes[i]))
			return false;
	return name.length > 0;
}

static bool has_position(enum declared_kind kind)
{
	switch (kind) {
	case DECLARED_RELATION:
	case DECLARED_REQUIREMENT:
	case DECLARED_ARTIFACT:
	case DECLARED_PROPERTY:
	case DECLARED_POLICY:
	case DECLARED_INPUT:
	case DECLARED_OUTPUT:
		return true;
	default:
		return false;
	}
}

/* Where the node templates of that name are. */
static void find_containers(
	struct mention_places *places, struct string container, struct arena *arena)
{
	struct name_list nodes = names_of(places->tree, DECLARED_NODE, arena);
	struct range *within = NULL;
	size_t capacity = 0;

	for (size_t i = 0; i < nodes.count; i++) {
		const struct name_entry *node = &nodes.items[i];

		if (!string_equal(node->name, container))
			continue;
		within = arena_reserve(
			arena, within, places->within_count, &capacity, sizeof(*within));
		within[places->within_count++] =
			(struct range){node_range(node->key).start, node_range(node->value).end};
	}
	places->has_container = true;
	places->container = string_search_for(container);
	places->within = within;
}

/* The words that every way to write the name ends with; empty if there are none. */
static struct string words_of(const struct meaning *meaning)
{
	struct string names[MOST_TYPE_NAMES];
	size_t count = meaning_names(meaning, names);
	struct string words = names[count - 1];

	for (size_t i = words.length; count > 1 && i-- > 0;)
		if (words.bytes[i] == '.')
			words = string_slice(words, i + 1, words.length);
	for (size_t i = 0; i < count; i++)
		if (words.length > names[i].length ||
			!string_equal(words, string_slice(names[i], names[i].length - words.length,
						     names[i].length)))
			return STRING("");
	return words;
}

struct mention_places mention_places_of(
	const struct syntax_tree *tree, const struct meaning *meaning, struct arena *arena)
{
	struct string words = words_of(meaning);
	struct mention_places places = {.tree = tree,
		.has_position = has_position(meaning->kind),
		.repeatable = repeatable_range(tree)};
	struct string container =
		string_starts_with(meaning->container, "node.")
			? string_slice(meaning->container, 5, meaning->container.length)
			: STRING("");

	if (!is_written_as_it_is(words)) {
		places.is_any = true;
		return places;
	}
	places.name = string_search_for(words);
	if (is_written_as_it_is(container))
		find_containers(&places, container, arena);
	return places;
}

static bool is_digit(char byte)
{
	return byte >= '0' && byte <= '9';
}

/* Whether an item of a list behind `from`, or the value there, begins with a digit. */
static bool holds_number(struct string text, size_t from)
{
	char before = ':';

	while (from < text.length && text.bytes[from] != ':')
		from++;
	for (from++; from < text.length; from++) {
		char byte = text.bytes[from];

		if (strchr(" \t\r\n\"'", byte))
			continue;
		if (byte == '#' || (is_digit(byte) && before))
			return true;
		before = strchr(",[-", byte) ? byte : '\0';
	}
	return false;
}

/* Operators that take positions. */
static bool holds_position(struct string text)
{
	static const char *const words[] = {"presen", "is_managed", "is_consumed", "is_produced"};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		struct string_search search = string_search_for(string_from(words[i]));

		for (size_t at = string_search_next(&search, text, 0); at < text.length;
			at = string_search_next(&search, text, at + 1))
			if (holds_number(text, at))
				return true;
	}
	return false;
}

/* What belongs to a node template is mentioned inside of it, with its name, or through an alias. */
static bool is_near_container(
	const struct mention_places *places, struct string text, struct range section)
{
	for (size_t i = 0; i < places->within_count; i++)
		if (section.start <= places->within[i].end &&
			section.end >= places->within[i].start)
			return true;
	if (section.start < places->repeatable.end && section.end > places->repeatable.start)
		return true;
	return !places->has_container || string_search_finds(&places->container, text) ||
	       (text.length > 0 && memchr(text.bytes, '*', text.length));
}

/* The name may be written in another way than it reads. */
static bool is_everywhere(
	const struct mention_places *places, struct string text, struct range section)
{
	if (places->is_any || (text.length > 0 && memchr(text.bytes, '\\', text.length)))
		return true;
	return places->has_position && is_near_container(places, text, section) &&
	       holds_position(text);
}

bool mention_places_next(struct mention_places *places, struct range *range)
{
	uint32_t count = syntax_tree_section_count(places->tree);

	for (; places->section < count; places->section++, places->from = 0) {
		struct string text = syntax_tree_section_text(places->tree, places->section);
		struct range section = syntax_tree_section_range(places->tree, places->section);
		size_t at;

		if (places->from == 0 && is_everywhere(places, text, section)) {
			places->section++;
			*range = section;
			return true;
		}
		at = string_search_next(&places->name, text, places->from);
		if (at == text.length ||
			(places->from == 0 && !is_near_container(places, text, section)))
			continue;
		places->from = at + places->name.words.length;
		*range = (struct range){
			section.start + (uint32_t)at + 1, section.start + (uint32_t)places->from};
		return true;
	}
	return false;
}
