/* The variants an analysis is about: the defaults, every preset, the variability tests beside the
 * template, and the user's own. */
#ifndef ANALYZER_VARIABILITY_ANALYSIS_VARIANTS_H
#define ANALYZER_VARIABILITY_ANALYSIS_VARIANTS_H

#include "analyzer/variability/analysis/analysis.h"
#include "analyzer/variability/expressions/value_expression.h"
#include "analyzer/variability/presence/service_template.h"

struct variant_context {
	struct variant variant;
	struct value_context *context;
	const struct string *presets;
	size_t preset_count;
	struct value inputs; /* on top of the presets */
};

struct variants {
	struct variant_context *items;
	size_t count;
	size_t active;
	uint64_t unusable;        /* those that name a preset that does not exist */
	struct value fingerprint; /* of the settings they were made with */
};

/* Problems of presets and of the constraints between inputs are added. Everything lives in the
 * arena. */
void variants_collect(struct variants *variants, struct arena *arena,
	const struct service_template *service_template, const struct analysis_request *request,
	struct problems *problems);

/* A context of its own for a variant, in `arena`: contexts serve one thread at a time. */
struct value_context *variants_create_context(const struct variants *variants, size_t variant,
	struct node variability, struct arena *arena);

/* Would these settings make the same variants? */
bool variants_are_same(const struct variants *variants, const struct analysis_settings *settings);

#endif
