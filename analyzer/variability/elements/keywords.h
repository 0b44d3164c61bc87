/* Keynames of templates and assignments that matter for presence, read in one pass.
 *
 * A key whose value is null counts as not given. */
#ifndef ANALYZER_VARIABILITY_ELEMENTS_KEYWORDS_H
#define ANALYZER_VARIABILITY_ELEMENTS_KEYWORDS_H

#include "analyzer/syntax/tree/node.h"
#include "analyzer/text/arena.h"
#include "analyzer/variability/elements/options.h"

enum keyword {
	/* The condition options, in their order. */
	KEYWORD_DEFAULT_CONDITION,
	KEYWORD_DEFAULT_CONSISTENCY_CONDITION,
	KEYWORD_DEFAULT_SEMANTIC_CONDITION,
	KEYWORD_PRUNING,
	KEYWORD_CONSISTENCY_PRUNING,
	KEYWORD_SEMANTIC_PRUNING,
	KEYWORD_DEFAULT_CONDITION_MODE,
	KEYWORD_DEFAULT_ALTERNATIVE,
	KEYWORD_CONDITIONS,
	KEYWORD_IMPLIED,
	KEYWORD_IMPLIES,
	KEYWORD_MANAGED,
	KEYWORD_STORED, /* those above are kept with the element */
	KEYWORD_ANCHOR = KEYWORD_STORED,
	KEYWORD_ARTIFACTS,
	KEYWORD_ASSIGN,
	KEYWORD_EXPRESSION,
	KEYWORD_MEMBERS,
	KEYWORD_NODE,
	KEYWORD_PERSISTENT,
	KEYWORD_PROPERTIES,
	KEYWORD_RELATIONSHIP,
	KEYWORD_REQUIREMENTS,
	KEYWORD_TARGETS,
	KEYWORD_TECHNOLOGY,
	KEYWORD_TYPE,
	KEYWORD_VALUE,
	KEYWORD_WEIGHT,
	KEYWORD_COUNT
};

struct keywords {
	struct node values[KEYWORD_COUNT];
};

/* Those that stay with an element: few of them are given, of most elements one. */
struct stored_keywords {
	uint32_t given; /* a bit for each keyword */
	struct node values[];
};

/* Reads the entries of a mapping; of anything else nothing. */
void keywords_read(struct keywords *keywords, struct node mapping);

/* A copy of what stays with an element; NULL if nothing does. */
const struct stored_keywords *keywords_store(const struct keywords *keywords, struct arena *arena);

/* Absent where there are no keywords. */
static inline struct node stored_keyword(
	const struct stored_keywords *keywords, enum keyword keyword)
{
	uint32_t number = 0;

	if (!keywords || !(keywords->given >> keyword & 1))
		return (struct node){0};
	for (uint32_t before = keywords->given & ((1u << keyword) - 1); before;
		before &= before - 1)
		number++;
	return keywords->values[number];
}

#endif
