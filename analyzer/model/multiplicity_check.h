/* What a template asks for under a variant and cannot get: counts that are none, more
 * relationships than there are nodes, pairs without partner, exhausted capacity.
 *
 * Of one problem under several variants comes one diagnostic. Nothing is said about what is
 * open under a variant. */
#ifndef ANALYZER_MODEL_MULTIPLICITY_CHECK_H
#define ANALYZER_MODEL_MULTIPLICITY_CHECK_H

#include "analyzer/model/diagnostic.h"
#include "analyzer/model/representations.h"

struct multiplicity_checker {
	const struct multiplicity *multiplicity;
	const struct representations *const *variants;
	size_t variant_count;
	struct diagnostics *diagnostics;
	size_t first; /* diagnostics from here on are about what is being looked at */
};

void multiplicity_check(struct multiplicity_checker *checker);

/* The parts of it that are about allocations, and about indices in the values of a node. */
void allocation_check(struct multiplicity_checker *checker);
void index_check(struct multiplicity_checker *checker, const struct multiplicity_node *node);

enum {
	MOST_INDICES = 1000 /* nobody reads what is wrong with the thousandth node */
};

/* Adds a diagnostic, or the variant to the same one. Tells which of the two: NULL if it is not
 * new. */
struct diagnostic *multiplicity_report(struct multiplicity_checker *checker, size_t variant,
	enum diagnostic_code code, struct node place, struct string message);

#endif
