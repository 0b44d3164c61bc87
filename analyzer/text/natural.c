#include "analyzer/text/natural.h"

enum {
	BASE = 1000000000,
	DECIMALS = 9
};

static void add_part(struct natural *number, uint32_t part)
{
	number->parts = arena_reserve(number->arena, number->parts, number->count,
		&number->capacity, sizeof(*number->parts));
	number->parts[number->count++] = part;
}

static void drop_zeros(struct natural *number)
{
	while (number->count > 0 && number->parts[number->count - 1] == 0)
		number->count--;
}

struct natural natural_from(struct arena *arena, uint64_t value)
{
	struct natural number = {.arena = arena};

	for (; value > 0; value /= BASE)
		add_part(&number, (uint32_t)(value % BASE));
	return number;
}

struct natural natural_copy(const struct natural *number)
{
	struct natural copy = {.arena = number->arena};

	for (size_t i = 0; i < number->count; i++)
		add_part(&copy, number->parts[i]);
	return copy;
}

void natural_multiply(struct natural *number, uint32_t factor)
{
	uint64_t carry = 0;

	for (size_t i = 0; i < number->count; i++) {
		carry += (uint64_t)number->parts[i] * factor;
		number->parts[i] = (uint32_t)(carry % BASE);
		carry /= BASE;
	}
	for (; carry > 0; carry /= BASE)
		add_part(number, (uint32_t)(carry % BASE));
	drop_zeros(number);
}

void natural_subtract(struct natural *number, const struct natural *less)
{
	uint32_t borrowed = 0;

	for (size_t i = 0; i < number->count; i++) {
		uint32_t taken = (i < less->count ? less->parts[i] : 0) + borrowed;

		borrowed = number->parts[i] < taken;
		number->parts[i] += (borrowed ? BASE : 0) - taken;
	}
	drop_zeros(number);
}

double natural_rounded(const struct natural *number)
{
	double rounded = 0;

	for (size_t i = number->count; i-- > 0;)
		rounded = rounded * BASE + number->parts[i];
	return rounded;
}

struct string natural_text(const struct natural *number)
{
	struct string *parts;

	if (number->count == 0)
		return STRING("0");
	parts = arena_allocate(number->arena, number->count, sizeof(*parts));
	for (size_t i = 0; i < number->count; i++)
		parts[number->count - 1 - i] = arena_format(number->arena, "%0*u",
			i + 1 == number->count ? 0 : DECIMALS, number->parts[i]);
	return arena_join_list(number->arena, parts, number->count, "");
}
