/* Interfaces in types: TOSCA 2.0, sections "Interface Type", "Operation definition",
 * "Notification definition" and "Parameter definition".
 *
 * An interface type says which operations there are; what implements them, and which attributes
 * take their outputs, node and relationship types say, who cannot add any. TOSCA 1.x is less
 * strict. */
#include "analyzer/model/behaviour/artifact_check.h"
#include "analyzer/model/behaviour/interface_check.h"
#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/definitions/refinement_check.h"
#include "analyzer/model/definitions/value_definition_check.h"
#include "analyzer/model/requirements/requirement_definition_check.h"
#include "analyzer/model/scope/type_relation.h"

static void report_at_type(struct template_checker *checker, struct node place, const char *message)
{
	diagnostics_add(checker->values.diagnostics, DIAGNOSTIC_CODE_BAD_TYPE_DEFINITION, place,
		"%s", message);
}

/* ---- interface types ---- */

/* "Within the context of an Interface Type definition functions such as get_propery or
 * get_attribute cannot be used." */
static void check_calls(struct template_checker *checker, struct node value)
{
	uint32_t count = node_count(value);
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(value, i);
		bool is_map = node_kind(value) == NODE_MAPPING;
		if (is_map && (string_is(node_text(entry.key), "$get_property") ||
				      string_is(node_text(entry.key), "$get_attribute")))
			report_at_type(checker, entry.key,
				"An interface type knows no node or relationship to ask for "
				"values");
		else
			check_calls(checker, is_map ? entry.value : node_item(value, i));
	}
}

static void check_inputs_of_type(struct template_checker *checker, struct node inputs)
{
	uint32_t count = node_kind(inputs) == NODE_MAPPING ? node_count(inputs) : 0;
	for (uint32_t i = 0; i < count; i++)
		check_calls(checker, node_entry(inputs, i).value);
}

static void check_outputs_of_type(struct template_checker *checker, struct node outputs)
{
	uint32_t count = node_kind(outputs) == NODE_MAPPING ? node_count(outputs) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node output = node_entry(outputs, i).value;
		struct node mapping = node_get(output, "mapping");
		if (node_kind(output) == NODE_SEQUENCE || !node_is_null(mapping))
			report_at_type(checker, node_is_null(mapping) ? output : node_key(mapping),
				"An interface type has no attributes that could take an output: "
				"node "
				"and relationship types do");
	}
}

/* "The definition of implementation is not allowed in interface type definitions (as a node or node
 * type context is missing at that point)." */
static void check_operation_of_type(struct template_checker *checker, struct node_entry operation)
{
	struct node implementation = node_get(operation.value, "implementation");
	if (node_is_string(operation.value))
		implementation = operation.value;
	if (!node_is_null(implementation))
		report_at_type(checker,
			node_is_string(operation.value) ? implementation : node_key(implementation),
			"An interface type has no implementations: node and relationship types do");
	check_inputs_of_type(checker, node_get(operation.value, "inputs"));
	check_outputs_of_type(checker, node_get(operation.value, "outputs"));
}

static void check_interface_type(struct template_checker *checker, const struct type *type)
{
	check_inputs_of_type(checker, node_get(type->definition, "inputs"));
	for (size_t i = 0; i < INTERFACE_COLLECTIONS; i++) {
		struct node operations = node_get(type->definition, interface_collections[i]);
		uint32_t count = node_kind(operations) == NODE_MAPPING ? node_count(operations) : 0;
		for (uint32_t k = 0; k < count; k++)
			check_operation_of_type(checker, node_entry(operations, k));
	}
}

/* ---- parameters ---- */

/* Those of an operation, or of the interface, that `type` writes itself; `owner` has the
 * attributes. */
static void check_parameters(struct template_checker *checker, const struct interface *interface,
	struct string operation, const struct type *type, const struct type *owner)
{
	struct arena *arena = checker->scope.arena;
	/* TOSCA 1.x: inputs may be values, and outputs are nothing but mappings. */
	bool is_2_0 = version_is_2_0(checker->scope.version);
	struct type_members inputs = interface_parameters(interface, operation, "inputs", arena);
	/* In TOSCA 1.x they need not have values, and keep none for good: like attributes. */
	refinement_check_values(
		&checker->values, inputs, type, is_2_0 ? PART_PROPERTIES : PART_ATTRIBUTES);
	value_definitions_check(&checker->values, inputs, type, false);
	if (!operation.length)
		return;
	struct type_members outputs = interface_parameters(interface, operation, "outputs", arena);
	if (is_2_0)
		refinement_check_values(&checker->values, outputs, type, PART_ATTRIBUTES);
	/* Which attributes what has the interface has, interface types do not know. */
	struct graph_place place = {.kind = PLACE_UNKNOWN};
	if (type->kind != TYPE_INTERFACE)
		place = graph_type(owner);
	/* What only a derived type defines cannot be meant here. */
	place.is_open = false;
	if (type->kind != TYPE_INTERFACE || !is_2_0)
		outputs_check_of_type(checker, &place, outputs, type);
}

/* "The referred operations must have been previously defined in the Interface Type." `above` is the
 * interface without what is being checked. */
static void check_name(
	struct template_checker *checker, const struct interface *above, struct node key)
{
	if (!above->type || interface_defines(above, node_text(key)) != FAILS)
		return;
	struct suggestion suggestion = suggestion_for(node_text(key));
	interface_suggest(above, &suggestion);
	/* TOSCA 1.x: types may add operations. */
	if (!version_is_2_0(checker->scope.version) && !suggestion.best.length)
		return;
	struct string hint = suggestion_text(checker, suggestion.best);
	template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_OPERATION, key,
		"Interface type \"%.*s\" has no operation \"%.*s\"%.*s",
		STRING_ARGUMENTS(above->type->name), STRING_ARGUMENTS(node_text(key)),
		STRING_ARGUMENTS(hint))
		->replacement = suggestion.best;
}

/* `definition` is that of the interface in `type`, for what is of type `owner`. */
static void check_interface(struct template_checker *checker, const struct interface *interface,
	struct node definition, const struct type *type, const struct type *owner)
{
	uint32_t count = interface_operation_count(definition);
	struct interface above = *interface;
	struct graph_place place = graph_type(owner);
	if (version_is_2_0(interface->version))
		above.definition = NULL;
	else if (above.definition)
		above.definition = above.definition->refines;
	check_parameters(checker, interface, STRING(""), type, owner);
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry operation =
			interface_operation_at(interface->version, definition, i);
		struct node key = operation.key;
		if (node_is_absent(key))
			continue;
		implementation_check(checker, &place, type, operation.value);
		if (type->kind != TYPE_INTERFACE)
			check_name(checker, &above, key);
		check_parameters(checker, interface, node_text(key), type, owner);
	}
}

/* TOSCA 1.x: an interface need not name its type, even if it is new; so this is about typing
 * mistakes in the names of those that a type inherits. */
static void check_new_name(struct template_checker *checker, struct type_members members,
	const struct interface *interface, const struct type *owner)
{
	const struct type_member *member = interface->definition;
	struct suggestion suggestion = suggestion_for(member->name);
	if (version_is_2_0(interface->version) || interface->type || member->refines)
		return;
	for (size_t i = 0; i < members.count; i++)
		if (members.items[i].origin != member->origin)
			suggestion_offer(&suggestion, members.items[i].name);
	interface_suggest_types(checker, &suggestion);
	/* "Standard2" is another one. */
	bool is_longer = member->name.length > suggestion.best.length &&
			 string_equal(string_slice(member->name, 0, suggestion.best.length),
				 suggestion.best);
	if (suggestion.best.length && suggestion.distance <= 2 && !is_longer)
		template_report_unknown(checker,
			owner->kind == TYPE_NODE ? "Node type " : "Relationship type ", owner->name,
			PART_INTERFACES, member->key, &suggestion);
}

static void check_members(struct template_checker *checker, struct type_members members,
	const struct type *type, const struct type *owner)
{
	struct interface interface = {.version = checker->scope.version};
	bool is_2_0 = version_is_2_0(interface.version);
	for (size_t i = 0; i < members.count; i++) {
		const struct type_member *member = &members.items[i];
		if (member->origin != type)
			continue;
		interface.definition = member;
		interface.type = placed_type(member_value(member, "type", ""), TYPE_INTERFACE);
		/* TOSCA 1.x: an interface may be named by its type. */
		if (!interface.type && !is_2_0)
			interface.type = type_find_from(type, TYPE_INTERFACE, member->name);
		check_new_name(checker, members, &interface, owner);
		check_interface(checker, &interface, member->definition, type, owner);
	}
}

/* "Requirement definition": "refinements for one or more already declared interface definitions in
 * the Relationship Type". */
static void check_relationship(struct template_checker *checker,
	const struct type_member *requirement, const struct type *type)
{
	struct type_member relationship;
	const struct type *of = requirement_relationship(requirement, type, &relationship);
	if (!type_is_rooted(of))
		return;
	struct type_members members =
		type_members_of_element(of, &relationship, PART_INTERFACES, checker->scope.arena);
	check_members(checker, members, type, of);
	bool is_2_0 = version_is_2_0(checker->scope.version);
	for (size_t i = 0; is_2_0 && i < members.count; i++) {
		const struct type_member *member = &members.items[i];
		struct suggestion suggestion = suggestion_for(member->name);
		if (member->origin != type || member->refines)
			continue;
		for (size_t k = 0; k < members.count; k++)
			if (members.items[k].origin != type || members.items[k].refines)
				suggestion_offer(&suggestion, members.items[k].name);
		template_report_unknown(checker, "Relationship type ", of->name, PART_INTERFACES,
			member->key, &suggestion);
	}
}

void interface_definitions_check(struct template_checker *checker, const struct type *type)
{
	struct interface interface = {.type = type, .version = checker->scope.version};
	struct member_cache *cache = checker->values.members;
	if (type->kind == TYPE_INTERFACE && version_is_2_0(interface.version))
		check_interface_type(checker, type);
	if (type->kind == TYPE_INTERFACE)
		check_interface(checker, &interface, type->definition, type, type);
	if (type->kind != TYPE_NODE && type->kind != TYPE_RELATIONSHIP)
		return;
	check_members(checker, member_cache_get(cache, type, PART_INTERFACES), type, type);
	struct type_members requirements = member_cache_get(cache, type, PART_REQUIREMENTS);
	for (size_t i = 0; i < requirements.count; i++)
		check_relationship(checker, &requirements.items[i], type);
}
