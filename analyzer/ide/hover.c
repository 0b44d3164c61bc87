#include "analyzer/ide/hover.h"

#include "analyzer/ide/hover_parts.h"
#include "analyzer/ide/mention.h"
#include "analyzer/ide/operand_element.h"
#include "analyzer/ide/traversal.h"

#include <string.h>

void hover_named_element(struct hover_context *context, const char *kind, struct string name)
{
	struct string id = arena_format(context->arena, "%s.%.*s", kind, STRING_ARGUMENTS(name));
	const struct element *element =
		context->analysis ? analysis_find_element(context->analysis, id) : NULL;
	if (element != NULL) {
		hover_element(context, element);
	}
}

/* The element whose condition the place is in. */
static const struct element *element_around(
	const struct hover_context *context, const struct spot *spot)
{
	struct node expression = cursor_node(
		analysis_tree(context->analysis), spot->cursor.path, spot->place.expression_start);
	return analysis_element_at(context->analysis, expression);
}

enum {
	MOST_OPERANDS = 3
};

/* An element, named by its operand and those before it. */
static void add_referred(struct hover_context *context, const struct spot *spot, struct string name)
{
	size_t before = spot->operand.operand > 0 ? (size_t)spot->operand.operand : 0;
	struct string names[MOST_OPERANDS];
	if (context->analysis == NULL ||
		spot->operand.operator== NULL || before >= MOST_OPERANDS ||
		before> spot->cursor.item_count) {
		return;
	}
	for (size_t i = 0; i < before; i++) {
		names[i] = spot->cursor.items[i];
	}
	names[before] = name;
	const struct element *element = operand_element(context->analysis,
		element_around(context, spot), spot->operand.operator, names, before + 1);
	if (element != NULL) {
		hover_element(context, element);
	}
}

/* Of `{equal: [{variability_input: mode}, dev]}`, at `dev`: the input that may have the value. */
static void add_compared_input(struct hover_context *context, const struct cursor *cursor)
{
	size_t length = cursor->path_length;
	while (length > 0 && cursor->path[length - 1].index >= 0) {
		struct node operands = cursor_node(context->tree, cursor->path, --length);
		uint32_t count = node_kind(operands) == NODE_SEQUENCE ? node_count(operands) : 0;
		for (uint32_t i = 0; i < count; i++) {
			struct node call = node_item(operands, i);
			struct node_entry entry = {0};
			if (node_kind(call) == NODE_MAPPING && node_count(call) == 1) {
				entry = node_entry(call, 0);
			}
			if (operator_meant_by(node_text(entry.key)) == OPERATOR_VARIABILITY_INPUT) {
				hover_variability_input(context, node_text(entry.value));
				return;
			}
		}
	}
}

/* A name that is an operand, or a keyword in its place. */
static void add_operand(struct hover_context *context, const struct spot *spot, struct string name)
{
	switch (spot->operand.expected) {
	case EXPECTED_VALUE:
	case EXPECTED_LITERAL:
		add_compared_input(context, &spot->cursor);
		return;
	case EXPECTED_VARIABILITY_INPUT:
		hover_variability_input(context, name);
		return;
	case EXPECTED_EXPRESSION:
		hover_expression(context, name);
		return;
	case EXPECTED_LOGIC:
	case EXPECTED_NOTHING:
		return;
	default:
		break;
	}
	if (spot->operand.keywords) {
		hover_keyword(context, name);
	}
	if (context->text.length > 0) {
		markdown_add(&context->text, "\n");
	}
	add_referred(context, spot, name);
}

static bool is_within(const struct place *place, enum construct construct, const char *keyname)
{
	return place->keyname != NULL && place->keyname->construct == construct &&
	       strcmp(place->keyname->name, keyname) == 0;
}

/* A capability that the target of the requirement offers, not a type. */
static void add_capability_of_target(struct hover_context *context, const struct spot *spot,
	const struct declaration *declaration, struct string name)
{
	struct node assignment =
		cursor_node(context->tree, spot->cursor.path, spot->cursor.path_length - 1);
	struct name_entry target =
		names_find(context->tree, DECLARED_NODE, node_text(node_get(assignment, "node")));
	const struct type *types[MOST_TYPES];
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
		if (context->text.length == 0) {
			hover_named_element(context, "group", name);
		}
		hover_declared(context, DECLARED_NODE, name);
		break;
	case NAME_OF_VARIABILITY_INPUT:
		hover_variability_input(context, name);
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
			is_within(&spot->place, CONSTRUCT_FILE, "imports")) {
			hover_import(context, name);
		}
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

/* A key that the author chose: an element, or something of the variability definition. */
static void add_declaration(struct hover_context *context, const struct place *place,
	const struct cursor *cursor, struct string name)
{
	if (place->depth == 0 && is_within(place, CONSTRUCT_VARIABILITY, "inputs")) {
		hover_variability_input(context, name);
	} else if (place->depth == 0 && is_within(place, CONSTRUCT_VARIABILITY, "presets")) {
		hover_preset(context, name);
	} else if (place->depth == 0 && is_within(place, CONSTRUCT_VARIABILITY, "expressions")) {
		hover_expression(context, name);
	} else if (is_within(place, CONSTRUCT_VARIABILITY_PRESET, "inputs")) {
		hover_variability_input(context, name);
	} else if (context->analysis != NULL) {
		struct node map = cursor_node(
			analysis_tree(context->analysis), cursor->path, cursor->path_length);
		struct node key = node_find(map, name).key;
		const struct element *element =
			node_is_absent(key) ? NULL : analysis_element_at(context->analysis, key);
		if (element != NULL && !node_is_absent(element->key) &&
			node_equal_place(analysis_node(context->analysis, element->key), key)) {
			hover_element(context, element);
		}
		hover_multiplicity(context, key);
	}
}

/* A name that types declare: a property, an operation, a part of a value … */
static void add_member(struct hover_context *context, const struct spot *spot, struct string name)
{
	struct declaration declaration = declaration_at(context->types, context->tree,
		spot->cursor.path, spot->cursor.path_length, context->arena);
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
		struct type_members operations = interface_operations(
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
	} else if (!place->is_entry && shape != NULL) {
		const struct shape *map = shape_alternative(shape, SHAPE_MAP);
		shape = map != NULL ? map->element : NULL;
	}
	bool is_construct = shape != NULL && (shape->kind == SHAPE_CONSTRUCT ||
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
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
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
		is_defined_as(defined_at(&spot->place), &kind)) {
		hover_member(context, &member, kind);
	}
}

/* The type that the document defines under this key. */
static void add_own_type(
	struct hover_context *context, const struct place *place, struct string name)
{
	enum type_kind kind;
	if (place->shape != NULL && place->shape->kind == SHAPE_MAP && place->depth == 0 &&
		place->shape->element->kind == SHAPE_CONSTRUCT &&
		type_kind_of_construct((enum construct)place->shape->element->construct, &kind)) {
		hover_type(context, name, type_kind_row(kind)->name, place->version);
	}
}

static struct node node_of_analysis(
	const struct hover_context *context, const struct cursor *cursor, struct string key)
{
	if (context->analysis == NULL) {
		return (struct node){0};
	}
	struct node map =
		cursor_node(analysis_tree(context->analysis), cursor->path, cursor->path_length);
	return key.length == 0 ? map : node_find(map, key).value;
}

static void add_keyname(struct hover_context *context, const struct spot *spot,
	const struct keyname_row *row, struct string name)
{
	hover_keyname(context, row, place_construct(&spot->place));
	if (row->shape->kind == SHAPE_CONDITION || row->shape->kind == SHAPE_VALUE_EXPRESSION) {
		hover_values_of_expression(context, node_of_analysis(context, &spot->cursor, name));
	}
}

static void add_key(struct hover_context *context, const struct spot *spot, struct string name)
{
	const struct place *place = &spot->place;
	if (place->is_expression) {
		enum expected expected = spot->operand.expected;
		if (expected == EXPECTED_LOGIC || expected == EXPECTED_VALUE) {
			hover_operator(context, name);
			hover_values_of_expression(
				context, node_of_analysis(context, &spot->cursor, STRING("")));
		}
		return;
	}
	enum construct construct = place_construct(place);
	const struct keyname_row *row =
		construct == CONSTRUCT_NONE ? NULL : keyname_find(construct, place->version, name);
	const struct function_row *function =
		place->is_free ? call_function(place->version, name) : NULL;
	if (row != NULL) {
		add_keyname(context, spot, row, name);
	} else if (function != NULL) {
		hover_function(context, function);
	} else if (place->is_free && hover_own_function(context, name)) {
		return;
	} else if (place->shape != NULL && place->shape->kind == SHAPE_OPTIONS) {
		hover_option(context, name, place->version_class);
		hover_option_effect(context, name);
	} else {
		add_declaration(context, place, &spot->cursor, name);
		add_member(context, spot, name);
		add_own_type(context, place, name);
		add_definition(context, spot, name);
	}
}

/* A node, or a relation: `[node, relation or position]`. */
static void add_member_of_group(
	struct hover_context *context, const struct spot *spot, struct string word)
{
	const struct cursor_step *last = &spot->cursor.path[spot->cursor.path_length - 1];
	if (context->analysis == NULL || spot->place.depth < 2 || last->index != 1) {
		hover_named_element(context, "node", word);
	} else if (spot->cursor.item_count > 0) {
		struct string names[] = {spot->cursor.items[0], word};
		const struct element *element = operand_element(context->analysis, NULL,
			operator_row(OPERATOR_RELATION_PRESENCE), names, 2);
		if (element != NULL) {
			hover_element(context, element);
		}
	}
}

/* A value of any form: what it has to be. */
static void add_free_value(
	struct hover_context *context, const struct spot *spot, struct string word)
{
	struct declaration declaration = declaration_at(context->types, context->tree,
		spot->cursor.path, spot->cursor.path_length, context->arena);
	const struct function_row *function = call_function(spot->place.version, word);
	if (function != NULL && version_is_2_0(spot->place.version)) {
		hover_function(context, function); /* without arguments, as a text */
	} else if (hover_own_function(context, word)) {
		return;
	} else if (spot->call.function != NULL) {
		hover_argument(context, spot, word);
	} else if (is_within(&spot->place, CONSTRUCT_SUBSTITUTION_MAPPINGS, "properties")) {
		struct name_entry input = names_find(context->tree, DECLARED_INPUT, word);
		hover_schema(context, "input", word, value_schema_of_definition(input.value));
	} else if (traversal_maps_attribute(&spot->place)) {
		hover_attribute_mapping(context, spot, word);
	} else if (declaration.kind == DECLARES_VALUE) {
		hover_schema(context, "value", STRING(""), declaration.schema);
	} else if (is_within(&spot->place, CONSTRUCT_GROUP, "members")) {
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
	} else if (place->keyname != NULL && depends_on_keyname(place->keyname->shape)) {
		hover_keyname(context, place->keyname, place->construct);
	}
}

static void add_value(struct hover_context *context, const struct spot *spot, struct string word)
{
	const struct place *place = &spot->place;
	if (place->is_expression) {
		add_operand(context, spot, word);
		return;
	}
	hover_word(context, place, word);
	const struct shape *name = shape_alternative(place->shape, SHAPE_NAME);
	if (context->text.length == 0 && name != NULL) {
		add_name(context, spot, place_name_kind(place, name), word);
	}
	if (context->text.length == 0 && place->is_free) {
		add_free_value(context, spot, word);
	}
	if (context->text.length == 0) {
		add_owner(context, place);
	}
}

/* What the name leads to, wherever else names are: in substitution mappings, workflows … */
static void add_mentioned(struct hover_context *context, uint32_t offset)
{
	static const struct {
		enum declared_kind declared;
		enum member_kind member;
	} kinds[] = {
		{DECLARED_PROPERTY, MEMBER_PROPERTY},
		{DECLARED_ATTRIBUTE, MEMBER_ATTRIBUTE},
		{DECLARED_CAPABILITY, MEMBER_CAPABILITY},
		{DECLARED_REQUIREMENT, MEMBER_REQUIREMENT},
		{DECLARED_RELATION, MEMBER_REQUIREMENT},
		{DECLARED_INTERFACE, MEMBER_INTERFACE},
		{DECLARED_OPERATION, MEMBER_OPERATION},
		{DECLARED_NOTIFICATION, MEMBER_NOTIFICATION},
		{DECLARED_OPERATION_INPUT, MEMBER_INPUT},
		{DECLARED_ARTIFACT, MEMBER_ARTIFACT},
	};
	struct known_file file = {context->tree, STRING(""), context->types};
	struct mention mention;
	if (!mention_at(&file, offset, context->arena, &mention)) {
		return;
	}
	if (mention.has_element) {
		hover_named_element(
			context, declared_kind_noun(mention.element.kind), mention.element.name);
		hover_declared(context, mention.element.kind, mention.element.name);
	}
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		if (context->text.length == 0 && mention.has_member &&
			kinds[i].declared == mention.member.kind) {
			hover_member(context, mention.definition, kinds[i].member);
		}
	}
}

struct hover hover_at(const struct syntax_tree *tree, const struct analysis *analysis,
	uint32_t offset, struct arena *arena)
{
	struct spot spot = spot_at(tree, offset, arena);
	struct cursor cursor = spot.cursor;
	struct string word = syntax_tree_text(tree, cursor.replace, arena);
	struct hover hover = {cursor.replace, STRING("")};
	if (cursor.place == CURSOR_NOWHERE || word.length == 0) {
		return hover;
	}
	if (cursor.quoted && word.length >= 2) {
		word = string_slice(word, 1, word.length - 1);
	}
	struct hover_context context = {
		.arena = arena,
		.tree = tree,
		.analysis = analysis,
		.types = analysis_types(analysis),
		.text = markdown_in(arena),
	};
	if (cursor.place == CURSOR_KEY) {
		add_key(&context, &spot, word);
	} else {
		add_value(&context, &spot, word);
	}
	if (context.text.length == 0 && !spot.place.is_expression) {
		add_mentioned(&context, offset);
	}
	hover.markdown = markdown_text(&context.text);
	return hover;
}
