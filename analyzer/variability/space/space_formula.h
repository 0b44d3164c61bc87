/* Everything that keeps an assignment from being resolved, as one formula over the classes of the
 * inputs of a part, and a solver for it. What classes do not decide may come to anything, so what
 * has no model is proven. Internal to this folder. */
#ifndef ANALYZER_VARIABILITY_SPACE_SPACE_FORMULA_H
#define ANALYZER_VARIABILITY_SPACE_SPACE_FORMULA_H

#include "analyzer/variability/presence/checks.h"
#include "analyzer/variability/space/space_parts.h"
#include "solver/restriction.h"
#include "solver/solver.h"

struct space_formula {
	const struct space *space;
	const struct space_part *part;
	const struct service_template *of;
	const atomic_bool *cancelled; /* or NULL */
	struct arena *arena;
	struct evaluation *evaluation;
	struct restriction *restriction;
	struct formulas *formulas;
	formula **selectors; /* by input and class; of the part's inputs */
	struct solver *solver;
	bool lists_failures; /* what must not be is listed instead of excluded */
	formula *failures;
	size_t failure_count, failure_capacity;
	formula *operands; /* room for some */
	size_t operand_capacity;
};

/* Everything that resolving demands, but for the checks. */
void space_formula_make(struct space_formula *whole, const struct space *space,
	const struct space_part *part, const atomic_bool *cancelled);

void space_formula_require_checks(struct space_formula *whole);

void space_formula_finish(struct space_formula *whole);

formula space_formula_present(const struct space_formula *whole, const struct element *element);

/* Where the check does not hold. */
formula space_formula_violation(struct space_formula *whole, const struct check *check);

/* The classes of the model at hand. */
void space_formula_read(const struct space_formula *whole, uint32_t *classes);

/* None of these classes together again. */
void space_formula_block(struct space_formula *whole, const uint32_t *classes);

/* Is it proven that no assignment of the part fails? */
bool space_formula_always_passes(struct space_formula *whole);

#endif
