#include "analyzer/variability/classes/space_number.h"

enum {
	MOST_DIGITS = 15
};

struct space_number space_number_of(const struct natural *number, bool is_exact)
{
	return (struct space_number){natural_rounded(number), natural_text(number), is_exact};
}

struct string space_number_text(struct space_number number, struct arena *arena)
{
	struct string digits = number.digits;

	if (digits.length <= MOST_DIGITS)
		return digits;
	return arena_format(
		arena, "about %c.%.2se%zu", digits.bytes[0], digits.bytes + 1, digits.length - 1);
}
