#include "analyzer/text/utf8.h"

#include "base/memory.h"

#include <string.h>

/* Bytes of the character at `offset`; 0 if there is none. */
static unsigned character_length(struct string text, size_t offset)
{
	const unsigned char *bytes = (const unsigned char *)text.bytes + offset;
	size_t left = text.length - offset;
	unsigned length;

	if (bytes[0] < 0x80)
		return 1;
	if (bytes[0] < 0xc2 || bytes[0] > 0xf4)
		return 0;
	length = bytes[0] < 0xe0 ? 2 : bytes[0] < 0xf0 ? 3 : 4;
	if (left < length)
		return 0;
	for (unsigned i = 1; i < length; i++)
		if ((bytes[i] & 0xc0) != 0x80)
			return 0;
	if ((bytes[0] == 0xe0 && bytes[1] < 0xa0) || (bytes[0] == 0xed && bytes[1] > 0x9f) ||
		(bytes[0] == 0xf0 && bytes[1] < 0x90) || (bytes[0] == 0xf4 && bytes[1] > 0x8f))
		return 0;
	return length;
}

/* The first byte at or behind `offset` that may not be ASCII: most texts are nothing else, so
 * eight bytes are looked at together. */
static size_t skip_ascii(struct string text, size_t offset)
{
	const uint64_t high_bits = UINT64_C(0x8080808080808080);
	uint64_t bytes;

	for (; offset + sizeof(bytes) <= text.length; offset += sizeof(bytes)) {
		memcpy(&bytes, text.bytes + offset, sizeof(bytes));
		if (bytes & high_bits)
			break;
	}
	return offset;
}

bool utf8_is_ascii(struct string text)
{
	for (size_t i = skip_ascii(text, 0); i < text.length; i++)
		if (text.bytes[i] & 0x80)
			return false;
	return true;
}

bool utf8_check(struct string text, struct utf8_problem *problem)
{
	for (size_t i = skip_ascii(text, 0); i < text.length; i = skip_ascii(text, i)) {
		unsigned length = character_length(text, i);

		if (length == 0) {
			problem->start = (uint32_t)i;
			return false;
		}
		i += length;
	}
	return true;
}

/* Which bytes are zero tells the width of the first character, whatever their order. */
const char *utf8_other_encoding(struct string text)
{
	unsigned char bytes[4] = {0xff, 0xff, 0xff, 0xff};

	if (text.length)
		memcpy(bytes, text.bytes, text.length < 4 ? text.length : 4);

	bool has_mark =
		(bytes[0] == 0xff && bytes[1] == 0xfe) || (bytes[0] == 0xfe && bytes[1] == 0xff);

	if ((bytes[0] == 0 && bytes[1] == 0) || (bytes[2] == 0 && bytes[3] == 0 && text.length > 3))
		return "UTF-32";
	if (has_mark || bytes[0] == 0 || (bytes[1] == 0 && text.length > 1))
		return "UTF-16";
	return NULL;
}

struct string utf8_repair(struct string text, char **allocated)
{
	char *bytes = memory_allocate(3 * text.length + 1, 1);
	size_t length = 0;

	for (size_t i = 0; i < text.length;) {
		unsigned valid = character_length(text, i);

		if (valid) {
			memcpy(bytes + length, text.bytes + i, valid);
			length += valid;
			i += valid;
		} else {
			memcpy(bytes + length, "\xef\xbf\xbd", 3);
			length += 3;
			i++;
		}
	}
	*allocated = bytes;
	return (struct string){bytes, length};
}
