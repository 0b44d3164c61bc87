#include "analyzer/text/string_search.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

/* Horspool's way: the byte in which the words would end tells how far they can move. */
struct string_search string_search_for(struct string words)
{
	struct string_search search = {.words = words};
	size_t most = words.length < UCHAR_MAX ? words.length : UCHAR_MAX;

	assert(words.length > 0);
	memset(search.skip, (int)most, sizeof(search.skip));
	for (size_t i = words.length - most; i + 1 < words.length; i++)
		search.skip[(unsigned char)words.bytes[i]] = (unsigned char)(words.length - 1 - i);
	return search;
}

size_t string_search_next(const struct string_search *search, struct string text, size_t from)
{
	size_t length = search->words.length;

	while (from + length <= text.length) {
		unsigned char last = (unsigned char)text.bytes[from + length - 1];

		if (last == (unsigned char)search->words.bytes[length - 1] &&
			memcmp(text.bytes + from, search->words.bytes, length - 1) == 0)
			return from;
		from += search->skip[last];
	}
	return text.length;
}
