#include "analyzer/model/functions/function_name.h"

#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/functions/function_definition.h"

#include <string.h>

enum {
	SHORTEST_MISSPELLED = 5, /* "$nand" or "$add" are other names than "$and" */
	SHORTEST_CUT = 2, /* a letter is missing or doubled, or two have changed places: "$equl" */
};

/* Simple Profile, section "Constraint clause definition": what has no function of its name. */
static bool is_constraint_of_1_x(struct string name)
{
	static const char *const constraints[] = {
		"in_range", "max_length", "min_length", "pattern", "schema"};
	for (size_t i = 0; i < sizeof(constraints) / sizeof(*constraints); i++)
		if (string_is(name, constraints[i]))
			return true;
	return false;
}

/* "<namespace>:", or nothing. */
static struct string prefix_of(struct string name)
{
	size_t colon = name.length;
	while (colon > 0 && name.bytes[colon - 1] != ':')
		colon--;
	return string_slice(name, 0, colon);
}

static bool may_come_from_elsewhere(const struct types *types, struct string prefix)
{
	size_t count;
	const struct import_failure *failures = types_import_failures(types, &count);
	for (size_t i = 0; i < count; i++)
		if (string_equal(failures[i].prefix, prefix) &&
			failures[i].problem != IMPORT_IS_CYCLIC)
			return true;
	return false;
}

/* ---- what was meant ---- */

static void offer_functions(struct suggestion *suggestion, struct arena *arena,
	const struct syntax_tree *tree, struct string prefix)
{
	struct node functions = node_get(syntax_tree_root(tree), "functions");
	for (uint32_t i = 0; i < node_count(functions) && suggestion_wants_more(suggestion); i++)
		suggestion_offer(suggestion,
			arena_format(arena, "$%.*s%.*s", STRING_ARGUMENTS(prefix),
				STRING_ARGUMENTS(node_text(node_entry(functions, i).key))));
}

static struct string nearest(struct template_checker *checker, const struct function_call *call)
{
	struct arena *arena = checker->scope.arena;
	const struct types *types = checker->scope.types;
	struct suggestion suggestion =
		suggestion_for(arena_format(arena, "$%.*s", STRING_ARGUMENTS(call->name)));
	struct imported_file file;
	size_t position = 0;
	size_t count;
	const struct function_row *rows = function_rows(&count);
	for (size_t i = 0; i < count; i++)
		if (rows[i].versions & definitions_version_set(checker->scope.version))
			suggestion_offer(&suggestion, arena_format(arena, "$%s", rows[i].name));
	offer_functions(&suggestion, arena, types_tree(types), STRING(""));
	while (types_next_imported_file(types, &position, &file))
		offer_functions(&suggestion, arena, file.tree, file.prefix);
	return suggestion.distance <= 1 || prefix_of(call->name).length ? suggestion.best
									: STRING("");
}

/* Of a short name: whether it has the letters of the other one, in lower case or upper, or all but
 * one of them. */
static bool is_cut(struct string name, struct string meant)
{
	unsigned letters[256] = {0};
	if (name.length < SHORTEST_CUT || name.length > meant.length)
		return false;
	for (size_t i = 0; i < meant.length; i++)
		letters[(unsigned char)meant.bytes[i]]++;
	for (size_t i = 0; i < name.length; i++)
		if (letters[(unsigned char)string_lower(name.bytes[i])]-- == 0)
			return false;
	return true;
}

/* "$joiin" and "$ands" */
static bool has_another_letter(struct string name, struct string meant)
{
	size_t same = 0;
	while (same < meant.length && same < name.length && name.bytes[same] == meant.bytes[same])
		same++;
	return name.length == meant.length + 1 && same > 0 &&
	       (name.bytes[same] == name.bytes[same - 1] || string_ends_with(name, "s")) &&
	       string_equal(string_slice(name, same + 1, name.length),
		       string_slice(meant, same, meant.length));
}

static struct diagnostic *report(
	struct template_checker *checker, const struct function_call *call, struct string meant)
{
	struct string hint = suggestion_text(checker, meant);
	struct diagnostic *diagnostic = template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_REFERENCE,
		call->key, "Unknown function \"%.*s\"%.*s", STRING_ARGUMENTS(node_text(call->key)),
		STRING_ARGUMENTS(hint));
	diagnostic->replacement = arena_copy(checker->values.diagnostics->arena, meant);
	return diagnostic;
}

static bool is_prefix(const struct types *types, struct string prefix)
{
	struct imported_file file;
	size_t position = 0;
	while (types_next_imported_file(types, &position, &file))
		if (string_equal(file.prefix, prefix))
			return true;
	return false;
}

void function_name_check(struct template_checker *checker, const struct function_call *call)
{
	const struct types *types = checker->scope.types;
	struct string prefix = prefix_of(call->name);
	struct function_definition found;
	if (!version_is_2_0(checker->scope.version) ||
		function_definition_find(types_tree(types), types, call->name, &found) ||
		may_come_from_elsewhere(types, prefix))
		return;
	if (prefix.length && !is_prefix(types, prefix)) {
		template_report(checker, DIAGNOSTIC_CODE_UNKNOWN_REFERENCE, call->key,
			"Unknown function \"%.*s\": no import has the namespace \"%.*s\"",
			STRING_ARGUMENTS(node_text(call->key)), (int)prefix.length - 1,
			prefix.bytes);
		return;
	}
	struct string meant = nearest(checker, call);
	struct string name = string_slice(meant, meant.length > 0, meant.length);
	if (call->name.length < SHORTEST_MISSPELLED && !is_cut(call->name, name) &&
		!has_another_letter(call->name, name))
		meant = STRING("");
	bool is_in_clause = checker->validated && !node_is_absent(call->arguments);
	if (prefix.length || is_in_clause || is_constraint_of_1_x(call->name))
		report(checker, call, meant);
	else if (meant.length)
		report(checker, call, meant)->severity = DIAGNOSTIC_WARNING;
}
