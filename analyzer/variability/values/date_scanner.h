/* Reading the text of a date, byte by byte. Internal to date*.c. */
#ifndef ANALYZER_VARIABILITY_VALUES_DATE_SCANNER_H
#define ANALYZER_VARIABILITY_VALUES_DATE_SCANNER_H

#include "analyzer/text/string.h"

#include <stdbool.h>
#include <string.h>

/* A position in a text that is being read. */
struct scanner {
	const char *next;
	const char *end;
};

static inline bool is_digit(char byte)
{
	return byte >= '0' && byte <= '9';
}

static inline bool is_letter(char byte)
{
	return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static inline bool is_space(char byte)
{
	return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static inline bool at_end(const struct scanner *scanner)
{
	return scanner->next == scanner->end;
}

static inline char peek(const struct scanner *scanner)
{
	return at_end(scanner) ? '\0' : *scanner->next;
}

static inline bool accept(struct scanner *scanner, char byte)
{
	if (at_end(scanner) || *scanner->next != byte)
		return false;
	scanner->next++;
	return true;
}

static inline bool accept_any(struct scanner *scanner, const char *bytes)
{
	if (at_end(scanner) || !strchr(bytes, *scanner->next))
		return false;
	scanner->next++;
	return true;
}

static inline void skip_spaces(struct scanner *scanner)
{
	while (!at_end(scanner) && is_space(*scanner->next))
		scanner->next++;
}

/* Reads at most `limit` digits; answers how many. */
static inline int read_digits(struct scanner *scanner, int limit, double *number)
{
	int count = 0;

	*number = 0;
	while (count < limit && !at_end(scanner) && is_digit(*scanner->next)) {
		*number = 10 * *number + (*scanner->next++ - '0');
		count++;
	}
	return count;
}

static inline struct scanner scanner_of(struct string text)
{
	return (struct scanner){text.bytes, text.bytes + text.length};
}

/* Digits of a fraction of a second, cut off and filled up to milliseconds. */
static inline bool read_fraction(struct scanner *scanner, double *milliseconds)
{
	double scale = 100;
	bool some = false;

	*milliseconds = 0;
	while (!at_end(scanner) && is_digit(*scanner->next)) {
		*milliseconds += scale * (*scanner->next++ - '0');
		scale = scale > 1 ? scale / 10 : 0;
		some = true;
	}
	return some;
}

#endif
