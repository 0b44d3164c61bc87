/* Text for people, on a terminal or in a log.
 *
 * Names from files may hold anything, also what moves the cursor, renames the window or
 * turns the direction of writing; here such characters are replaced by ones that can be seen. */
#ifndef CLI_CONSOLE_H
#define CLI_CONSOLE_H

#include "analyzer/text/string.h"

#include <stdio.h>

/* What is formatted, on one line: line ends in it are shown, too. `console_line` ends the line. */
void console_print(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));
void console_line(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Several lines as they are. */
void console_text(FILE *stream, struct string text);

/* What a program may read, on standard output: as it is, unless a terminal shows it. */
void console_data(struct string text);

/* The next character of a text, U+FFFD for what is no UTF-8, and whether it shows as itself. */
uint32_t console_next(struct string text, size_t *position);
bool console_shows(uint32_t character);

/* Columns that the text takes as `console_print` shows it. */
unsigned console_width(struct string text);

/* Columns of the terminal that `stream` is, or that the environment variable COLUMNS promises;
 * else 80. */
unsigned console_columns(FILE *stream);

/* Whether colours are welcome: on a terminal that knows them, unless NO_COLOR is set. */
bool console_has_colours(FILE *stream);

/* Whether all that was printed on standard output has arrived. */
bool console_finish(void);

#endif
