#define _DEFAULT_SOURCE /* for the pages of the heap */
#include "base/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

enum {
	LARGEST_BLOCK_KEPT = 32 << 20,
	MOST_MEMORY_KEPT = 64 << 20, /* at the end of the heap */
	/* What most templates need comes in few large pages, not in thousands of small ones: the
	 * beginning of the heap, beyond what the smallest commands need. */
	LARGE_PAGE = 2 << 20,
	ROOM_IN_LARGE_PAGES = 16 * LARGE_PAGE,
	ROOM_AT_THE_END = 1 << 20,
	/* One heap for all threads: jobs wander from thread to thread, and each would leave a heap
	 * of its own behind. */
	HEAPS = 1,
	/* Free memory that nobody minds, since the next edit takes it again: so many bytes, or such
	 * a part of what is in use. To take it from the system anew costs more than what it is for.
	 */
	LEAST_EXCESS = 32 << 20,
	EXCESS_PART = 1,
};

static void out_of_memory(size_t count, size_t size)
{
	if (size)
		fprintf(stderr, "vtosca: out of memory (%zu objects of %zu bytes)\n", count, size);
	else
		fprintf(stderr, "vtosca: out of memory\n");
	_Exit(70); /* at once, whichever thread it is: no other one can be waited for now */
}

void *memory_of_library(void *block)
{
	if (!block)
		out_of_memory(1, 0);
	return block;
}

void *memory_allocate(size_t count, size_t size)
{
	void *block = calloc(count ? count : 1, size ? size : 1);

	if (!block)
		out_of_memory(count, size);
	return block;
}

void *memory_resize(void *block, size_t count, size_t size)
{
	if (size && count > SIZE_MAX / size)
		out_of_memory(count, size);

	size_t bytes = count * size;
	void *resized = realloc(block, bytes ? bytes : 1);

	if (!resized)
		out_of_memory(count, size);
	return resized;
}

void memory_release(void *block)
{
	free(block);
}

void *memory_reserve(void *block, size_t count, size_t *capacity, size_t size)
{
	if (count < *capacity)
		return block;
	*capacity = *capacity ? 2 * *capacity : 8;
	return memory_resize(block, *capacity, size);
}

void *memory_fit(void *block, size_t count, size_t *capacity, size_t size)
{
	if (count == *capacity)
		return block;
	*capacity = count;
	if (count)
		return memory_resize(block, count, size);
	memory_release(block);
	return NULL;
}

#ifdef MADV_HUGEPAGE
/* A system that has none, or no room for so many, is left as it is. */
static void ask_for_large_pages(void)
{
	void *volatile first; /* which gives the heap its room, unless compilers do without */

	mallopt(M_TOP_PAD, ROOM_IN_LARGE_PAGES);
	first = malloc(1);
	free(first);
	mallopt(M_TOP_PAD, ROOM_AT_THE_END);

	char *end = sbrk(0), *start = end - ROOM_IN_LARGE_PAGES;

	start += LARGE_PAGE - (uintptr_t)start % LARGE_PAGE;
	(void)madvise(start, (size_t)(end - start), MADV_HUGEPAGE);
}
#endif

void memory_keep_released(void)
{
#ifdef __GLIBC__
	mallopt(M_MMAP_THRESHOLD, LARGEST_BLOCK_KEPT);
	mallopt(M_TRIM_THRESHOLD, MOST_MEMORY_KEPT);
	mallopt(M_ARENA_MAX, HEAPS);
#endif
#ifdef MADV_HUGEPAGE
	ask_for_large_pages();
#endif
}

void memory_divide(size_t threads)
{
#ifdef __GLIBC__
	mallopt(M_ARENA_MAX, (int)threads);
#else
	(void)threads;
#endif
}

void memory_return_released(void)
{
#ifdef __GLIBC__
	malloc_trim(0);
#endif
}

void memory_return_excess(void)
{
#ifdef __GLIBC__
#if __GLIBC_PREREQ(2, 33)
	struct mallinfo2 info = mallinfo2();

	if (info.fordblks > LEAST_EXCESS && info.fordblks > info.uordblks / EXCESS_PART)
		malloc_trim(0);
#endif
#endif
}
