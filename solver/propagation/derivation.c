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

static bool is_reached(const struct derivation *derivation, int32_t index)
{
	return derivation->reached ? derivation->reached[index]
				   : derivation->scope->concerned[index];
}

/* What follows before comes from nothing else, and nothing that it is made of comes from it. */
static bool is_known_before(const struct derivation *derivation, int32_t index)
{
	return derivation->before && (derivation_fact_at(derivation, index).is_given ||
					     derivation_fact_at(derivation, -index).is_given);
}

static void offer(struct derivation *derivation, formula fact, uint64_t cost)
{
	if (cost >= derivation_known_cost(derivation, fact) ||
		!is_reached(derivation, formula_index(fact)) ||
		is_known_before(derivation, formula_index(fact)))
		return;
	derivation_open_fact(derivation, fact)->cost = cost;
	push(derivation, (struct waiting){cost, fact});
}

/* What is known from the beginning. On demand, it waits until it is reached. */
static void state(struct derivation *derivation, formula fact, uint64_t cost)
{
	if (!derivation->reached)
		offer(derivation, fact, cost);
	else if (derivation->scope->concerned[formula_index(fact)])
		derivation_open_fact(derivation, fact)->cost = cost;
}

/* ---- what it is about ---- */

static void concern(struct derivation_scope *scope, formula operand, int32_t **stack, size_t *count,
	size_t *capacity)
{
	int32_t index = formula_index(operand);

	if (scope->concerned[index])
		return;
	scope->concerned[index] = true;
	scope->concerned_count++;
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

/* Of two operands that hold, the cheapest. */
static uint64_t cost_of_two(
	const struct derivation *derivation, const formula *operands, size_t count)
{
	uint64_t first = DERIVATION_NEVER, second = DERIVATION_NEVER;

	for (size_t i = 0; i < count; i++) {
		uint64_t cost = derivation_is_settled(derivation, operands[i])
					? derivation_known_cost(derivation, operands[i])
					: DERIVATION_NEVER;

		if (cost < first) {
			second = first;
			first = cost;
		} else if (cost < second) {
			second = cost;
		}
	}
	return derivation_plus(1, derivation_plus(first, second));
}

/* Of operands all or all but one of which fail, all but one: the dearest, if that is known, too. */
static uint64_t cost_of_all_but_one(
	const struct derivation *derivation, const formula *operands, size_t count)
{
	uint64_t cost = 1, dearest = 0;

	for (size_t i = 0; i < count && dearest != DERIVATION_NEVER; i++)
		if (!derivation_is_settled(derivation, -operands[i]))
			dearest = DERIVATION_NEVER;
		else if (derivation_known_cost(derivation, -operands[i]) > dearest)
			dearest = derivation_known_cost(derivation, -operands[i]);
	for (size_t i = 0; i < count; i++) {
		uint64_t next = derivation_is_settled(derivation, -operands[i])
					? derivation_known_cost(derivation, -operands[i])
					: DERIVATION_NEVER;

		if (next == dearest)
			dearest = 0; /* once */
		else
			cost = derivation_plus(cost, next);
	}
	return cost;
}

static void look_at_at_most_one(
	struct derivation *derivation, int32_t index, const formula *operands, size_t count)
{
	uint32_t trues = derivation->trues[index], falses = derivation->falses[index];

	if (trues >= 2)
		offer(derivation, -index, cost_of_two(derivation, operands, count));
	if (falses + 1 >= count)
		offer(derivation, index, cost_of_all_but_one(derivation, operands, count));
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

	if (is_known_before(derivation, user))
		return;
	for (size_t i = 0; i < count && definition == FORMULA_NONE; i++) {
		if (formula_index(parts[i]) != formula_index(fact))
			continue;
		if (parts[i] == fact) {
			derivation->trues[user]++;
			break;
		}
		derivation->falses[user]++;
		if (formula_kind(derivation->formulas, user) == FORMULA_AND)
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
		if (is_reached(derivation, derivation->scope->users[i]))
			tell_user(derivation, derivation->scope->users[i], fact);
	derivation_parts(derivation->formulas, index, &definition, &count);
	if (count > 0 && !is_known_before(derivation, index))
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

static struct derivation *create(const struct derivation_scope *scope, const formula *required,
	size_t required_count, bool on_demand)
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
	if (on_demand)
		derivation->reached = memory_allocate(size, sizeof(*derivation->reached));
	state(derivation, FORMULA_TRUE, DERIVATION_GIVEN_COST);
	for (size_t i = 0; i < required_count; i++)
		state(derivation, required[i], DERIVATION_GIVEN_COST);
	return derivation;
}

struct derivation *derivation_create(
	const struct derivation_scope *scope, const formula *required, size_t required_count)
{
	return create(scope, required, required_count, false);
}

struct derivation *derivation_create_on_demand(const struct derivation_scope *scope)
{
	return create(scope, NULL, 0, true);
}

struct derivation *derivation_create_behind(
	struct derivation *before, const formula *required, size_t required_count)
{
	struct derivation *derivation = create(before->scope, required, required_count, true);

	derivation->before = before;
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
	memory_release(derivation->reached);
	memory_release(derivation->facts);
	memory_release(derivation->newer);
	memory_release(derivation);
}

void derivation_fit(struct derivation *derivation)
{
	size_t count = (size_t)derivation->scope->last + 1, all = 2 * count;
	struct fact *facts = derivation->facts;

	assert(derivation->heap_count == 0 && !derivation->is_final && !derivation->reached);
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
	if (derivation->before)
		derivation_continue(derivation->before, formulas);
}

void derivation_give(struct derivation *derivation, formula fact)
{
	if (formula_index(fact) > derivation->scope->last ||
		derivation_known_cost(derivation, fact) <= derivation->given_cost)
		return;
	state(derivation, fact, derivation->given_cost);
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

/* ---- on demand ---- */

/* Formulas that are reached anew. */
struct reaching {
	struct derivation *derivation;
	int32_t *list;
	size_t count, capacity;
};

static void reach(struct reaching *reaching, int32_t index)
{
	if (is_reached(reaching->derivation, index))
		return;
	reaching->derivation->reached[index] = true;
	reaching->list = memory_reserve(
		reaching->list, reaching->count, &reaching->capacity, sizeof(*reaching->list));
	reaching->list[reaching->count++] = index;
}

/* What a formula may follow from: what it is made of, and where something is required, what is made
 * of it, too. */
static void reach_around(struct reaching *reaching, int32_t index)
{
	const struct derivation *derivation = reaching->derivation;
	const struct derivation_scope *scope = derivation->scope;
	formula definition;
	size_t count;
	const formula *parts = derivation_parts(derivation->formulas, index, &definition, &count);

	for (size_t i = 0; i < count; i++)
		reach(reaching, formula_index(parts[i]));
	for (uint32_t i = scope->user_start[index];
		derivation->before && i < scope->user_start[index + 1]; i++)
		reach(reaching, scope->users[i]);
}

/* Takes over what follows before; false if that is nothing. */
static bool take_over(struct derivation *derivation, int32_t index)
{
	struct derivation *before = derivation->before;

	if (before)
		derivation_reach(before, index);
	for (formula fact = -index; before && fact <= index; fact += 2 * index) {
		struct fact *known = derivation_open_fact(derivation, fact);

		if (!derivation_is_settled(before, fact))
			continue;
		known->cost = derivation_known_cost(before, fact);
		known->is_given = true;
		derivation_open_fact(derivation, -fact)->cost = DERIVATION_UNKNOWN_COST;
		return true;
	}
	return false;
}

/* What is stated is to be settled, and what is settled among its operands is told. */
static void begin(struct derivation *derivation, int32_t index)
{
	formula definition;
	size_t count;
	const formula *parts = derivation_parts(derivation->formulas, index, &definition, &count);

	for (formula fact = -index; fact <= index; fact += 2 * index)
		if (derivation_known_cost(derivation, fact) != DERIVATION_NEVER)
			push(derivation,
				(struct waiting){derivation_known_cost(derivation, fact), fact});
	for (size_t i = 0; i < count; i++)
		for (formula sign = -1; sign <= 1; sign += 2)
			if (derivation_is_settled(derivation, sign * parts[i]))
				tell_user(derivation, index, sign * parts[i]);
}

static void find(struct derivation *derivation, int32_t index)
{
	struct reaching reaching = {.derivation = derivation};

	reach(&reaching, index);
	for (size_t i = 0; i < reaching.count; i++)
		if (!take_over(derivation, reaching.list[i]))
			reach_around(&reaching, reaching.list[i]);
	for (size_t i = 0; i < reaching.count; i++)
		begin(derivation, reaching.list[i]);
	derivation->reached_count += reaching.count;
	memory_release(reaching.list);
	derivation_run(derivation);
}

/* Once that is half of everything, the rest takes less room if it is known, too. */
void derivation_reach(struct derivation *derivation, int32_t index)
{
	if (is_reached(derivation, index))
		return;
	find(derivation, index);
	if (2 * derivation->reached_count <= derivation->scope->concerned_count)
		return;
	for (int32_t i = 1; i <= derivation->scope->last; i++)
		if (derivation->scope->concerned[i])
			find(derivation, i);
	memory_release(derivation->reached);
	derivation->reached = NULL;
	derivation_fit(derivation);
}
