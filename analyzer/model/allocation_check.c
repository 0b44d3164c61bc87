/* "The sum of all the allocations for all requirement assignments for a property in a target
 * capability cannot exceed the value of that property" (TOSCA 2.0, section "Extended grammar with
 * capacity allocation").
 *
 * Finds what requirement assignments allocate from which property, what its nodes offer and what
 * is demanded from them under each variant; `capacity.h` tells whether that fits. */
#include "analyzer/model/capacity.h"
#include "analyzer/model/member_cache.h"
#include "analyzer/model/multiplicity_check.h"
#include "analyzer/model/scalar_unit.h"
#include "analyzer/model/type_relation.h"

#include <math.h>
#include <stdlib.h>

enum {
	MOST_TARGETS = 1000, /* beyond, nothing is said */
};

/* One property that a requirement assignment allocates. */
struct allocation {
	const struct multiplicity_requirement *requirement;
	const struct type_member *capability; /* of the target */
	const struct type_member *property;   /* of the capability */
	const struct type *data_type;         /* of the property; NULL if primitive */
	struct node key;
	struct node value;
};

struct allocations {
	struct allocation *items;
	size_t count, capacity;
};

/* What is demanded from one property of one capability under one variant. */
struct market {
	struct arena *arena;
	const struct allocation *allocations; /* all of the same property */
	const struct representations *representations;
	struct capacity capacity;
	struct string unit; /* in which the offer is written; empty: none */
	double unit_size;
	struct capacity_demand *demands;
	size_t *allocation_of; /* each demand */
	size_t demand_count, demand_capacity, allocation_capacity;
};

/* ---- finding allocations ---- */

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

static void add_allocation(struct multiplicity_checker *checker, struct allocations *list,
	struct allocation allocation, struct type_members properties)
{
	allocation.property = type_members_find(properties, node_text(allocation.key));
	if (!allocation.property) {
		report_unknown(checker, &allocation);
		return;
	}
	if (!is_allocatable(checker, &allocation))
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

/* ---- what one variant offers and demands ---- */

static double number_of(struct function_value value, const struct type *data_type)
{
	if (value.kind == FUNCTION_VALUE_STRING)
		return scalar_unit_number(data_type, value.string);
	return value.kind == FUNCTION_VALUE_NUMBER ? value.number : NAN;
}

static void read_unit(struct market *market, struct function_value offer, double number)
{
	struct string digits;
	char buffer[64] = {0};
	market->unit = STRING("");
	market->unit_size = 1;
	if (offer.kind != FUNCTION_VALUE_STRING ||
		!scalar_unit_split(offer.string, &digits, &market->unit) ||
		digits.length >= sizeof(buffer))
		return;
	memcpy(buffer, digits.bytes, digits.length);
	double written = strtod(buffer, NULL);
	if (written > 0)
		market->unit_size = number / written;
}

static bool read_offers(struct market *market)
{
	const struct allocation *allocation = &market->allocations[0];
	const struct multiplicity_node *target = allocation->requirement->target;
	const struct multiplicity_count *count =
		representations_of_node(market->representations, target);
	const struct multiplicity_scope *scope = &market->representations->scope;
	if (count->state != COUNT_KNOWN || count->number > MOST_TARGETS || target->is_copy ||
		target->is_selected)
		return false;
	struct node value = multiplicity_capability_property(scope->multiplicity, target,
		allocation->capability->name, allocation->property->name);
	market->capacity.count = (size_t)count->number;
	market->capacity.offers = arena_allocate(
		market->arena, market->capacity.count + 1, sizeof(*market->capacity.offers));
	for (size_t i = 0; i < market->capacity.count; i++) {
		struct function_scope functions = multiplicity_functions(scope, target, (double)i);
		struct function_value offer = function_value_of(&functions, value);
		market->capacity.offers[i] = number_of(offer, allocation->data_type);
		if (isnan(market->capacity.offers[i]))
			return false;
		read_unit(market, offer, market->capacity.offers[i]);
	}
	return market->capacity.count > 0;
}

static void add_demand(struct market *market, struct capacity_demand demand, size_t allocation)
{
	if (!(demand.amount > 0) || !(demand.times > 0))
		return; /* unknown, or nothing */
	market->demands = arena_reserve(market->arena, market->demands, market->demand_count,
		&market->demand_capacity, sizeof(*market->demands));
	market->allocation_of = arena_reserve(market->arena, market->allocation_of,
		market->demand_count, &market->allocation_capacity, sizeof(*market->allocation_of));
	market->allocation_of[market->demand_count] = allocation;
	market->demands[market->demand_count++] = demand;
}

static void demand(struct market *market, size_t position)
{
	const struct allocation *allocation = &market->allocations[position];
	const struct multiplicity_requirement *requirement = allocation->requirement;
	const struct representations *representations = market->representations;
	const struct relationships *relationships =
		representations_of_requirement(representations, requirement);
	if (relationships->all.state != COUNT_KNOWN)
		return;
	double sources = representations_of_node(representations, requirement->source)->number;
	bool is_indexed = relationships->pairing == PAIRING_INDEXED;
	if (!is_indexed && relationships->each.number > (double)market->capacity.count)
		return; /* too few nodes is the cause to tell */
	struct function_scope functions =
		multiplicity_functions(&representations->scope, requirement->source, NAN);
	struct function_value same = function_value_of(&functions, allocation->value);
	if (same.kind != FUNCTION_VALUE_UNKNOWN && !is_indexed) {
		add_demand(market,
			(struct capacity_demand){number_of(same, allocation->data_type),
				relationships->all.number, NAN},
			position);
		return;
	}
	for (double i = 0; i < sources && i < MOST_TARGETS; i++) {
		functions.node_index = i;
		struct function_value amount = function_value_of(&functions, allocation->value);
		double target =
			is_indexed ? representations_target_index(representations, requirement, i)
				   : NAN;
		if (target < 0 || target >= (double)market->capacity.count)
			continue; /* there is no such node, which is told elsewhere */
		add_demand(market,
			(struct capacity_demand){number_of(amount, allocation->data_type),
				relationships->each.number, target},
			position);
	}
}

/* ---- saying so ---- */

static struct string amount_text(const struct market *market, double amount)
{
	return arena_format(market->arena, "%.12g%s%.*s", amount / market->unit_size,
		market->unit.length ? " " : "", STRING_ARGUMENTS(market->unit));
}

static struct string excess_text(const struct market *market, const struct capacity_excess *excess)
{
	struct arena *arena = market->arena;
	const struct allocation *allocation = &market->allocations[0];
	struct string target = allocation->requirement->target->name;
	struct string property = allocation->property->name;
	struct string amount = amount_text(market, excess->amount);
	struct string taken = amount_text(market, excess->taken);
	struct string offered = amount_text(market, excess->offered);
	switch (excess->kind) {
	case EXCESS_OF_ONE:
		return arena_format(arena,
			"Relationships take %.*s of \"%.*s\" from %.*s[%.0f], which offers %.*s",
			STRING_ARGUMENTS(taken), STRING_ARGUMENTS(property),
			STRING_ARGUMENTS(target), excess->target, STRING_ARGUMENTS(offered));
	case EXCESS_OF_AMOUNT:
		return arena_format(arena, "No node \"%.*s\" offers %.*s of \"%.*s\"",
			STRING_ARGUMENTS(target), STRING_ARGUMENTS(amount),
			STRING_ARGUMENTS(property));
	case EXCESS_OF_NUMBER:
		return arena_format(arena,
			"Node \"%.*s\" has room for %.0f relationship%s that take%s %.*s of "
			"\"%.*s\", "
			"%.0f are needed",
			STRING_ARGUMENTS(target), excess->offered, excess->offered == 1 ? "" : "s",
			excess->offered == 1 ? "s" : "", STRING_ARGUMENTS(amount),
			STRING_ARGUMENTS(property), excess->taken);
	case EXCESS_OF_SUM:
	case EXCESS_NONE:
		break;
	}
	return arena_format(arena,
		"Relationships take %.*s of \"%.*s\" from node \"%.*s\", which offers %.*s",
		STRING_ARGUMENTS(taken), STRING_ARGUMENTS(property), STRING_ARGUMENTS(target),
		STRING_ARGUMENTS(offered));
}

static void relate_offer(struct multiplicity_checker *checker, struct diagnostic *diagnostic,
	const struct market *market)
{
	const struct allocation *allocation = &market->allocations[0];
	const struct multiplicity_node *target = allocation->requirement->target;
	struct node capability =
		node_find(node_get(target->value, "capabilities"), allocation->capability->name)
			.value;
	struct node_entry written =
		node_find(node_get(capability, "properties"), allocation->property->name);
	struct string offer = amount_text(market, market->capacity.offers[0]);
	diagnostic_relate(checker->diagnostics, diagnostic,
		location_of(node_is_absent(written.key) ? target->key : written.key),
		"Node \"%.*s\" offers %zu × %.*s", STRING_ARGUMENTS(target->name),
		market->capacity.count, STRING_ARGUMENTS(offer));
}

static void check_market(struct multiplicity_checker *checker, size_t variant,
	const struct allocation *allocations, size_t count)
{
	struct market market = {
		.arena = checker->diagnostics->arena,
		.allocations = allocations,
		.representations = checker->variants[variant],
	};
	if (!read_offers(&market))
		return;
	for (size_t i = 0; i < count; i++)
		demand(&market, i);
	struct capacity_excess excess = capacity_exceeded(
		&market.capacity, market.demands, market.demand_count, market.arena);
	if (excess.kind == EXCESS_NONE)
		return;
	size_t straw = capacity_first_excess(
		&market.capacity, market.demands, market.demand_count, market.arena);
	struct diagnostic *diagnostic = multiplicity_report(checker, variant,
		DIAGNOSTIC_CODE_EXHAUSTED_CAPACITY, allocations[market.allocation_of[straw]].value,
		excess_text(&market, &excess));
	if (diagnostic)
		relate_offer(checker, diagnostic, &market);
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

static bool is_same_property(const struct allocation *a, const struct allocation *b)
{
	return a->requirement->target == b->requirement->target &&
	       string_equal(a->capability->name, b->capability->name) &&
	       string_equal(a->property->name, b->property->name);
}

void allocation_check(struct multiplicity_checker *checker)
{
	const struct multiplicity *multiplicity = checker->multiplicity;
	struct allocations list = {0};
	for (uint32_t i = 0; i < multiplicity->requirement_count; i++)
		add_allocations(checker, &list, &multiplicity->requirements[i]);
	if (list.count == 0)
		return;
	qsort(list.items, list.count, sizeof(*list.items), compare);
	for (size_t first = 0, end; first < list.count; first = end) {
		for (end = first + 1;
			end < list.count && is_same_property(&list.items[first], &list.items[end]);
			end++) {
		}
		checker->first = checker->diagnostics->count;
		for (size_t v = 0; v < checker->variant_count; v++)
			check_market(checker, v, &list.items[first], end - first);
	}
}
