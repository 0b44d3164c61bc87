#include "analyzer/ide/names/beside.h"

#include "analyzer/ide/cursor/names.h"
#include "analyzer/language/diagnostics/setting_rows.h"
#include "analyzer/text/path.h"
#include "analyzer/variability/inputs/variability_test.h"

enum {
	FOLDERS_ABOVE = 3,
	MOST_CANDIDATES = 200, /* files of a folder that are looked at */
};

struct search {
	const struct files *files;
	struct arena *arena;
	struct string path;
	enum grammar_file kind;
	struct string found;
};

bool beside_has_names(enum grammar_file kind)
{
	return kind == GRAMMAR_FILE_TEST || kind == GRAMMAR_FILE_RULES ||
	       kind == GRAMMAR_FILE_CONDITIONS || kind == GRAMMAR_FILE_INPUTS;
}

/* ---- who names rules and conditions ---- */

static const char *keyname_of(enum grammar_file kind)
{
	return kind == GRAMMAR_FILE_RULES ? "qualities" : "type_specific_conditions";
}

static bool leads_here(const struct search *search, struct string template, struct string path)
{
	struct string named = files_beside(search->arena, template, path);
	return string_equal(path_normalize(named, search->arena), search->path);
}

/* What the template names, or where it looks if it names nothing. */
static bool names_it(const struct search *search, struct string template, struct node variability)
{
	struct node named = node_get(variability, keyname_of(search->kind));
	if (!node_is_null(named))
		return node_is_string(named) && leads_here(search, template, node_text(named));
	return search->kind == GRAMMAR_FILE_RULES
		       ? leads_here(search, template, STRING("qualities.yaml")) ||
				 leads_here(search, template, STRING("lib/qualities.yaml"))
		       : leads_here(search, template, STRING("type-specific-conditions.yaml"));
}

static bool is_template_of(const struct search *search, struct string path)
{
	if (!files_mention(search->files, path, STRING("variability")))
		return false;
	struct syntax_tree *tree = files_read(search->files, path);
	struct node variability = tree ? names_variability(tree) : (struct node){0};
	bool is_it = !node_is_absent(variability) && names_it(search, path, variability);
	syntax_tree_release(tree);
	return is_it;
}

static void look_into(struct search *search, struct string folder, bool deeper)
{
	size_t count = 0;
	const struct file_entry *entries = files_list(search->files, folder, search->arena, &count);
	for (size_t i = 0; i < count && i < MOST_CANDIDATES && !search->found.length; i++) {
		struct string path = path_join(search->arena, folder, entries[i].name);
		if (entries[i].is_link || string_starts_with(entries[i].name, "."))
			continue;
		if (entries[i].is_folder && deeper)
			look_into(search, path, false);
		else if (!entries[i].is_folder &&
			 (string_ends_with(path, ".yaml") || string_ends_with(path, ".yml")) &&
			 is_template_of(search, path))
			search->found = path;
	}
}

/* Beside it, above it, and in the folders that lie there. */
static struct string template_naming(struct search *search)
{
	struct string folder = path_folder(search->path);
	for (int i = 0; i < FOLDERS_ABOVE && folder.length > 0 && !search->found.length; i++) {
		look_into(search, folder, false);
		folder = path_folder(folder);
	}
	folder = path_folder(path_folder(search->path));
	if (!search->found.length && folder.length > 1)
		look_into(search, folder, true);
	return search->found;
}

/* ---- all of them ---- */

static bool is_inputs(const struct variability_test *test, struct string path,
	const struct files *files, struct arena *arena)
{
	return string_equal(path, variability_test_inputs_path(arena, files, test));
}

/* A file that has just begun is what the template that names it takes it for. */
static void find_by_name(struct search *search, struct beside *beside)
{
	static const enum grammar_file kinds[] = {GRAMMAR_FILE_RULES, GRAMMAR_FILE_CONDITIONS};
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds) && !beside->template.length; i++) {
		search->kind = kinds[i];
		beside->template = template_naming(search);
		if (beside->template.length > 0)
			beside->kind = kinds[i];
	}
}

static bool has_just_begun(const struct syntax_tree *tree)
{
	struct node root = syntax_tree_root(tree);
	return node_kind(root) == NODE_ABSENT || node_kind(root) == NODE_SCALAR;
}

struct beside beside_of(const struct syntax_tree *tree, struct string path,
	const struct files *files, struct arena *arena)
{
	struct beside beside = {.kind = grammar_file_kind(tree)};
	struct search search = {files, arena, path_normalize(path, arena), beside.kind, {0}};
	struct variability_test test;
	if (string_is(path_name(search.path), PROJECT_SETTINGS_NAME))
		return (struct beside){.kind = GRAMMAR_FILE_SETTINGS};
	if (string_is(path_name(search.path), "TOSCA.meta"))
		return (struct beside){.kind = GRAMMAR_FILE_META};
	switch (beside.kind) {
	case GRAMMAR_FILE_RULES:
	case GRAMMAR_FILE_CONDITIONS:
		beside.template = template_naming(&search);
		break;
	case GRAMMAR_FILE_TEST:
	case GRAMMAR_FILE_OTHER:
		if (!variability_test_of_file(arena, files, search.path, &test)) {
			if (has_just_begun(tree))
				find_by_name(&search, &beside);
			break;
		}
		if (is_inputs(&test, search.path, files, arena))
			beside.kind = GRAMMAR_FILE_INPUTS;
		else if (string_equal(search.path, test.configured_in))
			beside.kind = GRAMMAR_FILE_TEST;
		beside.template = variability_test_template(arena, files, &test);
		break;
	case GRAMMAR_FILE_TOSCA:
		if (variability_test_of_file(arena, files, search.path, &test) &&
			string_equal(search.path, variability_test_expected(arena, files, &test)))
			beside.template = variability_test_template(arena, files, &test);
		break;
	default:
		break;
	}
	return beside;
}
