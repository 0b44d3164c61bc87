/* What follows after an edit, round by round, as far as it is not what followed before.
 *
 * Until it is *other*, what is known of a formula is known from the same round on as in the base.
 * A formula is *live* from the round on in which it has a part in something that is other: what
 * follows from it is found out anew. What the base has found by way of a formula that is live is
 * *checked* in the round in which the base has found it. All else is as it was. */
#include "solver/propagation/propagation.h"

#include "base/memory.h"
#include "solver/propagation/steps.h"

#include <stdlib.h>
#include <string.h>

#define ROUND_NEVER UINT32_MAX

enum appointment_kind {
	APPOINTMENT_LOOK,          /* at a formula */
	APPOINTMENT_CHECK,         /* whether what was found of a formula is still found */
	APPOINTMENT_CONTRADICTION, /* by number in the base */
};

struct appointment {
	uint32_t kind;
	uint32_t number;
	uint32_t next; /* of the same round, plus one */
};

/* What may be found of a formula in a round. */
struct candidate {
	int32_t index;
	struct decision before; /* what is known before */
	struct decision base;   /* what the base has found */
	struct decision found;
	uint32_t first_part; /* plus one */
};

/* What is found by way of one formula. */
struct part {
	struct decision decision;
	int32_t via;
	uint32_t next; /* plus one */
};

enum {
	DEMANDED_TRUE = 1,
	DEMANDED_FALSE = 2,
	DEMANDED_TRUE_BEFORE = 4,
	DEMANDED_FALSE_BEFORE = 8,
};

struct continuation {
	struct search search;
	struct propagation *propagation;
	const struct propagation *base;
	const struct evaluation *given;
	int32_t known;    /* the last formula of the base */
	uint32_t round;   /* in which things become other */
	uint8_t *demands; /* by index */

	/* By index: from which round on, or ROUND_NEVER. */
	uint32_t *live_from;
	uint32_t *other_from;

	struct appointment *appointments;
	size_t appointment_count;
	size_t appointment_capacity;
	uint32_t *first_appointment; /* by round: plus one */
	uint32_t last_appointed;

	struct candidate *candidates;
	size_t candidate_count;
	size_t candidate_capacity;
	uint32_t *slots; /* by index: candidate plus one */
	struct part *parts;
	size_t part_count;
	size_t part_capacity;

	bool *is_touched; /* by index: its decision is that of some round */
	int32_t *touched;
	size_t touched_count;
	size_t touched_capacity;
};

/* ---- what is known ---- */

static struct decision without(struct decision decision, uint64_t assignments)
{
	return (struct decision){decision.is_true & ~assignments, decision.is_false & ~assignments};
}

static bool is_none(struct decision decision)
{
	return !(decision.is_true | decision.is_false);
}

static struct decision join(struct decision one, struct decision other)
{
	return (struct decision){one.is_true | other.is_true, one.is_false | other.is_false};
}

static struct decision minus(struct decision one, struct decision other)
{
	return (struct decision){one.is_true & ~other.is_true, one.is_false & ~other.is_false};
}

static bool is_same(struct decision one, struct decision other)
{
	return one.is_true == other.is_true && one.is_false == other.is_false;
}

/* What the evaluation says, but for what a circle has a part in. */
static struct decision known_at_first(const struct continuation *continuation, int32_t index)
{
	return continuation->propagation->is_circular[index]
		       ? (struct decision){0, 0}
		       : continuation->given->decisions[index];
}

static struct decision known_before(
	const struct continuation *continuation, int32_t index, uint32_t round)
{
	const struct propagation *propagation = continuation->propagation;
	struct decision known = known_at_first(continuation, index);

	for (uint32_t i = propagation->last_event[index]; i;) {
		const struct propagation_event *event = propagation_event_at(propagation, i);

		if (event->round < round)
			known = join(known, event->decision);
		i = event->previous;
	}
	return known;
}

static void touch(void *context, int32_t index)
{
	struct continuation *continuation = context;

	if (continuation->is_touched[index])
		return;
	continuation->is_touched[index] = true;
	continuation->touched = memory_reserve(continuation->touched, continuation->touched_count,
		&continuation->touched_capacity, sizeof(*continuation->touched));
	continuation->touched[continuation->touched_count++] = index;
}

static void recall(struct continuation *continuation, int32_t index, uint32_t round)
{
	touch(continuation, index);
	continuation->propagation->evaluation.decisions[index] =
		known_before(continuation, index, round);
}

/* ---- what is to be done in which round ---- */

static void appoint(struct continuation *continuation, enum appointment_kind kind, uint32_t number,
	uint32_t round)
{
	continuation->appointments =
		memory_reserve(continuation->appointments, continuation->appointment_count,
			&continuation->appointment_capacity, sizeof(*continuation->appointments));
	continuation->appointments[continuation->appointment_count++] =
		(struct appointment){kind, number, continuation->first_appointment[round]};
	continuation->first_appointment[round] = (uint32_t)continuation->appointment_count;
	if (round > continuation->last_appointed)
		continuation->last_appointed = round;
}

/* The last event of a formula in the base; 0 if there is none. */
static uint32_t last_event_before(const struct continuation *continuation, int32_t index)
{
	return index <= continuation->known ? continuation->base->last_event[index] : 0;
}

/* What the base has found of an operand of `user`, or of that itself. */
static void appoint_for(struct continuation *continuation, int32_t user, int32_t index)
{
	uint32_t round = continuation->round;

	for (uint32_t i = last_event_before(continuation, index); i;) {
		const struct propagation_event *event = propagation_event_at(continuation->base, i);

		i = event->previous;
		if (event->round < round)
			continue;
		appoint(continuation, APPOINTMENT_LOOK, (uint32_t)user, event->round + 1);
		if (event->round > round && event->via == user)
			appoint(continuation, APPOINTMENT_CHECK, (uint32_t)index, event->round);
	}
}

static void make_live(void *context, int32_t index)
{
	struct continuation *continuation = context;
	const struct network *network = continuation->search.network;
	size_t count, count_before = 0;
	const formula *operands = network_operands(network, index, &count), *before = NULL;

	if (continuation->live_from[index] != ROUND_NEVER)
		return;
	continuation->live_from[index] = continuation->round;
	if (index <= continuation->known)
		before = network_operands(network_base(network), index, &count_before);
	appoint_for(continuation, index, index);
	for (size_t i = 0; i < count; i++)
		appoint_for(continuation, index, formula_index(operands[i]));
	for (size_t i = 0; before != operands && i < count_before; i++)
		appoint_for(continuation, index, formula_index(before[i]));
}

static void make_other(struct continuation *continuation, int32_t index)
{
	struct propagation *propagation = continuation->propagation;
	uint32_t round = continuation->round, last = propagation->last_event[index];

	if (continuation->other_from[index] != ROUND_NEVER)
		return;
	continuation->other_from[index] = round;
	for (; last && propagation_event_at(propagation, last)->round >= round;
		last = propagation_event_at(propagation, last)->previous)
		if (propagation_event_at(propagation, last)->round > round)
			appoint(continuation, APPOINTMENT_CHECK, (uint32_t)index,
				propagation_event_at(propagation, last)->round);
	propagation->last_event[index] = last;
	touch(continuation, index);
	make_live(continuation, index);
	network_visit_users(continuation->search.network, index, make_live, continuation);
}

/* ---- what is so from the beginning ---- */

/* It is new, or defined otherwise. */
static void change(void *context, int32_t index)
{
	struct continuation *continuation = context;

	if (index > continuation->known)
		make_other(continuation, index);
	make_live(continuation, index);
	search_wait(&continuation->search, index);
}

static void compare_at_first(
	struct continuation *continuation, const struct evaluation *before, int32_t index)
{
	struct search *search = &continuation->search;
	uint64_t assignments = continuation->propagation->assignments;
	struct decision old = before->decisions[index];

	if (continuation->base->is_circular[index])
		old = (struct decision){0, 0};
	if (is_same(without(old, ~assignments),
		    without(known_at_first(continuation, index), ~assignments)))
		return;
	make_other(continuation, index);
	search_wait(search, index);
	network_visit_users(search->network, index, search_wait, search);
}

/* What the evaluation says otherwise, and what a circle has a part in otherwise. */
static void compare_all_at_first(struct continuation *continuation, const struct evaluation *before)
{
	const struct evaluation *given = continuation->given;
	size_t touched;

	for (size_t i = 0; i < given->changed_count; i++)
		touch(continuation, given->changed[i]);
	touched = continuation->touched_count;
	for (size_t i = 0; i < touched; i++)
		if (continuation->touched[i] <= continuation->known)
			compare_at_first(continuation, before, continuation->touched[i]);
}

static uint8_t sign_of(formula required, uint8_t is_true)
{
	return (uint8_t)(required > 0 ? is_true : is_true << 1);
}

/* In the first round. */
static void compare_demands(struct continuation *continuation)
{
	const struct propagation *propagation = continuation->propagation,
				 *base = continuation->base;
	uint8_t *demands = continuation->demands;

	for (size_t i = 0; i < base->required_count; i++)
		demands[formula_index(base->required[i])] |=
			sign_of(base->required[i], DEMANDED_TRUE_BEFORE);
	for (size_t i = 0; i < propagation->required_count; i++)
		demands[formula_index(propagation->required[i])] |=
			sign_of(propagation->required[i], DEMANDED_TRUE);
	for (size_t i = 0; i < base->required_count; i++) {
		int32_t index = formula_index(base->required[i]);

		if (!(demands[index] & sign_of(base->required[i], DEMANDED_TRUE)))
			appoint(continuation, APPOINTMENT_CHECK, (uint32_t)index, 1);
	}
	for (size_t i = 0; i < propagation->required_count; i++) {
		formula required = propagation->required[i];
		int32_t index = formula_index(required);

		if (demands[index] & sign_of(required, DEMANDED_TRUE_BEFORE) &&
			continuation->other_from[index] == ROUND_NEVER)
			continue;
		recall(continuation, index, 1);
		search_find(&continuation->search, required, ~UINT64_C(0), 0);
	}
}

/* ---- one round ---- */

static uint32_t first_appointed(const struct continuation *continuation)
{
	return continuation->round <= continuation->last_appointed
		       ? continuation->first_appointment[continuation->round]
		       : 0;
}

static void look_at(struct continuation *continuation, int32_t index)
{
	size_t count;
	const formula *operands = network_operands(continuation->search.network, index, &count);

	recall(continuation, index, continuation->round);
	for (size_t i = 0; i < count; i++)
		recall(continuation, formula_index(operands[i]), continuation->round);
	search_look_at(&continuation->search, index);
}

static void look_at_waiting(struct continuation *continuation, const int32_t *waiting, size_t count)
{
	struct search *search = &continuation->search;

	for (size_t i = 0; i < count; i++)
		look_at(continuation, waiting[i]);
	for (uint32_t i = first_appointed(continuation); i;) {
		const struct appointment *appointment = &continuation->appointments[i - 1];
		int32_t index = (int32_t)appointment->number;

		i = appointment->next;
		if (appointment->kind != APPOINTMENT_LOOK ||
			search->waits[index] == continuation->round)
			continue;
		search->waits[index] = continuation->round;
		look_at(continuation, index);
	}
}

static struct candidate *candidate_for(struct continuation *continuation, int32_t index)
{
	struct candidate *candidate;

	if (continuation->slots[index])
		return &continuation->candidates[continuation->slots[index] - 1];
	continuation->candidates =
		memory_reserve(continuation->candidates, continuation->candidate_count,
			&continuation->candidate_capacity, sizeof(*continuation->candidates));
	candidate = &continuation->candidates[continuation->candidate_count++];
	continuation->slots[index] = (uint32_t)continuation->candidate_count;
	*candidate = (struct candidate){
		.index = index, .before = known_before(continuation, index, continuation->round)};
	return candidate;
}

/* Of several formulas by way of which the same is found, the first is remembered. */
static void add_part(struct continuation *continuation, struct candidate *candidate,
	struct decision decision, int32_t via)
{
	decision = minus(decision, join(candidate->before, candidate->found));
	decision = without(decision, ~continuation->propagation->assignments);
	if (is_none(decision))
		return;
	candidate->found = join(candidate->found, decision);
	continuation->parts = memory_reserve(continuation->parts, continuation->part_count,
		&continuation->part_capacity, sizeof(*continuation->parts));
	continuation->parts[continuation->part_count++] =
		(struct part){decision, via, candidate->first_part};
	candidate->first_part = (uint32_t)continuation->part_count;
}

static void list_candidates(struct continuation *continuation)
{
	struct search *search = &continuation->search;

	for (size_t i = 0; i < search->finding_count; i++)
		add_part(continuation, candidate_for(continuation, search->findings[i].index),
			search->findings[i].decision, search->findings[i].via);
	search->finding_count = 0;
	for (uint32_t i = first_appointed(continuation); i;
		i = continuation->appointments[i - 1].next)
		if (continuation->appointments[i - 1].kind == APPOINTMENT_CHECK)
			candidate_for(
				continuation, (int32_t)continuation->appointments[i - 1].number);
}

/* A way by which the base may have found the same. */
struct other_way {
	struct continuation *continuation;
	struct candidate *candidate;
};

static void try_other_way(void *context, int32_t index)
{
	const struct other_way *way = context;
	struct continuation *continuation = way->continuation;
	struct search *search = &continuation->search;

	if (continuation->live_from[index] < continuation->round ||
		is_none(minus(way->candidate->base, way->candidate->found)))
		return;
	look_at(continuation, index);
	for (size_t i = 0; i < search->finding_count; i++)
		if (search->findings[i].index == way->candidate->index)
			add_part(continuation, way->candidate, search->findings[i].decision, index);
	search->finding_count = 0;
}

/* What the base has found in this round is still found if the formula by way of which it was is
 * not live, or another one is there. */
static void confirm(struct continuation *continuation, struct candidate *candidate)
{
	uint8_t demand = continuation->demands[candidate->index];
	struct other_way way = {continuation, candidate};

	for (uint32_t i = last_event_before(continuation, candidate->index); i;) {
		const struct propagation_event *event = propagation_event_at(continuation->base, i);
		struct decision decision = minus(event->decision, candidate->before);

		i = event->previous;
		if (event->round != continuation->round)
			continue;
		decision = without(decision, ~continuation->propagation->assignments);
		candidate->base = join(candidate->base, decision);
		if (event->via ? continuation->live_from[event->via] >= continuation->round
			       : demand &
					 (event->decision.is_true ? DEMANDED_TRUE : DEMANDED_FALSE))
			add_part(continuation, candidate, decision, event->via);
	}
	if (is_none(minus(candidate->base, candidate->found)))
		return;
	try_other_way(&way, candidate->index);
	network_visit_users(continuation->search.network, candidate->index, try_other_way, &way);
}

static void take_effect(struct continuation *continuation, const struct candidate *candidate)
{
	struct decision known = candidate->before;

	continuation->slots[candidate->index] = 0;
	if (continuation->other_from[candidate->index] == ROUND_NEVER &&
		is_same(candidate->base, candidate->found))
		return;
	make_other(continuation, candidate->index);
	for (uint32_t i = candidate->first_part; i; i = continuation->parts[i - 1].next) {
		const struct part *part = &continuation->parts[i - 1];

		known = join(known, part->decision);
		search_note(&continuation->search, candidate->index, part->via, part->decision,
			known.is_true & known.is_false &
				(part->decision.is_true | part->decision.is_false));
	}
}

/* Returns the assignments in which it was one. */
static uint64_t contradict_again(struct continuation *continuation, uint32_t number)
{
	const struct contradiction *contradiction = &continuation->base->contradictions[number];
	struct propagation *propagation = continuation->propagation;
	uint64_t assignments = contradiction->assignments & propagation->assignments;

	if (assignments && continuation->other_from[contradiction->index] == ROUND_NEVER)
		propagation_contradict(
			propagation, contradiction->index, continuation->round, assignments);
	return assignments;
}

/* False if what the base has refuted now may not be: it has not looked any further there. */
static bool end_round(struct continuation *continuation)
{
	struct propagation *propagation = continuation->propagation;
	uint64_t refuted = 0;

	for (size_t i = 0; i < continuation->candidate_count; i++)
		take_effect(continuation, &continuation->candidates[i]);
	continuation->candidate_count = continuation->part_count = 0;
	for (uint32_t i = first_appointed(continuation); i;
		i = continuation->appointments[i - 1].next)
		if (continuation->appointments[i - 1].kind == APPOINTMENT_CONTRADICTION)
			refuted |= contradict_again(
				continuation, continuation->appointments[i - 1].number);
	propagation->assignments &= ~propagation->refuted;
	return !(refuted & propagation->assignments);
}

static bool run(struct continuation *continuation)
{
	struct search *search = &continuation->search;
	int32_t *looked_at =
		memory_resize(NULL, (size_t)network_last(search->network) + 1, sizeof(*looked_at));
	bool is_done = true;

	while (is_done && continuation->propagation->assignments &&
		(search->waiting_count || search->finding_count ||
			continuation->round <= continuation->last_appointed)) {
		int32_t *now = search->waiting;
		size_t count = search->waiting_count;

		search->waiting = looked_at;
		search->waiting_count = 0;
		looked_at = now;
		look_at_waiting(continuation, now, count);
		list_candidates(continuation);
		for (size_t i = 0; i < continuation->candidate_count; i++)
			confirm(continuation, &continuation->candidates[i]);
		is_done = end_round(continuation);
		search->round = ++continuation->round;
	}
	memory_release(looked_at);
	return is_done;
}

/* ---- all of it ---- */

static int compare_residuals(const void *left, const void *right)
{
	const struct residual *a = left, *b = right;

	return (a->index > b->index) - (a->index < b->index);
}

/* Where nothing is other, what is left to do is what it was. */
static void renew_residuals(struct continuation *continuation)
{
	struct propagation *propagation = continuation->propagation;
	struct evaluation *evaluation = &propagation->evaluation;
	size_t changed = continuation->touched_count, capacity = 0;

	for (size_t i = 0; i < changed; i++)
		if (continuation->other_from[continuation->touched[i]] != ROUND_NEVER)
			network_visit_users(
				evaluation->network, continuation->touched[i], touch, continuation);
	for (size_t i = 0; i < continuation->base->evaluation.residual_count; i++)
		touch(continuation, continuation->base->evaluation.residuals[i].index);
	for (size_t i = 0; i < continuation->touched_count; i++)
		propagation_add_residual(propagation, continuation->touched[i], &capacity);
	if (evaluation->residual_count > 1)
		qsort(evaluation->residuals, evaluation->residual_count,
			sizeof(*evaluation->residuals), compare_residuals);
}

/* What has been looked at is as it is known in the end. */
static void settle(struct continuation *continuation)
{
	struct propagation *propagation = continuation->propagation;
	uint64_t assignments = propagation->assignments | propagation->refuted;

	for (size_t i = 0; i < continuation->touched_count; i++) {
		int32_t index = continuation->touched[i];

		propagation->evaluation.decisions[index] =
			join(known_before(continuation, index, ROUND_NEVER),
				without(continuation->given->decisions[index], assignments));
	}
}

static void share(struct propagation *propagation, const struct propagation *base, int32_t known)
{
	size_t size = (size_t)known + 1;

	propagation->shared = base->events;
	propagation->shared_count = base->event_count;
	propagation->is_circular = memory_resize(
		NULL, (size_t)network_last(propagation->evaluation.network) + 1, sizeof(bool));
	memset(propagation->is_circular + size, 0,
		(size_t)network_last(propagation->evaluation.network) + 1 - size);
	memcpy(propagation->is_circular, base->is_circular, size);
	memcpy(propagation->last_event, base->last_event, size * sizeof(*base->last_event));
	memcpy(propagation->evaluation.decisions, base->evaluation.decisions,
		size * sizeof(*base->evaluation.decisions));
}

static struct continuation begin(const struct propagation *base, struct propagation *propagation,
	const struct evaluation *given)
{
	size_t size = (size_t)network_last(given->network) + 1;
	struct continuation continuation = {.search = search_of(propagation),
		.propagation = propagation,
		.base = base,
		.given = given,
		.known = network_last(base->evaluation.network),
		.demands = memory_allocate(size, sizeof(*continuation.demands)),
		.live_from = memory_resize(NULL, size, sizeof(*continuation.live_from)),
		.other_from = memory_resize(NULL, size, sizeof(*continuation.other_from)),
		.first_appointment = memory_allocate(
			(size_t)base->last_round + 3, sizeof(*continuation.first_appointment)),
		.slots = memory_allocate(size, sizeof(*continuation.slots)),
		.is_touched = memory_allocate(size, sizeof(*continuation.is_touched))};

	memset(continuation.live_from, 0xff, size * sizeof(*continuation.live_from));
	memset(continuation.other_from, 0xff, size * sizeof(*continuation.other_from));
	share(propagation, base, continuation.known);
	return continuation;
}

static void finish(struct continuation *continuation)
{
	search_finish(&continuation->search);
	memory_release(continuation->demands);
	memory_release(continuation->live_from);
	memory_release(continuation->other_from);
	memory_release(continuation->appointments);
	memory_release(continuation->first_appointment);
	memory_release(continuation->candidates);
	memory_release(continuation->slots);
	memory_release(continuation->parts);
	memory_release(continuation->is_touched);
	memory_release(continuation->touched);
}

struct propagation *propagation_continue(const struct propagation *base,
	const struct evaluation *before, const struct evaluation *evaluation, uint64_t assignments,
	const formula *required, size_t count)
{
	struct propagation *propagation;
	struct continuation continuation;

	if ((assignments & ~(base->assignments | base->refuted)) || base->shared ||
		base->last_round == 0 || network_base(evaluation->network) != before->network ||
		base->evaluation.network != before->network)
		return NULL;
	propagation = propagation_begin(evaluation, assignments, required, count);
	continuation = begin(base, propagation, evaluation);
	propagation_find_circles(propagation, touch, &continuation);
	for (size_t i = 0; i < base->contradiction_count; i++)
		appoint(&continuation, APPOINTMENT_CONTRADICTION, (uint32_t)i,
			base->contradictions[i].round);
	network_visit_changed(evaluation->network, change, &continuation);
	compare_all_at_first(&continuation, before);
	compare_demands(&continuation);
	continuation.search.round = continuation.round = 1;
	if (run(&continuation)) {
		settle(&continuation);
		renew_residuals(&continuation);
	} else {
		propagation_destroy(propagation);
		propagation = NULL;
	}
	finish(&continuation);
	return propagation;
}
