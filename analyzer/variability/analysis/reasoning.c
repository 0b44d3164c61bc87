#include "analyzer/variability/analysis/reasoning.h"

#include "analyzer/variability/conditions/constraints.h"
#include "base/memory.h"

static struct elements elements_of(const struct reasoning *reasoning)
{
	return reasoning->truth.scratch.graph->all;
}

/* ---- definitions: each is made when something leads there ---- */

static void define(struct reasoning *reasoning, const struct element *element)
{
	const struct presence_formula *scratch = &reasoning->truth.scratch;
	struct presence_meaning meaning;

	if (reasoning->is_defined[element->position])
		return;
	reasoning->is_defined[element->position] = true;
	meaning = presence_formula_meaning(&reasoning->truth.logic, element);
	formula_define(scratch->formulas, scratch->manual[element->position], meaning.manual);
	formula_define(scratch->formulas, scratch->present[element->position], meaning.present);
}

struct visit {
	bool *is_seen; /* by index */
	size_t seen_capacity;
	formula *waiting;
	size_t count;
	size_t capacity;
};

static void wait_for(struct visit *visit, formula operand)
{
	size_t index = (size_t)formula_index(operand);

	while (index >= visit->seen_capacity) {
		size_t known = visit->seen_capacity;

		visit->is_seen = memory_reserve(
			visit->is_seen, known, &visit->seen_capacity, sizeof(*visit->is_seen));
		for (size_t i = known; i < visit->seen_capacity; i++)
			visit->is_seen[i] = false;
	}
	if (visit->is_seen[index])
		return;
	visit->is_seen[index] = true;
	visit->waiting = memory_reserve(
		visit->waiting, visit->count, &visit->capacity, sizeof(*visit->waiting));
	visit->waiting[visit->count++] = formula_index(operand);
}

/* Everything that the presence of the element can depend on. */
static void define_around(struct reasoning *reasoning, const struct element *element)
{
	struct formulas *formulas = reasoning->truth.scratch.formulas;
	struct visit visit = {0};

	wait_for(&visit, reasoning->truth.scratch.present[element->position]);
	while (visit.count > 0) {
		formula next = visit.waiting[--visit.count];
		const struct element *of = free_presence_element(&reasoning->truth.scratch, next);
		size_t count;
		const formula *operands = formula_operands(formulas, next, &count);

		for (size_t i = 0; i < count; i++)
			wait_for(&visit, operands[i]);
		if (!of)
			continue;
		define(reasoning, of);
		wait_for(&visit, formula_definition(formulas, next));
	}
	memory_release(visit.is_seen);
	memory_release(visit.waiting);
}

static void define_all(struct reasoning *reasoning)
{
	struct elements all = elements_of(reasoning);

	if (reasoning->has_demands)
		return;
	reasoning->has_demands = true;
	for (uint32_t i = 0; i < all.count; i++)
		define(reasoning, all.items[i]);
	constraints_add_all(&reasoning->truth.logic, NULL);
}

/* ---- what follows ---- */

formula reasoning_fact(struct reasoning *reasoning, const struct element *element)
{
	formula present = reasoning->truth.scratch.present[element->position];

	return variant_truth_of_element(&reasoning->truth, element) == TRUTH_TRUE ? present
										  : -present;
}

static void give_values(struct reasoning *reasoning)
{
	const struct known_atoms *known = &reasoning->truth.scratch.known;

	for (size_t i = 0; i < known->count; i++) {
		formula variable = known->items[i].variable;
		enum truth truth = variant_truth_of_formula(&reasoning->truth, variable);

		if (truth == TRUTH_TRUE || truth == TRUTH_FALSE)
			derivation_give(
				reasoning->derivation, truth == TRUTH_TRUE ? variable : -variable);
	}
	derivation_run(reasoning->derivation);
}

static formula *list_demands(const struct reasoning *reasoning)
{
	const struct presence_formula *scratch = &reasoning->truth.scratch;
	formula *demands = memory_allocate(scratch->constraint_count + 1, sizeof(*demands));

	for (size_t i = 0; i < scratch->constraint_count; i++)
		demands[i] = scratch->constraints[i].formula;
	return demands;
}

static void derive(struct reasoning *reasoning, const struct element *element, bool with_demands)
{
	const struct presence_formula *scratch = &reasoning->truth.scratch;
	formula *required = list_demands(reasoning);

	derivation_destroy(reasoning->derivation);
	reasoning->derivation =
		derivation_create(scratch->formulas, &scratch->present[element->position], 1,
			required, with_demands ? scratch->constraint_count : 0);
	memory_release(required);
	give_values(reasoning);
}

static bool is_derived(struct reasoning *reasoning, const struct element *element)
{
	return derivation_cost(reasoning->derivation, reasoning_fact(reasoning, element)) !=
	       DERIVATION_NEVER;
}

static void choose(struct reasoning *reasoning, struct elements elements)
{
	for (uint32_t i = 0; i < elements.count; i++) {
		const struct element *element = elements.items[i];
		enum truth truth = variant_truth_of_element(&reasoning->truth, element);

		if ((truth != TRUTH_TRUE && truth != TRUTH_FALSE) || is_derived(reasoning, element))
			continue;
		derivation_give(reasoning->derivation, reasoning_fact(reasoning, element));
		derivation_run(reasoning->derivation);
	}
}

void reasoning_choose(struct reasoning *reasoning, size_t variant, const struct element *element)
{
	variant_truth_choose(&reasoning->truth, variant);
	define_around(reasoning, element);
	derive(reasoning, element, false);
	if (is_derived(reasoning, element))
		return;
	define_all(reasoning);
	derive(reasoning, element, true);
	if (is_derived(reasoning, element))
		return;
	/* What is optimised first, then what is looked at first where several results are as good.
	 */
	choose(reasoning, reasoning->truth.scratch.graph->kinds[ELEMENT_NODE]);
	choose(reasoning, reasoning->truth.scratch.graph->kinds[ELEMENT_TECHNOLOGY]);
	choose(reasoning, elements_of(reasoning));
}

const struct constraint *reasoning_constraint(const struct reasoning *reasoning, size_t required)
{
	return &reasoning->truth.scratch.constraints[required];
}

void reasoning_choose_demands(struct reasoning *reasoning, size_t variant)
{
	const struct presence_formula *scratch = &reasoning->truth.scratch;
	formula *demands;

	variant_truth_choose(&reasoning->truth, variant);
	define_all(reasoning);
	demands = list_demands(reasoning);
	derivation_destroy(reasoning->derivation);
	reasoning->derivation =
		derivation_create(scratch->formulas, demands, scratch->constraint_count, NULL, 0);
	memory_release(demands);
	give_values(reasoning);
}

/* Those of a conflict may be of a formula made anew. */
static bool is_same(const struct constraint *one, const struct constraint *other)
{
	bool have_places = !node_is_absent(one->place) && !node_is_absent(other->place);

	return one->kind == other->kind && one->element == other->element &&
	       one->option == other->option &&
	       (have_places ? node_equal_place(one->place, other->place)
			    : node_is_absent(one->place) == node_is_absent(other->place));
}

formula reasoning_demand(const struct reasoning *reasoning, const struct constraint *constraint)
{
	const struct presence_formula *scratch = &reasoning->truth.scratch;

	for (size_t i = 0; i < scratch->constraint_count; i++)
		if (is_same(&scratch->constraints[i], constraint))
			return scratch->constraints[i].formula;
	return FORMULA_TRUE;
}

void reasoning_begin(
	struct reasoning *reasoning, const struct analysis *analysis, struct arena *arena)
{
	uint32_t count = analysis->findings->service_template->graph.all.count;

	*reasoning = (struct reasoning){.arena = arena};
	variant_truth_begin(&reasoning->truth, analysis, arena);
	reasoning->is_defined = arena_allocate(arena, count + 1, sizeof(bool));
}

void reasoning_end(struct reasoning *reasoning)
{
	derivation_destroy(reasoning->derivation);
	variant_truth_end(&reasoning->truth);
}
