/* Hovers about values: operands of expressions, names at keynames, arguments, and data. */
#include "analyzer/ide/cursor/operand_element.h"
#include "analyzer/ide/declarations/traversal.h"
#include "analyzer/ide/hover/hover_parts.h"
#include "analyzer/model/grammar/expression_operator.h"

#include <string.h>

/* The element whose condition the place is in. */
static const struct element *element_around(
	const struct hover_context *context, const struct spot *spot)
{
	struct node expression = cursor_node(
		analysis_tree(context->analysis), spot->cursor.path, spot->place.expression_start);
	return analysis_element_at(context->analysis, expression);
}

/* An element, named by its operand and those before it. */
static void add_referred(struct hover_context *context, const struct spot *spot, struct string name)
{
	size_t before = spot->operand.operand > 0 ? (size_t)spot->operand.operand : 0;
	struct string names[MOST_OPERANDS];
	if (!context->analysis || !spot->operand.op || before >= MOST_OPERANDS ||
		before > spot->cursor.item_count)
		return;
	for (size_t i = 0; i < before; i++)
		names[i] = spot->cursor.items[i];
	names[before] = name;
	const struct element *element = operand_element(context->analysis,
		element_around(context, spot), spot->operand.op, names, before + 1);
	if (element)
		hover_element(context, element);
}

/* Of `{equal: [{variability_input: mode}, dev]}`, at `dev`: the input that may have the value. */
static void add_compared_input(struct hover_context *context, const struct cursor *cursor)
{
	size_t length = cursor->path_length;
	while (length > 0 && cursor->path[length - 1].index >= 0) {
		struct node operands = cursor_node(context->tree, cursor->path, --length);
		uint32_t count = node_kind(operands) == NODE_SEQUENCE ? node_count(operands) : 0;
		for (uint32_t i = 0; i < count; i++) {
			struct expression_operator call =
				expression_operator(node_item(operands, i), false);
			if (call.op == OPERATOR_VARIABILITY_INPUT) {
				hover_variability_input(context, node_text(call.operand));
				return;
			}
		}
	}
}

/* A name that is an operand, or a keyword in its place. */
static void add_operand(struct hover_context *context, const struct spot *spot, struct string name)
{
	switch (spot->operand.expected) {
	case OPERAND_VALUE:
	case OPERAND_LITERAL:
		add_compared_input(context, &spot->cursor);
		return;
	case OPERAND_VARIABILITY_INPUT:
		hover_variability_input(context, name);
		return;
	case OPERAND_EXPRESSION:
		hover_expression(context, name);
		return;
	case OPERAND_LOGIC:
	case OPERAND_NONE:
		return;
	default:
		break;
	}
	if (spot->operand.keywords)
		hover_keyword(context, name);
	if (context->text.length > 0)
		markdown_add(&context->text, "\n");
	add_referred(context, spot, name);
}

/* A capability that the target of the requirement offers, not a type. */
static void add_capability_of_target(struct hover_context *context, const struct spot *spot,
	const struct declaration *declaration, struct string name)
{
	struct node assignment =
		cursor_node(context->tree, spot->cursor.path, spot->cursor.path_length - 1);
	struct name_entry target =
		names_find(context->names, DECLARED_NODE, node_text(node_get(assignment, "node")));
	const struct type *types[MOST_ALTERNATIVES];
	size_t count = element_types(context->types, TYPE_NODE, target.value, types);
	for (size_t i = 0; declaration->kind == DECLARES_REQUIREMENT && i < count; i++) {
		struct type_members capabilities =
			type_members(types[i], PART_CAPABILITIES, context->arena);
		hover_member(context, type_members_find(capabilities, name), MEMBER_CAPABILITY);
	}
}

static void add_name(struct hover_context *context, const struct spot *spot, enum name_kind kind,
	struct string name)
{
	const struct declaration declaration = declaration_at(context->types, context->tree,
		spot->cursor.path, spot->cursor.path_length, context->arena);
	switch (kind) {
	case NAME_OF_NODE:
	case NAME_OF_NODE_OR_NODE_TYPE:
	case NAME_OF_NODE_OR_GROUP:
		hover_named_element(context, "node", name);
		if (context->text.length == 0)
			hover_named_element(context, "group", name);
		hover_declared(context, DECLARED_NODE, name);
		break;
	case NAME_OF_VARIABILITY_INPUT:
		hover_variability_input(context, name);
		break;
	case NAME_OF_PRESET:
		hover_preset(context, name);
		break;
	case NAME_OF_RELATIONSHIP:
	case NAME_OF_RELATIONSHIP_OR_TYPE:
		hover_declared(context, DECLARED_RELATIONSHIP_TEMPLATE, name);
		break;
	case NAME_OF_REPOSITORY:
		hover_declared(context, DECLARED_REPOSITORY, name);
		break;
	case NAME_OF_WORKFLOW:
		hover_declared(context, DECLARED_WORKFLOW, name);
		break;
	case NAME_OF_CAPABILITY_OR_TYPE:
		add_capability_of_target(context, spot, &declaration, name);
		break;
	case NAME_OF_FILE:
		if (spot->place.keyname->construct == CONSTRUCT_IMPORT ||
			hover_is_within(&spot->place, CONSTRUCT_FILE, "imports"))
			hover_import(context, name);
		break;
	default:
		break;
	}
	if (context->text.length == 0) {
		bool node_or_type = kind == NAME_OF_NODE_OR_NODE_TYPE;
		hover_type(context, name, node_or_type ? NAME_OF_NODE_TYPE : kind,
			spot->place.version);
	}
}

/* A node, or a relation: `[node, relation or position]`. */
static void add_member_of_group(
	struct hover_context *context, const struct spot *spot, struct string word)
{
	const struct cursor_step *last = &spot->cursor.path[spot->cursor.path_length - 1];
	if (!context->analysis || spot->place.depth < 2 || last->index != 1) {
		hover_named_element(context, "node", word);
	} else if (spot->cursor.item_count > 0) {
		struct string names[] = {spot->cursor.items[0], word};
		const struct element *element = operand_element(context->analysis, NULL,
			operator_row(OPERATOR_RELATION_PRESENCE), names, 2);
		if (element)
			hover_element(context, element);
	}
}

/* A value of any form: what it has to be. */
static void add_free_value(
	struct hover_context *context, const struct spot *spot, struct string word)
{
	struct declaration declaration = declaration_at(context->types, context->tree,
		spot->cursor.path, spot->cursor.path_length, context->arena);
	const struct function_row *function = call_function(spot->place.version, word);
	if (function && version_is_2_0(spot->place.version)) {
		hover_function(context, function); /* without arguments, as a text */
	} else if (hover_own_function(context, word)) {
		return;
	} else if (spot->call.function) {
		hover_argument(context, spot, word);
	} else if (hover_is_within(&spot->place, CONSTRUCT_SUBSTITUTION_MAPPINGS, "properties")) {
		struct name_entry input = names_find(context->names, DECLARED_INPUT, word);
		hover_schema(context, "input", word, value_schema_of_definition(input.value));
	} else if (traversal_maps_attribute(&spot->place)) {
		hover_attribute_mapping(context, spot, word);
	} else if (declaration.kind == DECLARES_VALUE) {
		hover_schema(context, "value", STRING(""), declaration.schema);
	} else if (hover_is_within(&spot->place, CONSTRUCT_GROUP, "members")) {
		add_member_of_group(context, spot, word);
	}
}

/* A value that means nothing without its keyname: a number, a flag, one of a few words. */
static bool depends_on_keyname(const struct shape *shape)
{
	switch (shape->kind) {
	case SHAPE_BOOLEAN:
	case SHAPE_INTEGER:
	case SHAPE_NUMBER:
	case SHAPE_WEIGHT:
	case SHAPE_VERSION:
	case SHAPE_RANGE:
	case SHAPE_WORD:
		return true;
	case SHAPE_STRING:
		return shape->words != NULL;
	case SHAPE_LIST:
		return depends_on_keyname(shape->element);
	case SHAPE_EITHER:
		return depends_on_keyname(shape->element) || depends_on_keyname(shape->other);
	default:
		return false;
	}
}

static void add_owner(struct hover_context *context, const struct place *place)
{
	if (place->option.length > 0) {
		hover_option(context, place->option, place->version_class);
		hover_option_effect(context, place->option);
	} else if (place->keyname && depends_on_keyname(place->keyname->shape)) {
		hover_keyname(context, place->keyname, place->construct);
	}
}

static bool is_prefix(const struct place *place)
{
	const struct keyname_row *row = place->keyname;
	return row && row->construct == CONSTRUCT_IMPORT &&
	       (strcmp(row->name, "namespace_prefix") == 0 || strcmp(row->name, "namespace") == 0);
}

void hover_value(struct hover_context *context, const struct spot *spot, struct string word)
{
	const struct place *place = &spot->place;
	if (place->is_expression) {
		add_operand(context, spot, word);
		return;
	}
	hover_word(context, place, word);
	const struct shape *name = shape_alternative(place->shape, SHAPE_NAME);
	if (context->text.length == 0 && name)
		add_name(context, spot, place_name_kind(place, name), word);
	if (context->text.length == 0 && is_prefix(place))
		hover_import_prefix(context, word);
	if (context->text.length == 0 && place->is_free)
		add_free_value(context, spot, word);
	if (context->text.length == 0)
		add_owner(context, place);
}
