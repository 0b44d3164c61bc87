#include "solver/parts.h"

#include "solver/memory.h"

#include <assert.h>

struct parts {
	const struct evaluation *evaluation;
	unsigned assignment;
	uint32_t count;
	uint32_t *numbers; /* by index: of its part plus one, 0 if it is decided */
	uint32_t *places;  /* by index, within its part */
	int32_t *members;  /* part by part */
	uint32_t *starts;  /* by part: where its members start; one more than parts */
};

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

/* Everything open is united with what it is made of. */
static void find_sets(
	const struct parts *parts, const int32_t *open, size_t open_count, int32_t *sets)
{
	const struct network *network = evaluation_network(parts->evaluation);

	for (size_t i = 0; i < open_count; i++)
		sets[open[i]] = open[i];
	for (size_t i = 0; i < open_count; i++) {
		size_t count;
		const formula *operands = network_operands(network, open[i], &count);

		for (size_t j = 0; j < count; j++) {
			if (sets[formula_index(operands[j])])
				unite(sets, open[i], formula_index(operands[j]));
		}
	}
}

/* A set is numbered when its first member is met, which is the one that names it. */
static void number_sets(struct parts *parts, const int32_t *open, size_t open_count, int32_t *sets)
{
	for (size_t i = 0; i < open_count; i++) {
		int32_t first = first_of(sets, open[i]);

		if (first == open[i])
			parts->numbers[first] = ++parts->count;
		else
			parts->numbers[open[i]] = parts->numbers[first];
	}
}

static void list_members(struct parts *parts, const int32_t *open, size_t open_count)
{
	parts->members = memory_allocate(open_count, sizeof *parts->members);
	parts->starts = memory_allocate((size_t)parts->count + 1, sizeof *parts->starts);
	for (size_t i = 0; i < open_count; i++)
		parts->places[open[i]] = parts->starts[parts->numbers[open[i]]]++;
	for (uint32_t part = 0; part < parts->count; part++)
		parts->starts[part + 1] += parts->starts[part];
	for (size_t i = 0; i < open_count; i++) {
		uint32_t part = parts->numbers[open[i]] - 1;

		parts->members[parts->starts[part] + parts->places[open[i]]] = open[i];
	}
}

struct parts *parts_create(const struct evaluation *evaluation, unsigned assignment)
{
	assert(assignment < EVALUATION_ASSIGNMENTS);

	struct parts *parts = memory_allocate(1, sizeof *parts);
	size_t size = (size_t)network_last(evaluation_network(evaluation)) + 1;
	int32_t *open = memory_resize(NULL, size, sizeof *open);
	int32_t *sets = memory_allocate(size, sizeof *sets); /* 0: decided */
	size_t open_count = evaluation_list_open(evaluation, assignment, open);

	parts->evaluation = evaluation;
	parts->assignment = assignment;
	parts->numbers = memory_allocate(size, sizeof *parts->numbers);
	parts->places = memory_resize(NULL, size, sizeof *parts->places);
	find_sets(parts, open, open_count, sets);
	number_sets(parts, open, open_count, sets);
	list_members(parts, open, open_count);
	memory_release(sets);
	memory_release(open);
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
	return parts->numbers[formula_index(operand)] - 1;
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
