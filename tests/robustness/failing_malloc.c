/* Preloaded: lets the n-th allocation of a process fail, FAILING_ALLOCATION, or all from there on
 * if FAILING_FOR_GOOD is set. Counting begins with the first one after `main` could begin. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);

static atomic_long count;
static long wanted = -1;
static int for_good;

__attribute__((constructor)) static void begin(void)
{
	const char *number = getenv("FAILING_ALLOCATION");

	wanted = number ? atol(number) : 0;
	for_good = getenv("FAILING_FOR_GOOD") != NULL;
	atomic_store(&count, 0);
}

static int fails(void)
{
	long number = atomic_fetch_add(&count, 1) + 1;
	int does = wanted > 0 && (number == wanted || (for_good && number > wanted));

	if (does)
		errno = ENOMEM;
	return does;
}

void *malloc(size_t size)
{
	return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t number, size_t size)
{
	return fails() ? NULL : __libc_calloc(number, size);
}

void *realloc(void *block, size_t size)
{
	return fails() ? NULL : __libc_realloc(block, size);
}
