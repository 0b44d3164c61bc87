#include "analyzer/model/behaviour/activity_check.h"

#include "analyzer/model/behaviour/activity_inputs.h"
#include "analyzer/model/behaviour/condition_clause.h"
#include "analyzer/model/behaviour/step_check.h"
#include "analyzer/model/behaviour/trigger_check.h"
#include "analyzer/model/behaviour/workflow_parameters.h"
#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/functions/clause_check.h"
#include "analyzer/model/functions/function_check.h"
#include "analyzer/model/scope/type_relation.h"
#include "analyzer/text/name_table.h"

static const struct graph_place unknown = {.kind = PLACE_UNKNOWN};

/* Nodes or relationships on which activities are carried out. */
struct targets {
	struct graph_place *items;
	size_t count;
	size_t capacity;
	struct name_table seen; /* nodes, and groups they are in */
	bool are_types;         /* of which those that derive from them may have more */
};

enum {
	MOST_GROUPS = 1000 /* that are looked into for one target */
};

static void add_target(
	const struct template_checker *checker, struct targets *targets, struct graph_place place)
{
	targets->items = arena_reserve(checker->scope.arena, targets->items, targets->count,
		&targets->capacity, sizeof(*targets->items));
	targets->items[targets->count++] = place;
}

/* Groups of TOSCA 1.x may have operations of their own. */
static bool may_have_operations(struct template_checker *checker, struct node group)
{
	if (version_is_2_0(checker->scope.version))
		return false;
	struct element_types types =
		template_types_of(&checker->scope, TYPE_GROUP, "groups", group);
	bool may_be = !types.is_known || !node_is_null(node_get(group, "interfaces"));
	for (size_t i = 0; i < types.count; i++)
		may_be |= !type_is_rooted(types.items[i]) ||
			  !node_is_null(type_value(types.items[i], "interfaces").node);
	return may_be;
}

/* A node, or the members of a group. False if it is not known what all of them are. */
static bool add_targets(struct template_checker *checker, struct targets *targets, struct node name)
{
	struct node_entry node = template_find(&checker->scope, "node_templates", node_text(name));
	size_t groups = targets->seen.count - targets->count;
	if (name_table_find(&targets->seen, node_text(name)))
		return true;
	name_table_add(&targets->seen, checker->scope.arena, node_text(name), targets);
	if (!node_is_absent(node.key)) {
		add_target(checker, targets, graph_node(checker, node));
		return true;
	}
	struct node group = template_find(&checker->scope, "groups", node_text(name)).value;
	struct node members = node_get(group, "members");
	uint32_t count = node_kind(members) == NODE_SEQUENCE ? node_count(members) : 0;
	if (count == 0 || groups == MOST_GROUPS || may_have_operations(checker, group))
		return false;
	for (uint32_t i = 0; i < count; i++)
		if (!add_targets(checker, targets, node_item(members, i)))
			return false;
	return true;
}

static void report_unknown(
	struct template_checker *checker, const char *noun, struct node names, struct node name)
{
	struct suggestion suggestion = suggestion_for(node_text(name));
	for (uint32_t i = 0; i < collection_count(names) && suggestion_wants_more(&suggestion); i++)
		suggestion_offer(&suggestion, node_text(collection_entry(names, i).key));
	struct string hint = suggestion_text(checker, suggestion.best);
	struct diagnostic *diagnostic = template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_REFERENCE,
		name, "Unknown %s \"%.*s\"%.*s", noun, STRING_ARGUMENTS(node_text(name)),
		STRING_ARGUMENTS(hint));
	diagnostic->replacement = suggestion.best;
}

/* ---- activities ---- */

static bool are_alike(const struct targets *targets)
{
	const struct element_types *first = &targets->items[0].types;
	for (size_t i = 1; i < targets->count; i++) {
		const struct element_types *types = &targets->items[i].types;
		if (first->count != 1 || types->count != 1 || types->items[0] != first->items[0])
			return false;
	}
	return true;
}

static void report_no_operation(struct template_checker *checker, const struct targets *targets,
	struct node name, struct string interface)
{
	struct interface found;
	struct suggestion suggestion = suggestion_for(
		string_slice(node_text(name), interface.length + 1, node_text(name).length));
	if (interface_find(checker, &targets->items[0], interface, &found) != FAILS)
		interface_suggest(&found, &suggestion);
	struct string best = suggestion.best;
	if (targets->are_types && !best.length)
		return;
	if (best.length)
		best = arena_format(checker->values.diagnostics->arena, "%.*s.%.*s",
			STRING_ARGUMENTS(interface), STRING_ARGUMENTS(best));
	struct string hint = suggestion_text(checker, best);
	template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_OPERATION, name,
		"\"%.*s\" has no operation \"%.*s\"%.*s", STRING_ARGUMENTS(targets->items[0].name),
		STRING_ARGUMENTS(node_text(name)), STRING_ARGUMENTS(hint))
		->replacement = best;
}

/* "call_operation: <interface>.<operation>" */
static void check_call(
	struct template_checker *checker, const struct targets *targets, struct node call)
{
	bool is_extended = node_kind(call) == NODE_MAPPING;
	struct node name = is_extended ? node_get(call, "operation") : call;
	struct node inputs = is_extended ? node_get(call, "inputs") : (struct node){0};
	struct string text = node_text(name);
	struct string interface, operation;
	if (!node_is_string(name) || value_is_computed(checker->scope.version, name))
		return;
	if (!operation_split(text, &interface, &operation)) {
		template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_OPERATION, name,
			"\"%.*s\" names no interface; write \"interface.operation\"",
			STRING_ARGUMENTS(text));
		return;
	}
	enum verdict verdict = targets->count ? FAILS : UNKNOWN;
	for (size_t i = 0; i < targets->count && verdict == FAILS; i++)
		verdict = operation_exists(checker, &targets->items[i], interface, operation);
	if (verdict == FAILS)
		report_no_operation(checker, targets, name, interface);
	else if (targets->count && are_alike(targets))
		activity_check_operation_inputs(
			checker, &targets->items[0], interface, operation, name, inputs);
}

static void check_inline(struct template_checker *checker, struct node call)
{
	bool is_extended = node_kind(call) == NODE_MAPPING;
	struct node name = is_extended ? node_get(call, "workflow") : call;
	struct node inputs = is_extended ? node_get(call, "inputs") : (struct node){0};
	if (!node_is_string(name))
		return;
	struct node_entry workflow = template_find(&checker->scope, "workflows", node_text(name));
	if (node_is_absent(workflow.key))
		report_unknown(
			checker, "workflow", node_get(checker->scope.template, "workflows"), name);
	else
		activity_check_workflow_inputs(checker, workflow, name, inputs);
}

/* What substitutes the node has workflows of its own: this is about typing mistakes in those that
 * every orchestrator has, or the template. */
static void check_delegate(struct template_checker *checker, struct node call)
{
	struct node name = node_kind(call) == NODE_MAPPING ? node_get(call, "workflow") : call;
	struct node workflows = node_get(checker->scope.template, "workflows");
	struct suggestion suggestion = suggestion_for(node_text(name));
	suggestion_offer(&suggestion, STRING("deploy"));
	suggestion_offer(&suggestion, STRING("undeploy"));
	if (!node_is_string(name) ||
		!node_is_absent(collection_find(workflows, node_text(name)).key))
		return;
	for (uint32_t i = 0; i < collection_count(workflows) && suggestion_wants_more(&suggestion);
		i++)
		suggestion_offer(&suggestion, node_text(collection_entry(workflows, i).key));
	template_report_misspelt(
		checker, DIAGNOSTIC_CODE_UNKNOWN_REFERENCE, "workflow", name, &suggestion, 2);
}

static void check_activities(
	struct template_checker *checker, const struct targets *targets, struct node activities)
{
	uint32_t count = node_kind(activities) == NODE_SEQUENCE ? node_count(activities) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node activity = node_item(activities, i);
		struct node call = node_get(activity, "call_operation");
		struct node workflow = node_get(activity, "inline");
		struct node delegate = node_get(activity, "delegate");
		if (!node_is_null(call))
			check_call(checker, targets, call);
		if (!node_is_null(workflow))
			check_inline(checker, workflow);
		if (!node_is_null(delegate))
			check_delegate(checker, delegate);
	}
}

/* ---- functions ---- */

/* Which of the targets SELF means is not said. */
static void check_functions(struct template_checker *checker, struct node activities)
{
	uint32_t count = node_kind(activities) == NODE_SEQUENCE ? node_count(activities) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node activity = node_entry(node_item(activities, i), 0).value;
		if (node_kind(activity) == NODE_MAPPING)
			function_check_values(checker, &unknown, node_get(activity, "inputs"));
	}
}

/* Conditions of TOSCA 1.x are no functions. */
static void check_condition(
	struct template_checker *checker, const struct graph_place *self, struct node condition)
{
	if (!version_is_2_0(checker->scope.version))
		return;
	clause_check(checker, self, condition, "condition");
}

/* "filter: list of validation clauses"; SELF is the target. */
static void check_step_filter(
	struct template_checker *checker, const struct targets *targets, struct node filter)
{
	bool is_certain = targets->count > 0 && are_alike(targets);
	const struct graph_place *self = is_certain ? &targets->items[0] : &unknown;
	uint32_t count = node_kind(filter) == NODE_SEQUENCE ? node_count(filter) : 0;
	for (uint32_t i = 0; i < count; i++)
		check_condition(checker, self, node_item(filter, i));
	if (node_kind(filter) != NODE_SEQUENCE)
		check_condition(checker, self, filter);
}

/* ---- workflows ---- */

static void check_step_names(struct template_checker *checker, struct node steps, struct node names)
{
	uint32_t count = node_kind(names) == NODE_SEQUENCE ? node_count(names) : 1;
	for (uint32_t i = 0; i < count; i++) {
		struct node name = node_kind(names) == NODE_SEQUENCE ? node_item(names, i) : names;
		if (node_is_string(name) && node_is_absent(node_find(steps, node_text(name)).key))
			report_unknown(checker, "step", steps, name);
	}
}

/* The node, its relationship, or the members of the group that a step, or a precondition, is
 * about. */
static struct targets targets_of_step(struct template_checker *checker, struct node step)
{
	struct node target = node_get(step, "target");
	struct node requirement = node_get(step, "target_relationship");
	struct targets targets = {.count = 0};
	struct targets none = {.count = 0};
	bool is_known = add_targets(checker, &targets, target);
	if (!node_is_string(requirement))
		return is_known ? targets : none;
	if (node_is_absent(template_find(&checker->scope, "node_templates", node_text(target)).key))
		return none;
	struct graph_place relationship =
		graph_step_requirement(checker, &targets.items[0], node_text(requirement));
	if (relationship.kind == PLACE_NOWHERE) {
		struct suggestion suggestion = suggestion_for(node_text(requirement));
		graph_suggest(checker, &targets.items[0], PART_REQUIREMENTS, &suggestion);
		template_report_unknown(checker, "", targets.items[0].name, PART_REQUIREMENTS,
			requirement, &suggestion);
	}
	targets.items[0] = relationship;
	return relationship.kind == PLACE_RELATIONSHIP ? targets : none;
}

/* TOSCA 1.x: conditions are about attributes of the target. */
static void check_clauses(
	struct template_checker *checker, const struct targets *targets, struct node condition)
{
	if (!version_is_2_0(checker->scope.version))
		condition_clause_check(
			checker, targets->count == 1 ? targets->items : &unknown, condition);
}

static void check_preconditions(struct template_checker *checker, struct node preconditions)
{
	uint32_t count = node_kind(preconditions) == NODE_SEQUENCE ? node_count(preconditions) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node precondition = node_item(preconditions, i);
		struct targets targets = targets_of_step(checker, precondition);
		check_clauses(checker, &targets, node_get(precondition, "condition"));
		step_check_target(checker, precondition);
	}
}

void workflow_check_steps(struct template_checker *checker, struct node workflow)
{
	struct node steps = node_get(workflow, "steps");
	uint32_t count = node_kind(steps) == NODE_MAPPING ? node_count(steps) : 0;
	checker->workflow = workflow;
	workflow_check_inputs(checker, node_get(workflow, "inputs"));
	workflow_check_outputs(checker, node_get(workflow, "outputs"));
	check_condition(checker, &unknown, node_get(workflow, "precondition"));
	check_preconditions(checker, node_get(workflow, "preconditions"));
	for (uint32_t i = 0; i < count; i++) {
		struct node step = node_entry(steps, i).value;
		struct targets targets = targets_of_step(checker, step);
		check_activities(checker, &targets, node_get(step, "activities"));
		check_functions(checker, node_get(step, "activities"));
		check_step_filter(checker, &targets, node_get(step, "filter"));
		check_clauses(checker, &targets, node_get(step, "filter"));
		step_check_target(checker, step);
		check_step_names(checker, steps, node_get(step, "on_success"));
		check_step_names(checker, steps, node_get(step, "on_failure"));
	}
	checker->workflow = (struct node){0};
}

/* ---- triggers ---- */

static struct targets targets_of(struct template_checker *checker, struct node policy)
{
	struct node names = node_get(policy, "targets");
	uint32_t count = node_kind(names) == NODE_SEQUENCE ? node_count(names) : 0;
	struct targets targets = {.count = 0};
	for (uint32_t i = 0; i < count; i++)
		if (!add_targets(checker, &targets, node_item(names, i)))
			return (struct targets){.count = 0};
	return targets;
}

/* Of a policy type: the types to which such policies apply. */
static struct targets targets_of_type(
	const struct template_checker *checker, const struct type *policy)
{
	struct placed_node names = type_value(policy, "targets");
	uint32_t count = node_kind(names.node) == NODE_SEQUENCE ? node_count(names.node) : 0;
	struct targets targets = {.are_types = true};
	for (uint32_t i = 0; i < count; i++) {
		struct placed_node name = {node_item(names.node, i), names.where};
		const struct type *type = placed_type(name, TYPE_NODE);
		if (!type_is_rooted(type))
			return (struct targets){.count = 0};
		add_target(checker, &targets, graph_type(type));
	}
	return targets;
}

void triggers_check_type(struct template_checker *checker, const struct type *policy)
{
	struct node triggers = node_get(policy->definition, "triggers");
	struct targets targets = targets_of_type(checker, policy);
	uint32_t count = node_kind(triggers) == NODE_MAPPING ? node_count(triggers) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node trigger = node_entry(triggers, i).value;
		struct node actions = node_get(trigger, "action");
		uint32_t action_count =
			node_kind(actions) == NODE_SEQUENCE ? node_count(actions) : 0;
		for (uint32_t j = 0; j < action_count; j++) {
			struct node call = node_get(node_item(actions, j), "call_operation");
			if (!node_is_null(call))
				check_call(checker, &targets, call);
		}
		if (version_is_2_0(checker->scope.version))
			clause_check(checker, checker->place, node_get(trigger, "condition"),
				"condition");
		else
			trigger_check_event(checker, trigger);
	}
}

void triggers_check(struct template_checker *checker, struct node_entry policy)
{
	struct node triggers = node_get(policy.value, "triggers");
	struct targets targets = targets_of(checker, policy.value);
	uint32_t count = node_kind(triggers) == NODE_MAPPING ? node_count(triggers) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node trigger = node_entry(triggers, i).value;
		check_activities(checker, &targets, node_get(trigger, "action"));
		check_functions(checker, node_get(trigger, "action"));
		check_condition(checker, &unknown, node_get(trigger, "condition"));
		if (!version_is_2_0(checker->scope.version))
			trigger_check_event(checker, trigger);
	}
}
