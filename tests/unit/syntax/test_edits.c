/* Incremental parsing is a shortcut, never a second truth: after any edit the tree is that of
 * a fresh parse, and the opposite edit brings back the text. */
#include "analyzer/syntax/tree/syntax_tree.h"
#include "base/memory.h"
#include "sample_texts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const insertions[] = {"\n", "  ", "a: b\n", " ", "-", "- x", "\"", "'", "{", "}",
	"[", "]", ":", "key:", "\n    key:\n", "# c", " #", "|", ">-\n", "\n\n", "\xc3\xa9",
	"\xf0\x9f\x98\x80", "\t", "---\n", "...\n", "&a ", "*a", "<<: *a", "? ", "x", "\r\n", "\r",
	"null", "    name:\n        type: t\n", "\"a\n  b\"", "%YAML", "\nword\n", "\n  word\n",
	"\n\"", "\n    a b", "\xe2\x80\xa8", "\xc2\x85"};

static struct string whole_text(const struct syntax_tree *tree, struct arena *arena)
{
	return syntax_tree_text(tree, (struct range){0, syntax_tree_length(tree)}, arena);
}

static bool is_inside_character(struct string text, uint32_t offset)
{
	return offset < text.length && ((unsigned char)text.bytes[offset] & 0xc0) == 0x80;
}

static struct text_edit random_edit(struct random *random, struct string text)
{
	uint32_t length = (uint32_t)text.length;
	uint32_t start = random_below(random, length + 1);
	uint32_t end = start;
	struct string inserted = {"", 0};

	if (random_below(random, 3) == 0)
		end += random_below(random, random_below(random, 4) ? 8 : 200);
	if (end > length)
		end = length;
	while (is_inside_character(text, start))
		start--;
	while (is_inside_character(text, end))
		end++;
	if (random_below(random, 4))
		inserted = string_from(
			insertions[random_below(random, sizeof(insertions) / sizeof(*insertions))]);
	return (struct text_edit){{start, end}, inserted};
}

static struct string print_errors(const struct syntax_tree *tree, struct arena *arena)
{
	size_t count;
	const struct syntax_error *errors = syntax_tree_errors(tree, arena, &count);
	struct string text = {"", 0};

	for (size_t i = 0; i < count; i++)
		text = arena_format(arena, "%.*s%d %u-%u (%u) %.*s\n", STRING_ARGUMENTS(text),
			(int)errors[i].kind, errors[i].range.start, errors[i].range.end,
			errors[i].related.start, STRING_ARGUMENTS(errors[i].message));
	return text;
}

static void check_same(struct string text, struct string edited, struct string fresh)
{
	size_t at = 0;

	if (string_equal(edited, fresh))
		return;
	while (edited.bytes[at] == fresh.bytes[at])
		at++;
	while (at > 0 && edited.bytes[at - 1] != '\n')
		at--;
	fprintf(stderr, "text:\n%.*s\nedited: %.200s\nfresh: %.200s", STRING_ARGUMENTS(text),
		edited.bytes + at, fresh.bytes + at);
	fail();
}

static void check_same_places(
	struct random *random, const struct syntax_tree *a, const struct syntax_tree *b)
{
	assert_int_equal(syntax_tree_line_count(a), syntax_tree_line_count(b));
	for (unsigned i = 0; i < 10; i++) {
		uint32_t offset = random_below(random, syntax_tree_length(a) + 1);
		enum position_encoding encoding = random_below(random, 3);
		struct position in_a = syntax_tree_position(a, offset, encoding);
		struct position in_b = syntax_tree_position(b, offset, encoding);
		struct range node_a = node_range(syntax_tree_node_at(a, offset));
		struct range node_b = node_range(syntax_tree_node_at(b, offset));

		assert_int_equal(in_a.line, in_b.line);
		assert_int_equal(in_a.character, in_b.character);
		assert_int_equal(syntax_tree_offset(a, in_a, encoding),
			syntax_tree_offset(b, in_b, encoding));
		assert_int_equal(node_a.start, node_b.start);
		assert_int_equal(node_a.end, node_b.end);
	}
}

/* A text is divided in one way, however it came about. */
static void check_same_sections(const struct syntax_tree *a, const struct syntax_tree *b)
{
	assert_int_equal(syntax_tree_section_count(a), syntax_tree_section_count(b));
	for (uint32_t i = 0; i < syntax_tree_section_count(a); i++)
		assert_int_equal(syntax_tree_section_range(a, i).start,
			syntax_tree_section_range(b, i).start);
}

static void check_as_fresh(
	struct random *random, const struct syntax_tree *tree, struct arena *arena)
{
	struct string text = whole_text(tree, arena);
	struct syntax_tree *fresh = syntax_tree_create(text);

	check_same(text, syntax_tree_print(tree, arena), syntax_tree_print(fresh, arena));
	check_same(text, print_errors(tree, arena), print_errors(fresh, arena));
	check_same_places(random, tree, fresh);
	check_same_sections(tree, fresh);
	syntax_tree_release(fresh);
}

/* Names that keep their meaning: same shape means same places for the same nodes. */
static void check_shape(const struct syntax_tree *before, const struct syntax_tree *after)
{
	if (!syntax_tree_change(after)->same_shape)
		return;
	assert_int_equal(syntax_tree_section_count(before), syntax_tree_section_count(after));
	assert_int_equal(node_count(syntax_tree_root(before)), node_count(syntax_tree_root(after)));
}

static void edit_at_random(struct random *random, struct string text, unsigned edits)
{
	struct syntax_tree *tree = syntax_tree_create(text);

	for (unsigned i = 0; i < edits; i++) {
		struct arena *arena = arena_create();
		struct string before = whole_text(tree, arena);
		struct text_edit edit = random_edit(random, before);
		struct syntax_tree *edited = syntax_tree_edit(tree, edit);
		struct range inserted = {
			edit.range.start, edit.range.start + (uint32_t)edit.text.length};
		struct syntax_tree *undone = syntax_tree_edit(
			edited, (struct text_edit){inserted,
					string_slice(before, edit.range.start, edit.range.end)});

		check_as_fresh(random, edited, arena);
		check_shape(tree, edited);
		assert_true(string_equal(whole_text(undone, arena), before));
		check_as_fresh(random, undone, arena);
		syntax_tree_release(undone);
		syntax_tree_release(tree);
		tree = edited;
		arena_destroy(arena);
		if (i % 30 == 29) { /* back to what is valid */
			syntax_tree_release(tree);
			tree = syntax_tree_create(text);
		}
	}
	syntax_tree_release(tree);
}

static void edits_of_samples(void **state)
{
	struct random *random = *state;

	for (size_t i = 0; i < sample_text_count; i++)
		edit_at_random(random, string_from(sample_texts[i]), 60);
}

static void edits_of_a_service_template(void **state)
{
	struct random *random = *state;
	char *text = sample_service_template(12);

	edit_at_random(random, string_from(text), 300);
	memory_release(text);
}

/* What random edits have found. */
static void edits_that_were_wrong(void **state)
{
	static const struct {
		const char *text;
		struct range replaced;
		const char *inserted;
	} rows[] = {
		/* The value of a key alone is no part of what comes behind its section. */
		{"e:\n  y:\n  - ?  n:\n      t:\n\n  s:\n", {13, 27}, ""},
		/* An anchor ends at a colon, so that what follows is a key. */
		{"a:\n e: &l:e {:\n", {7, 7}, ">-\n"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct arena *arena = arena_create();
		struct syntax_tree *tree = syntax_tree_create(string_from(rows[i].text));
		struct syntax_tree *edited = syntax_tree_edit(
			tree, (struct text_edit){rows[i].replaced, string_from(rows[i].inserted)});

		check_as_fresh(*state, edited, arena);
		syntax_tree_release(edited);
		syntax_tree_release(tree);
		arena_destroy(arena);
	}
}

/* Keys without end inside each other, as they are typed: sections are not divided any further
 * where edits go deeper and deeper. */
static void edits_at_the_bottom(void **state)
{
	enum {
		LEVELS = 120
	};
	struct arena *arena = arena_create();
	struct string text = {"", 0};
	uint32_t middle = 0;

	for (int i = 0; i < LEVELS; i++) {
		text = arena_format(arena, "%.*s%*sa:\n", STRING_ARGUMENTS(text), i, "");
		if (i == LEVELS / 2)
			middle = (uint32_t)text.length - 1;
	}
	struct syntax_tree *tree = syntax_tree_create(text);

	for (uint32_t i = 0; i < 40; i++) {
		struct range place = {middle + i, middle + i + (i % 5 == 4)};
		struct syntax_tree *edited = syntax_tree_edit(
			tree, (struct text_edit){place, string_from(i % 7 == 6 ? "\n" : "x")});

		check_as_fresh(*state, edited, arena);
		syntax_tree_release(tree);
		tree = edited;
	}
	syntax_tree_release(tree);
	arena_destroy(arena);
}

int main(void)
{
	struct random random = random_seeded();
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_prestate(edits_that_were_wrong, &random),
		cmocka_unit_test_prestate(edits_at_the_bottom, &random),
		cmocka_unit_test_prestate(edits_of_samples, &random),
		cmocka_unit_test_prestate(edits_of_a_service_template, &random),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
