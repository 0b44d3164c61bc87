/* Allocations from several properties, or of several amounts, against what each node has left:
 * `packing.h` tries the choices that an orchestrator has. */
#include "analyzer/model/multiplicity/allocation.h"
#include "analyzer/model/text/packing.h"

#include <math.h>

enum {
	MOST_NODES = 64,
	MOST_GROUPS = 256,
};

/* All relationships of one representation of a source. */
struct group {
	const struct allocation *first;
	struct packing_group packing;
};

struct capacities {
	struct arena *arena; /* for as long as one variant is looked at */
	const struct allocation *allocations;
	size_t count;
	const struct representations *representations;
	const struct allocation **properties; /* one of each */
	struct packing packing;
	struct group *groups;
	size_t group_count;
	struct string excess; /* of what there is too much to try; empty: of nothing */
};

/* ---- what nodes offer ---- */

static void find_properties(struct capacities *capacities)
{
	capacities->properties = arena_allocate(
		capacities->arena, capacities->count + 1, sizeof(*capacities->properties));
	for (size_t i = 0; i < capacities->count; i++) {
		const struct allocation *one = &capacities->allocations[i];
		if (i == 0 || !allocation_is_of_same_property(one - 1, one))
			capacities->properties[capacities->packing.properties++] = one;
	}
}

/* What is not known has no bound. False if there are no nodes to choose from. */
static bool read_offers(struct capacities *capacities)
{
	const struct allocation *any = capacities->allocations;
	const struct multiplicity_node *target = any->requirement->target;
	const struct multiplicity_scope *scope = &capacities->representations->scope;
	const struct multiplicity_count *count =
		representations_of_node(capacities->representations, target);
	size_t properties = capacities->packing.properties;
	if (count->state != COUNT_KNOWN || count->number < 1 || target->is_copy ||
		target->is_selected)
		return false;
	if (count->number > MOST_NODES) {
		capacities->excess =
			arena_format(capacities->arena, "more than %d nodes", MOST_NODES);
		return false;
	}
	capacities->packing.nodes = (size_t)count->number;
	double *offers = arena_allocate(
		capacities->arena, capacities->packing.nodes * properties, sizeof(*offers));
	for (size_t i = 0; i < capacities->packing.nodes * properties; i++) {
		const struct allocation *property = capacities->properties[i % properties];
		size_t node = i / properties;
		struct function_scope functions =
			multiplicity_functions(scope, target, (double)node);
		struct node value = multiplicity_capability_property(scope->multiplicity, target,
			property->capability->name, property->property->name);
		double offer = allocation_amount(property, function_value_of(&functions, value));
		offers[i] = isnan(offer) ? INFINITY : offer;
	}
	capacities->packing.offers = offers;
	return true;
}

/* ---- what relationships take ---- */

static const struct allocation *allocation_from(const struct capacities *capacities,
	const struct multiplicity_requirement *requirement, const struct allocation *property)
{
	for (size_t i = 0; i < capacities->count; i++) {
		const struct allocation *one = &capacities->allocations[i];
		if (one->requirement == requirement &&
			allocation_is_of_same_property(one, property))
			return one;
	}
	return NULL;
}

/* What is not known is nothing. */
static const double *amounts_of(const struct capacities *capacities,
	const struct multiplicity_requirement *requirement, struct function_scope *functions)
{
	size_t properties = capacities->packing.properties;
	double *amounts = arena_allocate(capacities->arena, properties, sizeof(*amounts));
	for (size_t i = 0; i < properties; i++) {
		const struct allocation *one =
			allocation_from(capacities, requirement, capacities->properties[i]);
		double amount =
			one ? allocation_amount(one, function_value_of(functions, one->value))
			    : NAN;
		amounts[i] = amount > 0 ? amount : 0;
	}
	return amounts;
}

/* False if there are too many to try, or too few nodes, which is the cause to tell. */
static bool add_groups(struct capacities *capacities, const struct allocation *first)
{
	const struct multiplicity_requirement *requirement = first->requirement;
	const struct representations *representations = capacities->representations;
	const struct relationships *relationships =
		representations_of_requirement(representations, requirement);
	bool is_indexed = relationships->pairing == PAIRING_INDEXED;
	if (relationships->all.state != COUNT_KNOWN ||
		(is_indexed && relationships->each.number > 1))
		return true;
	double sources = representations_of_node(representations, requirement->source)->number;
	if (relationships->each.number > (double)capacities->packing.nodes)
		return false;
	if ((double)capacities->group_count + sources > MOST_GROUPS) {
		capacities->excess = arena_format(
			capacities->arena, "more than %d nodes that take some", MOST_GROUPS);
		return false;
	}
	for (double i = 0; i < sources; i++) {
		struct function_scope functions =
			multiplicity_functions(&representations->scope, requirement->source, i);
		double target =
			is_indexed ? representations_target_index(representations, requirement, i)
				   : NAN;
		if (target < 0 || target >= (double)capacities->packing.nodes ||
			(!isnan(target) && target != floor(target)))
			continue; /* there is no such node, which is told elsewhere */
		capacities->groups[capacities->group_count++] =
			(struct group){first, {amounts_of(capacities, requirement, &functions),
						      relationships->each.number, target}};
	}
	return true;
}

static bool read_demands(struct capacities *capacities)
{
	capacities->groups =
		arena_allocate(capacities->arena, MOST_GROUPS, sizeof(*capacities->groups));
	for (size_t i = 0; i < capacities->count; i++) {
		const struct allocation *one = &capacities->allocations[i];
		bool is_first = true;
		for (size_t k = 0; k < i && is_first; k++)
			is_first = capacities->allocations[k].requirement != one->requirement;
		if (is_first && !add_groups(capacities, one))
			return false;
	}
	return true;
}

/* ---- trying, and saying so ---- */

static enum verdict first_fit(const struct capacities *capacities, size_t count)
{
	struct arena *arena = arena_create();
	struct packing_group *groups = arena_allocate(arena, count + 1, sizeof(*groups));
	for (size_t i = 0; i < count; i++)
		groups[i] = capacities->groups[i].packing;
	enum verdict verdict = packing_fits(&capacities->packing, groups, count, arena);
	arena_destroy(arena);
	return verdict;
}

/* The group that is too much for those before it. */
static size_t find_straw(const struct capacities *capacities)
{
	size_t fits = 0, exceeds = capacities->group_count;
	while (exceeds - fits > 1) {
		size_t middle = fits + (exceeds - fits) / 2;
		if (first_fit(capacities, middle) == FAILS)
			exceeds = middle;
		else
			fits = middle;
	}
	return fits;
}

/* "a", "b" and "c" */
static struct string names_of(const struct capacities *capacities, struct arena *arena)
{
	size_t properties = capacities->packing.properties;
	struct string names = {"", 0};
	for (size_t i = 0; i < properties; i++)
		names = arena_format(arena, "%.*s%s\"%.*s\"", STRING_ARGUMENTS(names),
			i == 0               ? ""
			: i + 1 < properties ? ", "
					     : " and ",
			STRING_ARGUMENTS(capacities->properties[i]->property->name));
	return names;
}

static void report(
	struct multiplicity_checker *checker, size_t variant, const struct capacities *capacities)
{
	struct arena *arena = checker->diagnostics->arena;
	const struct allocation *straw = capacities->groups[find_straw(capacities)].first;
	struct string names = names_of(capacities, arena);
	multiplicity_report(checker, variant, DIAGNOSTIC_CODE_EXHAUSTED_CAPACITY, straw->value,
		arena_format(arena,
			"However relationships choose among the nodes \"%.*s\", one finds too "
			"little "
			"%.*s",
			STRING_ARGUMENTS(straw->requirement->target->name),
			STRING_ARGUMENTS(names)));
}

static void report_untried(
	struct multiplicity_checker *checker, size_t variant, const struct capacities *capacities)
{
	struct arena *arena = checker->diagnostics->arena;
	const struct allocation *first = capacities->allocations;
	struct string names = names_of(capacities, arena);
	multiplicity_report(checker, variant, DIAGNOSTIC_CODE_CHECKING_GIVEN_UP, first->value,
		arena_format(arena,
			"Whether each relationship finds enough of %.*s among the nodes \"%.*s\" "
			"is not checked: there are %.*s",
			STRING_ARGUMENTS(names), STRING_ARGUMENTS(first->requirement->target->name),
			STRING_ARGUMENTS(capacities->excess)));
}

static void check_variant(
	struct multiplicity_checker *checker, size_t variant, struct capacities *capacities)
{
	find_properties(capacities);
	if (read_offers(capacities) && read_demands(capacities)) {
		enum verdict verdict = first_fit(capacities, capacities->group_count);
		if (verdict == FAILS)
			report(checker, variant, capacities);
		if (verdict == UNKNOWN)
			capacities->excess = STRING("too many ways to choose");
	}
	/* Of one property, it is known how much is too much, as far as nodes are looked at. */
	if (capacities->excess.length > 0 && capacities->packing.properties > 1)
		report_untried(checker, variant, capacities);
}

void allocation_check_together(struct multiplicity_checker *checker,
	const struct allocation *allocations, size_t count, uint64_t exceeded)
{
	for (size_t v = 0; v < checker->variant_count; v++) {
		struct capacities capacities = {
			.allocations = allocations,
			.count = count,
			.representations = checker->variants[v],
		};
		if (exceeded >> v & 1)
			continue;
		capacities.arena = arena_create();
		check_variant(checker, v, &capacities);
		arena_destroy(capacities.arena);
	}
}
