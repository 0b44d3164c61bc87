/* Looking for the same words in many texts: a byte of a text is rarely looked at. */
#ifndef ANALYZER_TEXT_STRING_SEARCH_H
#define ANALYZER_TEXT_STRING_SEARCH_H

#include "analyzer/text/string.h"

#include <stdbool.h>

struct string_search {
	struct string words;
	unsigned char skip[256]; /* how far the words can move on when they end with this byte */
};

/* Borrows the words, which must not be empty. */
struct string_search string_search_for(struct string words);

/* The first place in `text` from byte `from` on; the length of the text if there is none. */
size_t string_search_next(const struct string_search *search, struct string text, size_t from);

static inline bool string_search_finds(const struct string_search *search, struct string text)
{
	return string_search_next(search, text, 0) < text.length;
}

#endif
