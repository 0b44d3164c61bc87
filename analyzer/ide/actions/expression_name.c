#include "analyzer/ide/actions/expression_name.h"

#include "analyzer/ide/cursor/names.h"
#include "analyzer/model/grammar/expression_operator.h"

enum {
	LONGEST_NAME = 40
};

/* Letters in lower case, digits, and one underscore for whatever is between them. */
static struct string as_name(struct string text, struct arena *arena)
{
	char *bytes = arena_allocate(arena, text.length + 1, 1);
	size_t length = 0;

	for (size_t i = 0; i < text.length; i++) {
		char byte = text.bytes[i];

		if (byte >= 'A' && byte <= 'Z')
			byte = (char)(byte - 'A' + 'a');
		if ((byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9'))
			bytes[length++] = byte;
		else if (length > 0 && bytes[length - 1] != '_')
			bytes[length++] = '_';
	}
	while (length > 0 && bytes[length - 1] == '_')
		length--;
	return (struct string){bytes, length};
}

/* The name of the input that a value expression is; empty if it is none. */
static struct string input_of(struct node expression, struct arena *arena)
{
	struct expression_operator found = expression_operator(expression, false);

	return found.op == OPERATOR_VARIABILITY_INPUT && node_kind(found.operand) == NODE_SCALAR
		       ? as_name(node_text(found.operand), arena)
		       : (struct string){0};
}

static struct string join(
	struct string left, const char *link, struct string right, struct arena *arena)
{
	if (left.length == 0 || right.length == 0)
		return (struct string){0};
	return arena_format(
		arena, "%.*s%s%.*s", STRING_ARGUMENTS(left), link, STRING_ARGUMENTS(right));
}

static const struct {
	enum operator_id op;
	const char *link;
} comparisons[] = {
	{OPERATOR_GREATER, "_above_"},
	{OPERATOR_GREATER_OR_EQUAL, "_at_least_"},
	{OPERATOR_LESS, "_below_"},
	{OPERATOR_LESS_OR_EQUAL, "_at_most_"},
};

/* An input compared with a constant. */
static struct string comparison_name(struct expression_operator found, struct arena *arena)
{
	struct node first = node_item(found.operand, 0), second = node_item(found.operand, 1);
	struct string input, constant;

	if (node_kind(found.operand) != NODE_SEQUENCE || node_count(found.operand) != 2)
		return (struct string){0};
	if (found.op == OPERATOR_EQUAL && node_kind(first) == NODE_SCALAR) {
		first = second;
		second = node_item(found.operand, 0);
	}
	input = input_of(first, arena);
	if (input.length == 0 || node_kind(second) != NODE_SCALAR)
		return (struct string){0};
	constant = as_name(node_text(second), arena);
	if (found.op == OPERATOR_EQUAL) {
		if (node_scalar_type(second) == SCALAR_BOOLEAN)
			return join(string_is(constant, "true") ? STRING("is") : STRING("not"), "_",
				input, arena);
		if (constant.length > 0 && constant.bytes[0] >= '0' && constant.bytes[0] <= '9')
			return join(input, "_is_", constant, arena);
		return join(STRING("is"), "_", constant, arena);
	}
	for (size_t i = 0; i < sizeof(comparisons) / sizeof(comparisons[0]); i++)
		if (comparisons[i].op == found.op)
			return join(input, comparisons[i].link, constant, arena);
	return (struct string){0};
}

/* Names of elements, and paths of them: the last but an index. */
static struct string element_name(struct node operand, struct arena *arena)
{
	uint32_t count = node_kind(operand) == NODE_SEQUENCE ? node_count(operand) : 0;
	struct node last = count > 0 ? node_item(operand, count - 1) : operand;

	if (node_kind(last) != NODE_SCALAR || node_scalar_type(last) != SCALAR_STRING)
		return (struct string){0};
	return as_name(node_text(last), arena);
}

static struct string name_of(struct node expression, struct arena *arena);

static struct string list_name(struct node operands, const char *link, struct arena *arena)
{
	struct string name = {0};

	for (uint32_t i = 0; node_kind(operands) == NODE_SEQUENCE && i < node_count(operands);
		i++) {
		struct string part = name_of(node_item(operands, i), arena);

		if (part.length == 0)
			return part;
		name = i == 0 ? part : join(name, link, part, arena);
	}
	return name;
}

/* Empty if it says nothing that a name could say. */
static struct string name_of(struct node expression, struct arena *arena)
{
	struct expression_operator found = expression_operator(expression, true), inner;
	struct string name = {0};

	switch (found.op) {
	case OPERATOR_VARIABILITY_INPUT:
		name = input_of(expression, arena);
		return string_starts_with(name, "is_") || string_starts_with(name, "has_")
			       ? arena_format(arena, "%.*s_holds", STRING_ARGUMENTS(name))
			       : join(STRING("is"), "_", name, arena);
	case OPERATOR_LOGIC_EXPRESSION:
		return node_kind(found.operand) == NODE_SCALAR
			       ? as_name(node_text(found.operand), arena)
			       : name;
	case OPERATOR_NOT:
		inner = expression_operator(found.operand, true);
		if (inner.op == OPERATOR_NOT)
			return name_of(inner.operand, arena);
		return join(STRING("not"), "_", name_of(found.operand, arena), arena);
	case OPERATOR_AND:
		return list_name(found.operand, "_and_", arena);
	case OPERATOR_OR:
		return list_name(found.operand, "_or_", arena);
	case OPERATOR_NODE_PRESENCE:
	case OPERATOR_RELATION_PRESENCE:
	case OPERATOR_ARTIFACT_PRESENCE:
	case OPERATOR_TECHNOLOGY_PRESENCE:
	case OPERATOR_POLICY_PRESENCE:
	case OPERATOR_GROUP_PRESENCE:
		return join(STRING("has"), "_", element_name(found.operand, arena), arena);
	case OPERATOR_NONE:
		return name;
	default:
		return comparison_name(found, arena);
	}
}

static bool is_taken(const struct syntax_tree *tree, struct string name)
{
	return !node_is_absent(names_find(tree, DECLARED_EXPRESSION, name).key);
}

struct string expression_name_fresh(
	const struct syntax_tree *tree, struct node expression, struct arena *arena)
{
	struct string name = name_of(expression, arena);
	bool is_said = name.length > 0 && name.length <= LONGEST_NAME;

	if (is_said && !is_taken(tree, name))
		return name;
	for (int i = is_said ? 2 : 1;; i++) {
		struct string numbered =
			is_said ? arena_format(arena, "%.*s_%d", STRING_ARGUMENTS(name), i)
				: arena_format(arena, "condition_%d", i);

		if (!is_taken(tree, numbered))
			return numbered;
	}
}
