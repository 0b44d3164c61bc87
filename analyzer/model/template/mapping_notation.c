#include "analyzer/model/template/mapping_notation.h"

#include "analyzer/language/grammar/versions.h"
#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/grammar/grammar_walker.h"

#include <string.h>

enum {
	MOST_KEYNAMES = 3
};

static const struct notation {
	const char *keyname;
	uint32_t least, most; /* names in the list */
	const char *form;
	const char *keynames[MOST_KEYNAMES]; /* the first one holds the list */
	bool takes_values;                   /* without these keynames, it is a value itself */
} notations[] = {
	{"properties", 1, 3, "[input] or [node, property]", {"mapping", "value"}, true},
	{"attributes", 1, 3, "[node, attribute]", {"mapping"}, true},
	{"capabilities", 2, 2, "[node, capability]", {"mapping", "properties", "attributes"},
		false},
	{"requirements", 2, 2, "[node, requirement]", {"mapping", "properties", "attributes"},
		false},
};

static const struct notation *notation_of(const char *keyname)
{
	for (size_t i = 0; i < sizeof(notations) / sizeof(*notations); i++)
		if (strcmp(notations[i].keyname, keyname) == 0)
			return &notations[i];
	return NULL;
}

static bool has_keyname(const struct notation *notation, struct string name)
{
	for (size_t i = 0; i < MOST_KEYNAMES && notation->keynames[i]; i++)
		if (string_is(name, notation->keynames[i]))
			return true;
	return false;
}

/* Mistakes of the grammar are errors in every version. */
static struct diagnostic *report(struct template_checker *checker, enum diagnostic_code code,
	struct node place, struct string message)
{
	return diagnostics_add(
		checker->values.diagnostics, code, place, "%.*s", STRING_ARGUMENTS(message));
}

static bool check_list(struct template_checker *checker, const struct notation *notation,
	struct string name, struct node list)
{
	struct arena *arena = checker->scope.arena;
	uint32_t count = node_count(list);
	if (node_kind(list) != NODE_SEQUENCE) {
		report(checker, DIAGNOSTIC_CODE_WRONG_SHAPE, list,
			arena_format(arena, "\"%.*s\" must be a list of names, %s, not %s",
				STRING_ARGUMENTS(name), notation->form,
				grammar_node_description(list)));
		return false;
	}
	if (count >= notation->least && count <= notation->most)
		return true;
	template_report(checker, DIAGNOSTIC_CODE_WRONG_ARITY, list, "\"%.*s\" is mapped to %s",
		STRING_ARGUMENTS(name), notation->form);
	return false;
}

static void check_keynames(struct template_checker *checker, const struct notation *notation,
	struct string name, struct node map)
{
	struct arena *arena = checker->scope.arena;
	bool is_mapped = !node_is_null(node_get(map, notation->keynames[0]));
	bool is_old = !(definitions_version_set(checker->scope.version) & VERSIONS_FROM_1_2);
	for (uint32_t i = 0; i < node_count(map); i++) {
		struct node key = node_entry(map, i).key;
		struct string text = node_text(key);
		bool is_known = has_keyname(notation, text);
		if (!is_known && !notation->takes_values)
			report(checker, DIAGNOSTIC_CODE_UNKNOWN_KEYNAME, key,
				arena_format(arena,
					"Unknown keyname \"%.*s\" in the mapping of "
					"\"%.*s\"",
					STRING_ARGUMENTS(text), STRING_ARGUMENTS(name)));
		else if (is_known && is_old)
			template_report(checker, DIAGNOSTIC_CODE_KEYNAME_OF_OTHER_VERSION, key,
				"\"%.*s\" is no keyname of a mapping in %s, only since TOSCA 1.2",
				STRING_ARGUMENTS(text),
				definitions_version_row(checker->scope.version)->name);
		else if (is_known && is_mapped && !string_is(text, notation->keynames[0]))
			report(checker, DIAGNOSTIC_CODE_EXCLUDED_KEYNAME, key,
				arena_format(arena, "A mapping has either \"%s\" or \"%.*s\"",
					notation->keynames[0], STRING_ARGUMENTS(text)));
	}
}

static bool is_long(const struct notation *notation, struct node value)
{
	if (node_kind(value) != NODE_MAPPING || !notation->takes_values)
		return node_kind(value) == NODE_MAPPING;
	for (uint32_t i = 0; i < node_count(value); i++)
		if (has_keyname(notation, node_text(node_entry(value, i).key)))
			return true;
	return false;
}

bool mapping_notation_check(
	struct template_checker *checker, const char *keyname, struct node_entry mapping)
{
	const struct notation *notation = notation_of(keyname);
	struct string name = node_text(mapping.key);
	struct node value = mapping.value;
	if (!notation || version_is_2_0(checker->scope.version) || node_is_null(value))
		return true;
	if (is_long(notation, value)) {
		check_keynames(checker, notation, name, value);
		struct node list = node_get(value, notation->keynames[0]);
		return node_is_null(list) || check_list(checker, notation, name, list);
	}
	if (notation->takes_values && node_kind(value) != NODE_SEQUENCE)
		return true;
	return check_list(checker, notation, name, value);
}
