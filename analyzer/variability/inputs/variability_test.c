#include "analyzer/variability/inputs/variability_test.h"

#include "analyzer/model/types/files.h"
#include "analyzer/text/path.h"
#include "analyzer/variability/inputs/inputs_file.h"
#include "analyzer/variability/values/value_reader.h"

static const char *const template_names[] = {"vst.yaml", "variable-service-template.yaml",
	"service-template.yaml", "template.yaml", NULL};
static const char *const expected_names[] = {"est.yaml", "expected.yaml", NULL};
static const char *const inputs_names[] = {"inputs.yaml", "inputs.xml", NULL};

/* ---- paths and files ---- */

static struct string in_folder(struct arena *arena, struct string folder, struct string name)
{
	bool is_absolute = name.length > 0 && name.bytes[0] == '/';

	return is_absolute ? path_normalize(name, arena) : path_join(arena, folder, name);
}

/* Empty if none of them exists. */
static struct string first_file(struct arena *arena, const struct files *files,
	struct string folder, const char *const *names)
{
	for (; *names; names++) {
		struct string path = in_folder(arena, folder, string_from(*names));

		if (files_have(files, path))
			return path;
	}
	return (struct string){0};
}

/* A file named in test.yaml, or else the first of those with a customary name. */
static struct string file_of(struct arena *arena, const struct files *files,
	const struct variability_test *test, const char *key, const char *const *names)
{
	const struct value *path = value_get(test->configuration, string_from(key));

	if (path && path->kind == VALUE_STRING)
		return in_folder(arena, test->folder, path->string);
	return first_file(arena, files, test->folder, names);
}

struct string variability_test_customary_template(
	struct arena *arena, const struct files *files, struct string folder)
{
	return first_file(arena, files, folder, template_names);
}

/* "a/tests/b" gives "a"; empty if the folder is not in `tests`. */
static struct string tested_folder(struct string folder)
{
	struct string tests = path_folder(folder);
	struct string above = path_folder(tests);

	if (!string_is(path_name(tests), "tests"))
		return (struct string){0};
	return above.length > 0 ? above : STRING(".");
}

/* As the test says, or else the one two folders above; empty if there is none. */
struct string variability_test_template(
	struct arena *arena, const struct files *files, const struct variability_test *test)
{
	struct string path = test->template;
	struct string above = tested_folder(test->folder);

	if (path.length == 0)
		path = variability_test_customary_template(arena, files, test->folder);
	if (path.length == 0 && above.length > 0)
		path = variability_test_customary_template(arena, files, above);
	return path;
}

/* ---- reading ---- */

static void read_presets(struct arena *arena, struct variability_test *test)
{
	const struct value *presets = value_get(test->configuration, STRING("presets"));
	struct string *names;

	if (!presets || presets->kind == VALUE_NONE)
		return;
	test->preset_count = presets->kind == VALUE_LIST ? presets->list->count : 1;
	names = arena_allocate(arena, test->preset_count, sizeof(*names));
	for (size_t i = 0; i < test->preset_count; i++)
		names[i] = value_text(
			arena, presets->kind == VALUE_LIST ? presets->list->items[i] : *presets);
	test->presets = names;
}

/* False if there is no test.yaml, or one that is a template of this name. */
static bool read_configuration(
	struct arena *arena, const struct files *files, struct variability_test *test)
{
	struct syntax_tree *tree = files_read(files, test->configured_in);
	const struct value *error, *template;

	if (!tree)
		return false;
	if (!file_is_valid(arena, tree))
		test->fault = file_invalid_text(arena, tree, test->configured_in);
	test->configuration = value_detach(arena, value_from_node(arena, syntax_tree_root(tree)));
	syntax_tree_release(tree);
	read_presets(arena, test);
	error = value_get(test->configuration, STRING("error"));
	if (error && error->kind == VALUE_STRING)
		test->error = error->string;
	template = value_get(test->configuration, STRING("template"));
	if (template && template->kind == VALUE_STRING)
		test->template = in_folder(arena, test->folder, template->string);
	return true;
}

bool variability_test_read(struct arena *arena, const struct files *files, struct string folder,
	struct variability_test *test)
{
	folder = path_normalize(folder, arena);
	*test = (struct variability_test){
		.folder = folder,
		.name = path_name(folder),
		.configured_in = in_folder(arena, folder, STRING("test.yaml")),
	};
	return read_configuration(arena, files, test) ||
	       first_file(arena, files, folder, expected_names).length > 0;
}

static bool has_name(struct string path, const char *const *names)
{
	struct string name = path_name(path);

	while (*names && !string_is(name, *names))
		names++;
	return *names != NULL;
}

bool variability_test_is_told(const struct variability_test *test)
{
	static const char *const telling[] = {
		"error", "inputs", "merge", "presets", "replace", "template"};
	for (size_t i = 0; i < sizeof(telling) / sizeof(*telling); i++)
		if (value_get(test->configuration, string_from(telling[i])))
			return true;
	return false;
}

/* Anybody may call a file expected.yaml or test.yaml: unless the latter says what only a test of
 * variability does, there must be what is tested. */
static bool is_whole(
	struct arena *arena, const struct files *files, const struct variability_test *test)
{
	return variability_test_is_told(test) || test->fault.length > 0 ||
	       variability_test_template(arena, files, test).length > 0;
}

/* Beside the folders of tests, of which several may expect the same: the first one tells what it
 * is. */
static bool is_shared_result(struct arena *arena, const struct files *files, struct string path,
	struct variability_test *test)
{
	struct string tests = path_folder(path);
	size_t count;
	const struct file_entry *entries;

	if (!string_is(path_name(tests), "tests"))
		return false;
	entries = files_list(files, tests, arena, &count);
	for (size_t i = 0; i < count; i++)
		if (entries[i].is_folder &&
			variability_test_read(
				arena, files, in_folder(arena, tests, entries[i].name), test) &&
			string_equal(path, variability_test_expected(arena, files, test)) &&
			is_whole(arena, files, test))
			return true;
	return false;
}

bool variability_test_of_file(struct arena *arena, const struct files *files, struct string path,
	struct variability_test *test)
{
	struct string folder = path_folder(path);
	struct string configuration = in_folder(arena, folder, STRING("test.yaml"));

	if (!has_name(path, expected_names) && !has_name(path, inputs_names) &&
		!files_have(files, configuration))
		return is_shared_result(arena, files, path, test);
	return variability_test_read(arena, files, folder, test) && is_whole(arena, files, test) &&
	       (string_equal(path, test->configured_in) ||
		       string_equal(path, variability_test_expected(arena, files, test)) ||
		       string_equal(path, file_of(arena, files, test, "inputs", inputs_names)));
}

bool variability_test_here(struct arena *arena, const struct files *files, struct string template,
	struct variability_test *test)
{
	return variability_test_read(arena, files, path_folder(template), test) &&
	       string_equal(variability_test_template(arena, files, test), template);
}

/* Whether the test is about the template `path`, rather than about another one that it names, has
 * of its own, or has a customary name beside `path`. */
static bool variability_test_is_about(struct arena *arena, const struct files *files,
	const struct variability_test *test, struct string path)
{
	struct string template = variability_test_template(arena, files, test);

	return template.length == 0 || string_equal(path_name(template), path_name(path));
}

const struct variability_test *variability_tests_beside(
	struct arena *arena, const struct files *files, struct string template, size_t *count)
{
	struct string folder = files_beside(arena, template, STRING("tests"));
	size_t entry_count;
	const struct file_entry *entries = files_list(files, folder, arena, &entry_count);
	struct variability_test *tests = arena_allocate(arena, entry_count, sizeof(*tests));

	*count = 0;
	for (size_t i = 0; i < entry_count; i++) {
		if (!entries[i].is_folder || string_ends_with(entries[i].name, "---disabled"))
			continue;
		if (variability_test_read(arena, files, in_folder(arena, folder, entries[i].name),
			    &tests[*count]) &&
			variability_test_is_about(arena, files, &tests[*count], template))
			++*count;
	}
	return tests;
}

struct string variability_test_expected(
	struct arena *arena, const struct files *files, const struct variability_test *test)
{
	struct string path = file_of(arena, files, test, "expected", expected_names);

	return path.length > 0 ? path : in_folder(arena, test->folder, STRING("expected.yaml"));
}

struct string variability_test_inputs_path(
	struct arena *arena, const struct files *files, const struct variability_test *test)
{
	return file_of(arena, files, test, "inputs", inputs_names);
}

bool variability_test_inputs(struct arena *arena, const struct files *files,
	const struct variability_test *test, struct value *inputs, struct string *error)
{
	struct string path = variability_test_inputs_path(arena, files, test);
	struct syntax_tree *tree;
	struct range all = {0, 0};

	*error = STRING("");
	*inputs = value_none();
	if (path.length == 0)
		return true;
	tree = files_read(files, path);
	if (!tree) {
		*error = file_fault_text(arena, files, path);
		return false;
	}
	all.end = syntax_tree_length(tree);
	*inputs = inputs_file_read(arena, path, syntax_tree_text(tree, all, arena), error);
	syntax_tree_release(tree);
	return error->length == 0;
}
