#include "analyzer/model/text/name_place.h"

#include <stdlib.h>
#include <string.h>

static bool is_blank(char c)
{
	return strchr(" \t\r\n", c) != NULL;
}

struct range name_range(struct node name, struct arena *arena)
{
	struct range range = node_range(name);
	struct string text = syntax_tree_text(name.tree, range, arena);
	size_t start = 0;
	while (start < text.length && strchr("&!", text.bytes[start]) != NULL) {
		while (start < text.length && !is_blank(text.bytes[start]))
			start++;
		while (start < text.length && is_blank(text.bytes[start]))
			start++;
	}
	range.start += (uint32_t)start;
	bool quoted = start < text.length && strchr("\"'", text.bytes[start]) != NULL;
	if (quoted && range.end >= range.start + 2) {
		range.start++;
		range.end--;
	}
	return range;
}

/* How much is written for one character, and how many bytes of UTF-8 it is. */
struct step {
	uint32_t written, read;
};

static uint32_t bytes_of(unsigned long character)
{
	return character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
}

static struct step hexadecimal(struct string text, uint32_t digits)
{
	char number[9] = {0};
	uint32_t written = 2 + digits;
	if (text.length < written)
		return (struct step){(uint32_t)text.length, 1};
	memcpy(number, text.bytes + 2, digits);
	return (struct step){written, bytes_of(strtoul(number, NULL, 16))};
}

/* YAML 1.2, sections 5.7 and 7.3: what begins the text, in quotes of the style. */
static struct step step_of(struct string text, enum scalar_style style)
{
	bool escapes = style == SCALAR_DOUBLE_QUOTED && text.bytes[0] == '\\' && text.length > 1;
	if (style == SCALAR_SINGLE_QUOTED && text.bytes[0] == '\'')
		return (struct step){2, 1};
	if (!escapes)
		return (struct step){1, 1};
	switch (text.bytes[1]) {
	case 'x':
		return hexadecimal(text, 2);
	case 'u':
		return hexadecimal(text, 4);
	case 'U':
		return hexadecimal(text, 8);
	case 'N':
	case '_':
		return (struct step){2, 2};
	case 'L':
	case 'P':
		return (struct step){2, 3};
	default:
		return (struct step){2, 1};
	}
}

/* Where in the text as written the byte number `byte` of what it reads is. */
static uint32_t written_at(struct string text, enum scalar_style style, uint32_t byte)
{
	uint32_t read = 0, written = 0;
	while (read < byte && written < text.length) {
		struct step step = step_of(string_slice(text, written, text.length), style);
		read += step.read;
		written += step.written;
	}
	return written;
}

struct range name_part(struct node name, struct range bytes, struct arena *arena)
{
	struct range all = name_range(name, arena);
	struct string text = syntax_tree_text(name.tree, all, arena);
	enum scalar_style style = node_scalar_style(name);
	return (struct range){all.start + written_at(text, style, bytes.start),
		all.start + written_at(text, style, bytes.end)};
}

struct range name_part_within(struct node name, struct range bytes, struct arena *arena)
{
	struct range part = name_part(name, bytes, arena);
	uint32_t start = node_range(name).start;
	return (struct range){part.start - start, part.end - start};
}
