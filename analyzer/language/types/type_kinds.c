#include "analyzer/language/types/type_kinds.h"

#include <assert.h>

static const struct type_kind_row rows[TYPE_KIND_TOTAL] = {
#define TYPE_KIND(kind, keyname, title, prefix)                                                    \
	{keyname, title, prefix, CONSTRUCT_##kind##_TYPE, NAME_OF_##kind##_TYPE},
#include "analyzer/language/types/type_kinds.def"
#undef TYPE_KIND
};

static const struct {
	enum type_kind kind;
	const char *shorthand;
	const char *name;
} shorthands[] = {
#define TYPE_SHORTHAND(kind, shorthand, name) {TYPE_##kind, shorthand, name},
#include "analyzer/language/types/type_shorthands.def"
#undef TYPE_SHORTHAND
};

const struct type_kind_row *type_kind_row(enum type_kind kind)
{
	assert(kind < TYPE_KIND_TOTAL);
	return &rows[kind];
}

bool type_kind_of_name(enum name_kind name, enum type_kind *kind)
{
	if (name == NAME_OF_CAPABILITY_OR_TYPE)
		name = NAME_OF_CAPABILITY_TYPE;
	else if (name == NAME_OF_NODE_OR_GROUP_TYPE)
		name = NAME_OF_NODE_TYPE;
	else if (name == NAME_OF_RELATIONSHIP_OR_TYPE)
		name = NAME_OF_RELATIONSHIP_TYPE;
	for (size_t i = 0; i < TYPE_KIND_TOTAL; i++) {
		if (rows[i].name == name) {
			*kind = (enum type_kind)i;
			return true;
		}
	}
	return false;
}

struct string type_kind_normative_name(enum type_kind kind, struct string shorthand)
{
	for (size_t i = 0; i < sizeof(shorthands) / sizeof(*shorthands); i++)
		if (shorthands[i].kind == kind && string_is(shorthand, shorthands[i].shorthand))
			return string_from(shorthands[i].name);
	return shorthand;
}

size_t type_kind_names(
	enum type_kind kind, struct string name, struct string names[MOST_TYPE_NAMES])
{
	const char *prefix = rows[kind].prefix;
	size_t count = 0;

	names[count++] = name;
	if (!string_starts_with(name, prefix))
		return count;
	name = string_slice(name, strlen(prefix), name.length);
	names[count++] = name;
	for (size_t i = 0; i < sizeof(shorthands) / sizeof(*shorthands); i++)
		if (shorthands[i].kind == kind && string_is(name, shorthands[i].name))
			names[count++] = string_from(shorthands[i].shorthand);
	assert(count <= MOST_TYPE_NAMES);
	return count;
}

bool type_kind_of_construct(enum construct construct, enum type_kind *kind)
{
	for (size_t i = 0; i < TYPE_KIND_TOTAL; i++) {
		if (rows[i].construct == construct) {
			*kind = (enum type_kind)i;
			return true;
		}
	}
	return false;
}
