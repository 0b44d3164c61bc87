/* Sections of an earlier tree are found where they stand after entries have come and gone. */
#include "analyzer/syntax/tree/section_moves.h"
#include "tests/unit/unit_test.h"

#include <string.h>

static const char before[] = "one: 1\ntwo: 2\nthree: 3\nfour: 4\nfive: 5\nsix: 6\n"
			     "seven: 7\neight: 8\nnine: 9\nten: 10\neleven: 11\n";

static struct syntax_tree *edited(const struct syntax_tree *tree, const char *old, const char *new)
{
	struct arena *arena = arena_create();
	struct range all = {0, syntax_tree_length(tree)};
	struct string text = arena_copy(arena, syntax_tree_text(tree, all, arena));
	uint32_t place = (uint32_t)(strstr(text.bytes, old) - text.bytes);
	struct syntax_tree *result = syntax_tree_edit(
		tree, (struct text_edit){{place, place + (uint32_t)strlen(old)}, string_from(new)});

	arena_destroy(arena);
	return result;
}

/* What both trees share is found where it stands now, and nothing else in its place. */
static void assert_moved(const struct syntax_tree *tree, const struct syntax_tree *now)
{
	struct section_moves moves = {0};
	unsigned shared = 0;
	struct node old = syntax_tree_root(tree), root = syntax_tree_root(now);

	assert_true(section_moves_find(&moves, tree, now));
	for (uint32_t i = 0; i < node_count(old); i++) {
		struct node_entry entry = node_entry(old, i);
		struct node_entry found = node_find(root, node_text(entry.key));
		struct node key = section_moves_node(&moves, now, entry.key.reference);
		struct node value = section_moves_node(&moves, now, entry.value.reference);
		bool is_shared = !node_is_absent(found.key) &&
				 syntax_tree_shares_section(tree, entry.key.reference.section, now,
					 found.key.reference.section);

		assert_true(node_is_absent(key) ? !is_shared : !node_is_absent(value));
		if (is_shared) {
			assert_true(node_equal_place(key, found.key));
			assert_true(node_equal_place(value, found.value));
			shared++;
		}
	}
	assert_true(shared >= 2);
	section_moves_finish(&moves);
}

static void after_edits(const char *const edits[][2], size_t count)
{
	struct syntax_tree *tree = syntax_tree_create(string_from(before));
	struct syntax_tree *now = syntax_tree_retain(tree);

	for (size_t i = 0; i < count; i++) {
		struct syntax_tree *next = edited(now, edits[i][0], edits[i][1]);

		syntax_tree_release(now);
		now = next;
		assert_moved(tree, now);
	}
	syntax_tree_release(now);
	syntax_tree_release(tree);
}

static void sections_come(void **state)
{
	static const char *const edits[][2] = {{"three: 3\n", "a: 1\nb: 2\nthree: 3\n"},
		{"one: 1\n", "c: 0\none: 1\n"}, {"six: 6\n", "six: 6\nd: 7\n"}};

	(void)state;
	after_edits(edits, sizeof(edits) / sizeof(*edits));
}

static void sections_go(void **state)
{
	static const char *const edits[][2] = {
		{"three: 3\nfour: 4\n", ""}, {"one: 1\n", ""}, {"six: 6\n", ""}};

	(void)state;
	after_edits(edits, sizeof(edits) / sizeof(*edits));
}

static void sections_come_and_go(void **state)
{
	static const char *const edits[][2] = {{"five: 5\n", ""}, {"two: 2\n", "two: 2\nx: 1\n"},
		{"six: 6\n", "y: 1\nz: 2\nsix: 6\n"}};

	(void)state;
	after_edits(edits, sizeof(edits) / sizeof(*edits));
}

/* As many as before: those that have changed stand where they stood. */
static void sections_change(void **state)
{
	struct syntax_tree *tree = syntax_tree_create(string_from(before));
	struct syntax_tree *now = edited(tree, "three: 3", "other: 9");
	struct section_moves moves = {0};

	(void)state;
	assert_true(section_moves_find(&moves, tree, now));
	for (uint32_t i = 0; i < syntax_tree_section_count(tree); i++)
		assert_int_equal(section_moves_now(&moves, i), i);
	section_moves_finish(&moves);
	syntax_tree_release(now);
	syntax_tree_release(tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sections_come),
		cmocka_unit_test(sections_go),
		cmocka_unit_test(sections_come_and_go),
		cmocka_unit_test(sections_change),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
