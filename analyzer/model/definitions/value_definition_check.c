#include "analyzer/model/definitions/value_definition_check.h"

#include "analyzer/model/functions/clause_check.h"
#include "analyzer/model/values/constraint_check.h"
#include "analyzer/model/values/schema_check.h"

static void check_given(
	struct value_checker *checker, const struct type_member *member, struct node value)
{
	if (!node_is_null(value))
		value_check(checker, value_schema_of_member(member), node_key(value), value,
			member->name);
}

static void report_missing_type(struct value_checker *checker, const struct type_member *member)
{
	struct diagnostic *diagnostic =
		diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_MISSING_KEYNAME, member->key,
			"\"%.*s\" needs the keyname \"type\": nothing that \"%.*s\" refines "
			"defines it",
			STRING_ARGUMENTS(member->name), STRING_ARGUMENTS(member->origin->name));
	if (!version_is_2_0(checker->version))
		diagnostic->severity = DIAGNOSTIC_WARNING;
}

/* Simple Profile 1.3, section "Refining Property Definitions": constraints are added to those
 * before, and what was the default stays the default. */
static void check_inherited_default(struct value_checker *checker, const struct type_member *member)
{
	struct node constraints = node_get(member->definition, "constraints");
	struct node value = type_member_get(member->refines, "default");
	uint32_t count = node_kind(constraints) == NODE_SEQUENCE ? node_count(constraints) : 0;
	bool is_replaced = !node_is_null(node_get(member->definition, "default")) ||
			   !node_is_null(node_get(member->definition, "value"));
	for (uint32_t i = 0; !is_replaced && !node_is_null(value) && i < count; i++) {
		struct constraint_clause clause = constraint_clause_of(node_item(constraints, i));
		if (constraint_clause_verdict(checker, value_schema_of_member(member), clause.op,
			    clause.operand, value) == FAILS)
			diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_BAD_TYPE_DEFINITION,
				clause.key, "The default that \"%.*s\" inherits violates \"%.*s\"",
				STRING_ARGUMENTS(member->name), STRING_ARGUMENTS(clause.op))
				->severity = DIAGNOSTIC_WARNING;
	}
}

void value_definitions_check(struct value_checker *checker, struct type_members members,
	const struct type *origin, bool needs_types)
{
	for (size_t i = 0; i < members.count; i++) {
		const struct type_member *member = &members.items[i];
		struct node own_value = type_member_own_value(member);
		bool is_nothing = node_is_null(member->definition) && node_is_null(own_value);
		if (member->origin != origin || (node_kind(member->definition) != NODE_MAPPING &&
							node_is_null(own_value) && !is_nothing))
			continue;
		if (node_is_null(type_member_get(member, "type")) && needs_types)
			report_missing_type(checker, member);
		if (is_nothing)
			continue;
		constraint_check_definition(checker, value_schema_of_member(member));
		schema_check(checker, value_schema_of_member(member));
		check_given(checker, member, node_get(member->definition, "default"));
		check_given(checker, member, own_value);
		check_inherited_default(checker, member);
		if (version_is_2_0(checker->version) &&
			node_kind(member->definition) == NODE_MAPPING)
			clause_check_validations(checker->caller, value_schema_of_member(member));
	}
}
