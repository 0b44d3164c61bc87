#include "analyzer/variability/space/space_coverage.h"

#include "analyzer/model/grammar/expression_operator.h"
#include "analyzer/syntax/tree/flow_text.h"
#include "analyzer/variability/analysis/variant_truth.h"

struct coverage {
	const struct analysis *analysis;
	struct arena *arena;
	struct covered_condition *items;
	size_t count;
	size_t capacity;
};

static void add(struct coverage *coverage, struct node expression, const struct element *element,
	bool is_part)
{
	struct expression_operator found;

	if (node_kind(expression) != NODE_MAPPING && node_kind(expression) != NODE_SCALAR)
		return;
	coverage->items = arena_reserve(coverage->arena, coverage->items, coverage->count,
		&coverage->capacity, sizeof(*coverage->items));
	coverage->items[coverage->count++] = (struct covered_condition){.expression = expression,
		.text = flow_text(expression, 100, coverage->arena),
		.element = element,
		.is_part = is_part};
	found = expression_operator(expression, true);
	if (found.op >= OPERATOR_AND && found.op <= OPERATOR_AMO &&
		node_kind(found.operand) == NODE_SEQUENCE)
		for (uint32_t i = 0; i < node_count(found.operand); i++)
			add(coverage, node_item(found.operand, i), element, true);
}

static void add_condition(void *context, struct node condition, const struct element *element)
{
	add(context, condition, element, false);
}

const char *covered_condition_seen(const struct covered_condition *condition)
{
	return condition->seen_true && condition->seen_false ? "both"
	       : condition->seen_true                        ? "true"
	       : condition->seen_false                       ? "false"
							     : "none";
}

/* Where there are presets, the defaults are no deployment of their own. */
static bool shows(const struct analysis *analysis, size_t variant)
{
	const struct variant *of = analysis_variant(analysis, variant);

	return of->error.length == 0 &&
	       (of->origin != VARIANT_DEFAULTS || analysis_variant_count(analysis) == 1);
}

const struct covered_condition *space_coverage(
	const struct analysis *analysis, struct arena *arena, size_t *count)
{
	struct coverage coverage = {.analysis = analysis, .arena = arena};
	struct variant_truth truth;

	conditions_visit_own(
		&analysis->findings->service_template->conditions, add_condition, &coverage);
	variant_truth_begin(&truth, analysis, meanings_borrow(analysis), arena);
	for (size_t v = 0; v < analysis_variant_count(analysis); v++) {
		if (!shows(analysis, v))
			continue;
		variant_truth_choose(&truth, v);
		for (size_t i = 0; i < coverage.count; i++) {
			struct covered_condition *condition = &coverage.items[i];
			enum truth holds = variant_truth_of_expression(
				&truth, condition->expression, condition->element);

			condition->seen_true |= holds == TRUTH_TRUE;
			condition->seen_false |= holds == TRUTH_FALSE;
		}
	}
	variant_truth_end(&truth);
	*count = coverage.count;
	return coverage.items;
}
