#include "analyzer/variability/space/space_conflicts.h"
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
	BATCH = EVALUATION_ASSIGNMENTS,
	MOST_SINGLE = 1024 /* assignments that differ from the defaults in one input */
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

bool space_variant_classes(const struct space *space, size_t variant, uint32_t *classes)
{
	return space_inputs_of_variant(&space->inputs, space->analysis->findings, variant, classes);
}

/* The first variant is that of the defaults. */
static void find_origin(struct space *space)
{
	space_variant_classes(space, 0, space->origin);
	for (size_t i = 0; i < space->inputs.count; i++)
		if (space->inputs.items[i].class_count == 1)
			space->origin[i] = 0;
}

static void choose_default(const struct space *space, uint32_t *classes)
{
	for (size_t i = 0; i < space->inputs.count; i++)
		classes[i] = space->origin[i] == UINT32_MAX ? 0 : space->origin[i];
}

static size_t count_classes(const struct space *space)
{
	size_t count = 0;

	for (size_t i = 0; i < space->inputs.count; i++)
		count += space->inputs.items[i].class_count;
	return count < MOST_SINGLE ? count : MOST_SINGLE;
}

/* The default, then those that differ from it in one input, the variants, with the first class
 * where they say nothing; then others, spread over the space. */
static void choose_candidate(const struct batch *batch, size_t number, uint32_t *classes)
{
	const struct space *space = batch->space;
	size_t variants = space->analysis->findings->variants.count;
	size_t singles = count_classes(space);
	uint64_t random = (number + 1) * 0x9e3779b97f4a7c15u;

	choose_default(space, classes);
	if (number == 0)
		return;
	if (number <= singles) {
		size_t input = 0, class = number - 1;

		while (class >= space->inputs.items[input].class_count)
			class -= space->inputs.items[input++].class_count;
		classes[input] = (uint32_t) class;
		return;
	}
	if (number <= singles + variants) {
		space_variant_classes(space, number - singles - 1, classes);
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
	size_t candidates = space->inputs.count > 0
				    ? 1 + count_classes(space) + variants + 4 * (size_t)BATCH
				    : 1;
	struct batch batch;

	batch_init(&batch, space, cancelled);
	space->base_fails = true;
	for (size_t start = 0; start < candidates && space->base_fails && !space->is_given_up;
		start += batch.count) {
		struct trial *trial;

		/* Mostly the defaults will do. */
		batch.count = start == 0 ? 1 : candidates - start;
		if (batch.count > BATCH)
			batch.count = BATCH;
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

/* ---- all of it ---- */

/* Where no candidate passes, everything is in one part, of which a state may. */
static bool find_base_among_states(struct space *space, const atomic_bool *cancelled)
{
	const struct space_part *part = &space->parts[0];
	struct trial *trial;

	if (!space->base_fails || space->part_count == 0 || part->passing_count == 0)
		return true;
	uint32_t *classes = memory_allocate(space->inputs.count + 1, sizeof(*classes));
	space_part_classes(space, part, part->states[part->by_distance[0]].first, classes);
	trial = space_try(space, classes, space->inputs.count + 1, 1, cancelled);
	if (trial)
		space_set_base(space, classes, trial, 0);
	trial_destroy(trial);
	memory_release(classes);
	return trial != NULL;
}

static bool explore(struct space *space, const atomic_bool *cancelled)
{
	space_states_find(space, cancelled);
	if (is_cancelled(cancelled))
		return false;
	space_truth_create(space);
	if (!space_states_try(space, cancelled) || !find_base_among_states(space, cancelled))
		return false;
	for (uint32_t i = 0; i < space->part_count; i++) {
		struct space_part *part = &space->parts[i];

		if (part->combinations == 0
				? !space_large_find(space, part, cancelled)
				: !part->is_certain && !space_large_prove(space, part, cancelled))
			return false;
	}
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

static bool is_large(const struct space_part *part)
{
	return part->combinations == 0;
}

static bool has_large_part(const struct space *space)
{
	for (uint32_t i = 0; i < space->part_count; i++)
		if (is_large(&space->parts[i]))
			return true;
	return false;
}

static void find_signals_of_atoms(struct space *space)
{
	size_t count = space->analysis->findings->service_template->formula->atom_count;

	space->signal_of_atom =
		arena_allocate(space->arena, count + 1, sizeof(*space->signal_of_atom));
	for (size_t i = 0; i < space->signals.count; i++)
		if (space->signals.items[i].kind == SIGNAL_ATOM &&
			space->signals.items[i].table_size > 0)
			space->signal_of_atom[space->signals.items[i].number] =
				&space->signals.items[i];
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
	find_signals_of_atoms(space);
	space->base = arena_allocate(space->arena, space->inputs.count + 1, sizeof(*space->base));
	space->origin =
		arena_allocate(space->arena, space->inputs.count + 1, sizeof(*space->origin));
	find_origin(space);
	space->base_present =
		arena_allocate(space->arena, count / 64 + 1, sizeof(*space->base_present));
	if (!find_base(space, cancelled))
		return false;
	space_parts_divide(space);
	if (!explore(space, cancelled))
		return false;
	if (!space_conflicts_find(space, cancelled))
		return false;
	find_elements(space);
	if (!space_conditions_find(space, cancelled))
		return false;
	if (has_large_part(space))
		space_truth_sample(space);
	for (uint32_t i = 0; i < space->part_count && !space->base_fails; i++)
		if (is_large(&space->parts[i]) || !space->parts[i].is_certain)
			space_large_conditions(space, &space->parts[i]);
	return !is_cancelled(cancelled);
}

static struct space *create(const struct analysis *analysis, const struct solved_parts *answers,
	size_t limit, struct value fixed, const atomic_bool *cancelled)
{
	struct space *space = memory_allocate(1, sizeof(*space));
	bool is_done;

	assert(analysis_is_in_order(analysis));
	assert(analysis_types(analysis)); /* they tell which values there are */
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
