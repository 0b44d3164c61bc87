/* How many combinations of classes there are, and results: more, often, than a double counts. */
#ifndef ANALYZER_VARIABILITY_CLASSES_SPACE_NUMBER_H
#define ANALYZER_VARIABILITY_CLASSES_SPACE_NUMBER_H

#include "analyzer/text/natural.h"

#include <stdbool.h>

struct space_number {
	double count;         /* rounded, and maybe infinite, beyond 2^53 */
	struct string digits; /* all of them */
	bool is_exact;        /* or else: at least */
};

struct space_number space_number_of(const struct natural *number, bool is_exact);

/* As people read it: the digits, or "about 1.18e21" of many. */
struct string space_number_text(struct space_number number, struct arena *arena);

#endif
