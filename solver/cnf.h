/* Formulas as clauses.
 *
 * Every formula gets a literal that is equivalent to it in all models, shared formulas share
 * theirs, and the clauses stay linear in the size of the formulas: parity becomes a chain of
 * pairs, at-most-one a running "one of those so far" (sequential counter). What is
 * required is stated directly and with fewer clauses. The clauses are kept as a list that
 * only grows; who solves them reads on where it stopped. */
#ifndef SOLVER_CNF_H
#define SOLVER_CNF_H

#include "solver/formula.h"

struct cnf;

/* Borrows the pool; translates the definitions of all its variables. */
struct cnf *cnf_create(struct formulas *formulas);

/* The same models, to be continued separately. `fixed` has, for each variable, 1 or -1 if it is
 * known to be true or false in all of them, else 0: the copy has fewer and shorter clauses. */
struct cnf *cnf_copy(const struct cnf *cnf, const signed char *fixed);

/* Destroying NULL is harmless. */
void cnf_destroy(struct cnf *cnf);

struct formulas *cnf_formulas(const struct cnf *cnf);

/* The literal of a formula, negative if its variable must be false. Adds the clauses, and
 * those of definitions met on the way, if it is new. */
int cnf_literal(struct cnf *cnf, formula operand);

/* The literal if there is one already, else 0. */
int cnf_known_literal(const struct cnf *cnf, formula operand);

/* States that the formula, or at least one of the formulas, holds. */
void cnf_require(struct cnf *cnf, formula operand);
void cnf_require_any(struct cnf *cnf, const formula *operands, size_t count);

/* All clauses so far, each ended by 0. Borrowed until something is added. */
const int *cnf_clauses(const struct cnf *cnf, size_t *length);

/* Variables are 1 up to and including this one. */
int cnf_last_variable(const struct cnf *cnf);

#endif
