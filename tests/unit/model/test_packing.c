/* Packing: whether some choice of nodes fits, against trying all of them. */
#include "analyzer/model/text/packing.h"

#include "tests/unit/unit_test.h"

#include <math.h>

enum {
	MOST_NODES = 3,
	MOST_GROUPS = 4,
	PROPERTIES = 2
};

/* All sets of nodes for one group after the other. */
static bool fits(
	double left[][PROPERTIES], size_t nodes, const struct packing_group *groups, size_t count)
{
	if (count == 0)
		return true;
	for (unsigned set = 0; set < 1U << nodes; set++) {
		double rest[MOST_NODES][PROPERTIES];
		bool is_possible = true;
		unsigned members = 0;
		for (size_t i = 0; i < nodes; i++) {
			bool is_member = set & (1U << i);
			bool is_named = !isnan(groups->target);
			double times = !is_member ? 0 : is_named ? groups->times : 1;
			members += is_member;
			if (is_member && is_named && groups->target != (double)i)
				is_possible = false;
			for (size_t k = 0; k < PROPERTIES; k++) {
				rest[i][k] = left[i][k] - times * groups->amounts[k];
				is_possible &= rest[i][k] >= 0;
			}
		}
		unsigned wanted = isnan(groups->target) ? (unsigned)groups->times : 1;
		if (is_possible && members == wanted && fits(rest, nodes, groups + 1, count - 1))
			return true;
	}
	return false;
}

static uint32_t next(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(*state >> 33);
}

static void test_small_ones_are_exact(void **state)
{
	(void)state;
	unsigned fitting = 0;
	for (uint64_t seed = 1; seed <= 4000; seed++) {
		uint64_t random = seed;
		struct arena *arena = arena_create();
		double offers[MOST_NODES][PROPERTIES];
		double amounts[MOST_GROUPS][PROPERTIES];
		struct packing_group groups[MOST_GROUPS];
		size_t nodes = 1 + next(&random) % MOST_NODES;
		size_t count = 1 + next(&random) % MOST_GROUPS;
		for (size_t i = 0; i < nodes * PROPERTIES; i++)
			offers[i / PROPERTIES][i % PROPERTIES] = next(&random) % 7;
		for (size_t i = 0; i < count; i++) {
			for (size_t k = 0; k < PROPERTIES; k++)
				amounts[i][k] = next(&random) % 4;
			double named = next(&random) % (uint32_t)nodes;
			groups[i] = (struct packing_group){amounts[i],
				1 + next(&random) % (uint32_t)nodes,
				next(&random) % 4 ? NAN : named};
		}
		struct packing packing = {&offers[0][0], nodes, PROPERTIES};
		bool expected = fits(offers, nodes, groups, count);
		fitting += expected;
		if (packing_fits(&packing, groups, count, arena) != (expected ? HOLDS : FAILS))
			fail_msg("seed %u: it %s", (unsigned)seed,
				expected ? "fits" : "does not fit");
		arena_destroy(arena);
	}
	assert_in_range(fitting, 1000, 3000);
}

/* Pairs of 3 and 2 fill twenty nodes of 5; of 3 and 2.5 no two share a node. */
static void test_a_large_one_ends(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	double offers[20];
	double three = 3, two = 2.5;
	struct packing_group groups[40];
	for (size_t i = 0; i < 20; i++) {
		offers[i] = 5;
		groups[i] = (struct packing_group){&three, 1, NAN};
		groups[20 + i] = (struct packing_group){&two, 1, NAN};
	}
	struct packing packing = {offers, 20, 1};
	assert_int_equal(packing_fits(&packing, groups, 40, arena), FAILS);
	two = 2;
	assert_int_equal(packing_fits(&packing, groups, 40, arena), HOLDS);
	arena_destroy(arena);
}

static void test_too_large_a_one_is_not_known(void **state)
{
	(void)state;
	struct arena *arena = arena_create();
	double *offers = arena_allocate(arena, 100, sizeof(*offers));
	double amount = 1;
	struct packing packing = {offers, 100, 1};
	struct packing_group group = {&amount, 1, NAN};
	assert_int_equal(packing_fits(&packing, &group, 1, arena), UNKNOWN);
	arena_destroy(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_small_ones_are_exact),
		cmocka_unit_test(test_a_large_one_ends),
		cmocka_unit_test(test_too_large_a_one_is_not_known),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
