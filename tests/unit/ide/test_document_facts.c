/* Facts that were kept while sections are shared equal those found anew, after any edits;
 * an edit within a section looks at that section alone. */
#include "analyzer/ide/diagnostics/document_facts.h"
#include "analyzer/ide/text/markdown.h"
#include "analyzer/model/template/type_facts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char template[] = "tosca_definitions_version: tosca_variability_1_0\n"
			       "topology_template:\n"
			       "  variability:\n"
			       "    inputs:\n"
			       "      mode: {type: string}\n"
			       "    presets:\n"
			       "      dev: {inputs: {mode: dev}}\n"
			       "    options:\n"
			       "      node_prunin: true\n"
			       "  node_templates:\n"
			       "    app:\n"
			       "      type: tosca.nodes.Root\n"
			       "      description: an application\n"
			       "      conditions: {equal: [{variability_input: mod}, dev]}\n"
			       "      requirements:\n"
			       "        - host: server\n"
			       "        - database: db\n"
			       "    server:\n"
			       "      type: tosca.nodes.Compute\n"
			       "      condition: true\n"
			       "    db:\n"
			       "      type: tosca.nodes.Root\n"
			       "      conditions: {node_presence: [app]}\n"
			       "  groups:\n"
			       "    all:\n"
			       "      type: tosca.groups.Root\n"
			       "      members: [app, server, dbs]\n"
			       "  policies:\n"
			       "    - scale:\n"
			       "        type: tosca.policies.Root\n"
			       "        targets: [all]\n";

static struct string print(const struct document_facts *facts, struct arena *arena)
{
	struct diagnostics diagnostics = diagnostics_in(arena);
	struct markdown text = markdown_in(arena);
	document_facts_diagnostics(facts, NULL, NULL, &diagnostics);
	for (size_t i = 0; i < diagnostics.count; i++) {
		const struct diagnostic *item = &diagnostics.items[i];
		struct range range = location_range(&item->location, document_facts_tree(facts));
		markdown_add(&text, "%u-%u %s: %.*s (%.*s)\n", range.start, range.end,
			diagnostic_code_row(item->code)->name, STRING_ARGUMENTS(item->message),
			STRING_ARGUMENTS(item->replacement));
	}
	return markdown_text(&text);
}

static void assert_same(const struct document_facts *facts, unsigned seed, unsigned step)
{
	struct arena *arena = arena_create();
	struct document_facts *fresh = document_facts_create(document_facts_tree(facts), NULL);
	struct string kept = print(facts, arena);
	struct string found = print(fresh, arena);
	if (!string_equal(kept, found)) {
		const struct syntax_tree *tree = document_facts_tree(facts);
		struct string text =
			syntax_tree_text(tree, (struct range){0, syntax_tree_length(tree)}, arena);
		fprintf(stderr, "%.*s\nkept:\n%.*s\nfound anew:\n%.*s\n", STRING_ARGUMENTS(text),
			STRING_ARGUMENTS(kept), STRING_ARGUMENTS(found));
		fail_msg("seed %u, step %u", seed, step);
	}
	if (document_facts_count_anything(facts) != document_facts_count_anything(fresh))
		fail_msg("seed %u, step %u: counts are kept wrongly", seed, step);
	document_facts_release(fresh);
	arena_destroy(arena);
}

static uint32_t next(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(*state >> 33);
}

static struct syntax_tree *random_edit(const struct syntax_tree *tree, uint64_t *state)
{
	static const char *const pieces[] = {"", "a", ":", " ", "\n", "  ", "{", "}", "mode",
		"    new:\n      type: t\n", "groups", "- x: y\n", "app", "conditions: true",
		"count", "      count: 2\n"};
	uint32_t length = syntax_tree_length(tree);
	uint32_t start = next(state) % (length + 1);
	uint32_t end = start + next(state) % 6;
	struct text_edit edit = {
		.range = {start, end < length ? end : length},
		.text = string_from(pieces[next(state) % (sizeof(pieces) / sizeof(*pieces))]),
	};
	return syntax_tree_edit(tree, edit);
}

static void kept_facts_equal_fresh_ones(void **test_state)
{
	(void)test_state;
	for (unsigned seed = 1; seed <= 40; seed++) {
		uint64_t state = seed;
		struct syntax_tree *tree = syntax_tree_create(string_from(template));
		struct document_facts *facts = document_facts_create(tree, NULL);
		for (unsigned step = 0; step < 25; step++) {
			/* Facts may be several edits behind. */
			for (uint32_t i = next(&state) % 3; i < 3; i++) {
				struct syntax_tree *edited = random_edit(tree, &state);
				syntax_tree_release(tree);
				tree = edited;
			}
			struct document_facts *later = document_facts_create(tree, facts);
			document_facts_release(facts);
			facts = later;
			assert_same(facts, seed, step);
		}
		document_facts_release(facts);
		syntax_tree_release(tree);
	}
}

static void an_edit_in_a_section_looks_at_it_alone(void **state)
{
	(void)state;
	struct syntax_tree *tree = syntax_tree_create(string_from(template));
	struct document_facts *facts = document_facts_create(tree, NULL);
	uint32_t place = (uint32_t)(strstr(template, "an application") - template);
	struct syntax_tree *edited =
		syntax_tree_edit(tree, (struct text_edit){{place, place + 2}, STRING("another")});
	struct document_facts *later = document_facts_create(edited, facts);
	assert_int_equal(document_facts_checked(later), 1);
	assert_int_equal(document_facts_checked(facts), syntax_tree_section_count(tree));
	document_facts_release(later);
	document_facts_release(facts);
	syntax_tree_release(edited);
	syntax_tree_release(tree);
}

/* A section whose mistake goes has other facts, and so has what is around it, though it reads the
 * same: a quote that is opened and taken away. */
static void a_mistake_leaves_nothing_behind(void **state)
{
	static const char text[] = "tosca_definitions_version: tosca_simple_yaml_1_3\n"
				   "topology_template:\n"
				   "  node_templates:\n"
				   "    a:\n"
				   "      type: tosca.nodes.Root\n"
				   "    b:\n"
				   "      type: tosca.nodes.Root\n";
	(void)state;
	for (uint32_t place = 0; place < sizeof(text); place++) {
		struct arena *arena = arena_create();
		struct syntax_tree *tree = syntax_tree_create(STRING(text));
		struct document_facts *facts = document_facts_create(tree, NULL);
		struct string before = print(facts, arena);
		for (int step = 0; step < 2; step++) {
			struct text_edit edit = {
				{place, place + (uint32_t)step}, step ? STRING("") : STRING("\"")};
			struct syntax_tree *next = syntax_tree_edit(tree, edit);
			struct document_facts *later = document_facts_create(next, facts);
			document_facts_release(facts);
			syntax_tree_release(tree);
			tree = next;
			facts = later;
		}
		assert_true(string_equal(print(facts, arena), before));
		document_facts_release(facts);
		syntax_tree_release(tree);
		arena_destroy(arena);
	}
}

/* The conditions of a long list are sections, and what is said of one depends on the others. */
static void conditions_are_compared_with_those_beside_them(void **state)
{
	static const char head[] = "tosca_definitions_version: tosca_variability_1_0\n"
				   "topology_template:\n"
				   "  node_templates:\n"
				   "    app:\n"
				   "      type: tosca.nodes.Root\n"
				   "      conditions:\n";
	const struct text_edit edits[] = {
		{{0, 1}, STRING("b")}, {{0, 1}, STRING("a")}, {{0, 0}, STRING("x")}};
	(void)state;
	struct arena *arena = arena_create();
	struct markdown text = markdown_in(arena);
	markdown_add(&text, "%s", head);
	for (int i = 0; i < 24; i++)
		markdown_add(&text, "        - {node_presence: a%d} #%080d\n", i % 23, 0);
	struct string written = markdown_text(&text);
	uint32_t place = (uint32_t)(strstr(written.bytes, "a0}") - written.bytes);
	struct syntax_tree *tree = syntax_tree_create(written);
	struct document_facts *facts = document_facts_create(tree, NULL);
	assert_true(syntax_tree_section_count(tree) > 24);
	for (unsigned i = 0; i < sizeof(edits) / sizeof(*edits); i++) {
		struct text_edit edit = edits[i];
		edit.range.start += place;
		edit.range.end += place;
		struct syntax_tree *next = syntax_tree_edit(tree, edit);
		struct document_facts *later = document_facts_create(next, facts);
		assert_same(later, 0, i);
		document_facts_release(facts);
		syntax_tree_release(tree);
		tree = next;
		facts = later;
	}
	document_facts_release(facts);
	syntax_tree_release(tree);
	arena_destroy(arena);
}

static struct string large_template(uint32_t nodes, struct arena *arena)
{
	struct markdown text = markdown_in(arena);
	markdown_add(&text, "tosca_definitions_version: tosca_simple_yaml_1_3\n"
			    "topology_template:\n"
			    "  node_templates:\n");
	for (uint32_t i = 0; i < nodes; i++) {
		markdown_add(&text,
			"    node_%u:\n      type: tosca.nodes.Root\n"
			"      description: number %u.\n",
			i, i);
	}
	return markdown_text(&text);
}

/* Two mistakes in each node. */
static struct string mistaken_template(uint32_t nodes, struct arena *arena)
{
	struct markdown text = markdown_in(arena);
	markdown_add(&text, "tosca_definitions_version: tosca_simple_yaml_1_3\n"
			    "topology_template:\n"
			    "  node_templates:\n");
	for (uint32_t i = 0; i < nodes; i++) {
		markdown_add(&text,
			"    node_%u:\n      type: tosca.nodes.Root\n      descripton: a\n"
			"      requirements: [{host: nowhere}]\n",
			i);
	}
	return markdown_text(&text);
}

/* Those of one code that are told, and whether one of them is in the section. */
struct told {
	size_t count;
	bool any_here;
};

static struct told told_of(
	const struct diagnostics *diagnostics, enum diagnostic_code code, uint32_t section)
{
	struct told told = {0};
	for (size_t i = 0; i < diagnostics->count; i++) {
		bool is_it = diagnostics->items[i].code == code;
		told.count += is_it;
		told.any_here |= is_it && diagnostics->items[i].location.node.section == section;
	}
	return told;
}

/* Of each code as many as are wanted, around the focus; the others are counted. */
static void a_limit_counts_what_it_leaves_out(void **state)
{
	enum {
		NODES = 40
	};
	static const enum diagnostic_code codes[] = {
		DIAGNOSTIC_CODE_UNKNOWN_KEYNAME, DIAGNOSTIC_CODE_UNKNOWN_NODE};
	(void)state;
	struct arena *arena = arena_create();
	struct syntax_tree *tree = syntax_tree_create(mistaken_template(NODES, arena));
	struct document_facts *facts = document_facts_create(tree, NULL);
	uint32_t sections = syntax_tree_section_count(tree);
	for (uint32_t i = 0; i < NODES; i++) {
		uint32_t focus = sections - NODES + i;
		struct diagnostics_limit limit = {.most = 1 + i % 13, .focus = focus};
		struct diagnostics some = diagnostics_in(arena);
		document_facts_diagnostics(facts, NULL, &limit, &some);
		for (size_t j = 0; j < 2; j++) {
			struct told told = told_of(&some, codes[j], focus);
			assert_int_equal(told.count, limit.most);
			assert_int_equal(limit.left_out[codes[j]].count, NODES - limit.most);
			assert_true(told.any_here);
		}
	}
	document_facts_release(facts);
	syntax_tree_release(tree);
	arena_destroy(arena);
}

struct cost {
	uint32_t document_facts, type_facts;
};

/* What it costs to type into a description in the middle. */
static struct cost cost_of_typing(uint32_t nodes)
{
	struct arena *arena = arena_create();
	struct string text = large_template(nodes, arena);
	char wanted[32];
	snprintf(wanted, sizeof(wanted), "number %u.", nodes / 2);
	uint32_t place = (uint32_t)(strstr(text.bytes, wanted) - text.bytes);
	struct syntax_tree *tree = syntax_tree_create(text);
	struct syntax_tree *edited =
		syntax_tree_edit(tree, (struct text_edit){{place, place}, STRING("my ")});
	struct document_facts *facts = document_facts_create(tree, NULL);
	struct document_facts *later = document_facts_create(edited, facts);
	struct type_facts *types = type_facts_create(tree, STRING("a.yaml"), NULL, NULL);
	struct type_facts *later_types = type_facts_create(edited, STRING("a.yaml"), NULL, types);
	struct cost cost = {document_facts_counted(later), type_facts_counted(later_types)};
	type_facts_destroy(later_types);
	type_facts_destroy(types);
	document_facts_release(later);
	document_facts_release(facts);
	syntax_tree_release(edited);
	syntax_tree_release(tree);
	arena_destroy(arena);
	return cost;
}

static void typing_costs_the_same_in_large_documents(void **state)
{
	(void)state;
	for (uint32_t nodes = 300; nodes <= 6000; nodes *= 2) {
		struct cost cost = cost_of_typing(nodes);
		assert_in_range(cost.document_facts, 1, 160);
		assert_in_range(cost.type_facts, 1, 160);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kept_facts_equal_fresh_ones),
		cmocka_unit_test(an_edit_in_a_section_looks_at_it_alone),
		cmocka_unit_test(conditions_are_compared_with_those_beside_them),
		cmocka_unit_test(a_limit_counts_what_it_leaves_out),
		cmocka_unit_test(a_mistake_leaves_nothing_behind),
		cmocka_unit_test(typing_costs_the_same_in_large_documents),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
