#include "analyzer/ide/names/meaning.h"

bool meaning_equal(const struct meaning *a, const struct meaning *b)
{
	return a->kind == b->kind && string_equal(a->name, b->name) &&
	       string_equal(a->file, b->file) && string_equal(a->container, b->container);
}

bool type_kind_of_declared(enum declared_kind declared, enum type_kind *kind)
{
	for (size_t i = 0; i < TYPE_KIND_TOTAL; i++) {
		if (declared_kind_of_type((enum type_kind)i) == declared) {
			*kind = (enum type_kind)i;
			return true;
		}
	}
	return false;
}

size_t meaning_names(const struct meaning *meaning, struct string names[MOST_TYPE_NAMES])
{
	enum type_kind kind;
	if (type_kind_of_declared(meaning->kind, &kind))
		return type_kind_names(kind, meaning->name, names);
	names[0] = meaning->name;
	return 1;
}
