/* "The sum of all the allocations for all requirement assignments for a property in a target
 * capability cannot exceed the value of that property" (TOSCA 2.0, section "Extended grammar with
 * capacity allocation").
 *
 * Finds what the nodes offer of each property and what is demanded from them under each variant;
 * `capacity.h` tells whether that fits. */
#include "analyzer/model/multiplicity/allocation.h"
#include "analyzer/model/multiplicity/multiplicity_report.h"
#include "analyzer/model/text/capacity.h"
#include "analyzer/model/values/scalar_unit.h"

#include <math.h>
#include <stdlib.h>

enum {
	MOST_NODES = 1000, /* offers and demands that are counted one by one */
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
	bool has_more; /* than are counted */
};

/* ---- what one variant offers and demands ---- */

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

static bool is_uncounted(const struct market *market)
{
	const struct multiplicity_count *count = representations_of_node(
		market->representations, market->allocations[0].requirement->target);
	return count->state == COUNT_KNOWN && count->number > MOST_NODES;
}

static bool read_offers(struct market *market)
{
	const struct allocation *allocation = &market->allocations[0];
	const struct multiplicity_node *target = allocation->requirement->target;
	const struct multiplicity_count *count =
		representations_of_node(market->representations, target);
	const struct multiplicity_scope *scope = &market->representations->scope;
	if (count->state != COUNT_KNOWN || is_uncounted(market) || target->is_copy ||
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
		market->capacity.offers[i] = allocation_amount(allocation, offer);
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
			(struct capacity_demand){allocation_amount(allocation, same),
				relationships->all.number, NAN},
			position);
		return;
	}
	market->has_more |= sources > MOST_NODES;
	for (double i = 0; i < sources && i < MOST_NODES; i++) {
		functions.node_index = i;
		struct function_value amount = function_value_of(&functions, allocation->value);
		double target =
			is_indexed ? representations_target_index(representations, requirement, i)
				   : NAN;
		if (target < 0 || target >= (double)market->capacity.count)
			continue; /* there is no such node, which is told elsewhere */
		add_demand(market,
			(struct capacity_demand){allocation_amount(allocation, amount),
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

static void report_uncounted(
	struct multiplicity_checker *checker, size_t variant, const struct market *market)
{
	const struct allocation *allocation = &market->allocations[0];
	multiplicity_report(checker, variant, DIAGNOSTIC_CODE_CHECKING_GIVEN_UP, allocation->value,
		arena_format(market->arena,
			"Whether node \"%.*s\" offers enough of \"%.*s\" is not checked: there are "
			"more "
			"than %d nodes",
			STRING_ARGUMENTS(allocation->requirement->target->name),
			STRING_ARGUMENTS(allocation->property->name), MOST_NODES));
}

/* True if it is too much. */
static bool check_market(struct multiplicity_checker *checker, size_t variant,
	const struct allocation *allocations, size_t count)
{
	struct market market = {
		.arena = checker->diagnostics->arena,
		.allocations = allocations,
		.representations = checker->variants[variant],
	};
	if (is_uncounted(&market))
		report_uncounted(checker, variant, &market);
	if (!read_offers(&market))
		return false;
	for (size_t i = 0; i < count; i++)
		demand(&market, i);
	struct capacity_excess excess = capacity_exceeded(
		&market.capacity, market.demands, market.demand_count, market.arena);
	if (excess.kind == EXCESS_NONE && market.has_more)
		report_uncounted(checker, variant, &market);
	if (excess.kind == EXCESS_NONE)
		return false;
	size_t straw = capacity_first_excess(
		&market.capacity, market.demands, market.demand_count, market.arena);
	struct diagnostic *diagnostic = multiplicity_report(checker, variant,
		DIAGNOSTIC_CODE_EXHAUSTED_CAPACITY, allocations[market.allocation_of[straw]].value,
		excess_text(&market, &excess));
	if (diagnostic)
		relate_offer(checker, diagnostic, &market);
	return true;
}

/* Allocations from one property; variants in which they are too much. */
static uint64_t check_property(
	struct multiplicity_checker *checker, const struct allocation *allocations, size_t count)
{
	uint64_t exceeded = 0;
	for (size_t v = 0; v < checker->variant_count; v++)
		exceeded |= (uint64_t)check_market(checker, v, allocations, count) << v;
	return exceeded;
}

static size_t end_of(const struct allocations *list, size_t first,
	bool (*is_same)(const struct allocation *a, const struct allocation *b))
{
	size_t end = first + 1;
	while (end < list->count && is_same(&list->items[first], &list->items[end]))
		end++;
	return end;
}

void allocation_check(struct multiplicity_checker *checker)
{
	struct allocations list = allocations_find(checker);
	for (size_t first = 0, end; first < list.count; first = end) {
		uint64_t exceeded = 0;
		end = end_of(&list, first, allocation_is_of_same_capability);
		checker->first = checker->diagnostics->count;
		for (size_t one = first, next; one < end; one = next) {
			next = end_of(&list, one, allocation_is_of_same_property);
			exceeded |= check_property(checker, &list.items[one], next - one);
		}
		allocation_check_together(checker, &list.items[first], end - first, exceeded);
	}
}
