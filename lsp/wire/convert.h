/* Places between the protocol and the analyzer: lines and characters, and bytes. */
#ifndef LSP_WIRE_CONVERT_H
#define LSP_WIRE_CONVERT_H

#include "analyzer/syntax/tree/syntax_tree.h"
#include "analyzer/text/arena.h"
#include "lsp/wire/json.h"

/* False if `json` is no position (missing, negative, no integers) or, for an offset, its
 * line is not in the text. Characters beyond the end of the line mean its end, as the
 * protocol says. */
bool convert_to_offset(const struct syntax_tree *tree, struct json_object *json,
	enum position_encoding encoding, uint32_t *offset);

/* False if `json` is no range. What is beyond the text is cut off; ends in the wrong
 * order are exchanged. */
bool convert_to_range(const struct syntax_tree *tree, struct json_object *json,
	enum position_encoding encoding, struct range *range);

/* New values. */
struct json_object *convert_position(struct position position);
struct json_object *convert_range(
	const struct syntax_tree *tree, struct range range, enum position_encoding encoding);

/* New text with the line ends of the document: editors that write what they are told would mix
 * them else. */
struct string convert_new_text(
	const struct syntax_tree *tree, struct string text, struct arena *arena);

#endif
