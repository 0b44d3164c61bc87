/* How what is known follows: for each fact, the shortest chain of steps to it.
 *
 * A fact is a formula that holds, or with the sign of negation, one that does not. Some facts are
 * given; more follow, from operands to what is made of them and, since what is required must come
 * out, the other way round as well. Each step looks at one formula with its operands. A fact
 * *costs* one more than all that its step rests on, and of several steps the cheapest counts: so a
 * chain never leads back to where it comes from, and does not depend on the numbers of formulas.
 *
 * Looks at one assignment, and only at what certain formulas can depend on. Knows formulas only. */
#ifndef SOLVER_PROPAGATION_DERIVATION_H
#define SOLVER_PROPAGATION_DERIVATION_H

#include "solver/formula.h"

struct derivation;

/* The cost of what does not follow. */
#define DERIVATION_NEVER UINT64_MAX

/* About the `roots`, the `required` formulas, which hold, and all that these are made of. Borrows
 * the pool, which may grow: what is new has no definition. */
struct derivation *derivation_create(const struct formulas *formulas, const formula *roots,
	size_t root_count, const formula *required, size_t required_count);
void derivation_destroy(struct derivation *derivation); /* NULL is harmless */

/* Another fact is given, if it is about a formula that this is about. It costs more than
 * everything that follows so far: what is given later is used only where there is no other way. */
void derivation_give(struct derivation *derivation, formula fact);

/* Finds what follows from what was given since. */
void derivation_run(struct derivation *derivation);

/* Of what is new in the pool, too, as far as it follows from its operands. */
uint64_t derivation_cost(struct derivation *derivation, formula fact);

enum derivation_rule {
	DERIVATION_NONE, /* it does not follow */
	DERIVATION_GIVEN,
	DERIVATION_REQUIRED,
	DERIVATION_OPERANDS, /* by what it is made of, a variable by its definition */
	DERIVATION_USER,     /* by something that it is an operand, or the definition, of */
};

struct derivation_step {
	enum derivation_rule rule;
	size_t required; /* DERIVATION_REQUIRED: the number of the first formula that is it */
	formula user;    /* DERIVATION_USER: the fact, as it is signed */
};

/* The last step to a fact. */
struct derivation_step derivation_last_step(struct derivation *derivation, formula fact);

/* The facts that this step rests on, none of which it can do without; of operands each of which
 * would do, the cheapest. The caller releases `*facts` with `memory_release`. */
size_t derivation_reasons(struct derivation *derivation, formula fact, formula **facts);

#endif
