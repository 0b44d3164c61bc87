/* Values by what they have to be: allowed ones, Booleans, the default, parts of data types. */
#include "analyzer/ide/completion/completion_list.h"
#include "analyzer/ide/text/markdown.h"
#include "analyzer/model/values/scalar_unit.h"

#include <string.h>

struct string completion_as_written(const struct completion_list *list, struct node value)
{
	return syntax_tree_text(value.tree, node_range(value), list->arena);
}

/* Of the definition, what it refines, and its data type with all that this derives from. */
static struct node valid_values(const struct completion_list *list, struct value_schema schema)
{
	struct node values = value_schema_valid_values(schema.definition);
	for (const struct type_member *member = schema.member; member && node_is_absent(values);
		member = member->refines)
		values = value_schema_valid_values(member->definition);
	for (const struct type *type = schema_type(list->types, schema).type;
		type && node_is_absent(values); type = type->parent)
		values = value_schema_valid_values(type->definition);
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
	return schema_type(list->types, schema).primitive == PRIMITIVE_BOOLEAN;
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

/* Behind a number: the number with each unit that its type has. */
static void add_units(struct completion_list *list, struct value_schema schema)
{
	struct string word = list->cursor.word, number, unit;
	struct data_type type = schema_type(list->types, schema);
	size_t count;
	const struct string *names;
	if (!scalar_unit_split(arena_join(list->arena, word, "", STRING("?")), &number, &unit))
		return;
	names = scalar_unit_names(type.type, type.primitive, list->arena, &count);
	for (size_t i = 0; i < count; i++) {
		struct string text = arena_join(list->arena, number, " ", names[i]);
		completion_add(list, COMPLETION_VALUE, text, text, false);
	}
}

/* Section "Node States": what activities set is what the attribute `state` then is. */
static void add_states(struct completion_list *list, struct value_schema schema)
{
	const struct keyname_row *set_state =
		keyname_find(CONSTRUCT_ACTIVITY, list->place.version, STRING("set_state"));
	if (schema.where && type_is_normative(schema.where) && set_state &&
		string_is(node_text(node_key(schema.definition)), "state"))
		complete_words(list, set_state->shape);
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
		add_units(list, schema);
		add_default(list, schema);
		add_states(list, schema);
	}
}

bool completion_has_values(const struct completion_list *list, struct value_schema schema)
{
	return is_boolean(list, schema) || !node_is_absent(valid_values(list, schema));
}

/* Choices are separated by commas and end at a bar. */
bool completion_can_be_chosen(struct string text)
{
	for (size_t i = 0; i < text.length; i++)
		if (strchr(",|\\}$\n", text.bytes[i]) != NULL)
			return false;
	return text.length > 0;
}

struct string completion_choices(const struct completion_list *list, struct value_schema schema)
{
	struct node values = valid_values(list, schema);
	if (node_is_absent(values))
		return is_boolean(list, schema) ? STRING("true,false") : STRING("");
	struct markdown choices = markdown_in(list->arena);
	for (uint32_t i = 0; i < node_count(values); i++) {
		struct string value = completion_as_written(list, node_item(values, i));
		if (!completion_can_be_chosen(value))
			return STRING("");
		markdown_add(&choices, "%s%.*s", i > 0 ? "," : "", STRING_ARGUMENTS(value));
	}
	return markdown_text(&choices);
}

const char *completion_choice(const struct completion_list *list, struct value_schema schema)
{
	struct string choices = completion_choices(list, schema);
	return choices.length == 0
		       ? NULL
		       : arena_format(list->arena, "${1|%.*s|}", STRING_ARGUMENTS(choices)).bytes;
}
