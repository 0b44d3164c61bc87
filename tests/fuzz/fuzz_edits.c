/* Edits of a service template and of a file that it imports, one after the other: what is kept from
 * one revision to the next says what making everything anew says (presence, explanations, problems,
 * resolved templates, symbols, tokens, links, lenses), and places are where they are in a new tree.
 *
 * The input is the template, a byte 0xff, the file "types.yaml", a byte 0xff, and edits: a byte
 * whose lowest bit is set where the imported file is meant, two bytes of offset, one of how many
 * bytes go, one of how many come, these bytes. */
#include "analyzer/ide/cursor/cursor.h"
#include "analyzer/ide/diagnostics/document_facts.h"
#include "analyzer/ide/views/verification.h"
#include "analyzer/model/types/type_store.h"
#include "base/memory.h"
#include "tests/fuzz/parts.h"

#include <stdio.h>
#include <stdlib.h>

enum {
	MOST_EDITS = 12,
	LONGEST_INSERTION = 40
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct state {
	struct syntax_tree *trees[2]; /* of the template and of the imported file */
	struct files files;
	struct analysis *analysis;
	struct document_facts *facts;
	struct document_views *views;
};

static struct syntax_tree *read_tree(void *context, struct string path)
{
	struct state *state = context;

	return string_equal(path, STRING("/types.yaml")) ? syntax_tree_retain(state->trees[1])
							 : NULL;
}

static bool is_same_place(const struct cursor *a, const struct cursor *b)
{
	bool is_same = a->place == b->place && a->path_length == b->path_length &&
		       a->replace.start == b->replace.start && a->replace.end == b->replace.end;

	for (size_t i = 0; is_same && i < a->path_length; i++)
		is_same = a->path[i].index == b->path[i].index &&
			  (a->path[i].index >= 0 || string_equal(a->path[i].key, b->path[i].key));
	return is_same;
}

/* Where a place of a text without errors is does not depend on how the text came to be. */
static void check_cursors(const struct syntax_tree *tree)
{
	struct arena *arena = arena_create();
	uint32_t length = syntax_tree_length(tree);
	struct string text = syntax_tree_text(tree, (struct range){0, length}, arena);
	struct syntax_tree *fresh = syntax_tree_create(text);
	size_t errors;

	syntax_tree_errors(fresh, arena, &errors);
	for (uint32_t offset = 0; errors == 0 && offset <= length; offset += 1 + length / 64) {
		struct cursor kept = cursor_at(tree, offset, arena);
		struct cursor anew = cursor_at(fresh, offset, arena);

		if (!is_same_place(&kept, &anew)) {
			fprintf(stderr, "the cursor at %u is elsewhere\n%.*s\n", offset,
				STRING_ARGUMENTS(text));
			abort();
		}
	}
	syntax_tree_release(fresh);
	arena_destroy(arena);
}

/* Everything for the trees as they are, from what there was for those before. */
static void renew(struct state *state, bool files_are_same)
{
	static const struct analysis_settings settings = {0};
	struct arena *arena = arena_create();
	struct analysis_request request = {.tree = state->trees[0],
		.path = STRING("/template.yaml"),
		.files = &state->files,
		.settings = &settings,
		.previous = state->analysis,
		.files_are_same = files_are_same};
	struct analysis *analysis = analysis_create(&request);
	struct document_facts *facts = document_facts_create(state->trees[0], state->facts);
	struct document_views *views =
		document_views_create(state->trees[0], state->views, POSITION_UTF16);
	struct verification kept = {
		.diagnostics = {.analysis = analysis, .facts = facts, .most_of_a_code = UINT32_MAX},
		.views = views,
		.views_before = state->views,
		.encoding = POSITION_UTF16};
	struct string difference = verification_difference(&kept, &request, arena);

	if (difference.length) {
		struct range all = {0, syntax_tree_length(state->trees[0])};
		struct string text = syntax_tree_text(state->trees[0], all, arena);

		fprintf(stderr, "an edit left %.*s\n--- text\n%.*s\n", STRING_ARGUMENTS(difference),
			STRING_ARGUMENTS(text));
		abort();
	}
	analysis_release(state->analysis);
	document_facts_release(state->facts);
	document_views_release(state->views);
	state->analysis = analysis;
	state->facts = facts;
	state->views = views;
	arena_destroy(arena);
}

static void edit(struct state *state, struct parts *parts)
{
	bool is_imported = next_byte(parts) & 1;
	struct syntax_tree **tree = &state->trees[is_imported];
	uint32_t offset = next_byte(parts);

	offset |= next_byte(parts) << 8;

	uint32_t removed = next_byte(parts);
	uint32_t inserted = next_byte(parts) % LONGEST_INSERTION;
	uint32_t start = offset % (syntax_tree_length(*tree) + 1);

	if (inserted > parts->size - parts->at)
		inserted = (uint32_t)(parts->size - parts->at);

	char bytes[LONGEST_INSERTION];
	struct string text = {(const char *)parts->data + parts->at, inserted};
	struct syntax_tree *next = syntax_tree_edit(
		*tree, (struct text_edit){{start, start + removed}, in_ascii(text, bytes)});

	parts->at += inserted;
	syntax_tree_release(*tree);
	*tree = next;
	check_cursors(next);
	renew(state, !is_imported);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct parts parts = {data, size, 0};
	struct state state = {0};

	for (size_t i = 0; i < 2; i++) {
		struct string text = next_text(&parts);
		char *bytes = memory_allocate(text.length, 1);

		state.trees[i] = syntax_tree_create(in_ascii(text, bytes));
		memory_release(bytes);
	}
	state.files =
		(struct files){.context = &state, .read = read_tree, .types = type_store_create()};
	renew(&state, false);
	for (size_t i = 0; i < MOST_EDITS && parts.at < size; i++)
		edit(&state, &parts);
	analysis_release(state.analysis);
	document_facts_release(state.facts);
	document_views_release(state.views);
	type_store_destroy(state.files.types);
	for (size_t i = 0; i < 2; i++)
		syntax_tree_release(state.trees[i]);
	return 0;
}
