/* Without marks, for every fixture: each feature answers at any place of the text, and
 * completion in what is left when the text ends there. */
#include "analyzer/ide/completion/completion.h"
#include "analyzer/ide/hover/hover.h"
#include "analyzer/ide/hover/signature.h"
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
