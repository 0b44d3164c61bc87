/* Without marks, for every fixture: each feature answers at any place of the text, and
 * completion in what is left when the text ends there. */
#include "analyzer/ide/completion/completion.h"
#include "analyzer/ide/hover/hover.h"
#include "analyzer/ide/hover/signature.h"
#include "analyzer/ide/names/mention.h"
#include "analyzer/ide/names/navigation.h"
#include "analyzer/ide/views/selection.h"
#include "tests/unit/ide/fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum {
	STRIDE = 13 /* every place would take minutes */
};

/* Mentions are looked for in fewer places than there are, but found. */
static void find_again(const struct known_file *file, uint32_t offset, struct range name,
	const struct meaning *meaning, struct arena *arena)
{
	struct mentions found = mentions_of(file, meaning, arena);
	bool is_found = false;
	for (size_t i = 0; i < found.count; i++)
		is_found = is_found || (found.items[i].range.start == name.start &&
					       found.items[i].range.end == name.end);
	if (!is_found)
		fail_msg("offset %u: what is named there is mentioned in %zu places, not there",
			offset, found.count);
}

static void find_mentions(const struct known_file *file, uint32_t offset, struct arena *arena)
{
	struct mention mention;
	if (!mention_at(file, offset, arena, &mention))
		return;
	if (mention.has_element)
		find_again(file, offset, mention.range, &mention.element, arena);
	if (mention.has_member)
		find_again(file, offset, mention.range, &mention.member, arena);
}

static void ask(const struct syntax_tree *tree, const struct analysis *analysis, uint32_t offset)
{
	struct arena *arena = arena_create();
	struct completion_settings settings = {.snippets = true};
	size_t count = 0;
	completion_at(tree, analysis, offset, &settings, arena);
	struct hover hover = hover_at(tree, analysis, offset, arena);
	assert_true(hover.range.start <= hover.range.end);
	signature_at(tree, analysis, offset, arena);
	struct known_file file = {tree, STRING("template.yaml"), analysis_types(analysis)};
	navigation_references(&file, NULL, offset, arena, &count);
	find_mentions(&file, offset, arena);
	selection_ranges(tree, offset, arena, &count);
	assert_true(count > 0);
	arena_destroy(arena);
}

void check_everywhere(struct fixture *fixture)
{
	for (uint32_t offset = 0; offset <= fixture->text.length; offset += STRIDE) {
		ask(fixture->tree, fixture->analysis, offset);
		struct syntax_tree *begun =
			syntax_tree_create(string_slice(fixture->text, 0, offset));
		ask(begun, NULL, offset);
		syntax_tree_release(begun);
	}
}
