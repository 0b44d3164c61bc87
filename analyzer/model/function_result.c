/* What a call results in, against what is expected. */
#include "analyzer/model/function_call.h"
#include "analyzer/model/function_check.h"
#include "analyzer/model/function_signature.h"
#include "analyzer/model/type_relation.h"

/* A data type: one that a file defines, or a primitive one. */
struct data_type {
	const struct type *type;
	enum primitive_type primitive; /* what it derives from; NONE if it has properties */
};

static bool find_data_type(
	struct template_checker *checker, struct value_schema schema, struct data_type *found)
{
	struct string name = node_text(value_schema_get(schema, "type"));
	if (!name.length)
		return false;
	*found = (struct data_type){.primitive = primitive_type_find(checker->scope.version, name)};
	if (found->primitive != PRIMITIVE_NONE)
		return true;
	found->type = schema.where ? type_find_from(schema.where, TYPE_DATA, name)
				   : types_find(checker->scope.types, TYPE_DATA, name);
	if (!found->type)
		return false;
	found->primitive = type_primitive(found->type);
	return found->primitive != PRIMITIVE_NONE || type_is_rooted(found->type);
}

/* What a value may be written as, or taken for. */
enum form {
	FORM_TEXT,
	FORM_NUMBER,
	FORM_BOOLEAN,
	FORM_LIST,
	FORM_MAP,
	FORM_UNDECIDED,
};

static enum form form_of(enum primitive_type primitive)
{
	switch (primitive) {
	case PRIMITIVE_INTEGER:
	case PRIMITIVE_FLOAT:
		return FORM_NUMBER;
	case PRIMITIVE_BOOLEAN:
		return FORM_BOOLEAN;
	case PRIMITIVE_LIST:
		return FORM_LIST;
	case PRIMITIVE_MAP:
	case PRIMITIVE_NONE:
		return FORM_MAP;
	case PRIMITIVE_RANGE:
	case PRIMITIVE_NIL:
	case PRIMITIVE_NULL:
		return FORM_UNDECIDED;
	default:
		return FORM_TEXT;
	}
}

static bool are_compatible(const struct template_checker *checker, const struct data_type *actual,
	const struct data_type *expected)
{
	enum form given = form_of(actual->primitive);
	enum form wanted = form_of(expected->primitive);
	if (given == FORM_UNDECIDED || wanted == FORM_UNDECIDED)
		return true;
	/* TOSCA 1.x: any scalar is taken for text. */
	if (wanted == FORM_TEXT && !version_is_2_0(checker->scope.version))
		return given != FORM_LIST && given != FORM_MAP;
	if (given != wanted)
		return false;
	if (expected->primitive == PRIMITIVE_INTEGER)
		return actual->primitive == PRIMITIVE_INTEGER;
	if (expected->primitive != PRIMITIVE_NONE || actual->primitive != PRIMITIVE_NONE)
		return true;
	return type_derives(actual->type, expected->type) != FAILS ||
	       type_derives(expected->type, actual->type) != FAILS;
}

static struct string data_type_name(const struct data_type *type)
{
	return type->type ? type->type->name
			  : string_from(primitive_type_row(type->primitive)->name);
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
		!find_data_type(checker, schema, &expected))
		return;
	if (call.row && call.row->result[0])
		actual = (struct data_type){.primitive = primitive_type_find(checker->scope.version,
						    string_from(call.row->result))};
	else if (!find_data_type(checker,
			 call.row ? function_call_resolve(checker, checker->place, &call, true)
				  : function_signature_result(checker, call.name),
			 &actual))
		return;
	if (!are_compatible(checker, &actual, &expected))
		template_report(checker, DIAGNOSTIC_CODE_WRONG_VALUE, value,
			"\"%.*s\" must be of type \"%.*s\", but the function gives a value of "
			"type \"%.*s\"",
			STRING_ARGUMENTS(name), STRING_ARGUMENTS(data_type_name(&expected)),
			STRING_ARGUMENTS(data_type_name(&actual)));
}
