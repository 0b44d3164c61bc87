/* An analysis made from the one before it equals one made anew, after any edits, and is made of
 * what the edit left as it was. The seed is printed when one differs. */
#include "analyzer/variability/analysis/analysis.h"
#include "analyzer/variability/analysis/meanings.h"
#include "analyzer/variability/resolution/account.h"
#include "tests/unit/unit_test.h"
#include "tests/unit/variability/revision_edits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	STACKS = 4,
	SEEDS = 20,
	STEPS = 24
};

static struct analysis *analyse(const struct syntax_tree *tree, const struct analysis *previous)
{
	return analysis_create(&(struct analysis_request){
		.tree = tree, .path = STRING("t.yaml"), .previous = previous});
}

static void assert_equal(
	const struct analysis *kept, const struct analysis *fresh, unsigned seed, unsigned step)
{
	struct arena *arena = arena_create();
	struct account one = {.arena = arena}, other = {.arena = arena};
	struct string difference;

	account_add_analysis(&one, kept);
	account_add_analysis(&other, fresh);
	difference = account_difference(&one, &other);
	if (difference.length) {
		const struct syntax_tree *tree = analysis_tree(kept);
		struct range all = {0, syntax_tree_length(tree)};

		fprintf(stderr, "%.*s\nkept %.*s\n",
			STRING_ARGUMENTS(syntax_tree_text(tree, all, arena)),
			STRING_ARGUMENTS(difference));
		fail_msg("seed %u, step %u", seed, step);
	}
	arena_destroy(arena);
}

static struct string text_of(const struct syntax_tree *tree, struct arena *arena)
{
	struct range all = {0, syntax_tree_length(tree)};

	return arena_copy(arena, syntax_tree_text(tree, all, arena));
}

enum kind_of_text {
	PLAIN,
	CROWDED,
	VARIABLE
};

static struct string text_to_edit(enum kind_of_text kind, uint64_t *state, struct arena *arena)
{
	return kind == PLAIN     ? plain_text(STACKS, arena)
	       : kind == CROWDED ? crowded_text(state, arena)
				 : template_text(STACKS, arena);
}

static struct text_edit edit_of(
	enum kind_of_text kind, struct string text, uint64_t *state, struct arena *arena)
{
	return kind == PLAIN     ? plain_edit(text, state)
	       : kind == CROWDED ? crowded_edit(text, state, arena)
				 : random_edit(text, state);
}

static void type_randomly(unsigned seed)
{
	struct arena *arena = arena_create();
	enum kind_of_text kind = seed % 4 < VARIABLE ? seed % 4 : VARIABLE;
	uint64_t state = seed;
	struct syntax_tree *tree = syntax_tree_create(text_to_edit(kind, &state, arena));
	struct analysis *analysis = analyse(tree, NULL);

	for (unsigned step = 0; step < STEPS; step++) {
		struct string text = text_of(tree, arena);
		struct text_edit edit = edit_of(kind, text, &state, arena);
		struct syntax_tree *edited = syntax_tree_edit(tree, edit);
		struct analysis *later = analyse(edited, analysis);
		struct analysis *fresh = analyse(edited, NULL);

		assert_equal(later, fresh, seed, step);
		analysis_release(fresh);
		if (step % 3 == 2 &&
			syntax_tree_section_count(edited) != syntax_tree_section_count(tree)) {
			syntax_tree_release(edited);
			analysis_release(later);
			continue;
		}
		syntax_tree_release(tree);
		analysis_release(analysis);
		tree = edited;
		analysis = later;
	}
	analysis_release(analysis);
	syntax_tree_release(tree);
	arena_destroy(arena);
}

/* From the environment variable VTOSCA_SEED if it is set. */
static unsigned first_seed(void)
{
	const char *seed = getenv("VTOSCA_SEED");

	return seed ? (unsigned)strtoul(seed, NULL, 10) : 1;
}

static void an_analysis_after_edits_equals_one_made_anew(void **state)
{
	unsigned seeds = SEEDS;

	(void)state;
	for (unsigned seed = first_seed(); seeds-- > 0; seed++)
		type_randomly(seed);
}

/* ---- what an edit costs ---- */

/* Questions to a solver when the template is opened, and after one weight has changed. */
struct cost {
	uint32_t opened, edited;
};

static struct cost cost_of_editing(int stacks)
{
	struct arena *arena = arena_create();
	struct string text = template_text(stacks, arena);
	struct syntax_tree *tree = syntax_tree_create(text);
	uint32_t place = (uint32_t)(strstr(text.bytes, "1.11}") - text.bytes);
	struct text_edit edit = {{place, place + 4}, STRING("1.99")};
	struct syntax_tree *edited = syntax_tree_edit(tree, edit);
	struct analysis *analysis = analyse(tree, NULL);
	struct analysis *later = analyse(edited, analysis);
	struct cost cost = {analysis_work(analysis).solves, analysis_work(later).solves};

	analysis_release(later);
	analysis_release(analysis);
	syntax_tree_release(edited);
	syntax_tree_release(tree);
	arena_destroy(arena);
	return cost;
}

static void an_edit_solves_the_part_it_concerns(void **state)
{
	struct cost small = cost_of_editing(4);
	struct cost large = cost_of_editing(40);

	(void)state;
	assert_true(small.edited > 0);
	assert_int_equal(small.edited, large.edited);
	assert_true(large.edited < large.opened);
}

/* After the condition of one technology has changed. */
static struct analysis_work work_of_condition(int stacks)
{
	struct arena *arena = arena_create();
	struct string text = template_text(stacks, arena);
	const char *condition = strstr(strstr(text.bytes, "app_2:"), "- terraform:");
	uint32_t place = (uint32_t)(strstr(condition, "is_large") - text.bytes);
	struct text_edit edit = {{place, place + 8}, STRING("is_dev")};
	struct syntax_tree *tree = syntax_tree_create(text);
	struct syntax_tree *edited = syntax_tree_edit(tree, edit);
	struct analysis *analysis = analyse(tree, NULL);
	struct analysis *later = analyse(edited, analysis);
	struct analysis_work work = analysis_work(later);

	analysis_release(later);
	analysis_release(analysis);
	syntax_tree_release(edited);
	syntax_tree_release(tree);
	arena_destroy(arena);
	return work;
}

static void a_condition_costs_what_depends_on_it(void **state)
{
	struct analysis_work small = work_of_condition(4);
	struct analysis_work large = work_of_condition(40);

	(void)state;
	assert_in_range(small.definitions, 1, 8);
	assert_int_equal(small.definitions, large.definitions);
	assert_in_range(small.decisions, 1, 100);
	assert_int_equal(small.decisions, large.decisions);
	assert_int_equal(small.solves, large.solves);
}

/* Technologies follow from the demand for one each, and what is pruned in circles from that. Of
 * reading it, or of an edit of one condition after that. */
static struct analysis_work work_without_choice(int count, bool is_edit)
{
	static const char node[] = "    app_%d:\n"
				   "      type: any\n"
				   "      anchor: %s\n"
				   "      requirements: [{host: machine_%d}, {next: app_%d}]\n"
				   "      technology: [ansible]\n"
				   "    machine_%d:\n"
				   "      type: any\n"
				   "      conditions: {not: {logic_expression: is_dev}}\n"
				   "      technology: [terraform]\n";
	char *text;
	size_t length;
	FILE *file = open_memstream(&text, &length);
	struct syntax_tree *tree;
	struct analysis *analysis;
	struct analysis_work work;

	fprintf(file, "%.*s  node_templates:\n",
		(int)(strstr(template_head, "  groups:") - template_head), template_head);
	for (int i = 0; i < count; i++)
		fprintf(file, node, i, i % 3 ? "false" : "true", i, (i + 1) % count, i);
	fclose(file);
	tree = syntax_tree_create(string_from(text));
	analysis = analyse(tree, NULL);
	if (is_edit) {
		uint32_t place = (uint32_t)(strstr(strstr(text, "machine_20:\n"), "is_dev") - text);
		struct text_edit edit = {{place, place + 6}, STRING("is_large")};
		struct syntax_tree *edited = syntax_tree_edit(tree, edit);
		struct analysis *later = analyse(edited, analysis);

		analysis_release(analysis);
		syntax_tree_release(tree);
		analysis = later;
		tree = edited;
	}
	work = analysis_work(analysis);
	analysis_release(analysis);
	syntax_tree_release(tree);
	free(text);
	return work;
}

/* What followed from the condition is found anew, and not all that is around it. */
static void what_follows_is_followed_as_far_as_it_changes(void **state)
{
	struct analysis_work small = work_without_choice(30, true);
	struct analysis_work large = work_without_choice(300, true);

	(void)state;
	assert_int_equal(small.graphs + large.graphs, 0);
	assert_in_range(small.propagations, 1, 40);
	assert_int_equal(small.propagations, large.propagations);
}

static void what_follows_is_not_searched_for(void **state)
{
	struct analysis_work small = work_without_choice(30, false);
	struct analysis_work large = work_without_choice(300, false);

	(void)state;
	assert_int_equal(small.solves, 0);
	assert_int_equal(large.solves, 0);
	assert_true(small.propagations > 0);
	assert_true(large.propagations < 12 * small.propagations);
}

/* How often the elements are found when `old` becomes `new`. */
static uint32_t graphs_after(const char *old, const char *new)
{
	struct arena *arena = arena_create();
	struct string text = template_text(STACKS, arena);
	uint32_t place = (uint32_t)(strstr(text.bytes, old) - text.bytes);
	struct text_edit edit = {{place, place + (uint32_t)strlen(old)}, string_from(new)};
	struct syntax_tree *tree = syntax_tree_create(text);
	struct syntax_tree *edited = syntax_tree_edit(tree, edit);
	struct analysis *analysis = analyse(tree, NULL);
	struct analysis *later = analyse(edited, analysis);
	struct analysis_work work = analysis_work(later);

	analysis_release(later);
	analysis_release(analysis);
	syntax_tree_release(edited);
	syntax_tree_release(tree);
	arena_destroy(arena);
	return work.graphs;
}

static void elements_stay_while_others_change(void **state)
{
	(void)state;
	assert_int_equal(graphs_after("{node_presence: db_1}", "{node_presence: db_2}"), 0);
	assert_int_equal(graphs_after("{node_presence: db_1}", "{logic_expression: db_1}"), 0);
	assert_int_equal(graphs_after("weight: 1.11", "weight: 1.12"), 0);
	assert_int_equal(graphs_after("{helm: {weight: 1.11}}, ", ""), 0);
	assert_int_equal(
		graphs_after("- host: machine_1\n", "- host: machine_1\n        - link: db_2\n"),
		0);
	assert_int_equal(graphs_after("        - ansible: {weight: 0.5}\n", ""), 0);
	assert_int_equal(graphs_after("        - port: 8000\n", ""), 0);
	assert_int_equal(graphs_after("    db_3:\n", "    new: {type: any}\n    db_3:\n"), 0);
	assert_int_equal(graphs_after("    db_0:\n      type: any\n",
				 "    db_0:\n    new:\n      type: any\n"),
		0);
	/* Two of a name; none of them, nor who asks for them, is in a variability group. */
	assert_int_equal(graphs_after("    db_3:\n", "    machine_0:\n"), 0);
	assert_int_equal(graphs_after("    app_0:\n", "    db_3:\n"), 0);
	assert_int_equal(graphs_after("    db_3:\n", "    db_0: {type: a}\n    db_3:\n"), 0);
	assert_int_equal(graphs_after("    db_3:\n", "    db_2:\n    db_3:\n"), 1);
	assert_int_equal(graphs_after("size}, 4]", "size}, 5]"), 0);
	assert_int_equal(graphs_after("      is_large:", "      is_larger:"), 0);
	assert_int_equal(graphs_after("      is_dev:", "      b: true\n      is_dev:"), 0);
	assert_int_equal(graphs_after("      size: {", "      sizes: {"), 0);
	assert_int_equal(graphs_after("      prod: {", "      production: {"), 0);
	assert_int_equal(graphs_after("      prod: {", "      a: {}\n      prod: {"), 0);
	assert_int_equal(graphs_after("      is_large:", "      \"is_large:"), 0);
	assert_int_equal(graphs_after("    presets:", "    preset:"), 0);
	assert_int_equal(graphs_after("mode: semantic-loose", "mode: manual"), 1);
	assert_int_equal(graphs_after("mode: prod, size: 8", "mode: prod, size: 2"), 0);
	assert_int_equal(graphs_after("default: dev", "default: prod"), 0);
}

static void elements_stay_while_groups_come_and_go(void **state)
{
	(void)state;
	assert_int_equal(graphs_after("    team:\n", "    teams:\n"), 0);
	assert_int_equal(graphs_after("    - scale:\n", "    - scales:\n"), 0);
	assert_int_equal(
		graphs_after("    - scale:\n", "    - more: {type: a}\n    - scale:\n"), 0);
	assert_int_equal(graphs_after("        type: tosca.pol", "        typ: tosca.pol"), 0);
	assert_int_equal(graphs_after("    memory:\n", "    memories:\n"), 0);
	assert_int_equal(graphs_after("    memory:\n", "    a: {value: 1}\n    memory:\n"), 0);
	assert_int_equal(graphs_after("    asked:", "    ask:"), 0);
	assert_int_equal(graphs_after("    asked: {type: integer}\n", ""), 0);
	assert_int_equal(graphs_after("    asked:", "    wished:"), 1); /* two of a name */
	assert_int_equal(graphs_after("    team:\n", "    pair:\n"), 1);
	/* What variability groups hand to their members is read with these. */
	assert_int_equal(graphs_after("    together:\n", "    apart:\n"), 1);
	assert_int_equal(graphs_after("    team:\n", "    more: {type: a}\n    team:\n"), 1);
}

/* Whether all is as if read anew when something has been replaced, and again when it is back. */
static void assert_same_in(struct string text, const char *old, const char *new)
{
	uint32_t place = (uint32_t)(strstr(text.bytes, old) - text.bytes);
	struct text_edit edits[] = {{{place, place + (uint32_t)strlen(old)}, string_from(new)},
		{{place, place + (uint32_t)strlen(new)}, string_from(old)}};
	struct syntax_tree *tree = syntax_tree_create(text);
	struct analysis *analysis = analyse(tree, NULL);

	for (unsigned i = 0; i < 2; i++) {
		struct syntax_tree *edited = syntax_tree_edit(tree, edits[i]);
		struct analysis *later = analyse(edited, analysis), *fresh = analyse(edited, NULL);

		assert_equal(later, fresh, 0, i);
		analysis_release(fresh);
		analysis_release(analysis);
		syntax_tree_release(tree);
		analysis = later;
		tree = edited;
	}
	analysis_release(analysis);
	syntax_tree_release(tree);
}

static void assert_same_there_and_back(const char *old, const char *new)
{
	struct arena *arena = arena_create();

	assert_same_in(template_text(STACKS, arena), old, new);
	arena_destroy(arena);
}

/* The only output, or policy, goes and comes, and conditions ask for the first one. */
static void numbers_are_asked_for_again(void **state)
{
	struct arena *arena = arena_create();
	struct string text = arena_format(arena,
		"%.*s    counting:\n      type: any\n"
		"      conditions: [{output_presence: 0}, {policy_presence: 0}]\n",
		STRING_ARGUMENTS(template_text(STACKS, arena)));

	(void)state;
	assert_same_in(text, "    memory:\n", "    \"memory:\n");
	assert_same_in(text, "    - scale:\n", "    - \"scale:\n");
	assert_same_in(text, "    memory:\n", "    a: {value: 1}\n    memory:\n");
	arena_destroy(arena);
}

static void names_that_clash_are_told_while_they_do(void **state)
{
	(void)state;
	assert_same_there_and_back("    team:\n", "    pair:\n");
	assert_same_there_and_back("    pair:\n", "    team:\n");
	assert_same_there_and_back("    asked:", "    wished:");
	assert_same_there_and_back("    wished:", "    asked:");
	assert_same_there_and_back("    - scale:\n", "    - team:\n");
	assert_same_there_and_back("    - scale:\n", "    - app_1:\n");
	assert_same_there_and_back("    memory:\n", "    memory: {value: 1}\n    memory:\n");
	assert_same_there_and_back("    app_1:\n", "    db_1:\n");
	assert_same_there_and_back("    db_3:\n", "    machine_0:\n");
	assert_same_there_and_back("    app_0:\n", "    db_3:\n");
	assert_same_there_and_back("    db_3:\n", "    db_0: {type: a}\n    db_3:\n");
	assert_same_there_and_back("    machine_1:\n", "    app_1:\n");
	assert_same_there_and_back("    db_2:\n", "    SELF:\n    db_2:\n");
	assert_same_there_and_back("    db_2:\n", "    db_2:\n      type: any\n    db_2:\n");
	/* Policies that are no list are none. */
	assert_same_there_and_back("    - scale:\n", "");
}

/* ---- explanations ---- */

static struct string told_of(
	const struct analysis *analysis, const struct element *element, struct arena *arena)
{
	size_t count;
	const struct explanation *explanations =
		analysis_explain_variants(analysis, element, EXPLANATION_SHORTEST, arena, &count);
	struct string told = {0};

	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < explanations[i].count; k++)
			told = arena_format(arena, "%.*s\n%u %.*s", STRING_ARGUMENTS(told),
				explanations[i].steps[k].depth,
				STRING_ARGUMENTS(explanations[i].steps[k].text));
	return told;
}

/* What the first explanation is made of serves all others, and shows in none of them. */
static void explanations_share_what_they_are_made_of(void **state)
{
	struct arena *arena = arena_create();
	struct syntax_tree *tree = syntax_tree_create(template_text(STACKS, arena));
	struct analysis *asked = analyse(tree, NULL);
	struct elements all = analysis_elements(asked);
	const struct derivation_scope *scope = NULL;
	int32_t last = 0;

	(void)state;
	for (uint32_t i = 0; i < all.count; i++) {
		const struct meanings *meanings;

		told_of(asked, all.items[i], arena);
		meanings = atomic_load(&asked->findings->meanings);
		assert_non_null(meanings);
		if (i == 0) {
			scope = meanings->scope;
			last = formulas_last(meanings->scratch.formulas);
		}
		assert_ptr_equal(meanings->scope, scope);
		assert_int_equal(formulas_last(meanings->scratch.formulas), last);
	}
	for (uint32_t i = 0; i < all.count; i += 5) {
		struct analysis *fresh = analyse(tree, NULL);
		struct string one = told_of(asked, all.items[i], arena);
		struct string other = told_of(fresh, analysis_elements(fresh).items[i], arena);

		assert_true(one.length > 0);
		assert_true(string_equal(one, other));
		analysis_release(fresh);
	}
	analysis_release(asked);
	syntax_tree_release(tree);
	arena_destroy(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_analysis_after_edits_equals_one_made_anew),
		cmocka_unit_test(an_edit_solves_the_part_it_concerns),
		cmocka_unit_test(a_condition_costs_what_depends_on_it),
		cmocka_unit_test(what_follows_is_not_searched_for),
		cmocka_unit_test(what_follows_is_followed_as_far_as_it_changes),
		cmocka_unit_test(elements_stay_while_others_change),
		cmocka_unit_test(elements_stay_while_groups_come_and_go),
		cmocka_unit_test(numbers_are_asked_for_again),
		cmocka_unit_test(names_that_clash_are_told_while_they_do),
		cmocka_unit_test(explanations_share_what_they_are_made_of),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
