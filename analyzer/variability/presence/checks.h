/* Checks of the result (Variability4TOSCA, section "Checks").
 *
 * A check is about an element and others that it is connected with: it is violated where
 * the element is present, and too many or too few of the others are. They are listed once, in the
 * order in which the reference implementation would meet them, and can be asked for many
 * variants at once, a machine word each, or turned into formulas. */
#ifndef ANALYZER_VARIABILITY_PRESENCE_CHECKS_H
#define ANALYZER_VARIABILITY_PRESENCE_CHECKS_H

#include "analyzer/variability/elements/element_graph.h"

/* Which of the others are counted. */
enum check_selection {
	SELECT_ALL,
	SELECT_HOSTING,          /* relations that are */
	SELECT_NAMESAKES_BEFORE, /* of the same name, up to the element itself */
};

/* Where the element is present, this is wrong. */
enum check_violation {
	VIOLATED_BY_NONE,    /* of the others is present */
	VIOLATED_BY_ANY,     /* of the others is present */
	VIOLATED_BY_SEVERAL, /* of the others are present */
	VIOLATED_BY_ABSENCE, /* of any of the others */
};

struct check {
	enum phase phase; /* PHASE_WARNING: resolving goes on */
	enum diagnostic_code code;
	const struct element *element;
	const struct element *scope; /* NULL, or: as long as this is present as well */
	enum check_violation violation;
	enum check_selection selection;
	struct elements others;
	const char *words; /* behind the element's name, or around it */
};

typedef void check_visitor(void *context, const struct check *check);

/* Visits all checks that the options ask for, and those that resolving cannot do without. The
 * check is good until the visitor returns. */
void checks_visit(const struct element_graph *graph, const struct options *options,
	check_visitor *visit, void *context);

bool check_counts(const struct check *check, const struct element *other);

/* `present[element->position]` holds the variants in which the element is present; `variants`
 * those that have a result to check. Violations become problems. */
void checks_run(const struct element_graph *graph, const struct options *options,
	const uint64_t *present, uint64_t variants, struct problems *problems);

#endif
