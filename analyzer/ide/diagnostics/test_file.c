#include "analyzer/ide/diagnostics/test_file.h"

#include "analyzer/ide/diagnostics/assigned_inputs.h"
#include "analyzer/ide/diagnostics/unknown_names.h"
#include "analyzer/model/grammar/grammar.h"
#include "analyzer/text/path.h"

static void check_preset(
	struct diagnostics *diagnostics, const struct syntax_tree *template, struct node name)
{
	if (node_kind(name) == NODE_SCALAR && !node_is_null(name) &&
		node_is_absent(names_find(template, DECLARED_PRESET, node_text(name)).key))
		unknown_name_report(diagnostics, DIAGNOSTIC_CODE_UNKNOWN_PRESET, template,
			DECLARED_PRESET, name);
}

/* "presets: dev" and "presets: [dev, small]". */
static void check_presets(
	struct diagnostics *diagnostics, const struct syntax_tree *template, struct node named)
{
	uint32_t count = node_kind(named) == NODE_SEQUENCE ? node_count(named) : 0;
	check_preset(diagnostics, template, named);
	for (uint32_t i = 0; i < count; i++)
		check_preset(diagnostics, template, node_item(named, i));
}

/* Where there is no expected result yet, it can be recorded. */
static void check_file(const struct variability_test *test, struct diagnostics *diagnostics,
	const struct files *files, struct node name, bool must_exist)
{
	if (node_kind(name) == NODE_SCALAR && !node_is_null(name) && !node_is_string(name))
		diagnostics_add(diagnostics, DIAGNOSTIC_CODE_WRONG_SHAPE, name,
			"Expected the path of a file: as \"%.*s\" is no string, it is not read",
			STRING_ARGUMENTS(node_text(name)));
	if (!must_exist || !node_is_string(name) ||
		files_have(files, path_join(diagnostics->arena, test->folder, node_text(name))))
		return;
	diagnostics_add(diagnostics, DIAGNOSTIC_CODE_MISSING_FILE, name,
		"File \"%.*s\" does not exist", STRING_ARGUMENTS(node_text(name)));
}

struct diagnostics test_file_check(const struct variability_test *test, struct string path,
	const struct syntax_tree *tree, const struct files *files, struct arena *arena)
{
	struct diagnostics diagnostics = diagnostics_in(arena);
	struct node root = syntax_tree_root(tree);
	struct string template_path = variability_test_template(arena, files, test);
	struct syntax_tree *template =
		template_path.length ? files_read(files, template_path) : NULL;
	bool is_configuration = string_equal(path, test->configured_in);
	if (is_configuration) {
		/* With other keynames beside those of a test, its place tells that it is one. */
		if (template && variability_test_is_told(test) &&
			grammar_file_kind(tree) == GRAMMAR_FILE_OTHER)
			grammar_check_as(tree, GRAMMAR_FILE_TEST, &diagnostics);
		check_file(test, &diagnostics, files, node_get(root, "template"), true);
		check_file(test, &diagnostics, files, node_get(root, "inputs"), true);
		check_file(test, &diagnostics, files, node_get(root, "expected"), false);
	}
	if (template && is_configuration) {
		check_presets(&diagnostics, template, node_get(root, "presets"));
	} else if (template &&
		   string_equal(path, variability_test_inputs_path(arena, files, test))) {
		struct types *types = types_create(template, template_path, files, NULL);
		struct diagnostics found = assigned_inputs_check(types, tree, arena);
		for (size_t i = 0; i < found.count; i++)
			found.items[i].related_count = 0; /* the template is another file */
		diagnostics_append(&diagnostics, &found);
		types_release(types);
	}
	syntax_tree_release(template);
	return diagnostics;
}
