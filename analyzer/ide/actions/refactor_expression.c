/* Conditions become named expressions, and named expressions conditions. */
#include "analyzer/ide/actions/expression_name.h"
#include "analyzer/ide/actions/offer.h"
#include "analyzer/ide/edits/insertion.h"
#include "analyzer/ide/edits/layout.h"
#include "analyzer/language/grammar/words.h"
#include "analyzer/model/grammar/expression_operator.h"
#include "analyzer/variability/analysis/analysis.h"
#include "analyzer/variability/elements/keywords.h"

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

/* ---- places of logic expressions ---- */

/* Called for each logic expression in conditions, the outer ones first; what aliases repeat is
 * written elsewhere. */
typedef void (*expression_visitor)(struct offer *offer, struct node expression, void *context);

static void visit_expressions(
	struct offer *offer, struct node expression, expression_visitor visit, void *context)
{
	struct expression_operator found = expression_operator(expression, true);
	bool is_list = found.op != OPERATOR_NONE && operator_is_list_of_logic(found.op) &&
		       node_kind(found.operand) == NODE_SEQUENCE;

	if (node_alias(expression).length > 0)
		return;
	visit(offer, expression, context);
	if (found.op == OPERATOR_NOT)
		visit_expressions(offer, found.operand, visit, context);
	for (uint32_t i = 0; is_list && i < node_count(found.operand); i++)
		visit_expressions(offer, node_item(found.operand, i), visit, context);
}

static void visit_conditions(
	struct offer *offer, struct node conditions, expression_visitor visit, void *context)
{
	if (node_kind(conditions) != NODE_SEQUENCE || node_alias(conditions).length > 0) {
		visit_expressions(offer, conditions, visit, context);
		return;
	}
	for (uint32_t i = 0; i < node_count(conditions); i++)
		visit_expressions(offer, node_item(conditions, i), visit, context);
}

/* ---- extraction ---- */

static bool is_extractable(struct node expression)
{
	return node_kind(expression) == NODE_MAPPING && node_count(expression) == 1 &&
	       !is_reference(expression) && node_anchor(expression).length == 0 &&
	       node_alias(expression).length == 0;
}

struct occurrences_of {
	struct value value;
	struct edits *edits;
	struct string name;
	size_t count;
};

static bool says_the_same(struct offer *offer, struct node expression, struct value value)
{
	return value_equal(value_from_node(offer->arena, expression), value);
}

static void replace(struct offer *offer, struct node expression, struct occurrences_of *found)
{
	offer_edit(offer, found->edits,
		(struct text_edit){body_range(offer->tree, expression),
			arena_format(offer->arena,
				is_block(expression) ? "logic_expression: %.*s"
						     : "{logic_expression: %.*s}",
				STRING_ARGUMENTS(found->name))});
	found->count++;
}

static void replace_equal(struct offer *offer, struct node expression, void *context)
{
	struct occurrences_of *found = context;

	if (is_extractable(expression) && says_the_same(offer, expression, found->value))
		replace(offer, expression, found);
}

/* What an element is called depends on where such a name stands. */
static bool has_context(struct node node)
{
	uint32_t count = node_is_collection(node) ? node_count(node) : 0;

	if (node_kind(node) == NODE_SCALAR && word_find(node_text(node), WORD_FOR_ELEMENT))
		return true;
	for (uint32_t i = 0; i < count; i++)
		if (has_context(node_kind(node) == NODE_MAPPING ? node_entry(node, i).value
								: node_item(node, i)))
			return true;
	return false;
}

/* An expression that says the same already; its key is absent if there is none. */
static struct name_entry find_equal(struct offer *offer, struct value value)
{
	struct name_list all = names_of(offer->tree, DECLARED_EXPRESSION, offer->arena);

	for (size_t i = 0; i < all.count; i++)
		if (says_the_same(offer, all.items[i].value, value))
			return all.items[i];
	return (struct name_entry){0};
}

static void replace_all(struct offer *offer, struct node expression, struct occurrences_of *found)
{
	const struct analysis *analysis = offer->request->analysis;
	struct elements elements = {0};

	if (analysis && analysis_tree(analysis) == offer->tree && !has_context(expression))
		elements = analysis_elements(analysis);
	for (uint32_t i = 0; i < elements.count; i++) {
		struct node conditions = analysis_node(
			analysis, stored_keyword(elements.items[i]->keywords, KEYWORD_CONDITIONS));

		if (!node_is_absent(conditions) && conditions.tree == offer->tree)
			visit_conditions(offer, conditions, replace_equal, found);
	}
	if (found->count > 0)
		return;
	replace(offer, expression, found);
}

/* `conditions: {equal: …}` becomes `conditions: {logic_expression: is_production}`, everywhere. */
static void extract(struct offer *offer, struct node expression)
{
	struct edits edits = {0};
	struct occurrences_of found = {
		.value = value_from_node(offer->arena, expression), .edits = &edits};
	struct name_entry known = {0};
	struct text_edit declaration;
	struct string times = {0}, title;

	if (!is_extractable(expression))
		return;
	if (!has_context(expression))
		known = find_equal(offer, found.value);
	found.name = node_is_absent(known.key)
			     ? expression_name_fresh(offer->tree, expression, offer->arena)
			     : known.name;
	if (node_is_absent(known.key)) {
		if (!insertion_of(offer->tree, DECLARED_EXPRESSION, found.name,
			    body_text(offer, expression), &declaration, offer->arena))
			return;
		offer_edit(offer, &edits, declaration);
	}
	replace_all(offer, expression, &found);
	if (found.count > 1)
		times = arena_format(offer->arena, " (%zu times)", found.count);
	title = arena_format(offer->arena,
		node_is_absent(known.key) ? "Extract the condition into the expression \"%.*s\"%.*s"
					  : "Use the expression \"%.*s\"%.*s",
		STRING_ARGUMENTS(found.name), STRING_ARGUMENTS(times));
	offer_action(offer, ACTION_EXTRACT, title, edits);
}

/* A block can be written only behind a key of a block. */
static bool block_fits(struct offer *offer, struct node reference)
{
	struct node key = node_key(reference);
	return !node_is_absent(key) && !node_is_flow(node_parent(reference)) &&
	       layout_is_one_line(offer->tree, node_range(reference)) && node_is_flow(reference) &&
	       layout_begins_line(offer->tree, node_range(key).start);
}

static bool contains(struct range outer, struct range inner)
{
	return outer.start <= inner.start && inner.end <= outer.end;
}

/* `{logic_expression: is_dev}` becomes the expression itself, which must not name itself. */
static bool inlining(
	struct offer *offer, struct node reference, struct node body, struct text_edit *edit)
{
	if (!node_is_flow(reference) || node_is_absent(body) ||
		node_range(body).end == node_range(body).start ||
		contains(node_range(body), node_range(reference)))
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
	struct range replaced = node_range(reference);
	if (is_block(body))
		replaced.start = node_range(node_key(reference)).end + 1; /* behind the colon */
	*edit = (struct text_edit){replaced, text};
	return true;
}

static bool inline_reference(struct offer *offer, struct node reference)
{
	if (!is_reference(reference))
		return false;
	struct string name = node_text(node_entry(reference, 0).value);
	struct node body = names_find(offer->tree, DECLARED_EXPRESSION, name).value;
	struct edits edits = {0};
	struct text_edit edit;
	if (!inlining(offer, reference, body, &edit))
		return false;
	offer_edit(offer, &edits, edit);
	offer_action(offer, ACTION_INLINE,
		arena_format(
			offer->arena, "Inline the expression \"%.*s\"", STRING_ARGUMENTS(name)),
		edits);
	return true;
}

struct inlined {
	struct name_entry expression;
	struct edits edits;
	bool is_possible;
};

/* Every reference below the node. */
static void inline_below(struct offer *offer, struct node node, struct inlined *inlined)
{
	uint32_t count = node_is_collection(node) ? node_count(node) : 0;
	struct text_edit edit;

	if (is_reference(node) &&
		string_equal(node_text(node_entry(node, 0).value), inlined->expression.name)) {
		inlined->is_possible = inlined->is_possible && node_alias(node).length == 0 &&
				       inlining(offer, node, inlined->expression.value, &edit);
		if (inlined->is_possible)
			offer_edit(offer, &inlined->edits, edit);
		return;
	}
	for (uint32_t i = 0; i < count && inlined->is_possible; i++)
		inline_below(offer,
			node_kind(node) == NODE_MAPPING ? node_entry(node, i).value
							: node_item(node, i),
			inlined);
}

/* At its declaration: an expression is said wherever it is named, and named no more. One that
 * nobody names is taken out by the fix for it. */
static void inline_everywhere(struct offer *offer, struct node key)
{
	struct name_list all = names_of(offer->tree, DECLARED_EXPRESSION, offer->arena);
	struct inlined inlined = {.is_possible = true};
	struct text_edit removal;
	uint32_t position = 0;

	while (position < all.count && !node_equal_place(all.items[position].key, key))
		position++;
	if (position == all.count)
		return;
	inlined.expression = all.items[position];
	inline_below(offer, syntax_tree_root(offer->tree), &inlined);
	if (!inlined.is_possible || inlined.edits.count == 0 ||
		!layout_removal(offer->tree, node_parent(inlined.expression.value), position,
			&removal, offer->arena))
		return;
	offer_edit(offer, &inlined.edits, removal);
	offer_action(offer, ACTION_INLINE,
		arena_format(offer->arena, "Inline the expression \"%.*s\" everywhere",
			STRING_ARGUMENTS(inlined.expression.name)),
		inlined.edits);
}

/* The innermost expression around the cursor or selection, and the whole condition. */
struct surrounding {
	struct range range;
	struct node innermost, whole;
};

static void find_surrounding(struct offer *offer, struct node expression, void *context)
{
	struct surrounding *found = context;

	if (!contains(body_range(offer->tree, expression), found->range))
		return;
	if (node_is_absent(found->whole))
		found->whole = expression;
	if (is_extractable(expression))
		found->innermost = expression;
}

static void extract_around(struct offer *offer, struct node conditions)
{
	struct surrounding found = {.range = offer->request->range};

	visit_conditions(offer, conditions, find_surrounding, &found);
	if (!node_is_absent(found.innermost))
		extract(offer, found.innermost);
	if (!node_is_absent(found.whole) && !node_equal_place(found.whole, found.innermost))
		extract(offer, found.whole);
}

/* The innermost reference around the cursor, and what is around it. */
void offer_expressions(struct offer *offer)
{
	struct node node = syntax_tree_node_at(offer->tree, offer->request->range.start);
	bool inlined = false;
	inline_everywhere(offer, node);
	while (!node_is_absent(node)) {
		inlined = inlined || inline_reference(offer, node);
		if (string_is(node_text(node_key(node)), "conditions")) {
			extract_around(offer, node);
			return;
		}
		node = node_parent(node);
	}
}
