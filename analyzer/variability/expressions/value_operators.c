#include "analyzer/variability/expressions/value_operators.h"

/* Of each row of the table, so that none is without. */
#define NO_VALUE(meaning) NULL
#define VALUE_OF(meaning) meaning
#define OPERATORS_LOGICAL_VALUE NO_VALUE
#define OPERATORS_PRESENCE_VALUE NO_VALUE
#define OPERATORS_ARITHMETIC_VALUE VALUE_OF
#define OPERATORS_REFERENCE_VALUE VALUE_OF
#define OPERATORS_STRING_VALUE VALUE_OF
#define OPERATORS_COMPARISON_VALUE VALUE_OF
#define OPERATORS_ANALYTICAL_VALUE VALUE_OF
#define OPERATORS_DATE_VALUE VALUE_OF

static value_operator_function *const evaluators[] = {
#define OPERATOR(op, name, group, meaning, operands, alike, result, summary)                       \
	[OPERATOR_##op] = group##_VALUE(meaning),
#include "analyzer/language/variability/operators.def"
#undef OPERATOR
};

value_operator_function *value_operator_of(enum operator_id op)
{
	return evaluators[op];
}
