/* Renaming and renaming back is the identity, whatever is renamed to whatever.
 *
 *     test_rename TEMPLATE FOLDER PREFIX
 *
 * At random places of the template and of the files in FOLDER whose names begin with PREFIX.
 * VTOSCA_SEED repeats a run. */
#include "tests/unit/ide/fixture.h"
#include "tests/unit/ide/workspace.h"

#include <stdio.h>
#include <stdlib.h>

enum {
	ROUNDS = 60
};

static uint64_t state;

static uint32_t chance(uint32_t below)
{
	state = state * UINT64_C(6364136223846793005) + 1442695040888963407U;
	return (uint32_t)(state >> 33) % below;
}

/* Names that are plain everywhere, in block style only, nowhere, or hard to escape. */
static struct string random_name(struct arena *arena)
{
	static const char *const pieces[] = {"a", "Name", "_", "-", ".", " ", ",", "[", "}", ": ",
		" #", "'", "\"", "\\", "12", "true", "~", "&", "*", "!", "%", "@", "\xc3\xbc",
		"\xf0\x9f\x98\x80", "null", "=", "?", "<<"};
	struct string name = {"", 0};
	for (uint32_t left = 1 + chance(4); left > 0; left--) {
		const char *piece = pieces[chance(sizeof(pieces) / sizeof(*pieces))];
		name = arena_format(arena, "%.*s%s", STRING_ARGUMENTS(name), piece);
	}
	return name;
}

static bool is_same(const struct workspace *a, const struct workspace *b)
{
	for (size_t i = 0; i < a->count; i++)
		if (!string_equal(a->texts[i], b->texts[i]))
			return false;
	return true;
}

static void print_differences(const struct workspace *before, const struct workspace *renamed,
	const struct workspace *again)
{
	for (size_t i = 0; i < before->count; i++) {
		if (!string_equal(before->texts[i], again->texts[i])) {
			fprintf(stderr, "%.*s\n---- and back:\n%.*s\n",
				STRING_ARGUMENTS(renamed->texts[i]),
				STRING_ARGUMENTS(again->texts[i]));
		}
	}
}

/* A place of the new name within the first edit. */
static uint32_t place_within(const struct known_file *file, const struct rename_edit *edit,
	struct string name, struct arena *arena)
{
	uint32_t offset = edit->edit.range.start;
	for (uint32_t i = 0; i <= edit->edit.text.length; i++) {
		struct rename_subject subject = rename_prepare(file, offset + i, arena);
		if (string_equal(subject.name, name))
			return offset + i;
	}
	return offset;
}

/* The first edit that the file has after renaming leads back. */
static bool check_back(struct workspace *workspace, const struct rename *rename, struct string old,
	struct string name)
{
	struct workspace *renamed = workspace_rename(workspace, rename);
	struct known_files all = workspace_files(renamed);
	size_t file = 0;
	while (renamed->items[file].path.bytes != rename->edits[0].path.bytes &&
		!string_equal(renamed->items[file].path, rename->edits[0].path))
		file++;
	const struct known_file *first = &renamed->items[file];
	uint32_t offset = place_within(first, &rename->edits[0], name, workspace->arena);
	struct rename back = rename_edits(first, &all, offset, old, workspace->arena);
	struct workspace *again = workspace_rename(renamed, &back);
	bool same = is_same(again, workspace);
	if (!same) {
		fprintf(stderr, "\"%.*s\" to \"%.*s\" and back: %.*s\n", STRING_ARGUMENTS(old),
			STRING_ARGUMENTS(name), STRING_ARGUMENTS(back.error));
		print_differences(workspace, renamed, again);
	}
	workspace_close(again);
	workspace_close(renamed);
	return same;
}

/* Whether it was refused, or can be undone. */
static bool check_once(struct workspace *workspace, size_t *renamed)
{
	uint32_t file = chance((uint32_t)workspace->count);
	const struct known_file *known = &workspace->items[file];
	uint32_t offset = chance(syntax_tree_length(known->tree) + 1);
	struct rename_subject subject = rename_prepare(known, offset, workspace->arena);
	if (subject.name.length == 0 || subject.error.length > 0)
		return true;
	struct string name = random_name(workspace->arena);
	struct known_files all = workspace_files(workspace);
	struct rename rename = rename_edits(known, &all, offset, name, workspace->arena);
	if (rename.error.length > 0)
		return true;
	++*renamed;
	return rename.count > 0 && check_back(workspace, &rename, subject.name, name);
}

int main(int argc, char **argv)
{
	const char *seed = getenv("VTOSCA_SEED");
	struct arena *arena = arena_create();
	struct string text;
	size_t renamed = 0;
	int failures = 0;
	if (argc != 4 || !fixture_read(arena, argv[1], &text)) {
		fprintf(stderr, "usage: %s TEMPLATE FOLDER PREFIX\n", argv[0]);
		return 2;
	}
	state = seed ? strtoull(seed, NULL, 10) : 1;
	printf("seed %llu\n", (unsigned long long)state);
	struct workspace *workspace =
		workspace_open(arena, string_from(argv[1]), text, string_from(argv[2]), argv[3]);
	/* A few places at random may all be without a name. */
	for (int i = 0; i < ROUNDS || (renamed == 0 && i < 100 * ROUNDS); i++)
		failures += !check_once(workspace, &renamed);
	printf("%zu names, %d failures\n", renamed, failures);
	workspace_close(workspace);
	arena_destroy(arena);
	return failures > 0 || renamed == 0;
}
