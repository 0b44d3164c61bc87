/* Everything an editor underlines, in one list.
 *
 * Gathers what the syntax tree, the grammar check and the analysis have found,
 * drops consequences where it knows the cause, adds a hint for every outermost
 * element that is absent under the active variant, and turns references into
 * ranges. Sorted by place. Knows nothing of the editor protocol. */
#ifndef ANALYZER_IDE_DIAGNOSTICS_DIAGNOSTICS_H
#define ANALYZER_IDE_DIAGNOSTICS_DIAGNOSTICS_H

#include "analyzer/model/report/diagnostics_limit.h"
#include "analyzer/text/arena.h"
#include "analyzer/text/position.h"

#include <stdbool.h>
#include <stddef.h>

struct absent_elements;
struct analysis;
struct diagnostics;
struct document_facts;
struct syntax_tree;

enum ide_severity {
	IDE_ERROR = 1, /* numbered as editors do */
	IDE_WARNING,
	IDE_INFORMATION,
	IDE_HINT,
};

struct ide_related {
	struct string file; /* path of another file; empty: the document itself */
	struct range range;
	struct string message;
};

struct ide_diagnostic {
	struct range range;
	enum ide_severity severity;
	struct string code;        /* names its page in the reference, e.g. "unknown-keyname" */
	struct string message;     /* ends with the variants it holds for, in brackets */
	struct string replacement; /* as in `struct diagnostic` */
	bool unnecessary;          /* editors fade the range */
	bool deprecated;           /* editors strike it through */
	bool is_elsewhere;         /* the first related place is it; `range` leads there */
	const struct ide_related *related;
	size_t related_count;
	const struct string *variants; /* it holds under these alone; none: under all */
	size_t variant_count;
};

struct ide_diagnostics {
	const struct ide_diagnostic *items;
	size_t count;
};

struct diagnostics_request {
	const struct analysis *analysis;
	const struct document_facts *facts;   /* of its tree */
	const struct absent_elements *absent; /* to be faded, of the same analysis; may be NULL */
	const struct diagnostics *of_space;   /* what holds for all inputs; NULL: nothing is said */
	bool with_untested;                   /* conditions that presets and tests do not show */
	bool only_tosca; /* nothing is said about a file that is not meant as TOSCA */
	/* At most so many absent elements, from `first_absent` on, and so many diagnostics of each
	 * code, those around the byte `focus`, and one that counts what is left out of a code; 0:
	 * all of them. */
	size_t most_absent, first_absent;
	uint32_t most_of_a_code;
	uint32_t focus;
	struct focus_range *same; /* of `focus`, where the same is told; NULL: nobody asks */
};

/* The first of the `most` absent elements that are told: of those around the focus, or as `before`,
 * while the focus is well among them. */
size_t diagnostics_first_absent(
	const struct absent_elements *absent, size_t most, uint32_t focus, size_t before);

/* Lives in `arena`, and borrows messages from `absent`. */
struct ide_diagnostics diagnostics_of(
	const struct diagnostics_request *request, struct arena *arena);

/* The same for who has nothing of an earlier tree. `active_variant` is the name of the variant
 * under which absent elements are faded; empty or unknown: none is. Refers to nothing. */
struct ide_diagnostics diagnostics_collect(
	const struct analysis *analysis, struct string active_variant, struct arena *arena);

/* The same with what holds for all assignments of the inputs; `of_space` may be NULL. `facts` may
 * be NULL, and are not used if they are of another tree. */
struct ide_diagnostics diagnostics_collect_all(const struct analysis *analysis,
	const struct document_facts *facts, const struct diagnostics *of_space, bool with_untested,
	struct string active_variant, struct arena *arena);

/* A file of a variability test is no template: broken YAML, and the expectations (see
 * expectations.h) that are not met. */
struct ide_diagnostics diagnostics_of_test_file(
	const struct syntax_tree *tree, struct ide_diagnostics expectations, struct arena *arena);

/* With what was found in the same file besides. Borrows the messages. */
struct ide_diagnostics diagnostics_with(struct ide_diagnostics diagnostics,
	const struct syntax_tree *tree, const struct diagnostics *found, struct arena *arena);

/* Nor is the TOSCA.meta of an archive, which is no YAML either: what was found by itself. Borrows
 * the messages. */
struct ide_diagnostics diagnostics_of_meta_file(
	const struct syntax_tree *tree, const struct diagnostics *found, struct arena *arena);

#endif
