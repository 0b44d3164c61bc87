#include "analyzer/language/grammar/keynames.h"

#include "analyzer/language/grammar/shape_notation.h"
#include "base/documented.h"

#include <assert.h>

#define KEYNAME(construct, name, versions, flags, shape, summary)                                  \
	{CONSTRUCT_##construct, name, versions, flags, shape, NULL, summary},
#define DEPRECATED_KEYNAME(construct, name, versions, flags, shape, replacement, summary)          \
	{CONSTRUCT_##construct, name, versions, (flags) | KEYNAME_DEPRECATED, shape, replacement,  \
		summary},
static const struct keyname_row rows[] = {
#include "analyzer/language/grammar/keynames.def"
};
#undef KEYNAME
#undef DEPRECATED_KEYNAME

#define KEYNAME(construct, name, versions, flags, shape, summary) IS_DOCUMENTED(name, summary)
#define DEPRECATED_KEYNAME(construct, name, versions, flags, shape, replacement, summary)          \
	IS_DOCUMENTED(name, summary)
#include "analyzer/language/grammar/keynames.def"
#undef KEYNAME
#undef DEPRECATED_KEYNAME

enum {
	ROW_TOTAL = sizeof(rows) / sizeof(*rows),
	EVERY_VERSION = VERSIONS_ALL,
};

/* The first row of `construct`; rows are grouped in the order of the constructs. */
static size_t first_row(enum construct construct)
{
	size_t low = 0;
	size_t high = ROW_TOTAL;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (rows[middle].construct < construct)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static const struct keyname_row *find(
	enum construct construct, unsigned versions, struct string name)
{
	if (construct == CONSTRUCT_NONE)
		return NULL;
	for (size_t i = first_row(construct); i < ROW_TOTAL && rows[i].construct == construct; i++)
		if ((rows[i].versions & versions) && string_is(name, rows[i].name))
			return &rows[i];
	const struct construct_row *row = construct_row(construct);
	for (size_t i = 0; i < CONSTRUCT_BASES && row->bases[i] != CONSTRUCT_NONE; i++) {
		const struct keyname_row *inherited = find(row->bases[i], versions, name);
		if (inherited)
			return inherited;
	}
	return NULL;
}

const struct keyname_row *keyname_find(
	enum construct construct, enum definitions_version version, struct string name)
{
	return find(construct, definitions_version_set(version), name);
}

const struct keyname_row *keyname_find_in_any_version(enum construct construct, struct string name)
{
	return find(construct, EVERY_VERSION, name);
}

const struct keyname_row *keyname_counterpart(
	const struct keyname_row *row, enum definitions_version version)
{
	static const struct {
		enum construct construct;
		const char *names[2];
	} counterparts[] = {
#define COUNTERPARTS(construct, keyname, other) {CONSTRUCT_##construct, {keyname, other}},
#include "analyzer/language/grammar/counterparts.def"
#undef COUNTERPARTS
	};
	struct string name = string_from(row->name);
	const struct keyname_row *found = NULL;
	for (size_t i = 0; i < 2 * sizeof(counterparts) / sizeof(*counterparts) && !found; i++) {
		const char *const *names = counterparts[i / 2].names;
		if (counterparts[i / 2].construct == row->construct &&
			string_is(name, names[i % 2]))
			found = keyname_find(
				row->construct, version, string_from(names[1 - i % 2]));
	}
	return found;
}

/* The next row of `construct` and its bases, depth first. `*position` is the number of the last
 * one plus one; 0 wherever a construct begins. */
static const struct keyname_row *next(enum construct construct, unsigned versions, size_t *position)
{
	size_t i = *position;
	if (i == 0 || rows[i - 1].construct == construct) {
		for (i = i ? i : first_row(construct);
			i < ROW_TOTAL && rows[i].construct == construct; i++) {
			if (rows[i].versions & versions) {
				*position = i + 1;
				return &rows[i];
			}
		}
		*position = 0;
	}
	const struct construct_row *row = construct_row(construct);
	for (size_t base = 0; base < CONSTRUCT_BASES && row->bases[base] != CONSTRUCT_NONE;
		base++) {
		const struct keyname_row *inherited = next(row->bases[base], versions, position);
		if (inherited)
			return inherited;
	}
	return NULL;
}

const struct keyname_row *keyname_next(
	enum construct construct, enum definitions_version version, size_t *position)
{
	return next(construct, definitions_version_set(version), position);
}

const struct keyname_row *keyname_rows(size_t *count)
{
	*count = ROW_TOTAL;
	return rows;
}
