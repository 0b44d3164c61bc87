#include "analyzer/variability/presence/edit_extent.h"

#include "analyzer/language/grammar/keynames.h"
#include "analyzer/variability/conditions/draft_operators.h"
#include "analyzer/variability/conditions/known_atoms.h"
#include "base/memory.h"

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

/* Rules and plugins look at more than one node template. Without a definition of variability, any
 * element may be the only one for which there is some. */
static bool has_node_edits(const struct owned_template *base, bool files_are_same)
{
	return base->public.is_variable == !node_is_null(base->public.graph.variability) &&
	       base->public.rules.rule_count == 0 && !base->has_plugin &&
	       (files_are_same || !base->imported.asked);
}

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

void edit_extent_add_node(struct edit_extent *extent, struct node_edit edit)
{
	struct node_edits *edits = &extent->nodes;

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
static bool add_node(struct edit_extent *extent, uint32_t part)
{
	uint32_t number = number_of_entry(extent->collection, part);

	if (number == UINT32_MAX || !has_node_edits(extent->base, extent->files_are_same))
		return false;
	edit_extent_add_node(extent, (struct node_edit){.number = number});
	return true;
}

/* Of a collection that is no section by itself for each entry: the number of the entry that the
 * node is in; UINT32_MAX if it is in none. */
static uint32_t number_around(struct node collection, struct node node)
{
	while (!node_is_absent(node) && !is_same_place(node_parent(node), collection))
		node = node_parent(node);
	for (uint32_t i = 0; !node_is_absent(node) && i < named_count(collection); i++) {
		struct named_entry entry = named_entry(collection, i);

		if (is_same_place(entry.key, node) || is_same_place(entry.value, node) ||
			is_same_place(node_parent(entry.key), node))
			return i;
	}
	return UINT32_MAX;
}

void edit_extent_add_other(struct edit_extent *extent, const struct element *element)
{
	struct other_edits *others = &extent->others;

	for (size_t i = 0; i < others->count; i++)
		if (others->items[i] == element)
			return;
	others->items = memory_reserve(
		others->items, others->count, &others->capacity, sizeof(*others->items));
	others->items[others->count++] = element;
}

/* False if the node, or else the section, is no part of a group, policy, input or output. */
static bool add_other(struct edit_extent *extent, uint32_t section, struct node node)
{
	const struct element_graph *graph = &extent->base->public.graph;

	if (!has_node_edits(extent->base, extent->files_are_same))
		return false;
	for (int i = 0; i < OTHER_KIND_COUNT; i++) {
		struct elements elements = graph->kinds[other_kinds[i]];
		struct node collection = element_collection(graph->topology, other_kinds[i]);
		uint32_t number = number_of_entry(collection, section);

		if (number == UINT32_MAX && !node_is_absent(node))
			number = number_around(collection, node);
		if (number >= elements.count)
			continue;
		edit_extent_add_other(extent, elements.items[number]);
		return true;
	}
	return false;
}

static bool is_section(struct node node)
{
	struct node key = syntax_tree_section_key(node.tree, node.reference.section);

	return !node_is_absent(key) && is_same_place(key, node_key(node));
}

/* Whether the section is `key:` of the collection, with or without what is in it. */
static bool begins(struct node collection, uint32_t section)
{
	return !node_is_absent(collection) && collection.reference.section == section &&
	       is_section(collection);
}

/* All groups, policies, inputs or outputs, in the base and now. */
struct collections {
	struct node before, now;
};

static struct collections collections_of(const struct edit_extent *extent, enum element_kind kind)
{
	return (struct collections){element_collection(extent->base->public.graph.topology, kind),
		element_collection(extent->topology_now, kind)};
}

/* Whether they are this section: in it, nothing needs to stand where it stood. */
static bool are_section(struct collections all, uint32_t section, const struct section_moves *moves)
{
	return begins(all.before, section) && begins(all.now, section_moves_now(moves, section));
}

static bool add_all_others(
	struct edit_extent *extent, uint32_t section, const struct section_moves *moves)
{
	for (int i = 0; i < OTHER_KIND_COUNT; i++) {
		if (!are_section(collections_of(extent, other_kinds[i]), section, moves))
			continue;
		extent->whole |= 1u << other_kinds[i];
		return has_node_edits(extent->base, extent->files_are_same);
	}
	return false;
}

/* Whether all that stands in these sections is a part of the collection, or its name. */
static bool are_within(struct node collection, uint32_t section, uint32_t count)
{
	for (uint32_t i = section; i < section + count; i++)
		if (node_is_absent(collection) ||
			!(begins(collection, i) ||
				is_within(collection, syntax_tree_node(collection.tree,
							      (struct node_reference){i, 0}))))
			return false;
	return true;
}

/* Those of a kind of which some have come or gone, or which have been divided. */
static bool add_others_of_gap(struct edit_extent *extent, const struct section_gap *gap)
{
	for (int i = 0; i < OTHER_KIND_COUNT; i++) {
		struct collections all = collections_of(extent, other_kinds[i]);

		if (!are_within(all.before, gap->before, gap->before_count) ||
			!are_within(all.now, gap->now, gap->now_count))
			continue;
		extent->whole |= 1u << other_kinds[i];
		return has_node_edits(extent->base, extent->files_are_same);
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
static void pair_up(struct edit_extent *extent, struct node_span before, struct node_span now)
{
	uint32_t gone = before.end - before.first, come = now.end - now.first;
	uint32_t most = gone < come ? gone : come, last = 0;

	while (last < most && string_equal(name_of_node(extent->collection, before.end - 1 - last),
				      name_of_node(extent->collection_now, now.end - 1 - last)))
		last++;
	for (uint32_t i = 0; i < most - last; i++)
		edit_extent_add_node(extent, (struct node_edit){.number = before.first + i});
	for (uint32_t i = most - last; i < gone - last; i++)
		edit_extent_add_node(
			extent, (struct node_edit){.number = before.first + i, .has_gone = true});
	for (uint32_t i = most - last; i < come - last; i++)
		edit_extent_add_node(extent, (struct node_edit){.number = before.end - last,
						     .entry = now.first + i,
						     .has_come = true});
	for (uint32_t i = last; i > 0; i--)
		edit_extent_add_node(extent, (struct node_edit){.number = before.end - i});
}

/* False if more than node templates, parts of them, and others of one kind have come or gone. */
static bool add_gap(struct edit_extent *extent, const struct section_gap *gap)
{
	struct node_span before = {0}, now = {0};
	uint32_t more = count_more(&extent->nodes);

	if (!find_span(extent->collection, gap->before, gap->before_count, &before) ||
		!find_span(extent->collection_now, gap->now, gap->now_count, &now) ||
		!has_node_edits(extent->base, extent->files_are_same))
		return add_others_of_gap(extent, gap);
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
	pair_up(extent, before, now);
	return true;
}

void edit_extent_place_nodes(struct edit_extent *extent)
{
	struct node_edits *edits = &extent->nodes;

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

/* ---- the definition of variability ---- */

/* The name of what stands directly in the definition and holds this node; empty if it is a name. */
static struct string part_of(struct node variability, struct node node)
{
	while (!node_is_absent(node) && !is_same_place(node_parent(node), variability))
		node = node_parent(node);
	return node_text(node_key(node));
}

/* Elements ask for none of these but inputs that are called as they are. What the language does not
 * know has no influence. */
static bool add_part(struct edit_extent *extent, struct string part)
{
	if (string_is(part, "presets") ||
		(string_is(part, "inputs") &&
			!conditions_have_namesakes(
				&extent->base->public.graph, extent->variability) &&
			!conditions_have_namesakes(
				&extent->base->public.graph, extent->variability_now)))
		extent->assigns_otherwise = true;
	else if (string_is(part, "expressions"))
		extent->assigns_otherwise = extent->names_expressions = true;
	else if (string_is(part, "constraints"))
		extent->writes_constraints = true;
	else
		return !keyname_find_in_any_version(CONSTRUCT_VARIABILITY, part);
	return true;
}

/* Adds the parts of the one that the other does not have. */
static bool add_parts(struct edit_extent *extent, struct node of, struct node other)
{
	for (uint32_t i = 0; i < node_count(of); i++) {
		struct node_entry part = node_entry(of, i);

		if (!expressions_are_equal(
			    part.value, node_find(other, node_text(part.key)).value) &&
			!add_part(extent, node_text(part.key)))
			return false;
	}
	return true;
}

static bool add_other_parts(struct edit_extent *extent)
{
	return add_parts(extent, extent->variability, extent->variability_now) &&
	       add_parts(extent, extent->variability_now, extent->variability);
}

/* Sections of the base. */
struct section_span {
	uint32_t first, count;
};

/* Whether something that is not read anew refers to these parts of the definition by where they
 * stand. */
static bool is_referred_to(const struct edit_extent *extent, struct section_span span)
{
	const struct owned_template *base = extent->base;

	if (base->type_specific.tree == base->public.tree || base->public.rules.rule_count > 0 ||
		conditions_have_namesakes(&base->public.graph, extent->variability))
		return true;
	for (size_t i = 0; i < base->before_occurrences.count; i++) {
		struct node place = base->public.problems.items[i].place;

		if (place.tree == base->public.tree &&
			place.reference.section - span.first < span.count)
			return true;
	}
	return false;
}

/* The definition, which is made of sections of its own, some of which are these. */
static bool add_variability(
	struct edit_extent *extent, struct section_span before, struct section_span now)
{
	if (node_kind(extent->variability) != NODE_MAPPING ||
		node_kind(extent->variability_now) != NODE_MAPPING ||
		!are_within(extent->variability, before.first, before.count) ||
		!are_within(extent->variability_now, now.first, now.count) ||
		!is_section(extent->variability) || !is_section(extent->variability_now) ||
		is_referred_to(extent, before) || !add_other_parts(extent))
		return false;
	/* What stands in it may have another place there. */
	extent->assigns_otherwise = extent->names_expressions = extent->writes_constraints = true;
	return true;
}

static bool add_variability_of_gap(struct edit_extent *extent, const struct section_gap *gap)
{
	return add_variability(extent, (struct section_span){gap->before, gap->before_count},
		(struct section_span){gap->now, gap->now_count});
}

static bool add_scalar_of_variability(struct edit_extent *extent, struct node scalar)
{
	struct string part = part_of(extent->variability, scalar);

	if (node_is_absent(extent->variability) || has_anchor(scalar) ||
		!is_within(extent->variability, scalar))
		return false;
	return part.length > 0 ? add_part(extent, part) : add_other_parts(extent);
}

/* ---- all of it ---- */

static bool add_section(
	struct edit_extent *extent, uint32_t section, const struct section_moves *moves)
{
	return add_node(extent, section) || add_other(extent, section, (struct node){0}) ||
	       add_all_others(extent, section, moves) ||
	       add_variability(extent, (struct section_span){section, 1},
		       (struct section_span){section_moves_now(moves, section), 1});
}

static bool add_scalar(struct edit_extent *extent, struct node scalar)
{
	if (revision_is_assignment(scalar))
		return extent->assigns_otherwise = true;
	if (is_in_condition(&extent->base->public, scalar))
		return extent->has_conditions = true;
	return add_node(extent, scalar.reference.section) ||
	       add_other(extent, scalar.reference.section, scalar) ||
	       add_scalar_of_variability(extent, scalar);
}

/* Old spellings say which draft the template stems from, and so what others mean. */
static bool stems_from_same_draft(const struct edit_extent *extent)
{
	return !(extent->assigns_otherwise || extent->writes_constraints) ||
	       draft_operators_are_used(extent->variability) ==
		       draft_operators_are_used(extent->variability_now);
}

bool edit_extent_find(struct edit_extent *extent, const struct changes *changes)
{
	const struct element_graph *graph = &extent->base->public.graph;
	struct node topology = service_template_topology(syntax_tree_root(extent->tree)).value;

	extent->topology_now = topology;
	extent->collection = node_get(graph->topology, "node_templates");
	extent->collection_now = node_get(topology, "node_templates");
	extent->variability = node_get(graph->topology, "variability");
	extent->variability_now = node_get(topology, "variability");
	for (size_t i = 0; i < changes->gap_count; i++)
		if (!changes->gaps[i].is_inert && !add_gap(extent, &changes->gaps[i]) &&
			!add_variability_of_gap(extent, &changes->gaps[i]))
			return false;
	for (size_t i = 0; i < changes->section_count; i++)
		if (!add_section(extent, changes->sections[i], &changes->moves))
			return false;
	for (size_t i = 0; i < changes->count; i++)
		if (!add_scalar(extent, changes->scalars[i]))
			return false;
	edit_extent_place_nodes(extent);
	return node_is_null(extent->variability) == node_is_null(extent->variability_now) &&
	       stems_from_same_draft(extent);
}

void edit_extent_finish(struct edit_extent *extent)
{
	memory_release(extent->nodes.items);
	memory_release(extent->others.items);
}
