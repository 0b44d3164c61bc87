#include "analyzer/syntax/lines/line_shape.h"
#include "tests/unit/unit_test.h"

#include <stdio.h>

static const struct {
	const char *line;
	struct line_shape shape; /* indentation, end; comment, dash, entry, awaits a value */
} rows[] = {
	{"", {0, 0, false, false, false, false}},
	{"   \r\n", {0, 0, false, false, false, false}},
	{"  # only this", {2, 0, true, false, false, false}},
	{"  key:", {2, 6, false, false, true, true}},
	{"  key:  # why\n", {2, 6, true, false, true, true}},
	{"key: value # why", {0, 10, true, false, true, false}},
	{"key: value#part", {0, 15, false, false, true, false}},
	{"\"a # b\": x", {0, 10, false, false, true, false}},
	{"'a # b':", {0, 8, false, false, true, true}},
	{"key: \"a # b\" # why", {0, 12, true, false, true, false}},
	{"key: [a, '#b', c] # why", {0, 17, true, false, true, false}},
	{"key: [a, # why", {0, 8, true, false, true, false}},
	{"- ", {0, 1, false, true, true, false}},
	{"    - item", {4, 10, false, true, true, false}},
	{"  - key:", {2, 8, false, true, true, true}},
	{"-not an item", {0, 12, false, false, false, false}},
	{"some words", {0, 10, false, false, false, false}},
	{"a:b", {0, 3, false, false, false, false}},
	{"\tkey: x", {1, 7, false, false, true, false}},
	{"key: &anchor", {0, 12, false, false, true, true}},
	{"\"open # quote", {0, 13, false, false, false, false}},
};

static void test_lines(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct line_shape found = line_shape_of(string_from(rows[i].line));
		const struct line_shape *wanted = &rows[i].shape;
		bool is_empty = wanted->end == 0;

		if (!is_empty && found.indentation != wanted->indentation)
			printf("%s: begins at %zu\n", rows[i].line, found.indentation);
		if (found.end != wanted->end)
			printf("%s: ends at %zu\n", rows[i].line, found.end);
		assert_true(is_empty || found.indentation == wanted->indentation);
		assert_true(found.end == wanted->end);
		assert_true(line_shape_is_empty(&found) == is_empty);
		assert_true(found.has_comment == wanted->has_comment);
		assert_true(found.has_dash == wanted->has_dash);
		assert_true(found.is_entry == wanted->is_entry);
		assert_true(found.awaits_value == wanted->awaits_value);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_lines)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
