#include "analyzer/language/variability/operand_notation.h"

#include "base/documented.h"

#include <assert.h>

static const struct operator_row rows[] = {
#define OPERATOR(op, name, group, meaning, operands, alike, result, summary)                       \
	{OPERATOR_##op, name, group, operands, alike, result, summary},
#include "analyzer/language/variability/operators.def"
#undef OPERATOR
};

/* Most names that are looked up are none of them: few have the same length. */
static const unsigned char lengths[] = {
#define OPERATOR(op, name, group, meaning, operands, alike, result, summary) sizeof(name) - 1,
#include "analyzer/language/variability/operators.def"
#undef OPERATOR
};

#define OPERATOR(op, name, group, meaning, operands, alike, result, summary)                       \
	IS_DOCUMENTED(name, summary)
#include "analyzer/language/variability/operators.def"
#undef OPERATOR

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
		if (name.length == lengths[i] && string_is(name, rows[i].name))
			return &rows[i];
	return NULL;
}

bool operator_is_logic(enum operator_id op)
{
	return operator_row(op)->group <= OPERATORS_PRESENCE;
}

const struct operand *operand_item(const struct operand *operands, size_t position)
{
	if (operands->kind != OPERAND_LIST)
		return position == 0 ? operands : NULL;
	if (operand_repeats(operands))
		position = 0;
	return position < MOST_OPERANDS ? operands->items[position] : NULL;
}

enum operand_kind operand_kind_at(const struct operand *operands, size_t position)
{
	const struct operand *item = operand_item(operands, position);
	return item ? item->kind : OPERAND_NONE;
}

enum element_kind operand_element_kind(enum operand_kind kind)
{
	switch (kind) {
	case OPERAND_NODE:
		return ELEMENT_NODE;
	case OPERAND_RELATION:
		return ELEMENT_RELATION;
	case OPERAND_ARTIFACT:
		return ELEMENT_ARTIFACT;
	case OPERAND_PROPERTY:
		return ELEMENT_PROPERTY;
	case OPERAND_TYPE:
		return ELEMENT_TYPE;
	case OPERAND_TECHNOLOGY:
		return ELEMENT_TECHNOLOGY;
	case OPERAND_POLICY:
		return ELEMENT_POLICY;
	case OPERAND_GROUP:
		return ELEMENT_GROUP;
	case OPERAND_INPUT:
		return ELEMENT_INPUT;
	case OPERAND_OUTPUT:
		return ELEMENT_OUTPUT;
	case OPERAND_IMPORT:
		return ELEMENT_IMPORT;
	default:
		return ELEMENT_KIND_COUNT;
	}
}

enum element_kind operand_referred_kind(
	const struct operand *operands, enum element_kind *container)
{
	size_t last = operands->kind == OPERAND_LIST && !operand_repeats(operands)
			      ? operands->most - 1
			      : 0;
	enum operand_kind kind = operand_kind_at(operands, last);
	*container = last > 0 ? operand_element_kind(operand_kind_at(operands, last - 1))
			      : ELEMENT_KIND_COUNT;
	return operand_element_kind(kind);
}

bool operand_repeats(const struct operand *operands)
{
	return operands->kind == OPERAND_LIST && operands->most == UINT32_MAX;
}

/* `a` is followed by `b`, a point by nothing but more of them. */
static struct string repeated(const struct operand *operand, struct arena *arena)
{
	struct string first = operand_signature(operand, arena);
	if (operand->kind == OPERAND_LIST)
		return arena_format(arena, "[%.*s, …]", STRING_ARGUMENTS(first));
	return arena_format(arena, "[%.*s, %c, …]", STRING_ARGUMENTS(first), operand->label[0] + 1);
}

struct string operand_signature(const struct operand *operands, struct arena *arena)
{
	if (operands->label)
		return string_from(operands->label);
	if (operand_repeats(operands))
		return repeated(operands->items[0], arena);
	struct string text = STRING("[");
	for (size_t i = 0; i < operands->most; i++) {
		struct string item = operand_signature(operands->items[i], arena);
		text = arena_format(arena, "%.*s%s%.*s", STRING_ARGUMENTS(text), i > 0 ? ", " : "",
			STRING_ARGUMENTS(item));
	}
	return arena_format(arena, "%.*s]", STRING_ARGUMENTS(text));
}

const char *operand_kind_name(enum operand_kind kind)
{
	static const char *const names[] = {
		[OPERAND_NONE] = "nothing",
		[OPERAND_LOGIC] = "logic expression",
		[OPERAND_VALUE] = "value expression",
		[OPERAND_LITERAL] = "value",
		[OPERAND_LIST] = "list",
		[OPERAND_EXPRESSION] = "name of an expression",
		[OPERAND_VARIABILITY_INPUT] = "variability input",
		[OPERAND_NODE] = "node",
		[OPERAND_RELATION] = "relation",
		[OPERAND_ARTIFACT] = "artifact",
		[OPERAND_PROPERTY] = "property",
		[OPERAND_TYPE] = "type",
		[OPERAND_TECHNOLOGY] = "technology",
		[OPERAND_POLICY] = "policy",
		[OPERAND_GROUP] = "group",
		[OPERAND_INPUT] = "input",
		[OPERAND_OUTPUT] = "output",
		[OPERAND_IMPORT] = "import",
		[OPERAND_KEYWORD] = "SELF or CONTAINER",
	};
	return names[kind];
}

bool operator_is_list_of_logic(enum operator_id op)
{
	const struct operand *operands = operator_row(op)->operands;
	return operands->kind == OPERAND_LIST && operand_kind_at(operands, 0) == OPERAND_LOGIC;
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

enum operator_id operator_called(struct string name, bool logic)
{
	const struct operator_row *row = operator_find(name);
	enum operator_id op = row ? row->op : OPERATOR_NONE;
	if (!row) {
		const struct deprecated_operator_row *old = deprecated_operator_find(name);
		op = old ? old->replacement : OPERATOR_NONE;
		/* Drafts have one kind of named expressions. */
		if (op == OPERATOR_VALUE_EXPRESSION || op == OPERATOR_LOGIC_EXPRESSION)
			op = logic ? OPERATOR_LOGIC_EXPRESSION : OPERATOR_VALUE_EXPRESSION;
	}
	return op != OPERATOR_NONE && !logic && operator_is_logic(op) ? OPERATOR_NONE : op;
}
