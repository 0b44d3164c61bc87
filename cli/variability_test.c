#include "cli/variability_test.h"

#include "analyzer/syntax/syntax_tree.h"
#include "analyzer/variability/value_reader.h"
#include "cli/difference.h"
#include "cli/disk_files.h"
#include "cli/resolution.h"

#include <string.h>

static const char *const template_names[] = {"vst.yaml", "variable-service-template.yaml",
	"service-template.yaml", "template.yaml", NULL};
static const char *const expected_names[] = {"est.yaml", "expected.yaml", NULL};
static const char *const inputs_names[] = {"inputs.yaml", "inputs.xml", NULL};

struct variability_test {
	struct arena *arena;
	FILE *stream; /* for what goes wrong */
	struct string folder;
	struct value configuration; /* test.yaml, or nothing */
	struct resolution_request request;
	struct string expected; /* path */
	struct string error;    /* expected error; no bytes: none */
};

static struct string first_file(struct arena *arena, struct string folder, const char *const *names)
{
	for (; *names; names++) {
		struct string path = disk_path_join(arena, folder, string_from(*names));

		if (disk_file_exists(arena, path))
			return path;
	}
	return (struct string){0};
}

bool variability_test_exists(struct arena *arena, struct string folder)
{
	return disk_file_exists(arena, disk_path_join(arena, folder, STRING("test.yaml"))) ||
	       first_file(arena, folder, expected_names).length > 0;
}

/* "a/tests/b" gives "a" */
static struct string tested_folder(struct string folder)
{
	size_t end = folder.length;
	struct string parent;

	while (end > 0 && folder.bytes[end - 1] == '/')
		end--;
	while (end > 0 && folder.bytes[end - 1] != '/')
		end--;
	parent = string_slice(folder, 0, end);
	if (string_is(parent, "tests/"))
		return STRING(".");
	if (!string_ends_with(parent, "/tests/"))
		return (struct string){0};
	return string_slice(parent, 0, parent.length - strlen("tests/"));
}

static bool read_document(
	const struct variability_test *test, struct string path, struct value *document)
{
	struct string text;
	struct syntax_tree *tree;
	size_t errors;

	if (!disk_file_read(test->arena, path, &text)) {
		fprintf(test->stream, "    %.*s cannot be read\n", STRING_ARGUMENTS(path));
		return false;
	}
	tree = syntax_tree_create(text);
	syntax_tree_errors(tree, test->arena, &errors);
	*document = value_detach(test->arena, value_from_node(test->arena, syntax_tree_root(tree)));
	syntax_tree_release(tree);
	if (errors > 0)
		fprintf(test->stream, "    %.*s is no valid YAML\n", STRING_ARGUMENTS(path));
	return errors == 0;
}

/* A file named in test.yaml, or else the first of those with a customary name. */
static struct string file_of(
	const struct variability_test *test, const char *key, const char *const *names)
{
	const struct value *path = value_get(test->configuration, string_from(key));

	if (path && path->kind == VALUE_STRING)
		return disk_path_join(test->arena, test->folder, path->string);
	return first_file(test->arena, test->folder, names);
}

static void read_presets(struct variability_test *test)
{
	const struct value *presets = value_get(test->configuration, STRING("presets"));
	size_t count = 1;
	struct string *names;

	if (!presets || presets->kind == VALUE_NONE)
		return;
	if (presets->kind == VALUE_LIST)
		count = presets->list->count;
	names = arena_allocate(test->arena, count, sizeof(*names));
	for (size_t i = 0; i < count; i++)
		names[i] = value_text(test->arena,
			presets->kind == VALUE_LIST ? presets->list->items[i] : *presets);
	test->request.presets = names;
	test->request.preset_count = count;
}

static bool read_test(struct variability_test *test)
{
	struct string path = disk_path_join(test->arena, test->folder, STRING("test.yaml"));
	const struct value *error;

	if (disk_file_exists(test->arena, path) && !read_document(test, path, &test->configuration))
		return false;
	read_presets(test);
	error = value_get(test->configuration, STRING("error"));
	if (error && error->kind == VALUE_STRING)
		test->error = error->string;
	test->expected = file_of(test, "expected", expected_names);
	test->request.inputs = file_of(test, "inputs", inputs_names);
	test->request.template = file_of(test, "template", template_names);
	if (test->request.template.length == 0)
		test->request.template =
			first_file(test->arena, tested_folder(test->folder), template_names);
	if (test->request.template.length == 0)
		fputs("    has no template\n", test->stream);
	else if (test->expected.length == 0 && !test->error.bytes)
		fputs("    expects neither a template nor an error\n", test->stream);
	else
		return true;
	return false;
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
static struct string replaced(const struct variability_test *test, struct string text)
{
	const struct value *pairs = value_get(test->configuration, STRING("replace"));

	if (!pairs || pairs->kind != VALUE_LIST)
		return text;
	for (size_t i = 0; i < pairs->list->count; i++) {
		struct value pair = pairs->list->items[i];

		if (pair.kind == VALUE_LIST && pair.list->count == 2)
			text = replace_all(test->arena, text,
				value_text(test->arena, pair.list->items[0]),
				value_text(test->arena, pair.list->items[1]));
	}
	return text;
}

static bool result_is_expected(const struct variability_test *test, struct string text)
{
	struct syntax_tree *tree = syntax_tree_create(replaced(test, text));
	const struct value *merge = value_get(test->configuration, STRING("merge"));
	struct value expected, actual;
	bool equal = false;

	if (read_document(test, test->expected, &expected)) {
		if (merge)
			expected = value_merge(test->arena, expected, *merge);
		actual = value_from_node(test->arena, syntax_tree_root(tree));
		equal = value_equal(expected, actual);
		if (!equal)
			difference_print(test->stream, expected, actual);
	}
	syntax_tree_release(tree);
	return equal;
}

static bool outcome_is_expected(const struct variability_test *test,
	enum resolution_outcome outcome, struct string error, struct string text)
{
	if (!test->error.bytes) {
		if (outcome == RESOLUTION_WRITTEN)
			return result_is_expected(test, text);
		fprintf(test->stream, "    error: %.*s\n", STRING_ARGUMENTS(error));
		return false;
	}
	if (outcome != RESOLUTION_WRITTEN && string_equal(error, test->error))
		return true;
	fprintf(test->stream, "    expected error: %.*s\n", STRING_ARGUMENTS(test->error));
	if (outcome == RESOLUTION_WRITTEN)
		fputs("    but a template was resolved\n", test->stream);
	else
		fprintf(test->stream, "    got error:      %.*s\n", STRING_ARGUMENTS(error));
	return false;
}

bool variability_test_passes(struct arena *arena, struct string folder, FILE *stream)
{
	struct variability_test test = {.arena = arena, .stream = stream, .folder = folder};
	struct yaml_writer *writer = yaml_writer_create();
	enum resolution_outcome outcome;
	struct string error;
	bool passes = false;

	if (read_test(&test)) {
		outcome = resolve_template(arena, &test.request, writer, &error);
		passes = outcome_is_expected(&test, outcome, error, yaml_writer_text(writer));
	}
	yaml_writer_destroy(writer);
	return passes;
}
