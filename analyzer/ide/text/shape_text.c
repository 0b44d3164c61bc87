#include "analyzer/ide/text/shape_text.h"

#include "analyzer/ide/text/markdown.h"
#include "analyzer/language/types/type_kinds.h"

#include <string.h>

struct string with_article(const char *noun, struct arena *arena)
{
	return arena_format(
		arena, "%s %s", strchr("aeiouAEIOU", noun[0]) != NULL ? "an" : "a", noun);
}

/* "policy" gives "policies", "node or group" gives "nodes or groups". */
static struct string plural(const char *noun, struct arena *arena)
{
	size_t length = strlen(noun);
	const char *second = strstr(noun, " or ");
	if (second) {
		const char *first =
			arena_copy(arena, (struct string){noun, (size_t)(second - noun)}).bytes;
		return arena_format(arena, "%.*s or %.*s", STRING_ARGUMENTS(plural(first, arena)),
			STRING_ARGUMENTS(plural(second + strlen(" or "), arena)));
	}
	if (length > 0 && noun[length - 1] == 'y')
		return arena_format(arena, "%.*sies", (int)length - 1, noun);
	bool is_plural = length > 0 && noun[length - 1] == 's';
	return arena_format(arena, "%s%s", noun, is_plural ? "" : "s");
}

static const char *noun_of(enum name_kind name)
{
	static const struct {
		enum name_kind name;
		const char *noun;
	} nouns[] = {
		{NAME_OF_NODE, "node template"},
		{NAME_OF_NODE_OR_NODE_TYPE, "node template or node type"},
		{NAME_OF_NODE_OR_GROUP, "node template or group"},
		{NAME_OF_NODE_OR_GROUP_TYPE, "node type or group type"},
		{NAME_OF_RELATIONSHIP, "relationship template"},
		{NAME_OF_RELATIONSHIP_OR_TYPE, "relationship template or relationship type"},
		{NAME_OF_CAPABILITY, "capability"},
		{NAME_OF_CAPABILITY_OR_TYPE, "capability or capability type"},
		{NAME_OF_REQUIREMENT, "requirement"},
		{NAME_OF_REPOSITORY, "repository"},
		{NAME_OF_PROFILE, "profile"},
		{NAME_OF_WORKFLOW, "workflow"},
		{NAME_OF_STEP, "step"},
		{NAME_OF_VARIABILITY_INPUT, "variability input"},
		{NAME_OF_PRESET, "variability preset"},
	};
	enum type_kind kind;
	for (size_t i = 0; i < sizeof(nouns) / sizeof(*nouns); i++)
		if (nouns[i].name == name)
			return nouns[i].noun;
	return type_kind_of_name(name, &kind) ? type_kind_row(kind)->title : NULL;
}

static void add_name(struct markdown *text, enum name_kind name)
{
	const char *noun = noun_of(name);
	if (noun) {
		markdown_add(text, "the name of %.*s",
			STRING_ARGUMENTS(with_article(noun, text->arena)));
		return;
	}
	switch (name) {
	case NAME_OF_FILE:
		markdown_add(text, "a path or URL");
		break;
	case NAME_OF_OPERATION:
		markdown_add(text, "`interface.operation`");
		break;
	case NAME_OF_DEFINITIONS_VERSION:
		markdown_add(text, "a version of TOSCA");
		break;
	default:
		markdown_add(text, "a name");
		break;
	}
}

static void add_words(struct markdown *text, const struct shape *shape)
{
	const char *rest = shape->words;
	struct string word;
	for (bool first = true; shape_next_word(&rest, &word); first = false) {
		const char *between = rest && *rest != '\0' ? ", " : " or ";
		markdown_add(text, "%s`%.*s`", first ? "" : between, STRING_ARGUMENTS(word));
	}
}

/* What a list or map holds, in the plural; nothing if that says nothing. */
static void add_elements(struct markdown *text, const struct shape *element)
{
	const char *noun = NULL;
	if (element->words) {
		markdown_add(text, element->kind == SHAPE_STRING ? " of strings such as " : " of ");
		add_words(text, element);
		return;
	}
	switch (element->kind) {
	case SHAPE_CONSTRUCT:
		noun = construct_row((enum construct)element->construct)->title;
		break;
	case SHAPE_STRING:
		noun = "string";
		break;
	case SHAPE_NUMBER:
		noun = "number";
		break;
	case SHAPE_LOGIC_EXPRESSION:
		noun = "logic expression";
		break;
	case SHAPE_NAME:
		noun = noun_of(element->name);
		markdown_add(text, noun ? " of names of " : "");
		break;
	default:
		break;
	}
	if (noun) {
		const char *of = element->kind == SHAPE_NAME ? "" : " of ";
		markdown_add(text, "%s%.*s", of, STRING_ARGUMENTS(plural(noun, text->arena)));
	}
}

static void add(struct markdown *text, const struct shape *shape)
{
	switch (shape->kind) {
	case SHAPE_NAME:
		add_name(text, shape->name);
		break;
	case SHAPE_STRING:
	case SHAPE_WORD:
		if (shape->words) {
			markdown_add(text, shape->kind == SHAPE_STRING ? "a string such as " : "");
			add_words(text, shape);
			break;
		}
		markdown_add(text, "%s", shape_kind_description(shape->kind));
		break;
	case SHAPE_MAP:
		markdown_add(text, "a map");
		add_elements(text, shape->element);
		break;
	case SHAPE_LIST:
		markdown_add(text, "a list");
		add_elements(text, shape->element);
		break;
	case SHAPE_NAMED_LIST:
		markdown_add(text, "a list");
		add_elements(text, shape->element);
		markdown_add(text, ", each a map with one entry");
		break;
	case SHAPE_COLLECTION:
		markdown_add(text, "a map");
		add_elements(text, shape->element);
		markdown_add(text, ", or a list of maps with one entry each");
		break;
	case SHAPE_EITHER:
		add(text, shape->element);
		markdown_add(text, ", or ");
		add(text, shape->other);
		break;
	case SHAPE_CONSTRUCT: {
		const struct construct_row *row = construct_row((enum construct)shape->construct);
		if (row->short_form) {
			add(text, row->short_form);
			markdown_add(text, ", or ");
		}
		markdown_add(text, "a map of keynames");
		break;
	}
	default:
		markdown_add(text, "%s", shape_kind_description(shape->kind));
		break;
	}
}

struct string shape_text(const struct shape *shape, struct arena *arena)
{
	struct markdown text = markdown_in(arena);
	add(&text, shape);
	return markdown_text(&text);
}
