#include "analyzer/variability/space/space_conflicts.h"

#include "analyzer/variability/presence/conflict.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
	BATCH = EVALUATION_ASSIGNMENTS, /* states of which reasons are looked for */
	MOST_COMPARED = 64 * BATCH      /* others that are compared with these reasons */
};

/* States of all parts that fail in one way, the nearest first. */
struct failing {
	struct space *space;
	uint32_t failure;
	struct failing_state {
		uint32_t part, state, distance;
	} * items;
	size_t count, capacity;
	uint32_t first_told; /* failures from here on have reasons of their own */
	size_t rest;         /* the first state whose reason is another one */
};

static struct space_state *state_at(const struct failing *failing, size_t i)
{
	const struct failing_state *item = &failing->items[i];

	return &failing->space->parts[item->part].states[item->state];
}

static int compare(const void *a, const void *b)
{
	const struct failing_state *one = a, *other = b;

	if (one->distance != other->distance)
		return one->distance < other->distance ? -1 : 1;
	if (one->part != other->part)
		return one->part < other->part ? -1 : 1;
	return one->state < other->state ? -1 : one->state > other->state;
}

static void collect(struct failing *failing)
{
	const struct space *space = failing->space;

	for (uint32_t p = 0; p < space->part_count; p++)
		for (uint32_t s = 0; s < space->parts[p].state_count; s++) {
			const struct space_state *state = &space->parts[p].states[s];

			if (!state->is_failing || !state->is_unsolved ||
				state->failure != failing->failure)
				continue;
			failing->items = memory_reserve(failing->items, failing->count,
				&failing->capacity, sizeof(*failing->items));
			failing->items[failing->count++] =
				(struct failing_state){p, s, state->distance};
		}
	if (failing->count > 0)
		qsort(failing->items, failing->count, sizeof(*failing->items), compare);
}

/* Those of up to 64 states, one behind the other. */
static size_t classes_of(
	const struct failing *failing, size_t first, size_t stride, uint32_t *classes)
{
	const struct space *space = failing->space;
	size_t count = failing->count - first < BATCH ? failing->count - first : BATCH;

	for (size_t i = 0; i < count; i++) {
		const struct space_part *part = &space->parts[failing->items[first + i].part];

		memcpy(classes + i * stride, space->base, space->inputs.count * sizeof(*classes));
		space_part_classes(
			space, part, state_at(failing, first + i)->first, classes + i * stride);
	}
	return count;
}

/* ---- states whose reasons are looked for ---- */

static bool find_reasons(struct failing *failing, uint32_t *classes, size_t stride, size_t *told,
	const atomic_bool *cancelled)
{
	size_t count = classes_of(failing, 0, stride, classes);
	struct trial *trial =
		space_try_for_reasons(failing->space, classes, stride, count, cancelled);

	for (unsigned i = 0; trial && i < count; i++) {
		const struct problem *error = trial_error(trial, i);

		if (error && error->conflict_count > 0)
			state_at(failing, i)->failure =
				space_note_conflict(failing->space, error, classes + i * stride);
	}
	*told = count;
	trial_destroy(trial);
	return trial != NULL;
}

/* ---- all others ---- */

/* For which assignments of the evaluation the conditions of all elements in the conflict come to
 * what they come to in it: then it is one there, too. */
static uint64_t assignments_with(const struct space *space, const struct evaluation *evaluation,
	const struct space_failure *failure)
{
	const struct service_template *of = space->analysis->findings->service_template;
	uint64_t all = failure->conflict_count > 0 ? UINT64_MAX : 0;

	for (size_t i = 0; i < failure->conflict_count && all; i++) {
		const struct conflict_part *part = &failure->conflict[i];
		formula present;

		if (part->constraint || part->answer == CONFLICT_ALWAYS)
			continue;
		present = of->formula->present[part->element->position];
		all &= part->answer == CONFLICT_PRESENT  ? evaluation_true(evaluation, present)
		       : part->answer == CONFLICT_ABSENT ? evaluation_false(evaluation, present)
							 : 0;
	}
	return all;
}

static void compare_batch(
	struct failing *failing, const struct evaluation *evaluation, size_t first, size_t count)
{
	struct space *space = failing->space;
	uint64_t open = count == BATCH ? UINT64_MAX : (UINT64_C(1) << count) - 1;

	for (uint32_t f = failing->first_told; f < space->failure_count && open; f++) {
		uint64_t same = open & assignments_with(space, evaluation, &space->failures[f]);

		for (size_t i = 0; i < count; i++)
			if (same >> i & 1)
				state_at(failing, first + i)->failure = f;
		open &= ~same;
	}
}

static void compare_others(struct failing *failing, size_t first, uint32_t *classes, size_t stride)
{
	for (size_t i = first; i < failing->count && i < MOST_COMPARED; i += BATCH) {
		size_t count = classes_of(failing, i, stride, classes);
		struct evaluation *evaluation =
			space_evaluate(failing->space, classes, stride, count);

		compare_batch(failing, evaluation, i, count);
		evaluation_destroy(evaluation);
	}
}

/* ---- one failure ---- */

static bool divide(struct failing *failing, const atomic_bool *cancelled)
{
	size_t stride = failing->space->inputs.count + 1, told = 0;
	uint32_t *classes = memory_allocate(BATCH * stride, sizeof(*classes));
	bool is_done = find_reasons(failing, classes, stride, &told, cancelled);

	if (is_done)
		compare_others(failing, told, classes, stride);
	memory_release(classes);
	return is_done;
}

/* States with another reason than those that were found; of parts without states, what was noted.
 */
static void keep_rest(struct failing *failing)
{
	struct space *space = failing->space;
	struct space_failure *failure = &space->failures[failing->failure];
	bool has_large_part = false;
	size_t i = 0;

	for (uint32_t p = 0; p < space->part_count; p++)
		has_large_part |= space->parts[p].combinations == 0;
	while (i < failing->count && state_at(failing, i)->failure != failing->failure)
		i++;
	failure->is_divided = i == failing->count && !has_large_part;
	failing->rest = i;
}

/* Of the rest, no reason is known; it is told by its message, and where it is nearest to the
 * defaults. */
static bool tell_rest(struct failing *failing, const atomic_bool *cancelled)
{
	struct space *space = failing->space;
	struct space_failure *failure = &space->failures[failing->failure];

	if (failing->rest == failing->count) {
		if (!space_tell_failure(space, failure, cancelled))
			return false;
		failure = &space->failures[failing->failure];
		for (uint32_t f = failing->first_told; f < space->failure_count; f++)
			failure->is_divided |=
				string_equal(space->failures[f].advice, failure->advice);
		return true;
	}
	memcpy((uint32_t *)failure->inputs, space->base,
		space->inputs.count * sizeof(*failure->inputs));
	space_part_classes(space, &space->parts[failing->items[failing->rest].part],
		state_at(failing, failing->rest)->first, (uint32_t *)failure->inputs);
	return true;
}

static bool tell(struct space *space, uint32_t number, const atomic_bool *cancelled)
{
	struct failing failing = {
		.space = space, .failure = number, .first_told = (uint32_t)space->failure_count};
	bool is_done;

	if (space->base_fails)
		return space_tell_failure(space, &space->failures[number], cancelled);
	collect(&failing);
	is_done = failing.count == 0 || divide(&failing, cancelled);
	if (is_done)
		keep_rest(&failing);
	if (is_done && !space->failures[number].is_divided)
		is_done = tell_rest(&failing, cancelled);
	memory_release(failing.items);
	return is_done;
}

bool space_conflicts_find(struct space *space, const atomic_bool *cancelled)
{
	size_t count = space->failure_count;

	for (size_t i = 0; i < count; i++)
		if (space->failures[i].code == DIAGNOSTIC_CODE_COULD_NOT_SOLVE &&
			!tell(space, (uint32_t)i, cancelled))
			return false;
	space_order_failures(space);
	return true;
}
