/* What the states of the parts say about the whole. */
#include "analyzer/variability/space/space_parts.h"

#include "base/memory.h"
#include "solver/evaluation.h"

#include <string.h>

/* ---- counts ---- */

static void multiply_by_classes(
	struct natural *number, const struct space *space, const uint32_t *inputs, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		natural_multiply(number, space->inputs.items[inputs ? inputs[i] : i].class_count);
}

struct space_number space_assignments(const struct space *space, struct arena *arena)
{
	struct natural count = natural_from(arena, 1);

	multiply_by_classes(&count, space, NULL, (uint32_t)space->inputs.count);
	return space_number_of(&count, true);
}

static bool is_explored(const struct space *space)
{
	for (uint32_t i = 0; i < space->part_count; i++)
		if (space->parts[i].combinations == 0)
			return false;
	return true;
}

static bool are_failures_known(const struct space *space)
{
	for (uint32_t i = 0; i < space->part_count; i++)
		if (space->parts[i].combinations == 0 && !space->parts[i].never_fails)
			return false;
	return true;
}

/* Does every part have a state that does not fail? */
static bool some_pass(const struct space *space)
{
	if (!space->base_fails)
		return true;
	for (uint32_t i = 0; i < space->part_count; i++)
		if (space->parts[i].combinations == 0 ||
			space->parts[i].failing >= (double)space->parts[i].combinations)
			return false;
	return space->part_count > 0;
}

/* Do the classes stand for all values? */
static bool is_certain(const struct space *space)
{
	for (uint32_t i = 0; i < space->part_count; i++)
		if (!space->parts[i].is_certain)
			return false;
	return true;
}

/* An error that has nothing to do with inputs, or one for each assignment. */
bool space_always_fails(const struct space *space)
{
	if (!space->base_fails)
		return false;
	return problems_first(&space->analysis->findings->service_template->problems, 1) ||
	       space->part_count == 0 || space->parts[0].fails_always ||
	       (is_explored(space) && is_certain(space) && !some_pass(space));
}

bool space_failure_is_shown(const struct space *space, const struct space_failure *failure)
{
	const struct analysis *analysis = space->analysis;

	for (size_t i = 0; i < analysis_variant_count(analysis); i++) {
		const struct variant *variant = analysis_variant(analysis, i);

		if (string_equal(variant->error, failure->message) &&
			(failure->conflict_count == 0 ||
				string_equal(variant->reason, failure->advice)))
			return true;
	}
	return false;
}

const struct space_failure *space_hopeless(const struct space *space)
{
	if (!space_always_fails(space) || space->failure_count == 0)
		return NULL;
	for (size_t i = 0; i < space->failure_count; i++)
		if (space_failure_is_shown(space, &space->failures[i]))
			return &space->failures[i];
	return &space->failures[0];
}

/* … by the combinations of a part that are not known to fail. */
static void multiply_by_passing(
	struct natural *number, const struct space *space, const struct space_part *part)
{
	struct natural failing = natural_copy(number);

	natural_multiply(&failing, (uint32_t)part->failing);
	multiply_by_classes(number, space, part->inputs, part->input_count);
	natural_subtract(number, &failing);
}

struct space_number space_failing(const struct space *space, struct arena *arena)
{
	struct natural all = natural_from(arena, 1), passing = natural_from(arena, 1);

	if (space_always_fails(space))
		return space_assignments(space, arena);
	if (space->base_fails && !is_explored(space))
		return space_number_of(&passing, false);
	multiply_by_classes(&all, space, NULL, (uint32_t)space->inputs.count);
	for (uint32_t i = 0; i < space->part_count; i++)
		multiply_by_passing(&passing, space, &space->parts[i]);
	natural_subtract(&all, &passing);
	return space_number_of(&all, are_failures_known(space));
}

static bool is_listed(const struct element *element)
{
	return !element->is_synthetic && !element_is_cleaned(element);
}

/* Divides states that a column tells apart: each has the number of its class. The number of
 * classes.
 */
static uint32_t refine(const struct space_part *part, const uint64_t *column, uint32_t *class_of,
	uint32_t classes, uint32_t *split)
{
	uint32_t before = classes;

	/* Of each class: the new one of those that have the bit, and whether any has not. */
	memset(split, 0, 2 * (size_t)before * sizeof(*split));
	for (uint32_t i = 0; i < part->passing_count; i++) {
		uint32_t s = part->by_distance[i];

		if (!(column[s / 64] >> s % 64 & 1))
			split[2 * (size_t)class_of[i] + 1] = 1;
	}
	for (uint32_t i = 0; i < part->passing_count; i++) {
		uint32_t s = part->by_distance[i], *of = &split[2 * (size_t)class_of[i]];

		if (!(column[s / 64] >> s % 64 & 1) || !of[1])
			continue;
		if (!of[0])
			of[0] = classes++;
		class_of[i] = of[0];
	}
	return classes;
}

/* Different sets of listed elements among the states that do not fail. */
static uint32_t count_distinct(const struct space *space, const struct space_part *part)
{
	struct elements all = analysis_elements(space->analysis);
	uint32_t *class_of = memory_allocate(part->passing_count + 1, sizeof(*class_of));
	uint32_t *split = memory_allocate(2 * (size_t)part->passing_count + 2, sizeof(*split));
	uint32_t classes = part->passing_count > 0;

	for (uint32_t e = 0; e < part->element_count && classes < part->passing_count; e++)
		if (is_listed(all.items[part->elements[e]]))
			classes = refine(part, space_column(part, e), class_of, classes, split);
	memory_release(class_of);
	memory_release(split);
	return classes;
}

/* Asked for again after every key, while the space is the same. */
static uint32_t known_distinct(const struct space *space, struct space_part *part)
{
	uint32_t known = atomic_load_explicit(&part->known_distinct, memory_order_relaxed);

	if (known == 0) {
		known = count_distinct(space, part);
		atomic_store_explicit(&part->known_distinct, known, memory_order_relaxed);
	}
	return known;
}

struct space_number space_distinct(const struct space *space, struct arena *arena)
{
	struct natural count = natural_from(arena, !space_always_fails(space));

	for (uint32_t i = 0; i < space->part_count; i++) {
		struct space_part *part = &space->parts[i];

		if (part->combinations > 0)
			natural_multiply(&count, known_distinct(space, part));
		else if (part->distinct > 1)
			natural_multiply(&count, (uint32_t)part->distinct);
	}
	if (space->base_fails && !is_explored(space))
		count = natural_from(arena, 0);
	return space_number_of(&count, space_always_fails(space) || is_explored(space));
}

/* ---- presence ---- */

/* The classes that a state of a part stands for; of no part, those of the base. */
static void state_classes(
	const struct space *space, const struct space_part *part, uint32_t state, uint32_t *classes)
{
	memcpy(classes, space->base, space->inputs.count * sizeof(*classes));
	if (part)
		space_part_classes(space, part, part->states[state].first, classes);
}

static const uint32_t *with_state(const struct space *space, const struct space_part *part,
	uint32_t state, struct arena *arena)
{
	uint32_t *classes = arena_allocate(arena, space->inputs.count + 1, sizeof(*classes));

	state_classes(space, part, state, classes);
	return classes;
}

static const char no_classes[] = "it hangs on values that have no classes: texts put together, "
				 "or several numbers compared with one another";

static struct space_presence of_constant(
	const struct space *space, const struct element *element, struct arena *arena)
{
	struct space_presence presence = {.when = WHEN_NEVER};
	uint32_t position = element->position;

	if (!some_pass(space)) {
		presence.reason = is_certain(space) ? "no assignment is known that does not fail"
						    : no_classes;
		presence.when = WHEN_UNKNOWN;
		return presence;
	}
	if (space->base_present[position / 64] >> position % 64 & 1) {
		presence.when = WHEN_ALWAYS;
		presence.present = with_state(space, NULL, 0, arena);
	} else {
		presence.absent = with_state(space, NULL, 0, arena);
	}
	return presence;
}

static struct space_presence of_verdict(
	const struct space *space, const struct space_part *part, uint32_t place)
{
	struct space_presence presence = {.when = WHEN_UNKNOWN};

	if (space->base_fails) {
		presence.reason = "no assignment is known that does not fail";
		return presence;
	}
	presence.present = part->verdicts[place].present;
	presence.absent = part->verdicts[place].absent;
	if (presence.present && presence.absent)
		presence.when = WHEN_VARIES;
	else if (part->verdicts[place].is_proven)
		presence.when = presence.present ? WHEN_ALWAYS : WHEN_NEVER;
	else if (part->takes_too_long)
		presence.reason = "it hangs on more combinations of inputs than can be tried, and "
				  "proving it takes too long";
	else
		presence.reason = "it hangs on more combinations of inputs than can be tried, and "
				  "what resolving chooses is not proven";
	return presence;
}

/* The states nearest to the base that show the element absent, and present. */
static void find_shown(const struct space_part *part, uint32_t place, uint32_t *shown)
{
	const uint64_t *column = space_column(part, place);
	bool may[2] = {false, false};

	for (size_t i = 0; i < part->words; i++) {
		may[0] |= (~column[i] & part->passing[i]) != 0;
		may[1] |= (column[i] & part->passing[i]) != 0;
	}
	for (uint32_t i = 0; (may[0] || may[1]) && i < part->passing_count; i++) {
		uint32_t s = part->by_distance[i];
		bool has = column[s / 64] >> s % 64 & 1;

		if (may[has])
			shown[has] = s;
		may[has] = false;
	}
}

struct space_presence space_presence(
	const struct space *space, const struct element *element, struct arena *arena)
{
	uint32_t number = space->part_of_element[element->position];
	uint32_t place = space->place_of_element[element->position];
	uint32_t shown[2] = {UINT32_MAX, UINT32_MAX}; /* absent, present */
	struct space_presence presence = {.when = WHEN_UNKNOWN};
	const struct space_part *part;

	if (space->is_given_up) {
		presence.reason = "solving takes too long for some inputs";
		return presence;
	}
	if (space_always_fails(space))
		return (struct space_presence){
			.when = WHEN_NEVER, .reason = "no assignment resolves"};
	if (number == SPACE_NO_PART)
		return of_constant(space, element, arena);
	part = &space->parts[number];
	if (part->combinations == 0)
		return of_verdict(space, part, place);
	find_shown(part, place, shown);
	if (shown[1] != UINT32_MAX)
		presence.present = with_state(space, part, shown[1], arena);
	if (shown[0] != UINT32_MAX)
		presence.absent = with_state(space, part, shown[0], arena);
	presence.when = presence.present && presence.absent ? WHEN_VARIES
			: presence.present                  ? WHEN_ALWAYS
							    : WHEN_NEVER;
	if (presence.when != WHEN_VARIES && !part->is_certain &&
		!(part->verdicts && part->verdicts[place].is_proven)) {
		presence.when = WHEN_UNKNOWN;
		presence.reason = no_classes;
	}
	return presence;
}

/* ---- what is never present ---- */

struct never {
	const struct space *space;
	struct space_never_reason *reasons; /* by position */
	uint32_t *distances;                /* of the failures that they name */
};

/* States of any parts that are looked at together. */
struct look {
	struct never *never;
	const bool *wanted; /* elements, by position */
	uint32_t parts[64], states[64];
	uint32_t count;
	uint32_t *classes;
};

/* A state that fails shows an element, if it has it, or would have it if it could be solved. */
static void note_failing(struct never *never, uint32_t number, uint32_t state, uint32_t place,
	bool is_defined_present)
{
	const struct space *space = never->space;
	const struct space_part *part = &space->parts[number];
	const struct space_state *of = &part->states[state];
	uint32_t position = part->elements[place];

	if (!of->is_failing || of->distance >= never->distances[position] ||
		!(of->is_unsolved ? is_defined_present : space_state_has(part, state, place)))
		return;
	never->distances[position] = of->distance;
	never->reasons[position] = (struct space_never_reason){
		NEVER_BUT_FAILING, space_failure_of(space, of), number, state};
}

/* The assignments of the evaluation for which the conditions that are written for an element, or
 * what stands in for them, do not hold: pruning is none of them. */
static uint64_t conditions_fail(
	const struct service_template *of, struct evaluation *evaluation, uint32_t position)
{
	return evaluation_false(evaluation, of->formula->present[position]) &
	       evaluation_false(evaluation, of->formula->manual[position]);
}

static void look_at(const struct look *look, struct evaluation *evaluation, uint32_t i)
{
	struct never *never = look->never;
	const struct service_template *of = never->space->analysis->findings->service_template;
	const struct space_part *part = &never->space->parts[look->parts[i]];

	for (uint32_t e = 0; e < part->element_count; e++) {
		uint32_t position = part->elements[e];
		uint64_t is_true;

		if (!look->wanted[position])
			continue;
		is_true = evaluation_true(evaluation, of->formula->present[position]);
		if (never->reasons[position].kind == NEVER_BY_CONDITIONS &&
			!(conditions_fail(of, evaluation, position) >> i & 1))
			never->reasons[position].kind = NEVER_CHOSEN;
		note_failing(never, look->parts[i], look->states[i], e, is_true >> i & 1);
	}
}

static void look_at_all(struct look *look)
{
	const struct space *space = look->never->space;
	size_t stride = space->inputs.count + 1;
	struct evaluation *evaluation;

	if (look->count == 0)
		return;
	for (uint32_t i = 0; i < look->count; i++)
		state_classes(space, &space->parts[look->parts[i]], look->states[i],
			look->classes + i * stride);
	evaluation = space_evaluate(space, look->classes, stride, look->count);
	for (uint32_t i = 0; i < look->count; i++)
		look_at(look, evaluation, i);
	evaluation_destroy(evaluation);
	look->count = 0;
}

static void look_at_states(struct look *look, uint32_t number)
{
	for (uint32_t s = 0; s < look->never->space->parts[number].state_count; s++) {
		look->parts[look->count] = number;
		look->states[look->count++] = s;
		if (look->count == 64)
			look_at_all(look);
	}
}

/* What all assignments have in common: what comes to the same for all values is decided, all else
 * is open. */
static struct evaluation *evaluate_all(const struct space *space)
{
	const struct service_template *of = space->analysis->findings->service_template;
	struct evaluation *evaluation = evaluation_create(of->network);

	for (size_t i = 0; i < space->signals.count; i++) {
		const struct space_signal *signal = &space->signals.items[i];
		size_t same = 1;

		if (signal->kind != SIGNAL_ATOM || !signal->is_certain || signal->table_size == 0)
			continue;
		while (same < signal->table_size && signal->table[same] == signal->table[0])
			same++;
		if (same == signal->table_size)
			evaluation_assign(evaluation, of->formula->atoms[signal->number].variable,
				signal->table[0] == OUTCOME_TRUE,
				signal->table[0] == OUTCOME_FALSE);
	}
	evaluation_run(evaluation);
	return evaluation;
}

/* Those that hang on no input, or on more than can be gone through. Of what is written for them,
 * inputs may decide. */
static void look_at_others(struct never *never, const bool *wanted)
{
	const struct space *space = never->space;
	const struct service_template *of = space->analysis->findings->service_template;
	struct evaluation *evaluation = evaluate_all(space);

	for (uint32_t i = 0; i < of->graph.all.count; i++) {
		uint32_t part = space->part_of_element[i];

		if (wanted[i] && (part == SPACE_NO_PART || space->parts[part].combinations == 0) &&
			(part != SPACE_NO_PART || !(conditions_fail(of, evaluation, i) & 1)))
			never->reasons[i].kind = NEVER_CHOSEN;
	}
	evaluation_destroy(evaluation);
}

static bool is_wanted_of(const struct space_part *part, const bool *wanted)
{
	for (uint32_t e = 0; e < part->element_count; e++)
		if (wanted[part->elements[e]])
			return true;
	return false;
}

const struct space_never_reason *space_never_reasons(
	const struct space *space, const bool *never, struct arena *arena)
{
	uint32_t count = space->analysis->findings->service_template->graph.all.count;
	struct never finding = {.space = space,
		.reasons = arena_allocate(arena, count + 1, sizeof(*finding.reasons)),
		.distances = arena_allocate(arena, count + 1, sizeof(*finding.distances))};
	struct look look = {.never = &finding,
		.wanted = never,
		.classes = memory_allocate(64 * (space->inputs.count + 1), sizeof(uint32_t))};

	for (uint32_t i = 0; i < count; i++)
		finding.distances[i] = UINT32_MAX;
	for (uint32_t i = 0; i < space->part_count; i++)
		if (space->parts[i].combinations > 0 && is_wanted_of(&space->parts[i], never))
			look_at_states(&look, i);
	look_at_all(&look);
	memory_release(look.classes);
	look_at_others(&finding, never);
	return finding.reasons;
}

space_assignment space_never_inputs(
	const struct space *space, const struct space_never_reason *reason, struct arena *arena)
{
	return with_state(space, &space->parts[reason->part], reason->state, arena);
}
