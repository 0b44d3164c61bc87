#include "analyzer/language/element_kinds.h"

#include <assert.h>

static const struct element_kind_row rows[] = {
#define ELEMENT_KIND(kind, name, display, plural, summary) {name, display, plural, summary},
#include "analyzer/language/element_kinds.def"
#undef ELEMENT_KIND
};

const struct element_kind_row *element_kind_row(enum element_kind kind)
{
	assert(kind < ELEMENT_KIND_COUNT);
	return &rows[kind];
}

bool element_kind_find(struct string name, enum element_kind *kind)
{
	for (size_t i = 0; i < ELEMENT_KIND_COUNT; i++) {
		if (string_is(name, rows[i].name)) {
			*kind = (enum element_kind)i;
			return true;
		}
	}
	return false;
}
