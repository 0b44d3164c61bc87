/* JSON that is written straight into one buffer: for long answers, of which json-c would make
 * a tree of values first. The writer sees to commas and brackets. */
#ifndef LSP_WIRE_JSON_TEXT_H
#define LSP_WIRE_JSON_TEXT_H

#include "analyzer/text/position.h"
#include "lsp/wire/json.h"

#include <string.h>

/* Begins zeroed. */
struct json_text {
	char *bytes;
	size_t length, capacity;
};

/* Says that about so many bytes will be added, to an empty text. */
void json_text_expect(struct json_text *text, size_t length);

/* Room for so many bytes more, behind what there is; larger at least by half than it was. */
char *json_text_more(struct json_text *text, size_t length);

static inline char *json_text_room(struct json_text *text, size_t length)
{
	return text->capacity - text->length >= length ? text->bytes + text->length
						       : json_text_more(text, length);
}

/* As it is. Inline, so that the length of a literal is a constant. */
static inline void json_text_add(struct json_text *text, struct string json)
{
	char *place = json_text_room(text, json.length);

	if (json.length > 0)
		memcpy(place, json.bytes, json.length);
	text->length += json.length;
}

/* As a JSON string, a number, a range of the protocol. */
void json_text_add_string(struct json_text *text, struct string string);
void json_text_add_number(struct json_text *text, uint32_t number);
void json_text_add_range(struct json_text *text, struct position start, struct position end);

/* The finished text as a value; it takes over the buffer, and `text` is empty again. */
struct json_object *json_text_value(struct json_text *text);

void json_text_release(struct json_text *text);

#endif
