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

/* Destroying NULL is harmless. */
void network_destroy(struct network *network);

/* The number of the last formula the pool held when the network was made. */
int32_t network_last(const struct network *network);

/* Does the meaning of this formula depend on itself? */
bool network_is_cyclic(const struct network *network, formula operand);

/* How many variables have a cyclic definition. */
size_t network_count_cyclic(const struct network *network);

/* The indexes of all formulas, dependencies first. */
const int32_t *network_order(const struct network *network, size_t *count);

/* How many formulas, from this position of the order on, depend on one another; 1 if the
 * first of them depends on itself at most. The position must be the first of such a group. */
size_t network_group(const struct network *network, size_t position);

/* What a formula is made of: as in the pool, but the only operand of a defined variable is its
 * definition. The sign is ignored. */
enum formula_kind network_kind(const struct network *network, formula operand);
const formula *network_operands(const struct network *network, formula operand, size_t *count);

#endif
