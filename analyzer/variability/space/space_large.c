#include "analyzer/variability/space/space_large.h"

#include "analyzer/variability/space/space_formula.h"
#include "base/interruption.h"
#include "base/memory.h"
#include "solver/search.h"

#include <string.h>

enum {
	BATCH = EVALUATION_ASSIGNMENTS,
	LEAST_RANDOM = 32,     /* samples at random */
	MOST_SAMPLED = 400000, /* atoms, elements and values that samples look at, 64 assignments at
				  a time */
	MOST_TRIES = 64,       /* of finding one that does not fail */
	MOST_ROUNDS = 8,       /* of models that resolving does not confirm */
	MOST_EFFORT = 2000000, /* of the solver, in assignments of literals: about two seconds */
};

/* Numbers, each once. */
struct seen {
	uint64_t *slots;
	size_t count;
	size_t capacity; /* a power of two, or nothing */
};

struct large {
	struct space *space; /* changed by those who explore it alone */
	struct space_part *part;
	const atomic_bool *cancelled;
	bool is_done; /* or else it was cancelled */

	bool *counts; /* by place: of elements that a result is made of */

	/* Hashes of what was resolved: assignments that fail, and what the others keep. */
	struct seen failing, distinct;

	/* Assignments to be resolved, one behind the other. */
	uint32_t *classes;
	size_t count;
	const uint32_t *kept[BATCH]; /* copies of them that live as long as the space; or NULL */

	struct space_formula whole;
};

static size_t stride(const struct large *large)
{
	return large->space->inputs.count + 1;
}

/* ---- what is resolved ---- */

static bool is_new(struct seen *seen, uint64_t number)
{
	size_t slot;

	number |= 1; /* never nothing */
	if (2 * seen->count >= seen->capacity) {
		struct seen larger = {.capacity = seen->capacity ? 2 * seen->capacity : 256};

		larger.slots = memory_allocate(larger.capacity, sizeof(*larger.slots));
		for (size_t i = 0; i < seen->capacity; i++)
			if (seen->slots[i])
				is_new(&larger, seen->slots[i]);
		memory_release(seen->slots);
		*seen = larger;
	}
	slot = (size_t)(number >> 20) & (seen->capacity - 1);
	while (seen->slots[slot] && seen->slots[slot] != number)
		slot = (slot + 1) & (seen->capacity - 1);
	if (seen->slots[slot])
		return false;
	seen->slots[slot] = number;
	seen->count++;
	return true;
}

static uint64_t mixed(uint64_t hash, uint64_t more)
{
	hash = (hash ^ more) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 29;
}

/* ---- how many there are, at least ---- */

/* What a result is made of, as sums of numbers that stand for elements: those of which the same
 * assignments have each are added up first. */
struct sums {
	uint64_t *columns, *sums;
	size_t capacity; /* a power of two */
};

/* Such that no sum of few is likely to be that of others. */
static uint64_t number_of_element(uint32_t element)
{
	uint64_t number = (element + UINT64_C(1)) * 0x9e3779b97f4a7c15u;

	number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9u;
	number = (number ^ number >> 27) * 0x94d049bb133111ebu;
	return number ^ number >> 31;
}

static void sums_add(struct sums *sums, uint64_t column, uint32_t element)
{
	size_t slot = (size_t)(mixed(0, column) >> 20) & (sums->capacity - 1);

	while (sums->columns[slot] && sums->columns[slot] != column)
		slot = (slot + 1) & (sums->capacity - 1);
	sums->columns[slot] = column;
	sums->sums[slot] += number_of_element(element);
}

/* The sum for each assignment. */
static void add_up(const struct large *large, const struct trial *trial, uint64_t *results)
{
	const struct space_part *part = large->part;
	struct sums sums = {.capacity = 64};

	while (sums.capacity < 2 * (size_t)part->element_count)
		sums.capacity *= 2;
	sums.columns = memory_allocate(sums.capacity, sizeof(*sums.columns));
	sums.sums = memory_allocate(sums.capacity, sizeof(*sums.sums));
	for (uint32_t e = 0; e < part->element_count; e++) {
		uint64_t column = trial->findings.presence.present[part->elements[e]] & trial->all;

		if (column && large->counts[e])
			sums_add(&sums, column, e);
	}
	for (size_t slot = 0; slot < sums.capacity; slot++)
		for (unsigned i = 0; sums.columns[slot] && i < large->count; i++)
			if (sums.columns[slot] >> i & 1)
				results[i] += sums.sums[slot];
	memory_release(sums.columns);
	memory_release(sums.sums);
}

static void count_seen(struct large *large, const struct trial *trial)
{
	uint64_t results[BATCH] = {0};

	add_up(large, trial, results);
	for (unsigned i = 0; i < large->count; i++) {
		const uint32_t *classes = large->classes + i * stride(large);
		uint64_t hash = 0;

		if (!(trial->failing >> i & 1)) {
			large->part->distinct += is_new(&large->distinct, mixed(0, results[i]));
			continue;
		}
		for (size_t k = 0; k < large->space->inputs.count; k++)
			hash = mixed(hash, classes[k] + 1);
		large->part->failing += is_new(&large->failing, hash);
	}
}

/* Many elements are shown by the same few assignments. */
static const uint32_t *first_bit(struct large *large, uint64_t word)
{
	unsigned bit = 0;
	uint32_t *copy;

	while (!(word >> bit & 1))
		bit++;
	if (large->kept[bit])
		return large->kept[bit];
	copy = arena_allocate(large->space->arena, stride(large), sizeof(*copy));
	memcpy(copy, large->classes + bit * stride(large), stride(large) * sizeof(*copy));
	large->kept[bit] = copy;
	return copy;
}

static void take(struct large *large, const struct trial *trial)
{
	uint64_t passing = trial->all & ~trial->failing;

	count_seen(large, trial);
	for (unsigned i = 0; i < large->count; i++)
		if (trial->failing >> i & 1)
			space_note_failure(large->space, trial_error(trial, i),
				large->classes + i * stride(large));
	for (unsigned i = 0; i < large->count && large->space->base_fails; i++)
		if (passing >> i & 1)
			space_set_base(large->space, large->classes + i * stride(large), trial, i);
	for (uint32_t e = 0; e < large->part->element_count; e++) {
		struct space_verdict *verdict = &large->part->verdicts[e];
		uint64_t present = trial->findings.presence.present[large->part->elements[e]];

		if (!verdict->present && (present & passing))
			verdict->present = first_bit(large, present & passing);
		if (!verdict->absent && (~present & passing))
			verdict->absent = first_bit(large, ~present & passing);
	}
}

static void resolve_all(struct large *large)
{
	struct trial *trial = space_try(
		large->space, large->classes, stride(large), large->count, large->cancelled);

	if (trial)
		take(large, trial);
	large->is_done = trial != NULL;
	trial_destroy(trial);
}

/* Once it was cancelled, those that come are forgotten. */
static void flush(struct large *large)
{
	if (large->count > 0 && large->is_done)
		resolve_all(large);
	large->count = 0;
	memset(large->kept, 0, sizeof(large->kept));
}

/* Room for one more assignment, which is the base so far. */
static uint32_t *add(struct large *large)
{
	uint32_t *classes;

	if (large->count == BATCH)
		flush(large);
	classes = large->classes + large->count++ * stride(large);
	memcpy(classes, large->space->base, large->space->inputs.count * sizeof(*classes));
	return classes;
}

/* How many assignments may be tried that differ from the base in one input. */
static size_t most_samples(const struct space *space)
{
	const struct service_template *of = space->analysis->findings->service_template;
	size_t batches = MOST_SAMPLED / (of->formula->atom_count + of->graph.all.count +
						BATCH * space->inputs.count + 1);

	return BATCH * (batches + 1);
}

/* Whatever differs from the base in one input, and as many at random as there is room for: most of
 * what varies shows. */
static void sample(struct large *large)
{
	const struct space *space = large->space;
	const struct space_part *part = large->part;
	size_t rest = most_samples(space);
	uint64_t random = 0x9e3779b97f4a7c15u;

	for (uint32_t i = 0; i < part->input_count && rest > 0; i++)
		for (uint32_t c = 0;
			c < space->inputs.items[part->inputs[i]].class_count && rest > 0; c++)
			if (c != space->base[part->inputs[i]]) {
				add(large)[part->inputs[i]] = c;
				rest--;
			}
	for (unsigned n = 0; n < LEAST_RANDOM || large->count < BATCH; n++) {
		uint32_t *classes = add(large);

		for (uint32_t i = 0; i < part->input_count; i++) {
			random ^= random << 13;
			random ^= random >> 7;
			random ^= random << 17;
			classes[part->inputs[i]] = (uint32_t)(random >> 32) %
						   space->inputs.items[part->inputs[i]].class_count;
		}
	}
	flush(large);
}

/* The assignment of the model at hand is to be resolved. */
static uint32_t *add_model(struct large *large)
{
	uint32_t *classes = add(large);

	space_formula_read(&large->whole, classes);
	return classes;
}

/* Where all questions together take too long, the rest stays open. */
static enum solver_answer question(struct large *large, formula wanted)
{
	enum solver_answer answer;

	if (search_fixed(large->whole.solver, wanted) == FORMULA_FALSE)
		return SOLVER_UNSATISFIABLE;
	if (search_effort(large->whole.solver) > MOST_EFFORT) {
		large->part->takes_too_long = true;
		return SOLVER_INTERRUPTED;
	}
	large->space->questions++;
	answer = solver_solve(large->whole.solver, &wanted, 1);
	if (answer != SOLVER_INTERRUPTED)
		return answer;
	if (search_is_interrupted(large->whole.solver))
		large->is_done = false;
	else
		large->part->takes_too_long = true;
	return answer;
}

/* Does anything fail for the inputs of the part? Where nothing was seen to, all that may go wrong
 * is asked for at once. In the end, none of it is among the models any more. */
static void look_for_failures(struct large *large)
{
	struct space_formula *whole = &large->whole;
	size_t without_checks = whole->failure_count;
	enum solver_answer answer = SOLVER_SATISFIABLE;

	space_formula_list_checks(whole);
	if (large->part->failing == 0 && !large->space->base_fails) {
		answer = question(
			large, formula_or(whole->formulas, whole->failures, whole->failure_count));
		if (answer == SOLVER_SATISFIABLE)
			add_model(large);
		large->part->never_fails =
			answer == SOLVER_UNSATISFIABLE && space_formula_is_determined(whole);
	}
	space_formula_forbid(whole, without_checks);
	for (size_t i = without_checks;
		i < whole->failure_count && answer != SOLVER_UNSATISFIABLE && large->is_done; i++)
		if (question(large, whole->failures[i]) == SOLVER_SATISFIABLE)
			add_model(large);
	if (large->space->base_fails)
		flush(large);
	space_formula_forbid(whole, whole->failure_count);
}

/* ---- elements ---- */

static bool is_open(const struct space_verdict *verdict)
{
	return !verdict->is_proven && !(verdict->present && verdict->absent);
}

/* The side of an element that has not been shown. */
static formula other_side(const struct large *large, uint32_t place)
{
	const struct service_template *of = large->whole.of;
	formula present = space_formula_present(
		&large->whole, of->graph.all.items[large->part->elements[place]]);

	return large->part->verdicts[place].present ? formula_not(present) : present;
}

/* Looks for an assignment that shows the other side of an element; without one, there is none. */
static bool ask(struct large *large, struct space_verdict *verdict, formula wanted)
{
	enum solver_answer answer = SOLVER_UNSATISFIABLE;

	if (!is_open(verdict))
		return false;
	if (wanted != FORMULA_FALSE)
		answer = question(large, wanted);
	verdict->is_proven = answer == SOLVER_UNSATISFIABLE;
	return answer == SOLVER_SATISFIABLE;
}

/* An assignment that does not fail becomes the base; without one, everything fails. */
static void look_for_base(struct large *large)
{
	for (unsigned round = 0; round < MOST_TRIES && large->space->base_fails && large->is_done;
		round++) {
		uint32_t *classes;

		switch (question(large, FORMULA_TRUE)) {
		case SOLVER_UNSATISFIABLE:
			large->part->fails_always = true;
			return;
		case SOLVER_INTERRUPTED:
			return;
		case SOLVER_SATISFIABLE:
			break;
		}
		classes = add_model(large);
		if (!large->part->is_certain)
			round = MOST_TRIES;
		else
			space_formula_block(&large->whole, classes);
		flush(large);
	}
}

/* What the model at hand shows of elements after `place` need not be asked for in this round. */
static void expect(const struct large *large, uint32_t place, unsigned round, unsigned *expected)
{
	for (uint32_t e = place + 1; e < large->part->element_count; e++)
		if (expected[e] < round && is_open(&large->part->verdicts[e]) &&
			solver_value(large->whole.solver, other_side(large, e)))
			expected[e] = round;
}

/* Resolves the models that were found; none of them is found again. */
static void resolve_models(struct large *large, bool may_block)
{
	size_t count = large->count;
	uint32_t *models = memory_allocate(BATCH * stride(large), sizeof(*models));

	memcpy(models, large->classes, count * stride(large) * sizeof(*models));
	flush(large);
	for (size_t i = 0; i < count && may_block; i++)
		space_formula_block(&large->whole, models + i * stride(large));
	memory_release(models);
}

static void prove(struct large *large)
{
	/* Where a class holds values that may come to something else, one says little of it. */
	unsigned rounds = large->part->is_certain ? MOST_ROUNDS : 1;
	unsigned *expected = memory_allocate(large->part->element_count + 1, sizeof(*expected));
	bool is_asked = true;

	for (unsigned round = 1; round <= rounds && is_asked && large->is_done; round++) {
		is_asked = false;
		for (uint32_t e = 0; e < large->part->element_count && large->is_done; e++) {
			if (expected[e] == round ||
				!ask(large, &large->part->verdicts[e], other_side(large, e)))
				continue;
			is_asked = true;
			expect(large, e, round, expected);
			add_model(large);
			if (large->count == BATCH)
				resolve_models(large, rounds > 1);
		}
		resolve_models(large, rounds > 1);
	}
	memory_release(expected);
}

/* ---- all of it ---- */

static void finish(struct large *large)
{
	space_formula_finish(&large->whole);
	memory_release(large->failing.slots);
	memory_release(large->distinct.slots);
	memory_release(large->classes);
	memory_release(large->counts);
}

static void find_counted(struct large *large)
{
	struct elements all = large->space->analysis->findings->service_template->graph.all;

	large->counts = memory_allocate(large->part->element_count + 1, sizeof(*large->counts));
	for (uint32_t e = 0; e < large->part->element_count; e++) {
		const struct element *element = all.items[large->part->elements[e]];

		large->counts[e] = !element->is_synthetic && !element_is_cleaned(element);
	}
}

bool space_large_find(struct space *space, struct space_part *part, const atomic_bool *cancelled)
{
	struct large large = {
		.space = space, .part = part, .cancelled = cancelled, .is_done = true};

	large.classes = memory_allocate(BATCH * stride(&large), sizeof(*large.classes));
	part->verdicts =
		arena_allocate(space->arena, part->element_count + 1, sizeof(*part->verdicts));
	find_counted(&large);
	sample(&large);
	space_formula_make(&large.whole, space, part, cancelled);
	if (large.is_done)
		look_for_failures(&large);
	if (large.is_done && space->base_fails)
		look_for_base(&large);
	if (large.is_done && !space->base_fails)
		prove(&large);
	finish(&large);
	return large.is_done && !interrupted(cancelled);
}

bool space_large_prove(struct space *space, struct space_part *part, const atomic_bool *cancelled)
{
	struct large large = {
		.space = space, .part = part, .cancelled = cancelled, .is_done = true};
	struct elements all = space->analysis->findings->service_template->graph.all;
	struct space_verdict *verdicts =
		arena_allocate(space->arena, part->element_count + 1, sizeof(*verdicts));

	space_formula_make(&large.whole, space, part, cancelled);
	space_formula_list_checks(&large.whole);
	space_formula_forbid(&large.whole, large.whole.failure_count);
	for (uint32_t e = 0; e < part->element_count && large.is_done; e++) {
		const struct element *element = all.items[part->elements[e]];
		struct space_presence shown = space_presence(space, element, space->arena);

		verdicts[e] = (struct space_verdict){shown.present, shown.absent, false};
		if (shown.present || shown.absent)
			ask(&large, &verdicts[e],
				(shown.present ? -1 : 1) *
					space_formula_present(&large.whole, element));
	}
	if (space->base_fails && large.is_done)
		part->fails_always = question(&large, FORMULA_TRUE) == SOLVER_UNSATISFIABLE;
	part->verdicts = verdicts;
	finish(&large);
	return large.is_done && !interrupted(cancelled);
}
