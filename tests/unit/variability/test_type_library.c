/* Types for resolving: those of the reference implementation, and those of imported files. */
#include "analyzer/model/types/type_store.h"
#include "analyzer/variability/analysis/analysis.h"

#include "tests/unit/unit_test.h"

#include <string.h>

/* ---- the profile of the reference implementation ---- */

static const struct {
	enum type_kind kind;
	const char *name;
	const char *parent;
} rows[] = {
#define NORMATIVE_TYPE(kind, name, parent) {kind, name, parent},
#include "analyzer/variability/types/normative_types.def"
#undef NORMATIVE_TYPE
};

/* What it derives differently from the standard. */
static bool is_exception(const char *name)
{
	return strcmp(name, "tosca.capabilities.Compute") == 0 ||
	       strcmp(name, "tosca.relationships.RoutesTo") == 0;
}

static void test_normative_types_are_those_of_the_model(void **state)
{
	struct syntax_tree *tree =
		syntax_tree_create(STRING("tosca_definitions_version: tosca_simple_yaml_1_3"));
	struct types *types = types_create(tree, STRING("a.yaml"), NULL, NULL);
	const size_t total = sizeof(rows) / sizeof(rows[0]);
	const struct type *const *all;
	size_t count, variability = 0;

	(void)state;
	for (size_t i = 0; i < total; i++) {
		const struct type *type =
			types_find(types, rows[i].kind, string_from(rows[i].name));
		bool is_root = strcmp(rows[i].parent, "tosca.entity.Root") == 0;

		assert_non_null(type);
		assert_true(is_root ? type->parent_name.length == 0
				    : string_is(type->parent_name, rows[i].parent) !=
					      is_exception(rows[i].name));
	}
	all = types_all(types, &count);
	for (size_t i = 0; i < count; i++)
		variability += string_starts_with(all[i]->name, "variability.");
	assert_int_equal(count - variability, total);
	types_release(types);
	syntax_tree_release(tree);
}

/* ---- imported types ---- */

static const char template[] =
	"tosca_definitions_version: tosca_variability_1_0_rc_3\n"
	"imports: [types.yaml]\n"
	"topology_template:\n"
	"  variability:\n"
	"    qualities: [{technology: ansible, component: tosca.nodes.DBMS}]\n"
	"  node_templates:\n"
	"    app: {type: mine, anchor: true}\n";

static struct syntax_tree *read_types(void *context, struct string path)
{
	struct syntax_tree **types = context;

	return string_is(path, "types.yaml") ? syntax_tree_retain(*types) : NULL;
}

static void replace(struct syntax_tree **tree, const char *text)
{
	syntax_tree_release(*tree);
	*tree = syntax_tree_create(string_from(text));
}

static struct analysis *analyse(const struct syntax_tree *tree, const struct files *files,
	struct analysis *previous, uint32_t models)
{
	struct analysis *analysis = analysis_create(&(struct analysis_request){
		.tree = tree,
		.path = STRING("template.yaml"),
		.files = files,
		.previous = previous,
	});

	assert_int_equal(analysis_work(analysis).models, models);
	analysis_release(previous);
	return analysis;
}

static void test_what_resolving_asks_of_imports(void **state)
{
	struct syntax_tree *tree = syntax_tree_create(string_from(template));
	struct syntax_tree *types = syntax_tree_create(
		STRING("node_types: {mine: {derived_from: tosca.nodes.DBMS}, other: }"));
	struct files files = {.context = &types, .read = read_types, .types = type_store_create()};
	struct analysis *analysis = analyse(tree, &files, NULL, 1);

	(void)state;
	assert_int_equal(analysis_elements_of_kind(analysis, ELEMENT_TECHNOLOGY).count, 1);
	/* Another type is of no interest, a description neither; the parent is. */
	replace(&types, "node_types: {mine: {derived_from: tosca.nodes.DBMS}, another: }");
	analysis = analyse(tree, &files, analysis, 0);
	replace(&types, "node_types: {mine: {derived_from: tosca.nodes.DBMS, description: x}}");
	analysis = analyse(tree, &files, analysis, 0);
	replace(&types, "node_types: {mine: {derived_from: tosca.nodes.WebServer}}");
	analysis = analyse(tree, &files, analysis, 1);
	assert_int_equal(analysis_elements_of_kind(analysis, ELEMENT_TECHNOLOGY).count, 0);
	analysis_release(analysis);
	type_store_destroy(files.types);
	syntax_tree_release(types);
	syntax_tree_release(tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_normative_types_are_those_of_the_model),
		cmocka_unit_test(test_what_resolving_asks_of_imports),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
