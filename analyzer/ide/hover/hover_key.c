/* Hovers about keys: keynames, functions, operators, and names that the author chose. */
#include "analyzer/ide/hover/hover_parts.h"

/* What is at the cursor's path in the template of the analysis: in a file that is laid over it, one
 * step further in; in others beside it, nothing. */
static struct node template_node(
	const struct hover_context *context, const struct place *place, const struct cursor *cursor)
{
	size_t first = context->names == context->tree ? 0 : 1;
	if (!context->analysis || (first && !place->is_part))
		return (struct node){0};
	return cursor_node(analysis_tree(context->analysis), cursor->path + first,
		cursor->path_length - first);
}

/* A key that the author chose: an element, or something of the variability definition. */
static void add_declaration(struct hover_context *context, const struct place *place,
	const struct cursor *cursor, struct string name)
{
	if (place->depth == 0 && hover_is_within(place, CONSTRUCT_VARIABILITY, "inputs")) {
		hover_variability_input(context, name);
	} else if (place->depth == 0 && hover_is_within(place, CONSTRUCT_VARIABILITY, "presets")) {
		hover_preset(context, name);
	} else if (place->depth == 0 &&
		   hover_is_within(place, CONSTRUCT_VARIABILITY, "expressions")) {
		hover_expression(context, name);
	} else if (hover_is_within(place, CONSTRUCT_VARIABILITY_PRESET, "inputs")) {
		hover_variability_input(context, name);
	} else if (context->analysis) {
		struct node map = template_node(context, place, cursor);
		struct node key = node_find(map, name).key;
		const struct element *element =
			node_is_absent(key) ? NULL : analysis_element_at(context->analysis, key);
		if (element && !node_is_absent(element->key) &&
			node_equal_place(analysis_node(context->analysis, element->key), key))
			hover_element(context, element);
		hover_multiplicity(context, key);
	}
}

/* A name that types declare: a property, an operation, a part of a value … */
static void add_member(struct hover_context *context, const struct spot *spot, struct string name)
{
	size_t first = context->names != context->tree && spot->place.is_part;
	struct declaration declaration = declaration_at(context->types,
		first ? context->names : context->tree, spot->cursor.path + first,
		spot->cursor.path_length - first, context->arena);
	if (declaration.kind == DECLARES_MEMBERS) {
		hover_member(context, type_members_find(declaration.members, name),
			declaration.member_kind);
	} else if (declaration.kind == DECLARES_VALUE) {
		hover_schema(context, "part", name,
			schema_of_key(context->types, declaration.schema, name, context->arena));
	} else if (declaration.kind == DECLARES_REQUIREMENT &&
		   place_construct(&spot->place) == CONSTRUCT_ALLOCATION) {
		const struct type *capability = member_type(
			context->types, declaration.member, TYPE_CAPABILITY, "capability");
		hover_member(context,
			type_members_find(
				type_members(capability, PART_PROPERTIES, context->arena), name),
			MEMBER_PROPERTY);
	} else if (declaration.kind == DECLARES_INTERFACE) {
		struct type_members operations = member_operations(
			context->types, declaration.member, MEMBER_OPERATION, context->arena);
		hover_member(context, type_members_find(operations, name), MEMBER_OPERATION);
	}
}

/* What the names at a place are defined to be: keys of a map, of the items of a list, or beside the
 * keynames of an interface. */
static enum construct defined_at(const struct place *place)
{
	const struct shape *shape = place->shape;
	if (!place->is_entry && place_construct(place) != CONSTRUCT_NONE) {
		shape = construct_others(place_construct(place), place->version);
	} else if (!place->is_entry && shape) {
		const struct shape *map = shape_alternative(shape, SHAPE_MAP);
		shape = map ? map->element : NULL;
	}
	bool is_construct = shape && (shape->kind == SHAPE_CONSTRUCT ||
					     shape->kind == SHAPE_CONSTRUCT_OR_ANYTHING);
	return is_construct ? (enum construct)shape->construct : CONSTRUCT_NONE;
}

static bool is_defined_as(enum construct construct, enum member_kind *kind)
{
	static const struct {
		enum construct construct;
		enum member_kind kind;
	} rows[] = {
		{CONSTRUCT_PROPERTY_DEFINITION, MEMBER_PROPERTY},
		{CONSTRUCT_ATTRIBUTE_DEFINITION, MEMBER_ATTRIBUTE},
		{CONSTRUCT_PARAMETER_DEFINITION, MEMBER_INPUT},
		{CONSTRUCT_CAPABILITY_DEFINITION, MEMBER_CAPABILITY},
		{CONSTRUCT_REQUIREMENT_DEFINITION, MEMBER_REQUIREMENT},
		{CONSTRUCT_INTERFACE_DEFINITION, MEMBER_INTERFACE},
		{CONSTRUCT_OPERATION_DEFINITION, MEMBER_OPERATION},
		{CONSTRUCT_NOTIFICATION_DEFINITION, MEMBER_NOTIFICATION},
		{CONSTRUCT_ARTIFACT_DEFINITION, MEMBER_ARTIFACT},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		if (rows[i].construct == construct) {
			*kind = rows[i].kind;
			return true;
		}
	}
	return false;
}

/* A name that is defined here for the first time. */
static void add_definition(
	struct hover_context *context, const struct spot *spot, struct string name)
{
	enum member_kind kind;
	if (context->text.length == 0 &&
		defined_at(&spot->place) == CONSTRUCT_FUNCTION_DEFINITION) {
		hover_own_function(
			context, arena_format(context->arena, "$%.*s", STRING_ARGUMENTS(name)));
	}
	struct node map = cursor_node(context->tree, spot->cursor.path, spot->cursor.path_length);
	struct node_entry entry = node_find(map, name);
	struct type_member member = {.name = name, .key = entry.key, .definition = entry.value};
	if (context->text.length == 0 && !node_is_absent(entry.key) &&
		is_defined_as(defined_at(&spot->place), &kind))
		hover_member(context, &member, kind);
}

/* The type that the document defines under this key. */
static void add_own_type(
	struct hover_context *context, const struct place *place, struct string name)
{
	enum type_kind kind;
	if (place->shape && place->shape->kind == SHAPE_MAP && place->depth == 0 &&
		place->shape->element->kind == SHAPE_CONSTRUCT &&
		type_kind_of_construct((enum construct)place->shape->element->construct, &kind))
		hover_type(context, name, type_kind_row(kind)->name, place->version);
}

static struct node node_of_analysis(
	const struct hover_context *context, const struct spot *spot, struct string key)
{
	struct node map = template_node(context, &spot->place, &spot->cursor);
	return key.length == 0 ? map : node_find(map, key).value;
}

static void add_keyname(struct hover_context *context, const struct spot *spot,
	const struct keyname_row *row, struct string name)
{
	hover_keyname(context, row, place_construct(&spot->place));
	if (row->shape->kind == SHAPE_CONDITION || row->shape->kind == SHAPE_VALUE_EXPRESSION)
		hover_values_of_expression(context, node_of_analysis(context, spot, name));
}

/* A part of the value, not a function of the same name. */
static bool is_part(
	const struct hover_context *context, const struct spot *spot, struct string name)
{
	struct declaration declaration = declaration_at(context->types, context->tree,
		spot->cursor.path, spot->cursor.path_length, context->arena);
	return declaration.kind == DECLARES_VALUE &&
	       type_members_find(
		       schema_properties(context->types, declaration.schema, context->arena),
		       name) != NULL;
}

void hover_key(struct hover_context *context, const struct spot *spot, struct string name)
{
	const struct place *place = &spot->place;
	if (place->is_expression) {
		enum operand_kind expected = spot->operand.expected;
		if (expected == OPERAND_LOGIC || expected == OPERAND_VALUE) {
			hover_operator(context, name);
			hover_values_of_expression(
				context, node_of_analysis(context, spot, STRING("")));
		}
		return;
	}
	enum name_kind types;
	enum construct construct = place_construct(place);
	const struct keyname_row *row =
		construct == CONSTRUCT_NONE ? NULL : keyname_find(construct, place->version, name);
	const struct function_row *function = place->is_free && !is_part(context, spot, name)
						      ? call_function(place->version, name)
						      : NULL;
	if (row) {
		add_keyname(context, spot, row, name);
	} else if (function) {
		hover_function(context, function);
	} else if (place->is_free && hover_own_function(context, name)) {
		return;
	} else if (place->is_free && !version_is_2_0(place->version) && string_is(name, "eval")) {
		hover_function(context, function_eval());
	} else if (place->shape && place->shape->kind == SHAPE_OPTIONS) {
		hover_option(context, name, place->version_class);
		hover_option_effect(context, name);
	} else if (place_has_conditions_of_types(place, &types)) {
		hover_type(context, name, types, place->version);
	} else {
		add_declaration(context, place, &spot->cursor, name);
		add_member(context, spot, name);
		add_own_type(context, place, name);
		add_definition(context, spot, name);
	}
}
