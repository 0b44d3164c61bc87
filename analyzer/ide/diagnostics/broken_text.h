/* The parts of a text that are no YAML: what is said about the meaning of their remains would be a
 * consequence of that.
 *
 * A mistake takes with it the entry that it stands in: from its line, or if that begins no entry,
 * from the nearest one above that does and is indented less, down to the next line that is indented
 * no more. This is a function of the text alone, whatever edits it came from. */
#ifndef ANALYZER_IDE_DIAGNOSTICS_BROKEN_TEXT_H
#define ANALYZER_IDE_DIAGNOSTICS_BROKEN_TEXT_H

#include "analyzer/ide/diagnostics/yaml_errors.h"

struct broken_text {
	const struct syntax_tree *tree;
	struct range *blocks; /* in the order of the text; they do not overlap */
	size_t count;
	struct string *texts; /* of the blocks */
	struct broken_text_search *search;
};

/* Lives in `arena`. */
struct broken_text broken_text_find(const struct yaml_errors *errors, struct arena *arena);

/* Of what a broken text holds, nothing is known: whether what is said may be otherwise once it is
 * mended, since it is said of an element that the text is a part of, or of names that stand in it.
 */
bool broken_text_decides(
	const struct broken_text *broken, const struct diagnostic *diagnostic, struct arena *arena);

/* Whether what is no YAML, or a key given twice, stands between `imports` and the next keyname, or
 * is the list of a file without this keyname. */
bool broken_text_has_imports(const struct broken_text *broken, const struct yaml_errors *errors);

#endif
