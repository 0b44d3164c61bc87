#include "analyzer/ide/actions/proof.h"

#include "analyzer/variability/analysis/analysis.h"
#include "analyzer/variability/space/space_difference.h"

#include <stdlib.h>

static int compare_edits(const void *left, const void *right)
{
	const struct text_edit *a = left;
	const struct text_edit *b = right;

	return (a->range.start > b->range.start) - (a->range.start < b->range.start);
}

static struct string text_after(struct offer *offer, const struct edits *edits)
{
	struct text_edit *sorted = arena_allocate(offer->arena, edits->count + 1, sizeof(*sorted));
	struct string text = STRING("");
	uint32_t next = 0;

	for (size_t i = 0; i < edits->count; i++)
		sorted[i] = edits->items[i];
	qsort(sorted, edits->count, sizeof(*sorted), compare_edits);
	for (size_t i = 0; i <= edits->count; i++) {
		struct range kept = {next,
			i < edits->count ? sorted[i].range.start : syntax_tree_length(offer->tree)};
		struct string before = syntax_tree_text(offer->tree, kept, offer->arena);

		text = arena_format(offer->arena, "%.*s%.*s%.*s", STRING_ARGUMENTS(text),
			STRING_ARGUMENTS(before),
			STRING_ARGUMENTS(i < edits->count ? sorted[i].text : STRING("")));
		if (i < edits->count)
			next = sorted[i].range.end;
	}
	return text;
}

static struct analysis *in_order(const struct actions_request *request)
{
	if (analysis_is_in_order(request->analysis))
		return analysis_retain(request->analysis);
	return analysis_create(&(struct analysis_request){.tree = analysis_tree(request->analysis),
		.path = request->path,
		.files = request->files,
		.only_presence = true});
}

bool proof_of(struct offer *offer, const struct edits *edits, const bool *removed)
{
	const struct actions_request *request = offer->request;
	struct syntax_tree *tree;
	struct analysis *before, *after;
	bool is_same;

	if (!request->analysis || analysis_tree(request->analysis) != offer->tree)
		return false;
	tree = syntax_tree_create(text_after(offer, edits));
	after = analysis_create(&(struct analysis_request){.tree = tree,
		.path = request->path,
		.files = request->files,
		.only_presence = true});
	before = in_order(request);
	is_same = space_is_same(before, after, removed, NULL);
	analysis_release(before);
	analysis_release(after);
	syntax_tree_release(tree);
	return is_same;
}
