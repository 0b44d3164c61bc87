#include "analyzer/variability/space/space_large.h"
#include "analyzer/variability/space/space_parts.h"
#include "analyzer/variability/space/space_text.h"
#include "analyzer/variability/space/space_truth.h"

#include "base/memory.h"
#include "solver/evaluation.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
	BATCH = EVALUATION_ASSIGNMENTS
};

/* Up to 64 assignments on their way through resolving. */
struct batch {
	struct space *space;
	const atomic_bool *cancelled;
	uint32_t *classes; /* those of all assignments, one behind the other */
	size_t count;
};

static bool is_cancelled(const atomic_bool *cancelled)
{
	return cancelled && atomic_load(cancelled);
}

static uint32_t *classes_at(const struct batch *batch, size_t position)
{
	return batch->classes + position * (batch->space->inputs.count + 1);
}

static struct trial *try_batch(struct batch *batch)
{
	return space_try(batch->space, batch->classes, batch->space->inputs.count + 1, batch->count,
		batch->cancelled);
}

static void batch_init(struct batch *batch, struct space *space, const atomic_bool *cancelled)
{
	*batch = (struct batch){.space = space,
		.cancelled = cancelled,
		.classes = memory_allocate(
			BATCH * (space->inputs.count + 1), sizeof(*batch->classes))};
}

static void batch_finish(struct batch *batch)
{
	memory_release(batch->classes);
}

/* ---- an assignment that does not fail ---- */

static uint32_t class_of(const struct space_input *input, struct value value)
{
	for (size_t i = 0; i < input->value_count; i++)
		if (value_equal(input->values[i].value, value))
			return input->values[i].class;
	return UINT32_MAX;
}

bool space_variant_classes(const struct space *space, size_t variant, uint32_t *classes)
{
	const struct variants *variants = &space->analysis->findings->variants;
	bool is_known = true;

	for (size_t i = 0; i < space->inputs.count; i++) {
		const struct space_input *input = &space->inputs.items[i];
		struct value_result result =
			value_of_input(variants->items[variant].context, input->name);

		classes[i] =
			result.outcome == VALUE_KNOWN ? class_of(input, result.value) : UINT32_MAX;
		is_known &= classes[i] != UINT32_MAX;
	}
	return is_known;
}

/* The variants, with the first class where they say nothing; then others, spread over the space. */
static void choose_candidate(const struct batch *batch, size_t number, uint32_t *classes)
{
	const struct space *space = batch->space;
	size_t variants = space->analysis->findings->variants.count;
	uint64_t random = (number + 1) * 0x9e3779b97f4a7c15u;

	if (number < variants) {
		space_variant_classes(space, number, classes);
		for (size_t i = 0; i < space->inputs.count; i++)
			if (classes[i] == UINT32_MAX)
				classes[i] = 0;
		return;
	}
	for (size_t i = 0; i < space->inputs.count; i++) {
		random ^= random << 13;
		random ^= random >> 7;
		random ^= random << 17;
		classes[i] = (uint32_t)(random >> 32) % space->inputs.items[i].class_count;
	}
}

static bool find_base(struct space *space, const atomic_bool *cancelled)
{
	size_t variants = space->analysis->findings->variants.count;
	size_t candidates = space->inputs.count > 0 ? variants + 4 * (size_t)BATCH : 1;
	struct batch batch;

	batch_init(&batch, space, cancelled);
	space->base_fails = true;
	for (size_t start = 0; start < candidates && space->base_fails && !space->is_given_up;
		start += batch.count) {
		struct trial *trial;

		/* Mostly one of the variants will do. */
		batch.count = start == 0 && variants > 0 && variants < BATCH ? variants : BATCH;
		if (batch.count > candidates)
			batch.count = candidates;
		for (size_t i = 0; i < batch.count; i++)
			choose_candidate(&batch, start + i, classes_at(&batch, i));
		trial = try_batch(&batch);
		if (!trial) {
			batch_finish(&batch);
			return false;
		}
		if (start == 0)
			space_set_base(space, classes_at(&batch, 0), trial, 0);
		for (unsigned i = 0; i < batch.count && space->base_fails; i++)
			if (!(trial->failing >> i & 1))
				space_set_base(space, classes_at(&batch, i), trial, i);
			else if (trial_error(trial, i)->code == DIAGNOSTIC_CODE_SOLVING_GIVEN_UP)
				space->is_given_up = true;
		if (space->base_fails && space->inputs.count == 0)
			space_note_failure(space, trial_error(trial, 0), space->base);
		trial_destroy(trial);
	}
	batch_finish(&batch);
	return true;
}

/* ---- the states of a part ---- */

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

/* Combinations that no signal tells apart are one state. */
static bool group_combinations(
	struct space *space, struct space_part *part, const atomic_bool *cancelled)
{
	struct grouping grouping = {.capacity = 64};
	space_outcome *outcomes = memory_allocate(part->signal_count + 1, sizeof(*outcomes));
	uint32_t *classes = memory_allocate(space->inputs.count + 1, sizeof(*classes));

	while (grouping.capacity < 2 * part->combinations)
		grouping.capacity *= 2;
	grouping.slots = memory_allocate(grouping.capacity, sizeof(*grouping.slots));
	part->state_of = arena_allocate(space->arena, part->combinations, sizeof(*part->state_of));
	for (uint32_t c = 0; c < part->combinations && !is_cancelled(cancelled); c++) {
		uint32_t distance = 0;

		space_part_classes(space, part, c, classes);
		for (uint32_t i = 0; i < part->input_count; i++)
			distance += classes[part->inputs[i]] != space->base[part->inputs[i]];
		for (uint32_t i = 0; i < part->signal_count; i++)
			outcomes[i] = (space_outcome)space_signal_at(
				&space->signals.items[part->signals[i]], &space->inputs, classes);
		if (find_state(part, &grouping, outcomes, c, distance))
			add_state(part, &grouping, outcomes, c, distance);
	}
	memory_release(grouping.slots);
	memory_release(grouping.outcomes);
	memory_release(outcomes);
	memory_release(classes);
	return !is_cancelled(cancelled);
}

static void take_over(
	struct batch *batch, struct space_part *part, const struct trial *trial, uint32_t first)
{
	const uint64_t *present = trial->findings.presence.present;

	for (unsigned i = 0; i < batch->count; i++) {
		struct space_state *state = &part->states[first + i];

		state->is_failing = trial->failing >> i & 1;
		if (state->is_failing)
			state->failure = space_note_failure(
				batch->space, trial_error(trial, i), classes_at(batch, i));
		state->is_unsolved =
			state->is_failing && trial_error(trial, i)->phase < PHASE_VALUES;
		part->has_unsolved |= state->is_unsolved;
		if (state->is_failing)
			part->failing += state->weight;
	}
	part->passing[first / BATCH] = trial->all & ~trial->failing;
	for (uint32_t e = 0; e < part->element_count; e++)
		part->present[e * part->words + first / BATCH] =
			present[part->elements[e]] & trial->all;
}

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

static bool try_states(struct space *space, struct space_part *part, const atomic_bool *cancelled)
{
	struct batch batch;
	bool is_done = true;

	batch_init(&batch, space, cancelled);
	part->words = (part->state_count + BATCH - 1) / BATCH;
	part->present = arena_allocate(
		space->arena, part->element_count * part->words + 1, sizeof(*part->present));
	part->passing = arena_allocate(space->arena, part->words + 1, sizeof(*part->passing));
	for (uint32_t first = 0; first < part->state_count && is_done && !space->is_given_up;
		first += BATCH) {
		struct trial *trial;

		batch.count = part->state_count - first < BATCH ? part->state_count - first : BATCH;
		for (uint32_t i = 0; i < batch.count; i++) {
			uint32_t *classes = classes_at(&batch, i);

			memcpy(classes, space->base, space->inputs.count * sizeof(*classes));
			space_part_classes(space, part, part->states[first + i].first, classes);
		}
		trial = try_batch(&batch);
		is_done = trial != NULL;
		if (trial) {
			take_over(&batch, part, trial, first);
			space_truth_take(space, (uint32_t)(part - space->parts), trial,
				batch.classes, space->inputs.count + 1, first, batch.count);
		}
		trial_destroy(trial);
	}
	order_by_distance(space, part);
	batch_finish(&batch);
	return is_done;
}

static bool explore(struct space *space, const atomic_bool *cancelled)
{
	for (uint32_t i = 0; i < space->part_count; i++)
		if (space->parts[i].combinations > 0 &&
			!group_combinations(space, &space->parts[i], cancelled))
			return false;
	space_truth_create(space);
	for (uint32_t i = 0; i < space->part_count; i++) {
		struct space_part *part = &space->parts[i];

		if (part->combinations > 0 ? !try_states(space, part, cancelled)
					   : !space_large_find(space, part, cancelled))
			return false;
	}
	return true;
}

/* What contradicts what is looked for once for each failure, not for each assignment. */
static bool find_reasons(struct space *space, const atomic_bool *cancelled)
{
	for (size_t i = 0; i < space->failure_count; i++)
		if (space->failures[i].code == DIAGNOSTIC_CODE_COULD_NOT_SOLVE &&
			!space_tell_failure(space, &space->failures[i], cancelled))
			return false;
	return true;
}

/* What is at the place of a failure. */
static void find_elements(struct space *space)
{
	for (size_t i = 0; i < space->failure_count; i++) {
		struct node place = analysis_node(space->analysis, space->failures[i].place);

		if (!node_is_absent(place) && place.tree == analysis_tree(space->analysis))
			space->failures[i].element = analysis_element_at(space->analysis, place);
	}
}

/* ---- all of it ---- */

static bool has_large_part(const struct space *space)
{
	for (uint32_t i = 0; i < space->part_count; i++)
		if (space->parts[i].combinations == 0)
			return true;
	return false;
}

static bool make(struct space *space, struct value fixed, const atomic_bool *cancelled)
{
	const struct analysis *analyses[] = {space->analysis};
	uint32_t count = space->analysis->findings->service_template->graph.all.count;

	space_inputs_find(&space->inputs, space->arena, analyses, 1);
	space_inputs_fix(&space->inputs, space->arena, fixed);
	if (!space_signals_find(
		    &space->signals, &space->inputs, space->arena, analyses, 1, cancelled))
		return false;
	space->base = arena_allocate(space->arena, space->inputs.count + 1, sizeof(*space->base));
	space->base_present =
		arena_allocate(space->arena, count / 64 + 1, sizeof(*space->base_present));
	if (!find_base(space, cancelled))
		return false;
	space_parts_divide(space);
	if (!explore(space, cancelled))
		return false;
	if (!find_reasons(space, cancelled))
		return false;
	find_elements(space);
	if (!space_conditions_find(space, cancelled))
		return false;
	if (has_large_part(space))
		space_truth_sample(space);
	for (uint32_t i = 0; i < space->part_count && !space->base_fails; i++)
		if (space->parts[i].combinations == 0)
			space_large_conditions(space, &space->parts[i]);
	return !is_cancelled(cancelled);
}

static struct space *create(const struct analysis *analysis, const struct solved_parts *answers,
	size_t limit, struct value fixed, const atomic_bool *cancelled)
{
	struct space *space = memory_allocate(1, sizeof(*space));
	bool is_done;

	assert(analysis_is_in_order(analysis));
	atomic_init(&space->references, 1);
	space->arena = arena_create();
	space->limit = limit;
	space->analysis = analysis_retain(analysis);
	space->solved = solved_parts_create();
	space->previously_solved = answers;
	is_done = make(space, fixed, cancelled);
	space->previously_solved = NULL;
	if (is_done)
		return space;
	space_release(space);
	return NULL;
}

struct space *space_create(const struct analysis *analysis, const struct solved_parts *answers,
	const atomic_bool *cancelled)
{
	return create(analysis, answers, SPACE_MOST_COMBINATIONS, value_none(), cancelled);
}

struct space *space_create_within(const struct analysis *analysis, size_t limit, struct value fixed,
	const atomic_bool *cancelled)
{
	return create(analysis, NULL, limit, fixed, cancelled);
}

void space_release(struct space *space)
{
	if (!space || atomic_fetch_sub_explicit(&space->references, 1, memory_order_acq_rel) > 1)
		return;
	for (uint32_t i = 0; i < space->part_count; i++)
		memory_release(space->parts[i].states);
	space_truth_destroy(space->truth);
	solved_parts_destroy(space->solved);
	analysis_release(space->analysis);
	arena_destroy(space->arena);
	memory_release(space);
}

/* ---- reading ---- */

struct solved_parts *space_answers(const struct space *space)
{
	return space->solved;
}

const struct analysis *space_analysis(const struct space *space)
{
	return space->analysis;
}

size_t space_input_count(const struct space *space)
{
	return space->inputs.count;
}

struct space_classes space_classes(const struct space *space, size_t input)
{
	const struct space_input *item = &space->inputs.items[input];

	return (struct space_classes){item->name, item->key, item->classes, item->class_count};
}

struct value space_assignment_value(
	const struct space *space, space_assignment assignment, struct arena *arena)
{
	return space_value(space, assignment, arena);
}

const char *space_when_name(enum space_when when)
{
	static const char *const names[] = {"always", "never", "varies", "unknown"};

	return names[when];
}

const struct space_failure *space_failures(const struct space *space, size_t *count)
{
	*count = space->failure_count;
	return space->failures;
}
