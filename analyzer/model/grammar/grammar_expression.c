/* Logic expressions and value expressions: operators and which of the two languages. */
#include "analyzer/model/grammar/grammar_walker.h"

#include "analyzer/model/grammar/expression_operator.h"
#include "analyzer/model/grammar/grammar_subject.h"
#include "analyzer/model/report/suggestion.h"

static void report_unknown_operator(
	struct grammar_walker *walker, struct node key, bool logic_allowed)
{
	struct string name = node_text(key);
	if (!grammar_check_key(walker, &(struct grammar_subject){.key = key}, key))
		return;
	struct suggestion suggestion = suggestion_for(name);
	for (size_t i = 0; i < OPERATOR_TOTAL; i++) {
		if (logic_allowed || !operator_is_logic((enum operator_id)i))
			suggestion_offer(
				&suggestion, string_from(operator_row((enum operator_id)i)->name));
	}
	if (!suggestion.best.length) {
		grammar_report(walker, DIAGNOSTIC_CODE_UNKNOWN_OPERATOR, key,
			"Unknown operator \"%.*s\"", STRING_ARGUMENTS(name));
		return;
	}
	struct diagnostic *diagnostic = grammar_report(walker, DIAGNOSTIC_CODE_UNKNOWN_OPERATOR,
		key, "Unknown operator \"%.*s\"; did you mean \"%.*s\"?", STRING_ARGUMENTS(name),
		STRING_ARGUMENTS(suggestion.best));
	if (diagnostic)
		diagnostic->replacement = suggestion.best;
}

static void report_deprecated(struct grammar_walker *walker,
	const struct deprecated_operator_row *row, struct node key, bool is_logic)
{
	enum operator_id op = operator_called(string_from(row->name), is_logic);
	const char *current = op == OPERATOR_NONE ? NULL : operator_row(op)->name;
	struct diagnostic *diagnostic = grammar_report(walker, DIAGNOSTIC_CODE_DEPRECATED_SPELLING,
		key, "Operator \"%s\" %s%s%s", row->name,
		current ? "is called \"" : "does not exist any more. ",
		current ? current : row->note, current ? "\" today" : "");
	if (diagnostic)
		diagnostic->tags |= DIAGNOSTIC_DEPRECATED;
	if (diagnostic && current)
		diagnostic->replacement = string_from(current);
}

/* What else stands beside the operator. */
static void check_other(struct grammar_walker *walker, struct node_entry other, struct node found)
{
	struct diagnostic *diagnostic;
	/* Keys such as "_generated" are notes of tools that wrote the expression. */
	if (node_equal_place(other.key, found) || string_starts_with(node_text(other.key), "_"))
		return;
	if (!node_is_null(other.value)) {
		grammar_report(walker, DIAGNOSTIC_CODE_SEVERAL_OPERATORS, other.key,
			"\"%.*s\" is ignored, because an expression has one operator: \"%.*s\" "
			"here",
			STRING_ARGUMENTS(node_text(other.key)), STRING_ARGUMENTS(node_text(found)));
	} else if (operator_find(node_text(other.key))) {
		diagnostic = grammar_report(walker, DIAGNOSTIC_CODE_WRONG_OPERAND, other.key,
			"Operator \"%.*s\" has no operand", STRING_ARGUMENTS(node_text(other.key)));
		if (diagnostic)
			diagnostic->severity = DIAGNOSTIC_WARNING;
	}
}

static void check_mapping(struct grammar_walker *walker, struct node mapping, bool is_logic)
{
	uint32_t count = node_count(mapping);
	if (count == 0) {
		grammar_report(walker, DIAGNOSTIC_CODE_WRONG_OPERAND, mapping,
			"An expression needs an operator");
		return;
	}
	struct expression_operator found = expression_operator(mapping, is_logic);
	if (found.op == OPERATOR_NONE) {
		struct node key = node_entry(mapping, 0).key;
		const struct operator_row *row = operator_find(node_text(key));
		const struct deprecated_operator_row *old =
			deprecated_operator_find(node_text(key));
		if (!is_logic && operator_called(node_text(key), true) != OPERATOR_NONE &&
			operator_called(node_text(key), false) == OPERATOR_NONE)
			grammar_report(walker, DIAGNOSTIC_CODE_OPERATOR_NOT_ALLOWED, key,
				"Operator \"%.*s\" is not allowed in a value expression",
				STRING_ARGUMENTS(node_text(key)));
		else if (row || (old && old->replacement != OPERATOR_NONE))
			grammar_report(walker, DIAGNOSTIC_CODE_WRONG_OPERAND, key,
				"Operator \"%.*s\" has no operand",
				STRING_ARGUMENTS(node_text(key)));
		else if (old)
			report_deprecated(walker, old, key, is_logic);
		else
			report_unknown_operator(walker, key, is_logic);
		return;
	}
	for (uint32_t i = 0; i < count; i++)
		check_other(walker, node_entry(mapping, i), found.key);
	const struct deprecated_operator_row *deprecated =
		deprecated_operator_find(node_text(found.key));
	if (deprecated)
		report_deprecated(walker, deprecated, found.key, is_logic);
	grammar_check_operands(walker, operator_row(found.op), found.operand);
}

/* A string is the name of a variable, a Boolean or a number is itself. */
void grammar_check_logic_expression(struct grammar_walker *walker, struct node node)
{
	if (node_is_null(node))
		return;
	switch (node_kind(node)) {
	case NODE_MAPPING:
		check_mapping(walker, node, true);
		break;
	case NODE_SEQUENCE:
		grammar_report(walker, DIAGNOSTIC_CODE_WRONG_OPERAND, node,
			"Expected a logic expression, not a list");
		break;
	case NODE_SCALAR:
		if (node_scalar_type(node) == SCALAR_TIMESTAMP)
			grammar_report(walker, DIAGNOSTIC_CODE_WRONG_OPERAND, node,
				"Expected a logic expression, not a timestamp");
		break;
	case NODE_ABSENT:
		break;
	}
}

/* Scalars and lists stand for themselves. */
void grammar_check_value_expression(struct grammar_walker *walker, struct node node)
{
	if (node_is_null(node))
		grammar_report(
			walker, DIAGNOSTIC_CODE_WRONG_OPERAND, node, "Expected a value expression");
	else if (node_kind(node) == NODE_MAPPING)
		check_mapping(walker, node, false);
}

/* "An optional variability condition. If a list is given, then the conditions are combined
 * using the and operation." */
void grammar_check_condition(struct grammar_walker *walker, struct node node)
{
	if (node_kind(node) != NODE_SEQUENCE) {
		grammar_check_logic_expression(walker, node);
		return;
	}
	struct grammar_span span = grammar_span_to_check(walker, node);
	for (uint32_t i = span.first; i < span.end; i++)
		grammar_check_logic_expression(walker, node_item(node, i));
	grammar_check_redundancy(walker, node, true);
}

/* Which language it is shows in the operator; references are possible in both. */
void grammar_check_named_expression(struct grammar_walker *walker, struct node node)
{
	if (node_kind(node) != NODE_MAPPING)
		return;
	enum operator_id op = expression_operator(node, true).op;
	if (op != OPERATOR_NONE && !operator_is_logic(op))
		grammar_check_value_expression(walker, node);
	else
		grammar_check_logic_expression(walker, node);
}

/* "An optional list of implications following the pattern element implies target or
 * (element and condition) implies target." */
void grammar_check_implications(struct grammar_walker *walker, struct node node)
{
	if (node_kind(node) != NODE_SEQUENCE) {
		grammar_report(walker, DIAGNOSTIC_CODE_WRONG_SHAPE, node,
			"Expected a list of [target] or [target, condition], not %s",
			grammar_node_description(node));
		return;
	}
	struct grammar_span span = grammar_span_to_check(walker, node);
	for (uint32_t i = span.first; i < span.end; i++) {
		struct node implication = node_item(node, i);
		uint32_t operands = node_count(implication);
		if (node_kind(implication) != NODE_SEQUENCE)
			grammar_report(walker, DIAGNOSTIC_CODE_WRONG_SHAPE, implication,
				"Expected [target] or [target, condition], not %s",
				grammar_node_description(implication));
		else if (operands < 1 || operands > 2)
			grammar_report(walker, DIAGNOSTIC_CODE_WRONG_ARITY, implication,
				"An implication has a target and at most one condition");
		for (uint32_t j = 0; j < operands; j++)
			grammar_check_logic_expression(walker, node_item(implication, j));
	}
}
