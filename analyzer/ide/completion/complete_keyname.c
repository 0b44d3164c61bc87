/* Keynames of a construct: the mandatory ones first, those in use left out. */
#include "analyzer/ide/completion/completion_list.h"
#include "analyzer/ide/text/markdown.h"
#include "analyzer/ide/text/shape_text.h"
#include "analyzer/language/grammar/exclusions.h"
#include "analyzer/model/grammar/directives.h"
#include "analyzer/model/values/constraint_check.h"

#include <string.h>

/* The words that a value can be, as a choice: those of either alternative. */
static void add_choices(
	const struct completion_list *list, struct markdown *choices, const struct shape *shape)
{
	bool is_word = shape->kind == SHAPE_WORD || shape->kind == SHAPE_STRING;
	const char *rest = is_word ? shape->words : NULL;
	struct string word;
	if (shape->kind == SHAPE_EITHER) {
		add_choices(list, choices, shape->element);
		add_choices(list, choices, shape->other);
	}
	if (shape->kind == SHAPE_BOOLEAN)
		markdown_add(choices, "%strue,false", choices->length > 0 ? "," : "");
	while (rest && completion_next_word(list, &rest, &word)) {
		markdown_add(
			choices, "%s%.*s", choices->length > 0 ? "," : "", STRING_ARGUMENTS(word));
	}
}

static const char *choice_snippet(struct completion_list *list, const struct shape *shape)
{
	struct markdown choices = markdown_in(list->arena);
	add_choices(list, &choices, shape);
	return choices.length == 0 ? "$1"
				   : arena_format(list->arena, "${1|%.*s|}",
					     STRING_ARGUMENTS(markdown_text(&choices)))
					     .bytes;
}

static bool has_choices(const struct shape *shape)
{
	return shape->words || shape->kind == SHAPE_BOOLEAN;
}

/* On one line. */
static const char *list_snippet(struct completion_list *list, const struct shape *shape)
{
	return has_choices(shape->element)
		       ? arena_format(list->arena, "[%s]", choice_snippet(list, shape->element))
				 .bytes
		       : "[$1]";
}

/* How the value begins: a new line with the right indentation for maps, a dash for lists. */
static const char *value_snippet(struct completion_list *list, const struct shape *shape)
{
	if (list->cursor.in_flow) {
		switch (shape->kind) {
		case SHAPE_MAP:
		case SHAPE_COLLECTION:
		case SHAPE_OPTIONS:
			return "{$1}";
		case SHAPE_CONSTRUCT:
			return construct_row((enum construct)shape->construct)->short_form ? "$1"
											   : "{$1}";
		case SHAPE_LIST:
			return list_snippet(list, shape);
		case SHAPE_NAMED_LIST:
		case SHAPE_IMPLICATIONS:
			return "[$1]";
		case SHAPE_RANGE:
			return "[${1:0}, ${2:UNBOUNDED}]";
		default:
			return choice_snippet(list, shape);
		}
	}
	int indentation = (int)(list->cursor.indentation + list->indentation);
	switch (shape->kind) {
	case SHAPE_MAP:
	case SHAPE_COLLECTION:
	case SHAPE_OPTIONS:
		return arena_format(list->arena, "\n%*s$1", indentation, "").bytes;
	case SHAPE_CONSTRUCT: {
		const struct construct_row *row = construct_row((enum construct)shape->construct);
		return row->short_form
			       ? "$1"
			       : arena_format(list->arena, "\n%*s$1", indentation, "").bytes;
	}
	case SHAPE_LIST: {
		bool is_short = shape->element->kind == SHAPE_NAME || has_choices(shape->element);
		return is_short ? list_snippet(list, shape)
				: arena_format(list->arena, "\n%*s- $1", indentation, "").bytes;
	}
	case SHAPE_NAMED_LIST:
	case SHAPE_IMPLICATIONS:
		return arena_format(list->arena, "\n%*s- $1", indentation, "").bytes;
	case SHAPE_RANGE:
		return "[${1:0}, ${2:UNBOUNDED}]";
	default:
		return choice_snippet(list, shape);
	}
}

/* The type of what the constraint clause at the cursor constrains. */
static enum primitive_type constrained_type(const struct completion_list *list)
{
	const struct cursor *cursor = &list->cursor;
	struct value_schema schema = list->declaration.schema;
	size_t length = cursor->path_length;
	if (list->declaration.kind != DECLARES_CONSTRAINTS) {
		while (length > 0 && !string_is(cursor->path[length - 1].key, "constraints"))
			length--;
		if (length == 0)
			return PRIMITIVE_NONE;
		schema = value_schema_of_definition(
			cursor_node(list->tree, cursor->path, length - 1));
	}
	return schema_type(list->types, schema).primitive;
}

static bool is_in_interface_type(const struct completion_list *list)
{
	return list->cursor.path_length > 0 &&
	       string_is(list->cursor.path[0].key, type_kind_row(TYPE_INTERFACE)->keyname);
}

/* What the checks tell to have no effect, or not to fit. */
static bool is_unfit(const struct completion_list *list, const struct keyname_row *row)
{
	struct node mapping = cursor_node(list->tree, list->cursor.path, list->cursor.path_length);
	if (row->construct == CONSTRUCT_CONSTRAINT_CLAUSE) {
		enum primitive_type type = constrained_type(list);
		return type != PRIMITIVE_NONE && !constraint_applies(string_from(row->name), type);
	}
	if (strcmp(row->name, "implementation") == 0 && is_in_interface_type(list))
		return true;
	return row->construct == CONSTRUCT_NODE_TEMPLATE && strcmp(row->name, "node_filter") == 0 &&
	       !directives_use_filter(node_get(mapping, "directives"));
}

static struct string document(struct completion_list *list, const struct keyname_row *row)
{
	return arena_format(list->arena, "%s\n\n*%.*s%s*", row->summary,
		STRING_ARGUMENTS(shape_text(row->shape, list->arena)),
		row->flags & KEYNAME_MANDATORY ? ", mandatory" : "");
}

static void add(struct completion_list *list, const struct keyname_row *row)
{
	struct string name = string_from(row->name);
	const char *required = completion_required(list, row);
	const char *snippet = required ? required : value_snippet(list, row->shape);
	struct completion_item *item = completion_add_key(
		list, COMPLETION_KEYNAME, name, snippet, required ? required : "");
	if (!item)
		return;
	item->precedence = row->flags & KEYNAME_MANDATORY ? -1 : is_unfit(list, row);
	item->detail = row->flags & KEYNAME_VARIABILITY ? STRING("variability") : STRING("");
	if (row->flags & KEYNAME_MANDATORY)
		item->detail = STRING("mandatory");
	item->documentation = document(list, row);
}

static bool is_excluded(
	const struct completion_list *list, enum construct construct, struct string name)
{
	const struct keyname_exclusion *row = NULL;
	while ((row = keyname_exclusion_next(construct, list->place.version, row))) {
		struct string one = string_from(row->keyname), other = string_from(row->other);
		if ((string_equal(name, one) && completion_is_used(list, other)) ||
			(string_equal(name, other) && completion_is_used(list, one)))
			return true;
	}
	return false;
}

/* Only lists and maps have schemas of what is in them. */
static bool may_be_said(const struct completion_list *list, struct string name)
{
	bool keys = string_is(name, "key_schema");
	if (!keys && !string_is(name, "entry_schema"))
		return true;
	struct node definition =
		cursor_node(list->tree, list->cursor.path, list->cursor.path_length);
	enum primitive_type type =
		schema_type(list->types, value_schema_of_definition(definition)).primitive;
	return node_is_null(node_get(definition, "type")) || type == PRIMITIVE_NONE ||
	       (keys ? primitive_type_has_keys(type) : primitive_type_has_entries(type));
}

/* What a construct says itself about a keyname counts, not what its base says. */
static bool is_offered(
	const struct completion_list *list, enum construct construct, const struct keyname_row *row)
{
	struct string name = string_from(row->name);
	bool hidden = (row->flags & (KEYNAME_DEPRECATED | KEYNAME_INEFFECTIVE)) != 0;
	return !hidden && !completion_is_used(list, name) && !is_excluded(list, construct, name) &&
	       may_be_said(list, name) && keyname_find(construct, list->place.version, name) == row;
}

/* Maps of which the keyname says what they are: there is just one. */
static bool holds_one(enum construct construct)
{
	return construct == CONSTRUCT_CONSTRAINT_CLAUSE || construct == CONSTRUCT_ACTIVITY;
}

/* What authors write most, first: nothing in the text may tell yet. */
static const char *const popular[] = {"topology_template", "service_template", "node_templates",
	"type", "node_types", "derived_from", "properties", "requirements", "node", "default",
	"value", "expression", "url", "profile", "file", "conditions", "implementation",
	"description", "capabilities", "interfaces", "artifacts", "inputs", "variability",
	"imports", "outputs", "capability", "relationship", "attributes", "operations", "required",
	"constraints", "entry_schema", "presets", "expressions", "options", "policies", "groups"};

enum {
	POPULAR_COUNT = sizeof(popular) / sizeof(*popular)
};

/* What must be there comes first, then what is popular, in the order above. Whether an element is
 * there at all comes before what else there is to say of variability. */
static int rank(const struct keyname_row *row)
{
	if (row->flags & KEYNAME_MANDATORY)
		return 0;
	for (int i = 0; i < POPULAR_COUNT; i++)
		if (strcmp(row->name, popular[i]) == 0)
			return i + 1;
	return POPULAR_COUNT + 1 + !!(row->flags & KEYNAME_VARIABILITY);
}

void complete_keyname(struct completion_list *list, enum construct construct, const char *name)
{
	const struct keyname_row *row =
		keyname_find(construct, list->place.version, string_from(name));
	if (row && is_offered(list, construct, row))
		add(list, row);
}

void complete_keynames(struct completion_list *list, enum construct construct)
{
	if (holds_one(construct) && list->cursor.sibling_count > 0)
		return;
	for (int wanted = 0; wanted <= POPULAR_COUNT + 2; wanted++) {
		size_t position = 0;
		const struct keyname_row *row;
		while ((row = keyname_next(construct, list->place.version, &position)) != NULL)
			if (rank(row) == wanted && is_offered(list, construct, row))
				add(list, row);
	}
}
