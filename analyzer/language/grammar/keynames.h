/* Keynames: what a construct may hold.
 *
 * One row per construct, keyname and set of versions. A keyname whose meaning changed
 * between versions has several rows. */
#ifndef ANALYZER_LANGUAGE_GRAMMAR_KEYNAMES_H
#define ANALYZER_LANGUAGE_GRAMMAR_KEYNAMES_H

#include "analyzer/language/grammar/constructs.h"

#include <stddef.h>

enum keyname_flag {
	KEYNAME_MANDATORY = 1 << 0,
	KEYNAME_VARIABILITY = 1 << 1, /* belongs to Variability4TOSCA, allowed in every version */
	KEYNAME_DEPRECATED = 1 << 2,  /* `replacement` is the current name, empty if none */
	KEYNAME_INEFFECTIVE = 1 << 3, /* accepted, but has no effect */
};

struct keyname_row {
	enum construct construct;
	const char *name;
	unsigned versions; /* a set of definitions versions */
	unsigned flags;
	const struct shape *shape;
	const char *replacement; /* NULL unless deprecated */
	const char *summary;
};

/* The row of `name` in `construct` (CONSTRUCT_NONE has none) or one of its bases that belongs to
 * `version`; NULL if there is none. */
const struct keyname_row *keyname_find(
	enum construct construct, enum definitions_version version, struct string name);

/* The same in any version: to tell "unknown" from "of another version". */
const struct keyname_row *keyname_find_in_any_version(enum construct construct, struct string name);

/* The keyname that says in `version`, to which the row does not belong, what the row says in its
 * own; NULL if there is none. */
const struct keyname_row *keyname_counterpart(
	const struct keyname_row *row, enum definitions_version version);

/* All rows of `construct` and its bases for `version`, one after the other: start with
 * `position` = 0, NULL ends the list. */
const struct keyname_row *keyname_next(
	enum construct construct, enum definitions_version version, size_t *position);

/* Every row of the table, grouped by construct; for tests and the reference page. */
const struct keyname_row *keyname_rows(size_t *count);

#endif
