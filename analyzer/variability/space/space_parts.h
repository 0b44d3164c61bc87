/* The inside of a space. Internal to this folder. */
#ifndef ANALYZER_VARIABILITY_SPACE_SPACE_PARTS_H
#define ANALYZER_VARIABILITY_SPACE_SPACE_PARTS_H

#include "analyzer/variability/analysis/deciding.h"
#include "analyzer/variability/classes/space_signals.h"
#include "analyzer/variability/space/space.h"

#define SPACE_NO_PART UINT32_MAX
#define SPACE_NO_FAILURE UINT32_MAX

/* Assignments that no signal tells apart. */
struct space_state {
	uint32_t first;    /* of its combinations: the one nearest to the base */
	uint32_t distance; /* how many inputs are others than there */
	uint32_t weight;   /* how many there are */
	bool is_failing;
	bool is_unsolved; /* and no presence is known */
	uint32_t failure; /* if so, which of the space's; SPACE_NO_FAILURE: one too many */
};

/* What is known of an element without going through all combinations. */
struct space_verdict {
	const uint32_t *present; /* classes of all inputs that show it; NULL: none is known */
	const uint32_t *absent;
	bool is_proven; /* that there is none */
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
	bool has_unsolved;              /* a state is */
	bool fails_always;              /* that is proven */
	bool never_fails;               /* that is, where there are too many combinations */
	bool takes_too_long;            /* to prove all that could be */
	struct space_verdict *verdicts; /* by place in `elements`, where states do not tell */
	uint32_t *elements;             /* positions, ascending */
	uint32_t element_count;
	uint64_t *present; /* `words` for each place in `elements`: bits by state */
	uint64_t *passing; /* bits by state: it does not fail */
	size_t words;
	uint32_t *by_distance; /* states that do not fail, the nearest to the base first */
	uint32_t passing_count;
	double failing;                   /* combinations; of too many, at least */
	double distinct;                  /* results, of too many combinations: at least */
	_Atomic(uint32_t) known_distinct; /* of few combinations; 0 until somebody asks */
	uint32_t *signals;
	uint32_t signal_count;
	uint32_t *observations; /* those of the truth that hang on it and on no other */
	uint32_t observation_count;
};

struct space_truth;

struct space {
	atomic_uint references;
	struct arena *arena;
	struct analysis *analysis;
	size_t limit; /* of combinations that are gone through one by one */
	struct space_inputs inputs;
	struct space_signals signals;
	const struct space_signal **signal_of_atom;
	uint32_t *part_of_input;
	uint32_t *part_of_element;  /* SPACE_NO_PART: it does not hang on any input */
	uint32_t *place_of_element; /* among those of its part */
	struct space_part *parts;
	uint32_t part_count;
	uint32_t *origin;       /* the defaults, that changes count from; UINT32_MAX: in no class */
	uint32_t *base;         /* an assignment, if possible one that does not fail */
	bool is_given_up;       /* solving takes too long for some inputs: nothing is proven */
	bool base_fails;        /* then there is one part, or nothing is known of any */
	uint64_t *base_present; /* elements in the base, bits by position */
	struct string *conditions; /* by position of elements */
	struct space_truth *truth;
	struct solved_parts *solved;
	const struct solved_parts *previously_solved; /* while it is made; or NULL */
	struct space_failure *failures;
	size_t failure_count;
	size_t failure_capacity;
	size_t trials;    /* of up to 64 assignments each, that it took to make it */
	size_t questions; /* asked of a solver */
};

static inline bool space_state_has(const struct space_part *part, uint32_t state, uint32_t place)
{
	return part->present[place * part->words + state / 64] >> state % 64 & 1;
}

/* NULL if it is not kept. */
static inline const struct space_failure *space_failure_of(
	const struct space *space, const struct space_state *state)
{
	return state->failure == SPACE_NO_FAILURE ? NULL : &space->failures[state->failure];
}

static inline const uint64_t *space_column(const struct space_part *part, uint32_t place)
{
	return part->present + place * part->words;
}

/* Do two columns of bits by state agree wherever nothing fails? With `flip` all ones: are they
 * contrary there? */
static inline bool space_columns_agree(
	const struct space_part *part, const uint64_t *one, const uint64_t *other, uint64_t flip)
{
	for (size_t i = 0; i < part->words; i++)
		if ((one[i] ^ other[i] ^ flip) & part->passing[i])
			return false;
	return true;
}

/* The classes that a combination of the inputs of a part stands for. */
void space_part_classes(const struct space *space, const struct space_part *part,
	uint32_t combination, uint32_t *classes);
uint32_t space_part_combination(
	const struct space *space, const struct space_part *part, const uint32_t *classes);

/* The classes as a map of names to values, in `arena`. */
struct value space_value(const struct space *space, const uint32_t *classes, struct arena *arena);

/* Resolves with up to 64 lists of classes, `stride` apart; NULL if it was cancelled. */
struct trial *space_try(struct space *space, const uint32_t *classes, size_t stride, size_t count,
	const atomic_bool *cancelled);

/* The same, and what contradicts what in each that cannot be solved. */
struct trial *space_try_for_reasons(struct space *space, const uint32_t *classes, size_t stride,
	size_t count, const atomic_bool *cancelled);

/* What the definitions alone say of up to 64 of them, without constraints and choices; of what
 * values within a class may change, nothing. */
struct evaluation *space_evaluate(
	const struct space *space, const uint32_t *classes, size_t stride, size_t count);

/* All that is said is compared with this assignment, which should not fail. */
void space_set_base(struct space *space, const uint32_t *classes, const struct trial *trial,
	unsigned assignment);

/* The number of the failure; of several assignments the one nearest to the base stays. So many are
 * kept, and no more. */
uint32_t space_note_failure(
	struct space *space, const struct problem *problem, const uint32_t *classes);

/* The failure with the same reason. */
uint32_t space_note_conflict(
	struct space *space, const struct problem *problem, const uint32_t *classes);

/* As the states have them, whatever was tried first; without those that are divided. */
void space_order_failures(struct space *space);

/* Looks for what contradicts what in a failure: where nothing is known to resolve, whatever the
 * inputs are, if possible. False if it was cancelled. */
bool space_tell_failure(
	struct space *space, struct space_failure *failure, const atomic_bool *cancelled);

/* The error that resolving with these classes ends with, in `arena`; empty if there is none. */
struct string space_error_of(
	const struct space *space, const uint32_t *classes, struct arena *arena);

/* Divides the inputs into parts. */
void space_parts_divide(struct space *space);

/* Finds the states of the parts whose combinations are gone through: all, unless it is cancelled.
 */
void space_states_find(struct space *space, const atomic_bool *cancelled);

/* Resolves with them, and with what they say about the truth. False if it was cancelled. */
bool space_states_try(struct space *space, const atomic_bool *cancelled);

/* Assignments of a trial, one bit each, that show states of a part: with several of them, one state
 * after the other. */
struct space_shown {
	uint64_t assignments;
	unsigned rotation; /* the first assignment shows this state, counted from … */
	uint32_t word;     /* … those before these 64, and so on around */
};

/* Bits by assignment as bits by state, of the word. */
static inline uint64_t space_shown_bits(struct space_shown shown, uint64_t bits)
{
	bits &= shown.assignments;
	return shown.rotation == 0 ? bits : bits << shown.rotation | bits >> (64 - shown.rotation);
}

#endif
