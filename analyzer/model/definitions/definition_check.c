/* Types that a file defines: derivation, refinement, data types, defaults. */
#include "analyzer/model/definitions/type_check.h"

#include "analyzer/model/behaviour/activity_check.h"
#include "analyzer/model/behaviour/artifact_check.h"
#include "analyzer/model/behaviour/interface_check.h"
#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/definitions/refinement_check.h"
#include "analyzer/model/definitions/value_definition_check.h"
#include "analyzer/model/functions/clause_check.h"
#include "analyzer/model/functions/function_check.h"
#include "analyzer/model/functions/function_result.h"
#include "analyzer/model/grammar/grammar.h"
#include "analyzer/model/report/suggestion.h"
#include "analyzer/model/requirements/requirement_definition_check.h"
#include "analyzer/model/scope/type_relation.h"
#include "analyzer/model/values/constraint_check.h"
#include "analyzer/model/values/scalar_check.h"
#include "analyzer/model/values/schema_check.h"
#include "analyzer/model/values/value_check.h"

enum {
	MOST_STEPS_TOLD = 20 /* of a cycle */
};

static void report_definition(
	struct value_checker *checker, struct node place, const char *format, struct string name)
{
	diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_BAD_TYPE_DEFINITION, place, format,
		STRING_ARGUMENTS(name));
}

static const struct type *next_in_cycle(const struct type *type)
{
	return type_find_from(type, type->kind, type->parent_name);
}

/* A cycle is told once, at the first of its types in this file. */
static void check_cycle(struct value_checker *checker, const struct type *type)
{
	if (!type->is_first_of_cycle)
		return;
	struct arena *arena = checker->diagnostics->arena;
	struct string cycle = type->name;
	unsigned steps = 1;
	const struct type *next = next_in_cycle(type);
	for (; next && next != type && steps < MOST_STEPS_TOLD; next = next_in_cycle(next), steps++)
		cycle = arena_format(arena, "%.*s → %.*s", STRING_ARGUMENTS(cycle),
			STRING_ARGUMENTS(next->name));
	if (next != type)
		cycle = arena_format(arena, "%.*s → …", STRING_ARGUMENTS(cycle));
	struct diagnostic *diagnostic = diagnostics_add(checker->diagnostics,
		DIAGNOSTIC_CODE_CIRCULAR_TYPE, node_get(type->definition, "derived_from"),
		"The %s \"%.*s\" derives from itself: %.*s → %.*s",
		type_kind_row(type->kind)->title, STRING_ARGUMENTS(type->name),
		STRING_ARGUMENTS(cycle), STRING_ARGUMENTS(type->name));
	next = next_in_cycle(type);
	for (steps = 1; next && next != type && steps < MOST_STEPS_TOLD;
		next = next_in_cycle(next), steps++)
		if (type_tree(next) == type_tree(type))
			diagnostic_relate(checker->diagnostics, diagnostic, location_of(next->key),
				"by way of \"%.*s\"", STRING_ARGUMENTS(next->name));
}

static void check_depth(struct value_checker *checker, const struct type *type)
{
	if (type->is_too_deep && !type->is_cyclic)
		diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_DEEP_DERIVATION,
			node_get(type->definition, "derived_from"),
			"More than %d types derive from each other here: what \"%.*s\" inherits is "
			"not "
			"looked at",
			DEEPEST_DERIVATION, STRING_ARGUMENTS(type->name));
}

/* ---- data types ---- */

static void check_data_type(struct value_checker *checker, const struct type *type)
{
	static const char *const of_scalars[] = {
		"units", "canonical_unit", "prefixes", "data_type"};
	enum primitive_type primitive = type_primitive(type);
	struct node properties = node_get(type->definition, "properties");
	if (primitive != PRIMITIVE_NONE && node_count(properties) > 0)
		report_definition(checker, node_find(type->definition, STRING("properties")).key,
			"\"%.*s\" derives from a primitive type, which has no properties",
			type->name);
	constraint_check_type(checker, type);
	schema_check_type(checker, type);
	if (!version_is_2_0(checker->version))
		return;
	if (primitive == PRIMITIVE_SCALAR) {
		scalar_check_type(checker, type);
		return;
	}
	if (primitive == PRIMITIVE_NONE && !type_is_rooted(type))
		return; /* what is not known may be a scalar */
	for (size_t i = 0; i < sizeof(of_scalars) / sizeof(*of_scalars); i++) {
		struct node value = node_get(type->definition, of_scalars[i]);
		if (!node_is_null(value)) {
			report_definition(checker, node_key(value),
				"Units are for types derived from \"scalar\", which \"%.*s\" is "
				"not",
				type->name);
			return;
		}
	}
}

/* ---- validation clauses ---- */

static void check_validations_of_data_type(struct value_checker *checker, const struct type *type)
{
	static const char *const schemas[] = {"entry_schema", "key_schema"};
	struct value_schema self = value_schema_of_type(type);
	clause_check_validation(checker->caller, self, node_get(type->definition, "validation"));
	for (size_t i = 0; i < sizeof(schemas) / sizeof(*schemas); i++) {
		struct value_schema schema = {type, node_get(type->definition, schemas[i]), NULL};
		if (node_kind(schema.definition) == NODE_MAPPING)
			clause_check_validations(checker->caller, schema);
	}
}

/* ---- properties and attributes ---- */

static void check_part(struct value_checker *checker, const struct type *type, enum type_part part)
{
	/* A type with a parent that is not known may refine what is there. */
	value_definitions_check(checker, member_cache_get(checker->members, type, part), type,
		type->parent && types_are_complete(checker->types));
}

/* "The referred properties must have been defined in the Capability Type definition … New
 * properties may not be added." */
static void report_added(struct template_checker *checker, const struct type *type,
	struct type_members members, const struct type *of, enum type_part part)
{
	const char *kind = of->kind == TYPE_CAPABILITY ? "Capability type " : "Relationship type ";
	for (size_t i = 0; i < members.count; i++) {
		const struct type_member *member = &members.items[i];
		if (member->origin != type || member->refines)
			continue;
		struct suggestion suggestion = suggestion_for(member->name);
		for (size_t k = 0; k < members.count; k++)
			if (k != i)
				suggestion_offer(&suggestion, members.items[k].name);
		template_report_unknown(checker, kind, of->name, part, member->key, &suggestion);
	}
}

/* What an element inside of `type` refines of its own type `of`, or in TOSCA 1.x adds to it. */
static void check_values_of_element(struct template_checker *checker, const struct type *type,
	const struct type_member *element, const struct type *of)
{
	static const enum type_part parts[] = {PART_PROPERTIES, PART_ATTRIBUTES};
	struct value_checker *values = &checker->values;
	bool is_2_0 = version_is_2_0(checker->scope.version);
	bool needs_types = !is_2_0 && types_are_complete(values->types);
	for (size_t i = 0; type_is_rooted(of) && i < sizeof(parts) / sizeof(*parts); i++) {
		struct type_members members =
			type_members_of_element(of, element, parts[i], checker->scope.arena);
		refinement_check_values(values, members, type, parts[i]);
		value_definitions_check(values, members, type, needs_types);
		if (is_2_0)
			report_added(checker, type, members, of, parts[i]);
	}
}

/* Sections "Capability definition" and "Requirement definition". */
static void check_elements(struct template_checker *checker, const struct type *type)
{
	struct member_cache *cache = checker->values.members;
	struct type_members capabilities = member_cache_get(cache, type, PART_CAPABILITIES);
	for (size_t i = 0; i < capabilities.count; i++) {
		const struct type_member *one = &capabilities.items[i];
		if (one->origin == type)
			check_values_of_element(checker, type, one,
				placed_type(member_value(one, "type", "type"), TYPE_CAPABILITY));
	}
	struct type_members requirements = member_cache_get(cache, type, PART_REQUIREMENTS);
	for (size_t i = 0; i < requirements.count; i++) {
		struct type_member relationship;
		const struct type *of =
			requirement_relationship(&requirements.items[i], type, &relationship);
		if (of && version_is_2_0(checker->scope.version))
			check_values_of_element(checker, type, &relationship, of);
	}
}

static void check_refinement(struct template_checker *checker, const struct type *type)
{
	struct diagnostics *found = checker->values.diagnostics;
	size_t before = found->count;
	bool is_2_0 = version_is_2_0(checker->scope.version);
	refinement_check(&checker->values, type);
	if (is_2_0 && type->kind == TYPE_DATA)
		check_validations_of_data_type(&checker->values, type);
	check_elements(checker, type);
	interface_definitions_check(checker, type);
	requirement_definitions_check(checker, type);
	/* Tools tolerate what the texts of TOSCA 1.x forbid. */
	for (size_t i = before; !is_2_0 && i < found->count; i++)
		found->items[i].severity = DIAGNOSTIC_WARNING;
}

static void check_type(struct template_checker *checker, const struct type *type)
{
	struct value_checker *values = &checker->values;
	types_find(values->types, type->kind, type->name); /* what it says is what is checked */
	check_cycle(values, type);
	check_depth(values, type);
	if (node_kind(type->definition) != NODE_MAPPING)
		return;
	if (type->kind == TYPE_DATA)
		check_data_type(values, type);
	check_part(values, type, PART_PROPERTIES);
	check_part(values, type, PART_ATTRIBUTES);
	if (type->is_cyclic)
		return;
	check_refinement(checker, type);
	artifacts_check_type(checker, type);
	if (type->kind == TYPE_POLICY)
		triggers_check_type(checker, type);
}

/* What SELF is in the values of a type: of others than those of nodes and relationships, what has
 * an element of the type. */
static struct graph_place place_in(const struct type *type)
{
	struct graph_place place = {.kind = PLACE_UNKNOWN};
	if (type->kind != TYPE_NODE && type->kind != TYPE_RELATIONSHIP)
		return place;
	place = graph_type(type);
	/* What only a derived type defines cannot be meant here. */
	place.is_open = false;
	return place;
}

void types_check_definitions(const struct types *types, uint32_t section,
	struct diagnostics *diagnostics, struct template_notes *notes)
{
	struct arena *arena = arena_create();
	struct template_checker checker = {
		.values =
			{
				.types = types,
				.version = grammar_version(types_tree(types)),
				.diagnostics = diagnostics,
				.members = member_cache_create(arena),
				.is_default = true,
				.check_call = function_result_check,
			},
		.scope = template_scope_of(types, types_tree(types), notes, arena),
	};
	checker.values.caller = &checker;
	/* Types are written for any template: no name of an element means anything in them. */
	checker.scope.template = (struct node){0};
	size_t count;
	const struct type *const *own = types_of_section(types, section, &count);
	for (size_t i = 0; i < count; i++) {
		uint32_t of_type = own[i]->key.reference.section;
		checker.scope.section = of_type;
		types_asked_by(types, of_type);
		struct graph_place place = place_in(own[i]);
		checker.place = &place;
		check_type(&checker, own[i]);
		function_check_type(&checker, own[i]);
		template_notes_found(notes, of_type, diagnostics);
	}
	pattern_cache_destroy(checker.values.patterns);
	arena_destroy(arena);
}
