#include "analyzer/model/activity_inputs.h"

static const struct graph_place unknown = {.kind = PLACE_UNKNOWN};

static void check_value(
	struct template_checker *checker, struct value_schema schema, struct node_entry input)
{
	/* Which of the targets SELF means is not said. */
	checker->place = &unknown;
	value_check(&checker->values, schema, input.key, input.value, node_text(input.key));
	checker->place = NULL;
}

void activity_check_operation_inputs(struct template_checker *checker,
	const struct graph_place *target, struct string interface_name, struct string operation,
	struct node inputs)
{
	struct interface interface;
	uint32_t count = node_kind(inputs) == NODE_MAPPING ? node_count(inputs) : 0;
	if (count == 0 || interface_find(checker, target, interface_name, &interface) == FAILS)
		return;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry input = node_entry(inputs, i);
		const struct type_member *definition = interface_input(
			&interface, operation, node_text(input.key), checker->scope.arena);
		if (definition)
			check_value(checker, value_schema_of_member(definition), input);
	}
}

static void report_unknown(struct template_checker *checker, struct node_entry workflow,
	struct node definitions, struct node key)
{
	struct suggestion suggestion = suggestion_for(node_text(key));
	for (uint32_t i = 0; i < collection_count(definitions); i++)
		suggestion_offer(&suggestion, node_text(collection_entry(definitions, i).key));
	struct string hint = suggestion_text(checker, suggestion.best);
	template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_PROPERTY, key,
		"Workflow \"%.*s\" has no input \"%.*s\"%.*s",
		STRING_ARGUMENTS(node_text(workflow.key)), STRING_ARGUMENTS(node_text(key)),
		STRING_ARGUMENTS(hint))
		->replacement = suggestion.best;
}

static bool is_needed(struct node definition)
{
	struct node required = node_get(definition, "required");
	return !node_is_null(node_get(definition, "type")) &&
	       node_is_null(node_get(definition, "default")) &&
	       node_is_null(node_get(definition, "value")) &&
	       (node_is_null(required) || node_boolean(required));
}

void activity_check_workflow_inputs(struct template_checker *checker, struct node_entry workflow,
	struct node name, struct node inputs)
{
	struct node definitions = node_get(workflow.value, "inputs");
	for (uint32_t i = 0; node_kind(inputs) == NODE_MAPPING && i < node_count(inputs); i++) {
		struct node_entry input = node_entry(inputs, i);
		struct node_entry definition = node_find(definitions, node_text(input.key));
		if (node_is_absent(definition.key))
			report_unknown(checker, workflow, definitions, input.key);
		else if (node_kind(definition.value) == NODE_MAPPING)
			check_value(checker, value_schema_of_definition(definition.value), input);
	}
	for (uint32_t i = 0; node_kind(definitions) == NODE_MAPPING && i < node_count(definitions);
		i++) {
		struct node_entry definition = node_entry(definitions, i);
		struct string input = node_text(definition.key);
		if (is_needed(definition.value) && node_is_absent(node_find(inputs, input).key))
			template_report(checker, DIAGNOSTIC_CODE_MISSING_PROPERTY, name,
				"Workflow \"%.*s\" needs the input \"%.*s\"",
				STRING_ARGUMENTS(node_text(workflow.key)), STRING_ARGUMENTS(input));
	}
}
