#include "analyzer/syntax/tree/syntax_tree.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct syntax_tree *parse(const char *text)
{
	return syntax_tree_create(string_from(text));
}

/* The only error of the text, whose message it owns until `arena` ends. */
static struct syntax_error only_error(const struct syntax_tree *tree, struct arena *arena)
{
	size_t count;
	const struct syntax_error *errors = syntax_tree_errors(tree, arena, &count);

	assert_int_equal(count, 1);
	return errors[0];
}

static void check_only_error(const char *text, enum syntax_error_kind kind, uint32_t start)
{
	struct arena *arena = arena_create();
	struct syntax_tree *tree = parse(text);
	struct syntax_error error = only_error(tree, arena);

	assert_int_equal(error.kind, kind);
	assert_int_equal(error.range.start, start);
	syntax_tree_release(tree);
	arena_destroy(arena);
}

static void check_text(struct node node, const char *expected)
{
	assert_int_equal(node_text(node).length, strlen(expected));
	assert_memory_equal(node_text(node).bytes, expected, strlen(expected));
}

/* ---- scalars ---- */

static void scalars_are_typed_by_the_core_schema(void **state)
{
	static const struct {
		const char *text;
		enum scalar_type type;
	} rows[] = {
		{"", SCALAR_NULL},
		{"~", SCALAR_NULL},
		{"Null", SCALAR_NULL},
		{"true", SCALAR_BOOLEAN},
		{"FALSE", SCALAR_BOOLEAN},
		{"yes", SCALAR_STRING},
		{"no", SCALAR_STRING},
		{"on", SCALAR_STRING},
		{"12", SCALAR_INTEGER},
		{"0x1F", SCALAR_INTEGER},
		{"-0x1F", SCALAR_STRING},
		{"0b11", SCALAR_STRING},
		{"0o17", SCALAR_INTEGER},
		{"012", SCALAR_INTEGER},
		{"1_000", SCALAR_STRING},
		{"1.5", SCALAR_FLOAT},
		{".5e-3", SCALAR_FLOAT},
		{"1e3", SCALAR_FLOAT},
		{".inf", SCALAR_FLOAT},
		{"-.INF", SCALAR_FLOAT},
		{".nan", SCALAR_FLOAT},
		{"1.2.3", SCALAR_STRING},
		{"2023-01-01", SCALAR_TIMESTAMP},
		{"2023-1-1", SCALAR_STRING},
		{"2023-01-01T00:00:00.000Z", SCALAR_TIMESTAMP},
		{"2001-12-14 21:59:43.10 -5", SCALAR_TIMESTAMP},
		{"10:20", SCALAR_STRING},
		{"'12'", SCALAR_STRING},
		{"!!str 12", SCALAR_STRING},
		{"!!int '12'", SCALAR_INTEGER},
		{"!!int 'x'", SCALAR_STRING},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		char text[64] = "a: ";

		strcat(text, rows[i].text);

		struct syntax_tree *tree = parse(text);

		if (node_scalar_type(node_get(syntax_tree_root(tree), "a")) != rows[i].type)
			print_error("%s\n", rows[i].text);
		assert_int_equal(
			node_scalar_type(node_get(syntax_tree_root(tree), "a")), rows[i].type);
		syntax_tree_release(tree);
	}
}

static void numbers_have_values(void **state)
{
	struct syntax_tree *tree = parse("[0x1F, 0o17, 012, -1.5, 1e3, .inf, text]");
	static const double expected[] = {31, 15, 12, -1.5, 1000, INFINITY};

	(void)state;
	for (uint32_t i = 0; i < 6; i++)
		assert_true(node_number(node_item(syntax_tree_root(tree), i)) == expected[i]);
	assert_true(isnan(node_number(node_item(syntax_tree_root(tree), 6))));
	syntax_tree_release(tree);
}

static void block_scalars_are_decoded_and_placed(void **state)
{
	struct syntax_tree *tree = parse("a: |\n  x\n  y\n\nb: >-\n  one\n  two\n");
	struct node a = node_get(syntax_tree_root(tree), "a");

	(void)state;
	check_text(a, "x\ny\n");
	check_text(node_get(syntax_tree_root(tree), "b"), "one two");
	assert_int_equal(node_range(a).start, 3);
	assert_int_equal(node_range(a).end, 12); /* behind "y" */
	assert_int_equal(node_scalar_style(a), SCALAR_LITERAL);
	syntax_tree_release(tree);
}

/* YAML 1.2, section "Line Break Characters": "non-break characters". */
static void line_separators_are_characters(void **state)
{
	static const char text[] = "a: one\xe2\x80\xa8two\n"
				   "b: \"three\xe2\x80\xa9 \\x34\"\n"
				   "c\xc2\x85: 'five\xc2\x85six' # seven\xc2\x85: eight\n";
	struct arena *arena = arena_create();
	struct syntax_tree *tree = parse(text);
	struct node root = syntax_tree_root(tree);
	size_t count;

	(void)state;
	syntax_tree_errors(tree, arena, &count);
	assert_int_equal(count, 0);
	assert_int_equal(node_count(root), 3);
	check_text(node_get(root, "a"), "one\xe2\x80\xa8two");
	check_text(node_get(root, "b"), "three\xe2\x80\xa9 4");
	check_text(node_get(root, "c\xc2\x85"), "five\xc2\x85six");
	assert_int_equal(syntax_tree_line_count(tree), 4);
	syntax_tree_release(tree);
	arena_destroy(arena);
}

/* ---- aliases and merge keys ---- */

static void aliases_are_followed(void **state)
{
	struct syntax_tree *tree = parse("a: &x {b: 1}\nc: *x\n");
	struct node c = node_get(syntax_tree_root(tree), "c");

	(void)state;
	assert_int_equal(node_kind(c), NODE_MAPPING);
	check_text(node_get(c, "b"), "1");
	assert_int_equal(node_range(c).start, 16); /* of the alias itself */
	syntax_tree_release(tree);
}

/* Other tests compare what is printed with what is printed: here is what that looks like. */
static void trees_are_printed(void **state)
{
	static const char expected[] = "mapping 0-40\n"
				       "  key scalar 0-1 string a\n"
				       "  mapping 3-19 &x\n"
				       "    key scalar 7-8 string b\n"
				       "    sequence 10-18\n"
				       "      - scalar 11-12 integer 1\n"
				       "      - scalar 14-17 string two\n"
				       "  key scalar 20-21 string c\n"
				       "  mapping 23-25 *x\n"
				       "  key scalar 26-27 string d\n"
				       "  sequence 31-40\n"
				       "    - scalar 33-40 string three\n";
	(void)state;
	struct arena *arena = arena_create();
	struct syntax_tree *tree =
		syntax_tree_create(STRING("a: &x {b: [1, two]}\nc: *x\nd:\n  - 'three'\n"));
	assert_true(string_is(syntax_tree_print(tree, arena), expected));
	syntax_tree_release(tree);
	arena_destroy(arena);
}

static void merge_keys_add_what_is_not_there(void **state)
{
	struct syntax_tree *tree =
		parse("a: &a {x: 1, y: 2}\nb: &b {y: 3, z: 4}\nc:\n  <<: [*a, *b]\n  x: own\n");
	struct node c = node_get(syntax_tree_root(tree), "c");

	(void)state;
	assert_int_equal(node_count(c), 3);
	check_text(node_get(c, "x"), "own");
	check_text(node_get(c, "y"), "2");
	check_text(node_get(c, "z"), "4");
	check_text(node_entry(c, 0).key, "x");
	syntax_tree_release(tree);
}

static void odd_aliases_are_errors(void **state)
{
	(void)state;
	check_only_error("a: *x\n", SYNTAX_ERROR_UNKNOWN_ALIAS, 3);
	check_only_error("a: &x [*x]\n", SYNTAX_ERROR_CYCLIC_ALIAS, 7);
	check_only_error("a:\n  <<: 1\n", SYNTAX_ERROR_MERGE_KEY, 9);
}

static void merge_keys_pass_any_number_of_maps(void **state)
{
	enum {
		COUNT = 100
	};
	struct arena *arena = arena_create();
	struct string text = STRING("a0: &a0 {k0: v}\n");
	size_t count;

	(void)state;
	for (unsigned i = 1; i < COUNT; i++)
		text = arena_format(arena, "%.*sa%u: &a%u {<<: *a%u, k%u: v}\n",
			STRING_ARGUMENTS(text), i, i, i - 1, i);

	struct syntax_tree *tree = syntax_tree_create(text);
	struct node last = node_get(syntax_tree_root(tree), "a99");

	syntax_tree_errors(tree, arena, &count);
	assert_int_equal(count, 0);
	assert_int_equal(node_count(last), COUNT);
	check_text(node_get(last, "k0"), "v");
	syntax_tree_release(tree);
	arena_destroy(arena);
}

static void alias_bombs_stand_for_nothing(void **state)
{
	struct arena *arena = arena_create();
	struct string text = STRING("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
	size_t count;

	(void)state;
	for (unsigned i = 1; i < 20; i++) {
		text = arena_format(arena, "%.*sa%u: &a%u [", STRING_ARGUMENTS(text), i, i);
		for (unsigned j = 0; j < 10; j++)
			text = arena_format(arena, "%.*s*a%u%s", STRING_ARGUMENTS(text), i - 1,
				j < 9 ? ", " : "]\n");
	}

	struct syntax_tree *tree = syntax_tree_create(text);
	const struct syntax_error *errors = syntax_tree_errors(tree, arena, &count);

	assert_true(count > 0);
	assert_int_equal(errors[0].kind, SYNTAX_ERROR_ALIAS_BOMB);
	syntax_tree_release(tree);
	arena_destroy(arena);
}

/* ---- broken text ---- */

static void duplicate_keys_name_both_places(void **state)
{
	struct arena *arena = arena_create();
	struct syntax_tree *tree = parse("a: 1\nb: 2\na: 3\n");
	struct syntax_error error = only_error(tree, arena);

	(void)state;
	assert_int_equal(error.kind, SYNTAX_ERROR_DUPLICATE_KEY);
	assert_int_equal(error.range.start, 10);
	assert_int_equal(error.related.start, 0);
	assert_int_equal(error.related.end, 1);
	check_text(node_get(syntax_tree_root(tree), "a"), "1");
	syntax_tree_release(tree);
	arena_destroy(arena);
}

static void a_broken_entry_spoils_itself_only(void **state)
{
	struct arena *arena = arena_create();
	struct syntax_tree *tree = parse("a:\n  b: {c: [d\n  e: 1\nf: 2\n");
	struct node a = node_get(syntax_tree_root(tree), "a");
	struct syntax_error error = only_error(tree, arena);

	(void)state;
	assert_int_equal(error.kind, SYNTAX_ERROR_YAML);
	assert_true(error.range.start >= 5 && error.range.end <= 14); /* in the line of "b" */
	check_text(node_item(node_get(node_get(a, "b"), "c"), 0), "d");
	check_text(node_get(a, "e"), "1");
	check_text(node_get(syntax_tree_root(tree), "f"), "2");
	syntax_tree_release(tree);
	arena_destroy(arena);
}

/* ---- stray lines ---- */

static void stray_lines_are_errors_and_nothing_else(void **state)
{
	static const struct {
		const char *text, *without;
		uint32_t start;
	} rows[] = {
		{"a:\n  ty\n  b: 1\nc: 2\n", "a:\n    \n  b: 1\nc: 2\n", 5},
		{"a: 1\nto\nb: 2\n", "a: 1\n  \nb: 2\n", 5},
		{"to # c\na: 1\n", "      \na: 1\n", 0},
		{"a: 1\nto", "a: 1\n  ", 5},
		{"a:\n  b:\n    c: 1\nx\n    d: 2\n", "a:\n  b:\n    c: 1\n \n    d: 2\n", 17},
		{"a:\n  b:\n    c: 1\n\"x\n    d: 2\n", "a:\n  b:\n    c: 1\n  \n    d: 2\n", 17},
		{"a:\n  b:\n    c: 1\n{x\n    d: 2\n", "a:\n  b:\n    c: 1\n  \n    d: 2\n", 17},
		{"a:\nx\n  b: 1\n", "a:\n \n  b: 1\n", 3},
		{"- a: 1\nx\n  b: 2\n- c\n", "- a: 1\n \n  b: 2\n- c\n", 7},
		{"a:\n  b: 1\n\tc: 2\n\t d: 3\ne: 4\n", "a:\n  b: 1\n     \n      \ne: 4\n", 10},
		{"a: 1\nx\n  y\nb: 2\n", "a: 1\n \n   \nb: 2\n", 5},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct arena *arena = arena_create();
		struct syntax_tree *tree = parse(rows[i].text);
		struct syntax_tree *without = parse(rows[i].without);
		struct string printed = syntax_tree_print(tree, arena);
		struct string expected = syntax_tree_print(without, arena);

		if (!string_equal(printed, expected))
			print_error("%s\n%.*s", rows[i].text, STRING_ARGUMENTS(printed));
		assert_true(string_equal(printed, expected));
		assert_int_equal(only_error(tree, arena).range.start, rows[i].start);
		syntax_tree_release(tree);
		syntax_tree_release(without);
		arena_destroy(arena);
	}
}

static void a_key_without_colon_keeps_its_value(void **state)
{
	static const char *const texts[] = {
		"a:\n  b: 1\nkey\n  c: 2\nd: 3\n",
		"key\n  c: 2\nd: 3\n",
		"a: 1\n'key'\n  c: 2\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		struct arena *arena = arena_create();
		struct syntax_tree *tree = parse(texts[i]);
		struct node key = node_get(syntax_tree_root(tree), "key");

		assert_true(string_is(
			only_error(tree, arena).message, "did not find ':' behind a key"));
		assert_int_equal(node_count(key), 1);
		check_text(node_get(key, "c"), "2");
		syntax_tree_release(tree);
		arena_destroy(arena);
	}
}

static void other_encodings_are_errors(void **state)
{
	struct arena *arena = arena_create();
	struct syntax_tree *tree = parse("a: caf\xe9\nb: 1\n"); /* Latin-1 */
	struct syntax_error error = only_error(tree, arena);

	(void)state;
	assert_int_equal(error.kind, SYNTAX_ERROR_ENCODING);
	assert_int_equal(error.range.start, 6);
	check_text(node_get(syntax_tree_root(tree), "b"), "1");
	syntax_tree_release(tree);
	arena_destroy(arena);
}

static void check_encoding(const char *bytes, size_t length, const char *message)
{
	struct arena *arena = arena_create();
	struct syntax_tree *tree = syntax_tree_of_file((struct string){bytes, length});
	struct syntax_error error = only_error(tree, arena);

	assert_int_equal(error.kind, SYNTAX_ERROR_ENCODING);
	assert_true(string_is(error.message, message));
	syntax_tree_release(tree);
	arena_destroy(arena);
}

static void the_encoding_is_named(void **state)
{
	static const char utf_16[] = "this file is encoded in UTF-16; save it as UTF-8";
	static const char utf_32[] = "this file is encoded in UTF-32; save it as UTF-8";

	(void)state;
	check_encoding("\xff\xfe"
		       "a\0:\0",
		6, utf_16);
	check_encoding("\xfe\xff"
		       "\0a\0:",
		6, utf_16);
	check_encoding("a\0\xe4\0", 4, utf_16);
	check_encoding("a\0:\0", 4, utf_16);
	check_encoding("\0a\0:", 4, utf_16);
	check_encoding("a\0\0\0", 4, utf_32);
	check_encoding("\xff\xfe\0\0a\0\0\0", 8, utf_32);
	check_encoding("\0\0\xfe\xff\0\0\0a", 8, utf_32);
	check_encoding("\xff\xfe", 2, utf_16);
	check_encoding("a: \xfc", 4,
		"byte 0xFC is not UTF-8, in Latin-1 it is \"\xc3\xbc\"; save this file as UTF-8");
	check_encoding("a: \x96", 4, "byte 0x96 is not UTF-8; save this file as UTF-8");
}

static void other_documents_are_reported(void **state)
{
	(void)state;
	check_only_error("a: 1\n---\nb: 2\n", SYNTAX_ERROR_SEVERAL_DOCUMENTS, 5);
}

static void nesting_is_bounded(void **state)
{
	size_t depth = 100000;
	char *text = malloc(depth);

	(void)state;
	memset(text, '[', depth);

	struct syntax_tree *tree = syntax_tree_create((struct string){text, depth});
	struct arena *arena = arena_create();

	assert_int_equal(only_error(tree, arena).kind, SYNTAX_ERROR_YAML);
	arena_destroy(arena);
	syntax_tree_release(tree);
	free(text);
}

/* ---- what an edit costs ---- */

static const char two_nodes[] = "topology_template:\n"
				"  node_templates:\n"
				"    first:\n"
				"      type: a\n"
				"      description: text\n"
				"    second:\n"
				"      type: b\n";

/* Comments that make the text large enough to be split down to node templates. */
static struct string padded(struct arena *arena, const char *text)
{
	return arena_format(arena, "%s%*s\n", text, 4000, "# end");
}

static void an_edit_inside_a_node_template_parses_it_alone(void **state)
{
	struct arena *arena = arena_create();
	struct string text = padded(arena, two_nodes);
	struct syntax_tree *tree = syntax_tree_create(text);
	uint32_t at = (uint32_t)(strstr(two_nodes, "text") - two_nodes);
	struct syntax_tree *edited =
		syntax_tree_edit(tree, (struct text_edit){{at, at}, STRING("more ")});
	const struct syntax_change *change = syntax_tree_change(edited);

	(void)state;
	assert_int_equal(change->reason, REPARSE_SECTION);
	assert_int_equal(change->new_count, 1);
	assert_int_equal(change->parsed_bytes, strlen("    first:\n      type: a\n"
						      "      description: more text\n"));
	assert_true(change->same_shape);
	for (uint32_t i = 0; i < syntax_tree_section_count(tree); i++)
		assert_int_equal(
			syntax_tree_shares_section(tree, i, edited, i), i != change->first_section);
	syntax_tree_release(tree);
	syntax_tree_release(edited);
	arena_destroy(arena);
}

static void references_survive_edits_of_values(void **state)
{
	struct arena *arena = arena_create();
	struct syntax_tree *tree = syntax_tree_create(padded(arena, two_nodes));
	struct node nodes =
		node_get(node_get(syntax_tree_root(tree), "topology_template"), "node_templates");
	struct node type = node_get(node_get(nodes, "second"), "type");
	uint32_t at = (uint32_t)(strstr(two_nodes, "text") - two_nodes);
	struct syntax_tree *edited =
		syntax_tree_edit(tree, (struct text_edit){{at, at + 4}, STRING("other words")});
	struct node same = syntax_tree_node(edited, type.reference);

	(void)state;
	check_text(same, "b");
	assert_int_equal(node_range(same).start, node_range(type).start + 7);
	syntax_tree_release(tree);
	syntax_tree_release(edited);
	arena_destroy(arena);
}

static void another_key_changes_the_shape(void **state)
{
	struct arena *arena = arena_create();
	struct syntax_tree *tree = syntax_tree_create(padded(arena, two_nodes));
	uint32_t at = (uint32_t)(strstr(two_nodes, "description") - two_nodes);
	struct syntax_tree *edited =
		syntax_tree_edit(tree, (struct text_edit){{at, at}, STRING("x")});

	(void)state;
	assert_int_equal(syntax_tree_change(edited)->reason, REPARSE_SECTION);
	assert_false(syntax_tree_change(edited)->same_shape);
	syntax_tree_release(tree);
	syntax_tree_release(edited);
	arena_destroy(arena);
}

static void edits_beyond_the_text_are_clipped(void **state)
{
	struct arena *arena = arena_create();
	struct syntax_tree *tree = parse("a: 1\n");
	struct syntax_tree *edited =
		syntax_tree_edit(tree, (struct text_edit){{100, 200}, STRING("b: 2\n")});

	(void)state;
	check_text(node_get(syntax_tree_root(edited), "b"), "2");
	syntax_tree_release(tree);
	syntax_tree_release(edited);
	arena_destroy(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(scalars_are_typed_by_the_core_schema),
		cmocka_unit_test(numbers_have_values),
		cmocka_unit_test(block_scalars_are_decoded_and_placed),
		cmocka_unit_test(line_separators_are_characters),
		cmocka_unit_test(aliases_are_followed),
		cmocka_unit_test(trees_are_printed),
		cmocka_unit_test(merge_keys_add_what_is_not_there),
		cmocka_unit_test(merge_keys_pass_any_number_of_maps),
		cmocka_unit_test(odd_aliases_are_errors),
		cmocka_unit_test(alias_bombs_stand_for_nothing),
		cmocka_unit_test(duplicate_keys_name_both_places),
		cmocka_unit_test(a_broken_entry_spoils_itself_only),
		cmocka_unit_test(stray_lines_are_errors_and_nothing_else),
		cmocka_unit_test(a_key_without_colon_keeps_its_value),
		cmocka_unit_test(other_encodings_are_errors),
		cmocka_unit_test(the_encoding_is_named),
		cmocka_unit_test(other_documents_are_reported),
		cmocka_unit_test(nesting_is_bounded),
		cmocka_unit_test(an_edit_inside_a_node_template_parses_it_alone),
		cmocka_unit_test(references_survive_edits_of_values),
		cmocka_unit_test(another_key_changes_the_shape),
		cmocka_unit_test(edits_beyond_the_text_are_clipped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
