#include "analyzer/model/functions/function_check.h"

#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/functions/clause_check.h"
#include "analyzer/model/functions/function_arguments.h"
#include "analyzer/model/functions/function_name.h"
#include "analyzer/model/functions/function_operand.h"
#include "analyzer/model/functions/function_path.h"
#include "analyzer/model/functions/function_signature.h"
#include "analyzer/model/functions/operand_check.h"
#include "analyzer/model/functions/operation.h"
#include "analyzer/model/grammar/grammar_walker.h"
#include "analyzer/model/scope/type_relation.h"

#include <string.h>

/* What a nested call gives may be the whole list. */
static bool has_list_computed(
	const struct template_checker *checker, const struct function_call *call)
{
	return node_kind(call->arguments) == NODE_MAPPING &&
	       value_is_computed(checker->scope.version, call->arguments);
}

/* Arguments that are several stand in a list. TOSCA 2.0 takes one of them alone, too. */
static bool check_list(struct template_checker *checker, const struct function_call *call)
{
	enum node_kind kind = node_kind(call->arguments);
	bool is_alone = kind == NODE_SCALAR && !node_is_null(call->arguments) &&
			call->row->least == 1 && !version_is_2_0(checker->scope.version);
	if (call->row->signature[0] != '[' || call->row->most == 0 ||
		(kind != NODE_MAPPING && !is_alone) ||
		value_is_computed(checker->scope.version, call->arguments))
		return true;
	template_report(checker, DIAGNOSTIC_CODE_WRONG_OPERAND, call->arguments,
		"\"%.*s\" takes a list, %s, not %s", STRING_ARGUMENTS(node_text(call->key)),
		call->row->signature, grammar_node_description(call->arguments));
	return false;
}

static bool check_arity(struct template_checker *checker, const struct function_call *call)
{
	const struct function_row *row = call->row;
	uint32_t count = function_call_argument_count(call);
	if (has_list_computed(checker, call) || (count >= row->least && count <= row->most))
		return true;
	template_report(checker, DIAGNOSTIC_CODE_WRONG_ARITY, call->key,
		"Function \"%.*s\" is called with %s, not with %u argument%s",
		STRING_ARGUMENTS(node_text(call->key)), row->signature, count,
		count == 1 ? "" : "s");
	return false;
}

static void report_surroundings(
	struct template_checker *checker, const struct function_call *call, const char *format)
{
	template_report(checker, DIAGNOSTIC_CODE_WRONG_CONTEXT, call->key, format,
		STRING_ARGUMENTS(node_text(call->key)));
}

/* Functions that tell something about what is around them. */
static bool check_surroundings(struct template_checker *checker, const struct graph_place *place,
	const struct function_call *call)
{
	bool is_node_index = string_is(call->name, "node_index");
	bool is_relationship_index = string_is(call->name, "relationship_index");
	if (string_is(call->name, "value") && !checker->validated)
		report_surroundings(checker, call,
			"\"%.*s\" is the value that a validation clause is about, and this is in "
			"none");
	else if (is_node_index && place->kind == PLACE_NOWHERE)
		report_surroundings(
			checker, call, "\"%.*s\" means nothing here: this is part of no node");
	else if (is_relationship_index &&
		 (place->kind == PLACE_NOWHERE || place->kind == PLACE_NODE))
		report_surroundings(checker, call,
			"\"%.*s\" means nothing here: this is part of no relationship");
	else
		return true;
	return false;
}

static void check_call(struct template_checker *checker, const struct graph_place *place,
	const struct function_call *call)
{
	if (!call->row) {
		function_name_check(checker, call);
		function_signature_check(checker, call);
		return;
	}
	if (!check_list(checker, call) || !check_arity(checker, call) ||
		!check_surroundings(checker, place, call))
		return;
	function_arguments_check(checker, place, call);
	function_call_resolve(checker, place, call, false);
	if (version_is_2_0(checker->scope.version) && !has_list_computed(checker, call))
		operands_check(checker, place, call);
}

/* TOSCA 2.0, section "Parsing rule": "is this the only key in a YAML map? If no, emit a parsing
 * syntax error ("malformed function")". */
static bool is_malformed(struct template_checker *checker, struct node map, uint32_t position)
{
	struct node key = node_entry(map, position).key;
	struct string name = node_text(key);
	if (!version_is_2_0(checker->scope.version) || node_count(map) < 2 ||
		!function_called(checker->scope.version, name).length)
		return false;
	template_report(checker, DIAGNOSTIC_CODE_WRONG_SHAPE, key,
		"The call of \"%.*s\" must be the only entry of its map", STRING_ARGUMENTS(name));
	return true;
}

/* A map may have any key: one that is no function is told if it is nearly one that gets something,
 * or nearly another one and has a list of arguments. */
static bool is_nearly_function(struct node_entry entry, const struct suggestion *suggestion)
{
	struct string name = suggestion->wanted;
	bool is_plural = name.length == suggestion->best.length + 1 && string_ends_with(name, "s");
	if (!suggestion->best.length)
		return false;
	if (string_starts_with(name, "get"))
		return suggestion->distance <= 2;
	return suggestion->distance <= 1 && !string_starts_with(name, "set") &&
	       (string_starts_with(suggestion->best, "get_") ||
		       (node_kind(entry.value) == NODE_SEQUENCE && node_count(entry.value) > 1 &&
			       !is_plural));
}

/* TOSCA 2.0: the name of what was called without a dollar before. Data may have such names, but
 * hardly any that begin with "get_", or belong to a list. */
static void check_dollar(struct template_checker *checker, struct node map)
{
	struct node_entry entry = node_entry(map, 0);
	struct string name = node_text(entry.key);
	const struct function_row *row = function_find(checker->scope.version, name);
	const struct function_row *before = function_find_in_any_version(name);
	bool is_list = node_kind(entry.value) == NODE_SEQUENCE && node_count(entry.value) > 1;
	if (!row || !(before->versions & VERSIONS_1_X) ||
		!(is_list || string_starts_with(name, "get_")))
		return;
	struct string meant = arena_format(checker->values.diagnostics->arena, "$%s", row->name);
	struct diagnostic *diagnostic = template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_REFERENCE,
		entry.key, "\"%s\" is called with a dollar in TOSCA 2.0; did you mean \"%.*s\"?",
		row->name, STRING_ARGUMENTS(meant));
	diagnostic->severity = DIAGNOSTIC_WARNING;
	diagnostic->replacement = meant;
}

/* TOSCA 1.x: whatever begins with "get_" is taken for a call, since tools have functions of their
 * own; this is about typing mistakes, and about "join", which came with 1.2. */
static void check_name(struct template_checker *checker, struct node map)
{
	enum definitions_version version = checker->scope.version;
	struct node_entry entry = node_entry(map, 0);
	struct string name = node_text(entry.key);
	bool is_one = node_kind(map) == NODE_MAPPING && node_count(map) == 1;
	if (is_one && version_is_2_0(version))
		check_dollar(checker, map);
	if (!is_one || version_is_2_0(version) || function_find(version, name))
		return;
	const struct function_row *other = function_find_in_any_version(name);
	if (other && (other->versions & VERSIONS_1_X) && node_kind(entry.value) == NODE_SEQUENCE) {
		template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_REFERENCE, entry.key,
			"\"%s\" is no function of %s, only of later versions", other->name,
			definitions_version_row(version)->name);
		return;
	}
	struct suggestion suggestion = suggestion_for(name);
	size_t count;
	const struct function_row *rows = function_rows(&count);
	for (size_t i = 0; i < count; i++)
		if (rows[i].versions & definitions_version_set(version))
			suggestion_offer(&suggestion, string_from(rows[i].name));
	if (!is_nearly_function(entry, &suggestion))
		return;
	struct string hint = suggestion_text(checker, suggestion.best);
	template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_REFERENCE, entry.key,
		"Unknown function \"%.*s\"%.*s", STRING_ARGUMENTS(name), STRING_ARGUMENTS(hint))
		->replacement = suggestion.best;
}

/* `get_input:x` and `get_input = x` are texts, and `{get_input x}` is a map with an odd key: nobody
 * means them. Whether it was told. */
static bool check_text(struct template_checker *checker, struct node text)
{
	enum definitions_version version = checker->scope.version;
	struct string name = node_text(text);
	size_t end = 0;
	while (end < name.length && !strchr(" :=", name.bytes[end]))
		end++;
	struct string called = function_called(version, string_slice(name, 0, end));
	size_t rest = end;
	while (rest < name.length && strchr(" :=", name.bytes[rest]))
		rest++;
	bool is_prose = end == name.length || rest == name.length ||
			memchr(name.bytes + rest, ' ', name.length - rest) != NULL;
	if (version_is_2_0(version) && end < name.length && name.bytes[end] == ':')
		return false; /* the name of a namespace */
	if (!node_is_string(text) || is_prose || node_scalar_style(text) != SCALAR_PLAIN ||
		(!version_is_2_0(version) && !string_starts_with(called, "get_")) ||
		!function_find(version, called))
		return false;
	template_report(checker, DIAGNOSTIC_CODE_WRONG_SHAPE, text,
		"\"%.*s\" is a text; a call is written {%.*s: …}", STRING_ARGUMENTS(name), (int)end,
		name.bytes);
	return true;
}

/* Section "value": what a clause is about is written "$value"; a text may begin with "$", too. */
static void check_word(struct template_checker *checker, struct node text)
{
	struct suggestion suggestion = suggestion_for(node_text(text));
	suggestion_offer(&suggestion, STRING("$value"));
	if (checker->validated && string_starts_with(node_text(text), "$"))
		template_report_misspelt(checker, DIAGNOSTIC_CODE_UNKNOWN_REFERENCE, "function",
			text, &suggestion, 1);
}

static void check_value(
	struct template_checker *checker, const struct graph_place *place, struct node value)
{
	struct function_call call;
	bool is_bare = node_kind(value) == NODE_MAPPING && node_count(value) == 1 &&
		       node_is_null(node_entry(value, 0).value);
	bool is_scalar = node_kind(value) == NODE_SCALAR;
	bool is_told = (is_scalar || is_bare) &&
		       check_text(checker, is_scalar ? value : node_entry(value, 0).key);
	if (is_scalar) {
		function_path_check_text(checker, place, value, false);
		check_word(checker, value);
	}
	if (!is_told)
		check_name(checker, value);
	if (function_call_read(checker->scope.version, value, &call)) {
		check_call(checker, place, &call);
		check_value(checker, place, call.arguments);
		return;
	}
	uint32_t count = node_count(value);
	if (count == 1 && string_is(node_text(node_entry(value, 0).key), "eval"))
		function_path_check_text(checker, place, node_entry(value, 0).value, true);
	for (uint32_t i = 0; i < count; i++) {
		if (node_kind(value) == NODE_MAPPING && is_malformed(checker, value, i))
			return;
		check_value(checker, place,
			node_kind(value) == NODE_MAPPING ? node_entry(value, i).value
							 : node_item(value, i));
	}
}

/* ---- where values are ---- */

void function_check_value(
	struct template_checker *checker, const struct graph_place *place, struct node value)
{
	const struct graph_place *before = checker->place;
	checker->place = place;
	check_value(checker, place, value);
	checker->place = before;
}

void function_check_values(
	struct template_checker *checker, const struct graph_place *place, struct node values)
{
	uint32_t count = collection_count(values);
	for (uint32_t i = 0; i < count; i++) {
		struct node value = collection_entry(values, i).value;
		bool is_listed = node_kind(values) == NODE_SEQUENCE;
		/* Variability4TOSCA: operators of an expression are no functions. */
		if (is_listed && !node_is_null(node_get(value, "expression")))
			continue;
		if (is_listed && !node_is_null(node_get(value, "value")))
			value = node_get(value, "value");
		function_check_value(checker, place, value);
	}
}

static void check_operations(
	struct template_checker *checker, const struct graph_place *place, struct node operations)
{
	uint32_t count = node_kind(operations) == NODE_MAPPING ? node_count(operations) : 0;
	for (uint32_t i = 0; i < count; i++)
		function_check_values(
			checker, place, node_get(node_entry(operations, i).value, "inputs"));
}

static void check_interfaces(
	struct template_checker *checker, const struct graph_place *place, struct node interfaces)
{
	uint32_t count = node_kind(interfaces) == NODE_MAPPING ? node_count(interfaces) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node interface = node_entry(interfaces, i).value;
		struct interface around;
		bool is_of_template =
			!node_is_absent(place->element) &&
			interface_find(checker, place, node_text(node_entry(interfaces, i).key),
				&around) != FAILS;
		checker->interface = is_of_template ? &around : NULL;
		function_check_values(checker, place, node_get(interface, "inputs"));
		check_operations(checker, place, node_get(interface, "operations"));
		check_operations(checker, place, node_get(interface, "notifications"));
		/* TOSCA 1.x: operations stand in the interface itself. */
		if (!version_is_2_0(checker->scope.version))
			check_operations(checker, place, interface);
	}
	checker->interface = NULL;
}

static void check_parts(
	struct template_checker *checker, const struct graph_place *place, struct node element)
{
	function_check_values(checker, place, node_get(element, "properties"));
	function_check_values(checker, place, node_get(element, "attributes"));
	check_interfaces(checker, place, node_get(element, "interfaces"));
}

static void check_nested(
	struct template_checker *checker, const struct graph_place *place, struct node collection)
{
	uint32_t count = collection_count(collection);
	for (uint32_t i = 0; i < count; i++) {
		struct node element = collection_entry(collection, i).value;
		function_check_values(checker, place, node_get(element, "properties"));
		function_check_values(checker, place, node_get(element, "attributes"));
	}
}

/* TOSCA 2.0, section "Node filter definition": SELF is the relationship. The OASIS suite has paths
 * that go on as if it were the target: of the relationship itself, nothing is unknown. */
static void check_filter(struct template_checker *checker, const struct graph_place *node,
	struct node_entry requirement)
{
	struct graph_place relationship = graph_assigned_relationship(checker, node, requirement);
	relationship.is_open = true;
	struct node filter = node_get(requirement.value, "node_filter");
	if (version_is_2_0(checker->scope.version))
		clause_check(checker, &relationship, filter, "node filter");
}

/* TOSCA 2.0, sections "Specifying Number of Node Representations" and "Requirement Count". */
static void check_count(
	struct template_checker *checker, const struct graph_place *place, struct node count)
{
	if (!version_is_2_0(checker->scope.version))
		return;
	function_check_value(checker, place, count);
	/* Of a fraction, the value decides. */
	struct function_operand operand = function_operand_of(checker, place, count);
	if (operand.is_typed && !(operand.forms & TAKES_FLOAT))
		function_result_check_primitive(checker, place, PRIMITIVE_INTEGER, count, "count");
}

void function_check_node(struct template_checker *checker, struct node_entry node)
{
	struct graph_place place = graph_node(checker, node);
	check_parts(checker, &place, node.value);
	check_count(checker, &place, node_get(node.value, "count"));
	/* With the directive `select`: SELF is what is found, perhaps of a derived type. */
	struct graph_place found = place;
	found.is_selected = true;
	if (version_is_2_0(checker->scope.version))
		clause_check(checker, &found, node_get(node.value, "node_filter"), "node filter");
	check_nested(checker, &place, node_get(node.value, "capabilities"));
	check_nested(checker, &place, node_get(node.value, "artifacts"));
	struct node requirements = node_get(node.value, "requirements");
	uint32_t count = node_kind(requirements) == NODE_SEQUENCE ? node_count(requirements) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(node_item(requirements, i), 0);
		if (node_kind(entry.value) != NODE_MAPPING)
			continue;
		struct node relationship = node_get(entry.value, "relationship");
		check_count(checker, &place, node_get(entry.value, "count"));
		check_filter(checker, &place, entry);
		if (node_kind(relationship) != NODE_MAPPING)
			continue;
		struct graph_place end = graph_assigned_relationship(checker, &place, entry);
		check_parts(checker, &end, relationship);
	}
}

void function_check_relationship(struct template_checker *checker, struct node_entry template)
{
	struct graph_place place = graph_relationship(checker, template);
	check_parts(checker, &place, template.value);
}

/* ---- types ---- */

static void check_definitions(
	struct template_checker *checker, const struct graph_place *place, struct node definitions)
{
	uint32_t count = node_kind(definitions) == NODE_MAPPING ? node_count(definitions) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node definition = node_entry(definitions, i).value;
		function_check_value(checker, place, node_get(definition, "default"));
		function_check_value(checker, place, node_get(definition, "value"));
	}
}

static void check_capabilities(
	struct template_checker *checker, const struct graph_place *place, struct node capabilities)
{
	uint32_t count = node_kind(capabilities) == NODE_MAPPING ? node_count(capabilities) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node capability = node_entry(capabilities, i).value;
		check_definitions(checker, place, node_get(capability, "properties"));
		check_definitions(checker, place, node_get(capability, "attributes"));
	}
}

/* SELF is the relationship; in filters, it may be of a derived type and lead to any node. */
static void check_requirements(struct template_checker *checker, const struct type *node_type)
{
	struct graph_place unknown = {.kind = PLACE_UNKNOWN};
	struct node requirements = node_get(node_type->definition, "requirements");
	uint32_t count = node_kind(requirements) == NODE_SEQUENCE ? node_count(requirements) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node requirement = node_entry(node_item(requirements, i), 0).value;
		struct node relationship = node_kind(requirement) == NODE_MAPPING
						   ? node_get(requirement, "relationship")
						   : (struct node){0};
		if (version_is_2_0(checker->scope.version) &&
			node_kind(requirement) == NODE_MAPPING)
			clause_check(checker, &unknown, node_get(requirement, "node_filter"),
				"node filter");
		const struct type_member *member = type_members_find(
			member_cache_get(checker->values.members, node_type, PART_REQUIREMENTS),
			node_text(node_entry(node_item(requirements, i), 0).key));
		const struct type *type = placed_type(
			member_type_name(member, "relationship", "capability"), TYPE_RELATIONSHIP);
		if (node_kind(relationship) != NODE_MAPPING || !type)
			continue;
		struct graph_place place = graph_type(type);
		place.is_open = false;
		check_interfaces(checker, &place, node_get(relationship, "interfaces"));
	}
}

void function_check_type(struct template_checker *checker, const struct type *type)
{
	const struct graph_place *place = checker->place;
	check_definitions(checker, place, node_get(type->definition, "properties"));
	check_definitions(checker, place, node_get(type->definition, "attributes"));
	if (type->kind == TYPE_NODE || type->kind == TYPE_RELATIONSHIP)
		check_interfaces(checker, place, node_get(type->definition, "interfaces"));
	if (type->kind == TYPE_NODE) {
		check_capabilities(checker, place, node_get(type->definition, "capabilities"));
		check_requirements(checker, type);
	}
}
