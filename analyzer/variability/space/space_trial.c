/* Resolving with assignments of a space, and what is noted of them. */
#include "analyzer/variability/space/space_parts.h"

#include "analyzer/variability/presence/conflict.h"
#include "base/memory.h"
#include "solver/evaluation.h"

#include <string.h>

enum {
	BATCH = EVALUATION_ASSIGNMENTS,
	MOST_FAILURES = 1000
};

struct value space_value(const struct space *space, const uint32_t *classes, struct arena *arena)
{
	struct value *values = arena_allocate(arena, space->inputs.count + 1, sizeof(*values));

	for (size_t i = 0; i < space->inputs.count; i++)
		values[i] = space->inputs.items[i].classes[classes[i]];
	return space_inputs_map(&space->inputs, values, arena);
}

struct tried {
	const struct space *space;
	const uint32_t *classes;
	size_t stride, count;
};

/* Of classes it is known what an expression comes to. */
static bool find_known_value(
	const void *context, size_t atom, uint64_t *is_true, uint64_t *is_false)
{
	const struct tried *tried = context;
	const struct space_signal *signal = tried->space->signal_of_atom[atom];

	*is_true = *is_false = 0;
	for (size_t i = 0; signal && i < tried->count; i++) {
		enum signal_outcome outcome = space_signal_at(
			signal, &tried->space->inputs, tried->classes + i * tried->stride);

		*is_true |= (uint64_t)(outcome == OUTCOME_TRUE) << i;
		*is_false |= (uint64_t)(outcome == OUTCOME_FALSE) << i;
		if (outcome > OUTCOME_TRUE)
			signal = NULL;
	}
	if (!signal)
		*is_true = *is_false = 0;
	return signal != NULL;
}

static struct trial *try_with(struct space *space, const uint32_t *classes, size_t stride,
	size_t count, bool tells_reasons, const atomic_bool *cancelled)
{
	struct value inputs[BATCH];
	struct arena *arena = arena_create();
	struct tried tried = {space, classes, stride, count};
	struct trial *trial;

	space->trials++;
	for (size_t i = 0; i < count; i++)
		inputs[i] = space_value(space, classes + i * stride, arena);
	trial = trial_create(&(struct trial_request){
		.service_template = space->analysis->findings->service_template,
		.inputs = inputs,
		.count = count,
		.inputs_are_unrelated = !space->inputs.are_related,
		.solved = space->solved,
		.previously_solved = space->previously_solved,
		.known_values = {find_known_value, &tried},
		.cancelled = cancelled,
		.tells_reasons = tells_reasons,
	});
	arena_destroy(arena);
	return trial;
}

struct trial *space_try(struct space *space, const uint32_t *classes, size_t stride, size_t count,
	const atomic_bool *cancelled)
{
	return try_with(space, classes, stride, count, false, cancelled);
}

struct trial *space_try_for_reasons(struct space *space, const uint32_t *classes, size_t stride,
	size_t count, const atomic_bool *cancelled)
{
	return try_with(space, classes, stride, count, true, cancelled);
}

struct evaluation *space_evaluate(
	const struct space *space, const uint32_t *classes, size_t stride, size_t count)
{
	const struct service_template *of = space->analysis->findings->service_template;
	struct evaluation *evaluation = evaluation_create(of->network);

	for (size_t i = 0; i < space->signals.count; i++) {
		const struct space_signal *signal = &space->signals.items[i];
		uint64_t is_true = 0, is_false = 0;

		if (signal->kind != SIGNAL_ATOM || !signal->is_certain || signal->table_size == 0)
			continue;
		for (size_t s = 0; s < count; s++) {
			enum signal_outcome outcome =
				space_signal_at(signal, &space->inputs, classes + s * stride);

			is_true |= (uint64_t)(outcome == OUTCOME_TRUE) << s;
			is_false |= (uint64_t)(outcome == OUTCOME_FALSE) << s;
		}
		evaluation_assign(
			evaluation, of->formula->atoms[signal->number].variable, is_true, is_false);
	}
	evaluation_run(evaluation);
	return evaluation;
}

struct string space_error_of(
	const struct space *space, const uint32_t *classes, struct arena *arena)
{
	struct value inputs = space_value(space, classes, arena);
	struct solved_parts *solved = solved_parts_create();
	struct trial *trial = trial_create(&(struct trial_request){
		.service_template = space->analysis->findings->service_template,
		.inputs = &inputs,
		.count = 1,
		.solved = solved});
	const struct problem *error = trial_error(trial, 0);
	struct string text = error ? arena_copy(arena, error->text) : STRING("");

	trial_destroy(trial);
	solved_parts_destroy(solved);
	return text;
}

/* ---- failures ---- */

/* How many inputs are other than by default. */
static unsigned distance(const struct space *space, const uint32_t *classes)
{
	unsigned count = 0;

	for (size_t i = 0; i < space->inputs.count; i++)
		count += classes[i] != space->origin[i];
	return count;
}

/* A failure that is not known yet. */
static uint32_t add_failure(
	struct space *space, const struct problem *problem, const uint32_t *classes)
{
	struct space_failure *failure;
	uint32_t *copy;

	if (space->failure_count == MOST_FAILURES)
		return SPACE_NO_FAILURE;
	space->failures = arena_reserve(space->arena, space->failures, space->failure_count,
		&space->failure_capacity, sizeof(*space->failures));
	failure = &space->failures[space->failure_count];
	copy = arena_allocate(space->arena, space->inputs.count + 1, sizeof(*copy));
	memcpy(copy, classes, space->inputs.count * sizeof(*copy));
	*failure = (struct space_failure){.phase = problem->phase,
		.code = problem->code,
		.message = arena_copy(space->arena, problem->text),
		.advice = arena_copy(space->arena, problem->advice),
		.place = problem->place,
		.inputs = copy};
	return (uint32_t)space->failure_count++;
}

static void note_inputs(
	const struct space *space, struct space_failure *failure, const uint32_t *classes)
{
	if (distance(space, classes) < distance(space, failure->inputs))
		memcpy((uint32_t *)failure->inputs, classes,
			space->inputs.count * sizeof(*classes));
}

uint32_t space_note_failure(
	struct space *space, const struct problem *problem, const uint32_t *classes)
{
	space->is_given_up |= problem->code == DIAGNOSTIC_CODE_SOLVING_GIVEN_UP;
	for (size_t i = 0; i < space->failure_count; i++) {
		struct space_failure *failure = &space->failures[i];

		if (failure->code != problem->code ||
			!string_equal(failure->message, problem->text) ||
			!node_equal_place(failure->place, problem->place))
			continue;
		note_inputs(space, failure, classes);
		return (uint32_t)i;
	}
	return add_failure(space, problem, classes);
}

static void take_conflict(struct space *space, struct space_failure *failure,
	const struct conflict_part *parts, size_t count)
{
	struct conflict_part *conflict = arena_allocate(space->arena, count, sizeof(*conflict));

	memcpy(conflict, parts, count * sizeof(*conflict));
	failure->conflict = conflict;
	failure->conflict_count = count;
	failure->advice = conflict_text(conflict, count, space->arena);
	failure->place = conflict_part_place(&conflict[0]);
}

static bool is_same_conflict(const struct space_failure *failure, const struct problem *problem)
{
	bool is_same = failure->conflict_count == problem->conflict_count;

	for (size_t i = 0; i < problem->conflict_count && is_same; i++) {
		const struct conflict_part *one = &failure->conflict[i];
		const struct conflict_part *other = &problem->conflict[i];

		is_same = one->constraint == other->constraint && one->element == other->element &&
			  one->answer == other->answer;
	}
	return is_same;
}

uint32_t space_note_conflict(
	struct space *space, const struct problem *problem, const uint32_t *classes)
{
	uint32_t number = 0;

	while (number < space->failure_count &&
		!is_same_conflict(&space->failures[number], problem))
		number++;
	if (number < space->failure_count) {
		note_inputs(space, &space->failures[number], classes);
	} else {
		number = add_failure(space, problem, classes);
		if (number != SPACE_NO_FAILURE)
			take_conflict(space, &space->failures[number], problem->conflict,
				problem->conflict_count);
	}
	return number;
}

/* What cannot hold together although no input has a value. */
static void tell_general(struct space *space, struct space_failure *failure)
{
	const struct service_template *of = space->analysis->findings->service_template;
	struct evaluation *evaluation = evaluation_create(of->network);
	struct arena *arena = arena_create();
	const struct conflict_part *parts;
	size_t count = 0;

	evaluation_run(evaluation);
	parts = conflict_find(of, evaluation, 0, arena, &count);
	if (count > 0)
		take_conflict(space, failure, parts, count);
	failure->is_general = count > 0;
	arena_destroy(arena);
	evaluation_destroy(evaluation);
}

bool space_tell_failure(
	struct space *space, struct space_failure *failure, const atomic_bool *cancelled)
{
	if (space->base_fails)
		tell_general(space, failure);
	if (failure->is_general)
		return true;

	struct arena *arena = arena_create();
	struct value inputs = space_value(space, failure->inputs, arena);
	struct trial *trial = trial_create(&(struct trial_request){
		.service_template = space->analysis->findings->service_template,
		.inputs = &inputs,
		.count = 1,
		.solved = space->solved,
		.cancelled = cancelled,
		.tells_reasons = true});
	const struct problem *error = trial ? trial_error(trial, 0) : NULL;

	if (error && error->conflict_count > 0)
		take_conflict(space, failure, error->conflict, error->conflict_count);
	arena_destroy(arena);
	trial_destroy(trial);
	return trial != NULL;
}

/* ---- an assignment that does not fail ---- */

void space_set_base(struct space *space, const uint32_t *classes, const struct trial *trial,
	unsigned assignment)
{
	uint32_t count = space->analysis->findings->service_template->graph.all.count;

	space->base_fails = trial->failing >> assignment & 1;
	memcpy(space->base, classes, space->inputs.count * sizeof(*classes));
	memset(space->base_present, 0, (count / 64 + 1) * sizeof(*space->base_present));
	for (uint32_t i = 0; i < count; i++)
		if (trial->findings.presence.present[i] >> assignment & 1)
			space->base_present[i / 64] |= UINT64_C(1) << i % 64;
}
