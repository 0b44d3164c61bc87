/* Names that the types of a template define, functions in values and their arguments. */
#include "analyzer/ide/completion_list.h"
#include "analyzer/ide/uses.h"
#include "analyzer/model/types.h"

/* The node that the first `length` steps of the cursor's path lead to. */
static struct node node_at(const struct completion_list *list, size_t length)
{
	struct node node = syntax_tree_root(list->tree);
	for (size_t i = 0; i < length; i++) {
		const struct cursor_step *step = &list->cursor.path[i];
		node = step->index >= 0 ? node_item(node, (uint32_t)step->index)
					: node_find(node, step->key).value;
	}
	return node;
}

static bool part_of(const struct place *place, enum type_part *part)
{
	static const struct {
		const char *keyname;
		enum type_part part;
	} rows[] = {
		{"properties", PART_PROPERTIES},
		{"attributes", PART_ATTRIBUTES},
		{"capabilities", PART_CAPABILITIES},
		{"requirements", PART_REQUIREMENTS},
		{"interfaces", PART_INTERFACES},
		{"artifacts", PART_ARTIFACTS},
	};
	for (size_t i = 0; place->keyname != NULL && i < sizeof rows / sizeof *rows; i++) {
		if (string_is(string_from(place->keyname->name), rows[i].keyname)) {
			*part = rows[i].part;
			return true;
		}
	}
	return false;
}

static bool kind_of(enum construct construct, enum type_kind *kind)
{
	switch (construct) {
	case CONSTRUCT_NODE_TEMPLATE:
		*kind = TYPE_NODE;
		return true;
	case CONSTRUCT_RELATIONSHIP_TEMPLATE:
		*kind = TYPE_RELATIONSHIP;
		return true;
	case CONSTRUCT_GROUP:
		*kind = TYPE_GROUP;
		return true;
	case CONSTRUCT_POLICY:
		*kind = TYPE_POLICY;
		return true;
	case CONSTRUCT_ARTIFACT:
		*kind = TYPE_ARTIFACT;
		return true;
	default:
		return false;
	}
}

static enum completion_kind completion_of(enum type_part part)
{
	switch (part) {
	case PART_ATTRIBUTES:
		return COMPLETION_ATTRIBUTE;
	case PART_CAPABILITIES:
		return COMPLETION_CAPABILITY;
	case PART_REQUIREMENTS:
		return COMPLETION_RELATION;
	case PART_INTERFACES:
		return COMPLETION_INTERFACE;
	case PART_ARTIFACTS:
		return COMPLETION_ARTIFACT;
	default:
		return COMPLETION_PROPERTY;
	}
}

static bool is_used(const struct completion_list *list, struct string name)
{
	for (size_t i = 0; i < list->cursor.sibling_count; i++) {
		if (string_equal(list->cursor.siblings[i], name)) {
			return true;
		}
	}
	return false;
}

static void add_members(struct completion_list *list, struct node template, enum type_kind kind,
	enum type_part part, bool as_key)
{
	const struct type *type = NULL;
	if (list->types != NULL) {
		type = types_find(list->types, kind, node_text(node_get(template, "type")));
	}
	struct type_members members = type_members(type, part, list->arena);
	for (size_t i = 0; i < members.count; i++) {
		const struct type_member *member = &members.items[i];
		if (as_key && is_used(list, member->name)) {
			continue;
		}
		struct string name = arena_copy(list->arena, member->name);
		struct completion_item *item =
			as_key ? completion_add_key(list, completion_of(part), name, "$1", "")
			       : completion_add_value(list, completion_of(part), name);
		if (item != NULL) {
			item->detail =
				arena_copy(list->arena, node_text(type_member_get(member, "type")));
			item->documentation = arena_copy(
				list->arena, node_text(type_member_get(member, "description")));
		}
	}
}

void complete_members(struct completion_list *list)
{
	const struct place *place = &list->place;
	enum type_part part;
	enum type_kind kind;
	size_t inner = place->depth + 1; /* the keyname and what is within it */
	if (place->depth != (place->is_entry ? 1u : 0u) || !part_of(place, &part) ||
		!kind_of(place->construct, &kind) || list->cursor.path_length < inner) {
		return;
	}
	add_members(list, node_at(list, list->cursor.path_length - inner), kind, part, true);
}

static void add_functions(struct completion_list *list)
{
	static const struct {
		const char *name;
		const char *snippet;
		const char *summary;
	} rows[] = {
		{"get_input", "$1", "The value of an input of the template."},
		{"get_property", "[$1, $2]", "The value of a property of a node, or of SELF."},
		{"get_attribute", "[$1, $2]", "The value of an attribute of a node, or of SELF."},
		{"concat", "[$1, $2]", "The texts one behind the other."},
		{"join", "[[$1], '$2']", "The texts with a delimiter between them."},
		{"token", "[$1, '$2', $3]", "A part of a text that a delimiter separates."},
	};
	bool is_2_0 = version_is_2_0(list->place.version);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct string name =
			arena_format(list->arena, "%s%s", is_2_0 ? "$" : "", rows[i].name);
		/* A dollar sign would be a tab stop. */
		struct completion_item *item =
			is_2_0 ? completion_add_key(list, COMPLETION_FUNCTION, name, "", "")
			       : completion_add_key(
					 list, COMPLETION_FUNCTION, name, rows[i].snippet, "");
		if (item != NULL) {
			item->documentation = string_from(rows[i].summary);
		}
	}
}

/* In `{get_property: [app, $0]}`: what the type of the node defines. */
static void add_property_names(struct completion_list *list, struct string function)
{
	struct string name = list->cursor.items[0];
	if (string_is(name, "SELF")) {
		name = list->place.node;
	}
	struct node template = names_find(list->tree, DECLARED_NODE, name).value;
	bool attribute = string_ends_with(function, "get_attribute");
	if (attribute) {
		add_members(list, template, TYPE_NODE, PART_ATTRIBUTES, false);
	}
	add_members(list, template, TYPE_NODE, PART_PROPERTIES, false);
	struct name_list own = names_within(template, DECLARED_PROPERTY, list->arena);
	for (size_t i = 0; i < own.count; i++) {
		completion_add_value(list, COMPLETION_PROPERTY, own.items[i].name);
	}
}

void complete_free_value(struct completion_list *list)
{
	const struct cursor *cursor = &list->cursor;
	if (cursor->place == CURSOR_KEY) {
		if (cursor->in_flow && cursor->sibling_count == 0) {
			add_functions(list);
		}
		return;
	}
	size_t length = cursor->path_length;
	int32_t argument = length > 0 ? cursor->path[length - 1].index : -1;
	if (argument >= 0) {
		length--;
	}
	enum declared_kind kind;
	if (length == 0 || cursor->path[length - 1].index >= 0 ||
		!function_argument(cursor->path[length - 1].key, &kind)) {
		return;
	}
	if (argument > 0) {
		if (argument == 1 && kind == DECLARED_NODE && cursor->item_count > 0) {
			add_property_names(list, cursor->path[length - 1].key);
		}
	} else if (kind == DECLARED_INPUT) {
		complete_names_of(list, COMPLETION_INPUT, DECLARED_INPUT);
	} else {
		complete_names_of(list, COMPLETION_NODE, DECLARED_NODE);
		completion_add_value(list, COMPLETION_VALUE, STRING("SELF"));
	}
}
