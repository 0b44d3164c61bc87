/* What somebody may type into a document: derived from the document itself, so that no kind of
 * place can be forgotten.
 *
 * Whatever the grammar tells apart is a class: each construct, keyname and form (a keyname, a
 * name, a value) that the document has. Of each, some places are taken, spread over the text;
 * at each, every action that makes sense there. */
#ifndef TESTS_BENCH_EDITS_H
#define TESTS_BENCH_EDITS_H

#include "analyzer/syntax/tree/syntax_tree.h"

/* What an edit may concern. */
enum edit_scope {
	EDIT_SECTION,  /* its section, and those who ask for what that declares */
	EDIT_VARIANT,  /* whatever is decided by what variability defines: inputs, presets … */
	EDIT_TYPE,     /* all templates of a type */
	EDIT_DOCUMENT, /* everything: the version, the keynames that all else is within */
};

struct bench_edit {
	struct string class; /* "node template: type [value]" */
	const char *action;  /* "letter", "replace", "newline" … */
	enum edit_scope scope;
	struct text_edit edit;
};

struct bench_edits {
	const struct bench_edit *items;
	size_t count;
};

/* At `places` places of each class, at most. Lives in `arena`. */
struct bench_edits bench_edits_of(
	const struct syntax_tree *tree, unsigned places, struct arena *arena);

const char *edit_scope_name(enum edit_scope scope);

/* The text of a file, in `arena`; empty if it cannot be read. */
struct string bench_read_file(const char *path, struct arena *arena);

#endif
