/* What the grammar says about small files, and what it expects at their places. */
#include "analyzer/model/grammar/grammar.h"

#include "tests/unit/unit_test.h"

#include <stdio.h>

#define VERSION_1_3 "tosca_definitions_version: tosca_simple_yaml_1_3\n"
#define VERSION_2_0 "tosca_definitions_version: tosca_2_0\n"
#define TOPOLOGY VERSION_1_3 "topology_template:\n"
#define NODE TOPOLOGY "  node_templates:\n    app:\n"
#define VARIABILITY TOPOLOGY "  variability:\n"

/* "line:column code message" per diagnostic, in the order of the text of the section. */
static struct string report(const struct diagnostics *diagnostics, const struct syntax_tree *tree)
{
	struct string text = {"", 0};
	for (size_t i = 0; i < diagnostics->count; i++) {
		const struct diagnostic *diagnostic = &diagnostics->items[i];
		struct range range = location_range(&diagnostic->location, tree);
		struct position start = syntax_tree_position(tree, range.start, POSITION_UTF8);
		text = arena_format(diagnostics->arena, "%.*s%u:%u %s %.*s\n",
			STRING_ARGUMENTS(text), start.line + 1, start.character + 1,
			diagnostic_code_row(diagnostic->code)->name,
			STRING_ARGUMENTS(diagnostic->message));
	}
	return text;
}

static void check_grammar(const char *text, const char *expected)
{
	struct arena *arena = arena_create();
	struct syntax_tree *tree = syntax_tree_create(string_from(text));
	struct diagnostics diagnostics = diagnostics_in(arena);
	grammar_check(tree, &diagnostics);
	struct string actual = report(&diagnostics, tree);
	if (!string_is(actual, expected))
		fail_msg("expected\n%sbut got\n%.*sfor\n%s", expected, STRING_ARGUMENTS(actual),
			text);

	/* The parts say the same as the whole. */
	struct diagnostics parts = diagnostics_in(arena);
	grammar_check_outline(tree, &parts);
	for (uint32_t i = 0; i < syntax_tree_section_count(tree); i++)
		grammar_check_section(tree, i, &parts);
	assert_int_equal(parts.count, diagnostics.count);
	syntax_tree_release(tree);
	arena_destroy(arena);
}

static void test_definitions_version(void **state)
{
	(void)state;
	check_grammar("description: nothing\n",
		"1:1 missing-definitions-version A TOSCA file needs the keyname "
		"\"tosca_definitions_version\"\n");
	check_grammar("tosca_definitions_version: tosca_simple_yaml_1_4\n",
		"1:28 unknown-definitions-version Unknown TOSCA definitions version "
		"\"tosca_simple_yaml_1_4\"; did you mean \"tosca_simple_yaml_1_3\"?\n");
	check_grammar("tosca_definitions_version: tosca_variability_1_0_rc_3\n", "");
}

static void test_keynames(void **state)
{
	(void)state;
	check_grammar(NODE "      type: a\n      requirments: []\n",
		"6:7 unknown-keyname Unknown keyname \"requirments\" in node template; did you "
		"mean "
		"\"requirements\"?\n");
	check_grammar(NODE "      type: a\n      groups: {}\n",
		"6:7 misplaced-keyname \"groups\" is a keyname of topology template, not of node "
		"template; it is indented too far\n");
	check_grammar(TOPOLOGY "  properties: {}\n",
		"3:3 misplaced-keyname \"properties\" is a keyname of node template, not of "
		"topology template; it belongs below \"node_templates\"\n");
	check_grammar(VERSION_1_3 "node_templates: {}\n",
		"2:1 misplaced-keyname \"node_templates\" is a keyname of topology template, not "
		"of TOSCA file; it belongs below \"topology_template\"\n");
	check_grammar(TOPOLOGY "  inputs: {mode: {type: string, valid_values: [a]}}\n",
		"3:33 misplaced-keyname \"valid_values\" is a keyname of constraint clause, not of "
		"input; it belongs below \"constraints\"\n");
	check_grammar(NODE "      properties: {}\n",
		"4:5 missing-keyname A node template needs the keyname \"type\"\n");
	check_grammar(NODE "      type:\n",
		"5:7 wrong-shape \"type\" must be a name, not nothing\n"
		"4:5 missing-keyname A node template needs the keyname \"type\"\n");
	check_grammar(NODE "      copy: other\n", "");
	check_grammar(NODE "      type: a\n      count: 2\n",
		"6:7 keyname-of-other-version \"count\" is no keyname of node template in "
		"tosca_simple_yaml_1_3, only in TOSCA 2.0\n");
	check_grammar(NODE "      type: a\n      persistent: true\n",
		"6:7 deprecated-spelling \"persistent\" is deprecated; write \"anchor\"\n");
}

static void test_shapes(void **state)
{
	(void)state;
	check_grammar(NODE "      type: a\n      requirements:\n        host: b\n",
		"7:9 wrong-shape \"requirements\" must be a list of maps with one entry each, not "
		"a "
		"map\n");
	check_grammar(NODE "      type: a\n      requirements:\n      - host: b\n        node: c\n",
		"8:9 bad-list-entry \"node\" stands beside the name \"host\", not below it; indent "
		"it\n");
	check_grammar(NODE "      type: [a]\n",
		"5:14 bad-list-entry Expected a name and behind it the element, not a string\n");
	check_grammar(NODE "      type: a\n      anchor: maybe\n",
		"6:15 wrong-shape \"anchor\" must be true or false, not a string\n");
	check_grammar(NODE "      type: a\n      weight: 2\n",
		"6:15 bad-weight A weight is a number from 0 to 1\n");
	check_grammar(NODE "      type: a\n      implied: SOURC\n",
		"6:16 bad-keyname-value Expected \"SOURCE\", \"TARGET\" or \"CONTAINER\", not "
		"this\n");
}

/* Lists are accepted where variability is; TOSCA itself has maps only. */
static void test_variability_lists(void **state)
{
	(void)state;
	check_grammar(TOPOLOGY
		"  inputs:\n  - a: { type: string, conditions: false }\n"
		"  node_templates:\n  - b: { type: [ { c: { conditions: true } } ] }\n"
		"  variability: {}\n",
		"");
	check_grammar(VERSION_2_0 "service_template:\n  node_templates:\n  - b: { type: c }\n",
		"4:3 wrong-shape \"node_templates\" must be a map, not a list\n");
	check_grammar(VERSION_2_0 "service_template:\n  node_templates:\n  - b: { type: c }\n"
				  "  variability: {}\n",
		"");
	/* A property in a list is wrapped if it has a value or an expression. */
	check_grammar(NODE "      type: a\n      properties:\n      - p: { conditions: wrong }\n"
			   "      - p: { value: 1, conditons: false }\n",
		"8:24 unknown-keyname Unknown keyname \"conditons\" in conditional property; did "
		"you "
		"mean \"conditions\"?\n");
}

static void test_expressions(void **state)
{
	(void)state;
	check_grammar(NODE "      type: a\n      conditions: { node_presense: b }\n",
		"6:21 unknown-operator Unknown operator \"node_presense\"; did you mean "
		"\"node_presence\"?\n");
	check_grammar(NODE "      type: a\n      conditions: { get_node_presence: b }\n",
		"6:21 deprecated-spelling Operator \"get_node_presence\" is called "
		"\"node_presence\" today\n");
	check_grammar(NODE "      type: a\n      conditions: { implies: [ true ] }\n",
		"6:30 wrong-arity Operator \"implies\" has 2 operands, [a, b], not 1\n");
	check_grammar(NODE "      type: a\n      conditions: { and: true }\n",
		"6:26 wrong-operand Operator \"and\" expects a list, [a, b, …]\n");
	check_grammar(NODE
		"      type: a\n      conditions: { equal: [ { node_presence: b }, true ] }\n",
		"6:32 operator-not-allowed Operator \"node_presence\" is not allowed in a value "
		"expression\n");
	check_grammar(NODE "      type: a\n      conditions: { relation_presence: [ b ] }\n",
		"6:40 wrong-arity Operator \"relation_presence\" has 2 operands, [node, "
		"requirement "
		"name or index], not 1\n");
	check_grammar(NODE "      type: a\n      conditions: [ { not: x }, [ a ], ~ ]\n",
		"6:33 wrong-operand Expected a logic expression, not a list\n");
	check_grammar(NODE "      type: a\n      conditions: { or: [], and: [] }\n",
		"6:21 several-operators \"or\" is ignored, because an expression has one operator: "
		"\"and\" here\n");
	check_grammar(
		NODE "      type: a\n      implies: [ [ { node_presence: b }, true ] ]\n", "");
	check_grammar(NODE "      type: a\n      implies: [ b ]\n",
		"6:18 wrong-shape Expected [target] or [target, condition], not a string\n");
}

/* The same old spelling stands for another operator in each language. */
static void test_deprecated_expression(void **state)
{
	(void)state;
	check_grammar(VARIABILITY "    expressions:\n"
				  "      a: { and: [ { get_variability_expression: b } ] }\n"
				  "      c: { add: [ { get_variability_expression: d } ] }\n",
		"5:21 deprecated-spelling Operator \"get_variability_expression\" is called "
		"\"logic_expression\" today\n"
		"6:21 deprecated-spelling Operator \"get_variability_expression\" is called "
		"\"value_expression\" today\n");
}

static void test_options(void **state)
{
	(void)state;
	check_grammar(VARIABILITY "    options: { node_prunning: true, mode: semantic-lose }\n",
		"4:16 unknown-option Unknown variability option \"node_prunning\"; did you mean "
		"\"node_pruning\"?\n"
		"4:43 wrong-option-value Unknown pruning mode \"semantic-lose\"; did you mean "
		"\"semantic-loose\"?\n");
	check_grammar(VARIABILITY "    options: { pruning: 1, optimization_topology: least }\n",
		"4:25 wrong-option-value Option \"pruning\" must be true or false\n"
		"4:51 wrong-option-value Option \"optimization_topology\" must be true or false or "
		"min "
		"or max\n");
	check_grammar(VARIABILITY "    options:\n"
				  "      node_default_condition_mode: incoming-hots-artifact\n",
		"5:45 unknown-mode-token Default condition mode of a node has no \"hots\"; did you "
		"mean \"host\"?\n");
	check_grammar(VARIABILITY "    options: { enable_node_pruning: true }\n",
		"4:16 deprecated-spelling Option \"enable_node_pruning\" is called "
		"\"node_pruning\" today\n");
}

static void test_imports(void **state)
{
	(void)state;
	check_grammar(VERSION_1_3 "imports: [ a.yaml, { file: b.yaml }, { name: c.yaml } ]\n", "");
	check_grammar(VERSION_1_3 "imports: [ { fil: b.yaml } ]\n",
		"2:14 unknown-keyname Unknown keyname \"fil\" in import; did you mean \"file\"?\n"
		"2:14 missing-keyname An import needs the keyname \"file\"\n");
	check_grammar(VERSION_2_0 "imports: [ { namespace: b } ]\n",
		"2:14 missing-keyname An import needs \"url\" or \"profile\"\n");
	check_grammar(VERSION_2_0 "imports:\n",
		"2:1 wrong-shape \"imports\" must be a list, not nothing\n");
}

/* Under a parent type, a definition says only what changes. */
static void test_refinement(void **state)
{
	(void)state;
	check_grammar(VERSION_1_3 "node_types:\n  a:\n    properties:\n      p: { default: 1 }\n",
		"5:7 missing-keyname A property definition needs the keyname \"type\"\n");
	check_grammar(VERSION_1_3 "node_types:\n  a:\n    derived_from: b\n    properties:\n"
				  "      p: { default: 1 }\n",
		"");
}

/* An alias is reported where it stands, and once. */
static void test_aliases(void **state)
{
	(void)state;
	check_grammar(VERSION_1_3 "dsl_definitions: { x: &x { tpye: a, prperties: {} } }\n"
				  "topology_template:\n  node_templates:\n    app: *x\n",
		"5:10 unknown-keyname Unknown keyname \"tpye\" in node template; did you mean "
		"\"type\"?\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_definitions_version),
		cmocka_unit_test(test_keynames),
		cmocka_unit_test(test_shapes),
		cmocka_unit_test(test_variability_lists),
		cmocka_unit_test(test_expressions),
		cmocka_unit_test(test_deprecated_expression),
		cmocka_unit_test(test_options),
		cmocka_unit_test(test_imports),
		cmocka_unit_test(test_refinement),
		cmocka_unit_test(test_aliases),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
