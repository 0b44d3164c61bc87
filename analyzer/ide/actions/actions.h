/* What an editor offers to do at a place: quick fixes for diagnostics, refactorings. */
#ifndef ANALYZER_IDE_ACTIONS_ACTIONS_H
#define ANALYZER_IDE_ACTIONS_ACTIONS_H

#include "analyzer/ide/diagnostics/diagnostics.h"
#include "analyzer/syntax/tree/syntax_tree.h"
#include "analyzer/text/arena.h"

#include <stdbool.h>
#include <stddef.h>

struct analysis;

enum action_kind {
	ACTION_QUICK_FIX,
	ACTION_EXTRACT, /* refactor.extract */
	ACTION_INLINE,  /* refactor.inline */
	ACTION_REWRITE, /* refactor.rewrite */
	ACTION_SOURCE,  /* of the whole file */
};

struct action {
	enum action_kind kind;
	struct string title;
	bool preferred;
	const struct ide_diagnostic *diagnostic; /* that it solves; NULL for refactorings */
	const struct text_edit *edits;           /* in the order of the text */
	size_t edit_count;
};

struct actions_request {
	const struct syntax_tree *tree;
	const struct analysis *analysis;    /* of the tree, or NULL */
	struct ide_diagnostics diagnostics; /* all of the document, as last shown */
	struct range range;                 /* the selection, or the cursor */
};

/* Quick fixes for the diagnostics that touch the range come first. */
const struct action *actions_list(
	const struct actions_request *request, struct arena *arena, size_t *count);

#endif
