#include "analyzer/ide/hover/variant_multiplicity.h"

#include "analyzer/ide/text/markdown.h"
#include "analyzer/ide/text/presence_sign.h"
#include "analyzer/model/multiplicity/multiplicity_check.h"

#include <stdlib.h>

/* Elements by the place of their keys. */
struct placed_element {
	struct node_reference place;
	const struct element *element;
};

struct element_table {
	struct placed_element *items;
	size_t count;
};

/* What the callbacks of a variant look at. */
struct variant_view {
	const struct analysis *analysis;
	const struct element_table *elements;
	size_t variant;
};

/* ---- elements ---- */

static int compare_places(struct node_reference a, struct node_reference b)
{
	if (a.section != b.section)
		return a.section < b.section ? -1 : 1;
	return a.index < b.index ? -1 : a.index > b.index;
}

static int compare_elements(const void *left, const void *right)
{
	const struct placed_element *a = left;
	const struct placed_element *b = right;
	return compare_places(a->place, b->place);
}

static const struct element_table *tabulate(const struct analysis *analysis, struct arena *arena)
{
	static const enum element_kind kinds[] = {
		ELEMENT_NODE, ELEMENT_RELATION, ELEMENT_INPUT, ELEMENT_PROPERTY};
	struct element_table *table = arena_allocate(arena, 1, sizeof(*table));
	struct elements all = analysis_elements(analysis);
	table->items = arena_allocate(arena, all.count + 1, sizeof(*table->items));
	for (size_t k = 0; k < sizeof(kinds) / sizeof(*kinds); k++) {
		struct elements elements = analysis_elements_of_kind(analysis, kinds[k]);
		for (uint32_t i = 0; i < elements.count; i++) {
			struct node key = analysis_node(analysis, elements.items[i]->key);
			if (!node_is_absent(key))
				table->items[table->count++] =
					(struct placed_element){key.reference, elements.items[i]};
		}
	}
	if (table->count > 0)
		qsort(table->items, table->count, sizeof(*table->items), compare_elements);
	return table;
}

static const struct element *find_element(const struct element_table *table, struct node key)
{
	size_t low = 0, high = table->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = compare_places(table->items[middle].place, key.reference);
		if (order == 0)
			return table->items[middle].element;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

/* ---- a variant ---- */

/* What is no element is always there. */
static enum multiplicity_presence presence(const void *context, struct node key)
{
	const struct variant_view *view = context;
	const struct element *element = find_element(view->elements, key);
	if (!element)
		return MULTIPLICITY_PRESENT;
	switch (analysis_presence(view->analysis, view->variant, element)) {
	case PRESENCE_PRESENT:
		return MULTIPLICITY_PRESENT;
	case PRESENCE_ABSENT:
		return MULTIPLICITY_ABSENT;
	case PRESENCE_DEPENDS:
	case PRESENCE_ERROR:
		break;
	}
	return MULTIPLICITY_OPEN;
}

static struct function_value expression(const void *context, struct node key)
{
	const struct variant_view *view = context;
	const struct element *element = find_element(view->elements, key);
	const struct value *value =
		element && element->kind == ELEMENT_PROPERTY
			? analysis_property_value(view->analysis, view->variant, element)
			: NULL;
	struct function_value result = {.kind = FUNCTION_VALUE_UNKNOWN};
	if (!value)
		return result;
	switch (value->kind) {
	case VALUE_BOOLEAN:
		return (struct function_value){
			.kind = FUNCTION_VALUE_BOOLEAN, .boolean = value->boolean};
	case VALUE_NUMBER:
		return function_value_of_number(value->number);
	case VALUE_STRING:
		return (struct function_value){
			.kind = FUNCTION_VALUE_STRING, .string = value->string};
	default:
		return result;
	}
}

const struct variant_multiplicity *variant_multiplicity_create(
	const struct analysis *analysis, struct arena *arena)
{
	const struct types *types = analysis_types(analysis);
	const struct multiplicity *read =
		!types ? NULL : multiplicity_read(analysis_tree(analysis), types, arena);
	if (!read || !read->is_used)
		return NULL;
	struct variant_multiplicity *result = arena_allocate(arena, 1, sizeof(*result));
	size_t count = analysis_variant_count(analysis);
	const struct element_table *elements = tabulate(analysis, arena);
	struct variant_view *views = arena_allocate(arena, count + 1, sizeof(*views));
	struct multiplicity_variant *variants = arena_allocate(arena, count + 1, sizeof(*variants));
	result->analysis = analysis;
	result->multiplicity = read;
	result->variants = arena_allocate(arena, count + 1, sizeof(*result->variants));
	for (size_t i = 0; i < count; i++) {
		views[i] = (struct variant_view){analysis, elements, i};
		variants[i] = (struct multiplicity_variant){&views[i], presence, expression};
		result->variants[i] = representations_of(read, &variants[i], arena);
	}
	return result;
}

void variant_multiplicity_diagnostics(
	const struct variant_multiplicity *multiplicity, struct diagnostics *diagnostics)
{
	struct multiplicity_checker checker = {
		.multiplicity = multiplicity->multiplicity,
		.variants = multiplicity->variants,
		.variant_count = analysis_variant_count(multiplicity->analysis),
		.diagnostics = diagnostics,
	};
	multiplicity_check(&checker);
}

/* ---- at a glance ---- */

/* The number under a variant, of a node or of a requirement. */
static const struct multiplicity_count *count_under(const struct representations *variant,
	const struct multiplicity_node *node, const struct multiplicity_requirement *requirement)
{
	return node ? representations_of_node(variant, node)
		    : &representations_of_requirement(variant, requirement)->all;
}

static struct string label(const struct variant_multiplicity *multiplicity,
	const struct multiplicity_node *node, const struct multiplicity_requirement *requirement,
	size_t first, struct arena *arena)
{
	const struct analysis *analysis = multiplicity->analysis;
	const struct multiplicity_count *one = NULL;
	struct markdown text = markdown_in(arena);
	bool differs = false;
	for (size_t i = first; i < analysis_variant_count(analysis);
		i = presence_next_variant(analysis, i)) {
		const struct multiplicity_count *count =
			count_under(multiplicity->variants[i], node, requirement);
		if (count->state == COUNT_ABSENT)
			continue;
		struct string name = analysis_variant(analysis, i)->name;
		markdown_add(&text, "%s%.*s ", text.length > 0 ? " " : "", STRING_ARGUMENTS(name));
		if (count->state != COUNT_KNOWN) {
			markdown_add(&text, "?");
			differs = true;
			continue;
		}
		markdown_add(&text, "×%.0f", count->number);
		differs = differs || (one && one->number != count->number);
		one = count;
	}
	if (!one)
		return STRING("");
	return differs ? markdown_text(&text) : arena_format(arena, "×%.0f", one->number);
}

struct string variant_multiplicity_of_node(const struct variant_multiplicity *multiplicity,
	const struct multiplicity_node *node, size_t first_variant, struct arena *arena)
{
	if (node_is_null(node->count))
		return STRING("");
	return label(multiplicity, node, NULL, first_variant, arena);
}

struct string variant_multiplicity_of_requirement(const struct variant_multiplicity *multiplicity,
	const struct multiplicity_requirement *requirement, size_t first_variant,
	struct arena *arena)
{
	if (node_is_null(requirement->count) && node_is_null(requirement->source->count))
		return STRING("");
	return label(multiplicity, NULL, requirement, first_variant, arena);
}
