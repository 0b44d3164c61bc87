/* Arguments of functions step by step: entities, then properties, capabilities, operations … */
#include "analyzer/ide/completion/completion_list.h"
#include "analyzer/ide/declarations/traversal.h"
#include "analyzer/model/grammar/grammar.h"

#include <string.h>

static void add_word(struct completion_list *list, const char *word, const char *detail)
{
	struct completion_item *item =
		completion_add_value(list, COMPLETION_VALUE, string_from(word));
	if (item)
		item->detail = string_from(detail);
}

static void add_part(
	struct completion_list *list, const struct traversal *traversal, enum type_part part)
{
	struct type_members all = traversal_members(traversal, part);
	struct type_member *fitting = arena_allocate(list->arena, all.count + 1, sizeof(*fitting));
	size_t count = 0;
	bool has_value = part == PART_PROPERTIES || part == PART_ATTRIBUTES;
	unsigned taken = completion_types_of_call(list);
	for (size_t i = 0; i < all.count; i++) {
		enum primitive_type type =
			schema_type(list->types, value_schema_of_member(&all.items[i])).primitive;
		bool leads_on =
			type == PRIMITIVE_NONE || type == PRIMITIVE_LIST || type == PRIMITIVE_MAP;
		if (!has_value || leads_on || (function_takes_of(type) & taken))
			fitting[count++] = all.items[i];
	}
	complete_members(
		list, (struct type_members){fitting, count}, (enum member_kind)part, false);
}

/* Properties that the template has beside those of its type. */
static void add_own_properties(struct completion_list *list, const struct traversal *traversal)
{
	if (traversal->at != AT_NODE)
		return;
	struct name_list own =
		names_within(traversal->place.element, DECLARED_PROPERTY, list->arena);
	for (size_t i = 0; i < own.count; i++)
		completion_add_value(list, COMPLETION_PROPERTY, own.items[i].name);
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
		if (!traversal->has_index)
			add_word(list, "ALL", "along every relationship: the values are a list");
		break;
	case AT_CAPABILITY:
		if (!traversal->is_behind_relationship)
			add_word(list, "RELATIONSHIP", "back along one that comes in");
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
	if (attribute)
		add_part(list, traversal, PART_ATTRIBUTES);
	size_t before = list->count;
	add_part(list, traversal, PART_PROPERTIES);
	add_own_properties(list, traversal);
	for (size_t i = before; i < list->count && attribute; i++)
		list->items[i].precedence = 1; /* there is a function for them */
	if (is_2_0) {
		add_2_0_words(list, traversal);
	} else if (traversal->at == AT_NODE && !traversal->is_within) {
		add_part(list, traversal, PART_CAPABILITIES);
		add_part(list, traversal, PART_REQUIREMENTS);
	}
}

static const struct type *defined_type(const struct completion_list *list)
{
	return traversal_self(
		list->types, list->tree, list->cursor.path, list->cursor.path_length, list->arena);
}

static struct traversal start_of(struct completion_list *list)
{
	struct traversal traversal = traversal_start(
		list->types, list->tree, &list->place, defined_type(list), list->arena);
	traversal.relation =
		traversal_relation(list->tree, list->cursor.path, list->cursor.path_length);
	return traversal;
}

/* Resolving does not know HOST in the properties of elements. */
static bool is_host_known(const struct completion_list *list)
{
	const struct place *place = &list->place;
	bool is_property = (place->has_context && place->context == ELEMENT_PROPERTY) ||
			   (place->keyname && strcmp(place->keyname->name, "properties") == 0);
	return !version_is_2_0(place->version) &&
	       !(is_property &&
		       template_scope_of(list->types, list->tree, NULL, list->arena).is_variable);
}

static bool is_in_template(const struct completion_list *list)
{
	const struct cursor *cursor = &list->cursor;
	struct string home = node_text(grammar_template(list->tree).key);
	return cursor->path_length > 0 && string_equal(cursor->path[0].key, home);
}

/* The node or relationship that a path starts at. */
static void add_entities(struct completion_list *list, const struct type *defined)
{
	const struct place *place = &list->place;
	bool at_relation = (place->has_context && place->context == ELEMENT_RELATION) ||
			   (defined && defined->kind == TYPE_RELATIONSHIP);
	/* Inputs and outputs belong to no node. */
	bool at_parameter = place->has_context &&
			    (place->context == ELEMENT_INPUT || place->context == ELEMENT_OUTPUT);
	if (!at_parameter)
		add_word(list, "SELF", "where the function is called");
	if (at_relation) {
		add_word(list, "SOURCE", "the node that the relationship starts at");
		add_word(list, "TARGET", "the node that the relationship leads to");
	}
	struct traversal host = start_of(list);
	traversal_follow(&host, &(struct string){"HOST", 4}, 1);
	bool at_node = !at_relation && !at_parameter &&
		       (place->node.length > 0 || (defined && defined->kind == TYPE_NODE));
	if (at_node && !host.has_no_host && is_host_known(list))
		add_word(list, "HOST", "the node that this one is hosted on");
	if (!is_in_template(list))
		return; /* types know no templates */
	complete_names_of(list, COMPLETION_NODE, DECLARED_NODE);
	complete_names_of(list, COMPLETION_RELATIONSHIP_TEMPLATE, DECLARED_RELATIONSHIP_TEMPLATE);
}

static size_t arguments_before(const struct completion_list *list, size_t argument)
{
	return argument < list->cursor.item_count ? argument : list->cursor.item_count;
}

static void complete_path(struct completion_list *list, size_t argument, bool attribute)
{
	if (argument == 0) {
		add_entities(list, defined_type(list));
		return;
	}
	const struct string *items = list->cursor.items;
	size_t count = arguments_before(list, argument);
	const struct traversal start = start_of(list);
	struct traversal traversal = start;
	traversal_follow(&traversal, items, count);
	do {
		add_next(list, &traversal, attribute);
	} while (traversal_follow_next(&traversal, &start, items, count));
}

void complete_attribute_mapping(struct completion_list *list)
{
	const struct cursor *cursor = &list->cursor;
	complete_path(list, (size_t)cursor->path[cursor->path_length - 1].index, true);
}

static void complete_input_path(struct completion_list *list, size_t argument)
{
	if (argument == 0) {
		complete_names_of(list, COMPLETION_INPUT, DECLARED_INPUT);
		return;
	}
	struct name_entry input = names_find(list->names, DECLARED_INPUT, list->cursor.items[0]);
	struct value_schema schema = value_schema_of_definition(input.value);
	for (size_t i = 1; i < argument && i < list->cursor.item_count; i++)
		schema = schema_of_key(list->types, schema, list->cursor.items[i], list->arena);
	bool is_list = schema_type(list->types, schema).primitive == PRIMITIVE_LIST;
	if (is_list && version_is_2_0(list->place.version) && list->place.node.length > 0) {
		struct completion_item *item =
			completion_add_value(list, COMPLETION_FUNCTION, STRING("$node_index"));
		item->detail = STRING("the value for each of several nodes");
	}
	complete_members(
		list, schema_properties(list->types, schema, list->arena), MEMBER_PROPERTY, false);
}

static void add_artifacts(struct completion_list *list, const struct traversal *traversal)
{
	struct name_list own =
		names_within(traversal->place.element, DECLARED_ARTIFACT, list->arena);
	for (size_t i = 0; i < own.count; i++)
		completion_add_value(list, COMPLETION_ARTIFACT, own.items[i].name);
	add_part(list, traversal, PART_ARTIFACTS);
}

static void complete_artifact(struct completion_list *list, size_t argument)
{
	const struct traversal start = start_of(list);
	struct traversal traversal = start;
	size_t count = arguments_before(list, 1);
	traversal_follow(&traversal, list->cursor.items, count);
	switch (argument) {
	case 0:
		add_entities(list, defined_type(list));
		break;
	case 1:
		do {
			add_artifacts(list, &traversal);
		} while (traversal_follow_next(&traversal, &start, list->cursor.items, count));
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
	struct traversal traversal = start_of(list);
	traversal_follow(&traversal, list->cursor.items, arguments_before(list, 1));
	struct type_members interfaces = traversal_members(&traversal, PART_INTERFACES);
	if (argument == 1) {
		complete_members(list, interfaces, MEMBER_INTERFACE, false);
		return;
	}
	const struct type_member *interface = type_members_find(interfaces, list->cursor.items[1]);
	struct type_members operations =
		member_operations(list->types, interface, MEMBER_OPERATION, list->arena);
	if (argument == 2) {
		complete_members(list, operations, MEMBER_OPERATION, false);
		return;
	}
	const struct type_member *operation = type_members_find(operations, list->cursor.items[2]);
	struct name_list outputs = {NULL, 0};
	if (argument == 3 && operation)
		outputs = names_in(node_get(operation->definition, "outputs"), list->arena);
	for (size_t i = 0; i < outputs.count; i++)
		completion_add_value(list, COMPLETION_ATTRIBUTE, outputs.items[i].name);
}

void complete_arguments(struct completion_list *list)
{
	const struct call *call = &list->call;
	size_t argument = call->argument > 0 ? (size_t)call->argument : 0;
	const char *name = call->function->name;
	if (argument > list->cursor.item_count || call->is_nested)
		complete_functions(list);
	else if (strcmp(name, "get_input") == 0)
		complete_input_path(list, argument);
	else if (strcmp(name, "get_property") == 0 || strcmp(name, "get_attribute") == 0)
		complete_path(list, argument, strcmp(name, "get_attribute") == 0);
	else if (strcmp(name, "get_artifact") == 0)
		complete_artifact(list, argument);
	else if (strcmp(name, "get_operation_output") == 0)
		complete_operation_output(list, argument);
	else if (strcmp(name, "get_nodes_of_type") == 0)
		complete_types(list, NAME_OF_NODE_TYPE);
	else
		complete_functions(list);
}
