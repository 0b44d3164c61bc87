/* Looking at all inputs is given up at any moment. */
#include "analyzer/text/arena.h"
#include "analyzer/variability/space/space.h"
#include "base/interruption.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>

#include <cmocka.h>

enum {
	INPUTS = 18,  /* of one part, with more combinations than are gone through */
	MOMENTS = 400 /* more than anybody looks at the flag */
};

/* How often somebody may still look at a flag before it is raised. */
static int patience;

bool __wrap_interrupted(const atomic_bool *flag);
bool __wrap_interrupted(const atomic_bool *flag)
{
	if (flag && patience-- == 0)
		atomic_store((atomic_bool *)flag, true);
	return flag && atomic_load(flag);
}

static struct string template_in(struct arena *arena)
{
	struct string text = STRING("tosca_definitions_version: tosca_variability_1_0\n"
				    "topology_template:\n"
				    "  variability:\n"
				    "    options: {mode: semantic-loose}\n"
				    "    inputs:\n");
	struct string nodes = STRING("  node_templates:\n");
	struct string any = STRING("");

	for (int i = 0; i < INPUTS; i++) {
		text = arena_format(arena, "%.*s      i%d: {type: boolean, default: false}\n",
			STRING_ARGUMENTS(text), i);
		any = arena_format(arena, "%.*s%s{variability_input: i%d}", STRING_ARGUMENTS(any),
			i ? ", " : "", i);
		nodes = arena_format(arena,
			"%.*s    n%d:\n      type: tosca.nodes.Root\n"
			"      conditions: {variability_input: i%d}\n",
			STRING_ARGUMENTS(nodes), i, i);
	}
	return arena_format(arena,
		"%.*s%.*s    all:\n      type: tosca.nodes.Root\n      conditions: {or: [%.*s]}\n",
		STRING_ARGUMENTS(text), STRING_ARGUMENTS(nodes), STRING_ARGUMENTS(any));
}

static void given_up_at_any_moment(void **state)
{
	struct arena *arena = arena_create();
	struct syntax_tree *tree = syntax_tree_create(template_in(arena));
	struct analysis_request request = {.tree = tree, .path = STRING("many.yaml")};
	struct analysis *analysis = analysis_create(&request);
	struct space *space = NULL;
	int moment = 0;

	(void)state;
	for (; !space && moment < MOMENTS; moment++) {
		atomic_bool cancelled;

		atomic_init(&cancelled, false);
		patience = moment;
		space = space_create(analysis, NULL, &cancelled);
	}
	assert_non_null(space);
	assert_in_range(moment, 8, MOMENTS); /* it is looked at on the way */
	assert_true(space_assignments(space).count == (double)(1 << INPUTS));
	space_release(space);
	analysis_release(analysis);
	syntax_tree_release(tree);
	arena_destroy(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(given_up_at_any_moment)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
