#include "analyzer/variability/variability_test.h"

#include "analyzer/text/path.h"
#include "analyzer/variability/difference.h"
#include "analyzer/variability/inputs_file.h"
#include "analyzer/variability/template_resolution.h"
#include "analyzer/variability/value_reader.h"

#include <string.h>

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

static bool file_exists(const struct files *files, struct string path)
{
	struct syntax_tree *tree = files_read(files, path);

	syntax_tree_release(tree);
	return tree != NULL;
}

/* Empty if none of them exists. */
static struct string first_file(struct arena *arena, const struct files *files,
	struct string folder, const char *const *names)
{
	for (; *names; names++) {
		struct string path = in_folder(arena, folder, string_from(*names));

		if (file_exists(files, path))
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
		path = first_file(arena, files, test->folder, template_names);
	if (path.length == 0 && above.length > 0)
		path = first_file(arena, files, above, template_names);
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

static struct string invalid(struct arena *arena, struct string path)
{
	return arena_format(arena, "%.*s is no valid YAML", STRING_ARGUMENTS(path));
}

static bool is_valid(struct arena *arena, const struct syntax_tree *tree)
{
	size_t errors;

	syntax_tree_errors(tree, arena, &errors);
	return errors == 0;
}

/* False if there is no test.yaml, or one that is a template of this name. */
static bool read_configuration(
	struct arena *arena, const struct files *files, struct variability_test *test)
{
	struct syntax_tree *tree = files_read(files, test->configured_in);
	const struct value *error, *template;

	if (!tree)
		return false;
	if (!is_valid(arena, tree))
		test->fault = invalid(arena, test->configured_in);
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

/* Anybody may call a file expected.yaml: without a test.yaml, there must be what is tested. */
static bool is_whole(
	struct arena *arena, const struct files *files, const struct variability_test *test)
{
	return test->configuration.kind != VALUE_NONE ||
	       variability_test_template(arena, files, test).length > 0;
}

bool variability_test_of_file(struct arena *arena, const struct files *files, struct string path,
	struct variability_test *test)
{
	struct string folder = path_folder(path);
	struct string configuration = in_folder(arena, folder, STRING("test.yaml"));

	if (!has_name(path, expected_names) && !has_name(path, inputs_names) &&
		!file_exists(files, configuration))
		return false;
	return variability_test_read(arena, files, folder, test) && is_whole(arena, files, test) &&
	       (string_equal(path, test->configured_in) ||
		       string_equal(path, variability_test_expected(arena, files, test)) ||
		       string_equal(path, file_of(arena, files, test, "inputs", inputs_names)));
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

bool variability_test_is_about(struct arena *arena, const struct files *files,
	const struct variability_test *test, struct string path)
{
	struct string template = variability_test_template(arena, files, test);

	return template.length == 0 || string_equal(path_name(template), path_name(path));
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
		*error = template_resolution_missing(arena, path);
		return false;
	}
	all.end = syntax_tree_length(tree);
	*inputs = inputs_file_read(arena, path, syntax_tree_text(tree, all, arena), error);
	syntax_tree_release(tree);
	return error->length == 0;
}

/* ---- running ---- */

struct run {
	struct arena *arena;
	const struct files *files;
	const struct variability_test *test;
	struct string expected; /* path; it may be missing */
	struct variability_test_result result;
	struct variability_failure *failures;
	size_t capacity;
};

static void fail(struct run *run, struct string file, struct range range, struct string text)
{
	size_t count = run->result.failure_count++;

	run->failures = arena_reserve(
		run->arena, run->failures, count, &run->capacity, sizeof(*run->failures));
	run->failures[count] = (struct variability_failure){text, file, range};
	run->result.failures = run->failures;
}

/* What test.yaml says of `key`; its beginning if it says nothing. */
static struct range configured_range(const struct run *run, const char *key)
{
	struct syntax_tree *tree = files_read(run->files, run->test->configured_in);
	struct range range = {0, 0};

	if (tree)
		range = node_range(node_get(syntax_tree_root(tree), key));
	syntax_tree_release(tree);
	return range;
}

static void fail_configuration(struct run *run, const char *key, struct string text)
{
	fail(run, run->test->configured_in, configured_range(run, key), text);
}

static struct string replace_all(
	struct arena *arena, struct string text, struct string find, struct string replacement)
{
	size_t hits = 0, length = 0;
	char *bytes;

	if (find.length == 0 || find.length > text.length)
		return text;
	for (size_t i = 0; i + find.length <= text.length; i++)
		hits += memcmp(text.bytes + i, find.bytes, find.length) == 0;
	bytes = arena_allocate(arena, text.length + hits * replacement.length + 1, 1);
	for (size_t i = 0; i < text.length;) {
		if (i + find.length <= text.length &&
			memcmp(text.bytes + i, find.bytes, find.length) == 0) {
			memcpy(bytes + length, replacement.bytes, replacement.length);
			length += replacement.length;
			i += find.length;
		} else {
			bytes[length++] = text.bytes[i++];
		}
	}
	return (struct string){bytes, length};
}

/* `replace`: pairs of texts, applied to the output before it is read back. */
static struct string replaced(const struct run *run, struct string text)
{
	const struct value *pairs = value_get(run->test->configuration, STRING("replace"));

	if (!pairs || pairs->kind != VALUE_LIST)
		return text;
	for (size_t i = 0; i < pairs->list->count; i++) {
		struct value pair = pairs->list->items[i];

		if (pair.kind == VALUE_LIST && pair.list->count == 2)
			text = replace_all(run->arena, text,
				value_text(run->arena, pair.list->items[0]),
				value_text(run->arena, pair.list->items[1]));
	}
	return text;
}

/* A scalar; of anything larger its key, or its first line. */
static struct range shown_range(struct arena *arena, struct node node)
{
	struct range range = node_range(node);
	struct string text;
	size_t length = 0;

	if (node_is_absent(node) || node_kind(node) == NODE_SCALAR)
		return range;
	if (!node_is_absent(node_key(node)))
		return node_range(node_key(node));
	text = syntax_tree_text(node.tree, range, arena);
	while (length < text.length && text.bytes[length] != '\n')
		length++;
	range.end = range.start + (uint32_t)length;
	return range;
}

static void compare(struct run *run, struct syntax_tree *expected_tree)
{
	struct syntax_tree *actual_tree = syntax_tree_create(run->result.resolved);
	struct value actual = value_from_node(run->arena, syntax_tree_root(actual_tree));
	struct value expected = value_from_node(run->arena, syntax_tree_root(expected_tree));
	const struct value *merge = value_get(run->test->configuration, STRING("merge"));
	const struct difference *differences;
	size_t count;

	if (merge)
		expected = value_merge(run->arena, expected, *merge);
	differences = difference_list(run->arena, expected, actual, &count);
	for (size_t i = 0; i < count; i++)
		fail(run, run->expected, shown_range(run->arena, differences[i].place),
			difference_text(run->arena, &differences[i]));
	syntax_tree_release(actual_tree);
}

static void expect_template(struct run *run, struct string error)
{
	struct syntax_tree *tree = files_read(run->files, run->expected);

	if (error.length > 0)
		fail(run, tree ? run->expected : run->test->configured_in, (struct range){0, 0},
			arena_format(run->arena, "error: %.*s", STRING_ARGUMENTS(error)));
	else if (!tree)
		fail_configuration(run, "expected",
			arena_format(run->arena, "%.*s cannot be read",
				STRING_ARGUMENTS(run->expected)));
	else if (!is_valid(run->arena, tree))
		fail(run, run->expected, (struct range){0, 0}, invalid(run->arena, run->expected));
	else
		compare(run, tree);
	syntax_tree_release(tree);
}

static void expect_error(struct run *run, struct string error)
{
	struct string expected = run->test->error;

	if (error.length == 0)
		fail_configuration(run, "error",
			arena_format(run->arena,
				"expected error: %.*s, but a template was resolved",
				STRING_ARGUMENTS(expected)));
	else if (!string_equal(error, expected))
		fail_configuration(run, "error",
			arena_format(run->arena, "expected error: %.*s, got error: %.*s",
				STRING_ARGUMENTS(expected), STRING_ARGUMENTS(error)));
}

/* The error of resolving, empty if there is a resolved template. */
static struct string resolve(struct run *run, const atomic_bool *cancelled)
{
	const struct variability_test *test = run->test;
	struct template_resolution resolution = {.path = run->result.template,
		.files = run->files,
		.presets = test->presets,
		.preset_count = test->preset_count,
		.cancelled = cancelled};
	struct syntax_tree *tree = files_read(run->files, run->result.template);
	struct yaml_writer *writer;
	struct template_refusal refusal;

	if (!tree)
		return template_resolution_missing(run->arena, run->result.template);
	resolution.tree = tree;
	writer = yaml_writer_create();
	if (variability_test_inputs(
		    run->arena, run->files, test, &resolution.inputs, &refusal.error) &&
		template_resolve(run->arena, &resolution, writer, &refusal))
		run->result.resolved =
			replaced(run, arena_copy(run->arena, yaml_writer_text(writer)));
	yaml_writer_destroy(writer);
	syntax_tree_release(tree);
	return refusal.error;
}

static bool expects_something(const struct run *run)
{
	return run->test->error.bytes || value_get(run->test->configuration, STRING("expected")) ||
	       file_exists(run->files, run->expected);
}

struct variability_test_result variability_test_run(struct arena *arena, const struct files *files,
	const struct variability_test *test, const atomic_bool *cancelled)
{
	struct run run = {.arena = arena, .files = files, .test = test};

	run.expected = variability_test_expected(arena, files, test);
	run.result.template = variability_test_template(arena, files, test);
	if (test->fault.length > 0) {
		fail_configuration(&run, "", test->fault);
		return run.result;
	}
	if (run.result.template.length == 0) {
		fail_configuration(&run, "template", STRING("has no template"));
		return run.result;
	}
	run.result.error = resolve(&run, cancelled);
	if (!expects_something(&run))
		fail_configuration(&run, "", STRING("expects neither a template nor an error"));
	else if (test->error.bytes)
		expect_error(&run, run.result.error);
	else
		expect_template(&run, run.result.error);
	return run.result;
}
