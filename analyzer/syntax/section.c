#include "analyzer/syntax/section.h"

#include "analyzer/syntax/outline.h"
#include "analyzer/syntax/scalar.h"
#include "analyzer/text/utf8.h"
#include "solver/memory.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

/* A mapping of more entries gets an index. */
enum {
	SMALL_MAPPING = 16
};

/* What alignment adds to a few allocations. */
enum {
	ARENA_SLACK = 48
};

/* A collection that is being read. */
struct open_collection {
	uint32_t node;
	uint32_t key;         /* waits for its value, or NO_NODE */
	size_t first_pending; /* of its children in `pending` */
};

struct section_scratch {
	struct raw_node *nodes;
	size_t node_count, node_capacity;
	uint32_t *children;
	size_t child_count, child_capacity;
	uint32_t *pending;
	size_t pending_count, pending_capacity;
	struct open_collection *open;
	size_t depth, open_capacity;
	struct raw_properties *properties;
	size_t property_count, property_capacity;
	struct syntax_error *errors;
	size_t error_count, error_capacity;
	uint32_t *lines;
	size_t line_count, line_capacity;

	/* What libyaml reads, and where the section starts in it. It counts characters: the
	 * last place that was asked for. */
	struct string source;
	uint32_t base;
	bool is_ascii;
	size_t character;
	uint32_t byte;
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
	memory_release(scratch->properties);
	memory_release(scratch->errors);
	memory_release(scratch->lines);
	memory_release(scratch);
}

/* ---- places ---- */

static bool continues_character(char byte)
{
	return ((unsigned char)byte & 0xc0) == 0x80;
}

static void set_source(struct section_scratch *scratch, struct string source)
{
	scratch->source = source;
	scratch->base = 0;
	scratch->is_ascii = utf8_is_ascii(source);
	scratch->character = scratch->byte = 0;
}

static uint32_t byte_in_source(struct section_scratch *scratch, size_t character)
{
	struct string text = scratch->source;

	if (scratch->is_ascii)
		return character < text.length ? (uint32_t)character : (uint32_t)text.length;
	while (scratch->character > character) {
		do
			scratch->byte--;
		while (continues_character(text.bytes[scratch->byte]));
		scratch->character--;
	}
	while (scratch->character < character && scratch->byte < text.length) {
		do
			scratch->byte++;
		while (scratch->byte < text.length &&
			continues_character(text.bytes[scratch->byte]));
		scratch->character++;
	}
	return scratch->byte;
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

/* In the section, of one of libyaml's places. */
static uint32_t byte_of(struct section_scratch *scratch, size_t character)
{
	return byte_in_source(scratch, character) - scratch->base;
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
		offset = outline_next_line(text, offset);
	}
}

/* ---- nodes ---- */

static void add_error(struct section_scratch *scratch, enum syntax_error_kind kind,
	struct range range, struct range related, struct string message)
{
	scratch->errors = memory_reserve(scratch->errors, scratch->error_count,
		&scratch->error_capacity, sizeof(*scratch->errors));
	scratch->errors[scratch->error_count++] =
		(struct syntax_error){kind, range, related, message};
}

static uint32_t add_properties(struct section_scratch *scratch, struct section *section,
	const yaml_char_t *anchor, const yaml_char_t *tag)
{
	if (!anchor && !tag)
		return NO_NODE;
	scratch->properties = memory_reserve(scratch->properties, scratch->property_count,
		&scratch->property_capacity, sizeof(*scratch->properties));
	scratch->properties[scratch->property_count] = (struct raw_properties){
		arena_copy(section->arena, string_from(anchor ? (const char *)anchor : "")),
		arena_copy(section->arena, string_from(tag ? (const char *)tag : ""))};
	if (anchor)
		section->anchor_count++;
	return (uint32_t)scratch->property_count++;
}

static uint32_t add_node(struct section_scratch *scratch, struct raw_node node)
{
	scratch->nodes = memory_reserve(scratch->nodes, scratch->node_count,
		&scratch->node_capacity, sizeof(*scratch->nodes));
	scratch->nodes[scratch->node_count] = node;
	return (uint32_t)scratch->node_count++;
}

/* Puts `child` into the innermost open collection. */
static void attach(struct section_scratch *scratch, struct section *section, uint32_t child)
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
			string_is(node->text, "<<")) {
			parent->flags |= RAW_HAS_MERGE;
			section->has_merges = true;
		}
	} else {
		node->key = open->key;
		open->key = NO_NODE;
	}
}

/* The text itself where it is written as it is meant, else a copy. */
static struct string decoded_text(
	struct section *section, uint32_t start, const char *value, size_t length)
{
	if (start + length <= section->text.length &&
		memcmp(section->text.bytes + start, value, length) == 0)
		return string_slice(section->text, start, start + length);
	return arena_copy(section->arena, (struct string){value, length});
}

static enum scalar_type type_of(struct string text, const char *tag)
{
	static const char prefix[] = "tag:yaml.org,2002:";

	if (!tag)
		return scalar_type_of(text);
	if (strncmp(tag, prefix, sizeof(prefix) - 1) != 0)
		return SCALAR_STRING;
	tag += sizeof(prefix) - 1;
	if (strcmp(tag, "int") == 0 || strcmp(tag, "float") == 0 || strcmp(tag, "bool") == 0 ||
		strcmp(tag, "null") == 0 || strcmp(tag, "timestamp") == 0)
		return scalar_type_of(text);
	return SCALAR_STRING;
}

static uint32_t add_scalar(
	struct section_scratch *scratch, struct section *section, const yaml_event_t *event)
{
	static const uint8_t styles[] = {SCALAR_PLAIN, SCALAR_PLAIN, SCALAR_SINGLE_QUOTED,
		SCALAR_DOUBLE_QUOTED, SCALAR_LITERAL, SCALAR_FOLDED};
	struct string text = section->text;
	struct raw_node node = {.kind = RAW_SCALAR,
		.style = styles[event->data.scalar.style],
		.start = byte_of(scratch, event->start_mark.index),
		.end = byte_of(scratch, event->end_mark.index),
		.parent = NO_NODE,
		.key = NO_NODE};

	node.properties =
		add_properties(scratch, section, event->data.scalar.anchor, event->data.scalar.tag);
	node.text = decoded_text(section, node.start, (const char *)event->data.scalar.value,
		event->data.scalar.length);
	if (node.style == SCALAR_PLAIN)
		node.type = type_of(node.text, (const char *)event->data.scalar.tag);
	else
		node.type = SCALAR_STRING;
	if (node.text.length == 0 && node.style == SCALAR_PLAIN)
		node.end = node.start;
	if (node.style == SCALAR_LITERAL || node.style == SCALAR_FOLDED) {
		while (node.end > node.start && strchr(" \t\r\n", text.bytes[node.end - 1]))
			node.end--;
	}
	return add_node(scratch, node);
}

static uint32_t open_collection(
	struct section_scratch *scratch, struct section *section, struct raw_node node)
{
	uint32_t index = add_node(scratch, node);

	attach(scratch, section, index);
	scratch->open = memory_reserve(
		scratch->open, scratch->depth, &scratch->open_capacity, sizeof(*scratch->open));
	scratch->open[scratch->depth++] =
		(struct open_collection){index, NO_NODE, scratch->pending_count};
	return index;
}

static uint32_t add_collection(struct section_scratch *scratch, struct section *section,
	const yaml_event_t *event, enum raw_kind kind)
{
	bool is_mapping = kind == RAW_MAPPING;
	bool is_flow = is_mapping ? event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
				  : event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
	struct raw_node node = {.kind = (uint8_t)kind,
		.flags = is_flow ? RAW_IS_FLOW : 0,
		.start = byte_of(scratch, event->start_mark.index),
		.parent = NO_NODE,
		.key = NO_NODE};

	node.end = node.start;
	node.properties =
		is_mapping ? add_properties(scratch, section, event->data.mapping_start.anchor,
				     event->data.mapping_start.tag)
			   : add_properties(scratch, section, event->data.sequence_start.anchor,
				     event->data.sequence_start.tag);

	return open_collection(scratch, section, node);
}

static uint32_t add_alias(
	struct section_scratch *scratch, struct section *section, const yaml_event_t *event)
{
	const char *name = (const char *)event->data.alias.anchor;

	section->has_aliases = true;
	return add_node(scratch, (struct raw_node){.kind = RAW_ALIAS,
					 .start = byte_of(scratch, event->start_mark.index),
					 .end = byte_of(scratch, event->end_mark.index),
					 .parent = NO_NODE,
					 .key = NO_NODE,
					 .properties = NO_NODE,
					 .text = arena_copy(section->arena, string_from(name))});
}

/* An empty value at the end of what was read. */
static uint32_t add_missing_value(struct section_scratch *scratch, uint32_t at)
{
	return add_node(scratch, (struct raw_node){.kind = RAW_SCALAR,
					 .type = SCALAR_NULL,
					 .start = at,
					 .end = at,
					 .parent = NO_NODE,
					 .key = NO_NODE,
					 .properties = NO_NODE,
					 .text = {"", 0}});
}

/* libyaml ends a block collection at the token behind it; ours ends with its last child. */
static void close_collection(struct section_scratch *scratch, struct section *section, uint32_t end)
{
	struct open_collection *open = &scratch->open[scratch->depth - 1];

	if (open->key != NO_NODE)
		attach(scratch, section, add_missing_value(scratch, scratch->nodes[open->key].end));
	open = &scratch->open[--scratch->depth];

	struct raw_node *node = &scratch->nodes[open->node];
	size_t count = scratch->pending_count - open->first_pending;

	node->children = (uint32_t)scratch->child_count;
	node->child_count = (uint32_t)count;
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

/* ---- libyaml ---- */

static void report_problem(
	struct section_scratch *scratch, struct section *section, const yaml_parser_t *parser)
{
	uint32_t length = (uint32_t)section->text.length;
	uint32_t at = parser->error == YAML_READER_ERROR
			      ? (uint32_t)parser->problem_offset
			      : byte_of(scratch, parser->problem_mark.index);
	const char *problem = parser->problem ? parser->problem : "malformed YAML";
	uint32_t end;

	/* What is left when all indentation is closed. */
	if (strcmp(problem, "did not find expected <document start>") == 0)
		problem = "indented less than the entries it follows";

	/* Behind the last character libyaml means the line before. */
	if (at >= length) {
		at = length;
		while (at > 0 && strchr(" \t\r\n", section->text.bytes[at - 1]))
			at--;
		end = at;
		if (at > 0)
			at--;
		while (at > 0 && continues_character(section->text.bytes[at]))
			at--;
	} else {
		end = at + 1;
		while (end < length && continues_character(section->text.bytes[end]))
			end++;
	}
	add_error(scratch, SYNTAX_ERROR_YAML, (struct range){at, end}, (struct range){0},
		parser->context ? arena_format(section->arena, "%s, %s", problem, parser->context)
				: arena_copy(section->arena, string_from(problem)));
}

/* One event; false when there is nothing more to read. */
static bool read_event(
	struct section_scratch *scratch, struct section *section, const yaml_event_t *event)
{
	uint32_t end;

	switch (event->type) {
	case YAML_SCALAR_EVENT:
		attach(scratch, section, add_scalar(scratch, section, event));
		return true;
	case YAML_ALIAS_EVENT:
		attach(scratch, section, add_alias(scratch, section, event));
		return true;
	case YAML_MAPPING_START_EVENT:
		add_collection(scratch, section, event, RAW_MAPPING);
		break;
	case YAML_SEQUENCE_START_EVENT:
		add_collection(scratch, section, event, RAW_SEQUENCE);
		break;
	case YAML_MAPPING_END_EVENT:
	case YAML_SEQUENCE_END_EVENT:
		end = byte_of(scratch, event->end_mark.index);
		close_collection(scratch, section, end);
		return true;
	case YAML_STREAM_END_EVENT:
		return false;
	default:
		return true;
	}
	if (scratch->depth <= SECTION_MAXIMUM_DEPTH)
		return true;
	end = byte_of(scratch, event->end_mark.index);
	add_error(scratch, SYNTAX_ERROR_YAML,
		(struct range){byte_of(scratch, event->start_mark.index), end}, (struct range){0},
		STRING("nested too deeply"));
	return false;
}

static void read_events(struct section_scratch *scratch, struct section *section)
{
	size_t skipped = string_starts_with(section->text, "\xef\xbb\xbf") ? 3 : 0;
	yaml_parser_t parser;
	bool goes_on = true;

	if (!yaml_parser_initialize(&parser))
		assert(!"libyaml cannot be initialised");
	yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
	if (skipped) {
		/* A byte order mark counts as a character of ours, and as none of libyaml's. */
		scratch->is_ascii = false;
	}
	yaml_parser_set_input_string(&parser, (const unsigned char *)section->text.bytes + skipped,
		section->text.length - skipped);
	if (skipped)
		parser.mark.index = 1;
	while (goes_on) {
		yaml_event_t event;

		if (!yaml_parser_parse(&parser, &event)) {
			report_problem(scratch, section, &parser);
			break;
		}
		goes_on = read_event(scratch, section, &event);
		yaml_event_delete(&event);
	}
	yaml_parser_delete(&parser);

	uint32_t end = (uint32_t)section->text.length;

	while (end > 0 && strchr(" \t\r\n", section->text.bytes[end - 1]))
		end--;
	while (scratch->depth)
		close_collection(scratch, section, end);
}

/* ---- keys ---- */

static void report_duplicate(struct section_scratch *scratch, struct section *section,
	const struct raw_node *first, const struct raw_node *second)
{
	add_error(scratch, SYNTAX_ERROR_DUPLICATE_KEY, (struct range){second->start, second->end},
		(struct range){first->start, first->end},
		arena_format(
			section->arena, "duplicate key \"%.*s\"", STRING_ARGUMENTS(second->text)));
}

static const struct raw_node *key_at(
	const struct section_scratch *scratch, const struct raw_node *mapping, uint32_t position)
{
	return &scratch->nodes[scratch->children[mapping->children + 2 * position]];
}

static bool same_key(const struct raw_node *a, const struct raw_node *b)
{
	return a->kind == RAW_SCALAR && b->kind == RAW_SCALAR && string_equal(a->text, b->text);
}

static void check_small_mapping(
	struct section_scratch *scratch, struct section *section, const struct raw_node *mapping)
{
	uint32_t count = mapping->child_count / 2;

	for (uint32_t i = 1; i < count; i++) {
		for (uint32_t j = 0; j < i; j++) {
			if (same_key(key_at(scratch, mapping, i), key_at(scratch, mapping, j))) {
				report_duplicate(scratch, section, key_at(scratch, mapping, j),
					key_at(scratch, mapping, i));
				break;
			}
		}
	}
}

static struct mapping_index index_mapping(
	struct section_scratch *scratch, struct section *section, uint32_t node)
{
	const struct raw_node *mapping = &scratch->nodes[node];
	uint32_t count = mapping->child_count / 2;
	uint32_t size = 64;

	while (size < 2 * count)
		size *= 2;

	struct mapping_index index = {
		node, size - 1, arena_allocate(section->arena, size, sizeof(uint32_t))};

	for (uint32_t i = 0; i < count; i++) {
		const struct raw_node *key = key_at(scratch, mapping, i);
		uint32_t slot = (uint32_t)string_hash(key->text) & index.mask;

		for (; index.slots[slot]; slot = (slot + 1) & index.mask) {
			const struct raw_node *other =
				key_at(scratch, mapping, index.slots[slot] - 1);

			if (same_key(key, other)) {
				report_duplicate(scratch, section, other, key);
				break;
			}
		}
		if (!index.slots[slot] && key->kind == RAW_SCALAR)
			index.slots[slot] = i + 1;
	}
	return index;
}

static void check_keys(struct section_scratch *scratch, struct section *section)
{
	size_t capacity = 0;

	for (uint32_t i = 0; i < scratch->node_count; i++) {
		const struct raw_node *node = &scratch->nodes[i];

		if (node->kind != RAW_MAPPING)
			continue;
		if (node->child_count / 2 <= SMALL_MAPPING) {
			check_small_mapping(scratch, section, node);
			continue;
		}
		section->indexes = arena_reserve(section->arena, section->indexes,
			section->index_count, &capacity, sizeof(*section->indexes));
		section->indexes[section->index_count++] = index_mapping(scratch, section, i);
	}
}

const struct mapping_index *section_index_of(const struct section *section, uint32_t node)
{
	uint32_t low = 0;
	uint32_t high = section->index_count;

	while (low < high) {
		uint32_t middle = (low + high) / 2;

		if (section->indexes[middle].node < node)
			low = middle + 1;
		else
			high = middle;
	}
	return low < section->index_count && section->indexes[low].node == node
		       ? &section->indexes[low]
		       : NULL;
}

/* ---- sections ---- */

static void *copy(struct arena *arena, const void *items, size_t count, size_t size)
{
	void *copied = count ? arena_allocate(arena, count, size) : NULL;

	if (count)
		memcpy(copied, items, count * size);
	return copied;
}

/* An entry or item is read as a collection of one; its nodes are what counts. */
static void find_top_nodes(struct section_scratch *scratch, struct section *section,
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
		/* A key whose colon is still to come. */
		section->key = top;
		section->value = add_missing_value(scratch, nodes[top].end);
		nodes = scratch->nodes;
		nodes[top].flags |= RAW_IS_KEY;
		nodes[section->value].key = top;
		if (scratch->error_count == 0)
			add_error(scratch, SYNTAX_ERROR_YAML,
				(struct range){nodes[top].start, nodes[top].end}, (struct range){0},
				STRING("did not find ':' behind a key"));
		return;
	}

	const uint32_t *children = scratch->children;
	uint32_t count = nodes[top].child_count;

	if (count)
		children += nodes[top].children;
	if (wanted == RAW_SEQUENCE) {
		if (count)
			section->value = children[0];
	} else if (count >= 2) {
		section->key = children[0];
		section->value = children[1];
	}
	for (uint32_t i = 0; i < count; i++)
		nodes[children[i]].parent = NO_NODE;
	if (role == SECTION_BRANCH && section->value != NO_NODE) {
		nodes[section->value].kind = is_sequence ? RAW_SEQUENCE : RAW_MAPPING;
		nodes[section->value].flags |= RAW_IS_SPINE;
	}
}

static struct section *begin_section(
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
	scratch->node_count = scratch->child_count = scratch->pending_count = 0;
	scratch->depth = scratch->property_count = scratch->error_count = 0;
	section->line_count = (uint32_t)scratch->line_count - 1;
	section->line_starts =
		copy(section->arena, scratch->lines, scratch->line_count, sizeof(*scratch->lines));
	return section;
}

static void finish_section(struct section_scratch *scratch, struct section *section)
{
	section->node_count = (uint32_t)scratch->node_count;
	arena_expect(section->arena, scratch->node_count * sizeof(*scratch->nodes) +
					     scratch->child_count * sizeof(*scratch->children) +
					     ARENA_SLACK);
	section->nodes =
		copy(section->arena, scratch->nodes, scratch->node_count, sizeof(*scratch->nodes));
	section->children = copy(section->arena, scratch->children, scratch->child_count,
		sizeof(*scratch->children));
	section->properties = copy(section->arena, scratch->properties, scratch->property_count,
		sizeof(*scratch->properties));
	section->errors = copy(
		section->arena, scratch->errors, scratch->error_count, sizeof(*scratch->errors));
	section->error_count = (uint32_t)scratch->error_count;
}

struct section *section_create(struct section_scratch *scratch, enum section_role role,
	struct string text, bool is_sequence)
{
	struct section *section = begin_section(scratch, role, text);

	if (role == SECTION_PREAMBLE) {
		section->key = NO_NODE;
		section->value = add_missing_value(scratch, (uint32_t)text.length);
		scratch->nodes[section->value].kind = is_sequence ? RAW_SEQUENCE : RAW_MAPPING;
		scratch->nodes[section->value].flags = RAW_IS_SPINE;
	} else if (role == SECTION_REST) {
		section->key = section->value = NO_NODE;
		if (outline_has_content(section->text, 0))
			add_error(scratch, SYNTAX_ERROR_SEVERAL_DOCUMENTS, (struct range){0, 3},
				(struct range){0},
				STRING("only the first document of a file is read"));
	} else {
		set_source(scratch, section->text);
		read_events(scratch, section);
		find_top_nodes(scratch, section, role, is_sequence);
		check_keys(scratch, section);
	}
	finish_section(scratch, section);
	return section;
}

struct section *section_retain(struct section *section)
{
	atomic_fetch_add_explicit(&section->references, 1, memory_order_relaxed);
	return section;
}

void section_release(struct section *section)
{
	if (!section || atomic_fetch_sub(&section->references, 1) != 1)
		return;
	arena_destroy(section->arena);
	memory_release(section);
}

/* ---- several at once ---- */

struct batch {
	struct section_scratch *scratch;
	enum section_role role;
	const uint32_t *starts;
	uint32_t count; /* to be made */
	struct section **sections;
	uint32_t begun;
};

static void finish_current(struct batch *batch)
{
	if (batch->begun == 0)
		return;

	struct section *section = batch->sections[batch->begun - 1];

	close_collection(batch->scratch, section, 0);
	find_top_nodes(batch->scratch, section, batch->role, false);
	check_keys(batch->scratch, section);
	finish_section(batch->scratch, section);
}

/* The event is the first of an entry; false if that is not the one that is due. */
static bool begin_next(struct batch *batch, const yaml_event_t *event)
{
	struct section_scratch *scratch = batch->scratch;
	uint32_t at = byte_in_source(scratch, event->start_mark.index);

	if (batch->begun == batch->count || at < batch->starts[batch->begun] ||
		at >= batch->starts[batch->begun + 1])
		return false;
	finish_current(batch);

	uint32_t start = batch->starts[batch->begun];
	struct section *section = begin_section(scratch, batch->role,
		string_slice(scratch->source, start, batch->starts[batch->begun + 1]));

	scratch->base = start;
	batch->sections[batch->begun++] = section;
	open_collection(scratch, section,
		(struct raw_node){.kind = batch->role == SECTION_ITEM ? RAW_SEQUENCE : RAW_MAPPING,
			.start = at - start,
			.end = at - start,
			.parent = NO_NODE,
			.key = NO_NODE,
			.properties = NO_NODE});
	return true;
}

/* The collection around all entries; none that was written with a tag, or in flow style. */
static bool is_plain_collection(const yaml_event_t *event, enum section_role role)
{
	if (role == SECTION_ITEM)
		return event->type == YAML_SEQUENCE_START_EVENT &&
		       event->data.sequence_start.style == YAML_BLOCK_SEQUENCE_STYLE &&
		       !event->data.sequence_start.anchor && !event->data.sequence_start.tag;
	return event->type == YAML_MAPPING_START_EVENT &&
	       event->data.mapping_start.style == YAML_BLOCK_MAPPING_STYLE &&
	       !event->data.mapping_start.anchor && !event->data.mapping_start.tag;
}

/* False for a quote or bracket that goes on behind the section that the outline made. */
static bool is_within_section(struct batch *batch, const yaml_event_t *event)
{
	const struct section_scratch *scratch = batch->scratch;
	uint32_t end = batch->starts[batch->begun];
	bool is_end =
		event->type == YAML_MAPPING_END_EVENT || event->type == YAML_SEQUENCE_END_EVENT;

	/* libyaml ends a block collection at the token behind it. */
	if (is_end && !(scratch->nodes[scratch->open[scratch->depth - 1].node].flags & RAW_IS_FLOW))
		return true;
	return byte_in_source(batch->scratch, event->end_mark.index) <= end;
}

/* An event inside the collection; `*is_open` becomes false at its end. */
static bool read_batch_event(struct batch *batch, const yaml_event_t *event, bool *is_open)
{
	struct section_scratch *scratch = batch->scratch;
	bool is_between = batch->begun == 0 ||
			  (scratch->depth == 1 &&
				  (batch->role == SECTION_ITEM || scratch->open[0].key == NO_NODE));

	/* Between items that are collections, and after the first event of an item. */
	if (is_between &&
		(event->type == YAML_MAPPING_END_EVENT || event->type == YAML_SEQUENCE_END_EVENT)) {
		finish_current(batch);
		*is_open = false;
		return batch->begun == batch->count;
	}
	if (is_between && !begin_next(batch, event))
		return false;
	if (!is_within_section(batch, event))
		return false;
	return read_event(scratch, batch->sections[batch->begun - 1], event);
}

static bool read_batch(struct batch *batch, yaml_parser_t *parser)
{
	bool is_open = false;
	bool was_open = false;

	for (;;) {
		yaml_event_t event;
		bool goes_on = true;

		if (!yaml_parser_parse(parser, &event))
			return false;

		yaml_event_type_t type = event.type;

		if (is_open) {
			goes_on = read_batch_event(batch, &event, &is_open);
		} else if (type != YAML_STREAM_START_EVENT && type != YAML_DOCUMENT_START_EVENT &&
			   type != YAML_DOCUMENT_END_EVENT && type != YAML_STREAM_END_EVENT) {
			goes_on = !was_open && is_plain_collection(&event, batch->role);
			is_open = was_open = true;
		}
		yaml_event_delete(&event);
		if (!goes_on)
			return false;
		if (type == YAML_STREAM_END_EVENT)
			return was_open && batch->begun == batch->count;
	}
}

bool section_create_batch(struct section_scratch *scratch, enum section_role role,
	struct string text, const uint32_t *starts, uint32_t count, struct section **sections)
{
	struct batch batch = {scratch, role, starts, count, sections, 0};
	yaml_parser_t parser;

	set_source(scratch, text);
	if (!yaml_parser_initialize(&parser))
		assert(!"libyaml cannot be initialised");
	yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&parser, (const unsigned char *)text.bytes, text.length);

	bool is_read = read_batch(&batch, &parser);

	yaml_parser_delete(&parser);
	for (uint32_t i = 0; !is_read && i < batch.begun; i++)
		section_release(sections[i]);
	return is_read;
}

static bool same_properties(const struct section *a, const struct raw_node *in_a,
	const struct section *b, const struct raw_node *in_b)
{
	if (in_a->properties == NO_NODE || in_b->properties == NO_NODE)
		return in_a->properties == in_b->properties;
	return string_equal(a->properties[in_a->properties].anchor,
		       b->properties[in_b->properties].anchor) &&
	       string_equal(
		       a->properties[in_a->properties].tag, b->properties[in_b->properties].tag);
}

bool section_same_shape(const struct section *a, const struct section *b)
{
	if (a->role != b->role || a->node_count != b->node_count || a->key != b->key ||
		a->value != b->value)
		return false;
	for (uint32_t i = 0; i < a->node_count; i++) {
		const struct raw_node *x = &a->nodes[i];
		const struct raw_node *y = &b->nodes[i];

		if (x->kind != y->kind || x->parent != y->parent || x->key != y->key ||
			x->child_count != y->child_count || x->flags != y->flags ||
			!same_properties(a, x, b, y))
			return false;
		if ((x->kind == RAW_ALIAS || (x->flags & RAW_IS_KEY)) &&
			!string_equal(x->text, y->text))
			return false;
	}
	return true;
}
