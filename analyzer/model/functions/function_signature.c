#include "analyzer/model/functions/function_signature.h"

#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/functions/function_definition.h"

#include <string.h>

/* How many signatures the function has that is called; 0 if it has no definition. */
static uint32_t find_signatures(struct template_checker *checker, const struct function_call *call,
	struct function_definition *function)
{
	const struct types *types = checker->scope.types;
	return function_definition_find(types_tree(types), types, call->name, function)
		       ? function_definition_signature_count(function)
		       : 0;
}

/* Whether a schema in the definition of `function` means here what it means there: with a
 * namespace before the function, names of types are those of another file. */
static bool is_known_here(
	struct template_checker *checker, struct string function, struct node schema)
{
	struct node type = node_kind(schema) == NODE_SCALAR ? schema : node_get(schema, "type");
	bool is_ours = !function.length || !memchr(function.bytes, ':', function.length);
	return is_ours || (node_is_null(node_get(schema, "entry_schema")) &&
				  primitive_type_find(checker->scope.version, node_text(type)) !=
					  PRIMITIVE_NONE);
}

struct arity {
	uint32_t least;
	uint32_t most;
};

/* "If variadic is true, the last defined argument may be repeated any number of times"; without
 * any argument, "the function is considered to accept any numbers of arguments". */
static struct arity arity_of(struct node signature)
{
	struct arity arity = {.least = node_count(node_get(signature, "arguments"))};
	arity.most = arity.least + node_count(node_get(signature, "optional_arguments"));
	if (node_boolean(node_get(signature, "variadic")))
		arity.most = UINT32_MAX;
	return arity;
}

static struct node schema_at(struct node signature, uint32_t position)
{
	struct node arguments = node_get(signature, "arguments");
	struct node optional = node_get(signature, "optional_arguments");
	uint32_t fixed = node_count(arguments);
	uint32_t total = fixed + node_count(optional);
	if (total == 0)
		return (struct node){0};
	if (position >= total)
		position = total - 1; /* the last one is repeated */
	return position < fixed ? node_item(arguments, position)
				: node_item(optional, position - fixed);
}

/* Messages are about the first signature that does not take the arguments. */
static void check_arguments(
	struct template_checker *checker, const struct function_call *call, struct node signature)
{
	struct arity arity = arity_of(signature);
	uint32_t count = function_call_argument_count(call);
	struct string function = node_text(call->key);
	if (count < arity.least || count > arity.most) {
		uint32_t bound = count < arity.least ? arity.least : arity.most;
		template_report(checker, DIAGNOSTIC_CODE_WRONG_ARITY, call->key,
			"Function \"%.*s\" takes %s%u argument%s, not %u",
			STRING_ARGUMENTS(function),
			arity.least == arity.most ? ""
			: count < arity.least     ? "at least "
						  : "at most ",
			bound, bound == 1 ? "" : "s", count);
		return;
	}
	for (uint32_t i = 0; i < count; i++) {
		struct node schema = schema_at(signature, i);
		struct string name = arena_format(checker->scope.arena, "argument %u of %.*s",
			i + 1, STRING_ARGUMENTS(function));
		if (!node_is_null(schema) && is_known_here(checker, call->name, schema))
			value_check(&checker->values, value_schema_of_definition(schema),
				(struct node){0}, function_call_argument(call, i), name);
	}
}

static bool takes_arguments(
	struct template_checker *checker, const struct function_call *call, struct node signature)
{
	struct diagnostics *diagnostics = checker->values.diagnostics;
	struct diagnostics found = diagnostics_in(checker->scope.arena);
	checker->values.diagnostics = &found;
	check_arguments(checker, call, signature);
	checker->values.diagnostics = diagnostics;
	return found.count == 0;
}

/* What a nested call gives may be the whole list. */
static bool are_computed(struct template_checker *checker, const struct function_call *call)
{
	return node_kind(call->arguments) == NODE_MAPPING &&
	       value_is_computed(checker->scope.version, call->arguments);
}

void function_signature_check(struct template_checker *checker, const struct function_call *call)
{
	struct function_definition function;
	uint32_t count = find_signatures(checker, call, &function);
	if (count == 0 || are_computed(checker, call))
		return;
	if (count == 1) {
		check_arguments(checker, call, function_definition_signature(&function, 0));
		return;
	}
	for (uint32_t i = 0; i < count; i++)
		if (takes_arguments(checker, call, function_definition_signature(&function, i)))
			return;
	template_report(checker, DIAGNOSTIC_CODE_WRONG_OPERAND, call->key,
		"No signature of function \"%.*s\" takes these arguments",
		STRING_ARGUMENTS(node_text(call->key)));
}

/* "The signatures are tested in the order of their definition": several may take what is computed
 * later. */
struct value_schema function_signature_result(struct template_checker *checker,
	const struct graph_place *place, const struct function_call *call)
{
	struct function_definition function;
	uint32_t count = find_signatures(checker, call, &function);
	struct value_schema result = {0};
	const struct graph_place *before = checker->place;
	checker->place = place;
	for (uint32_t i = 0; i < count; i++) {
		struct node signature = function_definition_signature(&function, i);
		if (count > 1 && !are_computed(checker, call) &&
			!takes_arguments(checker, call, signature))
			continue;
		struct value_schema one = value_schema_of_definition(node_get(signature, "result"));
		struct string type = node_text(value_schema_get(one, "type"));
		bool is_same = node_is_null(result.definition) ||
			       string_equal(type, node_text(value_schema_get(result, "type")));
		result = one;
		if (!type.length || !is_same ||
			!is_known_here(checker, call->name, one.definition)) {
			result = (struct value_schema){0};
			break;
		}
	}
	checker->place = before;
	return result;
}
