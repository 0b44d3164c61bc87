#include "analyzer/model/multiplicity/multiplicity.h"

#include "analyzer/model/grammar/directives.h"
#include "analyzer/model/grammar/grammar.h"
#include "analyzer/model/scope/type_relation.h"
#include "analyzer/model/types/member_cache.h"

#include <stdlib.h>

/* ---- reading ---- */

static bool has_word(struct node list, const char *word)
{
	uint32_t count = node_kind(list) == NODE_SEQUENCE ? node_count(list) : 0;
	for (uint32_t i = 0; i < count; i++)
		if (string_is(node_text(node_item(list, i)), word))
			return true;
	return false;
}

static void read_target(struct multiplicity_requirement *requirement)
{
	struct node target = node_kind(requirement->value) == NODE_MAPPING
				     ? node_get(requirement->value, "node")
				     : requirement->value;
	requirement->target_name = target;
	if (node_kind(target) == NODE_SEQUENCE) {
		requirement->target_name = node_item(target, 0);
		requirement->target_index = node_item(target, 1);
	}
}

static void read_requirement(struct multiplicity_requirement *requirement,
	const struct multiplicity_node *source, struct node_entry entry)
{
	requirement->name = node_text(entry.key);
	requirement->key = entry.key;
	requirement->value = entry.value;
	requirement->source = source;
	requirement->count = node_get(entry.value, "count");
	requirement->is_binding = !node_boolean(node_get(entry.value, "optional")) &&
				  !has_word(node_get(entry.value, "directives"), "external");
	read_target(requirement);
}

static uint32_t requirement_count(struct node node_template)
{
	struct node requirements = node_get(node_template, "requirements");
	return node_kind(requirements) == NODE_SEQUENCE ? node_count(requirements) : 0;
}

static void read_node(struct multiplicity_node *node, struct node_entry entry)
{
	node->name = node_text(entry.key);
	node->key = entry.key;
	node->value = entry.value;
	node->count = node_get(entry.value, "count");
	node->is_copy = !node_is_null(node_get(entry.value, "copy"));
	node->is_selected = directives_select(node_get(entry.value, "directives"));
	node->requirement_count = requirement_count(entry.value);
}

static bool is_computed(struct node number)
{
	return !node_is_absent(number) && node_kind(number) != NODE_SCALAR;
}

static void read_nodes(struct multiplicity *multiplicity, struct node node_templates)
{
	uint32_t count = node_count(node_templates);
	multiplicity->nodes =
		arena_allocate(multiplicity->arena, count + 1, sizeof(*multiplicity->nodes));
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = collection_entry(node_templates, i);
		if (node_kind(entry.value) != NODE_MAPPING)
			continue;
		struct multiplicity_node *node = &multiplicity->nodes[multiplicity->node_count];
		read_node(node, entry);
		node->position = multiplicity->node_count++;
		multiplicity->requirement_count += node->requirement_count;
		multiplicity->is_used |= !node_is_null(node->count);
		multiplicity->is_computed |= is_computed(node->count);
	}
}

static void read_requirements(struct multiplicity *multiplicity)
{
	struct multiplicity_requirement *next = arena_allocate(
		multiplicity->arena, multiplicity->requirement_count + 1, sizeof(*next));
	multiplicity->requirements = next;
	for (uint32_t i = 0; i < multiplicity->node_count; i++) {
		struct multiplicity_node *node = &multiplicity->nodes[i];
		struct node list = node_get(node->value, "requirements");
		node->requirements = next;
		for (uint32_t j = 0; j < node->requirement_count; j++, next++) {
			read_requirement(next, node, node_entry(node_item(list, j), 0));
			next->target =
				multiplicity_find(multiplicity, node_text(next->target_name));
			bool allocates = !node_is_null(node_get(next->value, "allocation"));
			multiplicity->is_used |= !node_is_null(next->count) ||
						 !node_is_absent(next->target_index) || allocates;
			multiplicity->is_computed |= allocates || is_computed(next->count) ||
						     is_computed(next->target_index);
		}
	}
}

/* Of several nodes of one name, the first comes first. */
static int compare_names(const void *left, const void *right)
{
	const struct multiplicity_node *a = *(const struct multiplicity_node *const *)left;
	const struct multiplicity_node *b = *(const struct multiplicity_node *const *)right;
	int order = string_compare(a->name, b->name);
	return order ? order : a->position < b->position ? -1 : a->position > b->position;
}

static void sort_names(struct multiplicity *multiplicity)
{
	multiplicity->by_name = arena_allocate(
		multiplicity->arena, multiplicity->node_count + 1, sizeof(*multiplicity->by_name));
	for (uint32_t i = 0; i < multiplicity->node_count; i++)
		multiplicity->by_name[i] = &multiplicity->nodes[i];
	if (multiplicity->node_count)
		qsort(multiplicity->by_name, multiplicity->node_count,
			sizeof(*multiplicity->by_name), compare_names);
}

const struct multiplicity *multiplicity_read(
	const struct syntax_tree *tree, const struct types *types, struct arena *arena)
{
	if (!version_is_2_0(grammar_version(tree)))
		return NULL;
	struct multiplicity *multiplicity = arena_allocate(arena, 1, sizeof(*multiplicity));
	multiplicity->arena = arena;
	multiplicity->types = types;
	multiplicity->members = member_cache_create(arena);
	multiplicity->template = grammar_template(tree).value;
	read_nodes(multiplicity, node_get(multiplicity->template, "node_templates"));
	sort_names(multiplicity);
	read_requirements(multiplicity);
	return multiplicity;
}

const struct multiplicity_node *multiplicity_find(
	const struct multiplicity *multiplicity, struct string name)
{
	uint32_t low = 0;
	uint32_t high = multiplicity->node_count;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (string_compare(multiplicity->by_name[middle]->name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	bool is_found = low < multiplicity->node_count &&
			string_equal(multiplicity->by_name[low]->name, name);
	return is_found ? multiplicity->by_name[low] : NULL;
}

/* ---- whether there is anything to read ---- */

static bool is_indexed_target(struct node node)
{
	struct node key = node_key(node);
	struct node list = node_parent(node_parent(node));
	return string_is(node_text(key), "node") ||
	       (node_kind(list) == NODE_SEQUENCE &&
		       string_is(node_text(node_key(list)), "requirements"));
}

bool multiplicity_is_in_section(const struct syntax_tree *tree, uint32_t section)
{
	struct node_reference reference = {section, 0};
	for (;; reference.index++) {
		struct node node = syntax_tree_node(tree, reference);
		if (node_is_absent(node))
			return false;
		struct string text = node_text(node);
		if (string_is(text, "count") || string_is(text, "allocation") ||
			(node_kind(node) == NODE_SEQUENCE && is_indexed_target(node)))
			return true;
	}
}

/* ---- what inputs and properties hold ---- */

enum multiplicity_presence multiplicity_presence_of(
	const struct multiplicity_variant *variant, struct node key)
{
	return variant->presence ? variant->presence(variant->context, key) : MULTIPLICITY_PRESENT;
}

/* The entry of this name that is present; absent if that is none, or not known. */
static struct node_entry present_entry(
	const struct multiplicity_scope *scope, struct node collection, struct string name)
{
	const struct multiplicity_variant *variant = scope->variant;
	struct node_entry found = {0};
	uint32_t count = node_kind(collection) == NODE_SEQUENCE ? node_count(collection) : 0;
	if (node_kind(collection) == NODE_MAPPING) {
		found = node_find(collection, name);
		return !node_is_absent(found.key) && multiplicity_presence_of(variant, found.key) ==
							     MULTIPLICITY_PRESENT
			       ? found
			       : (struct node_entry){0};
	}
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = collection_entry(collection, i);
		if (!string_equal(node_text(entry.key), name))
			continue;
		switch (multiplicity_presence_of(variant, entry.key)) {
		case MULTIPLICITY_ABSENT:
			break;
		case MULTIPLICITY_PRESENT:
			if (node_is_absent(found.key)) {
				found = entry;
				break;
			}
			return (struct node_entry){0};
		case MULTIPLICITY_OPEN:
			return (struct node_entry){0};
		}
	}
	return found;
}

static struct node value_of_definition(struct node definition)
{
	struct node fixed = node_get(definition, "value");
	return node_is_null(fixed) ? node_get(definition, "default") : fixed;
}

struct node multiplicity_input(const struct multiplicity_scope *scope, struct string name)
{
	struct node inputs = node_get(scope->multiplicity->template, "inputs");
	return value_of_definition(present_entry(scope, inputs, name).value);
}

/* What a type gives a property that nobody assigns; a refinement may be the plain value. */
static struct node value_of_member(const struct type_member *member)
{
	if (!member)
		return (struct node){0};
	if (member->refines && node_kind(member->definition) != NODE_MAPPING)
		return member->definition;
	struct node fixed = type_member_get(member, "value");
	return node_is_null(fixed) ? type_member_get(member, "default") : fixed;
}

static struct type_members members(
	const struct multiplicity *multiplicity, const struct type *type, enum type_part part)
{
	return member_cache_get(multiplicity->members, type, part);
}

static const struct type *type_of(
	const struct multiplicity *multiplicity, const struct multiplicity_node *node)
{
	struct node name = type_name_of(node->value);
	return multiplicity->types && node_is_string(name)
		       ? types_find(multiplicity->types, TYPE_NODE, node_text(name))
		       : NULL;
}

const struct type_member *multiplicity_requirement_definition(
	const struct multiplicity *multiplicity, const struct multiplicity_requirement *requirement)
{
	struct type_members requirements = members(
		multiplicity, type_of(multiplicity, requirement->source), PART_REQUIREMENTS);
	return type_members_find(requirements, requirement->name);
}

/* What the assignment says about the capability, or else the definition. */
static struct placed_node wanted_capability(
	const struct multiplicity *multiplicity, const struct multiplicity_requirement *requirement)
{
	struct node assigned = node_get(requirement->value, "capability");
	if (node_is_string(assigned))
		return (struct placed_node){assigned, NULL};
	const struct type_member *definition =
		multiplicity_requirement_definition(multiplicity, requirement);
	return member_value(definition, "capability", "capability");
}

const struct type_member *multiplicity_target_capability(
	const struct multiplicity *multiplicity, const struct multiplicity_requirement *requirement)
{
	struct placed_node wanted = wanted_capability(multiplicity, requirement);
	struct string name = node_text(wanted.node);
	struct type_members capabilities = members(
		multiplicity, type_of(multiplicity, requirement->target), PART_CAPABILITIES);
	const struct type_member *found = type_members_find(capabilities, name);
	if (found || name.length == 0)
		return found;
	const struct type *type = wanted.where
					  ? placed_type(wanted, TYPE_CAPABILITY)
					  : types_find(multiplicity->types, TYPE_CAPABILITY, name);
	for (size_t i = 0; type && i < capabilities.count; i++) {
		if (type_derives(multiplicity_capability_type(&capabilities.items[i]), type) ==
			FAILS)
			continue;
		if (found)
			return NULL;
		found = &capabilities.items[i];
	}
	return found;
}

const struct type *multiplicity_capability_type(const struct type_member *capability)
{
	return placed_type(member_value(capability, "type", "type"), TYPE_CAPABILITY);
}

static struct function_value property_of_node(const struct multiplicity_scope *scope,
	const struct multiplicity_node *node, struct string name)
{
	const struct multiplicity *multiplicity = scope->multiplicity;
	struct node properties = node_get(node->value, "properties");
	struct node_entry entry = present_entry(scope, properties, name);
	struct function_value computed = {.kind = FUNCTION_VALUE_UNKNOWN};
	if (node_is_absent(entry.key)) {
		struct type_members defined =
			members(multiplicity, type_of(multiplicity, node), PART_PROPERTIES);
		/* In a list, what is not present may be elsewhere. */
		return node_kind(properties) == NODE_SEQUENCE
			       ? computed
			       : function_value_of_node(
					 value_of_member(type_members_find(defined, name)));
	}
	if (scope->variant->expression)
		computed = scope->variant->expression(scope->variant->context, entry.key);
	if (computed.kind != FUNCTION_VALUE_UNKNOWN)
		return computed;
	/* Variability4TOSCA: in a list, a value may be wrapped. */
	bool is_listed = node_kind(properties) == NODE_SEQUENCE;
	if (is_listed && !node_is_null(node_get(entry.value, "expression")))
		return computed;
	struct node wrapped = is_listed ? node_get(entry.value, "value") : (struct node){0};
	return function_value_of_node(node_is_null(wrapped) ? entry.value : wrapped);
}

struct node multiplicity_capability_property(const struct multiplicity *multiplicity,
	const struct multiplicity_node *node, struct string capability, struct string name)
{
	struct node assignment = node_find(node_get(node->value, "capabilities"), capability).value;
	struct node value = node_find(node_get(assignment, "properties"), name).value;
	if (!node_is_null(value))
		return value;
	struct type_members capabilities =
		members(multiplicity, type_of(multiplicity, node), PART_CAPABILITIES);
	const struct type_member *definition = type_members_find(capabilities, capability);
	if (!definition)
		return (struct node){0};
	for (const struct type_member *level = definition; level; level = level->refines) {
		struct node refined =
			node_find(node_get(level->definition, "properties"), name).value;
		if (!node_is_null(refined))
			return node_kind(refined) == NODE_MAPPING ? value_of_definition(refined)
								  : refined;
	}
	struct type_members properties =
		members(multiplicity, multiplicity_capability_type(definition), PART_PROPERTIES);
	return value_of_member(type_members_find(properties, name));
}

/* ---- the scope of functions ---- */

static struct function_value find_input(const void *context, struct string name)
{
	return function_value_of_node(multiplicity_input(context, name));
}

static struct function_value find_property(const void *context, struct string node_template,
	struct string capability, struct string name)
{
	const struct multiplicity_scope *scope = context;
	const struct multiplicity_node *node =
		multiplicity_find(scope->multiplicity, node_template);
	if (!node || node->is_copy || node->is_selected)
		return (struct function_value){.kind = FUNCTION_VALUE_UNKNOWN};
	if (capability.length)
		return function_value_of_node(multiplicity_capability_property(
			scope->multiplicity, node, capability, name));
	return property_of_node(scope, node, name);
}

struct function_scope multiplicity_functions(
	const struct multiplicity_scope *scope, const struct multiplicity_node *node, double index)
{
	return (struct function_scope){
		.context = scope,
		.input = find_input,
		.property = find_property,
		.self = node->name,
		.node_index = index,
	};
}
