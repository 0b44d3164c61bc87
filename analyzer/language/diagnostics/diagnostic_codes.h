/* Everything that can be wrong with a template, one row per kind of problem.
 *
 * A code's name is what users see and search for; its documentation says what the problem
 * is, why it matters and how to solve it. The rows are in diagnostic_codes.def, grouped
 * by the stage that reports them. */
#ifndef ANALYZER_LANGUAGE_DIAGNOSTICS_DIAGNOSTIC_CODES_H
#define ANALYZER_LANGUAGE_DIAGNOSTICS_DIAGNOSTIC_CODES_H

#include "analyzer/text/string.h"

enum diagnostic_severity {
	DIAGNOSTIC_ERROR,
	DIAGNOSTIC_WARNING,
	DIAGNOSTIC_INFORMATION,
	DIAGNOSTIC_HINT,
};

enum diagnostic_code {
#define DIAGNOSTIC_CODE(code, ...) DIAGNOSTIC_CODE_##code,
#include "analyzer/language/diagnostics/diagnostic_codes.def"
#undef DIAGNOSTIC_CODE
	DIAGNOSTIC_CODE_COUNT
};

struct diagnostic_code_row {
	const char *name; /* kebab-case */
	enum diagnostic_severity severity;
	const char *title;
	/* Sentences in Markdown: what is wrong, why that matters, how to fix it. */
	const char *problem;
	const char *reason;
	const char *remedy;
};

const struct diagnostic_code_row *diagnostic_code_row(enum diagnostic_code code);

/* False if there is no such name. */
bool diagnostic_code_find(struct string name, enum diagnostic_code *code);

#endif
