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

/* What a derivation looks at: certain formulas, and all that these are made of. It is the same
 * under every assignment. */
struct derivation_scope;

/* Borrows the pool, which may grow: what is new has no definition. */
struct derivation_scope *derivation_scope_create(
	const struct formulas *formulas, const formula *roots, size_t count);
void derivation_scope_destroy(struct derivation_scope *scope); /* NULL is harmless */

struct derivation;

/* The cost of what does not follow. */
#define DERIVATION_NEVER UINT64_MAX

/* Of the `required` formulas in the scope, which is borrowed, it is known that they hold. */
struct derivation *derivation_create(
	const struct derivation_scope *scope, const formula *required, size_t required_count);
void derivation_destroy(struct derivation *derivation); /* NULL is harmless */

/* Nothing is required, so that a fact follows from what it is made of alone: it is looked for when
 * somebody asks. All is given before anything is asked for. */
struct derivation *derivation_create_on_demand(const struct derivation_scope *scope);

/* … and of what does not follow there, `before`, it is asked whether it does where something is
 * required. `before` lives longer; nothing is given but to that. */
struct derivation *derivation_create_behind(
	struct derivation *before, const formula *required, size_t required_count);

/* Nothing will be given any more. */
void derivation_fit(struct derivation *derivation);

/* From now on, formulas that the scope does not have are those of a pool that continues its one,
 * and nothing is known of them. */
void derivation_continue(struct derivation *derivation, const struct formulas *formulas);

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
