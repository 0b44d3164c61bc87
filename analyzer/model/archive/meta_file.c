#include "analyzer/model/archive/meta_file.h"

#include "analyzer/text/name_table.h"

#include <string.h>

struct reading {
	struct diagnostics *diagnostics;
	struct meta_entry *items;
	size_t count, capacity;
	struct name_table names; /* of all entries, the first of each name */
	struct string *lines;    /* of the last one's value */
	size_t line_count, line_capacity;
};

static bool is_blank(char character)
{
	return character == ' ' || character == '\t' || character == '\r';
}

static struct range trimmed(struct string text, struct range range)
{
	while (range.start < range.end && is_blank(text.bytes[range.start]))
		range.start++;
	while (range.end > range.start && is_blank(text.bytes[range.end - 1]))
		range.end--;
	return range;
}

static struct string slice(struct string text, struct range range)
{
	return string_slice(text, range.start, range.end);
}

static void report(struct reading *reading, struct range range, const char *message)
{
	diagnostics_add_at(reading->diagnostics, DIAGNOSTIC_CODE_BAD_ARCHIVE,
		location_in_file(STRING(""), range), "%s", message);
}

static void add_line(struct reading *reading, struct string line)
{
	reading->lines = arena_reserve(reading->diagnostics->arena, reading->lines,
		reading->line_count, &reading->line_capacity, sizeof(*reading->lines));
	reading->lines[reading->line_count++] = line;
}

/* "Values that extend beyond one line can be spread over multiple lines if each subsequent line
 * starts with at least one space. Such spaces are then collapsed". */
static void continue_value(struct reading *reading, struct string text, struct range line)
{
	struct range range = trimmed(text, line);
	if (reading->count == 0) {
		report(reading, range, "The first line of TOSCA.meta does not begin with a blank");
		return;
	}
	struct meta_entry *entry = &reading->items[reading->count - 1];
	add_line(reading, slice(text, range));
	entry->value_range.end = range.end;
}

static void finish_value(struct reading *reading)
{
	if (reading->count > 0)
		reading->items[reading->count - 1].value = arena_join_list(
			reading->diagnostics->arena, reading->lines, reading->line_count, " ");
	reading->line_count = 0;
}

/* "<name>: <value>" */
static void read_entry(struct reading *reading, struct string text, struct range line)
{
	const char *colon = memchr(text.bytes + line.start, ':', line.end - line.start);
	if (!colon) {
		report(reading, line, "A line of TOSCA.meta is a name, a colon and a value");
		return;
	}
	size_t end = (size_t)(colon - text.bytes);
	struct meta_entry entry = {
		.name_range = trimmed(text, (struct range){line.start, end}),
		.value_range = trimmed(text, (struct range){end + 1, line.end}),
	};
	entry.name = slice(text, entry.name_range);
	finish_value(reading);
	if (entry.value_range.end > entry.value_range.start) {
		add_line(reading, slice(text, entry.value_range));
		if (!is_blank(text.bytes[end + 1]))
			report(reading, entry.value_range, "A blank has to follow the colon");
	}
	if (name_table_find(&reading->names, entry.name))
		report(reading, entry.name_range,
			"The first block of TOSCA.meta has this name already");
	name_table_add(&reading->names, reading->diagnostics->arena, entry.name, reading);
	reading->items = arena_reserve(reading->diagnostics->arena, reading->items, reading->count,
		&reading->capacity, sizeof(*reading->items));
	reading->items[reading->count++] = entry;
}

struct meta_block meta_block_read(const struct syntax_tree *tree, struct diagnostics *diagnostics)
{
	struct reading reading = {.diagnostics = diagnostics};
	uint32_t lines = syntax_tree_line_count(tree);
	struct range everything = {0, syntax_tree_length(tree)};
	struct string text = syntax_tree_text(tree, everything, diagnostics->arena);
	for (uint32_t i = 0; i < lines; i++) {
		struct range line = syntax_tree_line(tree, i);
		if (i == 0 && string_starts_with(text, "\xEF\xBB\xBF"))
			line.start += 3; /* a byte order mark */
		struct range content = trimmed(text, line);
		if (content.start == content.end && reading.count > 0)
			break; /* "Blocks are separated by an empty line." */
		if (content.start == content.end || text.bytes[content.start] == '#')
			continue;
		if (content.start > line.start)
			continue_value(&reading, text, line);
		else
			read_entry(&reading, text, content);
	}
	finish_value(&reading);
	return (struct meta_block){reading.items, reading.count};
}

const struct meta_entry *meta_block_find(const struct meta_block *block, const char *name)
{
	for (size_t i = 0; i < block->count; i++)
		if (string_is(block->items[i].name, name) && block->items[i].value.length)
			return &block->items[i];
	return NULL;
}
