#include "analyzer/syntax/section_runs.h"

#include "solver/memory.h"

#include <string.h>

enum {
	LONGEST_RUN = 128,
	SHORT_RUN = 32 /* joined with the next when it is made anew */
};

struct section_run {
	atomic_int references;
	uint32_t count;
	uint32_t error_count; /* in its sections */
	struct section *sections[];
};

static struct section_run *run_create(struct section *const *sections, uint32_t count)
{
	struct section_run *run =
		memory_allocate(1, sizeof(*run) + count * sizeof(struct section *));

	atomic_init(&run->references, 1);
	run->count = count;
	memcpy(run->sections, sections, count * sizeof(struct section *));
	for (uint32_t i = 0; i < count; i++)
		run->error_count += sections[i]->error_count;
	return run;
}

static struct section_run *run_retain(struct section_run *run)
{
	atomic_fetch_add_explicit(&run->references, 1, memory_order_relaxed);
	return run;
}

static void run_release(struct section_run *run)
{
	if (atomic_fetch_sub(&run->references, 1) != 1)
		return;
	for (uint32_t i = 0; i < run->count; i++)
		section_release(run->sections[i]);
	memory_release(run);
}

/* Runs of equal length, none longer than LONGEST_RUN. */
static void add_runs(struct section_runs *runs, struct section *const *sections, uint32_t count)
{
	uint32_t parts = (count + LONGEST_RUN - 1) / LONGEST_RUN;

	for (uint32_t i = 0; i < parts; i++) {
		uint32_t start = (uint32_t)((uint64_t)count * i / parts);
		uint32_t end = (uint32_t)((uint64_t)count * (i + 1) / parts);

		runs->runs[runs->count++] = run_create(sections + start, end - start);
	}
}

static struct section_runs runs_allocate(uint32_t most)
{
	return (struct section_runs){memory_allocate(most, sizeof(struct section_run *)), 0};
}

struct section_runs section_runs_create(struct section *const *sections, uint32_t count)
{
	struct section_runs runs = runs_allocate(count / LONGEST_RUN + 1);

	add_runs(&runs, sections, count);
	return runs;
}

static uint32_t copy_part(
	struct section **copy, const struct section_run *run, uint32_t start, uint32_t end)
{
	for (uint32_t i = start; i < end; i++)
		*copy++ = section_retain(run->sections[i]);
	return end > start ? end - start : 0;
}

struct section_runs section_runs_replace(const struct section_runs *old, uint32_t first,
	uint32_t last, struct section *const *sections, uint32_t count)
{
	struct section_runs runs = runs_allocate(old->count + count / LONGEST_RUN + 3);
	struct section **middle =
		memory_allocate((size_t)count + 3 * LONGEST_RUN, sizeof(struct section *));
	uint32_t middle_count = 0;
	uint32_t start = 0; /* the number of the first section of run `i` */
	uint32_t i = 0;

	for (; start + old->runs[i]->count <= first; i++) {
		runs.runs[runs.count++] = run_retain(old->runs[i]);
		start += old->runs[i]->count;
	}
	middle_count = copy_part(middle, old->runs[i], 0, first - start);
	memcpy(middle + middle_count, sections, count * sizeof(struct section *));
	middle_count += count;
	for (; start + old->runs[i]->count <= last; i++)
		start += old->runs[i]->count;
	middle_count += copy_part(
		middle + middle_count, old->runs[i], last + 1 - start, old->runs[i]->count);
	i++;
	if (middle_count < SHORT_RUN && i < old->count) {
		middle_count +=
			copy_part(middle + middle_count, old->runs[i], 0, old->runs[i]->count);
		i++;
	}
	add_runs(&runs, middle, middle_count);
	for (; i < old->count; i++)
		runs.runs[runs.count++] = run_retain(old->runs[i]);
	memory_release(middle);
	return runs;
}

void section_runs_release(struct section_runs *runs)
{
	for (uint32_t i = 0; i < runs->count; i++)
		run_release(runs->runs[i]);
	memory_release(runs->runs);
	*runs = (struct section_runs){0};
}

uint32_t section_runs_error_count(const struct section_runs *runs)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < runs->count; i++)
		count += runs->runs[i]->error_count;
	return count;
}

const struct section *section_runs_next_broken(const struct section_runs *runs, uint32_t *section)
{
	uint32_t start = 0;

	for (uint32_t i = 0; i < runs->count; i++) {
		const struct section_run *run = runs->runs[i];
		uint32_t j = *section > start ? *section - start : 0;

		for (; run->error_count && j < run->count; j++) {
			if (run->sections[j]->error_count == 0)
				continue;
			*section = start + j;
			return run->sections[j];
		}
		start += run->count;
	}
	return NULL;
}
