/* TOSCA 2.0, section "Parameter definition": "value" is for "outgoing" parameters, "mapping" for
 * "incoming" ones, and they are mutually exclusive. */
#include "analyzer/model/grammar/grammar_subject.h"
#include "analyzer/model/grammar/grammar_walker.h"

static struct node key_of(struct node parameter, const char *keyname)
{
	struct node value = node_get(parameter, keyname);
	return node_is_null(value) ? (struct node){0} : node_key(value);
}

static void report_ineffective(struct grammar_walker *walker, struct node key, const char *message)
{
	grammar_report(walker, DIAGNOSTIC_CODE_INEFFECTIVE_KEYNAME, key, "%s", message);
}

/* An operation is given its inputs, which may be written as values of any form. */
static void check_input(struct grammar_walker *walker, struct node input)
{
	struct node mapping = key_of(input, "mapping");
	if (!node_is_null(node_get(input, "type")) && !node_is_absent(mapping))
		report_ineffective(
			walker, mapping, "An input is stored into no attribute; write \"value\"");
}

/* An operation returns its outputs. */
static void check_output(struct grammar_walker *walker, struct node output)
{
	struct node value = key_of(output, "value");
	if (!node_is_absent(value) && node_is_absent(key_of(output, "mapping")))
		report_ineffective(walker, value,
			"An output gets its value from the operation; write \"default\"");
}

void grammar_check_operation(struct grammar_walker *walker, struct node operation)
{
	struct node inputs = node_get(operation, "inputs");
	struct node outputs = node_get(operation, "outputs");
	struct grammar_span in = grammar_span_to_check(walker, inputs);
	struct grammar_span out = grammar_span_to_check(walker, outputs);
	if (!version_is_2_0(walker->version))
		return;
	for (uint32_t i = in.first; i < in.end && node_kind(inputs) == NODE_MAPPING; i++)
		check_input(walker, node_entry(inputs, i).value);
	for (uint32_t i = out.first; i < out.end && node_kind(outputs) == NODE_MAPPING; i++)
		check_output(walker, node_entry(outputs, i).value);
}
