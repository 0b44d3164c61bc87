#include "analyzer/variability/conditions/technology_matching.h"

#include <string.h>

struct path {
	struct element *const *items;
	uint32_t count;
};

struct search {
	const struct element_graph *graph;
	struct arena *arena;
	struct string error;
	struct elements *found;
	size_t count;
	size_t capacity;
};

struct string element_only_type(
	const struct element *element, struct arena *arena, struct string *error)
{
	struct string title;

	if (element->types.count == 1)
		return element->types.items[0]->name;
	title = element_title(element, arena);
	*error = arena_format(arena, "%.*s has more than one type", STRING_ARGUMENTS(title));
	return (struct string){0};
}

static bool is_a(struct search *search, enum type_kind kind, const struct element *element,
	struct string ancestor, unsigned *distance)
{
	struct string type = element_only_type(element, search->arena, &search->error);
	unsigned ignored;

	return type.bytes && type_derives_from(search->graph->types, kind, type, ancestor,
				     search->arena, distance ? distance : &ignored, &search->error);
}

/* ---- operations ---- */

static bool defines_operation(struct node definition, struct string operation)
{
	struct node management = node_get(node_get(definition, "interfaces"), "management");

	return !node_is_null(node_find(node_get(management, "operations"), operation).value);
}

static bool has_operation(
	struct search *search, const struct element *node, struct string operation)
{
	struct type_walk walk;
	bool more;

	if (defines_operation(node->value, operation))
		return true;

	struct string type = element_only_type(node, search->arena, &search->error);

	if (!type.bytes)
		return false;
	more = type_walk_start(&walk, search->graph->types, TYPE_NODE, type, search->arena);
	for (; more; more = type_walk_next(&walk, search->arena))
		if (defines_operation(walk.definition, operation))
			return true;
	search->error = walk.error;
	return false;
}

/* ---- artifacts ---- */

/* An artifact definition of such a type in the node type or an ancestor. */
static bool type_has_artifact(
	struct search *search, const struct element *node, struct string artifact)
{
	struct string type = element_only_type(node, search->arena, &search->error);
	struct type_walk walk;
	bool more = type.bytes &&
		    type_walk_start(&walk, search->graph->types, TYPE_NODE, type, search->arena);

	for (; more; more = type_walk_next(&walk, search->arena)) {
		struct node artifacts = node_get(walk.definition, "artifacts");

		for (uint32_t i = 0; i < named_count(artifacts); i++) {
			struct node of = node_get(named_entry(artifacts, i).value, "type");
			struct string name = node_is_null(of) ? STRING("undefined") : node_text(of);
			unsigned ignored;

			if (type_derives_from(search->graph->types, TYPE_ARTIFACT, name, artifact,
				    search->arena, &ignored, &search->error))
				return true;
			if (search->error.length)
				return false;
		}
	}
	return false;
}

static struct path find_artifacts(
	struct search *search, const struct element *node, struct string artifact)
{
	struct elements artifacts = node->node.artifacts;
	struct element **items =
		arena_allocate(search->arena, artifacts.count, sizeof(struct element *));
	uint32_t count = 0;

	for (uint32_t i = 0; i < artifacts.count && !search->error.length; i++)
		if (is_a(search, TYPE_ARTIFACT, artifacts.items[i], artifact, NULL))
			items[count++] = artifacts.items[i];
	return (struct path){items, count};
}

/* ---- hosting ---- */

static struct path extend(
	struct search *search, struct path path, struct element *relation, struct element *host)
{
	struct element **items =
		arena_allocate(search->arena, path.count + 2, sizeof(struct element *));

	if (path.count)
		memcpy(items, path.items, path.count * sizeof(*items));
	items[path.count] = relation;
	items[path.count + 1] = host;
	return (struct path){items, path.count + 2};
}

static bool is_on_path(struct path path, const struct element *node)
{
	for (uint32_t i = 0; i < path.count; i++)
		if (path.items[i] == node)
			return true;
	return false;
}

static void add_path(struct search *search, struct path path)
{
	search->found = arena_reserve(search->arena, search->found, search->count,
		&search->capacity, sizeof(*search->found));
	search->found[search->count++] = (struct elements){path.items, path.count};
}

/* The first hosting relation of the node that leads to the host. */
static struct element *relation_to(const struct element *node, const struct element *host)
{
	for (uint32_t i = 0; i < node->node.relations.count; i++) {
		struct element *relation = node->node.relations.items[i];

		if (relation->relation.is_hosting && relation->relation.target == host)
			return relation;
	}
	return NULL;
}

static void search_hosts(struct search *search, const struct element *start,
	const struct element *node, struct string_list stack, struct path path)
{
	bool any = string_is(stack.items[0], "*");
	struct string_list rest = {stack.items + 1, stack.count - 1};
	struct string want;

	if (any && rest.count == 0) {
		search->error = STRING("Unexpected error");
		return;
	}
	want = any ? rest.items[0] : stack.items[0];
	if (any)
		rest = (struct string_list){rest.items + 1, rest.count - 1};
	for (uint32_t i = 0; i < node->node.relations.count; i++) {
		struct element *hosting = node->node.relations.items[i];
		struct element *host = hosting->relation.target;

		if (!hosting->relation.is_hosting || !host || search->error.length)
			continue;

		struct element *relation = relation_to(node, host);

		if (is_a(search, TYPE_NODE, host, want, NULL)) {
			struct path longer = extend(search, path, relation, host);

			if (rest.count == 0) {
				add_path(search, longer);
				continue;
			}
			search_hosts(search, start, host, rest, longer);
		}
		/* A cycle of hosts would never end. */
		if (any && !search->error.length && host != start && !is_on_path(path, host))
			search_hosts(
				search, start, host, stack, extend(search, path, relation, host));
	}
}

/* ---- matches ---- */

static void combine(struct search *search, struct path artifacts, bool has_artifacts,
	bool has_hosting, struct scenario_matches *matches)
{
	struct elements *paths = search->found;
	uint32_t path_count = has_hosting ? (uint32_t)search->count : 1;
	uint32_t artifact_count = has_artifacts ? artifacts.count : 1;

	matches->items = arena_allocate(
		search->arena, (size_t)path_count * artifact_count, sizeof(*matches->items));
	for (uint32_t a = 0; a < artifact_count; a++) {
		for (uint32_t p = 0; p < path_count; p++) {
			uint32_t length = has_hosting ? paths[p].count : 0;
			struct element **items =
				arena_allocate(search->arena, length + 1, sizeof(struct element *));

			if (length)
				memcpy(items, paths[p].items, length * sizeof(*items));
			if (has_artifacts)
				items[length++] = artifacts.items[a];
			matches->items[matches->count++] = (struct elements){items, length};
		}
	}
}

struct scenario_matches scenario_match(const struct element_graph *graph,
	const struct technology_scenario *scenario, const struct element *node, struct arena *arena)
{
	struct search search = {.graph = graph, .arena = arena};
	struct scenario_matches matches = {0};
	const struct technology_rule *rule = scenario->first;
	bool has_artifacts = rule->artifact.length > 0;
	struct path artifacts = {0};

	if (!is_a(&search, TYPE_NODE, node, rule->component, &matches.distance)) {
		matches.error = search.error;
		return matches;
	}
	for (uint32_t i = 0; i < rule->operations.count; i++) {
		if (!has_operation(&search, node, rule->operations.items[i])) {
			matches.error = search.error;
			return matches;
		}
	}
	if (has_artifacts) {
		artifacts = find_artifacts(&search, node, rule->artifact);
		if (artifacts.count == 0) {
			if (search.error.length ||
				!type_has_artifact(&search, node, rule->artifact)) {
				matches.error = search.error;
				return matches;
			}
			has_artifacts = false;
		}
	}
	if (rule->hosting.count)
		search_hosts(&search, node, node, rule->hosting, (struct path){0});
	matches.error = search.error;
	if (!search.error.length && (rule->hosting.count == 0 || search.count > 0))
		combine(&search, artifacts, has_artifacts, rule->hosting.count > 0, &matches);
	return matches;
}
