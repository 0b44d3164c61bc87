/* Constraint clauses where they are written: whether they apply to values of the type, and compare
 * these with such values (Simple Profile, section "Constraint clause definition"). */
#include "analyzer/model/scope/type_relation.h"
#include "analyzer/model/text/json_text.h"
#include "analyzer/model/text/pattern_mistake.h"
#include "analyzer/model/text/xml_text.h"
#include "analyzer/model/values/constraint_check.h"

/* Of which types values have a length, an order, or are text. */
enum value_form {
	HAS_LENGTH = 1 << 0,
	HAS_ORDER = 1 << 1,
	HAS_BOUNDS = 1 << 2,
	IS_TEXT = 1 << 3,
};

/* "Comparable value types": "integer, float, timestamp, string, version, scalar-unit types". */
static unsigned forms_of(enum primitive_type primitive)
{
	switch (primitive) {
	case PRIMITIVE_STRING:
		return HAS_LENGTH | HAS_ORDER | IS_TEXT;
	case PRIMITIVE_LIST:
	case PRIMITIVE_MAP:
		return HAS_LENGTH;
	case PRIMITIVE_RANGE:
		return HAS_BOUNDS;
	case PRIMITIVE_INTEGER:
	case PRIMITIVE_FLOAT:
	case PRIMITIVE_TIMESTAMP:
	case PRIMITIVE_VERSION:
	case PRIMITIVE_SCALAR_UNIT_SIZE:
	case PRIMITIVE_SCALAR_UNIT_TIME:
	case PRIMITIVE_SCALAR_UNIT_FREQUENCY:
	case PRIMITIVE_SCALAR_UNIT_BITRATE:
		return HAS_ORDER;
	default:
		return 0;
	}
}

static unsigned forms_needed(struct string op)
{
	static const struct {
		const char *op;
		unsigned forms;
	} operators[] = {
		{"greater_or_equal", HAS_ORDER},
		{"greater_than", HAS_ORDER},
		{"in_range", HAS_ORDER | HAS_BOUNDS},
		{"length", HAS_LENGTH},
		{"less_or_equal", HAS_ORDER},
		{"less_than", HAS_ORDER},
		{"max_length", HAS_LENGTH},
		{"min_length", HAS_LENGTH},
		{"pattern", IS_TEXT},
		{"schema", IS_TEXT},
	};
	for (size_t i = 0; i < sizeof(operators) / sizeof(*operators); i++)
		if (string_is(op, operators[i].op))
			return operators[i].forms;
	return 0;
}

/* The clauses of a definition of values that are compared as `comparison` says. */
struct definition {
	struct value_checker *checker;
	struct comparison comparison;
	struct string type_name;
	enum diagnostic_code code;
};

static void report(const struct definition *definition, struct node place, const char *message)
{
	diagnostics_add(definition->checker->diagnostics, definition->code, place, "%s", message)
		->severity = DIAGNOSTIC_WARNING;
}

/* `format` has places for the operator and the type. */
static void report_clause(const struct definition *definition, struct node place, struct string op,
	const char *format)
{
	diagnostics_add(definition->checker->diagnostics, definition->code, place, format,
		STRING_ARGUMENTS(op), STRING_ARGUMENTS(definition->type_name))
		->severity = DIAGNOSTIC_WARNING;
}

/* ---- operands ---- */

/* A value of the type that the clause is about. Lists are compared by some tools entry by entry. */
static void check_value(const struct definition *definition, struct string op, struct node operand)
{
	enum primitive_type primitive = definition->comparison.primitive;
	if (primitive == PRIMITIVE_LIST || primitive == PRIMITIVE_MAP ||
		value_is_computed(definition->checker->version, operand) ||
		value_is_of(definition->checker, primitive, definition->comparison.type, operand))
		return;
	report_clause(definition, operand, op, "\"%.*s\" needs a value of type \"%.*s\"");
}

/* "The keyword UNBOUNDED is also accepted to represent positive infinity." */
static void check_bounds(const struct definition *definition, struct string op, struct node bounds)
{
	struct definition of_bounds = *definition;
	int order;
	if (definition->comparison.primitive == PRIMITIVE_RANGE) {
		of_bounds.comparison.primitive = PRIMITIVE_INTEGER;
		of_bounds.comparison.type = NULL;
		of_bounds.type_name = STRING("integer");
	}
	for (uint32_t i = 0; i < 2; i++) {
		struct node bound = node_item(bounds, i);
		if (!constraint_is_unbounded(bound))
			check_value(&of_bounds, op, bound);
		else if (i == 0)
			report(definition, bound,
				"\"UNBOUNDED\" stands for infinity: only the upper bound can be "
				"it");
	}
	if (comparison_order(
		    &of_bounds.comparison, node_item(bounds, 0), node_item(bounds, 1), &order) &&
		order > 0)
		report_clause(definition, bounds, op,
			"No value is \"%.*s\" of these bounds: the lower one comes first");
}

/* "If a \"schema\" keyname is provided, its value (string) MUST represent a valid schema definition
 * that matches the recognized external type". */
static void check_schema(const struct definition *definition, struct node schema)
{
	const struct type *type = definition->comparison.type;
	struct arena *arena = definition->checker->diagnostics->arena;
	if (!type || !node_is_string(schema))
		return;
	if (type_is_named(type, STRING("tosca.datatypes.json")) &&
		!json_text_is_valid(node_text(schema)))
		report(definition, schema, "\"schema\" of a text in JSON must be text in JSON");
	const char *mistake = type_is_named(type, STRING("tosca.datatypes.xml"))
				      ? xml_text_mistake(node_text(schema), arena)
				      : NULL;
	if (mistake)
		report(definition, schema,
			arena_format(arena, "\"schema\" of a text in XML must be text in XML: %s",
				mistake)
				.bytes);
}

static void check_pattern(const struct definition *definition, struct node pattern)
{
	const char *mistake = pattern_mistake(node_text(pattern));
	if (mistake)
		report(definition, pattern, mistake);
	else
		pattern_report_size(definition->checker->diagnostics, pattern);
}

static void check_operand(
	const struct definition *definition, struct string op, struct node operand)
{
	unsigned needed = forms_needed(op);
	if (string_is(op, "in_range")) {
		if (node_kind(operand) == NODE_SEQUENCE && node_count(operand) == 2)
			check_bounds(definition, op, operand);
	} else if (string_is(op, "valid_values")) {
		uint32_t count = node_kind(operand) == NODE_SEQUENCE ? node_count(operand) : 0;
		for (uint32_t i = 0; i < count; i++)
			check_value(definition, op, node_item(operand, i));
		if (count > MOST_COMPARED_VALUES)
			diagnostics_add(definition->checker->diagnostics,
				DIAGNOSTIC_CODE_CHECKING_GIVEN_UP, operand,
				"Values are compared with the first %d of these only",
				MOST_COMPARED_VALUES);
	} else if (constraint_compares(op)) {
		check_value(definition, op, operand);
	} else if (needed == HAS_LENGTH && node_number(operand) < 0) {
		report_clause(definition, operand, op, "No value has a \"%.*s\" below zero");
	} else if (string_is(op, "schema")) {
		check_schema(definition, operand);
	} else if (string_is(op, "pattern") && node_is_string(operand)) {
		check_pattern(definition, operand);
	}
}

bool constraint_applies(struct string op, enum primitive_type primitive)
{
	unsigned needed = forms_needed(op);
	return !needed || (needed & forms_of(primitive));
}

bool constraint_compares(struct string op)
{
	return string_is(op, "equal") || string_is(op, "valid_values") ||
	       (forms_needed(op) & HAS_ORDER);
}

static void check_clause(const struct definition *definition, struct node item)
{
	struct constraint_clause clause = constraint_clause_of(item);
	if (!constraint_applies(clause.op, definition->comparison.primitive))
		report_clause(definition, clause.key, clause.op,
			"\"%.*s\" does not apply to values of type \"%.*s\"");
	else if (!node_is_absent(clause.key))
		check_operand(definition, clause.op, clause.operand);
}

static void check_clauses(const struct definition *definition, struct node constraints)
{
	uint32_t count = node_kind(constraints) == NODE_SEQUENCE ? node_count(constraints) : 0;
	for (uint32_t i = 0; i < count; i++)
		check_clause(definition, node_item(constraints, i));
}

void constraint_check_clause(
	struct value_checker *checker, struct value_schema schema, struct node clause)
{
	struct definition definition = {
		.checker = checker,
		.type_name = node_text(value_schema_get(schema, "type")),
		.code = DIAGNOSTIC_CODE_WRONG_OPERAND,
	};
	if (constraint_comparison(checker, schema, &definition.comparison))
		check_clause(&definition, clause);
}

void constraint_check_definition(struct value_checker *checker, struct value_schema schema)
{
	struct definition definition = {
		.checker = checker,
		.type_name = node_text(value_schema_get(schema, "type")),
		.code = DIAGNOSTIC_CODE_BAD_TYPE_DEFINITION,
	};
	if (constraint_comparison(checker, schema, &definition.comparison))
		check_clauses(&definition, node_get(schema.definition, "constraints"));
}

void constraint_check_type(struct value_checker *checker, const struct type *type)
{
	struct definition definition = {
		.checker = checker,
		.comparison = {checker->version, type_primitive(type), type},
		.type_name = type->name,
		.code = DIAGNOSTIC_CODE_BAD_TYPE_DEFINITION,
	};
	if (definition.comparison.primitive != PRIMITIVE_NONE || type_is_rooted(type))
		check_clauses(&definition, node_get(type->definition, "constraints"));
}
