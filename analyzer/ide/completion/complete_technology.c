/* Deployment technologies, which have no declarations: those of rules and of other nodes. */
#include "analyzer/ide/completion/completion_list.h"
#include "analyzer/model/types/files.h"

static void add_technology(struct completion_list *list, struct string name, bool as_key)
{
	if (name.length > 0 && as_key)
		completion_add_key(
			list, COMPLETION_TECHNOLOGY, arena_copy(list->arena, name), "$1", "");
	else if (name.length > 0)
		completion_add_value(list, COMPLETION_TECHNOLOGY, arena_copy(list->arena, name));
}

/* What is being typed is none. */
static bool is_here(const struct completion_list *list, struct node node)
{
	struct range range = node_range(node);
	return node.tree == list->tree && list->cursor.replace.start <= range.end &&
	       range.start <= list->cursor.replace.end;
}

/* A name, a list of names, or of maps with one entry each. */
static void add_technologies_of(struct completion_list *list, struct node technology, bool as_key)
{
	if (node_kind(technology) == NODE_SCALAR && !is_here(list, technology))
		add_technology(list, node_text(technology), as_key);
	uint32_t count = node_kind(technology) == NODE_SEQUENCE ? node_count(technology) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node item = node_item(technology, i);
		struct node key = node_kind(item) == NODE_MAPPING ? node_entry(item, 0).key : item;
		if (!is_here(list, key))
			add_technology(list, node_text(key), as_key);
	}
}

static void add_technologies_of_rules(struct completion_list *list, struct node rules, bool as_key)
{
	uint32_t count = node_kind(rules) == NODE_SEQUENCE ? node_count(rules) : 0;
	for (uint32_t i = 0; i < count; i++)
		add_technologies_of(list, node_get(node_item(rules, i), "technology"), as_key);
}

/* Of a file that the template names. */
static void add_technologies_of_file(struct completion_list *list, struct node named, bool as_key)
{
	const struct files *files = list->settings->files;
	if (!files || !node_is_string(named) || list->names != list->tree)
		return;
	struct syntax_tree *tree = files_read(
		files, files_beside(list->arena, list->settings->path, node_text(named)));
	if (tree)
		add_technologies_of_rules(list, syntax_tree_root(tree), as_key);
	syntax_tree_release(tree);
}

void complete_technologies(struct completion_list *list, bool as_key)
{
	struct node rules = node_get(names_variability(list->names), "qualities");
	add_technologies_of_rules(list, rules, as_key);
	add_technologies_of_rules(list, syntax_tree_root(list->tree), as_key);
	add_technologies_of_file(list, rules, as_key);
	struct name_list nodes = names_of(list->names, DECLARED_NODE, list->arena);
	for (size_t i = 0; i < nodes.count; i++)
		add_technologies_of(list, node_get(nodes.items[i].value, "technology"), as_key);
}
