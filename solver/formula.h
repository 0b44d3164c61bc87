/* Propositional formulas, shared and simplified.
 *
 * A formula is a number in a pool: its sign is negation, so "not" costs nothing and
 * equal formulas are equal numbers. Constructors drop constants and duplicates,
 * notice complements, and return what is left; operands are copied into the pool and
 * keep the order in which they were first written. A variable may be given a
 * *definition*: the network of definitions is what evaluation walks and what a solver
 * translates. The pool grows only; it knows no clauses, no names and no values. */
#ifndef SOLVER_FORMULA_H
#define SOLVER_FORMULA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Belongs to one pool. Comparing two formulas of a pool compares their shape. */
typedef int32_t formula;

#define FORMULA_NONE ((formula)0) /* no formula: never an operand */
#define FORMULA_TRUE ((formula)1)
#define FORMULA_FALSE ((formula)-1)

/* A formula without its sign. Disjunction, implication, equivalence and exactly-one
 * are written with these. */
enum formula_kind {
	FORMULA_CONSTANT,
	FORMULA_VARIABLE,
	FORMULA_AND,         /* at least two operands */
	FORMULA_XOR,         /* an odd number of its at least two, positive operands */
	FORMULA_AT_MOST_ONE, /* of its at least three operands */
};

struct formulas;

struct formulas *formulas_create(void);

/* A pool that goes on where `base` ends. What that holds is shared and keeps its number; its
 * variables may be redefined. Borrows `base`, which continues no other and must not grow. */
struct formulas *formulas_continue(const struct formulas *base);

/* Destroying NULL is harmless. */
void formulas_destroy(struct formulas *formulas);

/* Gives back the room for what is still to come: there will be little. */
void formulas_fit(struct formulas *formulas);

/* Numbers in use are 1 up to and including this one. */
int32_t formulas_last(const struct formulas *formulas);

/* A new variable, different from all others. */
formula formula_variable(struct formulas *formulas);

static inline formula formula_not(formula operand)
{
	return -operand;
}

static inline formula formula_constant(bool value)
{
	return value ? FORMULA_TRUE : FORMULA_FALSE;
}

/* The number without the sign, an index for tables with `formulas_last() + 1` rows. */
static inline int32_t formula_index(formula operand)
{
	return operand < 0 ? -operand : operand;
}

formula formula_and(struct formulas *formulas, const formula *operands, size_t count);
formula formula_or(struct formulas *formulas, const formula *operands, size_t count);

/* Parity: holds if an odd number of operands does. Of nothing: false. */
formula formula_xor(struct formulas *formulas, const formula *operands, size_t count);

/* Operands count as often as they are written: at most one of {a, a} is "not a".
 * Exactly one of nothing is false. */
formula formula_at_most_one(struct formulas *formulas, const formula *operands, size_t count);
formula formula_exactly_one(struct formulas *formulas, const formula *operands, size_t count);

formula formula_both(struct formulas *formulas, formula left, formula right);
formula formula_implies(struct formulas *formulas, formula premise, formula conclusion);
formula formula_equivalent(struct formulas *formulas, formula left, formula right);

/* States that `variable`, a positive variable without definition, holds if and only if
 * `meaning` does. Definitions may be cyclic; then several values, or none, may satisfy
 * them. */
void formula_define(struct formulas *formulas, formula variable, formula meaning);

/* Gives a defined variable of the base another meaning, once. */
void formula_redefine(struct formulas *formulas, formula variable, formula meaning);

/* How many variables of the base have another meaning; one of them, by number from 0. */
size_t formulas_redefined(const struct formulas *formulas);
formula formulas_redefinition(const struct formulas *formulas, size_t number, formula *meaning);

/* FORMULA_NONE if there is none. The sign of `variable` is ignored. */
formula formula_definition(const struct formulas *formulas, formula variable);

/* The sign is ignored by these two. Operands are borrowed until the pool grows. */
enum formula_kind formula_kind(const struct formulas *formulas, formula operand);
const formula *formula_operands(const struct formulas *formulas, formula operand, size_t *count);

#endif
