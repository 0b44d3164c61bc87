#include "analyzer/model/text/packing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	MOST_NODES = 64,
	MOST_RELATIONSHIPS = 256,
	MOST_PROPERTIES = 16,
	MOST_STEPS = 20000,
	SLOTS = 1 << 15, /* for rests that fit nothing; more than steps */
};

/* Amounts such as 0.1 GB are no binary fractions. */
static const double tolerance = 1e-9;

struct search {
	const struct packing *packing;
	struct packing_group *groups;
	size_t count;
	double *left; /* of what is offered */
	uint64_t *failed;
	unsigned steps;
};

static enum verdict place_from(struct search *search, size_t position);

/* ---- rests that fit nothing ---- */

static uint64_t mix(uint64_t value)
{
	value = (value ^ (value >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	value = (value ^ (value >> 27)) * UINT64_C(0x94D049BB133111EB);
	return value ^ (value >> 31);
}

static uint64_t hash_of_node(const struct search *search, size_t node)
{
	uint64_t hash = 1;
	for (size_t i = 0; i < search->packing->properties; i++) {
		double left = search->left[node * search->packing->properties + i];
		uint64_t bits;
		memcpy(&bits, &left, sizeof(bits));
		hash = mix(hash * 31 + bits);
	}
	return hash;
}

/* Nodes that have the same left are alike: those that are named were placed before. */
static uint64_t hash_of_rest(const struct search *search, size_t position)
{
	uint64_t hash = mix(position + 1);
	for (size_t i = 0; i < search->packing->nodes; i++)
		hash += hash_of_node(search, i);
	return hash ? hash : 1;
}

static uint64_t *slot_of(const struct search *search, uint64_t hash)
{
	size_t slot = hash & (SLOTS - 1);
	while (search->failed[slot] && search->failed[slot] != hash)
		slot = (slot + 1) & (SLOTS - 1);
	return &search->failed[slot];
}

/* ---- placing ---- */

static double *left_of(const struct search *search, size_t node)
{
	return &search->left[node * search->packing->properties];
}

static bool has_room(
	const struct search *search, const struct packing_group *group, size_t node, double times)
{
	const double *left = left_of(search, node);
	const double *offers = &search->packing->offers[node * search->packing->properties];
	for (size_t i = 0; i < search->packing->properties; i++)
		if (group->amounts[i] * times > left[i] + tolerance * fabs(offers[i]))
			return false;
	return true;
}

static bool are_alike(const struct search *search, size_t a, size_t b)
{
	const double *x = left_of(search, a);
	const double *y = left_of(search, b);
	for (size_t i = 0; i < search->packing->properties; i++)
		if (x[i] < y[i] || x[i] > y[i])
			return false;
	return true;
}

/* Of nodes from `first` on that are alike, choosing another one makes no difference. */
static bool was_tried(const struct search *search, size_t first, size_t node)
{
	for (size_t i = first; i < node; i++)
		if (are_alike(search, i, node))
			return true;
	return false;
}

/* The group's relationship with `node`, then `next` for the rest. */
static enum verdict try_node(struct search *search, size_t position, size_t node, double times,
	enum verdict (*next)(struct search *search, size_t position, size_t first, double rest),
	double rest)
{
	const struct packing_group *group = &search->groups[position];
	double *left = left_of(search, node);
	double before[MOST_PROPERTIES];
	if (++search->steps > MOST_STEPS)
		return UNKNOWN;
	memcpy(before, left, search->packing->properties * sizeof(*before));
	for (size_t i = 0; i < search->packing->properties; i++)
		left[i] -= group->amounts[i] * times;
	enum verdict result = next(search, position, node + 1, rest);
	memcpy(left, before, search->packing->properties * sizeof(*before));
	return result;
}

/* The remaining relationships of a group, with different nodes from `first` on. */
static enum verdict place_rest(struct search *search, size_t position, size_t first, double rest)
{
	if (rest <= 0)
		return place_from(search, position + 1);
	enum verdict result = FAILS;
	for (size_t i = first; i < search->packing->nodes && result == FAILS; i++)
		if (has_room(search, &search->groups[position], i, 1) &&
			!was_tried(search, first, i))
			result = try_node(search, position, i, 1, place_rest, rest - 1);
	return result;
}

static enum verdict place_named(struct search *search, size_t position)
{
	const struct packing_group *group = &search->groups[position];
	size_t node = (size_t)group->target;
	return has_room(search, group, node, group->times)
		       ? try_node(search, position, node, group->times, place_rest, 0)
		       : FAILS;
}

static enum verdict place_from(struct search *search, size_t position)
{
	if (position == search->count)
		return HOLDS;
	/* Named ones come first and leave no choice. */
	if (!isnan(search->groups[position].target))
		return place_named(search, position);
	uint64_t hash = hash_of_rest(search, position);
	if (*slot_of(search, hash) == hash)
		return FAILS;
	enum verdict result = place_rest(search, position, 0, search->groups[position].times);
	if (result == FAILS)
		*slot_of(search, hash) = hash;
	return result;
}

/* ---- all of it ---- */

static double total(const struct packing_group *group, size_t properties)
{
	double sum = 0;
	for (size_t i = 0; i < properties; i++)
		sum += group->amounts[i];
	return sum;
}

struct weighed_group {
	struct packing_group group;
	double weight;
};

/* Named ones, then those that take most. */
static int compare(const void *left, const void *right)
{
	const struct weighed_group *a = left;
	const struct weighed_group *b = right;
	bool is_named = !isnan(a->group.target);
	if (is_named != !isnan(b->group.target))
		return is_named ? -1 : 1;
	return a->weight < b->weight ? 1 : a->weight > b->weight ? -1 : 0;
}

static struct packing_group *sorted(
	const struct packing_group *groups, size_t count, size_t properties, struct arena *arena)
{
	struct weighed_group *weighed = arena_allocate(arena, count + 1, sizeof(*weighed));
	struct packing_group *result = arena_allocate(arena, count + 1, sizeof(*result));
	for (size_t i = 0; i < count; i++)
		weighed[i] = (struct weighed_group){groups[i], total(&groups[i], properties)};
	qsort(weighed, count, sizeof(*weighed), compare);
	for (size_t i = 0; i < count; i++)
		result[i] = weighed[i].group;
	return result;
}

enum verdict packing_fits(const struct packing *packing, const struct packing_group *groups,
	size_t count, struct arena *arena)
{
	double relationships = 0;
	size_t cells = packing->nodes * packing->properties;
	for (size_t i = 0; i < count; i++)
		relationships += groups[i].times;
	if (packing->nodes > MOST_NODES || relationships > MOST_RELATIONSHIPS ||
		packing->properties > MOST_PROPERTIES)
		return UNKNOWN;
	struct search search = {
		.packing = packing,
		.groups = sorted(groups, count, packing->properties, arena),
		.count = count,
		.left = arena_allocate(arena, cells + 1, sizeof(double)),
		.failed = arena_allocate(arena, SLOTS, sizeof(uint64_t)),
	};
	memcpy(search.left, packing->offers, cells * sizeof(double));
	return place_from(&search, 0);
}
