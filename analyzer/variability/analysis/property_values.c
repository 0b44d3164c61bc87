#include "analyzer/variability/analysis/property_values.h"

#include "analyzer/text/numbers.h"
#include "analyzer/variability/expressions/value_expression.h"
#include "base/memory.h"

#include <stdlib.h>

static void report_no_value(struct findings *findings, struct problems *problems,
	const struct element *property, uint64_t variants)
{
	struct string title = element_title(property, findings->arena);

	problems_add(problems, PHASE_VALUES, DIAGNOSTIC_CODE_NO_VALUE, property->key,
		"%.*s has no value", STRING_ARGUMENTS(title))
		->variants = variants;
}

static const struct value *evaluate(struct findings *findings, struct problems *problems,
	const struct element *property, struct value expression, size_t variant)
{
	struct value_result result =
		value_evaluate(findings->variants.items[variant].context, expression);
	struct value *value;

	if (result.outcome != VALUE_KNOWN) {
		problems_add(problems, PHASE_VALUES,
			result.outcome == VALUE_OPEN ? DIAGNOSTIC_CODE_OPEN_INPUT
						     : DIAGNOSTIC_CODE_EXPRESSION_ERROR,
			node_is_absent(result.cause) ? property->property.expression : result.cause,
			"%.*s", STRING_ARGUMENTS(result.error))
			->variants = UINT64_C(1) << variant;
		return NULL;
	}
	if (result.value.kind == VALUE_NONE) {
		report_no_value(findings, problems, property, UINT64_C(1) << variant);
		return NULL;
	}
	value = arena_allocate(findings->arena, 1, sizeof(*value));
	*value = result.value;
	return value;
}

/* ---- one property ---- */

/* `known` are the values that the property has had, or NULL; those found are stored in `values`,
 * unless it is NULL. */
static void evaluate_property(struct findings *findings, struct problems *problems,
	const struct element *property, const struct value *const *known,
	const struct value **values)
{
	uint64_t present = findings->presence.present[property->position];
	struct value expression;
	bool is_converted = false;

	for (size_t v = 0; v < findings->variants.count; v++) {
		const struct value *value = known ? known[v] : NULL;

		if (!(present & (UINT64_C(1) << v)))
			continue;
		if (!value && !is_converted)
			expression =
				value_from_node(findings->arena, property->property.expression);
		is_converted |= !value;
		if (!value)
			value = evaluate(findings, problems, property, expression, v);
		if (values)
			values[v] = value;
	}
}

static uint32_t number_of(const struct findings *findings, const struct element *property)
{
	const struct element_graph *graph = &findings->service_template->graph;

	return element_order(graph, property) -
	       element_order(graph, graph->kinds[ELEMENT_PROPERTY].items[0]);
}

/* The values that the property has had in all variants, if it is the same. */
static const struct value *const *known_of(
	const struct findings *findings, const struct element *property)
{
	const struct findings *base = findings->base;
	const struct element_graph *graph = &findings->service_template->graph;

	if (!base || !base->values.all || findings->service_template->assigns_otherwise ||
		element_is_renewed(graph, property))
		return NULL;
	return base->values.all + number_of(base, property) * findings->variants.count;
}

static bool has_expression(const struct findings *findings, const struct element *property)
{
	return findings->presence.present[property->position] &&
	       !node_is_absent(property->property.expression);
}

static void find_values(struct findings *findings, struct problems *problems,
	const struct element *property, const struct value **values)
{
	uint64_t present = findings->presence.present[property->position];
	struct property_values *all = &findings->values;
	size_t told = problems->count;

	if (present && property->property.lacks_value)
		report_no_value(findings, problems, property, present);
	if (has_expression(findings, property))
		evaluate_property(
			findings, problems, property, known_of(findings, property), values);
	if (problems->count == told)
		return;
	all->unsettled = arena_reserve(findings->arena, all->unsettled, all->unsettled_count,
		&all->unsettled_capacity, sizeof(*all->unsettled));
	all->unsettled[all->unsettled_count++] = number_of(findings, property);
}

/* ---- all of them ---- */

static void find_all(struct findings *findings, struct problems *problems)
{
	struct elements properties = findings->service_template->graph.kinds[ELEMENT_PROPERTY];
	size_t variants = findings->variants.count;

	for (uint32_t i = 0; i < properties.count; i++) {
		const struct value ***all = &findings->values.all;

		if (!*all && !findings->drops_values &&
			has_expression(findings, properties.items[i]))
			*all = arena_allocate(findings->arena, (size_t)properties.count * variants,
				sizeof(**all));
		find_values(
			findings, problems, properties.items[i], *all ? *all + i * variants : NULL);
	}
}

/* ---- those that are not what they were ---- */

/* Whether all others have the values that they have in the base. */
static bool can_keep_values(const struct findings *findings)
{
	return findings->base && !findings->drops_values &&
	       !findings->service_template->assigns_otherwise &&
	       !element_graph_is_reordered(&findings->service_template->graph);
}

static void add_renewed(struct numbers *numbers, const struct findings *findings)
{
	const struct element_graph *graph = &findings->service_template->graph;
	size_t count;
	uint32_t *positions = element_graph_list_renewed(graph, &count);

	for (size_t i = 0; i < count; i++) {
		const struct element *element = graph->places.items[positions[i]];

		if (element->kind == ELEMENT_PROPERTY)
			numbers_add(numbers, number_of(findings, element));
	}
	memory_release(positions);
}

static void add_present_otherwise(struct numbers *numbers, const struct findings *findings)
{
	struct elements properties = findings->service_template->graph.kinds[ELEMENT_PROPERTY];
	uint32_t first = properties.count > 0 ? properties.items[0]->position : 0;
	const uint64_t *now = findings->presence.present + first;
	const uint64_t *before = findings->base->presence.present + first;

	for (uint32_t i = 0; i < properties.count; i++)
		if (now[i] != before[i])
			numbers_add(numbers, i);
}

static void find_some(struct findings *findings, struct problems *problems)
{
	struct elements properties = findings->service_template->graph.kinds[ELEMENT_PROPERTY];
	const struct property_values *before = &findings->base->values;
	struct property_values *values = &findings->values;
	struct numbers numbers = {0};

	add_renewed(&numbers, findings);
	add_present_otherwise(&numbers, findings);
	for (size_t i = 0; i < before->unsettled_count; i++)
		numbers_add(&numbers, before->unsettled[i]);
	numbers_sort(numbers.items, numbers.count);
	values->are_of_base = true;
	values->rows = arena_allocate(findings->arena, numbers.count, sizeof(*values->rows));
	for (size_t i = 0; i < numbers.count; i++) {
		struct value_row *row = &values->rows[values->row_count];

		if (i > 0 && numbers.items[i] == numbers.items[i - 1])
			continue;
		row->number = numbers.items[i];
		row->values = arena_allocate(
			findings->arena, findings->variants.count, sizeof(*row->values));
		values->row_count++;
		find_values(findings, problems, properties.items[row->number], row->values);
	}
	memory_release(numbers.items);
}

void property_values_find(struct findings *findings, struct problems *problems)
{
	if (can_keep_values(findings))
		find_some(findings, problems);
	else
		find_all(findings, problems);
}

/* ---- asking ---- */

static int compare_rows(const void *left, const void *right)
{
	uint32_t a = ((const struct value_row *)left)->number;
	uint32_t b = ((const struct value_row *)right)->number;

	return (a > b) - (a < b);
}

const struct value *property_values_get(
	const struct findings *findings, uint32_t number, size_t variant)
{
	const struct property_values *values = &findings->values;
	const struct value_row wanted = {.number = number}, *row = NULL;

	if (values->row_count > 0)
		row = bsearch(
			&wanted, values->rows, values->row_count, sizeof(wanted), compare_rows);
	if (row)
		return row->values[variant];
	if (values->are_of_base)
		values = &findings->base->values;
	return values->all ? values->all[number * findings->variants.count + variant] : NULL;
}
