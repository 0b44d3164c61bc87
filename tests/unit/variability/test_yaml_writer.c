/* What is written reads back as the same document. */
#include "analyzer/syntax/tree/syntax_tree.h"
#include "analyzer/syntax/writer/yaml_writer.h"
#include "analyzer/variability/values/value_writer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct value parse(struct arena *arena, struct string text, struct syntax_tree **tree)
{
	size_t errors;

	*tree = syntax_tree_create(text);
	syntax_tree_errors(*tree, arena, &errors);
	if (errors > 0)
		fail_msg("not valid: %.*s", STRING_ARGUMENTS(text));
	return value_from_node(arena, syntax_tree_root(*tree));
}

static void check_written(struct arena *arena, struct value expected, struct yaml_writer *writer)
{
	struct syntax_tree *tree;
	struct string text = yaml_writer_text(writer);
	struct value actual = parse(arena, text, &tree);

	if (!value_equal(expected, actual))
		fail_msg("%.*s\nreads back from\n%.*s\nas %.*s",
			STRING_ARGUMENTS(value_json(arena, expected)), STRING_ARGUMENTS(text),
			STRING_ARGUMENTS(value_json(arena, actual)));
	syntax_tree_release(tree);
	yaml_writer_destroy(writer);
}

/* Once copied node by node, once by its values alone. */
static void check_round_trip(const char *text)
{
	struct arena *arena = arena_create();
	struct syntax_tree *tree;
	struct value value = parse(arena, string_from(text), &tree);
	struct yaml_writer *writer = yaml_writer_create();

	yaml_writer_node(writer, syntax_tree_root(tree));
	check_written(arena, value, writer);
	writer = yaml_writer_create();
	value_write(writer, arena, value);
	check_written(arena, value, writer);
	syntax_tree_release(tree);
	arena_destroy(arena);
}

static void collections(void **state)
{
	(void)state;
	check_round_trip("a: 1\nb: {c: [1, 2, {d: e}], f: {}}\ng: []\n");
	check_round_trip("- - a\n  - b\n- c: d\n  e:\n  - f\n- []\n- {}\n");
	check_round_trip("{}\n");
	check_round_trip("[[[]], {a: [{b: c}]}]\n");
	check_round_trip("a: &x {b: 1}\nc: *x\nd: {<<: *x, e: 2}\n");
	check_round_trip("'key with: colon': 1\n\"line\\nbreak\": 2\n'1': 3\n'': 4\ntrue: 5\n");
}

static void scalars(void **state)
{
	(void)state;
	check_round_trip("[null, ~, true, 'true', 1, '1', 1.5, '1.5', 0x1F, '0x1F', 1e21, .inf]\n");
	check_round_trip("a:\nb: ''\nc: ~\n");
	check_round_trip("[2023-01-01, '2023-01-01', 2023-01-01T10:00:00Z, 12, 012]\n");
	check_round_trip(
		"['- a', '# b', 'c: d', 'e #f', '*g', '&h', '!i', '%j', '@k', '`l', ' m ']\n");
	check_round_trip(
		"[\"tab\\t\", \"line\\n\", \"\\u0000\\u0085\\u2028\\ufeff\", \"'\\\"\\\\\"]\n");
	check_round_trip("[yes, 'null', \"NULL\", Null, '~', '.nan', '-', '?', '', 'ä', 😀]\n");
	check_round_trip("a: plain text\n  over lines\nb: c, d [e] {f}\n");
}

static void lines(void **state)
{
	(void)state;
	check_round_trip("a: |\n  x\n    y\n\n  z\nb: |-\n  x\n  y\nc: |+\n  x\n\n\nd: 1\n");
	check_round_trip("a: >\n  x\n  y\n\n  z\nb: 'first\n\n  second'\n");
	check_round_trip("- |2\n    indented\n  text\n- \"\\nfirst\"\n- \"a\\n \\nb\\n\"\n");
	check_round_trip("- - |\n    deep\n    text\n- a:\n    - |+\n      end\n\n");
	check_round_trip("|\n  root\n  text\n");
}

static void strings_that_look_like_others(void **state)
{
	struct arena *arena = arena_create();
	struct yaml_writer *writer = yaml_writer_create();
	static const char *const strings[] = {"", "true", "False", "no", "null", "1", "1e3", "0x1",
		"2023-01-01", "a: b", "a #b", "-", "x\ny", "x\ny\n", " x", "x ", "~", ".5",
		"\xc2\x85"};
	enum {
		COUNT = sizeof(strings) / sizeof(strings[0])
	};
	struct value items[COUNT];

	(void)state;
	yaml_writer_begin_sequence(writer);
	for (size_t i = 0; i < COUNT; i++) {
		items[i] = value_from_string(string_from(strings[i]));
		yaml_writer_string(writer, items[i].string);
	}
	yaml_writer_end_sequence(writer);
	check_written(arena, value_from_list(arena, items, COUNT), writer);
	arena_destroy(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(collections),
		cmocka_unit_test(scalars),
		cmocka_unit_test(lines),
		cmocka_unit_test(strings_that_look_like_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
