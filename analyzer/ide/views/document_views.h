/* What editors ask for again after every key: symbols, tokens, links, lenses of a whole document.
 *
 * Made of views of its sections, which are kept as long as nothing about them changes: an edit
 * costs what it touches. Immutable and reference-counted: made on one thread, read by many. */
#ifndef ANALYZER_IDE_VIEWS_DOCUMENT_VIEWS_H
#define ANALYZER_IDE_VIEWS_DOCUMENT_VIEWS_H

#include "analyzer/ide/names/links.h"
#include "analyzer/ide/views/reference_lens.h"
#include "analyzer/ide/views/symbols.h"

struct document_views;

/* `previous` is of any earlier tree of the document with the same encoding, or NULL. */
struct document_views *document_views_create(const struct syntax_tree *tree,
	const struct document_views *previous, enum position_encoding encoding);
struct document_views *document_views_retain(const struct document_views *views);
void document_views_release(struct document_views *views); /* NULL is harmless */

const struct syntax_tree *document_views_tree(const struct document_views *views);

/* Sections looked at to make these. */
uint32_t document_views_made(const struct document_views *views);

/* ---- symbols ---- */

struct placed_symbol {
	struct string name, detail;
	struct position start, name_end, end; /* the name starts where the symbol does */
	enum symbol_kind kind;
	uint32_t depth; /* 0: within no other */
};

/* Those of `symbols_list`, in the same order, for the time of the call each. */
void document_views_symbols(const struct document_views *views,
	void (*visit)(void *context, const struct placed_symbol *symbol), void *context);

/* ---- tokens ---- */

/* Five numbers for each token, as the protocol has them: line and character relative to the token
 * before, length, type, modifiers. */
struct token_numbers {
	const uint32_t *items;
	size_t count;
};

struct token_numbers document_views_tokens(const struct document_views *views, struct arena *arena);

/* `removed` numbers from number `start` on give way to `added`. All others are the same. */
struct tokens_edit {
	size_t start, removed;
	struct token_numbers added;
};

struct tokens_edit document_views_token_edit(
	const struct document_views *before, const struct document_views *now, struct arena *arena);

/* ---- links and lenses ---- */

/* Those of `links_list` and `reference_lenses`. */
const struct link *document_views_links(
	const struct document_views *views, struct arena *arena, size_t *count);
const struct reference_lens *document_views_reference_lenses(
	const struct document_views *views, struct arena *arena, size_t *count);

#endif
