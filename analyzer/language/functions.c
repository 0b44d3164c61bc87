#include "analyzer/language/functions.h"

static const struct function_row rows[] = {
#define FUNCTION(name, versions, least, most, result, signature, summary)                          \
	{name, versions, least, most, result, signature, summary},
#include "analyzer/language/functions.def"
#undef FUNCTION
};

enum {
	ROW_TOTAL = sizeof(rows) / sizeof(*rows)
};

const struct function_row *function_find(enum definitions_version version, struct string name)
{
	unsigned set = definitions_version_set(version);
	for (size_t i = 0; i < ROW_TOTAL; i++) {
		if ((rows[i].versions & set) && string_is(name, rows[i].name))
			return &rows[i];
	}
	return NULL;
}

const struct function_row *function_find_in_any_version(struct string name)
{
	for (size_t i = 0; i < ROW_TOTAL; i++) {
		if (string_is(name, rows[i].name))
			return &rows[i];
	}
	return NULL;
}

const struct function_row *function_rows(size_t *count)
{
	*count = ROW_TOTAL;
	return rows;
}
