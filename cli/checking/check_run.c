#include "cli/checking/check_run.h"

#include "base/memory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum {
	MOST_THREADS = 64
};

struct run {
	const struct check_request *request;
	const struct check_targets *targets;
	struct checked_target *checked;
	atomic_size_t next;
};

static void *work(void *context)
{
	struct run *run = context;
	struct cached_files *cache = cached_files_create();

	for (;;) {
		size_t i = atomic_fetch_add(&run->next, 1);

		if (i >= run->targets->count)
			break;
		check_target(&run->checked[i], run->request, &run->targets->items[i], cache);
	}
	cached_files_destroy(cache);
	return NULL;
}

/* No more than there is work for. */
static size_t thread_count(const struct run *run)
{
	const char *asked = arguments_value(run->request->arguments, OPTION_JOBS);
	long count = asked ? strtol(asked, NULL, 10) : sysconf(_SC_NPROCESSORS_ONLN);

	if (count > MOST_THREADS)
		count = MOST_THREADS;
	if (count > (long)run->targets->count)
		count = (long)run->targets->count;
	return count > 1 ? (size_t)count : 1;
}

struct checked_target *check_run(const struct check_request *request,
	const struct check_targets *targets, struct arena *arena)
{
	struct run run = {.request = request,
		.targets = targets,
		.checked = arena_allocate(arena, targets->count, sizeof(*run.checked))};
	pthread_t threads[MOST_THREADS];
	size_t count = thread_count(&run), started = 0;

	memory_divide(count);
	/* This thread is one of them: where there are no others, it does it all. */
	while (started + 1 < count && pthread_create(&threads[started], NULL, work, &run) == 0)
		started++;
	work(&run);
	while (started-- > 0)
		pthread_join(threads[started], NULL);
	return run.checked;
}
