#include "tests/unit/variability/revision_edits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char template_head[] = "tosca_definitions_version: tosca_variability_1_0_rc_3\n"
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
	"        - share: {expression: {variability_input: size}, conditions: {logic_expression: "
	"is_large}}\n"
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

struct string plain_text(int stacks, struct arena *arena)
{
	struct string text = string_from(plain_head);

	for (int i = 0; i < stacks; i++) {
		struct string more = arena_format(arena, plain_stack, i, i, i, i, i, i, i);

		text = arena_format(
			arena, "%.*s%.*s", STRING_ARGUMENTS(text), STRING_ARGUMENTS(more));
	}
	return text;
}

struct string template_text(int stacks, struct arena *arena)
{
	char *text;
	size_t length;
	FILE *file = open_memstream(&text, &length);

	fputs(template_head, file);
	for (int i = 0; i < stacks; i++)
		fprintf(file, stack, i, 8000 + i, i, i, i, i, 10 + i, i, i);
	fclose(file);

	struct string copy = arena_copy(arena, (struct string){text, length});

	free(text);
	return copy;
}

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

	const char *colon = found ? strchr(found, ':') : NULL;

	if (!colon || !strchr(colon, '\n'))
		return (struct range){0};
	return (struct range){
		(uint32_t)(colon + 1 - text.bytes), (uint32_t)(strchr(colon, '\n') - text.bytes)};
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
		{"        - memory: ", "        - team: {get_property: [team, a]}\n"},
		{"        - port: ", "        - scale: {get_property: [scale, a]}\n"},
		{"        - port: ", "        - number: {get_input: 1}\n"},
		{"      properties:", "      anchor: true\n"},
		{"      properties:", "      conditions: {node_presence: db_1}\n"},
		{"      requirements:", "      conditions: false\n"},
		{"        - memory: ", "        - disk: {expression: {add: [1, 2]}}\n"},
		{"        - share: ",
			"        - none: {expression: {add: [{variability_input: open}, 1]}}\n"},
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

/* Node templates go, or come again under another name, are called as another one, or become
 * comments. */
static struct text_edit node_edit(struct string text, uint64_t *state)
{
	static const char *const names[] = {"app_0", "app_1", "db_2", "machine_3"};
	static char copy[4096];
	const char *first = strstr(text.bytes, "  node_templates:"), *colon;
	uint32_t from = first ? (uint32_t)(first - text.bytes) : 0;
	uint32_t start = next_name(text, from + next(state) % ((uint32_t)text.length - from));
	uint32_t name = start + 4, end = start;

	for (uint32_t count = 1 + next(state) % 2; count > 0 && end < text.length; count--)
		end = next_name(text, end);
	if (!first || end == start || end - start + 8 > sizeof(copy))
		return (struct text_edit){{0, 0}, STRING("")};
	switch (next(state) % 5) {
	case 0:
		return (struct text_edit){{start, end}, STRING("")};
	case 3:
		colon = strchr(text.bytes + name, ':');
		return (struct text_edit){{name, colon ? (uint32_t)(colon - text.bytes) : name},
			string_from(names[next(state) % 4])};
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

/* Groups, policies, inputs and outputs are called otherwise, lose their types, come or go. */
static struct text_edit named_edit(struct string text, uint64_t *state)
{
	static const struct {
		const char *start; /* of the line that is replaced */
		const char *lines[5];
	} entries[] = {
		{"    team:\n",
			{"    teams:\n", "    pair:\n", "    app_1:\n", "    #team:\n",
				"    more:\n      type: a\n      members: []\n    team:\n"}},
		{"    teams:\n", {"    team:\n", "    scale:\n", "", "    team:\n", "    te:\n"}},
		{"    pair:\n", {"    pairs:\n", "    team:\n", "", "    together:\n",
					"    p:\n      members: [db_0]\n      properties:\n"
					"        - a: {get_input: asked}\n    pair:\n"}},
		{"    - scale:\n",
			{"    - scales:\n", "    - pair:\n", "",
				"    - more:\n        type: a\n        targets: [pair]\n"
				"    - scale:\n",
				"    - scale:\n        targets: [pairs, app_1]\n    - two:\n"}},
		{"    memory:\n", {"    memories:\n", "    memory_1:\n", "    #memory:\n",
					  "    port:\n      value: {get_property: [app_1, port]}\n"
					  "    memory:\n",
					  "    memory:\n      conditions: false\n"}},
		{"    asked: {", {"    ask: {type: integer}\n", "    asked: {type: integer}\n",
					 "    wished: {type: integer}\n", "",
					 "    new: {type: string}\n    asked: {type: integer}\n"}},
		{"    wished: {",
			{"    wish: {type: integer}\n", "", "    wished: {}\n",
				"    wished: {conditions: {group_presence: team}}\n",
				"    wished: {type: integer}\n    last: {type: string}\n"}},
		{"      type: tosca.groups",
			{"      type: a\n", "", "      typ: a\n", "      type: [a, b]\n",
				"      type: variability.groups.Root\n"}},
		{"        type: tosca.pol", {"        type: a\n", "", "        typ: a\n",
						    "        type: [a, b]\n", "        type:\n"}},
		{"      members: [a",
			{"      properties: [{a: 1}, {b: 2}]\n      members: [app_0]\n",
				"      members: [app_0]\n", "",
				"      properties: {c: {get_input: wished}}\n",
				"      conditions: {policy_presence: scale}\n"}},
	};
	uint32_t which = next(state) % (sizeof(entries) / sizeof(*entries));

	return (struct text_edit){line_of(text, entries[which].start),
		string_from(entries[which].lines[next(state) % 5])};
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
	uint32_t which = next(state) % 34;

	if (which >= 28)
		return named_edit(text, state);
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

/* A line, anywhere, is broken by what is typed in front of what it holds, or one that is loses that
 * again. */
static struct text_edit breaking_edit(struct string text, uint64_t *state)
{
	static const char *const marks[] = {"\"", "\"", "{", " ", "- ", "#"};
	const char *broken = strstr(text.bytes, " \""), *found;
	uint32_t place;

	if (!broken)
		broken = strstr(text.bytes, " {{");
	if (broken && next(state) % 3) {
		place = (uint32_t)(broken + 1 - text.bytes);
		return (struct text_edit){{place, place + 1}, STRING("")};
	}
	found = strchr(text.bytes + next(state) % text.length, '\n');
	place = found ? (uint32_t)(found + 1 - text.bytes) : 0;
	while (place < text.length && text.bytes[place] == ' ')
		place++;
	return (struct text_edit){{place, place}, string_from(marks[next(state) % 6])};
}

/* A whole condition is replaced, or a character is typed or deleted. */
struct text_edit random_edit(struct string text, uint64_t *state)
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
		" {and: [{node_presence: app_1}, {node_presence: app_3}]}",
		" {group_presence: team}", " {policy_presence: scale}", " {input_presence: wished}",
		" {output_presence: memory}", " {has_present_member: team}",
		" {not: {group_presence: teams}}", " {policy_presence: 0}",
		" {is_consumed: asked}"};
	static const char *const typed[] = {"1", "e", "{", "}", " ", "is_large", ",", "\n", "#"};
	struct range condition = random_condition(text, state);
	uint32_t place = condition.start + next(state) % (condition.end - condition.start + 1);

	switch (next(state) % 22) {
	case 20:
	case 21:
		return breaking_edit(text, state);
	case 17:
	case 18:
	case 19:
		return named_edit(text, state);
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
struct text_edit plain_edit(struct string text, uint64_t *state)
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
