/* Groups and their members, policies and their targets. */
#include "analyzer/variability/elements/population.h"
#include "analyzer/variability/values/value.h"

#include <string.h>

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

static struct element *find_member(
	struct population *population, const struct element *group, struct node member)
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
	struct element *node = element_graph_node(
		graph, text, group, is_pair ? MENTION_OF_CONTENT : MENTION_OF_NAME);

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

struct element *population_create_group(struct population *population, struct named_entry entry)
{
	struct element_graph *graph = population->graph;
	struct element *group =
		population_create(population, ELEMENT_GROUP, NULL, entry.key, entry.value);
	struct keywords keywords;

	problems_read(graph->problems, READING_GROUPS, group);
	if (!graph->base && name_table_find(&graph->groups, group->name))
		problems_add(graph->problems, PHASE_POPULATE, DIAGNOSTIC_CODE_DUPLICATE_ELEMENT,
			entry.key, "Group \"%.*s\" defined multiple times",
			STRING_ARGUMENTS(group->name));
	keywords_read(&keywords, entry.value);
	population_set_keywords(population, group, &keywords);
	population_add_types(
		population, group, keywords.values[KEYWORD_TYPE], PHASE_NORMALISE_GROUPS);
	check_variability_group(population, group);
	population_add_properties(population, group, keywords.values[KEYWORD_PROPERTIES]);

	struct node members = keywords.values[KEYWORD_MEMBERS];
	uint32_t count = node_kind(members) == NODE_SEQUENCE ? node_count(members) : 0;
	struct element **items = population_begin_list(population, &group->group.members, count);

	group->group.members.count = 0;
	for (uint32_t i = 0; i < count; i++) {
		struct element *member = find_member(population, group, node_item(members, i));

		if (member)
			items[group->group.members.count++] = member;
	}
	if (node_kind(members) != NODE_SEQUENCE)
		problems_add(graph->problems, PHASE_POPULATE, DIAGNOSTIC_CODE_MALFORMED_TEMPLATE,
			entry.key, "Group \"%.*s\" has no list of members",
			STRING_ARGUMENTS(group->name));
	return group;
}

struct element *population_create_policy(
	struct population *population, struct named_entry entry, uint32_t index)
{
	struct element_graph *graph = population->graph;
	struct element *policy =
		population_create(population, ELEMENT_POLICY, NULL, entry.key, entry.value);
	struct keywords keywords;

	problems_read(graph->problems, READING_POLICIES, policy);
	policy->index = (int32_t)index;
	keywords_read(&keywords, entry.value);
	population_set_keywords(population, policy, &keywords);
	population_add_types(
		population, policy, keywords.values[KEYWORD_TYPE], PHASE_NORMALISE_POLICIES);
	population_add_properties(population, policy, keywords.values[KEYWORD_PROPERTIES]);

	struct node targets = keywords.values[KEYWORD_TARGETS];
	uint32_t count = node_kind(targets) == NODE_SEQUENCE ? node_count(targets) : 0;
	struct element **items = population_begin_list(population, &policy->policy.targets, count);

	policy->policy.targets.count = 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node item = node_item(targets, i);
		struct string name = population_text(population, item);
		struct element *target = element_graph_node(graph, name, policy, MENTION_OF_NAME);
		bool is_cleaned = false;

		if (!target) {
			target = element_graph_find_other(graph, ELEMENT_GROUP, name);
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
	return policy;
}

void population_add_groups(struct population *population)
{
	struct node collection = node_get(population->graph->topology, "groups");
	uint32_t count = named_count(collection);

	for (uint32_t i = 0; i < count; i++) {
		struct element *group =
			population_create_group(population, named_entry(collection, i));

		name_table_add(
			&population->graph->groups, population->graph->arena, group->name, group);
		population_push(population, group);
	}
}

void population_add_policies(struct population *population)
{
	struct node collection = node_get(population->graph->topology, "policies");
	uint32_t count = node_kind(collection) == NODE_SEQUENCE ? node_count(collection) : 0;

	problems_read(population->graph->problems, READING_POLICIES, NULL);
	if (!node_is_null(collection) && node_kind(collection) != NODE_SEQUENCE)
		problems_add(population->graph->problems, PHASE_NORMALISE_POLICIES,
			DIAGNOSTIC_CODE_MALFORMED_TEMPLATE, collection,
			"Policies must be an array");
	for (uint32_t i = 0; i < count; i++) {
		struct element *policy =
			population_create_policy(population, named_entry(collection, i), i);

		name_table_add(&population->graph->policies, population->graph->arena, policy->name,
			policy);
		population_push(population, policy);
	}

	struct element_vector *vector = &population->kinds[ELEMENT_POLICY];
	struct elements list;
	struct element **items = population_begin_list(population, &list, (uint32_t)vector->count);

	if (vector->count)
		memcpy(items, vector->items, vector->count * sizeof(*items));
	population_set_alternatives(population, list, true, false);
}
