#include "analyzer/model/functions/function_definition.h"

static bool find_in(const struct syntax_tree *tree, struct node functions, struct string name,
	struct function_definition *found)
{
	struct node_entry entry = node_find(functions, name);
	if (node_is_null(entry.value))
		return false;
	found->name = name;
	found->tree = tree;
	found->key = entry.key;
	found->value = entry.value;
	return true;
}

struct node function_definitions_of_file(const struct syntax_tree *tree)
{
	return node_get(syntax_tree_root(tree), "functions");
}

struct node function_definitions_of_template(const struct syntax_tree *tree)
{
	return node_get(node_get(syntax_tree_root(tree), "service_template"), "functions");
}

/* "<namespace>:<name>", or a name alone. */
static size_t prefix_length(struct string name)
{
	size_t colon = name.length;
	while (colon > 0 && name.bytes[colon - 1] != ':')
		colon--;
	return colon;
}

static bool find_imported(
	const struct types *types, struct string name, struct function_definition *found)
{
	size_t colon = prefix_length(name);
	struct string prefix = string_slice(name, 0, colon);
	struct string local = string_slice(name, colon, name.length);
	struct imported_file file;
	size_t position = 0;
	while (types && types_next_imported_file(types, &position, &file)) {
		found->path = file.path;
		if (string_equal(file.prefix, prefix) &&
			find_in(file.tree, function_definitions_of_file(file.tree), local, found))
			return true;
	}
	return false;
}

bool function_definition_find(const struct syntax_tree *tree, const struct types *types,
	struct string name, struct function_definition *found)
{
	*found = (struct function_definition){.path = STRING("")};
	struct node refinement = node_find(function_definitions_of_template(tree), name).value;
	if (find_in(tree, function_definitions_of_file(tree), name, found) ||
		find_imported(types, name, found)) {
		found->refinement = refinement;
		return true;
	}
	found->path = STRING("");
	return find_in(tree, function_definitions_of_template(tree), name, found);
}

/* ---- signatures ---- */

/* A list, or in the working draft's table a map. */
static struct node signature_at(struct node signatures, uint32_t position)
{
	return node_kind(signatures) == NODE_MAPPING ? node_entry(signatures, position).value
						     : node_item(signatures, position);
}

uint32_t function_definition_signature_count(const struct function_definition *function)
{
	uint32_t defined = node_count(node_get(function->value, "signatures"));
	uint32_t refined = node_count(node_get(function->refinement, "signatures"));
	return refined > defined ? refined : defined;
}

struct node function_definition_signature(
	const struct function_definition *function, uint32_t position)
{
	struct node signatures = node_get(function->value, "signatures");
	if (position >= node_count(signatures))
		signatures = node_get(function->refinement, "signatures");
	return signature_at(signatures, position);
}
