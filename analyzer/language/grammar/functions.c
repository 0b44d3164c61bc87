#include "analyzer/language/grammar/functions.h"

#include "base/documented.h"

static const struct function_row rows[] = {
#define FUNCTION(name, versions, least, most, takes, alike, result, signature, summary)            \
	{name, versions, least, most, takes, alike, result, signature, summary},
#include "analyzer/language/grammar/functions.def"
#undef FUNCTION
};

#define FUNCTION(name, versions, least, most, takes, alike, result, signature, summary)            \
	IS_DOCUMENTED(name, summary)
#include "analyzer/language/grammar/functions.def"
#undef FUNCTION

enum {
	ROW_TOTAL = sizeof(rows) / sizeof(*rows)
};

struct string function_called(enum definitions_version version, struct string text)
{
	size_t end = 1;
	if (!version_is_2_0(version))
		return text;
	if (text.length < 2 || text.bytes[0] != '$' || text.bytes[1] == '$')
		return STRING("");
	while (end < text.length && text.bytes[end] != '$')
		end++;
	return string_slice(text, 1, end);
}

const struct function_row *function_find(enum definitions_version version, struct string name)
{
	unsigned set = definitions_version_set(version);
	for (size_t i = 0; i < ROW_TOTAL; i++)
		if ((rows[i].versions & set) && string_is(name, rows[i].name))
			return &rows[i];
	return NULL;
}

const struct function_row *function_find_in_any_version(struct string name)
{
	for (size_t i = 0; i < ROW_TOTAL; i++)
		if (string_is(name, rows[i].name))
			return &rows[i];
	return NULL;
}

const struct function_row *function_eval(void)
{
	static const struct function_row row = {.name = "eval",
		.versions = VERSIONS_1_X,
		.least = 1,
		.most = 1,
		.result = "",
		.signature = "path",
		.summary = "What a path leads to, for Unfurl: `::node::property`, "
			   "`.::.requirements::[.name=host]::.target::property`, "
			   "`::root::inputs::input`."};
	return &row;
}

unsigned function_takes_of(enum primitive_type primitive)
{
	switch (primitive) {
	case PRIMITIVE_STRING:
		return TAKES_STRING;
	case PRIMITIVE_INTEGER:
		return TAKES_INTEGER;
	case PRIMITIVE_FLOAT:
		return TAKES_FLOAT;
	case PRIMITIVE_BOOLEAN:
		return TAKES_BOOLEAN;
	case PRIMITIVE_LIST:
		return TAKES_LIST;
	case PRIMITIVE_MAP:
		return TAKES_MAP;
	case PRIMITIVE_SCALAR:
	case PRIMITIVE_SCALAR_UNIT_SIZE:
	case PRIMITIVE_SCALAR_UNIT_TIME:
	case PRIMITIVE_SCALAR_UNIT_FREQUENCY:
	case PRIMITIVE_SCALAR_UNIT_BITRATE:
		return TAKES_SCALAR;
	case PRIMITIVE_TIMESTAMP:
	case PRIMITIVE_VERSION:
		return TAKES_MOMENT;
	case PRIMITIVE_NONE:
	case PRIMITIVE_NIL:
	case PRIMITIVE_NULL:
		return TAKES_OTHER;
	default:
		/* Bytes and ranges are written as text or lists. */
		return TAKES_ANYTHING & ~(unsigned)TAKES_BOOLEAN;
	}
}

const struct function_row *function_rows(size_t *count)
{
	*count = ROW_TOTAL;
	return rows;
}
