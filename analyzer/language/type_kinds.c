#include "analyzer/language/type_kinds.h"

#include <assert.h>

static const struct type_kind_row rows[TYPE_KIND_TOTAL] = {
#define TYPE_KIND(kind, keyname, title, prefix)                                                    \
	{keyname, title, prefix, CONSTRUCT_##kind##_TYPE, NAME_OF_##kind##_TYPE},
#include "analyzer/language/type_kinds.def"
#undef TYPE_KIND
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
