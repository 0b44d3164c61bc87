/* Causes before consequences: what would not be said if another mistake were mended.
 *
 * A misspelt keyname is told once: whatever lacks it, and whatever asks for what stands below it,
 * says nothing. A misspelt name is told where it stands, not again where it is missed. Where an
 * import leads nowhere, what it would have defined is counted at the import. */
#ifndef ANALYZER_IDE_DIAGNOSTICS_CONSEQUENCES_H
#define ANALYZER_IDE_DIAGNOSTICS_CONSEQUENCES_H

#include "analyzer/ide/diagnostics/yaml_errors.h"

struct analysis;
struct consequences;

/* Nothing is a cause yet but what is no YAML. Lives in `arena`, borrows `errors`. */
struct consequences *consequences_of(const struct yaml_errors *errors, struct arena *arena);

/* The list of imports is no YAML: what it would import is not known. */
void consequences_of_broken_imports(struct consequences *consequences);

/* What an analysis found may be a cause, too. To be told before `consequences_drop`. */
void consequences_note(
	struct consequences *consequences, const struct diagnostic *diagnostics, size_t count);

/* The causes among what the checks have found; what follows is taken out, the rest is borrowed. */
void consequences_drop(struct consequences *consequences, struct diagnostics *found);

/* Whether what an analysis found, or tells of more than the text, is about something that YAML or
 * the checks object to already, or follows from it. */
bool consequences_follow(struct consequences *consequences, const struct analysis *analysis,
	const struct diagnostic *diagnostic);

/* What an import that leads nowhere has kept from being known, so far: words to append to its
 * message; empty: nothing. */
struct string consequences_of_import(const struct consequences *consequences);

#endif
