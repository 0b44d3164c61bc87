/* Is a text UTF-8?
 *
 * Well-formed as RFC 3629 has it: no overlong forms, no surrogates, nothing beyond
 * U+10FFFF. */
#ifndef ANALYZER_TEXT_UTF8_H
#define ANALYZER_TEXT_UTF8_H

#include "analyzer/text/string.h"

#include <stdbool.h>

struct utf8_problem {
	uint32_t start; /* the first byte that belongs to no character */
};

bool utf8_is_ascii(struct string text);

/* Fills `problem` if the text is not well-formed. */
bool utf8_check(struct string text, struct utf8_problem *problem);

/* The text with U+FFFD for every byte that belongs to no character; `*allocated` is owned
 * by the caller. */
struct string utf8_repair(struct string text, char **allocated);

#endif
