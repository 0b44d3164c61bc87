#include "analyzer/ide/diagnostics/assigned_inputs.h"

#include "analyzer/ide/cursor/names.h"
#include "analyzer/model/grammar/grammar.h"
#include "analyzer/model/report/suggestion.h"
#include "analyzer/model/template/preset_check.h"

static void check_name(struct diagnostics *diagnostics, struct node inputs, struct node key)
{
	struct suggestion suggestion = suggestion_for(node_text(key));
	uint32_t count = node_kind(inputs) == NODE_MAPPING ? node_count(inputs) : 0;

	for (uint32_t i = 0; i < count && suggestion_wants_more(&suggestion); i++)
		suggestion_offer(&suggestion, node_text(node_entry(inputs, i).key));
	diagnostics_add(diagnostics, DIAGNOSTIC_CODE_UNKNOWN_VARIABILITY_INPUT, key,
		"Unknown variability input \"%.*s\"%s%.*s%s", STRING_ARGUMENTS(node_text(key)),
		suggestion.best.length ? "; did you mean \"" : "",
		STRING_ARGUMENTS(suggestion.best), suggestion.best.length ? "\"?" : "")
		->severity = DIAGNOSTIC_WARNING;
}

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
			check_name(&diagnostics, inputs, key);
	}
	preset_inputs_check(&checker, variability, root);
	pattern_cache_destroy(checker.patterns);
	return diagnostics;
}
