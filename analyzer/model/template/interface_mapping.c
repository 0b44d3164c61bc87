#include "analyzer/model/template/interface_mapping.h"

#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/functions/operation.h"
#include "analyzer/model/grammar/grammar_walker.h"

static void report_no_operation(struct template_checker *checker, const struct interface *interface,
	struct string name, struct node key)
{
	struct suggestion suggestion = suggestion_for(node_text(key));
	interface_suggest(interface, &suggestion);
	struct string hint = suggestion_text(checker, suggestion.best);
	template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_OPERATION, key,
		"Interface \"%.*s\" has no operation \"%.*s\"%.*s", STRING_ARGUMENTS(name),
		STRING_ARGUMENTS(node_text(key)), STRING_ARGUMENTS(hint))
		->replacement = suggestion.best;
}

static void report_no_interface(struct template_checker *checker, const struct graph_place *place,
	const char *noun, struct node key)
{
	struct suggestion suggestion = suggestion_for(node_text(key));
	graph_suggest(checker, place, PART_INTERFACES, &suggestion);
	struct string hint = suggestion_text(checker, suggestion.best);
	template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_OPERATION, key,
		"%s \"%.*s\" has no interface \"%.*s\"%.*s", noun, STRING_ARGUMENTS(place->name),
		STRING_ARGUMENTS(node_text(key)), STRING_ARGUMENTS(hint))
		->replacement = suggestion.best;
}

/* "<operation_name>: <workflow_name>" */
static void check_operations(struct template_checker *checker, const struct interface *interface,
	struct string name, struct node operations)
{
	uint32_t count = node_kind(operations) == NODE_MAPPING ? node_count(operations) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(operations, i);
		struct node inner = node_get(entry.value, "workflow");
		struct node workflow = node_is_null(inner) ? entry.value : inner;
		if (interface && interface_defines(interface, node_text(entry.key)) == FAILS)
			report_no_operation(checker, interface, name, entry.key);
		if (node_is_collection(workflow))
			template_report(checker, DIAGNOSTIC_CODE_WRONG_SHAPE, workflow,
				"\"%.*s\" must be the name of a workflow, not %s",
				STRING_ARGUMENTS(node_text(entry.key)),
				grammar_node_description(workflow));
		else if (!node_is_null(workflow) && node_is_absent(template_find(&checker->scope,
							    "workflows", node_text(workflow))
									   .key))
			template_report_no_element(checker, DIAGNOSTIC_CODE_UNKNOWN_REFERENCE,
				"workflows", "workflow", workflow);
	}
}

/* TOSCA 1.x, as tools read it: the interface of a node, "[ <node_template>, <interface_name> ]". */
static void check_interface_of_node(struct template_checker *checker, struct node pair)
{
	struct node name = node_item(pair, 0), interface_name = node_item(pair, 1);
	struct node_entry node = template_find(&checker->scope, "node_templates", node_text(name));
	struct graph_place place;
	struct interface interface;
	if (node_count(pair) != 2 || !node_is_string(name) || !node_is_string(interface_name))
		return;
	if (node_is_absent(node.key)) {
		template_report_no_element(
			checker, DIAGNOSTIC_CODE_UNKNOWN_NODE, "node_templates", "node", name);
		return;
	}
	place = graph_node(checker, node);
	if (interface_find(checker, &place, node_text(interface_name), &interface) == FAILS)
		report_no_interface(checker, &place, "Node", interface_name);
}

void interface_mappings_check(struct template_checker *checker,
	const struct graph_place *substituted, struct node interfaces)
{
	uint32_t count = node_kind(interfaces) == NODE_MAPPING ? node_count(interfaces) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(interfaces, i);
		if (node_kind(entry.value) == NODE_SCALAR && !node_is_null(entry.value))
			diagnostics_add(checker->values.diagnostics, DIAGNOSTIC_CODE_WRONG_SHAPE,
				entry.value,
				"\"%.*s\" must be a map of operations to workflows, not %s",
				STRING_ARGUMENTS(node_text(entry.key)),
				grammar_node_description(entry.value));
		struct node inner = node_get(entry.value, "operations");
		struct node operations = node_kind(inner) == NODE_MAPPING ? inner : entry.value;
		struct interface interface;
		enum verdict verdict =
			interface_find(checker, substituted, node_text(entry.key), &interface);
		if (verdict == FAILS)
			report_no_interface(checker, substituted, "Node type", entry.key);
		if (node_kind(entry.value) == NODE_SEQUENCE)
			check_interface_of_node(checker, entry.value);
		check_operations(checker, verdict == FAILS ? NULL : &interface,
			node_text(entry.key), operations);
	}
}
