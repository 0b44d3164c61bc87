#include "analyzer/model/values/schema_check.h"

#include "analyzer/model/values/constraint_check.h"

static void report(struct value_checker *checker, struct node place, const char *what,
	const char *keyname, struct string type)
{
	struct diagnostic *diagnostic = diagnostics_add(checker->diagnostics,
		DIAGNOSTIC_CODE_BAD_TYPE_DEFINITION, place, "Only %s have \"%s\" and not \"%.*s\"",
		what, keyname, STRING_ARGUMENTS(type));
	if (!version_is_2_0(checker->version))
		diagnostic->severity = DIAGNOSTIC_WARNING;
}

/* Whatever their version, maps have strings as keys. */
static void check_keys(struct value_checker *checker, struct value_schema keys)
{
	struct node type = value_schema_get(keys, "type");
	struct comparison comparison;
	if (!constraint_comparison(checker, keys, &comparison) ||
		comparison.primitive == PRIMITIVE_STRING)
		return;
	struct diagnostic *diagnostic =
		diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_BAD_TYPE_DEFINITION, type,
			"Keys of maps are strings, which \"%.*s\" is not",
			STRING_ARGUMENTS(node_text(type)));
	if (!version_is_2_0(checker->version))
		diagnostic->severity = DIAGNOSTIC_WARNING;
}

static void check_inner(struct value_checker *checker, struct value_schema inner);

/* Those in `definition`, whose values are of the primitive type, PRIMITIVE_NONE if they have
 * properties. That a list or map has a schema, the OASIS suite does not ask for. */
static void check(struct value_checker *checker, const struct type *where, struct node definition,
	const struct comparison *comparison, struct string type)
{
	struct value_schema entries = {where, node_get(definition, "entry_schema"), NULL};
	struct value_schema keys = {where, node_get(definition, "key_schema"), NULL};
	bool has_keys = !comparison || primitive_type_has_keys(comparison->primitive);
	bool has_entries = !comparison || primitive_type_has_entries(comparison->primitive);
	if (!node_is_null(keys.definition) && !has_keys)
		report(checker, keys.definition, "maps", "key_schema", type);
	else if (!node_is_null(keys.definition))
		check_keys(checker, keys);
	if (!node_is_null(entries.definition) && !has_entries)
		report(checker, entries.definition, "lists and maps", "entry_schema", type);
	check_inner(checker, keys);
	check_inner(checker, entries);
}

static void check_definition(struct value_checker *checker, struct value_schema schema)
{
	struct comparison comparison;
	bool is_known = constraint_comparison(checker, schema, &comparison);
	check(checker, schema.where, schema.definition, is_known ? &comparison : NULL,
		node_text(value_schema_get(schema, "type")));
}

static void check_inner(struct value_checker *checker, struct value_schema inner)
{
	if (node_kind(inner.definition) != NODE_MAPPING)
		return;
	constraint_check_definition(checker, inner);
	check_definition(checker, inner);
}

void schema_check(struct value_checker *checker, struct value_schema schema)
{
	if (node_kind(schema.definition) == NODE_MAPPING)
		check_definition(checker, schema);
}

void schema_check_type(struct value_checker *checker, const struct type *type)
{
	struct value_schema self = value_schema_of_type(type);
	struct comparison comparison;
	bool is_known = constraint_comparison(checker, self, &comparison);
	check(checker, type, type->definition, is_known ? &comparison : NULL, type->name);
}
