#include "solver/propagation/justification.h"

#include "base/memory.h"
#include "solver/propagation/rounds.h"

#include <assert.h>

#define ROUND_NEVER UINT32_MAX
#define REQUIRED_NONE UINT32_MAX

struct formula_list {
	formula *items;
	size_t count;
	size_t capacity;
};

/* Tells formulas apart by what they say, not by their numbers. */
struct rank {
	uint32_t first; /* of their variables */
	uint64_t mixed; /* of all operands; 0: a variable */
};

struct justifier {
	const struct propagation *propagation;
	const struct network *network;
	const uint32_t *variable_ranks;
	struct rank *ranks; /* of operators, by index; 0: not known yet */
	uint32_t *required; /* by index: the first such demand plus one, either sign */

	unsigned assignment;
	struct justification *result;
	size_t definition_capacity;
	size_t required_capacity;
	bool *is_met; /* by index, twice: as it is, negated; then whether it is defined */
	struct formula_list met;
	struct formula_list reasons; /* of the formula at hand */
	struct formula_list choice;  /* the best so far */
};

static void add(struct formula_list *list, formula operand)
{
	list->items =
		memory_reserve(list->items, list->count, &list->capacity, sizeof(*list->items));
	list->items[list->count++] = operand;
}

/* ---- when something was known ---- */

static bool holds_in(struct decision decision, formula operand, unsigned assignment)
{
	return (operand < 0 ? decision.is_false : decision.is_true) >> assignment & 1;
}

/* 0: from the beginning. */
static uint32_t round_of(const struct justifier *justifier, formula operand)
{
	const struct propagation *propagation = justifier->propagation;
	int32_t index = formula_index(operand);

	for (uint32_t next = propagation->last_event[index]; next;
		next = propagation_event_at(propagation, next)->previous) {
		const struct propagation_event *event = propagation_event_at(propagation, next);

		if (holds_in(event->decision, operand, justifier->assignment))
			return event->round;
	}
	return holds_in(propagation->evaluation.decisions[index], operand, justifier->assignment)
		       ? 0
		       : ROUND_NEVER;
}

/* What was known from the beginning follows from operands that come before it. */
static bool is_before(const struct justifier *justifier, formula reason, uint32_t round)
{
	uint32_t own = round_of(justifier, reason);

	return own < round || (own == 0 && round == 0);
}

/* ---- ranks ---- */

/* SplitMix64: sums of what it makes tell operands apart, which those of the ranks themselves do
 * not. */
static uint64_t mix(uint64_t word)
{
	word = (word ^ word >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	word = (word ^ word >> 27) * UINT64_C(0x94d049bb133111eb);
	return word ^ word >> 31;
}

static struct rank rank_of(struct justifier *justifier, formula operand)
{
	int32_t index = formula_index(operand);
	struct rank rank = {UINT32_MAX, 0};
	size_t count;
	const formula *operands = network_operands(justifier->network, index, &count);

	if (network_kind(justifier->network, index) == FORMULA_VARIABLE)
		return (struct rank){justifier->variable_ranks[index], 0};
	if (justifier->ranks[index].mixed)
		return justifier->ranks[index];
	for (size_t i = 0; i < count; i++) {
		struct rank of_operand = rank_of(justifier, operands[i]);

		if (of_operand.first < rank.first)
			rank.first = of_operand.first;
		rank.mixed += mix(of_operand.mixed ^ mix((uint64_t)of_operand.first << 1 |
							     (operands[i] < 0))); /* in any order */
	}
	rank.mixed = mix(rank.mixed + network_kind(justifier->network, index)) | 1;
	return justifier->ranks[index] = rank;
}

static bool precedes(struct justifier *justifier, formula one, formula other)
{
	struct rank first = rank_of(justifier, one), second = rank_of(justifier, other);

	if (first.first != second.first)
		return first.first < second.first;
	if (first.mixed != second.mixed)
		return first.mixed < second.mixed;
	return one > other; /* as it is, before negated */
}

/* ---- steps: the reasons go to `reasons` ---- */

/* The one that is ranked first among the operands that were known; FORMULA_NONE if there is none.
 * With `sign` -1, the operands are negated. */
static formula first_known(struct justifier *justifier, const formula *operands, size_t count,
	formula sign, uint32_t round, formula but)
{
	formula first = FORMULA_NONE;

	for (size_t i = 0; i < count; i++) {
		formula operand = sign * operands[i];

		if (operand != but && is_before(justifier, operand, round) &&
			(!first || precedes(justifier, operand, first)))
			first = operand;
	}
	return first;
}

/* All operands but these, which are known; false if one of them is not. */
static bool add_others(struct justifier *justifier, const formula *operands, size_t count,
	formula sign, uint32_t round, formula but)
{
	for (size_t i = 0; i < count; i++) {
		formula operand = sign * operands[i];

		if (formula_index(operand) == formula_index(but))
			continue;
		if (!is_before(justifier, operand, round))
			return false;
		add(&justifier->reasons, operand);
	}
	return true;
}

/* Each operand in the way in which it is known, but for one. False if one is not known, or unless
 * `is_odd` tells whether an odd number of them holds. */
static bool add_parities(struct justifier *justifier, const formula *operands, size_t count,
	uint32_t round, formula but, bool is_odd)
{
	bool parity = false;

	for (size_t i = 0; i < count; i++) {
		formula operand = operands[i];

		if (formula_index(operand) == formula_index(but))
			continue;
		if (!is_before(justifier, operand, round))
			operand = formula_not(operand);
		if (!is_before(justifier, operand, round))
			return false;
		parity ^= operand == operands[i];
		add(&justifier->reasons, operand);
	}
	return parity == is_odd;
}

/* All that were known to be false, but for the one that is ranked last if all were; false if more
 * than `spared` others were not. */
static bool add_absent(struct justifier *justifier, const formula *operands, size_t count,
	uint32_t round, size_t spared, formula but)
{
	formula last = FORMULA_NONE;
	size_t others = 0;

	for (size_t i = 0; i < count; i++) {
		formula absent = formula_not(operands[i]);

		if (formula_index(absent) == formula_index(but))
			continue;
		if (!is_before(justifier, absent, round)) {
			others++;
			continue;
		}
		add(&justifier->reasons, absent);
		if (!last || precedes(justifier, last, absent))
			last = absent;
	}
	if (others == 0 && spared)
		for (size_t i = 0; i < justifier->reasons.count; i++)
			if (justifier->reasons.items[i] == last)
				justifier->reasons.items[i] =
					justifier->reasons.items[--justifier->reasons.count];
	return others <= spared;
}

static bool add_first(struct justifier *justifier, const formula *operands, size_t count,
	formula sign, uint32_t round, formula but)
{
	formula first = first_known(justifier, operands, count, sign, round, but);

	if (first)
		add(&justifier->reasons, first);
	return first != FORMULA_NONE;
}

static bool add_first_two(
	struct justifier *justifier, const formula *operands, size_t count, uint32_t round)
{
	formula first = first_known(justifier, operands, count, 1, round, FORMULA_NONE);

	if (!first)
		return false;
	add(&justifier->reasons, first);
	return add_first(justifier, operands, count, 1, round, first);
}

/* Why `known` is what its operands make it. */
static bool follows_from_operands(struct justifier *justifier, formula known, uint32_t round)
{
	size_t count;
	const formula *operands = network_operands(justifier->network, known, &count);

	justifier->reasons.count = 0;
	switch (network_kind(justifier->network, known)) {
	case FORMULA_CONSTANT:
		return true;
	case FORMULA_VARIABLE:
		return count == 0 ? round == 0
				  : add_first(justifier, operands, 1, known < 0 ? -1 : 1, round,
					    FORMULA_NONE);
	case FORMULA_AND:
		return known > 0 ? add_others(justifier, operands, count, 1, round, FORMULA_NONE)
				 : add_first(justifier, operands, count, -1, round, FORMULA_NONE);
	case FORMULA_XOR:
		return add_parities(justifier, operands, count, round, FORMULA_NONE, known > 0);
	case FORMULA_AT_MOST_ONE:
		return known > 0 ? add_absent(justifier, operands, count, round, 1, FORMULA_NONE)
				 : add_first_two(justifier, operands, count, round);
	}
	return false;
}

static formula occurrence_of(const formula *operands, size_t count, int32_t index)
{
	for (size_t i = 0; i < count; i++)
		if (formula_index(operands[i]) == index)
			return operands[i];
	return FORMULA_NONE;
}

/* Why `known` is what `user`, in the way in which that is known, makes of its operands. */
static bool follows_from(struct justifier *justifier, formula known, formula user, uint32_t round)
{
	size_t count;
	const formula *operands = network_operands(justifier->network, user, &count);
	formula operand = occurrence_of(operands, count, formula_index(known));
	bool is_as_written = operand == known;

	justifier->reasons.count = 0;
	if (!operand || !is_before(justifier, user, round))
		return false;
	add(&justifier->reasons, user);
	switch (network_kind(justifier->network, user)) {
	case FORMULA_CONSTANT:
		return false;
	case FORMULA_VARIABLE:
		return (user > 0) == is_as_written;
	case FORMULA_AND:
		if (user > 0)
			return is_as_written;
		return !is_as_written && add_others(justifier, operands, count, 1, round, known);
	case FORMULA_XOR:
		return add_parities(
			justifier, operands, count, round, known, (user > 0) != is_as_written);
	case FORMULA_AT_MOST_ONE:
		if (user > 0)
			return !is_as_written &&
			       add_first(justifier, operands, count, 1, round, operand);
		return is_as_written && add_absent(justifier, operands, count, round, 1, known);
	}
	return false;
}

/* ---- which step it was ---- */

struct choosing {
	struct justifier *justifier;
	formula known;
	uint32_t round;
	formula user; /* FORMULA_NONE: none so far */
};

static void consider(void *context, int32_t index)
{
	struct choosing *choosing = context;
	struct justifier *justifier = choosing->justifier;

	for (formula user = index; user >= -index; user -= 2 * index) {
		struct formula_list list = justifier->choice;

		if ((choosing->user && !precedes(justifier, user, choosing->user)) ||
			!follows_from(justifier, choosing->known, user, choosing->round))
			continue;
		choosing->user = user;
		justifier->choice = justifier->reasons;
		justifier->reasons = list;
	}
}

static void note_definition(struct justifier *justifier, formula variable)
{
	struct justification *result = justifier->result;
	size_t slot = 2 * ((size_t)network_last(justifier->network) + 1) +
		      (size_t)formula_index(variable);
	size_t count;

	network_operands(justifier->network, variable, &count);
	if (network_kind(justifier->network, variable) != FORMULA_VARIABLE || count == 0 ||
		justifier->is_met[slot])
		return;
	justifier->is_met[slot] = true;
	result->definitions = memory_reserve(result->definitions, result->definition_count,
		&justifier->definition_capacity, sizeof(*result->definitions));
	result->definitions[result->definition_count++] = formula_index(variable);
}

static void note_demand(struct justifier *justifier, uint32_t number)
{
	struct justification *result = justifier->result;

	result->required = memory_reserve(result->required, result->required_count,
		&justifier->required_capacity, sizeof(*result->required));
	result->required[result->required_count++] = number;
}

/* The number of the demand for just this; REQUIRED_NONE if there is none. */
static uint32_t demand_for(const struct justifier *justifier, formula known)
{
	uint32_t number = justifier->required[formula_index(known)] - 1;
	const struct propagation *propagation = justifier->propagation;

	if (number == REQUIRED_NONE)
		return number;
	while (number < propagation->required_count && propagation->required[number] != known)
		number++;
	return number < propagation->required_count ? number : REQUIRED_NONE;
}

static void meet(struct justifier *justifier, formula known)
{
	size_t slot = 2 * (size_t)formula_index(known) + (known < 0);

	if (justifier->is_met[slot])
		return;
	justifier->is_met[slot] = true;
	add(&justifier->met, known);
}

static void justify(struct justifier *justifier, formula known)
{
	uint32_t round = round_of(justifier, known);
	uint32_t demand = round == 1 ? demand_for(justifier, known) : REQUIRED_NONE;
	struct choosing choosing = {justifier, known, round, FORMULA_NONE};
	const struct formula_list *reasons = &justifier->reasons;

	assert(round != ROUND_NEVER);
	if (demand != REQUIRED_NONE) {
		note_demand(justifier, demand);
		return;
	}
	if (follows_from_operands(justifier, known, round)) {
		note_definition(justifier, known);
	} else {
		network_visit_users(justifier->network, known, consider, &choosing);
		assert(choosing.user);
		note_definition(justifier, choosing.user);
		reasons = &justifier->choice;
	}
	for (size_t i = 0; i < reasons->count; i++)
		meet(justifier, reasons->items[i]);
}

/* Demands that are not met come first, in their order. */
static int32_t first_contradiction(struct justifier *justifier)
{
	const struct propagation *propagation = justifier->propagation;
	int32_t first = 0;

	for (size_t i = 0; i < propagation->contradiction_count; i++) {
		const struct contradiction *contradiction = &propagation->contradictions[i];
		int32_t index = contradiction->index;

		if (!(contradiction->assignments >> justifier->assignment & 1) || index == first)
			continue;

		/* Without a demand: UINT32_MAX. */
		uint32_t demand = justifier->required[index] - 1;
		uint32_t known = first ? justifier->required[first] - 1 : 0;

		if (!first || demand < known ||
			(demand == known && precedes(justifier, index, first)))
			first = index;
	}
	return first;
}

/* ---- all of it ---- */

struct justifier *justifier_create(const struct propagation *propagation, const uint32_t *ranks)
{
	struct justifier *justifier = memory_allocate(1, sizeof(*justifier));
	const struct network *network = propagation->evaluation.network;
	size_t size = (size_t)network_last(network) + 1;

	justifier->propagation = propagation;
	justifier->network = network;
	justifier->variable_ranks = ranks;
	justifier->ranks = memory_allocate(size, sizeof(*justifier->ranks));
	justifier->required = memory_allocate(size, sizeof(*justifier->required));
	justifier->is_met = memory_allocate(3 * size, sizeof(*justifier->is_met));
	for (size_t i = propagation->required_count; i-- > 0;)
		justifier->required[formula_index(propagation->required[i])] = (uint32_t)i + 1;
	return justifier;
}

void justifier_destroy(struct justifier *justifier)
{
	memory_release(justifier->ranks);
	memory_release(justifier->required);
	memory_release(justifier->is_met);
	memory_release(justifier->met.items);
	memory_release(justifier->reasons.items);
	memory_release(justifier->choice.items);
	memory_release(justifier);
}

static void forget(struct justifier *justifier)
{
	size_t size = (size_t)network_last(justifier->network) + 1;

	for (size_t i = 0; i < justifier->met.count; i++) {
		formula known = justifier->met.items[i];

		justifier->is_met[2 * (size_t)formula_index(known) + (known < 0)] = false;
	}
	for (size_t i = 0; i < justifier->result->definition_count; i++)
		justifier->is_met[2 * size + (size_t)justifier->result->definitions[i]] = false;
	justifier->met.count = 0;
}

struct justification justifier_find(struct justifier *justifier, unsigned assignment)
{
	struct justification result = {0};
	int32_t contradiction;

	assert(propagation_refuted(justifier->propagation) >> assignment & 1);
	justifier->assignment = assignment;
	justifier->result = &result;
	justifier->definition_capacity = justifier->required_capacity = 0;
	contradiction = first_contradiction(justifier);
	meet(justifier, contradiction);
	meet(justifier, formula_not(contradiction));
	for (size_t i = 0; i < justifier->met.count; i++)
		justify(justifier, justifier->met.items[i]);
	forget(justifier);
	return result;
}

void justification_finish(struct justification *justification)
{
	memory_release(justification->definitions);
	memory_release(justification->required);
	*justification = (struct justification){0};
}
