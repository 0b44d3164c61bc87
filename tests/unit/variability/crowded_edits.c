/* Templates with many inputs, groups, policies and outputs, each of which is a section by itself,
 * and conditions that ask for one another. */
#include "analyzer/syntax/lines/line_end.h"
#include "tests/unit/variability/revision_edits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	NODES = 8,
	OTHERS = 30 /* of a kind: enough for their collections to be divided */
};

static uint32_t next(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(*state >> 33);
}

/* Asks for an element, or for an input of variability. */
static struct string random_condition(uint64_t *state, struct arena *arena)
{
	static const struct {
		const char *before, *behind;
		uint32_t count;
	} forms[] = {{"{input_presence: i", "}", OTHERS}, {"{is_consumed: i", "}", OTHERS},
		{"{group_presence: g", "}", OTHERS}, {"{has_present_member: g", "}", OTHERS},
		{"{policy_presence: p", "}", OTHERS}, {"{output_presence: o", "}", OTHERS},
		{"{node_presence: n", "}", NODES},
		{"{greater: [{variability_input: size}, ", "]}", 9}};
	uint32_t which = next(state) % (sizeof(forms) / sizeof(*forms));

	return arena_format(arena, "%s%u%s", forms[which].before, next(state) % forms[which].count,
		forms[which].behind);
}

struct writing {
	FILE *file;
	uint64_t *state;
	struct arena *arena;
};

static void write_condition(const struct writing *writing, const char *indentation)
{
	struct string condition = random_condition(writing->state, writing->arena);

	if (next(writing->state) % 5 < 2)
		fprintf(writing->file, "%sconditions: %.*s\n", indentation,
			STRING_ARGUMENTS(condition));
}

static void write_node(const struct writing *writing, uint32_t number)
{
	fprintf(writing->file, "    n%u:\n      type: any\n", number);
	write_condition(writing, "      ");
	fputs("      properties:\n", writing->file);
	for (uint32_t i = 0; i < 3; i++)
		fprintf(writing->file, "        - a%u: {get_input: i%u}\n", i,
			next(writing->state) % OTHERS);
	if (number > 0)
		fprintf(writing->file, "      requirements:\n        - host: n%u\n",
			next(writing->state) % number);
}

struct string crowded_text(uint64_t *state, struct arena *arena)
{
	static const char *const options[] = {"{mode: semantic-loose}", "{mode: consistent-strict}",
		"{mode: semantic-loose, input_pruning: true, input_default_condition: true, "
		"group_default_condition: true, policy_default_condition: true}"};
	char *text;
	size_t length;
	struct writing writing = {open_memstream(&text, &length), state, arena};
	FILE *file = writing.file;

	fprintf(file,
		"tosca_definitions_version: tosca_variability_1_0_rc_3\ntopology_template:\n"
		"  variability:\n    options: %s\n"
		"    inputs:\n      size: {type: integer, default: 3}\n    presets:\n"
		"      a: {inputs: {size: 1}}\n      b: {inputs: {size: 7}}\n  inputs:\n",
		options[next(state) % 3]);
	for (uint32_t i = 0; i < OTHERS; i++) {
		fprintf(file, "    i%u:\n      type: string\n      default: of the input %u\n", i,
			i);
		write_condition(&writing, "      ");
	}
	fputs("  node_templates:\n", file);
	for (uint32_t i = 0; i < NODES; i++)
		write_node(&writing, i);
	fputs("  groups:\n", file);
	for (uint32_t i = 0; i < OTHERS; i++) {
		fprintf(file,
			"    g%u:\n      type: tosca.groups.Root\n      members: [n%u, n%u]\n", i,
			next(state) % NODES, next(state) % NODES);
		write_condition(&writing, "      ");
	}
	fputs("  policies:\n", file);
	for (uint32_t i = 0; i < OTHERS; i++) {
		fprintf(file,
			"    - p%u:\n        type: tosca.policies.Root\n"
			"        targets: [g%u, n%u]\n",
			i, next(state) % OTHERS, next(state) % NODES);
		write_condition(&writing, "        ");
	}
	fputs("  outputs:\n", file);
	for (uint32_t i = 0; i < OTHERS; i++) {
		fprintf(file, "    o%u:\n      value: {get_property: [n%u, a%u]}\n", i,
			next(state) % NODES, next(state) % 3);
		write_condition(&writing, "      ");
	}
	fclose(file);

	struct string copy = arena_copy(arena, (struct string){text, length});

	free(text);
	return copy;
}

/* ---- edits ---- */

static uint32_t line_start(struct string text, uint32_t offset)
{
	while (offset > 0 && text.bytes[offset - 1] != '\n')
		offset--;
	return offset;
}

static uint32_t indentation_at(struct string text, uint32_t line)
{
	uint32_t end = line;

	while (end < text.length && text.bytes[end] == ' ')
		end++;
	return end - line;
}

/* The entry of a collection that begins in the line at `start`: the lines that are deeper, too. */
static struct range entry_at(struct string text, uint32_t start)
{
	struct range entry = {start, line_next(text, start)};

	while (entry.end < text.length && indentation_at(text, entry.end) > 4)
		entry.end = line_next(text, entry.end);
	return entry;
}

/* A random entry of four spaces, the first one behind a random place. */
static struct range random_entry(struct string text, uint64_t *state)
{
	uint32_t line = line_start(text, next(state) % (uint32_t)text.length);

	while (line < text.length && indentation_at(text, line) != 4)
		line = line_next(text, line);
	return line < text.length ? entry_at(text, line) : (struct range){0};
}

/* A condition goes, becomes another one, or is one no more. */
static struct text_edit condition_edit(struct string text, uint64_t *state, struct arena *arena)
{
	const char *found = strstr(text.bytes + next(state) % text.length, "conditions: ");
	uint32_t start = found ? (uint32_t)(found - text.bytes) : 0;

	if (!found)
		return (struct text_edit){{0, 0}, STRING("")};
	switch (next(state) % 4) {
	case 0:
		return (struct text_edit){{start, start}, STRING("x")};
	case 1:
		return (struct text_edit){
			{start + 12, line_next(text, start) - 1}, random_condition(state, arena)};
	default:
		return (struct text_edit){
			{line_start(text, start), line_next(text, start)}, STRING("")};
	}
}

static struct text_edit coming_condition(
	struct string text, struct range entry, uint64_t *state, struct arena *arena)
{
	uint32_t end = line_next(text, entry.start);
	bool is_policy = text.bytes[entry.start + 4] == '-';
	struct string condition = random_condition(state, arena);

	return (struct text_edit){{end, end},
		arena_format(arena, "%sconditions: %.*s\n", is_policy ? "        " : "      ",
			STRING_ARGUMENTS(condition))};
}

/* An entry goes, comes again under another name, or is called otherwise; what is in it comes out
 * of place. */
struct text_edit crowded_edit(struct string text, uint64_t *state, struct arena *arena)
{
	static const char *const marks[] = {"\"", " ", "#", "- ", "x"};
	struct range entry = random_entry(text, state);
	uint32_t name = entry.start + 4, place;

	if (entry.end == entry.start)
		return (struct text_edit){{0, 0}, STRING("")};
	if (text.bytes[name] == '-')
		name += 2;
	switch (next(state) % 16) {
	case 0:
		return (struct text_edit){entry, STRING("")};
	case 1:
		return (struct text_edit){{entry.start, entry.start},
			arena_format(arena, "%.*snew%.*s", (int)(name - entry.start),
				text.bytes + entry.start, (int)(entry.end - name),
				text.bytes + name)};
	case 2:
		return (struct text_edit){{name, name}, STRING("z")};
	case 3:
		return (struct text_edit){{name, name + 1}, STRING("")};
	case 4:
		place = entry.start + next(state) % (entry.end - entry.start);
		place = line_start(text, place) + indentation_at(text, line_start(text, place));
		return (struct text_edit){{place, place}, string_from(marks[next(state) % 5])};
	case 5:
		place = entry.start + next(state) % (entry.end - entry.start);
		return (struct text_edit){{place, place + 1}, STRING("")};
	case 6:
	case 7:
	case 8:
		return coming_condition(text, entry, state, arena);
	default:
		return condition_edit(text, state, arena);
	}
}
