#include "analyzer/language/grammar/shapes.h"

#include <string.h>

const char *shape_kind_description(enum shape_kind kind)
{
	switch (kind) {
	case SHAPE_ANYTHING:
		return "anything";
	case SHAPE_STRING:
		return "a string";
	case SHAPE_BOOLEAN:
		return "true or false";
	case SHAPE_INTEGER:
		return "an integer";
	case SHAPE_NUMBER:
		return "a number";
	case SHAPE_WEIGHT:
		return "a number from 0 to 1";
	case SHAPE_VERSION:
		return "a version";
	case SHAPE_RANGE:
		return "a range [lower, upper]";
	case SHAPE_NAME:
		return "a name";
	case SHAPE_WORD:
		return "one of a few words";
	case SHAPE_CONSTRUCT:
	case SHAPE_CONSTRUCT_OR_ANYTHING:
	case SHAPE_PART:
	case SHAPE_VARIABLE_VALUE:
		return "a map of keynames";
	case SHAPE_MAP:
		return "a map";
	case SHAPE_LIST:
		return "a list";
	case SHAPE_NAMED_LIST:
		return "a list of maps with one entry each";
	case SHAPE_COLLECTION:
		return "a map, or a list of maps with one entry each";
	case SHAPE_EITHER:
		return "one of two notations";
	case SHAPE_CONDITION:
		return "a logic expression or a list of them";
	case SHAPE_LOGIC_EXPRESSION:
		return "a logic expression";
	case SHAPE_VALUE_EXPRESSION:
		return "a value expression";
	case SHAPE_NAMED_EXPRESSION:
		return "an expression";
	case SHAPE_IMPLICATIONS:
		return "a list of [target] or [target, condition]";
	case SHAPE_OPTIONS:
		return "a map of variability options";
	case SHAPE_DEFAULT_CONDITION_MODE:
		return "a default condition mode";
	}
	return "";
}

const struct shape *shape_of_item(const struct shape *list, uint32_t position)
{
	return position == 0 && list->first ? list->first : list->element;
}

bool shape_names_type(const struct shape *shape)
{
	return shape->kind == SHAPE_NAME && shape->name >= NAME_OF_ARTIFACT_TYPE &&
	       shape->name <= NAME_OF_RELATIONSHIP_TYPE;
}

bool shape_next_word(const char **rest, struct string *word)
{
	if (!*rest)
		return false;
	size_t length = strcspn(*rest, "|");
	*word = (struct string){*rest, length};
	*rest = (*rest)[length] ? *rest + length + 1 : NULL;
	return true;
}

bool shape_has_word(const struct shape *shape, struct string word)
{
	const char *rest = shape->words;
	struct string candidate;
	while (shape_next_word(&rest, &candidate))
		if (string_equal(candidate, word))
			return true;
	return false;
}
