/* Node templates with their requirements, artifacts and technologies. */
#include "analyzer/variability/elements/population.h"

#include "analyzer/language/grammar/words.h"

#include <math.h>

/* ---- requirements ---- */

static void set_relationship(
	struct population *population, struct element *relation, struct node relationship)
{
	struct element_graph *graph = population->graph;
	struct string name = node_text(relationship);
	const uint32_t *number = name_table_find(&graph->relationships, name);
	struct node_entry template;

	if (!number) {
		struct string display = element_display(relation->container, graph->arena);

		problems_add(graph->problems, PHASE_POPULATE, DIAGNOSTIC_CODE_UNKNOWN_RELATIONSHIP,
			relationship,
			"Relationship \"%.*s\" of relation \"%.*s\" of %.*s does not exist!",
			STRING_ARGUMENTS(name), STRING_ARGUMENTS(relation->name),
			STRING_ARGUMENTS(display));
		return;
	}
	if (graph->relationship_users[*number]++ > 0)
		problems_add(graph->problems, PHASE_POPULATE, DIAGNOSTIC_CODE_SHARED_RELATIONSHIP,
			relationship, "Relation \"%.*s\" is used multiple times",
			STRING_ARGUMENTS(name));
	template = node_entry(node_get(graph->topology, "relationship_templates"), *number);
	relation->relation.relationship = name;
	relation->relation.relationship_key = template.key;
	relation->relation.relationship_value = template.value;
}

static void add_relation(
	struct population *population, struct element *relation, const struct keywords *keywords)
{
	struct node relationship = keywords->values[KEYWORD_RELATIONSHIP];

	if (node_is_string(relationship))
		set_relationship(population, relation, relationship);
	population_push(population, relation);
	if (node_is_absent(relation->relation.relationship_key))
		return;

	struct keywords template;

	keywords_read(&template, relation->relation.relationship_value);
	/* A missing type is reported once for all relationship templates. */
	if (!node_is_absent(template.values[KEYWORD_TYPE]))
		population_add_types(population, relation, template.values[KEYWORD_TYPE],
			PHASE_NORMALISE_RELATIONSHIPS);
	population_add_properties(population, relation, template.values[KEYWORD_PROPERTIES]);
}

static void add_relations(
	struct population *population, struct element *node, struct node requirements)
{
	uint32_t count = named_count(requirements);
	struct element **items =
		arena_allocate(population->graph->arena, count, sizeof(struct element *));
	struct elements list = {items, count};

	for (uint32_t i = 0; i < count; i++) {
		struct named_entry entry = named_entry(requirements, i);
		struct element *relation = population_create(
			population, ELEMENT_RELATION, node, entry.key, entry.value);
		struct keywords keywords;

		relation->index = (int32_t)i;
		relation->relation.is_hosting = name_is_hosting(relation->name);
		keywords_read(&keywords, entry.value);
		population_set_keywords(population, relation, &keywords);
		add_relation(population, relation, &keywords);
		items[i] = relation;
	}
	node->node.relations = list;
	population_set_alternatives(population, list, true, true);
	population_check_defaults(population, list);
}

/* ---- artifacts ---- */

static void add_artifacts(
	struct population *population, struct element *node, struct node artifacts)
{
	uint32_t count = named_count(artifacts);
	struct element **items =
		arena_allocate(population->graph->arena, count, sizeof(struct element *));
	struct elements list = {items, count};

	for (uint32_t i = 0; i < count; i++) {
		struct named_entry entry = named_entry(artifacts, i);
		struct element *artifact = population_create(
			population, ELEMENT_ARTIFACT, node, entry.key, entry.value);
		struct keywords keywords;

		artifact->index = (int32_t)i;
		keywords_read(&keywords, entry.value);
		population_set_keywords(population, artifact, &keywords);
		population_add_types(
			population, artifact, keywords.values[KEYWORD_TYPE], PHASE_NORMALISE_NODES);
		population_add_properties(
			population, artifact, keywords.values[KEYWORD_PROPERTIES]);
		population_push(population, artifact);
		items[i] = artifact;
	}
	node->node.artifacts = list;
	population_set_alternatives(population, list, true, true);
	population_check_defaults(population, list);
}

/* ---- technologies ---- */

static void read_technology_weight(
	struct population *population, struct element *technology, struct node weight)
{
	struct element_graph *graph = population->graph;
	double number = node_number(weight);

	technology->technology.weight = 1;
	if (node_is_absent(weight))
		return;
	if (isnan(number)) {
		struct string text = population_json(population, weight);

		problems_add(graph->problems, PHASE_POPULATE, DIAGNOSTIC_CODE_BAD_WEIGHT, weight,
			"Element \"%.*s\" is not a number", STRING_ARGUMENTS(text));
		return;
	}
	technology->technology.weight = number;
	if (number < 0 || number > 1) {
		struct string text = population_text(population, weight);
		struct string display = element_display(technology, graph->arena);

		problems_add(graph->problems, PHASE_POPULATE, DIAGNOSTIC_CODE_BAD_WEIGHT, weight,
			"Weight \"%.*s\" of %.*s %s", STRING_ARGUMENTS(text),
			STRING_ARGUMENTS(display),
			number < 0 ? "is a negative number" : "is larger than 1");
	}
}

static struct element *add_technology(
	struct population *population, struct element *node, struct named_entry entry, uint32_t i)
{
	struct arena *arena = population->graph->arena;
	struct element *technology =
		population_create(population, ELEMENT_TECHNOLOGY, node, entry.key, entry.value);
	struct string type = node->types.count ? node->types.items[0]->name : STRING("undefined");
	struct keywords keywords;

	technology->index = (int32_t)i;
	technology->name = arena_lower_case(arena, technology->name);
	keywords_read(&keywords, entry.value);
	population_set_keywords(population, technology, &keywords);
	if (node_is_absent(keywords.values[KEYWORD_ASSIGN]))
		technology->technology.assign =
			arena_format(arena, "%.*s~%.*s::%.*s", STRING_ARGUMENTS(type),
				STRING_ARGUMENTS(type), STRING_ARGUMENTS(technology->name));
	else
		technology->technology.assign = node_text(keywords.values[KEYWORD_ASSIGN]);
	read_technology_weight(population, technology, keywords.values[KEYWORD_WEIGHT]);
	population_push(population, technology);
	return technology;
}

static void add_technologies(
	struct population *population, struct element *node, struct node technology)
{
	struct element_graph *graph = population->graph;
	uint32_t count = node_kind(technology) == NODE_SEQUENCE ? node_count(technology)
			 : node_is_string(technology)           ? 1
								: 0;
	struct element **items = arena_allocate(graph->arena, count, sizeof(struct element *));
	uint32_t defaults = 0;

	if (!node_is_absent(technology) && node_kind(technology) != NODE_SEQUENCE && count == 0) {
		struct string text = population_json(population, technology);

		problems_add(graph->problems, PHASE_NORMALISE_NODES,
			DIAGNOSTIC_CODE_MALFORMED_TEMPLATE, technology,
			"Element \"%.*s\" is not an array", STRING_ARGUMENTS(text));
	}
	for (uint32_t i = 0; i < count; i++) {
		struct named_entry entry = {technology, {0}};

		if (node_kind(technology) == NODE_SEQUENCE)
			entry = named_entry(technology, i);
		items[i] = add_technology(population, node, entry, i);
	}
	node->node.technologies = (struct elements){items, count};
	population_set_alternatives(population, node->node.technologies, false, true);
	for (uint32_t i = 0; i < count; i++)
		defaults += items[i]->is_default_alternative;
	if (defaults > 1)
		problems_add(graph->problems, PHASE_POPULATE,
			DIAGNOSTIC_CODE_SEVERAL_DEFAULT_ALTERNATIVES, node->key,
			"Node \"%.*s\" has multiple default technologies",
			STRING_ARGUMENTS(node->name));
}

/* ---- node templates ---- */

static void read_node_weight(
	struct population *population, struct element *node, struct node weight)
{
	struct element_graph *graph = population->graph;
	double number = node_number(weight);
	const char *mistake = NULL;

	node->node.weight = 1;
	if (node_is_absent(weight))
		return;
	if (isnan(number))
		mistake = "is not a number or boolean";
	else if (number < 0)
		mistake = "is a negative number";
	else if (number > 1)
		mistake = "is larger than 1";
	else
		node->node.weight = number;
	if (mistake) {
		struct string text = population_text(population, weight);

		problems_add(graph->problems, PHASE_POPULATE, DIAGNOSTIC_CODE_BAD_WEIGHT, weight,
			"Weight \"%.*s\" of node \"%.*s\" %s", STRING_ARGUMENTS(text),
			STRING_ARGUMENTS(node->name), mistake);
	}
}

/* `persistent` is the old spelling of `anchor`. */
static void read_anchor(
	struct population *population, struct element *node, const struct keywords *keywords)
{
	struct node anchor = keywords->values[KEYWORD_ANCHOR];

	if (node_is_absent(anchor))
		anchor = keywords->values[KEYWORD_PERSISTENT];
	node->node.is_anchor = node_boolean(anchor);
	if (!node_is_absent(anchor) && node_scalar_type(anchor) != SCALAR_BOOLEAN) {
		struct string text = population_json(population, anchor);

		problems_add(population->graph->problems, PHASE_POPULATE,
			DIAGNOSTIC_CODE_MALFORMED_TEMPLATE, anchor,
			"Element \"%.*s\" is not a boolean", STRING_ARGUMENTS(text));
	}
}

void population_check_name(struct population *population, const struct element *node, bool is_taken)
{
	struct element_graph *graph = population->graph;

	problems_read(graph->problems, READING_NODES, node);
	if (is_taken)
		problems_add(graph->problems, PHASE_POPULATE, DIAGNOSTIC_CODE_DUPLICATE_ELEMENT,
			node->key, "Node \"%.*s\" defined multiple times",
			STRING_ARGUMENTS(node->name));
	if (word_find(node->name, WORD_OF_ELEMENT))
		problems_add(graph->problems, PHASE_POPULATE, DIAGNOSTIC_CODE_RESERVED_NAME,
			node->key, "Node must not be named \"%.*s\"", STRING_ARGUMENTS(node->name));
}

struct element *population_create_node(struct population *population, struct named_entry entry)
{
	return population_create(population, ELEMENT_NODE, NULL, entry.key, entry.value);
}

void population_fill_node(struct population *population, struct element *node)
{
	struct keywords keywords;

	problems_read(population->graph->problems, READING_NODES, node);
	keywords_read(&keywords, node->value);
	population_set_keywords(population, node, &keywords);
	read_node_weight(population, node, keywords.values[KEYWORD_WEIGHT]);
	read_anchor(population, node, &keywords);
	population_push(population, node);
	population_add_types(
		population, node, keywords.values[KEYWORD_TYPE], PHASE_NORMALISE_NODES);
	population_add_properties(population, node, keywords.values[KEYWORD_PROPERTIES]);
	add_relations(population, node, keywords.values[KEYWORD_REQUIREMENTS]);
	add_artifacts(population, node, keywords.values[KEYWORD_ARTIFACTS]);
	add_technologies(population, node, keywords.values[KEYWORD_TECHNOLOGY]);
}
