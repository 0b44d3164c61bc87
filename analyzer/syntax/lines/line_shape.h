/* A line by itself, as far as it says what it is without those around it: for who looks at texts
 * that are no YAML, or at how they are laid out. */
#ifndef ANALYZER_SYNTAX_LINES_LINE_SHAPE_H
#define ANALYZER_SYNTAX_LINES_LINE_SHAPE_H

#include "analyzer/text/string.h"

struct line_shape {
	size_t indentation; /* blanks in front of the first character */
	size_t end;         /* of what is no comment, without the blanks behind it */
	bool has_comment;   /* behind it, or alone */
	bool has_dash;      /* it begins with `- ` */
	bool is_entry;      /* with a dash or a key */
	bool awaits_value;  /* with a key that has nothing behind it */
};

/* `line` may end with its line break. */
struct line_shape line_shape_of(struct string line);

/* Whether nothing stands there but a comment. */
static inline bool line_shape_is_empty(const struct line_shape *shape)
{
	return shape->end <= shape->indentation;
}

#endif
