/* Values by what they have to be: allowed ones, Booleans, the default, parts of data types. */
#include "analyzer/ide/completion/completion_list.h"
#include "analyzer/ide/text/markdown.h"

#include <string.h>

struct string completion_as_written(const struct completion_list *list, struct node value)
{
	return syntax_tree_text(value.tree, node_range(value), list->arena);
}

/* The list that a definition allows values of: `constraints: [{valid_values: …}]`, or in TOSCA
 * 2.0 `validation: {$valid_values: [$value, …]}`. */
static struct node valid_values_in(struct node definition)
{
	struct node constraints = node_get(definition, "constraints");
	uint32_t count = node_kind(constraints) == NODE_SEQUENCE ? node_count(constraints) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node values = node_get(node_item(constraints, i), "valid_values");
		if (node_kind(values) == NODE_SEQUENCE)
			return values;
	}
	struct node clause = node_get(node_get(definition, "validation"), "$valid_values");
	struct node values = node_item(clause, 1);
	return node_kind(values) == NODE_SEQUENCE ? values : (struct node){0};
}

/* Of the definition, what it refines, and its data type with all that this derives from. */
static struct node valid_values(const struct completion_list *list, struct value_schema schema)
{
	struct node values = valid_values_in(schema.definition);
	for (const struct type_member *member = schema.member; member && node_is_absent(values);
		member = member->refines)
		values = valid_values_in(member->definition);
	for (const struct type *type = schema_data_type(list->types, schema);
		type && node_is_absent(values); type = type->parent)
		values = valid_values_in(type->definition);
	return values;
}

/* A value as it is written elsewhere. */
static struct completion_item *add_written(struct completion_list *list, struct node value)
{
	if (node_kind(value) != NODE_SCALAR || node_is_null(value))
		return NULL;
	struct string text = arena_copy(list->arena, node_text(value));
	return list->cursor.quoted ? completion_add_value(list, COMPLETION_VALUE, text)
				   : completion_add(list, COMPLETION_VALUE, text,
					     completion_as_written(list, value), false);
}

static bool is_boolean(const struct completion_list *list, struct value_schema schema)
{
	return schema_primitive(list->types, schema) == PRIMITIVE_BOOLEAN;
}

static void add_default(struct completion_list *list, struct value_schema schema)
{
	const struct place *place = &list->place;
	bool is_itself =
		place->depth == 0 && place->keyname && strcmp(place->keyname->name, "default") == 0;
	if (is_itself)
		return; /* what is being typed */
	struct completion_item *item = add_written(list, value_schema_get(schema, "default"));
	if (item)
		item->detail = STRING("default");
}

void complete_schema_values(struct completion_list *list, struct value_schema schema)
{
	struct node values = valid_values(list, schema);
	if (!node_is_absent(values)) {
		add_default(list, schema);
		for (uint32_t i = 0; i < node_count(values); i++)
			add_written(list, node_item(values, i));
	} else if (is_boolean(list, schema)) {
		complete_booleans(list);
	} else {
		add_default(list, schema);
	}
}

bool completion_has_values(const struct completion_list *list, struct value_schema schema)
{
	return is_boolean(list, schema) || !node_is_absent(valid_values(list, schema));
}

/* Choices are separated by commas and end at a bar. */
static bool can_be_chosen(struct string text)
{
	for (size_t i = 0; i < text.length; i++)
		if (strchr(",|\\}$\n", text.bytes[i]) != NULL)
			return false;
	return text.length > 0;
}

const char *completion_choice(const struct completion_list *list, struct value_schema schema)
{
	struct node values = valid_values(list, schema);
	if (node_is_absent(values))
		return is_boolean(list, schema) ? "${1|true,false|}" : NULL;
	struct markdown choice = markdown_in(list->arena);
	for (uint32_t i = 0; i < node_count(values); i++) {
		struct string value = completion_as_written(list, node_item(values, i));
		if (!can_be_chosen(value))
			return NULL;
		markdown_add(&choice, "%s%.*s", i > 0 ? "," : "", STRING_ARGUMENTS(value));
	}
	return choice.length == 0 ? NULL
				  : arena_format(list->arena, "${1|%.*s|}",
					    STRING_ARGUMENTS(markdown_text(&choice)))
					    .bytes;
}
