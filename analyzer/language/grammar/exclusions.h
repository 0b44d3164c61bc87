/* Keynames of one construct that exclude each other: the check tells them, and completion does not
 * offer the one beside the other. */
#ifndef ANALYZER_LANGUAGE_GRAMMAR_EXCLUSIONS_H
#define ANALYZER_LANGUAGE_GRAMMAR_EXCLUSIONS_H

#include "analyzer/language/grammar/constructs.h"
#include "analyzer/language/grammar/versions.h"

struct keyname_exclusion {
	enum construct construct;
	const char *keyname; /* the one too many */
	const char *other;
	unsigned versions;
	bool is_error; /* or just a warning */
	const char *message;
};

/* The exclusion behind `previous` (NULL: the first) of a construct; NULL if there is none. */
const struct keyname_exclusion *keyname_exclusion_next(enum construct construct,
	enum definitions_version version, const struct keyname_exclusion *previous);

#endif
