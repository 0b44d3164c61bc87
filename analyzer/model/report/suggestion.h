/* "Did you mean …?": the known word that is closest to an unknown one.
 *
 * Closeness counts characters inserted, removed, replaced, or swapped with their
 * neighbour. Words too far away are no suggestion: a wrong hint is worse than none. Where there are
 * more than MOST_COMPARED words, only so many are looked at for each unknown one. */
#ifndef ANALYZER_MODEL_REPORT_SUGGESTION_H
#define ANALYZER_MODEL_REPORT_SUGGESTION_H

#include "analyzer/text/arena.h"

enum {
	MOST_COMPARED = 1000
};

struct suggestion {
	struct string wanted;
	struct string best; /* empty if nothing is close enough */
	size_t distance;
	size_t offered;
};

struct suggestion suggestion_for(struct string wanted);

/* `candidate` is borrowed as long as the suggestion. Of equally close ones the first wins. */
void suggestion_offer(struct suggestion *suggestion, struct string candidate);

/* False once further words would not be looked at. */
static inline bool suggestion_wants_more(const struct suggestion *suggestion)
{
	return suggestion->offered < MOST_COMPARED;
}

/* The known words of a kind, for many unknown ones: only words of nearly the same length are
 * compared, and each unknown word once. */
struct suggestion_words;

/* Lives in `arena`; the words are borrowed. */
struct suggestion_words *suggestion_words_create(struct arena *arena);
void suggestion_words_add(struct suggestion_words *words, struct string text);

/* As if every word had been offered in the order in which they were added; if they are too many,
 * those of nearly the same length. */
struct suggestion suggestion_among(struct suggestion_words *words, struct string wanted);

/* Steps taken so far: a known word compared, a character of it against one of the unknown. */
struct suggestion_work {
	size_t words, characters;
};
struct suggestion_work suggestion_words_work(const struct suggestion_words *words);

#endif
