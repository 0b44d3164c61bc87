#include "analyzer/syntax/lines/line_separators.h"

#include <string.h>

/* In UTF-8. What stands for them belongs to nobody: a character that is not assigned, and two that
 * Unicode keeps for use inside of programs. */
static const struct {
	const char *separator, *substitute;
	size_t length;
} rows[] = {
	{"\xc2\x85", "\xcd\xb8", 2},         /* U+0085, U+0378 */
	{"\xe2\x80\xa8", "\xef\xb7\x90", 3}, /* U+2028, U+FDD0 */
	{"\xe2\x80\xa9", "\xef\xb7\x91", 3}, /* U+2029, U+FDD1 */
};

static const char *find(const char *bytes, size_t length, const char *wanted, size_t wanted_length)
{
	const char *end = bytes + length;

	while ((size_t)(end - bytes) >= wanted_length) {
		bytes = memchr(bytes, wanted[0], (size_t)(end - bytes) - wanted_length + 1);
		if (!bytes || memcmp(bytes, wanted, wanted_length) == 0)
			return bytes;
		bytes++;
	}
	return NULL;
}

static void replace(
	char *bytes, size_t length, const char *from, const char *to, size_t replaced_length)
{
	const char *found;
	size_t at = 0;

	while ((found = find(bytes + at, length - at, from, replaced_length))) {
		at = (size_t)(found - bytes);
		memcpy(bytes + at, to, replaced_length);
		at += replaced_length;
	}
}

bool line_separators_occur(struct string text)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (find(text.bytes, text.length, rows[i].separator, rows[i].length))
			return true;
	return false;
}

void line_separators_hide(char *bytes, size_t length)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		replace(bytes, length, rows[i].separator, rows[i].substitute, rows[i].length);
}

void line_separators_show(char *bytes, size_t length)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		replace(bytes, length, rows[i].substitute, rows[i].separator, rows[i].length);
}
