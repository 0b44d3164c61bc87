/* Any text as a file of inputs (YAML, FeatureIDE's XML), as a value and an environment: the
 * template is resolved with it, refused in words, and the same twice.
 *
 * The input is the file, a byte 0xff, the value of an input on a command line, a byte 0xff and a
 * variable of the environment. */
#include "analyzer/variability/inputs/inputs_file.h"
#include "analyzer/variability/inputs/variability_inputs.h"
#include "analyzer/variability/resolution/template_resolution.h"
#include "analyzer/variability/values/value_reader.h"
#include "tests/fuzz/parts.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char text[] =
	"tosca_definitions_version: tosca_variability_1_0\n"
	"topology_template:\n"
	"  variability:\n"
	"    inputs:\n"
	"      env: {type: string, default: dev, constraints: [{valid_values: [dev, prod]}]}\n"
	"      size: {type: integer, default: 1, excludes: [env]}\n"
	"      flag: {type: boolean, default: {equal: [{variability_input: env}, prod]}}\n"
	"      list: {type: list, default: [1, 2]}\n"
	"    options: {mode: semantic-loose}\n"
	"  node_templates:\n"
	"    app:\n"
	"      type: tosca.nodes.SoftwareComponent\n"
	"      conditions: {or: [{equal: [{variability_input: env}, prod]}, {greater: "
	"[{variability_input: size}, 4]}]}\n"
	"      properties:\n"
	"        - component_version: {expression: {concat: [{variability_input: env}, "
	"{variability_input: list}]}}\n";

static void resolve(const struct syntax_tree *tree, struct value inputs, struct arena *arena)
{
	struct template_resolution resolution = {
		.tree = tree, .path = STRING("/template.yaml"), .inputs = inputs};
	struct template_refusal refusal[2];
	bool resolved[2];

	for (int i = 0; i < 2; i++) {
		struct yaml_writer *writer = yaml_writer_create();

		resolved[i] = template_resolve(arena, &resolution, writer, &refusal[i]);
		yaml_writer_destroy(writer);
	}
	if (resolved[0] != resolved[1] || (!resolved[0] && !refusal[0].error.length) ||
		(!resolved[0] && !string_equal(refusal[0].error, refusal[1].error))) {
		fprintf(stderr, "resolving twice gives two results, or none without a word\n");
		abort();
	}
}

static void read_file(struct variability_assignment *assignment, const char *name,
	struct string content, struct arena *arena)
{
	struct string error = STRING("");
	struct value inputs = inputs_file_read(arena, string_from(name), content, &error);

	variability_assignment_add(assignment, inputs);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct parts parts = {data, size, 0};
	struct string content = next_text(&parts);
	struct string value = next_text(&parts);
	struct arena *arena = arena_create();
	struct string variable = next_text(&parts);
	const char *environment[] = {
		arena_format(arena, "VTOSCA_VARIABILITY_INPUT_ENV=%.*s", STRING_ARGUMENTS(variable))
			.bytes,
		arena_copy(arena, variable).bytes, NULL};
	struct syntax_tree *tree = syntax_tree_create(string_from(text));
	struct variability_assignment *assignment = variability_assignment_create(arena);

	variability_assignment_add_environment(assignment, environment);
	variability_environment_presets(arena, environment, &(const struct string *){NULL});
	read_file(assignment, "inputs.xml", content, arena);
	read_file(assignment, "inputs.yaml", content, arena);
	struct string error;
	struct value_entry entry = {
		.key = STRING("size"), .value = value_from_yaml(arena, value, &error)};
	variability_assignment_add(assignment, value_from_map(arena, &entry, 1));
	resolve(tree, variability_assignment_value(assignment), arena);
	syntax_tree_release(tree);
	arena_destroy(arena);
	return 0;
}
