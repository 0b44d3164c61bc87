/* Text and places of a tree. */
#include "analyzer/syntax/tree/tree.h"

#include <stdlib.h>
#include <string.h>

uint32_t syntax_tree_length(const struct syntax_tree *tree)
{
	return tree->places[tree->section_count].start;
}

struct string syntax_tree_text(
	const struct syntax_tree *tree, struct range range, struct arena *arena)
{
	uint32_t length = syntax_tree_length(tree);

	if (range.end > length)
		range.end = length;
	if (range.start >= range.end)
		return (struct string){"", 0};

	char *bytes = arena_allocate(arena, (size_t)(range.end - range.start) + 1, 1);
	uint32_t copied = 0;

	for (uint32_t i = syntax_tree_section_at(tree, range.start); range.start < range.end; i++) {
		uint32_t start = range.start - tree->places[i].start;
		uint32_t end = tree->places[i + 1].start < range.end
				       ? (uint32_t)tree->sections[i]->text.length
				       : range.end - tree->places[i].start;

		memcpy(bytes + copied, tree->sections[i]->text.bytes + start, end - start);
		copied += end - start;
		range.start += end - start;
	}
	return (struct string){bytes, copied};
}

/* ---- lines ---- */

struct string syntax_tree_section_text(const struct syntax_tree *tree, uint32_t section)
{
	return tree->sections[section]->text;
}

uint32_t syntax_tree_line_count(const struct syntax_tree *tree)
{
	return tree->places[tree->section_count].line + 1;
}

/* The section in which the line begins. */
static uint32_t section_of_line(const struct syntax_tree *tree, uint32_t line)
{
	uint32_t low = 0;
	uint32_t high = tree->section_count;

	while (high - low > 1) {
		uint32_t middle = (low + high) / 2;

		if (tree->places[middle].line <= line)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* Part of a section, without the line break. */
static struct range line_in_section(const struct section *section, uint32_t line)
{
	const char *bytes = section->text.bytes;
	struct range range = {section->line_starts[line], (uint32_t)section->text.length};

	if (line == section->line_count)
		return range;
	range.end = section->line_starts[line + 1] - 1;
	if (range.end > range.start && bytes[range.end] == '\n' && bytes[range.end - 1] == '\r')
		range.end--;
	return range;
}

struct range syntax_tree_line(const struct syntax_tree *tree, uint32_t line)
{
	uint32_t length = syntax_tree_length(tree);

	if (line >= syntax_tree_line_count(tree))
		return (struct range){length, length};

	uint32_t number = section_of_line(tree, line);
	uint32_t start = tree->places[number].start;
	struct range range =
		line_in_section(tree->sections[number], line - tree->places[number].line);

	return (struct range){start + range.start, start + range.end};
}

struct position syntax_tree_position(
	const struct syntax_tree *tree, uint32_t offset, enum position_encoding encoding)
{
	uint32_t length = syntax_tree_length(tree);

	if (offset > length)
		offset = length;

	uint32_t number = syntax_tree_section_at(tree, offset);
	const struct section *section = tree->sections[number];
	uint32_t inside = offset - tree->places[number].start;
	uint32_t low = 0;
	uint32_t high = section->line_count + 1;

	while (high - low > 1) {
		uint32_t middle = (low + high) / 2;

		if (section->line_starts[middle] <= inside)
			low = middle;
		else
			high = middle;
	}
	return (struct position){tree->places[number].line + low,
		position_count_marked(section->text, section->marks,
			(struct range){section->line_starts[low], inside}, encoding)};
}

uint32_t syntax_tree_offset(
	const struct syntax_tree *tree, struct position position, enum position_encoding encoding)
{
	if (position.line >= syntax_tree_line_count(tree))
		return syntax_tree_length(tree);

	uint32_t number = section_of_line(tree, position.line);
	const struct section *section = tree->sections[number];
	struct range line = line_in_section(section, position.line - tree->places[number].line);

	return tree->places[number].start + line.start +
	       position_skip_units(string_slice(section->text, line.start, line.end),
		       position.character, encoding);
}

/* ---- nodes at places ---- */

/* An entry or item is read as a collection of one, which nobody wrote. */
static bool is_wrapper(const struct section *section, uint32_t index)
{
	return index == 0 && section->role != SECTION_DOCUMENT &&
	       section->role != SECTION_PREAMBLE && section->key != 0 && section->value != 0;
}

static bool is_written(const struct section *section, uint32_t index)
{
	return !is_wrapper(section, index) && !(section->nodes[index].flags & RAW_IS_SPINE);
}

/* How many nodes of a section begin before `offset`: they are in the order of the text. */
static uint32_t nodes_before(const struct section *section, uint32_t offset)
{
	uint32_t low = 0;
	uint32_t high = section->node_count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (section->nodes[middle].start < offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The shortest node of a section around `offset`, the last of several; or NO_NODE. Those that begin
 * there can be, and the last that begins before, and what is around that. */
static uint32_t node_around(const struct section *section, uint32_t offset)
{
	uint32_t next = nodes_before(section, offset);
	uint32_t best = NO_NODE;
	uint32_t best_length = UINT32_MAX;

	for (uint32_t i = next; i < section->node_count && section->nodes[i].start == offset; i++) {
		const struct raw_node *node = &section->nodes[i];

		if (is_written(section, i) && node->end - node->start <= best_length) {
			best = i;
			best_length = node->end - node->start;
		}
	}
	for (uint32_t i = next > 0 ? next - 1 : NO_NODE; i != NO_NODE;
		i = section->nodes[i].parent) {
		const struct raw_node *node = &section->nodes[i];

		if (node->end >= offset && is_written(section, i) &&
			node->end - node->start < best_length) {
			best = i;
			best_length = node->end - node->start;
		}
	}
	return best;
}

struct node syntax_tree_node_at(const struct syntax_tree *tree, uint32_t offset)
{
	uint32_t number = syntax_tree_section_at(tree, offset);
	uint32_t found = node_around(tree->sections[number], offset - tree->places[number].start);
	struct node best = {0};

	if (found != NO_NODE)
		best = (struct node){tree, {number, found}};
	while (node_is_absent(best) && number != NO_NODE) {
		const struct section *container = tree->sections[number];

		if (container->value != NO_NODE &&
			(container->nodes[container->value].flags & RAW_IS_SPINE)) {
			struct node collection = {tree, {number, container->value}};
			struct range range = node_range(collection);

			if (range.start <= offset && offset <= range.end)
				best = collection;
		}
		number = tree->spine->rows[number].parent;
	}
	return best;
}

/* ---- errors ---- */

static int compare_errors(const void *a, const void *b)
{
	const struct syntax_error *x = a;
	const struct syntax_error *y = b;

	if (x->range.start != y->range.start)
		return x->range.start < y->range.start ? -1 : 1;
	return (x->range.end > y->range.end) - (x->range.end < y->range.end);
}

static struct range moved(struct range range, uint32_t by)
{
	return (struct range){range.start + by, range.end + by};
}

static struct syntax_error duplicate_error(
	const struct syntax_tree *tree, const struct duplicate_entry *entry, struct arena *arena)
{
	struct node first = {tree, {entry->first, tree->sections[entry->first]->key}};
	struct node second = {tree, {entry->second, tree->sections[entry->second]->key}};

	return (struct syntax_error){SYNTAX_ERROR_DUPLICATE_KEY, node_range(second),
		node_range(first),
		arena_format(arena, "duplicate key \"%.*s\"", STRING_ARGUMENTS(node_text(second)))};
}

static struct string encoding_message(const struct syntax_tree *tree, struct arena *arena)
{
	unsigned byte = tree->stray_byte;

	if (tree->other_encoding)
		return arena_format(arena, "this file is encoded in %s; save it as UTF-8",
			tree->other_encoding);
	if (byte < 0xa0)
		return arena_format(
			arena, "byte 0x%02X is not UTF-8; save this file as UTF-8", byte);
	return arena_format(arena,
		"byte 0x%02X is not UTF-8, in Latin-1 it is \"%c%c\"; save this file as UTF-8",
		byte, (char)(0xc0 | byte >> 6), (char)(0x80 | (byte & 0x3f)));
}

const struct syntax_error *syntax_tree_errors(
	const struct syntax_tree *tree, struct arena *arena, size_t *count)
{
	size_t total = tree->spine->duplicate_count + tree->has_encoding_error +
		       tree->shared.weight + (tree->aliases ? tree->aliases->error_count : 0);
	size_t filled = 0;

	*count = total;
	if (total == 0)
		return NULL;

	struct syntax_error *errors = arena_allocate(arena, total, sizeof(*errors));

	if (tree->has_encoding_error)
		errors[filled++] = (struct syntax_error){.kind = SYNTAX_ERROR_ENCODING,
			.range = tree->encoding_error,
			.message = encoding_message(tree, arena)};
	for (struct shared_walk walk = {0}; shared_list_next(&tree->shared, &walk);) {
		const struct section *section = walk.item;
		uint32_t start = tree->places[walk.position].start;

		for (uint32_t i = 0; i < section->error_count; i++) {
			errors[filled] = section->errors[i];
			errors[filled].range = moved(errors[filled].range, start);
			if (errors[filled].related.end > 0)
				errors[filled].related = moved(errors[filled].related, start);
			filled++;
		}
	}
	for (uint32_t i = 0; i < tree->spine->duplicate_count; i++)
		errors[filled++] = duplicate_error(tree, &tree->spine->duplicates[i], arena);
	for (size_t i = 0; tree->aliases && i < tree->aliases->error_count; i++) {
		const struct alias_error *error = &tree->aliases->errors[i];

		errors[filled++] = (struct syntax_error){.kind = error->kind,
			.range = node_range((struct node){tree, error->node}),
			.message = error->message};
	}
	qsort(errors, filled, sizeof(*errors), compare_errors);
	return errors;
}
