#include "analyzer/model/values/scalar_check.h"

#include "analyzer/model/scope/type_relation.h"
#include "analyzer/model/values/scalar_unit.h"

#include <math.h>

/* ---- the type of the number ---- */

/* "data_type": `integer`, `float` or a type derived from one of them. */
struct number_type {
	struct placed_node name; /* absent: `float`, by default */
	const struct type *type; /* NULL if it is primitive, or unknown */
	enum primitive_type primitive;
};

static struct number_type number_type_of(
	const struct value_checker *checker, const struct type *scalar)
{
	struct number_type found = {.name = type_value(scalar, "data_type")};
	if (node_is_null(found.name.node)) {
		found.primitive = PRIMITIVE_FLOAT;
		return found;
	}
	found.primitive = primitive_type_find(checker->version, node_text(found.name.node));
	if (found.primitive != PRIMITIVE_NONE)
		return found;
	found.type = placed_type(found.name, TYPE_DATA);
	if (found.type)
		found.primitive = type_primitive(found.type);
	return found;
}

static bool counts(const struct number_type *number)
{
	return number->primitive == PRIMITIVE_INTEGER || number->primitive == PRIMITIVE_FLOAT;
}

static struct value_schema schema_of(const struct number_type *number)
{
	return (struct value_schema){number->name.where, number->name.node, NULL};
}

/* A derived type narrows what its parent says. */
static bool narrows(const struct number_type *own, const struct number_type *inherited)
{
	if (own->primitive != inherited->primitive)
		return false;
	return !inherited->type || (own->type && type_derives(own->type, inherited->type) != FAILS);
}

static void check_number_type(struct value_checker *checker, const struct type *type)
{
	struct number_type own = number_type_of(checker, type);
	struct node written = node_get(type->definition, "data_type");
	bool is_known = own.type || own.primitive != PRIMITIVE_NONE;
	if (node_is_null(written) || !is_known)
		return; /* an unknown type is reported where it is named */
	if (!counts(&own)) {
		diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_BAD_TYPE_DEFINITION, written,
			"The numbers of a scalar type are integer or float, or derived from them; "
			"\"%.*s\" is not",
			STRING_ARGUMENTS(node_text(written)));
		return;
	}
	struct number_type inherited = number_type_of(checker, type->parent);
	if (type->parent && !narrows(&own, &inherited))
		diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_BAD_TYPE_DEFINITION, written,
			"\"%.*s\" is not derived from \"%.*s\", the type of the numbers of "
			"\"%.*s\"",
			STRING_ARGUMENTS(node_text(written)),
			STRING_ARGUMENTS(node_is_null(inherited.name.node)
						 ? STRING("float")
						 : node_text(inherited.name.node)),
			STRING_ARGUMENTS(type->parent->name));
}

/* ---- units ---- */

/* A multiplier is a number of the scalar's data type, and counts at least something. */
static void check_multipliers(
	struct value_checker *checker, const struct type *type, struct node multipliers)
{
	struct number_type number = number_type_of(checker, type);
	uint32_t count = node_kind(multipliers) == NODE_MAPPING ? node_count(multipliers) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(multipliers, i);
		if (isnan(node_number(entry.value)))
			continue; /* grammar tells it */
		if (node_number(entry.value) <= 0)
			diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_BAD_TYPE_DEFINITION,
				entry.value, "The multiplier of \"%.*s\" must be above 0",
				STRING_ARGUMENTS(node_text(entry.key)));
		else if (number.primitive == PRIMITIVE_INTEGER)
			value_check(checker, schema_of(&number), entry.key, entry.value,
				node_text(entry.key));
	}
}

static void check_canonical_unit(struct value_checker *checker, const struct type *type)
{
	struct node canonical = node_get(type->definition, "canonical_unit");
	if (!node_is_string(canonical))
		return;
	double factor = scalar_unit_factor_of_type(type, node_text(canonical));
	if (factor == 0)
		diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_BAD_TYPE_DEFINITION,
			canonical, "\"%.*s\" is none of the units",
			STRING_ARGUMENTS(node_text(canonical)));
	else if (!isnan(factor) && factor != 1)
		diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_BAD_TYPE_DEFINITION,
			canonical, "The canonical unit \"%.*s\" must have the multiplier 1",
			STRING_ARGUMENTS(node_text(canonical)));
}

/* TOSCA 2.0, section "scalar": of several units that count 1, "canonical_unit" says which one is
 * the base; and prefixes multiply the only unit there is. */
static void check_number_of_units(struct value_checker *checker, const struct type *type)
{
	struct node units = scalar_unit_keyname(type, "units");
	struct node own = node_get(type->definition, "prefixes");
	uint32_t count = node_kind(units) == NODE_MAPPING ? node_count(units) : 0;
	uint32_t ones = 0;
	for (uint32_t i = 0; i < count; i++)
		ones += node_number(node_entry(units, i).value) == 1;
	if (ones > 1 && !node_is_null(node_get(type->definition, "units")) &&
		node_is_null(scalar_unit_keyname(type, "canonical_unit")))
		diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_BAD_TYPE_DEFINITION,
			node_key(units),
			"%u units of \"%.*s\" count 1: \"canonical_unit\" has to say which one is "
			"the base",
			ones, STRING_ARGUMENTS(type->name));
	if (count > 1 && node_kind(own) == NODE_MAPPING && node_count(own) > 0)
		diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_BAD_TYPE_DEFINITION,
			node_key(own),
			"\"%.*s\" has %u units, and prefixes are for types with one: write the "
			"prefixed units out",
			STRING_ARGUMENTS(type->name), count);
}

void scalar_check_type(struct value_checker *checker, const struct type *type)
{
	struct node units = node_get(type->definition, "units");
	struct node prefixes = node_get(type->definition, "prefixes");
	check_number_type(checker, type);
	if (!node_is_absent(units) && node_kind(units) != NODE_MAPPING)
		return; /* a mistake of its own */
	if (node_is_null(scalar_unit_keyname(type, "units"))) {
		diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_BAD_TYPE_DEFINITION,
			type->key, "Scalar type \"%.*s\" needs \"units\"",
			STRING_ARGUMENTS(type->name));
		return;
	}
	if (!node_is_null(units) && !scalar_unit_has_one(type, "units"))
		diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_BAD_TYPE_DEFINITION, units,
			"One unit of \"%.*s\" must have the multiplier 1",
			STRING_ARGUMENTS(type->name));
	if (node_kind(prefixes) == NODE_MAPPING && !scalar_unit_has_one(type, "prefixes"))
		diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_BAD_TYPE_DEFINITION, prefixes,
			"One prefix of \"%.*s\" must have the multiplier 1",
			STRING_ARGUMENTS(type->name));
	check_multipliers(checker, type, units);
	check_multipliers(checker, type, prefixes);
	check_canonical_unit(checker, type);
	check_number_of_units(checker, type);
}

/* ---- values ---- */

/* Of the number alone, as if it were written without its unit. */
static bool number_is_of(
	struct value_checker *checker, const struct number_type *number, struct string digits)
{
	struct arena *arena = arena_create();
	struct syntax_tree *tree = syntax_tree_create(digits);
	struct diagnostics found = diagnostics_in(arena);
	struct diagnostics *diagnostics = checker->diagnostics;
	checker->diagnostics = &found;
	value_check(checker, schema_of(number), (struct node){0}, syntax_tree_root(tree), digits);
	checker->diagnostics = diagnostics;
	bool is_one = found.count == 0;
	syntax_tree_release(tree);
	arena_destroy(arena);
	return is_one;
}

void scalar_check_value(struct value_checker *checker, const struct type *type, struct node key,
	struct node value, struct string name)
{
	struct string digits;
	struct string unit;
	if (node_kind(value) != NODE_SCALAR ||
		!scalar_unit_split(node_text(value), &digits, &unit)) {
		value_report(checker, key, value, name, "a number with a unit");
		return;
	}
	if (scalar_unit_factor_of_type(type, unit) <= 0) {
		diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_WRONG_VALUE, value,
			"\"%.*s\" has no unit \"%.*s\"", STRING_ARGUMENTS(type->name),
			STRING_ARGUMENTS(unit));
		return;
	}
	struct number_type number = number_type_of(checker, type);
	if (node_is_null(number.name.node) || !counts(&number) ||
		number_is_of(checker, &number, digits))
		return;
	if (number.type)
		diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_WRONG_VALUE, value,
			"%.*s in \"%.*s\" is no value of type \"%.*s\"", STRING_ARGUMENTS(digits),
			STRING_ARGUMENTS(name), STRING_ARGUMENTS(number.type->name));
	else
		diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_WRONG_VALUE, value,
			"\"%.*s\" must be a whole number of units", STRING_ARGUMENTS(name));
}
