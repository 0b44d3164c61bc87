#include "base/memory.h"
#include "solver/propagation/derivation_facts.h"

#include <assert.h>
#include <string.h>

#define LATER_COST (UINT64_C(1) << 40) /* of what is given later, at least */

/* ---- the heap ---- */

static bool is_before(struct waiting left, struct waiting right)
{
	return left.cost != right.cost ? left.cost < right.cost : left.fact < right.fact;
}

static void push(struct derivation *derivation, struct waiting item)
{
	size_t place = derivation->heap_count;

	derivation->heap = memory_reserve(derivation->heap, derivation->heap_count,
		&derivation->heap_capacity, sizeof(*derivation->heap));
	derivation->heap_count++;
	for (size_t parent; place > 0; place = parent) {
		parent = (place - 1) / 2;
		if (!is_before(item, derivation->heap[parent]))
			break;
		derivation->heap[place] = derivation->heap[parent];
	}
	derivation->heap[place] = item;
}

static struct waiting pop(struct derivation *derivation)
{
	struct waiting top = derivation->heap[0];
	struct waiting item = derivation->heap[--derivation->heap_count];
	size_t place = 0;

	for (size_t child; (child = 2 * place + 1) < derivation->heap_count; place = child) {
		if (child + 1 < derivation->heap_count &&
			is_before(derivation->heap[child + 1], derivation->heap[child]))
			child++;
		if (!is_before(derivation->heap[child], item))
			break;
		derivation->heap[place] = derivation->heap[child];
	}
	derivation->heap[place] = item;
	return top;
}

static void offer(struct derivation *derivation, formula fact, uint64_t cost)
{
	struct fact *known = derivation_open_fact(derivation, fact);

	if (cost >= known->cost || !derivation->scope->concerned[formula_index(fact)])
		return;
	known->cost = cost;
	push(derivation, (struct waiting){cost, fact});
}

/* ---- what it is about ---- */

static void concern(struct derivation_scope *scope, formula operand, int32_t **stack, size_t *count,
	size_t *capacity)
{
	int32_t index = formula_index(operand);

	if (scope->concerned[index])
		return;
	scope->concerned[index] = true;
	*stack = memory_reserve(*stack, *count, capacity, sizeof(**stack));
	(*stack)[(*count)++] = index;
}

static void find_concerned(struct derivation_scope *scope, const formula *roots, size_t root_count)
{
	int32_t *stack = NULL;
	size_t count = 0, capacity = 0, part_count;
	formula definition;

	for (size_t i = 0; i < root_count; i++)
		concern(scope, roots[i], &stack, &count, &capacity);
	while (count > 0) {
		const formula *parts =
			derivation_parts(scope->formulas, stack[--count], &definition, &part_count);

		for (size_t i = 0; i < part_count; i++)
			concern(scope, parts[i], &stack, &count, &capacity);
	}
	memory_release(stack);
}

static void list_users(struct derivation_scope *scope)
{
	size_t size = (size_t)scope->last + 1, count;
	formula definition;

	scope->user_start = memory_allocate(size + 2, sizeof(*scope->user_start));
	for (int32_t i = 1; i <= scope->last; i++) {
		const formula *parts = derivation_parts(scope->formulas, i, &definition, &count);

		for (size_t k = 0; scope->concerned[i] && k < count; k++)
			scope->user_start[formula_index(parts[k]) + 2]++;
	}
	for (size_t i = 2; i < size + 2; i++)
		scope->user_start[i] += scope->user_start[i - 1];
	scope->users = memory_allocate(scope->user_start[size + 1] + 1, sizeof(*scope->users));
	for (int32_t i = 1; i <= scope->last; i++) {
		const formula *parts = derivation_parts(scope->formulas, i, &definition, &count);

		for (size_t k = 0; scope->concerned[i] && k < count; k++)
			scope->users[scope->user_start[formula_index(parts[k]) + 1]++] = i;
	}
}

/* ---- steps: what one more fact about an operator leads to ---- */

static uint64_t cost_of_settled(
	const struct derivation *derivation, const formula *operands, size_t count, formula sign)
{
	uint64_t cost = 1;

	for (size_t i = 0; i < count; i++)
		if (derivation_is_settled(derivation, sign * operands[i]))
			cost = derivation_plus(
				cost, derivation_known_cost(derivation, sign * operands[i]));
	return cost;
}

static void offer_unsettled(struct derivation *derivation, const formula *operands, size_t count,
	formula sign, uint64_t cost)
{
	for (size_t i = 0; i < count; i++)
		if (!derivation_is_settled(derivation, operands[i]) &&
			!derivation_is_settled(derivation, -operands[i]))
			offer(derivation, sign * operands[i], cost);
}

static void look_at_and(
	struct derivation *derivation, int32_t index, const formula *operands, size_t count)
{
	uint32_t trues = derivation->trues[index];

	if (trues == count)
		offer(derivation, index, cost_of_settled(derivation, operands, count, 1));
	if (derivation_is_settled(derivation, index))
		offer_unsettled(derivation, operands, count, 1,
			derivation_plus(1, derivation_known_cost(derivation, index)));
	if (derivation_is_settled(derivation, -index) && trues + 1 == count)
		offer_unsettled(derivation, operands, count, -1,
			derivation_plus(cost_of_settled(derivation, operands, count, 1),
				derivation_known_cost(derivation, -index)));
}

static void look_at_at_most_one(
	struct derivation *derivation, int32_t index, const formula *operands, size_t count)
{
	uint32_t trues = derivation->trues[index], falses = derivation->falses[index];

	if (trues == 2)
		offer(derivation, -index, cost_of_settled(derivation, operands, count, 1));
	if (falses + 1 == count)
		offer(derivation, index, cost_of_settled(derivation, operands, count, -1));
	if (derivation_is_settled(derivation, index) && trues == 1)
		offer_unsettled(derivation, operands, count, -1,
			derivation_plus(cost_of_settled(derivation, operands, count, 1),
				derivation_known_cost(derivation, index)));
	if (derivation_is_settled(derivation, -index) && falses + 2 == count)
		offer_unsettled(derivation, operands, count, 1,
			derivation_plus(cost_of_settled(derivation, operands, count, -1),
				derivation_known_cost(derivation, -index)));
}

/* Of the operands and the whole, an even number holds. */
static void look_at_xor(
	struct derivation *derivation, int32_t index, const formula *operands, size_t count)
{
	uint32_t trues = derivation->trues[index], known = trues + derivation->falses[index];
	bool is_decided = derivation_is_settled(derivation, index) ||
			  derivation_is_settled(derivation, -index);
	uint64_t cost;

	if (known + is_decided < count)
		return;
	cost = derivation_plus(cost_of_settled(derivation, operands, count, 1),
		cost_of_settled(derivation, operands, count, -1) - 1);
	if (known == count) {
		offer(derivation, trues % 2 ? index : -index, cost);
	} else if (known + 1 == count && is_decided) {
		bool holds = derivation_is_settled(derivation, index);

		cost = derivation_plus(
			cost, derivation_known_cost(derivation, holds ? index : -index));
		offer_unsettled(derivation, operands, count,
			(trues + holds) % 2 ? FORMULA_TRUE : FORMULA_FALSE, cost);
	}
}

static void look_at_definition(struct derivation *derivation, int32_t index, formula definition)
{
	for (formula sign = -1; sign <= 1; sign += 2) {
		if (derivation_is_settled(derivation, sign * definition))
			offer(derivation, sign * index,
				derivation_plus(
					1, derivation_known_cost(derivation, sign * definition)));
		if (derivation_is_settled(derivation, sign * index))
			offer(derivation, sign * definition,
				derivation_plus(
					1, derivation_known_cost(derivation, sign * index)));
	}
}

static void look_at(struct derivation *derivation, int32_t index)
{
	formula definition;
	size_t count;
	const formula *parts = derivation_parts(derivation->formulas, index, &definition, &count);

	if (definition != FORMULA_NONE)
		look_at_definition(derivation, index, definition);
	else if (formula_kind(derivation->formulas, index) == FORMULA_AND)
		look_at_and(derivation, index, parts, count);
	else if (formula_kind(derivation->formulas, index) == FORMULA_AT_MOST_ONE)
		look_at_at_most_one(derivation, index, parts, count);
	else if (formula_kind(derivation->formulas, index) == FORMULA_XOR)
		look_at_xor(derivation, index, parts, count);
}

/* An operator, one operand of which has just been settled. */
static void tell_user(struct derivation *derivation, int32_t user, formula fact)
{
	formula definition;
	size_t count;
	const formula *parts = derivation_parts(derivation->formulas, user, &definition, &count);

	for (size_t i = 0; i < count && definition == FORMULA_NONE; i++) {
		if (formula_index(parts[i]) != formula_index(fact))
			continue;
		if (parts[i] == fact) {
			derivation->trues[user]++;
			break;
		}
		/* The first operand that fails is the cheapest reason. */
		if (derivation->falses[user]++ == 0 &&
			formula_kind(derivation->formulas, user) == FORMULA_AND)
			offer(derivation, -user,
				derivation_plus(1, derivation_known_cost(derivation, fact)));
		break;
	}
	look_at(derivation, user);
}

static void settle(struct derivation *derivation, formula fact)
{
	int32_t index = formula_index(fact);
	formula definition;
	size_t count;

	/* What contradicts itself is not looked at any further. */
	if (derivation_is_settled(derivation, -fact))
		return;
	derivation_open_fact(derivation, fact)->is_settled = true;
	derivation->highest_cost = derivation_known_cost(derivation, fact);
	for (uint32_t i = derivation->scope->user_start[index];
		i < derivation->scope->user_start[index + 1]; i++)
		tell_user(derivation, derivation->scope->users[i], fact);
	derivation_parts(derivation->formulas, index, &definition, &count);
	if (count > 0)
		look_at(derivation, index);
}

/* ---- all of it ---- */

struct derivation_scope *derivation_scope_create(
	const struct formulas *formulas, const formula *roots, size_t count)
{
	struct derivation_scope *scope = memory_allocate(1, sizeof(*scope));

	scope->formulas = formulas;
	scope->last = formulas_last(formulas);
	scope->concerned = memory_allocate((size_t)scope->last + 1, sizeof(*scope->concerned));
	find_concerned(scope, roots, count);
	scope->concerned[FORMULA_TRUE] = true;
	list_users(scope);
	return scope;
}

void derivation_scope_destroy(struct derivation_scope *scope)
{
	if (!scope)
		return;
	memory_release(scope->concerned);
	memory_release(scope->user_start);
	memory_release(scope->users);
	memory_release(scope);
}

struct derivation *derivation_create(
	const struct derivation_scope *scope, const formula *required, size_t required_count)
{
	struct derivation *derivation = memory_allocate(1, sizeof(*derivation));
	formula *copy = memory_allocate(required_count + 1, sizeof(*copy));
	size_t size = (size_t)scope->last + 1;

	if (required_count)
		memcpy(copy, required, required_count * sizeof(*copy));
	derivation->scope = scope;
	derivation->formulas = scope->formulas;
	derivation->required = copy;
	derivation->required_count = required_count;
	derivation->trues = memory_allocate(size, sizeof(*derivation->trues));
	derivation->falses = memory_allocate(size, sizeof(*derivation->falses));
	derivation->given_cost = DERIVATION_GIVEN_COST;
	derivation->facts = memory_allocate(2 * size, sizeof(*derivation->facts));
	derivation_add_unknown(derivation->facts, 0, size);
	offer(derivation, FORMULA_TRUE, DERIVATION_GIVEN_COST);
	for (size_t i = 0; i < required_count; i++)
		offer(derivation, required[i], DERIVATION_GIVEN_COST);
	return derivation;
}

static void release_scratch(struct derivation *derivation)
{
	memory_release(derivation->trues);
	memory_release(derivation->falses);
	memory_release(derivation->heap);
	derivation->trues = derivation->falses = NULL;
	derivation->heap = NULL;
}

void derivation_destroy(struct derivation *derivation)
{
	if (!derivation)
		return;
	release_scratch(derivation);
	memory_release((void *)derivation->required);
	memory_release(derivation->facts);
	memory_release(derivation->newer);
	memory_release(derivation);
}

void derivation_fit(struct derivation *derivation)
{
	size_t count = (size_t)derivation->scope->last + 1, all = 2 * count;
	struct fact *facts = derivation->facts;

	assert(derivation->heap_count == 0 && !derivation->is_final);
	release_scratch(derivation);
	for (size_t i = 0; i < count; i++) {
		bool is_negated = !facts[2 * i].is_settled;

		facts[i] = facts[2 * i + is_negated];
		facts[i].is_negated = is_negated;
	}
	derivation->facts = memory_fit(facts, count, &all, sizeof(*facts));
	derivation->is_final = true;
}

void derivation_continue(struct derivation *derivation, const struct formulas *formulas)
{
	derivation->formulas = formulas;
	memory_release(derivation->newer);
	derivation->newer = NULL;
	derivation->newer_count = 0;
}

void derivation_give(struct derivation *derivation, formula fact)
{
	if (formula_index(fact) > derivation->scope->last ||
		derivation_known_cost(derivation, fact) <= derivation->given_cost)
		return;
	offer(derivation, fact, derivation->given_cost);
	derivation_open_fact(derivation, fact)->is_given = true;
}

void derivation_run(struct derivation *derivation)
{
	while (derivation->heap_count > 0) {
		struct waiting next = pop(derivation);

		if (!derivation_is_settled(derivation, next.fact) &&
			derivation_known_cost(derivation, next.fact) == next.cost)
			settle(derivation, next.fact);
	}
	derivation->given_cost = derivation->highest_cost < LATER_COST
					 ? LATER_COST
					 : derivation_plus(derivation->highest_cost, 1);
}
