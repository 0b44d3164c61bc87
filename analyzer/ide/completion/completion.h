/* What could be typed at the cursor.
 *
 * Looks at the text as it is, finished or not, asks `cursor` what is expected
 * there, and offers exactly what the language tables and the names of the
 * document allow. Ordered by relevance. Filters long lists by what is typed already (of short
 * ones, editors do), and knows nothing of the editor protocol. */
#ifndef ANALYZER_IDE_COMPLETION_COMPLETION_H
#define ANALYZER_IDE_COMPLETION_COMPLETION_H

#include "analyzer/model/grammar/grammar_file.h"
#include "analyzer/syntax/tree/syntax_tree.h"
#include "analyzer/text/arena.h"
#include "analyzer/text/position.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct analysis;
struct files;

enum completion_kind {
	COMPLETION_KEYNAME,
	COMPLETION_OPERATOR,
	COMPLETION_FUNCTION,
	COMPLETION_OPTION,
	COMPLETION_VALUE, /* true, min, a valid value, a token of a mode … */
	COMPLETION_VARIABILITY_INPUT,
	COMPLETION_EXPRESSION,
	COMPLETION_PRESET,
	COMPLETION_NODE,
	COMPLETION_RELATION,
	COMPLETION_RELATIONSHIP_TEMPLATE,
	COMPLETION_GROUP,
	COMPLETION_POLICY,
	COMPLETION_ARTIFACT,
	COMPLETION_TECHNOLOGY,
	COMPLETION_INPUT,
	COMPLETION_OUTPUT,
	COMPLETION_PROPERTY,
	COMPLETION_ATTRIBUTE,
	COMPLETION_CAPABILITY,
	COMPLETION_INTERFACE,
	COMPLETION_OPERATION,
	COMPLETION_TYPE,
	COMPLETION_FILE,
	COMPLETION_VERSION,
	COMPLETION_ELEMENT, /* a whole one, of a type */
};

struct completion_item {
	enum completion_kind kind;
	struct string label;         /* the name itself; also what the editor filters by */
	struct string detail;        /* a few words beside it, may be empty */
	struct string documentation; /* Markdown, may be empty */
	struct string sort_text;     /* items are already in this order */
	int precedence;       /* those of a lower one come first, however much others are used */
	bool leads_on;        /* behind it, the next choice is waiting at a tab stop */
	struct range replace; /* within the line of the cursor, holds the cursor */
	struct string text;   /* what replaces it */
	bool snippet;         /* `text` has tab stops in the editor protocol's syntax */
	bool deprecated;
	const struct text_edit *additional; /* elsewhere, e.g. the input that is still missing */
	size_t additional_count;
};

struct completion {
	const struct completion_item *items;
	size_t count;
	bool follows_word; /* what is offered depends on what is typed: ask again behind each letter
			    */
};

struct known_file;

struct completion_settings {
	bool snippets;             /* the editor understands tab stops */
	bool indents_snippets;     /* and indents their further lines like the cursor's line */
	const struct files *files; /* beside the document; NULL: no paths are offered */
	struct string path;        /* of the document, or where its paths begin */
	/* Of a file beside a template (names/beside.h): what it is, and the template with its
	 * types, NULL if none is known. Of a template: TOSCA, as by default, and NULL. */
	enum grammar_file kind;
	const struct known_file *template;
	/* Of the result that a variability test expects: the template with its types, from whose
	 * `path` its paths lead. NULL: it is none. */
	const struct known_file *result_of;
};

/* `analysis` is the newest finished one, of `tree` or of an earlier tree: names are taken from
 * `tree`, only what other files say comes from the analysis. If there is none yet, `NULL`, other
 * files are read for this answer alone. Newlines
 * in `text` are followed by the indentation that fits. Lives in `arena`. */
struct completion completion_at(const struct syntax_tree *tree, const struct analysis *analysis,
	uint32_t offset, const struct completion_settings *settings, struct arena *arena);

#endif
