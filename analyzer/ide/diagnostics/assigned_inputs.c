#include "analyzer/ide/diagnostics/assigned_inputs.h"

#include "analyzer/ide/diagnostics/unknown_names.h"
#include "analyzer/model/grammar/grammar.h"
#include "analyzer/model/template/preset_check.h"

struct diagnostics assigned_inputs_check(
	const struct types *types, const struct syntax_tree *assigned, struct arena *arena)
{
	const struct syntax_tree *tree = types_tree(types);
	struct node variability = names_variability(tree);
	struct node inputs = node_get(variability, "inputs");
	struct node root = syntax_tree_root(assigned);
	struct diagnostics diagnostics = diagnostics_in(arena);
	struct value_checker checker = {.types = types,
		.version = grammar_version(tree),
		.diagnostics = &diagnostics,
		.members = member_cache_create(arena)};

	for (uint32_t i = 0; node_kind(root) == NODE_MAPPING && i < node_count(root); i++) {
		struct node key = node_entry(root, i).key;

		if (node_is_absent(node_find(inputs, node_text(key)).key))
			unknown_name_report(&diagnostics, DIAGNOSTIC_CODE_UNKNOWN_VARIABILITY_INPUT,
				tree, DECLARED_VARIABILITY_INPUT, key)
				->severity = DIAGNOSTIC_WARNING;
	}
	preset_inputs_check(&checker, variability, root);
	pattern_cache_destroy(checker.patterns);
	return diagnostics;
}
