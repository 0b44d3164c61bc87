#include "solver/minimum.h"

#include "base/memory.h"
#include "solver/search.h"
#include "solver/sweep.h"

#include <assert.h>
#include <stdlib.h>

/* Items are settled window by window. All items of a window are assumed to be false. Whenever
 * some of them cannot all be, the last of these is let go: the earlier ones, which matter
 * more, are the *reason* why it must hold. If a reason is let go itself later, what was let go
 * because of it gets another chance. When the remaining assumptions have a model, each
 * item let go holds by necessity, and the window is settled for good: its values are required,
 * so that later windows build on them without assuming anything. */

enum {
	FIRST_WINDOW = 512,
	LARGEST_UNRANKED_WINDOW = 1000,
	LARGEST_WINDOW = 8192
};

struct window_item {
	formula item;
	uint32_t *reason; /* places in the window; owned; meaningful if let go */
	size_t reason_count;
	uint32_t uses;     /* in how many reasons this is */
	uint32_t rank;     /* in the order of the list of assumptions */
	uint32_t position; /* in the list of assumptions */
	bool is_let_go;
};

struct minimum {
	struct solver *solver;
	const formula *items;
	size_t item_count;
	uint32_t *ranks; /* by item, neighbours next to each other; NULL while not worth it */
	struct sweep *sweep;
	struct window_item *window;
	formula *assumptions; /* by position, which follows the rank */
	size_t count;
	size_t capacity;
	uint32_t *places; /* by index of formula: place in the window plus one */
};

static void add_to_window(struct minimum *minimum, size_t index)
{
	formula item = minimum->items[index];
	size_t capacity = minimum->capacity;

	if (formula_index(item) == FORMULA_TRUE || minimum->places[formula_index(item)] ||
		search_fixed(minimum->solver, item) != FORMULA_NONE)
		return;
	minimum->window = memory_reserve(
		minimum->window, minimum->count, &minimum->capacity, sizeof(*minimum->window));
	if (capacity != minimum->capacity)
		minimum->assumptions = memory_resize(
			minimum->assumptions, minimum->capacity, sizeof(*minimum->assumptions));
	minimum->window[minimum->count++] = (struct window_item){
		.item = item, .rank = minimum->ranks ? minimum->ranks[index] : (uint32_t)index};
	minimum->places[formula_index(item)] = (uint32_t)minimum->count;
}

/* In a large window it pays to have those items next to each other that may be in conflict. */
static void rank_items(struct minimum *minimum)
{
	size_t count = minimum->item_count;
	uint32_t *order = memory_allocate(count, sizeof(*order));

	minimum->ranks = memory_allocate(count, sizeof(*minimum->ranks));
	search_order(minimum->solver, minimum->items, count, order);
	for (size_t i = 0; i < count; i++)
		minimum->ranks[order[i]] = (uint32_t)i;
	memory_release(order);
	for (size_t i = 0; i < minimum->count; i++)
		minimum->window[i].rank = minimum->ranks[minimum->window[i].rank];
}

static int compare_ranks(const void *left, const void *right)
{
	const struct window_item *first = *(const struct window_item *const *)left;
	const struct window_item *second = *(const struct window_item *const *)right;

	return (first->rank > second->rank) - (first->rank < second->rank);
}

/* Assumes all items of the window to be false. */
static void assume_window(struct minimum *minimum)
{
	struct window_item **by_rank = memory_allocate(minimum->count, sizeof(*by_rank));

	if (!minimum->ranks && minimum->count > LARGEST_UNRANKED_WINDOW)
		rank_items(minimum);
	for (size_t i = 0; i < minimum->count; i++)
		by_rank[i] = &minimum->window[i];
	qsort(by_rank, minimum->count, sizeof(*by_rank), compare_ranks);
	for (size_t i = 0; i < minimum->count; i++) {
		by_rank[i]->position = (uint32_t)i;
		minimum->assumptions[i] = formula_not(by_rank[i]->item);
	}
	memory_release(by_rank);
}

static void forget_reason(struct minimum *minimum, struct window_item *item)
{
	for (size_t i = 0; i < item->reason_count; i++)
		minimum->window[item->reason[i]].uses--;
	memory_release(item->reason);
	item->reason = NULL;
	item->reason_count = 0;
}

static void reconsider(struct minimum *minimum, uint32_t place)
{
	struct window_item *item = &minimum->window[place];

	forget_reason(minimum, item);
	item->is_let_go = false;
	minimum->assumptions[item->position] = formula_not(item->item);
}

static bool is_reason(const struct window_item *item, uint32_t place)
{
	for (size_t i = 0; i < item->reason_count; i++)
		if (item->reason[i] == place)
			return true;
	return false;
}

/* What rests on the last of the failed items is reconsidered before that one is let go. */
static void resolve_conflict(struct minimum *minimum)
{
	size_t count;
	const formula *failed = solver_failed(minimum->solver, &count);
	uint32_t last = 0;

	assert(count);
	for (size_t i = 0; i < count; i++) {
		uint32_t place = minimum->places[formula_index(failed[i])] - 1;

		if (place > last)
			last = place;
	}

	struct window_item *item = &minimum->window[last];

	if (item->uses) {
		for (size_t i = last + 1; i < minimum->count; i++)
			if (is_reason(&minimum->window[i], last))
				reconsider(minimum, (uint32_t)i);
	}
	assert(!item->is_let_go && item->uses == 0);
	item->is_let_go = true;
	minimum->assumptions[item->position] = FORMULA_TRUE;
	if (count == 1) {
		solver_require(minimum->solver, item->item);
		return;
	}
	item->reason = memory_allocate(count, sizeof(*item->reason));
	for (size_t i = 0; i < count; i++) {
		uint32_t place = minimum->places[formula_index(failed[i])] - 1;

		if (place == last)
			continue;
		item->reason[item->reason_count++] = place;
		minimum->window[place].uses++;
	}
}

static enum solver_answer settle_window(struct minimum *minimum)
{
	enum solver_answer answer;

	assume_window(minimum);
	sweep_restart(minimum->sweep);
	while ((answer = sweep_next(minimum->sweep, minimum->assumptions, minimum->count)) ==
		SOLVER_UNSATISFIABLE)
		resolve_conflict(minimum);
	return answer;
}

static void require_window(struct minimum *minimum)
{
	for (size_t i = 0; i < minimum->count; i++) {
		struct window_item *item = &minimum->window[i];

		solver_require(
			minimum->solver, item->is_let_go ? item->item : formula_not(item->item));
	}
}

static void clear_window(struct minimum *minimum)
{
	for (size_t i = 0; i < minimum->count; i++) {
		minimum->places[formula_index(minimum->window[i].item)] = 0;
		memory_release(minimum->window[i].reason);
	}
	minimum->count = 0;
}

/* The place behind the items from `next` on that are false in the model at hand: as everything
 * before them is settled, so are they. */
static size_t end_of_absent(struct minimum *minimum, size_t next)
{
	while (next < minimum->item_count && !solver_value(minimum->solver, minimum->items[next]))
		next++;
	return next;
}

static void require_absent(struct minimum *minimum, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++)
		solver_require(minimum->solver, formula_not(minimum->items[i]));
}

static enum solver_answer settle_all(struct minimum *minimum)
{
	size_t size = FIRST_WINDOW;
	size_t next = end_of_absent(minimum, 0);

	require_absent(minimum, 0, next);
	while (next < minimum->item_count) {
		for (; next < minimum->item_count && minimum->count < size; next++)
			add_to_window(minimum, next);
		if (minimum->count == 0)
			break;

		enum solver_answer answer = settle_window(minimum);

		if (answer != SOLVER_SATISFIABLE)
			return answer;

		size_t settled = end_of_absent(minimum, next);

		require_window(minimum);
		clear_window(minimum);
		require_absent(minimum, next, settled);
		next = settled;
		if (size < LARGEST_WINDOW)
			size *= 2;
	}
	return solver_solve(minimum->solver, NULL, 0);
}

enum solver_answer minimum_narrow(struct solver *solver, const formula *items, size_t count)
{
	enum solver_answer answer = solver_solve(solver, NULL, 0);

	if (answer != SOLVER_SATISFIABLE || count == 0)
		return answer;

	size_t size = (size_t)formulas_last(solver_formulas(solver)) + 1;
	struct minimum minimum = {.solver = solver,
		.items = items,
		.item_count = count,
		.sweep = sweep_create(solver)};

	minimum.places = memory_allocate(size, sizeof(*minimum.places));
	answer = settle_all(&minimum);
	clear_window(&minimum);
	memory_release(minimum.window);
	memory_release(minimum.assumptions);
	memory_release(minimum.ranks);
	memory_release(minimum.places);
	sweep_destroy(minimum.sweep);
	return answer;
}
