/* Values of any form: what the types say of them, functions, and lists that name something. */
#include "analyzer/ide/completion/completion_list.h"
#include "analyzer/ide/declarations/traversal.h"

#include <string.h>

static bool is_at(const struct place *place, enum construct construct, const char *keyname)
{
	return place->construct == construct && place->keyname &&
	       strcmp(place->keyname->name, keyname) == 0;
}

static int32_t last_index(const struct cursor *cursor)
{
	return cursor->path_length > 0 ? cursor->path[cursor->path_length - 1].index : -1;
}

/* [node, relation] or [node, capability]: the second after the first. */
static void complete_pair(struct completion_list *list, enum type_part part)
{
	if (last_index(&list->cursor) == 0) {
		complete_names_of(list, COMPLETION_NODE, DECLARED_NODE);
		return;
	}
	if (last_index(&list->cursor) != 1 || list->cursor.item_count < 1)
		return;
	struct name_entry node = names_find(list->names, DECLARED_NODE, list->cursor.items[0]);
	if (part == PART_REQUIREMENTS) {
		complete_names_or_positions(list, COMPLETION_RELATION,
			names_within(node.value, DECLARED_RELATION, list->arena));
	}
	if (is_at(&list->place, CONSTRUCT_GROUP, "members"))
		return; /* relations of the template, not requirements of the type */
	const struct type *types[MOST_ALTERNATIVES];
	size_t count = element_types(list->types, TYPE_NODE, node.value, types);
	for (size_t i = 0; i < count; i++) {
		complete_members(list, type_members(types[i], part, list->arena),
			(enum member_kind)part, false);
	}
}

/* Lists that the grammar leaves open, but that name something. */
static bool complete_named_list(struct completion_list *list)
{
	const struct place *place = &list->place;
	if (last_index(&list->cursor) < 0)
		return false;
	if (is_at(place, CONSTRUCT_GROUP, "members") ||
		is_at(place, CONSTRUCT_SUBSTITUTION_MAPPINGS, "requirements")) {
		complete_pair(list, PART_REQUIREMENTS);
	} else if (is_at(place, CONSTRUCT_SUBSTITUTION_MAPPINGS, "capabilities")) {
		complete_pair(list, PART_CAPABILITIES);
	} else if (is_at(place, CONSTRUCT_SUBSTITUTION_MAPPINGS, "attributes")) {
		complete_pair(list, PART_ATTRIBUTES);
	} else if (is_at(place, CONSTRUCT_SUBSTITUTION_MAPPINGS, "properties")) {
		if (last_index(&list->cursor) == 0)
			complete_names_of(list, COMPLETION_INPUT, DECLARED_INPUT);
		complete_pair(list, PART_PROPERTIES); /* as older texts have it */
	} else if (is_at(place, CONSTRUCT_SUBSTITUTION_MAPPINGS, "interfaces")) {
		complete_pair(list, PART_INTERFACES);
	} else if (is_at(place, CONSTRUCT_REQUIREMENT_ASSIGNMENT, "node")) {
		if (last_index(&list->cursor) == 0)
			complete_names_of(list, COMPLETION_NODE, DECLARED_NODE);
		else
			complete_functions(list);
	} else if (traversal_maps_attribute(place)) {
		complete_attribute_mapping(list);
	} else {
		return false;
	}
	return true;
}

/* The inputs of the workflow that an activity names beside. */
static void complete_workflow_inputs(struct completion_list *list)
{
	const struct cursor *cursor = &list->cursor;
	if (cursor->path_length == 0)
		return;
	struct node activity = cursor_node(list->tree, cursor->path, cursor->path_length - 1);
	struct name_entry workflow = names_find(
		list->names, DECLARED_WORKFLOW, node_text(node_get(activity, "workflow")));
	struct name_list inputs = names_in(node_get(workflow.value, "inputs"), list->arena);
	for (size_t i = 0; i < inputs.count; i++)
		if (!completion_is_used(list, inputs.items[i].name))
			completion_add_key(list, COMPLETION_INPUT, inputs.items[i].name, "$1", "");
}

void complete_free_key(struct completion_list *list)
{
	const struct place *place = &list->place;
	if (list->declaration.kind == DECLARES_VALUE && list->call.steps == 0) {
		struct type_members parts =
			schema_properties(list->types, list->declaration.schema, list->arena);
		complete_members(list, parts, MEMBER_PROPERTY, true);
	}
	bool calls_workflow = is_at(place, CONSTRUCT_DELEGATE, "inputs") ||
			      is_at(place, CONSTRUCT_INLINE, "inputs");
	if (calls_workflow && place->depth == 0)
		complete_workflow_inputs(list);
	else if (place->is_free)
		complete_functions(list);
}

/* `occurrences: [1, UNBOUNDED]` */
static bool is_upper_bound(const struct completion_list *list)
{
	const struct place *place = &list->place;
	return place->keyname && place->keyname->shape->kind == SHAPE_RANGE && place->depth == 1 &&
	       last_index(&list->cursor) == 1;
}

void complete_free_value(struct completion_list *list)
{
	if (list->call.function) {
		list->opens_list =
			list->call.argument < 0 && list->call.function->signature[0] == '[';
		complete_arguments(list);
		list->opens_list = false;
		return;
	}
	if (complete_named_list(list))
		return;
	if (is_at(&list->place, CONSTRUCT_SUBSTITUTION_MAPPINGS, "interfaces")) {
		complete_names_of(list, COMPLETION_OPERATION, DECLARED_WORKFLOW);
		return;
	}
	if (is_upper_bound(list))
		completion_add_value(list, COMPLETION_VALUE, STRING("UNBOUNDED"));
	if (list->declaration.kind == DECLARES_VALUE)
		complete_schema_values(list, list->declaration.schema);
	if (list->place.is_free)
		complete_functions(list);
}
