#include "base/memory.h"
#include "solver/propagation/derivation_facts.h"

#include <string.h>

static void reserve_newer(struct derivation *derivation)
{
	size_t count = (size_t)(formulas_last(derivation->formulas) - derivation->scope->last);

	if (count <= derivation->newer_count)
		return;
	count *= 2;
	derivation->newer = memory_resize(derivation->newer, 2 * count, sizeof(*derivation->newer));
	memset(derivation->newer + 2 * derivation->newer_count, 0,
		2 * (count - derivation->newer_count) * sizeof(*derivation->newer));
	derivation->newer_count = count;
}

/* Remembers what follows from operands, where there is room for it. */
static void note_cost(struct derivation *derivation, formula fact, uint64_t cost)
{
	struct fact found = {.cost = cost, .is_settled = true};
	struct fact *final;

	if (!derivation->is_final || derivation_is_newer(derivation, fact)) {
		*derivation_open_fact(derivation, fact) = found;
		return;
	}
	final = &derivation->facts[formula_index(fact)];
	found.is_negated = fact < 0;
	if (!final->is_settled)
		*final = found;
}

static uint64_t cost_by_operands(struct derivation *derivation, formula fact);

uint64_t derivation_cost(struct derivation *derivation, formula fact)
{
	if (!derivation_is_newer(derivation, fact) &&
		derivation->scope->concerned[formula_index(fact)]) {
		derivation_reach(derivation, formula_index(fact));
		return derivation_is_settled(derivation, fact)
			       ? derivation_known_cost(derivation, fact)
			       : DERIVATION_NEVER;
	}
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
	if (derivation_is_settled(derivation, fact))
		return derivation_known_cost(derivation, fact);
	reasons = memory_allocate(operand_count(derivation, fact) + 1, sizeof(*reasons));
	count = operand_reasons(derivation, fact, reasons);
	for (size_t i = 0; i < count; i++)
		cost = derivation_plus(cost, derivation_cost(derivation, reasons[i]));
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
		cost = derivation_plus(cost, derivation_cost(derivation, reasons[i]));
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
		derivation_parts(derivation->formulas, formula_index(user), &definition, &count);

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

			if (!derivation_is_settled(derivation, user))
				continue;
			*reasons = memory_resize(
				*reasons, operand_count(derivation, user) + 2, sizeof(**reasons));
			*count = user_reasons(derivation, fact, user, *reasons);
			if (*count > 0 && cost_of_all(derivation, *reasons, *count) ==
						  derivation_known_cost(derivation, fact))
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

static bool follows_before(const struct derivation *derivation, formula fact)
{
	return derivation->before && !derivation_is_newer(derivation, fact) &&
	       derivation_cost(derivation->before, fact) != DERIVATION_NEVER;
}

static struct derivation_step last_step(
	struct derivation *derivation, formula fact, formula **reasons, size_t *count)
{
	struct derivation_step step = {0};

	*count = 0;
	if (follows_before(derivation, fact))
		return last_step(derivation->before, fact, reasons, count);
	if (derivation_cost(derivation, fact) == DERIVATION_NEVER)
		return step;
	if (derivation_known_cost(derivation, fact) == DERIVATION_GIVEN_COST &&
		is_required(derivation, fact, &step.required))
		step.rule = DERIVATION_REQUIRED;
	else if (fact == FORMULA_TRUE || derivation_fact_at(derivation, fact).is_given)
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
