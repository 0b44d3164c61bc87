/* What is left of a network once an assignment is known.
 *
 * A copy of the formulas in which everything the evaluation decided is a constant and
 * every variable with an acyclic definition is replaced by its meaning. It keeps free
 * variables that are open and variables that are defined by a cycle. Typically a small
 * part of the original, so that a solver of its own for each variant is cheap; for one of
 * its independent parts, it is smaller still. */
#ifndef SOLVER_RESTRICTION_H
#define SOLVER_RESTRICTION_H

#include "solver/parts.h"

struct restriction;

/* Of everything that is open, or of one part. Borrow what they are made from. */
struct restriction *restriction_create(const struct evaluation *evaluation, unsigned assignment);
struct restriction *restriction_create_part(const struct parts *parts, uint32_t part);
void restriction_destroy(struct restriction *restriction);

/* The pool of what is left, owned by the restriction. More may be added to it. */
struct formulas *restriction_formulas(struct restriction *restriction);

/* What has to hold in every model, as the residuals of the evaluation demand. */
const formula *restriction_required(const struct restriction *restriction, size_t *count);

/* What a formula of the original pool has become in the pool of the restriction. One that is
 * open must be in the part that the restriction is of. */
formula restriction_of(const struct restriction *restriction, formula original);

#endif
