/* Fixtures: YAML files with marks that say what is expected where.
 *
 *     conditions: {equal: [{variability_input: mod$0}, dev]}
 *     #                                        ^^^ error unknown-variability-input: message
 *     # completion: mode
 *
 * `$0` is a cursor; it is taken out before anything reads the text. Every other mark is
 * a comment and stays. Carets mark a range in the last line above that has no marks (`<`
 * right behind the `#` stands for the two columns that cannot be marked). A line
 * `# feature: expectation` is about the last cursor above it, or in front of all, about
 * the first one. `tests/fixtures/README.md` lists the features. */
#ifndef TESTS_UNIT_IDE_FIXTURE_H
#define TESTS_UNIT_IDE_FIXTURE_H

#include "analyzer/syntax/tree/syntax_tree.h"
#include "analyzer/text/arena.h"
#include "analyzer/text/string.h"
#include "analyzer/variability/analysis/analysis.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Carets and what stands behind them. */
struct fixture_mark {
	uint32_t line; /* of the carets, from 1 */
	struct range range;
	struct string text;
	bool met;
};

/* "completion excludes: a, b": feature, words behind it, text behind the colon. */
struct fixture_expectation {
	uint32_t line;
	uint32_t cursor; /* its number; UINT32_MAX: the file has none */
	struct string feature;
	struct string words;
	struct string text;
};

struct fixture {
	struct arena *arena;
	struct string path;
	struct string text;
	bool complete; /* the marks are all diagnostics: one without mark is a failure */
	const uint32_t *cursors;
	uint32_t cursor_count;
	struct fixture_mark *marks;
	size_t mark_count;
	const struct fixture_expectation *expectations;
	size_t expectation_count;

	struct syntax_tree *tree;
	struct analysis *analysis;
	unsigned failures;
};

/* Files beside a fixture, from the disk. */
extern const struct files fixture_files;

/* Reads and analyses the file, with the files beside it; fails the test if there is none. */
struct fixture *fixture_open(const char *path);
/* The same for a text that stands at `path`. */
struct fixture *fixture_open_text(const char *path, struct string source);
void fixture_close(struct fixture *fixture);

/* The text of the first "# feature: …", whatever its cursor; empty if there is none. */
struct string fixture_setting(const struct fixture *fixture, const char *feature);

/* Notes and prints a failure, with the file and line an editor can jump to. */
void fixture_fail(struct fixture *fixture, uint32_t line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The line (from 1) of a place in the text. */
uint32_t fixture_line(const struct fixture *fixture, uint32_t offset);

/* The text of a file, in `arena`; false if it cannot be read. */
bool fixture_read(struct arena *arena, const char *path, struct string *text);

/* Compares `text` with the file beside the fixture that has `extension` in the place of
 * "yaml"; with VTOSCA_UPDATE_GOLDEN in the environment, writes it. */
void fixture_compare_golden(struct fixture *fixture, const char *extension, struct string text);

/* The next of the words separated by commas at the start of `*list`, which it is taken from. */
bool fixture_next_word(struct string *list, struct string *word);
bool fixture_contains(struct string text, struct string part);

/* The text after edits that are in order and do not overlap. */
struct string fixture_apply(
	struct arena *arena, struct string text, const struct text_edit *edits, size_t count);

/* Edits the fixture's text to become `after`: what is found then does not depend on what was known.
 */
void check_edit(struct fixture *fixture, struct string after);

/* One per feature; each looks at its own expectations only. */
void check_cursor(struct fixture *fixture);
void check_completion(struct fixture *fixture);
void check_diagnostics(struct fixture *fixture);
void check_hover(struct fixture *fixture);
void check_presence(struct fixture *fixture);
void check_hierarchies(struct fixture *fixture);
void check_navigation(struct fixture *fixture);
void check_views(struct fixture *fixture);
void check_actions(struct fixture *fixture);
void check_everywhere(struct fixture *fixture);
void check_list_form(struct fixture *fixture);
void check_formatting(struct fixture *fixture);

#endif
