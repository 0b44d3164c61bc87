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
