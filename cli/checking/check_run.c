#include "cli/checking/check_run.h"

#include "base/memory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	MOST_THREADS = 64
};

struct run {
	const struct check_request *request;
	const struct check_targets *targets;
	struct checked_target *checked;
	size_t threads;
	atomic_size_t next;
};

/* The next targets for a thread: beside each other, as files that import the same ones mostly are,
 * and ever fewer, so that all threads end together. */
static bool take(struct run *run, size_t *first, size_t *end)
{
	size_t total = run->targets->count;

	*first = atomic_load(&run->next);
	do {
		if (*first >= total)
			return false;
		size_t share = (total - *first) / (4 * run->threads);
		*end = *first + (share > 0 ? share : 1);
	} while (!atomic_compare_exchange_weak(&run->next, first, *end));
	return true;
}

static void *work(void *context)
{
	struct run *run = context;
	struct check_worker worker;

	check_worker_start(&worker);
	for (size_t first, end; take(run, &first, &end);)
		for (size_t i = first; i < end; i++)
			check_target(
				&run->checked[i], run->request, &run->targets->items[i], &worker);
	check_worker_finish(&worker);
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

static void run_all(struct run *run)
{
	pthread_t threads[MOST_THREADS];
	size_t count = thread_count(run), started = 0;

	run->threads = count;
	memory_divide(count);
	/* This thread is one of them: where there are no others, it does it all. */
	while (started + 1 < count && pthread_create(&threads[started], NULL, work, run) == 0)
		started++;
	work(run);
	while (started-- > 0)
		pthread_join(threads[started], NULL);
}

/* Files that are imported become known when the importers have been checked. */
static void add_imports(const struct run *run, struct check_targets *targets, size_t from)
{
	for (size_t i = from, end = targets->count; i < end; i++)
		for (size_t k = 0; k < run->checked[i].import_count; k++)
			check_targets_add_import(
				targets, run->request->arguments, i, run->checked[i].imports[k]);
}

struct checked_target *check_run(const struct check_request *request, struct check_targets *targets)
{
	struct run run = {.request = request, .targets = targets};

	for (size_t done = 0; done < targets->count;) {
		size_t count = targets->count;
		struct checked_target *before = run.checked;

		run.checked =
			arena_allocate(request->arguments->arena, count, sizeof(*run.checked));
		if (done > 0)
			memcpy(run.checked, before, done * sizeof(*run.checked));
		atomic_store(&run.next, done);
		run_all(&run);
		add_imports(&run, targets, done);
		done = count;
	}
	return run.checked;
}
