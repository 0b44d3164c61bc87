/* Elements that are never present are taken out, with the relations that lead to them. */
#include "analyzer/ide/actions/offer.h"
#include "analyzer/ide/actions/proof.h"
#include "analyzer/ide/cursor/walk.h"
#include "analyzer/ide/edits/layout.h"
#include "analyzer/ide/names/navigation.h"

#include "analyzer/variability/analysis/analysis.h"
#include "analyzer/variability/space/space.h"

/* Elements of these kinds are entries of a map or items of a list. */
static bool stands_alone(const struct element *element)
{
	switch (element->kind) {
	case ELEMENT_NODE:
	case ELEMENT_RELATION:
	case ELEMENT_ARTIFACT:
	case ELEMENT_PROPERTY:
	case ELEMENT_GROUP:
	case ELEMENT_POLICY:
	case ELEMENT_INPUT:
	case ELEMENT_OUTPUT:
		return true;
	default:
		return false;
	}
}

/* Positions in lists are names, too, and would change. */
static void visit_index(void *context, const struct walk_item *item)
{
	bool *found = context;
	*found = *found ||
		 (item->place->is_expression && !item->is_key && !node_is_absent(item->list) &&
			 node_scalar_type(item->node) == SCALAR_INTEGER);
}

static bool uses_positions(struct offer *offer)
{
	bool found = false;
	struct walk walk = {.arena = offer->arena, .context = &found, .visit = visit_index};
	if (offer->positions == POSITIONS_UNKNOWN) {
		walk_document(offer->tree, &walk);
		offer->positions = found ? POSITIONS_USED : POSITIONS_UNUSED;
	}
	return offer->positions == POSITIONS_USED;
}

static bool take_out(struct offer *offer, const struct element *element, struct edits *edits)
{
	struct node key = analysis_node(offer->request->analysis, element->key);
	struct node collection = node_parent(key);
	uint32_t position = 0;
	if (node_kind(node_parent(collection)) == NODE_SEQUENCE && node_count(collection) == 1) {
		struct node item = collection;
		collection = node_parent(item);
		while (position < node_count(collection) &&
			!node_equal_place(node_item(collection, position), item))
			position++;
	} else {
		while (position < node_count(collection) &&
			!node_equal_place(node_entry(collection, position).key, key))
			position++;
	}
	struct text_edit edit;
	if (!layout_removal(offer->tree, collection, position, &edit, offer->arena))
		return false;
	offer_edit(offer, edits, edit);
	return true;
}

static bool is_inside(struct range range, const struct edits *edits)
{
	for (size_t i = 0; i < edits->count; i++)
		if (edits->items[i].range.start <= range.start &&
			range.end <= edits->items[i].range.end)
			return true;
	return false;
}

/* Nothing that stays may refer to what goes. */
static bool is_named_elsewhere(
	struct offer *offer, const struct element *element, const struct edits *edits)
{
	struct node key = analysis_node(offer->request->analysis, element->key);
	size_t count = 0;
	struct known_file file = {
		.tree = offer->tree, .types = analysis_types(offer->request->analysis)};
	const struct place_of_name *places =
		navigation_highlights(&file, node_range(key).start, offer->arena, &count);
	for (size_t i = 0; i < count; i++)
		if (!is_inside(places[i].range, edits) &&
			!(places[i].is_declaration && element->alternatives.count > 1))
			return true;
	return false;
}

/* By all values of the inputs, where these were looked at; or else by its conditions alone. */
static bool is_never_present(struct offer *offer, const struct element *element)
{
	const struct actions_request *request = offer->request;

	return (request->space &&
		       space_presence(request->space, element, offer->arena).when == WHEN_NEVER) ||
	       analysis_is_never_present(request->analysis, element);
}

/* What is inside goes as well. */
static void mark_inside(const struct analysis *analysis, bool *removed)
{
	struct elements all = analysis_elements(analysis);

	for (uint32_t i = 0; i < all.count; i++)
		for (const struct element *around = all.items[i]->container; around;
			around = around->container)
			removed[i] =
				removed[i] || removed[analysis_element_order(analysis, around)];
}

/* Several diagnostics may be about one element. */
static bool is_offered(const struct offer *offer, struct string title)
{
	for (size_t i = 0; i < offer->count; i++)
		if (string_equal(offer->items[i].title, title))
			return true;
	return false;
}

static struct string removal_title(const struct offer *offer, const struct element *element)
{
	return arena_format(offer->arena, "Remove %.*s, which is never present",
		STRING_ARGUMENTS(element_display(element, offer->arena)));
}

void offer_dead_element(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	const struct analysis *analysis = offer->request->analysis;
	if (!analysis || analysis_tree(analysis) != offer->tree)
		return;
	struct node node = syntax_tree_node_at(offer->tree, diagnostic->range.start);
	const struct element *element = analysis_element_at(analysis, node);
	struct edits edits = {0};
	bool *removed;
	if (!element || is_offered(offer, removal_title(offer, element)) ||
		!stands_alone(element) || !is_never_present(offer, element) ||
		uses_positions(offer) || !take_out(offer, element, &edits))
		return;
	removed = arena_allocate(
		offer->arena, analysis_elements(analysis).count + 1, sizeof(*removed));
	removed[analysis_element_order(analysis, element)] = true;
	for (uint32_t i = 0; element->kind == ELEMENT_NODE && i < element->node.incoming.count;
		i++) {
		const struct element *relation =
			analysis_element_now(analysis, element->node.incoming.items[i]);
		if (!is_never_present(offer, relation) || !take_out(offer, relation, &edits))
			return;
		removed[analysis_element_order(analysis, relation)] = true;
	}
	mark_inside(analysis, removed);
	if (!is_named_elsewhere(offer, element, &edits) && proof_of(offer, &edits, removed)) {
		offer_action(offer, ACTION_QUICK_FIX, removal_title(offer, element), edits)
			->diagnostic = diagnostic;
	}
}
