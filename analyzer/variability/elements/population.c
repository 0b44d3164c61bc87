#include "analyzer/variability/elements/population.h"

#include "analyzer/variability/types/technology_rules.h"
#include "analyzer/variability/values/value.h"
#include "base/memory.h"

#include <string.h>

/* ---- inputs, outputs, imports ---- */

struct element *population_create_parameter(struct population *population, enum element_kind kind,
	struct named_entry entry, uint32_t index)
{
	struct element *element = population_create(population, kind, NULL, entry.key, entry.value);
	struct keywords keywords;

	element->index = (int32_t)index;
	keywords_read(&keywords, entry.value);
	population_set_keywords(population, element, &keywords);
	return element;
}

static void add_parameters(struct population *population, enum element_kind kind,
	const char *section, struct name_table *table)
{
	struct node collection = node_get(population->graph->topology, section);
	uint32_t count = named_count(collection);
	struct elements list;
	struct element **items = population_begin_list(population, &list, count);

	for (uint32_t i = 0; i < count; i++) {
		struct element *element = population_create_parameter(
			population, kind, named_entry(collection, i), i);

		name_table_add(table, population->graph->arena, element->name, element);
		population_push(population, element);
		items[i] = element;
	}
	population_set_alternatives(population, list, true, kind == ELEMENT_OUTPUT);
	population_check_defaults(population, list);
}

static void add_imports(struct population *population)
{
	struct node imports = node_get(population->graph->root, "imports");
	uint32_t count = node_kind(imports) == NODE_SEQUENCE ? node_count(imports) : 0;

	for (uint32_t i = 0; i < count; i++) {
		struct node item = node_item(imports, i);
		struct element *element =
			population_create(population, ELEMENT_IMPORT, NULL, (struct node){0}, item);
		struct keywords keywords;

		element->name = arena_format(population->graph->arena, "%u", (unsigned)i);
		element->index = (int32_t)i;
		keywords_read(&keywords, item);
		population_set_keywords(population, element, &keywords);
		population_push(population, element);
	}
}

/* ---- nodes ---- */

static void read_relationship_templates(struct element_graph *graph)
{
	struct node map = node_get(graph->topology, "relationship_templates");
	uint32_t count = node_kind(map) == NODE_MAPPING ? node_count(map) : 0;
	uint32_t *numbers = arena_allocate(graph->arena, count, sizeof(*numbers));

	graph->relationship_users =
		arena_allocate(graph->arena, count, sizeof(*graph->relationship_users));
	name_table_reserve(&graph->relationships, graph->arena, count);
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(map, i);

		numbers[i] = i;
		if (node_is_null(node_get(entry.value, "type")))
			problems_add(graph->problems, PHASE_NORMALISE_RELATIONSHIPS,
				DIAGNOSTIC_CODE_MALFORMED_TEMPLATE, entry.key, "Unexpected error")
				->advice = STRING("a relationship template needs a type");
		name_table_add(
			&graph->relationships, graph->arena, node_text(entry.key), &numbers[i]);
	}
}

/* Of several of a name, the first is used. */
void population_check_relationships(struct element_graph *graph)
{
	struct node map = node_get(graph->topology, "relationship_templates");
	uint32_t count = node_kind(map) == NODE_MAPPING ? node_count(map) : 0;

	problems_read(graph->problems, READING_UNUSED, NULL);
	for (uint32_t i = 0; i < count; i++) {
		struct node key = node_entry(map, i).key;
		const uint32_t *number = name_table_find(&graph->relationships, node_text(key));

		if (number && graph->relationship_users[*number] == 0)
			problems_add(graph->problems, PHASE_POPULATE,
				DIAGNOSTIC_CODE_UNUSED_RELATIONSHIP, key,
				"Relation \"%.*s\" is never used",
				STRING_ARGUMENTS(node_text(key)));
	}
}

static void add_nodes(struct population *population)
{
	struct node collection = node_get(population->graph->topology, "node_templates");
	uint32_t count = named_count(collection);

	name_table_reserve(&population->graph->nodes, population->graph->arena, count);
	for (uint32_t i = 0; i < count; i++) {
		struct element *node =
			population_create_node(population, named_entry(collection, i));

		population_check_name(population, node,
			name_table_find(&population->graph->nodes, node->name) != NULL);
		name_table_add(
			&population->graph->nodes, population->graph->arena, node->name, node);
		population_fill_node(population, node);
	}
}

/* The name of the target; in TOSCA 2.0, an index may follow it: `[node template, index]`. */
static struct node target_name(const struct element *relation)
{
	struct node value = relation->value;
	struct node target = node_kind(value) == NODE_MAPPING ? node_get(value, "node") : value;

	return node_kind(target) == NODE_SEQUENCE ? node_item(target, 0) : target;
}

void population_connect_relation(struct element_graph *graph, struct element *relation)
{
	struct node name = target_name(relation);
	struct string text = node_is_null(name) ? STRING("undefined") : node_text(name);
	struct string display;

	problems_read(graph->problems, READING_TARGETS, relation);
	if (!node_is_null(name))
		relation->relation.target =
			element_graph_node(graph, text, relation, MENTION_OF_NAME);
	if (relation->relation.target)
		return;
	display = element_display(relation, graph->arena);
	problems_add(graph->problems, PHASE_POPULATE, DIAGNOSTIC_CODE_UNKNOWN_NODE,
		node_is_null(name) ? relation->key : name, "Target \"%.*s\" of %.*s does not exist",
		STRING_ARGUMENTS(text), STRING_ARGUMENTS(display));
}

static void connect_relations(struct population *population)
{
	struct element_graph *graph = population->graph;
	struct element_vector relations = population->kinds[ELEMENT_RELATION];
	struct element_vector nodes = population->kinds[ELEMENT_NODE];

	for (size_t i = 0; i < relations.count; i++) {
		population_connect_relation(graph, relations.items[i]);
		if (relations.items[i]->relation.target)
			relations.items[i]->relation.target->node.incoming.count++;
	}
	for (size_t i = 0; i < nodes.count; i++) {
		struct elements *incoming = &nodes.items[i]->node.incoming;

		incoming->items =
			arena_allocate(graph->arena, incoming->count, sizeof(struct element *));
		incoming->count = 0;
	}
	for (size_t i = 0; i < relations.count; i++) {
		struct element *target = relations.items[i]->relation.target;

		if (target) {
			struct elements *incoming = &target->node.incoming;

			((struct element **)incoming->items)[incoming->count++] =
				relations.items[i];
		}
	}
}

/* ---- canonical order ---- */

static void number_elements(struct element_graph *graph)
{
	uint32_t count = 0;

	for (int kind = 0; kind < ELEMENT_KIND_COUNT; kind++)
		count += graph->kinds[kind].count;

	struct element **all = arena_allocate(graph->arena, count, sizeof(*all));

	graph->is_written = arena_allocate(graph->arena, count, sizeof(*graph->is_written));
	count = 0;
	for (int kind = 0; kind < ELEMENT_KIND_COUNT; kind++) {
		struct elements list = graph->kinds[kind];

		for (uint32_t i = 0; i < list.count; i++) {
			list.items[i]->position = count;
			graph->is_written[count] = !list.items[i]->is_synthetic;
			all[count++] = list.items[i];
		}
		graph->kinds[kind].items = all + count - list.count;
	}
	graph->all = graph->places = (struct elements){all, count};
}

void element_graph_set_technologies_of(
	struct element_graph *graph, struct element *node, struct elements technologies)
{
	node->node.technologies = technologies;
	for (uint32_t i = 0; i < technologies.count; i++) {
		technologies.items[i]->index = (int32_t)i;
		technologies.items[i]->alternatives = technologies;
	}
	/* The template is normalised again with what rules assign. */
	if (graph->options->flags[FLAG_AUTOMATIC_DEFAULT_ALTERNATIVES])
		population_choose_default(technologies);
}

void element_graph_set_technologies(
	struct element_graph *graph, const struct elements *technologies)
{
	struct elements nodes = graph->kinds[ELEMENT_NODE];
	uint32_t count = 0;

	for (uint32_t i = 0; i < nodes.count; i++)
		count += technologies[i].count;

	struct element **items = arena_allocate(graph->arena, count, sizeof(*items));

	count = 0;
	for (uint32_t i = 0; i < nodes.count; i++) {
		struct elements list = technologies[i];

		element_graph_set_technologies_of(graph, nodes.items[i], list);
		for (uint32_t j = 0; j < list.count; j++)
			items[count++] = list.items[j];
	}
	graph->kinds[ELEMENT_TECHNOLOGY] = (struct elements){items, count};
	number_elements(graph);
}

void element_graph_populate(struct element_graph *graph)
{
	struct population population = {.graph = graph};

	problems_read(graph->problems, READING_FILES, NULL);
	add_parameters(&population, ELEMENT_INPUT, "inputs", &graph->inputs);
	add_parameters(&population, ELEMENT_OUTPUT, "outputs", &graph->outputs);
	read_relationship_templates(graph);
	add_nodes(&population);
	population_check_relationships(graph);
	connect_relations(&population);
	population_add_groups(&population);
	population_add_policies(&population);
	add_imports(&population);
	for (int kind = 0; kind < ELEMENT_KIND_COUNT; kind++) {
		struct element_vector *vector = &population.kinds[kind];
		struct element **items =
			arena_allocate(graph->arena, vector->count, sizeof(*items));

		if (vector->count)
			memcpy(items, vector->items, vector->count * sizeof(*items));
		graph->kinds[kind] = (struct elements){items, (uint32_t)vector->count};
		memory_release(vector->items);
	}
	number_elements(graph);
}
