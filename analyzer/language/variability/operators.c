#include "analyzer/language/variability/operators.h"

#include <assert.h>

static const struct operator_row rows[] = {
#define OPERATOR(op, name, group, operands, result, signature, summary)                            \
	{OPERATOR_##op, name, group, operands, result, signature, summary},
#include "analyzer/language/variability/operators.def"
#undef OPERATOR
};

static const struct deprecated_operator_row deprecated_rows[] = {
#define DEPRECATED_OPERATOR(name, replacement, note) {name, replacement, note},
#include "analyzer/language/variability/deprecated_operators.def"
#undef DEPRECATED_OPERATOR
};

enum {
	DEPRECATED_COUNT = sizeof(deprecated_rows) / sizeof(*deprecated_rows)
};

const struct operator_row *operator_row(enum operator_id op)
{
	assert(op < OPERATOR_TOTAL);
	return &rows[op];
}

const struct operator_row *operator_find(struct string name)
{
	for (size_t i = 0; i < OPERATOR_TOTAL; i++)
		if (string_is(name, rows[i].name))
			return &rows[i];
	return NULL;
}

bool operator_is_logic(enum operator_id op)
{
	return operator_row(op)->group <= OPERATORS_PRESENCE;
}

const char *operator_group_title(enum operator_group group)
{
	switch (group) {
	case OPERATORS_LOGICAL:
		return "Logical operators";
	case OPERATORS_PRESENCE:
		return "Presence operators";
	case OPERATORS_ARITHMETIC:
		return "Arithmetic operators";
	case OPERATORS_REFERENCE:
		return "References";
	case OPERATORS_STRING:
		return "String operators";
	case OPERATORS_COMPARISON:
		return "Comparison operators";
	case OPERATORS_ANALYTICAL:
		return "Analytical operators";
	case OPERATORS_DATE:
		return "Date operators";
	}
	return "";
}

const struct deprecated_operator_row *deprecated_operator_find(struct string name)
{
	for (size_t i = 0; i < DEPRECATED_COUNT; i++)
		if (string_is(name, deprecated_rows[i].name))
			return &deprecated_rows[i];
	return NULL;
}

enum operator_id operator_meant_by(struct string name)
{
	const struct operator_row *row = operator_find(name);
	if (row)
		return row->op;
	const struct deprecated_operator_row *deprecated = deprecated_operator_find(name);
	return deprecated ? deprecated->replacement : OPERATOR_NONE;
}

const struct deprecated_operator_row *deprecated_operator_rows(size_t *count)
{
	*count = DEPRECATED_COUNT;
	return deprecated_rows;
}
