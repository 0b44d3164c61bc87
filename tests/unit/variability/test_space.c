/* Looking at all inputs is given up at any moment, and tries what is written twice once. */
#include "analyzer/text/arena.h"
#include "analyzer/variability/space/space_parts.h"
#include "analyzer/variability/space/space_report.h"
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
	assert_in_range(moment, 5, MOMENTS); /* it is looked at on the way */
	assert_true(space_assignments(space, arena).count == (double)(1 << INPUTS));
	space_release(space);
	analysis_release(analysis);
	syntax_tree_release(tree);
	arena_destroy(arena);
}

/* A ring of which the optimisation takes what is lighter. */
static struct analysis *optimised(double weight, struct arena *arena)
{
	struct string text = arena_format(arena,
		"tosca_definitions_version: tosca_variability_1_0_rc_3\n"
		"topology_template:\n"
		"  variability:\n"
		"    options: {mode: semantic-loose, optimization_topology: true, checks: false,\n"
		"      required_technology_constraint: false}\n"
		"    inputs: {far: {type: boolean, default: false}}\n"
		"  node_templates:\n"
		"    app:\n"
		"      type: tosca.nodes.WebApplication\n"
		"      anchor: true\n"
		"      requirements: [{host: s1}, {host: s2}]\n"
		"    s1: {type: tosca.nodes.WebServer, weight: 0.5, requirements: [{host: vm}]}\n"
		"    s2: {type: tosca.nodes.WebServer, weight: %g, requirements: [{host: vm}],\n"
		"      conditions: {not: {variability_input: far}}}\n"
		"    vm: {type: tosca.nodes.Compute}\n",
		weight);
	struct syntax_tree *tree = syntax_tree_create(text);
	struct analysis *analysis = analysis_create(
		&(struct analysis_request){.tree = tree, .path = STRING("ring.yaml")});

	syntax_tree_release(tree);
	return analysis;
}

static enum space_when when(const struct space *space, const char *name, struct arena *arena)
{
	struct elements all = analysis_elements(space_analysis(space));

	for (uint32_t i = 0; i < all.count; i++)
		if (all.items[i]->kind == ELEMENT_NODE && string_is(all.items[i]->name, name))
			return space_presence(space, all.items[i], arena).when;
	fail();
	return WHEN_UNKNOWN;
}

/* Answers are those of the same parts, not of the same places. */
static void answers_of_another_revision_are_of_no_influence(void **state)
{
	struct arena *arena = arena_create();
	struct analysis *before = optimised(0.25, arena), *after = optimised(0.75, arena);
	struct space *first = space_create(before, NULL, NULL);
	struct space *again = space_create(before, space_answers(first), NULL);
	struct space *second = space_create(after, space_answers(first), NULL);

	(void)state;
	assert_int_equal(when(first, "s1", arena), WHEN_VARIES);
	assert_int_equal(when(again, "s1", arena), WHEN_VARIES);
	assert_int_equal(when(again, "s2", arena), WHEN_VARIES);
	assert_int_equal(when(second, "s1", arena), WHEN_ALWAYS);
	assert_int_equal(when(second, "s2", arena), WHEN_NEVER);
	assert_true(space_distinct(again, arena).count == space_distinct(first, arena).count);
	space_release(first);
	space_release(again);
	space_release(second);
	analysis_release(before);
	analysis_release(after);
	arena_destroy(arena);
}

/* Two of them that have nothing to do with each other. */
static struct analysis *optimised_twice(double first, double second, struct arena *arena)
{
	struct string text =
		STRING("tosca_definitions_version: tosca_variability_1_0_rc_3\n"
		       "topology_template:\n"
		       "  variability:\n"
		       "    options: {mode: semantic-loose, optimization_topology: true,\n"
		       "      checks: false, required_technology_constraint: false}\n"
		       "    inputs:\n"
		       "      far1: {type: boolean, default: false}\n"
		       "      far2: {type: boolean, default: false}\n"
		       "  node_templates:\n");
	struct analysis *analysis;
	struct syntax_tree *tree;

	for (int i = 1; i <= 2; i++)
		text = arena_format(arena,
			"%.*s"
			"    app%d:\n"
			"      type: tosca.nodes.WebApplication\n"
			"      anchor: true\n"
			"      requirements: [{host: s%d}, {host: t%d}]\n"
			"    s%d: {type: tosca.nodes.WebServer, weight: 0.5, requirements: [{host: "
			"vm%d}]}\n"
			"    t%d: {type: tosca.nodes.WebServer, weight: %g, requirements: [{host: "
			"vm%d}],\n"
			"      conditions: {not: {variability_input: far%d}}}\n"
			"    vm%d: {type: tosca.nodes.Compute}\n",
			STRING_ARGUMENTS(text), i, i, i, i, i, i, i == 1 ? first : second, i, i, i);
	tree = syntax_tree_create(text);
	analysis = analysis_create(
		&(struct analysis_request){.tree = tree, .path = STRING("rings.yaml")});
	syntax_tree_release(tree);
	return analysis;
}

static void what_an_edit_leaves_alone_is_not_solved_again(void **state)
{
	struct arena *arena = arena_create();
	struct analysis *before = optimised_twice(0.25, 0.3, arena);
	struct analysis *after = optimised_twice(0.25, 0.4, arena);
	struct space *first = space_create(before, NULL, NULL);
	struct space *again = space_create(before, space_answers(first), NULL);
	struct space *second = space_create(after, space_answers(first), NULL);
	size_t all = solved_parts_counted(space_answers(first));

	(void)state;
	assert_true(all >= 2);
	assert_int_equal(solved_parts_counted(space_answers(again)), 0);
	assert_int_equal(solved_parts_counted(space_answers(second)), all / 2);
	assert_int_equal(when(second, "s1", arena), WHEN_VARIES);
	assert_int_equal(when(second, "t2", arena), WHEN_VARIES);
	space_release(first);
	space_release(again);
	space_release(second);
	analysis_release(before);
	analysis_release(after);
	arena_destroy(arena);
}

/* Too many combinations to go through, of which nothing can go wrong. */
static void that_nothing_fails_is_proven(void **state)
{
	struct arena *arena = arena_create();
	struct syntax_tree *tree = syntax_tree_create(template_in(arena));
	struct analysis *analysis = analysis_create(
		&(struct analysis_request){.tree = tree, .path = STRING("many.yaml")});
	struct space *space;

	(void)state;
	patience = -1;
	space = space_create(analysis, NULL, NULL);
	assert_true(space_failing(space, arena).is_exact);
	assert_true(space_failing(space, arena).count == 0);
	space_release(space);
	analysis_release(analysis);
	syntax_tree_release(tree);
	arena_destroy(arena);
}

/* Equal expressions are tried once, however many properties have them. */
static void equal_expressions_are_tried_once(void **state)
{
	struct arena *arena = arena_create();
	struct string text = STRING("tosca_definitions_version: tosca_variability_1_0\n"
				    "topology_template:\n"
				    "  variability:\n"
				    "    options: {mode: semantic-loose}\n"
				    "    inputs:\n"
				    "      size: {type: integer, default: 1}\n"
				    "  node_templates:\n");
	struct syntax_tree *tree;
	struct analysis_request request = {.path = STRING("equal.yaml")};
	struct analysis *analysis;
	struct space *space;
	size_t tables = 0, signals = 0;

	(void)state;
	for (int i = 0; i < 24; i++)
		text = arena_format(arena,
			"%.*s    n%d:\n      type: tosca.nodes.Root\n      properties:\n"
			"        - p: {expression: {add: [{variability_input: size}, %d]}}\n",
			STRING_ARGUMENTS(text), i, i % 3);
	tree = syntax_tree_create(text);
	request.tree = tree;
	analysis = analysis_create(&request);
	space = space_create(analysis, NULL, NULL);
	for (size_t i = 0; i < space->signals.count; i++) {
		const struct space_signal *signal = &space->signals.items[i];
		bool is_new = signal->kind == SIGNAL_PROPERTY;

		signals += is_new;
		for (size_t k = 0; k < i; k++)
			is_new &= space->signals.items[k].table != signal->table;
		tables += is_new;
	}
	assert_int_equal(signals, 24);
	assert_int_equal(tables, 3);
	space_release(space);
	analysis_release(analysis);
	syntax_tree_release(tree);
	arena_destroy(arena);
}

static struct analysis *analysis_of(struct string text)
{
	struct syntax_tree *tree = syntax_tree_create(text);
	struct analysis *analysis = analysis_create(
		&(struct analysis_request){.tree = tree, .path = STRING("template.yaml")});

	syntax_tree_release(tree);
	return analysis;
}

/* What follows without any input is neither asked for nor tried. */
static void what_is_known_is_not_asked_for(void **state)
{
	struct arena *arena = arena_create();
	struct string text = template_in(arena);
	struct analysis *analysis;
	struct space *space;

	(void)state;
	for (int i = 0; i < 300; i++)
		text = arena_format(arena,
			"%.*s    fixed%d: {type: tosca.nodes.Root}\n"
			"    user%d:\n      type: tosca.nodes.Root\n"
			"      requirements: [{uses: fixed%d}, {needs: n%d}]\n",
			STRING_ARGUMENTS(text), i, i, i, i % INPUTS);
	analysis = analysis_of(text);
	patience = -1;
	space = space_create(analysis, NULL, NULL);
	assert_int_equal(when(space, "fixed7", arena), WHEN_ALWAYS);
	assert_int_equal(when(space, "user7", arena), WHEN_ALWAYS);
	assert_int_equal(when(space, "n7", arena), WHEN_VARIES);
	assert_in_range(space->questions, 1, 10);
	assert_in_range(space->trials, 1, 3);
	space_release(space);
	analysis_release(analysis);
	arena_destroy(arena);
}

/* Nodes that keep each other away are explained once, not each by all of them. */
static void a_ring_is_explained_once(void **state)
{
	enum {
		RING = 60
	};
	struct arena *arena = arena_create();
	struct string text = STRING("tosca_definitions_version: tosca_variability_1_0_rc_3\n"
				    "topology_template:\n"
				    "  variability:\n"
				    "    options: {mode: semantic-loose,\n"
				    "      required_technology_constraint: false}\n"
				    "    inputs: {far: {type: boolean, default: true}}\n"
				    "  node_templates:\n");
	struct analysis *analysis;
	struct space_report *report;
	const struct diagnostics *found;
	size_t explained = 0, referring = 0;

	(void)state;
	for (int i = 0; i < RING; i++)
		text = arena_format(arena,
			"%.*s    n%d:\n      type: tosca.nodes.SoftwareComponent\n"
			"      requirements: [{host: n%d}]\n%s",
			STRING_ARGUMENTS(text), i, (i + 1) % RING,
			i ? "" : "      conditions: {variability_input: far}\n");
	analysis = analysis_of(text);
	patience = -1;
	report = space_report_create(analysis, NULL, NULL);
	found = space_report_diagnostics(report);
	for (size_t i = 0; i < found->count; i++) {
		explained += found->items[i].related_count > 1;
		referring += found->items[i].related_count == 1;
	}
	assert_int_equal(explained, 1);
	assert_int_equal(referring, RING - 1);
	space_report_release(report);
	analysis_release(analysis);
	arena_destroy(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(given_up_at_any_moment),
		cmocka_unit_test(equal_expressions_are_tried_once),
		cmocka_unit_test(answers_of_another_revision_are_of_no_influence),
		cmocka_unit_test(what_an_edit_leaves_alone_is_not_solved_again),
		cmocka_unit_test(that_nothing_fails_is_proven),
		cmocka_unit_test(what_is_known_is_not_asked_for),
		cmocka_unit_test(a_ring_is_explained_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
