/* Any text as a condition and any as a value expression: analysing, looking at all inputs,
 * resolving, hovering and completing come to an end, and what holds for all inputs holds for the
 * variants.
 *
 * The input is a byte that chooses the version, the condition, a byte 0xff and the value
 * expression, both in YAML's flow style or on lines of their own. */
#include "analyzer/ide/completion/completion.h"
#include "analyzer/ide/hover/hover.h"
#include "analyzer/variability/analysis/analysis.h"
#include "analyzer/variability/resolution/template_resolution.h"
#include "analyzer/variability/space/space.h"
#include "analyzer/variability/space/space_report.h"
#include "tests/fuzz/parts.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const versions[] = {"tosca_variability_1_0", "tosca_variability_1_0_rc_3",
	"tosca_variability_1_0_rc_2", "tosca_variability_1_0_rc_1"};
static const char text[] =
	"tosca_definitions_version: %s\n"
	"topology_template:\n"
	"  variability:\n"
	"    inputs:\n"
	"      env: {type: string, default: dev}\n"
	"      size: {type: integer, default: 1}\n"
	"      big: {type: boolean, default: false}\n"
	"    presets:\n"
	"      prod: {inputs: {env: prod, size: 8, big: true}}\n"
	"      test: {inputs: {env: test, size: 2}}\n"
	"    expressions:\n"
	"      is_prod: {equal: [{variability_input: env}, prod]}\n"
	"    options: {mode: semantic-loose, required_technology_constraint: false}\n"
	"  node_templates:\n"
	"    app:\n"
	"      type: tosca.nodes.SoftwareComponent\n"
	"      conditions:\n        %.*s\n"
	"      properties:\n"
	"        - component_version: {expression: \n            %.*s\n          }\n"
	"      requirements:\n"
	"        - host: vm\n"
	"        - data: {node: db, conditions: {logic_expression: is_prod}}\n"
	"    db: {type: tosca.nodes.SoftwareComponent, requirements: [{host: vm}]}\n"
	"    vm: {type: tosca.nodes.Compute}\n";

static void resolve(const struct syntax_tree *tree, struct arena *arena)
{
	static const struct string presets[] = {{"prod", 4}, {"test", 4}};

	for (size_t i = 0; i < 3; i++) {
		struct yaml_writer *writer = yaml_writer_create();
		struct template_resolution resolution = {.tree = tree,
			.path = STRING("/template.yaml"),
			.presets = i < 2 ? &presets[i] : NULL,
			.preset_count = i < 2};
		struct template_refusal refusal;

		template_resolve(arena, &resolution, writer, &refusal);
		yaml_writer_destroy(writer);
	}
}

static uint64_t resolvable_variants(const struct analysis *analysis)
{
	uint64_t variants = 0;

	for (size_t i = 0; i < analysis_variant_count(analysis); i++)
		if (!analysis_variant(analysis, i)->error.length)
			variants |= (uint64_t)1 << i;
	return variants;
}

/* What is never present is present under no variant that can be resolved, what always is, under
 * each. */
static void compare(const struct analysis *analysis, struct arena *arena)
{
	struct space_report *report = space_report_create(analysis, NULL, NULL);
	struct elements elements = analysis_elements(analysis);

	for (size_t i = 0; report && i < elements.count; i++) {
		const struct element *element = elements.items[i];
		struct presence_of_variants found =
			analysis_presence_of_variants(analysis, element);
		uint64_t all = resolvable_variants(analysis);
		enum space_when when =
			space_presence(space_report_space(report), element, arena).when;

		if ((when == WHEN_NEVER && all & found.present) ||
			(when == WHEN_ALWAYS &&
				all & ~(found.present | found.depends | found.error))) {
			fprintf(stderr, "%.*s is %s present for all inputs, not for the variants\n",
				STRING_ARGUMENTS(element_id(element, arena)),
				space_when_name(when));
			abort();
		}
	}
	space_report_release(report);
}

static void ask(
	const struct syntax_tree *tree, const struct analysis *analysis, struct arena *arena)
{
	static const struct completion_settings settings = {.path = {"/template.yaml", 14}};
	uint32_t length = syntax_tree_length(tree);

	for (uint32_t offset = 0; offset < length; offset += length / 16 + 1) {
		hover_at(tree, analysis, offset, arena);
		completion_at(tree, analysis, offset, &settings, arena);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct analysis_settings settings = {0};
	struct parts parts = {data, size, 0};
	const char *version = versions[next_byte(&parts) % (sizeof(versions) / sizeof(*versions))];
	struct string condition = next_text(&parts);
	struct string expression = next_text(&parts);
	struct arena *arena = arena_create();
	struct syntax_tree *tree = syntax_tree_create(arena_format(
		arena, text, version, STRING_ARGUMENTS(condition), STRING_ARGUMENTS(expression)));
	struct analysis *analysis = analysis_create(&(struct analysis_request){
		.tree = tree, .path = STRING("/template.yaml"), .settings = &settings});

	compare(analysis, arena);
	ask(tree, analysis, arena);
	resolve(tree, arena);
	analysis_release(analysis);
	syntax_tree_release(tree);
	arena_destroy(arena);
	return 0;
}
