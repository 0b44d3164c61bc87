/* The independent parts of what an assignment leaves open.
 *
 * Open formulas that depend on one another, or are bound by a residual, directly or through others,
 * form a part. No part
 * has to do with another: the models of the whole are the combinations of the models of its
 * parts. Small parts are solved quickly, and two that look alike have the same answers. */
#ifndef SOLVER_PARTS_H
#define SOLVER_PARTS_H

#include "solver/evaluation.h"

#define PARTS_NONE UINT32_MAX

struct parts;

/* Borrows the evaluation. An open formula that is no variable, and that neither one of these nor a
 * variable depends on, is in no part: it is left of what is not asked any more. NULL: all are
 * asked. */
struct parts *parts_create(const struct evaluation *evaluation, unsigned assignment,
	const formula *asked, size_t asked_count);

void parts_destroy(struct parts *parts);

const struct evaluation *parts_evaluation(const struct parts *parts);
unsigned parts_assignment(const struct parts *parts);
uint32_t parts_count(const struct parts *parts);

/* Numbered from 0 in the order of their first members; PARTS_NONE if the formula is decided, or not
 * asked. */
uint32_t parts_number(const struct parts *parts, formula operand);

/* The indexes of the formulas in a part, ascending, and the place of a formula among them. */
const int32_t *parts_members(const struct parts *parts, uint32_t part, size_t *count);
uint32_t parts_place(const struct parts *parts, formula operand);

/* The indexes of the residuals that bind members of a part, ascending. */
const int32_t *parts_residuals(const struct parts *parts, uint32_t part, size_t *count);

#endif
