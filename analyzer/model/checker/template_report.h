/* How the checks of a template word what they found: severity by version, suggestions. */
#ifndef ANALYZER_MODEL_CHECKER_TEMPLATE_REPORT_H
#define ANALYZER_MODEL_CHECKER_TEMPLATE_REPORT_H

#include "analyzer/model/checker/template_checker.h"

/* In TOSCA 1.x a warning, because tools differ in what they tolerate. */
struct diagnostic *template_report(struct template_checker *checker, enum diagnostic_code code,
	struct node node, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* `; did you mean "x"?`, or nothing. */
struct string suggestion_text(struct template_checker *checker, struct string best);

/* A property, attribute, capability or requirement that the owner does not have: `KIND "OWNER"
 * has no capability "x"; did you mean "y"?`. `kind` is "Node type " or the like, or empty. */
struct diagnostic *template_report_unknown(struct template_checker *checker, const char *kind,
	struct string owner, enum type_part part, struct node name,
	const struct suggestion *suggestion);

/* `Unknown NOUN "x"; did you mean "y"?`, y being an element of the collection. */
void template_report_no_element(struct template_checker *checker, enum diagnostic_code code,
	const char *collection, const char *noun, struct node name);

/* `Unknown NOUN "x"; did you mean "y"?`, where other words may stand as well: only what is at most
 * so far from a known one is told, as a warning. */
void template_report_misspelt(struct template_checker *checker, enum diagnostic_code code,
	const char *noun, struct node word, const struct suggestion *suggestion, size_t farthest);

#endif
