/* Which language a file is written in. */
#include "analyzer/model/grammar/grammar.h"

#include <string.h>

#include "analyzer/model/report/suggestion.h"

enum definitions_version grammar_version(const struct syntax_tree *tree)
{
	struct node version = node_get(syntax_tree_root(tree), "tosca_definitions_version");
	if (!node_is_string(version))
		return VERSION_UNKNOWN;
	enum definitions_version known = definitions_version_find(node_text(version));
	return known == VERSION_UNKNOWN
		       ? definitions_version_find(grammar_version_meant(node_text(version)))
		       : known;
}

struct string grammar_version_meant(struct string text)
{
	struct suggestion suggestion = suggestion_for(text);
	for (size_t i = 0; i < VERSION_COUNT; i++) {
		struct string name =
			string_from(definitions_version_row((enum definitions_version)i)->name);
		/* "tosca_vari" is about to become one. */
		if (text.length > strlen("tosca_") && text.length < name.length &&
			string_equal(string_slice(name, 0, text.length), text))
			return name;
	}
	for (size_t i = 0; i < VERSION_COUNT; i++)
		suggestion_offer(&suggestion,
			string_from(definitions_version_row((enum definitions_version)i)->name));
	return definitions_version_is_foreign(text) ? STRING("") : suggestion.best;
}

bool grammar_is_foreign(const struct syntax_tree *tree)
{
	return definitions_version_is_foreign(
		node_text(node_get(syntax_tree_root(tree), "tosca_definitions_version")));
}

/* A key that is nearly one which only TOSCA has: its mistake is worth telling. */
static bool is_nearly_telling(struct string key)
{
	struct suggestion suggestion = suggestion_for(key);
	suggestion_offer(&suggestion, STRING("tosca_definitions_version"));
	suggestion_offer(&suggestion, STRING("topology_template"));
	suggestion_offer(&suggestion, STRING("service_template"));
	return suggestion.best.length > 0;
}

bool grammar_is_tosca(const struct syntax_tree *tree)
{
	static const char *const telling[] = {"tosca_definitions_version", "topology_template",
		"service_template", "node_types", "relationship_types", "capability_types",
		"artifact_types", "interface_types", "policy_types", "group_types",
		"dsl_definitions"};
	struct node root = syntax_tree_root(tree);
	for (size_t i = 0; i < sizeof(telling) / sizeof(*telling); i++)
		if (!node_is_absent(node_get(root, telling[i])))
			return true;
	if (node_kind(root) == NODE_SCALAR) /* the first line, before it has a colon */
		return string_starts_with(node_text(root), "tosca");
	for (uint32_t i = 0; i < node_count(root) && node_kind(root) == NODE_MAPPING; i++)
		if (is_nearly_telling(node_text(node_entry(root, i).key)))
			return true;
	return false;
}

struct grammar_context grammar_context(const struct syntax_tree *tree)
{
	struct node root = syntax_tree_root(tree);
	return (struct grammar_context){
		.version = grammar_version(tree),
		.is_variable =
			!node_is_null(
				node_get(node_get(root, "topology_template"), "variability")) ||
			!node_is_null(node_get(node_get(root, "service_template"), "variability")),
	};
}
