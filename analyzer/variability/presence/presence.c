#include "analyzer/variability/presence/presence.h"

#include "analyzer/text/numbers.h"
#include "analyzer/variability/presence/conflict.h"
#include "analyzer/variability/presence/presence_propagation.h"
#include "analyzer/variability/presence/presence_solving.h"
#include "base/interruption.h"
#include "base/memory.h"

/* Formulas that definitions leave open in some variant. */
struct formulas_met {
	formula *items;
	size_t count;
	size_t capacity;
};

struct finding {
	const struct presence_request *request;
	const struct presence_formula *formula;
	struct presence_result *result;
	struct evaluation *evaluation;
	struct propagation *propagation;
	struct conflicts *conflicts; /* NULL: none so far */
	uint64_t all;                /* the variants */
	uint64_t open;               /* variants in which an expression has no value */
	uint64_t solved;             /* variants that a solver has decided */
	uint64_t erring;             /* … because of an error, not just an input left open */
	unsigned given_up;           /* variants that take too long */
	uint32_t *positions;         /* of elements that definitions leave open in some variant */
	size_t position_count;
	struct undecided undecided;      /* of these, what propagation leaves open, too */
	struct formulas_met circular;    /* manual conditions that are open in a circle */
	struct formulas_met constraints; /* that do not hold by definition */
};

enum {
	MOST_GIVEN_UP = 3, /* the other variants that are not decided are not tried then */
};

/* ---- atoms ---- */

/* Inputs that are left open are not wrong by themselves, but the variant cannot be resolved. */
static void report_atom(struct finding *finding, const struct atom *atom,
	const struct value_result *value, unsigned variant)
{
	struct problems *problems = finding->request->problems;
	struct problem *problem = problems->count ? &problems->items[problems->count - 1] : NULL;
	struct node place = node_is_absent(value->cause) ? atom->expression : value->cause;

	if (problem && problem->phase == PHASE_TRANSFORM && problem->order == atom->order &&
		node_equal_place(problem->place, place) &&
		string_equal(problem->text, value->error)) {
		problem->variants |= UINT64_C(1) << variant; /* of another one as well */
		return;
	}
	problem = problems_add(problems, PHASE_TRANSFORM,
		value->outcome == VALUE_OPEN ? DIAGNOSTIC_CODE_OPEN_INPUT
					     : DIAGNOSTIC_CODE_EXPRESSION_ERROR,
		place, "%.*s", STRING_ARGUMENTS(value->error));
	problem->order = atom->order;
	problem->variants = UINT64_C(1) << variant;
}

static void add_open(
	struct finding *finding, const struct atom *atom, unsigned variant, struct string input)
{
	struct presence_result *result = finding->result;

	result->open = arena_reserve(finding->request->arena, result->open, result->open_count,
		&result->open_capacity, sizeof(*result->open));
	result->open[result->open_count++] =
		(struct open_expression){atom->variable, variant, input};
}

static void assign_atom(struct finding *finding, const struct atom *atom)
{
	const struct presence_request *request = finding->request;
	struct known_values known = request->known_values;
	uint64_t is_true = 0, is_false = 0;
	bool is_known =
		known.find && known.find(known.context, (size_t)(atom - finding->formula->atoms),
				      &is_true, &is_false);

	for (unsigned i = 0; i < request->count && !is_known; i++) {
		uint64_t bit = UINT64_C(1) << i;
		struct value_result value;

		if (request->unusable & bit)
			continue;
		value = value_evaluate_condition(request->contexts[i], atom->value);
		if (value.outcome == VALUE_KNOWN) {
			*(value.value.boolean ? &is_true : &is_false) |= bit;
			continue;
		}
		finding->open |= bit;
		if (value.outcome == VALUE_ERROR)
			finding->erring |= bit;
		else
			add_open(finding, atom, i, value.input);
		report_atom(finding, atom, &value, i);
	}
	evaluation_assign(finding->evaluation, atom->variable, is_true, is_false);
}

static void evaluate(struct finding *finding)
{
	const struct presence_formula *all = finding->formula;

	for (size_t i = 0; i < all->atom_count; i++)
		if (all->atoms[i].kind == ATOM_VALUE)
			assign_atom(finding, &all->atoms[i]);
		else if (all->atoms[i].kind == ATOM_ERROR)
			finding->erring = finding->open = finding->all;
	evaluation_run(finding->evaluation);
	finding->result->evaluations++;
	finding->result->decisions = evaluation_count_decided(finding->evaluation);
}

/* ---- what is decided directly ---- */

/* In variants with open expressions, what the definitions leave open depends on them. */
static void read_evaluation(struct finding *finding)
{
	uint32_t count = finding->request->service_template->graph.places.count;
	uint64_t unusable = finding->request->unusable;

	for (uint32_t i = 0; i < count; i++) {
		uint64_t open = evaluation_open(finding->evaluation, finding->formula->present[i]);

		finding->result->present[i] =
			evaluation_true(finding->evaluation, finding->formula->present[i]) &
			finding->all & ~unusable;
		open &= finding->all & ~unusable;
		finding->result->error[i] = (open & finding->erring) | unusable;
		finding->result->depends[i] = open & ~finding->erring;
		if (open)
			finding->positions[finding->position_count++] = i;
	}
}

static void note(struct formulas_met *met, formula operand)
{
	met->items = memory_reserve(met->items, met->count, &met->capacity, sizeof(*met->items));
	met->items[met->count++] = operand;
}

/* What else matters for whether a variant is decided, and is not. */
static void find_undecided(struct finding *finding)
{
	const struct presence_formula *all = finding->formula;
	const struct evaluation *evaluation = finding->evaluation;
	uint32_t count = finding->request->service_template->graph.places.count;

	/* Manual conditions that nothing depends on can still contradict themselves. */
	for (uint32_t i = 0; i < count; i++)
		if (all->manual[i] != all->present[i] && all->manual[i] != FORMULA_TRUE &&
			evaluation_cyclic(evaluation, all->manual[i]) &
				evaluation_open(evaluation, all->manual[i]))
			note(&finding->circular, all->manual[i]);
	/* Stray variables count when a result has to be unique. */
	finding->undecided.atoms = memory_allocate(all->atom_count, sizeof(uint32_t));
	for (size_t i = 0; i < all->atom_count; i++)
		if (all->atoms[i].kind == ATOM_FREE &&
			evaluation_open(evaluation, all->atoms[i].variable))
			finding->undecided.atoms[finding->undecided.atom_count++] = (uint32_t)i;
	for (size_t i = 0; i < all->constraint_count; i++)
		if (~evaluation_true(evaluation, all->constraints[i].formula))
			note(&finding->constraints, all->constraints[i].formula);
}

static void forget_undecided(struct finding *finding)
{
	memory_release(finding->undecided.elements);
	memory_release(finding->positions);
	memory_release(finding->undecided.atoms);
	memory_release(finding->circular.items);
	memory_release(finding->constraints.items);
}

/* The variants in which everything, constraints included, is decided: by definition, or by what
 * has been found out since. */
static uint64_t decided_variants(const struct finding *finding, const struct evaluation *evaluation)
{
	const struct presence_formula *all = finding->formula;
	const struct undecided *undecided = &finding->undecided;
	uint64_t open = 0;

	for (size_t i = 0; i < finding->position_count; i++)
		open |= evaluation_open(evaluation, all->present[finding->positions[i]]);
	for (size_t i = 0; i < finding->circular.count; i++)
		open |= evaluation_cyclic(evaluation, finding->circular.items[i]) &
			evaluation_open(evaluation, finding->circular.items[i]);
	for (size_t i = 0; i < undecided->atom_count; i++)
		open |= evaluation_open(evaluation, all->atoms[undecided->atoms[i]].variable);
	for (size_t i = 0; i < finding->constraints.count; i++)
		open |= ~evaluation_true(evaluation, finding->constraints.items[i]);
	return finding->all & ~open;
}

/* ---- what has to be solved ---- */

static void report_impossible(struct finding *finding, unsigned variant, const bool *is_impossible)
{
	size_t count = 0;
	const struct conflict_part *conflict = NULL;
	struct problem *problem;
	uint64_t bit = UINT64_C(1) << variant;
	bool explains = !finding->request->skips_reasons && !(finding->request->unexplained & bit);

	finding->result->unexplained |= finding->request->unexplained & bit;
	if (explains) {
		if (!finding->conflicts)
			finding->conflicts = conflicts_create(finding->request->service_template,
				finding->evaluation, finding->propagation, finding->request->arena);
		conflict = conflicts_find(finding->conflicts, variant, is_impossible, &count);
	}
	problem = problems_add(finding->request->problems, PHASE_SOLVE,
		DIAGNOSTIC_CODE_COULD_NOT_SOLVE,
		count > 0 ? conflict_part_place(&conflict[0]) : (struct node){0},
		"Could not solve");
	problem->variants = bit;
	problem->conflict = conflict;
	problem->conflict_count = count;
	if (count > 0)
		problem->advice = conflict_text(conflict, count, finding->request->arena);
	else if (explains)
		problem->advice =
			STRING("what contradicts each other was not found: it takes too long");
}

static void report_given_up(struct finding *finding, unsigned variant)
{
	struct problem *problem = problems_add(finding->request->problems, PHASE_SOLVE,
		DIAGNOSTIC_CODE_SOLVING_GIVEN_UP, (struct node){0},
		"It takes too long to find out which elements are present");

	problem->variants = UINT64_C(1) << variant;
}

static void set_error(struct finding *finding, uint64_t variants)
{
	for (size_t i = 0; i < finding->position_count; i++) {
		uint32_t position = finding->positions[i];
		uint64_t impossible = finding->result->depends[position] & variants;

		finding->result->depends[position] &= ~impossible;
		finding->result->error[position] |= impossible;
	}
}

/* What has been found out in these variants is the result. */
static void set_decided(struct finding *finding, uint64_t variants)
{
	const struct evaluation *found = propagation_evaluation(finding->propagation);

	for (size_t i = 0; i < finding->position_count; i++) {
		uint32_t position = finding->positions[i];
		formula present = finding->formula->present[position];
		uint64_t decided;

		if (!(finding->result->depends[position] & variants))
			continue; /* it is decided already */
		decided = ~evaluation_open(found, present) & variants;
		finding->result->depends[position] &= ~decided;
		finding->result->present[position] |= evaluation_true(found, present) & decided;
	}
}

static void set_present(struct finding *finding, unsigned variant, const bool *present)
{
	const struct elements all = finding->request->service_template->graph.all;
	const struct evaluation *found = propagation_evaluation(finding->propagation);
	uint64_t bit = UINT64_C(1) << variant;

	for (size_t i = 0; i < finding->undecided.element_count; i++) {
		uint32_t position = all.items[finding->undecided.elements[i]]->position;

		if (!(finding->result->depends[position] & bit) ||
			!(evaluation_open(found, finding->formula->present[position]) & bit))
			continue;
		finding->result->depends[position] &= ~bit;
		if (present[position])
			finding->result->present[position] |= bit;
	}
}

static bool give_up(struct finding *finding, unsigned variant)
{
	finding->given_up++;
	report_given_up(finding, variant);
	set_error(finding, UINT64_C(1) << variant);
	return true;
}

static bool solve_variant(struct finding *finding, unsigned variant, bool *present)
{
	if (finding->given_up == MOST_GIVEN_UP)
		return give_up(finding, variant);
	switch (presence_solve(finding->request, &finding->undecided,
		propagation_evaluation(finding->propagation), variant, present,
		&finding->result->solves)) {
	case SOLVING_DONE:
		finding->solved |= UINT64_C(1) << variant;
		set_present(finding, variant, present);
		return true;
	case SOLVING_IMPOSSIBLE:
		report_impossible(finding, variant, present);
		set_error(finding, UINT64_C(1) << variant);
		return true;
	case SOLVING_GIVEN_UP:
		return give_up(finding, variant);
	case SOLVING_COUPLED:
	case SOLVING_CANCELLED:
		break;
	}
	return false;
}

/* Where elements have come or gone, their positions are in no order. */
static void find_unsolved(struct finding *finding, uint64_t variants)
{
	const struct element_graph *graph = &finding->request->service_template->graph;
	const struct evaluation *found = propagation_evaluation(finding->propagation);
	struct undecided *undecided = &finding->undecided;
	uint32_t *elements = memory_resize(NULL, finding->position_count + 1, sizeof(*elements));

	for (size_t i = 0; i < finding->position_count; i++) {
		uint32_t position = finding->positions[i];

		if (evaluation_open(found, finding->formula->present[position]) & variants)
			elements[undecided->element_count++] =
				element_order(graph, graph->places.items[position]);
	}
	if (element_graph_is_reordered(graph))
		numbers_sort(elements, undecided->element_count);
	undecided->elements = elements;
}

/* What propagation does not decide. */
static bool solve_rest(struct finding *finding, uint64_t variants)
{
	const struct presence_request *request = finding->request;
	uint64_t refuted = propagation_refuted(finding->propagation) & variants;
	uint64_t decided = ~refuted & variants &
			   decided_variants(finding, propagation_evaluation(finding->propagation));
	bool *present =
		memory_allocate(request->service_template->graph.places.count, sizeof(*present));
	bool is_done = true;

	set_error(finding, refuted);
	find_unsolved(finding, variants & ~refuted & ~decided);
	for (unsigned i = 0; i < request->count && is_done; i++) {
		uint64_t bit = UINT64_C(1) << i;

		if (refuted & bit)
			report_impossible(finding, i, NULL);
		else if (variants & ~decided & bit)
			is_done = !interrupted(request->cancelled) &&
				  solve_variant(finding, i, present);
	}
	set_decided(finding, decided | finding->solved);
	memory_release(present);
	return is_done;
}

static void propagate(struct finding *finding, uint64_t variants)
{
	const struct presence_request *request = finding->request;

	if (request->base && request->base_propagation)
		finding->propagation = presence_propagate_after(finding->formula,
			finding->evaluation, variants, request->base, request->base_propagation);
	if (!finding->propagation)
		finding->propagation =
			(request->skips_reasons ? presence_propagate_at_once : presence_propagate)(
				finding->formula, finding->evaluation, variants);
	finding->result->propagations += propagation_steps(finding->propagation);
}

static bool solve(struct finding *finding)
{
	uint64_t variants = finding->all & ~finding->request->unusable & ~finding->open;
	bool is_done;

	find_undecided(finding);
	variants &= ~decided_variants(finding, finding->evaluation);
	if (!variants)
		return true;
	propagate(finding, variants);
	is_done = solve_rest(finding, variants);
	conflicts_destroy(finding->conflicts);
	if (finding->formula->base)
		propagation_destroy(finding->propagation);
	else
		finding->result->propagation = finding->propagation;
	return is_done;
}

static struct evaluation *begin_evaluation(const struct presence_request *request)
{
	const struct network *network = request->service_template->network;

	return request->base ? evaluation_continue(request->base, network)
			     : evaluation_create(network);
}

bool presence_find(const struct presence_request *request, struct presence_result *result,
	struct evaluation **evaluation)
{
	struct finding finding = {.request = request,
		.formula = request->service_template->formula,
		.result = result,
		.evaluation = begin_evaluation(request),
		.all = request->count == 64 ? UINT64_MAX : (UINT64_C(1) << request->count) - 1};

	uint32_t count = request->service_template->graph.places.count;
	bool is_done;

	*evaluation = finding.evaluation;
	*result = (struct presence_result){0};
	result->present = arena_allocate(request->arena, count, sizeof(*result->present));
	result->depends = arena_allocate(request->arena, count, sizeof(*result->depends));
	result->error = arena_allocate(request->arena, count, sizeof(*result->error));
	evaluate(&finding);
	if (interrupted(request->cancelled))
		return false;
	finding.positions = memory_resize(NULL, (size_t)count + 1, sizeof(*finding.positions));
	read_evaluation(&finding);
	is_done = solve(&finding);
	forget_undecided(&finding);
	return is_done;
}
