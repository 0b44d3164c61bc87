#include "analyzer/model/functions/function_arguments.h"

#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/functions/function_result.h"
#include "analyzer/model/grammar/grammar_walker.h"

enum kind {
	ANYTHING, /* names that lead somewhere have checks of their own */
	NAME,
	STRING_VALUE,
	LIST_OF_STRINGS,
	INDEX,
	FLAG,
	KIND_TOTAL
};

static const struct {
	const char *text;
	enum primitive_type primitive;
} kinds[KIND_TOTAL] = {
	[NAME] = {"a name", PRIMITIVE_STRING},
	[STRING_VALUE] = {"a string", PRIMITIVE_STRING},
	[LIST_OF_STRINGS] = {"a list of strings", PRIMITIVE_LIST},
	[INDEX] = {"an index, which counts from 0,", PRIMITIVE_INTEGER},
	[FLAG] = {"a Boolean", PRIMITIVE_BOOLEAN},
};

static const struct row {
	const char *name;
	bool last_is_repeated;
	uint32_t count;
	enum kind arguments[4];
} rows[] = {
	{"concat", true, 1, {STRING_VALUE}},
	{"get_artifact", false, 4, {NAME, NAME, STRING_VALUE, FLAG}},
	{"get_nodes_of_type", false, 1, {NAME}},
	{"get_operation_output", false, 4, {NAME, NAME, NAME, NAME}},
	{"join", false, 2, {LIST_OF_STRINGS, STRING_VALUE}},
	{"token", false, 3, {STRING_VALUE, STRING_VALUE, INDEX}},
};

static const struct row *row_of(struct string name)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (string_is(name, rows[i].name))
			return &rows[i];
	return NULL;
}

static bool is_of(const struct template_checker *checker, enum kind kind, struct node literal)
{
	if (kind == STRING_VALUE)
		return node_kind(literal) == NODE_SCALAR;
	if (kind == NAME)
		return node_is_string(literal);
	if (kind == LIST_OF_STRINGS)
		return node_kind(literal) == NODE_SEQUENCE;
	return value_is_of(&checker->values, kinds[kind].primitive, NULL, literal) &&
	       !(kind == INDEX && node_number(literal) < 0);
}

static void check_argument(struct template_checker *checker, const struct graph_place *place,
	const struct function_call *call, enum kind kind, struct node argument)
{
	struct function_call inner;
	struct function_result actual;
	struct data_type expected = {.primitive = kinds[kind].primitive};
	struct string name = node_text(call->key);
	if (function_call_read(checker->scope.version, argument, &inner)) {
		if (function_result_of(checker, place, &inner, &actual) &&
			!data_types_fit(checker->scope.version, &actual.type, &expected))
			template_report(checker, DIAGNOSTIC_CODE_WRONG_OPERAND, argument,
				"\"%.*s\" takes %s here, but the function gives a value of type "
				"\"%.*s\"",
				STRING_ARGUMENTS(name), kinds[kind].text,
				STRING_ARGUMENTS(data_type_name(&actual.type)));
		return;
	}
	if (node_is_null(argument) || value_is_computed(checker->scope.version, argument))
		return;
	if (!is_of(checker, kind, argument)) {
		template_report(checker, DIAGNOSTIC_CODE_WRONG_OPERAND, argument,
			"\"%.*s\" takes %s here, not %s", STRING_ARGUMENTS(name), kinds[kind].text,
			grammar_node_description(argument));
		return;
	}
	for (uint32_t i = 0; kind == LIST_OF_STRINGS && i < node_count(argument); i++)
		check_argument(checker, place, call, STRING_VALUE, node_item(argument, i));
}

void function_arguments_check(struct template_checker *checker, const struct graph_place *place,
	const struct function_call *call)
{
	const struct row *row = row_of(call->name);
	bool is_list = node_kind(call->arguments) == NODE_SEQUENCE;
	uint32_t count = is_list ? node_count(call->arguments) : 0;
	if (!row || version_is_2_0(checker->scope.version))
		return;
	if (!is_list && row->count == 1 && !row->last_is_repeated)
		count = 1;
	for (uint32_t i = 0; i < count && (i < row->count || row->last_is_repeated); i++) {
		enum kind kind = row->arguments[i < row->count ? i : row->count - 1];
		if (kind != ANYTHING)
			check_argument(checker, place, call, kind,
				is_list ? node_item(call->arguments, i) : call->arguments);
	}
}
