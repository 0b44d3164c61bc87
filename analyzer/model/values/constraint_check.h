/* Constraints on values: constraint clauses of TOSCA 1.x, validation clauses of 2.0.
 *
 * Only what the text decides is said: a clause with a function that is not known here, or
 * a value that cannot be compared, says nothing. */
#ifndef ANALYZER_MODEL_VALUES_CONSTRAINT_CHECK_H
#define ANALYZER_MODEL_VALUES_CONSTRAINT_CHECK_H

#include "analyzer/model/report/verdict.h"
#include "analyzer/model/values/comparison.h"
#include "analyzer/model/values/value_check.h"

/* A clause, `{ operator: operand }`. A value alone is one that the value must be equal to (Simple
 * Profile, section "Constraint clause definition"). The key is absent if it is no clause. */
struct constraint_clause {
	struct string op;
	struct node key; /* where the operator is written, or the value alone */
	struct node operand;
};
struct constraint_clause constraint_clause_of(struct node item);

/* Whether the operator of a clause of TOSCA 1.x can constrain values of the type. */
bool constraint_applies(struct string op, enum primitive_type primitive);

/* Whether it compares them with a value of that type, or with each of a list of such. */
bool constraint_compares(struct string op);

/* A bound of `in_range`, or of a range, that is infinity. */
bool constraint_is_unbounded(struct node node);

/* Checks `value` against the `constraints` and the `validation` of `definition`. Its data type
 * is `primitive` or derives from it; `type` is NULL if it is primitive. */
void constraint_check(struct value_checker *checker, enum primitive_type primitive,
	const struct type *type, struct node definition, struct node value, struct string name);

/* Whether `value`, which is what `schema` says, satisfies one clause of TOSCA 1.x. */
enum verdict constraint_clause_verdict(struct value_checker *checker, struct value_schema schema,
	struct string op, struct node operand, struct node value);

/* As what values of the schema are compared; false if its type is unknown. */
bool constraint_comparison(
	struct value_checker *checker, struct value_schema schema, struct comparison *comparison);

/* Whether the operator of a clause of TOSCA 1.x applies to values of the schema, and compares them
 * with such values. */
void constraint_check_clause(
	struct value_checker *checker, struct value_schema schema, struct node clause);

/* Whether the operators of the definition's own `constraints` apply to values of its type, and
 * compare them with such values. The same for those of a data type. */
void constraint_check_definition(struct value_checker *checker, struct value_schema schema);
void constraint_check_type(struct value_checker *checker, const struct type *type);

#endif
