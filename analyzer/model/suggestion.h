/* "Did you mean …?": the known word that is closest to an unknown one.
 *
 * Closeness counts characters inserted, removed, replaced, or swapped with their
 * neighbour. Words too far away are no suggestion: a wrong hint is worse than none. */
#ifndef ANALYZER_MODEL_SUGGESTION_H
#define ANALYZER_MODEL_SUGGESTION_H

#include "analyzer/text/string.h"

struct suggestion {
	struct string wanted;
	struct string best; /* empty if nothing is close enough */
	size_t distance;
};

struct suggestion suggestion_for(struct string wanted);

/* `candidate` is borrowed as long as the suggestion. Of equally close ones the first wins. */
void suggestion_offer(struct suggestion *suggestion, struct string candidate);

#endif
