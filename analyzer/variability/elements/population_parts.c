/* What the making of elements shares: named entries, and one element at a time. */
#include "analyzer/variability/elements/population.h"

#include "analyzer/variability/values/value.h"
#include "base/memory.h"

uint32_t named_count(struct node collection)
{
	enum node_kind kind = node_kind(collection);

	return kind == NODE_MAPPING || kind == NODE_SEQUENCE ? node_count(collection) : 0;
}

struct named_entry named_entry(struct node collection, uint32_t position)
{
	struct node_entry entry;

	if (node_kind(collection) == NODE_MAPPING) {
		entry = node_entry(collection, position);
	} else {
		struct node item = node_item(collection, position);

		/* Of a list item only the first key counts. A bare name stands for itself. */
		if (node_kind(item) == NODE_SCALAR)
			return (struct named_entry){item, (struct node){0}};
		entry = node_entry(item, 0);
	}
	return (struct named_entry){entry.key, entry.value};
}

struct string population_json(struct population *population, struct node node)
{
	struct arena *arena = population->graph->arena;

	return value_json(arena, value_from_node(arena, node));
}

struct string population_text(struct population *population, struct node node)
{
	struct arena *arena = population->graph->arena;

	return node_kind(node) == NODE_SCALAR ? value_text(arena, value_from_node(arena, node))
					      : population_json(population, node);
}

struct element *population_create(struct population *population, enum element_kind kind,
	struct element *container, struct node key, struct node value)
{
	struct element *element = arena_allocate(population->graph->arena, 1, sizeof(*element));

	element->kind = kind;
	element->container = container;
	element->index = ELEMENT_NO_INDEX;
	element->key = key;
	element->value = value;
	element->name = node_text(key);
	return element;
}

void population_set_keywords(
	struct population *population, struct element *element, const struct keywords *keywords)
{
	struct node alternative = keywords->values[KEYWORD_DEFAULT_ALTERNATIVE];

	element->has_keywords = true;
	element->keywords = keywords_store(keywords, population->graph->arena);
	element->has_default_alternative = !node_is_absent(alternative);
	element->is_default_alternative = node_boolean(alternative);
}

void population_push(struct population *population, struct element *element)
{
	struct element_vector *vector = &population->kinds[element->kind];

	vector->items = memory_reserve(
		vector->items, vector->count, &vector->capacity, sizeof(*vector->items));
	vector->items[vector->count++] = element;
}

struct element **population_begin_list(
	struct population *population, struct elements *list, uint32_t count)
{
	struct element **items =
		arena_allocate(population->graph->arena, count, sizeof(struct element *));

	*list = (struct elements){items, count};
	return items;
}

struct element *elements_find(struct elements elements, struct string name, bool *is_only)
{
	for (uint32_t i = 0; i < elements.count; i++) {
		if (string_equal(elements.items[i]->name, name)) {
			*is_only = true;
			for (uint32_t j = i + 1; *is_only && j < elements.count; j++)
				*is_only = !string_equal(elements.items[j]->name, name);
			return elements.items[i];
		}
	}
	return NULL;
}
