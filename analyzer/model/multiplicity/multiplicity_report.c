#include "analyzer/model/multiplicity/multiplicity_report.h"

struct diagnostic *multiplicity_report(struct multiplicity_checker *checker, size_t variant,
	enum diagnostic_code code, struct node place, struct string message)
{
	struct diagnostics *diagnostics = checker->diagnostics;
	struct location location = location_of(place);
	uint64_t bit = UINT64_C(1) << variant;
	for (size_t i = checker->first; i < diagnostics->count; i++) {
		struct diagnostic *known = &diagnostics->items[i];
		if (known->code == code && known->location.node.section == location.node.section &&
			known->location.node.index == location.node.index &&
			string_equal(known->message, message)) {
			known->variants |= bit;
			return NULL;
		}
	}
	struct diagnostic *added =
		diagnostics_add(diagnostics, code, place, "%.*s", STRING_ARGUMENTS(message));
	added->variants = bit;
	return added;
}

void multiplicity_report_rest(struct multiplicity_checker *checker, size_t variant,
	struct node place, struct string name, double count)
{
	if (count > MOST_INDICES)
		multiplicity_report(checker, variant, DIAGNOSTIC_CODE_CHECKING_GIVEN_UP, place,
			arena_format(checker->diagnostics->arena,
				"This is checked for the first %d nodes \"%.*s\", of %.0f",
				MOST_INDICES, STRING_ARGUMENTS(name), count));
}
