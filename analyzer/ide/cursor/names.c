#include "analyzer/ide/cursor/names.h"

#include "analyzer/model/grammar/grammar.h"
#include "analyzer/syntax/tree/syntax_tree.h"

/* Where the names of a kind stand. */
struct home {
	enum {
		HOME_FILE,
		HOME_TEMPLATE,
		HOME_VARIABILITY,
		HOME_CONTAINER,
	} place;
	const char *keyname;
	const char *noun;
};

/* clang-format off */
static const struct home homes[DECLARED_KIND_COUNT] = {
	[DECLARED_VARIABILITY_INPUT]     = {HOME_VARIABILITY, "inputs", "variability input"},
	[DECLARED_EXPRESSION]            = {HOME_VARIABILITY, "expressions", "expression"},
	[DECLARED_PRESET]                = {HOME_VARIABILITY, "presets", "preset"},
	[DECLARED_INPUT]                 = {HOME_TEMPLATE, "inputs", "input"},
	[DECLARED_OUTPUT]                = {HOME_TEMPLATE, "outputs", "output"},
	[DECLARED_NODE]                  = {HOME_TEMPLATE, "node_templates", "node"},
	[DECLARED_RELATIONSHIP_TEMPLATE] = {HOME_TEMPLATE, "relationship_templates", "relationship template"},
	[DECLARED_GROUP]                 = {HOME_TEMPLATE, "groups", "group"},
	[DECLARED_POLICY]                = {HOME_TEMPLATE, "policies", "policy"},
	[DECLARED_WORKFLOW]              = {HOME_TEMPLATE, "workflows", "workflow"},
	[DECLARED_FUNCTION]              = {HOME_FILE, "functions", "function"},
	[DECLARED_REPOSITORY]            = {HOME_FILE, "repositories", "repository"},
	[DECLARED_RELATION]              = {HOME_CONTAINER, "requirements", "relation"},
	[DECLARED_ARTIFACT]              = {HOME_CONTAINER, "artifacts", "artifact"},
	[DECLARED_PROPERTY]              = {HOME_CONTAINER, "properties", "property"},
	[DECLARED_TECHNOLOGY]            = {HOME_CONTAINER, "technology", "technology"},
	[DECLARED_STEP]                  = {HOME_CONTAINER, "steps", "step"},
	[DECLARED_ATTRIBUTE]             = {HOME_CONTAINER, "attributes", "attribute"},
	[DECLARED_CAPABILITY]            = {HOME_CONTAINER, "capabilities", "capability"},
	[DECLARED_REQUIREMENT]           = {HOME_CONTAINER, "requirements", "requirement"},
	[DECLARED_INTERFACE]             = {HOME_CONTAINER, "interfaces", "interface"},
	[DECLARED_OPERATION]             = {HOME_CONTAINER, "operations", "operation"},
	[DECLARED_NOTIFICATION]          = {HOME_CONTAINER, "notifications", "notification"},
	[DECLARED_OPERATION_INPUT]       = {HOME_CONTAINER, "inputs", "input"},
};
/* clang-format on */

enum declared_kind declared_kind_of_type(enum type_kind kind)
{
	return (enum declared_kind)(DECLARED_ARTIFACT_TYPE + kind);
}

static struct home home_of(enum declared_kind kind)
{
	if (kind < DECLARED_ARTIFACT_TYPE || kind > DECLARED_RELATIONSHIP_TYPE)
		return homes[kind];
	const struct type_kind_row *row =
		type_kind_row((enum type_kind)(kind - DECLARED_ARTIFACT_TYPE));
	return (struct home){HOME_FILE, row->keyname, row->title};
}

struct node names_variability(const struct syntax_tree *tree)
{
	return node_get(grammar_template(tree).value, "variability");
}

const char *names_keyname(enum declared_kind kind)
{
	return home_of(kind).keyname;
}

struct node names_home(const struct syntax_tree *tree, enum declared_kind kind)
{
	switch (home_of(kind).place) {
	case HOME_FILE:
		return syntax_tree_root(tree);
	case HOME_TEMPLATE:
		return grammar_template(tree).value;
	case HOME_VARIABILITY:
		return names_variability(tree);
	case HOME_CONTAINER:
		break;
	}
	return (struct node){0};
}

bool names_are_variability(enum declared_kind kind)
{
	return home_of(kind).place == HOME_VARIABILITY;
}

static struct node collection_of(const struct syntax_tree *tree, enum declared_kind kind)
{
	return node_get(names_home(tree, kind), names_keyname(kind));
}

struct name_list names_in(struct node collection, struct arena *arena)
{
	uint32_t count = node_count(collection);
	enum node_kind kind = node_kind(collection);
	if (kind != NODE_MAPPING && kind != NODE_SEQUENCE)
		return (struct name_list){NULL, 0};
	struct name_entry *items = arena_allocate(arena, count + 1, sizeof(*items));
	size_t found = 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node map = kind == NODE_MAPPING ? collection : node_item(collection, i);
		if (node_kind(map) != NODE_MAPPING || node_count(map) == 0)
			continue;
		struct node_entry entry = node_entry(map, kind == NODE_MAPPING ? i : 0);
		if (!node_is_collection(entry.key)) {
			items[found++] = (struct name_entry){
				node_text(entry.key), entry.key, entry.value, (int32_t)i};
		}
	}
	return (struct name_list){items, found};
}

struct name_list names_of(
	const struct syntax_tree *tree, enum declared_kind kind, struct arena *arena)
{
	return names_in(collection_of(tree, kind), arena);
}

struct name_list names_within(struct node container, enum declared_kind kind, struct arena *arena)
{
	return names_in(node_get(container, home_of(kind).keyname), arena);
}

struct name_entry names_find_in(struct node collection, struct string name)
{
	if (node_kind(collection) == NODE_MAPPING) {
		struct node_entry entry = node_find(collection, name);
		return (struct name_entry){name, entry.key, entry.value, 0};
	}
	if (node_kind(collection) != NODE_SEQUENCE)
		return (struct name_entry){.name = name};
	uint32_t count = node_count(collection);
	for (uint32_t i = 0; i < count; i++) {
		struct node map = node_item(collection, i);
		if (node_kind(map) != NODE_MAPPING || node_count(map) == 0)
			continue;
		struct node_entry entry = node_entry(map, 0);
		if (string_equal(node_text(entry.key), name))
			return (struct name_entry){name, entry.key, entry.value, (int32_t)i};
	}
	return (struct name_entry){.name = name};
}

struct name_entry names_find(
	const struct syntax_tree *tree, enum declared_kind kind, struct string name)
{
	return names_find_in(collection_of(tree, kind), name);
}

const char *declared_kind_noun(enum declared_kind kind)
{
	return home_of(kind).noun;
}
