#include "analyzer/model/behaviour/step_check.h"
#include "analyzer/model/checker/template_report.h"

static bool is_word(struct node node, const char *word)
{
	return string_is(node_text(node), word);
}

static bool calls_operation(struct node step)
{
	struct node activities = node_get(step, "activities");
	uint32_t count = node_kind(activities) == NODE_SEQUENCE ? node_count(activities) : 0;
	for (uint32_t i = 0; i < count; i++)
		if (!node_is_null(node_get(node_item(activities, i), "call_operation")))
			return true;
	return false;
}

/* "If target is a relationship operation_host is required and valid_values are SOURCE or TARGET" */
static void check_host_of_relationship(
	struct template_checker *checker, struct node step, struct node requirement)
{
	struct node host = node_get(step, "operation_host");
	if (node_is_null(host) && calls_operation(step))
		template_report(checker, DIAGNOSTIC_CODE_MISSING_KEYNAME, node_key(requirement),
			"Operations of a relationship need \"operation_host\", SOURCE or TARGET");
	if (node_is_string(host) && !is_word(host, "SOURCE") && !is_word(host, "TARGET") &&
		!is_word(host, "ORCHESTRATOR"))
		template_report(checker, DIAGNOSTIC_CODE_BAD_KEYNAME_VALUE, host,
			"\"operation_host\" of a relationship is SOURCE or TARGET");
}

/* Of a group: "If specified the valid_value is a node_type or the name of a node template." Of a
 * node, nothing is said. */
static void check_host(struct template_checker *checker, struct node step)
{
	struct node host = node_get(step, "operation_host");
	struct string name = node_text(host);
	if (!node_is_string(host) || is_word(host, "SELF") || is_word(host, "HOST") ||
		is_word(host, "ORCHESTRATOR") ||
		types_find(checker->scope.types, TYPE_NODE, name) ||
		types_may_be_elsewhere(checker->scope.types, name) ||
		!node_is_absent(template_find(&checker->scope, "node_templates", name).key))
		return;
	template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_REFERENCE, host,
		"\"%.*s\" is neither a node nor a node type", STRING_ARGUMENTS(name));
}

void step_check_target(struct template_checker *checker, struct node step)
{
	struct node target = node_get(step, "target");
	struct node requirement = node_get(step, "target_relationship");
	struct string name = node_text(target);
	bool is_group = !node_is_absent(template_find(&checker->scope, "groups", name).key);
	if (!node_is_string(target))
		return;
	if (is_group && !node_is_null(requirement))
		template_report(checker, DIAGNOSTIC_CODE_WRONG_CONTEXT, node_key(requirement),
			"\"%.*s\" is a group; only nodes have relationships",
			STRING_ARGUMENTS(name));
	else if (node_is_null(requirement))
		check_host(checker, step);
	else if (!version_is_2_0(checker->scope.version))
		check_host_of_relationship(checker, step, requirement);
}
