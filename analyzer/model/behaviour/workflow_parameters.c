#include "analyzer/model/behaviour/workflow_parameters.h"

#include "analyzer/language/grammar/words.h"
#include "analyzer/model/checker/data_type.h"
#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/functions/function_path.h"
#include "analyzer/model/functions/parameter_check.h"

void workflow_check_inputs(struct template_checker *checker, struct node inputs)
{
	uint32_t count = node_kind(inputs) == NODE_MAPPING ? node_count(inputs) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry input = node_entry(inputs, i);
		if (node_kind(input.value) == NODE_MAPPING)
			parameter_check(checker, input);
	}
}

/* ---- outputs ---- */

/* "specify workflow output values and their mappings onto attributes of a node or relationship
 * defined in the service": a path as that of `get_attribute`. What it leads to, if that is known.
 */
static struct value_schema follow(struct template_checker *checker, struct node mapping)
{
	const struct graph_place nowhere = {.kind = PLACE_NOWHERE};
	struct function_path path = {
		.place = &nowhere, .arguments = mapping, .part = PART_ATTRIBUTES};
	struct node name = node_item(mapping, 0);
	if (node_count(mapping) < 2) {
		template_report(checker, DIAGNOSTIC_CODE_WRONG_ARITY, mapping,
			"An output is mapped to an attribute: [node, attribute]");
		return (struct value_schema){0};
	}
	struct graph_place start = function_path_start(checker, &path);
	if (start.kind == PLACE_NODE || start.kind == PLACE_RELATIONSHIP)
		return function_path_follow(checker, &path, &start);
	if (node_is_string(name) && !word_find(node_text(name), WORD_BEGINS_PATH) &&
		graph_named(checker, node_text(name)).kind == PLACE_NOWHERE)
		template_report_no_element(
			checker, DIAGNOSTIC_CODE_UNKNOWN_NODE, "node_templates", "node", name);
	return (struct value_schema){0};
}

/* Of an output that is defined, the type has to be that of the attribute. */
static void check_fit(struct template_checker *checker, struct node_entry output,
	struct node mapping, struct value_schema attribute)
{
	struct data_type taken;
	struct data_type given;
	if (node_kind(output.value) != NODE_MAPPING || !data_type_of(checker, attribute, &taken) ||
		!data_type_of(checker, value_schema_of_definition(output.value), &given) ||
		data_types_fit(checker->scope.version, &given, &taken))
		return;
	template_report(checker, DIAGNOSTIC_CODE_WRONG_VALUE,
		node_item(mapping, node_count(mapping) - 1),
		"\"%.*s\" is of type \"%.*s\", which the attribute of type \"%.*s\" cannot take",
		STRING_ARGUMENTS(node_text(output.key)), STRING_ARGUMENTS(data_type_name(&given)),
		STRING_ARGUMENTS(data_type_name(&taken)));
}

void workflow_check_outputs(struct template_checker *checker, struct node outputs)
{
	bool is_2_0 = version_is_2_0(checker->scope.version);
	uint32_t count = node_kind(outputs) == NODE_MAPPING ? node_count(outputs) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry output = node_entry(outputs, i);
		struct node mapping = node_kind(output.value) == NODE_MAPPING
					      ? node_get(output.value, "mapping")
					      : output.value;
		if (node_kind(output.value) == NODE_MAPPING)
			parameter_check(checker, output);
		if (node_kind(mapping) == NODE_SEQUENCE)
			check_fit(checker, output, mapping, follow(checker, mapping));
		else if (is_2_0 && node_kind(output.value) == NODE_SCALAR &&
			 !node_is_null(output.value))
			template_report(checker, DIAGNOSTIC_CODE_WRONG_SHAPE, output.value,
				"\"%.*s\" is mapped to an attribute, such as [node, %.*s]",
				STRING_ARGUMENTS(node_text(output.key)),
				STRING_ARGUMENTS(node_text(output.value)));
	}
}
