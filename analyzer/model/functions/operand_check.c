#include "analyzer/model/functions/operand_check.h"

#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/functions/function_operand.h"
#include "analyzer/model/text/pattern_mistake.h"

#include <string.h>

struct operands {
	struct template_checker *checker;
	const struct function_call *call;
	const struct function_operand *items;
	uint32_t count;
};

/* ---- forms ---- */

static const struct {
	unsigned form;
	const char *name;
} forms[] = {
	{TAKES_FLOAT, "a number"},
	{TAKES_INTEGER, "an integer"},
	{TAKES_STRING, "a string"},
	{TAKES_BOOLEAN, "a Boolean"},
	{TAKES_LIST, "a list"},
	{TAKES_MAP, "a map"},
	{TAKES_SCALAR, "a scalar"},
};

/* "a string, a list or a map" */
static struct string form_names(struct arena *arena, unsigned takes)
{
	struct string text = STRING("");
	if (takes & TAKES_FLOAT)
		takes &= ~(unsigned)TAKES_INTEGER;
	takes &= ~(unsigned)TAKES_MOMENT;
	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
		if (!(takes & forms[i].form))
			continue;
		takes &= ~forms[i].form;
		const char *before = !text.length ? "" : takes ? ", " : " or ";
		text = arena_format(
			arena, "%.*s%s%s", STRING_ARGUMENTS(text), before, forms[i].name);
	}
	return text;
}

static void report_form(
	const struct operands *operands, const struct function_operand *operand, unsigned takes)
{
	struct arena *arena = operands->checker->scope.arena;
	struct string function = node_text(operands->call->key);
	struct string wanted = form_names(arena, takes);
	struct string given = function_operand_description(operands->checker, operand);
	template_report(operands->checker, DIAGNOSTIC_CODE_WRONG_OPERAND, operand->node,
		"\"%.*s\" takes %.*s here, not %.*s", STRING_ARGUMENTS(function),
		STRING_ARGUMENTS(wanted), STRING_ARGUMENTS(given));
}

static bool check_forms(const struct operands *operands)
{
	bool is_right = true;
	for (uint32_t i = 0; i < operands->count; i++) {
		uint32_t position = i < FUNCTION_ARGUMENT_FORMS ? i : FUNCTION_ARGUMENT_FORMS - 1;
		unsigned takes = operands->call->row->takes[position];
		if (takes && !(operands->items[i].forms & takes)) {
			report_form(operands, &operands->items[i], takes);
			is_right = false;
		}
	}
	return is_right;
}

/* ---- values of one type ---- */

static bool is_comparison(const struct operands *operands)
{
	return strcmp(operands->call->row->result, "boolean") == 0;
}

static const char *verb_of(const struct operands *operands)
{
	return is_comparison(operands) ? "compares" : "takes";
}

/* `given` is empty for a literal. */
static void report_unlike(const struct operands *operands, struct node node, const char *what,
	struct string type, struct string given)
{
	struct string function = node_text(operands->call->key);
	template_report(operands->checker, DIAGNOSTIC_CODE_WRONG_OPERAND, node,
		given.length ? "\"%.*s\" %s %s \"%.*s\", not \"%.*s\""
			     : "\"%.*s\" %s %s \"%.*s\", which this is not",
		STRING_ARGUMENTS(function), verb_of(operands), what, STRING_ARGUMENTS(type),
		STRING_ARGUMENTS(given));
}

/* A literal, or a call, where a value of `type` has to stand. */
static void check_value_of_type(const struct operands *operands,
	const struct function_operand *operand, const struct data_type *type)
{
	struct template_checker *checker = operands->checker;
	if (operand->is_call && operand->is_typed &&
		!data_types_fit(checker->scope.version, &operand->result.type, type) &&
		!data_types_fit(checker->scope.version, type, &operand->result.type))
		report_unlike(operands, operand->node, "values of type", data_type_name(type),
			data_type_name(&operand->result.type));
	if (!operand->is_call &&
		!value_is_of(&checker->values, type->primitive, type->type, operand->node))
		report_unlike(operands, operand->node, "values of type", data_type_name(type),
			STRING(""));
}

/* The entries of a literal list where values of `type` have to stand. */
static void check_entries_of_type(const struct operands *operands, const struct graph_place *place,
	const struct function_operand *list, const struct data_type *type)
{
	uint32_t count = node_kind(list->node) == NODE_SEQUENCE ? node_count(list->node) : 0;
	struct data_type entries;
	for (uint32_t i = 0; i < count; i++) {
		struct function_operand entry =
			function_operand_of(operands->checker, place, node_item(list->node, i));
		check_value_of_type(operands, &entry, type);
	}
	if (list->is_typed && data_type_of(operands->checker, list->result.entries, &entries) &&
		!data_types_fit(operands->checker->scope.version, &entries, type) &&
		!data_types_fit(operands->checker->scope.version, type, &entries))
		report_unlike(operands, list->node, "lists of", data_type_name(type),
			data_type_name(&entries));
}

/* ---- arguments that are alike ---- */

static unsigned kinds_of(const struct function_operand *operand)
{
	unsigned numbers = TAKES_INTEGER | TAKES_FLOAT;
	return operand->forms & numbers ? operand->forms | numbers : operand->forms;
}

/* None has a type that is known: literals, all of which may be of one. */
static void check_like_literals(const struct operands *operands)
{
	unsigned common = TAKES_ANYTHING;
	for (uint32_t i = 0; i < operands->count; i++) {
		const struct function_operand *operand = &operands->items[i];
		if (!(common & kinds_of(operand))) {
			struct string function = node_text(operands->call->key);
			struct string before = function_operand_description(
				operands->checker, &operands->items[i - 1]);
			struct string given =
				function_operand_description(operands->checker, operand);
			template_report(operands->checker, DIAGNOSTIC_CODE_WRONG_OPERAND,
				operand->node,
				"\"%.*s\" %s values of one type: %.*s before, and here %.*s",
				STRING_ARGUMENTS(function), verb_of(operands),
				STRING_ARGUMENTS(before), STRING_ARGUMENTS(given));
			return;
		}
		common &= kinds_of(operand);
	}
}

/* Of lists, entries are of one type as well. */
static const struct function_operand *first_with_entries(const struct operands *operands)
{
	struct data_type entries;
	for (uint32_t i = 0; i < operands->count; i++) {
		const struct function_operand *operand = &operands->items[i];
		if (operand->is_typed && operand->result.type.primitive == PRIMITIVE_LIST &&
			data_type_of(operands->checker, operand->result.entries, &entries))
			return operand;
	}
	return NULL;
}

static void check_like_lists(const struct operands *operands, const struct graph_place *place)
{
	const struct function_operand *model = first_with_entries(operands);
	struct data_type entries;
	if (!model || !data_type_of(operands->checker, model->result.entries, &entries))
		return;
	for (uint32_t i = 0; i < operands->count; i++)
		if (&operands->items[i] != model)
			check_entries_of_type(operands, place, &operands->items[i], &entries);
}

static void check_alike(const struct operands *operands, const struct graph_place *place)
{
	const struct function_operand *model = NULL;
	for (uint32_t i = 0; i < operands->count && !model; i++)
		if (operands->items[i].is_typed)
			model = &operands->items[i];
	if (!model) {
		check_like_literals(operands);
		return;
	}
	size_t before = operands->checker->values.diagnostics->count;
	struct data_type type = model->result.type;
	/* Integers are compared with integers, but summed up with any number. */
	if (type.primitive == PRIMITIVE_INTEGER && !is_comparison(operands))
		type = (struct data_type){.primitive = PRIMITIVE_FLOAT};
	for (uint32_t i = 0; i < operands->count; i++)
		if (&operands->items[i] != model)
			check_value_of_type(operands, &operands->items[i], &type);
	if (operands->checker->values.diagnostics->count == before)
		check_like_lists(operands, place);
}

/* ---- what is asked of the first argument ---- */

static void check_against_first(const struct operands *operands, const struct graph_place *place)
{
	enum function_alike alike = operands->call->row->alike;
	const struct function_operand *first = &operands->items[0];
	const struct function_operand *second = &operands->items[1];
	bool is_key = alike == KEY_OF_FIRST || alike == KEYS_OF_FIRST;
	struct data_type type = first->result.type;
	if (operands->count < 2 || !first->is_typed)
		return;
	/* Keys are strings unless the map says otherwise. */
	if (is_key && node_is_null(first->result.keys.definition))
		type = (struct data_type){.primitive = PRIMITIVE_STRING};
	else if (alike != LIST_OF_FIRST &&
		 !data_type_of(operands->checker,
			 is_key ? first->result.keys : first->result.entries, &type))
		return;
	if (alike == ENTRY_OF_FIRST || alike == KEY_OF_FIRST)
		check_value_of_type(operands, second, &type);
	else
		check_entries_of_type(operands, place, second, &type);
}

/* ---- functions with rules of their own ---- */

static void report_operand(const struct operands *operands, struct node node, const char *problem)
{
	struct string function = node_text(operands->call->key);
	template_report(operands->checker, DIAGNOSTIC_CODE_WRONG_OPERAND, node, problem,
		STRING_ARGUMENTS(function));
}

/* Section "join": "type list of strings". */
static void check_join(const struct operands *operands, const struct graph_place *place)
{
	static const struct data_type string = {.primitive = PRIMITIVE_STRING};
	check_entries_of_type(operands, place, &operands->items[0], &string);
}

/* Section "product": of a scalar and a number, or any number of numbers. */
static void check_product(const struct operands *operands)
{
	const struct function_operand *first = &operands->items[0];
	if (operands->count > 2 && !(first->forms & TAKES_FLOAT))
		report_operand(operands, first->node,
			"\"%.*s\" of more than two arguments takes numbers only");
}

/* Section "token": "the first substring is denoted by using the '0' (zero) integer value". */
static void check_token(const struct operands *operands)
{
	if (operands->count > 2 && node_number(operands->items[2].node) < 0)
		report_operand(operands, operands->items[2].node,
			"An index counts from 0: \"%.*s\" has no piece before the first");
}

/* Section "matches": a regular expression. */
static void check_matches(const struct operands *operands)
{
	const struct function_operand *pattern = &operands->items[operands->count - 1];
	const char *mistake = node_is_string(pattern->node) && !pattern->is_call
				      ? pattern_mistake(node_text(pattern->node))
				      : NULL;
	if (mistake)
		template_report(operands->checker, DIAGNOSTIC_CODE_WRONG_OPERAND, pattern->node,
			"%s", mistake);
	else if (!pattern->is_call)
		pattern_report_size(operands->checker->values.diagnostics, pattern->node);
}

static void check_relation(const struct operands *operands, const struct graph_place *place)
{
	struct string name = operands->call->name;
	if (string_is(name, "matches"))
		check_matches(operands);
	if (operands->call->row->alike == ALIKE)
		check_alike(operands, place);
	else if (operands->call->row->alike != UNRELATED)
		check_against_first(operands, place);
	else if (string_is(name, "join"))
		check_join(operands, place);
	else if (string_is(name, "product"))
		check_product(operands);
	else if (string_is(name, "token"))
		check_token(operands);
}

void operands_check(struct template_checker *checker, const struct graph_place *place,
	const struct function_call *call)
{
	uint32_t count = function_call_argument_count(call);
	struct function_operand *items =
		arena_allocate(checker->scope.arena, count + 1, sizeof(*items));
	struct operands operands = {checker, call, items, count};
	for (uint32_t i = 0; i < count; i++)
		items[i] = function_operand_of(checker, place, function_call_argument(call, i));
	if (count > 0 && check_forms(&operands))
		check_relation(&operands, place);
}
