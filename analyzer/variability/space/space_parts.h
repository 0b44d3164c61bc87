/* The inside of a space. Internal to this folder. */
#ifndef ANALYZER_VARIABILITY_SPACE_SPACE_PARTS_H
#define ANALYZER_VARIABILITY_SPACE_SPACE_PARTS_H

#include "analyzer/variability/analysis/deciding.h"
#include "analyzer/variability/space/space.h"
#include "analyzer/variability/space/space_signals.h"

#define SPACE_NO_PART UINT32_MAX

/* Assignments that no signal tells apart. */
struct space_state {
	uint32_t first;    /* of its combinations: the one nearest to the base */
	uint32_t distance; /* how many inputs are others than there */
	uint32_t weight;   /* how many there are */
	bool is_failing;
	bool is_unsolved; /* and no presence is known */
	uint32_t failure; /* if so, which of the space's */
};

/* Inputs that have to do with one another, and the elements that hang on them. */
struct space_part {
	uint32_t *inputs; /* the first one counts fastest in the number of a combination */
	uint32_t input_count;
	bool is_certain;     /* its signals are */
	size_t combinations; /* 0: too many to go through */
	uint32_t *state_of;  /* by combination */
	struct space_state *states;
	uint32_t state_count;
	uint32_t *elements; /* positions, ascending */
	uint32_t element_count;
	uint64_t *present; /* `words` for each state: bits by place in `elements` */
	size_t words;
	double failing; /* combinations */
	uint32_t *signals;
	uint32_t signal_count;
};

struct space_truth;

struct space {
	atomic_uint references;
	struct arena *arena;
	struct analysis *analysis;
	struct space_inputs inputs;
	struct space_signals signals;
	uint32_t *part_of_input;
	uint32_t *part_of_element;  /* SPACE_NO_PART: it does not hang on any input */
	uint32_t *place_of_element; /* among those of its part */
	struct space_part *parts;
	uint32_t part_count;
	uint32_t *base;            /* an assignment, if possible one that does not fail */
	bool base_fails;           /* then there is one part, or nothing is known of any */
	uint64_t *base_present;    /* elements in the base, bits by position */
	struct string *conditions; /* by position of elements */
	struct space_truth *truth;
	struct solved_parts *solved;
	struct space_failure *failures;
	size_t failure_count;
	size_t failure_capacity;
};

static inline bool space_state_has(const struct space_part *part, uint32_t state, uint32_t place)
{
	return part->present[state * part->words + place / 64] >> place % 64 & 1;
}

/* The classes that a combination of the inputs of a part stands for. */
void space_part_classes(const struct space *space, const struct space_part *part,
	uint32_t combination, uint32_t *classes);
uint32_t space_part_combination(
	const struct space *space, const struct space_part *part, const uint32_t *classes);

/* Divides the inputs into parts. */
void space_parts_divide(struct space *space);

#endif
