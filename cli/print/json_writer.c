#include "cli/print/json_writer.h"

#include "cli/print/console.h"

#include <assert.h>

static void break_line(struct json_writer *writer)
{
	if (writer->is_compact[writer->depth])
		return;
	fputc('\n', writer->stream);
	for (unsigned i = 0; i < writer->depth; i++)
		fputs("  ", writer->stream);
}

/* What stands between the entry before, or the key, and the next value or key. */
static void separate(struct json_writer *writer)
{
	if (writer->after_key) {
		writer->after_key = false;
		return;
	}
	if (writer->depth == 0)
		return;
	if (writer->has_entries[writer->depth])
		fputs(writer->is_compact[writer->depth] ? ", " : ",", writer->stream);
	writer->has_entries[writer->depth] = true;
	break_line(writer);
}

static void begin(struct json_writer *writer, char bracket)
{
	bool compact = writer->is_compact[writer->depth];

	separate(writer);
	fputc(bracket, writer->stream);
	writer->depth++;
	assert(writer->depth + 1 < JSON_MAXIMUM_DEPTH);
	writer->has_entries[writer->depth] = false;
	writer->is_compact[writer->depth] |= compact;
	writer->is_compact[writer->depth + 1] = false;
}

static void end(struct json_writer *writer, char bracket)
{
	bool compact = writer->is_compact[writer->depth];
	bool has_entries = writer->has_entries[writer->depth];

	writer->is_compact[writer->depth] = false;
	writer->depth--;
	if (has_entries && !compact)
		break_line(writer);
	fputc(bracket, writer->stream);
}

void json_begin_object(struct json_writer *writer)
{
	begin(writer, '{');
}

void json_end_object(struct json_writer *writer)
{
	end(writer, '}');
}

void json_begin_array(struct json_writer *writer)
{
	begin(writer, '[');
}

void json_end_array(struct json_writer *writer)
{
	end(writer, ']');
}

void json_compact(struct json_writer *writer)
{
	writer->is_compact[writer->depth + 1] = true;
}

/* Also what commands a terminal, or is no UTF-8, becomes plain text. */
static void write_character(FILE *stream, struct string string, size_t *position)
{
	size_t start = *position;
	uint32_t character = console_next(string, position);

	if (character == '"' || character == '\\')
		fprintf(stream, "\\%c", (int)character);
	else if (character == '\n')
		fputs("\\n", stream);
	else if (!console_shows(character) || character == 0xfffd)
		fprintf(stream, "\\u%04x", (unsigned)character);
	else
		fwrite(string.bytes + start, 1, *position - start, stream);
}

void json_string(struct json_writer *writer, struct string string)
{
	separate(writer);
	fputc('"', writer->stream);
	for (size_t i = 0; i < string.length;)
		write_character(writer->stream, string, &i);
	fputc('"', writer->stream);
}

void json_text(struct json_writer *writer, const char *terminated)
{
	json_string(writer, string_from(terminated));
}

void json_key_string(struct json_writer *writer, struct string key)
{
	json_string(writer, key);
	fputs(": ", writer->stream);
	writer->after_key = true;
}

void json_key(struct json_writer *writer, const char *key)
{
	json_key_string(writer, string_from(key));
}

static void json_number(struct json_writer *writer, uint64_t number)
{
	separate(writer);
	fprintf(writer->stream, "%llu", (unsigned long long)number);
}

void json_boolean(struct json_writer *writer, bool boolean)
{
	json_raw(writer, boolean ? STRING("true") : STRING("false"));
}

void json_raw(struct json_writer *writer, struct string json)
{
	separate(writer);
	fwrite(json.bytes, 1, json.length, writer->stream);
}

void json_put_string(struct json_writer *writer, const char *key, struct string string)
{
	json_key(writer, key);
	json_string(writer, string);
}

void json_put_text(struct json_writer *writer, const char *key, const char *terminated)
{
	json_key(writer, key);
	json_text(writer, terminated);
}

void json_put_number(struct json_writer *writer, const char *key, uint64_t number)
{
	json_key(writer, key);
	json_number(writer, number);
}

static void put_position(struct json_writer *writer, const char *key, struct position position)
{
	json_key(writer, key);
	json_begin_object(writer);
	json_put_number(writer, "line", position.line);
	json_put_number(writer, "character", position.character);
	json_end_object(writer);
}

void json_put_positions(
	struct json_writer *writer, const char *key, struct position start, struct position end)
{
	json_key(writer, key);
	json_compact(writer);
	json_begin_object(writer);
	put_position(writer, "start", start);
	put_position(writer, "end", end);
	json_end_object(writer);
}

void json_put_range(struct json_writer *writer, const char *key, const struct syntax_tree *tree,
	struct range range)
{
	json_put_positions(writer, key, syntax_tree_position(tree, range.start, POSITION_UTF16),
		syntax_tree_position(tree, range.end, POSITION_UTF16));
}

void json_finish(struct json_writer *writer)
{
	assert(writer->depth == 0);
	fputc('\n', writer->stream);
}
