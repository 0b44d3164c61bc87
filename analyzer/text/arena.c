#include "analyzer/text/arena.h"

#include "base/memory.h"

#include <assert.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
	SMALLEST_BLOCK = 64,
	FIRST_BLOCK = 192,
	LARGEST_BLOCK = 64 << 10
};

/* The strictest alignment that anything in an arena asks for. */
union unit {
	void *pointer;
	uint64_t integer;
	double number;
	size_t size;
};

struct block {
	struct block *previous;
	size_t size;
	size_t used;
	union unit bytes[];
};

struct arena {
	struct block *current;
	size_t next_size;
	size_t expected; /* size of the next block, if somebody has said what comes; or 0 */
};

static size_t align(size_t size)
{
	size_t alignment = alignof(union unit);

	return (size + alignment - 1) / alignment * alignment;
}

/* What is larger than a block gets one of its own, and leaves the rest of the current one to those
 * that come after it. */
static struct block *add_block(struct arena *arena, size_t at_least)
{
	size_t usual = arena->expected ? arena->expected : arena->next_size;
	bool is_alone = at_least > usual && arena->current;
	size_t size = align(usual > at_least ? usual : at_least);
	struct block *block = memory_resize(NULL, 1, sizeof(*block) + size);
	struct block **place = is_alone ? &arena->current->previous : &arena->current;

	block->size = size;
	block->used = 0;
	block->previous = *place;
	*place = block;
	if (arena->expected)
		arena->expected = 0;
	else if (arena->next_size < LARGEST_BLOCK)
		arena->next_size *= 2;
	return block;
}

/* The block that has room for so many bytes, from `used` on. */
static struct block *room_for(struct arena *arena, size_t bytes)
{
	struct block *block = arena->current;

	return !block || block->size - block->used < bytes ? add_block(arena, bytes) : block;
}

struct arena *arena_create(void)
{
	struct arena *arena = memory_allocate(1, sizeof(*arena));

	arena->next_size = FIRST_BLOCK;
	return arena;
}

void arena_expect(struct arena *arena, size_t size)
{
	const struct block *block = arena->current;

	if (!block || block->size - block->used < size)
		arena->expected = align(size > SMALLEST_BLOCK ? size : SMALLEST_BLOCK);
}

void arena_destroy(struct arena *arena)
{
	if (!arena)
		return;
	for (struct block *block = arena->current; block;) {
		struct block *previous = block->previous;

		memory_release(block);
		block = previous;
	}
	memory_release(arena);
}

/* Of which the first `filled` are not zeroed. */
static void *allocate(struct arena *arena, size_t count, size_t size, size_t filled)
{
	memory_of_library(size == 0 || count <= (SIZE_MAX / 2) / size ? arena : NULL);

	size_t bytes = align(count * size), kept = filled * size;

	if (arena->current) /* texts leave any number of bytes used */
		arena->current->used = align(arena->current->used);

	struct block *block = room_for(arena, bytes);
	void *allocated = (char *)block->bytes + block->used;

	/* Not before: what is zeroed now is at hand when it is filled. */
	memset((char *)allocated + kept, 0, bytes - kept);
	block->used += bytes;
	return allocated;
}

void *arena_allocate(struct arena *arena, size_t count, size_t size)
{
	return allocate(arena, count, size, 0);
}

/* Room for a text and the NUL behind it, which is there. */
static char *allocate_text(struct arena *arena, size_t length)
{
	struct block *block = room_for(arena, length + 1);
	char *bytes = (char *)block->bytes + block->used;

	bytes[length] = '\0';
	block->used += length + 1;
	return bytes;
}

struct string arena_copy(struct arena *arena, struct string string)
{
	char *bytes = allocate_text(arena, string.length);

	if (string.length)
		memcpy(bytes, string.bytes, string.length);
	return (struct string){bytes, string.length};
}

struct string arena_join(
	struct arena *arena, struct string first, const char *between, struct string second)
{
	const struct string parts[] = {first, string_from(between), second};
	char *bytes = allocate_text(arena, first.length + parts[1].length + second.length);
	size_t length = 0;

	for (size_t i = 0; i < 3; i++) {
		if (parts[i].length > 0)
			memcpy(bytes + length, parts[i].bytes, parts[i].length);
		length += parts[i].length;
	}
	return (struct string){bytes, length};
}

struct string arena_join_list(
	struct arena *arena, const struct string *parts, size_t count, const char *between)
{
	struct string gap = string_from(between);
	size_t length = count > 1 ? (count - 1) * gap.length : 0;
	char *bytes, *end;

	for (size_t i = 0; i < count; i++)
		length += parts[i].length;
	bytes = end = allocate_text(arena, length);
	for (size_t i = 0; i < count; i++) {
		if (i > 0 && gap.length > 0)
			memcpy(end, gap.bytes, gap.length);
		end += i > 0 ? gap.length : 0;
		if (parts[i].length > 0)
			memcpy(end, parts[i].bytes, parts[i].length);
		end += parts[i].length;
	}
	return (struct string){bytes, length};
}

/* Mostly there is room enough in the block at hand to write the text where it will stay; if not,
 * the rest of that block is not used any more. */
struct string arena_format_list(struct arena *arena, const char *format, va_list arguments)
{
	struct block *block = arena->current;
	size_t room = block ? block->size - block->used : 0;
	char *bytes = block ? (char *)block->bytes + block->used : NULL;
	va_list again;

	va_copy(again, arguments);

	int length = vsnprintf(bytes, room, format, arguments);

	assert(length >= 0);

	bool fits = (size_t)length < room;

	if (fits) {
		block->used += (size_t)length + 1;
	} else {
		bytes = allocate_text(arena, (size_t)length);
		vsnprintf(bytes, (size_t)length + 1, format, again);
	}
	va_end(again);
	return (struct string){bytes, (size_t)length};
}

struct string arena_format(struct arena *arena, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);

	struct string text = arena_format_list(arena, format, arguments);

	va_end(arguments);
	return text;
}

struct string arena_lower_case(struct arena *arena, struct string text)
{
	char *bytes = allocate_text(arena, text.length);

	for (size_t i = 0; i < text.length; i++)
		bytes[i] = string_lower(text.bytes[i]);
	return (struct string){bytes, text.length};
}

void *arena_reserve(struct arena *arena, void *block, size_t count, size_t *capacity, size_t size)
{
	if (count < *capacity)
		return block;

	size_t larger = *capacity ? 2 * *capacity : 8;
	void *copy = allocate(arena, larger, size, count);

	if (count)
		memcpy(copy, block, count * size);
	*capacity = larger;
	return copy;
}
