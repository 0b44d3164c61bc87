/* Which diagnostics are causes of others: what they are about, and what they break. */
#ifndef ANALYZER_IDE_DIAGNOSTICS_CAUSES_H
#define ANALYZER_IDE_DIAGNOSTICS_CAUSES_H

#include "analyzer/language/diagnostics/code_subjects.h"
#include "analyzer/model/report/diagnostic.h"

enum {
	MOST_CAUSES = 64 /* of a file that is no template, everything is a mistake */
};

/* A key that was reported, and what it was meant to be. */
struct cause {
	enum diagnostic_code code;
	struct node key;
	struct node around;  /* the map that holds the key */
	struct string meant; /* empty: nothing near */
	struct range range;  /* of the key and its value */
	bool is_template;    /* what it decides is that of one element, not of a type or section */
};

struct causes {
	const struct syntax_tree *tree;
	struct cause items[MOST_CAUSES];
	size_t count;
	bool misses_file;
	bool breaks_result;
	bool may_break_result; /* as a warning: the first error of a variant is told */
	bool breaks_inputs; /* so that nothing is to be said of all inputs; warnings are told beside
			       that */
	bool breaks_mode;   /* an option, of which elements say so, too */
};

/* What the checks have found, and what the analysis has. */
void causes_add_found(struct causes *causes, const struct diagnostic *diagnostic);
void causes_add_analysed(struct causes *causes, const struct diagnostic *diagnostic);

#endif
