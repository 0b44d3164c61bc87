#include "analyzer/variability/space/space_reasons.h"

#include "analyzer/variability/presence/conflict.h"
#include "analyzer/variability/space/space_text.h"

enum {
	MOST_STEPS = 6 /* of an explanation */
};

/* The first variant that can be resolved, and under which what is written for the element holds, or
 * does not; the number of variants if there is none. */
static size_t telling_variant(
	const struct analysis *analysis, const struct element *element, bool holds)
{
	const struct findings *findings = analysis->findings;
	formula manual = findings->service_template->formula->manual[element->position];
	uint64_t telling = holds ? evaluation_true(findings->evaluation, manual)
				 : evaluation_false(findings->evaluation, manual);
	size_t count = analysis_variant_count(analysis), variant = 0;

	while (variant < count && (analysis_variant(analysis, variant)->error.length > 0 ||
					  !(telling >> variant & 1)))
		variant++;
	return variant;
}

static bool rests_on_inputs(const struct explanation *explanation)
{
	for (size_t i = 1; i < explanation->count; i++)
		if (explanation->steps[i].is_input)
			return true;
	return false;
}

/* Why it is absent under a variant. True if that is so for these values of the inputs, which is
 * said before it: with others there are other reasons. */
static bool relate_explanation(const struct space *space, struct diagnostics *diagnostics,
	struct diagnostic *diagnostic, const struct element *element, size_t variant)
{
	const struct analysis *analysis = space->analysis;
	struct arena *scratch = arena_create();
	struct explanation explanation =
		analysis_explain(analysis, variant, element, EXPLANATION_SHORTEST, scratch);
	bool is_example = rests_on_inputs(&explanation);
	struct string beginning =
		is_example ? arena_format(scratch, "under %.*s, ",
				     STRING_ARGUMENTS(analysis_variant(analysis, variant)->name))
			   : STRING("");

	for (size_t i = 1; i < explanation.count && i <= MOST_STEPS; i++) {
		const struct explanation_step *step = &explanation.steps[i];
		struct node place = node_is_absent(step->place) ? element->key : step->place;

		diagnostic_relate(diagnostics, diagnostic,
			location_of(analysis_node(analysis, place)), "%.*s%.*s",
			STRING_ARGUMENTS(beginning), STRING_ARGUMENTS(step->text));
		beginning = STRING("");
	}
	arena_destroy(scratch);
	return is_example;
}

void space_relate_explanations(const struct space *space, struct diagnostics *diagnostics,
	struct diagnostic *diagnostic, const struct element *element)
{
	const struct analysis *analysis = space->analysis;
	size_t count = analysis_variant_count(analysis),
	       holding = telling_variant(analysis, element, true),
	       failing = telling_variant(analysis, element, false);

	if ((holding == count ||
		    relate_explanation(space, diagnostics, diagnostic, element, holding)) &&
		failing < count)
		relate_explanation(space, diagnostics, diagnostic, element, failing);
}

void space_relate_conflict(const struct space *space, struct diagnostics *diagnostics,
	struct diagnostic *diagnostic, const struct space_failure *failure)
{
	for (size_t i = 0; i < failure->conflict_count; i++) {
		struct node place = conflict_part_place(&failure->conflict[i]);
		struct string text = conflict_part_text(&failure->conflict[i], diagnostics->arena);

		if (!node_is_absent(place))
			diagnostic_relate(diagnostics, diagnostic,
				location_of(analysis_node(space->analysis, place)), "%.*s",
				STRING_ARGUMENTS(text));
	}
}

void space_relate_inputs(const struct space *space, struct diagnostics *diagnostics,
	struct diagnostic *diagnostic, space_assignment assignment)
{
	for (size_t i = 0; i < space->inputs.count; i++)
		if (assignment[i] != space->origin[i])
			diagnostic_relate(diagnostics, diagnostic,
				location_of(
					analysis_node(space->analysis, space->inputs.items[i].key)),
				"%.*s",
				STRING_ARGUMENTS(space_input_text(
					space, i, assignment[i], diagnostics->arena)));
}
