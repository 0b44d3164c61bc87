#include "analyzer/model/function_signature.h"

#include "analyzer/model/function_definition.h"

#include <string.h>

static struct node find_signatures(struct template_checker *checker, struct string name)
{
	struct function_definition function;
	const struct types *types = checker->scope.types;
	if (!function_definition_find(types_tree(types), types, name, &function))
		return (struct node){0};
	return node_get(function.value, "signatures");
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

/* Signatures are a list, or in the working draft's table a map. */
static struct node signature_at(struct node signatures, uint32_t position)
{
	return node_kind(signatures) == NODE_MAPPING ? node_entry(signatures, position).value
						     : node_item(signatures, position);
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

static void check_arguments(struct template_checker *checker, struct node key,
	struct node signature, struct node arguments)
{
	struct arity arity = arity_of(signature);
	uint32_t count = node_count(arguments);
	struct string function = node_text(key);
	if (count < arity.least || count > arity.most) {
		template_report(checker, DIAGNOSTIC_CODE_WRONG_ARITY, key,
			"Function \"%.*s\" takes %s%u argument%s, not %u",
			STRING_ARGUMENTS(function),
			arity.least == arity.most
				? ""
				: (count < arity.least ? "at least " : "at most "),
			count < arity.least ? arity.least : arity.most,
			(count < arity.least ? arity.least : arity.most) == 1 ? "" : "s", count);
		return;
	}
	for (uint32_t i = 0; i < count; i++) {
		struct node schema = schema_at(signature, i);
		struct string name = arena_format(checker->scope.arena, "argument %u of %.*s",
			i + 1, STRING_ARGUMENTS(function));
		if (!node_is_null(schema) && is_known_here(checker, function, schema))
			value_check(&checker->values, value_schema_of_definition(schema),
				(struct node){0}, node_item(arguments, i), name);
	}
}

void function_signature_check(struct template_checker *checker, struct node key, struct string name,
	struct node arguments)
{
	struct node signatures = find_signatures(checker, name);
	uint32_t count = node_count(signatures);
	struct diagnostics *diagnostics = checker->values.diagnostics;
	bool is_list = node_is_null(arguments) || node_kind(arguments) == NODE_SEQUENCE;
	if (count == 1 && is_list)
		check_arguments(checker, key, signature_at(signatures, 0), arguments);
	if (count < 2 || !is_list)
		return;
	for (uint32_t i = 0; i < count; i++) {
		struct diagnostics found = diagnostics_in(checker->scope.arena);
		checker->values.diagnostics = &found;
		check_arguments(checker, key, signature_at(signatures, i), arguments);
		checker->values.diagnostics = diagnostics;
		if (found.count == 0)
			return;
	}
	template_report(checker, DIAGNOSTIC_CODE_WRONG_OPERAND, key,
		"No signature of function \"%.*s\" takes these arguments",
		STRING_ARGUMENTS(node_text(key)));
}

struct value_schema function_signature_result(struct template_checker *checker, struct string name)
{
	struct node signatures = find_signatures(checker, name);
	uint32_t count = node_count(signatures);
	struct value_schema result = {0};
	for (uint32_t i = 0; i < count; i++) {
		struct node schema = node_get(signature_at(signatures, i), "result");
		struct node type =
			node_kind(schema) == NODE_SCALAR ? schema : node_get(schema, "type");
		struct node first = node_kind(result.definition) == NODE_SCALAR
					    ? result.definition
					    : node_get(result.definition, "type");
		if (node_is_null(type) || !is_known_here(checker, name, schema) ||
			(i > 0 && !string_equal(node_text(type), node_text(first))))
			return (struct value_schema){0};
		if (i == 0)
			result.definition = schema;
	}
	return result;
}
