#include "analyzer/model/functions/function_call.h"
#include "analyzer/language/grammar/words.h"

#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/functions/function_path.h"
#include "analyzer/model/functions/operation.h"
#include "analyzer/model/grammar/grammar_walker.h"
#include "analyzer/model/scope/type_relation.h"

/* TOSCA 1.x: a map with one entry may as well be data; "token" is a usual name for it. TOSCA 2.0:
 * "A function without arguments can alternatively be represented by a YAML string value". */
bool function_call_read(
	enum definitions_version version, struct node node, struct function_call *call)
{
	bool is_2_0 = version_is_2_0(version);
	bool is_short = is_2_0 && node_kind(node) == NODE_SCALAR && node_is_string(node);
	struct node_entry entry = {.key = node};
	if (!is_short && (node_kind(node) != NODE_MAPPING || node_count(node) != 1))
		return false;
	if (!is_short)
		entry = node_entry(node, 0);
	struct string name = function_called(version, node_text(entry.key));
	if (!name.length)
		return false;
	*call = (struct function_call){
		.key = entry.key,
		.name = name,
		.arguments = entry.value,
		.row = function_find(version, name),
	};
	return is_2_0 || (call->row && (!string_is(name, "token") ||
					       node_kind(entry.value) == NODE_SEQUENCE));
}

uint32_t function_call_argument_count(const struct function_call *call)
{
	if (node_kind(call->arguments) == NODE_SEQUENCE)
		return node_count(call->arguments);
	return node_is_null(call->arguments) ? 0 : 1;
}

struct node function_call_argument(const struct function_call *call, uint32_t position)
{
	if (node_kind(call->arguments) == NODE_SEQUENCE)
		return node_item(call->arguments, position);
	return position == 0 ? call->arguments : (struct node){0};
}

static void report_no_name(
	struct template_checker *checker, const struct function_path *path, struct node name)
{
	struct string function = node_text(path->function);
	struct string text = node_text(name);
	bool is_input = text.length > 0 && /* a name may be a number in TOSCA 1.x */
			!node_is_absent(template_find(&checker->scope, "inputs", text).key);
	if (!path->is_silent && !is_input && !value_is_computed(checker->scope.version, name))
		template_report(checker, DIAGNOSTIC_CODE_WRONG_OPERAND, name,
			"\"%.*s\" takes the name of an input here, not %s",
			STRING_ARGUMENTS(function), grammar_node_description(name));
}

/* In a workflow, whose own inputs come first, or in an interface. A warning: the OASIS suite lets
 * it pass. */
static void report_unknown_input(struct template_checker *checker, struct node name)
{
	struct suggestion suggestion = suggestion_for(node_text(name));
	struct node collections[] = {
		node_get(checker->workflow, "inputs"), node_get(checker->scope.template, "inputs")};
	for (size_t i = 0; i < 2; i++) {
		for (uint32_t k = 0;
			k < collection_count(collections[i]) && suggestion_wants_more(&suggestion);
			k++)
			suggestion_offer(
				&suggestion, node_text(collection_entry(collections[i], k).key));
	}
	struct string hint = suggestion_text(checker, suggestion.best);
	struct diagnostic *diagnostic = template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_INPUT,
		name, "Unknown input \"%.*s\"%.*s", STRING_ARGUMENTS(node_text(name)),
		STRING_ARGUMENTS(hint));
	diagnostic->replacement = suggestion.best;
	diagnostic->severity = DIAGNOSTIC_WARNING;
}

/* TOSCA 1.x: operations have inputs of their own, which types define and templates add. True if
 * they may have others that are not known. */
static bool has_own_input(struct template_checker *checker, struct string name)
{
	const struct interface *interface = checker->interface;
	struct arena *arena = checker->scope.arena;
	struct type_members operations = interface_operations(interface, "operations", arena);
	uint32_t count = interface_operation_count(interface->assigned);
	if (!type_is_rooted(interface->type) ||
		interface_input(interface, STRING(""), name, arena) ||
		!node_is_absent(node_find(node_get(interface->assigned, "inputs"), name).key))
		return true;
	for (size_t i = 0; i < operations.count; i++)
		if (interface_input(interface, operations.items[i].name, name, arena))
			return true;
	for (uint32_t i = 0; i < count; i++) {
		struct node operation =
			interface_operation_at(interface->version, interface->assigned, i).value;
		if (!node_is_absent(node_find(node_get(operation, "inputs"), name).key))
			return true;
	}
	return false;
}

static bool is_unknown_input(struct template_checker *checker, struct node name)
{
	bool is_known =
		!node_is_absent(template_find(&checker->scope, "inputs", node_text(name)).key);
	if (is_known || version_is_2_0(checker->scope.version))
		return !is_known && !node_is_absent(checker->workflow);
	return !node_is_absent(checker->workflow) ||
	       (checker->interface && !has_own_input(checker, node_text(name)));
}

/* Outside of workflows and interfaces, unknown inputs are reported with the names. */
static struct value_schema follow_input(
	struct template_checker *checker, const struct function_path *path)
{
	struct node name = node_kind(path->arguments) == NODE_SEQUENCE
				   ? function_path_argument(path, 0)
				   : path->arguments;
	struct value_schema none = {0};
	if (!node_is_string(name) || node_text(name).length == 0) {
		report_no_name(checker, path, name);
		return none;
	}
	struct node_entry input = node_find(node_get(checker->workflow, "inputs"), node_text(name));
	if (!node_is_absent(input.key))
		return function_path_follow_parts(
			checker, path, value_schema_of_definition(input.value));
	if (!path->is_silent && is_unknown_input(checker, name))
		report_unknown_input(checker, name);
	struct node definition =
		template_find_parameter(&checker->scope, "inputs", node_text(name));
	return node_is_absent(definition) ? none
					  : function_path_follow_parts(checker, path,
						    value_schema_of_definition(definition));
}

static void check_artifact(struct template_checker *checker, const struct function_path *path,
	const struct graph_place *start)
{
	struct value_schema schema;
	struct node name = function_path_argument(path, 1);
	/* Of a type: templates have artifacts of their own. */
	if (start->kind != PLACE_NODE || node_is_absent(start->element) || !node_is_string(name) ||
		path->is_silent ||
		graph_find(checker, start, PART_ARTIFACTS, node_text(name), &schema) != FAILS)
		return;
	struct suggestion suggestion = suggestion_for(node_text(name));
	graph_suggest(checker, start, PART_ARTIFACTS, &suggestion);
	struct node artifacts = node_get(start->element, "artifacts");
	for (uint32_t i = 0; i < collection_count(artifacts) && suggestion_wants_more(&suggestion);
		i++)
		suggestion_offer(&suggestion, node_text(collection_entry(artifacts, i).key));
	struct string hint = suggestion_text(checker, suggestion.best);
	template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_ARTIFACT, name,
		"Node \"%.*s\" has no artifact \"%.*s\"%.*s", STRING_ARGUMENTS(start->name),
		STRING_ARGUMENTS(node_text(name)), STRING_ARGUMENTS(hint))
		->replacement = suggestion.best;
}

/* "LOCAL_FILE", or a path: this is about typing mistakes. */
static void check_location(struct template_checker *checker, const struct function_path *path)
{
	struct node location = function_path_argument(path, 2);
	struct suggestion suggestion = suggestion_for(node_text(location));
	for (const struct word_row *word = NULL; (word = word_next(word, WORD_OF_ARTIFACT));)
		suggestion_offer(&suggestion, string_from(word->name));
	template_report_misspelt(
		checker, DIAGNOSTIC_CODE_UNKNOWN_REFERENCE, "location", location, &suggestion, 2);
}

/* Any host may have it. */
static void check_artifact_of_hosts(
	struct template_checker *checker, const struct function_path *path, struct graph_place host)
{
	struct value_schema schema;
	struct node name = function_path_argument(path, 1);
	if (!node_is_string(name) || path->is_silent || host.kind != PLACE_NODE)
		return;
	for (int i = 0; i < MOST_HOSTS && host.kind == PLACE_NODE; i++) {
		if (node_is_absent(host.element) || graph_find(checker, &host, PART_ARTIFACTS,
							    node_text(name), &schema) != FAILS)
			return;
		host = graph_step_host(checker, &host);
	}
	if (host.kind == PLACE_NOWHERE)
		template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_ARTIFACT, name,
			"No node that hosts \"%.*s\" has an artifact \"%.*s\"",
			STRING_ARGUMENTS(path->place->name), STRING_ARGUMENTS(node_text(name)));
}

/* Templates may add interfaces. */
static bool has_interface(struct template_checker *checker, const struct function_path *path,
	const struct graph_place *start, struct node name)
{
	struct interface found;
	if (interface_find(checker, start, node_text(name), &found) != FAILS ||
		!node_is_absent(found.assigned))
		return true;
	if (path->is_silent)
		return false;
	struct suggestion suggestion = suggestion_for(node_text(name));
	graph_suggest(checker, start, PART_INTERFACES, &suggestion);
	struct string hint = suggestion_text(checker, suggestion.best);
	template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_OPERATION, name,
		"\"%.*s\" has no interface \"%.*s\"%.*s", STRING_ARGUMENTS(start->name),
		STRING_ARGUMENTS(node_text(name)), STRING_ARGUMENTS(hint))
		->replacement = suggestion.best;
	return false;
}

/* Whether a template assigns the output to the operation. */
static bool is_assigned(
	const struct interface *interface, struct string operation, struct string output)
{
	uint32_t count = interface_operation_count(interface->assigned);
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry =
			interface_operation_at(interface->version, interface->assigned, i);
		if (string_equal(node_text(entry.key), operation))
			return !node_is_absent(
				node_find(node_get(entry.value, "outputs"), output).key);
	}
	return false;
}

/* Of an operation that declares none, anything may be asked for: its artifact may report it. Where
 * a template has another artifact, this is about typing mistakes. */
static void check_operation_output(struct template_checker *checker,
	const struct interface *interface, struct node operation, struct node output)
{
	struct type_members outputs = interface_parameters(
		interface, node_text(operation), "outputs", checker->scope.arena);
	struct suggestion suggestion = suggestion_for(node_text(output));
	if (!node_is_string(output) || outputs.count == 0 ||
		is_assigned(interface, node_text(operation), node_text(output)))
		return;
	for (size_t i = 0; i < outputs.count; i++) {
		if (string_equal(outputs.items[i].name, node_text(output)))
			return;
		suggestion_offer(&suggestion, outputs.items[i].name);
	}
	if (!node_is_absent(interface->assigned) && !suggestion.best.length)
		return;
	struct string hint = suggestion_text(checker, suggestion.best);
	template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_OPERATION, output,
		"Operation \"%.*s\" has no output \"%.*s\"%.*s",
		STRING_ARGUMENTS(node_text(operation)), STRING_ARGUMENTS(node_text(output)),
		STRING_ARGUMENTS(hint))
		->replacement = suggestion.best;
}

/* [ entity, interface, operation, output ] */
static void check_operation(struct template_checker *checker, const struct function_path *path,
	const struct graph_place *start)
{
	struct node interface = function_path_argument(path, 1);
	struct node operation = function_path_argument(path, 2);
	struct interface found;
	if (path->is_silent || !node_is_string(interface) || !node_is_string(operation) ||
		!has_interface(checker, path, start, interface))
		return;
	enum verdict verdict =
		operation_exists(checker, start, node_text(interface), node_text(operation));
	interface_find(checker, start, node_text(interface), &found);
	if (verdict == HOLDS)
		check_operation_output(checker, &found, operation, function_path_argument(path, 3));
	if (verdict != FAILS)
		return;
	struct suggestion suggestion = suggestion_for(node_text(operation));
	interface_suggest(&found, &suggestion);
	struct string hint = suggestion_text(checker, suggestion.best);
	template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_OPERATION, operation,
		"\"%.*s\" has no operation \"%.*s.%.*s\"%.*s", STRING_ARGUMENTS(start->name),
		STRING_ARGUMENTS(node_text(interface)), STRING_ARGUMENTS(node_text(operation)),
		STRING_ARGUMENTS(hint))
		->replacement = suggestion.best;
}

static void check_node_type(
	struct template_checker *checker, const struct function_path *path, struct node name)
{
	if (path->is_silent || !node_is_string(name) ||
		types_find(checker->scope.types, TYPE_NODE, node_text(name)) ||
		types_may_be_elsewhere(checker->scope.types, node_text(name)))
		return;
	template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_TYPE, name, "Unknown node type \"%.*s\"",
		STRING_ARGUMENTS(node_text(name)));
}

static bool is_list_or_nothing(struct node arguments)
{
	return node_is_null(arguments) || node_kind(arguments) == NODE_SEQUENCE;
}

struct value_schema function_call_resolve(struct template_checker *checker,
	const struct graph_place *place, const struct function_call *call, bool is_silent)
{
	struct function_path path = {
		.place = place,
		.function = call->key,
		.arguments = call->arguments,
		.is_silent = is_silent,
		.names_entity = string_is(call->name, "get_artifact"),
	};
	struct value_schema none = {0};
	if (string_is(call->name, "get_input"))
		return follow_input(checker, &path);
	if (string_is(call->name, "value"))
		return checker->validated && is_list_or_nothing(call->arguments)
			       ? function_path_follow_value(checker, &path, *checker->validated)
			       : none;
	if (string_is(call->name, "get_nodes_of_type")) {
		check_node_type(checker, &path, call->arguments);
		return none;
	}
	bool is_property = string_is(call->name, "get_property");
	bool is_value = is_property || string_is(call->name, "get_attribute");
	bool is_artifact = string_is(call->name, "get_artifact");
	if (is_artifact && !path.is_silent)
		check_location(checker, &path);
	bool is_operation = string_is(call->name, "get_operation_output");
	bool is_entity = is_value || is_artifact || is_operation;
	if (!is_entity || node_kind(call->arguments) != NODE_SEQUENCE)
		return none;
	path.part = is_property ? PART_PROPERTIES : PART_ATTRIBUTES;
	struct graph_place start;
	if (function_path_starts_at_host(checker, &path, &start)) {
		if (is_value)
			return function_path_follow_hosts(checker, &path, &start);
		if (is_artifact)
			check_artifact_of_hosts(checker, &path, start);
		return none;
	}
	start = function_path_start(checker, &path);
	if (start.kind == PLACE_UNKNOWN || start.kind == PLACE_NOWHERE)
		return none;
	if (is_value)
		return function_path_follow(checker, &path, &start);
	if (is_artifact)
		check_artifact(checker, &path, &start);
	else
		check_operation(checker, &path, &start);
	return none;
}
