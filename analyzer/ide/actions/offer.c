#include "analyzer/ide/actions/offer.h"

#include <stdlib.h>

bool ranges_touch(struct range a, struct range b)
{
	return a.start <= b.end && b.start <= a.end;
}

void offer_edit(struct offer *offer, struct edits *edits, struct text_edit edit)
{
	edits->items = arena_reserve(
		offer->arena, edits->items, edits->count, &edits->capacity, sizeof(*edits->items));
	edits->items[edits->count++] = edit;
}

static int by_place(const void *a, const void *b)
{
	const struct text_edit *left = a, *right = b;
	return (left->range.start > right->range.start) - (left->range.start < right->range.start);
}

/* Two diagnostics may ask for the same edit. */
static void bring_into_order(struct edits *edits)
{
	size_t kept = 0;
	if (edits->count > 0)
		qsort(edits->items, edits->count, sizeof(*edits->items), by_place);
	for (size_t i = 0; i < edits->count; i++)
		if (kept == 0 || edits->items[kept - 1].range.end <= edits->items[i].range.start)
			edits->items[kept++] = edits->items[i];
	edits->count = kept;
}

struct action *offer_action(
	struct offer *offer, enum action_kind kind, struct string title, struct edits edits)
{
	bring_into_order(&edits);
	offer->items = arena_reserve(
		offer->arena, offer->items, offer->count, &offer->capacity, sizeof(*offer->items));
	struct action *action = &offer->items[offer->count++];
	*action = (struct action){
		.kind = kind,
		.title = title,
		.edits = edits.items,
		.edit_count = edits.count,
	};
	return action;
}

struct action *offer_fix(struct offer *offer, const struct ide_diagnostic *diagnostic,
	struct string title, struct text_edit edit)
{
	struct edits edits = {0};
	offer_edit(offer, &edits, edit);
	struct action *action = offer_action(offer, ACTION_QUICK_FIX, title, edits);
	action->diagnostic = diagnostic;
	return action;
}
