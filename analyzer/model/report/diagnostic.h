/* Diagnostics: what is wrong, where, and under which variants.
 *
 * A diagnostic refers to nodes of the tree, never to byte offsets of the text, so
 * that it stays right while text above it grows; offsets are computed when it is
 * shown. All strings and lists live in the arena of the list, but for replacements and paths, which
 * may be borrowed from what was checked: see diagnostics_own. */
#ifndef ANALYZER_MODEL_REPORT_DIAGNOSTIC_H
#define ANALYZER_MODEL_REPORT_DIAGNOSTIC_H

#include "analyzer/language/diagnostics/diagnostic_codes.h"
#include "analyzer/syntax/tree/syntax_tree.h"
#include "analyzer/text/arena.h"

/* A place in a file. */
struct location {
	enum location_kind {
		LOCATION_NODE,    /* all of `node` */
		LOCATION_PART,    /* the bytes `part`, counted from the start of `node` */
		LOCATION_SECTION, /* the bytes `part`, counted from the start of section
				     `node.section`; for broken YAML, which has no nodes */
		LOCATION_FILE,    /* the bytes `part` of the file */
	} kind;
	struct node_reference node;
	struct range part;
	struct string file; /* path of another file; empty: the file being analysed */
};

struct related_location {
	struct location location;
	struct string message;
};

enum diagnostic_tag {
	DIAGNOSTIC_UNNECESSARY = 1 << 0, /* editors fade it */
	DIAGNOSTIC_DEPRECATED = 1 << 1,  /* editors strike it through */
};

/* Sets of variants, by their number in the analysis. */
#define DIAGNOSTIC_EVERY_VARIANT UINT64_MAX

struct diagnostic {
	enum diagnostic_code code;
	enum diagnostic_severity severity; /* from the code, unless changed */
	struct location location;
	struct location origin; /* with a file: the mistake is there, and `location` leads there */
	struct string message;
	/* What to write at `location` instead, if that is certain enough to offer as a
	 * quick fix; of a missing property, its first value. Empty otherwise. */
	struct string replacement;
	const struct related_location *related;
	size_t related_count;
	size_t related_capacity;
	uint64_t variants; /* DIAGNOSTIC_EVERY_VARIANT if it does not depend on one */
	unsigned tags;     /* of enum diagnostic_tag */
};

struct diagnostics {
	struct arena *arena;
	struct diagnostic *items;
	size_t count;
	size_t capacity;
};

/* An empty list whose content lives in `arena`. */
struct diagnostics diagnostics_in(struct arena *arena);

/* Adds a diagnostic at `node` and returns it for completion; the pointer is good
 * until the next one is added. It holds for every variant. */
struct diagnostic *diagnostics_add(struct diagnostics *diagnostics, enum diagnostic_code code,
	struct node node, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* The same at any location. */
struct diagnostic *diagnostics_add_at(struct diagnostics *diagnostics, enum diagnostic_code code,
	struct location location, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* "See also" for the diagnostic, which must be of this list. */
void diagnostic_relate(struct diagnostics *diagnostics, struct diagnostic *diagnostic,
	struct location location, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Copies the diagnostics of `from`; messages are shared, so `from`'s arena must live as long as the
 * list. */
void diagnostics_append(struct diagnostics *diagnostics, const struct diagnostics *from);

/* Copies what they still borrow: words of the text, or of types, that may go before the list
 * does. */
void diagnostics_own(struct diagnostics *diagnostics);

struct location location_of(struct node node);
struct location location_of_part(struct node node, struct range part);
struct location location_in_file(struct string file, struct range range);

/* The bytes of `location` in the text of `tree`, which must be the tree of its file. */
struct range location_range(const struct location *location, const struct syntax_tree *tree);

#endif
