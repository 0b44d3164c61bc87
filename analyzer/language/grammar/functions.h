/* Intrinsic functions of TOSCA: { get_input: x } in 1.x, { $get_input: x } in 2.0. */
#ifndef ANALYZER_LANGUAGE_GRAMMAR_FUNCTIONS_H
#define ANALYZER_LANGUAGE_GRAMMAR_FUNCTIONS_H

#include "analyzer/language/grammar/primitive_types.h"

/* What an argument may be. */
enum function_takes {
	TAKES_STRING = 1 << 0,
	TAKES_INTEGER = 1 << 1,
	TAKES_FLOAT = 1 << 2,
	TAKES_BOOLEAN = 1 << 3,
	TAKES_LIST = 1 << 4,
	TAKES_MAP = 1 << 5,
	TAKES_SCALAR = 1 << 6, /* a number with a unit */
	TAKES_MOMENT = 1 << 7, /* timestamps and versions: they have an order */
	TAKES_OTHER = 1 << 8,  /* data types with properties, and what has no order */
	TAKES_ANYTHING = (1 << 9) - 1,
};

/* Which arguments are of one type. */
enum function_alike {
	UNRELATED,
	ALIKE, /* all of them; of lists, also the entries */
	LIST_OF_FIRST,
	ENTRY_OF_FIRST,
	ENTRIES_OF_FIRST, /* the second is a list of them */
	KEY_OF_FIRST,
	KEYS_OF_FIRST,
};

enum {
	FUNCTION_ARGUMENT_FORMS = 4
};

/* The result of a function that keeps the type of its arguments. */
#define OF_ARGUMENTS "="

struct function_row {
	const char *name; /* without "$" */
	unsigned versions;
	uint32_t least, most;                    /* arguments; UINT32_MAX: any number */
	unsigned takes[FUNCTION_ARGUMENT_FORMS]; /* of `function_takes`; 0: anything. The last one
						    is for all that follow. */
	enum function_alike alike;
	const char *result;    /* a primitive type, OF_ARGUMENTS, or empty: the place tells */
	const char *signature; /* its arguments as people write them */
	const char *summary;
};

/* The name of the function that `text` calls; empty if it calls none. TOSCA 2.0, section "Function
 * syntax": behind "$", and without the suffix behind a second "$", by which calls that are keys of
 * one map differ. In TOSCA 1.x, any text may be a name. */
struct string function_called(enum definitions_version version, struct string text);

/* `name` without "$"; NULL if the version has no such function. */
const struct function_row *function_find(enum definitions_version version, struct string name);

/* The same in any version: to tell "unknown" from "of another version". */
const struct function_row *function_find_in_any_version(struct string name);

/* `eval`, the function of Unfurl that paths in texts are the arguments of: no version has it, and
 * many templates do. */
const struct function_row *function_eval(void);

/* What values of a data type are, which derives from `primitive`: one of `function_takes`, or all
 * of them where values of the type can be written in several ways. */
unsigned function_takes_of(enum primitive_type primitive);

/* Every row, grouped as in the specification. */
const struct function_row *function_rows(size_t *count);

#endif
