/* Values of keynames: words, Booleans, modes, names, versions. */
#include "analyzer/ide/completion_list.h"
#include "analyzer/ide/types.h"

static void add_words(struct completion_list *list, const struct shape *shape)
{
	const char *rest = shape->words;
	struct string word;
	while (rest != NULL && shape_next_word(&rest, &word)) {
		completion_add_value(list, COMPLETION_VALUE, word);
	}
}

static void add_versions(struct completion_list *list)
{
	for (int i = VERSION_COUNT - 1; i >= 0; i--) {
		const struct definitions_version_row *row =
			definitions_version_row((enum definitions_version)i);
		struct completion_item *item =
			completion_add_value(list, COMPLETION_VERSION, string_from(row->name));
		if (item != NULL) {
			item->documentation = string_from(row->summary);
		}
	}
}

void complete_types(struct completion_list *list, enum name_kind kind)
{
	struct type_list types = types_of(list->tree, list->types, kind, list->arena);
	for (size_t i = 0; i < types.count; i++) {
		struct completion_item *item =
			list->place.is_entry
				? completion_add_key(
					  list, COMPLETION_TYPE, types.items[i].name, "$1", "")
				: completion_add_value(list, COMPLETION_TYPE, types.items[i].name);
		if (item != NULL) {
			item->detail = types.items[i].derived_from;
			item->documentation = types.items[i].description;
		}
	}
}

static void add_names(struct completion_list *list, enum name_kind kind)
{
	switch (kind) {
	case NAME_OF_DEFINITIONS_VERSION:
		add_versions(list);
		break;
	case NAME_OF_NODE:
	case NAME_OF_NODE_OR_NODE_TYPE:
		complete_names_of(list, COMPLETION_NODE, DECLARED_NODE);
		break;
	case NAME_OF_NODE_OR_GROUP:
		complete_names_of(list, COMPLETION_NODE, DECLARED_NODE);
		complete_names_of(list, COMPLETION_GROUP, DECLARED_GROUP);
		break;
	case NAME_OF_RELATIONSHIP:
	case NAME_OF_RELATIONSHIP_OR_TYPE:
		complete_names_of(
			list, COMPLETION_RELATIONSHIP_TEMPLATE, DECLARED_RELATIONSHIP_TEMPLATE);
		break;
	case NAME_OF_REPOSITORY:
		complete_names_of(list, COMPLETION_FILE, DECLARED_REPOSITORY);
		break;
	case NAME_OF_VARIABILITY_INPUT:
		complete_names_of(list, COMPLETION_VARIABILITY_INPUT, DECLARED_VARIABILITY_INPUT);
		break;
	default:
		break;
	}
	complete_types(list, kind);
}

void complete_value(struct completion_list *list, const struct shape *shape)
{
	switch (shape->kind) {
	case SHAPE_BOOLEAN:
	case SHAPE_WEIGHT:
		complete_booleans(list);
		break;
	case SHAPE_WORD:
		add_words(list, shape);
		break;
	case SHAPE_NAME:
		add_names(list, place_name_kind(&list->place, shape));
		break;
	case SHAPE_DEFAULT_CONDITION_MODE:
		complete_mode_tokens(list, shape->element_kind);
		break;
	case SHAPE_EITHER:
		complete_value(list, shape->element);
		complete_value(list, shape->other);
		break;
	case SHAPE_CONSTRUCT: {
		const struct shape *form =
			construct_row((enum construct)shape->construct)->short_form;
		if (form != NULL) {
			complete_value(list, form);
		}
		break;
	}
	default:
		break;
	}
}
