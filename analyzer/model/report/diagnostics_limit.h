/* Where very much is found: of each code, at most so many are told, those around a place.
 *
 * Nobody reads thousands of equal mistakes after every key, and editors stall over them. What is
 * left out is counted, to be told in one line. */
#ifndef ANALYZER_MODEL_DIAGNOSTICS_LIMIT_H
#define ANALYZER_MODEL_DIAGNOSTICS_LIMIT_H

#include "analyzer/model/report/diagnostic.h"

/* What was left out of one code. */
struct left_out {
	uint32_t count;
	struct location location; /* of the next one behind those that are told, if there is one */
	enum diagnostic_severity severity;
};

/* Sections. */
struct focus_range {
	uint32_t first, last;
};

struct diagnostics_limit {
	uint32_t most;           /* of each code */
	uint32_t focus;          /* the section around which they are told */
	struct focus_range same; /* around each of these, the same would be; begins as all */
	struct left_out left_out[DIAGNOSTIC_CODE_COUNT]; /* so far */
};

/* A choice among the diagnostics of one source: all are counted first, then asked for in the same
 * order. Begins zeroed but for its limit; without one, everything is chosen. */
struct diagnostics_choice {
	struct diagnostics_limit *limit;
	uint32_t total[DIAGNOSTIC_CODE_COUNT];
	uint32_t before[DIAGNOSTIC_CODE_COUNT]; /* of these, in front of the focus */
	uint32_t asked[DIAGNOSTIC_CODE_COUNT];
};

void diagnostics_choice_count(
	struct diagnostics_choice *choice, enum diagnostic_code code, uint32_t section);

/* What stands in `location`; `severity` is that of the diagnostic. */
bool diagnostics_choice_takes(struct diagnostics_choice *choice, enum diagnostic_code code,
	enum diagnostic_severity severity, struct location location);

/* Copies those of a list that are chosen from it by itself. Messages are shared. */
void diagnostics_append_some(struct diagnostics *diagnostics, struct diagnostics_limit *limit,
	const struct diagnostic *items, size_t count);

#endif
