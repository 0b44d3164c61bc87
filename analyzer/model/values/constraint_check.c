#include "analyzer/model/values/constraint_check.h"

#include "analyzer/model/scope/type_relation.h"
#include "analyzer/model/text/clause_text.h"
#include "analyzer/model/values/comparison.h"
#include "analyzer/model/values/json_schema.h"
#include "analyzer/model/values/validation_clause.h"

#include <math.h>
#include <stdio.h>

struct constraint {
	struct value_checker *checker;
	struct comparison comparison;
	struct node value;
};

struct constraint_clause constraint_clause_of(struct node item)
{
	struct node_entry entry = node_entry(item, 0);
	if (node_kind(item) == NODE_SCALAR && !node_is_null(item))
		return (struct constraint_clause){STRING("equal"), item, item};
	return (struct constraint_clause){node_text(entry.key), entry.key, entry.value};
}

bool constraint_is_unbounded(struct node node)
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
	int order;
	/* Of bounds that are upside down, the definition tells. */
	if (node_kind(range) != NODE_SEQUENCE || node_count(range) != 2 ||
		(comparison_order(&constraint->comparison, node_item(range, 0), node_item(range, 1),
			 &order) &&
			order > 0))
		return UNKNOWN;
	enum verdict above = HOLDS;
	enum verdict below = HOLDS;
	if (!constraint_is_unbounded(node_item(range, 0)))
		above = comparison_verdict(&constraint->comparison, STRING("greater_or_equal"),
			first, node_item(range, 0));
	if (!constraint_is_unbounded(node_item(range, 1)))
		below = constraint_is_unbounded(last)
				? FAILS
				: comparison_verdict(&constraint->comparison,
					  STRING("less_or_equal"), last, node_item(range, 1));
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
	const struct constraint *constraint, struct string op, struct node operand)
{
	const struct comparison *comparison = &constraint->comparison;
	if (value_is_computed(comparison->version, operand))
		return UNKNOWN;
	if (string_is(op, "equal"))
		return comparison_equal(comparison, constraint->value, operand);
	if (string_is(op, "valid_values"))
		return comparison_any(comparison, constraint->value, operand);
	if (string_is(op, "in_range"))
		return is_in_range(constraint, operand);
	if (string_is(op, "pattern"))
		return matches(constraint, operand);
	if (string_is(op, "schema"))
		return json_schema_verdict(node_text(operand), node_text(constraint->value),
			value_checker_patterns(constraint->checker));
	double length = comparison_length(constraint->value);
	double bound = node_number(operand);
	bool has_length = !isnan(length) && !isnan(bound);
	if (string_is(op, "length"))
		return has_length ? verdict_of(length == bound) : UNKNOWN;
	if (string_is(op, "min_length"))
		return has_length ? verdict_of(length >= bound) : UNKNOWN;
	if (string_is(op, "max_length"))
		return has_length ? verdict_of(length <= bound) : UNKNOWN;
	return comparison_verdict(comparison, op, constraint->value, operand);
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

/* What a message names behind the operator: of a schema, which is long, what fails. */
static struct string operand_that_fails(
	const struct constraint *constraint, const struct constraint_clause *clause)
{
	struct arena *arena = constraint->checker->diagnostics->arena;
	if (string_is(clause->op, "schema"))
		return json_schema_failure(node_text(clause->operand), node_text(constraint->value),
			value_checker_patterns(constraint->checker), arena);
	return operand_text(arena, clause->operand);
}

static void report_given_up(
	const struct constraint *constraint, struct node schema, struct string name)
{
	if (json_schema_gives_up(node_text(schema), node_text(constraint->value),
		    value_checker_patterns(constraint->checker)))
		diagnostics_add(constraint->checker->diagnostics, DIAGNOSTIC_CODE_CHECKING_GIVEN_UP,
			constraint->value,
			"Whether \"%.*s\" passes its JSON Schema is not checked: it takes too "
			"many steps",
			STRING_ARGUMENTS(name));
}

static void check_clauses(
	const struct constraint *constraint, struct node constraints, struct string name)
{
	uint32_t count = node_kind(constraints) == NODE_SEQUENCE ? node_count(constraints) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct constraint_clause clause = constraint_clause_of(node_item(constraints, i));
		if (node_is_absent(clause.key) || node_is_null(constraint->value))
			continue;
		enum verdict verdict = clause_verdict(constraint, clause.op, clause.operand);
		if (verdict == UNKNOWN && string_is(clause.op, "schema"))
			report_given_up(constraint, clause.operand, name);
		if (verdict != FAILS)
			continue;
		struct string operand = operand_that_fails(constraint, &clause);
		diagnostics_add(constraint->checker->diagnostics,
			DIAGNOSTIC_CODE_CONSTRAINT_VIOLATED, constraint->value,
			"\"%.*s\" violates the constraint %.*s%s%.*s", STRING_ARGUMENTS(name),
			STRING_ARGUMENTS(clause.op), operand.length ? ": " : "",
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

enum verdict constraint_clause_verdict(struct value_checker *checker, struct value_schema schema,
	struct string op, struct node operand, struct node value)
{
	struct constraint constraint = {.checker = checker, .value = value};
	return constraint_comparison(checker, schema, &constraint.comparison)
		       ? clause_verdict(&constraint, op, operand)
		       : UNKNOWN;
}

bool constraint_comparison(
	struct value_checker *checker, struct value_schema schema, struct comparison *comparison)
{
	struct data_type type = value_schema_data_type(checker->types, checker->version, schema);
	*comparison = (struct comparison){checker->version, type.primitive, type.type};
	return data_type_is_rooted(&type);
}
