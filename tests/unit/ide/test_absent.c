/* Absent elements: kept from text to text, they are where a fresh look finds them. */
#include "analyzer/ide/diagnostics/absent.h"
#include "tests/unit/unit_test.h"

#include <string.h>

enum {
	NODES = 60
};

static struct string template_text(struct arena *arena)
{
	struct string text = STRING("tosca_definitions_version: tosca_variability_1_0_rc_3\n"
				    "topology_template:\n"
				    "  variability:\n"
				    "    options: {required_technology_constraint: false}\n"
				    "    inputs:\n"
				    "      mode: {type: string, default: dev}\n"
				    "  node_templates:\n");

	for (int i = 0; i < NODES; i++)
		text = arena_format(arena,
			"%.*s    node_%d:\n      type: any\n      description: text\n"
			"      conditions: {equal: [{variability_input: mode}, %s]}\n",
			STRING_ARGUMENTS(text), i, i % 2 ? "prod" : "dev");
	return text;
}

static struct analysis *analyse(const struct syntax_tree *tree, const struct analysis *previous)
{
	return analysis_create(&(struct analysis_request){
		.tree = tree, .path = STRING("t.yaml"), .previous = previous});
}

static void check_equal(const struct absent_elements *a, const struct absent_elements *b)
{
	assert_int_equal(absent_elements_count(a), absent_elements_count(b));
	for (size_t i = 0; i < absent_elements_count(a); i++) {
		struct range left = absent_elements_range(a, i);
		struct range right = absent_elements_range(b, i);

		assert_int_equal(left.start, right.start);
		assert_int_equal(left.end, right.end);
		assert_true(
			string_equal(absent_elements_message(a, i), absent_elements_message(b, i)));
	}
}

/* Types one character into a text again and again, each time elsewhere. */
static void type(const char *needle, const char *typed, size_t expected)
{
	struct arena *arena = arena_create();
	struct syntax_tree *tree = syntax_tree_create(template_text(arena));
	struct analysis *analysis = analyse(tree, NULL);
	struct absent_elements *absent = absent_elements_create(analysis, 0, NULL);

	assert_int_equal(absent_elements_count(absent), expected);
	for (int step = 0; step < 20; step++) {
		struct range all = {0, syntax_tree_length(tree)};
		const char *text = syntax_tree_text(tree, all, arena).bytes;
		const char *place = text;

		for (int skip = 0; skip <= step; skip++)
			place = strstr(place, needle) + strlen(needle);

		uint32_t offset = (uint32_t)(place - text);
		struct text_edit edit = {{offset, offset}, string_from(typed)};
		struct syntax_tree *next = syntax_tree_edit(tree, edit);
		struct analysis *later = analyse(next, analysis);
		struct absent_elements *kept = absent_elements_create(later, 0, absent);
		struct absent_elements *fresh = absent_elements_create(later, 0, NULL);

		check_equal(kept, fresh);
		absent_elements_destroy(fresh);
		absent_elements_destroy(absent);
		analysis_release(analysis);
		syntax_tree_release(tree);
		absent = kept;
		analysis = later;
		tree = next;
	}
	absent_elements_destroy(absent);
	analysis_release(analysis);
	syntax_tree_release(tree);
	arena_destroy(arena);
}

static void typing_where_nothing_looks(void **state)
{
	(void)state;
	type("description: t", "x", NODES / 2);
	type("description: text", "y", NODES / 2);
}

static void typing_moves_what_is_below(void **state)
{
	(void)state;
	type("      type: any\n", "      # a comment\n", NODES / 2);
}

static void typing_into_conditions(void **state)
{
	(void)state;
	type("mode}, ", "x", NODES / 2);
}

static void counting_those_before_a_place(void **state)
{
	struct arena *arena = arena_create();
	struct syntax_tree *tree = syntax_tree_create(template_text(arena));
	struct analysis *analysis = analyse(tree, NULL);
	struct absent_elements *absent = absent_elements_create(analysis, 0, NULL);

	(void)state;
	assert_int_equal(absent_elements_before(absent, 0), 0);
	assert_int_equal(absent_elements_before(absent, UINT32_MAX), NODES / 2);
	assert_int_equal(absent_elements_before(absent, absent_elements_range(absent, 7).start), 7);
	absent_elements_destroy(absent);
	analysis_release(analysis);
	syntax_tree_release(tree);
	arena_destroy(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(typing_where_nothing_looks),
		cmocka_unit_test(typing_moves_what_is_below),
		cmocka_unit_test(typing_into_conditions),
		cmocka_unit_test(counting_those_before_a_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
