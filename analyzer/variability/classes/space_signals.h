/* What tells assignments apart: each expression of the template, and what it comes to for each
 * combination of the classes of the inputs it demands. Internal to space.h. */
#ifndef ANALYZER_VARIABILITY_CLASSES_SPACE_SIGNALS_H
#define ANALYZER_VARIABILITY_CLASSES_SPACE_SIGNALS_H

#include "analyzer/variability/classes/space_input.h"

enum {
	SPACE_LIMIT = 1 << 16 /* combinations of the inputs of one expression that are tried */
};

enum space_signal_kind {
	SIGNAL_ATOM,     /* a value expression in a condition */
	SIGNAL_PROPERTY, /* whether the expression of a property has a value */
	SIGNAL_HOLDS,    /* an input as the constraints between inputs see it */
};

typedef uint16_t space_outcome; /* of enum signal_outcome */

enum signal_outcome {
	OUTCOME_FALSE,
	OUTCOME_TRUE,
	OUTCOME_NONE,  /* nothing at all */
	OUTCOME_ERROR, /* this and more: one for each text */
	OUTCOME_LAST = UINT16_MAX,
};

struct space_signal {
	enum space_signal_kind kind;
	uint32_t analysis; /* which of several */
	uint32_t number;   /* of the atom, the property's element, the input */
	bool is_certain;   /* the classes decide it, whatever the values are */
	uint32_t *inputs;
	uint32_t input_count;
	size_t table_size;    /* 0: too many combinations, of it or of all together */
	space_outcome *table; /* the first input counts fastest */
	bool is_same;         /* its inputs and its table are those of an earlier one */
	uint32_t same;        /* that one */
};

struct space_signals {
	struct space_signal *items;
	size_t count;
	size_t capacity;
};

/* Merges classes that no signal tells apart, and fills in the tables. False if it was cancelled. */
bool space_signals_find(struct space_signals *signals, struct space_inputs *inputs,
	struct arena *arena, const struct analysis *const *analyses, size_t analysis_count,
	const atomic_bool *cancelled);

/* `classes` is one of each input. */
static inline enum signal_outcome space_signal_at(const struct space_signal *signal,
	const struct space_inputs *inputs, const uint32_t *classes)
{
	size_t index = 0;

	for (uint32_t i = signal->input_count; i-- > 0;)
		index = index * inputs->items[signal->inputs[i]].class_count +
			classes[signal->inputs[i]];
	return (enum signal_outcome)signal->table[index];
}

#endif
