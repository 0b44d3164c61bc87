/* Answers of independent parts that have been solved, by what the parts look like.
 *
 * An edit leaves most parts of a template as they were, and variants have many in common: they
 * are solved once. Answers do not depend on the way they were found, so using one again is no
 * second truth. Knows words and numbers, not what they mean. Filled while one revision is analysed,
 * immutable afterwards; revisions share their entries. */
#ifndef ANALYZER_VARIABILITY_PRESENCE_SOLVED_PARTS_H
#define ANALYZER_VARIABILITY_PRESENCE_SOLVED_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a part looks like: parts with equal descriptions have equal answers. */
struct part_description {
	uint32_t *words;
	size_t count;
	size_t capacity;
};

void part_description_grow(struct part_description *description);
void part_description_finish(struct part_description *description); /* releases the words */

static inline void part_description_add(struct part_description *description, uint32_t word)
{
	if (description->count == description->capacity)
		part_description_grow(description);
	description->words[description->count++] = word;
}

struct solved_part {
	int outcome;
	unsigned ambiguities;
	uint32_t undecided;  /* as in part_answer */
	const bool *present; /* by place among the elements of the part */
};

struct solved_parts;

struct solved_parts *solved_parts_create(void);
struct solved_parts *solved_parts_retain(struct solved_parts *solved); /* once it is immutable */
void solved_parts_destroy(struct solved_parts *solved); /* by the last; NULL is harmless */

/* The answer, from `solved` or else from `previous`, which may be NULL; NULL if neither has it.
 * Lives as long as `solved`. */
const struct solved_part *solved_parts_find(struct solved_parts *solved,
	const struct solved_parts *previous, const struct part_description *description);

/* How many of the answers were found anew, not taken over from a revision before. */
size_t solved_parts_counted(const struct solved_parts *solved);

/* Copies. */
const struct solved_part *solved_parts_add(struct solved_parts *solved,
	const struct part_description *description, struct solved_part answer,
	size_t element_count);

#endif
