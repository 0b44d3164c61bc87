/* What the checks of values share. */
#include "analyzer/model/values/value_check.h"

#include "analyzer/language/grammar/functions.h"
#include "analyzer/model/grammar/grammar_walker.h"

struct pattern_cache *value_checker_patterns(struct value_checker *checker)
{
	if (!checker->patterns)
		checker->patterns = pattern_cache_create();
	return checker->patterns;
}

/* TOSCA 2.0: a call has to be alone in its map, which is reported where it is not. */
static bool has_call(enum definitions_version version, struct node map)
{
	uint32_t count = node_count(map);
	for (uint32_t i = 0; i < count; i++)
		if (function_called(version, node_text(node_entry(map, i).key)).length)
			return true;
	return false;
}

bool value_is_computed(enum definitions_version version, struct node node)
{
	static const char *const functions[] = {"concat", "token", "join", "eval", "ref",
		"template", "q", "abspath", "lookup", "sensitive", "to_env", "select"};
	/* "Any string starting with a $ (dollar sign) character will be interpreted as a function
	 * call", and "$$" is for text that begins so (TOSCA 2.0, section "Function syntax"). */
	if (node_kind(node) == NODE_SCALAR && version_is_2_0(version))
		return node_is_string(node) && function_called(version, node_text(node)).length;
	/* Templates of Jinja, as Unfurl and others use them. */
	if (node_kind(node) == NODE_SCALAR)
		return node_is_string(node) && string_starts_with(node_text(node), "{{");
	if (node_kind(node) != NODE_MAPPING || node_count(node) == 0)
		return false;
	struct string name = node_text(node_entry(node, 0).key);
	/* A credential has a property of this name. */
	if (string_is(name, "token") && node_kind(node_entry(node, 0).value) != NODE_SEQUENCE)
		return false;
	if (version_is_2_0(version))
		return has_call(version, node);
	/* Beside others, what is called like a function is a part. Unfurl has more beside `eval`.
	 */
	if (node_count(node) > 1 && function_find(version, name) && !string_is(name, "eval"))
		return false;
	if (string_starts_with(name, "get_"))
		return true;
	for (size_t i = 0; i < sizeof(functions) / sizeof(*functions); i++)
		if (string_is(name, functions[i]))
			return true;
	return false;
}

void value_report(struct value_checker *checker, struct node key, struct node value,
	struct string name, const char *expected)
{
	struct node place = node_is_null(value) && !node_is_absent(key) ? key : value;
	const char *found = grammar_node_description(value);
	double lower = node_number(node_item(value, 0));
	double upper = node_number(node_item(value, 1));
	bool is_of_kind = string_starts_with(string_from(expected), found) ||
			  (node_scalar_type(value) == SCALAR_BOOLEAN &&
				  string_is(string_from(expected), "true or false"));
	if (node_kind(value) == NODE_SEQUENCE && node_count(value) == 2 && lower > upper)
		found = arena_format(checker->diagnostics->arena,
			"one whose lower bound %g is above the upper bound %g", lower, upper)
				.bytes;
	else if (is_of_kind && node_kind(value) == NODE_SCALAR) /* of the kind, and yet not one */
		found = arena_format(
			checker->diagnostics->arena, "\"%.*s\"", STRING_ARGUMENTS(node_text(value)))
				.bytes;
	diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_WRONG_VALUE, place,
		"\"%.*s\" must be %s, not %s", STRING_ARGUMENTS(name), expected, found);
}
