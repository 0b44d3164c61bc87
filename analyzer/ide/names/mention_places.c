#include "analyzer/ide/names/mention_places.h"

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

struct mention_places mention_places_of(
	const struct syntax_tree *tree, const struct meaning *meaning)
{
	struct mention_places places = {.tree = tree, .has_position = has_position(meaning->kind)};
	struct string container =
		string_starts_with(meaning->container, "node.")
			? string_slice(meaning->container, 5, meaning->container.length)
			: STRING("");

	if (!is_written_as_it_is(meaning->name)) {
		places.is_any = true;
		return places;
	}
	places.name = string_search_for(meaning->name);
	if (is_written_as_it_is(container)) {
		places.has_container = true;
		places.container = string_search_for(container);
	}
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

/* The name may be written in another way than it reads. */
static bool is_everywhere(const struct mention_places *places, struct string text)
{
	if (places->is_any || (text.length > 0 && memchr(text.bytes, '\\', text.length)))
		return true;
	return places->has_position &&
	       (!places->has_container || string_search_finds(&places->container, text)) &&
	       holds_position(text);
}

bool mention_places_next(struct mention_places *places, struct range *range)
{
	uint32_t count = syntax_tree_section_count(places->tree);

	for (; places->section < count; places->section++, places->from = 0) {
		struct string text = syntax_tree_section_text(places->tree, places->section);
		struct range section = syntax_tree_section_range(places->tree, places->section);
		size_t at;

		if (places->from == 0 && is_everywhere(places, text)) {
			places->section++;
			*range = section;
			return true;
		}
		at = string_search_next(&places->name, text, places->from);
		if (at == text.length)
			continue;
		places->from = at + places->name.words.length;
		*range = (struct range){
			section.start + (uint32_t)at + 1, section.start + (uint32_t)places->from};
		return true;
	}
	return false;
}
