#include "solver/parts.h"

#include "solver/memory.h"

#include <assert.h>

struct parts {
	const struct evaluation *evaluation;
	unsigned assignment;
	uint32_t count;
	uint32_t *numbers; /* by index */
	uint32_t *places;  /* by index, within its part */
	int32_t *members;  /* part by part */
	uint32_t *starts;  /* by part: where its members start; one more than parts */
};

static bool is_open(const struct parts *parts, formula operand)
{
	return evaluation_open(parts->evaluation, operand) >> parts->assignment & 1;
}

/* Sets of open formulas: each names another member of its set, the first names itself. */
static int32_t first_of(int32_t *sets, int32_t index)
{
	while (sets[index] != index) {
		sets[index] = sets[sets[index]];
		index = sets[index];
	}
	return index;
}

static void unite(int32_t *sets, int32_t one, int32_t other)
{
	one = first_of(sets, one);
	other = first_of(sets, other);
	if (one < other)
		sets[other] = one;
	else
		sets[one] = other;
}

/* Everything open is united with what it is made of. Returns how many formulas are open. */
static size_t find_sets(const struct parts *parts, int32_t *sets, int32_t last)
{
	const struct network *network = evaluation_network(parts->evaluation);
	size_t open = 0;

	for (int32_t i = 1; i <= last; i++) {
		if (is_open(parts, i)) {
			sets[i] = i;
			open++;
		}
	}
	for (int32_t i = 1; i <= last; i++) {
		size_t count;
		const formula *operands = network_operands(network, i, &count);

		for (size_t j = 0; sets[i] && j < count; j++) {
			if (sets[formula_index(operands[j])])
				unite(sets, i, formula_index(operands[j]));
		}
	}
	return open;
}

/* A set is numbered when its first member is met, which is the one that names it. */
static void number_sets(struct parts *parts, int32_t *sets, int32_t last)
{
	for (int32_t i = 1; i <= last; i++) {
		parts->numbers[i] = PARTS_NONE;
		if (!sets[i])
			continue;

		int32_t first = first_of(sets, i);

		parts->numbers[i] = first == i ? parts->count++ : parts->numbers[first];
	}
}

static void list_members(struct parts *parts, size_t open, int32_t last)
{
	parts->members = memory_allocate(open, sizeof *parts->members);
	parts->starts = memory_allocate((size_t)parts->count + 1, sizeof *parts->starts);
	for (int32_t i = 1; i <= last; i++) {
		if (parts->numbers[i] != PARTS_NONE)
			parts->places[i] = parts->starts[parts->numbers[i] + 1]++;
	}
	for (uint32_t part = 0; part < parts->count; part++)
		parts->starts[part + 1] += parts->starts[part];
	for (int32_t i = 1; i <= last; i++) {
		if (parts->numbers[i] != PARTS_NONE)
			parts->members[parts->starts[parts->numbers[i]] + parts->places[i]] = i;
	}
}

struct parts *parts_create(const struct evaluation *evaluation, unsigned assignment)
{
	assert(assignment < EVALUATION_ASSIGNMENTS);

	struct parts *parts = memory_allocate(1, sizeof *parts);
	int32_t last = network_last(evaluation_network(evaluation));
	size_t size = (size_t)last + 1;
	int32_t *sets = memory_allocate(size, sizeof *sets); /* 0: decided */

	parts->evaluation = evaluation;
	parts->assignment = assignment;
	parts->numbers = memory_allocate(size, sizeof *parts->numbers);
	parts->places = memory_allocate(size, sizeof *parts->places);

	size_t open = find_sets(parts, sets, last);

	number_sets(parts, sets, last);
	list_members(parts, open, last);
	memory_release(sets);
	return parts;
}

void parts_destroy(struct parts *parts)
{
	if (!parts)
		return;
	memory_release(parts->numbers);
	memory_release(parts->places);
	memory_release(parts->members);
	memory_release(parts->starts);
	memory_release(parts);
}

const struct evaluation *parts_evaluation(const struct parts *parts)
{
	return parts->evaluation;
}

unsigned parts_assignment(const struct parts *parts)
{
	return parts->assignment;
}

uint32_t parts_count(const struct parts *parts)
{
	return parts->count;
}

uint32_t parts_number(const struct parts *parts, formula operand)
{
	return parts->numbers[formula_index(operand)];
}

const int32_t *parts_members(const struct parts *parts, uint32_t part, size_t *count)
{
	assert(part < parts->count);
	*count = parts->starts[part + 1] - parts->starts[part];
	return parts->members + parts->starts[part];
}

uint32_t parts_place(const struct parts *parts, formula operand)
{
	assert(parts_number(parts, operand) != PARTS_NONE);
	return parts->places[formula_index(operand)];
}
