/* Conditions are made simpler: what makes no difference is taken out, a negation of a negation is
 * what it negates, and what a named expression says is said by its name. All assignments of the
 * inputs keep their results, which is proven before anything is offered. */
#include "analyzer/ide/actions/offer.h"
#include "analyzer/ide/actions/proof.h"
#include "analyzer/ide/cursor/names.h"
#include "analyzer/ide/edits/layout.h"
#include "analyzer/model/grammar/expression_operator.h"
#include "analyzer/variability/space/space_review.h"

static void offer_proven(struct offer *offer, enum action_kind kind, struct string title,
	struct edits edits, const struct ide_diagnostic *diagnostic)
{
	if (edits.count > 0 && proof_of(offer, &edits, NULL))
		offer_action(offer, kind, title, edits)->diagnostic = diagnostic;
}

/* ---- taking out ---- */

static uint32_t position_in(struct node collection, struct node node)
{
	uint32_t position = 0;

	while (position < node_count(collection) &&
		!node_equal_place(node_kind(collection) == NODE_SEQUENCE
					  ? node_item(collection, position)
					  : node_entry(collection, position).value,
			node))
		position++;
	return position;
}

static bool can_be_written_elsewhere(struct offer *offer, struct node expression)
{
	return layout_is_one_line(offer->tree, node_range(expression)) &&
	       (node_kind(expression) == NODE_SCALAR || node_is_flow(expression)) &&
	       node_alias(expression).length == 0 && node_anchor(expression).length == 0;
}

static bool replace_by(
	struct offer *offer, struct node whole, struct node part, struct edits *edits)
{
	if (!can_be_written_elsewhere(offer, part) || !can_be_written_elsewhere(offer, whole))
		return false;
	offer_edit(offer, edits,
		(struct text_edit){node_range(whole),
			syntax_tree_text(offer->tree, node_range(part), offer->arena)});
	return true;
}

/* `{and: [a, b]}` without `a` is `b`. */
static bool leave_other(
	struct offer *offer, struct node list, uint32_t position, struct edits *edits)
{
	struct node whole = node_parent(list);
	enum operator_id op = expression_operator(whole, true).op;

	return node_count(list) == 2 && node_kind(whole) == NODE_MAPPING &&
	       (op == OPERATOR_AND || op == OPERATOR_OR) &&
	       replace_by(offer, whole, node_item(list, 1 - position), edits);
}

/* An operand, or the only condition with its keyname. */
static void take_out(struct offer *offer, struct node expression, struct edits *edits)
{
	struct node collection = node_parent(expression);
	uint32_t position;
	struct text_edit edit;

	if (node_kind(collection) == NODE_SEQUENCE && node_count(collection) == 1 &&
		string_is(node_text(node_key(collection)), "conditions")) {
		expression = collection;
		collection = node_parent(expression);
	}
	position = position_in(collection, expression);
	if (position == node_count(collection) ||
		(node_kind(collection) == NODE_MAPPING &&
			!string_is(node_text(node_key(expression)), "conditions")))
		return;
	if (node_kind(collection) == NODE_SEQUENCE &&
		leave_other(offer, collection, position, edits))
		return;
	if (layout_removal(offer->tree, collection, position, &edit, offer->arena))
		offer_edit(offer, edits, edit);
}

static struct node expression_at(struct offer *offer, struct range range)
{
	struct node node = syntax_tree_node_at(offer->tree, range.start);

	while (!node_is_absent(node) && node_range(node).end < range.end)
		node = node_parent(node);
	while (node_kind(node_parent(node)) == NODE_MAPPING &&
		node_range(node_parent(node)).start == range.start &&
		node_range(node_parent(node)).end <= range.end)
		node = node_parent(node);
	return node;
}

void offer_without_condition(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	struct node expression = expression_at(offer, diagnostic->range);
	struct edits edits = {0};

	if (!offer->request->space || node_is_absent(expression))
		return;
	take_out(offer, expression, &edits);
	offer_proven(offer, ACTION_QUICK_FIX,
		STRING("Remove the condition, which makes no difference"), edits, diagnostic);
}

/* ---- saying it in fewer words ---- */

static struct node single_operand(struct expression_operator found)
{
	if ((found.op == OPERATOR_AND || found.op == OPERATOR_OR) &&
		node_kind(found.operand) == NODE_SEQUENCE && node_count(found.operand) == 1)
		return node_item(found.operand, 0);
	if (found.op == OPERATOR_NOT) {
		struct expression_operator inner = expression_operator(found.operand, true);

		if (inner.op == OPERATOR_NOT)
			return inner.operand;
	}
	return (struct node){0};
}

static void offer_part(struct offer *offer, struct node expression)
{
	struct expression_operator found = expression_operator(expression, true);
	struct node part = single_operand(found);
	struct edits edits = {0};

	if (node_is_absent(part) || !replace_by(offer, expression, part, &edits))
		return;
	offer_proven(offer, ACTION_REWRITE,
		found.op == OPERATOR_NOT ? STRING("Remove the double negation")
					 : STRING("Leave out the list of one condition"),
		edits, NULL);
}

static void offer_name(struct offer *offer, struct node expression)
{
	struct string name;
	struct edits edits = {0};

	if (!offer->request->space || node_kind(expression) != NODE_MAPPING ||
		!can_be_written_elsewhere(offer, expression))
		return;
	name = space_name_of(offer->request->space, expression);
	if (name.length == 0)
		return;
	offer_edit(offer, &edits,
		(struct text_edit){node_range(expression),
			arena_format(
				offer->arena, "{logic_expression: %.*s}", STRING_ARGUMENTS(name))});
	offer_proven(offer, ACTION_REWRITE,
		arena_format(
			offer->arena, "Say it by the expression \"%.*s\"", STRING_ARGUMENTS(name)),
		edits, NULL);
}

static bool is_told(struct offer *offer, struct node expression)
{
	for (size_t i = 0; i < offer->request->diagnostics.count; i++) {
		const struct ide_diagnostic *diagnostic = &offer->request->diagnostics.items[i];

		if (diagnostic->range.start == node_range(expression).start &&
			(string_is(diagnostic->code, "condition-without-effect") ||
				string_is(diagnostic->code, "constant-condition")))
			return true;
	}
	return false;
}

/* What pruning comes to without it. */
static void offer_pruning(struct offer *offer, struct node expression)
{
	struct edits edits = {0};

	if (!offer->request->space || !space_is_pruned(offer->request->space, expression) ||
		is_told(offer, expression))
		return;
	take_out(offer, expression, &edits);
	offer_proven(offer, ACTION_REWRITE,
		STRING("Leave the condition to pruning, which comes to the same"), edits, NULL);
}

/* For the expressions around the cursor, up to the whole condition. */
void offer_simpler_conditions(struct offer *offer)
{
	struct node node = syntax_tree_node_at(offer->tree, offer->request->range.start);
	struct node top = node;

	while (!node_is_absent(top) && !string_is(node_text(node_key(top)), "conditions"))
		top = node_parent(top);
	if (node_is_absent(top))
		return;
	for (; !node_is_absent(node); node = node_parent(node)) {
		if (node_kind(node) == NODE_MAPPING) {
			offer_part(offer, node);
			offer_name(offer, node);
			offer_pruning(offer, node);
		}
		if (node_equal_place(node, top))
			break;
	}
}
