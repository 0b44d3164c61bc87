/* The constructs of TOSCA and Variability4TOSCA: maps with keynames.
 *
 * A construct has the keynames listed for it in keynames.def, and those of its bases,
 * which are groups of keynames that several constructs share. */
#ifndef ANALYZER_LANGUAGE_GRAMMAR_CONSTRUCTS_H
#define ANALYZER_LANGUAGE_GRAMMAR_CONSTRUCTS_H

#include "analyzer/language/grammar/shapes.h"

enum construct {
#define CONSTRUCT(construct, title, short_form, others, bases, summary) CONSTRUCT_##construct,
#include "analyzer/language/grammar/constructs.def"
#undef CONSTRUCT
	CONSTRUCT_TOTAL,
	CONSTRUCT_NONE = CONSTRUCT_TOTAL
};

enum {
	CONSTRUCT_BASES = 3
};

struct construct_row {
	const char *title; /* "node template" */
	/* What may stand for the whole map; NULL: nothing. */
	const struct shape *short_form;
	/* What stands behind keys that are no keynames, such as the operations of an
	 * interface in TOSCA 1.x; NULL: such keys are mistakes. */
	struct {
		const struct shape *shape;
		unsigned versions;
	} others;
	enum construct bases[CONSTRUCT_BASES]; /* filled up with CONSTRUCT_NONE */
	const char *summary;
};

const struct construct_row *construct_row(enum construct construct);

/* Before its title: "a" or "an". */
const char *construct_article(enum construct construct);

/* What keys that are no keynames lead to in this version; NULL: they are mistakes. */
const struct shape *construct_others(enum construct construct, enum definitions_version version);

/* The alternative of the shape that is of `kind`, short forms included; NULL if none. */
const struct shape *shape_alternative(const struct shape *shape, enum shape_kind kind);

#endif
