/* What an editor makes of a completion that is accepted, and of the tab stops behind it. */
#ifndef TESTS_UNIT_IDE_ACCEPT_H
#define TESTS_UNIT_IDE_ACCEPT_H

#include "tests/unit/ide/fixture.h"
#include "tests/unit/syntax/sample_texts.h"

enum {
	MOST_INVENTED = 32
};

struct acceptance {
	struct string text;               /* the document afterwards */
	struct range inserted;            /* what was accepted, with all that fills its tab stops */
	uint32_t invented[MOST_INVENTED]; /* where a tab stop got a value that nobody offered */
	size_t invented_count;
	struct string labels; /* of what was accepted, for people */
};

struct completion_item;

/* Accepts the item in `text`. What a tab stop proposes is kept, one of several choices taken at
 * random; where it proposes nothing, one of the completions there is accepted in turn, at random,
 * and of the rest none if there is nothing to choose. Lives in `arena`. */
struct acceptance accept_item(struct string text, struct string path,
	const struct completion_item *item, struct random *random, struct arena *arena);

#endif
