/* What is known about the sections of a document by themselves: where the grammar is not
 * kept, and which names they declare and use.
 *
 * Facts about a section are kept as long as the section is shared by later trees, so that
 * an edit pays for the sections it touches. Immutable: made on one
 * thread, read by many. */
#ifndef ANALYZER_IDE_DIAGNOSTICS_DOCUMENT_FACTS_H
#define ANALYZER_IDE_DIAGNOSTICS_DOCUMENT_FACTS_H

#include "analyzer/model/report/diagnostics_limit.h"
#include "analyzer/model/types/types.h"
#include "analyzer/syntax/tree/syntax_tree.h"
#include "base/side_task.h"

struct analysis;
struct count_facts;
struct document_facts;

/* `previous` is of any earlier tree of the document, or NULL. */
struct document_facts *document_facts_create(
	const struct syntax_tree *tree, const struct document_facts *previous);

/* The same beside what the caller does in between. */
struct document_facts_task {
	const struct syntax_tree *tree;
	const struct document_facts *previous;
	struct document_facts *facts;
	struct side_task task;
};
void document_facts_begin(struct document_facts_task *task, const struct syntax_tree *tree,
	const struct document_facts *previous);
struct document_facts *document_facts_end(struct document_facts_task *task);

struct document_facts *document_facts_retain(struct document_facts *facts);
void document_facts_release(struct document_facts *facts); /* NULL is harmless */

/* Whether the document is meant as TOSCA at all. */
bool document_facts_is_tosca(const struct document_facts *facts);
const struct syntax_tree *document_facts_tree(const struct document_facts *facts);

/* What is found, up to a limit or (NULL) all of it: grammar, then names that refer to nothing, also
 * among `types` (may be NULL). Messages are shared with the facts. */
void document_facts_diagnostics(const struct document_facts *facts, const struct types *types,
	struct diagnostics_limit *limit, struct diagnostics *diagnostics);

/* Whether the facts made of `previous`, for a text with the same sections, find what those found.
 */
bool document_facts_find_the_same(
	const struct document_facts *facts, const struct document_facts *previous);

/* Whether nodes or relationships may exist more or less often than once. */
bool document_facts_count_anything(const struct document_facts *facts);

/* Then, what is told of that: `analysis` is that of the tree, `previous` may be NULL. */
void document_facts_count(struct document_facts *facts, const struct analysis *analysis,
	const struct document_facts *previous);

/* NULL if nobody has asked for it, or nothing is counted. */
const struct count_facts *document_facts_counts(const struct document_facts *facts);

/* Whether a comment may silence diagnostics. */
bool document_facts_silence_anything(const struct document_facts *facts);

/* Sections looked at to make these facts, and sections whose facts were touched for it; the
 * others were shared with their neighbours. */
uint32_t document_facts_checked(const struct document_facts *facts);
uint32_t document_facts_counted(const struct document_facts *facts);

#endif
