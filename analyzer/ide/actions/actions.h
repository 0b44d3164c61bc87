/* What an editor offers to do at a place: quick fixes for diagnostics, refactorings. */
#ifndef ANALYZER_IDE_ACTIONS_ACTIONS_H
#define ANALYZER_IDE_ACTIONS_ACTIONS_H

#include "analyzer/ide/diagnostics/diagnostics.h"
#include "analyzer/syntax/tree/syntax_tree.h"
#include "analyzer/text/arena.h"
#include "analyzer/variability/values/value.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct analysis;
struct files;
struct space;

enum action_kind {
	ACTION_QUICK_FIX,
	ACTION_EXTRACT, /* refactor.extract */
	ACTION_INLINE,  /* refactor.inline */
	ACTION_REWRITE, /* refactor.rewrite */
	ACTION_SOURCE,  /* of the whole file */
	ACTION_FIX_ALL, /* source.fixAll */
	ACTION_ORGANIZE_IMPORTS,
	ACTION_KIND_COUNT
};

static inline unsigned action_kind_bit(enum action_kind kind)
{
	return 1U << kind;
}

/* What a client is to ask the server for, instead of edits. */
enum action_command {
	ACTION_EDITS,
	ACTION_TRY_INPUTS,
	ACTION_ADD_TEST,
};

struct action {
	enum action_kind kind;
	struct string title;
	bool preferred;
	const struct ide_diagnostic *diagnostic; /* that it solves; NULL for refactorings */
	const struct text_edit *edits;           /* in the order of the text */
	size_t edit_count;
	struct string file; /* to be created, with `text` in it; empty: none */
	struct string text;
	enum action_command command;
	struct value inputs; /* of the command: a map */
	struct string name;  /* of the variant or test; empty: none */
};

struct actions_request {
	const struct syntax_tree *tree;
	const struct analysis *analysis;    /* of the tree, or NULL */
	const struct space *space;          /* of the analysis, or NULL */
	struct string active_variant;       /* that what must be set starts from */
	struct ide_diagnostics diagnostics; /* all of the document, as last shown */
	struct range range;                 /* the selection, or the cursor */
	const struct files *files;          /* beside the document; may be NULL */
	struct string path;                 /* of the document */
	unsigned kinds;                     /* that are wanted, a bit each: `action_kind_bit` */
	const atomic_bool *cancelled;       /* or NULL: then the list is not finished */
};

/* Quick fixes for the diagnostics that touch the range come first: for the first 64 of them, as a
 * whole document may be selected. */
const struct action *actions_list(
	const struct actions_request *request, struct arena *arena, size_t *count);

#endif
