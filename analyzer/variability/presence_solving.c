#include "analyzer/variability/presence_solving.h"

#include "solver/memory.h"
#include "solver/minimum.h"
#include "solver/optimum.h"
#include "solver/restriction.h"
#include "solver/uniqueness.h"

#include <math.h>
#include <string.h>

enum {
	WEIGHT_SCALE = 1000000 /* weights are exact to the sixth decimal */
};

struct solving {
	const struct presence_request *request;
	const struct service_template *service_template;
	unsigned variant;
	struct restriction *restriction;
	struct formulas *formulas;
	struct solver *solver;
	formula *present; /* of each element, in the restricted pool */
	formula *open;    /* those that are not decided, each once, in canonical order */
	size_t open_count;
	bool *chosen; /* the model at hand, by canonical position */
	uint32_t *solves;
	bool is_cancelled;
};

static bool is_constant(formula operand)
{
	return operand == FORMULA_TRUE || operand == FORMULA_FALSE;
}

static bool succeeded(struct solving *solving, enum solver_answer answer)
{
	(*solving->solves)++;
	if (answer == SOLVER_INTERRUPTED)
		solving->is_cancelled = true;
	return answer == SOLVER_SATISFIABLE;
}

/* ---- the problem ---- */

static void restrict_formulas(struct solving *solving)
{
	const struct presence_formula *all = solving->service_template->formula;
	uint32_t count = solving->service_template->graph.all.count;
	bool *seen = memory_allocate((size_t)formulas_last(solving->formulas) + 1, sizeof(*seen));

	for (uint32_t i = 0; i < count; i++) {
		formula present = restriction_of(solving->restriction, all->present[i]);

		solving->present[i] = present;
		if (is_constant(present) || seen[formula_index(present)])
			continue;
		seen[formula_index(present)] = true;
		solving->open[solving->open_count++] = present;
	}
	memory_release(seen);
}

static bool require_constraints(struct solving *solving)
{
	const struct presence_formula *all = solving->service_template->formula;

	for (size_t i = 0; i < all->constraint_count; i++) {
		formula constraint =
			restriction_of(solving->restriction, all->constraints[i].formula);

		if (constraint == FORMULA_FALSE)
			return false;
		if (constraint != FORMULA_TRUE)
			solver_require(solving->solver, constraint);
	}
	return true;
}

/* ---- models ---- */

static void read_model(struct solving *solving, struct solver *solver)
{
	uint32_t count = solving->service_template->graph.all.count;

	for (uint32_t i = 0; i < count; i++) {
		formula present = solving->present[i];

		solving->chosen[i] = is_constant(present) ? present == FORMULA_TRUE
							  : solver_value(solver, present);
	}
}

/* ---- uniqueness ---- */

/* Adds the open ones of `kind` behind `compared`: elements, and stray variables, since the
 * reference implementation tells elements by the beginning of a variable's name. */
static size_t list_compared(struct solving *solving, enum element_kind kind, formula *compared)
{
	const struct presence_formula *all = solving->service_template->formula;
	struct elements elements = solving->service_template->graph.kinds[kind];
	size_t count = 0;

	for (uint32_t i = 0; i < elements.count; i++) {
		formula present = solving->present[elements.items[i]->position];

		if (!is_constant(present))
			compared[count++] = present;
	}
	for (size_t i = 0; i < all->atom_count; i++) {
		const struct atom *atom = &all->atoms[i];
		formula variable;

		if (atom->kind != ATOM_FREE ||
			!string_starts_with(atom->name, element_kind_name(kind)))
			continue;
		variable = restriction_of(solving->restriction, atom->variable);
		if (!is_constant(variable))
			compared[count++] = variable;
	}
	return count;
}

/* Whether some other allowed model lacks an element of this kind that the least one has; or, with
 * `backward`, differs in any way. */
static bool is_ambiguous(struct solving *solving, enum element_kind kind, bool backward)
{
	size_t capacity = solving->service_template->graph.kinds[kind].count +
			  solving->service_template->formula->atom_count;
	formula *expected = memory_allocate(capacity, sizeof(*expected));
	size_t compared = list_compared(solving, kind, expected), count = 0;
	struct solver *least = solver_fork(solving->solver, NULL, 0);
	bool is_different =
		succeeded(solving, minimum_narrow(least, solving->open, solving->open_count)) &&
		succeeded(solving, minimum_narrow(least, expected, compared));

	for (size_t i = 0; is_different && i < compared; i++) {
		if (solver_value(least, expected[i]))
			expected[count++] = expected[i];
		else if (backward)
			expected[count++] = formula_not(expected[i]);
	}
	is_different = is_different && count > 0 &&
		       succeeded(solving,
			       uniqueness_find_other(solving->solver, expected, count, NULL, 0));
	memory_release(expected);
	solver_destroy(least);
	return is_different;
}

static void report_ambiguous(struct solving *solving, const char *text)
{
	struct problem *problem = problems_add(solving->request->problems, PHASE_SOLVE,
		DIAGNOSTIC_CODE_AMBIGUOUS_RESULT, (struct node){0}, "%s", text);

	problem->variants = UINT64_C(1) << solving->variant;
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

static int64_t scaled(double weight)
{
	return llround(weight * WEIGHT_SCALE);
}

/* Σ of what `weigh` says, over the elements of a kind that are not decided. */
static bool optimise_sum(struct solving *solving, enum element_kind kind,
	enum optimum_direction towards, int64_t (*weigh)(const struct element *element))
{
	struct elements elements = solving->service_template->graph.kinds[kind];
	struct optimum_item *items = memory_allocate(elements.count, sizeof(*items));
	size_t count = 0;
	bool is_solved;

	for (uint32_t i = 0; i < elements.count; i++) {
		formula present = solving->present[elements.items[i]->position];
		int64_t weight = weigh(elements.items[i]);

		if (!is_constant(present) && weight != 0)
			items[count++] = (struct optimum_item){present, weight};
	}
	is_solved = optimise(solving, towards, items, count);
	memory_release(items);
	return is_solved;
}

static int64_t weigh_node(const struct element *node)
{
	return scaled(node->node.weight);
}

static int64_t weigh_one(const struct element *element)
{
	(void)element;
	return 1;
}

static int64_t weigh_technology(const struct element *technology)
{
	return scaled(technology->technology.weight);
}

static int64_t weigh_priority(const struct element *technology)
{
	return scaled(technology->technology.priority);
}

/* The number of different technologies in use. */
static bool optimise_names(struct solving *solving, enum optimum_direction towards)
{
	struct elements technologies = solving->service_template->graph.kinds[ELEMENT_TECHNOLOGY];
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
			if (done[j] || !string_equal(technologies.items[i]->name,
					       technologies.items[j]->name))
				continue;
			done[j] = true;
			same[same_count++] = solving->present[technologies.items[j]->position];
		}
		items[count++] =
			(struct optimum_item){formula_or(solving->formulas, same, same_count), 1};
		if (is_constant(items[count - 1].counted))
			count--;
	}
	is_solved = optimise(solving, towards, items, count);
	memory_release(items);
	memory_release(same);
	memory_release(done);
	return is_solved;
}

/* ---- the steps, in order ---- */

static bool choose_topology(struct solving *solving)
{
	const struct options *options = &solving->service_template->options;
	bool is_optimised = options->topology != OPTIMISATION_NONE;

	if (is_optimised &&
		!optimise_sum(solving, ELEMENT_NODE, direction(options->topology),
			options->topology_mode == OPTIMISATION_COUNT ? weigh_one : weigh_node))
		return false;
	if (options->flags[OPTION_OPTIMIZATION_TOPOLOGY_UNIQUE] &&
		is_ambiguous(solving, ELEMENT_NODE,
			options->flags[OPTION_OPTIMIZATION_TOPOLOGY_UNIQUE_BACKWARD]))
		report_ambiguous(solving,
			is_optimised
				? "The result is ambiguous considering nodes (besides optimization)"
				: "The result is ambiguous considering nodes (without "
				  "optimization)");
	return !solving->is_cancelled;
}

static bool choose_scenarios(struct solving *solving)
{
	const struct options *options = &solving->service_template->options;

	if (options->flags[OPTION_OPTIMIZATION_SCENARIOS] &&
		!optimise_sum(solving, ELEMENT_TECHNOLOGY, OPTIMUM_MINIMISE, weigh_priority))
		return false;
	if (options->flags[OPTION_OPTIMIZATION_SCENARIOS_UNIQUE] &&
		is_ambiguous(solving, ELEMENT_TECHNOLOGY, false))
		report_ambiguous(solving, "There are multiple scenarios of the same priority for "
					  "one node template possible");
	return !solving->is_cancelled;
}

static bool choose_technologies(struct solving *solving)
{
	const struct options *options = &solving->service_template->options;
	bool is_optimised = options->technologies != OPTIMISATION_NONE;
	enum optimum_direction towards = direction(options->technologies);
	bool is_solved = true;

	if (is_optimised && options->technologies_mode == OPTIMISATION_WEIGHT_COUNT)
		is_solved = optimise_sum(solving, ELEMENT_TECHNOLOGY, OPTIMUM_MAXIMISE,
				    weigh_technology) &&
			    optimise_names(solving, OPTIMUM_MINIMISE);
	else if (is_optimised && options->technologies_mode == OPTIMISATION_WEIGHT)
		is_solved = optimise_sum(solving, ELEMENT_TECHNOLOGY, towards, weigh_technology);
	else if (is_optimised)
		is_solved = optimise_names(solving, towards);
	if (is_solved && options->flags[OPTION_OPTIMIZATION_TECHNOLOGIES_UNIQUE] &&
		is_ambiguous(solving, ELEMENT_TECHNOLOGY, true))
		report_ambiguous(solving,
			is_optimised ? "The result is ambiguous considering technologies (besides "
				       "optimization)"
				     : "The result is ambiguous considering technologies (without "
				       "optimization)");
	return is_solved && !solving->is_cancelled;
}

static enum solving_outcome solve(struct solving *solving)
{
	restrict_formulas(solving);
	solver_interrupt_on(solving->solver, solving->request->cancelled);
	if (!require_constraints(solving) ||
		!succeeded(solving, solver_solve(solving->solver, NULL, 0)))
		return solving->is_cancelled ? SOLVING_CANCELLED : SOLVING_IMPOSSIBLE;
	if (!choose_topology(solving) || !choose_scenarios(solving) ||
		!choose_technologies(solving) ||
		!succeeded(solving,
			minimum_narrow(solving->solver, solving->open, solving->open_count)))
		return SOLVING_CANCELLED;
	read_model(solving, solving->solver);
	return SOLVING_DONE;
}

enum solving_outcome presence_solve(const struct presence_request *request,
	const struct evaluation *evaluation, unsigned variant, bool *present, uint32_t *solves)
{
	uint32_t count = request->service_template->graph.all.count;
	struct solving solving = {.request = request,
		.service_template = request->service_template,
		.variant = variant,
		.restriction = restriction_create(evaluation, variant),
		.present = memory_allocate(count, sizeof(formula)),
		.open = memory_allocate(count, sizeof(formula)),
		.chosen = present,
		.solves = solves};
	enum solving_outcome outcome;

	solving.formulas = restriction_formulas(solving.restriction);
	solving.solver = solver_create(solving.formulas);
	outcome = solve(&solving);
	solver_destroy(solving.solver);
	restriction_destroy(solving.restriction);
	memory_release(solving.present);
	memory_release(solving.open);
	return outcome;
}
