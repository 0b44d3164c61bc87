#include "analyzer/text/position.h"

#include <stdbool.h>

/* Units that the byte begins: none inside a character; in UTF-16 two for a character
 * outside the basic multilingual plane, whose first byte is 0xf0 or more. */
static uint32_t units_of_byte(unsigned char byte, enum position_encoding encoding)
{
	bool continues = (byte & 0xc0) == 0x80;

	if (encoding == POSITION_UTF8)
		return 1;
	if (continues)
		return 0;
	return encoding == POSITION_UTF16 && byte >= 0xf0 ? 2 : 1;
}

uint32_t position_count_units(struct string text, enum position_encoding encoding)
{
	uint32_t units = 0;

	for (size_t i = 0; i < text.length; i++)
		units += units_of_byte((unsigned char)text.bytes[i], encoding);
	return units;
}

struct position_marks {
	uint32_t continued; /* bytes inside characters */
	uint32_t doubled;   /* characters that are two units in UTF-16 */
};

enum {
	MARKED = 256 /* bytes between two marks */
};

const struct position_marks *position_marks_create(struct string text, struct arena *arena)
{
	if (text.length <= 2 * (size_t)MARKED)
		return NULL;

	struct position_marks *marks =
		arena_allocate(arena, text.length / MARKED + 1, sizeof(*marks));
	struct position_marks sum = {0};

	for (size_t i = 0; i < text.length; i++) {
		unsigned char byte = (unsigned char)text.bytes[i];

		if (i % MARKED == 0)
			marks[i / MARKED] = sum;
		sum.continued += (byte & 0xc0) == 0x80;
		sum.doubled += byte >= 0xf0;
	}
	if (text.length % MARKED == 0)
		marks[text.length / MARKED] = sum;
	return marks;
}

/* Units up to a byte, from the mark before it; from the first byte, since differences count. */
static uint32_t units_before(struct string text, const struct position_marks *marks, uint32_t end,
	enum position_encoding encoding)
{
	uint32_t start = end - end % MARKED;
	uint32_t units = start;

	if (encoding != POSITION_UTF8)
		units -= marks[end / MARKED].continued;
	if (encoding == POSITION_UTF16)
		units += marks[end / MARKED].doubled;
	return units + position_count_units(string_slice(text, start, end), encoding);
}

uint32_t position_count_marked(struct string text, const struct position_marks *marks,
	struct range range, enum position_encoding encoding)
{
	if (!marks || range.end - range.start <= MARKED)
		return position_count_units(string_slice(text, range.start, range.end), encoding);
	return units_before(text, marks, range.end, encoding) -
	       units_before(text, marks, range.start, encoding);
}

uint32_t position_skip_units(
	struct string line, uint32_t character, enum position_encoding encoding)
{
	uint32_t units = 0;
	uint32_t start = 0; /* of the character that holds byte i */

	for (uint32_t i = 0; i < line.length; i++) {
		unsigned char byte = (unsigned char)line.bytes[i];

		if ((byte & 0xc0) != 0x80) {
			if (units >= character)
				return i;
			start = i;
		}
		units += units_of_byte(byte, encoding);
		if (units > character)
			return start;
	}
	return (uint32_t)line.length;
}
