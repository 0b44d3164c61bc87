/* What a check says that cannot always decide. */
#ifndef ANALYZER_MODEL_REPORT_VERDICT_H
#define ANALYZER_MODEL_REPORT_VERDICT_H

#include <stdbool.h>

enum verdict {
	HOLDS,
	FAILS,
	UNKNOWN,
};

static inline enum verdict verdict_of(bool holds)
{
	return holds ? HOLDS : FAILS;
}

/* Holds if at least one does. */
static inline enum verdict verdict_any(enum verdict a, enum verdict b)
{
	if (a == HOLDS || b == HOLDS)
		return HOLDS;
	return a == UNKNOWN || b == UNKNOWN ? UNKNOWN : FAILS;
}

/* Holds if both do. */
static inline enum verdict verdict_all(enum verdict a, enum verdict b)
{
	if (a == FAILS || b == FAILS)
		return FAILS;
	return a == UNKNOWN || b == UNKNOWN ? UNKNOWN : HOLDS;
}

#endif
