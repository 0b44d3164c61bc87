/* Intrinsic functions of TOSCA: { get_input: x } in 1.x, { $get_input: x } in 2.0. */
#ifndef ANALYZER_LANGUAGE_FUNCTIONS_H
#define ANALYZER_LANGUAGE_FUNCTIONS_H

#include "analyzer/language/versions.h"

struct function_row {
	const char *name; /* without "$" */
	unsigned versions;
	uint32_t least, most;  /* arguments; UINT32_MAX: any number */
	const char *result;    /* a primitive type; empty if it depends on the arguments */
	const char *signature; /* its arguments as people write them */
	const char *summary;
};

/* `name` without "$"; NULL if the version has no such function. */
const struct function_row *function_find(enum definitions_version version, struct string name);

/* The same in any version: to tell "unknown" from "of another version". */
const struct function_row *function_find_in_any_version(struct string name);

/* Every row, grouped as in the specification. */
const struct function_row *function_rows(size_t *count);

#endif
