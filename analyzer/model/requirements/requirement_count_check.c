/* How often requirements are assigned, against what their definitions allow.
 *
 * TOSCA 2.0, section "Requirement assignment": "The sum of all count values of assignments for a
 * requirement with a specific symbolic name must be within the count_range … Moreover, the sum of
 * all count values of non-optional assignments … must also be within the count_range". A
 * requirement without any assignment is left to the orchestrator. */
#include "analyzer/model/requirements/requirement_count_check.h"

#include "analyzer/model/checker/template_checker.h"
#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/requirements/requirement_mapping.h"

#include <math.h>

/* Of all assignments of one requirement. */
struct total {
	double all;
	double needed;      /* without the optional ones */
	struct node last;   /* the last one: its count, or its name */
	struct node excess; /* the first one that is too much */
};

static bool has_condition(struct node assignment)
{
	return !node_is_null(node_get(assignment, "conditions")) ||
	       !node_is_null(node_get(assignment, "default_alternative"));
}

/* How often one assignment is fulfilled, at least and at most: `count`, or `occurrences` in TOSCA
 * 1.3. False if it is computed, or no number of times. */
static bool times_of(bool is_2_0, struct node assignment, double *least, double *most)
{
	struct node times = node_get(assignment, is_2_0 ? "count" : "occurrences");
	*least = *most = 1;
	if (is_2_0 && !node_is_null(times)) {
		*least = *most = node_number(times);
	} else if (!node_is_null(times)) {
		struct node upper = node_item(times, 1);
		*least = node_number(node_item(times, 0));
		*most = string_is(node_text(upper), "UNBOUNDED") ? INFINITY : node_number(upper);
	}
	return *least >= 0 && *most >= 0;
}

static struct node place_of(struct node_entry assignment)
{
	struct node count = node_get(assignment.value, "count");
	return node_is_null(count) ? assignment.key : count;
}

/* False if conditions or inputs decide. */
static bool add_up(bool is_2_0, struct node requirements, struct string name, double most_allowed,
	struct total *total)
{
	*total = (struct total){0};
	for (uint32_t i = 0; i < node_count(requirements); i++) {
		struct node_entry entry = node_entry(node_item(requirements, i), 0);
		double least;
		double most;
		if (!string_equal(node_text(entry.key), name))
			continue;
		if (has_condition(entry.value) || !times_of(is_2_0, entry.value, &least, &most))
			return false;
		total->last = place_of(entry);
		total->all += least;
		if (total->all > most_allowed && node_is_absent(total->excess))
			total->excess = total->last;
		if (!is_2_0 || !node_boolean(node_get(entry.value, "optional")))
			total->needed += most;
	}
	return true;
}

/* "If this keyname is not specified, the default is [1, 1]" in TOSCA 1.x; in 2.0 there is no bound
 * then. */
struct requirement_range requirement_range_of(const struct type_member *requirement, bool is_2_0)
{
	struct node range = type_member_get(requirement, is_2_0 ? "count_range" : "occurrences");
	if (node_is_null(range))
		return is_2_0 ? (struct requirement_range){NAN, NAN}
			      : (struct requirement_range){1, 1};
	return (struct requirement_range){
		node_number(node_item(range, 0)), node_number(node_item(range, 1))};
}

static bool is_mapped(struct template_checker *checker, struct node node, struct string name)
{
	struct node_entry mappings =
		template_find(&checker->scope, "substitution_mappings", STRING("requirements"));
	return requirement_is_mapped(mappings.value, node_text(node), name);
}

static void check_bounds(struct template_checker *checker, const struct type_member *requirement,
	struct node_entry node)
{
	struct total total;
	struct string name = requirement->name;
	bool is_2_0 = version_is_2_0(checker->scope.version);
	struct requirement_range allowed = requirement_range_of(requirement, is_2_0);
	if (allowed.least > allowed.most)
		return; /* grammar tells it */
	if (!add_up(is_2_0, node_get(node.value, "requirements"), name, allowed.most, &total))
		return;
	if (!node_is_absent(total.excess))
		template_report(checker, DIAGNOSTIC_CODE_REQUIREMENT_COUNT, total.excess,
			"Requirement \"%.*s\" is assigned %g times, at most %g are allowed",
			STRING_ARGUMENTS(name), total.all, allowed.most);
	else if (!node_is_absent(total.last) && total.needed < allowed.least &&
		 !is_mapped(checker, node.key, name))
		template_report(checker, DIAGNOSTIC_CODE_REQUIREMENT_COUNT, total.last,
			"Requirement \"%.*s\" is assigned %g time%s%s, at least %g are needed",
			STRING_ARGUMENTS(name), total.needed, total.needed == 1 ? "" : "s",
			total.needed < total.all ? " without being optional" : "", allowed.least);
}

void requirement_counts_check(
	struct template_checker *checker, const struct type *type, struct node_entry node)
{
	struct node assigned = node_get(node.value, "requirements");
	/* Variability: relations without conditions may be pruned with their targets. */
	if (node_kind(assigned) != NODE_SEQUENCE || checker->scope.is_variable)
		return;
	struct type_members requirements =
		member_cache_get(checker->values.members, type, PART_REQUIREMENTS);
	for (size_t i = 0; i < requirements.count; i++)
		check_bounds(checker, &requirements.items[i], node);
}
