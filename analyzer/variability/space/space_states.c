/* The states of all parts whose combinations are gone through: what there are, and what they come
 * to. */
#include "analyzer/variability/space/space_parts.h"
#include "analyzer/variability/space/space_truth.h"

#include "base/memory.h"
#include "solver/evaluation.h"

#include <stdlib.h>
#include <string.h>

enum {
	BATCH = EVALUATION_ASSIGNMENTS
};

static bool is_cancelled(const atomic_bool *cancelled)
{
	return cancelled && atomic_load(cancelled);
}

/* ---- what tells combinations apart ---- */

struct grouping {
	uint32_t *slots; /* states + 1 */
	size_t capacity;
	space_outcome *outcomes; /* of each state */
	size_t state_capacity;
};

/* Of several combinations, the one nearest to the base stands for the state. */
static bool find_state(struct space_part *part, struct grouping *grouping,
	const space_outcome *outcomes, uint32_t combination, uint32_t distance)
{
	uint64_t hash = 14695981039346656037u;
	size_t slot;

	for (uint32_t i = 0; i < part->signal_count; i++)
		hash = (hash ^ outcomes[i]) * 1099511628211u;
	slot = (size_t)(hash ^ hash >> 32) & (grouping->capacity - 1);
	for (; grouping->slots[slot]; slot = (slot + 1) & (grouping->capacity - 1)) {
		uint32_t state = grouping->slots[slot] - 1;

		if (memcmp(grouping->outcomes + (size_t)state * part->signal_count, outcomes,
			    part->signal_count * sizeof(*outcomes)) == 0) {
			part->state_of[combination] = state;
			part->states[state].weight++;
			if (distance < part->states[state].distance) {
				part->states[state].distance = distance;
				part->states[state].first = combination;
			}
			return false;
		}
	}
	grouping->slots[slot] = part->state_count + 1;
	part->state_of[combination] = part->state_count;
	return true;
}

static void add_state(struct space_part *part, struct grouping *grouping,
	const space_outcome *outcomes, uint32_t combination, uint32_t distance)
{
	if (part->state_count == grouping->state_capacity) {
		grouping->state_capacity = 2 * grouping->state_capacity + 16;
		part->states = memory_resize(
			part->states, grouping->state_capacity, sizeof(*part->states));
		grouping->outcomes = memory_resize(grouping->outcomes,
			grouping->state_capacity * part->signal_count + 1, sizeof(*outcomes));
	}
	part->states[part->state_count] =
		(struct space_state){.first = combination, .distance = distance, .weight = 1};
	if (part->signal_count > 0)
		memcpy(grouping->outcomes + (size_t)part->state_count * part->signal_count,
			outcomes, part->signal_count * sizeof(*outcomes));
	part->state_count++;
}

/* Combinations that no signal tells apart are one state. In `classes` there is room for all inputs.
 */
static void group_combinations(struct space *space, struct space_part *part, uint32_t *classes,
	const atomic_bool *cancelled)
{
	struct grouping grouping = {.capacity = 64};
	space_outcome *outcomes = memory_allocate(part->signal_count + 1, sizeof(*outcomes));

	while (grouping.capacity < 2 * part->combinations)
		grouping.capacity *= 2;
	grouping.slots = memory_allocate(grouping.capacity, sizeof(*grouping.slots));
	part->state_of = arena_allocate(space->arena, part->combinations, sizeof(*part->state_of));
	for (uint32_t c = 0; c < part->combinations && !is_cancelled(cancelled); c++) {
		uint32_t distance = 0;

		space_part_classes(space, part, c, classes);
		for (uint32_t i = 0; i < part->input_count; i++)
			distance += classes[part->inputs[i]] != space->origin[part->inputs[i]];
		for (uint32_t i = 0; i < part->signal_count; i++)
			outcomes[i] = (space_outcome)space_signal_at(
				&space->signals.items[part->signals[i]], &space->inputs, classes);
		if (find_state(part, &grouping, outcomes, c, distance))
			add_state(part, &grouping, outcomes, c, distance);
	}
	memory_release(grouping.slots);
	memory_release(grouping.outcomes);
	memory_release(outcomes);
}

/* ---- trying ---- */

/* Parts have nothing to do with one another, so one assignment shows a state of each of them. Only
 * where it fails it takes more to know which of them is to blame. */
struct choice {
	uint32_t part;
	uint32_t state;
};

/* Choices that are tried together. */
struct group {
	size_t first;
	size_t count;
};

struct trying {
	struct space *space;
	const atomic_bool *cancelled;
	uint32_t *classes; /* those of all assignments, one behind the other */
	size_t count;
	uint32_t *active; /* parts that have states that were not tried */
	uint32_t active_count;
	struct choice *choices; /* of assignments that fail */
	size_t choice_count, choice_capacity;
	struct group *groups;
	size_t group_count, group_capacity;
};

static uint32_t *classes_at(const struct trying *trying, size_t position)
{
	return trying->classes + position * (trying->space->inputs.count + 1);
}

static void begin_batch(struct trying *trying, size_t count)
{
	const struct space *space = trying->space;

	trying->count = count;
	for (size_t i = 0; i < count; i++)
		memcpy(classes_at(trying, i), space->base,
			space->inputs.count * sizeof(*space->base));
}

static void choose(const struct trying *trying, size_t position, struct choice choice)
{
	const struct space *space = trying->space;
	const struct space_part *part = &space->parts[choice.part];

	space_part_classes(
		space, part, part->states[choice.state].first, classes_at(trying, position));
}

static struct trial *try_batch(const struct trying *trying)
{
	return space_try(trying->space, trying->classes, trying->space->inputs.count + 1,
		trying->count, trying->cancelled);
}

static void take_failure(const struct trying *trying, struct space_part *part, uint32_t number,
	const struct trial *trial, unsigned assignment)
{
	const struct problem *error = trial_error(trial, assignment);
	struct space_state *state = &part->states[number];

	state->is_failing = true;
	state->failure = space_note_failure(trying->space, error, classes_at(trying, assignment));
	state->is_unsolved = error->phase < PHASE_VALUES;
	part->has_unsolved |= state->is_unsolved;
	part->failing += state->weight;
}

/* `first` is the state that the first of the assignments shows. */
static void take(const struct trying *trying, uint32_t number, const struct trial *trial,
	const struct evaluation *evaluation, struct space_shown shown)
{
	struct space_part *part = &trying->space->parts[number];
	const uint64_t *present = trial->findings.presence.present;

	for (unsigned i = 0; i < trying->count; i++)
		if (shown.assignments & trial->failing & UINT64_C(1) << i)
			take_failure(trying, part,
				shown.word * BATCH + (i + shown.rotation) % BATCH, trial, i);
	part->passing[shown.word] |= space_shown_bits(shown, ~trial->failing);
	for (uint32_t e = 0; e < part->element_count; e++)
		part->present[e * part->words + shown.word] |=
			space_shown_bits(shown, present[part->elements[e]]);
	space_truth_take(trying->space, number, evaluation, shown);
}

/* ---- several at once ---- */

static void add_choice(struct trying *trying, struct choice choice)
{
	trying->choices = memory_reserve(trying->choices, trying->choice_count,
		&trying->choice_capacity, sizeof(*trying->choices));
	trying->choices[trying->choice_count++] = choice;
}

static void add_group(struct trying *trying, size_t first, size_t count)
{
	trying->groups = memory_reserve(trying->groups, trying->group_count,
		&trying->group_capacity, sizeof(*trying->groups));
	trying->groups[trying->group_count++] = (struct group){first, count};
}

/* As many assignments as the part has states from `first` on, one bit each. */
static uint64_t assignments_of(const struct space_part *part, uint32_t first)
{
	uint32_t rest = part->state_count - first;

	return rest < BATCH ? (UINT64_C(1) << rest) - 1 : UINT64_MAX;
}

/* Assignments that fail, and show states of several parts. */
static uint64_t to_be_divided(struct trying *trying, const struct trial *trial, uint32_t first)
{
	uint64_t once = 0, twice = 0;

	for (uint32_t i = 0; i < trying->active_count; i++) {
		uint64_t own = assignments_of(&trying->space->parts[trying->active[i]], first);

		twice |= once & own;
		once |= own;
	}
	return twice & trial->failing;
}

static void take_round(struct trying *trying, const struct trial *trial, uint32_t first)
{
	uint64_t divided = to_be_divided(trying, trial, first);
	struct evaluation *evaluation = space_truth_evaluate(trying->space, trial, trying->classes,
		trying->space->inputs.count + 1, trying->count);

	for (uint32_t i = 0; i < trying->active_count; i++) {
		const struct space_part *part = &trying->space->parts[trying->active[i]];

		take(trying, trying->active[i], trial, evaluation,
			(struct space_shown){.assignments = assignments_of(part, first) & ~divided,
				.word = first / BATCH});
	}
	for (unsigned i = 0; i < trying->count; i++) {
		size_t before = trying->choice_count;

		for (uint32_t k = 0; divided >> i & 1 && k < trying->active_count; k++)
			if (assignments_of(&trying->space->parts[trying->active[k]], first) >> i &
				1)
				add_choice(trying, (struct choice){trying->active[k], first + i});
		if (divided >> i & 1)
			add_group(trying, before, trying->choice_count - before);
	}
	evaluation_destroy(evaluation);
}

/* Parts that have states from `first` on, and how many of their states make a batch. */
static size_t keep_active(struct trying *trying, uint32_t first)
{
	uint32_t kept = 0;
	size_t most = 0;

	for (uint32_t i = 0; i < trying->active_count; i++) {
		const struct space_part *part = &trying->space->parts[trying->active[i]];

		if (part->state_count <= first)
			continue;
		trying->active[kept++] = trying->active[i];
		if (part->state_count - first > most)
			most = part->state_count - first;
	}
	trying->active_count = kept;
	return most < BATCH ? most : BATCH;
}

/* The next states of all parts. */
static bool try_round(struct trying *trying, uint32_t first, size_t count)
{
	struct trial *trial;

	begin_batch(trying, count);
	for (uint32_t i = 0; i < trying->active_count; i++) {
		const struct space_part *part = &trying->space->parts[trying->active[i]];

		for (uint32_t k = 0; k < count && first + k < part->state_count; k++)
			choose(trying, k, (struct choice){trying->active[i], first + k});
	}
	trial = try_batch(trying);
	if (trial)
		take_round(trying, trial, first);
	trial_destroy(trial);
	return trial != NULL;
}

/* ---- which of several fails ---- */

static void take_group(struct trying *trying, struct group group, const struct trial *trial,
	const struct evaluation *evaluation, unsigned assignment)
{
	if (group.count > 1 && trial->failing >> assignment & 1) {
		size_t half = group.count / 2;

		add_group(trying, group.first, half);
		add_group(trying, group.first + half, group.count - half);
		return;
	}
	for (size_t i = group.first; i < group.first + group.count; i++) {
		struct choice choice = trying->choices[i];

		take(trying, choice.part, trial, evaluation,
			(struct space_shown){.assignments = UINT64_C(1) << assignment,
				.rotation = (choice.state - assignment) % BATCH,
				.word = choice.state / BATCH});
	}
}

static bool divide_groups(struct trying *trying)
{
	struct group groups[BATCH];
	struct evaluation *evaluation;
	struct trial *trial;

	begin_batch(trying, trying->group_count < BATCH ? trying->group_count : BATCH);
	trying->group_count -= trying->count;
	memcpy(groups, trying->groups + trying->group_count, trying->count * sizeof(*groups));
	for (size_t i = 0; i < trying->count; i++)
		for (size_t k = 0; k < groups[i].count; k++)
			choose(trying, i, trying->choices[groups[i].first + k]);
	trial = try_batch(trying);
	if (!trial)
		return false;
	evaluation = space_truth_evaluate(trying->space, trial, trying->classes,
		trying->space->inputs.count + 1, trying->count);
	for (unsigned i = 0; i < trying->count; i++)
		take_group(trying, groups[i], trial, evaluation, i);
	evaluation_destroy(evaluation);
	trial_destroy(trial);
	return true;
}

static bool try_all(struct trying *trying)
{
	bool is_done = true;
	size_t count;

	for (uint32_t first = 0;
		is_done && !trying->space->is_given_up && (count = keep_active(trying, first)) > 0;
		first += BATCH)
		is_done = try_round(trying, first, count);
	while (is_done && !trying->space->is_given_up && trying->group_count > 0)
		is_done = divide_groups(trying);
	return is_done;
}

/* ---- all of it ---- */

static int compare_places(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static void order_by_distance(struct space *space, struct space_part *part)
{
	uint64_t *places = memory_allocate(part->state_count + 1, sizeof(*places));

	for (uint32_t s = 0; s < part->state_count; s++)
		if (!part->states[s].is_failing)
			places[part->passing_count++] =
				(uint64_t)part->states[s].distance << 32 | s;
	qsort(places, part->passing_count, sizeof(*places), compare_places);
	part->by_distance =
		arena_allocate(space->arena, part->passing_count + 1, sizeof(*part->by_distance));
	for (uint32_t i = 0; i < part->passing_count; i++)
		part->by_distance[i] = (uint32_t)places[i];
	memory_release(places);
}

void space_order_failures(struct space *space)
{
	struct space_failure *ordered = memory_allocate(space->failure_count + 1, sizeof(*ordered));
	uint32_t *numbers = memory_allocate(space->failure_count + 1, sizeof(*numbers));
	uint32_t count = 0; /* a number is one more than the new place */

	for (uint32_t i = 0; i < space->part_count; i++)
		for (uint32_t s = 0; s < space->parts[i].state_count; s++) {
			struct space_state *state = &space->parts[i].states[s];

			if (!state->is_failing || state->failure == SPACE_NO_FAILURE)
				continue;
			if (!numbers[state->failure]) {
				ordered[count] = space->failures[state->failure];
				numbers[state->failure] = ++count;
			}
			state->failure = numbers[state->failure] - 1;
		}
	for (size_t i = 0; i < space->failure_count; i++)
		if (!numbers[i] && !space->failures[i].is_divided)
			ordered[count++] = space->failures[i];
	if (count > 0)
		memcpy(space->failures, ordered, count * sizeof(*ordered));
	space->failure_count = count;
	memory_release(ordered);
	memory_release(numbers);
}

static void prepare(struct space *space, struct space_part *part)
{
	part->words = (part->state_count + BATCH - 1) / BATCH;
	part->present = arena_allocate(
		space->arena, part->element_count * part->words + 1, sizeof(*part->present));
	part->passing = arena_allocate(space->arena, part->words + 1, sizeof(*part->passing));
}

void space_states_find(struct space *space, const atomic_bool *cancelled)
{
	uint32_t *classes = memory_allocate(space->inputs.count + 1, sizeof(*classes));

	for (uint32_t i = 0; i < space->part_count && !is_cancelled(cancelled); i++)
		if (space->parts[i].combinations > 0) {
			group_combinations(space, &space->parts[i], classes, cancelled);
			prepare(space, &space->parts[i]);
		}
	memory_release(classes);
}

bool space_states_try(struct space *space, const atomic_bool *cancelled)
{
	struct trying trying = {.space = space,
		.cancelled = cancelled,
		.classes = memory_allocate(BATCH * (space->inputs.count + 1), sizeof(uint32_t)),
		.active = memory_allocate(space->part_count + 1, sizeof(uint32_t))};
	bool is_done;

	for (uint32_t i = 0; i < space->part_count; i++)
		if (space->parts[i].combinations > 0)
			trying.active[trying.active_count++] = i;
	is_done = try_all(&trying);
	space_order_failures(space);
	for (uint32_t i = 0; i < space->part_count; i++)
		if (space->parts[i].combinations > 0)
			order_by_distance(space, &space->parts[i]);
	memory_release(trying.classes);
	memory_release(trying.active);
	memory_release(trying.choices);
	memory_release(trying.groups);
	return is_done;
}
