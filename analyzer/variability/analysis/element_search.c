/* Elements by their place and by their id. Where names lead to a node template, only what it
 * contains is looked at. */
#include "analyzer/variability/analysis/analysis.h"
#include "analyzer/variability/analysis/findings.h"

#include <string.h>

static const struct element_graph *graph_of(const struct analysis *analysis)
{
	return &analysis->findings->service_template->graph;
}

/* ---- by place ---- */

enum {
	LONGEST_PATH = 64 /* what lies deeper is looked for among all elements */
};

/* The innermost element so far that holds the offset. */
struct search {
	const struct analysis *analysis;
	uint32_t offset;
	uint32_t smallest;
	const struct element *found;
};

static bool holds(struct node outer, uint32_t offset)
{
	struct range range = node_range(outer);

	return !node_is_absent(outer) && range.start <= offset && offset < range.end;
}

/* A technology that a rule assigns is written in the file of the rule. */
static bool is_written_elsewhere(const struct element *element)
{
	return element->kind == ELEMENT_TECHNOLOGY && element->technology.rule;
}

static void look_at(struct search *search, const struct element *element)
{
	struct node key = analysis_node(search->analysis, element->key);
	struct node value = analysis_node(search->analysis, element->value);
	struct range range = node_range(node_is_absent(value) ? key : value);

	if (is_written_elsewhere(element) ||
		!(holds(key, search->offset) || holds(value, search->offset)) ||
		range.end - range.start > search->smallest)
		return;
	search->found = element;
	search->smallest = range.end - range.start;
}

static void look_at_all(struct search *search, struct elements elements)
{
	for (uint32_t i = 0; i < elements.count; i++)
		look_at(search, elements.items[i]);
}

/* Elements and what they contain, in canonical order as far as they are written in each other. */
static void look_into(struct search *search, struct elements elements)
{
	look_at_all(search, elements);
	for (uint32_t i = 0; i < elements.count; i++) {
		look_at_all(search, elements.items[i]->types);
		look_at_all(search, elements.items[i]->properties);
	}
}

static void look_into_node(struct search *search, const struct element *node)
{
	struct element *one = (struct element *)node;

	look_into(search, (struct elements){&one, 1});
	look_into(search, node->node.relations);
	look_into(search, node->node.artifacts);
	look_at_all(search, node->node.technologies);
}

/* The name of the node template that the node is in, if it is the entry of a collection in the
 * topology; empty if it is not. */
static struct string surrounding_node(const struct analysis *analysis, struct node node)
{
	struct node topology = analysis_node(analysis, graph_of(analysis)->topology);
	struct node around = node, below = {0}, entry = {0};

	while (!node_is_absent(around) && !node_equal_place(node_parent(around), topology)) {
		entry = below;
		below = around;
		around = node_parent(around);
	}
	if (node_is_absent(around) || !string_is(node_text(node_key(around)), "node_templates"))
		return STRING("");
	if (node_kind(around) == NODE_MAPPING)
		entry = below;
	return node_text(node_is_absent(node_key(entry)) ? entry : node_key(entry));
}

/* Where the nodes stand that hold the first byte of the node, from the innermost one on. Returns 0
 * if there are too many. */
static size_t path_to(struct node node, struct node_reference *path)
{
	size_t count = 0;

	while (node_written_count(node) > 0 && node_alias(node).length == 0)
		node = node_kind(node) == NODE_MAPPING ? node_entry(node, 0).key
						       : node_item(node, 0);
	for (; !node_is_absent(node); node = node_parent(node)) {
		if (count == LONGEST_PATH)
			return 0;
		path[count++] = node.reference;
	}
	return count;
}

static bool stands_on(struct node node, const struct node_reference *path, size_t count)
{
	for (size_t i = 0; i < count && !node_is_absent(node); i++)
		if (node.reference.section == path[i].section &&
			node.reference.index == path[i].index)
			return true;
	return false;
}

/* Of all elements, most are told by where their nodes stand to be elsewhere. */
static void look_everywhere(struct search *search, struct node node)
{
	struct elements all = analysis_elements(search->analysis);
	struct node_reference path[LONGEST_PATH];
	size_t count = path_to(node, path);

	for (uint32_t i = 0; i < all.count; i++)
		if (count == 0 || stands_on(all.items[i]->key, path, count) ||
			stands_on(all.items[i]->value, path, count))
			look_at(search, all.items[i]);
}

const struct element *analysis_element_at(const struct analysis *analysis, struct node node)
{
	struct search search = {analysis, node_range(node).start, UINT32_MAX, NULL};
	const struct element *around =
		element_graph_find_node(graph_of(analysis), surrounding_node(analysis, node));

	if (around)
		look_into_node(&search, around);
	if (!search.found)
		look_everywhere(&search, node);
	return search.found;
}

/* ---- by id ---- */

/* What contains an element comes last in its id. */
static bool may_have_id(const struct element *element, struct string id)
{
	const struct element *outermost = element;
	struct string last;

	while (outermost->container)
		outermost = outermost->container;
	last = outermost->name;
	if (outermost == element || outermost->index != ELEMENT_NO_INDEX)
		return true;
	return id.length >= last.length &&
	       string_equal(string_slice(id, id.length - last.length, id.length), last);
}

static const struct element *find_among(struct elements elements, struct string id)
{
	const struct element *found = NULL;
	struct arena *arena = arena_create();

	for (uint32_t i = 0; i < elements.count && !found; i++)
		if (may_have_id(elements.items[i], id) &&
			string_equal(element_id(elements.items[i], arena), id))
			found = elements.items[i];
	arena_destroy(arena);
	return found;
}

const struct element *analysis_find_element(const struct analysis *analysis, struct string id)
{
	for (int kind = 0; kind < ELEMENT_KIND_COUNT; kind++) {
		struct string name = string_from(element_kind_name((enum element_kind)kind));
		const struct element *found;

		if (id.length <= name.length || id.bytes[name.length] != '.' ||
			memcmp(id.bytes, name.bytes, name.length) != 0)
			continue;
		found = kind == ELEMENT_NODE ? element_graph_find_node(graph_of(analysis),
						       string_slice(id, name.length + 1, id.length))
					     : NULL;
		if (!found)
			found = find_among(
				analysis_elements_of_kind(analysis, (enum element_kind)kind), id);
		if (found)
			return found;
	}
	return NULL;
}
