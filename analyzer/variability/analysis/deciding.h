/* What the variants of findings come to: presence, values, checks.
 *
 * The one way from an assignment to a result, for the variants of an analysis and for any other
 * assignment. Internal to the making of an analysis. */
#ifndef ANALYZER_VARIABILITY_ANALYSIS_DECIDING_H
#define ANALYZER_VARIABILITY_ANALYSIS_DECIDING_H

#include "analyzer/variability/analysis/findings.h"

/* Fills in presence, evaluation and values of `findings`, which has its variants. `presence` says
 * what is known already and who may cancel; the rest of it is filled in. What is wrong is added to
 * the problems. False if it was cancelled. */
bool findings_decide(
	struct findings *findings, struct presence_request *presence, struct problems *problems);

/* ---- any other assignments ---- */

/* What up to 64 assignments come to, as resolving with them would. */
struct trial {
	struct arena *arena;
	struct findings findings;
	struct problems problems;
	uint64_t all;     /* one bit each */
	uint64_t failing; /* those that end with an error */
};

struct trial_request {
	struct service_template *service_template; /* borrowed by the trial */
	const struct value *inputs;                /* maps, one for each assignment */
	size_t count;
	bool inputs_are_unrelated;   /* as is known already; or false */
	struct solved_parts *solved; /* answers of parts, kept for the next trial */
	const struct solved_parts *previously_solved; /* of others, or NULL */
	const atomic_bool *cancelled;
	struct known_values known_values; /* or nothing */
	bool tells_reasons;               /* what contradicts each other is looked for */
};

/* NULL if it was cancelled. Borrows the inputs. */
struct trial *trial_create(const struct trial_request *request);
void trial_destroy(struct trial *trial); /* NULL is harmless */

/* The error that resolving ends with; NULL if there is none. */
const struct problem *trial_error(const struct trial *trial, unsigned assignment);

#endif
