#include "analyzer/variability/presence/presence_part.h"

#include "base/memory.h"
#include "solver/minimum.h"
#include "solver/optimum.h"
#include "solver/search.h"
#include "solver/uniqueness.h"

#include <math.h>

enum {
	WEIGHT_SCALE = 1000000
};

struct solving {
	const struct presence_part *part;
	const struct presence_formula *all;
	const struct element_graph *graph;
	const struct options *options;
	struct solver *solver;
	formula *present; /* of each element of the part, in the restricted pool */
	formula *open;    /* those that are not decided, each once, in canonical order */
	size_t open_count;
	bool *chosen; /* the model at hand, by place in the part */
	uint32_t *solves;
	bool is_stopped; /* cancelled, or given up */
	bool is_coupled;
	unsigned ambiguities;
	uint32_t undecided;
};

static bool is_constant(formula operand)
{
	return operand == FORMULA_TRUE || operand == FORMULA_FALSE;
}

static bool succeeded(struct solving *solving, enum solver_answer answer)
{
	(*solving->solves)++;
	if (answer == SOLVER_INTERRUPTED)
		solving->is_stopped = true;
	return answer == SOLVER_SATISFIABLE;
}

static const struct element *element_at(const struct solving *solving, size_t place)
{
	return solving->graph->all.items[solving->part->elements[place]];
}

/* ---- the problem ---- */

static void list_open(struct solving *solving)
{
	const struct presence_part *part = solving->part;
	bool *seen = memory_allocate((size_t)formulas_last(part->formulas) + 1, sizeof(*seen));

	for (size_t i = 0; i < part->element_count; i++) {
		formula present = restriction_of(
			part->restriction, presence_at(solving->all, part->elements[i]));

		solving->present[i] = present;
		if (is_constant(present) || seen[formula_index(present)])
			continue;
		seen[formula_index(present)] = true;
		solving->open[solving->open_count++] = present;
	}
	memory_release(seen);
}

static bool require_all(struct solving *solving)
{
	size_t count;
	const formula *required = restriction_required(solving->part->restriction, &count);

	for (size_t i = 0; i < count; i++) {
		if (required[i] == FORMULA_FALSE)
			return false;
		if (required[i] != FORMULA_TRUE)
			solver_require(solving->solver, required[i]);
	}
	if (solving->part->demanded)
		solver_require(solving->solver,
			restriction_of(solving->part->restriction, solving->part->demanded));
	return true;
}

/* ---- models ---- */

static void read_model(struct solving *solving, struct solver *solver)
{
	for (size_t i = 0; i < solving->part->element_count; i++) {
		formula present = solving->present[i];

		solving->chosen[i] = is_constant(present) ? present == FORMULA_TRUE
							  : solver_value(solver, present);
	}
}

/* ---- uniqueness ---- */

/* Stores the open ones of `kind`: elements, and stray variables, since the reference
 * implementation tells elements by the beginning of a variable's name. */
static size_t list_compared(
	const struct solving *solving, enum element_kind kind, formula *compared)
{
	const struct presence_part *part = solving->part;
	size_t count = 0;

	for (size_t i = 0; i < part->element_count; i++)
		if (element_at(solving, i)->kind == kind && !is_constant(solving->present[i]))
			compared[count++] = solving->present[i];
	for (size_t i = 0; i < part->atom_count; i++) {
		const struct atom *atom = &solving->all->atoms[part->atoms[i]];
		formula variable = restriction_of(part->restriction, atom->variable);

		if (string_starts_with(atom->name, element_kind_name(kind)) &&
			!is_constant(variable))
			compared[count++] = variable;
	}
	return count;
}

/* Whether some other allowed model lacks an element of this kind that the least one has; or, with
 * `backward`, differs in any way. */
static bool is_ambiguous(struct solving *solving, enum element_kind kind, bool backward)
{
	const struct presence_part *part = solving->part;
	formula *expected =
		memory_allocate(part->element_count + part->atom_count, sizeof(*expected));
	size_t compared = list_compared(solving, kind, expected), count = 0;
	struct solver *least = solver_fork(solving->solver, NULL, 0);
	bool is_different =
		succeeded(solving, minimum_narrow(least, solving->open, solving->open_count)) &&
		succeeded(solving, minimum_narrow(least, expected, compared));

	for (size_t i = 0; is_different && i < compared; i++)
		if (solver_value(least, expected[i]))
			expected[count++] = expected[i];
		else if (backward)
			expected[count++] = formula_not(expected[i]);
	is_different = is_different && count > 0 &&
		       succeeded(solving,
			       uniqueness_find_other(solving->solver, expected, count, NULL, 0));
	memory_release(expected);
	solver_destroy(least);
	return is_different;
}

/* ---- optimisation ---- */

static enum optimum_direction direction(enum optimisation optimisation)
{
	return optimisation == OPTIMISATION_MAXIMUM ? OPTIMUM_MAXIMISE : OPTIMUM_MINIMISE;
}

static bool optimise(struct solving *solving, enum optimum_direction towards,
	const struct optimum_item *items, size_t count)
{
	int64_t sum;

	return count == 0 ||
	       succeeded(solving, optimum_narrow(solving->solver, towards, items, count, &sum));
}

int64_t presence_weight(double weight)
{
	return llround(weight * WEIGHT_SCALE);
}

/* Σ of what `weigh` says, over the elements of a kind that are not decided. */
static bool optimise_sum(struct solving *solving, enum element_kind kind,
	enum optimum_direction towards, int64_t (*weigh)(const struct element *element))
{
	struct optimum_item *items = memory_allocate(solving->part->element_count, sizeof(*items));
	size_t count = 0;
	bool is_solved;

	for (size_t i = 0; i < solving->part->element_count; i++) {
		const struct element *element = element_at(solving, i);
		formula present = solving->present[i];

		if (element->kind == kind && !is_constant(present) && weigh(element) != 0)
			items[count++] = (struct optimum_item){present, weigh(element)};
	}
	is_solved = optimise(solving, towards, items, count);
	memory_release(items);
	return is_solved;
}

static int64_t weigh_node(const struct element *node)
{
	return presence_weight(node->node.weight);
}

static int64_t weigh_one(const struct element *element)
{
	(void)element;
	return 1;
}

static int64_t weigh_technology(const struct element *technology)
{
	return presence_weight(technology->technology.weight);
}

static int64_t weigh_priority(const struct element *technology)
{
	return presence_weight(technology->technology.priority);
}

/* The number of different technologies in use, all over the variant. */
static bool optimise_names(struct solving *solving, enum optimum_direction towards)
{
	struct elements technologies = solving->graph->kinds[ELEMENT_TECHNOLOGY];
	struct optimum_item *items = memory_allocate(technologies.count, sizeof(*items));
	formula *same = memory_allocate(technologies.count, sizeof(*same));
	bool *done = memory_allocate(technologies.count, sizeof(*done));
	size_t count = 0;
	bool is_solved;

	for (uint32_t i = 0; i < technologies.count; i++) {
		size_t same_count = 0;

		if (done[i])
			continue;
		for (uint32_t j = i; j < technologies.count; j++) {
			const struct element *other = technologies.items[j];

			if (done[j] || !string_equal(technologies.items[i]->name, other->name))
				continue;
			done[j] = true;
			same[same_count++] = restriction_of(
				solving->part->restriction, solving->all->present[other->position]);
		}
		items[count++] = (struct optimum_item){
			formula_or(solving->part->formulas, same, same_count), 1};
		if (is_constant(items[count - 1].counted))
			count--;
	}
	is_solved = optimise(solving, towards, items, count);
	memory_release(items);
	memory_release(same);
	memory_release(done);
	return is_solved;
}

/* In a part whose technologies are chosen anyway, their number is, too. */
static bool choose_names(struct solving *solving, enum optimum_direction towards)
{
	if (solving->part->is_whole)
		return optimise_names(solving, towards);
	solving->is_coupled = is_ambiguous(solving, ELEMENT_TECHNOLOGY, true);
	return !solving->is_coupled && !solving->is_stopped;
}

/* ---- choices that nothing decides ---- */

/* More nodes would cost more: then there is none that could be present as well. */
static bool is_cheapest(const struct solving *solving)
{
	const struct options *options = solving->options;

	if (options->topology == OPTIMISATION_NONE || options->topology == OPTIMISATION_MAXIMUM)
		return false;
	for (size_t i = 0; i < solving->part->element_count; i++)
		if (element_at(solving, i)->kind == ELEMENT_NODE &&
			options->topology_mode != OPTIMISATION_COUNT &&
			weigh_node(element_at(solving, i)) <= 0)
			return false;
	return true;
}

/* The demand for uniqueness is met by a result of which every other one is a superset: so it
 * depends on which of them is found first, and the reference implementation may find another. Looks
 * for the first node that is in another one only. What hangs on a free variable is told of that. */
static void find_undecided(struct solving *solving)
{
	size_t count = solving->part->element_count, absent_count = 0;
	formula *absent = memory_allocate(count + 1, sizeof(*absent));
	struct solver *least = solver_fork(solving->solver, NULL, 0);
	bool is_open =
		succeeded(solving, minimum_narrow(least, solving->open, solving->open_count));

	for (size_t i = 0; is_open && i < count; i++)
		if (element_at(solving, i)->kind == ELEMENT_NODE &&
			!is_constant(solving->present[i]) &&
			!solver_value(least, solving->present[i]))
			absent[absent_count++] = formula_not(solving->present[i]);
	is_open = absent_count > 0 && succeeded(solving, uniqueness_find_other(solving->solver,
								 absent, absent_count, NULL, 0));
	for (size_t i = 0; is_open && !solving->undecided && i < count; i++)
		if (element_at(solving, i)->kind == ELEMENT_NODE &&
			!is_constant(solving->present[i]) &&
			!solver_value(least, solving->present[i]) &&
			succeeded(solving, solver_solve(solving->solver, &solving->present[i], 1)))
			solving->undecided = (uint32_t)i + 1;
	solver_destroy(least);
	memory_release(absent);
}

/* ---- the steps, in order ---- */

static bool choose_topology(struct solving *solving)
{
	const struct options *options = solving->options;

	if (options->topology != OPTIMISATION_NONE &&
		!optimise_sum(solving, ELEMENT_NODE, direction(options->topology),
			options->topology_mode == OPTIMISATION_COUNT ? weigh_one : weigh_node))
		return false;
	if (options->flags[FLAG_OPTIMIZATION_TOPOLOGY_UNIQUE] &&
		is_ambiguous(solving, ELEMENT_NODE,
			options->flags[FLAG_OPTIMIZATION_TOPOLOGY_UNIQUE_BACKWARD]))
		solving->ambiguities |= AMBIGUOUS_TOPOLOGY;
	else if (options->flags[FLAG_OPTIMIZATION_TOPOLOGY_UNIQUE] &&
		 !solving->part->request->skips_reasons && solving->part->atom_count == 0 &&
		 !is_cheapest(solving))
		find_undecided(solving);
	return !solving->is_stopped;
}

static bool choose_scenarios(struct solving *solving)
{
	const struct options *options = solving->options;

	if (options->flags[FLAG_OPTIMIZATION_SCENARIOS] &&
		!optimise_sum(solving, ELEMENT_TECHNOLOGY, OPTIMUM_MINIMISE, weigh_priority))
		return false;
	if (options->flags[FLAG_OPTIMIZATION_SCENARIOS_UNIQUE] &&
		is_ambiguous(solving, ELEMENT_TECHNOLOGY, false))
		solving->ambiguities |= AMBIGUOUS_SCENARIOS;
	return !solving->is_stopped;
}

static bool choose_technologies(struct solving *solving)
{
	const struct options *options = solving->options;
	bool is_optimised = options->technologies != OPTIMISATION_NONE;
	enum optimum_direction towards = direction(options->technologies);
	bool is_solved = true;

	if (is_optimised && options->technologies_mode == OPTIMISATION_WEIGHT_COUNT)
		is_solved = optimise_sum(solving, ELEMENT_TECHNOLOGY, OPTIMUM_MAXIMISE,
				    weigh_technology) &&
			    choose_names(solving, OPTIMUM_MINIMISE);
	else if (is_optimised && options->technologies_mode == OPTIMISATION_WEIGHT)
		is_solved = optimise_sum(solving, ELEMENT_TECHNOLOGY, towards, weigh_technology);
	else if (is_optimised)
		is_solved = choose_names(solving, towards);
	if (is_solved && options->flags[FLAG_OPTIMIZATION_TECHNOLOGIES_UNIQUE] &&
		is_ambiguous(solving, ELEMENT_TECHNOLOGY, true))
		solving->ambiguities |= AMBIGUOUS_TECHNOLOGIES;
	return is_solved && !solving->is_stopped;
}

static enum solving_outcome stopped(const struct solving *solving)
{
	return search_is_interrupted(solving->solver) ? SOLVING_CANCELLED : SOLVING_GIVEN_UP;
}

static enum solving_outcome solve(struct solving *solving)
{
	list_open(solving);
	solver_interrupt_on(solving->solver, solving->part->request->cancelled);
	if (!require_all(solving) || !succeeded(solving, solver_solve(solving->solver, NULL, 0)))
		return solving->is_stopped ? stopped(solving) : SOLVING_IMPOSSIBLE;
	if (!choose_topology(solving) || !choose_scenarios(solving) ||
		!choose_technologies(solving) ||
		!succeeded(solving,
			minimum_narrow(solving->solver, solving->open, solving->open_count)))
		return solving->is_coupled ? SOLVING_COUPLED : stopped(solving);
	read_model(solving, solving->solver);
	return SOLVING_DONE;
}

void presence_part_solve(
	const struct presence_part *part, struct part_answer *answer, uint32_t *solves)
{
	const struct service_template *service_template = part->request->service_template;
	struct solving solving = {.part = part,
		.all = service_template->formula,
		.graph = &service_template->graph,
		.options = &service_template->options,
		.solver = solver_create(part->formulas),
		.present = memory_allocate(part->element_count, sizeof(formula)),
		.open = memory_allocate(part->element_count, sizeof(formula)),
		.chosen = answer->present,
		.solves = solves};

	answer->outcome = solve(&solving);
	answer->ambiguities = solving.ambiguities;
	answer->undecided = solving.undecided;
	solver_destroy(solving.solver);
	memory_release(solving.present);
	memory_release(solving.open);
}
