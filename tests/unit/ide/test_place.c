/* What the grammar expects at the end of a path, or at a node. */
#include "analyzer/ide/cursor/spot.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum {
	LONGEST_PATH = 16
};

/* Steps as text: keys, or "-" and a position. */
struct path {
	struct cursor_step steps[LONGEST_PATH];
	size_t length;
};

static struct path path_of(const char *const *words)
{
	struct path path = {.length = 0};
	for (; *words != NULL; words++) {
		assert_true(path.length < LONGEST_PATH);
		bool item = **words == '-';
		path.steps[path.length++] = (struct cursor_step){
			.key = item ? STRING("") : string_from(*words),
			.index = item ? (*words)[1] - '0' : -1,
		};
	}
	return path;
}

static struct place place_at_path(const struct path *path)
{
	return place_at(place_root_of(GRAMMAR_FILE_TOSCA, VERSION_SIMPLE_YAML_1_3), path->steps,
		path->length);
}

static struct place place_of(const char *const *words)
{
	struct path path = path_of(words);
	return place_at_path(&path);
}

static struct operand_place operand_of(const char *const *words)
{
	struct path path = path_of(words);
	struct place place = place_at_path(&path);
	assert_true(place.is_expression);
	return operands_at(path.steps + place.expression_start,
		path.length - place.expression_start, place.is_logic);
}

static struct call call_of(const char *const *words)
{
	struct path path = path_of(words);
	struct place place = place_at_path(&path);
	assert_true(place.is_free);
	return call_at(
		place.version, path.steps + place.free_start, path.length - place.free_start);
}

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define APP "topology_template", "node_templates", "app"

static void expect_construct(const char *const *words, enum construct construct)
{
	struct place place = place_of(words);
	assert_int_equal(place_construct(&place), construct);
}

static void constructs_are_found(void **state)
{
	(void)state;
	expect_construct(WORDS(APP), CONSTRUCT_NODE_TEMPLATE);
	expect_construct(WORDS("topology_template", "node_templates"), CONSTRUCT_NONE);
	expect_construct(
		WORDS("topology_template", "node_templates", "-0", "app"), CONSTRUCT_NODE_TEMPLATE);
	expect_construct(
		WORDS(APP, "requirements", "-0", "host"), CONSTRUCT_REQUIREMENT_ASSIGNMENT);
	expect_construct(WORDS(APP, "properties", "-0", "p"), CONSTRUCT_VARIABLE_PROPERTY);
	expect_construct(
		WORDS(APP, "interfaces", "Standard", "create"), CONSTRUCT_OPERATION_ASSIGNMENT);
	struct place anchor = place_of(WORDS(APP, "anchor"));
	assert_string_equal(anchor.keyname->name, "anchor");
	assert_int_equal(anchor.construct, CONSTRUCT_NODE_TEMPLATE);
}

static void operands_are_found(void **state)
{
	(void)state;
	assert_int_equal(operand_of(WORDS(APP, "conditions")).expected, OPERAND_LOGIC);
	assert_int_equal(operand_of(WORDS(APP, "conditions", "-1")).expected, OPERAND_LOGIC);
	assert_int_equal(operand_of(WORDS(APP, "conditions", "and", "-0")).expected, OPERAND_LOGIC);
	assert_int_equal(
		operand_of(WORDS(APP, "conditions", "equal", "-0")).expected, OPERAND_VALUE);
	assert_int_equal(
		operand_of(WORDS(APP, "conditions", "join", "-0", "-3")).expected, OPERAND_VALUE);
	assert_int_equal(operand_of(WORDS(APP, "implies", "-0", "-1")).expected, OPERAND_LOGIC);
	struct operand_place relation =
		operand_of(WORDS(APP, "conditions", "relation_presence", "-1"));
	assert_int_equal(relation.op->op, OPERATOR_RELATION_PRESENCE);
	assert_int_equal(relation.operand, 1);
}

static void arguments_are_found(void **state)
{
	(void)state;
	struct call call = call_of(WORDS(APP, "properties", "port", "get_property", "-1"));
	assert_string_equal(call.function->name, "get_property");
	assert_int_equal(call.argument, 1);
	call = call_of(WORDS(APP, "properties", "port", "concat", "-2", "get_input"));
	assert_string_equal(call.function->name, "get_input");
	assert_int_equal(call.argument, -1);
	call = call_of(WORDS(APP, "properties", "port", "join", "-0", "-1"));
	assert_string_equal(call.function->name, "join");
	assert_int_equal(call.argument, 0);
	assert_true(call.is_nested);
	/* A property may be named like a function. */
	assert_null(call_of(WORDS(APP, "properties", "token")).function);
}

static void nodes_have_places(void **state)
{
	(void)state;
	struct syntax_tree *tree =
		syntax_tree_create(STRING("tosca_definitions_version: tosca_simple_yaml_1_3\n"
					  "topology_template:\n"
					  "  node_templates:\n"
					  "    app:\n"
					  "      requirements:\n"
					  "      - host:\n"
					  "          node: b\n"));
	struct node app = node_get(
		node_get(node_get(syntax_tree_root(tree), "topology_template"), "node_templates"),
		"app");
	struct node host = node_get(node_item(node_get(app, "requirements"), 0), "host");
	struct place place = place_of_node(app);
	assert_int_equal(place_construct(&place), CONSTRUCT_NODE_TEMPLATE);
	place = place_of_node(host);
	assert_int_equal(place_construct(&place), CONSTRUCT_REQUIREMENT_ASSIGNMENT);
	place = place_of_node(node_find(host, STRING("node")).key);
	assert_string_equal(place.keyname->name, "node");
	syntax_tree_release(tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(constructs_are_found),
		cmocka_unit_test(operands_are_found),
		cmocka_unit_test(arguments_are_found),
		cmocka_unit_test(nodes_have_places),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
