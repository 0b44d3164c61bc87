/* Capacity: what no choice of targets fits, against trying all choices. */
#include "analyzer/model/text/capacity.h"

#include "tests/unit/unit_test.h"

#include <math.h>

enum {
	MOST_NODES = 3,
	MOST_RELATIONSHIPS = 5
};

/* Relationships one by one, each to every node that has enough left. */
static bool fits(double *left, size_t nodes, const struct capacity_demand *single, size_t count)
{
	if (count == 0)
		return true;
	for (size_t i = 0; i < nodes; i++) {
		if (left[i] < single->amount ||
			(!isnan(single->target) && single->target != (double)i))
			continue;
		left[i] -= single->amount;
		bool rest = fits(left, nodes, single + 1, count - 1);
		left[i] += single->amount;
		if (rest)
			return true;
	}
	return false;
}

static uint32_t next(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(*state >> 33);
}

static void test_an_excess_is_never_imagined(void **state)
{
	(void)state;
	unsigned found = 0, missed = 0;
	for (uint64_t seed = 1; seed <= 4000; seed++) {
		uint64_t random = seed;
		struct arena *arena = arena_create();
		double offers[MOST_NODES];
		struct capacity capacity = {offers, 1 + next(&random) % MOST_NODES};
		struct capacity_demand demands[MOST_RELATIONSHIPS];
		size_t count = 1 + next(&random) % MOST_RELATIONSHIPS;
		for (size_t i = 0; i < capacity.count; i++)
			offers[i] = next(&random) % 7;
		for (size_t i = 0; i < count; i++) {
			bool is_named = next(&random) % 4 == 0;
			demands[i] = (struct capacity_demand){1 + next(&random) % 4, 1,
				is_named ? next(&random) % (uint32_t)capacity.count : NAN};
		}
		bool exceeds =
			capacity_exceeded(&capacity, demands, count, arena).kind != EXCESS_NONE;
		if (fits(offers, capacity.count, demands, count)) {
			if (exceeds)
				fail_msg("seed %u: it fits", (unsigned)seed);
		} else {
			found += exceeds;
			missed += !exceeds;
		}
		arena_destroy(arena);
	}
	/* Which relationships share a node is a puzzle for `packing.h`; few need it. */
	assert_true(found > 20 * missed);
}

static void test_all_of_one_amount_is_exact(void **state)
{
	(void)state;
	for (double offer = 0; offer <= 4; offer += 0.5) {
		for (double times = 1; times <= 8; times++) {
			struct arena *arena = arena_create();
			double offers[] = {offer, offer, offer};
			struct capacity capacity = {offers, 3};
			struct capacity_demand demand = {1, times, NAN};
			struct capacity_excess excess =
				capacity_exceeded(&capacity, &demand, 1, arena);
			assert_int_equal(excess.kind != EXCESS_NONE, times > 3 * floor(offer));
			arena_destroy(arena);
		}
	}
}

static void test_the_first_that_is_too_much(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	double offers[] = {1, 1};
	struct capacity capacity = {offers, 2};
	struct capacity_demand demands[] = {
		{0.1, 3, NAN}, {0.2, 3, NAN}, {0.6, 1, NAN}, {0.6, 1, NAN}, {0.1, 1, NAN}};
	assert_int_equal(capacity_exceeded(&capacity, demands, 3, arena).kind, EXCESS_NONE);
	struct capacity_excess excess = capacity_exceeded(&capacity, demands, 5, arena);
	assert_int_equal(excess.kind, EXCESS_OF_SUM);
	assert_int_equal(capacity_first_excess(&capacity, demands, 5, arena), 3);
	arena_destroy(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_an_excess_is_never_imagined),
		cmocka_unit_test(test_all_of_one_amount_is_exact),
		cmocka_unit_test(test_the_first_that_is_too_much),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
