#include "analyzer/language/grammar/constructs.h"

#include "analyzer/language/grammar/shape_notation.h"

#include <assert.h>
#include <string.h>

/* The braces of `others` and `bases` hold commas: they pass through variadic macros. */
#define CONSTRUCT(construct, title, short_form, ...) ROW(title, short_form, __VA_ARGS__)
#define ROW(...) {__VA_ARGS__},
static const struct construct_row rows[] = {
#include "analyzer/language/grammar/constructs.def"
};
#undef CONSTRUCT
#undef ROW

const struct construct_row *construct_row(enum construct construct)
{
	assert(construct < CONSTRUCT_TOTAL);
	return &rows[construct];
}

const char *construct_article(enum construct construct)
{
	return strchr("aeiou", *construct_row(construct)->title) ? "an" : "a";
}

const struct shape *construct_others(enum construct construct, enum definitions_version version)
{
	const struct construct_row *row = construct_row(construct);
	return row->others.versions & definitions_version_set(version) ? row->others.shape : NULL;
}

const struct shape *shape_alternative(const struct shape *shape, enum shape_kind kind)
{
	if (!shape || shape->kind == kind)
		return shape;
	if (shape->kind == SHAPE_EITHER) {
		const struct shape *found = shape_alternative(shape->element, kind);
		return found ? found : shape_alternative(shape->other, kind);
	}
	if (shape->kind == SHAPE_CONSTRUCT) {
		return shape_alternative(
			construct_row((enum construct)shape->construct)->short_form, kind);
	}
	return NULL;
}
