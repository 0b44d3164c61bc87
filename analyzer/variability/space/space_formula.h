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
	formula *failures; /* where one of them holds, resolving fails */
	size_t failure_count, failure_capacity;
	size_t forbidden_count; /* of the first of them */
	formula *operands;      /* room for some */
	size_t operand_capacity;
};

/* What conditions and expressions come to. Failures are listed, but for those of checks. */
void space_formula_make(struct space_formula *whole, const struct space *space,
	const struct space_part *part, const atomic_bool *cancelled);

/* Those of checks, too. Once. */
void space_formula_list_checks(struct space_formula *whole);

/* From now on, none of the first `count` failures has a model. */
void space_formula_forbid(struct space_formula *whole, size_t count);

void space_formula_finish(struct space_formula *whole);

formula space_formula_present(const struct space_formula *whole, const struct element *element);

/* The classes of the model at hand. */
void space_formula_read(const struct space_formula *whole, uint32_t *classes);

/* None of these classes together again. */
void space_formula_block(struct space_formula *whole, const uint32_t *classes);

/* Do the classes of inputs decide what may go wrong, by the formula alone? Then no assignment fails
 * if no failure has a model. */
bool space_formula_is_determined(const struct space_formula *whole);

#endif
