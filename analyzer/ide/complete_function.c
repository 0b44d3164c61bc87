/* Functions in values, and their arguments step by step. */
#include "analyzer/ide/completion_list.h"
#include "analyzer/ide/own_function.h"
#include "analyzer/ide/traversal.h"
#include "analyzer/ide/types.h"
#include "analyzer/language/element_kinds.h"

#include <string.h>

/* Values that are data, not computed: there no function is called. */
static bool functions_belong(const struct place *place)
{
	static const char *const data[] = {"metadata", "dsl_definitions"};
	const struct keyname_row *keyname = place->keyname;
	if (keyname == NULL) {
		return true;
	}
	for (size_t i = 0; i < sizeof data / sizeof *data; i++) {
		if (strcmp(keyname->name, data[i]) == 0) {
			return false;
		}
	}
	bool is_default = place->depth == 0 && strcmp(keyname->name, "default") == 0;
	if (is_default && place->construct == CONSTRUCT_TOPOLOGY_INPUT) {
		return false; /* nothing is known yet that could be computed with */
	}
	return keyname->construct != CONSTRUCT_VARIABILITY_PRESET &&
	       keyname->construct != CONSTRUCT_CONSTRAINT_CLAUSE &&
	       keyname->construct != CONSTRUCT_VARIABILITY_INPUT;
}

/* Functions whose arguments are names, which no other function computes. */
static bool takes_names(const struct function_row *function)
{
	static const char *const names[] = {"get_input", "get_property", "get_attribute",
		"get_artifact", "get_operation_output", "get_nodes_of_type"};
	for (size_t i = 0; function != NULL && i < sizeof names / sizeof *names; i++) {
		if (strcmp(function->name, names[i]) == 0) {
			return true;
		}
	}
	return false;
}

static struct string called(struct completion_list *list, const char *name)
{
	return arena_format(
		list->arena, "%s%s", version_is_2_0(list->place.version) ? "$" : "", name);
}

static void add_function(struct completion_list *list, const struct function_row *row)
{
	struct completion_item *item = completion_add_call(
		list, COMPLETION_FUNCTION, called(list, row->name), string_from(row->signature));
	if (item != NULL) {
		item->detail = string_from(row->signature);
		item->documentation = string_from(row->summary);
	}
}

/* TOSCA 2.0: functions that the file defines itself, or imports. */
static void add_own_functions(struct completion_list *list)
{
	struct name_list names = {NULL, 0};
	if (version_is_2_0(list->place.version)) {
		names = own_functions(list->tree, list->types, list->arena);
	}
	for (size_t i = 0; i < names.count; i++) {
		struct string name =
			arena_format(list->arena, "$%.*s", STRING_ARGUMENTS(names.items[i].name));
		struct node function = names.items[i].value;
		struct completion_item *item = completion_add_call(list, COMPLETION_FUNCTION, name,
			own_function_mandatory(function, list->arena));
		if (item != NULL) {
			item->detail = own_function_signature(function, 0, list->arena);
			item->documentation = arena_copy(
				list->arena, node_text(node_get(function, "description")));
		}
	}
}

/* Where a Boolean is asked for, functions that give one come first. */
static bool wants_boolean(const struct place *place)
{
	static const char *const keynames[] = {"validation", "condition", "filter", "node_filter",
		"substitution_filter", "precondition"};
	for (size_t i = 0; place->keyname != NULL && i < sizeof keynames / sizeof *keynames; i++) {
		if (strcmp(place->keyname->name, keynames[i]) == 0) {
			return true;
		}
	}
	return false;
}

/* Whether a result of this type can be the value that is expected: any can where that is unknown,
 * and in arguments of another function. */
static bool result_fits(const struct completion_list *list, struct string result)
{
	if (list->declaration.kind != DECLARES_VALUE || list->call.steps > 0 ||
		result.length == 0) {
		return true;
	}
	struct value_schema schema = list->declaration.schema;
	enum primitive_type given = primitive_type_find(list->place.version, result);
	enum primitive_type wanted = schema_primitive(list->types, schema);
	switch (wanted) {
	case PRIMITIVE_NONE:
		return schema_data_type(list->types, schema) == NULL;
	case PRIMITIVE_STRING:
	case PRIMITIVE_INTEGER:
	case PRIMITIVE_BOOLEAN:
	case PRIMITIVE_LIST:
	case PRIMITIVE_MAP:
	case PRIMITIVE_RANGE:
		return given == wanted;
	case PRIMITIVE_FLOAT:
		return given == PRIMITIVE_FLOAT || given == PRIMITIVE_INTEGER;
	default: /* what is written as text */
		return given == wanted || given == PRIMITIVE_STRING;
	}
}

void complete_functions(struct completion_list *list)
{
	size_t count = 0;
	const struct function_row *rows = function_rows(&count);
	if (!functions_belong(&list->place) || takes_names(list->call.function) ||
		(list->cursor.place == CURSOR_KEY && list->cursor.sibling_count > 0)) {
		return;
	}
	bool boolean_first = wants_boolean(&list->place);
	for (int pass = 0; pass < 2; pass++) {
		for (size_t i = 0; i < count; i++) {
			bool is_boolean = strcmp(rows[i].result, "boolean") == 0;
			bool first = is_boolean == boolean_first;
			if (rows[i].versions & definitions_version_set(list->place.version) &&
				first == (pass == 0) &&
				result_fits(list, string_from(rows[i].result))) {
				add_function(list, &rows[i]);
			}
		}
	}
	add_own_functions(list);
}

static void add_word(struct completion_list *list, const char *word, const char *detail)
{
	struct completion_item *item =
		completion_add_value(list, COMPLETION_VALUE, string_from(word));
	if (item != NULL) {
		item->detail = string_from(detail);
	}
}

/* The node or relationship that a path starts at. */
static void add_entities(struct completion_list *list, const struct type *defined)
{
	const struct place *place = &list->place;
	bool at_relation = (place->has_context && place->context == ELEMENT_RELATION) ||
			   (defined != NULL && defined->kind == TYPE_RELATIONSHIP);
	/* Inputs and outputs belong to no node. */
	bool at_parameter = place->has_context &&
			    (place->context == ELEMENT_INPUT || place->context == ELEMENT_OUTPUT);
	if (!at_parameter) {
		add_word(list, "SELF", "where the function is called");
	}
	if (at_relation) {
		add_word(list, "SOURCE", "the node that the relationship starts at");
		add_word(list, "TARGET", "the node that the relationship leads to");
	}
	if (!version_is_2_0(place->version) && !at_parameter) {
		add_word(list, "HOST", "the node that this one is hosted on");
	}
	complete_names_of(list, COMPLETION_NODE, DECLARED_NODE);
	complete_names_of(list, COMPLETION_RELATIONSHIP_TEMPLATE, DECLARED_RELATIONSHIP_TEMPLATE);
}

static void add_part(
	struct completion_list *list, const struct traversal *traversal, enum type_part part)
{
	complete_members(list, traversal_members(traversal, part), (enum member_kind)part, false);
}

/* Properties that the template has beside those of its type. */
static void add_own_properties(struct completion_list *list, const struct traversal *traversal)
{
	if (traversal->at != AT_NODE) {
		return;
	}
	struct name_list own = names_within(traversal->node.value, DECLARED_PROPERTY, list->arena);
	for (size_t i = 0; i < own.count; i++) {
		completion_add_value(list, COMPLETION_PROPERTY, own.items[i].name);
	}
}

static void add_2_0_words(struct completion_list *list, const struct traversal *traversal)
{
	switch (traversal->at) {
	case AT_NODE:
		add_word(list, "RELATIONSHIP", "on along a requirement");
		add_word(list, "CAPABILITY", "on to a capability");
		break;
	case AT_RELATIONSHIP:
		add_word(list, "TARGET", "on to the node that it leads to");
		add_word(list, "SOURCE", "on to the node that it starts at");
		add_word(list, "CAPABILITY", "on to the capability that it leads to");
		break;
	default:
		break;
	}
}

/* What may come next in [node, …, property, nested …]. */
static void add_next(
	struct completion_list *list, const struct traversal *traversal, bool attribute)
{
	bool is_2_0 = version_is_2_0(list->place.version);
	switch (traversal->at) {
	case AT_REQUIREMENT_NAME:
		add_part(list, traversal, PART_REQUIREMENTS);
		return;
	case AT_CAPABILITY_NAME:
		add_part(list, traversal, PART_CAPABILITIES);
		return;
	case AT_VALUE:
		complete_members(list,
			schema_properties(list->types, traversal->schema, list->arena),
			MEMBER_PROPERTY, false);
		return;
	case AT_NODE:
	case AT_RELATIONSHIP:
	case AT_CAPABILITY:
		break;
	default:
		return;
	}
	if (attribute) {
		add_part(list, traversal, PART_ATTRIBUTES);
	}
	add_part(list, traversal, PART_PROPERTIES);
	add_own_properties(list, traversal);
	if (is_2_0) {
		add_2_0_words(list, traversal);
	} else if (traversal->at == AT_NODE && !traversal->is_within) {
		add_part(list, traversal, PART_CAPABILITIES);
		add_part(list, traversal, PART_REQUIREMENTS);
	}
}

/* The type whose definition the function is called in. */
static const struct type *defined_type(const struct completion_list *list)
{
	const struct cursor_step *path = list->cursor.path;
	for (int i = 0; list->types != NULL && list->cursor.path_length > 1 && i < TYPE_KIND_TOTAL;
		i++) {
		enum type_kind kind = (enum type_kind)i;
		if (string_is(path[0].key, type_kind_row(kind)->keyname)) {
			return types_find(list->types, kind, path[1].key);
		}
	}
	return NULL;
}

/* In how many arguments before the cursor the path has been followed. */
static struct traversal follow(struct completion_list *list, size_t arguments)
{
	struct traversal traversal = traversal_start(
		list->types, list->tree, &list->place, defined_type(list), list->arena);
	for (size_t i = 0; i < arguments && i < list->cursor.item_count; i++) {
		traversal_step(&traversal, list->cursor.items[i]);
	}
	return traversal;
}

static void complete_path(struct completion_list *list, size_t argument, bool attribute)
{
	if (argument == 0) {
		add_entities(list, defined_type(list));
		return;
	}
	struct traversal traversal = follow(list, argument);
	do {
		add_next(list, &traversal, attribute);
	} while (traversal_next_host(&traversal));
}

static void complete_input_path(struct completion_list *list, size_t argument)
{
	if (argument == 0) {
		complete_names_of(list, COMPLETION_INPUT, DECLARED_INPUT);
		return;
	}
	struct name_entry input = names_find(list->tree, DECLARED_INPUT, list->cursor.items[0]);
	struct value_schema schema = value_schema_of_definition(input.value);
	for (size_t i = 1; i < argument && i < list->cursor.item_count; i++) {
		schema = schema_of_key(list->types, schema, list->cursor.items[i], list->arena);
	}
	complete_members(
		list, schema_properties(list->types, schema, list->arena), MEMBER_PROPERTY, false);
}

static void add_artifacts(struct completion_list *list, const struct traversal *traversal)
{
	struct name_list own = names_within(traversal->node.value, DECLARED_ARTIFACT, list->arena);
	for (size_t i = 0; i < own.count; i++) {
		completion_add_value(list, COMPLETION_ARTIFACT, own.items[i].name);
	}
	add_part(list, traversal, PART_ARTIFACTS);
}

static void complete_artifact(struct completion_list *list, size_t argument)
{
	struct traversal traversal = follow(list, 1);
	switch (argument) {
	case 0:
		add_entities(list, defined_type(list));
		break;
	case 1:
		do {
			add_artifacts(list, &traversal);
		} while (traversal_next_host(&traversal));
		break;
	case 2:
		add_word(list, "LOCAL_FILE", "wherever the orchestrator puts it");
		break;
	case 3:
		complete_booleans(list);
		break;
	default:
		break;
	}
}

/* [node, interface, operation, output] */
static void complete_operation_output(struct completion_list *list, size_t argument)
{
	if (argument == 0) {
		add_entities(list, defined_type(list));
		return;
	}
	struct traversal traversal = follow(list, 1);
	struct type_members interfaces = traversal_members(&traversal, PART_INTERFACES);
	if (argument == 1) {
		complete_members(list, interfaces, MEMBER_INTERFACE, false);
		return;
	}
	const struct type_member *interface = type_members_find(interfaces, list->cursor.items[1]);
	struct type_members operations =
		interface_operations(list->types, interface, MEMBER_OPERATION, list->arena);
	if (argument == 2) {
		complete_members(list, operations, MEMBER_OPERATION, false);
		return;
	}
	const struct type_member *operation = type_members_find(operations, list->cursor.items[2]);
	struct name_list outputs = {NULL, 0};
	if (argument == 3 && operation != NULL) {
		outputs = names_in(node_get(operation->definition, "outputs"), list->arena);
	}
	for (size_t i = 0; i < outputs.count; i++) {
		completion_add_value(list, COMPLETION_ATTRIBUTE, outputs.items[i].name);
	}
}

void complete_arguments(struct completion_list *list)
{
	const struct call *call = &list->call;
	size_t argument = call->argument > 0 ? (size_t)call->argument : 0;
	const char *name = call->function->name;
	if (argument > list->cursor.item_count || call->is_nested) {
		complete_functions(list);
	} else if (strcmp(name, "get_input") == 0) {
		complete_input_path(list, argument);
	} else if (strcmp(name, "get_property") == 0 || strcmp(name, "get_attribute") == 0) {
		complete_path(list, argument, strcmp(name, "get_attribute") == 0);
	} else if (strcmp(name, "get_artifact") == 0) {
		complete_artifact(list, argument);
	} else if (strcmp(name, "get_operation_output") == 0) {
		complete_operation_output(list, argument);
	} else if (strcmp(name, "get_nodes_of_type") == 0) {
		complete_types(list, NAME_OF_NODE_TYPE);
	} else {
		complete_functions(list);
	}
}
