#include "analyzer/ide/hover/variant_value.h"

#include "analyzer/ide/cursor/names.h"
#include "analyzer/ide/cursor/operand_element.h"
#include "analyzer/variability/expressions/value_expression.h"

struct variant_values {
	struct arena *arena;
	const struct analysis *analysis;
	struct node variability;
	struct value_context **contexts; /* of each variant */
	const struct element *around;    /* whose condition it is: SELF; may be NULL */
};

/* Named expressions may refer to each other in a circle. */
enum {
	DEEPEST = 32
};

enum truth {
	FALSE,
	TRUE,
	OPEN,
	UNKNOWN, /* not a question for this file, or an error */
};

struct variant_values *variant_values_create(const struct analysis *analysis, struct arena *arena)
{
	struct variant_values *values = arena_allocate(arena, 1, sizeof(*values));
	size_t count = analysis_variant_count(analysis);
	values->arena = arena;
	values->analysis = analysis;
	values->variability = names_variability(analysis_tree(analysis));
	values->contexts = arena_allocate(arena, count + 1, sizeof(*values->contexts));
	for (size_t i = 0; i < count; i++)
		values->contexts[i] = analysis_value_context(analysis, i, arena);
	return values;
}

static struct string print(struct variant_values *values, struct value_result result)
{
	switch (result.outcome) {
	case VALUE_KNOWN:
		if (result.value.kind == VALUE_STRING)
			return result.value.string;
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
	return print(values, value_of_input(values->contexts[variant], input));
}

/* ---- elements ---- */

static const struct element *referred(
	const struct variant_values *values, const struct operator_row *row, struct node operands)
{
	struct string names[MOST_OPERANDS];
	bool is_list = node_kind(operands) == NODE_SEQUENCE;
	size_t count = is_list ? node_count(operands) : 1;
	for (size_t i = 0; i < count && i < MOST_OPERANDS; i++)
		names[i] = node_text(is_list ? node_item(operands, (uint32_t)i) : operands);
	return count > MOST_OPERANDS
		       ? NULL
		       : operand_element(values->analysis, values->around, row, names, count);
}

/* The element whose presence the operator asks for; NULL if it asks for something else. */
static const struct element *asked(
	const struct variant_values *values, const struct operator_row *row, struct node operands)
{
	const struct element *element = referred(values, row, operands);
	switch (row->op) {
	case OPERATOR_HOST_PRESENCE:
		return NULL;
	case OPERATOR_SOURCE_PRESENCE:
		return operand_element_by_keyword(element, STRING("SOURCE"));
	case OPERATOR_TARGET_PRESENCE:
		return operand_element_by_keyword(element, STRING("TARGET"));
	case OPERATOR_CONTAINER_PRESENCE:
		return element ? element->container : NULL;
	default:
		return string_ends_with(string_from(row->name), "_presence") ? element : NULL;
	}
}

static enum truth presence(struct variant_values *values, size_t variant,
	const struct operator_row *row, struct node operands)
{
	const struct element *element = asked(values, row, operands);
	if (!element)
		return UNKNOWN;
	switch (analysis_presence(values->analysis, variant, element)) {
	case PRESENCE_PRESENT:
		return TRUE;
	case PRESENCE_ABSENT:
		return FALSE;
	case PRESENCE_DEPENDS:
		return OPEN;
	case PRESENCE_ERROR:
		break;
	}
	return UNKNOWN;
}

/* ---- logic ---- */

static enum truth evaluate(
	struct variant_values *values, size_t variant, struct node expression, unsigned depth);

struct tally {
	unsigned all, hold, open;
	bool unknown;
};

static struct tally count(
	struct variant_values *values, size_t variant, struct node list, unsigned depth)
{
	struct tally tally = {0};
	for (uint32_t i = 0; i < node_count(list); i++) {
		enum truth truth = evaluate(values, variant, node_item(list, i), depth);
		tally.all++;
		tally.hold += truth == TRUE;
		tally.open += truth == OPEN;
		tally.unknown = tally.unknown || truth == UNKNOWN;
	}
	return tally;
}

static enum truth is(bool condition)
{
	return condition ? TRUE : FALSE;
}

static enum truth evaluate_list(struct variant_values *values, size_t variant, enum operator_id op,
	struct node list, unsigned depth)
{
	struct tally tally = count(values, variant, list, depth);
	if (tally.unknown)
		return UNKNOWN;
	unsigned fails = tally.all - tally.hold - tally.open;
	switch (op) {
	case OPERATOR_AND:
		return fails > 0 ? FALSE : tally.open > 0 ? OPEN : TRUE;
	case OPERATOR_OR:
		return tally.hold > 0 ? TRUE : tally.open > 0 ? OPEN : FALSE;
	case OPERATOR_XOR:
		return tally.open > 0 ? OPEN : is(tally.hold % 2 == 1);
	case OPERATOR_EXO:
		return tally.hold > 1 ? FALSE : tally.open > 0 ? OPEN : is(tally.hold == 1);
	case OPERATOR_AMO:
		return tally.hold > 1                                 ? FALSE
		       : tally.open > 1 || (tally.open && tally.hold) ? OPEN
								      : TRUE;
	default:
		return UNKNOWN;
	}
}

static enum truth evaluate_value(
	struct variant_values *values, size_t variant, struct node expression)
{
	struct value_result result = value_evaluate_condition(
		values->contexts[variant], value_from_node(values->arena, expression));
	if (result.outcome == VALUE_KNOWN && result.value.kind == VALUE_BOOLEAN)
		return is(result.value.boolean);
	return result.outcome == VALUE_OPEN ? OPEN : UNKNOWN;
}

static enum truth evaluate(
	struct variant_values *values, size_t variant, struct node expression, unsigned depth)
{
	if (depth > DEEPEST)
		return UNKNOWN;
	if (node_kind(expression) != NODE_MAPPING || node_count(expression) != 1) {
		return node_scalar_type(expression) == SCALAR_STRING
			       ? UNKNOWN
			       : evaluate_value(values, variant, expression);
	}
	struct node_entry entry = node_entry(expression, 0);
	enum operator_id op = operator_meant_by(node_text(entry.key));
	depth++;
	switch (op) {
	case OPERATOR_LOGIC_EXPRESSION: {
		struct node body = node_find(
			node_get(values->variability, "expressions"), node_text(entry.value))
					   .value;
		return node_is_absent(body) ? UNKNOWN : evaluate(values, variant, body, depth);
	}
	case OPERATOR_NOT: {
		enum truth truth = evaluate(values, variant, entry.value, depth);
		return truth == TRUE ? FALSE : truth == FALSE ? TRUE : truth;
	}
	case OPERATOR_IMPLIES: {
		enum truth a = evaluate(values, variant, node_item(entry.value, 0), depth);
		enum truth b = evaluate(values, variant, node_item(entry.value, 1), depth);
		if (a == UNKNOWN || b == UNKNOWN)
			return UNKNOWN;
		return a == FALSE || b == TRUE ? TRUE : a == TRUE && b == FALSE ? FALSE : OPEN;
	}
	case OPERATOR_AND:
	case OPERATOR_OR:
	case OPERATOR_XOR:
	case OPERATOR_EXO:
	case OPERATOR_AMO:
		return evaluate_list(values, variant, op, entry.value, depth);
	default:
		return op != OPERATOR_NONE && operator_is_logic(op)
			       ? presence(values, variant, operator_row(op), entry.value)
			       : evaluate_value(values, variant, expression);
	}
}

struct string variant_value_of_expression(
	struct variant_values *values, size_t variant, struct node expression)
{
	struct node_entry entry = {0};
	if (node_kind(expression) == NODE_MAPPING && node_count(expression) == 1)
		entry = node_entry(expression, 0);
	values->around = analysis_element_at(values->analysis, expression);
	enum operator_id op = operator_meant_by(node_text(entry.key));
	if (op != OPERATOR_NONE && operator_is_logic(op)) {
		switch (evaluate(values, variant, expression, 0)) {
		case TRUE:
			return STRING("true");
		case FALSE:
			return STRING("false");
		case OPEN:
			return STRING("open");
		case UNKNOWN:
			return STRING("");
		}
	}
	return print(values, value_evaluate_node(values->contexts[variant], expression));
}
