/* Publications: telling again what was told before gives the same as telling anew. */
#include "lsp/documents/publication.h"
#include "tests/unit/unit_test.h"

#include <stdio.h>
#include <string.h>

/* A diagnostic for every "x", which says on how many characters it stands; two for "X". */
static struct ide_diagnostics diagnose(const struct syntax_tree *tree, struct arena *arena)
{
	struct range all = {0, syntax_tree_length(tree)};
	struct string text = syntax_tree_text(tree, all, arena);
	struct ide_diagnostic *items = arena_allocate(arena, 2 * text.length, sizeof(*items));
	size_t count = 0;

	for (uint32_t i = 0; i < text.length; i++) {
		uint32_t end = i;

		while (end < text.length && (text.bytes[end] == 'x' || text.bytes[end] == 'X'))
			end++;
		if (end == i)
			continue;
		for (int twice = 0; twice <= (text.bytes[i] == 'X'); twice++)
			items[count++] = (struct ide_diagnostic){.range = {i, end},
				.severity = twice ? IDE_HINT : IDE_ERROR,
				.code = STRING("code"),
				.message = arena_format(arena, "%u \"units\"", end - i),
				.unnecessary = twice};
	}
	return (struct ide_diagnostics){items, count};
}

static struct publication *tell(const struct syntax_tree *tree, const struct publication *previous,
	struct damage damage, enum position_encoding encoding)
{
	struct arena *arena = arena_create();
	struct client client = {.encoding = encoding, .unnecessary_tag = true};
	struct publication *publication = publication_create(&(struct publication_request){
		.diagnostics = diagnose(tree, arena),
		.tree = tree,
		.uri = STRING("file:///a.yaml"),
		.client = &client,
		.previous = previous,
		.damage = damage,
	});

	arena_destroy(arena);
	return publication;
}

static unsigned next_random(unsigned *seed)
{
	*seed = *seed * 1103515245 + 12345;
	return *seed >> 16 & 0x7fff;
}

static uint32_t whole_characters(const struct syntax_tree *tree, uint32_t offset)
{
	struct position position = syntax_tree_position(tree, offset, POSITION_UTF8);

	position.character = syntax_tree_position(tree, offset, POSITION_UTF32).character;
	return syntax_tree_offset(tree, position, POSITION_UTF32);
}

static struct text_edit random_edit(const struct syntax_tree *tree, unsigned *seed)
{
	static const char *const texts[] = {"", "x", "X", "xx\n", "\n", "a", "\n\n", " \xc3\xa4x"};
	uint32_t length = syntax_tree_length(tree);
	uint32_t start = next_random(seed) % (length + 1);
	uint32_t end = start + next_random(seed) % 4;

	/* Editors name whole characters. */
	start = whole_characters(tree, start);
	end = whole_characters(tree, end);
	return (struct text_edit){{start, end < length ? end : length},
		string_from(texts[next_random(seed) % (sizeof(texts) / sizeof(texts[0]))])};
}

static void telling_again_equals_telling_anew(void **state)
{
	unsigned seed = 7;

	(void)state;
	for (int round = 0; round < 300; round++) {
		enum position_encoding encoding = round % 2 ? POSITION_UTF16 : POSITION_UTF8;
		struct syntax_tree *tree =
			syntax_tree_create(STRING("ax\nxXx: b\n\n- xx\n# x\n- X\nx x x\n"));
		struct publication *told = tell(tree, NULL, (struct damage){0}, encoding);

		for (int step = 0; step < 30; step++) {
			struct damage damage = {0};

			for (unsigned edits = next_random(&seed) % 3; edits > 0; edits--) {
				struct text_edit edit = random_edit(tree, &seed);
				struct syntax_tree *next = syntax_tree_edit(tree, edit);

				damage = damage_add(damage, edit);
				syntax_tree_release(tree);
				tree = next;
			}

			struct publication *again = tell(tree, told, damage, encoding);
			struct publication *anew = tell(tree, NULL, (struct damage){0}, encoding);

			assert_true(string_equal(publication_json(again), publication_json(anew)));
			publication_destroy(anew);
			publication_destroy(told);
			told = again;
		}
		publication_destroy(told);
		syntax_tree_release(tree);
	}
}

static void an_edit_writes_what_it_touches(void **state)
{
	char text[2000] = "";
	struct syntax_tree *tree, *next;
	struct publication *told, *again;
	struct text_edit edit = {{500, 500}, STRING("# \n")};

	(void)state;
	for (int i = 0; i < 200; i++)
		strcat(text, "x: x\n");
	tree = syntax_tree_create(string_from(text));
	told = tell(tree, NULL, (struct damage){0}, POSITION_UTF16);
	assert_int_equal(publication_written(told), 400);
	next = syntax_tree_edit(tree, edit);
	again = tell(next, told, damage_add((struct damage){0}, edit), POSITION_UTF16);
	assert_int_equal(publication_written(again), 0);
	publication_destroy(told);
	publication_destroy(again);
	syntax_tree_release(tree);
	syntax_tree_release(next);
}

/* The lines of the damage. */
static struct range lines_of(const struct syntax_tree *tree, struct damage damage)
{
	uint32_t first = syntax_tree_position(tree, damage.start, POSITION_UTF8).line;
	uint32_t last = syntax_tree_position(tree, damage.new_end, POSITION_UTF8).line;

	return (struct range){
		syntax_tree_line(tree, first).start, syntax_tree_line(tree, last).end};
}

static bool tells_in(const struct syntax_tree *tree, struct range lines)
{
	struct arena *arena = arena_create();
	struct ide_diagnostics found = diagnose(tree, arena);
	bool tells = false;

	for (size_t i = 0; i < found.count; i++)
		tells |= found.items[i].range.start <= lines.end &&
			 found.items[i].range.end >= lines.start;
	arena_destroy(arena);
	return tells;
}

/* Where nothing is found in what was edited, what stays is what is told anew. */
static void what_stays_equals_what_is_told_anew(void **state)
{
	unsigned seed = 11;
	size_t stayed = 0;

	(void)state;
	for (int round = 0; round < 3000; round++) {
		struct syntax_tree *tree = syntax_tree_create(
			STRING("ax\n# b b b\nxXx: b\n# cc\n- xx\n# a\n- X\n\nx x x\n"));
		struct publication *told = tell(tree, NULL, (struct damage){0}, POSITION_UTF16);

		for (int step = 0; step < 4; step++) {
			struct text_edit edit = random_edit(tree, &seed);
			struct syntax_tree *next = syntax_tree_edit(tree, edit);
			struct publication_move move = {.tree = next,
				.damage = damage_add((struct damage){0}, edit),
				.encoding = POSITION_UTF16};
			struct publication *anew;

			move.touched = lines_of(next, move.damage);
			anew = tell(next, NULL, (struct damage){0}, POSITION_UTF16);
			if (publication_stays(told, &move) && !tells_in(next, move.touched)) {
				stayed++;
				assert_true(string_equal(
					publication_json(told), publication_json(anew)));
				publication_follow(told, &move);
				publication_destroy(anew);
			} else {
				publication_destroy(told);
				told = anew;
			}
			syntax_tree_release(tree);
			tree = next;
		}
		publication_destroy(told);
		syntax_tree_release(tree);
	}
	assert_true(stayed > 500);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(telling_again_equals_telling_anew),
		cmocka_unit_test(an_edit_writes_what_it_touches),
		cmocka_unit_test(what_stays_equals_what_is_told_anew),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
