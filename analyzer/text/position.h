/* Places in a text.
 *
 * Inside, a place is a byte offset into UTF-8. At the edge it is a line and a
 * character, counted from 0, in the unit the editor asked for. Lines end at
 * LF, CR LF or CR, as the editor protocol defines them. */
#ifndef ANALYZER_TEXT_POSITION_H
#define ANALYZER_TEXT_POSITION_H

#include "analyzer/text/arena.h"
#include "analyzer/text/string.h"

#include <stdint.h>

enum position_encoding {
	POSITION_UTF8,
	POSITION_UTF16,
	POSITION_UTF32,
};

struct position {
	uint32_t line;
	uint32_t character;
};

/* Byte offsets; `end` is behind the last byte. */
struct range {
	uint32_t start;
	uint32_t end;
};

/* Units of `encoding` in `text`; and back, the byte offset of unit `character`,
 * at most `line.length`; a place inside a character is moved to its start. */
uint32_t position_count_units(struct string text, enum position_encoding encoding);
uint32_t position_skip_units(
	struct string line, uint32_t character, enum position_encoding encoding);

/* Of a long text, how many bytes up to each so many add no unit, or two: so that counting the units
 * of a part takes the same time wherever it is. NULL of a short one. In `arena`. */
struct position_marks;
const struct position_marks *position_marks_create(struct string text, struct arena *arena);

/* Units from one byte offset of the marked text to another. */
uint32_t position_count_marked(struct string text, const struct position_marks *marks,
	struct range range, enum position_encoding encoding);

#endif
