#include "analyzer/model/checker/data_type.h"

#include "analyzer/model/scope/type_relation.h"

bool data_type_of(
	struct template_checker *checker, struct value_schema schema, struct data_type *found)
{
	*found = value_schema_data_type(checker->scope.types, checker->scope.version, schema);
	return data_type_is_rooted(found);
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

bool data_types_fit(enum definitions_version version, const struct data_type *actual,
	const struct data_type *expected)
{
	enum form given = form_of(actual->primitive);
	enum form wanted = form_of(expected->primitive);
	if (given == FORM_UNDECIDED || wanted == FORM_UNDECIDED)
		return true;
	/* TOSCA 1.x: any scalar is taken for text. */
	if (wanted == FORM_TEXT && !version_is_2_0(version))
		return given != FORM_LIST && given != FORM_MAP;
	if (given != wanted)
		return false;
	if (expected->primitive == PRIMITIVE_INTEGER)
		return actual->primitive == PRIMITIVE_INTEGER;
	/* Scalars have units: those that their type defines. */
	if (expected->type && actual->type && expected->primitive == PRIMITIVE_SCALAR &&
		actual->primitive == PRIMITIVE_SCALAR)
		return type_is_a(actual->type, expected->type) ||
		       type_is_a(expected->type, actual->type);
	if (expected->primitive != PRIMITIVE_NONE || actual->primitive != PRIMITIVE_NONE)
		return true;
	return type_derives(actual->type, expected->type) != FAILS ||
	       type_derives(expected->type, actual->type) != FAILS;
}

struct string data_type_name(const struct data_type *type)
{
	return type->type ? type->type->name
			  : string_from(primitive_type_row(type->primitive)->name);
}
