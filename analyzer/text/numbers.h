/* A growing list of numbers. */
#ifndef ANALYZER_TEXT_NUMBERS_H
#define ANALYZER_TEXT_NUMBERS_H

#include <stddef.h>
#include <stdint.h>

/* Begins zeroed; the owner releases `items` with `memory_release`. */
struct numbers {
	uint32_t *items;
	size_t count;
	size_t capacity;
};

void numbers_add(struct numbers *numbers, uint32_t number);
void numbers_sort(uint32_t *items, size_t count); /* ascending */

#endif
