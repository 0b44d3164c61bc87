#include "analyzer/model/definitions/refinement_check.h"

#include "analyzer/model/scope/type_relation.h"
#include "analyzer/text/name_table.h"

#include <math.h>
#include <string.h>

static void report(struct value_checker *checker, struct node place, const char *what,
	struct string name, const char *whose, struct string owner)
{
	diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_BAD_TYPE_DEFINITION, place,
		"%s \"%.*s\" %s \"%.*s\"", what, STRING_ARGUMENTS(name), whose,
		STRING_ARGUMENTS(owner));
}

/* Simple Profile 1.3 was the first to say what derived types may refine. */
static bool has_refinement_rules(const struct value_checker *checker)
{
	return definitions_version_set(checker->version) & (VERSIONS_1_3 | VERSIONS_2_0);
}

static struct node type_name(struct node value)
{
	return node_kind(value) == NODE_MAPPING ? node_get(value, "type") : value;
}

/* ---- data types ---- */

/* Whether a data type derives from another one, or is it; both may be primitive. */
static enum verdict data_type_derives(
	const struct value_checker *checker, struct placed_node own, struct placed_node inherited)
{
	struct string name = node_text(type_name(inherited.node));
	const struct type *type = placed_type(own, TYPE_DATA);
	const struct type *ancestor = placed_type(inherited, TYPE_DATA);
	bool is_primitive = primitive_type_find(checker->version, name) != PRIMITIVE_NONE;
	if (type && ancestor)
		return type_derives(type, ancestor);
	if (type && is_primitive)
		return type_is_named(type, name) ? HOLDS : type_is_rooted(type) ? FAILS : UNKNOWN;
	struct string own_name = node_text(type_name(own.node));
	if (primitive_type_find(checker->version, own_name) == PRIMITIVE_NONE)
		return UNKNOWN;
	if (ancestor)
		return FAILS;
	return is_primitive ? verdict_of(string_equal(own_name, name)) : UNKNOWN;
}

static void check_data_type_derives(struct value_checker *checker, struct placed_node own,
	struct placed_node inherited, struct string name)
{
	if (node_is_null(type_name(own.node)) || node_is_null(type_name(inherited.node)) ||
		data_type_derives(checker, own, inherited) != FAILS)
		return;
	diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_BAD_TYPE_DEFINITION,
		type_name(own.node),
		"\"%.*s\" is not derived from \"%.*s\", the type of \"%.*s\" so far",
		STRING_ARGUMENTS(node_text(type_name(own.node))),
		STRING_ARGUMENTS(node_text(type_name(inherited.node))), STRING_ARGUMENTS(name));
}

static struct placed_node placed_in(const struct type *where, struct node node, const char *keyname)
{
	return (struct placed_node){node_get(node, keyname), where};
}

/* ---- schemas ---- */

static const char *const schema_keynames[] = {"entry_schema", "key_schema"};

static struct placed_node placed_below(struct placed_node schema, const char *keyname)
{
	return (struct placed_node){node_get(schema.node, keyname), schema.where};
}

/* The grammar asks for the type where no type has a parent, so that nothing is refined. Keys are
 * strings if nothing else is said. */
static bool lacks_type(const struct value_checker *checker, struct placed_node schema,
	struct placed_node inherited)
{
	bool is_known =
		type_primitive(schema.where) != PRIMITIVE_NONE || type_is_rooted(schema.where);
	return node_is_absent(node_get(schema.node, "type")) &&
	       node_is_null(type_name(inherited.node)) && schema.where->parent_name.length &&
	       is_known && types_are_complete(checker->types) &&
	       string_is(node_text(node_key(schema.node)), "entry_schema");
}

/* "Schema definition": its type "must be derived from (or the same as) the type in the schema
 * definition in the parent entity type definition", and so for the schemas inside of it. */
static void check_schema(struct value_checker *checker, struct placed_node own,
	struct placed_node inherited, struct string name)
{
	check_data_type_derives(checker, own, inherited, name);
	if (node_kind(own.node) != NODE_MAPPING)
		return;
	if (lacks_type(checker, own, inherited))
		diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_MISSING_KEYNAME,
			node_key(own.node), "A schema definition needs the keyname \"type\"");
	for (size_t i = 0; i < sizeof(schema_keynames) / sizeof(*schema_keynames); i++)
		check_schema(checker, placed_below(own, schema_keynames[i]),
			placed_below(inherited, schema_keynames[i]), name);
}

static void check_schemas_of_member(struct value_checker *checker, const struct type_member *member)
{
	struct placed_node own = {member->definition, member->origin};
	for (size_t i = 0; i < sizeof(schema_keynames) / sizeof(*schema_keynames); i++)
		check_schema(checker, placed_below(own, schema_keynames[i]),
			member_value(member->refines, schema_keynames[i], ""), member->name);
}

static void check_schemas_of_type(struct value_checker *checker, const struct type *type)
{
	struct placed_node own = {type->definition, type};
	for (size_t i = 0; i < sizeof(schema_keynames) / sizeof(*schema_keynames); i++)
		check_schema(checker, placed_below(own, schema_keynames[i]),
			type_value(type->parent, schema_keynames[i]), type->name);
}

/* ---- properties and attributes ---- */

/* "Once defined, the property cannot be further refined"; to repeat the value changes nothing. */
static void check_fixed_value(struct value_checker *checker, const struct type_member *member)
{
	struct node fixed = type_member_get(member->refines, "value");
	struct node value = type_member_own_value(member);
	bool is_repeated = node_kind(fixed) == NODE_SCALAR && node_kind(value) == NODE_SCALAR &&
			   string_equal(node_text(fixed), node_text(value));
	bool is_empty = node_kind(member->definition) == NODE_MAPPING &&
			node_count(member->definition) == 0;
	struct node changed = node_is_null(value) ? node_get(member->definition, "default") : value;
	if (!node_is_null(fixed) && !is_repeated && !is_empty)
		diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_FIXED_VALUE,
			node_is_null(changed) ? member->key : changed,
			"The value of \"%.*s\" is fixed by \"%.*s\"",
			STRING_ARGUMENTS(member->name),
			STRING_ARGUMENTS(member->refines->origin->name));
}

/* "required: if defined to "false" in the property definition of the parent entity type, it may
 * be redefined to "true"." */
static void check_required(struct value_checker *checker, const struct type_member *member)
{
	struct node own = node_get(member->definition, "required");
	struct node inherited = type_member_get(member->refines, "required");
	bool was_required = node_is_null(inherited) || node_boolean(inherited);
	if (node_scalar_type(own) == SCALAR_BOOLEAN && !node_boolean(own) && was_required)
		report(checker, own, "Property", member->name, "is required by",
			member->refines->origin->name);
}

static void check_refined_value(
	struct value_checker *checker, const struct type_member *member, enum type_part part)
{
	struct node definition = member->definition;
	if (version_is_2_0(checker->version) || part == PART_PROPERTIES)
		check_fixed_value(checker, member);
	if (node_kind(definition) != NODE_MAPPING)
		return;
	check_data_type_derives(checker, placed_in(member->origin, definition, "type"),
		member_value(member->refines, "type", "type"), member->name);
	if (part == PART_PROPERTIES)
		check_required(checker, member);
}

void refinement_check_values(struct value_checker *checker, struct type_members members,
	const struct type *origin, enum type_part part)
{
	for (size_t i = 0; i < members.count; i++) {
		const struct type_member *member = &members.items[i];
		if (member->origin != origin || !has_refinement_rules(checker))
			continue;
		if (member->refines)
			check_refined_value(checker, member, part);
		if (node_kind(member->definition) == NODE_MAPPING)
			check_schemas_of_member(checker, member);
	}
}

/* ---- capabilities, requirements, interfaces ---- */

/* The type that a keyname of a definition names must derive from the one it named so far. */
static void check_type_of_member(struct value_checker *checker, const struct type_member *member,
	enum type_kind kind, const char *keyname, const char *short_keyname)
{
	struct placed_node own = member_type_name(member, keyname, short_keyname);
	struct placed_node inherited = member_type_name(member->refines, keyname, short_keyname);
	if (own.where != member->origin || !member->refines || !has_refinement_rules(checker) ||
		type_derives(placed_type(own, kind), placed_type(inherited, kind)) != FAILS)
		return;
	diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_BAD_TYPE_DEFINITION,
		type_name(own.node),
		"The %s \"%.*s\" is not derived from \"%.*s\", which \"%.*s\" demands for "
		"\"%.*s\"",
		type_kind_row(kind)->title, STRING_ARGUMENTS(node_text(type_name(own.node))),
		STRING_ARGUMENTS(node_text(type_name(inherited.node))),
		STRING_ARGUMENTS(inherited.where->name), STRING_ARGUMENTS(member->name));
}

/* What no parent says either. */
static void check_has_keyname(struct value_checker *checker, const struct type_member *member,
	const char *keyname, const char *short_keyname)
{
	if (!node_is_null(member_value(member, keyname, short_keyname).node) ||
		node_kind(member->definition) == NODE_SEQUENCE || !type_is_rooted(member->origin) ||
		!types_are_complete(checker->types))
		return;
	diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_MISSING_KEYNAME, member->key,
		"\"%.*s\" needs the keyname \"%s\"", STRING_ARGUMENTS(member->name), keyname);
}

/* "Capability definition", refinement rules of "valid_source_node_types" (in TOSCA 1.x
 * "valid_source_types") and "valid_relationship_types": each "must either be in the [earlier] list
 * or derived from an element" of it. */
static void check_list_of_capability(struct value_checker *checker,
	const struct type_member *capability, const struct type *type, const char *keyname,
	enum type_kind kind)
{
	struct node own = node_get(capability->definition, keyname);
	uint32_t count = node_kind(own) == NODE_SEQUENCE ? node_count(own) : 0;
	struct placed_node inherited = member_value(capability->refines, keyname, "type");
	if (!inherited.where)
		inherited = type_value(type, keyname);
	for (uint32_t i = 0; i < count; i++) {
		struct placed_node item = {node_item(own, i), capability->origin};
		const struct type *named = placed_type(item, kind);
		if (named && type_is_listed(named, inherited, kind) == FAILS)
			diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_BAD_TYPE_DEFINITION,
				item.node,
				"\"%.*s\" is not derived from a type in the %s of \"%.*s\"",
				STRING_ARGUMENTS(named->name), keyname,
				STRING_ARGUMENTS(inherited.where->name));
	}
}

static void check_capability(struct value_checker *checker, const struct type_member *capability)
{
	const struct type *type =
		placed_type(member_value(capability, "type", "type"), TYPE_CAPABILITY);
	/* Where there is no parent, the keyname is mandatory. */
	if (capability->origin->parent_name.length)
		check_has_keyname(checker, capability, "type", "type");
	check_type_of_member(checker, capability, TYPE_CAPABILITY, "type", "type");
	check_list_of_capability(checker, capability, type, "valid_source_types", TYPE_NODE);
	if (!version_is_2_0(checker->version))
		return;
	check_list_of_capability(checker, capability, type, "valid_source_node_types", TYPE_NODE);
	check_list_of_capability(
		checker, capability, type, "valid_relationship_types", TYPE_RELATIONSHIP);
}

static double bound_of(struct node range, uint32_t position, double otherwise)
{
	double number = node_number(node_item(range, position));
	return isnan(number) ? otherwise : number;
}

/* "Requirement definition": "the new range MUST be within the range … in the parent". */
static void check_count_range(struct value_checker *checker, const struct type_member *requirement)
{
	const char *keyname = version_is_2_0(checker->version) ? "count_range" : "occurrences";
	struct node own = node_get(requirement->definition, keyname);
	struct node inherited = type_member_get(requirement->refines, keyname);
	if (node_kind(own) != NODE_SEQUENCE || node_kind(inherited) != NODE_SEQUENCE)
		return;
	if (bound_of(own, 0, 0) < bound_of(inherited, 0, 0) ||
		bound_of(own, 1, INFINITY) > bound_of(inherited, 1, INFINITY))
		report(checker, own, "The range of", requirement->name, "is not within that of",
			requirement->refines->origin->name);
}

/* Simple Profile, section "Relationship Type": "valid_target_types" are the capabilities that may
 * be its targets. Targets may be of derived types. */
static void check_target_types(struct value_checker *checker, const struct type_member *requirement)
{
	struct placed_node relationship =
		member_type_name(requirement, "relationship", "capability");
	const struct type *type = placed_type(relationship, TYPE_RELATIONSHIP);
	struct placed_node before =
		member_type_name(requirement->refines, "relationship", "capability");
	const struct type *capability =
		placed_type(member_value(requirement, "capability", "capability"), TYPE_CAPABILITY);
	struct placed_node targets = type_value(type, "valid_target_types");
	uint32_t count = node_kind(targets.node) == NODE_SEQUENCE ? node_count(targets.node) : 0;
	if (!capability || relationship.where != requirement->origin ||
		type_derives(type, placed_type(before, TYPE_RELATIONSHIP)) == FAILS ||
		type_is_listed(capability, targets, TYPE_CAPABILITY) != FAILS)
		return;
	for (uint32_t i = 0; i < count; i++) {
		struct placed_node one = {node_item(targets.node, i), targets.where};
		if (type_derives(placed_type(one, TYPE_CAPABILITY), capability) != FAILS)
			return;
	}
	report(checker, type_name(relationship.node), "Relationships of type", type->name,
		"cannot lead to capabilities of type", capability->name);
}

/* "relationship: {interfaces: …}" refines that of the parent type; without one, the type is
 * missing, which the grammar tells of types that have no parent. */
static void check_relationship_type(
	struct value_checker *checker, const struct type_member *requirement)
{
	struct node own = node_kind(requirement->definition) == NODE_MAPPING
				  ? node_get(requirement->definition, "relationship")
				  : (struct node){0};
	if (node_kind(own) != NODE_MAPPING || !requirement->origin->parent_name.length ||
		!node_is_null(member_type_name(requirement, "relationship", "capability").node) ||
		!type_is_rooted(requirement->origin) || !types_are_complete(checker->types))
		return;
	diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_MISSING_KEYNAME, node_key(own),
		"The relationship of \"%.*s\" needs the keyname \"type\": nothing that \"%.*s\" "
		"derives from gives it one",
		STRING_ARGUMENTS(requirement->name), STRING_ARGUMENTS(requirement->origin->name));
}

static void check_requirement(struct value_checker *checker, const struct type_member *requirement)
{
	/* In TOSCA 1.x the keyname is mandatory where there is no parent. */
	if (version_is_2_0(checker->version) || requirement->origin->parent_name.length)
		check_has_keyname(checker, requirement, "capability", "capability");
	check_relationship_type(checker, requirement);
	if (!version_is_2_0(checker->version))
		check_target_types(checker, requirement);
	check_type_of_member(checker, requirement, TYPE_CAPABILITY, "capability", "capability");
	check_type_of_member(checker, requirement, TYPE_NODE, "node", "capability");
	check_type_of_member(checker, requirement, TYPE_RELATIONSHIP, "relationship", "capability");
	if (requirement->refines && has_refinement_rules(checker))
		check_count_range(checker, requirement);
}

/* "Requirement symbolic names SHALL be unique; it is an error if a requirement name is found to
 * occur more than once." They stand in a list, so YAML does not see to it. */
static void check_requirement_names(struct value_checker *checker, const struct type *type)
{
	struct node requirements = node_get(type->definition, "requirements");
	uint32_t count = node_kind(requirements) == NODE_SEQUENCE ? node_count(requirements) : 0;
	struct arena *arena = checker->diagnostics->arena;
	struct name_table seen = {0};
	for (uint32_t i = 0; i < count; i++) {
		struct node key = node_entry(node_item(requirements, i), 0).key;
		if (node_is_absent(key))
			continue;
		if (name_table_find(&seen, node_text(key)))
			report(checker, key, "Requirement", node_text(key), "is defined twice by",
				type->name);
		name_table_add(&seen, arena, node_text(key), &seen);
	}
}

static void check_interface(struct value_checker *checker, const struct type_member *interface)
{
	/* TOSCA 1.x: an interface may be named by its type. */
	if (version_is_2_0(checker->version))
		check_has_keyname(checker, interface, "type", "type");
	check_type_of_member(checker, interface, TYPE_INTERFACE, "type", "type");
}

static void each_own(struct value_checker *checker, const struct type *type, enum type_part part,
	void (*check)(struct value_checker *checker, const struct type_member *member))
{
	struct type_members members = member_cache_get(checker->members, type, part);
	for (size_t i = 0; i < members.count; i++)
		if (members.items[i].origin == type)
			check(checker, &members.items[i]);
}

/* ---- lists of types ---- */

/* "Each element in this list must either be in the parent type list or derived from an element in
 * the parent type list." */
static void check_lists(struct value_checker *checker, const struct type *type)
{
	static const struct {
		enum type_kind kind;
		const char *keyname;
		enum type_kind of;
	} rows[] = {
		{TYPE_CAPABILITY, "valid_source_types", TYPE_NODE},
		{TYPE_CAPABILITY, "valid_source_node_types", TYPE_NODE},
		{TYPE_CAPABILITY, "valid_relationship_types", TYPE_RELATIONSHIP},
		{TYPE_GROUP, "members", TYPE_NODE},
		{TYPE_POLICY, "targets", TYPE_GROUP},
		{TYPE_POLICY, "targets", TYPE_NODE},
		{TYPE_RELATIONSHIP, "valid_target_types", TYPE_CAPABILITY},
		{TYPE_RELATIONSHIP, "valid_capability_types", TYPE_CAPABILITY},
		{TYPE_RELATIONSHIP, "valid_source_node_types", TYPE_NODE},
		{TYPE_RELATIONSHIP, "valid_target_node_types", TYPE_NODE},
	};
	for (size_t i = 0; has_refinement_rules(checker) && i < sizeof(rows) / sizeof(*rows); i++) {
		struct node own = node_get(type->definition, rows[i].keyname);
		uint32_t count = node_kind(own) == NODE_SEQUENCE ? node_count(own) : 0;
		struct placed_node inherited = type_value(type->parent, rows[i].keyname);
		for (uint32_t k = 0; type->kind == rows[i].kind && k < count; k++) {
			struct placed_node item = {node_item(own, k), type};
			const struct type *named = placed_type(item, rows[i].of);
			if (type_is_listed(named, inherited, rows[i].of) == FAILS)
				diagnostics_add(checker->diagnostics,
					DIAGNOSTIC_CODE_BAD_TYPE_DEFINITION, item.node,
					"\"%.*s\" is not derived from a type in the %s of \"%.*s\"",
					STRING_ARGUMENTS(named->name), rows[i].keyname,
					STRING_ARGUMENTS(inherited.where->name));
		}
	}
}

/* ---- types ---- */

/* "Data type": "A valid datatype definition MUST have either a valid derived_from declaration or
 * at least one valid property definition." */
static void check_data_type(struct value_checker *checker, const struct type *type)
{
	struct node properties = node_get(type->definition, "properties");
	bool has_properties = node_count(properties) > 0;
	if (node_kind(properties) == NODE_MAPPING && !has_properties)
		diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_BAD_TYPE_DEFINITION,
			node_key(properties), "\"properties\" must not be empty");
	/* The root of TOSCA 1.x itself has neither. */
	else if (!has_properties &&
		 (version_is_2_0(checker->version) || !string_ends_with(type->name, "Root")) &&
		 node_is_absent(node_get(type->definition, "derived_from")) &&
		 node_is_absent(node_get(type->definition, "units")))
		diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_BAD_TYPE_DEFINITION,
			type->key,
			"Data type \"%.*s\" needs \"derived_from\" or at least one property",
			STRING_ARGUMENTS(type->name));
	check_schemas_of_type(checker, type);
	if (primitive_type_find(checker->version, type->name) != PRIMITIVE_NONE &&
		!string_starts_with(type->name, "scalar-unit."))
		diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_RESERVED_NAME, type->key,
			"\"%.*s\" is a type that there is already", STRING_ARGUMENTS(type->name));
}

/* "Policy Type": "existing trigger definitions may not be changed; new trigger definitions may be
 * added." */
static void check_policy_type(struct value_checker *checker, const struct type *type)
{
	struct node triggers = node_get(type->definition, "triggers");
	uint32_t count = node_kind(triggers) == NODE_MAPPING ? node_count(triggers) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node key = node_entry(triggers, i).key;
		for (const struct type *parent = type->parent; parent; parent = parent->parent) {
			struct node inherited = node_get(parent->definition, "triggers");
			if (node_is_absent(node_find(inherited, node_text(key)).key))
				continue;
			report(checker, key, "Trigger", node_text(key), "is defined by",
				parent->name);
			break;
		}
	}
}

void refinement_check(struct value_checker *checker, const struct type *type)
{
	if (type->is_cyclic || node_kind(type->definition) != NODE_MAPPING)
		return;
	check_lists(checker, type);
	refinement_check_values(checker, member_cache_get(checker->members, type, PART_PROPERTIES),
		type, PART_PROPERTIES);
	refinement_check_values(checker, member_cache_get(checker->members, type, PART_ATTRIBUTES),
		type, PART_ATTRIBUTES);
	switch (type->kind) {
	case TYPE_DATA:
		check_data_type(checker, type);
		break;
	case TYPE_NODE:
		each_own(checker, type, PART_CAPABILITIES, check_capability);
		each_own(checker, type, PART_REQUIREMENTS, check_requirement);
		check_requirement_names(checker, type);
		each_own(checker, type, PART_INTERFACES, check_interface);
		break;
	case TYPE_POLICY:
		check_policy_type(checker, type);
		break;
	case TYPE_RELATIONSHIP:
		each_own(checker, type, PART_INTERFACES, check_interface);
		break;
	default:
		break;
	}
}
