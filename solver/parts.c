#include "solver/parts.h"

#include "base/memory.h"
#include "solver/sets.h"

#include <assert.h>

struct parts {
	const struct evaluation *evaluation;
	unsigned assignment;
	uint32_t count;
	uint32_t *numbers;  /* by index: of its part plus one, 0 if it is decided */
	uint32_t *places;   /* by index, within its part */
	int32_t *members;   /* part by part */
	uint32_t *starts;   /* by part: where its members start; one more than parts */
	int32_t *residuals; /* part by part */
	uint32_t *residual_starts;
};

/* ---- what is asked ---- */

struct asking {
	const struct network *network;
	bool *is_open; /* by index: and not met yet */
	int32_t *met;  /* of these, what others are made of is still to be met */
	size_t count;
};

static void meet(struct asking *asking, formula operand)
{
	int32_t index = formula_index(operand);

	if (asking->is_open[index]) {
		asking->is_open[index] = false;
		asking->met[asking->count++] = index;
	}
}

static void meet_all(struct asking *asking, const formula *operands, size_t count)
{
	for (size_t i = 0; i < count; i++)
		meet(asking, operands[i]);
}

static void meet_operands(struct asking *asking, int32_t index)
{
	size_t count;
	const formula *operands = network_operands(asking->network, index, &count);

	meet_all(asking, operands, count);
}

static void meet_residuals(struct asking *asking, const struct parts *parts)
{
	size_t count;
	const struct residual *residuals = evaluation_residuals(parts->evaluation, &count);

	for (size_t i = 0; i < count; i++)
		if (residuals[i].assignments >> parts->assignment & 1)
			meet_operands(asking, residuals[i].index);
}

/* Leaves out of the list what is not asked; returns how many there are. */
static size_t keep_asked(const struct parts *parts, const formula *asked, size_t asked_count,
	int32_t *open, size_t open_count)
{
	struct asking asking = {.network = evaluation_network(parts->evaluation)};
	size_t kept = 0;

	asking.is_open =
		memory_allocate((size_t)network_last(asking.network) + 1, sizeof(*asking.is_open));
	asking.met = memory_resize(NULL, open_count + 1, sizeof(*asking.met));
	for (size_t i = 0; i < open_count; i++)
		asking.is_open[open[i]] = true;
	for (size_t i = 0; i < open_count; i++)
		if (network_kind(asking.network, open[i]) == FORMULA_VARIABLE)
			meet(&asking, open[i]);
	meet_all(&asking, asked, asked_count);
	meet_residuals(&asking, parts);
	while (asking.count > 0)
		meet_operands(&asking, asking.met[--asking.count]);
	for (size_t i = 0; i < open_count; i++)
		if (!asking.is_open[open[i]])
			open[kept++] = open[i];
	memory_release(asking.is_open);
	memory_release(asking.met);
	return kept;
}

/* ---- what belongs together ---- */

/* FORMULA_NONE if there is none. */
static int32_t first_open(const int32_t *sets, const formula *operands, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (sets[formula_index(operands[i])])
			return formula_index(operands[i]);
	return FORMULA_NONE;
}

/* Everything open is united with what it is made of, and what is open in a residual. */
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
				sets_unite(sets, open[i], formula_index(operands[j]));
	}

	size_t residual_count;
	const struct residual *residuals = evaluation_residuals(parts->evaluation, &residual_count);

	for (size_t i = 0; i < residual_count; i++) {
		size_t count;
		const formula *operands = network_operands(network, residuals[i].index, &count);
		int32_t first;

		if (!(residuals[i].assignments >> parts->assignment & 1))
			continue;
		first = first_open(sets, operands, count);
		for (size_t j = 0; j < count; j++)
			if (sets[formula_index(operands[j])])
				sets_unite(sets, first, formula_index(operands[j]));
	}
}

/* A set is numbered when its first member is met, which is the one that names it. */
static void number_sets(struct parts *parts, const int32_t *open, size_t open_count, int32_t *sets)
{
	for (size_t i = 0; i < open_count; i++) {
		int32_t first = sets_first(sets, open[i]);

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

/* Residuals belong to the part of what is open in them. */
static void list_residuals(struct parts *parts, const int32_t *sets)
{
	const struct network *network = evaluation_network(parts->evaluation);
	size_t count, operand_count;
	const struct residual *residuals = evaluation_residuals(parts->evaluation, &count);
	uint32_t *part = memory_allocate(count, sizeof(*part)); /* plus one */

	parts->residuals = memory_allocate(count, sizeof(*parts->residuals));
	parts->residual_starts =
		memory_allocate((size_t)parts->count + 2, sizeof(*parts->residual_starts));
	for (size_t i = 0; i < count; i++) {
		const formula *operands =
			network_operands(network, residuals[i].index, &operand_count);

		if (!(residuals[i].assignments >> parts->assignment & 1))
			continue;
		part[i] = parts->numbers[first_open(sets, operands, operand_count)];
		parts->residual_starts[part[i] + 1]++;
	}
	/* Filling moves each start to its end, which is the next one's start. */
	for (uint32_t i = 0; i < parts->count; i++)
		parts->residual_starts[i + 1] += parts->residual_starts[i];
	for (size_t i = 0; i < count; i++)
		if (part[i])
			parts->residuals[parts->residual_starts[part[i]]++] = residuals[i].index;
	memory_release(part);
}

struct parts *parts_create(const struct evaluation *evaluation, unsigned assignment,
	const formula *asked, size_t asked_count)
{
	assert(assignment < EVALUATION_ASSIGNMENTS);

	struct parts *parts = memory_allocate(1, sizeof(*parts));
	size_t size = (size_t)network_last(evaluation_network(evaluation)) + 1;
	int32_t *sets = memory_allocate(size, sizeof(*sets)); /* 0: decided */
	int32_t *open = memory_resize(NULL, size, sizeof(*open));
	size_t count = evaluation_list_open(evaluation, assignment, open);

	parts->evaluation = evaluation;
	parts->assignment = assignment;
	if (asked)
		count = keep_asked(parts, asked, asked_count, open, count);
	parts->numbers = memory_allocate(size, sizeof(*parts->numbers));
	parts->places = memory_resize(NULL, size, sizeof(*parts->places));
	find_sets(parts, open, count, sets);
	number_sets(parts, open, count, sets);
	list_members(parts, open, count);
	list_residuals(parts, sets);
	memory_release(open);
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
	memory_release(parts->residuals);
	memory_release(parts->residual_starts);
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

const int32_t *parts_residuals(const struct parts *parts, uint32_t part, size_t *count)
{
	assert(part < parts->count);
	*count = parts->residual_starts[part + 1] - parts->residual_starts[part];
	return parts->residuals + parts->residual_starts[part];
}

uint32_t parts_place(const struct parts *parts, formula operand)
{
	assert(parts_number(parts, operand) != PARTS_NONE);
	return parts->places[formula_index(operand)];
}
