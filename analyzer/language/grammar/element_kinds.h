/* The eleven kinds of elements whose presence can be conditional.
 *
 * In canonical order: elements are numbered, and ties between several solutions are
 * broken, kind by kind in this order. */
#ifndef ANALYZER_LANGUAGE_GRAMMAR_ELEMENT_KINDS_H
#define ANALYZER_LANGUAGE_GRAMMAR_ELEMENT_KINDS_H

#include "analyzer/text/string.h"

enum element_kind {
#define ELEMENT_KIND(kind, name, display, plural, summary) ELEMENT_##kind,
#include "analyzer/language/grammar/element_kinds.def"
#undef ELEMENT_KIND
	ELEMENT_KIND_COUNT
};

struct element_kind_row {
	const char *name;    /* as in identifiers, displays and option names: "node" */
	const char *display; /* at the beginning of a sentence: "Node" */
	const char *plural;
	const char *summary;
};

const struct element_kind_row *element_kind_row(enum element_kind kind);

#endif
