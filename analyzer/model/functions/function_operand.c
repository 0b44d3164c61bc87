#include "analyzer/model/functions/function_operand.h"

#include "analyzer/model/grammar/grammar_walker.h"
#include "analyzer/model/text/timestamp_text.h"
#include "analyzer/model/text/version_text.h"
#include "analyzer/model/values/function_value.h"
#include "analyzer/model/values/scalar_unit.h"

/* Text can be more than text: an amount with its unit, a moment. */
static unsigned forms_of_text(struct string text)
{
	struct string number;
	struct string unit;
	unsigned forms = TAKES_STRING;
	if (scalar_unit_split(text, &number, &unit))
		forms |= TAKES_SCALAR;
	if (timestamp_text_is_valid(text) || version_text_is_valid(text))
		forms |= TAKES_MOMENT;
	return forms;
}

static unsigned forms_of_literal(struct node literal)
{
	if (node_kind(literal) == NODE_SEQUENCE)
		return TAKES_LIST;
	if (node_kind(literal) == NODE_MAPPING)
		return TAKES_MAP | TAKES_OTHER;
	if (node_kind(literal) != NODE_SCALAR)
		return TAKES_ANYTHING;
	switch (node_scalar_type(literal)) {
	case SCALAR_INTEGER:
		return TAKES_INTEGER | TAKES_FLOAT;
	case SCALAR_FLOAT:
		return TAKES_FLOAT;
	case SCALAR_BOOLEAN:
		return TAKES_BOOLEAN;
	case SCALAR_TIMESTAMP:
		return TAKES_MOMENT | TAKES_STRING;
	case SCALAR_NULL:
		return TAKES_OTHER;
	default:
		return forms_of_text(node_text(literal));
	}
}

struct function_operand function_operand_of(
	struct template_checker *checker, const struct graph_place *place, struct node node)
{
	struct function_operand operand = {.node = node, .forms = TAKES_ANYTHING};
	struct function_call call;
	operand.is_call =
		value_is_computed(checker->scope.version, node) || function_is_node_index(node);
	if (!operand.is_call) {
		operand.forms = forms_of_literal(node);
		return operand;
	}
	if (!function_call_read(checker->scope.version, node, &call) ||
		!function_result_of(checker, place, &call, &operand.result))
		return operand;
	operand.is_typed = true;
	operand.forms = function_takes_of(operand.result.type.primitive);
	/* Every integer is a float. */
	if (operand.forms & TAKES_INTEGER)
		operand.forms |= TAKES_FLOAT;
	return operand;
}

struct string function_operand_description(
	struct template_checker *checker, const struct function_operand *operand)
{
	if (!operand->is_typed)
		return string_from(grammar_node_description(operand->node));
	return arena_format(checker->scope.arena, "a value of type \"%.*s\"",
		STRING_ARGUMENTS(data_type_name(&operand->result.type)));
}
