/* Conditions become named expressions, and named expressions conditions. */
#include "analyzer/ide/actions/offer.h"
#include "analyzer/ide/edits/insertion.h"
#include "analyzer/ide/edits/layout.h"

static struct string fresh_name(struct offer *offer)
{
	for (int i = 1;; i++) {
		struct string name = arena_format(offer->arena, "condition_%d", i);
		if (node_is_absent(names_find(offer->tree, DECLARED_EXPRESSION, name).key))
			return name;
	}
}

static bool is_reference(struct node expression)
{
	if (node_kind(expression) != NODE_MAPPING || node_count(expression) != 1)
		return false;
	struct string op = node_text(node_entry(expression, 0).key);
	return string_is(op, "logic_expression") || string_is(op, "value_expression");
}

static bool is_block(struct node node)
{
	return node_kind(node) != NODE_SCALAR && !node_is_flow(node);
}

/* Without the line break that ends a block. */
static struct range body_range(const struct syntax_tree *tree, struct node body)
{
	struct range range = node_range(body);
	uint32_t end = layout_line_end(tree, range.end);
	range.end = range.end < end ? range.end : end;
	return range;
}

/* An expression as it is written behind a key at column 0. */
static struct string body_text(struct offer *offer, struct node body)
{
	struct range range = body_range(offer->tree, body);
	int column = (int)layout_column(offer->tree, range.start);
	if (!is_block(body))
		return layout_moved(offer->tree, range, 0, offer->arena);
	struct string text = layout_moved(offer->tree, range, 2 - column, offer->arena);
	return arena_format(offer->arena, "\n  %.*s", STRING_ARGUMENTS(text));
}

/* `conditions: {equal: …}` becomes `conditions: {logic_expression: condition_1}`. */
static void extract(struct offer *offer, struct node condition)
{
	if (node_kind(condition) != NODE_MAPPING || node_count(condition) != 1 ||
		is_reference(condition) || node_anchor(condition).length > 0)
		return;
	struct string name = fresh_name(offer);
	struct text_edit declaration;
	struct edits edits = {0};
	if (!insertion_of(offer->tree, DECLARED_EXPRESSION, name, body_text(offer, condition),
		    &declaration, offer->arena))
		return;
	offer_edit(offer, &edits, declaration);
	offer_edit(offer, &edits,
		(struct text_edit){body_range(offer->tree, condition),
			arena_format(offer->arena,
				is_block(condition) ? "logic_expression: %.*s"
						    : "{logic_expression: %.*s}",
				STRING_ARGUMENTS(name))});
	offer_action(offer, ACTION_EXTRACT,
		arena_format(offer->arena, "Extract the condition into the expression \"%.*s\"",
			STRING_ARGUMENTS(name)),
		edits);
}

/* A block can be written only behind a key of a block. */
static bool block_fits(struct offer *offer, struct node reference)
{
	struct node key = node_key(reference);
	return !node_is_absent(key) && !node_is_flow(node_parent(reference)) &&
	       layout_is_one_line(offer->tree, node_range(reference)) && node_is_flow(reference) &&
	       layout_begins_line(offer->tree, node_range(key).start);
}

/* `{logic_expression: is_dev}` becomes the expression itself. */
static bool inline_reference(struct offer *offer, struct node reference)
{
	if (!is_reference(reference) || !node_is_flow(reference))
		return false;
	struct node name = node_entry(reference, 0).value;
	struct node body = names_find(offer->tree, DECLARED_EXPRESSION, node_text(name)).value;
	if (node_is_absent(body) || node_range(body).end == node_range(body).start)
		return false;
	struct string text = body_text(offer, body);
	if (is_block(body)) {
		if (!block_fits(offer, reference))
			return false;
		struct range key = node_range(node_key(reference));
		struct range lines = body_range(offer->tree, body);
		int column = (int)layout_column(offer->tree, key.start) + 2;
		text = layout_moved(offer->tree, lines,
			column - (int)layout_column(offer->tree, lines.start), offer->arena);
		text = arena_format(offer->arena, "\n%*s%.*s", column, "", STRING_ARGUMENTS(text));
	} else if (!layout_is_one_line(offer->tree, node_range(body))) {
		return false;
	}
	struct edits edits = {0};
	struct range replaced = node_range(reference);
	if (is_block(body))
		replaced.start = node_range(node_key(reference)).end + 1; /* behind the colon */
	offer_edit(offer, &edits, (struct text_edit){replaced, text});
	offer_action(offer, ACTION_INLINE,
		arena_format(offer->arena, "Inline the expression \"%.*s\"",
			STRING_ARGUMENTS(node_text(name))),
		edits);
	return true;
}

/* The innermost reference around the cursor, and the condition. */
void offer_expressions(struct offer *offer)
{
	struct node node = syntax_tree_node_at(offer->tree, offer->request->range.start);
	struct node item = {0};
	bool inlined = false;
	while (!node_is_absent(node)) {
		inlined = inlined || inline_reference(offer, node);
		if (string_is(node_text(node_key(node)), "conditions")) {
			extract(offer, node_kind(node) == NODE_SEQUENCE ? item : node);
			return;
		}
		item = node;
		node = node_parent(node);
	}
}
