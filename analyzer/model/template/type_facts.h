/* What the types say about a document, kept section by section.
 *
 * Types are made anew only when an edit touches types, imports or what they may refer to,
 * or when an imported file changed; what is said about a section is kept as long as the
 * section is shared and the types are the same. Immutable. */
#ifndef ANALYZER_MODEL_TEMPLATE_TYPE_FACTS_H
#define ANALYZER_MODEL_TEMPLATE_TYPE_FACTS_H

#include "analyzer/model/report/diagnostics_limit.h"
#include "analyzer/model/types/types.h"

struct type_facts;

/* `previous` is of any earlier revision of the document, or NULL. */
struct type_facts *type_facts_create(const struct syntax_tree *tree, struct string path,
	const struct files *files, const struct type_facts *previous);

/* The same in two steps, for whoever needs the types first: until the second, they are all that may
 * be asked for, and what is said with them is found beside what the caller does. */
struct type_facts *type_facts_begin(const struct syntax_tree *tree, struct string path,
	const struct files *files, const struct type_facts *previous);
void type_facts_finish(struct type_facts *facts, struct string path, const struct files *files,
	const struct type_facts *previous);

void type_facts_destroy(struct type_facts *facts); /* NULL is harmless */

/* The types that the document can name. Nodes in them may be of an earlier revision. */
const struct types *type_facts_types(const struct type_facts *facts);

/* What is found, up to a limit or (NULL) all of it. The messages live as long as the facts. */
void type_facts_diagnostics(const struct type_facts *facts, struct diagnostics_limit *limit,
	struct diagnostics *diagnostics);

/* Sections looked at to make these facts, sections whose facts were touched for it, and whether
 * the types were made anew. */
uint32_t type_facts_checked(const struct type_facts *facts);
uint32_t type_facts_counted(const struct type_facts *facts);
/* Whether they find, in a text with the same sections, what others found before. */
bool type_facts_find_the_same(const struct type_facts *facts, const struct type_facts *previous);

bool type_facts_has_new_types(const struct type_facts *facts);

#endif
