/* Everything that an analysis says, line by line: to tell whether two analyses of the same text say
 * the same. */
#ifndef ANALYZER_VARIABILITY_RESOLUTION_ACCOUNT_H
#define ANALYZER_VARIABILITY_RESOLUTION_ACCOUNT_H

#include "analyzer/variability/analysis/analysis.h"

struct account {
	struct arena *arena;
	struct string *lines;
	size_t count;
	size_t capacity;
};

void account_add(struct account *account, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Elements with their presence and values, problems, resolved templates, and the explanations of
 * some elements all over the template. Into the arena of the account. */
void account_add_analysis(struct account *account, const struct analysis *analysis);

/* Where two accounts differ first: `"…" instead of "…"`, in the arena of `kept`; empty if they are
 * the same. */
struct string account_difference(struct account *kept, const struct account *anew);

#endif
