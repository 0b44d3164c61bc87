#include "analyzer/model/text/capacity.h"

#include <math.h>
#include <stdlib.h>

/* Amounts such as 0.1 GB are no binary fractions. */
static const double tolerance = 1e-9;

static bool is_more(double a, double b)
{
	return a > b + tolerance * fabs(b);
}

static struct capacity_excess excess_of_one(const struct capacity *capacity,
	const struct capacity_demand *demands, size_t count, struct arena *arena)
{
	double *taken = arena_allocate(arena, capacity->count + 1, sizeof(*taken));
	for (size_t i = 0; i < count; i++) {
		const struct capacity_demand *demand = &demands[i];
		if (!(demand->target >= 0 && demand->target < (double)capacity->count))
			continue;
		size_t target = (size_t)demand->target;
		taken[target] += demand->amount * demand->times;
		if (is_more(taken[target], capacity->offers[target]))
			return (struct capacity_excess){EXCESS_OF_ONE, demand->target,
				demand->amount, taken[target], capacity->offers[target]};
	}
	return (struct capacity_excess){.kind = EXCESS_NONE};
}

static int compare_amounts(const void *left, const void *right)
{
	double a = ((const struct capacity_demand *)left)->amount;
	double b = ((const struct capacity_demand *)right)->amount;
	return a < b ? 1 : a > b ? -1 : 0;
}

/* How many relationships that take `amount` there is room for. */
static double room(const struct capacity *capacity, double amount)
{
	double result = 0;
	for (size_t i = 0; i < capacity->count; i++)
		result += floor(capacity->offers[i] / amount * (1 + tolerance));
	return result;
}

/* Those that take most come first: each that takes at least an amount needs room for it. */
static struct capacity_excess excess_of_all(const struct capacity *capacity,
	const struct capacity_demand *demands, size_t count, struct arena *arena)
{
	struct capacity_demand *sorted = arena_allocate(arena, count + 1, sizeof(*sorted));
	double offered = 0, number = 0, taken = 0;
	memcpy(sorted, demands, count * sizeof(*sorted));
	qsort(sorted, count, sizeof(*sorted), compare_amounts);
	for (size_t i = 0; i < capacity->count; i++)
		offered += capacity->offers[i];
	for (size_t i = 0; i < count; i++) {
		double amount = sorted[i].amount;
		number += sorted[i].times;
		taken += amount * sorted[i].times;
		if (i + 1 < count && sorted[i + 1].amount == amount)
			continue;
		double fits = room(capacity, amount);
		if (number > fits)
			return (struct capacity_excess){
				fits == 0 ? EXCESS_OF_AMOUNT : EXCESS_OF_NUMBER, NAN, amount,
				number, fits};
	}
	if (is_more(taken, offered))
		return (struct capacity_excess){EXCESS_OF_SUM, NAN, NAN, taken, offered};
	return (struct capacity_excess){.kind = EXCESS_NONE};
}

struct capacity_excess capacity_exceeded(const struct capacity *capacity,
	const struct capacity_demand *demands, size_t count, struct arena *arena)
{
	struct capacity_excess excess = {.kind = EXCESS_NONE};
	if (count == 0)
		return excess;
	excess = excess_of_one(capacity, demands, count, arena);
	return excess.kind == EXCESS_NONE ? excess_of_all(capacity, demands, count, arena) : excess;
}

size_t capacity_first_excess(const struct capacity *capacity, const struct capacity_demand *demands,
	size_t count, struct arena *arena)
{
	size_t fits = 0, exceeds = count;
	while (exceeds - fits > 1) {
		size_t middle = fits + (exceeds - fits) / 2;
		if (capacity_exceeded(capacity, demands, middle, arena).kind == EXCESS_NONE)
			fits = middle;
		else
			exceeds = middle;
	}
	return fits;
}
