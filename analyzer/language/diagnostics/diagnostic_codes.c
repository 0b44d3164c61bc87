#include "analyzer/language/diagnostics/diagnostic_codes.h"

#include "base/documented.h"

#include <assert.h>

static const struct diagnostic_code_row rows[] = {
#define DIAGNOSTIC_CODE(code, name, severity, ...) {name, severity, __VA_ARGS__},
#include "analyzer/language/diagnostics/diagnostic_codes.def"
#undef DIAGNOSTIC_CODE
};

#define DIAGNOSTIC_CODE(code, name, severity, title, problem, reason, remedy)                      \
	IS_DOCUMENTED(name, title) IS_DOCUMENTED(name, problem) IS_DOCUMENTED(name, remedy)
#include "analyzer/language/diagnostics/diagnostic_codes.def"
#undef DIAGNOSTIC_CODE

const struct diagnostic_code_row *diagnostic_code_row(enum diagnostic_code code)
{
	assert(code < DIAGNOSTIC_CODE_COUNT);
	return &rows[code];
}

bool diagnostic_code_find(struct string name, enum diagnostic_code *code)
{
	size_t i = 0;

	while (i < DIAGNOSTIC_CODE_COUNT && name.bytes != rows[i].name) /* mostly it is of a row */
		i++;
	if (i == DIAGNOSTIC_CODE_COUNT)
		for (i = 0; i < DIAGNOSTIC_CODE_COUNT && !string_is(name, rows[i].name);)
			i++;
	if (i < DIAGNOSTIC_CODE_COUNT)
		*code = (enum diagnostic_code)i;
	return i < DIAGNOSTIC_CODE_COUNT;
}
