#include "analyzer/model/multiplicity/allocation.h"

#include "analyzer/model/scope/type_relation.h"
#include "analyzer/model/types/member_cache.h"
#include "analyzer/model/values/scalar_unit.h"

#include <math.h>
#include <stdlib.h>

static bool is_numeric(enum primitive_type type)
{
	return type == PRIMITIVE_INTEGER || type == PRIMITIVE_FLOAT ||
	       (type >= PRIMITIVE_SCALAR && type <= PRIMITIVE_SCALAR_UNIT_BITRATE);
}

static void report_unknown(
	struct multiplicity_checker *checker, const struct allocation *allocation)
{
	struct string name = node_text(allocation->key);
	if (!type_is_rooted(multiplicity_capability_type(allocation->capability)))
		return;
	diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_UNKNOWN_ALLOCATION, allocation->key,
		"Capability \"%.*s\" of node \"%.*s\" has no property \"%.*s\" to allocate from",
		STRING_ARGUMENTS(allocation->capability->name),
		STRING_ARGUMENTS(allocation->requirement->target->name), STRING_ARGUMENTS(name));
}

/* "Of course, allocations can be defined only for integer, float, or scalar property types." */
static bool is_allocatable(struct multiplicity_checker *checker, struct allocation *allocation)
{
	struct node name = type_member_get(allocation->property, "type");
	const struct type *origin = allocation->property->origin;
	enum primitive_type primitive = primitive_type_find(type_version(origin), node_text(name));
	if (primitive == PRIMITIVE_NONE) {
		allocation->data_type = type_find_from(origin, TYPE_DATA, node_text(name));
		if (!allocation->data_type || allocation->data_type->is_cyclic)
			return false;
		primitive = type_primitive(allocation->data_type);
	}
	if (is_numeric(primitive))
		return true;
	diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_BAD_ALLOCATION, allocation->key,
		"Nothing can be allocated from \"%.*s\": its type %.*s is no number",
		STRING_ARGUMENTS(allocation->property->name), STRING_ARGUMENTS(node_text(name)));
	return false;
}

/* What is computed is looked at under each variant. */
static bool is_amount(struct multiplicity_checker *checker, const struct allocation *allocation)
{
	struct node value = allocation->value;
	double amount = node_is_string(value)
				? scalar_unit_number(allocation->data_type, node_text(value))
				: node_number(value);
	if (node_kind(value) != NODE_SCALAR || function_is_node_index(value) ||
		string_starts_with(node_text(value), "$") || amount >= 0)
		return true;
	diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_BAD_ALLOCATION, value,
		"\"%.*s\" is no amount of \"%.*s\"", STRING_ARGUMENTS(node_text(value)),
		STRING_ARGUMENTS(allocation->property->name));
	return false;
}

static void add_allocation(struct multiplicity_checker *checker, struct allocations *list,
	struct allocation allocation, struct type_members properties)
{
	allocation.property = type_members_find(properties, node_text(allocation.key));
	if (!allocation.property) {
		report_unknown(checker, &allocation);
		return;
	}
	if (!is_allocatable(checker, &allocation) || !is_amount(checker, &allocation))
		return;
	list->items = arena_reserve(checker->diagnostics->arena, list->items, list->count,
		&list->capacity, sizeof(*list->items));
	list->items[list->count++] = allocation;
}

static void add_allocations(struct multiplicity_checker *checker, struct allocations *list,
	const struct multiplicity_requirement *requirement)
{
	struct node written = node_get(requirement->value, "allocation");
	struct node inner = node_get(written, "properties");
	struct node values = node_kind(inner) == NODE_MAPPING ? inner : written;
	if (node_kind(values) != NODE_MAPPING || !requirement->target || !requirement->is_binding)
		return;
	const struct type_member *capability =
		multiplicity_target_capability(checker->multiplicity, requirement);
	const struct type *type = capability ? multiplicity_capability_type(capability) : NULL;
	if (!type)
		return;
	struct type_members properties =
		member_cache_get(checker->multiplicity->members, type, PART_PROPERTIES);
	uint32_t count = node_count(values);
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(values, i);
		struct allocation allocation = {.requirement = requirement,
			.capability = capability,
			.key = entry.key,
			.value = entry.value};
		add_allocation(checker, list, allocation, properties);
	}
}

static int compare(const void *left, const void *right)
{
	const struct allocation *a = left;
	const struct allocation *b = right;
	uint32_t x = a->requirement->target->position;
	uint32_t y = b->requirement->target->position;
	if (x != y)
		return x < y ? -1 : 1;
	int order = string_compare(a->capability->name, b->capability->name);
	if (order == 0)
		order = string_compare(a->property->name, b->property->name);
	if (order == 0)
		order = a->requirement < b->requirement ? -1 : a->requirement > b->requirement;
	return order;
}

bool allocation_is_of_same_capability(const struct allocation *a, const struct allocation *b)
{
	return a->requirement->target == b->requirement->target &&
	       string_equal(a->capability->name, b->capability->name);
}

bool allocation_is_of_same_property(const struct allocation *a, const struct allocation *b)
{
	return allocation_is_of_same_capability(a, b) &&
	       string_equal(a->property->name, b->property->name);
}

struct allocations allocations_find(struct multiplicity_checker *checker)
{
	const struct multiplicity *multiplicity = checker->multiplicity;
	struct allocations list = {0};
	for (uint32_t i = 0; i < multiplicity->requirement_count; i++)
		add_allocations(checker, &list, &multiplicity->requirements[i]);
	if (list.count > 0)
		qsort(list.items, list.count, sizeof(*list.items), compare);
	return list;
}

double allocation_amount(const struct allocation *allocation, struct function_value value)
{
	if (value.kind == FUNCTION_VALUE_STRING)
		return scalar_unit_number(allocation->data_type, value.string);
	return value.kind == FUNCTION_VALUE_NUMBER ? value.number : NAN;
}
