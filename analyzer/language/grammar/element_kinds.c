#include "analyzer/language/grammar/element_kinds.h"

#include "base/documented.h"

#include <assert.h>

static const struct element_kind_row rows[] = {
#define ELEMENT_KIND(kind, name, display, plural, summary) {name, display, plural, summary},
#include "analyzer/language/grammar/element_kinds.def"
#undef ELEMENT_KIND
};

#define ELEMENT_KIND(kind, name, display, plural, summary) IS_DOCUMENTED(name, summary)
#include "analyzer/language/grammar/element_kinds.def"
#undef ELEMENT_KIND

const struct element_kind_row *element_kind_row(enum element_kind kind)
{
	assert(kind < ELEMENT_KIND_COUNT);
	return &rows[kind];
}
