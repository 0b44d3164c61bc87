#include "analyzer/variability/space/space_truth.h"

#include "analyzer/model/grammar/expression_operator.h"
#include "base/memory.h"
#include "solver/evaluation.h"

#include <string.h>

enum {
	BATCH = EVALUATION_ASSIGNMENTS,
	DEEPEST = 40,
	DEEPEST_TRACE =
		400,      /* formulas in one another; what is deeper counts as of several parts */
	MOST_CELLS = 1024 /* combinations of the inputs of what is looked at by itself */
};

/* ---- what is observed ---- */

static struct space_observation *observe(struct space *space, struct node expression,
	const struct element *element, uint32_t parent, enum operator_id op)
{
	struct space_truth *truth = space->truth;
	struct space_observation *observation;

	truth->items = arena_reserve(
		space->arena, truth->items, truth->count, &truth->capacity, sizeof(*truth->items));
	observation = &truth->items[truth->count++];
	*observation = (struct space_observation){.expression = expression,
		.element = element,
		.parent = parent,
		.op = op,
		.formula = logic_transform(&truth->logic, expression, element),
		.part = SPACE_NO_PART,
		.is_certain = true,
		.is_literal = node_kind(expression) != NODE_MAPPING};
	return observation;
}

static void observe_all(struct space *space, struct node expression, const struct element *element,
	uint32_t parent, enum operator_id op, unsigned depth)
{
	struct expression_operator found = expression_operator(expression, true);
	enum operator_id own = found.op;
	struct node operand = found.operand;
	uint32_t number = (uint32_t)space->truth->count;

	observe(space, expression, element, parent, op);
	if (depth > DEEPEST)
		return;
	if (own == OPERATOR_NOT)
		observe_all(space, operand, element, number, own, depth + 1);
	else if (own >= OPERATOR_AND && own <= OPERATOR_AMO && node_kind(operand) == NODE_SEQUENCE)
		for (uint32_t i = 0; i < node_count(operand); i++)
			observe_all(space, node_item(operand, i), element, number, own, depth + 1);
}

static void observe_condition(void *context, struct node condition, const struct element *element)
{
	observe_all(context, condition, element, TRUTH_NO_PARENT, OPERATOR_AND, 0);
}

static void observe_names(struct space *space)
{
	struct node expressions = node_get(
		space->analysis->findings->service_template->graph.variability, "expressions");
	uint32_t count = node_kind(expressions) == NODE_MAPPING ? node_count(expressions) : 0;

	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(expressions, i);

		if (!node_is_null(entry.value))
			observe(space, entry.value, NULL, TRUTH_NO_PARENT, OPERATOR_AND)->name =
				node_text(entry.key);
	}
}

/* ---- what they hang on ---- */

struct tracing {
	struct space *space;
	struct space_observation *observation;
	size_t *seen; /* by formula: for which observation, last */
	size_t number;
	unsigned depth;
	bool has_part;
	bool is_mixed;
};

static void hang_on(struct tracing *tracing, uint32_t part)
{
	if (part == SPACE_NO_PART)
		return;
	tracing->is_mixed |= tracing->has_part && tracing->observation->part != part;
	tracing->observation->part = part;
	tracing->has_part = true;
}

/* Once. */
static void add_input(struct space_observation *observation, uint32_t input)
{
	for (uint8_t i = 0; i < observation->input_count; i++)
		if (observation->inputs[i] == input)
			return;
	if (observation->input_count == OBSERVATION_MOST_INPUTS)
		observation->is_wide = true;
	else
		observation->inputs[observation->input_count++] = input;
}

static void ask_for(struct space_observation *observation, const struct space_signal *signal)
{
	observation->is_wide |= signal->table_size == 0;
	for (size_t i = 0; i < signal->table_size; i++)
		observation->is_wide |= signal->table[i] > OUTCOME_TRUE;
	for (uint32_t i = 0; i < signal->input_count; i++)
		add_input(observation, signal->inputs[i]);
}

static void trace(struct tracing *tracing, formula operand);

/* Manual conditions are defined, and may vary where the element never does. */
static void trace_element(struct tracing *tracing, formula variable, const struct element *element)
{
	formula manual = formula_definition(tracing->space->truth->scratch.formulas, variable);

	tracing->observation->has_presence = true;
	if (manual != FORMULA_NONE)
		trace(tracing, manual);
	else
		hang_on(tracing, tracing->space->part_of_element[element->position]);
}

static void trace_variable(struct tracing *tracing, formula variable)
{
	struct space *space = tracing->space;
	const struct known_atoms *known = &space->truth->scratch.known;
	const struct atom *atom = known_atoms_of_variable(known, variable);
	const struct element *element = free_presence_element(&space->truth->scratch, variable);
	const struct space_signal *signal;
	uint32_t of_atom;

	if (element) {
		trace_element(tracing, variable, element);
		return;
	}
	if (!atom) { /* it is defined elsewhere */
		tracing->observation->is_wide = true;
		return;
	}
	of_atom = space->truth->signal_of_atom[atom - known->items];
	if (of_atom == UINT32_MAX) {
		tracing->is_mixed = true;
		return;
	}
	signal = &space->signals.items[of_atom];
	tracing->observation->is_certain &= signal->is_certain;
	ask_for(tracing->observation, signal);
	for (uint32_t k = 0; k < signal->input_count; k++)
		hang_on(tracing, space->part_of_input[signal->inputs[k]]);
}

static void trace(struct tracing *tracing, formula operand)
{
	struct formulas *formulas = tracing->space->truth->scratch.formulas;
	size_t count;

	if (tracing->seen[formula_index(operand)] == tracing->number)
		return;
	tracing->seen[formula_index(operand)] = tracing->number;
	if (tracing->depth == DEEPEST_TRACE) {
		tracing->is_mixed = true;
		return;
	}
	tracing->depth++;
	if (formula_kind(formulas, operand) == FORMULA_VARIABLE)
		trace_variable(tracing, operand);
	formula_operands(formulas, operand, &count);
	for (size_t i = 0; i < count; i++) {
		size_t ignored;

		trace(tracing, formula_operands(formulas, operand, &ignored)[i]);
	}
	tracing->depth--;
}

static void find_signals(struct space *space)
{
	struct space_truth *truth = space->truth;
	const struct presence_formula *all = space->analysis->findings->service_template->formula;
	uint32_t *numbers = memory_allocate(/* by the formula of the atom; one more than that */
		(size_t)formulas_last(all->formulas) + 1, sizeof(*numbers));

	for (uint32_t s = 0; s < space->signals.count; s++)
		if (space->signals.items[s].kind == SIGNAL_ATOM)
			numbers[formula_index(
				all->atoms[space->signals.items[s].number].variable)] = s + 1;
	truth->signal_of_atom =
		arena_allocate(space->arena, truth->scratch.known.count + 1, sizeof(uint32_t));
	for (size_t i = 0; i < truth->scratch.known.count; i++) {
		const struct atom *atom = &truth->scratch.known.items[i];
		uint32_t known = atom->kind == ATOM_VALUE
					 ? known_atoms_find_value(&all->known, atom->expression)
					 : ATOM_NONE;

		truth->signal_of_atom[i] = UINT32_MAX;
		if (known != ATOM_NONE)
			truth->signal_of_atom[i] =
				numbers[formula_index(
					known_atoms_at(&all->known, known)->variable)] -
				1;
	}
	memory_release(numbers);
}

static void find_parts(struct space *space)
{
	struct space_truth *truth = space->truth;
	size_t size = (size_t)formulas_last(truth->scratch.formulas) + 1;
	size_t *seen = memory_allocate(size, sizeof(*seen));

	for (size_t i = 0; i < truth->count; i++) {
		struct space_observation *observation = &truth->items[i];
		struct tracing tracing = {
			.space = space, .observation = observation, .seen = seen, .number = i + 1};
		uint32_t states = 1;

		trace(&tracing, observation->formula);
		observation->is_mixed = tracing.is_mixed;
		if (tracing.is_mixed)
			observation->part = SPACE_NO_PART;
		observation->is_fixed = !tracing.is_mixed && !tracing.has_part &&
					observation->is_certain && observation->input_count == 0 &&
					space_observation_is_local(observation);
		observation->is_certain =
			observation->is_fixed ||
			(tracing.has_part && observation->is_certain && !tracing.is_mixed);
		if (observation->part != SPACE_NO_PART)
			states = space->parts[observation->part].state_count;
		observation->holds =
			arena_allocate(space->arena, states / 64 + 1, sizeof(uint64_t));
	}
	memory_release(seen);
}

/* Each part has a list of those that hang on it. */
static void assign_observations(struct space *space)
{
	const struct space_truth *truth = space->truth;

	for (int round = 0; round < 2; round++)
		for (uint32_t i = 0; i < truth->count; i++) {
			struct space_part *part;

			if (truth->items[i].part == SPACE_NO_PART)
				continue;
			part = &space->parts[truth->items[i].part];
			if (!part->observations && round == 1) {
				part->observations = arena_allocate(space->arena,
					part->observation_count, sizeof(*part->observations));
				part->observation_count = 0;
			}
			if (round == 1)
				part->observations[part->observation_count] = i;
			part->observation_count++;
		}
}

/* ---- making ---- */

/* Manual conditions are what they are defined by, over the presences that were found. */
static void define_manual(struct space *space)
{
	struct space_truth *truth = space->truth;
	const struct service_template *of = space->analysis->findings->service_template;

	for (uint32_t i = 0; i < of->graph.all.count; i++) {
		const struct element *element = of->graph.all.items[i];
		const struct element_conditions *conditions =
			conditions_of(&of->conditions, element);
		size_t base = truth->logic.stack_count;

		if (of->formula->manual[i] == of->formula->present[i]) {
			formula_define(truth->scratch.formulas, truth->scratch.manual[i],
				truth->scratch.present[i]);
			continue;
		}
		for (uint32_t c = 0;
			of->formula->manual[i] != FORMULA_TRUE && c < conditions->manual_count;
			c++) {
			formula meaning =
				logic_of_condition(&truth->logic, &conditions->items[c], element);

			logic_push(&truth->logic, meaning);
		}
		formula_define(truth->scratch.formulas, truth->scratch.manual[i],
			logic_pop_and(&truth->logic, base));
	}
}

struct space_truth *space_truth_create(struct space *space)
{
	struct space_truth *truth = arena_allocate(space->arena, 1, sizeof(*truth));

	space->truth = truth;
	free_presence_begin(&truth->scratch, &truth->logic,
		space->analysis->findings->service_template->formula, space->arena);
	conditions_visit_own(
		&space->analysis->findings->service_template->conditions, observe_condition, space);
	observe_names(space);
	define_manual(space);
	truth->network = network_create(truth->scratch.formulas);
	find_signals(space);
	find_parts(space);
	assign_observations(space);
	return truth;
}

void space_truth_destroy(struct space_truth *truth)
{
	if (!truth)
		return;
	for (size_t i = 0; i < SPACE_CELLS_KEPT; i++)
		evaluation_destroy(truth->kept[i].evaluation);
	network_destroy(truth->network);
	free_presence_end(&truth->scratch, &truth->logic);
}

/* ---- taking in ---- */

static void assign_atoms(const struct space *space, struct evaluation *evaluation,
	const uint32_t *classes, size_t stride, size_t count)
{
	const struct space_truth *truth = space->truth;

	for (size_t i = 0; i < truth->scratch.known.count; i++) {
		uint64_t is_true = 0;
		const struct space_signal *signal;

		if (truth->signal_of_atom[i] == UINT32_MAX)
			continue;
		signal = &space->signals.items[truth->signal_of_atom[i]];
		if (signal->table_size == 0)
			continue;
		for (size_t k = 0; k < count; k++)
			is_true |= (uint64_t)(space_signal_at(signal, &space->inputs,
						      classes + k * stride) == OUTCOME_TRUE)
				   << k;
		evaluation_assign(
			evaluation, truth->scratch.known.items[i].variable, is_true, ~is_true);
	}
}

/* What all are made of comes to what has been resolved. */
struct evaluation *space_truth_evaluate(const struct space *space, const struct trial *trial,
	const uint32_t *classes, size_t stride, size_t count)
{
	const struct space_truth *truth = space->truth;
	uint32_t elements = space->analysis->findings->service_template->graph.all.count;
	struct evaluation *evaluation = evaluation_create(truth->network);

	for (uint32_t i = 0; i < elements; i++)
		evaluation_assign(evaluation, truth->scratch.present[i],
			trial->findings.presence.present[i], ~trial->findings.presence.present[i]);
	assign_atoms(space, evaluation, classes, stride, count);
	evaluation_run(evaluation);
	return evaluation;
}

void space_truth_take(struct space *space, uint32_t part, const struct evaluation *evaluation,
	struct space_shown shown)
{
	const struct space_part *of = &space->parts[part];

	for (uint32_t i = 0; i < of->observation_count; i++) {
		const struct space_observation *item = &space->truth->items[of->observations[i]];

		item->holds[shown.word] |=
			space_shown_bits(shown, evaluation_true(evaluation, item->formula));
	}
}

uint64_t space_truth_try(const struct space *space, const uint32_t *classes, size_t stride,
	size_t count, uint64_t *holds)
{
	struct solved_parts *solved = solved_parts_create();
	struct arena *arena = arena_create();
	struct value inputs[BATCH];
	struct trial *trial;
	struct evaluation *evaluation;
	uint64_t passing;

	for (size_t i = 0; i < count; i++)
		inputs[i] = space_value(space, classes + i * stride, arena);
	trial = trial_create(&(struct trial_request){
		.service_template = space->analysis->findings->service_template,
		.inputs = inputs,
		.count = count,
		.solved = solved});
	evaluation = space_truth_evaluate(space, trial, classes, stride, count);
	passing = trial->all & ~trial->failing;
	for (size_t i = 0; i < space->truth->count; i++)
		holds[i] = evaluation_true(evaluation, space->truth->items[i].formula);
	evaluation_destroy(evaluation);
	trial_destroy(trial);
	solved_parts_destroy(solved);
	arena_destroy(arena);
	return passing;
}

/* ---- by themselves ---- */

static size_t cell_count(const struct space *space, const struct space_observation *asked)
{
	size_t cells = 1;

	for (uint8_t i = 0; i < asked->input_count && cells <= MOST_CELLS; i++)
		cells *= space->inputs.items[asked->inputs[i]].class_count;
	return cells;
}

static void cell_classes(const struct space *space, const struct space_observation *asked,
	size_t cell, uint32_t *classes)
{
	memcpy(classes, space->base, space->inputs.count * sizeof(*classes));
	for (uint8_t i = 0; i < asked->input_count; i++) {
		uint32_t count = space->inputs.items[asked->inputs[i]].class_count;

		classes[asked->inputs[i]] = (uint32_t)(cell % count);
		cell /= count;
	}
}

/* What all of them ask for together; wide, if that is too much. */
static struct space_observation asked_by(
	const struct space *space, const size_t *numbers, size_t count)
{
	struct space_observation asked = {0};

	for (size_t i = 0; i < count && !asked.is_wide; i++) {
		const struct space_observation *item = &space->truth->items[numbers[i]];

		asked.is_wide |= !space_observation_is_local(item);
		for (uint8_t k = 0; k < item->input_count; k++)
			add_input(&asked, item->inputs[k]);
	}
	asked.is_wide |= !asked.is_wide && cell_count(space, &asked) > MOST_CELLS;
	return asked;
}

bool space_truth_is_local(const struct space *space, const size_t *numbers, size_t count)
{
	return !asked_by(space, numbers, count).is_wide;
}

static struct evaluation *evaluate_cells(const struct space *space,
	const struct space_observation *asked, size_t first, size_t count)
{
	struct evaluation *evaluation = evaluation_create(space->truth->network);
	size_t stride = space->inputs.count + 1;
	uint32_t *classes = memory_allocate(count * stride, sizeof(*classes));

	for (size_t k = 0; k < count; k++)
		cell_classes(space, asked, first + k, classes + k * stride);
	assign_atoms(space, evaluation, classes, stride, count);
	memory_release(classes);
	return evaluation;
}

/* Many ask for the same inputs, one after the other, and mostly for few combinations. */
static struct evaluation *kept_cells(
	const struct space *space, const struct space_observation *asked, size_t count)
{
	struct space_truth *truth = space->truth;
	struct space_cells *cells;

	for (size_t i = 0; i < SPACE_CELLS_KEPT; i++) {
		cells = &truth->kept[i];
		if (cells->evaluation && cells->input_count == asked->input_count &&
			memcmp(cells->inputs, asked->inputs,
				asked->input_count * sizeof(*asked->inputs)) == 0)
			return cells->evaluation;
	}
	truth->last_kept = (uint8_t)((truth->last_kept + 1) % SPACE_CELLS_KEPT);
	cells = &truth->kept[truth->last_kept];
	evaluation_destroy(cells->evaluation);
	memcpy(cells->inputs, asked->inputs, sizeof(cells->inputs));
	cells->input_count = asked->input_count;
	cells->evaluation = evaluate_cells(space, asked, 0, count);
	return cells->evaluation;
}

bool space_truth_local(const struct space *space, const size_t *numbers, size_t count,
	struct space_local *local, struct arena *arena)
{
	const struct space_truth *truth = space->truth;
	struct space_observation asked = asked_by(space, numbers, count);
	size_t cells;

	if (asked.is_wide)
		return false;
	cells = cell_count(space, &asked);
	local->words = (cells + BATCH - 1) / BATCH;
	local->holds = arena_allocate(arena, count * local->words + 1, sizeof(uint64_t));
	local->all = arena_allocate(arena, local->words + 1, sizeof(uint64_t));
	for (size_t word = 0; word < local->words; word++) {
		size_t rest = cells - word * BATCH, batch = rest < BATCH ? rest : BATCH;
		struct evaluation *evaluation =
			cells <= BATCH ? kept_cells(space, &asked, cells)
				       : evaluate_cells(space, &asked, word * BATCH, batch);

		local->all[word] = UINT64_MAX >> (BATCH - batch);
		for (size_t i = 0; i < count; i++) {
			formula meaning = truth->items[numbers[i]].formula;

			evaluation_decide(evaluation, meaning);
			local->holds[i * local->words + word] =
				evaluation_true(evaluation, meaning) & local->all[word];
		}
		if (cells > BATCH)
			evaluation_destroy(evaluation);
	}
	return true;
}

void space_truth_sample(struct space *space)
{
	size_t stride = space->inputs.count + 1;

	space->truth->is_sampled = true;
	uint32_t *classes = memory_allocate(BATCH * stride, sizeof(*classes));
	uint64_t random = 0x9e3779b97f4a7c15u;

	for (unsigned sample = 0; sample < OBSERVATION_SAMPLES; sample++) {
		struct evaluation *evaluation = evaluation_create(space->truth->network);

		for (size_t i = 0; i < BATCH * stride; i++) {
			random ^= random << 13;
			random ^= random >> 7;
			random ^= random << 17;
			if (i % stride < space->inputs.count)
				classes[i] = (uint32_t)(random >> 32) %
					     space->inputs.items[i % stride].class_count;
		}
		assign_atoms(space, evaluation, classes, stride, BATCH);
		evaluation_run(evaluation);
		for (size_t i = 0; i < space->truth->count; i++)
			space->truth->items[i].sampled[sample] =
				evaluation_true(evaluation, space->truth->items[i].formula);
		evaluation_destroy(evaluation);
	}
	memory_release(classes);
}
