#include "solver/propagation/derivation.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

#define GIVEN_COST UINT64_C(1)
#define LATER_COST (UINT64_C(1) << 40) /* of what is given later, at least */
#define UNKNOWN_COST (UINT64_MAX >> 3) /* stands for DERIVATION_NEVER: what fits in a fact */
#define MOST_COST (UNKNOWN_COST - 1)

/* What is known of a fact, in few bytes: there are as many as formulas, under every variant. Two of
 * each formula, first the one without sign; once nothing is given any more, the settled one alone.
 */
struct fact {
	uint64_t cost : 61; /* the least so far; final if it is settled */
	uint64_t is_settled : 1;
	uint64_t is_given : 1;
	uint64_t is_negated : 1; /* of those that stand alone: the formula does not hold */
};

struct waiting {
	uint64_t cost;
	formula fact;
};

struct derivation_scope {
	const struct formulas *formulas;
	int32_t last;         /* what is newer is not looked at */
	bool *concerned;      /* by index */
	uint32_t *user_start; /* by index: where its users start */
	int32_t *users;       /* operators and defined variables */
};

struct derivation {
	const struct derivation_scope *scope;
	const struct formulas *formulas; /* of the scope, or what continues them */
	const formula *required;         /* owned */
	size_t required_count;

	uint32_t *trues; /* by index of an operator: operands that are settled so */
	uint32_t *falses;
	struct fact *facts; /* of the scope's formulas */
	bool is_final;      /* each of these stands alone */
	struct fact *newer; /* of those that are newer */
	size_t newer_count; /* in formulas */

	struct waiting *heap; /* the cheapest on top */
	size_t heap_count;
	size_t heap_capacity;
	uint64_t given_cost;
	uint64_t highest_cost; /* of what is settled */
};

/* ---- facts ---- */

static struct fact *newer_fact(const struct derivation *derivation, formula fact)
{
	int32_t index = formula_index(fact);

	return &derivation->newer[2 * (size_t)(index - derivation->scope->last - 1) + (fact < 0)];
}

static bool is_newer(const struct derivation *derivation, formula fact)
{
	return formula_index(fact) > derivation->scope->last;
}

/* Of what is still open, or newer. */
static struct fact *open_fact(const struct derivation *derivation, formula fact)
{
	return is_newer(derivation, fact)
		       ? newer_fact(derivation, fact)
		       : &derivation->facts[2 * (size_t)formula_index(fact) + (fact < 0)];
}

static struct fact fact_at(const struct derivation *derivation, formula fact)
{
	const struct fact *final;

	if (!derivation->is_final || is_newer(derivation, fact))
		return *open_fact(derivation, fact);
	final = &derivation->facts[formula_index(fact)];
	return final->is_negated == (fact < 0) ? *final : (struct fact){.cost = UNKNOWN_COST};
}

static bool is_settled(const struct derivation *derivation, formula fact)
{
	return fact_at(derivation, fact).is_settled;
}

static uint64_t cost_of(const struct derivation *derivation, formula fact)
{
	uint64_t cost = fact_at(derivation, fact).cost;

	return cost == UNKNOWN_COST ? DERIVATION_NEVER : cost;
}

/* Remembers what follows from operands, where there is room for it. */
static void note_cost(struct derivation *derivation, formula fact, uint64_t cost)
{
	struct fact found = {.cost = cost, .is_settled = true};
	struct fact *final;

	if (!derivation->is_final || is_newer(derivation, fact)) {
		*open_fact(derivation, fact) = found;
		return;
	}
	final = &derivation->facts[formula_index(fact)];
	found.is_negated = fact < 0;
	if (!final->is_settled)
		*final = found;
}

static uint64_t plus(uint64_t left, uint64_t right)
{
	return left == DERIVATION_NEVER || right == DERIVATION_NEVER ? DERIVATION_NEVER
	       : left > MOST_COST - right                            ? MOST_COST
								     : left + right;
}

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
	struct fact *known = open_fact(derivation, fact);

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

static const formula *parts_of(
	const struct formulas *formulas, int32_t index, formula *definition, size_t *count)
{
	*definition = formula_definition(formulas, index);
	if (*definition == FORMULA_NONE)
		return formula_operands(formulas, index, count);
	*count = 1;
	return definition;
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
			parts_of(scope->formulas, stack[--count], &definition, &part_count);

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
		const formula *parts = parts_of(scope->formulas, i, &definition, &count);

		for (size_t k = 0; scope->concerned[i] && k < count; k++)
			scope->user_start[formula_index(parts[k]) + 2]++;
	}
	for (size_t i = 2; i < size + 2; i++)
		scope->user_start[i] += scope->user_start[i - 1];
	scope->users = memory_allocate(scope->user_start[size + 1] + 1, sizeof(*scope->users));
	for (int32_t i = 1; i <= scope->last; i++) {
		const formula *parts = parts_of(scope->formulas, i, &definition, &count);

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
		if (is_settled(derivation, sign * operands[i]))
			cost = plus(cost, cost_of(derivation, sign * operands[i]));
	return cost;
}

static void offer_unsettled(struct derivation *derivation, const formula *operands, size_t count,
	formula sign, uint64_t cost)
{
	for (size_t i = 0; i < count; i++)
		if (!is_settled(derivation, operands[i]) && !is_settled(derivation, -operands[i]))
			offer(derivation, sign * operands[i], cost);
}

static void look_at_and(
	struct derivation *derivation, int32_t index, const formula *operands, size_t count)
{
	uint32_t trues = derivation->trues[index];

	if (trues == count)
		offer(derivation, index, cost_of_settled(derivation, operands, count, 1));
	if (is_settled(derivation, index))
		offer_unsettled(
			derivation, operands, count, 1, plus(1, cost_of(derivation, index)));
	if (is_settled(derivation, -index) && trues + 1 == count)
		offer_unsettled(derivation, operands, count, -1,
			plus(cost_of_settled(derivation, operands, count, 1),
				cost_of(derivation, -index)));
}

static void look_at_at_most_one(
	struct derivation *derivation, int32_t index, const formula *operands, size_t count)
{
	uint32_t trues = derivation->trues[index], falses = derivation->falses[index];

	if (trues == 2)
		offer(derivation, -index, cost_of_settled(derivation, operands, count, 1));
	if (falses + 1 == count)
		offer(derivation, index, cost_of_settled(derivation, operands, count, -1));
	if (is_settled(derivation, index) && trues == 1)
		offer_unsettled(derivation, operands, count, -1,
			plus(cost_of_settled(derivation, operands, count, 1),
				cost_of(derivation, index)));
	if (is_settled(derivation, -index) && falses + 2 == count)
		offer_unsettled(derivation, operands, count, 1,
			plus(cost_of_settled(derivation, operands, count, -1),
				cost_of(derivation, -index)));
}

/* Of the operands and the whole, an even number holds. */
static void look_at_xor(
	struct derivation *derivation, int32_t index, const formula *operands, size_t count)
{
	uint32_t trues = derivation->trues[index], known = trues + derivation->falses[index];
	bool is_decided = is_settled(derivation, index) || is_settled(derivation, -index);
	uint64_t cost;

	if (known + is_decided < count)
		return;
	cost = plus(cost_of_settled(derivation, operands, count, 1),
		cost_of_settled(derivation, operands, count, -1) - 1);
	if (known == count) {
		offer(derivation, trues % 2 ? index : -index, cost);
	} else if (known + 1 == count && is_decided) {
		bool holds = is_settled(derivation, index);

		cost = plus(cost, cost_of(derivation, holds ? index : -index));
		offer_unsettled(derivation, operands, count,
			(trues + holds) % 2 ? FORMULA_TRUE : FORMULA_FALSE, cost);
	}
}

static void look_at_definition(struct derivation *derivation, int32_t index, formula definition)
{
	for (formula sign = -1; sign <= 1; sign += 2) {
		if (is_settled(derivation, sign * definition))
			offer(derivation, sign * index,
				plus(1, cost_of(derivation, sign * definition)));
		if (is_settled(derivation, sign * index))
			offer(derivation, sign * definition,
				plus(1, cost_of(derivation, sign * index)));
	}
}

static void look_at(struct derivation *derivation, int32_t index)
{
	formula definition;
	size_t count;
	const formula *parts = parts_of(derivation->formulas, index, &definition, &count);

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
	const formula *parts = parts_of(derivation->formulas, user, &definition, &count);

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
			offer(derivation, -user, plus(1, cost_of(derivation, fact)));
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
	if (is_settled(derivation, -fact))
		return;
	open_fact(derivation, fact)->is_settled = true;
	derivation->highest_cost = cost_of(derivation, fact);
	for (uint32_t i = derivation->scope->user_start[index];
		i < derivation->scope->user_start[index + 1]; i++)
		tell_user(derivation, derivation->scope->users[i], fact);
	parts_of(derivation->formulas, index, &definition, &count);
	if (count > 0)
		look_at(derivation, index);
}

/* ---- all of it ---- */

static void add_unknown(struct fact *facts, size_t from, size_t to)
{
	for (size_t i = 2 * from; i < 2 * to; i++)
		facts[i] = (struct fact){.cost = UNKNOWN_COST};
}

static void reserve_newer(struct derivation *derivation)
{
	size_t count = (size_t)(formulas_last(derivation->formulas) - derivation->scope->last);

	if (count <= derivation->newer_count)
		return;
	count *= 2;
	derivation->newer = memory_resize(derivation->newer, 2 * count, sizeof(*derivation->newer));
	add_unknown(derivation->newer, derivation->newer_count, count);
	derivation->newer_count = count;
}

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
	derivation->given_cost = GIVEN_COST;
	derivation->facts = memory_allocate(2 * size, sizeof(*derivation->facts));
	add_unknown(derivation->facts, 0, size);
	offer(derivation, FORMULA_TRUE, GIVEN_COST);
	for (size_t i = 0; i < required_count; i++)
		offer(derivation, required[i], GIVEN_COST);
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
		cost_of(derivation, fact) <= derivation->given_cost)
		return;
	offer(derivation, fact, derivation->given_cost);
	open_fact(derivation, fact)->is_given = true;
}

void derivation_run(struct derivation *derivation)
{
	while (derivation->heap_count > 0) {
		struct waiting next = pop(derivation);

		if (!is_settled(derivation, next.fact) &&
			cost_of(derivation, next.fact) == next.cost)
			settle(derivation, next.fact);
	}
	derivation->given_cost = derivation->highest_cost < LATER_COST
					 ? LATER_COST
					 : plus(derivation->highest_cost, 1);
}

/* ---- answers ---- */

static uint64_t cost_by_operands(struct derivation *derivation, formula fact);

uint64_t derivation_cost(struct derivation *derivation, formula fact)
{
	if (formula_index(fact) <= derivation->scope->last &&
		derivation->scope->concerned[formula_index(fact)])
		return is_settled(derivation, fact) ? cost_of(derivation, fact) : DERIVATION_NEVER;
	return cost_by_operands(derivation, fact);
}

/* The cheapest operand with the sign, `none` being left out; `count` if none follows. */
static size_t cheapest(struct derivation *derivation, const formula *operands, size_t count,
	formula sign, size_t none)
{
	size_t best = count;

	for (size_t i = 0; i < count; i++) {
		uint64_t cost = i == none ? DERIVATION_NEVER
					  : derivation_cost(derivation, sign * operands[i]);

		if (cost != DERIVATION_NEVER &&
			(best == count ||
				cost < derivation_cost(derivation, sign * operands[best])))
			best = i;
	}
	return best;
}

/* Those operands with their signs that make an operator hold, or not: of a conjunction that fails,
 * the cheapest one. Returns how many there are; 0 if the fact does not follow from operands. */
static size_t operand_reasons(struct derivation *derivation, formula fact, formula *reasons)
{
	size_t count;
	int32_t index = formula_index(fact);
	const formula *operands = formula_operands(derivation->formulas, index, &count);
	size_t found = 0, best = count, second;
	bool holds = fact > 0;

	switch (formula_kind(derivation->formulas, index)) {
	case FORMULA_CONSTANT:
	case FORMULA_VARIABLE:
		return 0;
	case FORMULA_AND:
		if (!holds) {
			best = cheapest(derivation, operands, count, -1, count);
			if (best < count)
				reasons[found++] = -operands[best];
			return found;
		}
		for (size_t i = 0; i < count; i++)
			if (derivation_cost(derivation, operands[i]) == DERIVATION_NEVER)
				return 0;
		memcpy(reasons, operands, count * sizeof(*reasons));
		return count;
	case FORMULA_AT_MOST_ONE:
		if (!holds) {
			best = cheapest(derivation, operands, count, 1, count);
			second = cheapest(derivation, operands, count, 1, best);
			if (second == count)
				return 0;
			reasons[found++] = operands[best < second ? best : second];
			reasons[found++] = operands[best < second ? second : best];
			return found;
		}
		/* All but one; the one that holds, or else the dearest one. */
		for (size_t i = 0; i < count; i++)
			if (best == count || derivation_cost(derivation, -operands[i]) >
						     derivation_cost(derivation, -operands[best]))
				best = i;
		for (size_t i = 0; i < count; i++)
			if (i != best) {
				if (derivation_cost(derivation, -operands[i]) == DERIVATION_NEVER)
					return 0;
				reasons[found++] = -operands[i];
			}
		return found;
	case FORMULA_XOR:
		for (size_t i = 0; i < count; i++) {
			bool is_true = derivation_cost(derivation, operands[i]) != DERIVATION_NEVER;

			holds ^= is_true;
			reasons[i] = is_true ? operands[i] : -operands[i];
			if (derivation_cost(derivation, reasons[i]) == DERIVATION_NEVER)
				return 0;
		}
		return holds ? 0 : count;
	}
	return 0;
}

static size_t operand_count(const struct derivation *derivation, formula fact)
{
	size_t count;

	formula_operands(derivation->formulas, fact, &count);
	return count;
}

/* Of what the derivation is not about. Nested as deeply as an expression is written. */
static uint64_t cost_by_operands(struct derivation *derivation, formula fact)
{
	size_t count;
	formula *reasons;
	uint64_t cost = 1;

	reserve_newer(derivation);
	if (is_settled(derivation, fact))
		return cost_of(derivation, fact);
	reasons = memory_allocate(operand_count(derivation, fact) + 1, sizeof(*reasons));
	count = operand_reasons(derivation, fact, reasons);
	for (size_t i = 0; i < count; i++)
		cost = plus(cost, derivation_cost(derivation, reasons[i]));
	memory_release(reasons);
	if (count == 0)
		return DERIVATION_NEVER;
	note_cost(derivation, fact, cost);
	return cost;
}

/* ---- the last step ---- */

static uint64_t cost_of_all(struct derivation *derivation, const formula *reasons, size_t count)
{
	uint64_t cost = 1;

	for (size_t i = 0; i < count; i++)
		cost = plus(cost, derivation_cost(derivation, reasons[i]));
	return cost;
}

/* The operands but that of the fact, as far as they hold with the sign; of these, all but `spared`,
 * the dearest first. */
static size_t siblings(struct derivation *derivation, formula fact, const formula *operands,
	size_t count, formula sign, size_t spared, formula *reasons)
{
	size_t found = 0;

	for (size_t i = 0; i < count; i++)
		if (formula_index(operands[i]) != formula_index(fact))
			reasons[found++] = sign * operands[i];
	for (; spared > 0 && found > 0; spared--) {
		size_t dearest = 0;

		for (size_t i = 1; i < found; i++)
			if (derivation_cost(derivation, reasons[i]) >
				derivation_cost(derivation, reasons[dearest]))
				dearest = i;
		memmove(reasons + dearest, reasons + dearest + 1,
			(--found - dearest) * sizeof(*reasons));
	}
	return found;
}

/* What a user, as it is signed, and the other operands say about the fact; the user comes first.
 * Returns 0 if it says nothing. */
static size_t user_reasons(
	struct derivation *derivation, formula fact, formula user, formula *reasons)
{
	formula definition, operand = FORMULA_NONE;
	size_t count, held;
	const formula *operands =
		parts_of(derivation->formulas, formula_index(user), &definition, &count);

	reasons[0] = user;
	for (size_t i = 0; i < count; i++)
		if (formula_index(operands[i]) == formula_index(fact))
			operand = operands[i];
	if (definition != FORMULA_NONE)
		return (operand == fact) == (user > 0) ? 1 : 0;
	switch (formula_kind(derivation->formulas, user)) {
	case FORMULA_CONSTANT:
	case FORMULA_VARIABLE:
		return 0;
	case FORMULA_AND:
		if ((operand == fact) != (user > 0))
			return 0;
		return user > 0
			       ? 1
			       : 1 + siblings(derivation, fact, operands, count, 1, 0, reasons + 1);
	case FORMULA_AT_MOST_ONE:
		if ((operand == fact) == (user > 0))
			return 0;
		return 1 +
		       (user > 0 ? siblings(derivation, fact, operands, count, 1, count - 2,
					   reasons + 1)
				 : siblings(derivation, fact, operands, count, -1, 1, reasons + 1));
	case FORMULA_XOR:
		held = (fact > 0) + (user > 0);
		count = 1 + siblings(derivation, fact, operands, count, 1, 0, reasons + 1);
		for (size_t i = 1; i < count; i++) {
			if (derivation_cost(derivation, reasons[i]) == DERIVATION_NEVER)
				reasons[i] = -reasons[i];
			held += reasons[i] > 0;
		}
		return held % 2 ? 0 : count;
	}
	return 0;
}

/* The user by which the fact was settled, and its reasons. FORMULA_NONE if it was none. */
static formula find_user(
	struct derivation *derivation, formula fact, formula **reasons, size_t *count)
{
	size_t index = (size_t)formula_index(fact);

	for (uint32_t i = derivation->scope->user_start[index];
		i < derivation->scope->user_start[index + 1]; i++)
		for (formula sign = 1; sign >= -1; sign -= 2) {
			formula user = sign * derivation->scope->users[i];

			if (!is_settled(derivation, user))
				continue;
			*reasons = memory_resize(
				*reasons, operand_count(derivation, user) + 2, sizeof(**reasons));
			*count = user_reasons(derivation, fact, user, *reasons);
			if (*count > 0 && cost_of_all(derivation, *reasons, *count) ==
						  cost_of(derivation, fact))
				return user;
		}
	return FORMULA_NONE;
}

static bool is_required(const struct derivation *derivation, formula fact, size_t *number)
{
	for (*number = 0; *number < derivation->required_count; ++*number)
		if (derivation->required[*number] == fact)
			return true;
	return false;
}

/* By its definition, or its operands; 0 if the fact was not settled so. */
static size_t reasons_below(struct derivation *derivation, formula fact, formula **reasons)
{
	formula definition = formula_index(fact) <= derivation->scope->last
				     ? formula_definition(derivation->formulas, fact)
				     : FORMULA_NONE;
	size_t count = 1;

	*reasons = memory_resize(*reasons, operand_count(derivation, fact) + 1, sizeof(**reasons));
	if (definition != FORMULA_NONE)
		(*reasons)[0] = fact > 0 ? definition : -definition;
	else
		count = operand_reasons(derivation, fact, *reasons);
	return cost_of_all(derivation, *reasons, count) == derivation_cost(derivation, fact) ? count
											     : 0;
}

static struct derivation_step last_step(
	struct derivation *derivation, formula fact, formula **reasons, size_t *count)
{
	struct derivation_step step = {0};

	*count = 0;
	if (derivation_cost(derivation, fact) == DERIVATION_NEVER)
		return step;
	if (cost_of(derivation, fact) == GIVEN_COST &&
		is_required(derivation, fact, &step.required))
		step.rule = DERIVATION_REQUIRED;
	else if (fact == FORMULA_TRUE || fact_at(derivation, fact).is_given)
		step.rule = DERIVATION_GIVEN;
	else if ((*count = reasons_below(derivation, fact, reasons)) > 0)
		step.rule = DERIVATION_OPERANDS;
	else if ((step.user = find_user(derivation, fact, reasons, count)) != FORMULA_NONE)
		step.rule = DERIVATION_USER;
	return step;
}

struct derivation_step derivation_last_step(struct derivation *derivation, formula fact)
{
	formula *reasons = NULL;
	size_t count;
	struct derivation_step step = last_step(derivation, fact, &reasons, &count);

	memory_release(reasons);
	return step;
}

size_t derivation_reasons(struct derivation *derivation, formula fact, formula **facts)
{
	size_t count;

	*facts = NULL;
	last_step(derivation, fact, facts, &count);
	return count;
}
