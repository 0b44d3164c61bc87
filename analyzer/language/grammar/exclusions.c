#include "analyzer/language/grammar/exclusions.h"

enum {
	EXCLUDED_WARNING,
	EXCLUDED_ERROR
};

static const struct keyname_exclusion rows[] = {
#define EXCLUDES(construct, keyname, other, versions, severity, message)                           \
	{CONSTRUCT_##construct, keyname, other, versions, severity == EXCLUDED_ERROR, message},
#include "analyzer/language/grammar/exclusions.def"
#undef EXCLUDES
};

const struct keyname_exclusion *keyname_exclusion_next(enum construct construct,
	enum definitions_version version, const struct keyname_exclusion *previous)
{
	const struct keyname_exclusion *end = rows + sizeof(rows) / sizeof(*rows);
	for (const struct keyname_exclusion *row = previous ? previous + 1 : rows; row < end; row++)
		if (row->construct == construct && (row->versions & (1u << version)))
			return row;
	return NULL;
}
