#include "analyzer/model/workflow_check.h"

/* Where an input of an operation can be defined, the closest first. */
struct operation_inputs {
	struct node definitions[32];
	size_t count;
};

static void add_inputs(struct operation_inputs *inputs, struct node interface, struct string name)
{
	struct node operation = node_find(node_get(interface, "operations"), name).value;
	struct node found[] = {node_get(operation, "inputs"), node_get(interface, "inputs")};
	for (size_t i = 0; i < 2; i++) {
		if (node_kind(found[i]) == NODE_MAPPING && inputs->count < 32)
			inputs->definitions[inputs->count++] = found[i];
	}
}

/* False if the target's type, or its interface, is not known. */
static bool find_inputs(const struct types *types, struct node target, struct string interface,
	struct string operation, struct arena *arena, struct operation_inputs *inputs)
{
	struct node type_name = node_get(target, "type");
	const struct type *type = types_find(types, TYPE_NODE, node_text(type_name));
	struct type_members interfaces = type_members(type, PART_INTERFACES, arena);
	const struct type_member *member = type_members_find(interfaces, interface);
	if (!member)
		return false;
	struct node interface_type = type_member_get(member, "type");
	const struct type *of =
		type_find_from(member->origin, TYPE_INTERFACE, node_text(interface_type));
	for (const struct type_member *level = member; level; level = level->refines)
		add_inputs(inputs, level->definition, operation);
	for (; of; of = of->parent)
		add_inputs(inputs, of->definition, operation);
	return true;
}

static struct node definition_of(const struct operation_inputs *inputs, struct string name)
{
	for (size_t i = 0; i < inputs->count; i++) {
		struct node_entry entry = node_find(inputs->definitions[i], name);
		if (!node_is_absent(entry.key))
			return entry.value;
	}
	return (struct node){0};
}

static bool is_required(struct node definition)
{
	struct node required = node_get(definition, "required");
	return node_kind(definition) == NODE_MAPPING &&
	       node_is_null(node_get(definition, "default")) &&
	       node_is_null(node_get(definition, "value")) &&
	       (node_is_null(required) || node_boolean(required));
}

/* An input of the workflow that is handed on: of the same type, and there if it must be. */
static void check_handed_on(struct diagnostics *diagnostics, struct node workflow,
	struct node_entry given, struct node definition)
{
	struct node name = node_get(given.value, "$get_input");
	struct node input = node_find(node_get(workflow, "inputs"), node_text(name)).value;
	struct node expected = node_get(definition, "type");
	struct node actual = node_get(input, "type");
	if (node_kind(input) != NODE_MAPPING)
		return;
	if (!node_is_null(expected) && !node_is_null(actual) &&
		!string_equal(node_text(expected), node_text(actual)))
		diagnostics_add(diagnostics, DIAGNOSTIC_CODE_WRONG_VALUE, given.value,
			"\"%.*s\" must be of type \"%.*s\", not \"%.*s\"",
			STRING_ARGUMENTS(node_text(given.key)),
			STRING_ARGUMENTS(node_text(expected)), STRING_ARGUMENTS(node_text(actual)));
	else if (is_required(definition) && !is_required(input) &&
		 node_is_null(node_get(input, "default")))
		diagnostics_add(diagnostics, DIAGNOSTIC_CODE_WRONG_VALUE, given.value,
			"\"%.*s\" is required, but the input \"%.*s\" of the workflow is not",
			STRING_ARGUMENTS(node_text(given.key)), STRING_ARGUMENTS(node_text(name)));
}

static void check_call(const struct types *types, struct node template, struct node workflow,
	struct node step, struct node_entry call, struct diagnostics *diagnostics)
{
	struct node name = node_kind(call.value) == NODE_SCALAR ? call.value
								: node_get(call.value, "operation");
	struct node given = node_get(call.value, "inputs");
	struct string text = node_text(name);
	size_t dot = text.length;
	while (dot > 0 && text.bytes[dot - 1] != '.')
		dot--;
	struct node target =
		node_find(node_get(template, "node_templates"), node_text(node_get(step, "target")))
			.value;
	struct operation_inputs inputs = {.count = 0};
	if (dot == 0 || !find_inputs(types, target, string_slice(text, 0, dot - 1),
				string_slice(text, dot, text.length), diagnostics->arena, &inputs))
		return;
	for (uint32_t i = 0; i < node_count(given) && node_kind(given) == NODE_MAPPING; i++) {
		struct node_entry entry = node_entry(given, i);
		struct node definition = definition_of(&inputs, node_text(entry.key));
		if (node_is_absent(definition))
			diagnostics_add(diagnostics, DIAGNOSTIC_CODE_UNKNOWN_PROPERTY, entry.key,
				"Operation \"%.*s\" has no input \"%.*s\"", STRING_ARGUMENTS(text),
				STRING_ARGUMENTS(node_text(entry.key)));
		else
			check_handed_on(diagnostics, workflow, entry, definition);
	}
	for (size_t i = 0; i < inputs.count; i++) {
		uint32_t count = node_count(inputs.definitions[i]);
		for (uint32_t j = 0; j < count; j++) {
			struct node_entry entry = node_entry(inputs.definitions[i], j);
			struct string input = node_text(entry.key);
			if (is_required(definition_of(&inputs, input)) &&
				node_is_absent(node_find(given, input).key))
				diagnostics_add(diagnostics, DIAGNOSTIC_CODE_MISSING_PROPERTY, name,
					"Operation \"%.*s\" needs the input \"%.*s\"",
					STRING_ARGUMENTS(text), STRING_ARGUMENTS(input));
		}
	}
}

void workflow_check_calls(
	const struct types *types, struct node template, struct diagnostics *diagnostics)
{
	struct node workflows = node_get(template, "workflows");
	for (uint32_t i = 0; node_kind(workflows) == NODE_MAPPING && i < node_count(workflows);
		i++) {
		struct node workflow = node_entry(workflows, i).value;
		struct node steps = node_get(workflow, "steps");
		for (uint32_t j = 0; node_kind(steps) == NODE_MAPPING && j < node_count(steps);
			j++) {
			struct node step = node_entry(steps, j).value;
			struct node activities = node_get(step, "activities");
			for (uint32_t k = 0; node_kind(activities) == NODE_SEQUENCE &&
					     k < node_count(activities);
				k++) {
				struct node_entry call = node_find(
					node_item(activities, k), STRING("call_operation"));
				if (!node_is_absent(call.key))
					check_call(
						types, template, workflow, step, call, diagnostics);
			}
		}
	}
}
