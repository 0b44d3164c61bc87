#include "lsp/wire/json_text.h"

#include "base/memory.h"

#include <string.h>

enum {
	DIGITS = 10, /* of the largest number */
};

/* Room for so many bytes more. */
static char *room(struct json_text *text, size_t length)
{
	if (text->length + length > text->capacity) {
		text->capacity = 2 * (text->length + length) + 256;
		text->bytes = memory_resize(text->bytes, text->capacity, 1);
	}
	return text->bytes + text->length;
}

void json_text_expect(struct json_text *text, size_t length)
{
	text->capacity = length;
	text->bytes = memory_resize(text->bytes, length, 1);
}

void json_text_add(struct json_text *text, struct string json)
{
	char *place = room(text, json.length);

	if (json.length > 0)
		memcpy(place, json.bytes, json.length);
	text->length += json.length;
}

static bool is_plain(char byte)
{
	return (unsigned char)byte >= ' ' && byte != '"' && byte != '\\';
}

static void add_escaped(struct json_text *text, char byte)
{
	static const char hexadecimal[] = "0123456789abcdef";
	static const char letters[] = "btnvfr"; /* of the control characters from \b to \r */
	char escape[6] = {'\\', byte, '0', '0', 0, 0};
	size_t length = 2;

	if (byte >= '\b' && byte <= '\r' && byte != '\v') {
		escape[1] = letters[byte - '\b'];
	} else if ((unsigned char)byte < ' ') {
		escape[1] = 'u';
		escape[4] = hexadecimal[byte >> 4];
		escape[5] = hexadecimal[byte & 15];
		length = 6;
	}
	json_text_add(text, (struct string){escape, length});
}

void json_text_add_string(struct json_text *text, struct string string)
{
	size_t start = 0;

	json_text_add(text, STRING("\""));
	for (size_t i = 0; i < string.length; i++) {
		if (is_plain(string.bytes[i]))
			continue;
		json_text_add(text, string_slice(string, start, i));
		add_escaped(text, string.bytes[i]);
		start = i + 1;
	}
	json_text_add(text, string_slice(string, start, string.length));
	json_text_add(text, STRING("\""));
}

void json_text_add_number(struct json_text *text, uint32_t number)
{
	char digits[DIGITS];
	size_t first = DIGITS;

	do {
		digits[--first] = (char)('0' + number % 10);
		number /= 10;
	} while (number > 0);
	json_text_add(text, (struct string){digits + first, DIGITS - first});
}

static void add_position(struct json_text *text, struct position position)
{
	json_text_add(text, STRING("{\"line\":"));
	json_text_add_number(text, position.line);
	json_text_add(text, STRING(",\"character\":"));
	json_text_add_number(text, position.character);
	json_text_add(text, STRING("}"));
}

void json_text_add_range(struct json_text *text, struct position start, struct position end)
{
	json_text_add(text, STRING("{\"start\":"));
	add_position(text, start);
	json_text_add(text, STRING(",\"end\":"));
	add_position(text, end);
	json_text_add(text, STRING("}"));
}

struct json_object *json_text_value(struct json_text *text)
{
	struct json_object *value =
		new_raw_of(text->bytes, (struct string){text->bytes, text->length});

	*text = (struct json_text){0};
	return value;
}

void json_text_release(struct json_text *text)
{
	memory_release(text->bytes);
	*text = (struct json_text){0};
}
