#include "analyzer/text/numbers.h"
#include "analyzer/variability/conditions/technology_enrichment.h"
#include "analyzer/variability/presence/edit_extent.h"
#include "analyzer/variability/presence/warnings.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
	/* Each makes those anew, too, of whom the one before has found that they are concerned. */
	MOST_TRIES = 4
};

/* ---- edits of conditions ---- */

/* The conditions of an element where they are written in the text of `result`, an edit of `base`.
 */
static const struct condition *written_in(const struct service_template *result,
	const struct service_template *base, const struct element_conditions *conditions)
{
	const struct syntax_tree *tree = result->conditions_tree;
	struct condition *items = NULL;

	for (uint32_t i = 0; i < conditions->count; i++) {
		struct node node = conditions->items[i].node, now;

		if (node.tree != base->tree || conditions->items[i].kind != CONDITION_WRITTEN)
			continue;
		now = service_template_node(result, tree, node);
		if (!node_is_absent(now) &&
			syntax_tree_shares_section(
				base->tree, node.reference.section, tree, now.reference.section))
			continue;
		if (!items) {
			items = arena_allocate(result->arena, conditions->count, sizeof(*items));
			memcpy(items, conditions->items, conditions->count * sizeof(*items));
		}
		items[i].node = now;
	}
	return items ? items : conditions->items;
}

static void copy_conditions(struct service_template *result, const struct service_template *base)
{
	uint32_t count = base->graph.all.count;

	result->conditions.items = arena_allocate(
		result->arena, result->graph.places.count, sizeof(*result->conditions.items));
	if (count)
		memcpy(result->conditions.items, base->conditions.items,
			count * sizeof(*result->conditions.items));
	result->conditions.graph = &result->graph;
}

/* Whether the conditions of an element are in a section that has changed; then they are where they
 * are written now. */
static bool moves_conditions(struct service_template *result, const struct service_template *base,
	const struct element *element)
{
	struct element_conditions *conditions = &result->conditions.items[element->position];
	const struct condition *before = conditions->items;

	if (conditions->count == 0)
		return false;
	conditions->items = written_in(result, base, conditions);
	return conditions->items != before;
}

/* Lists the elements whose conditions are in a section that has changed, if there are such, and
 * those that are made anew. */
static void move_conditions(struct service_template *result, const struct service_template *base,
	bool has_others, struct numbers *changed)
{
	const struct element_graph *graph = &result->graph;

	copy_conditions(result, base);
	if (!has_others) {
		changed->items = element_graph_list_renewed(graph, &changed->count);
		return;
	}
	for (uint32_t i = 0; i < graph->all.count; i++) {
		const struct element *element = graph->all.items[i];

		if (element_is_renewed(graph, element) || moves_conditions(result, base, element))
			numbers_add(changed, element->position);
	}
}

/* What elements that are made anew have from groups may have changed as well. */
static void move_renewed_conditions(struct service_template *result,
	const struct service_template *base, const struct numbers *changed)
{
	for (size_t i = 0; i < changed->count; i++) {
		struct element_conditions *conditions =
			&result->conditions.items[changed->items[i]];

		conditions->items = written_in(result, base, conditions);
	}
}

/* Those that the base had at `mark`. */
static void copy_problems(struct service_template *result, const struct owned_template *base,
	struct problem_mark mark)
{
	struct problems *problems = &result->problems;

	*problems = (struct problems){.arena = result->arena,
		.count = mark.count,
		.capacity = mark.count,
		.next_order = mark.next_order};
	problems->items = arena_allocate(result->arena, mark.count, sizeof(*problems->items));
	if (mark.count)
		memcpy(problems->items, base->public.problems.items,
			mark.count * sizeof(*problems->items));
}

/* NULL if the change reaches further. */
static struct presence_formula *continue_formula(const struct service_template *result,
	const struct owned_template *base, const struct edit_extent *extent,
	const struct numbers *changed, struct elements *concerned)
{
	struct formula_edit edit = {.changed = changed->items,
		.changed_count = changed->count,
		.moves = &result->moves,
		.names_expressions = extent->names_expressions,
		.writes_constraints = extent->writes_constraints};

	return presence_formula_edit(
		base->public.formula, &result->graph, &result->conditions, &edit, concerned);
}

/* Only the elements whose conditions have changed are defined anew, unless that changes what others
 * mean. Returns how many it has defined. */
static uint32_t edit_formula(struct owned_template *owned, const struct owned_template *base,
	const struct edit_extent *extent)
{
	struct service_template *result = &owned->public;
	struct numbers changed = {0};
	struct elements concerned;

	move_conditions(result, &base->public, extent->has_conditions, &changed);
	result->formula = continue_formula(result, base, extent, &changed, &concerned);
	memory_release(changed.items);
	if (result->formula) {
		result->network = network_continue(base->public.network, result->formula->formulas);
		copy_problems(result, base, base->before_occurrences);
		return (uint32_t)changed.count;
	}
	copy_problems(result, base, base->before_formula);
	owned_template_make_formula(owned);
	return result->graph.all.count;
}

/* ---- edits of node templates ---- */

/* A problem, and where what was read stands among all elements. */
struct placed_problem {
	struct problem problem;
	uint32_t place;
};

static int compare_problems(const void *left, const void *right)
{
	const struct placed_problem *a = left, *b = right;

	if (a->problem.reading != b->problem.reading)
		return a->problem.reading < b->problem.reading ? -1 : 1;
	if (a->place != b->place)
		return a->place < b->place ? -1 : 1;
	return (a->problem.order > b->problem.order) - (a->problem.order < b->problem.order);
}

static struct placed_problem placed(
	const struct service_template *result, const struct problem *problem)
{
	return (struct placed_problem){
		*problem, problem->owner ? element_order(&result->graph, problem->owner) : 0};
}

/* Whether an edit tells it again. */
static bool is_told_again(const struct service_template *result, const struct problem *problem)
{
	return problem->reading == READING_UNUSED || problem->reading == READING_ANCHOR ||
	       problem->reading == READING_CLEANED ||
	       (problem->owner && element_is_renewed(&result->graph, problem->owner));
}

/* What was met in the base, but not of what is made anew, and what was met there, in the order in
 * which it would be met. */
static void merge_problems(struct service_template *result, const struct owned_template *base)
{
	struct problems *problems = &result->problems;
	size_t known_count = base->before_occurrences.count, count = 0;
	struct placed_problem *all =
		memory_allocate(known_count + problems->count + 1, sizeof(*all));

	for (size_t i = 0; i < problems->count; i++)
		all[count++] = placed(result, &problems->items[i]);
	for (size_t i = 0; i < known_count; i++)
		if (!is_told_again(result, &base->public.problems.items[i]))
			all[count++] = placed(result, &base->public.problems.items[i]);
	if (count > 1)
		qsort(all, count, sizeof(*all), compare_problems);
	problems->items = arena_allocate(problems->arena, count, sizeof(*problems->items));
	for (size_t i = 0; i < count; i++) {
		problems->items[i] = all[i].problem;
		problems->items[i].order = (uint32_t)i;
	}
	problems->count = problems->capacity = count;
	problems->next_order = (uint32_t)count;
	memory_release(all);
}

/* Whether all node templates but those that have come or gone are there, and the names of those
 * that have changed stand where they stood, or in place of what has gone. */
static bool stand_where_they_stood(const struct service_template *result,
	const struct element_graph *base, const struct node_edits *edits)
{
	struct node collection = node_get(result->graph.topology, "node_templates");
	struct elements nodes = base->kinds[ELEMENT_NODE];
	uint32_t count = nodes.count;

	for (size_t i = 0; i < edits->count; i++) {
		const struct node_edit *edit = &edits->items[i];
		uint32_t now;

		count += edit->has_come;
		count -= edit->has_gone;
		if (edit->has_come || edit->has_gone)
			continue;
		now = section_moves_now(
			&result->moves, nodes.items[edit->number]->key.reference.section);
		if (now != UINT32_MAX &&
			named_entry(collection, edit->entry).key.reference.section != now)
			return false;
	}
	return named_count(collection) == count;
}

static bool renew_elements(struct owned_template *owned, const struct owned_template *base,
	const struct edit_extent *extent)
{
	const struct node_edits *nodes = &extent->nodes;
	const struct other_edits *others = &extent->others;
	struct graph_edits edits = {nodes->items, (uint32_t)nodes->count, others->items,
		(uint32_t)others->count, extent->whole, extent->concerns_inputs};
	struct service_template *result = &owned->public;
	struct element_graph *graph = &result->graph;

	result->problems = (struct problems){.arena = result->arena};
	graph->root = syntax_tree_root(result->conditions_tree);
	graph->topology = service_template_topology(graph->root).value;
	if (!stand_where_they_stood(result, &base->public.graph, nodes) ||
		!element_graph_edit(
			graph, &base->public.graph, &base->public.formula->mentions, &edits))
		return false;
	technology_enrich_renewed(graph, &result->rules, true);
	owned_template_check_anchor(owned);
	owned_template_check_cleaned_anchor(owned);
	return true;
}

static bool makes_variable(const struct service_template *result, const struct numbers *changed)
{
	for (size_t i = 0; i < changed->count; i++)
		if (owned_template_is_variable_by(result->graph.places.items[changed->items[i]]))
			return true;
	return false;
}

/* False if it reaches further than what is made anew; `*concerned`: because others refer to these.
 */
static bool renew_formula(struct service_template *result, const struct owned_template *base,
	const struct edit_extent *extent, uint32_t *defined, struct elements *concerned)
{
	struct numbers changed = {0};

	move_conditions(result, &base->public, extent->has_conditions, &changed);
	if (!result->is_variable && makes_variable(result, &changed)) {
		memory_release(changed.items);
		return false;
	}
	conditions_collect_renewed(&result->conditions, changed.items, (uint32_t)changed.count);
	if (extent->has_conditions)
		move_renewed_conditions(result, &base->public, &changed);
	if (result->is_variable)
		warnings_add_renewed(result, changed.items, changed.count);
	result->formula = continue_formula(result, base, extent, &changed, concerned);
	*defined = (uint32_t)changed.count;
	memory_release(changed.items);
	if (!result->formula)
		return false;
	result->network = network_continue(base->public.network, result->formula->formulas);
	merge_problems(result, base);
	return true;
}

/* ---- edits ---- */

/* Where nothing has come or gone, all stand where they stood. */
static void copy_moves(struct service_template *result, const struct changes *changes)
{
	const struct section_moves *moves = &changes->moves;

	if (changes->gap_count == 0)
		return;
	result->moves.count = moves->count;
	result->moves.runs = arena_allocate(result->arena, moves->count, sizeof(*moves->runs));
	memcpy(result->moves.runs, moves->runs, moves->count * sizeof(*moves->runs));
}

static struct owned_template *begin_edit(struct owned_template *base,
	const struct edit_extent *extent, const struct changes *changes)
{
	struct owned_template *owned = memory_allocate(1, sizeof(*owned));
	struct service_template *result = &owned->public;

	service_template_retain(&base->public);
	*result = base->public;
	atomic_init(&owned->references, 1);
	owned->base = base;
	owned->type_specific = base->type_specific;
	owned->before_formula = base->before_formula;
	result->arena = arena_create();
	result->conditions_tree = syntax_tree_retain(extent->tree);
	copy_moves(result, changes);
	result->assigns_otherwise = extent->assigns_otherwise;
	result->formula = NULL;
	result->network = NULL;
	result->graph.arena = result->arena;
	result->graph.problems = &result->problems;
	result->graph.options = &result->options;
	result->conditions.graph = &result->graph;
	result->graph.variability = extent->variability_now;
	result->options.map = node_get(extent->variability_now, "options");
	return owned;
}

static void add_outermost(
	struct edit_extent *extent, const struct element *element, bool concerns_askers)
{
	const struct element_graph *graph = &extent->base->public.graph;

	if (element->kind == ELEMENT_NODE)
		edit_extent_add_node(extent,
			(struct node_edit){.number = element->position -
						     graph->kinds[ELEMENT_NODE].items[0]->position,
				.concerns_askers = concerns_askers});
	else
		edit_extent_add_other(extent, element);
}

/* Those that are not made anew by now. */
static void add_consumers(struct edit_extent *extent, const struct element *input)
{
	struct elements all = extent->base->public.graph.all, consumers = input->input.consumers;

	for (uint32_t i = 0; i < consumers.count; i++) {
		const struct element *element = consumers.items[i];

		if (element->position >= all.count || all.items[element->position] != element)
			continue;
		while (element->container)
			element = element->container;
		add_outermost(extent, element, false);
	}
}

/* Makes those anew, too, who refer to elements of which it matters now whether they have
 * conditions. False if they are not known. */
static bool add_concerned(struct edit_extent *extent, struct elements concerned)
{
	uint32_t count = extent->base->public.graph.all.count;

	for (uint32_t i = 0; i < concerned.count; i++) {
		const struct element *element = concerned.items[i];
		const struct element *node = element->kind == ELEMENT_NODE ? element
					     : element->kind == ELEMENT_RELATION
						     ? element->relation.target
						     : NULL;

		extent->concerns_inputs |= element->kind == ELEMENT_PROPERTY;
		if (element->kind == ELEMENT_INPUT)
			add_consumers(extent, element);
		if (element->kind == ELEMENT_PROPERTY || element->kind == ELEMENT_INPUT)
			continue;
		if (!node || node->position >= count)
			return false;
		add_outermost(extent, node, node == element);
	}
	edit_extent_place_nodes(extent);
	return concerned.count > 0;
}

/* NULL if the change reaches further, or as far as what is added to the extent then. */
static struct owned_template *try_edit(struct owned_template *base, struct edit_extent *extent,
	const struct changes *changes, uint32_t *defined, bool *is_worth_more)
{
	struct owned_template *owned = begin_edit(base, extent, changes);
	struct elements concerned = {0};

	*is_worth_more = false;
	if (extent->nodes.count == 0 && extent->others.count == 0 && !extent->whole) {
		*defined = edit_formula(owned, base, extent);
		return owned;
	}
	if (renew_elements(owned, base, extent) &&
		renew_formula(&owned->public, base, extent, defined, &concerned))
		return owned;
	*is_worth_more = add_concerned(extent, concerned);
	service_template_release(&owned->public);
	return NULL;
}

struct service_template *service_template_edit(const struct service_template *service_template,
	const struct syntax_tree *tree, bool files_are_same, uint32_t *defined)
{
	struct owned_template *base = (struct owned_template *)service_template, *owned = NULL;
	struct changes changes = {0};
	struct edit_extent extent = {.tree = tree, .files_are_same = files_are_same};
	bool is_understood;

	if (base->base)
		base = base->base;
	extent.base = base;
	is_understood = revision_compare(base->public.tree, tree, &changes) &&
			edit_extent_find(&extent, &changes);
	for (int i = 0; is_understood && !owned && i < MOST_TRIES; i++)
		owned = try_edit(base, &extent, &changes, defined, &is_understood);
	changes_finish(&changes);
	edit_extent_finish(&extent);
	if (!owned)
		return NULL;
	owned_template_finish_formula(owned);
	return &owned->public;
}
