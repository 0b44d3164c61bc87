#include "analyzer/text/string.h"

#include <assert.h>
#include <string.h>

struct string string_from(const char *terminated)
{
	return (struct string){terminated, terminated ? strlen(terminated) : 0};
}

bool string_equal(struct string a, struct string b)
{
	return a.length == b.length && (a.length == 0 || memcmp(a.bytes, b.bytes, a.length) == 0);
}

bool string_starts_with(struct string string, const char *prefix)
{
	size_t length = strlen(prefix);

	return string.length >= length && memcmp(string.bytes, prefix, length) == 0;
}

bool string_ends_with(struct string string, const char *suffix)
{
	size_t length = strlen(suffix);

	return string.length >= length &&
	       memcmp(string.bytes + string.length - length, suffix, length) == 0;
}

int string_compare(struct string a, struct string b)
{
	size_t shared = a.length < b.length ? a.length : b.length;
	int order = shared ? memcmp(a.bytes, b.bytes, shared) : 0;

	if (order != 0)
		return order;
	return (a.length > b.length) - (a.length < b.length);
}

struct string string_slice(struct string string, size_t start, size_t end)
{
	assert(start <= end && end <= string.length);
	return (struct string){string.bytes + start, end - start};
}

uint64_t string_hash(struct string string)
{
	uint64_t hash = 14695981039346656037u; /* FNV-1a */

	for (size_t i = 0; i < string.length; i++)
		hash = (hash ^ (unsigned char)string.bytes[i]) * 1099511628211u;
	return hash;
}

size_t string_find(struct string string, size_t from, struct string part)
{
	const char *end = string.bytes + string.length;
	const char *place = string.bytes + from;

	while (part.length > 0 && (size_t)(end - place) >= part.length) {
		place = memchr(place, part.bytes[0], (size_t)(end - place) - part.length + 1);
		if (!place)
			break;
		if (memcmp(place, part.bytes, part.length) == 0)
			return (size_t)(place - string.bytes);
		place++;
	}
	return string.length;
}

bool string_mentions(struct string words, struct string name)
{
	for (size_t i = 0; i + name.length + 2 <= words.length; i++)
		if (words.bytes[i] == '"' && words.bytes[i + name.length + 1] == '"' &&
			string_equal(string_slice(words, i + 1, i + 1 + name.length), name))
			return true;
	return false;
}
