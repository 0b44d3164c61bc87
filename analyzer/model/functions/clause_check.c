#include "analyzer/model/functions/clause_check.h"

#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/functions/function_check.h"
#include "analyzer/model/functions/function_result.h"
#include "analyzer/model/grammar/grammar_walker.h"

static void check_result(struct template_checker *checker, const struct graph_place *place,
	const struct function_call *call, const char *what)
{
	struct function_result result;
	if (!function_result_of(checker, place, call, &result) ||
		result.type.primitive == PRIMITIVE_BOOLEAN)
		return;
	struct string function = node_text(call->key);
	struct string type = data_type_name(&result.type);
	template_report(checker, DIAGNOSTIC_CODE_WRONG_OPERAND, call->key,
		"A %s must be Boolean, and \"%.*s\" gives a value of type \"%.*s\"", what,
		STRING_ARGUMENTS(function), STRING_ARGUMENTS(type));
}

void clause_check(struct template_checker *checker, const struct graph_place *place,
	struct node clause, const char *what)
{
	struct function_call call;
	bool is_constant =
		node_kind(clause) == NODE_SCALAR && node_scalar_type(clause) == SCALAR_BOOLEAN;
	if (node_is_null(clause) || is_constant)
		return;
	if (function_call_read(checker->scope.version, clause, &call))
		check_result(checker, place, &call, what);
	else if (!value_is_computed(checker->scope.version, clause))
		template_report(checker, DIAGNOSTIC_CODE_WRONG_SHAPE, clause,
			"A %s is a call of a Boolean function, not %s", what,
			grammar_node_description(clause));
	function_check_value(checker, place, clause);
}

/* ---- validation clauses ---- */

void clause_check_validation(
	struct template_checker *checker, struct value_schema schema, struct node validation)
{
	const struct value_schema *before = checker->validated;
	struct graph_place unknown = {.kind = PLACE_UNKNOWN};
	checker->validated = &schema;
	clause_check(checker, checker->place ? checker->place : &unknown, validation,
		"validation clause");
	checker->validated = before;
}

static void check_schema(struct template_checker *checker, struct value_schema schema)
{
	static const char *const inner[] = {"entry_schema", "key_schema"};
	clause_check_validation(checker, schema, node_get(schema.definition, "validation"));
	for (size_t i = 0; i < sizeof(inner) / sizeof(*inner); i++) {
		struct value_schema entries = {
			schema.where, node_get(schema.definition, inner[i]), NULL};
		if (node_kind(entries.definition) == NODE_MAPPING)
			check_schema(checker, entries);
	}
}

void clause_check_validations(struct template_checker *checker, struct value_schema schema)
{
	check_schema(checker, schema);
}
