/* What an analysis shares with the one before it, and what it tells. */
#include "analyzer/variability/analysis/analysis.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char template[] = "tosca_definitions_version: tosca_variability_1_0\n"
			       "topology_template:\n"
			       "  description: A shop\n"
			       "  variability:\n"
			       "    inputs:\n"
			       "      mode:\n"
			       "        type: string\n"
			       "    presets:\n"
			       "      small:\n"
			       "        inputs:\n"
			       "          mode: small\n"
			       "      large:\n"
			       "        inputs:\n"
			       "          mode: large\n"
			       "    options:\n"
			       "      mode: semantic-loose\n"
			       "  inputs:\n"
			       "    port:\n"
			       "      type: integer\n"
			       "  node_templates:\n"
			       "    app:\n"
			       "      type: tosca.nodes.WebApplication\n"
			       "      properties:\n"
			       "        title: Shop\n"
			       "        port: {get_input: port}\n"
			       "    cache:\n"
			       "      type: tosca.nodes.SoftwareComponent\n"
			       "      conditions: {equal: [{variability_input: mode}, large]}\n";

static struct syntax_tree *parse(const char *text)
{
	return syntax_tree_create(string_from(text));
}

/* The tree after the first `old` is replaced by `new`. */
static struct syntax_tree *edit(const struct syntax_tree *tree, const char *old, const char *new)
{
	const char *place = strstr(template, old);

	assert_non_null(place);

	uint32_t start = (uint32_t)(place - template);
	struct text_edit text_edit = {{start, start + (uint32_t)strlen(old)}, string_from(new)};

	return syntax_tree_edit(tree, text_edit);
}

static struct analysis *analyse(const struct syntax_tree *tree, const struct analysis *previous)
{
	struct analysis_request request = {
		.tree = tree, .path = STRING("shop.yaml"), .previous = previous};

	return analysis_create(&request);
}

static enum presence presence_in(
	const struct analysis *analysis, const char *variant, const char *id)
{
	const struct element *element = analysis_find_element(analysis, string_from(id));

	assert_non_null(element);
	for (size_t i = 0; i < analysis_variant_count(analysis); i++)
		if (string_is(analysis_variant(analysis, i)->name, variant))
			return analysis_presence(analysis, i, element);
	fail_msg("no variant %s", variant);
	return PRESENCE_ERROR;
}

static void tells_presence_under_every_variant(void **state)
{
	struct syntax_tree *tree = parse(template);
	struct analysis *analysis = analyse(tree, NULL);
	struct arena *arena = arena_create();
	const struct string *inputs;
	size_t count;

	(void)state;
	assert_int_equal(analysis_variant_count(analysis), 3);
	assert_int_equal(presence_in(analysis, "small", "node.cache"), PRESENCE_ABSENT);
	assert_int_equal(presence_in(analysis, "large", "node.cache"), PRESENCE_PRESENT);
	assert_int_equal(presence_in(analysis, "defaults", "node.cache"), PRESENCE_DEPENDS);
	assert_int_equal(presence_in(analysis, "defaults", "node.app"), PRESENCE_PRESENT);
	assert_string_equal(analysis_variant(analysis, 0)->error.bytes,
		"Variability input \"mode\" has no value nor default (expression) assigned");
	inputs = analysis_presence_inputs(
		analysis, 0, analysis_find_element(analysis, STRING("node.cache")), arena, &count);
	assert_int_equal(count, 1);
	assert_true(string_is(inputs[0], "mode"));
	arena_destroy(arena);
	analysis_release(analysis);
	syntax_tree_release(tree);
}

static void finds_elements_by_place_and_by_id(void **state)
{
	static const char text[] =
		"tosca_definitions_version: tosca_variability_1_0_rc_3\n"
		"topology_template:\n"
		"  inputs:\n"
		"    port: {type: integer}\n"
		"  node_templates:\n"
		"    app:\n"
		"      type: [{a.type: {conditions: true}}, {b.type: {conditions: false}}]\n"
		"      properties:\n"
		"        - port: {get_input: port}\n"
		"        - port: {value: 2, conditions: false}\n"
		"      requirements:\n"
		"        - host: {node: vm, relationship: r}\n"
		"      artifacts:\n"
		"        - image: {file: a, properties: [{kind: x}]}\n"
		"      technology: [{ansible: {conditions: true}}]\n"
		"    vm:\n"
		"      type: tosca.nodes.Compute\n"
		"  relationship_templates:\n"
		"    r: {type: tosca.relationships.HostedOn, properties: {speed: 1}}\n"
		"  groups:\n"
		"    all: {type: tosca.groups.Root, members: [app], properties: [{x: 1}]}\n"
		"  policies:\n"
		"    - scale: {type: tosca.policies.Root, targets: [all], properties: [{y: 1}]}\n"
		"  outputs:\n"
		"    out: {value: 1}\n";
	struct syntax_tree *tree = syntax_tree_create(STRING(text));
	struct analysis *analysis = analyse(tree, NULL);
	struct arena *arena = arena_create();
	struct elements all = analysis_elements(analysis);

	(void)state;
	assert_true(all.count > 15);
	for (uint32_t i = 0; i < all.count; i++) {
		const struct element *element = all.items[i];

		assert_ptr_equal(
			analysis_find_element(analysis, element_id(element, arena)), element);
		if (!node_is_absent(element->key) && !element->is_synthetic)
			assert_ptr_equal(analysis_element_at(analysis, element->key), element);
	}
	assert_null(analysis_find_element(analysis, STRING("node.other")));
	assert_null(analysis_element_at(
		analysis, syntax_tree_node_at(tree, (uint32_t)(strstr(text, "inputs") - text))));
	arena_destroy(arena);
	analysis_release(analysis);
	syntax_tree_release(tree);
}

/* What an edit costs: models built and evaluations. */
static void check_work(const char *old, const char *new, uint32_t models, uint32_t evaluations)
{
	struct syntax_tree *before = parse(template);
	struct syntax_tree *after = edit(before, old, new);
	struct analysis *first = analyse(before, NULL);
	struct analysis *second = analyse(after, first);
	struct analysis_work work = analysis_work(second);

	assert_int_equal(work.models, models);
	assert_int_equal(work.evaluations, evaluations);
	assert_ptr_equal(analysis_tree(second), after);
	analysis_release(first);
	assert_int_equal(presence_in(second, "small", "node.app"), PRESENCE_PRESENT);
	analysis_release(second);
	syntax_tree_release(before);
	syntax_tree_release(after);
}

static void a_description_starts_nothing(void **state)
{
	(void)state;
	check_work("A shop", "A web shop", 0, 0);
}

static void a_plain_property_value_starts_nothing(void **state)
{
	(void)state;
	check_work("title: Shop", "title: Our shop", 0, 0);
}

/* Neither among the keys of an element nor between elements, be it further left than they are. */
static void a_word_without_colon_starts_nothing(void **state)
{
	(void)state;
	check_work("title: Shop\n", "title: Shop\n        ti\n", 0, 0);
	check_work("title: Shop\n", "title: Shop\nout\n", 0, 0);
	check_work("topology_template:", "imp\ntopology_template:", 0, 0);
}

static void an_unknown_value_counts(void **state)
{
	(void)state;
	check_work("title: Shop", "title: VINTNER_UNDEFINED", 1, 1);
}

static void a_reference_counts(void **state)
{
	(void)state;
	check_work("get_input: port", "get_input: 0", 1, 1);
}

static void a_condition_counts(void **state)
{
	(void)state;
	check_work("mode}, large", "mode}, huge", 1, 1);
}

static void a_type_counts(void **state)
{
	(void)state;
	check_work("tosca.nodes.SoftwareComponent", "tosca.nodes.DBMS", 1, 1);
}

static void a_preset_counts(void **state)
{
	(void)state;
	check_work("mode: small", "mode: smaller", 1, 1);
}

static void an_element_is_found_at_its_text(void **state)
{
	struct syntax_tree *tree = parse(template);
	struct analysis *analysis = analyse(tree, NULL);
	uint32_t offset = (uint32_t)(strstr(template, "Shop\n") - template);
	struct arena *arena = arena_create();
	const struct element *element =
		analysis_element_at(analysis, syntax_tree_node_at(tree, offset));

	(void)state;
	assert_non_null(element);
	assert_string_equal(element_id(element, arena).bytes, "property.title@0.node.app");
	assert_string_equal(
		element_title(element, arena).bytes, "Property \"title@0\" of node \"app\"");
	arena_destroy(arena);
	analysis_release(analysis);
	syntax_tree_release(tree);
}

/* `name` may be NULL: none is there. */
static void check_element_at(
	const struct analysis *analysis, const char *text, enum element_kind kind, const char *name)
{
	uint32_t offset = (uint32_t)(strstr(template, text) - template);
	const struct element *element =
		analysis_element_at(analysis, syntax_tree_node_at(analysis_tree(analysis), offset));

	assert_int_equal(element != NULL, name != NULL);
	if (!element)
		return;
	assert_int_equal(element->kind, kind);
	assert_true(string_is(element->name, name));
}

static void an_element_is_found_wherever_it_stands(void **state)
{
	struct syntax_tree *tree = parse(template);
	struct analysis *analysis = analyse(tree, NULL);

	(void)state;
	check_element_at(analysis, "port:\n      type", ELEMENT_INPUT, "port");
	check_element_at(analysis, "type: integer", ELEMENT_INPUT, "port");
	check_element_at(analysis, "integer", ELEMENT_INPUT, "port");
	check_element_at(analysis, "cache:", ELEMENT_NODE, "cache");
	check_element_at(analysis, "large]", ELEMENT_NODE, "cache");
	check_element_at(analysis, "A shop", ELEMENT_INPUT, NULL);
	check_element_at(analysis, "mode: large", ELEMENT_INPUT, NULL);
	analysis_release(analysis);
	syntax_tree_release(tree);
}

/* The template of which it was known is gone by then. */
static void what_was_present_is_remembered(void **state)
{
	struct syntax_tree *tree = parse(template);
	struct syntax_tree *broken =
		edit(tree, "variability_input: mode}", "variability_input: mo}");
	struct analysis *good = analyse(tree, NULL);
	struct analysis *analysis = analyse(broken, good), *shown;
	struct remembered_presence *remembered = presence_remember(good);

	(void)state;
	assert_true(analysis_loses_variants(analysis, good));
	assert_false(analysis_loses_variants(good, good));
	assert_null(analysis_with_presence_of(good, remembered));
	analysis_release(good);
	syntax_tree_release(tree);
	shown = analysis_with_presence_of(analysis, remembered);
	remembered_presence_release(remembered);
	assert_non_null(shown);
	assert_int_equal(presence_in(analysis, "small", "node.cache"), PRESENCE_ERROR);
	assert_int_equal(presence_in(shown, "small", "node.cache"), PRESENCE_ABSENT);
	assert_int_equal(presence_in(shown, "large", "node.cache"), PRESENCE_PRESENT);
	analysis_release(shown);
	analysis_release(analysis);
	syntax_tree_release(broken);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tells_presence_under_every_variant),
		cmocka_unit_test(finds_elements_by_place_and_by_id),
		cmocka_unit_test(a_description_starts_nothing),
		cmocka_unit_test(a_plain_property_value_starts_nothing),
		cmocka_unit_test(a_word_without_colon_starts_nothing),
		cmocka_unit_test(an_unknown_value_counts),
		cmocka_unit_test(a_reference_counts),
		cmocka_unit_test(a_condition_counts),
		cmocka_unit_test(a_type_counts),
		cmocka_unit_test(a_preset_counts),
		cmocka_unit_test(an_element_is_found_at_its_text),
		cmocka_unit_test(an_element_is_found_wherever_it_stands),
		cmocka_unit_test(what_was_present_is_remembered),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
