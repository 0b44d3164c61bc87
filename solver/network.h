/* The order in which to evaluate a pool of formulas, and where it is cyclic.
 *
 * A snapshot of the pool in which everything comes after what it depends on, definitions
 * included; what depends on itself is grouped. Immutable, and independent of the pool once
 * made, so that several threads may use it. */
#ifndef SOLVER_NETWORK_H
#define SOLVER_NETWORK_H

#include "solver/formula.h"

struct network;

struct network *network_create(const struct formulas *formulas);

/* The network of a pool that continues the one of `base`, which is borrowed and no such network
 * itself: only as much of the order is made anew as what is new and redefined can concern. */
struct network *network_continue(const struct network *base, const struct formulas *formulas);

/* Destroying NULL is harmless. */
void network_destroy(struct network *network);

/* The number of the last formula the pool held when the network was made. */
int32_t network_last(const struct network *network);

/* Does the meaning of this formula depend on itself? */
bool network_is_cyclic(const struct network *network, formula operand);

/* How many variables have a cyclic definition. */

/* The indexes of all formulas, dependencies first. */
const int32_t *network_order(const struct network *network, size_t *count);

/* Where in this order a formula is. */
size_t network_position(const struct network *network, formula operand);

/* Formulas that depend on one another stand together: where those around a position start, and
 * how many there are from such a start on; 1 if the formula depends on itself at most. */
size_t network_group_start(const struct network *network, size_t position);
size_t network_group(const struct network *network, size_t start);

/* What a formula is made of: as in the pool, but the only operand of a defined variable is its
 * definition. The sign is ignored. */
enum formula_kind network_kind(const struct network *network, formula operand);
const formula *network_operands(const struct network *network, formula operand, size_t *count);

/* Calls `visit` with the index of everything that a formula is an operand of, and perhaps of what
 * it was one of in the base. */
void network_visit_users(const struct network *network, formula operand,
	void (*visit)(void *context, int32_t user), void *context);

/* What it continues; NULL if it was made whole. */
const struct network *network_base(const struct network *network);

/* From which position in the order on, up to which, formulas may be in other circles, or in none,
 * than in the base. */
void network_reordered(const struct network *network, size_t *start, size_t *end);

/* What is not as in the base: what is new in the pool, and the variables redefined. Each once. */
void network_visit_changed(
	const struct network *network, void (*visit)(void *context, int32_t index), void *context);

#endif
