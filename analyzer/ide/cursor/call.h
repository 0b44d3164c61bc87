/* The function of TOSCA whose arguments a place is in: `{get_property: [app, |]}`.
 *
 * Follows the steps of a path through a value of any form. Knows which words are functions
 * in a version; what their arguments name, `arguments.h` tells. */
#ifndef ANALYZER_IDE_CURSOR_CALL_H
#define ANALYZER_IDE_CURSOR_CALL_H

#include "analyzer/ide/cursor/cursor.h"
#include "analyzer/language/grammar/functions.h"

struct call {
	const struct function_row *function; /* the innermost; NULL: none of the language */
	struct string own; /* in TOSCA 2.0: then it is one that files define, without its "$" */
	size_t steps;      /* of the path that lead to its arguments, its key included */
	int32_t argument;  /* the argument that the place is in; -1: all of them */
	bool is_nested;    /* further inside: the argument is a list or map itself */
};

/* `path` begins at a value of any form. */
struct call call_at(
	enum definitions_version version, const struct cursor_step *path, size_t length);

/* The name of a function that files define, called by `key`; empty: none. TOSCA 2.0 only. */
struct string call_own_name(enum definitions_version version, struct string key);

/* The function of the language that `key` calls, with its dollar sign in TOSCA 2.0; NULL: none. */
const struct function_row *call_function(enum definitions_version version, struct string key);

#endif
