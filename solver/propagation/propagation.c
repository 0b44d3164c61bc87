#include "solver/propagation/propagation.h"

#include "base/memory.h"
#include "solver/propagation/steps.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

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
		decision, finding->index, search->round, propagation->last_event[finding->index]};
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

static void add_residual(struct propagation *propagation, int32_t index, size_t *capacity)
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
		add_residual(propagation, i, &capacity);
}

/* ---- all of it ---- */

static struct propagation *propagation_of(const struct evaluation *evaluation, uint64_t assignments,
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
	memcpy(propagation->evaluation.decisions, evaluation->decisions,
		size * sizeof(*propagation->evaluation.decisions));
	propagation->evaluation.cyclic = evaluation->cyclic;
	propagation->last_event = memory_allocate(size, sizeof(*propagation->last_event));
	return propagation;
}

static struct search search_of(struct propagation *propagation)
{
	const struct network *network = propagation->evaluation.network;
	size_t size = (size_t)network_last(network) + 1;

	return (struct search){.propagation = propagation,
		.network = network,
		.waiting = memory_resize(NULL, size, sizeof(int32_t)),
		.waits = memory_allocate(size, sizeof(uint32_t)),
		.settled = memory_allocate(size, sizeof(uint64_t))};
}

static void search_finish(struct search *search)
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

/* ---- after an edit ---- */

/* What was known of a formula, and may be known no more. */
struct lost {
	int32_t index;
	uint32_t round; /* in which it was found out; 0: it was so from the beginning */
	uint64_t assignments;
};

enum {
	DEMANDED_TRUE = 1,
	DEMANDED_FALSE = 2,
};

struct retraction {
	struct propagation *propagation;
	const struct network *before;
	uint8_t *demands; /* by index */
	bool *is_touched; /* by index: it has to be looked at again, with its users */
	int32_t *touched;
	size_t touched_count;
	size_t touched_capacity;
	struct lost *lost;
	size_t lost_count;
	size_t lost_capacity;
	struct lost now; /* whose consequences are being lost */
};

static void touch(void *context, int32_t index)
{
	struct retraction *retraction = context;

	if (retraction->is_touched[index])
		return;
	retraction->is_touched[index] = true;
	retraction->touched = memory_reserve(retraction->touched, retraction->touched_count,
		&retraction->touched_capacity, sizeof(*retraction->touched));
	retraction->touched[retraction->touched_count++] = index;
}

static void lose(struct retraction *retraction, struct lost lost)
{
	if (!lost.assignments)
		return;
	retraction->lost = memory_reserve(retraction->lost, retraction->lost_count,
		&retraction->lost_capacity, sizeof(*retraction->lost));
	retraction->lost[retraction->lost_count++] = lost;
	touch(retraction, lost.index);
}

/* What was found out of a formula after a round. What is required stays known. */
static void give_up(
	struct retraction *retraction, int32_t index, uint32_t round, uint64_t assignments)
{
	struct propagation *propagation = retraction->propagation;
	uint8_t demand = retraction->demands[index];

	for (uint32_t i = propagation->last_event[index]; i > 0;) {
		struct propagation_event *event = &propagation->events[i - 1];
		struct decision given = {event->decision.is_true & assignments,
			event->decision.is_false & assignments};

		i = event->previous;
		if (event->round <= round)
			continue;
		if (demand & DEMANDED_TRUE)
			given.is_true = 0;
		if (demand & DEMANDED_FALSE)
			given.is_false = 0;
		event->decision.is_true &= ~given.is_true;
		event->decision.is_false &= ~given.is_false;
		lose(retraction,
			(struct lost){index, event->round, given.is_true | given.is_false});
	}
}

/* What may have followed from what is lost, by what the formula was made of. */
static void give_up_around(void *context, int32_t index)
{
	struct retraction *retraction = context;
	size_t count;
	const formula *operands;

	if (index > network_last(retraction->before))
		return;
	operands = network_operands(retraction->before, index, &count);
	give_up(retraction, index, retraction->now.round, retraction->now.assignments);
	for (size_t i = 0; i < count; i++)
		give_up(retraction, formula_index(operands[i]), retraction->now.round,
			retraction->now.assignments);
}

/* It is defined otherwise: nothing follows by the former definition. */
static void give_up_definition(void *context, int32_t index)
{
	struct retraction *retraction = context;

	touch(retraction, index);
	if (index > network_last(retraction->before))
		return;
	retraction->now = (struct lost){index, 0, ~UINT64_C(0)};
	give_up_around(retraction, index);
}

static void retract(struct retraction *retraction, const struct evaluation *before,
	const struct evaluation *evaluation)
{
	const struct network *network = evaluation->network;

	network_visit_changed(network, give_up_definition, retraction);
	for (int32_t i = 1; i <= network_last(retraction->before); i++) {
		struct decision old = before->decisions[i], new = evaluation->decisions[i];

		if (old.is_true == new.is_true && old.is_false == new.is_false)
			continue;
		touch(retraction, i);
		give_up(retraction, i, 0,
			(old.is_true & ~new.is_true) | (old.is_false & ~new.is_false));
		lose(retraction,
			(struct lost){i, 0,
				(old.is_true & ~new.is_true) | (old.is_false & ~new.is_false)});
	}
	while (retraction->lost_count > 0) {
		retraction->now = retraction->lost[--retraction->lost_count];
		give_up_around(retraction, retraction->now.index);
		network_visit_users(
			retraction->before, retraction->now.index, give_up_around, retraction);
	}
}

/* What the evaluation says and what was found out and not given up. */
static void settle(struct propagation *propagation)
{
	const struct evaluation *evaluation = &propagation->evaluation;

	for (int32_t i = 1; i <= network_last(evaluation->network); i++) {
		struct decision *decision = &evaluation->decisions[i];
		uint64_t both;

		for (uint32_t k = propagation->last_event[i]; k > 0;
			k = propagation->events[k - 1].previous) {
			decision->is_true |= propagation->events[k - 1].decision.is_true;
			decision->is_false |= propagation->events[k - 1].decision.is_false;
		}
		both = decision->is_true & decision->is_false & propagation->assignments;
		if (both)
			contradict(propagation, i, both);
		propagation->refuted |= both;
	}
	propagation->assignments &= ~propagation->refuted;
}

static int compare_residuals(const void *left, const void *right)
{
	const struct residual *a = left, *b = right;

	return (a->index > b->index) - (a->index < b->index);
}

/* Where nothing was found out or given up, what is left to do is what it was. */
static void renew_residuals(struct retraction *retraction, const struct propagation *base)
{
	struct propagation *propagation = retraction->propagation;
	struct evaluation *evaluation = &propagation->evaluation;
	size_t changed = retraction->touched_count, capacity = 0;

	for (size_t i = base->event_count; i < propagation->event_count; i++)
		touch(retraction, propagation->events[i].index);
	changed = retraction->touched_count;
	for (size_t i = 0; i < changed; i++)
		network_visit_users(evaluation->network, retraction->touched[i], touch, retraction);
	for (size_t i = 0; i < base->evaluation.residual_count; i++)
		touch(retraction, base->evaluation.residuals[i].index);
	for (size_t i = 0; i < retraction->touched_count; i++)
		add_residual(propagation, retraction->touched[i], &capacity);
	if (evaluation->residual_count > 1)
		qsort(evaluation->residuals, evaluation->residual_count,
			sizeof(*evaluation->residuals), compare_residuals);
}

static void copy_events(struct propagation *propagation, const struct propagation *base)
{
	size_t known = (size_t)network_last(base->evaluation.network) + 1;

	memcpy(propagation->last_event, base->last_event, known * sizeof(*base->last_event));
	propagation->event_count = base->event_count;
	propagation->event_capacity = base->event_count + 64;
	propagation->events =
		memory_resize(NULL, propagation->event_capacity, sizeof(*propagation->events));
	if (base->event_count)
		memcpy(propagation->events, base->events,
			base->event_count * sizeof(*base->events));
}

static uint8_t sign_of_demand(formula required)
{
	return required > 0 ? DEMANDED_TRUE : DEMANDED_FALSE;
}

/* What is required no more is no longer known for that reason. */
static void give_up_demands(struct retraction *retraction, const struct propagation *base)
{
	for (size_t i = 0; i < base->required_count; i++) {
		int32_t index = formula_index(base->required[i]);

		if (retraction->demands[index] & sign_of_demand(base->required[i]))
			continue;
		touch(retraction, index);
		give_up(retraction, index, 0, ~UINT64_C(0));
	}
}

struct propagation *propagation_continue(const struct propagation *base,
	const struct evaluation *before, const struct evaluation *evaluation, uint64_t assignments,
	const formula *required, size_t count)
{
	const struct network *network = evaluation->network;
	size_t size = (size_t)network_last(network) + 1;
	struct propagation *propagation;
	struct retraction retraction = {.before = before->network};
	struct search search;

	if ((assignments & ~base->assignments) || network_base(network) != before->network ||
		base->evaluation.network != before->network)
		return NULL;
	propagation = propagation_of(evaluation, assignments, required, count);
	copy_events(propagation, base);
	retraction.propagation = propagation;
	retraction.demands = memory_allocate(size, sizeof(*retraction.demands));
	retraction.is_touched = memory_allocate(size, sizeof(*retraction.is_touched));
	for (size_t i = 0; i < count; i++)
		retraction.demands[formula_index(required[i])] |= sign_of_demand(required[i]);
	give_up_demands(&retraction, base);
	retract(&retraction, before, evaluation);
	search = search_of(propagation);
	search.round = base->last_round;
	settle(propagation);
	for (size_t i = 0; i < retraction.touched_count; i++) {
		wait(&search, retraction.touched[i]);
		network_visit_users(network, retraction.touched[i], wait, &search);
	}
	demand(&search);
	run(&search);
	renew_residuals(&retraction, base);
	search_finish(&search);
	memory_release(retraction.demands);
	memory_release(retraction.is_touched);
	memory_release(retraction.touched);
	memory_release(retraction.lost);
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
