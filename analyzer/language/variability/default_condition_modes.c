#include "analyzer/language/variability/default_condition_modes.h"

#include <assert.h>
#include <string.h>

static const struct default_condition_mode_row rows[] = {
#define DEFAULT_CONDITION_MODE(kind, token, name, category, summary)                               \
	{ELEMENT_##kind, name, category, summary},
#include "analyzer/language/variability/default_condition_modes.def"
#undef DEFAULT_CONDITION_MODE
};

const struct default_condition_mode_row *default_condition_mode_row(
	enum default_condition_mode mode)
{
	assert(mode < MODE_TOTAL);
	return &rows[mode];
}

enum default_condition_mode default_condition_mode_find(enum element_kind kind, struct string name)
{
	for (size_t i = 0; i < MODE_TOTAL; i++)
		if (rows[i].kind == kind && string_is(name, rows[i].name))
			return (enum default_condition_mode)i;
	return MODE_NONE;
}

bool default_condition_mode_split(struct string *rest, struct string *word)
{
	if (!rest->bytes)
		return false;
	const char *dash = rest->length ? memchr(rest->bytes, '-', rest->length) : NULL;
	if (!dash) {
		*word = *rest;
		*rest = (struct string){0};
		return true;
	}
	size_t length = (size_t)(dash - rest->bytes);
	*word = string_slice(*rest, 0, length);
	*rest = string_slice(*rest, length + 1, rest->length);
	return true;
}

const char *deprecated_mode_replacement(enum element_kind kind, struct string name)
{
	/* RC of December 2024: artifacts were kept if a technology used them. */
	if (kind == ELEMENT_ARTIFACT && string_is(name, "technology"))
		return "managed";
	/* RC of 2023: "relation" asked for an incoming relation. */
	if (kind == ELEMENT_NODE && string_is(name, "relation"))
		return "incoming";
	return NULL;
}
