/* What an editor shows about the word under the pointer.
 *
 * Explains keynames, operators, options and functions out of the language tables,
 * and elements, inputs, expressions and presets out of the analysis: their
 * presence or value under every variant, with the reason. Markdown that also
 * reads well as plain text. Knows nothing of the editor protocol. */
#ifndef ANALYZER_IDE_HOVER_HOVER_H
#define ANALYZER_IDE_HOVER_HOVER_H

#include "analyzer/model/grammar/grammar_file.h"
#include "analyzer/text/arena.h"
#include "analyzer/text/position.h"

#include <stdint.h>

struct analysis;
struct space;
struct types;
struct syntax_tree;

struct hover {
	struct range range;     /* what the answer is about */
	struct string markdown; /* empty: there is nothing to say */
};

/* `analysis` is the newest finished one of the document: of `tree`, of an earlier
 * tree (then presence is looked up by the names of elements), or NULL (then only the
 * language itself is explained). The answer lives in `arena`. */
struct hover hover_at(const struct syntax_tree *tree, const struct analysis *analysis,
	uint32_t offset, struct arena *arena);

/* The same in a file beside a template, of this kind; `analysis` is that of the template, or NULL.
 */
struct hover hover_beside(const struct syntax_tree *tree, enum grammar_file kind,
	const struct analysis *analysis, uint32_t offset, struct arena *arena);

/* The same in what a variability test expects: `types` are those of its template. */
struct hover hover_in_result(const struct syntax_tree *tree, const struct analysis *analysis,
	const struct types *types, uint32_t offset, struct arena *arena);

/* The same with what holds for all inputs: `space`, of the analysis, may be NULL. */
struct hover hover_with_space(const struct syntax_tree *tree, const struct analysis *analysis,
	const struct space *space, uint32_t offset, struct arena *arena);

#endif
