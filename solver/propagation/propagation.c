#include "solver/propagation/propagation.h"

#include "base/memory.h"
#include "solver/propagation/rounds.h"

#include <assert.h>
#include <string.h>

/* What a round has found out; it takes effect when the round is over. */
struct finding {
	int32_t index;
	struct decision decision;
};

struct search {
	struct propagation *propagation;
	const struct network *network;
	uint32_t round;

	int32_t *waiting; /* formulas to be looked at in the next round */
	size_t waiting_count;
	uint32_t *waits;   /* by index: the round for which it waits */
	uint64_t *settled; /* by index: where nothing more follows from it */

	struct finding *findings;
	size_t finding_count;
	size_t finding_capacity;
};

/* ---- one formula ---- */

static void find(struct search *search, formula operand, uint64_t is_true, uint64_t is_false)
{
	const struct propagation *propagation = search->propagation;
	struct decision known = decision_of(propagation->evaluation.decisions, operand);

	is_true &= propagation->assignments & ~known.is_true;
	is_false &= propagation->assignments & ~known.is_false;
	if (!(is_true | is_false))
		return;
	search->findings = memory_reserve(search->findings, search->finding_count,
		&search->finding_capacity, sizeof(*search->findings));
	search->findings[search->finding_count++] = (struct finding){
		formula_index(operand), operand < 0 ? (struct decision){is_false, is_true}
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
	find(search, index, all, none);
	search->settled[index] |= (known.is_true & all) | (known.is_false & none);

	uint64_t each = known.is_true & ~all, last = known.is_false & ~none & one & ~two;

	if (!((each | last) & search->propagation->assignments))
		return;
	for (size_t i = 0; i < count; i++) {
		struct decision operand = decision_of(decisions, operands[i]);

		find(search, operands[i], each, last & ~operand.is_true);
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
	find(search, index, ~one & parity, ~one & ~parity);

	uint64_t last = one & ~two & ~decision_open(known);

	if (!(last & search->propagation->assignments))
		return;
	for (size_t i = 0; i < count; i++) {
		uint64_t open = last & decision_open(decision_of(decisions, operands[i]));

		find(search, operands[i], open & (parity ^ known.is_true),
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

	find(search, index, decision.is_true, decision.is_false);
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

		find(search, operands[i], both & ~operand.is_false, others & ~operand.is_true);
	}
}

static void look_at(struct search *search, int32_t index)
{
	const struct decision *decisions = search->propagation->evaluation.decisions;
	size_t count;
	const formula *operands = network_operands(search->network, index, &count);
	struct decision known = decisions[index], meaning;

	if (count == 0 || !(search->propagation->assignments & ~search->settled[index]))
		return;
	search->propagation->steps++;
	switch (network_kind(search->network, index)) {
	case FORMULA_CONSTANT:
		break;
	case FORMULA_VARIABLE:
		meaning = decision_of(decisions, operands[0]);
		find(search, index, meaning.is_true, meaning.is_false);
		find(search, operands[0], known.is_true, known.is_false);
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

/* ---- rounds ---- */

static void wait(void *context, int32_t index)
{
	struct search *search = context;

	if (search->waits[index] == search->round + 1)
		return;
	search->waits[index] = search->round + 1;
	search->waiting[search->waiting_count++] = index;
}

static void contradict(struct propagation *propagation, int32_t index, uint64_t assignments)
{
	propagation->contradictions =
		memory_reserve(propagation->contradictions, propagation->contradiction_count,
			&propagation->contradiction_capacity, sizeof(*propagation->contradictions));
	propagation->contradictions[propagation->contradiction_count++] =
		(struct contradiction){index, assignments};
}

/* Of several findings of a round that are the same, the first takes effect. */
static void take_effect(struct search *search, const struct finding *finding)
{
	struct propagation *propagation = search->propagation;
	struct decision *known = &propagation->evaluation.decisions[finding->index];
	struct decision decision = {finding->decision.is_true & ~known->is_true,
		finding->decision.is_false & ~known->is_false};
	uint64_t both;

	if (!(decision.is_true | decision.is_false))
		return;
	known->is_true |= decision.is_true;
	known->is_false |= decision.is_false;
	both = known->is_true & known->is_false & (decision.is_true | decision.is_false);
	if (both)
		contradict(propagation, finding->index, both);
	propagation->events = memory_reserve(propagation->events, propagation->event_count,
		&propagation->event_capacity, sizeof(*propagation->events));
	propagation->events[propagation->event_count++] = (struct propagation_event){
		decision, search->round, propagation->last_event[finding->index]};
	propagation->last_event[finding->index] = (uint32_t)propagation->event_count;
	wait(search, finding->index);
	network_visit_users(search->network, finding->index, wait, search);
}

/* Whatever contradicts itself is not looked at any more. */
static void end_round(struct search *search)
{
	struct propagation *propagation = search->propagation;
	size_t known = propagation->contradiction_count;

	for (size_t i = 0; i < search->finding_count; i++)
		take_effect(search, &search->findings[i]);
	search->finding_count = 0;
	for (size_t i = known; i < propagation->contradiction_count; i++)
		propagation->refuted |= propagation->contradictions[i].assignments;
	propagation->assignments &= ~propagation->refuted;
	search->round++;
}

/* What a circle has a part in is found out anew, so that it is known what rests on what. */
static void begin(struct search *search)
{
	struct propagation *propagation = search->propagation;
	struct decision *decisions = propagation->evaluation.decisions;
	size_t count;
	const int32_t *order = network_order(search->network, &count);
	bool *is_circular =
		memory_allocate((size_t)network_last(search->network) + 1, sizeof(*is_circular));

	for (size_t i = 0; i < count; i++) {
		int32_t index = order[i];
		size_t operand_count;
		const formula *operands = network_operands(search->network, index, &operand_count);
		bool is_below = network_is_cyclic(search->network, index);

		for (size_t j = 0; j < operand_count && !is_below; j++)
			is_below = is_circular[formula_index(operands[j])];
		is_circular[index] = is_below;
		if (is_below) {
			decisions[index].is_true &= ~propagation->assignments;
			decisions[index].is_false &= ~propagation->assignments;
		}
		if (is_below || decision_open(decisions[index]) & propagation->assignments)
			wait(search, index);
	}
	memory_release(is_circular);
	for (size_t i = 0; i < propagation->required_count; i++)
		find(search, propagation->required[i], ~UINT64_C(0), 0);
	search->round = 1;
}

static void run(struct search *search)
{
	int32_t *looked_at =
		memory_resize(NULL, (size_t)network_last(search->network) + 1, sizeof(*looked_at));

	begin(search);
	while ((search->waiting_count || search->finding_count) &&
		search->propagation->assignments) {
		int32_t *now = search->waiting;
		size_t count = search->waiting_count;

		search->waiting = looked_at;
		search->waiting_count = 0;
		looked_at = now;
		for (size_t i = 0; i < count; i++)
			look_at(search, now[i]);
		end_round(search);
	}
	memory_release(looked_at);
}

/* ---- what it leaves to do ---- */

static void list_residuals(struct propagation *propagation)
{
	struct evaluation *evaluation = &propagation->evaluation;
	size_t capacity = 0;

	for (int32_t i = 1; i <= network_last(evaluation->network); i++) {
		enum formula_kind kind = network_kind(evaluation->network, i);
		uint64_t assignments;

		if (!propagation->last_event[i] || kind == FORMULA_VARIABLE)
			continue;
		assignments = ~decision_open(evaluation->decisions[i]) & propagation->assignments &
			      decision_open(decision_from_operands(
				      evaluation->network, evaluation->decisions, i));
		if (!assignments)
			continue;
		evaluation->residuals = memory_reserve(evaluation->residuals,
			evaluation->residual_count, &capacity, sizeof(*evaluation->residuals));
		evaluation->residuals[evaluation->residual_count++] =
			(struct residual){i, assignments};
	}
}

struct propagation *propagation_create(const struct evaluation *evaluation, uint64_t assignments,
	const formula *required, size_t count)
{
	struct propagation *propagation = memory_allocate(1, sizeof(*propagation));
	size_t size = (size_t)network_last(evaluation->network) + 1;
	formula *copy = memory_resize(NULL, count + 1, sizeof(*copy));
	struct search search = {.propagation = propagation,
		.network = evaluation->network,
		.waiting = memory_resize(NULL, size, sizeof(*search.waiting)),
		.waits = memory_allocate(size, sizeof(*search.waits)),
		.settled = memory_allocate(size, sizeof(*search.settled))};

	if (count)
		memcpy(copy, required, count * sizeof(*copy));
	propagation->required = copy;
	propagation->required_count = count;
	propagation->assignments = assignments;
	propagation->evaluation.network = evaluation->network;
	propagation->evaluation.decisions =
		memory_resize(NULL, size, sizeof(*propagation->evaluation.decisions));
	memcpy(propagation->evaluation.decisions, evaluation->decisions,
		size * sizeof(*propagation->evaluation.decisions));
	propagation->evaluation.cyclic = evaluation->cyclic;
	propagation->last_event = memory_allocate(size, sizeof(*propagation->last_event));
	run(&search);
	list_residuals(propagation);
	memory_release(search.waiting);
	memory_release(search.waits);
	memory_release(search.settled);
	memory_release(search.findings);
	return propagation;
}

void propagation_destroy(struct propagation *propagation)
{
	if (!propagation)
		return;
	memory_release((formula *)propagation->required);
	memory_release(propagation->evaluation.decisions);
	memory_release(propagation->evaluation.residuals);
	memory_release(propagation->last_event);
	memory_release(propagation->events);
	memory_release(propagation->contradictions);
	memory_release(propagation);
}

uint64_t propagation_refuted(const struct propagation *propagation)
{
	return propagation->refuted;
}

const struct evaluation *propagation_evaluation(const struct propagation *propagation)
{
	return &propagation->evaluation;
}

size_t propagation_steps(const struct propagation *propagation)
{
	return propagation->steps;
}
