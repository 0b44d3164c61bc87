/* What reasoning costs, by size.
 *
 * usage: bench_solver [NODES]...
 *
 * Makes networks as templates of so many nodes give rise to: stacks of components that may be
 * hosted in several ways, presence conditions that depend on inputs, pruning in circles, types,
 * properties and artifacts, technologies with weights. Prints milliseconds of processor time for
 * each step of resolving one variant, and of questions over all inputs; then a few problems that
 * are made to be awkward. */
#include "base/memory.h"
#include "solver/core.h"
#include "solver/evaluation.h"
#include "solver/minimum.h"
#include "solver/optimum.h"
#include "solver/restriction.h"
#include "solver/solver.h"
#include "solver/uniqueness.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
	INPUTS = 40,
	VARIANTS = 64,
	MOST_HOSTS = 3,
	TECHNOLOGIES = 3,
	PARTS = 8
};

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

/* Prints the time since `*start` under a name and starts anew. */
static void report(const char *name, double *start)
{
	double end = now();

	printf("  %-44s %9.2f ms\n", name, end - *start);
	*start = now();
}

struct random {
	uint64_t state;
};

static uint32_t below(struct random *random, uint32_t bound)
{
	random->state = random->state * UINT64_C(6364136223846793005) + 1442695040888963407;
	return (uint32_t)(random->state >> 33) % bound;
}

struct node {
	formula presence;
	size_t hosts[MOST_HOSTS];
	formula hosting[MOST_HOSTS]; /* relations to them */
	size_t host_count;
	formula *incoming;
	size_t incoming_count;
	size_t incoming_capacity;
	formula technologies[TECHNOLOGIES];
};

struct scene {
	struct formulas *formulas;
	formula inputs[INPUTS];
	struct node *nodes;
	size_t node_count;
	formula *elements; /* all presences, in order */
	size_t element_count;
	size_t element_capacity;
	formula *constraints;
	size_t constraint_count;
	size_t constraint_capacity;
};

static void add_element(struct scene *scene, formula presence)
{
	scene->elements = memory_reserve(scene->elements, scene->element_count,
		&scene->element_capacity, sizeof(*scene->elements));
	scene->elements[scene->element_count++] = presence;
}

static void add_constraint(struct scene *scene, formula constraint)
{
	scene->constraints = memory_reserve(scene->constraints, scene->constraint_count,
		&scene->constraint_capacity, sizeof(*scene->constraints));
	scene->constraints[scene->constraint_count++] = constraint;
}

static void add_incoming(struct node *node, formula relation)
{
	node->incoming = memory_reserve(node->incoming, node->incoming_count,
		&node->incoming_capacity, sizeof(*node->incoming));
	node->incoming[node->incoming_count++] = relation;
}

/* A condition over inputs, mostly simple. */
static formula condition(struct scene *scene, struct random *random)
{
	formula first = scene->inputs[below(random, INPUTS)];
	formula second = scene->inputs[below(random, INPUTS)];

	switch (below(random, 8)) {
	case 0:
		return first;
	case 1:
		return -first;
	case 2:
		return formula_implies(scene->formulas, formula_not(first), second);
	case 3:
		return formula_both(scene->formulas, first, -second);
	default:
		return FORMULA_TRUE;
	}
}

/* Stacks of an application and three nodes that may host it. Ten stacks share three platforms, one
 * for each kind of host. Applications are wanted under their condition, everything else if it is
 * used. */
static struct scene scene_create(size_t node_count, uint64_t seed)
{
	struct random random = {seed};
	struct scene scene = {.formulas = formulas_create(), .node_count = node_count};
	size_t stacks = node_count * 10 / 43;

	for (int i = 0; i < INPUTS; i++)
		scene.inputs[i] = formula_variable(scene.formulas);
	scene.nodes = memory_allocate(node_count, sizeof(*scene.nodes));
	for (size_t i = 0; i < node_count; i++) {
		struct node *node = &scene.nodes[i];
		bool is_in_stack = i < 4 * stacks;
		bool is_application = is_in_stack && i % 4 == 0;

		node->presence = formula_variable(scene.formulas);
		node->host_count = is_application ? MOST_HOSTS : is_in_stack ? 1 : 0;
		for (size_t j = 0; j < node->host_count; j++) {
			size_t platform = (i / 40 * 3 + i % 4 - 1) % (node_count - 4 * stacks);

			node->hosts[j] = is_application ? i + 1 + j : 4 * stacks + platform;
			node->hosting[j] = formula_variable(scene.formulas);
		}
	}
	for (size_t i = 0; i < node_count; i++) {
		struct node *node = &scene.nodes[i];

		for (size_t j = 0; j < node->host_count; j++)
			add_incoming(&scene.nodes[node->hosts[j]], node->hosting[j]);
	}
	for (size_t i = 0; i < node_count; i++) {
		struct node *node = &scene.nodes[i];
		formula wanted = condition(&scene, &random);
		bool is_application = node->host_count == MOST_HOSTS;

		formula_define(scene.formulas, node->presence,
			is_application
				? wanted
				: formula_or(scene.formulas, node->incoming, node->incoming_count));
		add_element(&scene, node->presence);
		for (size_t j = 0; j < node->host_count; j++) {
			formula both[3] = {node->presence, scene.nodes[node->hosts[j]].presence,
				j ? condition(&scene, &random) : FORMULA_TRUE};

			formula_define(scene.formulas, node->hosting[j],
				formula_and(scene.formulas, both, 3));
			add_element(&scene, node->hosting[j]);
		}
		if (node->host_count)
			add_constraint(&scene, formula_implies(scene.formulas, node->presence,
						       formula_exactly_one(scene.formulas,
							       node->hosting, node->host_count)));
		for (int j = 0; j < TECHNOLOGIES; j++) {
			node->technologies[j] = formula_variable(scene.formulas);
			add_element(&scene, node->technologies[j]);
			add_constraint(&scene, formula_implies(scene.formulas,
						       node->technologies[j], node->presence));
		}
		add_constraint(&scene, formula_implies(scene.formulas, node->presence,
					       formula_exactly_one(scene.formulas,
						       node->technologies, TECHNOLOGIES)));
		for (int j = 0; j < PARTS; j++) {
			formula part = formula_variable(scene.formulas);

			formula_define(scene.formulas, part,
				formula_both(scene.formulas, node->presence,
					j == 0 ? condition(&scene, &random) : FORMULA_TRUE));
			add_element(&scene, part);
		}
	}
	return scene;
}

static void scene_destroy(struct scene *scene)
{
	for (size_t i = 0; i < scene->node_count; i++)
		memory_release(scene->nodes[i].incoming);
	memory_release(scene->nodes);
	memory_release(scene->elements);
	memory_release(scene->constraints);
	formulas_destroy(scene->formulas);
}

static formula *restricted(
	const struct restriction *restriction, const formula *originals, size_t count)
{
	formula *images = memory_allocate(count, sizeof(*images));

	for (size_t i = 0; i < count; i++)
		images[i] = restriction_of(restriction, originals[i]);
	return images;
}

static struct optimum_item *node_items(
	const struct scene *scene, const struct restriction *restriction)
{
	struct optimum_item *items = memory_allocate(scene->node_count, sizeof(*items));

	for (size_t i = 0; i < scene->node_count; i++) {
		formula presence = scene->nodes[i].presence;

		items[i] = (struct optimum_item){
			restriction ? restriction_of(restriction, presence) : presence, 100};
	}
	return items;
}

static void optimise_technologies(const struct scene *scene, const struct restriction *restriction,
	struct solver *solver, double *start)
{
	struct optimum_item *items =
		memory_allocate(TECHNOLOGIES * scene->node_count, sizeof(*items));
	struct optimum_item names[TECHNOLOGIES];
	size_t count = 0;
	int64_t sum;

	for (size_t i = 0; i < scene->node_count; i++) {
		for (int j = 0; j < TECHNOLOGIES; j++)
			items[count++] = (struct optimum_item){
				restriction_of(restriction, scene->nodes[i].technologies[j]),
				(int64_t)(50 + (i * 7 + (size_t)j * 13) % 5 * 10)};
	}
	optimum_narrow(solver, OPTIMUM_MAXIMISE, items, count, &sum);
	report("technologies: maximise weight", start);
	for (int j = 0; j < TECHNOLOGIES; j++) {
		formula *named = memory_allocate(scene->node_count, sizeof(*named));

		for (size_t i = 0; i < scene->node_count; i++)
			named[i] = items[i * TECHNOLOGIES + (size_t)j].counted;
		names[j] = (struct optimum_item){
			formula_or(solver_formulas(solver), named, scene->node_count), 1};
		memory_release(named);
	}
	optimum_narrow(solver, OPTIMUM_MINIMISE, names, TECHNOLOGIES, &sum);
	report("technologies: minimise names", start);
	memory_release(items);
}

static void resolve_variant(
	const struct scene *scene, const struct evaluation *evaluation, double start)
{
	struct restriction *restriction = restriction_create(evaluation, 0);
	formula *elements = restricted(restriction, scene->elements, scene->element_count);
	formula *constraints = restricted(restriction, scene->constraints, scene->constraint_count);
	struct optimum_item *items = node_items(scene, restriction);
	formula *expected = memory_allocate(scene->node_count, sizeof(*expected));
	struct solver *solver;
	struct solver *least;
	int64_t sum = 0;
	size_t present = 0;

	report("restriction to one variant", &start);
	printf("  (%d formulas left of %d)\n",
		(int)formulas_last(restriction_formulas(restriction)),
		(int)formulas_last(scene->formulas));
	start = now();
	solver = solver_create(restriction_formulas(restriction));
	for (size_t i = 0; i < scene->constraint_count; i++)
		solver_require(solver, constraints[i]);
	report("solver from it", &start);
	bool is_satisfiable = solver_solve(solver, NULL, 0) == SOLVER_SATISFIABLE;

	report(is_satisfiable ? "first model" : "no model", &start);
	if (is_satisfiable) {
		optimum_narrow(solver, OPTIMUM_MINIMISE, items, scene->node_count, &sum);
		report("topology: minimise weight", &start);
		printf("  (sum %lld)\n", (long long)sum);
		start = now();
		least = solver_fork(solver, NULL, 0);
		report("fork", &start);
		minimum_narrow(least, elements, scene->element_count);
		report("least model", &start);
		for (size_t i = 0; i < scene->node_count; i++) {
			bool is_present = solver_value(least, items[i].counted);

			present += is_present;
			expected[i] = is_present ? items[i].counted : -items[i].counted;
		}
		solver_destroy(least);
		start = now();

		bool is_unique = uniqueness_find_other(solver, expected, scene->node_count, NULL,
					 0) == SOLVER_UNSATISFIABLE;

		report(is_unique ? "unique" : "not unique", &start);
		printf("  (%zu of %zu nodes present)\n", present, scene->node_count);
		start = now();
		optimise_technologies(scene, restriction, solver, &start);
		minimum_narrow(solver, elements, scene->element_count);
		report("least model", &start);
	}
	solver_destroy(solver);
	memory_release(elements);
	memory_release(constraints);
	memory_release(items);
	memory_release(expected);
	restriction_destroy(restriction);
}

static void ask_about_all_inputs(const struct scene *scene, double start)
{
	struct solver *solver = solver_create(scene->formulas);
	formula assumptions[INPUTS + 1];
	formula *core;
	size_t core_count;

	for (size_t i = 0; i < scene->constraint_count; i++)
		solver_require(solver, scene->constraints[i]);
	report("solver for all inputs", &start);
	for (int i = 0; i < INPUTS; i++)
		assumptions[i] = i % 3 ? scene->inputs[i] : -scene->inputs[i];
	solver_solve(solver, assumptions, INPUTS);
	report("first variant by assumptions", &start);
	for (int i = 0; i < INPUTS; i++)
		assumptions[i] = i % 2 ? scene->inputs[i] : -scene->inputs[i];
	solver_solve(solver, assumptions, INPUTS);
	report("second variant by assumptions", &start);

	/* Wants an application in a variant in which it is absent. */
	for (size_t i = 0; i < scene->node_count; i++) {
		assumptions[INPUTS] = scene->nodes[i].presence;
		if (solver_solve(solver, assumptions, INPUTS + 1) == SOLVER_UNSATISFIABLE)
			break;
	}
	start = now();
	core_find(solver, NULL, 0, assumptions, INPUTS + 1, &core, &core_count);
	report("minimal core", &start);
	memory_release(core);
	solver_destroy(solver);
}

static void run_scene(size_t node_count)
{
	double start = now();
	struct scene scene = scene_create(node_count, 1);
	struct network *network;
	struct evaluation *evaluation;

	printf("%zu nodes\n", node_count);
	report("formulas", &start);
	network = network_create(scene.formulas);
	report("network", &start);
	evaluation = evaluation_create(network);
	for (int i = 0; i < INPUTS; i++) {
		uint64_t values = UINT64_C(0x9e3779b97f4a7c15) * (uint64_t)(i + 1);

		evaluation_assign(evaluation, scene.inputs[i], values, ~values);
	}
	evaluation_run(evaluation);
	report("evaluation of 64 variants", &start);
	printf("  (%zu elements, %zu constraints, %d formulas)\n", scene.element_count,
		scene.constraint_count, (int)formulas_last(scene.formulas));
	resolve_variant(&scene, evaluation, now());
	ask_about_all_inputs(&scene, now());
	evaluation_destroy(evaluation);
	network_destroy(network);
	scene_destroy(&scene);
}

/* Pairs of which one is needed, far from each other; the earlier ones matter more. */
static void run_pairs(int pairs)
{
	double start = now();
	struct formulas *formulas = formulas_create();
	formula *items = memory_allocate(2 * (size_t)pairs, sizeof(*items));
	struct optimum_item *weighted = memory_allocate(2 * (size_t)pairs, sizeof(*weighted));
	struct solver *solver;
	struct solver *fork;
	int64_t sum;

	printf("%d pairs\n", pairs);
	for (int i = 0; i < 2 * pairs; i++) {
		items[i] = formula_variable(formulas);
		weighted[i] = (struct optimum_item){items[i], 100};
	}
	solver = solver_create(formulas);
	for (int i = 0; i < pairs; i++)
		solver_require_any(solver, (formula[]){items[i], items[2 * pairs - 1 - i]}, 2);
	fork = solver_fork(solver, NULL, 0);
	start = now();
	minimum_narrow(fork, items, 2 * (size_t)pairs);
	report("least model", &start);
	solver_destroy(fork);
	start = now();
	optimum_narrow(solver, OPTIMUM_MINIMISE, weighted, 2 * (size_t)pairs, &sum);
	report("minimise weight", &start);
	solver_destroy(solver);
	memory_release(items);
	memory_release(weighted);
	formulas_destroy(formulas);
}

/* Operators with very many operands. */
static void run_wide(size_t count)
{
	double start = now();
	struct formulas *formulas = formulas_create();
	formula *operands = memory_allocate(count, sizeof(*operands));
	struct solver *solver;

	printf("%zu operands\n", count);
	for (size_t i = 0; i < count / 10; i++)
		operands[i] = formula_variable(formulas);
	for (size_t i = count / 10; i < count; i++)
		operands[i] = formula_not(formula_both(
			formulas, operands[i % (count / 10)], operands[i * 7 % (count / 10)]));
	formula_and(formulas, operands, count);
	formula_xor(formulas, operands, count);

	formula one = formula_exactly_one(formulas, operands, count / 10);

	report("formulas", &start);
	solver = solver_create(formulas);
	solver_require(solver, one);
	solver_solve(solver, NULL, 0);
	report("a model of exactly one in ten of them", &start);
	solver_destroy(solver);
	memory_release(operands);
	formulas_destroy(formulas);
}

int main(int argument_count, char **arguments)
{
	static const size_t sizes[] = {50, 200, 1000, 5000, 10000};

	if (argument_count > 1) {
		for (int i = 1; i < argument_count; i++)
			run_scene(strtoul(arguments[i], NULL, 10));
		return 0;
	}

	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
		run_scene(sizes[i]);
	run_pairs(5000);
	run_pairs(20000);
	run_wide(1000000);
	return 0;
}
