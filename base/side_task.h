/* A part of some work that is done beside the rest of it.
 *
 * Where the system gives another thread, it takes the part; where it does not (WebAssembly, a full
 * process table), or the part is too small to be worth one, the part is done at once. */
#ifndef BASE_SIDE_TASK_H
#define BASE_SIDE_TASK_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct side_task {
	pthread_t thread;
	bool is_running;
	void (*work)(void *context);
	void *context;
};

/* Begins `work(context)`, which is about so many bytes of text. `task` must not be moved. */
void side_task_begin(
	struct side_task *task, size_t bytes, void (*work)(void *context), void *context);

/* Waits until it is done. Harmless if it has been waited for, or `task` is zero. */
void side_task_end(struct side_task *task);

#endif
