#include "analyzer/ide/actions/actions.h"

#include "analyzer/ide/actions/offer.h"
#include "analyzer/ide/cursor/place.h"

#include "analyzer/variability/analysis/analysis.h"
#include "base/interruption.h"

/* What broken text means is not certain, and where nothing is variable, nothing can be made so
 * (Variability4TOSCA, section "Service Template": the definitions version decides). */
static bool can_be_refactored(const struct actions_request *request)
{
	enum definitions_version version = place_version(request->tree);
	for (size_t i = 0; i < request->diagnostics.count; i++)
		if (string_is(request->diagnostics.items[i].code, "yaml-syntax") ||
			string_is(request->diagnostics.items[i].code, "duplicate-key"))
			return false;
	return definitions_version_row(version)->version_class != CLASS_NONE && request->analysis &&
	       analysis_is_variable(request->analysis);
}

enum {
	MOST_MENDED = 64 /* diagnostics of a range; nobody reads through the fixes of more */
};

static void offer_fixes_of_range(struct offer *offer)
{
	const struct actions_request *request = offer->request;
	size_t mended = 0;
	for (size_t i = 0; i < request->diagnostics.count && mended < MOST_MENDED &&
			   !interrupted(request->cancelled);
		i++) {
		const struct ide_diagnostic *diagnostic = &request->diagnostics.items[i];
		if (!ranges_touch(diagnostic->range, request->range))
			continue;
		mended++;
		offer_fixes(offer, diagnostic);
		if (request->space)
			offer_failing_inputs(offer, diagnostic);
	}
}

struct family {
	void (*offer)(struct offer *offer);
	enum action_kind kinds[2]; /* that it offers; the same twice: one */
	bool is_refactoring, needs_space;
};

static const struct family families[] = {
	{offer_fixes_of_range, {ACTION_QUICK_FIX, ACTION_QUICK_FIX}, false, false},
	{offer_inputs, {ACTION_REWRITE, ACTION_REWRITE}, true, true},
	{offer_expressions, {ACTION_EXTRACT, ACTION_INLINE}, true, false},
	{offer_simpler_conditions, {ACTION_REWRITE, ACTION_REWRITE}, true, false},
	{offer_presets, {ACTION_REWRITE, ACTION_REWRITE}, true, false},
	{offer_group, {ACTION_EXTRACT, ACTION_EXTRACT}, true, false},
	{offer_forms, {ACTION_REWRITE, ACTION_REWRITE}, true, false},
	{offer_current_spellings, {ACTION_SOURCE, ACTION_SOURCE}, false, false},
	{offer_all_fixes, {ACTION_FIX_ALL, ACTION_FIX_ALL}, false, false},
	{offer_organized_imports, {ACTION_ORGANIZE_IMPORTS, ACTION_ORGANIZE_IMPORTS}, false, false},
};

const struct action *actions_list(
	const struct actions_request *request, struct arena *arena, size_t *count)
{
	struct offer offer = {.arena = arena, .request = request, .tree = request->tree};
	bool refactors = can_be_refactored(request);
	for (size_t i = 0; i < sizeof(families) / sizeof(*families); i++) {
		const struct family *family = &families[i];
		unsigned kinds =
			action_kind_bit(family->kinds[0]) | action_kind_bit(family->kinds[1]);
		if ((request->kinds & kinds) && (refactors || !family->is_refactoring) &&
			(request->space || !family->needs_space))
			family->offer(&offer);
	}
	*count = 0;
	for (size_t i = 0; i < offer.count; i++)
		if (request->kinds & action_kind_bit(offer.items[i].kind))
			offer.items[(*count)++] = offer.items[i];
	return offer.items;
}
