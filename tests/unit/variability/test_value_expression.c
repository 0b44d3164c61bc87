/* Value operators against what the reference implementation answers. */
#include "analyzer/syntax/tree/syntax_tree.h"
#include "analyzer/variability/expressions/value_expression.h"
#include "analyzer/variability/inputs/variability_inputs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

/* The result of an expression as JSON, or its error in angle brackets. */
static struct string evaluate(
	struct arena *arena, struct node variability, struct node expression, bool condition)
{
	struct value_context *context =
		value_context_create(arena, variability, variability_assignment_create(arena));
	struct value value = value_from_node(arena, expression);
	struct value_result result = condition ? value_evaluate_condition(context, value)
					       : value_evaluate(context, value);

	if (result.outcome == VALUE_KNOWN)
		return value_json(arena, result.value);
	return arena_format(arena, "%s<%.*s>", result.outcome == VALUE_OPEN ? "open " : "",
		STRING_ARGUMENTS(result.error));
}

static void check_in(
	const char *variability, const char *expression, bool condition, const char *expected)
{
	struct arena *arena = arena_create();
	struct syntax_tree *section = syntax_tree_create(string_from(variability));
	struct syntax_tree *tree = syntax_tree_create(string_from(expression));
	struct string actual =
		evaluate(arena, syntax_tree_root(section), syntax_tree_root(tree), condition);

	if (!string_is(actual, expected))
		fail_msg("%s: expected %s, got %.*s", expression, expected,
			STRING_ARGUMENTS(actual));
	syntax_tree_release(tree);
	syntax_tree_release(section);
	arena_destroy(arena);
}

static void check_value(const char *expression, const char *expected)
{
	check_in("{}", expression, false, expected);
}

struct vector {
	const char *expression;
	const char *expected;
};

static void check_vectors(const struct vector *vectors, size_t count)
{
	for (size_t i = 0; i < count; i++)
		check_value(vectors[i].expression, vectors[i].expected);
}

#define CHECK_VECTORS(vectors) check_vectors(vectors, sizeof(vectors) / sizeof((vectors)[0]))

static void arithmetic(void **state)
{
	// clang-format off
	static const struct vector vectors[] = {
		{"{add: []}", "0"},
		{"{add: [0.1, 0.2]}", "0.30000000000000004"},
		{"{add: [1, {add: [2, 3]}]}", "6"},
		{"{add: [1, x]}", "<Element \"\"x\"\" is not a number>"},
		{"{add: [1, [2]]}", "<Element \"[2]\" is not a number>"},
		{"{add: 1}", "<Element \"1\" is not an array>"},
		{"{add: [1, null]}", "<Received undefined condition>"},
		{"{sub: [1, 2, 3]}", "-4"},
		{"{sub: []}", "<Received undefined condition>"},
		{"{mul: [2, 3.5]}", "7"},
		{"{mul: []}", "1"},
		{"{div: [7, 2, 2]}", "1.75"},
		{"{concat: [{div: [1, 0]}, {div: [-1, 0]}, {div: [0, 0]}]}", "\"Infinity-InfinityNaN\""},
		{"{mod: [-5, 3]}", "-2"},
		{"{mod: [5.5, 2]}", "1.5"},
		{"{unknown: 1}", "<Unknown value expression \"{\n    \"unknown\": 1\n}\">"},
		{"{and: [true]}", "<Unknown value expression \"{\n    \"and\": [\n        true\n    ]\n}\">"},
		{"{other: 1, add: [1, 1]}", "2"},
		{"{sub: [1, 1], add: [1, 1]}", "2"},
		{"{add: null, sub: [2, 1]}", "1"},
		{"text", "\"text\""},
		{"[{add: [1]}]", "[{\"add\":[1]}]"},
	};
	// clang-format on

	(void)state;
	CHECK_VECTORS(vectors);
}

static void text(void **state)
{
	// clang-format off
	static const struct vector vectors[] = {
		{"{concat: [1, true, [1, 2], 1.50, 1e21]}", "\"1true1,21.51e+21\""},
		{"{concat: [1, true, [1, [2, null]], 1e-7, 0.000001]}", "\"1true1,2,1e-70.000001\""},
		{"{concat: []}", "\"\""},
		{"{concat: [a, {token: [b, c, 5]}]}", "\"a\""},
		{"{concat: [a, null]}", "<Received undefined condition>"},
		{"{join: [[1, true, {concat: [x, y]}], '-']}", "\"1-true-xy\""},
		{"{join: [[a, b]]}", "\"a,b\""},
		{"{token: ['abc', '', 1]}", "\"b\""},
		{"{token: ['a.b.c', '.', 2]}", "\"c\""},
		{"{token: ['a.b.c', '.', 3]}", "undefined"},
		{"{add: [{token: ['a.b.c', '.', 3]}]}", "<Element \"undefined\" is not a number>"},
		{"{greater: [{token: ['a.b.c', '.', 3]}, -1]}", "false"},
		{"{token: ['a--b', '-', 1]}", "\"\""},
		{"{token: ['aaa', 'aa', 1]}", "\"a\""},
		{"{token: ['', '', 0]}", "undefined"},
		{"{token: ['', '-', 0]}", "\"\""},
		{"{token: ['a-b', '-', -1]}", "undefined"},
		{"{token: ['a-b', '-', 0.5]}", "undefined"},
		{"{token: ['a-b', '-', '1']}", "\"b\""},
		{"{token: [1, '-', 0]}", "<Element \"1\" is not a string>"},
		{"{token: ['äb', '', 1]}", "\"b\""},
		{"{concat: [9007199254740993, 123456789012345680000, 0.1, -0.0, 1.7976931348623157e308]}",
			"\"90071992547409921234567890123456800000.101.7976931348623157e+308\""},
		{"{concat: [5e-324]}", "\"5e-324\""},
		{"{concat: [{greater: [1, \"\\u00a0\\u3000\"]}]}", "\"true\""},
	};
	// clang-format on

	(void)state;
	CHECK_VECTORS(vectors);
}

static void comparison(void **state)
{
	// clang-format off
	static const struct vector vectors[] = {
		{"{equal: [1, '1']}", "false"},
		{"{equal: [true, 'true']}", "false"},
		{"{equal: [[1], [1]]}", "false"},
		{"{equal: [a, a, a]}", "true"},
		{"{equal: [a, a, b]}", "false"},
		{"{equal: [1]}", "true"},
		{"{equal: []}", "<Received undefined condition>"},
		{"{greater: ['10', 9]}", "true"},
		{"{greater: [true, 0]}", "true"},
		{"{greater: [b, a]}", "true"},
		{"{greater: ['10', '9']}", "false"},
		{"{greater: ['', -1]}", "true"},
		{"{greater: ['0x10', 15]}", "true"},
		{"{greater: ['1_0', 0]}", "false"},
		{"{greater: [' 12 ', 11]}", "true"},
		{"{greater: [[5], 4]}", "true"},
		{"{less: [a, 5]}", "false"},
		{"{greater_or_equal: [a, 5]}", "false"},
		{"{greater_or_equal: [5, 5]}", "true"},
		{"{less_or_equal: [5, 4]}", "false"},
		{"{less: [\"\\U0001F600\", \"\\uFF5E\"]}", "true"},
		{"{greater_than: [2, 1]}", "true"},
		{"{less_than: [2, 1]}", "false"},
		{"{in_range: [5, [1, UNBOUNDED]]}", "false"},
		{"{in_range: [5, [1, 5]]}", "true"},
		{"{in_range: [{add: [3, 3]}, [1, 5]]}", "false"},
		{"{valid_values: [a, [b, a]]}", "true"},
		{"{valid_values: [1, ['1']]}", "false"},
		{"{valid_values: [3, [{add: [1, 2]}]]}", "true"},
		{"{length: [hallo, 5]}", "true"},
		{"{length: [\"\\U0001F600\", 2]}", "true"},
		{"{min_length: [hallo, 6]}", "false"},
		{"{max_length: [hallo, {add: [2, 3]}]}", "true"},
		{"{length: [1, 1]}", "<Element \"1\" is not a string>"},
		{"{length: [a, b]}", "<Element \"\"b\"\" is not a number>"},
	};
	// clang-format on

	(void)state;
	CHECK_VECTORS(vectors);
}

static void statistics(void **state)
{
	// clang-format off
	static const struct vector vectors[] = {
		{"{sum: [0.125]}", "0.13"},
		{"{sum: [-0.125]}", "-0.13"},
		{"{sum: [1.005]}", "1"},
		{"{sum: [1.375]}", "1.38"},
		{"{sum: [0.625, 0]}", "0.63"},
		{"{sum: []}", "0"},
		{"{sum: [1e22]}", "1e+22"},
		{"{sum: [a]}", "<Element \"\"a\"\" is not a number>"},
		{"{sum: [{add: [1]}]}", "<Element \"{\"add\":[1]}\" is not a number>"},
		{"{sum: a}", "<Element \"\"a\"\" is not an array>"},
		{"{count: [1, 2, 2]}", "3"},
		{"{min: [3, 1, 2]}", "1"},
		{"{max: [3, 1, 2]}", "3"},
		{"{min: []}", "<Minimum of \"[]\" does not exist>"},
		{"{max: []}", "<Maximum of \"[]\" does not exist>"},
		{"{mean: [1, 1, 2]}", "1.33"},
		{"{mean: []}", "null"},
		{"{variance: [1, 2, 3, 4]}", "1.25"},
		{"{standard_deviation: [1, 2, 3, 4]}", "1.12"},
		{"{median: [3, 1, 2, 10]}", "2.5"},
		{"{median: [0.123, 7, -1]}", "0.123"},
	};
	// clang-format on

	(void)state;
	CHECK_VECTORS(vectors);
}

static void regressions(void **state)
{
	// clang-format off
	static const struct vector vectors[] = {
		{"{linear_regression: [[[0, 0], [1, 2], [2, 4]], 100]}", "200"},
		{"{linear_regression: [[[0, 1], [1, 3], [2, 4], [3, 8]], 10]}", "22.7"},
		{"{linear_regression: [[[1, 1], [1, 5]], 3]}", "3"},
		{"{linear_regression: [[[0, 0], [3, 1]], 300]}", "99.01"},
		{"{polynomial_regression: [[[0, 0], [1, 1], [2, 4]], 2, 5]}", "25"},
		{"{polynomial_regression: [[[0, 1], [1, 3], [2, 4], [3, 8], [4, 1]], 2, 5]}", "-2.54"},
		{"{polynomial_regression: [[[0, 0], [1, 1], [2, 8], [3, 27]], 3, 10]}", "1000"},
		{"{polynomial_regression: [[[0, 1], [1, 3], [2, 4]], 0, 10]}", "2.67"},
		{"{logarithmic_regression: [[[0.01, -4.61], [0.5, -0.7], [1, 0], [2, 0.69], [3, 1]], 4]}", "1.34"},
		{"{logarithmic_regression: [[[1, 1], [2, 3], [4, 4]], 10]}", "6.14"},
		{"{exponential_regression: [[[0, 1], [1, 2.72], [2, 7.39], [3, 20.09]], 4]}", "54.6"},
		{"{exponential_regression: [[[0, 1], [1, 3], [2, 8]], 3]}", "22.39"},
		{"{linear_regression: [[[0, a]], 1]}", "<Element \"\"a\"\" is not a number>"},
		{"{linear_regression: [[1], 1]}", "<Element \"1\" is not an array>"},
	};
	// clang-format on

	(void)state;
	CHECK_VECTORS(vectors);
}

static void dates(void **state)
{
	// clang-format off
	static const struct vector vectors[] = {
		{"{same: ['2023-01-01T00:00:00Z', 1672531200000]}", "true"},
		{"{same: ['2023-13-01', '2024-01-01']}", "true"},
		{"{same: ['2023', '2023-01-01']}", "true"},
		{"{same: ['2023/1/2', '20230102']}", "true"},
		{"{same: ['2023-01-02T10:00', '2023-01-02 10:00:00.000']}", "true"},
		{"{same: ['2023-01-02T10:00:00.5', '2023-01-02T10:00:00.005']}", "true"},
		{"{same: ['2023-01-02T10:00+01:00', '2023-01-02T09:00Z']}", "true"},
		{"{same: ['2023-01-02T10:00+24:00', 0]}", "<Element \"Invalid Date\" is not a date>"},
		{"{same: ['Mon, 02 Jan 2023 10:00:00 +0100', '2023-01-02T09:00Z']}", "true"},
		{"{same: ['2 January 2023 9:00 GMT', '2023-01-02T09:00Z']}", "true"},
		{"{same: ['1/2/2023', '2023-01-02']}", "true"},
		{"{same: ['Jan 2, 2023 3:00 PM', '2023-01-02T15:00']}", "true"},
		{"{same: [2023-01-02, 2023-01-02T00:00:00Z]}", "true"},
		{"{same: [2023-01-02 01:00:00 +01:00, 2023-01-02]}", "true"},
		{"{before: [2023-01-01, 2023-01-02]}", "true"},
		{"{before_or_same: [2023-01-02, 2023-01-02]}", "true"},
		{"{after: [2023-01-02, 2023-01-02]}", "false"},
		{"{after_or_same: [2023-01-02, 2023-01-02]}", "true"},
		{"{within: [2023-01-02, [2023-01-03, 2023-01-01]]}", "true"},
		{"{within: [2023-01-01, [2023-01-01, 2023-01-03]]}", "false"},
		{"{same: [soon, 2023-01-01]}", "<Element \"Invalid Date\" is not a date>"},
		{"{same: [2023-01-01]}", "<Element \"Invalid Date\" is not a date>"},
	};
	// clang-format on

	(void)state;
	setenv("TZ", "Europe/Berlin", 1);
	tzset();
	CHECK_VECTORS(vectors);
	setenv("TZ", "UTC", 1);
	tzset();
	CHECK_VECTORS(vectors);
}

static void weekday_is_of_today(void **state)
{
	static const char *const names[] = {"\"sunday\"", "\"monday\"", "\"tuesday\"",
		"\"wednesday\"", "\"thursday\"", "\"friday\"", "\"saturday\""};
	time_t now = time(NULL);
	struct tm time;
	char zone[16];

	(void)state;
	assert_non_null(gmtime_r(&now, &time));
	snprintf(zone, sizeof(zone), "NOON%+d", time.tm_hour - 12); /* far from midnight */
	setenv("TZ", zone, 1);
	tzset();
	assert_non_null(localtime_r(&now, &time));
	check_value("{weekday: []}", names[time.tm_wday]);
	check_value("{get_current_weekday: []}", names[time.tm_wday]);
	setenv("TZ", "UTC", 1);
	tzset();
}

static void names(void **state)
{
	static const char variability[] =
		"inputs:\n"
		"  plain: {default: 3}\n"
		"  off: {default: false}\n"
		"  computed: {default_expression: {add: [1, {variability_input: plain}]}}\n"
		"  mapped: {default: {concat: [a, b]}}\n"
		"  open: {type: string}\n"
		"  circular: {default_expression: {variability_input: circular}}\n"
		"expressions:\n"
		"  sum: {add: [1, 2]}\n"
		"  list: [1]\n"
		"  text: hello\n"
		"  left: {value_expression: right}\n"
		"  right: {add: [{value_expression: left}]}\n";
	static const struct vector vectors[] = {
		{"{variability_input: plain}", "3"},
		{"{get_variability_input: plain}", "3"},
		{"{variability_input: off}", "false"},
		{"{variability_input: computed}", "4"},
		{"{variability_input: mapped}", "\"ab\""},
		{"{variability_input: missing}", "<Variability input \"missing\" is not defined>"},
		{"{variability_input: open}", "open <Variability input \"open\" has no value nor "
					      "default (expression) assigned>"},
		{"{variability_input: circular}",
			"<Variability input \"circular\" depends on itself>"},
		{"{value_expression: sum}", "3"},
		{"{get_variability_expression: sum}", "3"},
		{"{value_expression: text}", "\"hello\""},
		{"{value_expression: missing}", "<Did not find value expression \"missing\">"},
		{"{value_expression: left}", "<Value expression \"left\" depends on itself>"},
		{"{equal: [{value_expression: list}, {value_expression: list}]}", "true"},
		{"{equal: [a, b, {variability_input: open}]}", "false"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(vectors) / sizeof(vectors[0]); i++)
		check_in(variability, vectors[i].expression, false, vectors[i].expected);
}

static void conditions(void **state)
{
	static const char variability[] = "expressions:\n  list: [1]\n";

	(void)state;
	check_in("{}", "{equal: [a, a]}", true, "true");
	check_in("{}", "{concat: []}", true, "true");
	check_in("{}", "{sub: [1, 1]}", true, "false");
	check_in("{}", "{sub: [1, 2]}", true, "false");
	check_in("{}", "0.5", true, "true");
	check_in(variability, "{value_expression: list}", true,
		"<Unexpected value expression treated as logic \"{\n"
		"    \"value_expression\": \"list\",\n"
		"    \"_cached_result\": [\n"
		"        1\n"
		"    ]\n"
		"}\">");
	/* Operands are evaluated, items of a list and delimiters are not. */
	check_in("{}", "{token: [{concat: [a, b]}, {concat: []}, 5]}", true,
		"<Unexpected value expression treated as logic \"{\n"
		"    \"token\": [\n"
		"        {\n"
		"            \"concat\": [\n"
		"                \"a\",\n"
		"                \"b\"\n"
		"            ],\n"
		"            \"_cached_result\": \"ab\"\n"
		"        },\n"
		"        {\n"
		"            \"concat\": []\n"
		"        },\n"
		"        5\n"
		"    ]\n"
		"}\">");
	check_in("{}", "[{equal: [{concat: [a]}, a]}]", true,
		"<Unexpected value expression treated as logic \"[\n"
		"    {\n"
		"        \"equal\": [\n"
		"            {\n"
		"                \"concat\": [\n"
		"                    \"a\"\n"
		"                ]\n"
		"            },\n"
		"            \"a\"\n"
		"        ]\n"
		"    }\n"
		"]\">");
}

static void demanded_inputs(void **state)
{
	struct arena *arena = arena_create();
	struct syntax_tree *section = syntax_tree_create(
		STRING("inputs:\n"
		       "  a: {default_expression: {variability_input: b}}\n"
		       "  b: {}\n"
		       "expressions:\n"
		       "  e: {add: [{variability_input: c}, {value_expression: e}]}\n"));
	struct syntax_tree *tree =
		syntax_tree_create(STRING("{equal: [{variability_input: a}, {value_expression: e}, "
					  "{variability_input: a}]}"));
	struct value_context *context = value_context_create(
		arena, syntax_tree_root(section), variability_assignment_create(arena));
	struct variability_input_names inputs = {0};

	(void)state;
	value_collect_inputs(context, value_from_node(arena, syntax_tree_root(tree)), &inputs);
	assert_int_equal(inputs.count, 3);
	assert_true(string_is(inputs.names[0], "a"));
	assert_true(string_is(inputs.names[1], "b"));
	assert_true(string_is(inputs.names[2], "c"));
	syntax_tree_release(tree);
	syntax_tree_release(section);
	arena_destroy(arena);
}

static void merged_maps_find_their_keys(void **state)
{
	struct arena *arena = arena_create();
	struct value_entry before[] = {{STRING("a"), value_from_number(1)},
		{STRING("b"), value_from_number(2)}, {STRING("a"), value_from_number(3)}};
	struct value_entry after[] = {
		{STRING("b"), value_from_number(4)}, {STRING("c"), value_from_number(5)}};
	struct value merged = value_merge(
		arena, value_from_map(arena, before, 3), value_from_map(arena, after, 2));

	(void)state;
	assert_true(value_get(merged, STRING("a"))->number == 1);
	assert_true(value_get(merged, STRING("b"))->number == 4);
	assert_true(value_get(merged, STRING("c"))->number == 5);
	assert_null(value_get(merged, STRING("d")));
	arena_destroy(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(merged_maps_find_their_keys),
		cmocka_unit_test(arithmetic),
		cmocka_unit_test(text),
		cmocka_unit_test(comparison),
		cmocka_unit_test(statistics),
		cmocka_unit_test(regressions),
		cmocka_unit_test(dates),
		cmocka_unit_test(weekday_is_of_today),
		cmocka_unit_test(names),
		cmocka_unit_test(conditions),
		cmocka_unit_test(demanded_inputs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
