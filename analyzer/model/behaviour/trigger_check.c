#include "analyzer/model/behaviour/trigger_check.h"

#include "analyzer/model/behaviour/condition_clause.h"
#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/text/timestamp_text.h"
#include "analyzer/model/values/scalar_unit.h"

#include <math.h>

/* ---- where the event comes from ---- */

static void report_unknown(struct template_checker *checker, const struct graph_place *node,
	enum type_part part, struct node name)
{
	struct suggestion suggestion = suggestion_for(node_text(name));
	graph_suggest(checker, node, part, &suggestion);
	template_report_unknown(checker, "", node->name, part, name, &suggestion);
}

/* "The optional name of a capability within the filter's node or within the node referenced by its
 * requirement", where a type may be named as well. */
static struct graph_place capability_of(struct template_checker *checker,
	const struct graph_place *node, const struct graph_place *relationship, struct node name)
{
	struct graph_place own = graph_step_capability(checker, node, node_text(name));
	struct graph_place target = *node;
	if (own.kind != PLACE_NOWHERE ||
		types_find(checker->scope.types, TYPE_CAPABILITY, node_text(name)))
		return own;
	if (relationship->kind == PLACE_UNKNOWN)
		return *relationship;
	if (relationship->kind == PLACE_RELATIONSHIP) {
		target = graph_step_target(checker, relationship);
		own = graph_step_capability(checker, &target, node_text(name));
	}
	if (own.kind == PLACE_NOWHERE)
		report_unknown(checker, &target, PART_CAPABILITIES, name);
	return own;
}

/* The node, or one of its relationships or capabilities. */
static struct graph_place origin_of(struct template_checker *checker, struct node filter)
{
	struct graph_place origin = {.kind = PLACE_UNKNOWN};
	struct node name = node_get(filter, "node");
	struct node requirement = node_get(filter, "requirement");
	struct node capability = node_get(filter, "capability");
	if (!node_is_string(name))
		return origin;
	struct node_entry node = template_find(&checker->scope, "node_templates", node_text(name));
	const struct type *type = types_find(checker->scope.types, TYPE_NODE, node_text(name));
	if (!node_is_absent(node.key))
		origin = graph_node(checker, node);
	else if (type)
		origin = graph_type(type);
	const struct graph_place from = origin;
	struct graph_place relationship = {.kind = PLACE_NOWHERE};
	if (from.kind == PLACE_NODE && node_is_string(requirement)) {
		origin = graph_step_requirement(checker, &from, node_text(requirement));
		if (origin.kind == PLACE_NOWHERE)
			report_unknown(checker, &from, PART_REQUIREMENTS, requirement);
		relationship = origin;
	}
	if (from.kind == PLACE_NODE && node_is_string(capability))
		origin = capability_of(checker, &from, &relationship, capability);
	return origin;
}

/* ---- when ---- */

/* A scalar-unit.time; the specification's own example has a number alone. */
static void check_period(struct template_checker *checker, struct node period)
{
	struct string number;
	struct string unit;
	if (node_is_null(period) || !isnan(node_number(period)) ||
		value_is_computed(checker->scope.version, period) ||
		(node_kind(period) == NODE_SCALAR &&
			scalar_unit_split(node_text(period), &number, &unit) &&
			scalar_unit_factor(PRIMITIVE_SCALAR_UNIT_TIME, unit) > 0))
		return;
	template_report(checker, DIAGNOSTIC_CODE_WRONG_VALUE, period,
		"\"period\" must be a number with a unit of time, one of %s",
		scalar_unit_list(PRIMITIVE_SCALAR_UNIT_TIME));
}

/* Nothing happens in an interval that ends before it starts. */
static void check_order(struct template_checker *checker, struct node schedule)
{
	struct node start = node_get(schedule, "start_time"), end = node_get(schedule, "end_time");
	int order;
	if (!timestamp_text_order(node_text(start), node_text(end), &order) || order <= 0)
		return;
	struct string text = node_text(start);
	template_report(checker, DIAGNOSTIC_CODE_WRONG_VALUE, end,
		"This is before the \"start_time\" %.*s: the trigger is never active",
		STRING_ARGUMENTS(text));
}

struct value_schema trigger_schedule(const struct types *types)
{
	return value_schema_of_type(
		types_find(types, TYPE_DATA, STRING("tosca.datatypes.TimeInterval")));
}

static void check_schedule(struct template_checker *checker, struct node schedule)
{
	struct value_schema schema = trigger_schedule(checker->scope.types);
	if (node_is_null(schedule) || node_is_absent(schema.definition))
		return;
	value_check(&checker->values, schema, node_key(schedule), schedule, STRING("schedule"));
	if (node_kind(schedule) == NODE_MAPPING)
		check_order(checker, schedule);
}

void trigger_check_event(struct template_checker *checker, struct node trigger)
{
	struct graph_place origin = origin_of(checker, node_get(trigger, "target_filter"));
	struct node condition = node_get(trigger, "condition");
	bool is_extended = !node_is_null(node_get(condition, "constraint"));
	condition_clause_check(
		checker, &origin, is_extended ? node_get(condition, "constraint") : condition);
	check_period(checker, node_get(trigger, "period"));
	if (is_extended)
		check_period(checker, node_get(condition, "period"));
	check_schedule(checker, node_get(trigger, "schedule"));
}
