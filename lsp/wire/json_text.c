#include "lsp/wire/json_text.h"

#include "base/memory.h"

enum {
	DIGITS = 10,         /* of the largest number */
	LONGEST_ESCAPE = 6,  /* of one byte */
	LONGEST_RANGE = 160, /* with four numbers */
};

char *json_text_more(struct json_text *text, size_t length)
{
	text->capacity = 2 * (text->length + length) + 256;
	text->bytes = memory_resize(text->bytes, text->capacity, 1);
	return text->bytes + text->length;
}

void json_text_expect(struct json_text *text, size_t length)
{
	text->capacity = length;
	text->bytes = memory_resize(text->bytes, length, 1);
}

static bool is_plain(char byte)
{
	return (unsigned char)byte >= ' ' && byte != '"' && byte != '\\';
}

/* Writers of parts return where the next one goes. */
static char *write_escaped(char *place, char byte)
{
	static const char hexadecimal[] = "0123456789abcdef";
	static const char letters[] = "btnvfr"; /* of the control characters from \b to \r */

	*place++ = '\\';
	if (byte >= '\b' && byte <= '\r' && byte != '\v') {
		*place++ = letters[byte - '\b'];
	} else if ((unsigned char)byte < ' ') {
		memcpy(place, "u00", 3);
		place[3] = hexadecimal[byte >> 4];
		place[4] = hexadecimal[byte & 15];
		place += 5;
	} else {
		*place++ = byte;
	}
	return place;
}

void json_text_add_string(struct json_text *text, struct string string)
{
	char *start = json_text_room(text, LONGEST_ESCAPE * string.length + 2);
	char *place = start;

	*place++ = '"';
	for (size_t i = 0; i < string.length; i++) {
		if (is_plain(string.bytes[i]))
			*place++ = string.bytes[i];
		else
			place = write_escaped(place, string.bytes[i]);
	}
	*place++ = '"';
	text->length += (size_t)(place - start);
}

/* There are many of them: two digits at once, and copied with what is behind them. */
static char *write_number(char *place, uint32_t number)
{
	static const char pairs[] = "0001020304050607080910111213141516171819"
				    "2021222324252627282930313233343536373839"
				    "4041424344454647484950515253545556575859"
				    "6061626364656667686970717273747576777879"
				    "8081828384858687888990919293949596979899";
	char digits[2 * DIGITS] = {0};
	size_t first = DIGITS;

	for (; number >= 10; number /= 100) {
		const char *pair = pairs + (size_t)2 * (number % 100);

		digits[--first] = pair[1];
		digits[--first] = pair[0];
		if (number < 100)
			break;
	}
	if (number < 10)
		digits[--first] = (char)('0' + number);
	memcpy(place, digits + first, DIGITS);
	return place + (DIGITS - first);
}

void json_text_add_number(struct json_text *text, uint32_t number)
{
	char *start = json_text_room(text, DIGITS);

	text->length += (size_t)(write_number(start, number) - start);
}

/* Of a literal. */
#define WRITE(place, words) (memcpy(place, words, sizeof(words) - 1), (place) + sizeof(words) - 1)

static char *write_position(char *place, struct position position)
{
	place = write_number(WRITE(place, "{\"line\":"), position.line);
	place = write_number(WRITE(place, ",\"character\":"), position.character);
	*place++ = '}';
	return place;
}

void json_text_add_range(struct json_text *text, struct position start, struct position end)
{
	char *begin = json_text_room(text, LONGEST_RANGE);
	char *place = write_position(WRITE(begin, "{\"start\":"), start);

	place = write_position(WRITE(place, ",\"end\":"), end);
	*place++ = '}';
	text->length += (size_t)(place - begin);
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
