/* Why an element is present or absent.
 *
 * So far the head of the chain alone: the answer itself, or the error of the variant. */
#include "analyzer/variability/analysis.h"

const struct explanation_step *analysis_explain(const struct analysis *analysis, size_t variant,
	const struct element *element, struct arena *arena, size_t *count)
{
	const struct variant *answer = analysis_variant(analysis, variant);
	enum presence presence = analysis_presence(analysis, variant, element);
	struct explanation_step *step = arena_allocate(arena, 1, sizeof(*step));

	*count = 1;
	step->element = element;
	if (presence == PRESENCE_ERROR && answer->error.length > 0) {
		step->text = answer->error;
		step->place = answer->error_place;
		return step;
	}
	step->text =
		arena_format(arena, "%.*s is %s", STRING_ARGUMENTS(element_display(element, arena)),
			presence == PRESENCE_DEPENDS ? "open" : presence_name(presence));
	return step;
}
