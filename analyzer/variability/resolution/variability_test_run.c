#include "analyzer/variability/resolution/variability_test_run.h"

#include "analyzer/model/types/files.h"
#include "analyzer/variability/resolution/difference.h"
#include "analyzer/variability/resolution/template_resolution.h"
#include "analyzer/variability/values/value_reader.h"

#include <string.h>

struct run {
	struct arena *arena;
	const struct files *files;
	const struct variability_test *test;
	struct string expected; /* path; it may be missing */
	struct variability_test_result result;
	struct string reason; /* of its error, where that needs one */
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
	size_t hits = 0, length = 0, start = 0, hit;
	char *bytes;

	while ((hit = string_find(text, start, find)) < text.length) {
		start = hit + find.length;
		hits++;
	}
	bytes = arena_allocate(arena, text.length + hits * replacement.length + 1, 1);
	for (start = 0; start < text.length; start = hit + find.length) {
		hit = string_find(text, start, find);
		memcpy(bytes + length, text.bytes + start, hit - start);
		length += hit - start;
		if (hit == text.length)
			break;
		memcpy(bytes + length, replacement.bytes, replacement.length);
		length += replacement.length;
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

/* What could not be solved is not told alone. */
static struct string with_reason(const struct run *run, struct string error)
{
	return run->reason.length > 0 ? arena_join(run->arena, error, ": ", run->reason) : error;
}

static void expect_template(struct run *run, struct string error)
{
	struct syntax_tree *tree = files_read(run->files, run->expected);

	if (error.length > 0)
		fail(run, tree ? run->expected : run->test->configured_in, (struct range){0, 0},
			with_reason(run,
				arena_format(run->arena, "error: %.*s", STRING_ARGUMENTS(error))));
	else if (!tree)
		fail_configuration(run, "expected",
			arena_format(run->arena, "%.*s cannot be read",
				STRING_ARGUMENTS(run->expected)));
	else if (!file_is_valid(run->arena, tree))
		fail(run, run->expected, (struct range){0, 0},
			file_invalid_text(run->arena, tree, run->expected));
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
			with_reason(run,
				arena_format(run->arena, "expected error: %.*s, got error: %.*s",
					STRING_ARGUMENTS(expected), STRING_ARGUMENTS(error))));
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
	struct template_refusal refusal = {0};

	if (!tree)
		return file_fault_text(run->arena, run->files, run->result.template);
	resolution.tree = tree;
	writer = yaml_writer_create();
	if (variability_test_inputs(
		    run->arena, run->files, test, &resolution.inputs, &refusal.error) &&
		template_resolve(run->arena, &resolution, writer, &refusal))
		run->result.resolved =
			replaced(run, arena_copy(run->arena, yaml_writer_text(writer)));
	yaml_writer_destroy(writer);
	syntax_tree_release(tree);
	run->reason = refusal.reason;
	return refusal.is_broken ? arena_join(run->arena, refusal.place, ": ", refusal.error)
				 : refusal.error;
}

static bool expects_something(const struct run *run)
{
	return run->test->error.bytes || value_get(run->test->configuration, STRING("expected")) ||
	       files_have(run->files, run->expected);
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
		fail_configuration(&run, "template",
			STRING("has no template: say which with \"template: ../../FILE.yaml\" in "
			       "test.yaml, or "
			       "call it service-template.yaml"));
		return run.result;
	}
	run.result.error = resolve(&run, cancelled);
	if (!expects_something(&run))
		fail_configuration(&run, "",
			STRING("expects neither a template nor an error: write "
			       "expected.yaml, as \"vtosca test --update\" does, or \"error: …\" "
			       "in "
			       "test.yaml"));
	else if (test->error.bytes)
		expect_error(&run, run.result.error);
	else
		expect_template(&run, run.result.error);
	return run.result;
}
