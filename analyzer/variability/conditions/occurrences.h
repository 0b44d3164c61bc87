/* What expressions mention, in the order in which they are read.
 *
 * Making a formula of a condition meets atoms, named expressions and mistakes. They are noted here,
 * element by element, and numbered afterwards: so mistakes come in the order in which the reference
 * implementation would meet them, and in the same one whether all elements have been read or only
 * those that an edit has changed. Internal to the making of presence_formula.h. */
#ifndef ANALYZER_VARIABILITY_CONDITIONS_OCCURRENCES_H
#define ANALYZER_VARIABILITY_CONDITIONS_OCCURRENCES_H

#include "analyzer/variability/elements/element.h"
#include "analyzer/variability/types/problem.h"
#include "solver/formula.h"

enum occurrence_kind {
	OCCURRENCE_ATOM,
	OCCURRENCE_EXPRESSION, /* a named one */
	OCCURRENCE_PROBLEM,    /* of PHASE_TRANSFORM */
};

struct occurrence {
	enum occurrence_kind kind;
	struct node place;
	union {
		uint32_t atom; /* its number among those known */
		const struct named_expression *expression;
		const struct noted_problem *problem;
	};
};

struct noted_problem {
	enum diagnostic_code code;
	struct string text;
};

struct occurrences {
	const struct occurrence *items;
	size_t count;
};

/* What has been met so far, of several readings one inside the other; released at the end. */
struct occurrence_stack {
	struct occurrence *items;
	size_t count;
	size_t capacity;
};

void occurrences_push(struct occurrence_stack *stack, struct occurrence occurrence);

/* Takes off what was pushed since the stack held `base`, and copies it. */
struct occurrences occurrences_pop(
	struct occurrence_stack *stack, size_t base, struct arena *arena);

/* Read once, at its first occurrence. */
struct named_expression {
	uint32_t number;
	struct string name;
	formula formula; /* FORMULA_NONE while it is being transformed */
	struct node body;
	const struct element *context; /* of the first who refers to it */
	bool has_keywords;             /* its meaning depends on the context */
	struct occurrences occurrences;
};

/* What was read at once: the conditions of an element, what it implies, or the constraints of the
 * template. */
struct passage {
	const struct element *context; /* NULL: none */
	unsigned pass;
	struct occurrences occurrences;
};

struct presence_formula;

/* Whether every named expression occurs first in the context in which it was read, or would mean
 * the same in any. */
bool occurrences_keep_meaning(struct presence_formula *result);

/* Lists the atoms of `result` in their order and adds the problems that were met. */
void occurrences_number(struct presence_formula *result, struct problems *problems);

#endif
