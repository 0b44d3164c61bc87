/* What is known while facts are derived (derivation.h). Internal to this folder. */
#ifndef SOLVER_PROPAGATION_DERIVATION_FACTS_H
#define SOLVER_PROPAGATION_DERIVATION_FACTS_H

#include "solver/propagation/derivation.h"

#define DERIVATION_GIVEN_COST UINT64_C(1)
#define DERIVATION_UNKNOWN_COST UINT64_C(0) /* stands for DERIVATION_NEVER in a fact */
#define DERIVATION_MOST_COST (UINT64_MAX >> 3)

/* What is known of a fact, in few bytes: there are as many as formulas, under every variant. Two of
 * each formula, first the one without sign; once nothing is given any more, the settled one alone.
 */
struct fact {
	uint64_t cost : 61; /* the least so far; final if it is settled */
	uint64_t is_settled : 1;
	uint64_t is_given : 1;
	uint64_t is_negated : 1; /* of those that stand alone: the formula does not hold */
};

struct waiting {
	uint64_t cost;
	formula fact;
};

struct derivation_scope {
	const struct formulas *formulas;
	int32_t last;    /* what is newer is not looked at */
	bool *concerned; /* by index */
	size_t concerned_count;
	uint32_t *user_start; /* by index: where its users start */
	int32_t *users;       /* operators and defined variables */
};

struct derivation {
	const struct derivation_scope *scope;
	const struct formulas *formulas; /* of the scope, or what continues them */
	const formula *required;         /* owned */
	size_t required_count;

	struct derivation *before; /* what follows there, follows here; NULL: nothing */
	bool *reached; /* on demand: by index, what was looked at so far; NULL: everything */
	size_t reached_count;

	uint32_t *trues; /* by index of an operator: operands that are settled so */
	uint32_t *falses;
	struct fact *facts; /* of the scope's formulas */
	bool is_final;      /* each of these stands alone */
	struct fact *newer; /* of those that are newer */
	size_t newer_count; /* in formulas */

	struct waiting *heap; /* the cheapest on top */
	size_t heap_count;
	size_t heap_capacity;
	uint64_t given_cost;
	uint64_t highest_cost; /* of what is settled */
};

static inline struct fact *derivation_newer_fact(const struct derivation *derivation, formula fact)
{
	int32_t index = formula_index(fact);

	return &derivation->newer[2 * (size_t)(index - derivation->scope->last - 1) + (fact < 0)];
}

static inline bool derivation_is_newer(const struct derivation *derivation, formula fact)
{
	return formula_index(fact) > derivation->scope->last;
}

/* Of what is still open, or newer. */
static inline struct fact *derivation_open_fact(const struct derivation *derivation, formula fact)
{
	return derivation_is_newer(derivation, fact)
		       ? derivation_newer_fact(derivation, fact)
		       : &derivation->facts[2 * (size_t)formula_index(fact) + (fact < 0)];
}

static inline struct fact derivation_fact_at(const struct derivation *derivation, formula fact)
{
	const struct fact *final;

	if (!derivation->is_final || derivation_is_newer(derivation, fact))
		return *derivation_open_fact(derivation, fact);
	final = &derivation->facts[formula_index(fact)];
	return final->is_negated == (fact < 0) ? *final
					       : (struct fact){.cost = DERIVATION_UNKNOWN_COST};
}

static inline bool derivation_is_settled(const struct derivation *derivation, formula fact)
{
	return derivation_fact_at(derivation, fact).is_settled;
}

static inline uint64_t derivation_known_cost(const struct derivation *derivation, formula fact)
{
	uint64_t cost = derivation_fact_at(derivation, fact).cost;

	return cost == DERIVATION_UNKNOWN_COST ? DERIVATION_NEVER : cost;
}

static inline uint64_t derivation_plus(uint64_t left, uint64_t right)
{
	return left == DERIVATION_NEVER || right == DERIVATION_NEVER ? DERIVATION_NEVER
	       : left > DERIVATION_MOST_COST - right                 ? DERIVATION_MOST_COST
								     : left + right;
}

/* Operands, or the definition of a variable. */
static inline const formula *derivation_parts(
	const struct formulas *formulas, int32_t index, formula *definition, size_t *count)
{
	*definition = formula_definition(formulas, index);
	if (*definition == FORMULA_NONE)
		return formula_operands(formulas, index, count);
	*count = 1;
	return definition;
}

/* Finds what follows about the formula, unless that is known. */
void derivation_reach(struct derivation *derivation, int32_t index);

#endif
