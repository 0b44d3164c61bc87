/* One of several names, as messages list them: "A" or "B". */
#ifndef ANALYZER_MODEL_TEXT_ALTERNATIVES_TEXT_H
#define ANALYZER_MODEL_TEXT_ALTERNATIVES_TEXT_H

#include "analyzer/text/arena.h"

/* Begins zeroed. Of many names, the first eight are kept. */
struct alternatives_text {
	struct string names[8];
	size_t count; /* of all */
};

static inline void alternatives_add(struct alternatives_text *text, struct string name)
{
	if (text->count < sizeof(text->names) / sizeof(*text->names))
		text->names[text->count] = name;
	text->count++;
}

/* "A" or "B" or 19992 more; empty if there are none. */
struct string alternatives_list(const struct alternatives_text *text, struct arena *arena);

#endif
