/* Operands that change nothing: ones that are there twice, and constants that decide nothing. */
#include "analyzer/model/grammar/grammar_subject.h"
#include "analyzer/model/grammar/grammar_walker.h"

enum {
	MANY = 64 /* longer lists are not compared pair by pair */
};

static bool is_same_expression(struct node a, struct node b)
{
	uint32_t count = node_kind(a) == NODE_SCALAR ? 0 : node_count(a);

	if (node_kind(a) != node_kind(b))
		return false;
	if (node_kind(a) == NODE_SCALAR)
		return node_scalar_type(a) == node_scalar_type(b) &&
		       string_equal(node_text(a), node_text(b));
	if (count != node_count(b))
		return false;
	for (uint32_t i = 0; i < count; i++) {
		if (node_kind(a) == NODE_SEQUENCE) {
			if (!is_same_expression(node_item(a, i), node_item(b, i)))
				return false;
			continue;
		}
		if (!is_same_expression(node_entry(a, i).key, node_entry(b, i).key) ||
			!is_same_expression(node_entry(a, i).value, node_entry(b, i).value))
			return false;
	}
	return true;
}

static bool is_repeated(struct node list, uint32_t position)
{
	for (uint32_t i = 0; i < position && position < MANY; i++)
		if (is_same_expression(node_item(list, i), node_item(list, position)))
			return true;
	return false;
}

void grammar_check_redundancy(struct grammar_walker *walker, struct node list, bool neutral)
{
	struct grammar_span span = grammar_span_to_check(walker, list);
	struct diagnostic *diagnostic;

	if (node_kind(list) != NODE_SEQUENCE || node_count(list) < 2)
		return;
	for (uint32_t i = span.first; i < span.end; i++) {
		struct node item = node_item(list, i);
		bool is_neutral =
			node_scalar_type(item) == SCALAR_BOOLEAN && node_boolean(item) == neutral;

		if (node_kind(item) == NODE_ABSENT || node_is_null(item))
			continue;
		if (is_neutral)
			diagnostic = grammar_report(walker, DIAGNOSTIC_CODE_REDUNDANT_CONDITION,
				item, "\"%s\" changes nothing among other conditions",
				neutral ? "true" : "false");
		else if (is_repeated(list, i))
			diagnostic = grammar_report(walker, DIAGNOSTIC_CODE_REDUNDANT_CONDITION,
				item, "This condition is there already");
		else
			continue;
		if (diagnostic)
			diagnostic->tags |= DIAGNOSTIC_UNNECESSARY;
	}
}
