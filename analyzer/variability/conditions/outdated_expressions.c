#include "analyzer/variability/conditions/outdated_expressions.h"

#include "analyzer/variability/conditions/constraints.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum state {
	STATE_UNKNOWN,
	STATE_CURRENT,
	STATE_OUTDATED,
};

struct search {
	struct presence_formula *result;
	const struct section_moves *moves;
	struct node variability; /* now */
	struct node expressions;
	struct node expressions_before;
	enum state *states; /* by number of the expression */
	uint32_t *users;    /* positions */
	size_t user_count;
	size_t user_capacity;
};

static bool is_same_text(const struct search *search, struct node before, struct node now)
{
	struct node stands =
		section_moves_node(search->moves, search->variability.tree, before.reference);

	return !node_is_absent(now) && node_equal_place(stands, now) &&
	       expressions_are_equal(before, now);
}

static bool is_within(struct node outer, struct node node)
{
	while (!node_is_absent(node) && !node_equal_place(node, outer))
		node = node_parent(node);
	return !node_is_absent(node);
}

/* A mistake in how an expression is named, or in what it is. */
static bool is_outdated_problem(const struct search *search, const struct occurrence *occurrence)
{
	if (occurrence->problem->code == DIAGNOSTIC_CODE_UNKNOWN_EXPRESSION)
		return !node_is_null(
			node_find(search->expressions, node_text(occurrence->place)).value);
	return is_within(search->expressions_before, occurrence->place);
}

static bool uses_outdated(struct search *search, const struct occurrences *occurrences);

static bool is_outdated(struct search *search, const struct named_expression *named)
{
	enum state *state = &search->states[named->number];

	if (*state == STATE_UNKNOWN) {
		*state = STATE_CURRENT; /* it does not use itself */
		if (!is_same_text(search, named->body,
			    node_find(search->expressions, named->name).value) ||
			uses_outdated(search, &named->occurrences))
			*state = STATE_OUTDATED;
	}
	return *state == STATE_OUTDATED;
}

static bool uses_outdated(struct search *search, const struct occurrences *occurrences)
{
	for (size_t i = 0; i < occurrences->count; i++) {
		const struct occurrence *occurrence = &occurrences->items[i];

		if (occurrence->kind == OCCURRENCE_EXPRESSION &&
			is_outdated(search, occurrence->expression))
			return true;
		if (occurrence->kind == OCCURRENCE_PROBLEM &&
			is_outdated_problem(search, occurrence))
			return true;
	}
	return false;
}

static void note_outdated(struct search *search)
{
	struct presence_formula *result = search->result;
	const struct name_table *known = &result->base->expressions;

	for (size_t i = 0; i < known->capacity; i++) {
		struct named_expression *named = known->slots[i].value;

		if (named && is_outdated(search, named))
			name_table_add(&result->outdated, result->graph->arena, named->name, named);
	}
}

/* False if a passage that is not read again uses one. */
static bool add_user(
	struct search *search, struct formula_edit *edit, const struct passage *passage)
{
	const struct element *now;

	if (!uses_outdated(search, &passage->occurrences))
		return true;
	if (passage->pass == PASS_WRITTEN)
		return edit->writes_constraints = true;
	now = element_now(search->result->graph, passage->context);
	if (!now || element_is_renewed(search->result->graph, now))
		return true;
	if (passage->pass != PASS_CONDITIONS)
		return false;
	search->users = memory_reserve(
		search->users, search->user_count, &search->user_capacity, sizeof(*search->users));
	search->users[search->user_count++] = now->position;
	return true;
}

/* Both are in canonical order. */
static void merge_users(const struct search *search, struct formula_edit *edit)
{
	const struct element_graph *graph = search->result->graph;
	const uint32_t *known = edit->changed;
	size_t count = 0, next = 0;
	uint32_t *all = arena_allocate(
		graph->arena, edit->changed_count + search->user_count, sizeof(*all));

	for (size_t i = 0; i < search->user_count; i++) {
		uint32_t order = element_order(graph, graph->places.items[search->users[i]]);

		while (next < edit->changed_count &&
			element_order(graph, graph->places.items[known[next]]) < order)
			all[count++] = known[next++];
		if (next == edit->changed_count || known[next] != search->users[i])
			all[count++] = search->users[i];
	}
	while (next < edit->changed_count)
		all[count++] = known[next++];
	edit->changed = all;
	edit->changed_count = count;
}

bool outdated_expressions_find(struct presence_formula *result, struct formula_edit *edit)
{
	const struct presence_formula *base = result->base;
	struct search search = {.result = result,
		.moves = edit->moves,
		.variability = result->graph->variability,
		.expressions = node_get(result->graph->variability, "expressions"),
		.expressions_before = node_get(base->graph->variability, "expressions"),
		.states = memory_allocate(base->expression_count, sizeof(*search.states))};
	bool is_known = true;

	note_outdated(&search);
	for (size_t i = 0; i < base->passage_count && is_known; i++)
		is_known = add_user(&search, edit, &base->passages[i]);
	if (is_known)
		merge_users(&search, edit);
	memory_release(search.states);
	memory_release(search.users);
	return is_known;
}
