#include "analyzer/ide/actions/proof.h"

#include "analyzer/variability/analysis/analysis.h"
#include "analyzer/variability/space/space_difference.h"

#include <stdlib.h>

static int compare_edits(const void *left, const void *right)
{
	const struct text_edit *a = left;
	const struct text_edit *b = right;

	return (a->range.start < b->range.start) - (a->range.start > b->range.start);
}

/* From the end, so that places stay; what is not touched is shared with the tree before. */
static struct syntax_tree *tree_after(struct offer *offer, const struct edits *edits)
{
	struct text_edit *sorted = arena_allocate(offer->arena, edits->count + 1, sizeof(*sorted));
	struct syntax_tree *tree = syntax_tree_retain(offer->tree);

	for (size_t i = 0; i < edits->count; i++)
		sorted[i] = edits->items[i];
	qsort(sorted, edits->count, sizeof(*sorted), compare_edits);
	for (size_t i = 0; i < edits->count; i++) {
		struct syntax_tree *edited = syntax_tree_edit(tree, sorted[i]);

		syntax_tree_release(tree);
		tree = edited;
	}
	return tree;
}

static struct analysis *analysis_of(const struct actions_request *request,
	const struct syntax_tree *tree, const struct analysis *previous)
{
	return analysis_create(&(struct analysis_request){.tree = tree,
		.path = request->path,
		.files = request->files,
		.previous = previous,
		.only_presence = true});
}

/* Takes the analysis over. */
static struct analysis *in_order(const struct actions_request *request, struct analysis *analysis)
{
	struct analysis *ordered;

	if (analysis_is_in_order(analysis))
		return analysis;
	ordered = analysis_of(request, analysis_tree(analysis), NULL);
	analysis_release(analysis);
	return ordered;
}

bool proof_of(struct offer *offer, const struct edits *edits, const bool *removed)
{
	const struct actions_request *request = offer->request;
	struct syntax_tree *tree;
	struct analysis *before, *after;
	bool is_same;

	if (!request->analysis || analysis_tree(request->analysis) != offer->tree)
		return false;
	tree = tree_after(offer, edits);
	before = in_order(request, analysis_retain(request->analysis));
	after = in_order(request, analysis_of(request, tree, before));
	is_same = space_is_same(before, after, removed, NULL);
	analysis_release(before);
	analysis_release(after);
	syntax_tree_release(tree);
	return is_same;
}
