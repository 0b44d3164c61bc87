/* How many relationships lead to a capability, against what its occurrences allow.
 *
 * Simple Profile, sections "Capability definition" and "Capability assignment". Only those are
 * counted of which is known to which capability they lead. */
#include "analyzer/model/requirements/capability_count_check.h"

#include "analyzer/model/checker/template_checker.h"
#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/scope/type_relation.h"

#include <math.h>
#include <stdlib.h>

/* A capability of a node template that accepts so many relationships and no more. Those of a node
 * stand side by side, and are found by its name. */
struct limit {
	struct node_entry node;
	const struct type *type; /* of the node */
	const struct type_member *capability;
	double most;
	double count;
};

struct limits {
	struct limit *items;
	size_t count;
	size_t capacity;
};

static int compare_limits(const void *a, const void *b)
{
	const struct limit *left = a;
	const struct limit *right = b;
	return string_compare(node_text(left->node.key), node_text(right->node.key));
}

static const struct type *type_of(struct template_checker *checker, struct node node)
{
	struct element_types types =
		template_types_of(&checker->scope, TYPE_NODE, "node_templates", node);
	return types.is_known && types.count == 1 ? types.items[0] : NULL;
}

/* NaN if there is no bound. */
static double most_of(const struct type_member *capability, struct node_entry node)
{
	struct node assigned =
		node_find(node_get(node.value, "capabilities"), capability->name).value;
	struct node occurrences = node_get(assigned, "occurrences");
	if (node_is_null(occurrences))
		occurrences = type_member_get(capability, "occurrences");
	return node_number(node_item(occurrences, 1));
}

static void add_limits(
	struct template_checker *checker, struct node_entry node, struct limits *limits)
{
	const struct type *type = type_of(checker, node.value);
	struct type_members capabilities =
		member_cache_get(checker->values.members, type, PART_CAPABILITIES);
	for (size_t i = 0; i < capabilities.count; i++) {
		double most = most_of(&capabilities.items[i], node);
		if (isnan(most))
			continue;
		limits->items = arena_reserve(checker->scope.arena, limits->items, limits->count,
			&limits->capacity, sizeof(*limits->items));
		limits->items[limits->count++] =
			(struct limit){node, type, &capabilities.items[i], most, 0};
	}
}

/* What a requirement is fulfilled by: the name or type of a capability. */
static struct placed_node wanted_of(const struct type_member *requirement, struct node assignment)
{
	struct node capability = node_kind(assignment) == NODE_MAPPING
					 ? node_get(assignment, "capability")
					 : (struct node){0};
	if (!node_is_null(capability))
		return (struct placed_node){capability, NULL};
	return member_value(requirement, "capability", "capability");
}

/* Whether the relationship can only lead to this one of the target's capabilities. */
static bool leads_to(
	struct template_checker *checker, const struct limit *limit, struct placed_node wanted)
{
	struct string name = node_text(wanted.node);
	struct type_members capabilities =
		member_cache_get(checker->values.members, limit->type, PART_CAPABILITIES);
	if (type_members_find(capabilities, name))
		return string_equal(limit->capability->name, name);
	const struct type *type = wanted.where
					  ? placed_type(wanted, TYPE_CAPABILITY)
					  : types_find(checker->scope.types, TYPE_CAPABILITY, name);
	for (size_t i = 0; i < capabilities.count; i++) {
		const struct type_member *one = &capabilities.items[i];
		enum verdict verdict = type_derives(
			placed_type(member_value(one, "type", "type"), TYPE_CAPABILITY), type);
		if (verdict != (one == limit->capability ? HOLDS : FAILS))
			return false;
	}
	return true;
}

static double times_of(struct node assignment)
{
	struct node occurrences = node_kind(assignment) == NODE_MAPPING
					  ? node_get(assignment, "occurrences")
					  : (struct node){0};
	double least = node_number(node_item(occurrences, 0));
	return isnan(least) ? 1 : least;
}

static struct node target_of(struct node assignment)
{
	return node_kind(assignment) == NODE_MAPPING ? node_get(assignment, "node") : assignment;
}

/* Tells the first assignment that is one too many. */
static void count_assignment(struct template_checker *checker, struct limit *limit,
	const struct type_member *requirement, struct node assignment)
{
	struct node target = target_of(assignment);
	if (!leads_to(checker, limit, wanted_of(requirement, assignment)))
		return;
	bool was_allowed = limit->count <= limit->most;
	limit->count += times_of(assignment);
	if (was_allowed && limit->count > limit->most)
		template_report(checker, DIAGNOSTIC_CODE_REQUIREMENT_COUNT, target,
			"Capability \"%.*s\" of \"%.*s\" accepts at most %g relationship%s, and "
			"this is one more",
			STRING_ARGUMENTS(limit->capability->name),
			STRING_ARGUMENTS(node_text(target)), limit->most,
			limit->most == 1 ? "" : "s");
}

/* The first limit of the target; the number of limits if it has none. */
static size_t find_limit(const struct limits *limits, struct node target)
{
	size_t low = 0;
	size_t high = limits->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (string_compare(node_text(limits->items[middle].node.key), node_text(target)) <
			0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void count_node(
	struct template_checker *checker, struct node node, const struct limits *limits)
{
	struct node assignments = node_get(node, "requirements");
	struct type_members requirements = member_cache_get(
		checker->values.members, type_of(checker, node), PART_REQUIREMENTS);
	uint32_t count = node_kind(assignments) == NODE_SEQUENCE ? node_count(assignments) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(node_item(assignments, i), 0);
		const struct type_member *requirement =
			type_members_find(requirements, node_text(entry.key));
		struct node target = target_of(entry.value);
		if (!requirement || !node_is_string(target))
			continue;
		for (size_t k = find_limit(limits, target);
			k < limits->count &&
			string_equal(node_text(limits->items[k].node.key), node_text(target));
			k++)
			count_assignment(checker, &limits->items[k], requirement, entry.value);
	}
}

void capability_limits_note(struct template_checker *checker, struct node_entry node)
{
	struct limits limits = {0};
	if (!checker->scope.notes || version_is_2_0(checker->scope.version) ||
		checker->scope.is_variable)
		return;
	add_limits(checker, node, &limits);
	if (limits.count > 0)
		template_notes_add(
			checker->scope.notes, (struct template_note){.kind = NOTE_LIMIT,
						      .section = checker->scope.section});
}

void capability_counts_check(struct template_checker *checker)
{
	struct node nodes = node_get(checker->scope.template, "node_templates");
	uint32_t count = collection_count(nodes);
	struct limits limits = {0};
	/* Variability: which relationships there are depends on the variant. */
	if (version_is_2_0(checker->scope.version) || checker->scope.is_variable)
		return;
	for (uint32_t i = 0; i < count; i++)
		add_limits(checker, collection_entry(nodes, i), &limits);
	if (limits.count > 1)
		qsort(limits.items, limits.count, sizeof(*limits.items), compare_limits);
	for (uint32_t i = 0; limits.count > 0 && i < count; i++)
		count_node(checker, collection_entry(nodes, i).value, &limits);
}
