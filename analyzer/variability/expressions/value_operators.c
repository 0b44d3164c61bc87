#include "analyzer/variability/expressions/value_operators.h"

#include <string.h>

/* Sorted by name. The order is that in which the reference implementation asks for the
 * operators; deprecated spellings share the place of what replaced them. */
// clang-format off
static const struct value_operator operators[] = {
	{"add", 1, evaluate_add},
	{"after", 45, evaluate_after},
	{"after_or_same", 46, evaluate_after_or_same},
	{"before", 43, evaluate_before},
	{"before_or_same", 44, evaluate_before_or_same},
	{"concat", 8, evaluate_concat},
	{"count", 24, evaluate_count},
	{"div", 4, evaluate_div},
	{"equal", 11, evaluate_equal},
	{"exponential_regression", 34, evaluate_exponential_regression},
	{"get_current_weekday", 41, evaluate_weekday},
	{"get_variability_condition", 7, evaluate_value_expression},
	{"get_variability_expression", 7, evaluate_value_expression},
	{"get_variability_input", 6, evaluate_variability_input},
	{"greater", 12, evaluate_greater},
	{"greater_or_equal", 13, evaluate_greater_or_equal},
	{"greater_than", 12, evaluate_greater},
	{"in_range", 16, evaluate_in_range},
	{"join", 9, evaluate_join},
	{"length", 18, evaluate_length},
	{"less", 14, evaluate_less},
	{"less_or_equal", 15, evaluate_less_or_equal},
	{"less_than", 14, evaluate_less},
	{"linear_regression", 31, evaluate_linear_regression},
	{"logarithmic_regression", 33, evaluate_logarithmic_regression},
	{"max", 26, evaluate_max},
	{"max_length", 20, evaluate_max_length},
	{"mean", 27, evaluate_mean},
	{"median", 28, evaluate_median},
	{"min", 25, evaluate_min},
	{"min_length", 19, evaluate_min_length},
	{"mod", 5, evaluate_mod},
	{"mul", 3, evaluate_mul},
	{"polynomial_regression", 32, evaluate_polynomial_regression},
	{"same", 42, evaluate_same},
	{"standard_deviation", 30, evaluate_standard_deviation},
	{"sub", 2, evaluate_sub},
	{"sum", 23, evaluate_sum},
	{"token", 10, evaluate_token},
	{"valid_values", 17, evaluate_valid_values},
	{"value_expression", 7, evaluate_value_expression},
	{"variability_input", 6, evaluate_variability_input},
	{"variance", 29, evaluate_variance},
	{"weekday", 41, evaluate_weekday},
	{"within", 47, evaluate_within},
};
// clang-format on

const struct value_operator *value_operator_find(struct string keyname)
{
	size_t low = 0, high = sizeof(operators) / sizeof(operators[0]);

	while (low < high) {
		size_t middle = (low + high) / 2;
		int order = string_compare(keyname, string_from(operators[middle].name));

		if (order == 0)
			return &operators[middle];
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return NULL;
}
