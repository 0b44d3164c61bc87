/* Definitions of inputs and outputs, and the values that they give. */
#include "analyzer/model/functions/parameter_check.h"

#include "analyzer/model/checker/template_checker.h"
#include "analyzer/model/functions/clause_check.h"
#include "analyzer/model/functions/function_check.h"
#include "analyzer/model/functions/graph_place.h"
#include "analyzer/model/values/constraint_check.h"
#include "analyzer/model/values/schema_check.h"

static void check_validations(struct template_checker *checker, struct node parameter)
{
	if (version_is_2_0(checker->scope.version) && node_kind(parameter) == NODE_MAPPING)
		clause_check_validations(checker, value_schema_of_definition(parameter));
}

static void check_value(
	struct template_checker *checker, struct node_entry parameter, const char *keyname)
{
	struct node value = node_get(parameter.value, keyname);
	function_check_value(checker, checker->place, value);
	if (!node_is_null(value))
		value_check(&checker->values, value_schema_of_definition(parameter.value),
			node_key(value), value, node_text(parameter.key));
}

void parameter_check(struct template_checker *checker, struct node_entry parameter)
{
	struct graph_place nowhere = {.kind = PLACE_NOWHERE}; /* nothing that SELF could mean */
	struct value_schema schema = value_schema_of_definition(parameter.value);
	checker->place = &nowhere;
	constraint_check_definition(&checker->values, schema);
	schema_check(&checker->values, schema);
	check_validations(checker, parameter.value);
	check_value(checker, parameter, "default");
	check_value(checker, parameter, "value");
	checker->place = NULL;
}
