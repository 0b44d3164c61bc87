#include "analyzer/syntax/writer/yaml_writer.h"

#include "base/memory.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum level_kind {
	LEVEL_ROOT,
	LEVEL_MAPPING,
	LEVEL_SEQUENCE,
};

/* A collection that is open. */
struct level {
	enum level_kind kind;
	bool is_inline; /* its first entry stands behind the dash of an item */
	size_t indentation;
	size_t count;
};

struct yaml_writer {
	char *bytes;
	size_t length;
	size_t capacity;
	struct level *levels;
	size_t depth;
	size_t level_capacity;
	bool complete; /* the root is written */
	bool ended;    /* and the line break behind it */
};

struct yaml_writer *yaml_writer_create(void)
{
	struct yaml_writer *writer = memory_allocate(1, sizeof(*writer));

	writer->levels = memory_reserve(NULL, 0, &writer->level_capacity, sizeof(struct level));
	writer->levels[writer->depth++] = (struct level){.kind = LEVEL_ROOT};
	return writer;
}

void yaml_writer_destroy(struct yaml_writer *writer)
{
	if (!writer)
		return;
	memory_release(writer->bytes);
	memory_release(writer->levels);
	memory_release(writer);
}

/* ---- text ---- */

static char *room_for(struct yaml_writer *writer, size_t length)
{
	if (writer->length + length > writer->capacity) {
		writer->capacity = 2 * writer->capacity + length + 4096;
		writer->bytes = memory_resize(writer->bytes, writer->capacity, 1);
	}
	return writer->bytes + writer->length;
}

static void add(struct yaml_writer *writer, const char *bytes, size_t length)
{
	if (length > 0)
		memcpy(room_for(writer, length), bytes, length);
	writer->length += length;
}

static void add_byte(struct yaml_writer *writer, char byte)
{
	*room_for(writer, 1) = byte;
	writer->length++;
}

static void add_line(struct yaml_writer *writer, size_t indentation)
{
	char *end = room_for(writer, indentation + 1);

	*end = '\n';
	memset(end + 1, ' ', indentation);
	writer->length += indentation + 1;
}

/* ---- places ---- */

static struct level *innermost(struct yaml_writer *writer)
{
	return &writer->levels[writer->depth - 1];
}

/* Goes to where the next value stands: behind its key, its dash, or at the start. */
static void begin_value(struct yaml_writer *writer)
{
	struct level *level = innermost(writer);

	assert(!writer->complete);
	if (level->kind == LEVEL_ROOT) {
		writer->complete = true;
	} else if (level->kind == LEVEL_SEQUENCE) {
		if (level->count > 0 || !level->is_inline)
			add_line(writer, level->indentation);
		add(writer, "- ", 2);
		level->count++;
	}
}

static void begin_scalar(struct yaml_writer *writer)
{
	begin_value(writer);
	if (innermost(writer)->kind == LEVEL_MAPPING)
		add_byte(writer, ' ');
}

static void begin_collection(struct yaml_writer *writer, enum level_kind kind)
{
	struct level *outer = innermost(writer);
	struct level level = {.kind = kind};

	begin_value(writer);
	level.is_inline = outer->kind != LEVEL_MAPPING;
	level.indentation = outer->kind == LEVEL_ROOT ? 0 : outer->indentation + 2;
	writer->levels = memory_reserve(
		writer->levels, writer->depth, &writer->level_capacity, sizeof(struct level));
	writer->levels[writer->depth++] = level;
	writer->complete = false;
}

static void end_collection(struct yaml_writer *writer, enum level_kind kind, const char *empty)
{
	struct level level = *innermost(writer);

	assert(level.kind == kind);
	(void)kind;
	writer->depth--;
	if (level.count == 0) {
		if (innermost(writer)->kind == LEVEL_MAPPING)
			add_byte(writer, ' ');
		add(writer, empty, 2);
	}
	writer->complete = innermost(writer)->kind == LEVEL_ROOT;
}

void yaml_writer_begin_mapping(struct yaml_writer *writer)
{
	begin_collection(writer, LEVEL_MAPPING);
}

void yaml_writer_end_mapping(struct yaml_writer *writer)
{
	end_collection(writer, LEVEL_MAPPING, "{}");
}

void yaml_writer_begin_sequence(struct yaml_writer *writer)
{
	begin_collection(writer, LEVEL_SEQUENCE);
}

void yaml_writer_end_sequence(struct yaml_writer *writer)
{
	end_collection(writer, LEVEL_SEQUENCE, "[]");
}

/* ---- scalars ---- */

static bool is_word_byte(unsigned char byte)
{
	return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
}

/* Whether a string certainly is one without quotes: it starts like a word, and is none of
 * the words with a meaning of their own. */
static bool is_plain_string(struct string string)
{
	static const char *const meanings[] = {
		"true", "false", "null", "yes", "no", "on", "off", "y", "n"};

	if (string.length == 0 || !is_word_byte((unsigned char)string.bytes[0]))
		return false;
	for (size_t i = 1; i < string.length; i++) {
		unsigned char byte = (unsigned char)string.bytes[i];

		if (!is_word_byte(byte) && !(byte >= '0' && byte <= '9') && byte != '.' &&
			byte != '-' && byte != '/')
			return false;
	}
	for (size_t i = 0; i < sizeof(meanings) / sizeof(meanings[0]); i++) {
		size_t same = 0;

		while (same < string.length && meanings[i][same] &&
			(string.bytes[same] | 0x20) == meanings[i][same])
			same++;
		if (same == string.length && !meanings[i][same])
			return false;
	}
	return true;
}

/* Characters that need an escape: control characters, and what some readers take for the
 * end of a line or of the text. */
static size_t special_length(const unsigned char *bytes, size_t length)
{
	if (bytes[0] < 0x20 || bytes[0] == 0x7f)
		return 1;
	if (length >= 2 && bytes[0] == 0xc2 && bytes[1] >= 0x80 && bytes[1] <= 0x9f)
		return 2;
	if (length >= 3 && bytes[0] == 0xe2 && bytes[1] == 0x80 &&
		(bytes[2] == 0xa8 || bytes[2] == 0xa9))
		return 3;
	if (length >= 3 && bytes[0] == 0xef && bytes[1] == 0xbb && bytes[2] == 0xbf)
		return 3;
	if (length >= 3 && bytes[0] == 0xef && bytes[1] == 0xbf && bytes[2] >= 0xbe)
		return 3;
	return 0;
}

static bool has_specials(struct string string, bool except_lines)
{
	const unsigned char *bytes = (const unsigned char *)string.bytes;

	for (size_t i = 0; i < string.length; i++) {
		if (bytes[i] >= 0x20 && bytes[i] < 0x7f)
			continue;
		if (except_lines && (bytes[i] == '\n' || bytes[i] == '\t'))
			continue;
		if (special_length(bytes + i, string.length - i) > 0)
			return true;
	}
	return false;
}

static void add_escape(struct yaml_writer *writer, const unsigned char *bytes, size_t length)
{
	static const char controls[] = "\t\n\r";
	char escape[16];
	unsigned code = bytes[0];

	if (length == 1 && bytes[0] && strchr(controls, bytes[0])) {
		add_byte(writer, '\\');
		add_byte(writer, "tnr"[strchr(controls, bytes[0]) - controls]);
		return;
	}
	if (length == 2)
		code = (bytes[0] & 0x1fu) << 6 | (bytes[1] & 0x3fu);
	else if (length == 3)
		code = (bytes[0] & 0x0fu) << 12 | (bytes[1] & 0x3fu) << 6 | (bytes[2] & 0x3fu);
	snprintf(escape, sizeof(escape), "\\u%04X", code);
	add(writer, escape, 6);
}

static void add_double_quoted(struct yaml_writer *writer, struct string string)
{
	const unsigned char *bytes = (const unsigned char *)string.bytes;

	add_byte(writer, '"');
	for (size_t i = 0; i < string.length;) {
		size_t special = special_length(bytes + i, string.length - i);

		if (special > 0) {
			add_escape(writer, bytes + i, special);
			i += special;
			continue;
		}
		if (bytes[i] == '"' || bytes[i] == '\\')
			add_byte(writer, '\\');
		add_byte(writer, (char)bytes[i++]);
	}
	add_byte(writer, '"');
}

static void add_single_quoted(struct yaml_writer *writer, struct string string)
{
	add_byte(writer, '\'');
	for (size_t i = 0; i < string.length; i++) {
		if (string.bytes[i] == '\'')
			add_byte(writer, '\'');
		add_byte(writer, string.bytes[i]);
	}
	add_byte(writer, '\'');
}

static void add_quoted(struct yaml_writer *writer, struct string string)
{
	if (has_specials(string, false))
		add_double_quoted(writer, string);
	else
		add_single_quoted(writer, string);
}

/* Whether lines can stand as they are, behind a bar. */
static bool is_literal(struct string string)
{
	return string.length > 0 && memchr(string.bytes, '\n', string.length) &&
	       !strchr(" \t\n", string.bytes[0]) && !has_specials(string, true);
}

static void add_literal(struct yaml_writer *writer, struct string string)
{
	size_t indentation = innermost(writer)->indentation + 2, length = string.length;
	bool ends = string.bytes[length - 1] == '\n';
	bool keeps = ends && string.bytes[length - 2] == '\n';
	const char *line = string.bytes, *end;

	add(writer, !ends ? "|-" : keeps ? "|+" : "|", ends && !keeps ? 1 : 2);
	end = string.bytes + (ends ? length - 1 : length);
	for (;;) {
		const char *next = memchr(line, '\n', (size_t)(end - line));
		size_t width = (size_t)((next ? next : end) - line);

		add_line(writer, width > 0 ? indentation : 0);
		add(writer, line, width);
		if (!next)
			break;
		line = next + 1;
	}
}

void yaml_writer_string(struct yaml_writer *writer, struct string string)
{
	begin_scalar(writer);
	if (is_plain_string(string))
		add(writer, string.bytes, string.length);
	else if (is_literal(string))
		add_literal(writer, string);
	else
		add_quoted(writer, string);
}

void yaml_writer_plain(struct yaml_writer *writer, struct string text)
{
	begin_scalar(writer);
	add(writer, text.bytes, text.length);
}

static void begin_key(struct yaml_writer *writer)
{
	struct level *level = innermost(writer);

	assert(level->kind == LEVEL_MAPPING);
	if (level->count > 0 || !level->is_inline)
		add_line(writer, level->indentation);
	level->count++;
}

void yaml_writer_key(struct yaml_writer *writer, struct string key)
{
	begin_key(writer);
	if (is_plain_string(key))
		add(writer, key.bytes, key.length);
	else
		add_quoted(writer, key);
	add_byte(writer, ':');
}

static bool stays_plain(struct node node, struct string text)
{
	return node_scalar_style(node) == SCALAR_PLAIN && text.length > 0 &&
	       !memchr(text.bytes, '\n', text.length);
}

void yaml_writer_key_node(struct yaml_writer *writer, struct node key)
{
	struct string text = node_text(key);

	begin_key(writer);
	if (stays_plain(key, text))
		add(writer, text.bytes, text.length);
	else if (node_is_null(key))
		add(writer, "null", 4);
	else
		add_quoted(writer, text);
	add_byte(writer, ':');
}

/* Tags of YAML's own types have a shorthand, local ones are written as they are. */
static void write_tag(struct yaml_writer *writer, struct string tag)
{
	static const char prefix[] = "tag:yaml.org,2002:";
	size_t length = sizeof(prefix) - 1;

	if (tag.length == 0)
		return;
	if (tag.length > length && memcmp(tag.bytes, prefix, length) == 0) {
		add(writer, "!!", 2);
		add(writer, tag.bytes + length, tag.length - length);
	} else if (tag.bytes[0] == '!') {
		add(writer, tag.bytes, tag.length);
	} else {
		add(writer, "!<", 2);
		add(writer, tag.bytes, tag.length);
		add_byte(writer, '>');
	}
	add_byte(writer, ' ');
}

static void write_scalar(struct yaml_writer *writer, struct node node)
{
	struct string text = node_text(node);

	begin_scalar(writer);
	write_tag(writer, node_tag(node));
	if (stays_plain(node, text))
		add(writer, text.bytes, text.length);
	else if (node_is_null(node))
		add(writer, "null", 4);
	else if (is_literal(text))
		add_literal(writer, text);
	else
		add_quoted(writer, text);
}

void yaml_writer_node(struct yaml_writer *writer, struct node node)
{
	uint32_t count = node_count(node);

	switch (node_kind(node)) {
	case NODE_ABSENT:
		yaml_writer_plain(writer, STRING("null"));
		break;
	case NODE_SCALAR:
		write_scalar(writer, node);
		break;
	case NODE_MAPPING:
		yaml_writer_begin_mapping(writer);
		for (uint32_t i = 0; i < count; i++) {
			struct node_entry entry = node_entry(node, i);

			yaml_writer_key_node(writer, entry.key);
			yaml_writer_node(writer, entry.value);
		}
		yaml_writer_end_mapping(writer);
		break;
	case NODE_SEQUENCE:
		yaml_writer_begin_sequence(writer);
		for (uint32_t i = 0; i < count; i++)
			yaml_writer_node(writer, node_item(node, i));
		yaml_writer_end_sequence(writer);
		break;
	}
}

struct string yaml_writer_text(struct yaml_writer *writer)
{
	if (writer->complete && !writer->ended)
		add_byte(writer, '\n');
	writer->ended = writer->complete;
	return (struct string){writer->length ? writer->bytes : "", writer->length};
}
