#include "analyzer/variability/space/space_large.h"

#include "analyzer/variability/inputs/variability_inputs.h"
#include "analyzer/variability/presence/checks.h"
#include "base/memory.h"
#include "solver/restriction.h"
#include "solver/solver.h"
#include "solver/totalizer.h"

#include <string.h>

enum {
	BATCH = EVALUATION_ASSIGNMENTS,
	RANDOM_BATCHES = 4,
	LARGEST_TABLE = 4096, /* of a signal that becomes a formula; others may come to anything */
	MOST_TRIES = 64,      /* of finding one that does not fail, or does as is wanted */
	MOST_ROUNDS = 8       /* of models that resolving does not confirm */
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

	/* Hashes of what was resolved: assignments that fail, and what the others keep. */
	struct seen failing, distinct;

	/* Assignments to be resolved, one behind the other. */
	uint32_t *classes;
	size_t count;
	const uint32_t *kept[BATCH]; /* copies of them that live as long as the space; or NULL */

	const struct service_template *of;
	struct arena *arena; /* for the formula */
	struct evaluation *evaluation;
	struct restriction *restriction;
	struct formulas *formulas;
	formula **selectors; /* by input and class; of the part's inputs */
	struct solver *solver;
	bool lists_failures; /* what must not be is listed instead of excluded */
	formula *failures;
	size_t failure_count, failure_capacity;
	formula *operands; /* room for some */
	size_t operand_capacity;
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

/* At least so many of both there are. */
static void count_seen(struct large *large, const struct trial *trial, unsigned assignment)
{
	struct elements all = large->of->graph.all;
	const uint32_t *classes = large->classes + assignment * stride(large);
	uint64_t hash = 0;

	if (trial->failing >> assignment & 1) {
		for (size_t i = 0; i < large->space->inputs.count; i++)
			hash = mixed(hash, classes[i] + 1);
		large->part->failing += is_new(&large->failing, hash);
		return;
	}
	for (uint32_t e = 0; e < large->part->element_count; e++) {
		const struct element *element = all.items[large->part->elements[e]];

		if (!element->is_synthetic && !element_is_cleaned(element) &&
			trial->findings.presence.present[element->position] >> assignment & 1)
			hash = mixed(hash, e + 1);
	}
	large->part->distinct += is_new(&large->distinct, hash);
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

	for (unsigned i = 0; i < large->count; i++)
		count_seen(large, trial, i);
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

/* Whatever differs from the base in one input, and some at random: most of what varies shows. */
static void sample(struct large *large)
{
	const struct space *space = large->space;
	const struct space_part *part = large->part;
	uint64_t random = 0x9e3779b97f4a7c15u;

	for (uint32_t i = 0; i < part->input_count; i++)
		for (uint32_t c = 0; c < space->inputs.items[part->inputs[i]].class_count; c++)
			if (c != space->base[part->inputs[i]])
				add(large)[part->inputs[i]] = c;
	for (unsigned n = 0; n < RANDOM_BATCHES * BATCH; n++) {
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

/* ---- the formula ---- */

static bool is_of_part(const struct large *large, const struct space_signal *signal)
{
	return signal->input_count > 0 &&
	       &large->space->parts[large->space->part_of_input[signal->inputs[0]]] == large->part;
}

/* Other parts are as they are in the base. */
static void restrict_to_part(struct large *large)
{
	const struct space *space = large->space;

	large->evaluation = evaluation_create(large->of->network);
	for (size_t i = 0; i < space->signals.count; i++) {
		const struct space_signal *signal = &space->signals.items[i];
		enum signal_outcome outcome;

		if (signal->kind != SIGNAL_ATOM || signal->table_size == 0 ||
			is_of_part(large, signal))
			continue;
		outcome = space_signal_at(signal, &space->inputs, space->base);
		if (outcome <= OUTCOME_TRUE)
			evaluation_assign(large->evaluation,
				large->of->formula->atoms[signal->number].variable,
				outcome == OUTCOME_TRUE ? 1 : 0, outcome == OUTCOME_TRUE ? 0 : 1);
	}
	evaluation_run(large->evaluation);
	large->restriction = restriction_create(large->evaluation, 0);
	large->formulas = restriction_formulas(large->restriction);
}

static formula present_formula(const struct large *large, const struct element *element)
{
	return restriction_of(large->restriction, large->of->formula->present[element->position]);
}

static void require(struct large *large, formula operand)
{
	if (operand != FORMULA_TRUE)
		solver_require(large->solver, operand);
}

/* Where this holds, resolving fails. */
static void forbid(struct large *large, formula failure)
{
	if (!large->lists_failures) {
		require(large, formula_not(failure));
		return;
	}
	large->failures = memory_reserve(large->failures, large->failure_count,
		&large->failure_capacity, sizeof(*large->failures));
	large->failures[large->failure_count++] = failure;
}

/* Each input has one class. */
static void make_selectors(struct large *large)
{
	const struct space *space = large->space;

	large->selectors = memory_allocate(space->inputs.count + 1, sizeof(*large->selectors));
	for (uint32_t i = 0; i < large->part->input_count; i++) {
		uint32_t input = large->part->inputs[i];
		uint32_t count = space->inputs.items[input].class_count;

		large->selectors[input] = memory_allocate(count, sizeof(formula));
		for (uint32_t c = 0; c < count; c++)
			large->selectors[input][c] = formula_variable(large->formulas);
	}
}

static void require_selectors(struct large *large)
{
	for (uint32_t i = 0; i < large->part->input_count; i++) {
		uint32_t input = large->part->inputs[i];

		require(large, formula_exactly_one(large->formulas, large->selectors[input],
				       large->space->inputs.items[input].class_count));
	}
}

enum wanted {
	WANTED_TRUE,
	WANTED_ERROR, /* or nothing at all */
};

/* Where the signal comes to what is wanted; of its first `depth` inputs, from `offset` of its
 * table on. */
static formula table_formula(struct large *large, const struct space_signal *signal,
	enum wanted wanted, uint32_t depth, size_t offset)
{
	const struct space *space = large->space;
	uint32_t input, count;
	size_t below = 1;
	formula *cases, result;
	bool is_same = true;

	if (depth == 0)
		return formula_constant(wanted == WANTED_TRUE
						? signal->table[offset] == OUTCOME_TRUE
						: signal->table[offset] >= OUTCOME_NONE);
	input = signal->inputs[depth - 1];
	count = space->inputs.items[input].class_count;
	for (uint32_t i = 0; i + 1 < depth; i++)
		below *= space->inputs.items[signal->inputs[i]].class_count;
	cases = memory_allocate(count, sizeof(*cases));
	for (uint32_t c = 0; c < count; c++) {
		cases[c] = table_formula(large, signal, wanted, depth - 1, offset + c * below);
		is_same &= cases[c] == cases[0];
	}
	result = cases[0];
	for (uint32_t c = 0; c < count && !is_same; c++)
		cases[c] = formula_both(large->formulas, large->selectors[input][c], cases[c]);
	if (!is_same)
		result = formula_or(large->formulas, cases, count);
	memory_release(cases);
	return result;
}

/* What expressions come to, and that none of them fails. Those that classes do not decide may come
 * to anything. */
static void require_signals(struct large *large)
{
	const struct space *space = large->space;

	for (size_t i = 0; i < space->signals.count; i++) {
		const struct space_signal *signal = &space->signals.items[i];
		formula error, is_true, of;

		bool is_constant = signal->kind == SIGNAL_PROPERTY && signal->input_count == 0;

		if ((!is_of_part(large, signal) && !is_constant) || !signal->is_certain ||
			signal->table_size == 0 || signal->table_size > LARGEST_TABLE ||
			signal->kind == SIGNAL_HOLDS)
			continue;
		error = table_formula(large, signal, WANTED_ERROR, signal->input_count, 0);
		if (signal->kind == SIGNAL_PROPERTY) {
			of = present_formula(large, large->of->graph.all.items[signal->number]);
			forbid(large, formula_both(large->formulas, of, error));
			continue;
		}
		is_true = table_formula(large, signal, WANTED_TRUE, signal->input_count, 0);
		of = restriction_of(
			large->restriction, large->of->formula->atoms[signal->number].variable);
		require(large, formula_equivalent(large->formulas, of, is_true));
		forbid(large, error);
	}
}

/* Whether an input holds; where its classes do not tell, it may. */
static formula input_holds(void *context, struct string name)
{
	struct large *large = context;
	const struct space *space = large->space;
	const struct space_input *input = name_table_find(&space->inputs.names, name);

	for (size_t i = 0; input && i < space->signals.count; i++) {
		const struct space_signal *signal = &space->signals.items[i];

		if (signal->kind == SIGNAL_HOLDS && signal->is_certain && signal->table_size > 0 &&
			signal->inputs[0] == (uint32_t)(input - space->inputs.items))
			return table_formula(large, signal, WANTED_TRUE, 1, 0);
	}
	return formula_variable(large->formulas);
}

/* Of several related inputs, all are in one part. */
static void require_input_constraints(struct large *large)
{
	struct node inputs = node_get(large->of->graph.variability, "inputs");

	if (variability_inputs_are_related(inputs))
		forbid(large, formula_not(variability_inputs_constraint(
				      large->arena, large->formulas, inputs, input_holds, large)));
}

static void require_constraints(struct large *large)
{
	struct elements properties = large->of->graph.kinds[ELEMENT_PROPERTY];

	for (size_t i = 0; i < large->of->formula->constraint_count; i++)
		forbid(large, formula_not(restriction_of(large->restriction,
				      large->of->formula->constraints[i].formula)));
	for (uint32_t i = 0; i < properties.count; i++)
		if (properties.items[i]->property.lacks_value)
			forbid(large, present_formula(large, properties.items[i]));
}

/* ---- checks ---- */

static formula violation(struct large *large, const struct check *check)
{
	size_t count = 0;
	formula conditions[3] = {
		present_formula(large, check->element), FORMULA_TRUE, FORMULA_TRUE};

	if (large->operand_capacity < check->others.count + 1) {
		large->operand_capacity = 2 * check->others.count + 16;
		large->operands = memory_resize(
			large->operands, large->operand_capacity, sizeof(*large->operands));
	}
	for (uint32_t i = 0; i < check->others.count; i++)
		if (check_counts(check, check->others.items[i]))
			large->operands[count++] = present_formula(large, check->others.items[i]);
	if (check->scope)
		conditions[1] = present_formula(large, check->scope);
	switch (check->violation) {
	case VIOLATED_BY_NONE:
		conditions[2] = formula_not(formula_or(large->formulas, large->operands, count));
		break;
	case VIOLATED_BY_ANY:
		conditions[2] = formula_or(large->formulas, large->operands, count);
		break;
	case VIOLATED_BY_SEVERAL:
		conditions[2] =
			formula_not(formula_at_most_one(large->formulas, large->operands, count));
		break;
	case VIOLATED_BY_ABSENCE:
		conditions[2] = formula_not(formula_and(large->formulas, large->operands, count));
		break;
	}
	return formula_and(large->formulas, conditions, 3);
}

static void read_model(const struct large *large, uint32_t *classes)
{
	for (uint32_t i = 0; i < large->part->input_count; i++) {
		uint32_t input = large->part->inputs[i];
		uint32_t count = large->space->inputs.items[input].class_count;

		for (uint32_t c = 0; c < count; c++)
			if (solver_value(large->solver, large->selectors[input][c]))
				classes[input] = c;
	}
}

/* The assignment of the model at hand is to be resolved. */
static uint32_t *add_model(struct large *large)
{
	uint32_t *classes = add(large);

	read_model(large, classes);
	return classes;
}

static void look_for_violation(void *context, const struct check *check)
{
	struct large *large = context;
	formula violated;

	if (check->phase == PHASE_WARNING || !large->is_done)
		return;
	violated = violation(large, check);
	if (violated == FORMULA_FALSE)
		return;
	if (solver_solve(large->solver, &violated, 1) == SOLVER_SATISFIABLE)
		add_model(large);
}

static void require_check(void *context, const struct check *check)
{
	struct large *large = context;

	if (check->phase != PHASE_WARNING)
		forbid(large, violation(large, check));
}

/* ---- does any assignment fail? ---- */

/* What presences come to for some classes: where none of those that depend on themselves is
 * negated on the way, there always is a least one. */
struct polarity {
	const struct large *large;
	bool *seen; /* by formula and sign */
};

static bool rises(struct polarity *polarity, formula operand)
{
	const struct formulas *formulas = polarity->large->of->formula->formulas;
	enum formula_kind kind = formula_kind(formulas, operand);
	bool *seen = &polarity->seen[2 * (size_t)formula_index(operand) + (operand < 0)];
	const formula *operands;
	size_t count;

	if (*seen || !network_is_cyclic(polarity->large->of->network, operand))
		return true;
	*seen = true;
	if (kind == FORMULA_VARIABLE)
		return operand > 0;
	if (kind != FORMULA_AND)
		return false;
	operands = formula_operands(formulas, operand, &count);
	for (size_t i = 0; i < count; i++)
		if (!rises(polarity, operand < 0 ? -operands[i] : operands[i]))
			return false;
	return true;
}

/* Is there a solution of the definitions whatever the classes are, which nobody has to be the only
 * one? */
static bool are_definitions_solvable(const struct large *large)
{
	const struct presence_formula *all = large->of->formula;
	const bool *flags = large->of->options.flags;
	struct polarity polarity = {large,
		memory_allocate(2 * ((size_t)formulas_last(all->formulas) + 1), sizeof(bool))};
	bool is_cyclic = false, rise = true;

	for (uint32_t i = 0; i < large->of->graph.all.count && rise; i++) {
		uint32_t position = large->of->graph.all.items[i]->position;
		const formula own[] = {all->present[position], all->manual[position]};

		for (size_t k = 0; k < 2 && rise; k++) {
			if (!network_is_cyclic(large->of->network, own[k]))
				continue;
			is_cyclic = true;
			rise = rises(&polarity, formula_definition(all->formulas, own[k]));
		}
	}
	memory_release(polarity.seen);
	return rise && !(is_cyclic && (flags[FLAG_OPTIMIZATION_TOPOLOGY_UNIQUE] ||
					      flags[FLAG_OPTIMIZATION_TECHNOLOGIES_UNIQUE] ||
					      flags[FLAG_OPTIMIZATION_SCENARIOS_UNIQUE]));
}

/* Do the classes of inputs decide what may go wrong, by the formula alone? */
static bool is_determined(const struct large *large)
{
	const struct space *space = large->space;
	const struct presence_formula *all = large->of->formula;
	size_t with_signal = 0;

	for (size_t i = 0; i < space->signals.count; i++) {
		const struct space_signal *signal = &space->signals.items[i];

		if (!signal->is_certain || signal->table_size == 0 ||
			signal->table_size > LARGEST_TABLE)
			return false;
		with_signal += signal->kind == SIGNAL_ATOM;
	}
	return with_signal == all->atom_count && are_definitions_solvable(large);
}

/* Nothing that could go wrong has a model. */
static void find_whether_all_pass(struct large *large)
{
	struct solver *solver = large->solver;
	formula any;

	if (large->part->failing > 0 || !is_determined(large))
		return;
	large->lists_failures = true;
	large->solver = solver_create(large->formulas);
	solver_interrupt_on(large->solver, large->cancelled);
	require_selectors(large);
	require_signals(large);
	require_input_constraints(large);
	require_constraints(large);
	checks_visit(&large->of->graph, &large->of->options, require_check, large);
	any = formula_or(large->formulas, large->failures, large->failure_count);
	large->part->never_fails = any == FORMULA_FALSE ||
				   solver_solve(large->solver, &any, 1) == SOLVER_UNSATISFIABLE;
	solver_destroy(large->solver);
	large->solver = solver;
	large->lists_failures = false;
}

/* ---- elements ---- */

/* Not again what resolving did not confirm. */
static void block(struct large *large, const uint32_t *classes)
{
	formula *others = memory_allocate(large->part->input_count + 1, sizeof(*others));

	for (uint32_t i = 0; i < large->part->input_count; i++)
		others[i] = formula_not(
			large->selectors[large->part->inputs[i]][classes[large->part->inputs[i]]]);
	solver_require_any(large->solver, others, large->part->input_count);
	memory_release(others);
}

/* Looks for an assignment that shows the other side of an element; without one, there is none. */
static bool ask(struct large *large, struct space_verdict *verdict, formula present)
{
	formula wanted = verdict->present ? formula_not(present) : present;

	if (verdict->is_proven || (verdict->present && verdict->absent))
		return false;
	if (wanted != FORMULA_FALSE) {
		switch (solver_solve(large->solver, &wanted, 1)) {
		case SOLVER_SATISFIABLE:
			return true;
		case SOLVER_INTERRUPTED:
			large->is_done = false;
			return false;
		case SOLVER_UNSATISFIABLE:
			break;
		}
	}
	verdict->is_proven = true;
	return false;
}

/* An assignment that does not fail becomes the base; without one, everything fails. */
static void look_for_base(struct large *large)
{
	for (unsigned round = 0; round < MOST_TRIES && large->space->base_fails && large->is_done;
		round++) {
		uint32_t *classes;

		switch (solver_solve(large->solver, NULL, 0)) {
		case SOLVER_UNSATISFIABLE:
			large->part->fails_always = true;
			return;
		case SOLVER_INTERRUPTED:
			large->is_done = false;
			return;
		case SOLVER_SATISFIABLE:
			break;
		}
		classes = add_model(large);
		if (!large->part->is_certain)
			round = MOST_TRIES;
		else
			block(large, classes);
		flush(large);
	}
}

static void prove(struct large *large)
{
	struct elements all = large->of->graph.all;
	/* Where a class holds values that may come to something else, one says little of it. */
	unsigned rounds = large->part->is_certain ? MOST_ROUNDS : 1;
	uint32_t *blocked = memory_allocate(BATCH * stride(large), sizeof(*blocked));
	bool is_open = true;

	for (unsigned round = 0; round < rounds && is_open && large->is_done; round++) {
		is_open = false;
		for (uint32_t e = 0; e < large->part->element_count && large->is_done; e++) {
			formula present =
				present_formula(large, all.items[large->part->elements[e]]);

			if (!ask(large, &large->part->verdicts[e], present))
				continue;
			is_open = true;
			add_model(large);
			if (large->count < BATCH)
				continue;
			memcpy(blocked, large->classes, BATCH * stride(large) * sizeof(*blocked));
			flush(large);
			for (unsigned i = 0; i < BATCH && rounds > 1; i++)
				block(large, blocked + i * stride(large));
		}
		for (size_t i = 0; i < large->count && rounds > 1; i++)
			block(large, large->classes + i * stride(large));
		flush(large);
	}
	memory_release(blocked);
}

/* ---- all of it ---- */

/* Everything that resolving demands, but for the checks. */
static void make_solver(struct large *large)
{
	large->arena = arena_create();
	restrict_to_part(large);
	make_selectors(large);
	large->solver = solver_create(large->formulas);
	solver_interrupt_on(large->solver, large->cancelled);
	require_selectors(large);
	require_signals(large);
	require_input_constraints(large);
	require_constraints(large);
}

static void finish(struct large *large)
{
	solver_destroy(large->solver);
	arena_destroy(large->arena);
	for (uint32_t i = 0; i < large->part->input_count && large->selectors; i++)
		memory_release(large->selectors[large->part->inputs[i]]);
	memory_release(large->selectors);
	memory_release(large->operands);
	memory_release(large->failures);
	memory_release(large->failing.slots);
	memory_release(large->distinct.slots);
	memory_release(large->classes);
	restriction_destroy(large->restriction);
	evaluation_destroy(large->evaluation);
}

bool space_large_find(struct space *space, struct space_part *part, const atomic_bool *cancelled)
{
	struct large large = {.space = space,
		.part = part,
		.cancelled = cancelled,
		.is_done = true,
		.of = space->analysis->findings->service_template};

	large.classes = memory_allocate(BATCH * stride(&large), sizeof(*large.classes));
	part->verdicts =
		arena_allocate(space->arena, part->element_count + 1, sizeof(*part->verdicts));
	sample(&large);
	if (large.is_done) {
		make_solver(&large);
		checks_visit(&large.of->graph, &large.of->options, look_for_violation, &large);
		flush(&large);
		checks_visit(&large.of->graph, &large.of->options, require_check, &large);
		if (space->base_fails)
			look_for_base(&large);
		if (!space->base_fails)
			find_whether_all_pass(&large);
		if (!space->base_fails)
			prove(&large);
	}
	finish(&large);
	return large.is_done && !(cancelled && atomic_load(cancelled));
}

/* ---- what is nearest ---- */

static struct totalizer *count_changes(struct large *large, const uint32_t *from)
{
	formula *changes = memory_allocate(large->part->input_count + 1, sizeof(*changes));
	struct totalizer *totalizer;

	for (uint32_t i = 0; i < large->part->input_count; i++) {
		uint32_t input = large->part->inputs[i];

		changes[i] = from[input] == UINT32_MAX
				     ? FORMULA_TRUE
				     : formula_not(large->selectors[input][from[input]]);
	}
	totalizer = totalizer_create(large->formulas, changes, large->part->input_count);
	memory_release(changes);
	return totalizer;
}

/* Assignments with so many changes, until there are no more or as many as are wanted. */
static enum space_nearest_answer find_with(struct large *large, const struct space_nearest *nearest,
	formula few_changes, unsigned *tries)
{
	uint32_t *classes = memory_allocate(stride(large), sizeof(*classes));
	size_t confirmed = 0;

	memcpy(classes, large->space->base, large->space->inputs.count * sizeof(*classes));
	while (confirmed < nearest->most && *tries < MOST_TRIES &&
		solver_solve(large->solver, &few_changes, 1) == SOLVER_SATISFIABLE) {
		read_model(large, classes);
		confirmed += nearest->confirm(nearest->context, classes);
		block(large, classes);
		++*tries;
	}
	memory_release(classes);
	return confirmed > 0          ? NEAREST_FOUND
	       : *tries == MOST_TRIES ? NEAREST_UNKNOWN
				      : NEAREST_NEVER;
}

enum space_nearest_answer space_large_nearest(const struct space *space,
	const struct space_part *part, const struct space_nearest *nearest)
{
	struct large large = {.space = (struct space *)space,
		.part = (struct space_part *)part,
		.is_done = true,
		.of = space->analysis->findings->service_template};
	enum space_nearest_answer answer = NEAREST_NEVER;
	struct totalizer *totalizer;
	unsigned tries = 0;

	make_solver(&large);
	checks_visit(&large.of->graph, &large.of->options, require_check, &large);
	if (nearest->element)
		require(&large, (nearest->wants_present ? 1 : -1) *
					present_formula(&large, nearest->element));
	totalizer = count_changes(&large, nearest->from);
	for (uint32_t k = 0; k <= part->input_count && answer == NEAREST_NEVER; k++) {
		formula few = k == part->input_count
				      ? FORMULA_TRUE
				      : formula_not(totalizer_at_least(totalizer, k + 1));

		answer = find_with(&large, nearest, few, &tries);
	}
	if (answer == NEAREST_NEVER && !part->is_certain && tries > 0)
		answer = NEAREST_UNKNOWN;
	totalizer_destroy(totalizer);
	finish(&large);
	return answer;
}
