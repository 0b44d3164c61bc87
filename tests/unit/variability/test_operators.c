/* Every operator, on a template that has something of everything: what hovers show of its vectors
 * in operator_vectors.def. */
#include "analyzer/ide/hover/variant_value.h"
#include "analyzer/language/variability/operators.h"
#include "analyzer/model/grammar/grammar.h"
#include "tests/unit/unit_test.h"

#include <string.h>

/* An operator without a vector does not build. */
enum {
#define VECTOR(op, expression, value) VECTOR_OF_##op,
#define ALSO(op, expression, value)
#include "tests/unit/variability/operator_vectors.def"
#undef VECTOR
#undef ALSO
	VECTOR_COUNT
};

static const int vector_of_each[] = {
#define OPERATOR(op, name, group, meaning, operands, alike, result, summary) VECTOR_OF_##op,
#include "analyzer/language/variability/operators.def"
#undef OPERATOR
};

static const struct vector {
	enum operator_id op;
	const char *expression, *value;
} vectors[] = {
#define VECTOR(op, expression, value) {OPERATOR_##op, expression, value},
#define ALSO VECTOR
#include "tests/unit/variability/operator_vectors.def"
#undef VECTOR
#undef ALSO
};

/* Of each pair, the second is absent. A property of `app` refers to the expression: it is what is
 * meant by SELF. */
static const char template_text[] =
	"tosca_definitions_version: tosca_variability_1_0\n"
	"imports: [{file: there.yaml}, {file: gone.yaml, conditions: false}]\n"
	"node_types: {S: {derived_from: tosca.nodes.Root}}\n"
	"artifact_types: {T: {derived_from: tosca.artifacts.Root}}\n"
	"topology_template:\n"
	"  variability:\n"
	"    inputs: {ten: {type: integer, default: 10}}\n"
	"    options: {mode: manual, checks: false, enrich_technologies: true}\n"
	"    qualities:\n"
	"      - {technology: ansible, component: S, artifact: T}\n"
	"    expressions: {holds: {and: []}, fails: {or: []}, word: hello, tested: %s}\n"
	"  inputs: [{port: {type: integer}}, {old: {type: integer, conditions: false}}]\n"
	"  node_templates:\n"
	"    app:\n"
	"      type: [{T: {}}, {U: {conditions: false}}]\n"
	"      properties:\n"
	"        - port: {value: {get_input: port}}\n"
	"        - old: {value: 2, conditions: false}\n"
	"        - tested: {value: 3, conditions: {logic_expression: tested}}\n"
	"      requirements:\n"
	"        - host: {node: server, relationship: link}\n"
	"        - old: {node: server, conditions: false}\n"
	"      artifacts:\n"
	"        - image:\n"
	"            type: [{T: {}}, {U: {conditions: false}}]\n"
	"            file: image\n"
	"            properties: [{port: 1}, {old: {value: 2, conditions: false}}]\n"
	"        - old: {type: T, file: old, conditions: false}\n"
	"    client:\n"
	"      type: T\n"
	"      requirements: [host: db]\n"
	"      artifacts: [paper: {type: Q, file: paper, conditions: false}]\n"
	"    managed: {type: S, artifacts: [{image: {type: T, file: image}}]}\n"
	"    server: {type: T}\n"
	"    lonely: {type: T}\n"
	"    db: {type: T, requirements: [host: server], conditions: false}\n"
	"  relationship_templates:\n"
	"    link:\n"
	"      type: [{T: {}}, {U: {conditions: false}}]\n"
	"      properties: [{port: 1}, {old: {value: 2, conditions: false}}]\n"
	"  groups:\n"
	"    kept:\n"
	"      type: [{T: {}}, {U: {conditions: false}}]\n"
	"      members: [server]\n"
	"      properties: [{port: 1}, {old: {value: 2, conditions: false}}]\n"
	"    lost: {type: T, members: [db], conditions: false}\n"
	"  policies:\n"
	"    - kept:\n"
	"        type: [{T: {}}, {U: {conditions: false}}]\n"
	"        targets: [server]\n"
	"        properties: [{port: 1}, {old: {value: 2, conditions: false}}]\n"
	"    - lost: {type: T, targets: [db], conditions: false}\n"
	"  outputs:\n"
	"    - address: {value: {get_property: [app, port]}}\n"
	"    - old: {value: 1, conditions: false}\n";

static void check_vector(const struct vector *vector)
{
	struct arena *arena = arena_create();
	struct syntax_tree *tree =
		syntax_tree_create(arena_format(arena, template_text, vector->expression));
	struct analysis *analysis =
		analysis_create(&(struct analysis_request){.tree = tree, .path = STRING("t.yaml")});
	struct variant_values *values = variant_values_create(analysis, arena);
	struct node variability = node_get(grammar_template(tree).value, "variability");
	struct node tested = node_get(node_get(variability, "expressions"), "tested");
	struct string value = variant_value_of_expression(values, 0, tested);
	if (!string_is(value, vector->value))
		fail_msg("%s is %.*s, not %s", vector->expression, STRING_ARGUMENTS(value),
			vector->value);
	variant_values_destroy(values);
	analysis_release(analysis);
	syntax_tree_release(tree);
	arena_destroy(arena);
}

static void test_every_operator_has_its_value(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(vectors) / sizeof(*vectors); i++)
		check_vector(&vectors[i]);
}

/* What holds may also fail, and a vector is about its operator. */
static void test_vectors_are_of_their_operators(void **state)
{
	(void)state;
	assert_int_equal(VECTOR_COUNT, sizeof(vector_of_each) / sizeof(*vector_of_each));
	for (size_t i = 0; i < sizeof(vectors) / sizeof(*vectors); i++)
		assert_non_null(strstr(vectors[i].expression, operator_row(vectors[i].op)->name));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_operator_has_its_value),
		cmocka_unit_test(test_vectors_are_of_their_operators),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
