#include "analyzer/model/constraint_check.h"

#include "analyzer/model/clause_text.h"
#include "analyzer/model/comparison.h"
#include "analyzer/model/json_text.h"
#include "analyzer/model/type_relation.h"
#include "analyzer/model/validation_clause.h"

#include <math.h>
#include <stdio.h>

struct constraint {
	struct value_checker *checker;
	struct comparison comparison;
	struct node value;
};

static bool is_unbounded(struct node node)
{
	return node_is_string(node) && string_is(node_text(node), "UNBOUNDED");
}

/* A range lies in a range if both its ends do. */
static enum verdict is_in_range(const struct constraint *constraint, struct node range)
{
	struct node value = constraint->value;
	bool is_range = node_kind(value) == NODE_SEQUENCE && node_count(value) == 2;
	struct node first = is_range ? node_item(value, 0) : value;
	struct node last = is_range ? node_item(value, 1) : value;
	if (node_kind(range) != NODE_SEQUENCE || node_count(range) != 2)
		return UNKNOWN;
	enum verdict above = HOLDS;
	enum verdict below = HOLDS;
	if (!is_unbounded(node_item(range, 0)))
		above = comparison_verdict(&constraint->comparison, STRING("greater_or_equal"),
			first, node_item(range, 0));
	if (!is_unbounded(node_item(range, 1)))
		below = comparison_verdict(&constraint->comparison, STRING("less_or_equal"), last,
			node_item(range, 1));
	return verdict_all(above, below);
}

/* "pattern: Constrains the property or parameter to a value that is allowed by the provided
 * regular expression": whether by the whole of the value is left open. */
static enum verdict matches(const struct constraint *constraint, struct node pattern)
{
	if (!node_is_string(pattern) || node_kind(constraint->value) != NODE_SCALAR)
		return UNKNOWN;
	struct pattern_cache *patterns = value_checker_patterns(constraint->checker);
	struct string text = node_text(constraint->value);
	enum verdict whole = pattern_match(patterns, node_text(pattern), text);
	return whole == FAILS && pattern_search(patterns, node_text(pattern), text) == HOLDS
		       ? UNKNOWN
		       : whole;
}

static enum verdict clause_verdict(
	const struct constraint *constraint, struct string operator, struct node operand)
{
	const struct comparison *comparison = &constraint->comparison;
	if (value_is_computed(comparison->version, operand))
		return UNKNOWN;
	if (string_is(operator, "equal"))
		return comparison_equal(comparison, constraint->value, operand);
	if (string_is(operator, "valid_values"))
		return comparison_any(comparison, constraint->value, operand);
	if (string_is(operator, "in_range"))
		return is_in_range(constraint, operand);
	if (string_is(operator, "pattern"))
		return matches(constraint, operand);
	if (string_is(operator, "schema"))
		return json_text_passes(node_text(constraint->value), node_text(operand));
	double length = comparison_length(constraint->value);
	double bound = node_number(operand);
	bool has_length = !isnan(length) && !isnan(bound);
	if (string_is(operator, "length"))
		return has_length ? verdict_of(length == bound) : UNKNOWN;
	if (string_is(operator, "min_length"))
		return has_length ? verdict_of(length >= bound) : UNKNOWN;
	if (string_is(operator, "max_length"))
		return has_length ? verdict_of(length <= bound) : UNKNOWN;
	return comparison_verdict(comparison, operator, constraint->value, operand);
}

/* As it is written, in one line; of a list the first values. */
static struct string operand_text(struct arena *arena, struct node operand)
{
	enum {
		MOST = 8
	};
	uint32_t count = node_kind(operand) == NODE_SEQUENCE ? node_count(operand) : 0;
	struct string text = count ? STRING("[") : node_text(operand);
	for (uint32_t i = 0; i < count && i < MOST; i++)
		text = arena_format(arena, "%.*s%s%.*s", STRING_ARGUMENTS(text), i ? ", " : "",
			STRING_ARGUMENTS(node_text(node_item(operand, i))));
	if (!count)
		return text;
	return arena_format(arena, "%.*s%s]", STRING_ARGUMENTS(text), count > MOST ? ", …" : "");
}

static void check_clauses(
	const struct constraint *constraint, struct node constraints, struct string name)
{
	uint32_t count = node_kind(constraints) == NODE_SEQUENCE ? node_count(constraints) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry clause = node_entry(node_item(constraints, i), 0);
		if (node_is_absent(clause.key) || node_is_null(constraint->value))
			continue;
		struct string operator= node_text(clause.key);
		if (clause_verdict(constraint, operator, clause.value) != FAILS)
			continue;
		/* A schema is a text of its own. */
		struct string operand =
			string_is(operator, "schema")
				? STRING("")
				: operand_text(
					  constraint->checker->diagnostics->arena, clause.value);
		diagnostics_add(constraint->checker->diagnostics,
			DIAGNOSTIC_CODE_CONSTRAINT_VIOLATED, constraint->value,
			"\"%.*s\" violates the constraint %.*s%s%.*s", STRING_ARGUMENTS(name),
			STRING_ARGUMENTS(operator), operand.length ? ": " : "",
			STRING_ARGUMENTS(operand));
	}
}

void constraint_check(struct value_checker *checker, enum primitive_type primitive,
	const struct type *type, struct node definition, struct node value, struct string name)
{
	struct constraint constraint = {checker, {checker->version, primitive, type}, value};
	check_clauses(&constraint, node_get(definition, "constraints"), name);
	struct node validation = node_get(definition, "validation");
	if (node_is_null(validation) || validation_clause_verdict(checker, &constraint.comparison,
						validation, value) != FAILS)
		return;
	struct node condition =
		validation_clause_failing(checker, &constraint.comparison, validation, value);
	struct string text = clause_text(condition, checker->diagnostics->arena);
	diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_CONSTRAINT_VIOLATED, value,
		"\"%.*s\" does not satisfy its validation clause %.*s", STRING_ARGUMENTS(name),
		STRING_ARGUMENTS(text));
}

/* False if the type is unknown. */
static bool find_primitive(struct value_checker *checker, struct value_schema schema,
	enum primitive_type *primitive, const struct type **type)
{
	struct string name = node_text(value_schema_get(schema, "type"));
	*primitive = primitive_type_find(checker->version, name);
	*type = NULL;
	if (*primitive != PRIMITIVE_NONE || !name.length)
		return name.length > 0;
	*type = schema.where ? type_find_from(schema.where, TYPE_DATA, name)
			     : types_find(checker->types, TYPE_DATA, name);
	if (!*type || (*type)->is_cyclic)
		return false;
	*primitive = type_primitive(*type);
	return *primitive != PRIMITIVE_NONE || type_is_rooted(*type);
}

enum verdict constraint_clause_verdict(struct value_checker *checker, struct value_schema schema,
	struct string operator, struct node operand, struct node value)
{
	enum primitive_type primitive;
	const struct type *type;
	if (!find_primitive(checker, schema, &primitive, &type))
		return UNKNOWN;
	struct constraint constraint = {checker, {checker->version, primitive, type}, value};
	return clause_verdict(&constraint, operator, operand);
}

bool constraint_comparison(
	struct value_checker *checker, struct value_schema schema, struct comparison *comparison)
{
	comparison->version = checker->version;
	return find_primitive(checker, schema, &comparison->primitive, &comparison->type);
}

/* ---- definitions ---- */

/* Of which types values have a length, an order, or are text. */
enum value_form {
	HAS_LENGTH = 1 << 0,
	HAS_ORDER = 1 << 1,
	IS_TEXT = 1 << 2,
};

static unsigned forms_of(enum primitive_type primitive)
{
	switch (primitive) {
	case PRIMITIVE_STRING:
		return HAS_LENGTH | HAS_ORDER | IS_TEXT;
	case PRIMITIVE_LIST:
	case PRIMITIVE_MAP:
		return HAS_LENGTH;
	case PRIMITIVE_BOOLEAN:
	case PRIMITIVE_NONE:
		return 0;
	case PRIMITIVE_INTEGER:
	case PRIMITIVE_FLOAT:
		return HAS_ORDER;
	default:
		/* Versions, timestamps and amounts are written as text, too. */
		return HAS_ORDER | IS_TEXT;
	}
}

/* Simple Profile, section "Constraint clause definition": the operators and their types. */
static unsigned forms_needed(struct string operator)
{
	static const struct {
		const char *operator;
		unsigned form;
	} operators[] = {
		{"greater_or_equal", HAS_ORDER},
		{"greater_than", HAS_ORDER},
		{"in_range", HAS_ORDER},
		{"length", HAS_LENGTH},
		{"less_or_equal", HAS_ORDER},
		{"less_than", HAS_ORDER},
		{"max_length", HAS_LENGTH},
		{"min_length", HAS_LENGTH},
		{"pattern", IS_TEXT},
	};
	for (size_t i = 0; i < sizeof(operators) / sizeof(*operators); i++) {
		if (string_is(operator, operators[i].operator))
			return operators[i].form;
	}
	return 0;
}

/* The clauses of a definition of values that are compared as `comparison` says. */
struct definition {
	struct value_checker *checker;
	struct comparison comparison;
	struct string type_name;
	enum diagnostic_code code;
};

static void report_definition(const struct definition *definition, struct node place,
	struct node operator, const char * format)
{
	char message[256];
	snprintf(message, sizeof(message), format, STRING_ARGUMENTS(node_text(operator)),
		STRING_ARGUMENTS(definition->type_name));
	diagnostics_add(definition->checker->diagnostics, definition->code, place, "%s", message)
		->severity = DIAGNOSTIC_WARNING;
}

/* A value of the type that the clause is about. Ranges are compared by their ends, lists by some
 * tools entry by entry, and types with properties not at all. */
static void check_operand(
	const struct definition *definition, struct node operator, struct node operand)
{
	enum primitive_type primitive = definition->comparison.primitive;
	if (primitive == PRIMITIVE_NONE || primitive == PRIMITIVE_RANGE ||
		primitive == PRIMITIVE_LIST || primitive == PRIMITIVE_MAP ||
		is_unbounded(operand) || value_is_computed(definition->checker->version, operand) ||
		value_is_of(definition->checker, primitive, definition->comparison.type, operand))
		return;
	report_definition(definition, operand, operator, "\"%.*s\" needs a value of type \"%.*s\"");
}

static void check_operands(
	const struct definition *definition, struct node operator, struct node operand)
{
	bool is_range = string_is(node_text(operator), "in_range");
	int order;
	if (node_kind(operand) == NODE_SEQUENCE &&
		(is_range || string_is(node_text(operator), "valid_values"))) {
		for (uint32_t i = 0; i < node_count(operand); i++)
			check_operand(definition, operator, node_item(operand, i));
		if (is_range && node_count(operand) == 2 &&
			comparison_order(&definition->comparison, node_item(operand, 0),
				node_item(operand, 1), &order) &&
			order > 0)
			report_definition(definition, operand, operator,
				"No value is \"%.*s\" of these bounds: the lower one comes first");
	} else if (string_is(node_text(operator), "equal") ||
		   forms_needed(node_text(operator)) == HAS_ORDER) {
		check_operand(definition, operator, operand);
	}
}

static void check_clause(const struct definition *definition, struct node clause)
{
	struct node_entry entry = node_entry(clause, 0);
	unsigned needed = forms_needed(node_text(entry.key));
	if (needed && !(needed & forms_of(definition->comparison.primitive)))
		report_definition(definition, entry.key, entry.key,
			"\"%.*s\" does not apply to values of type \"%.*s\"");
	else
		check_operands(definition, entry.key, entry.value);
}

static void check_definition(const struct definition *definition, struct node constraints)
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
		check_definition(&definition, node_get(schema.definition, "constraints"));
}

void constraint_check_type(struct value_checker *checker, const struct type *type)
{
	struct definition definition = {
		.checker = checker,
		.comparison = {checker->version, type_primitive(type), type},
		.type_name = type->name,
		.code = DIAGNOSTIC_CODE_BAD_TYPE_DEFINITION,
	};
	if (definition.comparison.primitive != PRIMITIVE_NONE)
		check_definition(&definition, node_get(type->definition, "constraints"));
}
