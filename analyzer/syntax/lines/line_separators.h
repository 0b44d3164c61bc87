/* Next line, line and paragraph separator (U+0085, U+2028, U+2029).
 *
 * In YAML 1.2 they are characters like others (section "Line Break Characters"), and editors do not
 * end lines there. libyaml does, as YAML 1.1 has it: so it reads others of the same length in their
 * place, which no text has, and what it makes of them is put right again. */
#ifndef ANALYZER_SYNTAX_LINES_LINE_SEPARATORS_H
#define ANALYZER_SYNTAX_LINES_LINE_SEPARATORS_H

#include "analyzer/text/string.h"

#include <stdbool.h>

bool line_separators_occur(struct string text);

/* In place. */
void line_separators_hide(char *bytes, size_t length);
void line_separators_show(char *bytes, size_t length);

#endif
