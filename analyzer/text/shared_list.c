#include "analyzer/text/shared_list.h"

#include "base/memory.h"

#include <assert.h>
#include <stdatomic.h>
#include <string.h>

enum {
	LONGEST_RUN = 128,
	SHORT_RUN = 32 /* joined with the next when it is made anew */
};

struct shared_run {
	atomic_int references;
	uint32_t count;
	uint32_t weight;  /* of its items */
	uint64_t *traits; /* of each; NULL if items have none */
	void *items[];
};

/* ---- runs ---- */

static struct shared_run *run_create(
	const struct shared_kind *kind, void *const *items, uint32_t count)
{
	struct shared_run *run = memory_allocate(1, sizeof(*run) + count * sizeof(void *));

	atomic_init(&run->references, 1);
	run->count = count;
	if (kind->traits)
		run->traits = memory_allocate(count, sizeof(*run->traits));
	memcpy(run->items, items, count * sizeof(void *));
	for (uint32_t i = 0; i < count; i++) {
		run->weight += kind->weight(items[i]);
		if (run->traits)
			run->traits[i] = kind->traits(items[i]);
	}
	return run;
}

static void run_release(const struct shared_kind *kind, struct shared_run *run)
{
	if (atomic_fetch_sub(&run->references, 1) != 1)
		return;
	for (uint32_t i = 0; i < run->count; i++)
		kind->release(run->items[i]);
	memory_release(run->traits);
	memory_release(run);
}

static void add_run(struct shared_list *list, struct shared_run *run)
{
	list->runs[list->run_count++] = run;
	list->count += run->count;
	list->weight += run->weight;
}

static void share_run(struct shared_list *list, struct shared_run *run)
{
	atomic_fetch_add_explicit(&run->references, 1, memory_order_relaxed);
	add_run(list, run);
}

/* Runs of equal length, none longer than LONGEST_RUN. */
static void add_items(struct shared_list *list, void *const *items, uint32_t count)
{
	uint32_t parts = (count + LONGEST_RUN - 1) / LONGEST_RUN;

	for (uint32_t i = 0; i < parts; i++) {
		uint32_t start = (uint32_t)((uint64_t)count * i / parts);
		uint32_t end = (uint32_t)((uint64_t)count * (i + 1) / parts);

		add_run(list, run_create(list->kind, items + start, end - start));
	}
	list->counted += count;
}

static struct shared_list list_allocate(const struct shared_kind *kind, uint32_t most_runs)
{
	return (struct shared_list){
		.kind = kind, .runs = memory_allocate(most_runs, sizeof(struct shared_run *))};
}

/* ---- lists ---- */

struct shared_list shared_list_create(
	const struct shared_kind *kind, void *const *items, uint32_t count)
{
	struct shared_list list = list_allocate(kind, count / LONGEST_RUN + 1);

	add_items(&list, items, count);
	return list;
}

/* Items that are to be put into new runs. */
struct gathering {
	const struct shared_kind *kind;
	void **items;
	uint32_t count;
};

static void gather(
	struct gathering *gathering, const struct shared_run *run, uint32_t start, uint32_t end)
{
	for (uint32_t i = start; i < end; i++) {
		gathering->kind->retain(run->items[i]);
		gathering->items[gathering->count++] = run->items[i];
	}
}

struct shared_list shared_list_replace(const struct shared_list *old, uint32_t first,
	uint32_t removed, void *const *items, uint32_t count)
{
	assert(first + removed <= old->count);

	struct shared_list list =
		list_allocate(old->kind, old->run_count + count / LONGEST_RUN + 3);
	struct gathering middle = {.kind = old->kind,
		.items = memory_allocate(count + (size_t)3 * LONGEST_RUN, sizeof(void *))};
	uint32_t last = first + removed;
	uint32_t start = 0; /* the number of the first item of run `i` */
	uint32_t i = 0;

	/* What is added behind the last run joins it. */
	for (; i + 1 < old->run_count && start + old->runs[i]->count <= first; i++) {
		start += old->runs[i]->count;
		share_run(&list, old->runs[i]);
	}
	if (i < old->run_count)
		gather(&middle, old->runs[i], 0, first - start);
	if (count)
		memcpy(middle.items + middle.count, items, count * sizeof(void *));
	middle.count += count;
	for (; i < old->run_count && start + old->runs[i]->count <= last; i++)
		start += old->runs[i]->count;
	if (i < old->run_count) {
		gather(&middle, old->runs[i], last - start, old->runs[i]->count);
		i++;
	}
	if (middle.count < SHORT_RUN && i < old->run_count) {
		gather(&middle, old->runs[i], 0, old->runs[i]->count);
		i++;
	}
	add_items(&list, middle.items, middle.count);
	for (; i < old->run_count; i++)
		share_run(&list, old->runs[i]);
	memory_release(middle.items);
	return list;
}

/* A run in which the items from `first` on, by number, are to be found at `positions`. */
static void exchange_in_run(struct shared_list *list, const struct shared_run *run, uint32_t first,
	const uint32_t *positions, void *const *items, uint32_t count)
{
	struct gathering gathering = {
		.kind = list->kind, .items = memory_resize(NULL, run->count, sizeof(void *))};
	uint32_t next = 0;

	for (uint32_t i = 0; i < run->count; i++) {
		if (next < count && positions[next] == first + i)
			gathering.items[gathering.count++] = items[next++];
		else
			gather(&gathering, run, i, i + 1);
	}
	assert(next == count);
	add_run(list, run_create(list->kind, gathering.items, run->count));
	list->counted += run->count;
	memory_release(gathering.items);
}

struct shared_list shared_list_exchange(const struct shared_list *old, const uint32_t *positions,
	void *const *items, uint32_t count)
{
	struct shared_list list = list_allocate(old->kind, old->run_count);
	uint32_t first = 0, next = 0;

	for (uint32_t i = 0; i < old->run_count; i++) {
		uint32_t end = first + old->runs[i]->count, last = next;

		while (last < count && positions[last] < end)
			last++;
		if (last == next)
			share_run(&list, old->runs[i]);
		else
			exchange_in_run(&list, old->runs[i], first, positions + next, items + next,
				last - next);
		first = end;
		next = last;
	}
	assert(next == count);
	return list;
}

struct shared_list shared_list_renew(const struct shared_list *list, const struct shared_kind *kind,
	uint32_t count, struct shared_ends kept, const uint32_t *again, uint32_t again_count,
	void *(*make)(void *context, uint32_t position), void *context)
{
	uint32_t new_count = count - kept.head - kept.tail;
	void **items = memory_allocate(new_count, sizeof(*items));
	struct shared_list renewed, exchanged;

	for (uint32_t i = 0; i < new_count; i++)
		items[i] = make(context, kept.head + i);
	renewed = list ? shared_list_replace(list, kept.head, list->count - kept.head - kept.tail,
				 items, new_count)
		       : shared_list_create(kind, items, new_count);
	if (again_count == 0) {
		memory_release(items);
		return renewed;
	}
	items = memory_resize(items, again_count, sizeof(*items));
	for (uint32_t i = 0; i < again_count; i++)
		items[i] = make(context, again[i]);
	exchanged = shared_list_exchange(&renewed, again, items, again_count);
	exchanged.counted += renewed.counted;
	shared_list_release(&renewed);
	memory_release(items);
	return exchanged;
}

void shared_list_release(struct shared_list *list)
{
	for (uint32_t i = 0; i < list->run_count; i++)
		run_release(list->kind, list->runs[i]);
	memory_release(list->runs);
	*list = (struct shared_list){0};
}

void *shared_list_item(const struct shared_list *list, uint32_t position)
{
	assert(position < list->count);

	struct shared_run *const *run = list->runs;

	for (; position >= (*run)->count; run++)
		position -= (*run)->count;
	return (*run)->items[position];
}

void **shared_list_items(const struct shared_list *list)
{
	void **items = memory_resize(NULL, (size_t)list->count + 1, sizeof(void *));
	uint32_t count = 0;

	for (uint32_t i = 0; i < list->run_count; i++) {
		const struct shared_run *run = list->runs[i];

		memcpy(items + count, run->items, run->count * sizeof(void *));
		count += run->count;
	}
	return items;
}

uint32_t shared_list_weight_before(const struct shared_list *list, uint32_t position)
{
	uint32_t weight = 0;
	uint32_t i = 0;

	for (; i < list->run_count && list->runs[i]->count <= position; i++) {
		weight += list->runs[i]->weight;
		position -= list->runs[i]->count;
	}
	for (uint32_t j = 0; i < list->run_count && j < position; j++)
		weight += list->kind->weight(list->runs[i]->items[j]);
	return weight;
}

/* ---- what two lists have in common ---- */

static uint32_t common_head(const struct shared_list *a, const struct shared_list *b)
{
	uint32_t least = a->count < b->count ? a->count : b->count;
	uint32_t head = 0;
	uint32_t run = 0;

	while (run < a->run_count && run < b->run_count && a->runs[run] == b->runs[run])
		head += a->runs[run++]->count;

	const struct shared_list *lists[] = {a, b};
	uint32_t at[] = {0, 0}, runs[] = {run, run};

	for (; head < least; head++) {
		const void *items[2];

		for (int i = 0; i < 2; i++) {
			const struct shared_run *current = lists[i]->runs[runs[i]];

			items[i] = current->items[at[i]++];
			if (at[i] == current->count) {
				runs[i]++;
				at[i] = 0;
			}
		}
		if (items[0] != items[1])
			break;
	}
	return head;
}

static uint32_t common_tail(const struct shared_list *a, const struct shared_list *b, uint32_t most)
{
	const struct shared_list *lists[] = {a, b};
	uint32_t runs[] = {a->run_count, b->run_count};
	uint32_t tail = 0;

	while (runs[0] > 0 && runs[1] > 0 && a->runs[runs[0] - 1] == b->runs[runs[1] - 1] &&
		tail + a->runs[runs[0] - 1]->count <= most) {
		tail += a->runs[--runs[0]]->count;
		runs[1]--;
	}

	uint32_t left[] = {0, 0};

	for (; tail < most; tail++) {
		const void *items[2];

		for (int i = 0; i < 2; i++) {
			if (left[i] == 0)
				left[i] = lists[i]->runs[--runs[i]]->count;
			items[i] = lists[i]->runs[runs[i]]->items[--left[i]];
		}
		if (items[0] != items[1])
			break;
	}
	return tail;
}

struct shared_ends shared_list_common(const struct shared_list *a, const struct shared_list *b)
{
	uint32_t least = a->count < b->count ? a->count : b->count;
	struct shared_ends ends = {.head = common_head(a, b)};

	ends.tail = common_tail(a, b, least - ends.head);
	return ends;
}

/* ---- walks ---- */

enum {
	ANY_WEIGHT = 0 /* in place of traits */
};

static bool is_wanted(
	const struct shared_list *list, const struct shared_run *run, uint32_t i, uint64_t traits)
{
	return traits == ANY_WEIGHT ? list->kind->weight(run->items[i]) > 0
				    : run->traits[i] & traits;
}

static bool next(const struct shared_list *list, uint64_t traits, struct shared_walk *walk)
{
	for (; walk->run < list->run_count; walk->run++, walk->next = 0) {
		const struct shared_run *run = list->runs[walk->run];
		bool is_empty = traits == ANY_WEIGHT && run->weight == 0;

		for (; !is_empty && walk->next < run->count; walk->next++) {
			if (!is_wanted(list, run, walk->next, traits))
				continue;
			walk->item = run->items[walk->next];
			walk->position = walk->start + walk->next++;
			return true;
		}
		walk->start += run->count;
	}
	return false;
}

bool shared_list_next(const struct shared_list *list, struct shared_walk *walk)
{
	return next(list, ANY_WEIGHT, walk);
}

bool shared_list_next_with(
	const struct shared_list *list, uint64_t traits, struct shared_walk *walk)
{
	assert(list->kind->traits && traits);
	return next(list, traits, walk);
}

/* Passes over runs that both have. */
static void skip_same(const struct shared_list *a, const struct shared_list *b,
	struct shared_walk *left, struct shared_walk *right)
{
	while (left->next == 0 && right->next == 0 && left->start == right->start &&
		left->run < a->run_count && right->run < b->run_count &&
		a->runs[left->run] == b->runs[right->run]) {
		left->start += a->runs[left->run++]->count;
		right->start += b->runs[right->run++]->count;
	}
}

static bool have_same(const struct shared_list *a, const struct shared_list *b, uint64_t traits,
	bool (*is_same)(const void *left, const void *right))
{
	struct shared_walk left = {0}, right = {0};

	if (a->count != b->count)
		return false;
	for (;;) {
		bool is_there, is_there_too;

		skip_same(a, b, &left, &right);
		is_there = next(a, traits, &left);
		is_there_too = next(b, traits, &right);
		if (!is_there || !is_there_too)
			return is_there == is_there_too;
		if (left.position != right.position ||
			(left.item != right.item && !is_same(left.item, right.item)))
			return false;
	}
}

static bool never(const void *left, const void *right)
{
	(void)left;
	(void)right;
	return false;
}

bool shared_list_weighs_alike(const struct shared_list *a, const struct shared_list *b)
{
	return a->weight == b->weight && have_same(a, b, ANY_WEIGHT, never);
}

bool shared_list_has_same_with(const struct shared_list *a, const struct shared_list *b,
	uint64_t traits, bool (*is_same)(const void *left, const void *right))
{
	assert(a->kind == b->kind && a->kind->traits && traits);
	return have_same(a, b, traits, is_same);
}
