#include "analyzer/syntax/tree/section_scratch.h"

#include "analyzer/syntax/lines/line_end.h"
#include "analyzer/syntax/lines/line_separators.h"
#include "analyzer/text/utf8.h"
#include "base/memory.h"

#include <string.h>

/* What alignment adds to a few allocations. */
enum {
	ARENA_SLACK = 48,
	LONG_LINE = 512 /* bytes in which units are counted without marks */
};

struct section_scratch *section_scratch_create(void)
{
	return memory_allocate(1, sizeof(struct section_scratch));
}

void section_scratch_destroy(struct section_scratch *scratch)
{
	if (!scratch)
		return;
	memory_release(scratch->nodes);
	memory_release(scratch->children);
	memory_release(scratch->pending);
	memory_release(scratch->open);
	memory_release(scratch->decoded);
	memory_release(scratch->properties);
	memory_release(scratch->errors);
	memory_release(scratch->lines);
	memory_release(scratch->masked);
	memory_release(scratch);
}

/* ---- places ---- */

void scratch_set_source(struct section_scratch *scratch, struct string source)
{
	memory_release(scratch->masked);
	scratch->masked = NULL;
	scratch->base = 0;
	scratch->is_ascii = utf8_is_ascii(source);
	scratch->character = scratch->byte = 0;
	if (!scratch->is_ascii && line_separators_occur(source)) {
		scratch->masked = memory_allocate(source.length, 1);
		memcpy(scratch->masked, source.bytes, source.length);
		line_separators_hide(scratch->masked, source.length);
		source.bytes = scratch->masked;
	}
	scratch->source = source;
}

uint32_t scratch_byte_in_source(struct section_scratch *scratch, size_t character)
{
	struct string text = scratch->source;

	if (scratch->is_ascii)
		return character < text.length ? (uint32_t)character : (uint32_t)text.length;
	while (scratch->character > character) {
		do
			scratch->byte--;
		while (utf8_continues(text.bytes[scratch->byte]));
		scratch->character--;
	}
	while (scratch->character < character && scratch->byte < text.length) {
		do
			scratch->byte++;
		while (scratch->byte < text.length && utf8_continues(text.bytes[scratch->byte]));
		scratch->character++;
	}
	return scratch->byte;
}

uint32_t scratch_byte_of(struct section_scratch *scratch, size_t character)
{
	return scratch_byte_in_source(scratch, character) - scratch->base;
}

static uint32_t end_of_line(struct string text, uint32_t offset, bool has_carriage_return)
{
	const char *feed;

	if (offset < text.length && !has_carriage_return) {
		feed = memchr(text.bytes + offset, '\n', text.length - offset);
		return feed ? (uint32_t)(feed - text.bytes) : (uint32_t)text.length;
	}
	while (offset < text.length && text.bytes[offset] != '\n' && text.bytes[offset] != '\r')
		offset++;
	return offset;
}

static void find_lines(struct section_scratch *scratch, struct string text)
{
	bool has_carriage_return = text.length > 0 && memchr(text.bytes, '\r', text.length) != NULL;
	uint32_t offset = 0;

	scratch->line_count = 0;
	for (;;) {
		scratch->lines = memory_reserve(scratch->lines, scratch->line_count,
			&scratch->line_capacity, sizeof(*scratch->lines));
		scratch->lines[scratch->line_count++] = offset;
		offset = end_of_line(text, offset, has_carriage_return);
		if (offset == text.length)
			return;
		offset = line_next(text, offset);
	}
}

/* ---- nodes ---- */

void scratch_add_error(struct section_scratch *scratch, enum syntax_error_kind kind,
	struct range range, struct range related, struct string message)
{
	scratch->errors = memory_reserve(scratch->errors, scratch->error_count,
		&scratch->error_capacity, sizeof(*scratch->errors));
	scratch->errors[scratch->error_count++] =
		(struct syntax_error){kind, range, related, message};
}

uint32_t scratch_add_node(struct section_scratch *scratch, struct raw_node node)
{
	scratch->nodes = memory_reserve(scratch->nodes, scratch->node_count,
		&scratch->node_capacity, sizeof(*scratch->nodes));
	scratch->nodes[scratch->node_count] = node;
	return (uint32_t)scratch->node_count++;
}

void scratch_attach(struct section_scratch *scratch, struct section *section, uint32_t child)
{
	if (scratch->depth == 0)
		return;

	struct open_collection *open = &scratch->open[scratch->depth - 1];
	struct raw_node *parent = &scratch->nodes[open->node];
	struct raw_node *node = &scratch->nodes[child];

	scratch->pending = memory_reserve(scratch->pending, scratch->pending_count,
		&scratch->pending_capacity, sizeof(*scratch->pending));
	scratch->pending[scratch->pending_count++] = child;
	node->parent = open->node;
	if (parent->kind != RAW_MAPPING)
		return;
	if (open->key == NO_NODE) {
		open->key = child;
		node->flags |= RAW_IS_KEY;
		if (node->kind == RAW_SCALAR && node->style == SCALAR_PLAIN &&
			string_is(raw_text(section, node), "<<")) {
			parent->flags |= RAW_HAS_MERGE;
			section->has_merges = true;
		}
	} else {
		node->key = open->key;
		open->key = NO_NODE;
	}
}

uint32_t scratch_open_collection(
	struct section_scratch *scratch, struct section *section, struct raw_node node)
{
	uint32_t index = scratch_add_node(scratch, node);

	scratch_attach(scratch, section, index);
	scratch->open = memory_reserve(
		scratch->open, scratch->depth, &scratch->open_capacity, sizeof(*scratch->open));
	scratch->open[scratch->depth++] =
		(struct open_collection){index, NO_NODE, scratch->pending_count};
	return index;
}

uint32_t scratch_add_missing_value(struct section_scratch *scratch, uint32_t at)
{
	return scratch_add_node(scratch, (struct raw_node){.kind = RAW_SCALAR,
						 .type = SCALAR_NULL,
						 .start = at,
						 .end = at,
						 .parent = NO_NODE,
						 .key = NO_NODE,
						 .text = {at, 0}});
}

void scratch_close_collection(
	struct section_scratch *scratch, struct section *section, uint32_t end)
{
	struct open_collection *open = &scratch->open[scratch->depth - 1];

	if (open->key != NO_NODE)
		scratch_attach(scratch, section,
			scratch_add_missing_value(scratch, scratch->nodes[open->key].end));
	open = &scratch->open[--scratch->depth];

	struct raw_node *node = &scratch->nodes[open->node];
	size_t count = scratch->pending_count - open->first_pending;

	node->children.first = (uint32_t)scratch->child_count;
	node->children.count = (uint32_t)count;
	for (size_t i = 0; i < count; i++) {
		scratch->children = memory_reserve(scratch->children, scratch->child_count,
			&scratch->child_capacity, sizeof(*scratch->children));
		scratch->children[scratch->child_count++] =
			scratch->pending[open->first_pending + i];
	}
	scratch->pending_count = open->first_pending;
	if (node->flags & RAW_IS_FLOW)
		node->end = end;
	else if (count)
		node->end = scratch->nodes[scratch->children[scratch->child_count - 1]].end;
}

/* ---- sections ---- */

static void *copy(struct arena *arena, const void *items, size_t count, size_t size)
{
	void *copied = count ? arena_allocate(arena, count, size) : NULL;

	if (count)
		memcpy(copied, items, count * size);
	return copied;
}

static void make_spine(struct raw_node *node, bool is_sequence)
{
	node->kind = is_sequence ? RAW_SEQUENCE : RAW_MAPPING;
	node->flags |= RAW_IS_SPINE;
	node->children.first = node->children.count = 0;
}

/* A key whose colon is still to come. */
static void take_as_key(
	struct section_scratch *scratch, struct section *section, uint32_t key, bool is_sequence)
{
	struct range range = {scratch->nodes[key].start, scratch->nodes[key].end};

	/* What else is wrong in its line makes it no key of anything below. */
	if (section->role == SECTION_BRANCH && scratch->error_count > section->stray_count)
		return;
	section->key = key;
	section->value = scratch_add_missing_value(scratch, range.end);
	scratch->nodes[key].flags |= RAW_IS_KEY;
	scratch->nodes[section->value].key = key;
	if (section->role == SECTION_BRANCH)
		make_spine(&scratch->nodes[section->value], is_sequence);
	if (scratch->error_count == section->stray_count)
		scratch_add_error(scratch, SYNTAX_ERROR_YAML, range, (struct range){0},
			STRING("did not find ':' behind a key"));
}

/* An entry or item is read as a collection of one; its nodes are what counts. */
void scratch_find_top_nodes(struct section_scratch *scratch, struct section *section,
	enum section_role role, bool is_sequence)
{
	struct raw_node *nodes = scratch->nodes;
	uint32_t top = scratch->node_count ? 0 : NO_NODE;
	enum raw_kind wanted = role == SECTION_ITEM ? RAW_SEQUENCE : RAW_MAPPING;

	section->key = NO_NODE;
	section->value = NO_NODE;
	if (role == SECTION_DOCUMENT) {
		section->value = top;
		return;
	}
	if (top == NO_NODE)
		return;
	if (nodes[top].kind != wanted) {
		if (role == SECTION_ITEM || nodes[top].kind != RAW_SCALAR)
			return;
		take_as_key(scratch, section, top, is_sequence);
		return;
	}

	const uint32_t *children = scratch->children;
	uint32_t count = raw_child_count(&nodes[top]);

	if (count)
		children += nodes[top].children.first;
	if (wanted == RAW_SEQUENCE) {
		if (count)
			section->value = children[0];
	} else if (count >= 2) {
		section->key = children[0];
		section->value = children[1];
	}
	for (uint32_t i = 0; i < count; i++)
		nodes[children[i]].parent = NO_NODE;
	if (role == SECTION_BRANCH && section->value != NO_NODE)
		make_spine(&nodes[section->value], is_sequence);
}

void section_restart(struct section_scratch *scratch, struct section *section)
{
	scratch->node_count = scratch->child_count = scratch->pending_count = 0;
	scratch->depth = scratch->error_count = 0;
	scratch->decoded_count = scratch->property_count = 0;
	section->anchor_count = 0;
	section->has_aliases = section->has_merges = false;
}

static bool has_long_line(const struct section_scratch *scratch, struct string text)
{
	size_t end = text.length;

	for (size_t i = scratch->line_count; i-- > 0 && end > LONG_LINE; end = scratch->lines[i])
		if (end - scratch->lines[i] > LONG_LINE)
			return true;
	return false;
}

struct section *section_begin(
	struct section_scratch *scratch, enum section_role role, struct string text)
{
	struct section *section = memory_allocate(1, sizeof(*section));

	atomic_init(&section->references, 1);
	section->role = role;
	section->arena = arena_create();
	find_lines(scratch, text);
	arena_expect(section->arena,
		text.length + scratch->line_count * sizeof(*scratch->lines) + ARENA_SLACK);
	section->text = arena_copy(section->arena, text);
	if (has_long_line(scratch, text))
		section->marks = position_marks_create(section->text, section->arena);
	section_restart(scratch, section);
	section->line_count = (uint32_t)scratch->line_count - 1;
	section->line_starts =
		copy(section->arena, scratch->lines, scratch->line_count, sizeof(*scratch->lines));
	return section;
}

void section_finish(struct section_scratch *scratch, struct section *section)
{
	section->node_count = (uint32_t)scratch->node_count;
	arena_expect(section->arena, scratch->node_count * sizeof(*scratch->nodes) +
					     scratch->child_count * sizeof(*scratch->children) +
					     ARENA_SLACK);
	section->nodes =
		copy(section->arena, scratch->nodes, scratch->node_count, sizeof(*scratch->nodes));
	section->children = copy(section->arena, scratch->children, scratch->child_count,
		sizeof(*scratch->children));
	section->decoded = copy(section->arena, scratch->decoded, scratch->decoded_count,
		sizeof(*scratch->decoded));
	section->property_count = (uint32_t)scratch->property_count;
	section->properties = copy(section->arena, scratch->properties, scratch->property_count,
		sizeof(*scratch->properties));
	section->errors = copy(
		section->arena, scratch->errors, scratch->error_count, sizeof(*scratch->errors));
	section->error_count = (uint32_t)scratch->error_count;
}
