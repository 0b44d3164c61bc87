#include "analyzer/variability/population.h"

#include "analyzer/variability/technology_rules.h"
#include "analyzer/variability/value.h"
#include "solver/memory.h"

#include <string.h>

enum {
	FEW = 8 /* lists this short are searched one by one */
};

/* ---- collections of named entries ---- */

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

/* ---- elements ---- */

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

/* ---- alternatives ---- */

/* A technology that a rule assigns has the conditions of the rule, and of what it replaces. */
static bool has_conditions(const struct element *element)
{
	if (element->kind == ELEMENT_TECHNOLOGY && element->technology.rule &&
		!node_is_null(technology_rule_conditions(element->technology.rule)))
		return true;
	if (element->kind == ELEMENT_TECHNOLOGY && element->technology.modelled)
		element = element->technology.modelled;
	return !node_is_absent(stored_keyword(element->keywords, KEYWORD_CONDITIONS));
}

/* Variability4TOSCA, option automatic_default_alternatives: of several alternatives without a
 * default, the only one that has no conditions becomes it. */
static void choose_default(struct elements scope)
{
	struct element *candidate = NULL;

	if (scope.count < 2)
		return;
	for (uint32_t i = 0; i < scope.count; i++) {
		struct element *element = scope.items[i];

		if (element->is_default_alternative)
			return;
		if (has_conditions(element) || element->has_default_alternative)
			continue;
		if (candidate)
			return;
		candidate = element;
	}
	if (candidate)
		candidate->is_default_alternative = candidate->has_default_alternative = true;
}

/* The first element of the same name in front of `position`, or itself. */
static struct element *first_of_name(
	struct elements list, uint32_t position, struct name_table *table, struct arena *arena)
{
	struct element *element = list.items[position], *first;

	if (list.count > FEW) {
		first = name_table_find(table, element->name);
		if (first)
			return first;
		name_table_add(table, arena, element->name, element);
		return element;
	}
	for (uint32_t i = 0; i < position; i++) {
		if (string_equal(list.items[i]->name, element->name))
			return list.items[i];
	}
	return element;
}

static void group_by_name(struct population *population, struct elements list)
{
	struct arena *arena = population->graph->arena;
	struct name_table table = {0};

	/* Count the alternatives at the first of each name, then collect them there. */
	for (uint32_t i = 0; i < list.count; i++)
		list.items[i]->alternatives = (struct elements){0};
	for (uint32_t i = 0; i < list.count; i++) {
		struct element *first = first_of_name(list, i, &table, arena);

		first->alternatives.count++;
		list.items[i]->alternatives.items = &list.items[first->position];
		if (first == list.items[i]) {
			first->position = i; /* borrowed until the canonical order is known */
			first->alternatives.items = &list.items[i];
		}
	}
	for (uint32_t i = 0; i < list.count; i++) {
		struct element *element = list.items[i];
		struct element *first = element->alternatives.items[0];

		if (first != element)
			continue;
		if (element->alternatives.count > 1) {
			uint32_t count = 0;
			struct element **items = arena_allocate(
				arena, element->alternatives.count, sizeof(struct element *));

			for (uint32_t j = i; count < element->alternatives.count; j++) {
				if (list.items[j]->alternatives.items == &list.items[i])
					items[count++] = list.items[j];
			}
			for (uint32_t j = 0; j < count; j++)
				items[j]->alternatives = (struct elements){items, count};
		}
	}
}

void population_set_alternatives(
	struct population *population, struct elements list, bool by_name, bool is_automatic)
{
	bool automatic = is_automatic &&
			 population->graph->options->flags[FLAG_AUTOMATIC_DEFAULT_ALTERNATIVES];

	if (by_name) {
		group_by_name(population, list);
	} else {
		for (uint32_t i = 0; i < list.count; i++)
			list.items[i]->alternatives = list;
	}
	for (uint32_t i = 0; automatic && i < list.count; i++) {
		if (list.items[i]->alternatives.items[0] == list.items[i])
			choose_default(list.items[i]->alternatives);
	}
}

void population_check_defaults(struct population *population, struct elements list)
{
	for (uint32_t i = 0; i < list.count; i++) {
		struct elements scope = list.items[i]->alternatives;
		uint32_t defaults = 0;

		if (scope.items[0] != list.items[i])
			continue;
		for (uint32_t j = 0; j < scope.count; j++)
			defaults += scope.items[j]->is_default_alternative;
		if (defaults > 1) {
			struct string title =
				element_title(list.items[i], population->graph->arena);

			problems_add(population->graph->problems, PHASE_POPULATE,
				DIAGNOSTIC_CODE_SEVERAL_DEFAULT_ALTERNATIVES, list.items[i]->key,
				"%.*s has multiple defaults", STRING_ARGUMENTS(title));
		}
	}
}

/* ---- inputs, outputs, imports ---- */

/* `elements.items` to be filled in. */
static struct element **begin_list(
	struct population *population, struct elements *list, uint32_t count)
{
	struct element **items =
		arena_allocate(population->graph->arena, count, sizeof(struct element *));

	*list = (struct elements){items, count};
	return items;
}

static void add_parameters(struct population *population, enum element_kind kind,
	const char *section, struct name_table *table)
{
	struct node collection = node_get(population->graph->topology, section);
	uint32_t count = named_count(collection);
	struct elements list;
	struct element **items = begin_list(population, &list, count);

	for (uint32_t i = 0; i < count; i++) {
		struct named_entry entry = named_entry(collection, i);
		struct element *element =
			population_create(population, kind, NULL, entry.key, entry.value);
		struct keywords keywords;

		element->index = (int32_t)i;
		keywords_read(&keywords, entry.value);
		population_set_keywords(population, element, &keywords);
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

static void read_relationship_templates(struct population *population)
{
	struct node map = node_get(population->graph->topology, "relationship_templates");
	uint32_t count = node_kind(map) == NODE_MAPPING ? node_count(map) : 0;

	population->relationship_templates = map;
	name_table_reserve(&population->relationships, population->graph->arena, count);
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(map, i);
		struct element *unused = population_create(
			population, ELEMENT_RELATION, NULL, entry.key, entry.value);

		if (node_is_null(node_get(entry.value, "type")))
			problems_add(population->graph->problems, PHASE_NORMALISE_RELATIONSHIPS,
				DIAGNOSTIC_CODE_MALFORMED_TEMPLATE, entry.key, "Unexpected error")
				->advice = STRING("a relationship template needs a type");
		name_table_add(
			&population->relationships, population->graph->arena, unused->name, unused);
	}
}

/* A relationship template nobody names. What the table holds is replaced by its user; see
 * population_node.c. */
static void check_relationship_use(struct population *population)
{
	struct node map = population->relationship_templates;
	uint32_t count = node_kind(map) == NODE_MAPPING ? node_count(map) : 0;

	for (uint32_t i = 0; i < count; i++) {
		struct node key = node_entry(map, i).key;
		struct element *holder =
			name_table_find(&population->relationships, node_text(key));

		if (holder && holder->index == ELEMENT_NO_INDEX)
			problems_add(population->graph->problems, PHASE_POPULATE,
				DIAGNOSTIC_CODE_UNUSED_RELATIONSHIP, key,
				"Relation \"%.*s\" is never used", STRING_ARGUMENTS(holder->name));
	}
}

static void add_nodes(struct population *population)
{
	struct node collection = node_get(population->graph->topology, "node_templates");
	uint32_t count = named_count(collection);

	name_table_reserve(&population->graph->nodes, population->graph->arena, count);
	for (uint32_t i = 0; i < count; i++)
		population_add_node(population, named_entry(collection, i));
}

/* The name of the target; in TOSCA 2.0, an index may follow it: `[node template, index]`. */
static struct node target_name(const struct element *relation)
{
	struct node value = relation->value;
	struct node target = node_kind(value) == NODE_MAPPING ? node_get(value, "node") : value;

	return node_kind(target) == NODE_SEQUENCE ? node_item(target, 0) : target;
}

static void connect_relations(struct population *population)
{
	struct element_graph *graph = population->graph;
	struct element_vector relations = population->kinds[ELEMENT_RELATION];
	struct element_vector nodes = population->kinds[ELEMENT_NODE];

	for (size_t i = 0; i < relations.count; i++) {
		struct element *relation = relations.items[i], *target;
		struct node name = target_name(relation);
		struct string text = node_is_null(name) ? STRING("undefined") : node_text(name);

		target = node_is_null(name) ? NULL : name_table_find(&graph->nodes, text);
		relation->relation.target = target;
		if (target) {
			target->node.incoming.count++;
			continue;
		}

		struct string display = element_display(relation, graph->arena);

		problems_add(graph->problems, PHASE_POPULATE, DIAGNOSTIC_CODE_UNKNOWN_NODE,
			node_is_null(name) ? relation->key : name,
			"Target \"%.*s\" of %.*s does not exist", STRING_ARGUMENTS(text),
			STRING_ARGUMENTS(display));
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

/* ---- groups and policies ---- */

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

static struct element *find_member_relation(
	struct population *population, struct node member, struct element *node)
{
	struct node which = node_item(member, 1);
	struct elements relations = node->node.relations;
	struct element *found = NULL;
	bool is_only = true;

	if (node_scalar_type(which) == SCALAR_INTEGER) {
		double index = node_number(which);

		if (index >= 0 && index < relations.count)
			found = relations.items[(uint32_t)index];
	} else {
		found = elements_find(relations, node_text(which), &is_only);
	}
	if (found && is_only)
		return found;

	struct arena *arena = population->graph->arena;
	struct string text = value_pretty(arena, value_from_node(arena, member));

	problems_add(population->graph->problems, PHASE_POPULATE,
		found ? DIAGNOSTIC_CODE_AMBIGUOUS_REFERENCE : DIAGNOSTIC_CODE_UNKNOWN_REFERENCE,
		member, "Relation \"%.*s\" %s", STRING_ARGUMENTS(text),
		found ? "is ambiguous" : "not found");
	return found;
}

static struct element *find_member(struct population *population, struct node member)
{
	struct element_graph *graph = population->graph;
	bool is_pair = node_kind(member) == NODE_SEQUENCE && node_count(member) == 2 &&
		       node_is_string(node_item(member, 0)) &&
		       node_kind(node_item(member, 1)) == NODE_SCALAR;
	struct node name = is_pair ? node_item(member, 0) : member;

	if (!is_pair && !node_is_string(member)) {
		struct string text =
			value_pretty(graph->arena, value_from_node(graph->arena, member));

		problems_add(graph->problems, PHASE_POPULATE, DIAGNOSTIC_CODE_MALFORMED_TEMPLATE,
			member, "Member \"%.*s\" has bad format", STRING_ARGUMENTS(text));
		return NULL;
	}

	struct string text = node_text(name);
	struct element *node = name_table_find(&graph->nodes, text);

	if (!node) {
		problems_add(graph->problems, PHASE_POPULATE, DIAGNOSTIC_CODE_UNKNOWN_NODE, name,
			"Node \"%.*s\" not found", STRING_ARGUMENTS(text));
		return NULL;
	}
	return is_pair ? find_member_relation(population, member, node) : node;
}

bool is_variability_group_type(struct string name)
{
	return string_is(name, "variability.groups.ConditionalMembers") ||
	       string_is(name, "variability.groups.Root");
}

static void check_variability_group(struct population *population, struct element *group)
{
	struct elements types = group->types;
	bool any = false;

	for (uint32_t i = 0; i < types.count; i++)
		any |= is_variability_group_type(types.items[i]->name);
	group->group.is_variability_group = any && types.count == 1;
	if (any && types.count > 1) {
		struct string title = element_title(group, population->graph->arena);

		problems_add(population->graph->problems, PHASE_POPULATE,
			DIAGNOSTIC_CODE_MALFORMED_TEMPLATE, group->key,
			"%.*s is a variability group but has conditional types",
			STRING_ARGUMENTS(title));
	}
}

static void add_group(struct population *population, struct named_entry entry)
{
	struct element_graph *graph = population->graph;
	struct element *group =
		population_create(population, ELEMENT_GROUP, NULL, entry.key, entry.value);
	struct keywords keywords;

	if (name_table_find(&graph->groups, group->name))
		problems_add(graph->problems, PHASE_POPULATE, DIAGNOSTIC_CODE_DUPLICATE_ELEMENT,
			entry.key, "Group \"%.*s\" defined multiple times",
			STRING_ARGUMENTS(group->name));
	name_table_add(&graph->groups, graph->arena, group->name, group);
	keywords_read(&keywords, entry.value);
	population_set_keywords(population, group, &keywords);
	population_add_types(
		population, group, keywords.values[KEYWORD_TYPE], PHASE_NORMALISE_GROUPS);
	check_variability_group(population, group);
	population_add_properties(population, group, keywords.values[KEYWORD_PROPERTIES]);
	population_push(population, group);

	struct node members = keywords.values[KEYWORD_MEMBERS];
	uint32_t count = node_kind(members) == NODE_SEQUENCE ? node_count(members) : 0;
	struct element **items = begin_list(population, &group->group.members, count);

	group->group.members.count = 0;
	for (uint32_t i = 0; i < count; i++) {
		struct element *member = find_member(population, node_item(members, i));

		if (member)
			items[group->group.members.count++] = member;
	}
	if (node_kind(members) != NODE_SEQUENCE)
		problems_add(graph->problems, PHASE_POPULATE, DIAGNOSTIC_CODE_MALFORMED_TEMPLATE,
			entry.key, "Group \"%.*s\" has no list of members",
			STRING_ARGUMENTS(group->name));
}

static void add_policy(struct population *population, struct named_entry entry, uint32_t index)
{
	struct element_graph *graph = population->graph;
	struct element *policy =
		population_create(population, ELEMENT_POLICY, NULL, entry.key, entry.value);
	struct keywords keywords;

	policy->index = (int32_t)index;
	name_table_add(&graph->policies, graph->arena, policy->name, policy);
	keywords_read(&keywords, entry.value);
	population_set_keywords(population, policy, &keywords);
	population_add_types(
		population, policy, keywords.values[KEYWORD_TYPE], PHASE_NORMALISE_POLICIES);
	population_add_properties(population, policy, keywords.values[KEYWORD_PROPERTIES]);
	population_push(population, policy);

	struct node targets = keywords.values[KEYWORD_TARGETS];
	uint32_t count = node_kind(targets) == NODE_SEQUENCE ? node_count(targets) : 0;
	struct element **items = begin_list(population, &policy->policy.targets, count);

	policy->policy.targets.count = 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node item = node_item(targets, i);
		struct string name = population_text(population, item);
		struct element *target = name_table_find(&graph->nodes, name);
		bool is_cleaned = false;

		if (!target) {
			target = name_table_find(&graph->groups, name);
			is_cleaned = target && target->group.is_variability_group;
		}
		if (target)
			items[policy->policy.targets.count++] = target;
		if (target && !is_cleaned)
			continue;

		/* Variability groups are gone when the template is read for the last time. */
		struct string display = element_display(policy, graph->arena);

		problems_add(graph->problems, is_cleaned ? PHASE_POPULATE_CLEANED : PHASE_POPULATE,
			DIAGNOSTIC_CODE_UNKNOWN_NODE, item,
			"Policy target \"%.*s\" of %.*s does not exist", STRING_ARGUMENTS(name),
			STRING_ARGUMENTS(display));
	}
}

static void add_groups(struct population *population)
{
	struct node collection = node_get(population->graph->topology, "groups");
	uint32_t count = named_count(collection);

	for (uint32_t i = 0; i < count; i++)
		add_group(population, named_entry(collection, i));
}

static void add_policies(struct population *population)
{
	struct node collection = node_get(population->graph->topology, "policies");
	uint32_t count = node_kind(collection) == NODE_SEQUENCE ? node_count(collection) : 0;

	if (!node_is_null(collection) && node_kind(collection) != NODE_SEQUENCE)
		problems_add(population->graph->problems, PHASE_NORMALISE_POLICIES,
			DIAGNOSTIC_CODE_MALFORMED_TEMPLATE, collection,
			"Policies must be an array");
	for (uint32_t i = 0; i < count; i++)
		add_policy(population, named_entry(collection, i), i);

	struct element_vector *vector = &population->kinds[ELEMENT_POLICY];
	struct elements list;
	struct element **items = begin_list(population, &list, (uint32_t)vector->count);

	if (vector->count)
		memcpy(items, vector->items, vector->count * sizeof(*items));
	population_set_alternatives(population, list, true, false);
}

/* ---- canonical order ---- */

static void number_elements(struct element_graph *graph)
{
	uint32_t count = 0;

	for (int kind = 0; kind < ELEMENT_KIND_COUNT; kind++)
		count += graph->kinds[kind].count;

	struct element **all = arena_allocate(graph->arena, count, sizeof(*all));

	count = 0;
	for (int kind = 0; kind < ELEMENT_KIND_COUNT; kind++) {
		struct elements list = graph->kinds[kind];

		for (uint32_t i = 0; i < list.count; i++) {
			list.items[i]->position = count;
			all[count++] = list.items[i];
		}
	}
	graph->all = (struct elements){all, count};
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

		nodes.items[i]->node.technologies = list;
		for (uint32_t j = 0; j < list.count; j++) {
			list.items[j]->index = (int32_t)j;
			list.items[j]->alternatives = list;
			items[count++] = list.items[j];
		}
		/* The template is normalised again with what rules assign. */
		if (graph->options->flags[FLAG_AUTOMATIC_DEFAULT_ALTERNATIVES])
			choose_default(list);
	}
	graph->kinds[ELEMENT_TECHNOLOGY] = (struct elements){items, count};
	number_elements(graph);
}

void element_graph_populate(struct element_graph *graph)
{
	struct population population = {.graph = graph};

	add_parameters(&population, ELEMENT_INPUT, "inputs", &graph->inputs);
	add_parameters(&population, ELEMENT_OUTPUT, "outputs", &graph->outputs);
	read_relationship_templates(&population);
	add_nodes(&population);
	check_relationship_use(&population);
	connect_relations(&population);
	add_groups(&population);
	add_policies(&population);
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
