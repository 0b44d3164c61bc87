/* An analysis made from the one before it equals one made anew, after any edits, and is made of
 * what the edit left as it was. The seed is printed when one differs. */
#include "analyzer/variability/analysis/analysis.h"
#include "analyzer/variability/analysis/meanings.h"
#include "analyzer/variability/resolution/account.h"
#include "tests/unit/unit_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	STACKS = 4,
	SEEDS = 20,
	STEPS = 24
};

static const char head[] = "tosca_definitions_version: tosca_variability_1_0_rc_3\n"
			   "topology_template:\n"
			   "  variability:\n"
			   "    options: {mode: semantic-loose}\n"
			   "    inputs:\n"
			   "      mode: {type: string, default: dev}\n"
			   "      size: {type: integer, default: 1}\n"
			   "      open: {type: string}\n"
			   "    presets:\n"
			   "      dev: {inputs: {mode: dev, size: 1}}\n"
			   "      prod: {inputs: {mode: prod, size: 8}}\n"
			   "      huge: {inputs: {mode: prod, size: 64}}\n"
			   "    expressions:\n"
			   "      is_dev: {equal: [{variability_input: mode}, dev]}\n"
			   "      is_large: {greater: [{variability_input: size}, 4]}\n"
			   "      is_open: {equal: [{variability_input: open}, yes]}\n"
			   "      is_wrong: {node_presence: nowhere}\n"
			   "      of_self: {has_incoming_relation: SELF}\n"
			   "      nested: {not: {logic_expression: of_self}}\n"
			   "      circle: {not: {logic_expression: back}}\n"
			   "      back: {and: [{logic_expression: circle}, true]}\n"
			   "  inputs:\n"
			   "    asked: {type: integer}\n"
			   "    wished: {type: integer, conditions: {logic_expression: is_dev}}\n"
			   "  groups:\n"
			   "    together:\n"
			   "      type: variability.groups.ConditionalMembers\n"
			   "      conditions: {logic_expression: is_large}\n"
			   "      members: [db_1, [app_2, store]]\n"
			   "    team:\n"
			   "      type: tosca.groups.Root\n"
			   "      members: [app_0, db_2]\n"
			   "    pair:\n"
			   "      type: tosca.groups.Root\n"
			   "      members: [machine_1]\n"
			   "  policies:\n"
			   "    - scale:\n"
			   "        type: tosca.policies.Scaling\n"
			   "        targets: [team, app_1]\n"
			   "  outputs:\n"
			   "    memory:\n"
			   "      value: {get_property: [machine_1, memory]}\n"
			   "  node_templates:\n";

/* Relations and the nodes they lead to depend on one another; technologies are chosen. No two
 * stacks are alike. */
static const char stack[] =
	"    app_%d:\n"
	"      type: any\n"
	"      anchor: true\n"
	"      conditions: {logic_expression: is_large}\n"
	"      properties:\n"
	"        - port: %d\n"
	"        - level: {value: 1, conditions: {node_presence: db_%d}}\n"
	"      requirements:\n"
	"        - host: machine_%d\n"
	"        - store: {node: db_%d, conditions: {logic_expression: is_large}}\n"
	"      technology:\n"
	"        - ansible: {weight: 0.5}\n"
	"        - terraform: {weight: 0.75, conditions: {logic_expression: is_large}}\n"
	"    db_%d:\n"
	"      type: any\n"
	"      technology: [{helm: {weight: 1.%d}}, {ansible: {weight: 0.25}}]\n"
	"      requirements:\n"
	"        - host: {node: machine_%d, conditions: [{not: {logic_expression: is_dev}}]}\n"
	"    machine_%d:\n"
	"      type: any\n"
	"      technology: terraform\n"
	"      properties:\n"
	"        - memory: {expression: {mul: [{variability_input: size}, 2]}}\n";

/* Nothing of variability, unless it is typed. */
static const char plain_head[] = "tosca_definitions_version: tosca_simple_yaml_1_3\n"
				 "topology_template:\n"
				 "  inputs:\n"
				 "    asked: {type: integer}\n"
				 "    wished: {type: integer}\n"
				 "  policies:\n"
				 "    - scale:\n"
				 "        type: tosca.policies.Scaling\n"
				 "        targets: [app_1]\n"
				 "  node_templates:\n";

static const char plain_stack[] = "    app_%d:\n"
				  "      type: any\n"
				  "      properties:\n"
				  "        - port: %d\n"
				  "        - level: {get_input: asked}\n"
				  "      requirements:\n"
				  "        - host: machine_%d\n"
				  "        - store: {node: db_%d}\n"
				  "    db_%d:\n"
				  "      type: any\n"
				  "      requirements:\n"
				  "        - host: {node: machine_%d}\n"
				  "    machine_%d:\n"
				  "      type: any\n"
				  "      properties:\n"
				  "        - memory: 1\n";

static struct string plain_text(int stacks, struct arena *arena)
{
	struct string text = string_from(plain_head);

	for (int i = 0; i < stacks; i++) {
		struct string more = arena_format(arena, plain_stack, i, i, i, i, i, i, i);

		text = arena_format(
			arena, "%.*s%.*s", STRING_ARGUMENTS(text), STRING_ARGUMENTS(more));
	}
	return text;
}

static struct string template_text(int stacks, struct arena *arena)
{
	char *text;
	size_t length;
	FILE *file = open_memstream(&text, &length);

	fputs(head, file);
	for (int i = 0; i < stacks; i++)
		fprintf(file, stack, i, 8000 + i, i, i, i, i, 10 + i, i, i);
	fclose(file);

	struct string copy = arena_copy(arena, (struct string){text, length});

	free(text);
	return copy;
}

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

/* ---- random edits ---- */

static uint32_t next(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(*state >> 33);
}

/* The part of a random condition, from its colon to the end of its line. */
static struct range random_condition(struct string text, uint64_t *state)
{
	const char *word = next(state) % 12 ? "conditions:" : "is_";
	const char *found = text.bytes + next(state) % text.length;

	found = strstr(found, word);
	if (!found)
		found = strstr(text.bytes, word);

	const char *start = strchr(found, ':') + 1;

	return (struct range){
		(uint32_t)(start - text.bytes), (uint32_t)(strchr(start, '\n') - text.bytes)};
}

/* The name of an expression or a node becomes another one. */
static struct text_edit scalar_edit(struct string text, uint64_t *state)
{
	static const char *const names[] = {"is_dev", "is_large", "db_0", "db_1", "db_22", "app_2",
		"of_self", "nested", "is_open", "circle", "back", "missing", "is_wrong"};
	size_t count = sizeof(names) / sizeof(*names);
	struct range condition = random_condition(text, state);

	for (uint32_t i = condition.start; i < condition.end; i++) {
		for (size_t n = 0; n < count; n++) {
			uint32_t length = (uint32_t)strlen(names[n]);

			if (strncmp(text.bytes + i, names[n], length) == 0)
				return (struct text_edit){
					{i, i + length}, string_from(names[next(state) % count])};
		}
	}
	return (struct text_edit){{condition.start, condition.start}, STRING(" ")};
}

/* The line of the text that starts so, ended by its line break. */
static struct range line_of(struct string text, const char *start)
{
	const char *found = strstr(text.bytes, start);

	if (!found)
		return (struct range){0};

	uint32_t first = (uint32_t)(found - text.bytes);

	return (struct range){first, (uint32_t)(strchr(found, '\n') + 1 - text.bytes)};
}

/* A preset, or a default, gives an input another value. */
static struct text_edit assignment_edit(struct string text, uint64_t *state)
{
	static const char *const starts[] = {"      dev: {inputs", "      prod: {inputs",
		"      huge: {inputs", "      mode: {type", "      size: {type",
		"      open: {type"};
	static const char *const values[] = {
		"dev", "prod", "1", "8", "64", "nonsense", "null", "yes", "{concat: [de, v]}"};
	struct range line = line_of(text, starts[next(state) % 6]);
	struct range found = {0};

	for (uint32_t i = line.start; i + 1 < line.end; i++)
		if (text.bytes[i] == ':' && (!found.start || next(state) % 2))
			found.start = i + 2;
	for (found.end = found.start;
		found.end < line.end && !strchr(",}\n", text.bytes[found.end]);)
		found.end++;
	return (struct text_edit){
		found, found.start ? string_from(values[next(state) % 9]) : STRING("")};
}

/* In front of a line that is like it somewhere, an element comes. */
static struct text_edit coming_edit(struct string text, uint64_t *state)
{
	static const char *const lines[][2] = {
		{"        - host: ", "        - store: db_2\n"},
		{"        - host: ",
			"        - link: {node: app_1, conditions: {node_presence: db_1}}\n"},
		{"        - store: ", "        - host: {node: machine_0, conditions: false}\n"},
		{"        - level: ",
			"        - first: {value: 2, conditions: {node_presence: SELF}}\n"},
		{"        - port: ", "        - port: 1\n"},
		{"        - port: ", "        - wish: {get_input: wished}\n"},
		{"        - level: ", "        - level: {get_input: asked}\n"},
		{"        - memory: ", "        - memory: {get_input: wished}\n"},
		{"      properties:", "      anchor: true\n"},
		{"      properties:", "      conditions: {node_presence: db_1}\n"},
		{"      requirements:", "      conditions: false\n"},
		{"        - memory: ", "        - disk: {expression: {add: [1, 2]}}\n"},
		{"        - terraform: ", "        - helm: {weight: 0.9}\n"},
	};
	uint32_t which = next(state) % (sizeof(lines) / sizeof(*lines));
	const char *found = strstr(text.bytes + next(state) % text.length, lines[which][0]);
	uint32_t start = found ? (uint32_t)(found - text.bytes) : 0;

	return (struct text_edit){
		{start, start}, found ? string_from(lines[which][1]) : STRING("")};
}

/* Where the next line after `from` starts that is the name of a node template; or the end. */
static uint32_t next_name(struct string text, uint32_t from)
{
	const char *found = text.bytes + from;

	while ((found = strstr(found, "\n    ")) && strchr(" \n", found[5]))
		found++;
	return found ? (uint32_t)(found + 1 - text.bytes) : (uint32_t)text.length;
}

/* Node templates go, or come again under another name, or become comments. */
static struct text_edit node_edit(struct string text, uint64_t *state)
{
	static char copy[4096];
	const char *first = strstr(text.bytes, "  node_templates:");
	uint32_t from = first ? (uint32_t)(first - text.bytes) : 0;
	uint32_t start = next_name(text, from + next(state) % ((uint32_t)text.length - from));
	uint32_t name = start + 4, end = start;

	for (uint32_t count = 1 + next(state) % 2; count > 0 && end < text.length; count--)
		end = next_name(text, end);
	if (!first || end == start || end - start + 8 > sizeof(copy))
		return (struct text_edit){{0, 0}, STRING("")};
	switch (next(state) % 4) {
	case 0:
		return (struct text_edit){{start, end}, STRING("")};
	case 1:
		return (struct text_edit){{start, start}, STRING("#")};
	case 2:
		return (struct text_edit){{start, start}, STRING("    x:\n      type: any\n")};
	default:
		snprintf(copy, sizeof(copy), "    n%.*s", (int)(end - name), text.bytes + name);
		return (struct text_edit){{start, start}, string_from(copy)};
	}
}

/* What a group, policy or output refers to becomes something else, or nothing at all. */
static struct text_edit other_edit(struct string text, uint64_t *state)
{
	static const char *const starts[] = {"      members: [app", "      members: [m",
		"        targets: ", "      value: {get"};
	static const char *const lines[][3] = {
		{"      members: [app_1, app_0]\n", "      members: [app_0, db_2, nowhere]\n",
			"      members: [app_3, [app_1, store]]\n"},
		{"      members: [machine_2, db_0]\n", "      members: [m]\n",
			"      members: [machine_1]\n      conditions: {logic_expression: "
			"is_large}\n"},
		{"        targets: [pair, db_0]\n", "        targets: [team, app_1, together]\n",
			"        targets: [app_2]\n"},
		{"      value: {get_property: [machine_0, memory]}\n",
			"      value: {get_property: [app_1, port]}\n      conditions: false\n",
			"      value: {get_property: [nowhere, port]}\n"},
	};
	uint32_t which = next(state) % 4;

	return (struct text_edit){
		line_of(text, starts[which]), string_from(lines[which][next(state) % 3])};
}

/* What is defined for all of the template is called otherwise, is something else, comes or goes. */
static struct text_edit definition_edit(struct string text, uint64_t *state)
{
	static const struct {
		const char *start; /* of the line that is replaced */
		const char *lines[6];
	} definitions[] = {
		{"      is_large", {"      is_large: {greater: [{variability_input: size}, 5]}\n",
					   "      is_large: {node_presence: db_2}\n",
					   "      is_large: {logic_expression: is_dev}\n",
					   "      is_larger: {logic_expression: is_large}\n",
					   "      is_large: text\n", ""}},
		{"      is_dev",
			{"      is_dev: {equal: [{variability_input: mode}, dev]}\n",
				"      is_dev: {equal: [{variability_input: mode}, prod]}\n",
				"      is_dev: {xor: [{logic_expression: is_open}, true]}\n",
				"      is_dev: {amount: 1}\n", "      is_dev: true\n", ""}},
		{"      nested", {"      nested: {not: {logic_expression: is_large}}\n",
					 "      nested: {not: {logic_expression: of_self}}\n",
					 "      missing: {not: {logic_expression: is_large}}\n",
					 "      nested: {logic_expression: missing}\n",
					 "      nested: {node_presence: SELF}\n", ""}},
		{"      size", {"      size: {type: integer}\n",
				       "      sizes: {type: integer, default: 3}\n",
				       "      size: {type: integer, default: 9}\n",
				       "      size: {type: string, default: a}\n",
				       "      size: {default_expression: {add: [1, 6]}}\n", ""}},
		{"      prod", {"      production: {inputs: {mode: prod, size: 8}}\n",
				       "      prod: {inputs: {mode: prod, size: 8}}\n",
				       "      prod: {inputs: {sizes: 8}}\n", "      dev: {}\n",
				       "      a: {inputs: {size: 5}}\n      prod: {}\n", ""}},
		{"    constraints",
			{"    constraints: [{node_presence: db_1}]\n",
				"    constraints: [{logic_expression: is_large}]\n",
				"    constraints: [{not: {logic_expression: nested}}]\n",
				"    constraints: [true, {node_presence: db_2}]\n",
				"    constraints: nothing\n", ""}},
		{"    expressions:\n",
			{"    constraints: [{or: [{logic_expression: is_dev}, "
			 "{node_presence: db_0}]}]\n    expressions:\n",
				"    expressions:\n      other: {logic_expression: is_large}\n",
				"    expressions:\n      missing: {node_presence: app_1}\n",
				"    expressions:\n      is_large: {node_presence: app_1}\n",
				"    expressions:\n\n", "    expressions:\n"}},
	};
	uint32_t which = next(state) % (sizeof(definitions) / sizeof(*definitions));

	return (struct text_edit){line_of(text, definitions[which].start),
		string_from(definitions[which].lines[next(state) % 6])};
}

/* Elements come or go; options and presets become others. */
static struct text_edit wider_edit(struct string text, uint64_t *state)
{
	static const char *const lines[] = {"    options: ", "      dev: ", "      prod: ",
		"        - store: ", "        - level: ", "      technology: [", "    db_1:",
		"        - terraform: ", "        - host: ", "      of_self: ", "      members: "};
	static const char *const options[] = {"    options: {mode: semantic-loose}\n",
		"    options: {mode: consistent-strict}\n", "    options: {mode: manual}\n",
		"    options: {mode: semantic-strict, optimization_topology_unique: false}\n"};
	static const char *const presets[] = {"      prod: {inputs: {mode: prod, size: 3}}\n",
		"      prod: {inputs: {mode: dev, size: 8, open: yes}}\n"};
	static const char new_node[] =
		"    new:\n      type: any\n      conditions: {logic_expression: of_self}\n"
		"      requirements: [{host: machine_1}]\n";
	uint32_t which = next(state) % 30;

	if (which >= 26)
		return other_edit(text, state);
	if (which >= 20)
		return node_edit(text, state);
	if (which >= 14)
		return coming_edit(text, state);
	if (which < 3)
		return (struct text_edit){
			line_of(text, lines[0]), string_from(options[next(state) % 4])};
	if (which < 5)
		return (struct text_edit){
			line_of(text, lines[2]), string_from(presets[next(state) % 2])};
	if (which < 7) {
		uint32_t start = line_of(text, "    app_2:").start;

		return (struct text_edit){
			{start, start}, start ? string_from(new_node) : STRING("")};
	}
	return (struct text_edit){
		line_of(text, lines[next(state) % (sizeof(lines) / sizeof(*lines))]), STRING("")};
}

/* A whole condition is replaced, or a character is typed or deleted. */
static struct text_edit random_edit(struct string text, uint64_t *state)
{
	static const char *const conditions[] = {" {logic_expression: is_dev}",
		" {logic_expression: is_large}", " {not: {logic_expression: is_dev}}",
		" {node_presence: db_1}", " {not: {node_presence: app_0}}",
		" {relation_presence: [app_2, store]}", " [{node_presence: app_1}, true]",
		" {greater_or_equal: [{variability_input: size}, 8]}",
		" {xor: [{node_presence: db_0}, {node_presence: db_2}]}",
		" {or: [{logic_expression: is_large}, {node_presence: machine_3}]}", " false",
		" {has_incoming_relation: SELF}", " {unknown: 1}", " {variability_input: mode}",
		" {logic_expression: is_open}", " {logic_expression: is_wrong}",
		" {logic_expression: of_self}", " {logic_expression: nested}",
		" {logic_expression: circle}", " {logic_expression: back}",
		" {logic_expression: missing}", " node.app_1", " -manual.node.db_2",
		" [elsewhere, {logic_expression: is_large}]", " [elsewhere, -otherwise]",
		" expression.is_dev", " {equal: [{variability_input: open}, yes]}",
		" {not: {equal: [{variability_input: open}, yes]}}",
		" {and: [{node_presence: app_3}, {node_presence: app_1}]}",
		" {and: [{node_presence: app_1}, {node_presence: app_3}]}"};
	static const char *const typed[] = {"1", "e", "{", "}", " ", "is_large", ",", "\n", "#"};
	struct range condition = random_condition(text, state);
	uint32_t place = condition.start + next(state) % (condition.end - condition.start + 1);

	switch (next(state) % 17) {
	case 12:
	case 13:
		return wider_edit(text, state);
	case 14:
	case 15:
	case 16:
		return definition_edit(text, state);
	case 10:
	case 11:
		return assignment_edit(text, state);
	case 6:
	case 7:
	case 8:
		return scalar_edit(text, state);
	case 9:
		return next(state) % 3 ? scalar_edit(text, state) : wider_edit(text, state);
	case 0:
		return (struct text_edit){{place, place},
			string_from(typed[next(state) % (sizeof(typed) / sizeof(*typed))])};
	case 1:
		return (struct text_edit){
			{place, place < condition.end ? place + 1 : place}, STRING("")};
	default:
		return (struct text_edit){condition,
			string_from(conditions[next(state) %
					       (sizeof(conditions) / sizeof(*conditions))])};
	}
}

/* Of a template that has no variability, or hardly any. */
static struct text_edit plain_edit(struct string text, uint64_t *state)
{
	static const char *const lines[] = {"        - level: ", "        - host: ",
		"      conditions: ", "      anchor: ", "        - memory: ", "    db_1:"};

	switch (next(state) % 4) {
	case 0:
		return node_edit(text, state);
	case 1:
		return (struct text_edit){
			line_of(text, lines[next(state) % (sizeof(lines) / sizeof(*lines))]),
			STRING("")};
	default:
		return coming_edit(text, state);
	}
}

static struct string text_of(const struct syntax_tree *tree, struct arena *arena)
{
	struct range all = {0, syntax_tree_length(tree)};

	return arena_copy(arena, syntax_tree_text(tree, all, arena));
}

static void type_randomly(unsigned seed)
{
	struct arena *arena = arena_create();
	bool is_plain = seed % 4 == 0;
	struct syntax_tree *tree = syntax_tree_create(
		is_plain ? plain_text(STACKS, arena) : template_text(STACKS, arena));
	struct analysis *analysis = analyse(tree, NULL);
	uint64_t state = seed;

	for (unsigned step = 0; step < STEPS; step++) {
		struct string text = text_of(tree, arena);
		struct text_edit edit =
			is_plain ? plain_edit(text, &state) : random_edit(text, &state);
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

	fprintf(file, "%.*s  node_templates:\n", (int)(strstr(head, "  groups:") - head), head);
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
	assert_int_equal(graphs_after("    db_3:\n", "    db_2:\n    db_3:\n"), 1);
	assert_int_equal(graphs_after("size}, 4]", "size}, 5]"), 0);
	assert_int_equal(graphs_after("      is_large:", "      is_larger:"), 0);
	assert_int_equal(graphs_after("      is_dev:", "      b: true\n      is_dev:"), 0);
	assert_int_equal(graphs_after("      size: {", "      sizes: {"), 0);
	assert_int_equal(graphs_after("      prod: {", "      production: {"), 0);
	assert_int_equal(graphs_after("      prod: {", "      a: {}\n      prod: {"), 0);
	assert_int_equal(graphs_after("mode: semantic-loose", "mode: manual"), 1);
	assert_int_equal(graphs_after("mode: prod, size: 8", "mode: prod, size: 2"), 0);
	assert_int_equal(graphs_after("default: dev", "default: prod"), 0);
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
		cmocka_unit_test(explanations_share_what_they_are_made_of),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
