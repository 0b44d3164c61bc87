#include "analyzer/ide/hover/variant_value.h"

#include "analyzer/model/grammar/expression_operator.h"
#include "analyzer/variability/analysis/variant_truth.h"
#include "analyzer/variability/expressions/value_expression.h"

struct variant_values {
	struct arena *arena;
	struct variant_truth truth;
};

struct variant_values *variant_values_create(const struct analysis *analysis, struct arena *arena)
{
	struct variant_values *values = arena_allocate(arena, 1, sizeof(*values));
	values->arena = arena;
	variant_truth_begin(&values->truth, analysis, meanings_borrow(analysis), arena);
	return values;
}

void variant_values_destroy(struct variant_values *values)
{
	variant_truth_end(&values->truth);
}

/* Text of which the end could not be seen; nothing at all has none. */
static bool ends_in_blanks(struct string text)
{
	static const char space[] = " ", fixed[] = "\u00a0"; /* that no line is broken at */

	return text.length == 0 || string_starts_with(text, space) ||
	       string_starts_with(text, fixed) || string_ends_with(text, space) ||
	       string_ends_with(text, fixed);
}

static struct string print(struct variant_values *values, struct value_result result)
{
	switch (result.outcome) {
	case VALUE_KNOWN:
		if (result.value.kind == VALUE_STRING && !ends_in_blanks(result.value.string))
			return result.value.string;
		if (result.value.kind == VALUE_NUMBER)
			return value_number_text(values->arena, result.value.number);
		return value_json(values->arena, result.value);
	case VALUE_OPEN:
		return arena_format(values->arena, "open: %.*s", STRING_ARGUMENTS(result.input));
	case VALUE_ERROR:
		return arena_format(values->arena, "error: %.*s", STRING_ARGUMENTS(result.error));
	}
	return STRING("");
}

struct string variant_value_of_input(
	struct variant_values *values, size_t variant, struct string input)
{
	variant_truth_choose(&values->truth, variant);
	return print(values, value_of_input(values->truth.context, input));
}

struct string variant_value_of_expression(
	struct variant_values *values, size_t variant, struct node expression)
{
	static const char *const names[] = {
		[TRUTH_FALSE] = "false",
		[TRUTH_TRUE] = "true",
		[TRUTH_OPEN] = "open",
		[TRUTH_ERROR] = "error",
	};
	enum operator_id op = expression_operator(expression, true).op;
	variant_truth_choose(&values->truth, variant);
	if (op == OPERATOR_NONE || !operator_is_logic(op))
		return print(values, value_evaluate_node(values->truth.context, expression));
	const struct element *context = variant_truth_context(&values->truth, expression);
	return string_from(names[variant_truth_of_expression(&values->truth, expression, context)]);
}
