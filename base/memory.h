/* Allocation that cannot fail.
 *
 * Running out of memory is reported on standard error and ends the process with status 70, here
 * and nowhere else, on whichever thread; callers never check. What is returned is owned by the
 * caller and released with `memory_release`. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

/* Zeroed memory for `count` objects of `size` bytes. */
void *memory_allocate(size_t count, size_t size);

/* What a library has allocated: returns `block`, which must not be NULL for want of memory. */
void *memory_of_library(void *block);

/* Grows or shrinks `block` to `count` objects; new bytes are not initialised. */
void *memory_resize(void *block, size_t count, size_t size);

/* Releasing NULL is harmless. */
void memory_release(void *block);

/* For a process that will soon need again what it releases, as ours: the system does not
 * get it back at once. Called before there is a second thread. */
void memory_keep_released(void);

/* From now on each of so many threads has a heap of its own: they do not wait for each other, and
 * what one has released no other one gets. To be said before they start. */
void memory_divide(size_t threads);

/* Now it does, all of it: takes a while. */
void memory_return_released(void);

/* The same, but only if that is a good part of what is in use: for whoever has just released
 * something large that is not needed again at once. */
void memory_return_excess(void);

/* Makes room for one more element at the end of a growing array: returns `block`,
 * or a larger copy of it with `*capacity` raised, so that `count < *capacity`. */
void *memory_reserve(void *block, size_t count, size_t *capacity, size_t size);

/* The array will not grow any more: returns it, or a copy, without the room that it has left. */
void *memory_fit(void *block, size_t count, size_t *capacity, size_t size);

#endif
