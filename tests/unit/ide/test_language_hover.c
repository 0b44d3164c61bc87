/* Whatever the language tables list is explained where it stands: every operator, function and
 * option in every version. (Keynames are visited by `test_keyname_completion.c`.) */
#include "analyzer/ide/hover/hover.h"
#include "analyzer/language/grammar/functions.h"
#include "analyzer/language/variability/operators.h"
#include "analyzer/language/variability/options.h"
#include "analyzer/syntax/tree/syntax_tree.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* The pointer is at the end of `head`; `tail` makes the text complete. */
static void expect_summary(
	const char *version, struct string head, const char *tail, const char *summary)
{
	struct arena *arena = arena_create();
	struct string begin = arena_format(
		arena, "tosca_definitions_version: %s\n%.*s", version, STRING_ARGUMENTS(head));
	struct string text = arena_format(arena, "%.*s%s\n", STRING_ARGUMENTS(begin), tail);
	struct syntax_tree *tree = syntax_tree_create(text);
	struct hover hover = hover_at(tree, NULL, (uint32_t)begin.length, arena);
	if (!strstr(arena_copy(arena, hover.markdown).bytes, summary))
		fail_msg("\"%s\" is not explained in\n%.*s", summary, STRING_ARGUMENTS(text));
	syntax_tree_release(tree);
	arena_destroy(arena);
}

#define TEMPLATE "topology_template:\n"

static void operators_are_explained(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	for (int i = 0; i < OPERATOR_TOTAL; i++) {
		const struct operator_row *row = operator_row((enum operator_id)i);
		struct string head = arena_format(arena,
			TEMPLATE "  variability:\n    expressions:\n      a: {%s", row->name);
		expect_summary("tosca_variability_1_0", head, ": x}", row->summary);
	}
	arena_destroy(arena);
}

static void options_are_explained(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	for (int i = 0; i < OPTION_TOTAL; i++) {
		const struct option_row *row = option_row((enum option)i);
		struct string head = arena_format(
			arena, TEMPLATE "  variability:\n    options:\n      %s", row->name);
		expect_summary("tosca_variability_1_0_rc_3", head, ":", row->summary);
	}
	arena_destroy(arena);
}

static void functions_are_explained(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	size_t count = 0;
	const struct function_row *rows = function_rows(&count);
	for (size_t i = 0; i < count; i++) {
		for (int j = 0; j < VERSION_COUNT; j++) {
			enum definitions_version version = (enum definitions_version)j;
			bool is_2_0 = version_is_2_0(version);
			if (!(rows[i].versions & definitions_version_set(version)))
				continue;
			struct string head =
				arena_format(arena, "%s:\n  outputs:\n    a:\n      value: {%s%s",
					is_2_0 ? "service_template" : "topology_template",
					is_2_0 ? "$" : "", rows[i].name);
			expect_summary(definitions_version_row(version)->name, head, ": x}",
				rows[i].summary);
		}
	}
	arena_destroy(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(operators_are_explained),
		cmocka_unit_test(options_are_explained),
		cmocka_unit_test(functions_are_explained),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
