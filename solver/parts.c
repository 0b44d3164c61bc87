#include "solver/parts.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

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

		for (size_t j = 0; j < count; j++)
			if (sets[formula_index(operands[j])])
				unite(sets, open[i], formula_index(operands[j]));
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
	parts->members = memory_allocate(open_count, sizeof(*parts->members));
	parts->starts = memory_allocate((size_t)parts->count + 1, sizeof(*parts->starts));
	for (size_t i = 0; i < open_count; i++)
		parts->places[open[i]] = parts->starts[parts->numbers[open[i]]]++;
	for (uint32_t part = 0; part < parts->count; part++)
		parts->starts[part + 1] += parts->starts[part];
	for (size_t i = 0; i < open_count; i++) {
		uint32_t part = parts->numbers[open[i]] - 1;

		parts->members[parts->starts[part] + parts->places[open[i]]] = open[i];
	}
}

/* `open` are formulas that are open in the assignment, ascending, among them all that those are
 * made of and that are made of them. */
static struct parts *divide(const struct evaluation *evaluation, unsigned assignment,
	const int32_t *open, size_t open_count)
{
	struct parts *parts = memory_allocate(1, sizeof(*parts));
	size_t size = (size_t)network_last(evaluation_network(evaluation)) + 1;
	int32_t *sets = memory_allocate(size, sizeof(*sets)); /* 0: decided */

	parts->evaluation = evaluation;
	parts->assignment = assignment;
	parts->numbers = memory_allocate(size, sizeof(*parts->numbers));
	parts->places = memory_resize(NULL, size, sizeof(*parts->places));
	find_sets(parts, open, open_count, sets);
	number_sets(parts, open, open_count, sets);
	list_members(parts, open, open_count);
	memory_release(sets);
	return parts;
}

struct parts *parts_create(const struct evaluation *evaluation, unsigned assignment)
{
	assert(assignment < EVALUATION_ASSIGNMENTS);

	size_t size = (size_t)network_last(evaluation_network(evaluation)) + 1;
	int32_t *open = memory_resize(NULL, size, sizeof(*open));
	size_t count = evaluation_list_open(evaluation, assignment, open);
	struct parts *parts = divide(evaluation, assignment, open, count);

	memory_release(open);
	return parts;
}

/* ---- what has changed ---- */

/* The open formulas met so far. */
struct search {
	const struct evaluation *evaluation;
	unsigned assignment;
	bool *is_met; /* by index */
	int32_t *items;
	size_t count;
	size_t capacity;
};

static void meet(void *context, int32_t index)
{
	struct search *search = context;

	if (search->is_met[index] ||
		!(evaluation_open(search->evaluation, index) >> search->assignment & 1))
		return;
	search->is_met[index] = true;
	search->items = memory_reserve(
		search->items, search->count, &search->capacity, sizeof(*search->items));
	search->items[search->count++] = index;
}

static void meet_operands(struct search *search, const struct network *network, int32_t index)
{
	size_t count;
	const formula *operands = network_operands(network, index, &count);

	for (size_t i = 0; i < count; i++)
		meet(search, formula_index(operands[i]));
}

static void meet_neighbours(struct search *search, int32_t index)
{
	const struct network *network = evaluation_network(search->evaluation);

	meet_operands(search, network, index);
	network_visit_users(network, index, meet, search);
}

/* What it was made of may be apart from it now. */
static void meet_changed(void *context, int32_t index)
{
	struct search *search = context;
	const struct network *base = network_base(evaluation_network(search->evaluation));

	meet(search, index);
	meet_neighbours(search, index);
	if (index <= network_last(base))
		meet_operands(search, base, index);
}

static int compare_indexes(const void *left, const void *right)
{
	int32_t first = *(const int32_t *)left;
	int32_t second = *(const int32_t *)right;

	return (first > second) - (first < second);
}

struct parts *parts_create_changed(const struct evaluation *evaluation, unsigned assignment)
{
	assert(assignment < EVALUATION_ASSIGNMENTS);

	const struct network *network = evaluation_network(evaluation);
	struct search search = {.evaluation = evaluation,
		.assignment = assignment,
		.is_met =
			memory_allocate((size_t)network_last(network) + 1, sizeof(*search.is_met))};
	size_t changed_count;
	const int32_t *changed = evaluation_changed(evaluation, &changed_count);
	struct parts *parts;

	network_visit_changed(network, meet_changed, &search);
	for (size_t i = 0; i < changed_count; i++)
		meet_changed(&search, changed[i]);
	for (size_t i = 0; i < search.count; i++)
		meet_neighbours(&search, search.items[i]);
	if (search.count)
		qsort(search.items, search.count, sizeof(*search.items), compare_indexes);
	parts = divide(evaluation, assignment, search.items, search.count);
	memory_release(search.is_met);
	memory_release(search.items);
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
