#include "analyzer/syntax/lines/line_end.h"

#include <string.h>

enum {
	STRETCH = 256 /* bytes */
};

/* A stretch at a time, so that a text with the line breaks of one kind only is not read to its
 * end in search of the other. */
uint32_t line_end(struct string text, uint32_t offset)
{
	while (offset < text.length) {
		const char *start = text.bytes + offset, *feed, *carriage_return;
		size_t stretch = text.length - offset < STRETCH ? text.length - offset : STRETCH;

		feed = memchr(start, '\n', stretch);
		if (feed)
			stretch = (size_t)(feed - start);
		carriage_return = memchr(start, '\r', stretch);
		if (carriage_return)
			return offset + (uint32_t)(carriage_return - start);
		offset += (uint32_t)stretch;
		if (feed)
			return offset;
	}
	return offset;
}

uint32_t line_next(struct string text, uint32_t offset)
{
	offset = line_end(text, offset);
	if (offset < text.length && text.bytes[offset] == '\r')
		offset++;
	else if (offset < text.length)
		return offset + 1;
	if (offset < text.length && text.bytes[offset] == '\n')
		offset++;
	return offset;
}
