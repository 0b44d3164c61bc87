/* Substitution mappings: what is mapped is defined by the substituted type, what it is mapped to
 * is in the template, and both are of types that fit.
 *
 * "The substitution mapping MUST provide mapping for every property, capability and requirement"
 * (working draft of TOSCA 2.0) is not asked for: the standard's own examples do not keep it. */
#include "analyzer/model/template/substitution_check.h"

#include "analyzer/model/checker/data_type.h"
#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/definitions/type_check.h"
#include "analyzer/model/functions/clause_check.h"
#include "analyzer/model/functions/function_check.h"
#include "analyzer/model/functions/graph_place.h"
#include "analyzer/model/grammar/grammar_walker.h"
#include "analyzer/model/requirements/node_filter_check.h"
#include "analyzer/model/scope/type_relation.h"
#include "analyzer/model/template/interface_mapping.h"
#include "analyzer/model/template/mapping_notation.h"

struct mapping {
	struct graph_place substituted; /* a node of the substituted type */
	struct string name;             /* what of it is mapped */
};

/* `[ name, index ]` is one of several requirements of a name. */
static struct string mapped_name(struct node key)
{
	return node_text(node_kind(key) == NODE_SEQUENCE ? node_item(key, 0) : key);
}

/* "mapping: [ … ]" is the long form of "[ … ]". */
static struct node target_of(struct node value)
{
	struct node mapping = node_get(value, "mapping");
	return node_is_null(mapping) ? value : mapping;
}

enum {
	CAPABILITIES = 2
};

static const struct row {
	const char *keyname;
	enum type_part part;
	const char *noun;
	enum diagnostic_code code;
} rows[] = {
	{"properties", PART_PROPERTIES, "property", DIAGNOSTIC_CODE_UNKNOWN_PROPERTY},
	{"attributes", PART_ATTRIBUTES, "attribute", DIAGNOSTIC_CODE_UNKNOWN_PROPERTY},
	[CAPABILITIES] = {"capabilities", PART_CAPABILITIES, "capability",
		DIAGNOSTIC_CODE_UNKNOWN_CAPABILITY},
	{"requirements", PART_REQUIREMENTS, "requirement", DIAGNOSTIC_CODE_UNKNOWN_REQUIREMENT},
};

/* ---- reporting ---- */

static void report_unknown(struct template_checker *checker, const struct row *row,
	const struct graph_place *place, struct node name_node, const char *kind)
{
	struct string name = mapped_name(name_node);
	struct suggestion suggestion = suggestion_for(name);
	graph_suggest(checker, place, row->part, &suggestion);
	struct string hint = suggestion_text(checker, suggestion.best);
	struct diagnostic *diagnostic = template_report(checker, row->code, name_node,
		"%s \"%.*s\" has no %s \"%.*s\"%.*s", kind, STRING_ARGUMENTS(place->name),
		row->noun, STRING_ARGUMENTS(name), STRING_ARGUMENTS(hint));
	if (node_kind(name_node) == NODE_SCALAR)
		diagnostic->replacement = suggestion.best;
}

static void report_misfit(struct template_checker *checker, const struct mapping *mapping,
	struct node place, struct string expected, struct string actual)
{
	template_report(checker, DIAGNOSTIC_CODE_WRONG_VALUE, place,
		"\"%.*s\" is of type \"%.*s\", which does not fit the type \"%.*s\" here",
		STRING_ARGUMENTS(mapping->name), STRING_ARGUMENTS(expected),
		STRING_ARGUMENTS(actual));
}

/* ---- properties and attributes ---- */

static struct value_schema schema_of(
	struct template_checker *checker, const struct mapping *mapping, enum type_part part)
{
	struct value_schema schema;
	enum verdict verdict =
		graph_find(checker, &mapping->substituted, part, mapping->name, &schema);
	if (verdict != HOLDS && part == PART_ATTRIBUTES)
		graph_find(checker, &mapping->substituted, PART_PROPERTIES, mapping->name, &schema);
	return schema;
}

static void check_fit(struct template_checker *checker, const struct mapping *mapping,
	const struct row *row, struct node place, struct value_schema other)
{
	struct data_type here;
	struct data_type there;
	struct value_schema own = schema_of(checker, mapping, row->part);
	bool goes_in = row->part == PART_PROPERTIES;
	if (data_type_of(checker, own, &here) && data_type_of(checker, other, &there) &&
		!data_types_fit(
			checker->scope.version, goes_in ? &here : &there, goes_in ? &there : &here))
		report_misfit(
			checker, mapping, place, data_type_name(&here), data_type_name(&there));
}

/* An input of the template for a property, an output for an attribute. */
static void check_parameter(struct template_checker *checker, const struct mapping *mapping,
	const struct row *row, struct node name)
{
	bool is_property = row->part == PART_PROPERTIES;
	const char *collection = is_property ? "inputs" : "outputs";
	struct node_entry parameter = template_find(&checker->scope, collection, node_text(name));
	if (node_is_absent(parameter.key))
		template_report_no_element(checker,
			is_property ? DIAGNOSTIC_CODE_UNKNOWN_INPUT
				    : DIAGNOSTIC_CODE_UNKNOWN_OUTPUT,
			collection, is_property ? "input" : "output", name);
	else
		check_fit(checker, mapping, row, name,
			value_schema_of_definition(template_find_parameter(
				&checker->scope, collection, node_text(name))));
}

static bool find_node(struct template_checker *checker, struct node name, struct graph_place *place)
{
	struct node_entry node = template_find(&checker->scope, "node_templates", node_text(name));
	if (!node_is_string(name))
		return false;
	if (node_is_absent(node.key)) {
		template_report_no_element(
			checker, DIAGNOSTIC_CODE_UNKNOWN_NODE, "node_templates", "node", name);
		return false;
	}
	*place = graph_node(checker, node);
	return true;
}

/* [ node, property ] or [ node, capability, property ], as TOSCA 1.x has it. */
static void check_value_of_node(struct template_checker *checker, const struct mapping *mapping,
	const struct row *row, struct node path)
{
	struct graph_place place;
	struct value_schema schema;
	struct node last = node_item(path, node_count(path) - 1);
	if (!find_node(checker, node_item(path, 0), &place) || !node_is_string(last))
		return;
	if (node_count(path) == 3) {
		const struct graph_place node = place;
		struct node inner = node_item(path, 1);
		place = graph_step_capability(checker, &node, node_text(inner));
		if (place.kind == PLACE_NOWHERE &&
			graph_step_requirement(checker, &node, node_text(inner)).kind ==
				PLACE_NOWHERE)
			report_unknown(checker, &rows[CAPABILITIES], &node, inner, "Node");
	}
	if (place.kind == PLACE_NOWHERE || place.kind == PLACE_UNKNOWN || node_count(path) > 3)
		return;
	enum verdict verdict = graph_find(checker, &place, row->part, node_text(last), &schema);
	if (verdict == FAILS && row->part == PART_ATTRIBUTES)
		verdict = graph_find(checker, &place, PART_PROPERTIES, node_text(last), &schema);
	if (verdict == FAILS)
		report_unknown(checker, row, &place, last,
			place.kind == PLACE_CAPABILITY ? "Capability" : "Node");
	else if (verdict == HOLDS)
		check_fit(checker, mapping, row, last, schema);
}

/* "<property_name>: <property_value>" */
static void check_literal(
	struct template_checker *checker, const struct mapping *mapping, struct node value)
{
	struct value_schema schema = schema_of(checker, mapping, PART_PROPERTIES);
	if (!node_is_null(node_get(value, "value")))
		value = node_get(value, "value");
	if (!node_is_null(value_schema_get(schema, "type")))
		value_check(&checker->values, schema, node_key(value), value, mapping->name);
}

static void check_value(struct template_checker *checker, const struct mapping *mapping,
	const struct row *row, struct node target)
{
	bool is_2_0 = version_is_2_0(checker->scope.version);
	if (node_kind(target) == NODE_SEQUENCE && node_count(target) == 1 &&
		node_is_string(node_item(target, 0)))
		check_parameter(checker, mapping, row, node_item(target, 0));
	else if (node_kind(target) == NODE_SEQUENCE && node_count(target) > 1)
		check_value_of_node(checker, mapping, row, target);
	else if (is_2_0 && node_is_string(target) && !string_starts_with(node_text(target), "$"))
		check_parameter(checker, mapping, row, target);
	else if (!is_2_0 && row->part == PART_PROPERTIES && node_kind(target) != NODE_SEQUENCE)
		check_literal(checker, mapping, target);
}

/* ---- capabilities and requirements ---- */

static const struct type *capability_type_of(struct template_checker *checker,
	const struct graph_place *place, enum type_part part, struct string name)
{
	if (place->types.count != 1)
		return NULL;
	const struct type_member *member = type_members_find(
		member_cache_get(checker->values.members, place->types.items[0], part), name);
	const char *keyname = part == PART_CAPABILITIES ? "type" : "capability";
	return placed_type(member_value(member, keyname, keyname), TYPE_CAPABILITY);
}

/* "A list of strings with 2 members"; TOSCA 1.x: see `mapping_notation_check`. */
static bool is_pair(struct template_checker *checker, const struct mapping *mapping,
	const struct row *row, struct node target)
{
	if (!version_is_2_0(checker->scope.version) || node_count(target) == 2)
		return true;
	template_report(checker, DIAGNOSTIC_CODE_WRONG_ARITY, target,
		"\"%.*s\" is mapped to [node, %s]", STRING_ARGUMENTS(mapping->name), row->noun);
	return false;
}

/* [ node, capability or requirement ], or the name of a node that is selected. */
static void check_end(struct template_checker *checker, const struct mapping *mapping,
	const struct row *row, struct node target)
{
	struct graph_place place;
	struct value_schema schema;
	struct node name = node_item(target, 1);
	bool is_list = node_kind(target) == NODE_SEQUENCE;
	if ((is_list && !is_pair(checker, mapping, row, target)) ||
		!find_node(checker, is_list ? node_item(target, 0) : target, &place) || !is_list ||
		!node_is_string(name))
		return;
	struct node assigned = node_get(place.element, row->keyname);
	if (graph_find(checker, &place, row->part, node_text(name), &schema) == FAILS &&
		node_is_absent(collection_find(assigned, node_text(name)).key)) {
		report_unknown(checker, row, &place, name, "Node");
		return;
	}
	const struct type *here =
		capability_type_of(checker, &mapping->substituted, row->part, mapping->name);
	const struct type *there = capability_type_of(checker, &place, row->part, node_text(name));
	/* A requirement may be fulfilled by more than what is asked for outside. */
	if (type_derives(there, here) == FAILS &&
		(row->part == PART_CAPABILITIES || type_derives(here, there) == FAILS))
		report_misfit(checker, mapping, name, here->name, there->name);
}

static void check_ends(struct template_checker *checker, const struct mapping *mapping,
	const struct row *row, struct node target)
{
	/* TOSCA 2.0, section "Mapping a requirement multiple times": a list of pairs. */
	bool is_list = node_kind(node_item(target, 0)) == NODE_SEQUENCE;
	for (uint32_t i = 0; is_list && i < node_count(target); i++)
		check_end(checker, mapping, row, node_item(target, i));
	if (!is_list && node_kind(target) != NODE_MAPPING)
		check_end(checker, mapping, row, target);
}

/* `[ requirement, count ]`: "UNBOUNDED" is all that are left. */
static void check_count(struct template_checker *checker, struct node key)
{
	struct node count = node_item(key, 1);
	if (node_kind(key) != NODE_SEQUENCE || node_count(key) < 2 ||
		node_scalar_type(count) == SCALAR_NULL ||
		(node_scalar_type(count) == SCALAR_INTEGER && node_number(count) >= 0) ||
		(node_is_string(count) && string_is(node_text(count), "UNBOUNDED")))
		return;
	template_report(checker, DIAGNOSTIC_CODE_BAD_COUNT, count,
		"How many requirements are mapped must be an integer from 0, or UNBOUNDED");
}

/* TOSCA 1.x: "allow to provide a capability assignment for the template". */
static void check_fixed_values(
	struct template_checker *checker, const struct mapping *mapping, struct node_entry entry)
{
	struct graph_place capability =
		graph_step_capability(checker, &mapping->substituted, mapping->name);
	if (version_is_2_0(checker->scope.version) || capability.kind != PLACE_CAPABILITY ||
		!type_is_rooted(capability.types.items[0]))
		return;
	struct type_members properties = member_cache_get(
		checker->values.members, capability.types.items[0], PART_PROPERTIES);
	value_check_map(&checker->values, properties, node_get(entry.value, "properties"),
		entry.key, "property", mapping->name, false);
}

/* Not the value itself, nor what TOSCA 1.x writes in long form. */
static bool is_named(const struct template_checker *checker, struct node target)
{
	bool is_2_0 = version_is_2_0(checker->scope.version);
	return node_kind(target) == NODE_SEQUENCE ||
	       (is_2_0 && node_kind(target) == NODE_SCALAR && !node_is_null(target));
}

/* What something is mapped to is named: the node, and what it has. */
static bool are_names(struct template_checker *checker, const struct mapping *mapping,
	const struct row *row, struct node target)
{
	bool has_pairs = row->part == PART_CAPABILITIES || row->part == PART_REQUIREMENTS;
	bool is_list = node_kind(target) == NODE_SEQUENCE;
	for (uint32_t i = 0; i < (is_list ? node_count(target) : 1) && i < 2; i++) {
		struct node name = is_list ? node_item(target, i) : target;
		if (node_is_null(name) || node_is_string(name))
			continue;
		if (has_pairs && is_list && node_kind(name) == NODE_SEQUENCE && i == 0)
			return true; /* a list of pairs */
		template_report(checker, DIAGNOSTIC_CODE_WRONG_SHAPE, name,
			"\"%.*s\" is mapped to names, and this is %s",
			STRING_ARGUMENTS(mapping->name), grammar_node_description(name));
		return false;
	}
	return true;
}

static void check_mapping(struct template_checker *checker, const struct row *row,
	const struct graph_place *substituted, struct node_entry entry)
{
	struct mapping mapping = {*substituted, mapped_name(entry.key)};
	struct value_schema schema;
	struct node target = target_of(entry.value);
	enum verdict verdict = graph_find(checker, substituted, row->part, mapping.name, &schema);
	bool is_readable = mapping_notation_check(checker, row->keyname, entry);
	check_count(checker, entry.key);
	if (verdict == FAILS && row->part == PART_ATTRIBUTES)
		verdict = graph_find(checker, substituted, PART_PROPERTIES, mapping.name, &schema);
	if (verdict == FAILS)
		report_unknown(checker, row, substituted, entry.key, "Node type");
	else if (!is_readable ||
		 (is_named(checker, target) && !are_names(checker, &mapping, row, target)))
		return;
	else if (row->part == PART_PROPERTIES || row->part == PART_ATTRIBUTES)
		check_value(checker, &mapping, row, target);
	else
		check_ends(checker, &mapping, row, target);
	if (row->part == PART_CAPABILITIES && node_kind(target) == NODE_MAPPING)
		check_fixed_values(checker, &mapping, entry);
}

/* ---- the filter ---- */

/* SELF is the node that is substituted. */
static void check_filter(
	struct template_checker *checker, const struct graph_place *substituted, struct node filter)
{
	if (version_is_2_0(checker->scope.version)) {
		clause_check(checker, substituted, filter, "substitution filter");
		node_filter_check_substituted(checker, substituted, filter);
	} else {
		node_filter_check(checker, substituted, filter, (struct node){0}, true);
	}
}

/* ---- all of it ---- */

static struct graph_place substituted_node(struct template_checker *checker)
{
	struct node name =
		template_find(&checker->scope, "substitution_mappings", STRING("node_type")).value;
	const struct type *type = types_find(checker->scope.types, TYPE_NODE, node_text(name));
	if (!node_is_string(name) || !type)
		return (struct graph_place){.kind = PLACE_UNKNOWN};
	struct graph_place place = graph_type(type);
	/* It is this type and no derived one. */
	place.is_open = false;
	return place;
}

static void check_keyname(struct template_checker *checker, struct node_entry part)
{
	struct graph_place substituted = substituted_node(checker);
	if (string_is(node_text(part.key), "interfaces"))
		interface_mappings_check(checker, &substituted, part.value);
	if (string_is(node_text(part.key), "substitution_filter"))
		check_filter(checker, &substituted, part.value);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		if (!string_is(node_text(part.key), rows[i].keyname) ||
			substituted.kind == PLACE_UNKNOWN)
			continue;
		uint32_t count = collection_count(part.value);
		for (uint32_t j = 0; j < count; j++) {
			struct node_entry entry = collection_entry(part.value, j);
			if (!node_is_absent(entry.key))
				check_mapping(checker, &rows[i], &substituted, entry);
		}
	}
}

void substitution_check(struct template_checker *checker, uint32_t section)
{
	struct node mappings = node_get(checker->scope.template, "substitution_mappings");
	uint32_t count = node_kind(mappings) == NODE_MAPPING ? node_count(mappings) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry part = node_entry(mappings, i);
		uint32_t own = part.key.reference.section;
		if (section != EVERY_SECTION && own != section)
			continue;
		checker->scope.section = own;
		types_asked_by(checker->values.types, own);
		template_note_element(&checker->scope, "substitution_mappings", part);
		check_keyname(checker, part);
		template_notes_found(checker->scope.notes, own, checker->values.diagnostics);
	}
}
