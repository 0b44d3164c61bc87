/* Numbers of node representations and relationships, their pairs, and the functions by which
 * they are computed; expectations are worked out by hand. */
#include "analyzer/model/multiplicity/representations.h"

#include "tests/unit/unit_test.h"

#include <math.h>

struct sample {
	struct arena *arena;
	struct syntax_tree *tree;
	struct types *types;
	const struct multiplicity *multiplicity;
	const struct representations *representations;
};

static const struct multiplicity_variant everything = {NULL, NULL, NULL};

static struct sample sample_of(const char *text)
{
	struct sample sample = {.arena = arena_create()};
	sample.tree = syntax_tree_create(
		arena_format(sample.arena, "tosca_definitions_version: tosca_2_0\n%s", text));
	sample.types = types_create(sample.tree, STRING("main.yaml"), NULL, NULL);
	sample.multiplicity = multiplicity_read(sample.tree, sample.types, sample.arena);
	sample.representations = representations_of(sample.multiplicity, &everything, sample.arena);
	return sample;
}

static void sample_end(struct sample *sample)
{
	types_release(sample->types);
	syntax_tree_release(sample->tree);
	arena_destroy(sample->arena);
}

static const struct multiplicity_node *node_named(const struct sample *sample, const char *name)
{
	const struct multiplicity_node *node =
		multiplicity_find(sample->multiplicity, string_from(name));
	assert_non_null(node);
	return node;
}

static void assert_representations(const struct sample *sample, const char *name, double number)
{
	const struct multiplicity_count *count =
		representations_of_node(sample->representations, node_named(sample, name));
	assert_int_equal(count->state, COUNT_KNOWN);
	assert_int_equal(count->number, number);
}

/* ---- functions ---- */

/* The value of one `count`; NaN unless it is a number. */
static double computed(const char *expression)
{
	struct arena *arena = arena_create();
	struct string text = arena_format(arena,
		"service_template:\n"
		"  inputs:\n"
		"    five: {type: integer, default: 5}\n"
		"    fixed: {type: integer, value: 6, default: 7}\n"
		"    alias: {type: integer, default: {$get_input: five}}\n"
		"    open: {type: integer}\n"
		"    loop: {type: integer, default: {$sum: [{$get_input: loop}, {$get_input: "
		"loop}]}}\n"
		"    list: {type: list, default: [3, [4, 5]]}\n"
		"    map: {type: map, default: {a: {b: 9}}}\n"
		"  node_templates:\n"
		"    other:\n"
		"      type: Unknown\n"
		"      properties: {size: 11, twice: {$product: [2, {$get_property: [SELF, "
		"size]}]}}\n"
		"      capabilities: {host: {properties: {slots: 4}}}\n"
		"    node:\n"
		"      type: Unknown\n"
		"      count: %s\n",
		expression);
	struct sample sample = sample_of(text.bytes);
	struct function_scope scope = multiplicity_functions(
		&sample.representations->scope, node_named(&sample, "node"), 2);
	double number = function_value_number(&scope, node_named(&sample, "node")->count);
	sample_end(&sample);
	arena_destroy(arena);
	return number;
}

static void test_functions_compute_known_values(void **state)
{
	(void)state;
	static const struct {
		const char *expression;
		double value;
	} expected[] = {
		{"7", 7},
		{"{$get_input: five}", 5},
		{"{$get_input: fixed}", 6},
		{"{$get_input: alias}", 5},
		{"{$get_input: [list, 0]}", 3},
		{"{$get_input: [list, 1, 1]}", 5},
		{"{$get_input: [map, a, b]}", 9},
		{"{$get_property: [other, size]}", 11},
		{"{$get_property: [other, twice]}", 22},
		{"{$get_property: [other, CAPABILITY, host, slots]}", 4},
		{"$node_index", 2},
		{"{$node_index: []}", 2},
		{"{$sum: [1, 2, 3.5]}", 6.5},
		{"{$difference: [1, 3]}", -2},
		{"{$product: [2, 3, 4]}", 24},
		{"{$quotient: [7, 2]}", 3.5},
		{"{$remainder: [7, 4]}", 3},
		{"{$remainder: [NODE_INDEX, 2]}", 0},
		{"{$round: [3.5]}", 3},
		{"{$round: [3.53]}", 4},
		{"{$round: 2.2}", 2},
		{"{$floor: [{$quotient: [7, 2]}]}", 3},
		{"{$ceil: [{$quotient: [7, 2]}]}", 4},
		{"{$length: [[a, b]]}", 2},
		{"{$length: ['äöü']}", 3},
		{"{$length: [{$get_input: list}]}", 2},
	};
	for (size_t i = 0; i < sizeof(expected) / sizeof(*expected); i++)
		assert_true(computed(expected[i].expression) == expected[i].value);
}

static void test_functions_do_not_guess(void **state)
{
	(void)state;
	static const char *const unknown[] = {"{$get_input: open}", "{$get_input: missing}",
		"{$get_input: loop}", "{$get_input: [list, 2]}", "{$get_input: [list, -1]}",
		"{$get_input: [map, c]}", "{$get_property: [missing, size]}",
		"{$get_property: [other, missing]}",
		"{$get_property: [SELF, RELATIONSHIP, host, TARGET, size]}",
		"{$sum: [1, {$get_input: open}]}", "{$sum: [1, text]}", "{$quotient: [1, 0]}",
		"{$remainder: [-1, 3]}", "{$remainder: [1, 0]}", "{$our_own: [1]}",
		"{$length: [1]}", "$value", "$$node_index", "null"};
	for (size_t i = 0; i < sizeof(unknown) / sizeof(*unknown); i++)
		assert_true(isnan(computed(unknown[i])));
}

/* ---- representations ---- */

#define PATTERNS                                                                                   \
	"node_types:\n"                                                                            \
	"  Sized:\n"                                                                               \
	"    properties: {replicas: {type: integer, default: 4}}\n"                                \
	"service_template:\n"                                                                      \
	"  inputs:\n"                                                                              \
	"    left: {type: integer, default: 2}\n"                                                  \
	"    right: {type: integer, default: 3}\n"                                                 \
	"    open: {type: integer}\n"                                                              \
	"  node_templates:\n"                                                                      \
	"    one: {type: T}\n"                                                                     \
	"    none: {type: T, count: 0}\n"                                                          \
	"    right: {type: T, count: {$get_input: right}}\n"                                       \
	"    typed: {type: Sized, count: {$get_property: [SELF, replicas]}}\n"                     \
	"    open: {type: T, count: {$get_input: open}}\n"                                         \
	"    negative: {type: T, count: -1}\n"                                                     \
	"    copy: {type: T, copy: right}\n"                                                       \
	"    left:\n"                                                                              \
	"      type: T\n"                                                                          \
	"      count: {$get_input: left}\n"                                                        \
	"      requirements:\n"                                                                    \
	"        - many_to_one: one\n"                                                             \
	"        - mesh: {node: right, count: {$get_input: right}}\n"                              \
	"        - free: {node: right, count: 2}\n"                                                \
	"        - pairs: [right, $node_index]\n"                                                  \
	"        - cycle: [right, {$remainder: [{$sum: [NODE_INDEX, 2]}, {$get_input: right}]}]\n" \
	"        - last: {node: [right, {$difference: [{$get_input: right}, 1]}]}\n"               \
	"        - to_open: {node: open, count: 2}\n"                                              \
	"        - to_type: {node: T, count: 2}\n"                                                 \
	"        - often: {node: one, count: {$get_input: open}}\n"

static void test_node_representations(void **state)
{
	(void)state;
	struct sample sample = sample_of(PATTERNS);
	assert_representations(&sample, "one", 1);
	assert_representations(&sample, "none", 0);
	assert_representations(&sample, "left", 2);
	assert_representations(&sample, "right", 3);
	assert_representations(&sample, "typed", 4);
	const struct multiplicity_count *nodes = sample.representations->nodes;
	assert_int_equal(nodes[node_named(&sample, "open")->position].state, COUNT_OPEN);
	assert_int_equal(nodes[node_named(&sample, "copy")->position].state, COUNT_OPEN);
	assert_int_equal(nodes[node_named(&sample, "negative")->position].state, COUNT_WRONG);
	sample_end(&sample);
}

static void test_relationships_and_their_pairs(void **state)
{
	(void)state;
	static const struct {
		const char *name;
		enum multiplicity_count_state state;
		double all;
		enum relationship_pairing pairing;
		double targets[2]; /* of left[0] and left[1], if indexed */
	} expected[] = {
		{"many_to_one", COUNT_KNOWN, 2, PAIRING_MESH, {0}},
		{"mesh", COUNT_KNOWN, 6, PAIRING_MESH, {0}},
		{"free", COUNT_KNOWN, 4, PAIRING_FREE, {0}},
		{"pairs", COUNT_KNOWN, 2, PAIRING_INDEXED, {0, 1}},
		{"cycle", COUNT_KNOWN, 2, PAIRING_INDEXED, {2, 0}},
		{"last", COUNT_KNOWN, 2, PAIRING_INDEXED, {2, 2}},
		{"to_open", COUNT_KNOWN, 4, PAIRING_FREE, {0}},
		{"to_type", COUNT_KNOWN, 4, PAIRING_FREE, {0}},
		{"often", COUNT_OPEN, 0, PAIRING_FREE, {0}},
	};
	struct sample sample = sample_of(PATTERNS);
	const struct multiplicity_node *left = node_named(&sample, "left");
	assert_int_equal(left->requirement_count, sizeof(expected) / sizeof(*expected));
	for (uint32_t i = 0; i < left->requirement_count; i++) {
		const struct multiplicity_requirement *requirement = &left->requirements[i];
		const struct relationships *relationships =
			representations_of_requirement(sample.representations, requirement);
		assert_true(string_is(requirement->name, expected[i].name));
		assert_int_equal(relationships->all.state, expected[i].state);
		assert_int_equal(relationships->pairing, expected[i].pairing);
		if (expected[i].state == COUNT_KNOWN)
			assert_int_equal(relationships->all.number, expected[i].all);
		for (int j = 0; j < 2 && expected[i].pairing == PAIRING_INDEXED; j++)
			assert_int_equal(representations_target_index(
						 sample.representations, requirement, j),
				expected[i].targets[j]);
	}
	sample_end(&sample);
}

/* A variant in which nothing whose name begins with "gone" is present, and "maybe" is open. */
static enum multiplicity_presence presence(const void *context, struct node key)
{
	(void)context;
	if (string_starts_with(node_text(key), "maybe"))
		return MULTIPLICITY_OPEN;
	return string_starts_with(node_text(key), "gone") ? MULTIPLICITY_ABSENT
							  : MULTIPLICITY_PRESENT;
}

static void test_absent_elements_are_not_counted(void **state)
{
	(void)state;
	static const struct multiplicity_variant variant = {NULL, presence, NULL};
	struct sample sample = sample_of("service_template:\n"
					 "  node_templates:\n"
					 "    app:\n"
					 "      type: T\n"
					 "      count: 2\n"
					 "      requirements:\n"
					 "        - gone: db\n"
					 "        - maybe: db\n"
					 "        - there: db\n"
					 "    gone_app:\n"
					 "      type: T\n"
					 "      requirements:\n"
					 "        - there: db\n"
					 "    maybe_app: {type: T, count: 2}\n"
					 "    db: {type: T, count: 2}\n");
	const struct representations *representations =
		representations_of(sample.multiplicity, &variant, sample.arena);
	assert_int_equal(representations->nodes[0].state, COUNT_KNOWN);
	assert_int_equal(representations->nodes[1].state, COUNT_ABSENT);
	assert_int_equal(representations->nodes[2].state, COUNT_OPEN);
	assert_int_equal(representations->requirements[0].all.state, COUNT_ABSENT);
	assert_int_equal(representations->requirements[1].all.state, COUNT_OPEN);
	assert_int_equal(representations->requirements[2].all.state, COUNT_KNOWN);
	assert_int_equal(representations->requirements[3].all.state, COUNT_ABSENT);
	sample_end(&sample);
}

/* ---- what needs no reading ---- */

static bool is_in_any_section(const char *text)
{
	struct syntax_tree *tree = syntax_tree_create(string_from(text));
	bool found = false;
	for (uint32_t i = 0; i < syntax_tree_section_count(tree); i++)
		found = found || multiplicity_is_in_section(tree, i);
	syntax_tree_release(tree);
	return found;
}

static void test_sections_that_count(void **state)
{
	(void)state;
#define IN_NODE(content) "service_template:\n  node_templates:\n    app:\n      type: T\n" content
	assert_true(is_in_any_section(IN_NODE("      count: 2\n")));
	assert_true(
		is_in_any_section(IN_NODE("      requirements: [host: {node: a, count: 2}]\n")));
	assert_true(is_in_any_section(IN_NODE("      requirements:\n        - host: [a, 1]\n")));
	assert_true(is_in_any_section(
		IN_NODE("      requirements:\n        - host: {node: [a, 1]}\n")));
	assert_true(is_in_any_section(IN_NODE("      requirements:\n"
					      "        - host:\n"
					      "            node: a\n"
					      "            allocation: {cpu: 1}\n")));
	assert_false(is_in_any_section(IN_NODE("      properties: {list: [a, 1]}\n"
					       "      requirements:\n"
					       "        - host: a\n"
					       "        - host: {node: a}\n")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_functions_compute_known_values),
		cmocka_unit_test(test_functions_do_not_guess),
		cmocka_unit_test(test_node_representations),
		cmocka_unit_test(test_relationships_and_their_pairs),
		cmocka_unit_test(test_absent_elements_are_not_counted),
		cmocka_unit_test(test_sections_that_count),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
