/* Who asks for a node template, group, policy, input or output by its name, while a template is
 * read: after an edit of one, these are read again. Names that nobody has are asked for, too. */
#ifndef ANALYZER_VARIABILITY_ELEMENTS_MENTIONS_H
#define ANALYZER_VARIABILITY_ELEMENTS_MENTIONS_H

#include "analyzer/text/name_table.h"
#include "analyzer/variability/elements/element.h"

enum mention_kind {
	MENTION_OF_NAME,    /* only which element it is matters */
	MENTION_OF_CONTENT, /* also what that is made of, and who refers to it */
};

struct mention {
	const struct element *asker; /* NULL: not while an element was read */
	enum mention_kind kind;
	const struct mention *next; /* of the same name; or NULL */
};

/* Zeroed, there are none. */
struct mentions {
	struct name_table names;
};

void mentions_add(struct mentions *mentions, struct arena *arena, struct string name,
	const struct element *asker, enum mention_kind kind);

/* The first of a name; NULL if there is none. */
const struct mention *mentions_of_name(const struct mentions *mentions, struct string name);

#endif
