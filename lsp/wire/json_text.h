/* JSON that is written straight into one buffer: for long answers, of which json-c would make
 * a tree of values first. The writer sees to commas and brackets. */
#ifndef LSP_WIRE_JSON_TEXT_H
#define LSP_WIRE_JSON_TEXT_H

#include "analyzer/text/position.h"
#include "lsp/wire/json.h"

/* Begins zeroed. */
struct json_text {
	char *bytes;
	size_t length, capacity;
};

/* Says that about so many bytes will be added, to an empty text. */
void json_text_expect(struct json_text *text, size_t length);

/* As it is. */
void json_text_add(struct json_text *text, struct string json);

/* As a JSON string, a number, a range of the protocol. */
void json_text_add_string(struct json_text *text, struct string string);
void json_text_add_number(struct json_text *text, uint32_t number);
void json_text_add_range(struct json_text *text, struct position start, struct position end);

/* The finished text as a value; it takes over the buffer, and `text` is empty again. */
struct json_object *json_text_value(struct json_text *text);

void json_text_release(struct json_text *text);

#endif
