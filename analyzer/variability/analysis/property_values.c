#include "analyzer/variability/analysis/property_values.h"

#include "analyzer/variability/expressions/value_expression.h"

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

/* The values that the property has had in all variants, if it is the same. */
static const struct value *const *known_of(
	const struct findings *findings, const struct element *property)
{
	const struct element_graph *base = &findings->base->service_template->graph;
	size_t number;

	if (element_is_renewed(&findings->service_template->graph, property))
		return NULL;
	number = property->position - base->kinds[ELEMENT_PROPERTY].items[0]->position;
	return findings->base->values + number * findings->variants.count;
}

void property_values_find(struct findings *findings, struct problems *problems)
{
	struct elements properties = findings->service_template->graph.kinds[ELEMENT_PROPERTY];
	size_t variants = findings->variants.count;
	bool is_known = findings->base && findings->base->values &&
			!findings->service_template->assigns_otherwise;

	for (uint32_t i = 0; i < properties.count; i++) {
		const struct element *property = properties.items[i];
		uint64_t present = findings->presence.present[property->position];

		if (present && property->property.lacks_value)
			report_no_value(findings, problems, property, present);
		if (!present || node_is_absent(property->property.expression))
			continue;
		if (!findings->values && !findings->drops_values)
			findings->values = arena_allocate(findings->arena,
				(size_t)properties.count * variants, sizeof(struct value *));
		evaluate_property(findings, problems, property,
			is_known ? known_of(findings, property) : NULL,
			findings->values ? findings->values + i * variants : NULL);
	}
}
