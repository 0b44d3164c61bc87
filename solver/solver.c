#include "solver/solver.h"

#include "base/interruption.h"
#include "base/memory.h"
#include "solver/cnf.h"
#include "solver/locality.h"
#include "solver/search.h"

#include <assert.h>
#include <limits.h>
#include <picosat/picosat.h>

/* Literals that one question may assign, those of conflicts included: some seconds. */
static const unsigned long long most_propagations = 2000000;

struct solver {
	struct cnf *cnf;
	PicoSAT *picosat;
	size_t passed_on; /* how much of the clauses PicoSAT has got */
	const atomic_bool *interrupt;

	/* The last question, for `solver_failed`. */
	formula *assumptions;
	size_t assumption_count;
	size_t assumption_capacity;
	formula *failed;
	size_t failed_capacity;
	enum solver_answer answer;

	/* Values of formulas without a literal, computed for the current model: the number of
	 * the model, shifted by one, plus the value. */
	uint32_t *computed; /* by index */
	size_t computed_capacity;
	uint32_t model;
	int32_t *stack;
	size_t stack_capacity;
};

/* PicoSAT asks for the time before and after each question, to tell in statistics that nobody here
 * reads. That takes as long as most answers. So it asks here; or, where it is linked statically and
 * calls its own function, is told that the system has no answer. */
#ifdef VTOSCA_WRAPS_GETRUSAGE
int __wrap_getrusage(int who, void *usage);

int __wrap_getrusage(int who, void *usage)
{
	(void)who;
	(void)usage;
	return -1;
}
#else
#pragma weak picosat_time_stamp
double picosat_time_stamp(void)
{
	return 0;
}
#endif

static int is_interrupted(void *context)
{
	const struct solver *solver = context;

	return interrupted(solver->interrupt);
}

/* PicoSAT is told sizes again when it frees; ours is not interested. */
static void *picosat_allocate(void *context, size_t size)
{
	(void)context;
	return memory_resize(NULL, 1, size);
}

static void *picosat_resize(void *context, void *block, size_t old_size, size_t size)
{
	(void)context;
	(void)old_size;
	return memory_resize(block, 1, size);
}

static void picosat_release(void *context, void *block, size_t size)
{
	(void)context;
	(void)size;
	memory_release(block);
}

/* Owns `cnf` from now on. */
static struct solver *create(struct cnf *cnf)
{
	struct solver *solver = memory_allocate(1, sizeof(*solver));

	solver->cnf = cnf;
	solver->picosat = picosat_minit(NULL, picosat_allocate, picosat_resize, picosat_release);
	picosat_set_interrupt(solver->picosat, solver, is_interrupted);
	picosat_set_global_default_phase(solver->picosat, 0);

	/* Probing for failed literals takes several times longer than solving itself. */
	picosat_set_plain(solver->picosat, 1);
	solver->answer = SOLVER_INTERRUPTED;
	return solver;
}

struct solver *solver_create(struct formulas *formulas)
{
	return create(cnf_create(formulas));
}

struct solver *solver_fork(const struct solver *solver, const formula *assumptions, size_t count)
{
	int variables = picosat_variables(solver->picosat);
	int last = cnf_last_variable(solver->cnf);
	signed char *fixed = memory_allocate((size_t)last + 1, sizeof(*fixed));
	struct solver *fork;

	for (int variable = 1; variable <= variables && variable <= last; variable++)
		fixed[variable] = (signed char)picosat_deref_toplevel(solver->picosat, variable);
	fork = create(cnf_copy(solver->cnf, fixed));
	memory_release(fixed);
	fork->interrupt = solver->interrupt;
	for (size_t i = 0; i < count; i++)
		solver_require(fork, assumptions[i]);
	return fork;
}

void solver_destroy(struct solver *solver)
{
	if (!solver)
		return;
	picosat_reset(solver->picosat);
	cnf_destroy(solver->cnf);
	memory_release(solver->assumptions);
	memory_release(solver->failed);
	memory_release(solver->computed);
	memory_release(solver->stack);
	memory_release(solver);
}

struct formulas *solver_formulas(const struct solver *solver)
{
	return cnf_formulas(solver->cnf);
}

void solver_interrupt_on(struct solver *solver, const atomic_bool *flag)
{
	solver->interrupt = flag;
}

bool search_is_interrupted(const struct solver *solver)
{
	return is_interrupted((void *)solver);
}

uint64_t search_effort(const struct solver *solver)
{
	return picosat_propagations(solver->picosat);
}

void solver_require(struct solver *solver, formula operand)
{
	cnf_require(solver->cnf, operand);
}

void solver_require_any(struct solver *solver, const formula *operands, size_t count)
{
	cnf_require_any(solver->cnf, operands, count);
}

static void pass_clauses_on(struct solver *solver)
{
	size_t length;
	const int *clauses = cnf_clauses(solver->cnf, &length);

	if (solver->passed_on == length)
		return;
	/* Making room is linear in what is there, so later growth is left to PicoSAT. */
	if (solver->passed_on == 0 && cnf_last_variable(solver->cnf))
		picosat_adjust(solver->picosat, cnf_last_variable(solver->cnf));
	for (size_t i = solver->passed_on; i < length; i++)
		picosat_add(solver->picosat, clauses[i]);
	solver->passed_on = length;
}

enum solver_answer search_solve(
	struct solver *solver, const formula *assumptions, size_t count, int decisions)
{
	solver->answer = SOLVER_INTERRUPTED;
	solver->assumption_count = 0;
	solver->model++;
	if (is_interrupted(solver))
		return SOLVER_INTERRUPTED;
	if (solver->assumption_capacity < count) {
		solver->assumption_capacity = 2 * count;
		solver->assumptions = memory_resize(solver->assumptions,
			solver->assumption_capacity, sizeof(*solver->assumptions));
	}
	for (size_t i = 0; i < count; i++) {
		if (assumptions[i] == FORMULA_TRUE)
			continue;
		cnf_literal(solver->cnf, assumptions[i]);
		solver->assumptions[solver->assumption_count++] = assumptions[i];
	}
	pass_clauses_on(solver);
	for (size_t i = 0; i < solver->assumption_count; i++)
		picosat_assume(
			solver->picosat, cnf_known_literal(solver->cnf, solver->assumptions[i]));
	picosat_set_propagation_limit(
		solver->picosat, picosat_propagations(solver->picosat) + most_propagations);
	switch (picosat_sat(solver->picosat, decisions)) {
	case PICOSAT_SATISFIABLE:
		return solver->answer = SOLVER_SATISFIABLE;
	case PICOSAT_UNSATISFIABLE:
		return solver->answer = SOLVER_UNSATISFIABLE;
	default:
		return solver->answer = SOLVER_INTERRUPTED;
	}
}

enum solver_answer solver_solve(struct solver *solver, const formula *assumptions, size_t count)
{
	return search_solve(solver, assumptions, count, -1);
}

const formula *solver_failed(struct solver *solver, size_t *count)
{
	assert(solver->answer == SOLVER_UNSATISFIABLE);
	*count = 0;
	if (solver->failed_capacity < solver->assumption_count) {
		solver->failed_capacity = solver->assumption_capacity;
		solver->failed = memory_resize(
			solver->failed, solver->failed_capacity, sizeof(*solver->failed));
	}
	if (picosat_inconsistent(solver->picosat))
		return solver->failed;
	for (size_t i = 0; i < solver->assumption_count; i++) {
		int literal = cnf_known_literal(solver->cnf, solver->assumptions[i]);

		if (picosat_failed_assumption(solver->picosat, literal))
			solver->failed[(*count)++] = solver->assumptions[i];
	}
	return solver->failed;
}

formula search_fixed(struct solver *solver, formula operand)
{
	int literal = cnf_known_literal(solver->cnf, operand);

	if (formula_index(operand) == FORMULA_TRUE)
		return operand;
	if (!literal || (literal < 0 ? -literal : literal) > picosat_variables(solver->picosat))
		return FORMULA_NONE;
	switch (picosat_deref_toplevel(solver->picosat, literal)) {
	case 1:
		return FORMULA_TRUE;
	case -1:
		return FORMULA_FALSE;
	default:
		return FORMULA_NONE;
	}
}

void search_order(struct solver *solver, const formula *formulas, size_t count, uint32_t *order)
{
	for (size_t i = 0; i < count; i++)
		cnf_literal(solver->cnf, formulas[i]);
	locality_order(solver->cnf, formulas, count, order);
}

/* The value if it can be told without looking at parts, else -1. Marks a formula as entered
 * with the value false, so that a definition that is cyclic, and unknown to the solver, comes
 * to an end. */
static int immediate_value(const struct solver *solver, formula operand)
{
	int literal = cnf_known_literal(solver->cnf, operand);
	uint32_t computed = solver->computed[formula_index(operand)];

	if (operand == FORMULA_TRUE || operand == FORMULA_FALSE)
		return operand == FORMULA_TRUE;
	if (literal && (literal < 0 ? -literal : literal) <= picosat_variables(solver->picosat))
		return picosat_deref(solver->picosat, literal) > 0;
	if (computed >> 1 == solver->model)
		return (int)(computed & 1) ^ (operand < 0);
	return -1;
}

static bool compute(const struct solver *solver, int32_t index)
{
	const struct formulas *formulas = cnf_formulas(solver->cnf);
	enum formula_kind kind = formula_kind(formulas, index);
	formula definition = formula_definition(formulas, index);
	size_t holding = 0;
	size_t count;
	const formula *operands = formula_operands(formulas, index, &count);

	if (kind == FORMULA_VARIABLE)
		return definition && immediate_value(solver, definition) == 1;
	for (size_t i = 0; i < count; i++)
		holding += immediate_value(solver, operands[i]) == 1;
	if (kind == FORMULA_AND)
		return holding == count;
	if (kind == FORMULA_XOR)
		return holding % 2 == 1;
	return holding <= 1;
}

static void compute_with_parts(struct solver *solver, int32_t root)
{
	const struct formulas *formulas = cnf_formulas(solver->cnf);
	size_t stack_count = 0;

	solver->stack = memory_reserve(
		solver->stack, stack_count, &solver->stack_capacity, sizeof(*solver->stack));
	solver->stack[stack_count++] = root;
	while (stack_count) {
		int32_t index = solver->stack[stack_count - 1];
		formula definition = formula_definition(formulas, index);
		size_t count;
		const formula *operands = formula_operands(formulas, index, &count);
		bool is_entered = solver->computed[index] >> 1 == solver->model;

		if (is_entered) {
			solver->computed[index] = solver->model << 1 | compute(solver, index);
			stack_count--;
			continue;
		}
		solver->computed[index] = solver->model << 1;
		if (definition) {
			operands = &definition;
			count = 1;
		}
		for (size_t i = 0; i < count; i++) {
			if (immediate_value(solver, operands[i]) >= 0)
				continue;
			solver->stack = memory_reserve(solver->stack, stack_count,
				&solver->stack_capacity, sizeof(*solver->stack));
			solver->stack[stack_count++] = formula_index(operands[i]);
		}
	}
}

bool solver_value(struct solver *solver, formula operand)
{
	assert(solver->answer == SOLVER_SATISFIABLE);

	size_t size = (size_t)formulas_last(cnf_formulas(solver->cnf)) + 1;

	if (solver->computed_capacity < size) {
		size_t capacity = size + size / 4;

		solver->computed =
			memory_resize(solver->computed, capacity, sizeof(*solver->computed));
		for (size_t i = solver->computed_capacity; i < capacity; i++)
			solver->computed[i] = 0;
		solver->computed_capacity = capacity;
	}

	int value = immediate_value(solver, operand);

	if (value < 0) {
		compute_with_parts(solver, formula_index(operand));
		value = immediate_value(solver, operand);
	}
	return value == 1;
}
