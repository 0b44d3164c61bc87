#include "solver/totalizer.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

/* A part of the inputs and its counts. Its halves are parts 2i + 1 and 2i + 2. */
struct totalizer_part {
	size_t first;
	size_t count;
	formula *at_least; /* by bound; FORMULA_NONE if not built yet */
	size_t bounds;     /* rows of `at_least` */
};

struct totalizer {
	struct formulas *formulas;
	formula *inputs;
	struct totalizer_part *parts;
	size_t part_count;
};

static size_t count_parts(size_t count)
{
	size_t leaves = 1;

	while (leaves < count)
		leaves *= 2;
	return 2 * leaves - 1;
}

static void divide(struct totalizer *totalizer, size_t index, size_t first, size_t count)
{
	totalizer->parts[index].first = first;
	totalizer->parts[index].count = count;
	if (count < 2)
		return;
	divide(totalizer, 2 * index + 1, first, count - count / 2);
	divide(totalizer, 2 * index + 2, first + count - count / 2, count / 2);
}

struct totalizer *totalizer_create(struct formulas *formulas, const formula *inputs, size_t count)
{
	struct totalizer *totalizer = memory_allocate(1, sizeof(*totalizer));

	assert(count);
	totalizer->formulas = formulas;
	totalizer->inputs = memory_allocate(count, sizeof(*totalizer->inputs));
	memcpy(totalizer->inputs, inputs, count * sizeof(*inputs));
	totalizer->part_count = count_parts(count);
	totalizer->parts = memory_allocate(totalizer->part_count, sizeof(*totalizer->parts));
	divide(totalizer, 0, 0, count);
	return totalizer;
}

void totalizer_destroy(struct totalizer *totalizer)
{
	if (!totalizer)
		return;
	for (size_t i = 0; i < totalizer->part_count; i++)
		memory_release(totalizer->parts[i].at_least);
	memory_release(totalizer->parts);
	memory_release(totalizer->inputs);
	memory_release(totalizer);
}

static void reserve_bound(struct totalizer_part *part, size_t bound)
{
	if (bound < part->bounds)
		return;

	size_t bounds = 2 * bound + 2;

	part->at_least = memory_resize(part->at_least, bounds, sizeof(*part->at_least));
	memset(part->at_least + part->bounds, 0, (bounds - part->bounds) * sizeof(*part->at_least));
	part->bounds = bounds;
}

/* At least k of a part: at least i of one half and k - i of the other, for some i. */
static formula build(struct totalizer *totalizer, size_t index, size_t bound)
{
	struct totalizer_part *part = &totalizer->parts[index];

	if (bound == 0)
		return FORMULA_TRUE;
	if (bound > part->count)
		return FORMULA_FALSE;
	if (part->count == 1)
		return totalizer->inputs[part->first];
	reserve_bound(part, bound);
	if (part->at_least[bound])
		return part->at_least[bound];

	formula *ways = memory_allocate(bound + 1, sizeof(*ways));

	for (size_t i = 0; i <= bound; i++)
		ways[i] = formula_both(totalizer->formulas, build(totalizer, 2 * index + 1, i),
			build(totalizer, 2 * index + 2, bound - i));
	part->at_least[bound] = formula_or(totalizer->formulas, ways, bound + 1);
	memory_release(ways);
	return part->at_least[bound];
}

formula totalizer_at_least(struct totalizer *totalizer, size_t bound)
{
	return build(totalizer, 0, bound);
}
