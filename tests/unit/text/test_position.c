#include "analyzer/text/position.h"
#include "tests/unit/unit_test.h"

static const struct string line = {"a\xc3\xa4\xf0\x9f\x98\x80z", 8}; /* a, ä, 😀, z */

static void units_of_every_encoding(void **state)
{
	(void)state;
	assert_int_equal(position_count_units(line, POSITION_UTF8), 8);
	assert_int_equal(position_count_units(line, POSITION_UTF16), 5);
	assert_int_equal(position_count_units(line, POSITION_UTF32), 4);
}

static void skipping_stops_at_characters(void **state)
{
	(void)state;
	assert_int_equal(position_skip_units(line, 2, POSITION_UTF16), 3);
	assert_int_equal(position_skip_units(line, 3, POSITION_UTF16), 3); /* inside 😀 */
	assert_int_equal(position_skip_units(line, 4, POSITION_UTF16), 7);
	assert_int_equal(position_skip_units(line, 5, POSITION_UTF16), 8);
	assert_int_equal(position_skip_units(line, 3, POSITION_UTF32), 7);
	assert_int_equal(position_skip_units(line, 5, POSITION_UTF8), 3); /* inside 😀 */
	assert_int_equal(position_skip_units(line, 99, POSITION_UTF8), 8);
}

/* What is counted from the nearest marks is what is counted from the start, byte by byte. */
static void marks_change_no_count(void **state)
{
	enum {
		PARTS = 300,
		LENGTH = 8 * PARTS
	};
	static char bytes[LENGTH];
	struct arena *arena = arena_create();
	struct string text = {bytes, LENGTH};

	(void)state;
	for (uint32_t i = 0; i < PARTS; i++)
		memcpy(bytes + 8 * (size_t)i, line.bytes, 8);
	assert_null(position_marks_create(line, arena));
	for (uint32_t length = LENGTH - 300; length <= LENGTH; length++) {
		struct string part = {bytes, length};
		const struct position_marks *marks = position_marks_create(part, arena);

		assert_non_null(marks);
		for (enum position_encoding encoding = POSITION_UTF8; encoding <= POSITION_UTF32;
			encoding++)
			for (uint32_t start = 0; start < length; start += 97)
				assert_int_equal(position_count_marked(part, marks,
							 (struct range){start, length}, encoding),
					position_count_units(
						string_slice(text, start, length), encoding));
	}
	arena_destroy(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(units_of_every_encoding),
		cmocka_unit_test(skipping_stops_at_characters),
		cmocka_unit_test(marks_change_no_count),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
