/* Products, differences, roundings and digits of whole numbers are those of numbers of 128 bits,
 * and of digits that are multiplied by hand beyond. */
#include "analyzer/text/natural.h"
#include "tests/unit/unit_test.h"

#include <math.h>
#include <string.h>

enum {
	ROUNDS = 20000,
	MOST_DIGITS = 400
};

__extension__ typedef unsigned __int128 large;

static uint64_t random_number(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state >> (*state >> 58); /* short ones as often as long ones */
}

static struct string digits_of(large number, struct arena *arena)
{
	char *end = arena_allocate(arena, 40, 1), *bytes = end + 40;

	do {
		*--bytes = (char)('0' + (int)(number % 10));
		number /= 10;
	} while (number > 0);
	return (struct string){bytes, (size_t)(end + 40 - bytes)};
}

static void assert_is(const struct natural *number, large expected)
{
	struct string text = natural_text(number);
	double rounded = natural_rounded(number);

	assert_true(string_equal(text, digits_of(expected, number->arena)));
	assert_true(fabs(rounded - (double)expected) <= (double)expected * 1e-15);
	assert_true((rounded == 0) == (expected == 0));
}

static void numbers_are_exact(void **state)
{
	uint64_t random = 0x9e3779b97f4a7c15u;

	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		struct arena *arena = arena_create();
		uint64_t value = random_number(&random);
		uint32_t factor = (uint32_t)random_number(&random);
		large product = (large)value * factor;
		uint64_t less = product > UINT64_MAX ? random_number(&random)
						     : (uint64_t)product / (1 + random % 3);
		struct natural number = natural_from(arena, value), other, copy;

		assert_is(&number, value);
		copy = natural_copy(&number);
		natural_multiply(&number, factor);
		assert_is(&number, product);
		assert_is(&copy, value);
		other = natural_from(arena, less);
		natural_subtract(&number, &other);
		assert_is(&number, product - less);
		arena_destroy(arena);
	}
}

/* 2^1200 has more digits than a double can count to. */
static void powers_are_exact(void **state)
{
	struct arena *arena = arena_create();
	struct natural number = natural_from(arena, 1), one = natural_from(arena, 1);
	char digits[MOST_DIGITS + 1];
	size_t count = 1;
	struct string text;

	(void)state;
	memset(digits, '0', sizeof(digits));
	digits[MOST_DIGITS - 1] = '1';
	for (int power = 1; power <= 1200; power++) {
		int carry = 0;

		natural_multiply(&number, 2);
		for (size_t i = MOST_DIGITS; i-- > 0;) {
			carry += 2 * (digits[i] - '0');
			digits[i] = (char)('0' + carry % 10);
			carry /= 10;
			if (digits[i] != '0' && MOST_DIGITS - i > count)
				count = MOST_DIGITS - i;
		}
		text = natural_text(&number);
		assert_int_equal(text.length, count);
		assert_memory_equal(text.bytes, digits + MOST_DIGITS - count, count);
	}
	assert_true(isinf(natural_rounded(&number)));
	natural_subtract(&number, &one);
	assert_int_equal(natural_text(&number).bytes[count - 1], digits[MOST_DIGITS - 1] - 1);
	natural_multiply(&number, 0);
	assert_true(string_is(natural_text(&number), "0"));
	arena_destroy(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_exact),
		cmocka_unit_test(powers_are_exact),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
