/* The actions that are being offered: what quick fixes and refactorings add themselves to.
 *
 * One file per family of actions; each adds what it finds possible, and nothing that would
 * lose a comment or break the text. */
#ifndef ANALYZER_IDE_ACTIONS_OFFER_H
#define ANALYZER_IDE_ACTIONS_OFFER_H

#include "analyzer/ide/actions/actions.h"
#include "analyzer/syntax/tree/node.h"

/* Does the document name elements by their position in a list? */
enum positions {
	POSITIONS_UNKNOWN,
	POSITIONS_UNUSED,
	POSITIONS_USED,
};

struct offer {
	struct arena *arena;
	const struct actions_request *request;
	const struct syntax_tree *tree; /* the request's */
	struct action *items;
	size_t count, capacity;
	enum positions positions; /* once somebody has asked */
};

/* Edits of one action, in any order. */
struct edits {
	struct text_edit *items;
	size_t count, capacity;
};

/* ---- families of actions ---- */

/* For one diagnostic (fix_diagnostics.c, fix_elements.c). */
void offer_fixes(struct offer *offer, const struct ide_diagnostic *diagnostic);
/* For a type that a file near the document defines, and for a file that is not there
 * (fix_import.c). */
void offer_import(struct offer *offer, const struct ide_diagnostic *diagnostic);
void offer_file(struct offer *offer, const struct ide_diagnostic *diagnostic);
/* For text that is no YAML, and for a text that lacks the colon of a map (fix_text.c). */
void offer_text_fixes(struct offer *offer, const struct ide_diagnostic *diagnostic);
void offer_missing_colon(struct offer *offer, const struct ide_diagnostic *diagnostic);
void offer_dead_element(struct offer *offer, const struct ide_diagnostic *diagnostic);

/* A condition, or a part of one, that makes no difference (fix_conditions.c). */
void offer_without_condition(struct offer *offer, const struct ide_diagnostic *diagnostic);

/* Presets and tests that show what fails (refactor_inputs.c). */
void offer_failing_inputs(struct offer *offer, const struct ide_diagnostic *diagnostic);

/* At the range (refactor_*.c). */
void offer_inputs(struct offer *offer);             /* what must be set; presets that show it all */
void offer_expressions(struct offer *offer);        /* extract, inline */
void offer_simpler_conditions(struct offer *offer); /* the same in fewer words */
void offer_presets(struct offer *offer);            /* an element depends on a preset */
void offer_group(struct offer *offer); /* nodes become members of a variability group */
void offer_forms(struct offer *offer); /* map ↔ list */

/* For the whole file: all spellings of older drafts. */
void offer_current_spellings(struct offer *offer);

/* For the whole file (source_actions.c): fixes that keep what is meant, and imports that nothing
 * needs. */
void offer_all_fixes(struct offer *offer);
void offer_organized_imports(struct offer *offer);

/* ---- for them ---- */

void offer_edit(struct offer *offer, struct edits *edits, struct text_edit edit);

/* Adds an action with these edits, brought into order. Good until the next one is added. */
struct action *offer_action(
	struct offer *offer, enum action_kind kind, struct string title, struct edits edits);

/* A quick fix with one edit. */
struct action *offer_fix(struct offer *offer, const struct ide_diagnostic *diagnostic,
	struct string title, struct text_edit edit);

bool ranges_touch(struct range a, struct range b);

/* Turns a map of names into a list of them; false where that cannot be done. */
bool form_as_list(struct offer *offer, struct node map, struct edits *edits);

#endif
