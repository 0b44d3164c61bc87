/* What written conditions, their parts, and named expressions come to in every state of a space.
 * Internal to this folder. */
#ifndef ANALYZER_VARIABILITY_SPACE_SPACE_TRUTH_H
#define ANALYZER_VARIABILITY_SPACE_SPACE_TRUTH_H

#include "analyzer/variability/conditions/free_presence.h"
#include "analyzer/variability/space/space_parts.h"
#include "solver/network.h"

#define TRUTH_NO_PARENT UINT32_MAX

enum {
	OBSERVATION_MOST_INPUTS = 8, /* of one that is looked at by itself */
	OBSERVATION_SAMPLES = 4,     /* times 64 */
	SPACE_CELLS_KEPT = 4
};

/* An expression where it is written. */
struct space_observation {
	struct node expression;
	const struct element *element; /* that has the condition; NULL for a named expression */
	struct string name;            /* of a named expression */
	uint32_t parent;     /* the observation that this is an operand of, or TRUTH_NO_PARENT */
	enum operator_id op; /* of the parent; OPERATOR_AND at the top of a condition */
	formula formula;     /* in the pool of the truth */
	uint32_t part;       /* of the space; SPACE_NO_PART: it hangs on no input, or on several */
	bool is_mixed;       /* it hangs on several */
	bool is_fixed;       /* it hangs on nothing at all */
	bool is_certain;     /* values within a class make no difference */
	bool is_literal;     /* true or false as written */
	bool has_presence;   /* it asks what is present */
	uint64_t *holds;     /* bits by state of the part, or one bit */
	uint32_t inputs[OBSERVATION_MOST_INPUTS];
	uint8_t input_count;
	bool is_wide; /* it asks for more of them, or for values that there are not for all */
	uint64_t sampled[OBSERVATION_SAMPLES]; /* of that alone, for some assignments */
};

/* What is decided so far for the combinations of some inputs, at most 64 of them. */
struct space_cells {
	uint32_t inputs[OBSERVATION_MOST_INPUTS];
	uint8_t input_count;
	struct evaluation *evaluation;
};

struct space_truth {
	struct presence_formula scratch; /* every presence is a free variable */
	struct logic logic;
	struct network *network;
	struct space_observation *items;
	size_t count;
	size_t capacity;
	uint32_t *signal_of_atom; /* of the scratch; UINT32_MAX: none */
	bool is_sampled;
	struct space_cells kept[SPACE_CELLS_KEPT]; /* in turn */
	uint8_t last_kept;
};

/* Lists the observations; the parts of the space are known. */
struct space_truth *space_truth_create(struct space *space);
void space_truth_destroy(struct space_truth *truth);

/* What everything comes to under the assignments of a trial, classes `stride` apart. */
struct evaluation *space_truth_evaluate(const struct space *space, const struct trial *trial,
	const uint32_t *classes, size_t stride, size_t count);

/* Takes in what states of a part have come to. */
void space_truth_take(struct space *space, uint32_t part, const struct evaluation *evaluation,
	struct space_shown shown);

/* Resolves with up to 64 assignments, `stride` apart: which of them do not fail, and what each
 * observation comes to in them. */
uint64_t space_truth_try(const struct space *space, const uint32_t *classes, size_t stride,
	size_t count, uint64_t *holds);

/* Some observations by themselves: what they come to for each combination of the classes of the
 * inputs that they ask for, and for nothing else. So it is in a part of any size, and whatever
 * fails. */
struct space_local {
	uint64_t *holds; /* bits by combination, `words` for each observation */
	size_t words;
	uint64_t *all; /* bits: there is such a combination */
};

/* What all observations come to for some assignments: most of those that are neither constant nor
 * without effect are known by that. For parts that are too large. */
void space_truth_sample(struct space *space);

/* Does it ask for inputs alone, and for classes of them? */
static inline bool space_observation_is_local(const struct space_observation *observation)
{
	return !observation->is_wide && !observation->has_presence && observation->is_certain;
}

/* Do they ask for inputs alone, and for few of them together? */
bool space_truth_is_local(const struct space *space, const size_t *numbers, size_t count);

/* False if they ask for more than that, or for too many inputs. In `arena`. */
bool space_truth_local(const struct space *space, const size_t *numbers, size_t count,
	struct space_local *local, struct arena *arena);

static inline bool space_observation_holds(
	const struct space_observation *observation, uint32_t state)
{
	return observation->holds[state / 64] >> state % 64 & 1;
}

#endif
