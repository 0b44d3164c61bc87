#include "analyzer/ide/actions/actions.h"

#include "analyzer/ide/actions/offer.h"
#include "analyzer/ide/cursor/place.h"

#include "analyzer/variability/analysis/analysis.h"

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

const struct action *actions_list(
	const struct actions_request *request, struct arena *arena, size_t *count)
{
	struct offer offer = {.arena = arena, .request = request, .tree = request->tree};
	for (size_t i = 0; i < request->diagnostics.count; i++) {
		const struct ide_diagnostic *diagnostic = &request->diagnostics.items[i];
		if (!ranges_touch(diagnostic->range, request->range))
			continue;
		offer_fixes(&offer, diagnostic);
		if (request->space)
			offer_failing_inputs(&offer, diagnostic);
	}
	if (can_be_refactored(request)) {
		if (request->space)
			offer_inputs(&offer);
		offer_expressions(&offer);
		offer_simpler_conditions(&offer);
		offer_presets(&offer);
		offer_group(&offer);
		offer_forms(&offer);
	}
	offer_current_spellings(&offer);
	if (request->of_file) {
		offer_all_fixes(&offer);
		offer_organized_imports(&offer);
	}
	*count = offer.count;
	return offer.items;
}
