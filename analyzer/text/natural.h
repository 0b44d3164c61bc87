/* Whole numbers of any size: their products are not rounded. */
#ifndef ANALYZER_TEXT_NATURAL_H
#define ANALYZER_TEXT_NATURAL_H

#include "analyzer/text/arena.h"

#include <stdint.h>

struct natural {
	struct arena *arena; /* that it lives in */
	uint32_t *parts;     /* of nine decimals each, the lowest first */
	size_t count;        /* of parts, the last one not 0; none: the number is 0 */
	size_t capacity;
};

struct natural natural_from(struct arena *arena, uint64_t value);

struct natural natural_copy(const struct natural *number);

void natural_multiply(struct natural *number, uint32_t factor);

/* `less` is not more than the number. */
void natural_subtract(struct natural *number, const struct natural *less);

/* The nearest double; infinite if there is none. */
double natural_rounded(const struct natural *number);

/* All digits. */
struct string natural_text(const struct natural *number);

#endif
