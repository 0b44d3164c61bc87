#include "solver/propagation/steps.h"

#include "base/memory.h"

/* ---- one formula ---- */

static void wait_at_once(void *context, int32_t index)
{
	struct search *search = context;
	size_t place = search->next + search->waiting_count;

	if (search->waits[index])
		return;
	search->waits[index] = 1;
	search->waiting[place < search->room ? place : place - search->room] = index;
	search->waiting_count++;
}

static void take_effect_at_once(struct search *search, int32_t index, struct decision decision)
{
	struct propagation *propagation = search->propagation;
	struct decision *known = &propagation->evaluation.decisions[index];
	uint64_t both;

	known->is_true |= decision.is_true;
	known->is_false |= decision.is_false;
	both = known->is_true & known->is_false & propagation->assignments;
	propagation->refuted |= both;
	propagation->assignments &= ~both;
	propagation->last_event[index] = 1;
	wait_at_once(search, index);
	network_visit_users(search->network, index, wait_at_once, search);
}

void search_find(struct search *search, formula operand, uint64_t is_true, uint64_t is_false)
{
	const struct propagation *propagation = search->propagation;
	struct decision known = decision_of(propagation->evaluation.decisions, operand);

	is_true &= propagation->assignments & ~known.is_true;
	is_false &= propagation->assignments & ~known.is_false;
	if (!(is_true | is_false))
		return;
	if (search->is_at_once) {
		take_effect_at_once(search, formula_index(operand),
			operand < 0 ? (struct decision){is_false, is_true}
				    : (struct decision){is_true, is_false});
		return;
	}
	search->findings = memory_reserve(search->findings, search->finding_count,
		&search->finding_capacity, sizeof(*search->findings));
	search->findings[search->finding_count++] =
		(struct finding){formula_index(operand), search->via,
			operand < 0 ? (struct decision){is_false, is_true}
				    : (struct decision){is_true, is_false}};
}

static void look_at_and(struct search *search, int32_t index, const formula *operands, size_t count)
{
	const struct decision *decisions = search->propagation->evaluation.decisions;
	struct decision known = decisions[index];
	uint64_t all = ~UINT64_C(0), none = 0, one = 0, two = 0; /* one: is not true */

	for (size_t i = 0; i < count; i++) {
		struct decision operand = decision_of(decisions, operands[i]);

		all &= operand.is_true;
		none |= operand.is_false;
		two |= one & ~operand.is_true;
		one |= ~operand.is_true;
	}
	search_find(search, index, all, none);
	search->settled[index] |= (known.is_true & all) | (known.is_false & none);

	uint64_t each = known.is_true & ~all, last = known.is_false & ~none & one & ~two;

	if (!((each | last) & search->propagation->assignments))
		return;
	for (size_t i = 0; i < count; i++) {
		struct decision operand = decision_of(decisions, operands[i]);

		search_find(search, operands[i], each, last & ~operand.is_true);
	}
}

static void look_at_xor(struct search *search, int32_t index, const formula *operands, size_t count)
{
	const struct decision *decisions = search->propagation->evaluation.decisions;
	struct decision known = decisions[index];
	uint64_t one = 0, two = 0, parity = 0; /* one: is open */

	for (size_t i = 0; i < count; i++) {
		struct decision operand = decision_of(decisions, operands[i]);

		two |= one & decision_open(operand);
		one |= decision_open(operand);
		parity ^= operand.is_true;
	}
	search_find(search, index, ~one & parity, ~one & ~parity);

	uint64_t last = one & ~two & ~decision_open(known);

	if (!(last & search->propagation->assignments))
		return;
	for (size_t i = 0; i < count; i++) {
		uint64_t open = last & decision_open(decision_of(decisions, operands[i]));

		search_find(search, operands[i], open & (parity ^ known.is_true),
			open & ~(parity ^ known.is_true));
	}
}

static void look_at_at_most_one(
	struct search *search, int32_t index, const formula *operands, size_t count)
{
	const struct decision *decisions = search->propagation->evaluation.decisions;
	struct decision known = decisions[index];
	struct decision decision = decision_from_operands(search->network, decisions, index);
	uint64_t one = 0, maybe_one = 0, maybe_two = 0, maybe_three = 0;

	search_find(search, index, decision.is_true, decision.is_false);
	for (size_t i = 0; i < count; i++) {
		struct decision operand = decision_of(decisions, operands[i]);

		one |= operand.is_true;
		maybe_three |= maybe_two & ~operand.is_false;
		maybe_two |= maybe_one & ~operand.is_false;
		maybe_one |= ~operand.is_false;
	}

	uint64_t others = known.is_true & one, both = known.is_false & maybe_two & ~maybe_three;

	if (!((others | both) & search->propagation->assignments))
		return;
	for (size_t i = 0; i < count; i++) {
		struct decision operand = decision_of(decisions, operands[i]);

		search_find(
			search, operands[i], both & ~operand.is_false, others & ~operand.is_true);
	}
}

void search_look_at(struct search *search, int32_t index)
{
	const struct decision *decisions = search->propagation->evaluation.decisions;
	size_t count;
	const formula *operands = network_operands(search->network, index, &count);
	struct decision known = decisions[index], meaning;

	if (count == 0 || !(search->propagation->assignments & ~search->settled[index]))
		return;
	search->propagation->steps++;
	search->via = index;
	switch (network_kind(search->network, index)) {
	case FORMULA_CONSTANT:
		break;
	case FORMULA_VARIABLE:
		meaning = decision_of(decisions, operands[0]);
		search_find(search, index, meaning.is_true, meaning.is_false);
		search_find(search, operands[0], known.is_true, known.is_false);
		break;
	case FORMULA_AND:
		look_at_and(search, index, operands, count);
		break;
	case FORMULA_XOR:
		look_at_xor(search, index, operands, count);
		break;
	case FORMULA_AT_MOST_ONE:
		look_at_at_most_one(search, index, operands, count);
		break;
	}
}

/* ---- without rounds ---- */

void search_begin_at_once(struct search *search)
{
	const struct propagation *propagation = search->propagation;
	const struct decision *decisions = propagation->evaluation.decisions;
	size_t count;
	const int32_t *order = network_order(search->network, &count);

	search->is_at_once = true;
	search->room = (size_t)network_last(search->network) + 1;
	for (size_t i = 0; i < count; i++)
		if (decision_open(decisions[order[i]]) & propagation->assignments)
			wait_at_once(search, order[i]);
}

void search_run_at_once(struct search *search)
{
	while (search->waiting_count && search->propagation->assignments) {
		int32_t index = search->waiting[search->next];

		search->next = search->next + 1 < search->room ? search->next + 1 : 0;
		search->waiting_count--;
		search->waits[index] = 0;
		search_look_at(search, index);
	}
}
