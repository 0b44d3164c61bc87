/* Deployment technologies, which have no declarations: those of rules and of other nodes. */
#include "analyzer/ide/completion/completion_list.h"

static void add_technology(struct completion_list *list, struct string name, bool as_key)
{
	if (name.length > 0 && as_key)
		completion_add_key(list, COMPLETION_TECHNOLOGY, name, "$1", "");
	else if (name.length > 0)
		completion_add_value(list, COMPLETION_TECHNOLOGY, name);
}

/* A name, a list of names, or of maps with one entry each. */
static void add_technologies_of(struct completion_list *list, struct node technology, bool as_key)
{
	struct range range = node_range(technology);
	bool here = node_kind(technology) == NODE_SCALAR &&
		    list->cursor.replace.start <= range.end &&
		    range.start <= list->cursor.replace.end;
	if (!here)
		add_technology(list, node_text(technology), as_key);
	uint32_t count = node_kind(technology) == NODE_SEQUENCE ? node_count(technology) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node item = node_item(technology, i);
		struct node key = node_kind(item) == NODE_MAPPING ? node_entry(item, 0).key : item;
		range = node_range(key);
		if (range.end < list->cursor.replace.start ||
			range.start > list->cursor.replace.end)
			add_technology(list, node_text(key), as_key);
	}
}

void complete_technologies(struct completion_list *list, bool as_key)
{
	struct node rules = node_get(names_variability(list->tree), "qualities");
	uint32_t count = node_kind(rules) == NODE_SEQUENCE ? node_count(rules) : 0;
	for (uint32_t i = 0; i < count; i++)
		add_technologies_of(list, node_get(node_item(rules, i), "technology"), as_key);
	struct name_list nodes = names_of(list->tree, DECLARED_NODE, list->arena);
	for (size_t i = 0; i < nodes.count; i++)
		add_technologies_of(list, node_get(nodes.items[i].value, "technology"), as_key);
}
