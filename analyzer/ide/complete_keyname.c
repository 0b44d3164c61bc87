/* Keynames of a construct: the mandatory ones first, those in use left out. */
#include "analyzer/ide/completion_list.h"

/* How the value begins: a new line with the right indentation for maps, a dash for lists. */
static const char *value_snippet(struct completion_list *list, const struct shape *shape)
{
	if (list->cursor.in_flow) {
		switch (shape->kind) {
		case SHAPE_MAP:
		case SHAPE_CONSTRUCT:
		case SHAPE_OPTIONS:
			return "{$1}";
		case SHAPE_LIST:
		case SHAPE_NAMED_LIST:
			return "[$1]";
		default:
			return "$1";
		}
	}
	int indentation = (int)list->cursor.indentation + 2;
	switch (shape->kind) {
	case SHAPE_MAP:
	case SHAPE_COLLECTION:
	case SHAPE_OPTIONS:
		return arena_format(list->arena, "\n%*s$1", indentation, "").bytes;
	case SHAPE_CONSTRUCT: {
		const struct construct_row *row = construct_row((enum construct)shape->construct);
		return row->short_form != NULL
			       ? "$1"
			       : arena_format(list->arena, "\n%*s$1", indentation, "").bytes;
	}
	case SHAPE_LIST:
		return shape->element->kind == SHAPE_NAME
			       ? "[$1]"
			       : arena_format(list->arena, "\n%*s- $1", indentation, "").bytes;
	case SHAPE_NAMED_LIST:
	case SHAPE_IMPLICATIONS:
		return arena_format(list->arena, "\n%*s- $1", indentation, "").bytes;
	case SHAPE_BOOLEAN:
		return "${1|true,false|}";
	default:
		return "$1";
	}
}

static struct string document(struct completion_list *list, const struct keyname_row *row)
{
	return arena_format(list->arena, "%s\n\n%s%s", row->summary,
		shape_kind_description(row->shape->kind),
		row->flags & KEYNAME_MANDATORY ? ", mandatory" : "");
}

static void add(struct completion_list *list, const struct keyname_row *row)
{
	const char *snippet = value_snippet(list, row->shape);
	struct completion_item *item =
		completion_add_key(list, COMPLETION_KEYNAME, string_from(row->name), snippet, "");
	if (item == NULL) {
		return;
	}
	item->detail = row->flags & KEYNAME_VARIABILITY ? STRING("variability") : STRING("");
	if (row->flags & KEYNAME_MANDATORY) {
		item->detail = STRING("mandatory");
	}
	item->documentation = document(list, row);
}

void complete_keynames(struct completion_list *list, enum construct construct)
{
	for (int mandatory = 1; mandatory >= 0; mandatory--) {
		size_t position = 0;
		const struct keyname_row *row;
		while ((row = keyname_next(construct, list->place.version, &position)) != NULL) {
			bool first = (row->flags & KEYNAME_MANDATORY) != 0;
			bool hidden =
				(row->flags & (KEYNAME_DEPRECATED | KEYNAME_INEFFECTIVE)) != 0;
			if (first == (mandatory == 1) && !hidden &&
				!completion_is_used(list, string_from(row->name))) {
				add(list, row);
			}
		}
	}
}
