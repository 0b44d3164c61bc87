/* Operands: how many, and of which kind, as far as the text tells. */
#include "analyzer/model/grammar/grammar_walker.h"

#include <math.h>

static void report_operand(struct grammar_walker *walker, const struct operator_row *row,
	struct node node, const char *expected)
{
	grammar_report(walker, DIAGNOSTIC_CODE_WRONG_OPERAND, node,
		"Operator \"%s\" expects %s here, not %s", row->name, expected,
		grammar_node_description(node));
}

/* False and a report unless `operands` is a list of `least` to `most` items. */
static bool check_count(struct grammar_walker *walker, const struct operator_row *row,
	struct node operands, uint32_t least, uint32_t most)
{
	if (node_kind(operands) != NODE_SEQUENCE) {
		grammar_report(walker, DIAGNOSTIC_CODE_WRONG_OPERAND, operands,
			"Operator \"%s\" expects a list, %s", row->name, row->signature);
		return false;
	}
	uint32_t count = node_count(operands);
	if (count >= least && count <= most)
		return true;
	if (least == most)
		grammar_report(walker, DIAGNOSTIC_CODE_WRONG_ARITY, operands,
			"Operator \"%s\" has %u operand%s, %s, not %u", row->name, least,
			least == 1 ? "" : "s", row->signature, count);
	else
		grammar_report(walker, DIAGNOSTIC_CODE_WRONG_ARITY, operands,
			"Operator \"%s\" needs at least %u operand%s", row->name, least,
			least == 1 ? "" : "s");
	return false;
}

static bool is_keyword(struct node node)
{
	struct string text = node_text(node);
	return node_is_string(node) && (string_is(text, "SELF") || string_is(text, "CONTAINER"));
}

static bool is_index(struct node node)
{
	return node_scalar_type(node) == SCALAR_INTEGER && node_number(node) >= 0;
}

static bool is_number(struct node node)
{
	return node_kind(node) == NODE_SCALAR && !isnan(node_number(node));
}

static bool is_name_or_index(struct node node)
{
	return node_kind(node) == NODE_SCALAR && (node_is_string(node) || is_index(node));
}

static void check_name(struct grammar_walker *walker, const struct operator_row *row,
	struct node node, const char *expected)
{
	if (node_kind(node) != NODE_SCALAR || !node_is_string(node))
		report_operand(walker, row, node, expected);
}

static void check_name_or_index(struct grammar_walker *walker, const struct operator_row *row,
	struct node node, const char *expected)
{
	if (!is_name_or_index(node))
		report_operand(walker, row, node, expected);
}

/* [name, name or index, …], or SELF or CONTAINER alone. */
static void check_path(struct grammar_walker *walker, const struct operator_row *row,
	struct node operands, uint32_t length, bool first_may_be_index)
{
	if (is_keyword(operands))
		return;
	if (!check_count(walker, row, operands, length, length))
		return;
	for (uint32_t i = 0; i < length; i++) {
		struct node item = node_item(operands, i);
		if (i == 0 && !first_may_be_index)
			check_name(walker, row, item, "a name");
		else
			check_name_or_index(walker, row, item, "a name or an index");
	}
}

static void check_logic(struct grammar_walker *walker, struct node operands)
{
	uint32_t count = node_count(operands);
	for (uint32_t i = 0; i < count; i++)
		grammar_check_logic_expression(walker, node_item(operands, i));
}

static void check_values(struct grammar_walker *walker, struct node operands)
{
	uint32_t count = node_count(operands);
	for (uint32_t i = 0; i < count; i++)
		grammar_check_value_expression(walker, node_item(operands, i));
}

static void check_numbers(
	struct grammar_walker *walker, const struct operator_row *row, struct node operands)
{
	uint32_t count = node_count(operands);
	for (uint32_t i = 0; i < count; i++)
		if (!is_number(node_item(operands, i)))
			report_operand(walker, row, node_item(operands, i), "a number");
}

/* [[x, y], …] */
static void check_points(
	struct grammar_walker *walker, const struct operator_row *row, struct node points)
{
	if (node_kind(points) != NODE_SEQUENCE) {
		report_operand(walker, row, points, "a list of points [x, y]");
		return;
	}
	uint32_t count = node_count(points);
	for (uint32_t i = 0; i < count; i++) {
		struct node point = node_item(points, i);
		if (node_kind(point) != NODE_SEQUENCE || node_count(point) != 2)
			report_operand(walker, row, point, "a point [x, y]");
		else
			check_numbers(walker, row, point);
	}
}

/* A date: a timestamp, a text that may be one, or milliseconds. */
static void check_dates(struct grammar_walker *walker, const struct operator_row *row,
	struct node operands, uint32_t first, uint32_t end)
{
	for (uint32_t i = first; i < end; i++) {
		struct node date = node_item(operands, i);
		if (node_kind(date) != NODE_SCALAR || node_is_null(date) ||
			node_scalar_type(date) == SCALAR_BOOLEAN)
			report_operand(walker, row, date, "a date");
	}
}

static void check_pair_of_literals(struct grammar_walker *walker, const struct operator_row *row,
	struct node pair, const char *expected)
{
	if (node_kind(pair) != NODE_SEQUENCE || node_count(pair) != 2)
		report_operand(walker, row, pair, expected);
}

void grammar_check_operands(struct grammar_walker *walker, const struct operator_row *row,
	struct node key, struct node operands)
{
	(void)key;
	switch (row->operands) {
	case OPERANDS_EXPRESSION_NAME:
		check_name(walker, row, operands, "the name of an expression");
		break;
	case OPERANDS_VARIABILITY_INPUT:
		check_name(walker, row, operands, "the name of a variability input");
		break;
	case OPERANDS_LOGIC:
		grammar_check_logic_expression(walker, operands);
		break;
	case OPERANDS_LOGIC_LIST:
		if (check_count(walker, row, operands, 0, UINT32_MAX))
			check_logic(walker, operands);
		if (row->op == OPERATOR_AND || row->op == OPERATOR_OR)
			grammar_check_redundancy(walker, operands, row->op == OPERATOR_AND);
		break;
	case OPERANDS_LOGIC_PAIR:
		if (check_count(walker, row, operands, 2, 2))
			check_logic(walker, operands);
		break;
	case OPERANDS_NODE:
		check_name(walker, row, operands, "the name of a node");
		break;
	case OPERANDS_GROUP:
		check_name(walker, row, operands, "the name of a group");
		break;
	case OPERANDS_CONTAINER:
		if (!is_keyword(operands))
			report_operand(walker, row, operands, "SELF or CONTAINER");
		break;
	case OPERANDS_POLICY:
	case OPERANDS_INPUT:
	case OPERANDS_OUTPUT:
		check_name_or_index(walker, row, operands, "a name or an index");
		break;
	case OPERANDS_IMPORT:
		if (!is_keyword(operands) && !is_index(operands))
			report_operand(walker, row, operands, "the index of an import");
		break;
	case OPERANDS_RELATION:
	case OPERANDS_ARTIFACT:
	case OPERANDS_TECHNOLOGY:
	case OPERANDS_NODE_PROPERTY:
	case OPERANDS_GROUP_PROPERTY:
	case OPERANDS_NODE_TYPE:
	case OPERANDS_GROUP_TYPE:
	case OPERANDS_POLICY_TYPE:
		check_path(walker, row, operands, 2, false);
		break;
	case OPERANDS_POLICY_PROPERTY:
		check_path(walker, row, operands, 2, true);
		break;
	case OPERANDS_RELATION_PROPERTY:
	case OPERANDS_ARTIFACT_PROPERTY:
	case OPERANDS_RELATION_TYPE:
	case OPERANDS_ARTIFACT_TYPE:
		check_path(walker, row, operands, 3, false);
		break;
	case OPERANDS_VALUE_LIST:
		if (check_count(walker, row, operands, 0, UINT32_MAX))
			check_values(walker, operands);
		break;
	case OPERANDS_VALUE_LIST_NOT_EMPTY:
		if (check_count(walker, row, operands, 1, UINT32_MAX))
			check_values(walker, operands);
		break;
	case OPERANDS_VALUE_PAIR:
		if (check_count(walker, row, operands, 2, 2))
			check_values(walker, operands);
		break;
	case OPERANDS_JOIN:
		if (!check_count(walker, row, operands, 2, 2))
			break;
		if (node_kind(node_item(operands, 0)) == NODE_SEQUENCE)
			check_values(walker, node_item(operands, 0));
		else
			report_operand(walker, row, node_item(operands, 0), "a list of values");
		check_name(walker, row, node_item(operands, 1), "a delimiter");
		break;
	case OPERANDS_TOKEN:
		if (!check_count(walker, row, operands, 3, 3))
			break;
		grammar_check_value_expression(walker, node_item(operands, 0));
		check_name(walker, row, node_item(operands, 1), "a delimiter");
		if (!is_number(node_item(operands, 2)))
			report_operand(walker, row, node_item(operands, 2), "an index");
		break;
	case OPERANDS_IN_RANGE:
		if (!check_count(walker, row, operands, 2, 2))
			break;
		grammar_check_value_expression(walker, node_item(operands, 0));
		check_pair_of_literals(walker, row, node_item(operands, 1), "[lower, upper]");
		break;
	case OPERANDS_VALID_VALUES:
		if (!check_count(walker, row, operands, 2, 2))
			break;
		grammar_check_value_expression(walker, node_item(operands, 0));
		if (node_kind(node_item(operands, 1)) == NODE_SEQUENCE)
			check_values(walker, node_item(operands, 1));
		else
			report_operand(walker, row, node_item(operands, 1), "a list of values");
		break;
	case OPERANDS_NUMBERS:
		if (check_count(walker, row, operands, 0, UINT32_MAX))
			check_numbers(walker, row, operands);
		break;
	case OPERANDS_NUMBERS_NOT_EMPTY:
		if (check_count(walker, row, operands, 1, UINT32_MAX))
			check_numbers(walker, row, operands);
		break;
	case OPERANDS_REGRESSION:
	case OPERANDS_POLYNOMIAL: {
		uint32_t count = row->operands == OPERANDS_REGRESSION ? 2 : 3;
		if (!check_count(walker, row, operands, count, count))
			break;
		check_points(walker, row, node_item(operands, 0));
		for (uint32_t i = 1; i < count; i++)
			if (!is_number(node_item(operands, i)))
				report_operand(walker, row, node_item(operands, i), "a number");
		break;
	}
	case OPERANDS_ANYTHING:
		break;
	case OPERANDS_DATE_PAIR:
		if (check_count(walker, row, operands, 2, 2))
			check_dates(walker, row, operands, 0, 2);
		break;
	case OPERANDS_WITHIN:
		if (!check_count(walker, row, operands, 2, 2))
			break;
		check_dates(walker, row, operands, 0, 1);
		check_pair_of_literals(walker, row, node_item(operands, 1), "[date, date]");
		if (node_count(node_item(operands, 1)) == 2)
			check_dates(walker, row, node_item(operands, 1), 0, 2);
		break;
	}
}
