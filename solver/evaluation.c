#include "solver/evaluation.h"

#include "solver/memory.h"

#include <assert.h>
#include <stdlib.h>

/* In which assignments a formula is decided, and how. Never both. */
struct decision {
	uint64_t is_true;
	uint64_t is_false;
};

struct evaluation {
	const struct network *network;
	struct decision *decisions; /* by index */
	uint64_t *cyclic;           /* by index */
};

struct evaluation *evaluation_create(const struct network *network)
{
	struct evaluation *evaluation = memory_allocate(1, sizeof *evaluation);
	size_t size = (size_t)network_last(network) + 1;

	evaluation->network = network;
	evaluation->decisions = memory_allocate(size, sizeof *evaluation->decisions);
	evaluation->cyclic = memory_allocate(size, sizeof *evaluation->cyclic);
	return evaluation;
}

void evaluation_destroy(struct evaluation *evaluation)
{
	if (!evaluation)
		return;
	memory_release(evaluation->decisions);
	memory_release(evaluation->cyclic);
	memory_release(evaluation);
}

const struct network *evaluation_network(const struct evaluation *evaluation)
{
	return evaluation->network;
}

static inline bool is_free(const struct network *network, formula operand)
{
	size_t count;

	network_operands(network, operand, &count);
	return network_kind(network, operand) == FORMULA_VARIABLE && count == 0;
}

void evaluation_assign(
	struct evaluation *evaluation, formula variable, uint64_t is_true, uint64_t is_false)
{
	assert(variable > 0 && is_free(evaluation->network, variable));
	assert((is_true & is_false) == 0);
	evaluation->decisions[variable] = (struct decision){is_true, is_false};
}

static struct decision decision_of(const struct evaluation *evaluation, formula operand)
{
	struct decision decision = evaluation->decisions[formula_index(operand)];

	if (operand < 0)
		return (struct decision){decision.is_false, decision.is_true};
	return decision;
}

static struct decision decide_and(
	const struct evaluation *evaluation, const formula *operands, size_t count)
{
	struct decision result = {~UINT64_C(0), 0};

	for (size_t i = 0; i < count; i++) {
		struct decision operand = decision_of(evaluation, operands[i]);

		result.is_true &= operand.is_true;
		result.is_false |= operand.is_false;
	}
	return result;
}

static struct decision decide_xor(
	const struct evaluation *evaluation, const formula *operands, size_t count)
{
	uint64_t decided = ~UINT64_C(0);
	uint64_t parity = 0;

	for (size_t i = 0; i < count; i++) {
		struct decision operand = decision_of(evaluation, operands[i]);

		decided &= operand.is_true | operand.is_false;
		parity ^= operand.is_true;
	}
	return (struct decision){decided & parity, decided & ~parity};
}

/* False where two operands hold; true where no two can. */
static struct decision decide_at_most_one(
	const struct evaluation *evaluation, const formula *operands, size_t count)
{
	uint64_t one = 0;
	uint64_t two = 0;
	uint64_t maybe_one = 0;
	uint64_t maybe_two = 0;

	for (size_t i = 0; i < count; i++) {
		struct decision operand = decision_of(evaluation, operands[i]);

		two |= one & operand.is_true;
		one |= operand.is_true;
		maybe_two |= maybe_one & ~operand.is_false;
		maybe_one |= ~operand.is_false;
	}
	return (struct decision){~maybe_two, two};
}

static struct decision decide(const struct evaluation *evaluation, int32_t index)
{
	size_t count;
	const formula *operands = network_operands(evaluation->network, index, &count);

	switch (network_kind(evaluation->network, index)) {
	case FORMULA_CONSTANT:
		return (struct decision){~UINT64_C(0), 0};
	case FORMULA_VARIABLE:
		return decision_of(evaluation, count ? operands[0] : index);
	case FORMULA_AND:
		return decide_and(evaluation, operands, count);
	case FORMULA_XOR:
		return decide_xor(evaluation, operands, count);
	case FORMULA_AT_MOST_ONE:
		return decide_at_most_one(evaluation, operands, count);
	}
	assert(false && "a formula of unknown kind");
	return (struct decision){0, 0};
}

/* Who uses whom among the members of a group, to know what to decide again. */
struct group {
	const int32_t *members;
	size_t count;
	uint32_t *places; /* by index: place in the group plus one, 0 if no member */
	uint32_t *first;  /* by place: where its users start in `users` */
	uint32_t *users;  /* places */
	uint32_t *queue;  /* a ring: each member is in it at most once */
	bool *is_queued;
};

static void find_users(struct group *group, const struct network *network)
{
	size_t total = 0;

	for (size_t i = 0; i < group->count; i++)
		group->places[group->members[i]] = (uint32_t)i + 1;
	group->first = memory_allocate(group->count + 2, sizeof *group->first);
	for (size_t i = 0; i < group->count; i++) {
		size_t count;
		const formula *operands = network_operands(network, group->members[i], &count);

		for (size_t j = 0; j < count; j++) {
			uint32_t place = group->places[formula_index(operands[j])];

			if (place) {
				group->first[place + 1]++;
				total++;
			}
		}
	}
	for (size_t i = 1; i < group->count + 2; i++)
		group->first[i] += group->first[i - 1];
	group->users = memory_allocate(total, sizeof *group->users);
	for (size_t i = 0; i < group->count; i++) {
		size_t count;
		const formula *operands = network_operands(network, group->members[i], &count);

		/* Filling moves each start to its end, which is the next one's start. */
		for (size_t j = 0; j < count; j++) {
			uint32_t place = group->places[formula_index(operands[j])];

			if (place)
				group->users[group->first[place]++] = (uint32_t)i;
		}
	}
}

/* Starts with every member open and decides what follows from outside, then what follows
 * from that, until nothing changes. What a cycle alone could decide stays open. */
static void decide_group(
	struct evaluation *evaluation, const int32_t *members, size_t count, uint32_t *places)
{
	struct group group = {.members = members, .count = count, .places = places};
	size_t head = 0;
	size_t queued = count;

	find_users(&group, evaluation->network);
	group.queue = memory_allocate(count, sizeof *group.queue);
	group.is_queued = memory_allocate(count, sizeof *group.is_queued);
	for (size_t i = 0; i < count; i++) {
		group.queue[i] = (uint32_t)i;
		group.is_queued[i] = true;
		evaluation->decisions[members[i]] = (struct decision){0, 0};
	}
	while (queued) {
		uint32_t place = group.queue[head];
		int32_t index = members[place];
		struct decision before = evaluation->decisions[index];
		struct decision after = decide(evaluation, index);

		head = head + 1 == count ? 0 : head + 1;
		queued--;
		group.is_queued[place] = false;
		if (before.is_true == after.is_true && before.is_false == after.is_false)
			continue;
		evaluation->decisions[index] = after;
		for (uint32_t i = group.first[place]; i < group.first[place + 1]; i++) {
			uint32_t user = group.users[i];

			if (!group.is_queued[user]) {
				group.is_queued[user] = true;
				group.queue[(head + queued++) % count] = user;
			}
		}
	}
	for (size_t i = 0; i < count; i++) {
		evaluation->cyclic[members[i]] = evaluation_open(evaluation, members[i]);
		places[members[i]] = 0;
	}
	memory_release(group.first);
	memory_release(group.users);
	memory_release(group.queue);
	memory_release(group.is_queued);
}

static void decide_single(struct evaluation *evaluation, int32_t index)
{
	size_t count;
	const formula *operands = network_operands(evaluation->network, index, &count);
	uint64_t cyclic = 0;

	evaluation->decisions[index] = decide(evaluation, index);
	for (size_t i = 0; i < count; i++)
		cyclic |= evaluation->cyclic[formula_index(operands[i])];
	evaluation->cyclic[index] = cyclic & evaluation_open(evaluation, index);
}

void evaluation_run(struct evaluation *evaluation)
{
	const struct network *network = evaluation->network;
	size_t count;
	const int32_t *order = network_order(network, &count);
	uint32_t *places = NULL;

	for (size_t i = 0; i < count;) {
		size_t group = network_group(network, i);

		if (!network_is_cyclic(network, order[i])) {
			decide_single(evaluation, order[i]);
		} else {
			if (!places)
				places = memory_allocate(
					(size_t)network_last(network) + 1, sizeof *places);
			decide_group(evaluation, order + i, group, places);
		}
		i += group;
	}
	memory_release(places);
}

uint64_t evaluation_true(const struct evaluation *evaluation, formula operand)
{
	return decision_of(evaluation, operand).is_true;
}

uint64_t evaluation_false(const struct evaluation *evaluation, formula operand)
{
	return decision_of(evaluation, operand).is_false;
}

uint64_t evaluation_open(const struct evaluation *evaluation, formula operand)
{
	struct decision decision = decision_of(evaluation, operand);

	return ~(decision.is_true | decision.is_false);
}

size_t evaluation_list_open(
	const struct evaluation *evaluation, unsigned assignment, int32_t *indexes)
{
	int32_t last = network_last(evaluation->network);
	size_t count = 0;

	for (int32_t i = 1; i <= last; i++) {
		struct decision decision = evaluation->decisions[i];

		indexes[count] = i;
		count += ~(decision.is_true | decision.is_false) >> assignment & 1;
	}
	return count;
}

uint64_t evaluation_cyclic(const struct evaluation *evaluation, formula operand)
{
	return evaluation->cyclic[formula_index(operand)];
}

static int compare_formulas(const void *left, const void *right)
{
	formula first = *(const formula *)left;
	formula second = *(const formula *)right;

	return (first > second) - (first < second);
}

size_t evaluation_dependencies(const struct evaluation *evaluation, formula operand,
	unsigned assignment, formula **variables)
{
	assert(assignment < EVALUATION_ASSIGNMENTS);

	const struct network *network = evaluation->network;
	uint64_t bit = UINT64_C(1) << assignment;
	size_t size = (size_t)network_last(network) + 1;
	bool *is_seen = memory_allocate(size, sizeof *is_seen);
	int32_t *stack = memory_allocate(size, sizeof *stack);
	size_t stack_count = 0;
	size_t found = 0;
	size_t capacity = 0;

	*variables = NULL;
	if (evaluation_open(evaluation, operand) & bit) {
		stack[stack_count++] = formula_index(operand);
		is_seen[formula_index(operand)] = true;
	}
	while (stack_count) {
		int32_t index = stack[--stack_count];
		size_t count;
		const formula *operands = network_operands(network, index, &count);

		if (count == 0) {
			*variables =
				memory_reserve(*variables, found, &capacity, sizeof **variables);
			(*variables)[found++] = index;
		}
		for (size_t i = 0; i < count; i++) {
			int32_t next = formula_index(operands[i]);

			if (!is_seen[next] && evaluation_open(evaluation, next) & bit) {
				is_seen[next] = true;
				stack[stack_count++] = next;
			}
		}
	}
	memory_release(is_seen);
	memory_release(stack);
	if (found)
		qsort(*variables, found, sizeof **variables, compare_formulas);
	return found;
}
