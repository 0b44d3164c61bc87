#include "analyzer/model/grammar/grammar_file.h"

#include "analyzer/language/grammar/keynames.h"
#include "analyzer/model/grammar/grammar_shapes.h"
#include "analyzer/model/report/suggestion.h"

/* A key that is nearly one which only TOSCA has: its mistake is worth telling. */
static bool is_nearly_telling(struct string key)
{
	struct suggestion suggestion = suggestion_for(key);
	suggestion_offer(&suggestion, STRING("tosca_definitions_version"));
	suggestion_offer(&suggestion, STRING("topology_template"));
	suggestion_offer(&suggestion, STRING("service_template"));
	return suggestion.best.length > 0;
}

static bool is_tosca(struct node root)
{
	static const char *const telling[] = {"tosca_definitions_version", "topology_template",
		"service_template", "node_types", "relationship_types", "capability_types",
		"artifact_types", "interface_types", "policy_types", "group_types",
		"dsl_definitions"};
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

/* ---- files beside a template ---- */

static bool has(struct node mapping, const char *key)
{
	return !node_is_absent(node_get(mapping, key));
}

/* … possibly misspelt. */
static bool has_nearly(struct node mapping, const char *key)
{
	uint32_t count = node_kind(mapping) == NODE_MAPPING ? node_count(mapping) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct suggestion suggestion =
			suggestion_for(node_text(node_entry(mapping, i).key));
		suggestion_offer(&suggestion, string_from(key));
		if (string_is(suggestion.wanted, key) || suggestion.best.length)
			return true;
	}
	return false;
}

/* Keys that are no keynames of the construct, and nearly none: none, one, or several. */
static uint32_t strangers_to(struct node mapping, enum construct construct)
{
	uint32_t count = node_kind(mapping) == NODE_MAPPING ? node_count(mapping) : 0;
	uint32_t strangers = 0;
	for (uint32_t i = 0; i < count && strangers < 2; i++) {
		struct string key = node_text(node_entry(mapping, i).key);
		struct suggestion suggestion = suggestion_for(key);
		size_t position = 0;
		const struct keyname_row *row;
		while ((row = keyname_next(construct, VERSION_UNKNOWN, &position)))
			suggestion_offer(&suggestion, string_from(row->name));
		strangers += !suggestion.best.length;
	}
	return strangers;
}

static bool has_keynames_of(struct node mapping, enum construct construct)
{
	return node_kind(mapping) == NODE_MAPPING && node_count(mapping) > 0 &&
	       strangers_to(mapping, construct) == 0;
}

/* Other YAML has errors and inputs, too: a test says which variant it is about, and what comes out.
 */
static bool is_test(struct node root)
{
	bool has_variant = has(root, "presets") || has(root, "inputs") || has(root, "template");
	bool has_result = has_nearly(root, "expected") || has(root, "error") ||
			  has(root, "merge") || has(root, "replace");
	bool is_only = has(root, "expected") && node_count(root) == 1;
	/* What chooses presets and has a result is nothing else, whatever stands beside them. */
	if (has(root, "presets") && has_result &&
		strangers_to(root, CONSTRUCT_VARIABILITY_TEST) == 1)
		return true;
	return ((has_variant && has_result) || is_only || has(root, "presets")) &&
	       has_keynames_of(root, CONSTRUCT_VARIABILITY_TEST);
}

static bool is_rule_list(struct node root)
{
	uint32_t count = node_kind(root) == NODE_SEQUENCE ? node_count(root) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node item = node_item(root, i);
		bool is_named = has(item, "technology") || has(item, "component");
		if ((has(item, "technology") && has(item, "component")) ||
			(is_named && has_keynames_of(item, CONSTRUCT_TECHNOLOGY_RULE)))
			return true;
	}
	return false;
}

/* Their sections are called like those of a TOSCA file, and hold conditions instead of types. */
static bool is_condition_file(struct node root)
{
	if (!has_keynames_of(root, CONSTRUCT_TYPE_SPECIFIC_CONDITIONS))
		return false;
	for (uint32_t i = 0; i < node_count(root); i++) {
		struct node section = node_entry(root, i).value;
		for (uint32_t k = 0; node_kind(section) == NODE_MAPPING && k < node_count(section);
			k++) {
			struct node entry = node_entry(section, k).value;
			if (has(entry, "conditions") && !has(entry, "derived_from"))
				return true;
		}
	}
	return false;
}

static bool is_dependencies(struct node root)
{
	struct node list = node_get(root, "dependencies");
	struct node first = node_kind(list) == NODE_SEQUENCE && node_count(list) > 0
				    ? node_item(list, 0)
				    : (struct node){0};
	return has_keynames_of(root, CONSTRUCT_DEPENDENCIES) &&
	       (has(first, "source") || has(first, "target"));
}

enum grammar_file grammar_file_kind(const struct syntax_tree *tree)
{
	struct node root = syntax_tree_root(tree);
	if (has(root, "tosca_definitions_version") || has(root, "topology_template") ||
		has(root, "service_template"))
		return GRAMMAR_FILE_TOSCA;
	if (is_rule_list(root))
		return GRAMMAR_FILE_RULES;
	if (is_condition_file(root))
		return GRAMMAR_FILE_CONDITIONS;
	if (is_test(root))
		return GRAMMAR_FILE_TEST;
	if (is_dependencies(root))
		return GRAMMAR_FILE_DEPENDENCIES;
	if (has(root, "TOSCA-Meta-File-Version") && has_keynames_of(root, CONSTRUCT_META_FILE))
		return GRAMMAR_FILE_META;
	return is_tosca(root) ? GRAMMAR_FILE_TOSCA : GRAMMAR_FILE_OTHER;
}

const struct shape *grammar_shape_of_file(enum grammar_file kind)
{
	switch (kind) {
	case GRAMMAR_FILE_TEST:
		return &grammar_test_shape;
	case GRAMMAR_FILE_RULES:
		return &grammar_rules_shape;
	case GRAMMAR_FILE_CONDITIONS:
		return &grammar_conditions_shape;
	case GRAMMAR_FILE_DEPENDENCIES:
		return &grammar_dependencies_shape;
	case GRAMMAR_FILE_META:
		return &grammar_meta_shape;
	case GRAMMAR_FILE_SETTINGS:
		return &grammar_settings_shape;
	case GRAMMAR_FILE_INPUTS:
		return &grammar_inputs_shape;
	case GRAMMAR_FILE_TOSCA:
	case GRAMMAR_FILE_OTHER:
		break;
	}
	return &grammar_file_shape;
}

bool grammar_is_tosca(const struct syntax_tree *tree)
{
	return grammar_file_kind(tree) == GRAMMAR_FILE_TOSCA;
}
