/* The normative types of TOSCA Simple Profile, as texts.
 *
 * One file per version, oldest first. Each adds types to those before it or replaces
 * them; all files up to a version together are its normative types. TOSCA 2.0 has none. */
#ifndef ANALYZER_LANGUAGE_TYPES_NORMATIVE_FILES_H
#define ANALYZER_LANGUAGE_TYPES_NORMATIVE_FILES_H

#include "analyzer/language/grammar/versions.h"

enum {
	NORMATIVE_FILE_TOTAL = 4
};

struct normative_file {
	const char *name; /* "simple_1_3.yaml" */
	enum definitions_version version;
	struct string text;
};

struct normative_file normative_file(size_t position);

/* Of the files, how many make the normative types of `version`. */
size_t normative_file_count(enum definitions_version version);

#endif
