/* At every construct that a file can hold, in every version, completion offers exactly the
 * keynames that the tables allow there. */
#include "analyzer/ide/completion.h"
#include "analyzer/ide/markdown.h"
#include "analyzer/ide/place.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

struct search {
	struct arena *arena;
	enum definitions_version version;
	bool seen[CONSTRUCT_TOTAL];
	unsigned checked;
};

static void visit(struct search *search, const struct shape *shape, struct string text, int column);

static bool is_offered(const struct completion *completion, const char *name)
{
	for (size_t i = 0; i < completion->count; i++) {
		if (string_is(completion->items[i].label, name)) {
			return true;
		}
	}
	return false;
}

/* `text` ends where a key of the construct may be typed. */
static void check(struct search *search, enum construct construct, struct string text)
{
	struct syntax_tree *tree = syntax_tree_create(text);
	struct completion_settings settings = {.snippets = true};
	struct completion completion =
		completion_at(tree, NULL, syntax_tree_length(tree), &settings, search->arena);
	const struct keyname_row *row;
	size_t position = 0, expected = 0;
	while ((row = keyname_next(construct, search->version, &position)) != NULL) {
		bool hidden = (row->flags & (KEYNAME_DEPRECATED | KEYNAME_INEFFECTIVE)) != 0;
		bool used = construct == CONSTRUCT_FILE &&
			    strcmp(row->name, "tosca_definitions_version") == 0;
		if (hidden || used ||
			keyname_find(construct, search->version, string_from(row->name)) != row) {
			continue; /* the last: a construct says more about it than its base */
		}
		expected++;
		if (!is_offered(&completion, row->name)) {
			fail_msg("\"%s\" is not offered behind\n%.*s", row->name,
				STRING_ARGUMENTS(text));
		}
	}
	size_t offered = 0; /* values of the short form stand beside them */
	for (size_t i = 0; i < completion.count; i++) {
		offered += completion.items[i].kind == COMPLETION_KEYNAME;
	}
	if (offered != expected) {
		fail_msg("%zu keynames are offered, not %zu, behind\n%.*s", offered, expected,
			STRING_ARGUMENTS(text));
	}
	search->checked++;
	syntax_tree_release(tree);
}

static struct string line(
	struct search *search, struct string text, int column, const char *content)
{
	return arena_format(
		search->arena, "%.*s\n%*s%s", STRING_ARGUMENTS(text), column, "", content);
}

static void visit_construct(
	struct search *search, enum construct construct, struct string text, int column)
{
	if (search->seen[construct]) {
		return;
	}
	search->seen[construct] = true;
	check(search, construct, line(search, text, column, ""));
	const struct keyname_row *row;
	size_t position = 0;
	while ((row = keyname_next(construct, search->version, &position)) != NULL) {
		struct string key = arena_format(search->arena, "%s:", row->name);
		visit(search, row->shape, line(search, text, column, key.bytes), column + 2);
	}
}

static void visit(struct search *search, const struct shape *shape, struct string text, int column)
{
	switch (shape->kind) {
	case SHAPE_CONSTRUCT:
		visit_construct(search, (enum construct)shape->construct, text, column);
		break;
	case SHAPE_MAP:
	case SHAPE_COLLECTION:
		visit(search, shape->element, line(search, text, column, "name:"), column + 2);
		break;
	case SHAPE_NAMED_LIST:
		visit(search, shape->element, line(search, text, column, "- name:"), column + 4);
		break;
	case SHAPE_LIST:
		if (shape->element->kind == SHAPE_CONSTRUCT) {
			visit(search, shape->element, line(search, text, column, "-"), column + 2);
		}
		break;
	case SHAPE_EITHER:
		visit(search, shape->element, text, column);
		visit(search, shape->other, text, column);
		break;
	default:
		break;
	}
}

static void keynames_are_completed_everywhere(void **state)
{
	(void)state;
	for (int i = 0; i < VERSION_COUNT; i++) {
		struct search search = {
			.arena = arena_create(), .version = (enum definitions_version)i};
		struct string text = arena_format(search.arena, "tosca_definitions_version: %s",
			definitions_version_row(search.version)->name);
		visit_construct(&search, CONSTRUCT_FILE, text, 0);
		assert_true(search.checked > 30);
		arena_destroy(search.arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keynames_are_completed_everywhere),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
