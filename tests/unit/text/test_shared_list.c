/* Lists after random replacements hold what plain arrays hold, count every reference, know what
 * they have in common, and cost as much as the replaced part, not as the list. */
#include "analyzer/text/shared_list.h"
#include "tests/unit/unit_test.h"

#include <stdlib.h>
#include <string.h>

enum {
	MOST = 4000,
	STEPS = 60
};

struct item {
	int references;
	uint32_t weight;
};

static int living;

static struct item *item_create(uint32_t weight)
{
	struct item *item = malloc(sizeof(*item));

	*item = (struct item){1, weight};
	living++;
	return item;
}

static void retain(void *item)
{
	((struct item *)item)->references++;
}

static void release(void *item)
{
	if (--((struct item *)item)->references == 0) {
		free(item);
		living--;
	}
}

static uint32_t weight_of(const void *item)
{
	return ((const struct item *)item)->weight;
}

/* Some traits are rare, one is common. */
static uint64_t traits_of(const void *item)
{
	uint32_t weight = weight_of(item);

	return UINT64_C(2) << weight % 5 | (weight % 3 == 0);
}

static const struct shared_kind kind = {retain, release, weight_of, traits_of};

static uint32_t next(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(*state >> 33);
}

/* Most weigh nothing. */
static uint32_t weight_for(uint64_t *state)
{
	uint32_t number = next(state);

	return number % 8 == 0 ? number % 7 : 0;
}

static void assert_holds(const struct shared_list *list, void *const *expected, uint32_t count)
{
	void **items = shared_list_items(list);
	struct shared_walk walk = {0};
	uint32_t weight = 0;

	assert_int_equal(list->count, count);
	assert_memory_equal(items, expected, count * sizeof(void *));
	free(items);
	for (uint32_t i = 0; i < count; i++) {
		weight += weight_of(expected[i]);
		if (i % 97 == 0) {
			assert_ptr_equal(shared_list_item(list, i), expected[i]);
			assert_int_equal(shared_list_weight_before(list, i + 1), weight);
		}
		if (weight_of(expected[i]) == 0)
			continue;
		assert_true(shared_list_next(list, &walk));
		assert_int_equal(walk.position, i);
		assert_ptr_equal(walk.item, expected[i]);
	}
	assert_false(shared_list_next(list, &walk));
	assert_int_equal(list->weight, weight);
}

static void assert_met(
	const struct shared_list *list, void *const *expected, uint32_t count, uint64_t traits)
{
	struct shared_walk walk = {0};

	for (uint32_t i = 0; i < count; i++) {
		if (!(traits_of(expected[i]) & traits))
			continue;
		assert_true(shared_list_next_with(list, traits, &walk));
		assert_int_equal(walk.position, i);
		assert_ptr_equal(walk.item, expected[i]);
	}
	assert_false(shared_list_next_with(list, traits, &walk));
}

static bool weigh_the_same(const void *left, const void *right)
{
	return weight_of(left) == weight_of(right);
}

/* Whether both have the same can be told item by item, too. */
static void assert_same_with(
	const struct shared_list *a, const struct shared_list *b, uint64_t traits)
{
	bool is_same = a->count == b->count;

	for (uint32_t i = 0; is_same && i < a->count; i++) {
		const void *left = shared_list_item(a, i), *right = shared_list_item(b, i);
		bool counts = (traits_of(left) | traits_of(right)) & traits;

		is_same = !counts || weigh_the_same(left, right);
	}
	assert_int_equal(shared_list_has_same_with(a, b, traits, weigh_the_same), is_same);
}

/* What both have in common can be told item by item, too. */
static void assert_common(const struct shared_list *a, const struct shared_list *b)
{
	struct shared_ends ends = shared_list_common(a, b);
	uint32_t least = a->count < b->count ? a->count : b->count;
	uint32_t head = 0, tail = 0;

	while (head < least && shared_list_item(a, head) == shared_list_item(b, head))
		head++;
	while (tail < least - head && shared_list_item(a, a->count - 1 - tail) ==
					      shared_list_item(b, b->count - 1 - tail))
		tail++;
	assert_int_equal(ends.head, head);
	assert_int_equal(ends.tail, tail);
}

/* Other items in some places: what is between them stays, in the runs where it is. */
static struct shared_list exchange_some(
	const struct shared_list *list, void **expected, uint64_t *state)
{
	static uint32_t positions[MOST];
	static void *items[MOST];
	uint32_t count = 0, distance = 1 + next(state) % 300;

	for (uint32_t i = next(state) % distance; i < list->count;
		i += 1 + next(state) % distance) {
		positions[count] = i;
		items[count] = expected[i] = item_create(weight_for(state));
		count++;
	}

	struct shared_list later = shared_list_exchange(list, positions, items, count);

	assert_int_equal(later.run_count, list->run_count);
	assert_true(later.counted <= list->count && (count > 0 || later.counted == 0));
	return later;
}

static void replace_randomly(uint64_t seed)
{
	static void *expected[MOST];
	uint64_t state = seed;
	uint32_t count = next(&state) % 700;

	for (uint32_t i = 0; i < count; i++)
		expected[i] = item_create(weight_for(&state));

	struct shared_list list = shared_list_create(&kind, expected, count);

	for (int step = 0; step < STEPS; step++) {
		void *added[300];
		uint32_t first = next(&state) % (count + 1);
		uint32_t removed = next(&state) % (count - first + 1);
		uint32_t new_count = next(&state) % (step % 4 ? 4 : 300);

		if (step % 4 && removed > 4)
			removed = 4;
		if (count - removed + new_count > MOST)
			new_count = 0;
		for (uint32_t i = 0; i < new_count; i++)
			added[i] = item_create(weight_for(&state));

		struct shared_list later =
			shared_list_replace(&list, first, removed, added, new_count);

		memmove(expected + first + new_count, expected + first + removed,
			(count - first - removed) * sizeof(void *));
		if (new_count)
			memcpy(expected + first, added, new_count * sizeof(void *));
		count = count - removed + new_count;
		assert_holds(&later, expected, count);
		assert_common(&list, &later);
		shared_list_release(&list);
		list = exchange_some(&later, expected, &state);
		assert_holds(&list, expected, count);
		assert_common(&later, &list);
		for (uint64_t traits = 1; traits < 64; traits <<= 1) {
			assert_met(&list, expected, count, traits);
			assert_same_with(&later, &list, traits);
		}
		shared_list_release(&later);
	}
	shared_list_release(&list);
	if (living != 0)
		fail_msg("seed %u: %d items are left", (unsigned)seed, living);
}

static void lists_hold_what_arrays_hold(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 60; seed++)
		replace_randomly(seed);
}

static uint32_t cost_of_one(uint32_t count)
{
	void **items = malloc(count * sizeof(void *));

	for (uint32_t i = 0; i < count; i++)
		items[i] = item_create(0);

	struct shared_list list = shared_list_create(&kind, items, count);
	void *added = item_create(0);
	struct shared_list later = shared_list_replace(&list, count / 2, 1, &added, 1);
	uint32_t cost = later.counted;

	shared_list_release(&list);
	shared_list_release(&later);
	free(items);
	return cost;
}

static void one_item_costs_one_run(void **state)
{
	(void)state;
	assert_int_equal(cost_of_one(1000), 125);
	assert_in_range(cost_of_one(100000), 1, 160);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lists_hold_what_arrays_hold),
		cmocka_unit_test(one_item_costs_one_run),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
