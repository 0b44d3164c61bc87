#include "analyzer/model/value_definition_check.h"

#include "analyzer/model/clause_check.h"
#include "analyzer/model/constraint_check.h"
#include "analyzer/model/schema_check.h"

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

void value_definitions_check(struct value_checker *checker, struct type_members members,
	const struct type *origin, bool needs_types)
{
	for (size_t i = 0; i < members.count; i++) {
		const struct type_member *member = &members.items[i];
		struct node own_value = type_member_own_value(member);
		if (member->origin != origin ||
			(node_kind(member->definition) != NODE_MAPPING && node_is_null(own_value)))
			continue;
		constraint_check_definition(checker, value_schema_of_member(member));
		schema_check(checker, value_schema_of_member(member));
		check_given(checker, member, node_get(member->definition, "default"));
		check_given(checker, member, own_value);
		if (version_is_2_0(checker->version) &&
			node_kind(member->definition) == NODE_MAPPING)
			clause_check_validations(checker, value_schema_of_member(member));
		if (node_is_null(type_member_get(member, "type")) && needs_types)
			report_missing_type(checker, member);
	}
}
