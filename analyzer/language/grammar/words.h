/* Words that stand for elements, or lead on in paths: no names. */
#ifndef ANALYZER_LANGUAGE_GRAMMAR_WORDS_H
#define ANALYZER_LANGUAGE_GRAMMAR_WORDS_H

#include "analyzer/text/string.h"

enum word_use {
	WORD_OF_ELEMENT = 1 << 0,  /* in conditions: the element itself, or what it belongs to */
	WORD_OF_RELATION = 1 << 1, /* in conditions of relations: their ends */
	WORD_BEGINS_PATH = 1 << 2, /* of functions: where their paths start */
	WORD_IN_PATH = 1 << 3,
	WORD_OF_ARTIFACT = 1 << 4,
	WORD_IN_CONDITION = WORD_OF_ELEMENT | WORD_OF_RELATION,
	WORD_FOR_ELEMENT = WORD_IN_CONDITION | WORD_BEGINS_PATH
};

struct word_row {
	const char *name;
	unsigned uses;
	const char *meaning;
};

/* NULL if `name` is none that has one of the uses. */
const struct word_row *word_find(struct string name, unsigned uses);

/* The one behind `previous` (NULL: the first) that has one of the uses; NULL if there is none. */
const struct word_row *word_next(const struct word_row *previous, unsigned uses);

/* Does a requirement of this name lead to a host? One of the parts between underscores is
 * "host". */
bool name_is_hosting(struct string name);

#endif
