#include "solver/optimum.h"

#include "base/memory.h"
#include "solver/search.h"
#include "solver/sweep.h"
#include "solver/totalizer.h"

#include <assert.h>
#include <stdlib.h>

/* The sum is at least `bound`, plus the weight of every cost that holds in a model. Initially
 * the costs are the items. A core is a set of costs of which at least one holds: the least
 * weight among them moves from each of them to the bound, and "at least two of them hold"
 * becomes a new cost of that weight. Once a model has none of the remaining costs, its sum is
 * the bound, and the best models are exactly those without any remaining cost. */
struct cost {
	formula holds; /* what is to be avoided */
	int64_t weight;
	struct totalizer *totalizer; /* counted by it, or NULL for an item */
	size_t least;                /* the cost is "at least so many" of the totalizer */
	int32_t next;                /* another cost of the same formula, plus one */
};

struct optimum {
	struct solver *solver;
	struct sweep *sweep;

	struct cost *costs;
	formula *assumptions; /* by cost: not to hold; FORMULA_TRUE below the threshold */
	size_t count;
	size_t capacity;
	size_t idle_count; /* without weight */
	size_t vacant;     /* an idle cost that may be replaced, or beyond all */

	int32_t *first_costs; /* by index of formula: a cost plus one, the first of a chain */
	size_t first_capacity;

	struct totalizer **totalizers;
	size_t totalizer_count;
	size_t totalizer_capacity;

	struct optimum_item *items; /* what is summed: positive formulas, positive weights */
	size_t item_count;

	formula *core;
	size_t core_count;
	size_t core_capacity;

	int64_t offset; /* sum that does not depend on the model */
	int64_t bound;
	int64_t threshold; /* lighter costs are not looked at yet */
};

/* Decisions, besides those for the assumptions, spent on making a core smaller and on raising its
 * bound: hardly more than propagation, as most attempts are in vain. */
enum {
	SMALL_EFFORT = 4,
	SMALLEST_MINIMISED_CORE = 4,
	LARGEST_MINIMISED_CORE = 40
};

/* Up to so many items are found quickly wherever they are. */
enum {
	MOST_UNORDERED_ITEMS = 1000
};

static int32_t *first_cost(struct optimum *optimum, formula holds)
{
	size_t index = (size_t)formula_index(holds);

	if (index >= optimum->first_capacity) {
		size_t capacity = index + index / 2 + 1;

		optimum->first_costs = memory_resize(
			optimum->first_costs, capacity, sizeof(*optimum->first_costs));
		for (size_t i = optimum->first_capacity; i < capacity; i++)
			optimum->first_costs[i] = 0;
		optimum->first_capacity = capacity;
	}
	return &optimum->first_costs[index];
}

static void update_assumption(struct optimum *optimum, size_t place)
{
	const struct cost *cost = &optimum->costs[place];

	optimum->assumptions[place] = cost->weight > 0 && cost->weight >= optimum->threshold
					      ? formula_not(cost->holds)
					      : FORMULA_TRUE;
}

static void link_cost(struct optimum *optimum, size_t place)
{
	int32_t *first = first_cost(optimum, optimum->costs[place].holds);

	optimum->costs[place].next = *first;
	*first = (int32_t)place + 1;
}

static void unlink_cost(struct optimum *optimum, size_t place)
{
	int32_t *link = first_cost(optimum, optimum->costs[place].holds);

	while (*link != (int32_t)place + 1)
		link = &optimum->costs[*link - 1].next;
	*link = optimum->costs[place].next;
}

/* A new cost takes the place of a member of the core it comes from, if one has no weight left: what
 * clashed there will likely clash there again. */
static void add_cost(struct optimum *optimum, struct cost cost)
{
	size_t place = optimum->vacant;
	size_t capacity = optimum->capacity;

	if (place < optimum->count) {
		unlink_cost(optimum, place);
		optimum->vacant = SIZE_MAX;
		optimum->idle_count--;
	} else {
		place = optimum->count;
		optimum->costs = memory_reserve(optimum->costs, optimum->count, &optimum->capacity,
			sizeof(*optimum->costs));
		if (capacity != optimum->capacity)
			optimum->assumptions = memory_resize(optimum->assumptions,
				optimum->capacity, sizeof(*optimum->assumptions));
		optimum->count++;
	}
	optimum->costs[place] = cost;
	link_cost(optimum, place);
	update_assumption(optimum, place);
}

static void take_weight(struct optimum *optimum, struct cost *cost, int64_t weight)
{
	assert(cost->weight >= weight);
	cost->weight -= weight;
	optimum->idle_count += cost->weight == 0;
	update_assumption(optimum, (size_t)(cost - optimum->costs));
}

/* Drops costs without weight, so that questions do not drag them along. */
static void forget_idle_costs(struct optimum *optimum)
{
	size_t kept = 0;

	for (size_t i = 0; i < optimum->count; i++)
		*first_cost(optimum, optimum->costs[i].holds) = 0;
	for (size_t i = 0; i < optimum->count; i++) {
		if (optimum->costs[i].weight == 0)
			continue;
		optimum->costs[kept] = optimum->costs[i];
		link_cost(optimum, kept);
		update_assumption(optimum, kept++);
	}
	optimum->count = kept;
	optimum->idle_count = 0;
	optimum->vacant = SIZE_MAX;
}

/* The cost "at least so many of the totalizer", or of one more if that always holds. */
static void add_count(
	struct optimum *optimum, struct totalizer *totalizer, size_t least, int64_t weight)
{
	formula holds = totalizer_at_least(totalizer, least);

	while (holds == FORMULA_TRUE) {
		optimum->bound += weight;
		holds = totalizer_at_least(totalizer, ++least);
	}
	if (holds == FORMULA_FALSE)
		return;
	for (int32_t next = *first_cost(optimum, holds); next;) {
		struct cost *cost = &optimum->costs[next - 1];

		if (cost->totalizer == totalizer && cost->least == least && cost->weight > 0) {
			cost->weight += weight;
			update_assumption(optimum, (size_t)next - 1);
			return;
		}
		next = cost->next;
	}
	add_cost(optimum, (struct cost){holds, weight, totalizer, least, 0});
}

static struct cost *cost_of(struct optimum *optimum, formula assumption)
{
	formula holds = formula_not(assumption);

	for (int32_t next = *first_cost(optimum, holds); next;) {
		struct cost *cost = &optimum->costs[next - 1];

		if (cost->holds == holds && cost->weight > 0 && cost->weight >= optimum->threshold)
			return cost;
		next = cost->next;
	}
	assert(false && "a conflict of something that is not a cost");
	return NULL;
}

static bool is_in_core(const struct optimum *optimum, formula assumption)
{
	for (size_t i = 0; i < optimum->core_count; i++)
		if (optimum->core[i] == assumption)
			return true;
	return false;
}

/* Two costs with the same formula are one member of a core. They are neighbours neither in the
 * question nor here, but cores with so many members that this takes long are not minimised. */
static void take_core(struct optimum *optimum)
{
	size_t count;
	const formula *failed = solver_failed(optimum->solver, &count);

	if (optimum->core_capacity < count) {
		optimum->core_capacity = 2 * count;
		optimum->core = memory_resize(
			optimum->core, optimum->core_capacity, sizeof(*optimum->core));
	}
	optimum->core_count = 0;
	for (size_t i = 0; i < count; i++) {
		const struct cost *cost = &optimum->costs[*first_cost(optimum, failed[i]) - 1];

		if (!cost->next || !is_in_core(optimum, failed[i]))
			optimum->core[optimum->core_count++] = failed[i];
	}
}

/* Leaves out members of the core that, with little effort, turn out not to be needed. Very small
 * cores are seldom larger than they must be, and very large ones take too long. */
static void minimise_core(struct optimum *optimum)
{
	if (optimum->core_count < SMALLEST_MINIMISED_CORE ||
		optimum->core_count > LARGEST_MINIMISED_CORE)
		return;
	for (size_t i = 0; i < optimum->core_count && optimum->core_count > 1;) {
		formula last = optimum->core[optimum->core_count - 1];
		formula spared = optimum->core[i];

		optimum->core[i] = last;
		if (search_solve(optimum->solver, optimum->core, optimum->core_count - 1,
			    (int)optimum->core_count + SMALL_EFFORT) == SOLVER_UNSATISFIABLE) {
			take_core(optimum);
			i = 0;
			continue;
		}
		optimum->core[i++] = spared;
		optimum->core[optimum->core_count - 1] = last;
	}
}

/* More than one member of the core may have to hold. */
static size_t raise_bound(
	struct optimum *optimum, struct totalizer *totalizer, size_t least, int64_t weight)
{
	while (least <= optimum->core_count) {
		formula assumption = formula_not(totalizer_at_least(totalizer, least));

		if (search_solve(optimum->solver, &assumption, 1, 1 + SMALL_EFFORT) !=
			SOLVER_UNSATISFIABLE)
			break;
		solver_require(optimum->solver, formula_not(assumption));
		optimum->bound += weight;
		least++;
	}
	return least;
}

static void relax_core(struct optimum *optimum)
{
	int64_t weight = INT64_MAX;

	for (size_t i = 0; i < optimum->core_count; i++) {
		int64_t available = cost_of(optimum, optimum->core[i])->weight;

		weight = available < weight ? available : weight;
	}
	optimum->bound += weight;
	for (size_t i = 0; i < optimum->core_count; i++) {
		struct cost *cost = cost_of(optimum, optimum->core[i]);
		struct totalizer *totalizer = cost->totalizer;
		size_t least = cost->least;

		take_weight(optimum, cost, weight);
		if (cost->weight == 0)
			optimum->vacant = (size_t)(cost - optimum->costs);
		if (totalizer)
			add_count(optimum, totalizer, least + 1, weight);
		optimum->core[i] = formula_not(optimum->core[i]);
	}
	if (optimum->core_count == 1) {
		solver_require(optimum->solver, optimum->core[0]);
		return;
	}

	struct totalizer *totalizer = totalizer_create(
		solver_formulas(optimum->solver), optimum->core, optimum->core_count);

	optimum->totalizers = memory_reserve(optimum->totalizers, optimum->totalizer_count,
		&optimum->totalizer_capacity, sizeof(struct totalizer *));
	optimum->totalizers[optimum->totalizer_count++] = totalizer;
	add_count(optimum, totalizer, raise_bound(optimum, totalizer, 2, weight), weight);
}

static int compare_descending(const void *left, const void *right)
{
	int64_t first = *(const int64_t *)left;
	int64_t second = *(const int64_t *)right;

	return (first < second) - (first > second);
}

/* Lowers the threshold to the next weight, and further while there are hardly more costs than
 * weights: a round for each of a thousand different weights would take long. */
static void lower_threshold(struct optimum *optimum)
{
	int64_t *weights = memory_allocate(optimum->count, sizeof(*weights));
	int64_t before = optimum->threshold;
	size_t distinct = 0;
	size_t i = 0;

	assert(before > 1);
	for (size_t j = 0; j < optimum->count; j++)
		weights[j] = optimum->costs[j].weight;
	qsort(weights, optimum->count, sizeof(*weights), compare_descending);
	while (i < optimum->count && weights[i] > 0) {
		bool is_new = weights[i] < before;

		optimum->threshold = weights[i];
		distinct++;
		while (i < optimum->count && weights[i] == optimum->threshold)
			i++;
		if (is_new && 4 * i > 5 * distinct)
			break;
	}
	if (i == optimum->count || weights[i] == 0)
		optimum->threshold = 1;
	memory_release(weights);
	for (size_t j = 0; j < optimum->count; j++)
		update_assumption(optimum, j);
}

static int64_t sum_of_model(struct optimum *optimum)
{
	int64_t sum = 0;

	for (size_t i = 0; i < optimum->item_count; i++)
		if (solver_value(optimum->solver, optimum->items[i].counted))
			sum += optimum->items[i].weight;
	return sum;
}

/* No best model has a cost that, alone, exceeds what the model found has above the bound. */
static void exclude_heavier(struct optimum *optimum, int64_t gap)
{
	for (size_t i = 0; i < optimum->count; i++) {
		struct cost *cost = &optimum->costs[i];

		if (cost->weight <= gap)
			continue;
		solver_require(optimum->solver, formula_not(cost->holds));
		take_weight(optimum, cost, cost->weight);
	}
}

/* What all models agree on is no cost any more. */
static void settle_fixed(struct optimum *optimum)
{
	for (size_t i = 0; i < optimum->count; i++) {
		struct cost *cost = &optimum->costs[i];
		formula fixed = search_fixed(optimum->solver, cost->holds);

		if (fixed == FORMULA_NONE || cost->totalizer || cost->weight == 0)
			continue;
		if (fixed == FORMULA_TRUE)
			optimum->bound += cost->weight;
		take_weight(optimum, cost, cost->weight);
	}
}

static enum solver_answer search(struct optimum *optimum)
{
	enum solver_answer answer = solver_solve(optimum->solver, NULL, 0);
	int64_t best;

	if (answer != SOLVER_SATISFIABLE)
		return answer;
	best = sum_of_model(optimum);
	settle_fixed(optimum);
	optimum->threshold = INT64_MAX;
	while (best > optimum->bound) {
		exclude_heavier(optimum, best - optimum->bound);
		forget_idle_costs(optimum);
		lower_threshold(optimum);
		sweep_restart(optimum->sweep);
		while ((answer = sweep_next(optimum->sweep, optimum->assumptions,
				optimum->count)) == SOLVER_UNSATISFIABLE) {
			take_core(optimum);
			minimise_core(optimum);
			relax_core(optimum);
			if (optimum->idle_count > optimum->count / 2)
				forget_idle_costs(optimum);
		}
		if (answer == SOLVER_INTERRUPTED)
			return answer;

		int64_t sum = sum_of_model(optimum);

		best = sum < best ? sum : best;
		assert(best >= optimum->bound);
	}
	exclude_heavier(optimum, 0);
	return solver_solve(optimum->solver, NULL, 0);
}

/* Gathers what is said about the same formula or its complement, and turns maximising and
 * negative weights into avoiding something with a positive weight. */
static void add_items(struct optimum *optimum, enum optimum_direction direction,
	const struct optimum_item *items, size_t count)
{
	size_t size = (size_t)formulas_last(solver_formulas(optimum->solver)) + 1;
	int64_t *weights = memory_allocate(size, sizeof(*weights));
	bool *is_done = memory_allocate(size, sizeof(*is_done));

	for (size_t i = 0; i < count; i++) {
		int64_t weight = direction == OPTIMUM_MAXIMISE ? -items[i].weight : items[i].weight;

		if (items[i].counted < 0) {
			optimum->offset += weight;
			weight = -weight;
		}
		weights[formula_index(items[i].counted)] += weight;
	}
	optimum->items = memory_allocate(count, sizeof(*optimum->items));
	for (size_t i = 0; i < count; i++) {
		formula counted = formula_index(items[i].counted);
		int64_t weight = weights[counted];

		if (is_done[counted] || weight == 0)
			continue;
		is_done[counted] = true;
		if (counted == FORMULA_TRUE) {
			optimum->offset += weight;
			continue;
		}
		if (weight < 0) {
			optimum->offset += weight;
			weight = -weight;
			counted = formula_not(counted);
		}
		optimum->items[optimum->item_count++] = (struct optimum_item){counted, weight};
	}
	memory_release(weights);
	memory_release(is_done);
}

/* The items are the first costs; if there are many, those next to each other that may clash. */
static void add_item_costs(struct optimum *optimum)
{
	size_t count = optimum->item_count;
	formula *counted = memory_allocate(count, sizeof(*counted));
	uint32_t *order = memory_allocate(count, sizeof(*order));

	for (size_t i = 0; i < count; i++) {
		counted[i] = optimum->items[i].counted;
		order[i] = (uint32_t)i;
	}
	if (count > MOST_UNORDERED_ITEMS)
		search_order(optimum->solver, counted, count, order);
	for (size_t i = 0; i < count; i++) {
		const struct optimum_item *item = &optimum->items[order[i]];

		add_cost(optimum, (struct cost){item->counted, item->weight, NULL, 0, 0});
	}
	memory_release(counted);
	memory_release(order);
}

enum solver_answer optimum_narrow(struct solver *solver, enum optimum_direction direction,
	const struct optimum_item *items, size_t count, int64_t *sum)
{
	struct optimum optimum = {
		.solver = solver, .sweep = sweep_create(solver), .vacant = SIZE_MAX};
	enum solver_answer answer;

	add_items(&optimum, direction, items, count);
	add_item_costs(&optimum);
	answer = search(&optimum);
	*sum = optimum.offset + optimum.bound;
	if (direction == OPTIMUM_MAXIMISE)
		*sum = -*sum;
	for (size_t i = 0; i < optimum.totalizer_count; i++)
		totalizer_destroy(optimum.totalizers[i]);
	memory_release(optimum.totalizers);
	memory_release(optimum.costs);
	memory_release(optimum.assumptions);
	memory_release(optimum.first_costs);
	memory_release(optimum.items);
	memory_release(optimum.core);
	sweep_destroy(optimum.sweep);
	return answer;
}
