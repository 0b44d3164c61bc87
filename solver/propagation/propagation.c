#include "solver/propagation/propagation.h"

#include "base/memory.h"
#include "solver/propagation/steps.h"

#include <string.h>

/* ---- rounds ---- */

void search_wait(void *context, int32_t index)
{
	struct search *search = context;

	if (search->waits[index] == search->round + 1)
		return;
	search->waits[index] = search->round + 1;
	search->waiting[search->waiting_count++] = index;
}

void propagation_contradict(
	struct propagation *propagation, int32_t index, uint32_t round, uint64_t assignments)
{
	propagation->contradictions =
		memory_reserve(propagation->contradictions, propagation->contradiction_count,
			&propagation->contradiction_capacity, sizeof(*propagation->contradictions));
	propagation->contradictions[propagation->contradiction_count++] =
		(struct contradiction){index, round, assignments};
	propagation->refuted |= assignments;
}

void search_note(struct search *search, int32_t index, int32_t via, struct decision decision,
	uint64_t contradictory)
{
	struct propagation *propagation = search->propagation;

	if (contradictory)
		propagation_contradict(propagation, index, search->round, contradictory);
	propagation->events = memory_reserve(propagation->events, propagation->event_count,
		&propagation->event_capacity, sizeof(*propagation->events));
	propagation->events[propagation->event_count++] = (struct propagation_event){
		decision, index, via, search->round, propagation->last_event[index]};
	propagation->last_event[index] =
		(uint32_t)(propagation->shared_count + propagation->event_count);
	search_wait(search, index);
	network_visit_users(search->network, index, search_wait, search);
}

/* Of several findings of a round that are the same, the first takes effect. */
static void take_effect(struct search *search, const struct finding *finding)
{
	struct propagation *propagation = search->propagation;
	struct decision *known = &propagation->evaluation.decisions[finding->index];
	struct decision decision = {finding->decision.is_true & ~known->is_true,
		finding->decision.is_false & ~known->is_false};

	if (!(decision.is_true | decision.is_false))
		return;
	known->is_true |= decision.is_true;
	known->is_false |= decision.is_false;
	search_note(search, finding->index, finding->via, decision,
		known->is_true & known->is_false & (decision.is_true | decision.is_false));
}

/* Whatever contradicts itself is not looked at any more. */
static void end_round(struct search *search)
{
	struct propagation *propagation = search->propagation;

	for (size_t i = 0; i < search->finding_count; i++)
		take_effect(search, &search->findings[i]);
	search->finding_count = 0;
	propagation->assignments &= ~propagation->refuted;
	search->round++;
}

/* What is required takes effect in the first round. */
static void demand(struct search *search)
{
	const struct propagation *propagation = search->propagation;

	for (size_t i = 0; i < propagation->required_count; i++)
		search_find(search, propagation->required[i], ~UINT64_C(0), 0);
	search->round++;
}

/* What a circle has a part in is found out anew, so that it is known what rests on what. */
static void begin(struct search *search)
{
	struct propagation *propagation = search->propagation;
	struct decision *decisions = propagation->evaluation.decisions;
	size_t count;
	const int32_t *order = network_order(search->network, &count);
	bool *is_circular = propagation->is_circular =
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
			search_wait(search, index);
	}
	demand(search);
}

static void run(struct search *search)
{
	int32_t *looked_at =
		memory_resize(NULL, (size_t)network_last(search->network) + 1, sizeof(*looked_at));

	while ((search->waiting_count || search->finding_count) &&
		search->propagation->assignments) {
		int32_t *now = search->waiting;
		size_t count = search->waiting_count;

		search->waiting = looked_at;
		search->waiting_count = 0;
		looked_at = now;
		for (size_t i = 0; i < count; i++)
			search_look_at(search, now[i]);
		end_round(search);
	}
	memory_release(looked_at);
	search->propagation->last_round = search->round;
}

/* ---- what it leaves to do ---- */

void propagation_add_residual(struct propagation *propagation, int32_t index, size_t *capacity)
{
	struct evaluation *evaluation = &propagation->evaluation;
	uint64_t assignments;

	if (!propagation->last_event[index] ||
		network_kind(evaluation->network, index) == FORMULA_VARIABLE)
		return;
	assignments = ~decision_open(evaluation->decisions[index]) & propagation->assignments &
		      decision_open(decision_from_operands(
			      evaluation->network, evaluation->decisions, index));
	if (!assignments)
		return;
	evaluation->residuals = memory_reserve(evaluation->residuals, evaluation->residual_count,
		capacity, sizeof(*evaluation->residuals));
	evaluation->residuals[evaluation->residual_count++] = (struct residual){index, assignments};
}

static void list_residuals(struct propagation *propagation)
{
	size_t capacity = 0;

	for (int32_t i = 1; i <= network_last(propagation->evaluation.network); i++)
		propagation_add_residual(propagation, i, &capacity);
}

/* ---- all of it ---- */

struct propagation *propagation_begin(const struct evaluation *evaluation, uint64_t assignments,
	const formula *required, size_t count)
{
	struct propagation *propagation = memory_allocate(1, sizeof(*propagation));
	size_t size = (size_t)network_last(evaluation->network) + 1;
	formula *copy = memory_resize(NULL, count + 1, sizeof(*copy));

	if (count)
		memcpy(copy, required, count * sizeof(*copy));
	propagation->required = copy;
	propagation->required_count = count;
	propagation->assignments = assignments;
	propagation->evaluation.network = evaluation->network;
	propagation->evaluation.decisions =
		memory_resize(NULL, size, sizeof(*propagation->evaluation.decisions));
	propagation->evaluation.cyclic = evaluation->cyclic;
	propagation->last_event = memory_allocate(size, sizeof(*propagation->last_event));
	return propagation;
}

/* Starts from what the evaluation says. */
static struct propagation *propagation_of(const struct evaluation *evaluation, uint64_t assignments,
	const formula *required, size_t count)
{
	struct propagation *propagation =
		propagation_begin(evaluation, assignments, required, count);

	memcpy(propagation->evaluation.decisions, evaluation->decisions,
		((size_t)network_last(evaluation->network) + 1) * sizeof(*evaluation->decisions));
	return propagation;
}

struct search search_of(struct propagation *propagation)
{
	const struct network *network = propagation->evaluation.network;
	size_t size = (size_t)network_last(network) + 1;

	return (struct search){.propagation = propagation,
		.network = network,
		.waiting = memory_resize(NULL, size, sizeof(int32_t)),
		.waits = memory_allocate(size, sizeof(uint32_t)),
		.settled = memory_allocate(size, sizeof(uint64_t))};
}

void search_finish(struct search *search)
{
	memory_release(search->waiting);
	memory_release(search->waits);
	memory_release(search->settled);
	memory_release(search->findings);
}

struct propagation *propagation_create(const struct evaluation *evaluation, uint64_t assignments,
	const formula *required, size_t count)
{
	struct propagation *propagation = propagation_of(evaluation, assignments, required, count);
	struct search search = search_of(propagation);

	begin(&search);
	run(&search);
	list_residuals(propagation);
	propagation->events = memory_fit(propagation->events, propagation->event_count,
		&propagation->event_capacity, sizeof(*propagation->events));
	search_finish(&search);
	return propagation;
}

struct propagation *propagation_create_at_once(const struct evaluation *evaluation,
	uint64_t assignments, const formula *required, size_t count)
{
	struct propagation *propagation = propagation_of(evaluation, assignments, required, count);
	struct search search = search_of(propagation);

	search_begin_at_once(&search);
	demand(&search);
	search_run_at_once(&search);
	list_residuals(propagation);
	search_finish(&search);
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
	memory_release(propagation->is_circular);
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
