/* JSON on a stream, written as it comes: one entry per line, indented by two blanks.
 *
 * Begins and ends come in pairs; inside an object, every value follows its key. */
#ifndef CLI_JSON_WRITER_H
#define CLI_JSON_WRITER_H

#include "analyzer/syntax/tree/syntax_tree.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
	JSON_MAXIMUM_DEPTH = 32
};

struct json_writer {
	FILE *stream;
	unsigned depth;
	bool has_entries[JSON_MAXIMUM_DEPTH];
	bool is_compact[JSON_MAXIMUM_DEPTH];
	bool after_key;
};

void json_begin_object(struct json_writer *writer);
void json_end_object(struct json_writer *writer);
void json_begin_array(struct json_writer *writer);
void json_end_array(struct json_writer *writer);

/* All of the next object or array stands on one line. */
void json_compact(struct json_writer *writer);

void json_key(struct json_writer *writer, const char *key);
void json_key_string(struct json_writer *writer, struct string key);
void json_string(struct json_writer *writer, struct string string);
void json_text(struct json_writer *writer, const char *terminated);
void json_boolean(struct json_writer *writer, bool boolean);

/* A value that is JSON already. */
void json_raw(struct json_writer *writer, struct string json);

/* An entry of an object: its key and its value. */
void json_put_string(struct json_writer *writer, const char *key, struct string string);
void json_put_text(struct json_writer *writer, const char *key, const char *terminated);
void json_put_number(struct json_writer *writer, const char *key, uint64_t number);

void json_put_positions(
	struct json_writer *writer, const char *key, struct position start, struct position end);

/* An entry that is a range as editors count it, from 0 and in UTF-16, on one line. */
void json_put_range(struct json_writer *writer, const char *key, const struct syntax_tree *tree,
	struct range range);

/* Behind the outermost value. */
void json_finish(struct json_writer *writer);

#endif
