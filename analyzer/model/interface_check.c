/* Interfaces that a template assigns: operations that the type does not have, inputs of the wrong
 * type, outputs without an attribute to take them.
 *
 * An interface, and an input, without definition is none of the mistakes: templates may add
 * them (TOSCA 2.0, section "Operation assignment"; the standard's own examples do). */
#include "analyzer/model/interface_check.h"

static void check_operation(struct template_checker *checker, const struct interface *interface,
	struct string name, struct node key)
{
	if (interface_defines(interface, node_text(key)) != FAILS)
		return;
	struct suggestion suggestion = suggestion_for(node_text(key));
	interface_suggest(interface, &suggestion);
	struct string hint = suggestion_text(checker, suggestion.best);
	struct diagnostic *diagnostic = template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_OPERATION,
		key, "Interface \"%.*s\" has no operation \"%.*s\"%.*s", STRING_ARGUMENTS(name),
		STRING_ARGUMENTS(node_text(key)), STRING_ARGUMENTS(hint));
	diagnostic->replacement = suggestion.best;
}

static void check_inputs(struct template_checker *checker, const struct interface *interface,
	struct node_entry operation)
{
	struct node inputs = node_kind(operation.value) == NODE_MAPPING
				     ? node_get(operation.value, "inputs")
				     : (struct node){0};
	uint32_t count = node_kind(inputs) == NODE_MAPPING ? node_count(inputs) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry input = node_entry(inputs, i);
		struct value_schema schema =
			interface_input(interface, node_text(operation.key), node_text(input.key));
		/* TOSCA 1.x: the input may be defined once more, with its value inside. */
		bool is_definition = node_kind(input.value) == NODE_MAPPING &&
				     !node_is_null(node_get(input.value, "type"));
		if (!node_is_absent(schema.definition) && !is_definition)
			value_check(&checker->values, schema, input.key, input.value,
				node_text(input.key));
	}
}

/* "output: [ SELF, attribute ]" */
static void check_outputs(
	struct template_checker *checker, const struct graph_place *place, struct node operation)
{
	struct node outputs = node_kind(operation) == NODE_MAPPING ? node_get(operation, "outputs")
								   : (struct node){0};
	uint32_t count = node_kind(outputs) == NODE_MAPPING ? node_count(outputs) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node target = node_entry(outputs, i).value;
		struct node mapping = node_get(target, "mapping");
		struct value_schema schema;
		target = node_is_null(mapping) ? target : mapping;
		struct node name = node_item(target, 1);
		if (node_count(target) != 2 || !node_is_string(name) ||
			!string_is(node_text(node_item(target, 0)), "SELF") ||
			graph_find(checker, place, PART_ATTRIBUTES, node_text(name), &schema) !=
				FAILS)
			continue;
		struct suggestion suggestion = suggestion_for(node_text(name));
		graph_suggest(checker, place, PART_ATTRIBUTES, &suggestion);
		struct string hint = suggestion_text(checker, suggestion.best);
		template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_PROPERTY, name,
			"\"%.*s\" has no attribute \"%.*s\"%.*s", STRING_ARGUMENTS(place->name),
			STRING_ARGUMENTS(node_text(name)), STRING_ARGUMENTS(hint))
			->replacement = suggestion.best;
	}
}

void interfaces_check(
	struct template_checker *checker, const struct graph_place *place, struct node interfaces)
{
	enum definitions_version version = checker->scope.version;
	uint32_t count = node_kind(interfaces) == NODE_MAPPING ? node_count(interfaces) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(interfaces, i);
		struct interface interface;
		if (interface_find(checker, place, node_text(entry.key), &interface) == FAILS)
			continue;
		uint32_t operations = interface_operation_count(entry.value);
		for (uint32_t j = 0; j < operations; j++) {
			struct node_entry operation =
				interface_operation_at(version, entry.value, j);
			if (node_is_absent(operation.key))
				continue;
			check_operation(checker, &interface, node_text(entry.key), operation.key);
			check_inputs(checker, &interface, operation);
			check_outputs(checker, place, operation.value);
		}
	}
}
