/* Which language a file is written in. */
#include "analyzer/model/grammar/grammar.h"

#include <string.h>

#include "analyzer/model/report/suggestion.h"

struct node grammar_misspelt_version(const struct syntax_tree *tree)
{
	struct node root = syntax_tree_root(tree);
	uint32_t count = node_kind(root) == NODE_MAPPING ? node_count(root) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(root, i);
		struct string key = node_text(entry.key);
		struct suggestion suggestion = suggestion_for(key);
		suggestion_offer(&suggestion, STRING("tosca_definitions_version"));
		if (suggestion.best.length && !string_equal(key, suggestion.best) &&
			node_is_string(entry.value))
			return entry.value;
	}
	return (struct node){0};
}

/* Nothing names a version that is known: only one of them has service templates. */
static enum definitions_version version_by_content(const struct syntax_tree *tree)
{
	struct node root = syntax_tree_root(tree);
	return node_is_absent(node_get(root, "service_template")) ? VERSION_UNKNOWN
								  : VERSION_TOSCA_2_0;
}

enum definitions_version grammar_version(const struct syntax_tree *tree)
{
	struct node version = node_get(syntax_tree_root(tree), "tosca_definitions_version");
	if (node_is_absent(version))
		version = grammar_misspelt_version(tree);
	if (!node_is_string(version))
		return version_by_content(tree);
	/* A quote that is not closed takes the lines below along. */
	struct string text = node_text(version);
	if (string_starts_with(text, "\"") || string_starts_with(text, "'"))
		text = string_slice(text, 1, text.length);
	for (size_t i = 0; i < text.length; i++)
		if (text.bytes[i] == ' ' || text.bytes[i] == '\n')
			text.length = i;
	enum definitions_version known = definitions_version_find(text);
	if (known == VERSION_UNKNOWN)
		known = definitions_version_find(grammar_version_meant(text));
	return known == VERSION_UNKNOWN && !definitions_version_is_foreign(text)
		       ? version_by_content(tree)
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
	/* Of several that are as near, the newest: "tosca_simple_yaml_1_7" is none of the oldest.
	 */
	for (size_t i = VERSION_COUNT; i-- > 0;)
		suggestion_offer(&suggestion,
			string_from(definitions_version_row((enum definitions_version)i)->name));
	return definitions_version_is_foreign(text) ? STRING("") : suggestion.best;
}

bool grammar_is_foreign(const struct syntax_tree *tree)
{
	return definitions_version_is_foreign(
		node_text(node_get(syntax_tree_root(tree), "tosca_definitions_version")));
}

struct node_entry grammar_template(const struct syntax_tree *tree)
{
	struct node root = syntax_tree_root(tree);
	struct node_entry template = node_find(root, STRING("topology_template"));
	return node_is_null(template.value) ? node_find(root, STRING("service_template"))
					    : template;
}

struct grammar_context grammar_context(const struct syntax_tree *tree)
{
	return (struct grammar_context){
		.version = grammar_version(tree),
		.is_variable = !node_is_null(node_get(grammar_template(tree).value, "variability")),
	};
}
