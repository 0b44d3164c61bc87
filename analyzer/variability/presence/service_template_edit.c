#include "analyzer/variability/conditions/technology_enrichment.h"
#include "analyzer/variability/presence/owned_template.h"
#include "analyzer/variability/presence/warnings.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
	/* Each makes those anew, too, of whom the one before has found that they are concerned. */
	MOST_TRIES = 4
};

/* ---- edits of conditions ---- */

static bool is_same_place(struct node a, struct node b)
{
	return a.reference.section == b.reference.section && a.reference.index == b.reference.index;
}

static bool is_within(struct node outer, struct node inner)
{
	while (!node_is_absent(inner) && !is_same_place(outer, inner))
		inner = node_parent(inner);
	return !node_is_absent(inner);
}

/* Where an alias may refer to, more may depend on it than the condition it stands in. */
static bool has_anchor(struct node node)
{
	while (!node_is_absent(node) && node_anchor(node).length == 0)
		node = node_parent(node);
	return !node_is_absent(node);
}

static bool has_condition_at(
	const struct service_template *result, const struct element *element, struct node scalar)
{
	const struct element_conditions *conditions = conditions_of(&result->conditions, element);

	for (uint32_t i = 0; i < conditions->count; i++) {
		struct node written = conditions->items[i].node;

		if (conditions->items[i].kind == CONDITION_WRITTEN &&
			written.reference.section == scalar.reference.section &&
			service_template_holds(result, written) && is_within(written, scalar))
			return true;
	}
	return false;
}

/* Not as a key: what some keys mean depends on the draft that others stem from. */
static bool is_in_condition(const struct service_template *result, struct node scalar)
{
	bool is_key =
		node_is_absent(node_key(scalar)) && node_kind(node_parent(scalar)) == NODE_MAPPING;

	for (uint32_t i = 0; i < result->graph.all.count && !is_key; i++)
		if (has_condition_at(result, result->graph.all.items[i], scalar))
			return !has_anchor(scalar);
	return false;
}

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

/* In canonical order. */
struct positions {
	uint32_t *items;
	size_t count;
	size_t capacity;
};

struct node_edits {
	struct node_edit *items;
	size_t count;
	size_t capacity;
};

/* Groups, policies and outputs of the base. */
struct other_edits {
	const struct element **items;
	size_t count;
	size_t capacity;
};

static void add_position(struct positions *positions, uint32_t position)
{
	positions->items = memory_reserve(positions->items, positions->count, &positions->capacity,
		sizeof(*positions->items));
	positions->items[positions->count++] = position;
}

/* Lists the elements whose conditions are in a section that has changed, if there are such, and
 * those that are made anew. */
static void move_conditions(struct service_template *result, const struct service_template *base,
	bool has_others, struct positions *changed)
{
	const struct element_graph *graph = &result->graph;
	uint32_t count = base->graph.all.count;
	struct element_conditions *items =
		arena_allocate(result->arena, graph->places.count, sizeof(*items));

	if (count)
		memcpy(items, base->conditions.items, count * sizeof(*items));
	for (uint32_t i = 0; i < graph->all.count; i++) {
		uint32_t position =
			element_graph_is_reordered(graph) ? graph->all.items[i]->position : i;
		const struct condition *written = items[position].items;

		if (element_is_renewed(graph, graph->all.items[i])) {
			add_position(changed, position);
			continue;
		}
		if (has_others && items[position].count > 0)
			written = written_in(result, base, &items[position]);
		if (written == items[position].items)
			continue;
		items[position].items = written;
		add_position(changed, position);
	}
	result->conditions.items = items;
	result->conditions.graph = &result->graph;
}

/* What elements that are made anew have from groups may have changed as well. */
static void move_renewed_conditions(struct service_template *result,
	const struct service_template *base, const struct positions *changed)
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

/* Only the elements whose conditions have changed are defined anew, unless that changes what others
 * mean. Returns how many it has defined. */
static uint32_t edit_formula(struct owned_template *owned, const struct owned_template *base)
{
	struct service_template *result = &owned->public;
	struct positions changed = {0};
	struct elements concerned;

	move_conditions(result, &base->public, true, &changed);
	result->formula = presence_formula_edit(base->public.formula, &result->graph,
		&result->conditions, changed.items, changed.count, &concerned);
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
	const struct node_edits *nodes, const struct other_edits *others, bool concerns_inputs)
{
	struct graph_edits edits = {nodes->items, (uint32_t)nodes->count, others->items,
		(uint32_t)others->count, concerns_inputs};
	struct service_template *result = &owned->public;
	struct element_graph *graph = &result->graph;

	result->problems = (struct problems){.arena = result->arena};
	graph->root = syntax_tree_root(result->conditions_tree);
	graph->topology = service_template_topology(graph->root).value;
	graph->variability = node_get(graph->topology, "variability");
	if (!stand_where_they_stood(result, &base->public.graph, nodes) ||
		!element_graph_edit(
			graph, &base->public.graph, &base->public.formula->mentions, &edits))
		return false;
	technology_enrich_renewed(graph, &result->rules, true);
	owned_template_check_anchor(owned);
	owned_template_check_cleaned_anchor(owned);
	return true;
}

static bool makes_variable(const struct service_template *result, const struct positions *changed)
{
	for (size_t i = 0; i < changed->count; i++)
		if (owned_template_is_variable_by(result->graph.places.items[changed->items[i]]))
			return true;
	return false;
}

/* False if it reaches further than what is made anew; `*concerned`: because others refer to these.
 */
static bool renew_formula(struct service_template *result, const struct owned_template *base,
	bool has_others, uint32_t *defined, struct elements *concerned)
{
	struct positions changed = {0};

	move_conditions(result, &base->public, has_others, &changed);
	if (!result->is_variable && makes_variable(result, &changed)) {
		memory_release(changed.items);
		return false;
	}
	conditions_collect_renewed(&result->conditions, changed.items, (uint32_t)changed.count);
	if (has_others)
		move_renewed_conditions(result, &base->public, &changed);
	if (result->is_variable)
		warnings_add_renewed(result, changed.items, changed.count);
	result->formula = presence_formula_edit(base->public.formula, &result->graph,
		&result->conditions, changed.items, changed.count, concerned);
	*defined = (uint32_t)changed.count;
	memory_release(changed.items);
	if (!result->formula)
		return false;
	result->network = network_continue(base->public.network, result->formula->formulas);
	merge_problems(result, base);
	return true;
}

/* Rules and plugins look at more than one node template. Without a definition of variability, any
 * element may be the only one for which there is some. */
static bool has_node_edits(const struct owned_template *base, bool files_are_same)
{
	return base->public.is_variable == !node_is_null(base->public.graph.variability) &&
	       base->public.rules.rule_count == 0 && !base->has_plugin &&
	       (files_are_same || !base->imported.asked);
}

/* ---- edits ---- */

struct edit {
	const struct owned_template *base;
	struct node collection; /* `node_templates`, in the base and now */
	struct node collection_now;
	struct node_edits nodes;
	struct other_edits others;
	bool concerns_inputs;
	bool has_conditions; /* of others have changed */
	bool assigns_otherwise;
	bool files_are_same;
};

/* The section in which the name of the entry of a collection stands that this section is a part of;
 * UINT32_MAX if it is none. */
static uint32_t section_of_entry(struct node collection, uint32_t section)
{
	struct node entry = syntax_tree_node(collection.tree, (struct node_reference){section, 0});

	while (!node_is_absent(entry) && !is_same_place(node_parent(entry), collection))
		entry = node_parent(entry);
	if (node_is_absent(entry))
		return UINT32_MAX;
	return node_is_absent(node_key(entry)) ? entry.reference.section
					       : node_key(entry).reference.section;
}

/* Its number in the collection; UINT32_MAX if it is no part of an entry. */
static uint32_t number_of_entry(struct node collection, uint32_t part)
{
	uint32_t low = 0, count = named_count(collection), high = count, section;

	if (count == 0)
		return UINT32_MAX;
	section = section_of_entry(collection, part);
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (named_entry(collection, middle).key.reference.section < section)
			low = middle + 1;
		else
			high = middle;
	}
	return low < count && named_entry(collection, low).key.reference.section == section
		       ? low
		       : UINT32_MAX;
}

static struct string name_of_node(struct node collection, uint32_t number)
{
	return node_text(named_entry(collection, number).key);
}

/* Each node template once. */
static void add_edit(struct node_edits *edits, struct node_edit edit)
{
	for (size_t i = 0; i < edits->count; i++)
		if (edits->items[i].number == edit.number && !edits->items[i].has_come &&
			!edit.has_come) {
			edits->items[i].concerns_askers |= edit.concerns_askers;
			return;
		}
	edits->items =
		memory_reserve(edits->items, edits->count, &edits->capacity, sizeof(*edits->items));
	edits->items[edits->count++] = edit;
}

/* False if the section is no part of a node template. */
static bool add_node(struct edit *edit, uint32_t part)
{
	uint32_t number = number_of_entry(edit->collection, part);

	if (number == UINT32_MAX || !has_node_edits(edit->base, edit->files_are_same))
		return false;
	add_edit(&edit->nodes, (struct node_edit){.number = number});
	return true;
}

/* False if the section is no part of a group, policy or output. */
static bool add_other(struct edit *edit, uint32_t part)
{
	static const struct {
		enum element_kind kind;
		const char *section;
	} collections[] = {{ELEMENT_GROUP, "groups"}, {ELEMENT_POLICY, "policies"},
		{ELEMENT_OUTPUT, "outputs"}};
	const struct element_graph *graph = &edit->base->public.graph;
	struct other_edits *others = &edit->others;

	if (!has_node_edits(edit->base, edit->files_are_same))
		return false;
	for (size_t i = 0; i < sizeof(collections) / sizeof(collections[0]); i++) {
		uint32_t number =
			number_of_entry(node_get(graph->topology, collections[i].section), part);

		if (number == UINT32_MAX || number >= graph->kinds[collections[i].kind].count)
			continue;
		others->items = memory_reserve(
			others->items, others->count, &others->capacity, sizeof(*others->items));
		others->items[others->count++] = graph->kinds[collections[i].kind].items[number];
		return true;
	}
	return false;
}

/* Node templates one behind the other. */
struct node_span {
	uint32_t first, end;
	bool is_begun; /* the name of the first one stands in front of what it was found by */
};

/* Those that these sections are parts of; false if some are no parts of any. */
static bool find_span(
	struct node collection, uint32_t section, uint32_t count, struct node_span *span)
{
	for (uint32_t i = 0; i < count; i++) {
		uint32_t number = number_of_entry(collection, section + i);

		if (number == UINT32_MAX)
			return false;
		if (i == 0)
			*span = (struct node_span){number, number,
				named_entry(collection, number).key.reference.section < section};
		span->end = number + 1;
	}
	return true;
}

/* How many more node templates than in the base there are in front of what comes now. */
static uint32_t count_more(const struct node_edits *edits)
{
	uint32_t more = 0;

	for (size_t i = 0; i < edits->count; i++) {
		more += edits->items[i].has_come;
		more -= edits->items[i].has_gone;
	}
	return more;
}

/* At both ends those of the same name stand for each other, and what is between them one by one, as
 * far as there is something. */
static void pair_up(struct edit *edit, struct node_span before, struct node_span now)
{
	uint32_t gone = before.end - before.first, come = now.end - now.first;
	uint32_t most = gone < come ? gone : come, last = 0;

	while (last < most && string_equal(name_of_node(edit->collection, before.end - 1 - last),
				      name_of_node(edit->collection_now, now.end - 1 - last)))
		last++;
	for (uint32_t i = 0; i < most - last; i++)
		add_edit(&edit->nodes, (struct node_edit){.number = before.first + i});
	for (uint32_t i = most - last; i < gone - last; i++)
		add_edit(&edit->nodes,
			(struct node_edit){.number = before.first + i, .has_gone = true});
	for (uint32_t i = most - last; i < come - last; i++)
		add_edit(&edit->nodes, (struct node_edit){.number = before.end - last,
					       .entry = now.first + i,
					       .has_come = true});
	for (uint32_t i = last; i > 0; i--)
		add_edit(&edit->nodes, (struct node_edit){.number = before.end - i});
}

/* False if more than node templates and parts of them has come or gone. */
static bool add_gap(struct edit *edit, const struct section_gap *gap)
{
	struct node_span before = {0}, now = {0};
	uint32_t more = count_more(&edit->nodes);

	if (!find_span(edit->collection, gap->before, gap->before_count, &before) ||
		!find_span(edit->collection_now, gap->now, gap->now_count, &now) ||
		!has_node_edits(edit->base, edit->files_are_same))
		return false;
	if (gap->before_count == 0)
		before.first = before.end = now.first - more;
	if (gap->now_count == 0)
		now.first = now.end = before.first + more;
	/* It goes on with one that has begun in front of it. */
	if (now.is_begun && before.end == before.first)
		before.end++;
	if (before.is_begun && now.end == now.first)
		now.end++;
	if (before.first + more != now.first)
		return false;
	pair_up(edit, before, now);
	return true;
}

/* Where those that have changed stand now. */
static void place_nodes(struct node_edits *edits)
{
	for (size_t i = 0; i < edits->count; i++) {
		struct node_edit *edit = &edits->items[i];

		if (edit->has_come || edit->has_gone)
			continue;
		edit->entry = edit->number;
		for (size_t j = 0; j < edits->count; j++) {
			const struct node_edit *other = &edits->items[j];

			edit->entry += other->has_come && other->number <= edit->number;
			edit->entry -= other->has_gone && other->number < edit->number;
		}
	}
}

/* False if something has changed that is not covered. */
static bool understand(struct edit *edit, const struct changes *changes)
{
	for (size_t i = 0; i < changes->gap_count; i++)
		if (!changes->gaps[i].is_inert && !add_gap(edit, &changes->gaps[i]))
			return false;
	for (size_t i = 0; i < changes->section_count; i++)
		if (!add_node(edit, changes->sections[i]) && !add_other(edit, changes->sections[i]))
			return false;
	for (size_t i = 0; i < changes->count; i++) {
		struct node scalar = changes->scalars[i];

		if (revision_is_assignment(scalar))
			edit->assigns_otherwise = true;
		else if (is_in_condition(&edit->base->public, scalar))
			edit->has_conditions = true;
		else if (!add_node(edit, scalar.reference.section) &&
			 !add_other(edit, scalar.reference.section))
			return false;
	}
	place_nodes(&edit->nodes);
	return true;
}

static struct node node_templates_of(const struct syntax_tree *tree)
{
	return node_get(service_template_topology(syntax_tree_root(tree)).value, "node_templates");
}

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

static struct owned_template *begin_edit(struct owned_template *base, const struct edit *edit,
	const struct syntax_tree *tree, const struct changes *changes)
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
	result->conditions_tree = syntax_tree_retain(tree);
	copy_moves(result, changes);
	result->assigns_otherwise = edit->assigns_otherwise;
	result->formula = NULL;
	result->network = NULL;
	result->graph.arena = result->arena;
	result->graph.problems = &result->problems;
	result->graph.options = &result->options;
	result->conditions.graph = &result->graph;
	if (result->graph.variability.tree == base->public.tree)
		result->graph.variability =
			service_template_node(result, tree, result->graph.variability);
	return owned;
}

/* Makes those anew, too, who refer to elements of which it matters now whether they have
 * conditions. False if they are not known. */
static bool add_concerned(struct edit *edit, struct elements concerned)
{
	const struct element_graph *graph = &edit->base->public.graph;

	for (uint32_t i = 0; i < concerned.count; i++) {
		const struct element *element = concerned.items[i];
		const struct element *node = element->kind == ELEMENT_NODE ? element
					     : element->kind == ELEMENT_RELATION
						     ? element->relation.target
						     : NULL;
		struct node_edit more = {.concerns_askers = node == element};

		edit->concerns_inputs |= element->kind == ELEMENT_PROPERTY;
		if (element->kind == ELEMENT_PROPERTY)
			continue;
		if (!node || node->position >= graph->all.count)
			return false;
		more.number = node->position - graph->kinds[ELEMENT_NODE].items[0]->position;
		add_edit(&edit->nodes, more);
	}
	place_nodes(&edit->nodes);
	return concerned.count > 0;
}

/* NULL if the change reaches further, or as far as what is added to the edit then. */
static struct owned_template *try_edit(struct owned_template *base, struct edit *edit,
	const struct syntax_tree *tree, const struct changes *changes, uint32_t *defined,
	bool *is_worth_more)
{
	struct owned_template *owned = begin_edit(base, edit, tree, changes);
	struct elements concerned = {0};

	*is_worth_more = false;
	if (edit->nodes.count == 0 && edit->others.count == 0) {
		*defined = edit_formula(owned, base);
		return owned;
	}
	if (renew_elements(owned, base, &edit->nodes, &edit->others, edit->concerns_inputs) &&
		renew_formula(&owned->public, base, edit->has_conditions, defined, &concerned))
		return owned;
	*is_worth_more = add_concerned(edit, concerned);
	service_template_release(&owned->public);
	return NULL;
}

struct service_template *service_template_edit(const struct service_template *service_template,
	const struct syntax_tree *tree, bool files_are_same, uint32_t *defined)
{
	struct owned_template *base = (struct owned_template *)service_template, *owned = NULL;
	struct changes changes = {0};
	struct edit edit = {.files_are_same = files_are_same};
	bool is_understood;

	if (base->base)
		base = base->base;
	edit.base = base;
	edit.collection = node_get(base->public.graph.topology, "node_templates");
	edit.collection_now = node_templates_of(tree);
	is_understood =
		revision_compare(base->public.tree, tree, &changes) && understand(&edit, &changes);
	for (int i = 0; is_understood && !owned && i < MOST_TRIES; i++)
		owned = try_edit(base, &edit, tree, &changes, defined, &is_understood);
	changes_finish(&changes);
	memory_release(edit.nodes.items);
	memory_release(edit.others.items);
	if (!owned)
		return NULL;
	owned_template_finish_formula(owned);
	return &owned->public;
}
