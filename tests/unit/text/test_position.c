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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(units_of_every_encoding),
		cmocka_unit_test(skipping_stops_at_characters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
