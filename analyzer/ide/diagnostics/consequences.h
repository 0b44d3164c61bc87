/* Causes before consequences: what would not be said if another mistake were mended.
 *
 * A misspelt keyname is told once: whatever lacks it, and whatever asks for what stands below it,
 * says nothing. A misspelt name is told where it stands, not again where it is missed. Where an
 * import leads nowhere, what it would have defined is counted at the import. */
#ifndef ANALYZER_IDE_DIAGNOSTICS_CONSEQUENCES_H
#define ANALYZER_IDE_DIAGNOSTICS_CONSEQUENCES_H

#include "analyzer/model/report/diagnostic.h"

struct consequences;

/* The causes among `found`, which is of `tree`; in `arena`. */
struct consequences *consequences_of(
	const struct syntax_tree *tree, const struct diagnostics *found, struct arena *arena);

/* Whether the diagnostic, one of `found` or of the analysis of the same tree, follows from a cause.
 */
bool consequences_follow(struct consequences *consequences, const struct diagnostic *diagnostic);

/* Takes what follows out of `found`. */
void consequences_drop(struct consequences *consequences, struct diagnostics *found);

/* What the analysis found may be a cause, too. */
void consequences_note(
	struct consequences *consequences, const struct diagnostic *diagnostics, size_t count);

/* What an import that leads nowhere has kept from being known, so far: words to append to its
 * message; empty: nothing. */
struct string consequences_of_import(const struct consequences *consequences);

/* The list of imports is no YAML: what it would import is not known. */
void consequences_of_broken_imports(struct consequences *consequences);

#endif
