/* A run of UTF-8 bytes with a length: not owned, not NUL-terminated in general. */
#ifndef ANALYZER_TEXT_STRING_H
#define ANALYZER_TEXT_STRING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct string {
	const char *bytes;
	size_t length;
};

/* For string literals only; for printf use "%.*s" with STRING_ARGUMENTS. */
#define STRING(literal) ((struct string){(literal), sizeof(literal) - 1})
#define STRING_ARGUMENTS(string) (int)(string).length, (string).bytes

struct string string_from(const char *terminated);
bool string_equal(struct string a, struct string b);
/* Inline, so that the length of a literal is a constant; a name of a table is measured only if it
 * begins alike. */
static inline bool string_is(struct string string, const char *terminated)
{
	if (string.length > 0 && string.bytes[0] != terminated[0])
		return false;

	size_t length = strlen(terminated);

	return string.length == length &&
	       (length == 0 || memcmp(string.bytes, terminated, length) == 0);
}

bool string_starts_with(struct string string, const char *prefix);
bool string_ends_with(struct string string, const char *suffix);

/* The first place of `part` from byte `from` on; the length of the string if there is none. An
 * empty part is nowhere. */
size_t string_find(struct string string, size_t from, struct string part);

static inline bool string_contains(struct string string, struct string part)
{
	return part.length == 0 || string_find(string, 0, part) < string.length;
}

/* Whether the words say `name` in double quotes. */
bool string_mentions(struct string words, struct string name);

/* An ASCII letter in lower case; any other byte as it is. */
static inline char string_lower(char byte)
{
	return byte >= 'A' && byte <= 'Z' ? (char)(byte - 'A' + 'a') : byte;
}

/* By bytes, shorter first; for sorting and bisection. */
int string_compare(struct string a, struct string b);

/* The part of `string` from byte `start` to byte `end`. */
struct string string_slice(struct string string, size_t start, size_t end);

uint64_t string_hash(struct string string);

#endif
