#include "analyzer/model/multiplicity/multiplicity_check.h"

#include "analyzer/model/multiplicity/multiplicity_report.h"
#include "analyzer/model/requirements/requirement_count_check.h"
#include "analyzer/model/requirements/requirement_mapping.h"

#include <math.h>

/* "3 representations" */
static struct string representations_text(struct arena *arena, double number)
{
	if (number == 0)
		return STRING("no representations");
	return arena_format(arena, "%.0f representation%s", number, number == 1 ? "" : "s");
}

static void relate_target(struct multiplicity_checker *checker, struct diagnostic *diagnostic,
	const struct multiplicity_node *target, double number)
{
	if (!diagnostic)
		return;
	struct node place = node_is_null(target->count) ? target->key : target->count;
	struct string text = representations_text(checker->diagnostics->arena, number);
	diagnostic_relate(checker->diagnostics, diagnostic, location_of(place),
		"Node \"%.*s\" has %.*s", STRING_ARGUMENTS(target->name), STRING_ARGUMENTS(text));
}

/* ---- counts ---- */

static struct string value_text(struct arena *arena, struct function_value value)
{
	switch (value.kind) {
	case FUNCTION_VALUE_NUMBER:
		return arena_format(arena, "%g", value.number);
	case FUNCTION_VALUE_BOOLEAN:
		return value.boolean ? STRING("true") : STRING("false");
	case FUNCTION_VALUE_STRING:
		return arena_format(arena, "\"%.*s\"", STRING_ARGUMENTS(value.string));
	case FUNCTION_VALUE_NODE:
		return node_kind(value.node) == NODE_MAPPING ? STRING("a map") : STRING("a list");
	case FUNCTION_VALUE_UNKNOWN:
		break;
	}
	return STRING("unknown");
}

static void report_given_up(struct multiplicity_checker *checker, size_t variant,
	const struct function_value *value, const char *what, struct string name,
	struct node written)
{
	struct arena *arena = checker->diagnostics->arena;
	struct string reason =
		value->bound == BOUND_STEPS
			? arena_format(arena, "it takes more than %d steps to compute",
				  FUNCTION_VALUE_MOST_STEPS)
			: arena_format(arena,
				  "it leads through more than %d values, maybe in a circle",
				  FUNCTION_VALUE_DEEPEST);
	multiplicity_report(checker, variant, DIAGNOSTIC_CODE_CHECKING_GIVEN_UP, written,
		arena_format(arena, "The count of %s \"%.*s\" is not known: %.*s", what,
			STRING_ARGUMENTS(name), STRING_ARGUMENTS(reason)));
}

/* "count … non-negative integer" (section "Requirement assignment") */
static void check_count(struct multiplicity_checker *checker, size_t variant,
	const struct multiplicity_count *count, const char *what, struct string name,
	struct node written)
{
	struct arena *arena = checker->diagnostics->arena;
	if (count->state == COUNT_OPEN && count->value.bound != NO_BOUND)
		report_given_up(checker, variant, &count->value, what, name, written);
	if (count->state != COUNT_WRONG)
		return;
	bool is_number = node_kind(written) == NODE_SCALAR && !node_is_string(written);
	struct string value = is_number ? node_text(written) : value_text(arena, count->value);
	multiplicity_report(checker, variant, DIAGNOSTIC_CODE_BAD_COUNT, written,
		arena_format(arena,
			"The count of %s \"%.*s\" is %.*s; it must be an integer that is "
			"not negative",
			what, STRING_ARGUMENTS(name), STRING_ARGUMENTS(value)));
}

/* "The sum of all count values of assignments for a requirement with a specific symbolic name
 * must be within the count_range defined in the requirement definition." Sums of written numbers
 * are looked at with the types. */
static bool sum_counts(const struct representations *representations,
	const struct multiplicity_requirement *first, double *sum, double *needed,
	struct node *computed)
{
	const struct multiplicity_node *source = first->source;
	*sum = 0;
	*needed = 0;
	for (uint32_t i = 0; i < source->requirement_count; i++) {
		const struct multiplicity_requirement *one = &source->requirements[i];
		if (!string_equal(one->name, first->name))
			continue;
		if (one < first)
			return false; /* looked at before */
		const struct multiplicity_count *each =
			&representations_of_requirement(representations, one)->each;
		if (each->state == COUNT_ABSENT)
			continue;
		if (each->state != COUNT_KNOWN)
			return false;
		if (!node_is_null(one->count) && isnan(node_number(one->count)))
			*computed = one->count;
		*sum += each->number;
		if (!node_boolean(node_get(one->value, "optional")))
			*needed += each->number;
	}
	return !node_is_absent(*computed);
}

static bool is_mapped(
	const struct multiplicity *multiplicity, const struct multiplicity_requirement *requirement)
{
	struct node mappings =
		node_get(node_get(multiplicity->template, "substitution_mappings"), "requirements");
	return requirement_is_mapped(mappings, requirement->source->name, requirement->name);
}

static void check_count_range(struct multiplicity_checker *checker, size_t variant,
	const struct multiplicity_requirement *requirement)
{
	struct arena *arena = checker->diagnostics->arena;
	struct node computed = {0};
	double sum;
	double needed;
	if (!sum_counts(checker->variants[variant], requirement, &sum, &needed, &computed))
		return;
	const struct type_member *definition =
		multiplicity_requirement_definition(checker->multiplicity, requirement);
	struct requirement_range allowed = requirement_range_of(definition, true);
	if (sum > allowed.most)
		multiplicity_report(checker, variant, DIAGNOSTIC_CODE_REQUIREMENT_COUNT, computed,
			arena_format(arena,
				"Requirement \"%.*s\" is assigned %.0f times, at most %.0f are "
				"allowed",
				STRING_ARGUMENTS(requirement->name), sum, allowed.most));
	else if (needed < allowed.least && !is_mapped(checker->multiplicity, requirement))
		multiplicity_report(checker, variant, DIAGNOSTIC_CODE_REQUIREMENT_COUNT, computed,
			arena_format(arena,
				"Requirement \"%.*s\" is assigned %.0f time%s%s, at least %.0f are "
				"needed",
				STRING_ARGUMENTS(requirement->name), needed, needed == 1 ? "" : "s",
				needed < sum ? " without being optional" : "", allowed.least));
}

/* ---- targets ---- */

/* "The orchestrator must select a different node for each relationship" (section "One-to-Many
 * Relationships"). */
static void check_enough_targets(struct multiplicity_checker *checker, size_t variant,
	const struct multiplicity_requirement *requirement, double each, double targets)
{
	struct arena *arena = checker->diagnostics->arena;
	const struct multiplicity_node *target = requirement->target;
	struct node place =
		node_is_null(requirement->count) ? requirement->target_name : requirement->count;
	if (each <= targets)
		return;
	struct string available = representations_text(arena, targets);
	struct diagnostic *diagnostic = multiplicity_report(checker, variant,
		DIAGNOSTIC_CODE_TOO_FEW_REPRESENTATIONS, place,
		arena_format(arena,
			"Requirement \"%.*s\" of node \"%.*s\" needs %.0f%s node%s, \"%.*s\" has "
			"%.*s",
			STRING_ARGUMENTS(requirement->name),
			STRING_ARGUMENTS(requirement->source->name), each,
			each > 1 ? " different" : "", each > 1 ? "s" : "",
			STRING_ARGUMENTS(target->name), STRING_ARGUMENTS(available)));
	relate_target(checker, diagnostic, target, targets);
}

/* An indexed target is a single node. */
static void check_single_target(struct multiplicity_checker *checker, size_t variant,
	const struct multiplicity_requirement *requirement, double each)
{
	struct arena *arena = checker->diagnostics->arena;
	if (each <= 1)
		return;
	multiplicity_report(checker, variant, DIAGNOSTIC_CODE_TOO_FEW_REPRESENTATIONS,
		requirement->count,
		arena_format(arena,
			"Requirement \"%.*s\" of node \"%.*s\" needs %.0f different nodes, an "
			"index "
			"names a single one",
			STRING_ARGUMENTS(requirement->name),
			STRING_ARGUMENTS(requirement->source->name), each));
}

/* ---- pairs and indices ---- */

static void report_unmatched(struct multiplicity_checker *checker, size_t variant,
	const struct multiplicity_requirement *requirement, double sources, double targets)
{
	struct arena *arena = checker->diagnostics->arena;
	struct string left = requirement->source->name;
	struct string right = requirement->target->name;
	struct string have = representations_text(arena, sources);
	struct string lonely = arena_format(arena, "%.*s[%.0f]", STRING_ARGUMENTS(left), targets);
	bool is_one = sources - targets == 1;
	if (!is_one)
		lonely = arena_format(arena, "%.*s to %.*s[%.0f]", STRING_ARGUMENTS(lonely),
			STRING_ARGUMENTS(left), sources - 1);
	struct diagnostic *diagnostic = multiplicity_report(checker, variant,
		DIAGNOSTIC_CODE_UNMATCHED_PAIRS, requirement->target_index,
		arena_format(arena, "Node \"%.*s\" has %.*s, \"%.*s\" has %.0f: %.*s %s no partner",
			STRING_ARGUMENTS(left), STRING_ARGUMENTS(have), STRING_ARGUMENTS(right),
			targets, STRING_ARGUMENTS(lonely), is_one ? "has" : "have"));
	relate_target(checker, diagnostic, requirement->target, targets);
}

static void report_index(struct multiplicity_checker *checker, size_t variant,
	const struct multiplicity_requirement *requirement, double source, double index)
{
	struct arena *arena = checker->diagnostics->arena;
	const struct representations *representations = checker->variants[variant];
	const struct multiplicity_node *target = requirement->target;
	double targets = representations_of_node(representations, target)->number;
	bool is_same_for_all =
		!isnan(representations_target_index(representations, requirement, NAN));
	struct string who = is_same_for_all
				    ? STRING("There is no")
				    : arena_format(arena, "%.*s[%.0f] requires",
					      STRING_ARGUMENTS(requirement->source->name), source);
	struct string have = representations_text(arena, targets);
	struct diagnostic *diagnostic = multiplicity_report(checker, variant,
		DIAGNOSTIC_CODE_INDEX_OUT_OF_RANGE, requirement->target_index,
		arena_format(arena, "%.*s %.*s[%g]: \"%.*s\" has %.*s, counted from 0",
			STRING_ARGUMENTS(who), STRING_ARGUMENTS(target->name), index,
			STRING_ARGUMENTS(target->name), STRING_ARGUMENTS(have)));
	relate_target(checker, diagnostic, target, targets);
}

static void check_indices(struct multiplicity_checker *checker, size_t variant,
	const struct multiplicity_requirement *requirement, double sources, double targets)
{
	const struct representations *representations = checker->variants[variant];
	if (function_is_node_index(requirement->target_index)) {
		if (sources > targets)
			report_unmatched(checker, variant, requirement, sources, targets);
		return;
	}
	for (double i = 0; i < sources && i < MOST_INDICES; i++) {
		double index = representations_target_index(representations, requirement, i);
		if (index < 0 || index >= targets || (!isnan(index) && index != floor(index))) {
			report_index(checker, variant, requirement, i, index);
			return;
		}
	}
	multiplicity_report_rest(
		checker, variant, requirement->target_index, requirement->source->name, sources);
}

static void check_requirement(struct multiplicity_checker *checker, size_t variant,
	const struct multiplicity_requirement *requirement)
{
	const struct representations *representations = checker->variants[variant];
	const struct relationships *relationships =
		representations_of_requirement(representations, requirement);
	check_count(checker, variant, &relationships->each, "requirement", requirement->name,
		requirement->count);
	check_count_range(checker, variant, requirement);
	if (!requirement->target || !requirement->is_binding ||
		relationships->all.state != COUNT_KNOWN || relationships->all.number == 0)
		return;
	double sources = representations_of_node(representations, requirement->source)->number;
	double each = relationships->each.number;
	const struct multiplicity_count *target =
		representations_of_node(representations, requirement->target);
	bool is_indexed = relationships->pairing == PAIRING_INDEXED;
	if (is_indexed)
		check_single_target(checker, variant, requirement, each);
	if (target->state != COUNT_KNOWN)
		return;
	if (is_indexed)
		check_indices(checker, variant, requirement, sources, target->number);
	else
		check_enough_targets(checker, variant, requirement, each, target->number);
}

/* ---- all of it ---- */

static void check_node(struct multiplicity_checker *checker, const struct multiplicity_node *node)
{
	checker->first = checker->diagnostics->count;
	for (size_t v = 0; v < checker->variant_count; v++) {
		const struct multiplicity_count *count =
			representations_of_node(checker->variants[v], node);
		check_count(checker, v, count, "node", node->name, node->count);
		for (uint32_t i = 0; i < node->requirement_count; i++)
			check_requirement(checker, v, &node->requirements[i]);
	}
	index_check(checker, node);
}

void multiplicity_check(struct multiplicity_checker *checker)
{
	for (uint32_t i = 0; i < checker->multiplicity->node_count; i++)
		check_node(checker, &checker->multiplicity->nodes[i]);
	allocation_check(checker);
}
