#include "analyzer/variability/space/space_formula.h"

#include "analyzer/variability/inputs/variability_inputs.h"
#include "base/memory.h"

enum {
	LARGEST_TABLE = 4096 /* of a signal that becomes a formula; others may come to anything */
};

static bool is_of_part(const struct space_formula *whole, const struct space_signal *signal)
{
	return signal->input_count > 0 &&
	       &whole->space->parts[whole->space->part_of_input[signal->inputs[0]]] == whole->part;
}

/* Other parts are as they are in the base. */
static void restrict_to_part(struct space_formula *whole)
{
	const struct space *space = whole->space;

	whole->evaluation = evaluation_create(whole->of->network);
	for (size_t i = 0; i < space->signals.count; i++) {
		const struct space_signal *signal = &space->signals.items[i];
		enum signal_outcome outcome;

		if (signal->kind != SIGNAL_ATOM || signal->table_size == 0 ||
			is_of_part(whole, signal))
			continue;
		outcome = space_signal_at(signal, &space->inputs, space->base);
		if (outcome <= OUTCOME_TRUE)
			evaluation_assign(whole->evaluation,
				whole->of->formula->atoms[signal->number].variable,
				outcome == OUTCOME_TRUE ? 1 : 0, outcome == OUTCOME_TRUE ? 0 : 1);
	}
	evaluation_run(whole->evaluation);
	whole->restriction = restriction_create(whole->evaluation, 0);
	whole->formulas = restriction_formulas(whole->restriction);
}

formula space_formula_present(const struct space_formula *whole, const struct element *element)
{
	return restriction_of(whole->restriction, whole->of->formula->present[element->position]);
}

static void require(struct space_formula *whole, formula operand)
{
	if (operand != FORMULA_TRUE)
		solver_require(whole->solver, operand);
}

/* Where this holds, resolving fails. */
static void add_failure(struct space_formula *whole, formula failure)
{
	if (failure == FORMULA_FALSE)
		return;
	whole->failures = memory_reserve(whole->failures, whole->failure_count,
		&whole->failure_capacity, sizeof(*whole->failures));
	whole->failures[whole->failure_count++] = failure;
}

/* Each input has one class. */
static void make_selectors(struct space_formula *whole)
{
	const struct space *space = whole->space;

	whole->selectors = memory_allocate(space->inputs.count + 1, sizeof(*whole->selectors));
	for (uint32_t i = 0; i < whole->part->input_count; i++) {
		uint32_t input = whole->part->inputs[i];
		uint32_t count = space->inputs.items[input].class_count;

		whole->selectors[input] = memory_allocate(count, sizeof(formula));
		for (uint32_t c = 0; c < count; c++)
			whole->selectors[input][c] = formula_variable(whole->formulas);
	}
}

static void require_selectors(struct space_formula *whole)
{
	for (uint32_t i = 0; i < whole->part->input_count; i++) {
		uint32_t input = whole->part->inputs[i];

		require(whole, formula_exactly_one(whole->formulas, whole->selectors[input],
				       whole->space->inputs.items[input].class_count));
	}
}

enum wanted {
	WANTED_TRUE,
	WANTED_ERROR, /* or nothing at all */
};

/* Where the signal comes to what is wanted; of its first `depth` inputs, from `offset` of its
 * table on. */
static formula table_formula(struct space_formula *whole, const struct space_signal *signal,
	enum wanted wanted, uint32_t depth, size_t offset)
{
	const struct space *space = whole->space;
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
		cases[c] = table_formula(whole, signal, wanted, depth - 1, offset + c * below);
		is_same &= cases[c] == cases[0];
	}
	result = cases[0];
	for (uint32_t c = 0; c < count && !is_same; c++)
		cases[c] = formula_both(whole->formulas, whole->selectors[input][c], cases[c]);
	if (!is_same)
		result = formula_or(whole->formulas, cases, count);
	memory_release(cases);
	return result;
}

/* What expressions come to, and where they fail. Those that classes do not decide may come
 * to anything. */
static void require_signals(struct space_formula *whole)
{
	const struct space *space = whole->space;

	for (size_t i = 0; i < space->signals.count; i++) {
		const struct space_signal *signal = &space->signals.items[i];
		formula error, is_true, of;

		bool is_constant = signal->kind == SIGNAL_PROPERTY && signal->input_count == 0;

		if ((!is_of_part(whole, signal) && !is_constant) || !signal->is_certain ||
			signal->table_size == 0 || signal->table_size > LARGEST_TABLE ||
			signal->kind == SIGNAL_HOLDS)
			continue;
		error = table_formula(whole, signal, WANTED_ERROR, signal->input_count, 0);
		if (signal->kind == SIGNAL_PROPERTY) {
			of = space_formula_present(
				whole, whole->of->graph.all.items[signal->number]);
			add_failure(whole, formula_both(whole->formulas, of, error));
			continue;
		}
		is_true = table_formula(whole, signal, WANTED_TRUE, signal->input_count, 0);
		of = restriction_of(
			whole->restriction, whole->of->formula->atoms[signal->number].variable);
		require(whole, formula_equivalent(whole->formulas, of, is_true));
		add_failure(whole, error);
	}
}

/* Whether an input holds; where its classes do not tell, it may. */
static formula input_holds(void *context, struct string name)
{
	struct space_formula *whole = context;
	const struct space *space = whole->space;
	const struct space_input *input = name_table_find(&space->inputs.names, name);

	for (size_t i = 0; input && i < space->signals.count; i++) {
		const struct space_signal *signal = &space->signals.items[i];

		if (signal->kind == SIGNAL_HOLDS && signal->is_certain && signal->table_size > 0 &&
			signal->inputs[0] == (uint32_t)(input - space->inputs.items))
			return table_formula(whole, signal, WANTED_TRUE, 1, 0);
	}
	return formula_variable(whole->formulas);
}

/* Of several related inputs, all are in one part. */
static void list_input_constraints(struct space_formula *whole)
{
	struct node inputs = node_get(whole->of->graph.variability, "inputs");

	if (variability_inputs_are_related(inputs))
		add_failure(whole, formula_not(variability_inputs_constraint(whole->arena,
					   whole->formulas, inputs, input_holds, whole)));
}

static void list_constraints(struct space_formula *whole)
{
	struct elements properties = whole->of->graph.kinds[ELEMENT_PROPERTY];

	for (size_t i = 0; i < whole->of->formula->constraint_count; i++)
		add_failure(whole, formula_not(restriction_of(whole->restriction,
					   whole->of->formula->constraints[i].formula)));
	for (uint32_t i = 0; i < properties.count; i++)
		if (properties.items[i]->property.lacks_value)
			add_failure(whole, space_formula_present(whole, properties.items[i]));
}

/* Where the check does not hold. */
static formula violation(struct space_formula *whole, const struct check *check)
{
	size_t count = 0;
	formula conditions[3] = {
		space_formula_present(whole, check->element), FORMULA_TRUE, FORMULA_TRUE};

	if (whole->operand_capacity < check->others.count + 1) {
		whole->operand_capacity = 2 * check->others.count + 16;
		whole->operands = memory_resize(
			whole->operands, whole->operand_capacity, sizeof(*whole->operands));
	}
	for (uint32_t i = 0; i < check->others.count; i++)
		if (check_counts(check, check->others.items[i]))
			whole->operands[count++] =
				space_formula_present(whole, check->others.items[i]);
	if (check->scope)
		conditions[1] = space_formula_present(whole, check->scope);
	switch (check->violation) {
	case VIOLATED_BY_NONE:
		conditions[2] = formula_not(formula_or(whole->formulas, whole->operands, count));
		break;
	case VIOLATED_BY_ANY:
		conditions[2] = formula_or(whole->formulas, whole->operands, count);
		break;
	case VIOLATED_BY_SEVERAL:
		conditions[2] =
			formula_not(formula_at_most_one(whole->formulas, whole->operands, count));
		break;
	case VIOLATED_BY_ABSENCE:
		conditions[2] = formula_not(formula_and(whole->formulas, whole->operands, count));
		break;
	}
	return formula_and(whole->formulas, conditions, 3);
}

void space_formula_read(const struct space_formula *whole, uint32_t *classes)
{
	for (uint32_t i = 0; i < whole->part->input_count; i++) {
		uint32_t input = whole->part->inputs[i];
		uint32_t count = whole->space->inputs.items[input].class_count;

		for (uint32_t c = 0; c < count; c++)
			if (solver_value(whole->solver, whole->selectors[input][c]))
				classes[input] = c;
	}
}

static void add_check(void *context, const struct check *check)
{
	struct space_formula *whole = context;

	if (check->phase != PHASE_WARNING)
		add_failure(whole, violation(whole, check));
}

void space_formula_block(struct space_formula *whole, const uint32_t *classes)
{
	formula *others = memory_allocate(whole->part->input_count + 1, sizeof(*others));

	for (uint32_t i = 0; i < whole->part->input_count; i++)
		others[i] = formula_not(
			whole->selectors[whole->part->inputs[i]][classes[whole->part->inputs[i]]]);
	solver_require_any(whole->solver, others, whole->part->input_count);
	memory_release(others);
}

/* ---- all of it ---- */

void space_formula_make(struct space_formula *whole, const struct space *space,
	const struct space_part *part, const atomic_bool *cancelled)
{
	*whole = (struct space_formula){.space = space,
		.part = part,
		.of = space->analysis->findings->service_template,
		.cancelled = cancelled,
		.arena = arena_create()};
	restrict_to_part(whole);
	make_selectors(whole);
	whole->solver = solver_create(whole->formulas);
	solver_interrupt_on(whole->solver, cancelled);
	require_selectors(whole);
	require_signals(whole);
	list_input_constraints(whole);
	list_constraints(whole);
}

void space_formula_forbid(struct space_formula *whole, size_t count)
{
	for (; whole->forbidden_count < count; whole->forbidden_count++)
		require(whole, formula_not(whole->failures[whole->forbidden_count]));
}

void space_formula_list_checks(struct space_formula *whole)
{
	checks_visit(&whole->of->graph, &whole->of->options, add_check, whole);
}

void space_formula_finish(struct space_formula *whole)
{
	solver_destroy(whole->solver);
	arena_destroy(whole->arena);
	for (uint32_t i = 0; i < whole->part->input_count; i++)
		memory_release(whole->selectors[whole->part->inputs[i]]);
	memory_release(whole->selectors);
	memory_release(whole->operands);
	memory_release(whole->failures);
	restriction_destroy(whole->restriction);
	evaluation_destroy(whole->evaluation);
}

/* ---- does any assignment fail? ---- */

/* What presences come to for some classes: where none of those that depend on themselves is
 * negated on the way, there always is a least one. */
struct polarity {
	const struct space_formula *whole;
	bool *seen; /* by formula and sign */
};

static bool rises(struct polarity *polarity, formula operand)
{
	const struct formulas *formulas = polarity->whole->of->formula->formulas;
	enum formula_kind kind = formula_kind(formulas, operand);
	bool *seen = &polarity->seen[2 * (size_t)formula_index(operand) + (operand < 0)];
	const formula *operands;
	size_t count;

	if (*seen || !network_is_cyclic(polarity->whole->of->network, operand))
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
static bool are_definitions_solvable(const struct space_formula *whole)
{
	const struct presence_formula *all = whole->of->formula;
	const bool *flags = whole->of->options.flags;
	struct polarity polarity = {whole,
		memory_allocate(2 * ((size_t)formulas_last(all->formulas) + 1), sizeof(bool))};
	bool is_cyclic = false, rise = true;

	for (uint32_t i = 0; i < whole->of->graph.all.count && rise; i++) {
		uint32_t position = whole->of->graph.all.items[i]->position;
		const formula own[] = {all->present[position], all->manual[position]};

		for (size_t k = 0; k < 2 && rise; k++) {
			if (!network_is_cyclic(whole->of->network, own[k]))
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

bool space_formula_is_determined(const struct space_formula *whole)
{
	const struct space *space = whole->space;
	const struct presence_formula *all = whole->of->formula;
	size_t with_signal = 0;

	for (size_t i = 0; i < space->signals.count; i++) {
		const struct space_signal *signal = &space->signals.items[i];

		if (!signal->is_certain || signal->table_size == 0 ||
			signal->table_size > LARGEST_TABLE)
			return false;
		with_signal += signal->kind == SIGNAL_ATOM;
	}
	return with_signal == all->atom_count && are_definitions_solvable(whole);
}
