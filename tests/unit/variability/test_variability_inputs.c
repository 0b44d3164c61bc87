/* Assigning variability inputs, and the constraints between them. */
#include "analyzer/syntax/tree/syntax_tree.h"
#include "analyzer/variability/inputs/inputs_file.h"
#include "analyzer/variability/inputs/variability_inputs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void check_assigned(
	const struct variability_assignment *assignment, const char *name, const char *expected)
{
	struct arena *arena = arena_create();
	const struct value *value = variability_assignment_find(assignment, string_from(name));
	struct string json = value ? value_json(arena, *value) : STRING("nothing");

	if (!string_is(json, expected))
		fail_msg("%s: expected %s, got %.*s", name, expected, STRING_ARGUMENTS(json));
	arena_destroy(arena);
}

static void later_assignments_win(void **state)
{
	static const char *const environment[] = {
		"VTOSCA_VARIABILITY_INPUT_MODE=env",
		"VTOSCA_VARIABILITY_INPUT_SIZE=[1, 2]",
		"HOME=/",
		NULL,
	};
	struct arena *arena = arena_create();
	struct syntax_tree *tree = syntax_tree_create(
		STRING("presets:\n"
		       "  one: {inputs: {mode: dev, list: [1, 2, 3], map: {a: 1, b: 2}}}\n"
		       "  two: {inputs: {list: [7], map: {b: 3, c: {d: 1}}}}\n"));
	struct node variability = syntax_tree_root(tree);
	struct variability_assignment *assignment = variability_assignment_create(arena);
	struct string error;

	(void)state;
	assert_int_equal(
		variability_assignment_add_preset(assignment, variability, STRING("one")).length,
		0);
	assert_int_equal(
		variability_assignment_add_preset(assignment, variability, STRING("two")).length,
		0);
	error = variability_assignment_add_preset(assignment, variability, STRING("three"));
	assert_true(string_is(error, "Did not find variability preset \"three\""));
	check_assigned(assignment, "mode", "\"dev\"");
	check_assigned(assignment, "list", "[7,2,3]");
	check_assigned(assignment, "map", "{\"a\":1,\"b\":3,\"c\":{\"d\":1}}");

	variability_assignment_add_environment(assignment, environment);
	check_assigned(assignment, "mode", "\"env\"");
	check_assigned(assignment, "size", "[1,2]");
	check_assigned(assignment, "home", "nothing");
	syntax_tree_release(tree);
	arena_destroy(arena);
}

static void presets_of_template_and_environment(void **state)
{
	static const char *const environment[] = {
		"VTOSCA_VARIABILITY_PRESETS=[\"b\", \"a\"]", NULL};
	struct arena *arena = arena_create();
	struct syntax_tree *tree = syntax_tree_create(STRING("presets: {b: {}, a: {}}\n"));
	const struct string *names;

	(void)state;
	assert_int_equal(variability_preset_names(arena, syntax_tree_root(tree), &names), 2);
	assert_true(string_is(names[0], "b"));
	assert_int_equal(variability_environment_presets(arena, environment, &names), 2);
	assert_true(string_is(names[1], "a"));
	syntax_tree_release(tree);
	arena_destroy(arena);
}

static void check_violation(const char *inputs, const char *assigned, const char *expected)
{
	struct arena *arena = arena_create();
	struct string text =
		arena_format(arena, "inputs: %s\npresets: {p: {inputs: %s}}\n", inputs, assigned);
	struct syntax_tree *tree = syntax_tree_create(text);
	struct node variability = syntax_tree_root(tree);
	struct variability_assignment *assignment = variability_assignment_create(arena);
	struct variability_inputs_violation violation;

	variability_assignment_add_preset(assignment, variability, STRING("p"));
	violation = variability_inputs_validate(arena, variability, assignment);
	if (!string_is(violation.error, expected))
		fail_msg("%s with %s: expected \"%s\", got \"%.*s\"", inputs, assigned, expected,
			STRING_ARGUMENTS(violation.error));
	syntax_tree_release(tree);
	arena_destroy(arena);
}

static void constraints_between_inputs(void **state)
{
	static const char violated[] = "Variability inputs constraints are violated";

	(void)state;
	check_violation("{a: {}, b: {}}", "{}", "");
	check_violation("{a: {requires: b}, b: {}}", "{a: true, b: 1}", "");
	check_violation("{a: {requires: b}, b: {}}", "{a: true, b: 0}", violated);
	check_violation("{a: {requires: b}, b: {}}", "{a: true}", violated);
	check_violation("{a: {requires: b}, b: {}}", "{a: true, b: 'false'}", "");
	check_violation("{a: {requires: free}}", "{a: true}", "");
	check_violation("{a: {requires: b}, b: {}}", "{}",
		"Variability input \"a\" is not targeted and not assigned");
	check_violation("{a: {mandatory: [b]}, b: {}}", "{a: false, b: true}", violated);
	check_violation("{a: {optional: [b]}, b: {}}", "{a: false, b: true}", violated);
	check_violation(
		"{a: {optional: b}, b: {}}", "{a: true}", "Element \"\"b\"\" is not an array");
	check_violation("{a: {choices: [b, c]}, b: {}, c: {}}", "{a: true, c: x}", "");
	check_violation("{a: {choices: [b, c]}, b: {}, c: {}}", "{a: true}", violated);
	check_violation(
		"{a: {alternatives: [b, c]}, b: {}, c: {}}", "{a: true, b: 1, c: 1}", violated);
	check_violation("{a: {alternatives: [b, x, y]}, b: {}, c: {alternatives: [x, y]}}",
		"{a: true, b: true, c: true}", violated);
	check_violation("{a: {excludes: b}, b: {}}", "{a: true, b: true}", violated);
	check_violation("{a: {excludes: [b]}, b: {}}", "{a: true, b: false}", "");
}

static void check_file(const char *name, const char *text, const char *expected)
{
	struct arena *arena = arena_create();
	struct string error, json;
	struct value value = inputs_file_read(arena, string_from(name), string_from(text), &error);

	json = error.length > 0 ? error : value_json(arena, value);
	if (!string_is(json, expected))
		fail_msg("%s: expected %s, got %.*s", name, expected, STRING_ARGUMENTS(json));
	arena_destroy(arena);
}

static void files(void **state)
{
	(void)state;
	check_file("inputs.yaml", "mode: dev\nsize: 3\n", "{\"mode\":\"dev\",\"size\":3}");
	check_file("inputs.yaml", "", "{}");
	check_file("inputs.yaml", "- 1\n", "inputs.yaml: inputs are a map from names to values");
	check_file("inputs.xml",
		"<?xml version=\"1.0\"?>\n"
		"<!-- <feature name=\"no\"/> -->\n"
		"<configuration>\n"
		"  <feature automatic=\"selected\" name=\"Web Shop\"/>\n"
		"  <feature manual=\"undefined\" name=\"Big &amp; Fast\">\n"
		"    <attribute name=\"__name\" value=\"fast\"/>\n"
		"    <attribute name=\"cores\" value=\"4\"/>\n"
		"    <attribute name=\"os\" value=\"linux\"/>\n"
		"    <attribute name=\"__name_os\" value=\"system\"/>\n"
		"    <attribute name=\"disk\" value=\"1 GB\"/>\n"
		"    <attribute name=\"__full_name_disk\" value=\"disk\"/>\n"
		"  </feature>\n"
		"</configuration>\n",
		"{\"web_shop\":true,\"fast\":false,\"fast_cores\":4,\"fast_system\":\"linux\","
		"\"disk\":\"1 GB\"}");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(later_assignments_win),
		cmocka_unit_test(presets_of_template_and_environment),
		cmocka_unit_test(constraints_between_inputs),
		cmocka_unit_test(files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
