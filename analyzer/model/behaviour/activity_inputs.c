#include "analyzer/model/behaviour/activity_inputs.h"

#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/functions/function_call.h"
#include "analyzer/model/scope/type_relation.h"

static const struct graph_place unknown = {.kind = PLACE_UNKNOWN};

/* An operation or a workflow, and what it is handed. */
struct call {
	const char *noun;
	struct string callee;
	struct node name; /* where it is named */
	struct type_members definitions;
	struct node given;                 /* a map, or nothing */
	bool is_closed;                    /* there are no other inputs */
	const struct interface *interface; /* of an operation */
	struct string operation;
};

/* "They will override for this operation call the operation inputs assignment in the node
 * template". */
static bool is_assigned(const struct call *call, struct string input)
{
	struct node interface = call->interface ? call->interface->assigned : (struct node){0};
	struct node operation = node_find(node_get(interface, "operations"), call->operation).value;
	return !node_is_absent(node_find(node_get(operation, "inputs"), input).key) ||
	       !node_is_absent(node_find(node_get(interface, "inputs"), input).key);
}

/* ---- what is given ---- */

static void report_unknown(
	struct template_checker *checker, const struct call *call, struct node key)
{
	struct suggestion suggestion = suggestion_for(node_text(key));
	for (size_t i = 0; i < call->definitions.count && suggestion_wants_more(&suggestion); i++)
		suggestion_offer(&suggestion, call->definitions.items[i].name);
	struct string hint = suggestion_text(checker, suggestion.best);
	template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_PROPERTY, key,
		"%s \"%.*s\" has no input \"%.*s\"%.*s", call->noun, STRING_ARGUMENTS(call->callee),
		STRING_ARGUMENTS(node_text(key)), STRING_ARGUMENTS(hint))
		->replacement = suggestion.best;
}

/* The input of the workflow or of the template that is handed on. */
static struct node handed_on(struct template_checker *checker, struct node value)
{
	struct function_call call;
	if (!function_call_read(checker->scope.version, value, &call) ||
		!string_is(call.name, "get_input"))
		return (struct node){0};
	struct node name =
		node_kind(call.arguments) == NODE_SEQUENCE && node_count(call.arguments) == 1
			? node_item(call.arguments, 0)
			: call.arguments;
	if (!node_is_string(name))
		return (struct node){0};
	struct node own = node_find(node_get(checker->workflow, "inputs"), node_text(name)).value;
	return node_is_absent(own)
		       ? template_find_parameter(&checker->scope, "inputs", node_text(name))
		       : own;
}

static bool may_be_undefined(struct node input)
{
	return !node_is_null(node_get(input, "required")) &&
	       !node_boolean(node_get(input, "required")) &&
	       node_is_null(node_get(input, "default"));
}

/* TOSCA 2.0: a value must be there if the operation requires it. */
static void check_handed_on(struct template_checker *checker, const struct type_member *definition,
	struct node_entry given)
{
	struct node input = handed_on(checker, given.value);
	if (!version_is_2_0(checker->scope.version) || !value_is_required(definition) ||
		!may_be_undefined(input))
		return;
	template_report(checker, DIAGNOSTIC_CODE_WRONG_VALUE, given.value,
		"\"%.*s\" is required, but the input \"%.*s\" is not and has no default",
		STRING_ARGUMENTS(node_text(given.key)),
		STRING_ARGUMENTS(node_text(node_key(input))));
}

static void check_given(struct template_checker *checker, const struct call *call)
{
	uint32_t count = node_kind(call->given) == NODE_MAPPING ? node_count(call->given) : 0;
	/* Which of the targets SELF means is not said. */
	checker->place = &unknown;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry input = node_entry(call->given, i);
		const struct type_member *definition =
			type_members_find(call->definitions, node_text(input.key));
		if (!definition) {
			if (call->is_closed && !is_assigned(call, node_text(input.key)))
				report_unknown(checker, call, input.key);
			continue;
		}
		value_check(&checker->values, value_schema_of_member(definition), input.key,
			input.value, node_text(input.key));
		check_handed_on(checker, definition, input);
	}
	checker->place = NULL;
}

static void report_missing(
	struct template_checker *checker, const struct call *call, struct string input)
{
	template_report(checker, DIAGNOSTIC_CODE_MISSING_PROPERTY, call->name,
		"%s \"%.*s\" needs the input \"%.*s\"", call->noun, STRING_ARGUMENTS(call->callee),
		STRING_ARGUMENTS(input));
}

/* ---- operations ---- */

/* Those of the operation, and those that all of the interface share. */
static struct type_members inputs_of_operation(struct template_checker *checker,
	const struct interface *interface, struct string operation)
{
	struct arena *arena = checker->scope.arena;
	struct type_members own = interface_parameters(interface, operation, "inputs", arena);
	struct type_members shared = interface_parameters(interface, STRING(""), "inputs", arena);
	struct type_member *items =
		arena_allocate(arena, own.count + shared.count + 1, sizeof(*items));
	size_t count = 0;
	for (size_t i = 0; i < own.count; i++)
		items[count++] = own.items[i];
	for (size_t i = 0; i < shared.count; i++)
		if (!type_members_find(own, shared.items[i].name))
			items[count++] = shared.items[i];
	return (struct type_members){items, count};
}

/* TOSCA 1.x: templates may define inputs, and calls need not give any. */
static bool knows_inputs(struct template_checker *checker, const struct interface *interface,
	struct string operation)
{
	return version_is_2_0(checker->scope.version) && type_is_rooted(interface->type) &&
	       interface_defines(interface, operation) == HOLDS;
}

void activity_check_operation_inputs(struct template_checker *checker,
	const struct graph_place *target, struct string interface_name, struct string operation,
	struct node name, struct node inputs)
{
	struct interface interface;
	if (interface_find(checker, target, interface_name, &interface) == FAILS)
		return;
	struct call call = {
		.noun = "Operation",
		.callee = node_text(name),
		.name = name,
		.definitions = inputs_of_operation(checker, &interface, operation),
		.given = inputs,
		/* What another template assigns is taken over. */
		.is_closed = node_is_null(node_get(target->element, "copy")) &&
			     knows_inputs(checker, &interface, operation),
		.interface = &interface,
		.operation = operation,
	};
	check_given(checker, &call);
	for (size_t i = 0; call.is_closed && i < call.definitions.count; i++) {
		const struct type_member *input = &call.definitions.items[i];
		if (value_is_required(input) &&
			node_is_absent(node_find(inputs, input->name).key) &&
			!is_assigned(&call, input->name))
			report_missing(checker, &call, input->name);
	}
}

/* ---- workflows ---- */

void activity_check_workflow_inputs(struct template_checker *checker, struct node_entry workflow,
	struct node name, struct node inputs)
{
	struct node definitions = node_get(workflow.value, "inputs");
	struct type_members none = {0};
	struct call call = {
		.noun = "Workflow",
		.callee = node_text(workflow.key),
		.name = name,
		.definitions =
			node_kind(definitions) == NODE_MAPPING
				? type_members_refine(none, definitions, NULL, checker->scope.arena)
				: none,
		.given = inputs,
		.is_closed = true,
	};
	check_given(checker, &call);
	for (size_t i = 0; i < call.definitions.count; i++) {
		const struct type_member *input = &call.definitions.items[i];
		/* What has no type yet is still being written. */
		if (value_is_required(input) && !node_is_null(type_member_get(input, "type")) &&
			node_is_absent(node_find(inputs, input->name).key))
			report_missing(checker, &call, input->name);
	}
}
