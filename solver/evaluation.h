/* Three-valued evaluation of a network of definitions, up to 64 assignments at once.
 *
 * Free variables are given values per assignment, or left open; everything else
 * follows in one pass along the definitions, a machine word deciding all assignments
 * together. Where definitions form a cycle, what propagates from outside is decided
 * and the rest stays open. An open answer is not yet "depends": the evaluation looks
 * at one operator at a time and does not see that "a or not a" holds; that is a
 * question for a solver. Knows formulas only. */
#ifndef SOLVER_EVALUATION_H
#define SOLVER_EVALUATION_H

#include "solver/network.h"

#define EVALUATION_ASSIGNMENTS 64

struct evaluation;

/* Borrows `network`. All free variables are open in all assignments. */
struct evaluation *evaluation_create(const struct network *network);

/* With the values that `base` has, in a network that continues its own. Running it decides what
 * is new, redefined or assigned otherwise, and what follows from that. Does not borrow `base`. */
struct evaluation *evaluation_continue(
	const struct evaluation *base, const struct network *network);
void evaluation_destroy(struct evaluation *evaluation);

const struct network *evaluation_network(const struct evaluation *evaluation);

/* Sets a variable without definition, bit i for assignment i: true, false, or open if in
 * neither word. A bit must not be in both. Setting a positive variable only. */
void evaluation_assign(
	struct evaluation *evaluation, formula variable, uint64_t is_true, uint64_t is_false);

/* Decides from the values assigned. Once: what is assigned later is not seen. */
void evaluation_run(struct evaluation *evaluation);

/* Instead of running it: decides one formula, and of the others what that one is made of. Any
 * number of times; what is assigned after the first is not seen. Not of one that continues another.
 */
void evaluation_decide(struct evaluation *evaluation, formula operand);

/* How many formulas that took. */
size_t evaluation_count_decided(const struct evaluation *evaluation);

/* The assignments in which the formula holds, does not hold, is left open. */
uint64_t evaluation_true(const struct evaluation *evaluation, formula operand);
uint64_t evaluation_false(const struct evaluation *evaluation, formula operand);
uint64_t evaluation_open(const struct evaluation *evaluation, formula operand);

/* Lists the formulas that are left open in one assignment, ascending; there is room for
 * `network_last` of them. Returns how many there are. */
size_t evaluation_list_open(
	const struct evaluation *evaluation, unsigned assignment, int32_t *indexes);

/* A formula that is decided in some assignments, as what is required demands, while its operands
 * still leave it open: they have to be chosen so that it comes to that. */
struct residual {
	int32_t index;
	uint64_t assignments;
};

/* Ascending. None unless propagation.h has decided more than what follows from the operands. */
const struct residual *evaluation_residuals(const struct evaluation *evaluation, size_t *count);

/* The assignments in which the formula is open and a cycle has a part in it; in its other
 * open assignments only free variables have. */
uint64_t evaluation_cyclic(const struct evaluation *evaluation, formula operand);

/* The open free variables that an open formula depends on in one assignment, each once, in
 * order of creation. The caller releases `*variables` with `memory_release`. */
size_t evaluation_dependencies(const struct evaluation *evaluation, formula operand,
	unsigned assignment, formula **variables);

#endif
