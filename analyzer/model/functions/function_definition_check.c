#include "analyzer/model/functions/function_definition_check.h"

#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/functions/clause_check.h"
#include "analyzer/model/functions/function_definition.h"
#include "analyzer/model/values/comparison.h"
#include "analyzer/model/values/schema_check.h"

/* ---- signatures ---- */

static void check_schema(struct template_checker *checker, struct node definition)
{
	struct value_schema schema = value_schema_of_definition(definition);
	if (node_kind(definition) != NODE_MAPPING)
		return;
	schema_check(&checker->values, schema);
	clause_check_validations(checker, schema);
}

static void check_schemas(struct template_checker *checker, struct node schemas)
{
	uint32_t count = node_kind(schemas) == NODE_SEQUENCE ? node_count(schemas) : 0;
	for (uint32_t i = 0; i < count; i++)
		check_schema(checker, node_item(schemas, i));
}

static void check_signatures(struct template_checker *checker, struct node function)
{
	struct function_definition alone = {.value = function};
	uint32_t count = function_definition_signature_count(&alone);
	for (uint32_t i = 0; i < count; i++) {
		struct node signature = function_definition_signature(&alone, i);
		check_schemas(checker, node_get(signature, "arguments"));
		check_schemas(checker, node_get(signature, "optional_arguments"));
		check_schema(checker, node_get(signature, "result"));
	}
}

/* ---- names ---- */

/* "Overlapping definitions under the same <function_name> are not allowed." */
static void check_name(struct template_checker *checker, struct node key)
{
	struct imported_file file;
	size_t position = 0;
	while (types_next_imported_file(checker->scope.types, &position, &file)) {
		struct node functions = node_get(syntax_tree_root(file.tree), "functions");
		if (file.prefix.length || node_is_absent(node_find(functions, node_text(key)).key))
			continue;
		template_report(checker, DIAGNOSTIC_CODE_DUPLICATE_ELEMENT, key,
			"Function \"%.*s\" is defined by \"%.*s\" as well, which is imported "
			"without a namespace",
			STRING_ARGUMENTS(node_text(key)), STRING_ARGUMENTS(file.path));
		return;
	}
}

/* ---- refinement ---- */

/* "For an already defined signature only the implementation may be changed." */
static void check_refined_signature(struct template_checker *checker, struct string function,
	struct node defined, struct node refined)
{
	static const char *const fixed[] = {
		"arguments", "optional_arguments", "variadic", "result"};
	const struct comparison comparison = {
		.version = checker->scope.version, .primitive = PRIMITIVE_NONE};
	for (size_t i = 0; i < sizeof(fixed) / sizeof(*fixed); i++) {
		struct node before = node_get(defined, fixed[i]);
		struct node after = node_get(refined, fixed[i]);
		if (node_is_absent(after) ||
			(!node_is_absent(before) &&
				comparison_equal(&comparison, before, after) != FAILS))
			continue;
		template_report(checker, DIAGNOSTIC_CODE_BAD_TYPE_DEFINITION, after,
			"Function \"%.*s\" is defined outside of the service template: of its "
			"signatures, only the implementation can be changed, and new ones come "
			"behind them",
			STRING_ARGUMENTS(function));
	}
}

static void check_refinement(struct template_checker *checker, struct node_entry function)
{
	const struct types *types = checker->scope.types;
	struct function_definition found;
	if (!function_definition_find(types_tree(types), types, node_text(function.key), &found) ||
		node_is_absent(found.refinement))
		return;
	struct function_definition refinement = {.value = found.refinement};
	struct function_definition base = {.value = found.value};
	uint32_t count = function_definition_signature_count(&base);
	for (uint32_t i = 0; i < count; i++)
		check_refined_signature(checker, node_text(function.key),
			function_definition_signature(&base, i),
			function_definition_signature(&refinement, i));
}

void function_definitions_check(struct template_checker *checker)
{
	const struct syntax_tree *tree = types_tree(checker->scope.types);
	struct node of_file = function_definitions_of_file(tree);
	struct node of_template = function_definitions_of_template(tree);
	for (uint32_t i = 0; i < collection_count(of_file); i++) {
		struct node_entry function = collection_entry(of_file, i);
		check_signatures(checker, function.value);
		check_name(checker, function.key);
	}
	for (uint32_t i = 0; i < collection_count(of_template); i++) {
		struct node_entry function = collection_entry(of_template, i);
		check_signatures(checker, function.value);
		check_refinement(checker, function);
	}
}
