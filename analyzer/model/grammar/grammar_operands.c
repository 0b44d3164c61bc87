/* Operands: how many, and of which kind, as far as the text tells. */
#include "analyzer/language/grammar/words.h"
#include "analyzer/model/grammar/grammar_subject.h"
#include "analyzer/model/grammar/grammar_walker.h"

#include <math.h>
#include <string.h>

static bool is_keyword(struct node node)
{
	return node_is_string(node) && word_find(node_text(node), WORD_OF_ELEMENT);
}

/* ---- names and values ---- */

/* "the name of a node", "the name or index of an artifact", "a delimiter" */
static struct string expectation(const struct operand *operand, struct arena *arena)
{
	if (operand->kind == OPERAND_KEYWORD)
		return STRING("SELF or CONTAINER");
	if (operand->kind == OPERAND_LIST)
		return operand_signature(operand, arena);
	bool is_value = operand->kind == OPERAND_LITERAL;
	const char *what = !is_value            ? operand_kind_name(operand->kind)
			   : !operand->label[1] ? "number"
						: operand->label;
	const char *article = strchr("aeio", *what) ? "an" : "a";
	if (is_value)
		return arena_format(arena, "%s %s", article, what);
	if (operand->kind == OPERAND_EXPRESSION)
		return arena_format(arena, "the %s", what);
	return arena_format(arena, "the %s%s of %s %s", operand->is_index ? "" : "name",
		operand->is_index   ? "index"
		: operand->or_index ? " or index"
				    : "",
		article, what);
}

static bool is_name(const struct operand *operand, struct node node)
{
	if (node_kind(node) != NODE_SCALAR)
		return false;
	if (node_is_string(node))
		return node_text(node).length > 0 && (!operand->is_index || is_keyword(node));
	return operand->or_index && node_scalar_type(node) == SCALAR_INTEGER &&
	       node_number(node) >= 0;
}

/* Of `function_takes`, what a value is as it is written. */
static unsigned types_of(struct node node)
{
	if (node_kind(node) != NODE_SCALAR)
		return node_kind(node) == NODE_SEQUENCE ? TAKES_LIST : TAKES_MAP;
	if (node_is_null(node))
		return 0;
	if (node_is_string(node))
		return TAKES_STRING;
	switch (node_scalar_type(node)) {
	case SCALAR_BOOLEAN:
		return TAKES_BOOLEAN;
	case SCALAR_TIMESTAMP:
		return TAKES_MOMENT;
	default:
		return isnan(node_number(node)) ? TAKES_MOMENT : TAKES_INTEGER | TAKES_FLOAT;
	}
}

/* ---- operands ---- */

static void report_operand(struct grammar_walker *walker, const struct operator_row *row,
	const struct operand *operand, struct node node)
{
	if (walker->visit_name)
		return;
	struct string expected = expectation(operand, walker->diagnostics->arena);
	grammar_report(walker, DIAGNOSTIC_CODE_WRONG_OPERAND, node,
		"Operator \"%s\" expects %.*s here, not %s", row->name, STRING_ARGUMENTS(expected),
		grammar_node_description(node));
}

static void check_list(struct grammar_walker *walker, const struct operator_row *row,
	const struct operand *operands, struct node list);

static void check_operand(struct grammar_walker *walker, const struct operator_row *row,
	const struct operand *operand, struct node node)
{
	bool is_right;
	switch (operand->kind) {
	case OPERAND_LOGIC:
		grammar_check_logic_expression(walker, node);
		return;
	case OPERAND_VALUE:
		grammar_check_value_expression(walker, node);
		return;
	case OPERAND_LIST:
		is_right = node_kind(node) == NODE_SEQUENCE && node_count(node) >= operand->least &&
			   node_count(node) <= operand->most;
		if (is_right)
			check_list(walker, row, operand, node);
		break;
	case OPERAND_LITERAL:
		is_right = !operand->is_strict || (types_of(node) & operand->takes);
		break;
	case OPERAND_KEYWORD:
		is_right = is_keyword(node);
		break;
	default:
		is_right = is_name(operand, node);
	}
	if (!is_right)
		report_operand(walker, row, operand, node);
}

static void check_list(struct grammar_walker *walker, const struct operator_row *row,
	const struct operand *operands, struct node list)
{
	struct grammar_span span = grammar_span_to_check(walker, list);
	for (uint32_t i = span.first; i < span.end; i++)
		check_operand(walker, row, operand_item(operands, i), node_item(list, i));
}

static void report_count(
	struct grammar_walker *walker, const struct operator_row *row, struct node operands)
{
	if (walker->visit_name)
		return;
	uint32_t least = row->operands->least;
	const char *plural = least == 1 ? "" : "s";
	struct string signature = operand_signature(row->operands, walker->diagnostics->arena);
	if (node_kind(operands) != NODE_SEQUENCE)
		grammar_report(walker, DIAGNOSTIC_CODE_WRONG_OPERAND, operands,
			"Operator \"%s\" expects a list, %.*s", row->name,
			STRING_ARGUMENTS(signature));
	else if (least == row->operands->most)
		grammar_report(walker, DIAGNOSTIC_CODE_WRONG_ARITY, operands,
			"Operator \"%s\" has %u operand%s, %.*s, not %u", row->name, least, plural,
			STRING_ARGUMENTS(signature), node_count(operands));
	else
		grammar_report(walker, DIAGNOSTIC_CODE_WRONG_ARITY, operands,
			"Operator \"%s\" needs at least %u operand%s", row->name, least, plural);
}

static void warn_of_count(
	struct grammar_walker *walker, struct node operands, struct string message)
{
	if (walker->visit_name)
		return;
	struct diagnostic *diagnostic = grammar_report(
		walker, DIAGNOSTIC_CODE_WRONG_ARITY, operands, "%.*s", STRING_ARGUMENTS(message));
	if (diagnostic)
		diagnostic->severity = DIAGNOSTIC_WARNING;
}

void grammar_check_operands(
	struct grammar_walker *walker, const struct operator_row *row, struct node operands)
{
	const struct operand *expected = row->operands;
	if (expected->kind != OPERAND_LIST) {
		check_operand(walker, row, expected, operands);
		return;
	}
	if (expected->keywords && is_keyword(operands))
		return;
	if (node_kind(operands) != NODE_SEQUENCE || node_count(operands) < expected->least ||
		node_count(operands) > expected->most) {
		report_count(walker, row, operands);
		return;
	}
	check_list(walker, row, expected, operands);
	if (node_count(operands) == 0 && !operator_is_logic(row->op))
		warn_of_count(walker, operands,
			arena_format(walker->diagnostics->arena, "Operator \"%s\" has no operands",
				row->name));
	else if (row->op == OPERATOR_EQUAL && node_count(operands) == 1)
		warn_of_count(walker, operands,
			STRING("One operand alone is always equal: compare it with another"));
	if (row->op == OPERATOR_AND || row->op == OPERATOR_OR)
		grammar_check_redundancy(walker, operands, row->op == OPERATOR_AND);
}
