#include "analyzer/ide/cursor/operands.h"

#include <stddef.h>

/* The operands of a shape: a single one, or a list of given kinds. The last kind repeats
 * in lists of any length. */
struct operand_row {
	enum operand_shape shape;
	bool single;   /* one operand, not in a list */
	bool keywords; /* SELF, CONTAINER … in the place of the single operand or list */
	bool repeats;  /* any number of operands */
	enum expected operands[3];
};

/* clang-format off */
static const struct operand_row shapes[] = {
	{OPERANDS_EXPRESSION_NAME,      true,  false, false, {EXPECTED_EXPRESSION}},
	{OPERANDS_VARIABILITY_INPUT,    true,  false, false, {EXPECTED_VARIABILITY_INPUT}},
	{OPERANDS_LOGIC,                true,  false, false, {EXPECTED_LOGIC}},
	{OPERANDS_LOGIC_LIST,           false, false, true,  {EXPECTED_LOGIC}},
	{OPERANDS_LOGIC_PAIR,           false, false, false, {EXPECTED_LOGIC, EXPECTED_LOGIC}},
	{OPERANDS_NODE,                 true,  true,  false, {EXPECTED_NODE}},
	{OPERANDS_RELATION,             false, true,  false, {EXPECTED_NODE, EXPECTED_RELATION}},
	{OPERANDS_CONTAINER,            true,  true,  false, {EXPECTED_CONTAINER}},
	{OPERANDS_POLICY,               true,  true,  false, {EXPECTED_POLICY}},
	{OPERANDS_GROUP,                true,  true,  false, {EXPECTED_GROUP}},
	{OPERANDS_ARTIFACT,             false, true,  false, {EXPECTED_NODE, EXPECTED_ARTIFACT}},
	{OPERANDS_NODE_PROPERTY,        false, true,  false, {EXPECTED_NODE, EXPECTED_PROPERTY}},
	{OPERANDS_RELATION_PROPERTY,    false, true,  false, {EXPECTED_NODE, EXPECTED_RELATION, EXPECTED_PROPERTY}},
	{OPERANDS_GROUP_PROPERTY,       false, true,  false, {EXPECTED_GROUP, EXPECTED_PROPERTY}},
	{OPERANDS_POLICY_PROPERTY,      false, true,  false, {EXPECTED_POLICY, EXPECTED_PROPERTY}},
	{OPERANDS_ARTIFACT_PROPERTY,    false, true,  false, {EXPECTED_NODE, EXPECTED_ARTIFACT, EXPECTED_PROPERTY}},
	{OPERANDS_INPUT,                true,  true,  false, {EXPECTED_INPUT}},
	{OPERANDS_OUTPUT,               true,  true,  false, {EXPECTED_OUTPUT}},
	{OPERANDS_IMPORT,               true,  true,  false, {EXPECTED_IMPORT}},
	{OPERANDS_TECHNOLOGY,           false, false, false, {EXPECTED_NODE, EXPECTED_TECHNOLOGY}},
	{OPERANDS_NODE_TYPE,            false, true,  false, {EXPECTED_NODE, EXPECTED_TYPE}},
	{OPERANDS_RELATION_TYPE,        false, true,  false, {EXPECTED_NODE, EXPECTED_RELATION, EXPECTED_TYPE}},
	{OPERANDS_GROUP_TYPE,           false, true,  false, {EXPECTED_GROUP, EXPECTED_TYPE}},
	{OPERANDS_POLICY_TYPE,          false, true,  false, {EXPECTED_POLICY, EXPECTED_TYPE}},
	{OPERANDS_ARTIFACT_TYPE,        false, true,  false, {EXPECTED_NODE, EXPECTED_ARTIFACT, EXPECTED_TYPE}},
	{OPERANDS_VALUE_LIST,           false, false, true,  {EXPECTED_VALUE}},
	{OPERANDS_VALUE_LIST_NOT_EMPTY, false, false, true,  {EXPECTED_VALUE}},
	{OPERANDS_VALUE_PAIR,           false, false, false, {EXPECTED_VALUE, EXPECTED_VALUE}},
	{OPERANDS_JOIN,                 false, false, false, {EXPECTED_LIST, EXPECTED_LITERAL}},
	{OPERANDS_TOKEN,                false, false, false, {EXPECTED_VALUE, EXPECTED_LITERAL, EXPECTED_LITERAL}},
	{OPERANDS_IN_RANGE,             false, false, false, {EXPECTED_VALUE, EXPECTED_LITERAL}},
	{OPERANDS_VALID_VALUES,         false, false, false, {EXPECTED_VALUE, EXPECTED_LIST}},
	{OPERANDS_NUMBERS,              false, false, true,  {EXPECTED_LITERAL}},
	{OPERANDS_NUMBERS_NOT_EMPTY,    false, false, true,  {EXPECTED_LITERAL}},
	{OPERANDS_REGRESSION,           false, false, false, {EXPECTED_LITERAL, EXPECTED_LITERAL}},
	{OPERANDS_POLYNOMIAL,           false, false, false, {EXPECTED_LITERAL, EXPECTED_LITERAL, EXPECTED_LITERAL}},
	{OPERANDS_ANYTHING,             true,  false, false, {EXPECTED_LITERAL}},
	{OPERANDS_DATE_PAIR,            false, false, false, {EXPECTED_LITERAL, EXPECTED_LITERAL}},
	{OPERANDS_WITHIN,               false, false, false, {EXPECTED_LITERAL, EXPECTED_LITERAL}},
};
/* clang-format on */

static const struct operand_row *find(enum operand_shape shape)
{
	for (size_t i = 0; i < sizeof(shapes) / sizeof(*shapes); i++)
		if (shapes[i].shape == shape)
			return &shapes[i];
	return NULL;
}

size_t operands_count(enum operand_shape shape)
{
	const struct operand_row *row = find(shape);
	if (!row || row->single)
		return 0;
	if (row->repeats)
		return SIZE_MAX;
	size_t count = 0;
	while (count < 3 && row->operands[count] != EXPECTED_NOTHING)
		count++;
	return count;
}

enum expected operands_expect(enum operand_shape shape, size_t operand)
{
	const struct operand_row *row = find(shape);
	if (!row)
		return EXPECTED_NOTHING;
	if (row->repeats)
		operand = 0;
	return operand < 3 ? row->operands[operand] : EXPECTED_NOTHING;
}

int32_t operands_position(struct string operand)
{
	int32_t position = 0;
	for (size_t i = 0; i < operand.length; i++) {
		if (operand.bytes[i] < '0' || operand.bytes[i] > '9' || i > 8)
			return -1;
		position = 10 * position + (operand.bytes[i] - '0');
	}
	return operand.length > 0 ? position : -1;
}

const char *expected_name(enum expected expected)
{
	static const char *const names[] = {
		[EXPECTED_NOTHING] = "nothing",
		[EXPECTED_LOGIC] = "logic expression",
		[EXPECTED_VALUE] = "value expression",
		[EXPECTED_LITERAL] = "value",
		[EXPECTED_LIST] = "list",
		[EXPECTED_EXPRESSION] = "name of an expression",
		[EXPECTED_VARIABILITY_INPUT] = "variability input",
		[EXPECTED_NODE] = "node",
		[EXPECTED_RELATION] = "relation",
		[EXPECTED_ARTIFACT] = "artifact",
		[EXPECTED_PROPERTY] = "property",
		[EXPECTED_TYPE] = "type",
		[EXPECTED_TECHNOLOGY] = "technology",
		[EXPECTED_POLICY] = "policy",
		[EXPECTED_GROUP] = "group",
		[EXPECTED_INPUT] = "input",
		[EXPECTED_OUTPUT] = "output",
		[EXPECTED_IMPORT] = "import",
		[EXPECTED_CONTAINER] = "SELF or CONTAINER",
	};
	return names[expected];
}

static bool tells_enough(const struct operand_row *row)
{
	for (size_t i = 0; i < 3; i++)
		if (row->operands[i] == EXPECTED_LITERAL || row->operands[i] == EXPECTED_LIST)
			return false;
	return true;
}

struct string operands_signature(const struct operator_row *row, struct arena *arena)
{
	const struct operand_row *operands = find(row->operands);
	bool only_keywords = operands && !operands->single && row->signature[0] != '[';
	if (!operands || only_keywords || !tells_enough(operands))
		return string_from(row->signature);
	if (operands->single)
		return string_from(expected_name(operands->operands[0]));
	size_t count = operands->repeats ? 2 : operands_count(row->operands);
	struct string text = STRING("[");
	for (size_t i = 0; i < count; i++) {
		text = arena_format(arena, "%.*s%s%s", STRING_ARGUMENTS(text), i > 0 ? ", " : "",
			expected_name(operands_expect(row->operands, i)));
	}
	return arena_format(
		arena, "%.*s%s]", STRING_ARGUMENTS(text), operands->repeats ? ", …" : "");
}

/* Below the operand `expected`, one list position or key further down. */
static bool is_expression(enum expected expected)
{
	return expected == EXPECTED_LOGIC || expected == EXPECTED_VALUE;
}

struct operand_place operands_at(const struct cursor_step *path, size_t length, bool logic)
{
	struct operand_place place = {
		.expected = logic ? EXPECTED_LOGIC : EXPECTED_VALUE, .operand = -1};
	for (size_t i = 0; i < length; i++) {
		const struct cursor_step *step = &path[i];
		if (step->index >= 0) {
			/* Inside the operands of `place.operator`, or in a list of values. */
			const struct operand_row *row = place.op ? find(place.op->operands) : NULL;
			if (row && place.operand < 0 && !row->single) {
				place.operand = step->index;
				size_t operand = (size_t)step->index;
				place.container = operand > 0 && !row->repeats
							  ? operands_expect(row->shape, operand - 1)
							  : EXPECTED_NOTHING;
				place.expected = operands_expect(row->shape, operand);
				place.keywords = row->keywords && operand == 0;
			} else if (place.expected == EXPECTED_LIST ||
				   place.expected == EXPECTED_VALUE) {
				place.expected = EXPECTED_VALUE;
			} else {
				place.expected = EXPECTED_LITERAL;
			}
			continue;
		}
		if (!is_expression(place.expected))
			return (struct operand_place){.operand = -1};
		enum operator_id op = operator_meant_by(step->key);
		if (op == OPERATOR_NONE)
			return (struct operand_place){.operand = -1};
		place.op = operator_row(op);
		place.steps = i + 1;
		place.operand = -1;
		place.container = EXPECTED_NOTHING;
		const struct operand_row *row = find(place.op->operands);
		place.expected = !row          ? EXPECTED_NOTHING
				 : row->single ? row->operands[0]
					       : EXPECTED_LIST;
		place.keywords = row && row->keywords;
		if (row && row->single)
			place.operand = is_expression(place.expected) ? -1 : 0;
	}
	return place;
}
