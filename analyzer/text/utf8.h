/* Is a text UTF-8?
 *
 * Well-formed as RFC 3629 has it: no overlong forms, no surrogates, nothing beyond
 * U+10FFFF. What is not may be in the wider encodings of Unicode (YAML 1.2, section
 * "Character Encodings"). */
#ifndef ANALYZER_TEXT_UTF8_H
#define ANALYZER_TEXT_UTF8_H

#include "analyzer/text/string.h"

#include <stdbool.h>

struct utf8_problem {
	uint32_t start; /* the first byte that belongs to no character */
};

/* Whether the byte is not the first of its character. */
static inline bool utf8_continues(char byte)
{
	return ((unsigned char)byte & 0xc0) == 0x80;
}

bool utf8_is_ascii(struct string text);

/* Fills `problem` if the text is not well-formed. */
bool utf8_check(struct string text, struct utf8_problem *problem);

/* "UTF-16" or "UTF-32" if a text begins as these do, with a byte order mark or with an ASCII
 * character; NULL otherwise. */
const char *utf8_other_encoding(struct string text);

/* The text with U+FFFD for every byte that belongs to no character; `*allocated` is owned
 * by the caller. */
struct string utf8_repair(struct string text, char **allocated);

#endif
