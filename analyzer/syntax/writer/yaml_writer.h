/* Writes YAML: block style, two blanks of indentation, keys in the order they come.
 *
 * What is copied from a tree keeps its meaning: plain scalars stay plain, everything
 * else is quoted, aliases and merge keys appear as what they stand for. Nothing is
 * buffered but the text itself, so large documents cost one pass. */
#ifndef ANALYZER_SYNTAX_WRITER_YAML_WRITER_H
#define ANALYZER_SYNTAX_WRITER_YAML_WRITER_H

#include "analyzer/syntax/tree/node.h"

struct yaml_writer;

struct yaml_writer *yaml_writer_create(void);

/* Destroying NULL is harmless. */
void yaml_writer_destroy(struct yaml_writer *writer);

/* Inside a mapping, every value is preceded by its key. Empty collections become {} and []. */
void yaml_writer_begin_mapping(struct yaml_writer *writer);
void yaml_writer_end_mapping(struct yaml_writer *writer);
void yaml_writer_begin_sequence(struct yaml_writer *writer);
void yaml_writer_end_sequence(struct yaml_writer *writer);
void yaml_writer_key(struct yaml_writer *writer, struct string key);
void yaml_writer_key_node(struct yaml_writer *writer, struct node key);

/* A string, quoted where it could be read as something else. */
void yaml_writer_string(struct yaml_writer *writer, struct string string);

/* A scalar as it is to stand in the text: true, 1.5, null. */
void yaml_writer_plain(struct yaml_writer *writer, struct string text);

/* A node and all it contains; null if it is absent. */
void yaml_writer_node(struct yaml_writer *writer, struct node node);

/* The text so far, which ends in a line break once the root is complete. Borrowed until
 * the next call. */
struct string yaml_writer_text(struct yaml_writer *writer);

#endif
