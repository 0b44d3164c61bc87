#include "analyzer/ide/actions/spellings.h"

#include "analyzer/ide/cursor/walk.h"
#include "analyzer/language/variability/operators.h"
#include "analyzer/language/variability/options.h"

static bool is_old(const struct ide_diagnostic *diagnostic)
{
	return string_is(diagnostic->code, "deprecated-spelling");
}

/* The old option with the opposite meaning that stands there; NULL if there is none. */
static const struct deprecated_option_row *opposite_option(
	struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	struct node key = syntax_tree_node_at(offer->tree, diagnostic->range.start);
	const struct deprecated_option_row *row = deprecated_option_find(node_text(key));
	return row && row->negated ? row : NULL;
}

struct string spelling_today(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	const struct deprecated_option_row *row = opposite_option(offer, diagnostic);
	return row ? string_from(row->replacement) : diagnostic->replacement;
}

/* Whether the spelling is one that gives `xor` its old meaning. */
static bool is_drafts(struct offer *offer, const struct ide_diagnostic *diagnostic)
{
	struct string word = node_text(syntax_tree_node_at(offer->tree, diagnostic->range.start));
	const struct deprecated_option_row *option = deprecated_option_find(word);
	return is_old(diagnostic) &&
	       (deprecated_operator_find(word) || (option && *option->replacement));
}

static bool word_edits(
	struct offer *offer, const struct ide_diagnostic *diagnostic, struct edits *edits)
{
	const struct deprecated_option_row *row = opposite_option(offer, diagnostic);
	struct string today = spelling_today(offer, diagnostic);
	struct node key = syntax_tree_node_at(offer->tree, diagnostic->range.start);
	if (!node_is_absent(node_find(node_parent(key), today).key))
		return false; /* it would stand there twice */
	if (row) {
		struct node value = node_find(node_parent(key), node_text(key)).value;
		if (node_scalar_type(value) != SCALAR_BOOLEAN)
			return false;
		offer_edit(offer, edits,
			(struct text_edit){node_range(value),
				node_boolean(value) ? STRING("false") : STRING("true")});
	}
	if (today.length > 0)
		offer_edit(offer, edits, (struct text_edit){diagnostic->range, today});
	return today.length > 0;
}

struct xor_search {
	struct offer *offer;
	struct edits *edits;
};

static void visit_xor(void *context, const struct walk_item *item)
{
	struct xor_search *search = context;
	if (item->is_key && item->place->is_expression && string_is(node_text(item->node), "xor")) {
		offer_edit(search->offer, search->edits,
			(struct text_edit){node_range(item->node), STRING("exo")});
	}
}

static void xor_edits(struct offer *offer, struct edits *edits)
{
	struct xor_search search = {offer, edits};
	struct walk walk = {.arena = offer->arena, .context = &search, .visit = visit_xor};
	walk_document(offer->tree, &walk);
}

static size_t draft_count(struct offer *offer)
{
	size_t count = 0;
	for (size_t i = 0; i < offer->request->diagnostics.count; i++)
		count += is_drafts(offer, &offer->request->diagnostics.items[i]);
	return count;
}

bool spelling_edits(
	struct offer *offer, const struct ide_diagnostic *diagnostic, struct edits *edits)
{
	if (!word_edits(offer, diagnostic, edits))
		return false;
	if (is_drafts(offer, diagnostic) && draft_count(offer) == 1)
		xor_edits(offer, edits);
	return true;
}

void offer_current_spellings(struct offer *offer)
{
	struct ide_diagnostics diagnostics = offer->request->diagnostics;
	struct edits edits = {0};
	size_t drafts = draft_count(offer);
	for (size_t i = 0; i < diagnostics.count; i++) {
		const struct ide_diagnostic *diagnostic = &diagnostics.items[i];
		if (is_old(diagnostic) && word_edits(offer, diagnostic, &edits))
			drafts -= is_drafts(offer, diagnostic);
	}
	if (edits.count > 0) {
		if (drafts == 0 && draft_count(offer) > 0)
			xor_edits(offer, &edits);
		offer_action(offer, ACTION_SOURCE,
			STRING("Replace all deprecated spellings in this file"), edits);
	}
}
