/* The parts of a text that are no YAML: what is said about the meaning of their remains would be a
 * consequence of that.
 *
 * A mistake takes with it the entry that it stands in: from its line, or if that begins no entry,
 * from the nearest one above that does and is indented less, down to the next line that is indented
 * no more. This is a function of the text alone, whatever edits it came from. */
#ifndef ANALYZER_IDE_DIAGNOSTICS_BROKEN_TEXT_H
#define ANALYZER_IDE_DIAGNOSTICS_BROKEN_TEXT_H

#include "analyzer/syntax/tree/syntax_tree.h"

struct broken_text {
	struct range *blocks; /* in the order of the text; they do not overlap */
	size_t count;
	struct string *texts; /* of the blocks */
};

/* `errors` are those of the tree, in its order. Lives in `arena`. */
struct broken_text broken_text_find(const struct syntax_tree *tree,
	const struct syntax_error *errors, size_t count, struct arena *arena);

bool broken_text_has(const struct broken_text *broken, uint32_t offset);
bool broken_text_overlaps(const struct broken_text *broken, struct range range);

/* Whether a name that the message has in quotes stands in the broken text. */
bool broken_text_mentions(const struct broken_text *broken, struct string message);

#endif
