#include "analyzer/text/numbers.h"

#include "base/memory.h"

#include <stdlib.h>

void numbers_add(struct numbers *numbers, uint32_t number)
{
	numbers->items = memory_reserve(
		numbers->items, numbers->count, &numbers->capacity, sizeof(*numbers->items));
	numbers->items[numbers->count++] = number;
}

static int compare(const void *left, const void *right)
{
	uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;

	return (a > b) - (a < b);
}

void numbers_sort(uint32_t *items, size_t count)
{
	if (count > 1)
		qsort(items, count, sizeof(*items), compare);
}
