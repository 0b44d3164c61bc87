#include "analyzer/model/function_definition.h"

static bool find_in(
	const struct syntax_tree *tree, struct string name, struct function_definition *found)
{
	struct node functions = node_get(syntax_tree_root(tree), "functions");
	struct node_entry entry = node_find(functions, name);
	if (node_is_null(entry.value))
		return false;
	found->name = name;
	found->tree = tree;
	found->key = entry.key;
	found->value = entry.value;
	return true;
}

/* "<namespace>:<name>", or a name alone. */
static size_t prefix_length(struct string name)
{
	size_t colon = name.length;
	while (colon > 0 && name.bytes[colon - 1] != ':')
		colon--;
	return colon;
}

bool function_definition_find(const struct syntax_tree *tree, const struct types *types,
	struct string name, struct function_definition *found)
{
	size_t colon = prefix_length(name);
	struct string prefix = string_slice(name, 0, colon);
	struct string local = string_slice(name, colon, name.length);
	struct imported_file file;
	size_t position = 0;
	*found = (struct function_definition){.path = STRING("")};
	if (find_in(tree, name, found))
		return true;
	while (types && types_next_imported_file(types, &position, &file)) {
		found->path = file.path;
		if (string_equal(file.prefix, prefix) && find_in(file.tree, local, found))
			return true;
	}
	return false;
}
