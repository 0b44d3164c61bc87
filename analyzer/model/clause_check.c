#include "analyzer/model/clause_check.h"

#include "analyzer/language/functions.h"
#include "analyzer/model/constraint_check.h"
#include "analyzer/model/function_path.h"
#include "analyzer/model/grammar_walker.h"

#include <string.h>

enum {
	DEEPEST = 64
};

struct clause {
	struct value_checker *checker;
	struct value_schema schema; /* of what `$value` means; empty if it means nothing */
	struct comparison comparison;
	bool is_known; /* the type of the value */
};

/* ---- calls ---- */

static bool is_call_name(struct string text)
{
	return string_starts_with(text, "$") && !string_starts_with(text, "$$");
}

/* The call that `node` is; its key is absent if it is none. */
static struct node_entry call_in(struct node node)
{
	struct node_entry entry = node_entry(node, 0);
	bool is_call = node_kind(node) == NODE_MAPPING && node_count(node) == 1 &&
		       is_call_name(node_text(entry.key));
	return is_call ? entry : (struct node_entry){0};
}

static struct string function_name(struct node key)
{
	struct string text = node_text(key);
	return string_slice(text, 1, text.length);
}

static const struct function_row *row_of(const struct value_checker *checker, struct node key)
{
	return function_find(checker->version, function_name(key));
}

/* ---- Boolean expressions ---- */

void clause_check(struct value_checker *checker, struct node clause, const char *what)
{
	struct node_entry call = call_in(clause);
	bool is_scalar = node_kind(clause) == NODE_SCALAR;
	if (node_is_null(clause) || (is_scalar && node_scalar_type(clause) == SCALAR_BOOLEAN) ||
		(node_is_string(clause) && is_call_name(node_text(clause))))
		return;
	/* A call that is not alone in its map is reported as that. */
	if (node_count(clause) > 1 && is_call_name(node_text(node_entry(clause, 0).key)))
		return;
	const struct function_row *row =
		node_is_absent(call.key) ? NULL : row_of(checker, call.key);
	if (node_is_absent(call.key))
		diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_WRONG_SHAPE, clause,
			"A %s is a call of a Boolean function, not %s", what,
			grammar_node_description(clause));
	else if (row && row->result[0] && strcmp(row->result, "boolean") != 0)
		diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_WRONG_OPERAND, call.key,
			"A %s must be Boolean, and \"%.*s\" gives a value of type \"%s\"", what,
			STRING_ARGUMENTS(node_text(call.key)), row->result);
	else if (row && (string_is(function_name(call.key), "sum") ||
				string_is(function_name(call.key), "difference")))
		diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_WRONG_OPERAND, call.key,
			"A %s must be Boolean, and \"%.*s\" gives a number", what,
			STRING_ARGUMENTS(node_text(call.key)));
}

/* ---- functions that there are ---- */

static bool is_function(const struct value_checker *checker, struct string name)
{
	struct node root = syntax_tree_root(types_tree(checker->types));
	if (function_find(checker->version, name) ||
		!node_is_absent(node_find(node_get(root, "functions"), name).key))
		return true;
	return node_count(node_get(root, "imports")) > 0; /* it may come with an import */
}

static void check_names(struct value_checker *checker, struct node clause, unsigned depth)
{
	uint32_t count = node_count(clause);
	for (uint32_t i = 0; i < count && depth < DEEPEST; i++) {
		if (node_kind(clause) == NODE_SEQUENCE) {
			check_names(checker, node_item(clause, i), depth + 1);
			continue;
		}
		struct node_entry call = node_entry(clause, i);
		if (is_call_name(node_text(call.key)) &&
			!is_function(checker, function_name(call.key)))
			diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_UNKNOWN_REFERENCE,
				call.key, "Unknown function \"%.*s\"",
				STRING_ARGUMENTS(node_text(call.key)));
		check_names(checker, call.value, depth + 1);
	}
}

/* ---- what functions take ---- */

enum form {
	HAS_ORDER = 1 << 0,
	HAS_LENGTH = 1 << 1,
	IS_TEXT = 1 << 2,
	IS_LIST = 1 << 3,
	IS_MAP = 1 << 4,
	IS_BOOLEAN = 1 << 5,
	IS_ANYTHING = (1 << 6) - 1,
};

static unsigned forms_of(enum primitive_type primitive)
{
	switch (primitive) {
	case PRIMITIVE_STRING:
		return HAS_ORDER | HAS_LENGTH | IS_TEXT;
	case PRIMITIVE_INTEGER:
	case PRIMITIVE_FLOAT:
	case PRIMITIVE_SCALAR:
		return HAS_ORDER;
	case PRIMITIVE_BOOLEAN:
		return IS_BOOLEAN;
	case PRIMITIVE_LIST:
		return HAS_LENGTH | IS_LIST;
	case PRIMITIVE_MAP:
		return HAS_LENGTH | IS_MAP;
	case PRIMITIVE_NONE:
	case PRIMITIVE_NIL:
		return 0;
	default:
		/* Bytes, ranges and others are written as text or lists. */
		return IS_ANYTHING & ~(unsigned)IS_BOOLEAN;
	}
}

/* Sections "Comparison Functions" to "String, list, and map functions": what a function takes
 * as its first argument, and, if `is_every`, as any other. */
static const struct signature {
	const char *name;
	unsigned forms;
	bool is_every;
} signatures[] = {
	{"and", IS_BOOLEAN, true},
	{"contains", IS_TEXT | IS_LIST, true},
	{"equal", 0, true},
	{"greater_or_equal", HAS_ORDER, true},
	{"greater_than", HAS_ORDER, true},
	{"has_all_entries", IS_LIST | IS_MAP, false},
	{"has_all_keys", IS_MAP, false},
	{"has_any_entry", IS_LIST | IS_MAP, false},
	{"has_any_key", IS_MAP, false},
	{"has_entry", IS_LIST | IS_MAP, false},
	{"has_key", IS_MAP, false},
	{"has_prefix", IS_TEXT | IS_LIST, true},
	{"has_suffix", IS_TEXT | IS_LIST, true},
	{"length", HAS_LENGTH, true},
	{"less_or_equal", HAS_ORDER, true},
	{"less_than", HAS_ORDER, true},
	{"matches", IS_TEXT, true},
	{"not", IS_BOOLEAN, true},
	{"or", IS_BOOLEAN, true},
	{"valid_values", 0, false},
	{"xor", IS_BOOLEAN, true},
};

static const struct signature *signature_of(struct string name)
{
	for (size_t i = 0; i < sizeof(signatures) / sizeof(*signatures); i++) {
		if (string_is(name, signatures[i].name))
			return &signatures[i];
	}
	return NULL;
}

/* ---- arguments ---- */

/* `$value` in short or long notation, the whole of it. */
static bool is_whole_value(struct node node)
{
	struct node_entry call = call_in(node);
	if (node_is_string(node))
		return string_is(node_text(node), "$value");
	return string_is(node_text(call.key), "$value") && node_count(call.value) == 0;
}

static bool is_literal(struct node node)
{
	return !(node_is_string(node) && is_call_name(node_text(node))) &&
	       node_is_absent(call_in(node).key) && !node_is_absent(node);
}

static void check_literal(const struct clause *clause, struct node literal, struct node function)
{
	const struct comparison *comparison = &clause->comparison;
	if (!is_literal(literal) ||
		value_is_of(clause->checker, comparison->primitive, comparison->type, literal))
		return;
	diagnostics_add(clause->checker->diagnostics, DIAGNOSTIC_CODE_WRONG_OPERAND, literal,
		"\"%.*s\" compares values of type \"%.*s\", which this is not",
		STRING_ARGUMENTS(node_text(function)),
		STRING_ARGUMENTS(node_text(value_schema_get(clause->schema, "type"))));
}

/* What stands beside `$value` has to be of its type. */
static void check_others(const struct clause *clause, struct node_entry call)
{
	struct string name = function_name(call.key);
	if (string_is(name, "valid_values")) {
		struct node values = node_item(call.value, 1);
		for (uint32_t i = 0; node_kind(values) == NODE_SEQUENCE && i < node_count(values);
			i++)
			check_literal(clause, node_item(values, i), call.key);
		return;
	}
	bool compares = string_is(name, "equal") || string_starts_with(name, "greater_") ||
			string_starts_with(name, "less_");
	for (uint32_t i = 0; compares && i < node_count(call.value); i++)
		check_literal(clause, node_item(call.value, i), call.key);
}

static void check_call(const struct clause *clause, struct node_entry call)
{
	const struct signature *signature = signature_of(function_name(call.key));
	bool is_list = node_kind(call.value) == NODE_SEQUENCE;
	uint32_t count = is_list ? node_count(call.value) : 1;
	for (uint32_t i = 0; signature && i < count; i++) {
		struct node argument = is_list ? node_item(call.value, i) : call.value;
		if (!is_whole_value(argument) || (i > 0 && !signature->is_every))
			continue;
		if (!signature->forms ||
			(signature->forms & forms_of(clause->comparison.primitive))) {
			check_others(clause, call);
			return;
		}
		struct string type = node_text(value_schema_get(clause->schema, "type"));
		diagnostics_add(clause->checker->diagnostics, DIAGNOSTIC_CODE_WRONG_OPERAND,
			argument, "\"%.*s\" does not apply to values of type \"%.*s\"",
			STRING_ARGUMENTS(node_text(call.key)), STRING_ARGUMENTS(type));
		return;
	}
}

/* `$value: [ name, … ]` */
static void check_path(const struct clause *clause, struct node path)
{
	/* It is the first member. */
	struct template_checker *checker = (struct template_checker *)clause->checker;
	struct function_path parts = {.arguments = path};
	function_path_follow_value(checker, &parts, clause->schema);
}

static void check_arguments(const struct clause *clause, struct node node, unsigned depth)
{
	struct node_entry call = call_in(node);
	uint32_t count = node_count(node);
	if (depth > DEEPEST)
		return;
	if (string_is(node_text(call.key), "$value")) {
		check_path(clause, call.value);
		return;
	}
	if (!node_is_absent(call.key))
		check_call(clause, call);
	for (uint32_t i = 0; i < count; i++)
		check_arguments(clause,
			node_kind(node) == NODE_MAPPING ? node_entry(node, i).value
							: node_item(node, i),
			depth + 1);
}

/* ---- validation clauses ---- */

void clause_check_validation(
	struct value_checker *checker, struct value_schema schema, struct node validation)
{
	struct clause clause = {.checker = checker, .schema = schema};
	if (node_is_null(validation))
		return;
	size_t before = checker->diagnostics->count;
	clause_check(checker, validation, "validation clause");
	check_names(checker, validation, 0);
	if (checker->diagnostics->count == before &&
		constraint_comparison(checker, schema, &clause.comparison))
		check_arguments(&clause, validation, 0);
}

static void check_schema(struct value_checker *checker, struct value_schema schema, unsigned depth)
{
	static const char *const inner[] = {"entry_schema", "key_schema"};
	clause_check_validation(checker, schema, node_get(schema.definition, "validation"));
	for (size_t i = 0; i < sizeof(inner) / sizeof(*inner) && depth < DEEPEST; i++) {
		struct value_schema entries = {
			schema.where, node_get(schema.definition, inner[i]), NULL};
		if (node_kind(entries.definition) == NODE_MAPPING)
			check_schema(checker, entries, depth + 1);
	}
}

void clause_check_validations(struct value_checker *checker, struct value_schema schema)
{
	check_schema(checker, schema, 0);
}
