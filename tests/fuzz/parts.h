/* An input of several texts: they end at a byte 0xff, which no UTF-8 has. */
#ifndef TESTS_FUZZ_PARTS_H
#define TESTS_FUZZ_PARTS_H

#include "analyzer/text/string.h"

#include <stdint.h>
#include <string.h>

struct parts {
	const uint8_t *data;
	size_t size;
	size_t at;
};

static inline struct string next_text(struct parts *parts)
{
	const char *start = (const char *)parts->data + parts->at;
	size_t left = parts->size - parts->at;
	const char *end = left ? memchr(start, 0xff, left) : NULL;
	size_t length = end ? (size_t)(end - start) : left;

	parts->at += length + (end != NULL);
	return (struct string){start, length};
}

/* The same in ASCII, without NUL: editors send UTF-8, and only a text that is opened is taken for
 * one in a wider encoding. */
static inline struct string in_ascii(struct string text, char *copy)
{
	for (size_t i = 0; i < text.length; i++)
		copy[i] = text.bytes[i] & 0x7f ? (char)(text.bytes[i] & 0x7f) : ' ';
	return (struct string){copy, text.length};
}

/* 0 behind the end. */
static inline uint32_t next_byte(struct parts *parts)
{
	return parts->at < parts->size ? parts->data[parts->at++] : 0;
}

#endif
