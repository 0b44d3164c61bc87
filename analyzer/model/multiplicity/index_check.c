/* Indices in values: of entries of a list that has one for each node representation, and of
 * relationships on the way to a property (TOSCA 2.0, sections "Node-Specific Input Values" and
 * "get_property"). */
#include "analyzer/model/multiplicity/multiplicity_report.h"

#include <math.h>

/* `$get_input: [list, index]`, where the index depends on the representation. */
static void check_input_index(struct multiplicity_checker *checker, size_t variant,
	const struct multiplicity_node *node, struct node arguments)
{
	struct arena *arena = checker->diagnostics->arena;
	const struct representations *representations = checker->variants[variant];
	const struct multiplicity_scope *scope = &representations->scope;
	const struct multiplicity_count *count = representations_of_node(representations, node);
	struct node name = node_item(arguments, 0);
	struct node where = node_item(arguments, 1);
	struct node list = multiplicity_input(scope, node_text(name));
	struct function_scope functions = multiplicity_functions(scope, node, NAN);
	if (count->state != COUNT_KNOWN || node_kind(list) != NODE_SEQUENCE ||
		!isnan(function_value_number(&functions, where)))
		return;
	for (double i = 0; i < count->number && i < MOST_INDICES; i++) {
		functions.node_index = i;
		double index = function_value_number(&functions, where);
		if (isnan(index) || (index >= 0 && index < node_count(list)))
			continue;
		multiplicity_report(checker, variant, DIAGNOSTIC_CODE_INDEX_OUT_OF_RANGE, where,
			arena_format(arena,
				"%.*s[%.0f] asks for entry %g of input \"%.*s\", which has %u, "
				"counted from 0",
				STRING_ARGUMENTS(node->name), i, index,
				STRING_ARGUMENTS(node_text(name)), node_count(list)));
		return;
	}
	multiplicity_report_rest(checker, variant, where, node->name, count->number);
}

/* How many relationships each representation has by a requirement; NaN if that is open, or if
 * there is no assignment. */
static double relationships_by(const struct representations *representations,
	const struct multiplicity_node *node, struct string requirement)
{
	double sum = NAN;
	for (uint32_t i = 0; i < node->requirement_count; i++) {
		const struct multiplicity_requirement *one = &node->requirements[i];
		if (!string_equal(one->name, requirement))
			continue;
		const struct multiplicity_count *each =
			&representations_of_requirement(representations, one)->each;
		if (each->state == COUNT_ABSENT)
			continue;
		if (each->state != COUNT_KNOWN)
			return NAN;
		sum = isnan(sum) ? each->number : sum + each->number;
	}
	return sum;
}

/* `$get_property: [SELF, RELATIONSHIP, requirement, index, …]`: "0 represents the first index". */
static void check_relationship_index(struct multiplicity_checker *checker, size_t variant,
	const struct multiplicity_node *node, struct node arguments)
{
	struct arena *arena = checker->diagnostics->arena;
	struct string requirement = node_text(node_item(arguments, 2));
	struct node where = node_item(arguments, 3);
	double index = node_number(where);
	double count = relationships_by(checker->variants[variant], node, requirement);
	if (isnan(index) || isnan(count) || index < 0 || index < count)
		return;
	multiplicity_report(checker, variant, DIAGNOSTIC_CODE_INDEX_OUT_OF_RANGE, where,
		arena_format(arena,
			"Requirement \"%.*s\" of node \"%.*s\" has %.0f relationship%s, counted "
			"from 0",
			STRING_ARGUMENTS(requirement), STRING_ARGUMENTS(node->name), count,
			count == 1 ? "" : "s"));
}

static void check_call(struct multiplicity_checker *checker, const struct multiplicity_node *node,
	struct node value)
{
	struct node input = function_arguments(value, "get_input");
	struct node path = function_arguments(value, "get_property");
	if (node_is_absent(path))
		path = function_arguments(value, "get_attribute");
	bool is_indexed = node_kind(input) == NODE_SEQUENCE && node_count(input) > 1;
	bool is_relationship = string_is(node_text(node_item(path, 0)), "SELF") &&
			       string_is(node_text(node_item(path, 1)), "RELATIONSHIP");
	for (size_t v = 0; v < checker->variant_count && is_indexed; v++)
		check_input_index(checker, v, node, input);
	for (size_t v = 0; v < checker->variant_count && is_relationship; v++)
		check_relationship_index(checker, v, node, path);
}

static void check_values(struct multiplicity_checker *checker, const struct multiplicity_node *node,
	struct node value)
{
	uint32_t count = node_count(value);
	if (node_kind(value) == NODE_MAPPING && count == 1)
		check_call(checker, node, value);
	for (uint32_t i = 0; i < count; i++)
		check_values(checker, node,
			node_kind(value) == NODE_MAPPING ? node_entry(value, i).value
							 : node_item(value, i));
}

void index_check(struct multiplicity_checker *checker, const struct multiplicity_node *node)
{
	bool counts = !node_is_null(node->count);
	for (uint32_t i = 0; i < node->requirement_count; i++)
		counts = counts || !node_is_null(node->requirements[i].count);
	/* In requirement assignments, SELF can be the relationship. */
	static const char *const parts[] = {
		"properties", "attributes", "capabilities", "interfaces", "artifacts"};
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts) && counts; i++)
		check_values(checker, node, node_get(node->value, parts[i]));
}
