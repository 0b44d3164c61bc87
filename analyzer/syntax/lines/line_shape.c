#include "analyzer/syntax/lines/line_shape.h"

#include "analyzer/syntax/lines/line_scanner.h"

#include <string.h>

static size_t without_blanks(struct string line, size_t end)
{
	while (end > 0 && strchr(" \t\r\n", line.bytes[end - 1]))
		end--;
	return end;
}

struct line_shape line_shape_of(struct string line)
{
	struct line_shape shape = {0};
	struct outline_entry entry = {.key_column = NO_COLUMN};
	struct line_scanner scanner = {.text = line,
		.end = (uint32_t)without_blanks(line, line.length),
		.comment = UINT32_MAX};

	line_skip_blanks(&scanner);
	shape.indentation = scanner.at;
	if (!line_is_over(&scanner)) {
		shape.has_dash = line_is_dash(&scanner, scanner.at);
		entry.line.column = scanner.at;
		line_scan_entry(&scanner, &entry);
		if (scanner.plain_scalar != NO_COLUMN)
			line_skip_plain(&scanner, false);
		line_skip_blanks(&scanner);
	}
	if (scanner.comment == UINT32_MAX && scanner.at < scanner.end &&
		line.bytes[scanner.at] == '#')
		scanner.comment = scanner.at;
	shape.has_comment = scanner.comment != UINT32_MAX;
	shape.end = shape.has_comment ? without_blanks(line, scanner.comment) : scanner.end;
	shape.is_entry = shape.has_dash || entry.key_column != NO_COLUMN;
	shape.awaits_value = entry.awaits_value;
	return shape;
}
