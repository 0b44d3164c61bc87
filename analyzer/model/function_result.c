/* What a call results in, against what is expected. */
#include "analyzer/model/function_check.h"
#include "analyzer/model/function_signature.h"

bool function_result_type(struct template_checker *checker, const struct graph_place *place,
	const struct function_call *call, struct data_type *type)
{
	if (call->row && call->row->result[0]) {
		struct string name = string_from(call->row->result);
		*type = (struct data_type){
			.primitive = primitive_type_find(checker->scope.version, name)};
		return true;
	}
	struct value_schema result = call->row ? function_call_resolve(checker, place, call, true)
					       : function_signature_result(checker, call->name);
	return data_type_of(checker, result, type);
}

void function_check_result(struct value_checker *values, struct value_schema schema,
	struct node value, struct string name)
{
	/* It is the first member. */
	struct template_checker *checker = (struct template_checker *)values;
	struct function_call call;
	struct data_type actual;
	struct data_type expected;
	if (!checker->place || !function_call_read(checker->scope.version, value, &call) ||
		!data_type_of(checker, schema, &expected) ||
		!function_result_type(checker, checker->place, &call, &actual))
		return;
	if (!data_types_fit(checker->scope.version, &actual, &expected))
		template_report(checker, DIAGNOSTIC_CODE_WRONG_VALUE, value,
			"\"%.*s\" must be of type \"%.*s\", but the function gives a value of "
			"type \"%.*s\"",
			STRING_ARGUMENTS(name), STRING_ARGUMENTS(data_type_name(&expected)),
			STRING_ARGUMENTS(data_type_name(&actual)));
}
