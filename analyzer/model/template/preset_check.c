#include "analyzer/model/template/preset_check.h"

#include "analyzer/model/grammar/expression_operator.h"
#include "analyzer/model/values/constraint_check.h"

#include <math.h>

static void relate_definition(
	struct value_checker *checker, struct diagnostic *diagnostic, struct node_entry input)
{
	struct node type = node_get(input.value, "type");
	diagnostic_relate(checker->diagnostics, diagnostic,
		location_of(node_is_absent(type) ? input.key : type), "\"%.*s\" is defined here",
		STRING_ARGUMENTS(node_text(input.key)));
}

/* A map is an expression, whose value depends on the variant, unless the input takes maps. */
static bool is_expression(
	struct value_checker *checker, struct value_schema schema, struct node value)
{
	struct data_type type = value_schema_data_type(checker->types, checker->version, schema);
	bool takes_maps = type.primitive == PRIMITIVE_MAP || type.primitive == PRIMITIVE_NONE;
	return node_kind(value) == NODE_MAPPING &&
	       (!takes_maps || expression_operator(value, false).op != OPERATOR_NONE ||
		       expression_operator(value, true).op != OPERATOR_NONE);
}

static void check_value(struct value_checker *checker, struct node_entry input, struct node value)
{
	struct value_schema schema = value_schema_of_definition(input.value);
	size_t first = checker->diagnostics->count;
	if (node_is_null(value) && !node_is_absent(value))
		diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_WRONG_SHAPE, node_key(value),
			"\"%.*s\" has no value, and so no effect: write one, or leave it out",
			STRING_ARGUMENTS(node_text(node_key(value))))
			->severity = DIAGNOSTIC_WARNING;
	if (node_is_null(value) || is_expression(checker, schema, value))
		return;
	/* The one type that inputs have beside those of TOSCA. */
	bool is_number = string_is(node_text(node_get(input.value, "type")), "number");
	if (is_number && isnan(node_number(value)))
		value_report(checker, node_key(value), value, node_text(input.key), "a number");
	value_check(checker, schema, node_key(value), value, node_text(input.key));
	for (size_t i = first; i < checker->diagnostics->count; i++) {
		struct diagnostic *diagnostic = &checker->diagnostics->items[i];
		diagnostic->severity = DIAGNOSTIC_WARNING;
		relate_definition(checker, diagnostic, input);
	}
}

void preset_inputs_check(
	struct value_checker *checker, struct node variability, struct node assigned)
{
	struct node inputs = node_get(variability, "inputs");
	uint32_t count = node_kind(assigned) == NODE_MAPPING ? node_count(assigned) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry assignment = node_entry(assigned, i);
		struct node_entry input = node_find(inputs, node_text(assignment.key));
		if (node_kind(input.value) == NODE_MAPPING)
			check_value(checker, input, assignment.value);
	}
}

/* What is in a list may be a function, which asks for elements. */
static bool asks(struct node inputs)
{
	uint32_t count = node_kind(inputs) == NODE_MAPPING ? node_count(inputs) : 0;
	for (uint32_t i = 0; i < count; i++)
		if (node_kind(node_entry(inputs, i).value) == NODE_SEQUENCE)
			return true;
	return false;
}

bool presets_check(struct value_checker *checker, struct node variability)
{
	bool asks_further = false;
	struct node inputs = node_get(variability, "inputs");
	struct node presets = node_get(variability, "presets");
	uint32_t input_count = node_kind(inputs) == NODE_MAPPING ? node_count(inputs) : 0;
	uint32_t preset_count = node_kind(presets) == NODE_MAPPING ? node_count(presets) : 0;
	for (uint32_t i = 0; i < input_count; i++) {
		struct node_entry input = node_entry(inputs, i);
		if (node_kind(input.value) != NODE_MAPPING)
			continue;
		asks_further |= asks(input.value);
		constraint_check_definition(checker, value_schema_of_definition(input.value));
		check_value(checker, input, node_get(input.value, "default"));
	}
	for (uint32_t i = 0; i < preset_count; i++) {
		struct node assigned = node_get(node_entry(presets, i).value, "inputs");
		asks_further |= asks(assigned);
		preset_inputs_check(checker, variability, assigned);
	}
	return asks_further;
}
