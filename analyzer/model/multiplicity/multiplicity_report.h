/* What the checks of multiplicity share: of one problem under several variants comes one
 * diagnostic. */
#ifndef ANALYZER_MODEL_MULTIPLICITY_MULTIPLICITY_REPORT_H
#define ANALYZER_MODEL_MULTIPLICITY_MULTIPLICITY_REPORT_H

#include "analyzer/model/multiplicity/representations.h"
#include "analyzer/model/report/diagnostic.h"

struct multiplicity_checker {
	const struct multiplicity *multiplicity;
	const struct representations *const *variants;
	size_t variant_count;
	struct diagnostics *diagnostics;
	size_t first; /* diagnostics from here on are about what is being looked at */
};

/* Adds a diagnostic, or the variant to the same one. Tells which of the two: NULL if it is not
 * new. */
struct diagnostic *multiplicity_report(struct multiplicity_checker *checker, size_t variant,
	enum diagnostic_code code, struct node place, struct string message);

/* That of so many nodes only the first have been looked at. */
void multiplicity_report_rest(struct multiplicity_checker *checker, size_t variant,
	struct node place, struct string name, double count);

/* The parts of it that are about allocations, and about indices in the values of a node. */
void allocation_check(struct multiplicity_checker *checker);
void index_check(struct multiplicity_checker *checker, const struct multiplicity_node *node);

enum {
	MOST_INDICES = 1000 /* of nodes that are looked at one by one; beyond, that is told */
};

#endif
