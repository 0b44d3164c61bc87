/* `# supertypes: a` and `# subtypes: a, b` are the types above and below the one at the cursor, by
 * name; `# decided by: a, b 2` is what the conditions of the element at the cursor use, with the
 * number of places if there are several, and `# decides: a, b` whose conditions use it. */
#include "analyzer/ide/names/call_hierarchy.h"
#include "analyzer/ide/names/type_hierarchy.h"
#include "analyzer/ide/text/markdown.h"
#include "tests/unit/ide/workspace.h"

#include <stdlib.h>

static int compare_words(const void *left, const void *right)
{
	return string_compare(*(const struct string *)left, *(const struct string *)right);
}

static void compare(struct fixture *fixture, const struct fixture_expectation *expectation,
	struct string *words, size_t count)
{
	struct markdown text = markdown_in(fixture->arena);
	if (count > 0)
		qsort(words, count, sizeof(*words), compare_words);
	for (size_t i = 0; i < count; i++)
		markdown_add(&text, "%s%.*s", i > 0 ? ", " : "", STRING_ARGUMENTS(words[i]));
	struct string found = count > 0 ? markdown_text(&text) : STRING("nothing");
	if (!string_equal(found, expectation->text))
		fixture_fail(fixture, expectation->line, "it is: %.*s", STRING_ARGUMENTS(found));
}

static void check_types(struct fixture *fixture, const struct fixture_expectation *expectation)
{
	struct workspace *workspace = workspace_of(fixture);
	struct known_files all = workspace_files(workspace);
	const struct known_file *file = &workspace->items[0];
	struct found_types types =
		type_hierarchy_at(file, fixture->cursors[expectation->cursor], fixture->arena);
	struct string *words = NULL;
	size_t count = 0, capacity = 0;
	for (size_t i = 0; i < types.count; i++) {
		const struct type *type = types.items[i];
		struct found_types found = {&type->parent, type->parent != NULL};
		if (string_is(expectation->feature, "subtypes"))
			found = type_hierarchy_subtypes(file, &all, type, fixture->arena);
		for (size_t j = 0; j < found.count; j++) {
			words = arena_reserve(
				fixture->arena, words, count, &capacity, sizeof(*words));
			words[count++] = found.items[j]->name;
		}
		if (type_hierarchy_find(file, &all, type->kind, type_path(type), type->name) !=
			type)
			fixture_fail(fixture, expectation->line, "the type is not found again");
	}
	compare(fixture, expectation, words, count);
	workspace_close(workspace);
}

static void check_decisions(struct fixture *fixture, const struct fixture_expectation *expectation)
{
	struct arena *arena = fixture->arena;
	struct deciders deciders =
		call_hierarchy_at(fixture->tree, fixture->cursors[expectation->cursor], arena);
	struct string *words = NULL;
	size_t count = 0, capacity = 0;
	for (size_t i = 0; i < deciders.count; i++) {
		const struct decider *decider =
			call_hierarchy_find(fixture->tree, &deciders.items[i], arena);
		bool outgoing = string_is(expectation->feature, "decided");
		struct decisions found =
			outgoing ? call_hierarchy_outgoing(fixture->tree, decider, arena)
				 : call_hierarchy_incoming(fixture->tree, decider, arena);
		for (size_t j = 0; j < found.count; j++) {
			struct string name = found.items[j].other.name;
			words = arena_reserve(arena, words, count, &capacity, sizeof(*words));
			words[count++] =
				found.items[j].place_count == 1
					? name
					: arena_format(arena, "%.*s %zu", STRING_ARGUMENTS(name),
						  found.items[j].place_count);
		}
	}
	compare(fixture, expectation, words, count);
}

void check_hierarchies(struct fixture *fixture)
{
	for (size_t i = 0; i < fixture->expectation_count; i++) {
		const struct fixture_expectation *expectation = &fixture->expectations[i];
		struct string feature = expectation->feature;
		if (string_is(feature, "supertypes") || string_is(feature, "subtypes"))
			check_types(fixture, expectation);
		else if (string_is(feature, "decided") || string_is(feature, "decides"))
			check_decisions(fixture, expectation);
	}
}
