/* Functions in values: which of them mean something there, and can give what is expected. */
#include "analyzer/ide/completion/completion_list.h"
#include "analyzer/ide/cursor/own_function.h"
#include "analyzer/model/checker/data_type.h"

#include <string.h>

/* Values that are data, not computed: there no function is called. */
static bool functions_belong(const struct place *place)
{
	static const char *const data[] = {"metadata", "dsl_definitions"};
	const struct keyname_row *keyname = place->keyname;
	if (!keyname)
		return true;
	for (size_t i = 0; i < sizeof(data) / sizeof(*data); i++)
		if (strcmp(keyname->name, data[i]) == 0)
			return false;
	if (place->construct == CONSTRUCT_SUBSTITUTION_MAPPINGS &&
		strcmp(keyname->name, "properties") != 0)
		return false; /* names of the template */
	bool is_default = place->depth == 0 && strcmp(keyname->name, "default") == 0;
	if (is_default && (place->construct == CONSTRUCT_TOPOLOGY_INPUT ||
				  place->construct == CONSTRUCT_VARIABILITY_INPUT))
		return false; /* nothing is known yet that could be computed with */
	return keyname->construct != CONSTRUCT_VARIABILITY_PRESET &&
	       keyname->construct != CONSTRUCT_CONSTRAINT_CLAUSE &&
	       keyname->construct != CONSTRUCT_VARIABILITY_INPUT;
}

/* Functions whose arguments are names, which no other function computes. */
static bool takes_names(const struct function_row *function)
{
	static const char *const names[] = {"get_input", "get_property", "get_attribute",
		"get_artifact", "get_operation_output", "get_nodes_of_type"};
	for (size_t i = 0; function && i < sizeof(names) / sizeof(*names); i++)
		if (strcmp(function->name, names[i]) == 0)
			return true;
	return false;
}

static struct string called(struct completion_list *list, const char *name)
{
	return arena_format(
		list->arena, "%s%s", version_is_2_0(list->place.version) ? "$" : "", name);
}

/* "A function without arguments can alternatively be represented by a YAML string value […] This
 * representation cannot be used in map keys." (TOSCA 2.0, section "Function syntax") */
static struct completion_item *add_call(
	struct completion_list *list, const char *name, struct string signature)
{
	const struct cursor *cursor = &list->cursor;
	bool is_value = cursor->place == CURSOR_VALUE && !cursor->may_be_key && !cursor->needs_dash;
	struct string call = called(list, name);
	if (is_value && string_is(signature, "[]"))
		return completion_add_value(list, COMPLETION_FUNCTION, call);
	return completion_add_call(list, COMPLETION_FUNCTION, call, signature);
}

static bool is_keyname(const struct place *place, const char *name)
{
	return place->keyname && strcmp(place->keyname->name, name) == 0;
}

/* Functions that tell something about their surroundings. */
static bool means_something(const struct completion_list *list, const struct function_row *row)
{
	const struct place *place = &list->place;
	const struct cursor *cursor = &list->cursor;
	struct string home = cursor->path_length > 0 ? cursor->path[0].key : STRING("");
	if (strcmp(row->name, "value") == 0)
		return is_keyname(place, "validation");
	if (strcmp(row->name, "node_index") == 0)
		return place->node.length > 0 || string_is(home, "node_types");
	if (strcmp(row->name, "relationship_index") == 0) {
		return (place->has_context && place->context == ELEMENT_RELATION) ||
		       string_is(home, "relationship_types");
	}
	return strcmp(row->name, "available_allocation") != 0 || is_keyname(place, "node_filter");
}

/* ---- results ---- */

/* Conditions of TOSCA 2.0, and what is combined by logic functions. */
static bool wants_boolean(const struct completion_list *list)
{
	static const char *const keynames[] = {"validation", "condition", "filter", "node_filter",
		"substitution_filter", "precondition"};
	static const char *const logic[] = {"and", "or", "not", "xor"};
	const struct function_row *function = list->call.function;
	for (size_t i = 0; function && i < sizeof(logic) / sizeof(*logic); i++)
		if (strcmp(function->name, logic[i]) == 0)
			return !list->call.is_nested;
	for (size_t i = 0; list->call.steps == 0 && i < sizeof(keynames) / sizeof(*keynames); i++)
		if (is_keyname(&list->place, keynames[i]))
			return version_is_2_0(list->place.version);
	return false;
}

/* How often something exists, and which of several is meant: `[server, 1]`. */
static bool wants_integer(const struct completion_list *list)
{
	const struct place *place = &list->place;
	const struct cursor *cursor = &list->cursor;
	bool is_item = cursor->path_length > 0 && cursor->path[cursor->path_length - 1].index == 1;
	if (list->call.steps > 0 || !version_is_2_0(place->version))
		return false;
	return (is_keyname(place, "count") && place->depth == 0) ||
	       (is_item && place->has_context && place->context == ELEMENT_RELATION &&
		       (is_keyname(place, "node") || is_keyname(place, "requirements")));
}

static bool expects_value(const struct completion_list *list)
{
	return list->declaration.kind == DECLARES_VALUE && list->call.steps == 0;
}

/* PRIMITIVE_NONE if it is unknown, or a data type with properties. */
static enum primitive_type expected_type(const struct completion_list *list)
{
	if (wants_boolean(list))
		return PRIMITIVE_BOOLEAN;
	if (wants_integer(list))
		return PRIMITIVE_INTEGER;
	return expects_value(list) ? schema_type(list->types, list->declaration.schema).primitive
				   : PRIMITIVE_NONE;
}

/* Types that the argument takes, of `function_takes`; texts are joined. */
static unsigned types_taken(const struct call *call)
{
	int32_t position = call->argument;
	if (!call->function || position < 0)
		return TAKES_ANYTHING;
	if (call->is_nested)
		return strcmp(call->function->name, "join") == 0 ? TAKES_STRING : TAKES_ANYTHING;
	if (position >= FUNCTION_ARGUMENT_FORMS)
		position = FUNCTION_ARGUMENT_FORMS - 1;
	unsigned takes = call->function->takes[position];
	return takes ? takes : TAKES_ANYTHING;
}

unsigned completion_types_of_call(const struct completion_list *list)
{
	const struct cursor *cursor = &list->cursor;
	size_t start = list->place.free_start;
	if (list->call.steps == 0)
		return TAKES_ANYTHING;
	struct call around =
		call_at(list->place.version, cursor->path + start, list->call.steps - 1);
	return types_taken(&around);
}

/* Whether the function can give a value such as is expected; any can where that is unknown. */
static bool result_fits(const struct completion_list *list, const struct function_row *row)
{
	struct string result = string_from(row->result);
	struct data_type given = {.primitive = primitive_type_find(list->place.version, result)};
	struct data_type wanted = {.primitive = expected_type(list)};
	bool is_as_given = string_is(result, OF_ARGUMENTS);
	if (result.length == 0)
		return true;
	unsigned types = is_as_given ? row->takes[0] : function_takes_of(given.primitive);
	if (!(types & types_taken(&list->call)))
		return false;
	if (wanted.primitive == PRIMITIVE_NONE)
		return is_as_given || !expects_value(list) ||
		       !schema_type(list->types, list->declaration.schema).type;
	unsigned forms = function_takes_of(wanted.primitive);
	if (is_as_given)
		return types & (forms & TAKES_FLOAT ? forms | TAKES_INTEGER : forms);
	return data_types_fit(list->place.version, &given, &wanted);
}

/* By any of its signatures; what gives data types may give anything. */
static bool own_result_fits(const struct completion_list *list, struct node function)
{
	struct node signatures = node_get(function, "signatures");
	bool is_list = node_kind(signatures) == NODE_SEQUENCE;
	uint32_t count =
		is_list || node_kind(signatures) == NODE_MAPPING ? node_count(signatures) : 0;
	bool fits = count == 0;
	for (uint32_t i = 0; i < count && !fits; i++) {
		struct node signature =
			is_list ? node_item(signatures, i) : node_entry(signatures, i).value;
		struct node result = node_get(signature, "result");
		struct string type = node_text(
			node_kind(result) == NODE_SCALAR ? result : node_get(result, "type"));
		bool is_primitive =
			primitive_type_find(list->place.version, type) != PRIMITIVE_NONE;
		struct function_row row = {.name = "",
			.result = is_primitive ? arena_copy(list->arena, type).bytes : ""};
		fits = result_fits(list, &row);
	}
	return fits;
}

/* TOSCA 2.0: functions that the file defines itself, or imports. */
static void add_own_functions(struct completion_list *list)
{
	struct name_list names = {NULL, 0};
	if (version_is_2_0(list->place.version))
		names = own_functions(list->tree, list->types, list->arena);
	for (size_t i = 0; i < names.count; i++) {
		struct node function = names.items[i].value;
		if (!own_result_fits(list, function))
			continue;
		struct completion_item *item =
			add_call(list, arena_copy(list->arena, names.items[i].name).bytes,
				own_function_mandatory(function, list->arena));
		if (item) {
			item->precedence = 2; /* as most of the language's */
			item->detail = own_function_signature(function, 0, list->arena);
			item->documentation = arena_copy(
				list->arena, node_text(node_get(function, "description")));
		}
	}
}

/* What is validated comes first in arguments of a validation; a Boolean where one is asked for. */
static int rank(const struct completion_list *list, const struct function_row *row)
{
	if (strcmp(row->name, "value") == 0)
		return list->call.steps > 0 ? 0 : 2;
	return (strcmp(row->result, "boolean") == 0) == wants_boolean(list) ? 1 : 2;
}

static void add_function(struct completion_list *list, const struct function_row *row)
{
	struct completion_item *item = add_call(list, row->name, string_from(row->signature));
	if (item) {
		item->precedence = rank(list, row);
		item->detail = string_from(row->signature);
		item->documentation = string_from(row->summary);
	}
}

/* Where the author uses it. */
static bool calls_eval(const struct completion_list *list)
{
	struct range all = {0, syntax_tree_length(list->tree)};
	return !version_is_2_0(list->place.version) &&
	       string_contains(syntax_tree_text(list->tree, all, list->arena), STRING("eval"));
}

void complete_functions(struct completion_list *list)
{
	size_t count = 0;
	const struct function_row *rows = function_rows(&count);
	if (!functions_belong(&list->place) || takes_names(list->call.function) ||
		(list->cursor.place == CURSOR_KEY && list->cursor.sibling_count > 0))
		return;
	for (int wanted = 0; wanted <= 2; wanted++) {
		for (size_t i = 0; i < count; i++)
			if (rows[i].versions & definitions_version_set(list->place.version) &&
				rank(list, &rows[i]) == wanted && means_something(list, &rows[i]) &&
				result_fits(list, &rows[i]))
				add_function(list, &rows[i]);
	}
	add_own_functions(list);
	if (calls_eval(list))
		add_function(list, function_eval());
}
