/* Where lines end: at LF, CR LF and CR, as YAML and editors have it. */
#ifndef ANALYZER_SYNTAX_LINES_LINE_END_H
#define ANALYZER_SYNTAX_LINES_LINE_END_H

#include "analyzer/text/string.h"

#include <stdint.h>

/* The end of the line at `offset`, in front of its line break. */
uint32_t line_end(struct string text, uint32_t offset);

/* The start of the line behind the one at `offset`. */
uint32_t line_next(struct string text, uint32_t offset);

#endif
