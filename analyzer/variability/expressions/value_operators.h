/* The value operators, and what they share: reading and checking operands.
 *
 * An operator function gets its argument as written and answers with a value or an
 * error. Reading an operand either succeeds or leaves the reason in `failure`, which
 * the operator then returns as it is:
 *
 *	if (!operand_number(context, items[0], &number, &failure))
 *		return failure;
 */
#ifndef ANALYZER_VARIABILITY_EXPRESSIONS_VALUE_OPERATORS_H
#define ANALYZER_VARIABILITY_EXPRESSIONS_VALUE_OPERATORS_H

#include "analyzer/language/variability/operators.h"
#include "analyzer/variability/expressions/value_expression.h"

typedef struct value_result value_operator_function(
	struct value_context *context, struct value argument);

/* Of an operator that `operator_called` finds in a value expression. */
value_operator_function *value_operator_of(enum operator_id op);

struct arena *value_context_arena(const struct value_context *context);

struct value_result value_known(struct value value);
struct value_result value_known_number(double number);
struct value_result value_known_boolean(bool boolean);
struct value_result value_failure(struct value_context *context, struct node cause,
	const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The list an argument must be, as written; `failure` otherwise. */
bool literal_list(struct value_context *context, struct value argument,
	const struct value_list **list, struct value_result *failure);

/* Item of a list; no value if it is shorter. */
struct value list_item(const struct value_list *list, size_t position);

/* A number as written. */
bool literal_number(struct value_context *context, struct value literal, double *number,
	struct value_result *failure);

/* The value of an operand. */
bool operand_value(struct value_context *context, struct value operand, struct value *value,
	struct value_result *failure);
bool operand_number(struct value_context *context, struct value operand, double *number,
	struct value_result *failure);
bool operand_string(struct value_context *context, struct value operand, struct string *string,
	struct value_result *failure);

/* All numbers of a literal list. */
bool literal_numbers(struct value_context *context, struct value argument, double **numbers,
	size_t *count, struct value_result *failure);

/* Two decimals of the exact value, ties away from zero. */
double value_fixed2(double number);

/* The order of two values: strings by UTF-16 code units, everything else as numbers. Only
 * `UNORDERED` if one of them is no number. */
enum value_order {
	VALUE_LESS,
	VALUE_SAME,
	VALUE_GREATER,
	VALUE_UNORDERED,
};
enum value_order value_compare(struct arena *arena, struct value a, struct value b);

/* `number` as ECMAScript reads a string: "" is 0, "0x10" is 16, what is no number NaN. */
double value_number_of_string(struct string string);

/* One function per operator, grouped as in the specification. */
value_operator_function evaluate_add, evaluate_sub, evaluate_mul, evaluate_div, evaluate_mod;
value_operator_function evaluate_variability_input, evaluate_value_expression;
value_operator_function evaluate_concat, evaluate_join, evaluate_token;
value_operator_function evaluate_equal, evaluate_greater, evaluate_greater_or_equal, evaluate_less,
	evaluate_less_or_equal, evaluate_in_range, evaluate_valid_values, evaluate_length,
	evaluate_min_length, evaluate_max_length;
value_operator_function evaluate_sum, evaluate_count, evaluate_min, evaluate_max, evaluate_mean,
	evaluate_median, evaluate_variance, evaluate_standard_deviation;
value_operator_function evaluate_linear_regression, evaluate_polynomial_regression,
	evaluate_logarithmic_regression, evaluate_exponential_regression;
value_operator_function evaluate_weekday, evaluate_same, evaluate_before, evaluate_before_or_same,
	evaluate_after, evaluate_after_or_same, evaluate_within;

#endif
