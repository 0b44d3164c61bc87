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
	for (size_t i = 0; i < DIAGNOSTIC_CODE_COUNT; i++) {
		if (string_is(name, rows[i].name)) {
			*code = (enum diagnostic_code)i;
			return true;
		}
	}
	return false;
}
