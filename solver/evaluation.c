#include "solver/evaluation.h"

#include "base/memory.h"
#include "solver/decision.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct evaluation *evaluation_create(const struct network *network)
{
	struct evaluation *evaluation = memory_allocate(1, sizeof(*evaluation));
	size_t size = (size_t)network_last(network) + 1;

	evaluation->network = network;
	evaluation->decisions = memory_allocate(size, sizeof(*evaluation->decisions));
	evaluation->cyclic = memory_allocate(size, sizeof(*evaluation->cyclic));
	return evaluation;
}

static void set_pending(void *context, int32_t index)
{
	struct evaluation *evaluation = context;
	size_t position = network_position(evaluation->network, index);

	evaluation->pending[position / 64] |= UINT64_C(1) << position % 64;
}

/* What depended on a variable that it depends on may be in no circle with it any more. */
static void set_changed_pending(void *context, int32_t index)
{
	struct evaluation *evaluation = context;
	const struct network *base = network_base(evaluation->network);

	set_pending(evaluation, index);
	if (index > network_last(base) || !network_is_cyclic(base, index))
		return;

	size_t all, start = network_group_start(base, network_position(base, index));
	const int32_t *order = network_order(base, &all);

	for (size_t i = start; i < start + network_group(base, start); i++)
		set_pending(evaluation, order[i]);
}

struct evaluation *evaluation_continue(const struct evaluation *base, const struct network *network)
{
	struct evaluation *evaluation = memory_allocate(1, sizeof(*evaluation));
	size_t known = (size_t)network_last(base->network) + 1, count;
	size_t size = (size_t)network_last(network) + 1;

	evaluation->network = network;
	evaluation->is_continued = true;
	evaluation->decisions = memory_resize(NULL, size, sizeof(*evaluation->decisions));
	evaluation->cyclic = memory_resize(NULL, size, sizeof(*evaluation->cyclic));
	memcpy(evaluation->decisions, base->decisions, known * sizeof(*evaluation->decisions));
	memcpy(evaluation->cyclic, base->cyclic, known * sizeof(*evaluation->cyclic));
	memset(evaluation->decisions + known, 0, (size - known) * sizeof(*evaluation->decisions));
	memset(evaluation->cyclic + known, 0, (size - known) * sizeof(*evaluation->cyclic));
	network_order(network, &count);
	evaluation->pending = memory_allocate(count / 64 + 1, sizeof(*evaluation->pending));
	network_visit_changed(network, set_changed_pending, evaluation);
	return evaluation;
}

void evaluation_destroy(struct evaluation *evaluation)
{
	if (!evaluation)
		return;
	memory_release(evaluation->pending);
	memory_release(evaluation->known);
	memory_release(evaluation->changed);
	memory_release(evaluation->decisions);
	memory_release(evaluation->cyclic);
	memory_release(evaluation);
}

const struct network *evaluation_network(const struct evaluation *evaluation)
{
	return evaluation->network;
}

#ifndef NDEBUG /* only asserted */
static inline bool is_free(const struct network *network, formula operand)
{
	size_t count;

	network_operands(network, operand, &count);
	return network_kind(network, operand) == FORMULA_VARIABLE && count == 0;
}
#endif

static void note_changed(struct evaluation *evaluation, int32_t index)
{
	evaluation->changed = memory_reserve(evaluation->changed, evaluation->changed_count,
		&evaluation->changed_capacity, sizeof(*evaluation->changed));
	evaluation->changed[evaluation->changed_count++] = index;
}

/* What depends on it has to be decided again if it is not what it was. */
static void set_decision(struct evaluation *evaluation, int32_t index, struct decision decision,
	struct decision before, bool is_cyclic_otherwise)
{
	evaluation->decisions[index] = decision;
	if (!evaluation->is_continued ||
		(decision.is_true == before.is_true && decision.is_false == before.is_false &&
			!is_cyclic_otherwise))
		return;
	note_changed(evaluation, index);
	network_visit_users(evaluation->network, index, set_pending, evaluation);
}

void evaluation_assign(
	struct evaluation *evaluation, formula variable, uint64_t is_true, uint64_t is_false)
{
	assert(variable > 0 && is_free(evaluation->network, variable));
	assert((is_true & is_false) == 0);
	set_decision(evaluation, variable, (struct decision){is_true, is_false},
		evaluation->decisions[variable], false);
}

static struct decision decide_and(
	const struct decision *decisions, const formula *operands, size_t count)
{
	struct decision result = {~UINT64_C(0), 0};

	for (size_t i = 0; i < count; i++) {
		struct decision operand = decision_of(decisions, operands[i]);

		result.is_true &= operand.is_true;
		result.is_false |= operand.is_false;
	}
	return result;
}

static struct decision decide_xor(
	const struct decision *decisions, const formula *operands, size_t count)
{
	uint64_t decided = ~UINT64_C(0);
	uint64_t parity = 0;

	for (size_t i = 0; i < count; i++) {
		struct decision operand = decision_of(decisions, operands[i]);

		decided &= operand.is_true | operand.is_false;
		parity ^= operand.is_true;
	}
	return (struct decision){decided & parity, decided & ~parity};
}

/* False where two operands hold; true where no two can. */
static struct decision decide_at_most_one(
	const struct decision *decisions, const formula *operands, size_t count)
{
	uint64_t one = 0;
	uint64_t two = 0;
	uint64_t maybe_one = 0;
	uint64_t maybe_two = 0;

	for (size_t i = 0; i < count; i++) {
		struct decision operand = decision_of(decisions, operands[i]);

		two |= one & operand.is_true;
		one |= operand.is_true;
		maybe_two |= maybe_one & ~operand.is_false;
		maybe_one |= ~operand.is_false;
	}
	return (struct decision){~maybe_two, two};
}

struct decision decision_from_operands(
	const struct network *network, const struct decision *decisions, int32_t index)
{
	size_t count;
	const formula *operands = network_operands(network, index, &count);

	switch (network_kind(network, index)) {
	case FORMULA_CONSTANT:
		return (struct decision){~UINT64_C(0), 0};
	case FORMULA_VARIABLE:
		return decision_of(decisions, count ? operands[0] : index);
	case FORMULA_AND:
		return decide_and(decisions, operands, count);
	case FORMULA_XOR:
		return decide_xor(decisions, operands, count);
	case FORMULA_AT_MOST_ONE:
		return decide_at_most_one(decisions, operands, count);
	}
	assert(false && "a formula of unknown kind");
	return (struct decision){0, 0};
}

static struct decision decide(const struct evaluation *evaluation, int32_t index)
{
	return decision_from_operands(evaluation->network, evaluation->decisions, index);
}

#define GROUP_NONE UINT32_MAX

/* Who uses whom among the members of a group, to know what to decide again. */
struct group {
	const int32_t *members;
	size_t count;
	size_t start;    /* its position in the order */
	uint32_t *first; /* by place: where its users start in `users` */
	uint32_t *users; /* places */
	uint32_t *queue; /* a ring: each member is in it at most once */
	bool *is_queued;
};

/* GROUP_NONE if it is no member. */
static uint32_t place_in(const struct group *group, const struct network *network, formula operand)
{
	size_t position = network_position(network, operand);

	return position >= group->start && position < group->start + group->count
		       ? (uint32_t)(position - group->start)
		       : GROUP_NONE;
}

static void find_users(struct group *group, const struct network *network)
{
	size_t total = 0;

	group->first = memory_allocate(group->count + 2, sizeof(*group->first));
	for (size_t i = 0; i < group->count; i++) {
		size_t count;
		const formula *operands = network_operands(network, group->members[i], &count);

		for (size_t j = 0; j < count; j++) {
			uint32_t place = place_in(group, network, operands[j]);

			if (place != GROUP_NONE) {
				group->first[place + 2]++;
				total++;
			}
		}
	}
	for (size_t i = 1; i < group->count + 2; i++)
		group->first[i] += group->first[i - 1];
	group->users = memory_allocate(total, sizeof(*group->users));
	for (size_t i = 0; i < group->count; i++) {
		size_t count;
		const formula *operands = network_operands(network, group->members[i], &count);

		/* Filling moves each start to its end, which is the next one's start. */
		for (size_t j = 0; j < count; j++) {
			uint32_t place = place_in(group, network, operands[j]);

			if (place != GROUP_NONE)
				group->users[group->first[place + 1]++] = (uint32_t)i;
		}
	}
}

/* Starts with every member open and decides what follows from outside, then what follows
 * from that, until nothing changes. What a cycle alone could decide stays open. */
static void propagate(struct evaluation *evaluation, struct group *group)
{
	size_t head = 0;
	size_t count = group->count;
	size_t queued = count;

	for (size_t i = 0; i < count; i++) {
		group->queue[i] = (uint32_t)i;
		group->is_queued[i] = true;
		evaluation->decisions[group->members[i]] = (struct decision){0, 0};
	}
	while (queued) {
		uint32_t place = group->queue[head];
		int32_t index = group->members[place];
		struct decision before = evaluation->decisions[index];
		struct decision after = decide(evaluation, index);

		head = head + 1 == count ? 0 : head + 1;
		queued--;
		group->is_queued[place] = false;
		if (before.is_true == after.is_true && before.is_false == after.is_false)
			continue;
		evaluation->decisions[index] = after;
		for (uint32_t i = group->first[place]; i < group->first[place + 1]; i++) {
			uint32_t user = group->users[i];

			if (!group->is_queued[user]) {
				group->is_queued[user] = true;
				group->queue[(head + queued++) % count] = user;
			}
		}
	}
}

static void decide_group(struct evaluation *evaluation, size_t position, size_t count)
{
	size_t all;
	const int32_t *order = network_order(evaluation->network, &all);
	struct group group = {.members = order + position,
		.count = count,
		.start = position,
		.queue = memory_resize(NULL, count, sizeof(*group.queue)),
		.is_queued = memory_resize(NULL, count, sizeof(*group.is_queued))};
	struct decision *before = memory_resize(NULL, count, sizeof(*before));

	for (size_t i = 0; i < count; i++)
		before[i] = evaluation->decisions[group.members[i]];
	find_users(&group, evaluation->network);
	propagate(evaluation, &group);
	for (size_t i = 0; i < count; i++) {
		int32_t member = group.members[i];
		uint64_t cyclic = evaluation_open(evaluation, member);
		bool is_cyclic_otherwise = evaluation->cyclic[member] != cyclic;

		evaluation->cyclic[member] = cyclic;
		set_decision(evaluation, member, evaluation->decisions[member], before[i],
			is_cyclic_otherwise);
	}
	memory_release(before);
	memory_release(group.first);
	memory_release(group.users);
	memory_release(group.queue);
	memory_release(group.is_queued);
}

static void decide_single(struct evaluation *evaluation, int32_t index)
{
	size_t count;
	const formula *operands = network_operands(evaluation->network, index, &count);
	struct decision before = evaluation->decisions[index];
	struct decision after = decide(evaluation, index);
	uint64_t cyclic_before = evaluation->cyclic[index];
	uint64_t cyclic = 0;

	for (size_t i = 0; i < count; i++)
		cyclic |= evaluation->cyclic[formula_index(operands[i])];
	cyclic &= ~(after.is_true | after.is_false);
	evaluation->cyclic[index] = cyclic;
	set_decision(evaluation, index, after, before, cyclic != cyclic_before);
}

/* The next position to decide from this one on; `count` if there is none. */
static size_t next_pending(const struct evaluation *evaluation, size_t position, size_t count)
{
	if (!evaluation->pending)
		return position;
	while (position < count) {
		uint64_t word = evaluation->pending[position / 64] >> position % 64;

		if (word & 1)
			return position;
		position = word ? position + 1 : (position / 64 + 1) * 64;
	}
	return count;
}

/* In the order of the network, in which everything comes after what it depends on. */
void evaluation_run(struct evaluation *evaluation)
{
	const struct network *network = evaluation->network;
	size_t count;
	const int32_t *order = network_order(network, &count);

	for (size_t i = next_pending(evaluation, 0, count); i < count;
		i = next_pending(evaluation, i, count)) {
		if (network_is_cyclic(network, order[i])) {
			size_t start = network_group_start(network, i);
			size_t size = network_group(network, start);

			decide_group(evaluation, start, size);
			evaluation->decided += size;
			i = start + size;
		} else {
			decide_single(evaluation, order[i]);
			evaluation->decided++;
			i++;
		}
	}
}

/* Formulas that are to be looked at. */
struct formula_stack {
	int32_t *items;
	size_t count;
	size_t capacity;
};

static void push_operands(struct formula_stack *stack, const struct network *network, int32_t index)
{
	size_t count;
	const formula *operands = network_operands(network, index, &count);

	for (size_t i = 0; i < count; i++) {
		stack->items = memory_reserve(
			stack->items, stack->count, &stack->capacity, sizeof(*stack->items));
		stack->items[stack->count++] = formula_index(operands[i]);
	}
}

/* What has to be decided for it, and has not been: with each formula those in a circle with it. */
static void set_wanted(struct evaluation *evaluation, int32_t index)
{
	const struct network *network = evaluation->network;
	size_t all;
	const int32_t *order = network_order(network, &all);
	struct formula_stack stack = {0};

	for (;;) {
		size_t position = network_position(network, index), size = 1;
		uint64_t seen =
			evaluation->pending[position / 64] | evaluation->known[position / 64];

		if (!(seen >> position % 64 & 1)) {
			if (network_is_cyclic(network, index)) {
				position = network_group_start(network, position);
				size = network_group(network, position);
			}
			for (size_t i = position; i < position + size; i++) {
				evaluation->pending[i / 64] |= UINT64_C(1) << i % 64;
				push_operands(&stack, network, order[i]);
			}
		}
		if (stack.count == 0)
			break;
		index = stack.items[--stack.count];
	}
	memory_release(stack.items);
}

void evaluation_decide(struct evaluation *evaluation, formula operand)
{
	size_t count, words;

	network_order(evaluation->network, &count);
	words = count / 64 + 1;
	assert(!evaluation->is_continued);
	if (!evaluation->known) {
		evaluation->known = memory_allocate(words, sizeof(*evaluation->known));
		evaluation->pending = memory_allocate(words, sizeof(*evaluation->pending));
	}
	set_wanted(evaluation, formula_index(operand));
	evaluation_run(evaluation);
	for (size_t i = 0; i < words; i++) {
		evaluation->known[i] |= evaluation->pending[i];
		evaluation->pending[i] = 0;
	}
}

size_t evaluation_count_decided(const struct evaluation *evaluation)
{
	return evaluation->decided;
}

uint64_t evaluation_true(const struct evaluation *evaluation, formula operand)
{
	return decision_of(evaluation->decisions, operand).is_true;
}

uint64_t evaluation_false(const struct evaluation *evaluation, formula operand)
{
	return decision_of(evaluation->decisions, operand).is_false;
}

uint64_t evaluation_open(const struct evaluation *evaluation, formula operand)
{
	return decision_open(decision_of(evaluation->decisions, operand));
}

size_t evaluation_list_open(
	const struct evaluation *evaluation, unsigned assignment, int32_t *indexes)
{
	int32_t last = network_last(evaluation->network);
	size_t count = 0;

	for (int32_t i = 1; i <= last; i++) {
		indexes[count] = i;
		count += decision_open(evaluation->decisions[i]) >> assignment & 1;
	}
	return count;
}

const struct residual *evaluation_residuals(const struct evaluation *evaluation, size_t *count)
{
	*count = evaluation->residual_count;
	return evaluation->residuals;
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
	bool *is_seen = memory_allocate(size, sizeof(*is_seen));
	int32_t *stack = memory_allocate(size, sizeof(*stack));
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
