/* Arenas: memory with one owner and one end.
 *
 * A revision, a section of it and a request have an arena each. Nothing inside is
 * freed singly; destroying the arena is the destructor of everything in it. */
#ifndef ANALYZER_TEXT_ARENA_H
#define ANALYZER_TEXT_ARENA_H

#include "analyzer/text/string.h"

#include <stdarg.h>
#include <stddef.h>

struct arena;

struct arena *arena_create(void);

/* Destroying NULL is harmless. */
void arena_destroy(struct arena *arena);

/* Zeroed memory, aligned for any object, that lives as long as the arena. */
void *arena_allocate(struct arena *arena, size_t count, size_t size);

/* Says that about `size` bytes will be asked for next, so that many small arenas waste little. */
void arena_expect(struct arena *arena, size_t size);

/* Copies, NUL-terminated behind the last byte. */
struct string arena_copy(struct arena *arena, struct string string);
/* One behind the other: cheaper than a format. */
struct string arena_join(
	struct arena *arena, struct string first, const char *between, struct string second);
struct string arena_join_list(
	struct arena *arena, const struct string *parts, size_t count, const char *between);
struct string arena_format(struct arena *arena, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
struct string arena_format_list(struct arena *arena, const char *format, va_list arguments);

/* The text with ASCII letters in lower case. */
struct string arena_lower_case(struct arena *arena, struct string text);

/* Makes room for one more element at the end of a growing array inside the arena. */
void *arena_reserve(struct arena *arena, void *block, size_t count, size_t *capacity, size_t size);

#endif
