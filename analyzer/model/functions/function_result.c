#include "analyzer/model/functions/function_result.h"

#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/functions/function_operand.h"
#include "analyzer/model/functions/function_signature.h"

/* ---- schemas ---- */

/* A keyname of the schema, or of the data type that it names and those it derives from. */
static struct value_schema inner_schema(
	struct value_schema schema, const struct type *type, const char *keyname)
{
	struct node inner = value_schema_get(schema, keyname);
	const struct type *where = schema.where;
	for (; node_is_null(inner) && type; type = type->parent) {
		inner = node_get(type->definition, keyname);
		where = type;
	}
	return node_is_null(inner) ? (struct value_schema){0}
				   : (struct value_schema){where, inner, NULL};
}

/* What values of `schema` are; false if its type is not known. */
static bool function_result_of_schema(struct template_checker *checker, struct value_schema schema,
	struct function_result *result)
{
	*result = (struct function_result){0};
	if (!data_type_of(checker, schema, &result->type))
		return false;
	result->entries = inner_schema(schema, result->type.type, "entry_schema");
	result->keys = inner_schema(schema, result->type.type, "key_schema");
	return true;
}

/* ---- functions that keep the type of their arguments ---- */

static void set_primitive(struct function_result *result, enum primitive_type primitive)
{
	*result = (struct function_result){.type = {.primitive = primitive}};
}

/* Sections "concat", "union": all arguments are text, or lists of the same entries; the first of
 * which that is known tells. */
static bool result_of_sequences(
	const struct function_operand *operands, uint32_t count, struct function_result *result)
{
	bool is_found = false;
	for (uint32_t i = 0; i < count; i++) {
		unsigned forms = operands[i].forms & (TAKES_STRING | TAKES_LIST);
		bool has_entries = !node_is_null(operands[i].result.entries.definition);
		if ((forms != TAKES_STRING && forms != TAKES_LIST) || (is_found && !has_entries))
			continue;
		set_primitive(result, forms == TAKES_LIST ? PRIMITIVE_LIST : PRIMITIVE_STRING);
		result->entries = operands[i].result.entries;
		if (forms == TAKES_STRING || has_entries)
			return true;
		is_found = true;
	}
	return is_found;
}

/* Sections "sum" to "remainder": a scalar stays what it is; of numbers, the result is an integer
 * if all of them are. "quotient": "a float if the first argument is an integer or a float". */
static bool result_of_amounts(const struct function_call *call,
	const struct function_operand *operands, uint32_t count, struct function_result *result)
{
	bool is_quotient = string_is(call->name, "quotient");
	bool has_float = is_quotient;
	for (uint32_t i = 0; i < count; i++) {
		const struct function_operand *operand = &operands[i];
		bool is_first = i == 0;
		if (is_first && operand->is_typed && operand->forms == TAKES_SCALAR) {
			*result = operand->result;
			return true;
		}
		if (operand->forms & ~(unsigned)(TAKES_INTEGER | TAKES_FLOAT))
			return false;
		has_float = has_float || operand->forms == TAKES_FLOAT;
	}
	set_primitive(result, has_float ? PRIMITIVE_FLOAT : PRIMITIVE_INTEGER);
	return count > 0;
}

static bool result_of_arguments(struct template_checker *checker, const struct graph_place *place,
	const struct function_call *call, struct function_result *result)
{
	uint32_t count = function_call_argument_count(call);
	struct function_operand *operands =
		arena_allocate(checker->scope.arena, count + 1, sizeof(*operands));
	for (uint32_t i = 0; i < count; i++)
		operands[i] = function_operand_of(checker, place, function_call_argument(call, i));
	return call->row->takes[0] & (TAKES_STRING | TAKES_LIST)
		       ? result_of_sequences(operands, count, result)
		       : result_of_amounts(call, operands, count, result);
}

/* ---- calls ---- */

/* "If it is the keyword ALL, then we return the result for all possible indices […] as a list."
 * (TOSCA 2.0, section "The simplified TOSCA_PATH definition in BNF format") */
static bool asks_for_all(enum definitions_version version, const struct function_call *call)
{
	for (uint32_t i = 0; version_is_2_0(version) && i < node_count(call->arguments); i++) {
		struct node argument = function_call_argument(call, i);
		if (node_is_string(argument) && string_is(node_text(argument), "ALL"))
			return true;
	}
	return false;
}

static bool result_of_path(struct template_checker *checker, const struct graph_place *place,
	const struct function_call *call, struct function_result *result)
{
	struct value_schema schema = function_call_resolve(checker, place, call, true);
	if (asks_for_all(checker->scope.version, call)) {
		set_primitive(result, PRIMITIVE_LIST);
		result->entries = schema;
		return true;
	}
	return function_result_of_schema(checker, schema, result);
}

bool function_result_of(struct template_checker *checker, const struct graph_place *place,
	const struct function_call *call, struct function_result *result)
{
	const struct function_row *row = call->row;
	if (!row)
		return function_result_of_schema(
			checker, function_signature_result(checker, place, call), result);
	if (string_is(string_from(row->result), OF_ARGUMENTS))
		return result_of_arguments(checker, place, call, result);
	if (!row->result[0])
		return result_of_path(checker, place, call, result);
	set_primitive(
		result, primitive_type_find(checker->scope.version, string_from(row->result)));
	return true;
}

/* ---- against what is wanted ---- */

static bool entries_differ(struct template_checker *checker, const struct function_result *actual,
	const struct function_result *expected, struct data_type *given, struct data_type *wanted)
{
	return data_type_of(checker, actual->entries, given) &&
	       data_type_of(checker, expected->entries, wanted) &&
	       !data_types_fit(checker->scope.version, given, wanted);
}

static const char unlike[] = "\"%.*s\" must be of type \"%.*s\", but the function gives a value of "
			     "type \"%.*s\"";

static void report(struct template_checker *checker, struct node value, struct string name,
	const char *form, const struct data_type *expected, const struct data_type *actual)
{
	template_report(checker, DIAGNOSTIC_CODE_WRONG_VALUE, value, form, STRING_ARGUMENTS(name),
		STRING_ARGUMENTS(data_type_name(expected)),
		STRING_ARGUMENTS(data_type_name(actual)));
}

void function_result_check(struct template_checker *checker, struct value_schema schema,
	struct node value, struct string name)
{
	struct function_call call;
	struct function_result actual;
	struct function_result expected;
	struct data_type given;
	struct data_type wanted;
	if (!checker->place || !function_call_read(checker->scope.version, value, &call) ||
		!function_result_of_schema(checker, schema, &expected) ||
		!function_result_of(checker, checker->place, &call, &actual))
		return;
	if (!data_types_fit(checker->scope.version, &actual.type, &expected.type))
		report(checker, value, name, unlike, &expected.type, &actual.type);
	else if (entries_differ(checker, &actual, &expected, &given, &wanted))
		report(checker, value, name,
			expected.type.primitive == PRIMITIVE_MAP
				? "\"%.*s\" must be a map of \"%.*s\", but the function gives one "
				  "of "
				  "\"%.*s\""
				: "\"%.*s\" must be a list of \"%.*s\", but the function gives one "
				  "of \"%.*s\"",
			&wanted, &given);
}

void function_result_check_primitive(struct template_checker *checker,
	const struct graph_place *place, enum primitive_type wanted, struct node value,
	const char *name)
{
	struct data_type expected = {.primitive = wanted};
	struct function_call call;
	struct function_result actual;
	if (function_call_read(checker->scope.version, value, &call) &&
		function_result_of(checker, place, &call, &actual) &&
		!data_types_fit(checker->scope.version, &actual.type, &expected))
		report(checker, value, string_from(name), unlike, &expected, &actual.type);
}
