#include "analyzer/variability/analysis/reasoning.h"

#include "base/memory.h"

static struct elements elements_of(const struct reasoning *reasoning)
{
	return reasoning->truth.scratch.graph->all;
}

/* ---- what follows ---- */

formula reasoning_fact(struct reasoning *reasoning, const struct element *element)
{
	formula present = reasoning->truth.scratch.present[element->position];

	return variant_truth_of_element(&reasoning->truth, element) == TRUTH_TRUE ? present
										  : -present;
}

static void give_values(struct reasoning *reasoning, struct derivation *derivation)
{
	const struct known_atoms *known = &reasoning->truth.meanings->scratch.known;

	for (size_t i = 0; i < known->count; i++) {
		formula variable = known->items[i].variable;
		enum truth truth = variant_truth_of_formula(&reasoning->truth, variable);

		if (truth == TRUTH_TRUE || truth == TRUTH_FALSE)
			derivation_give(derivation, truth == TRUTH_TRUE ? variable : -variable);
	}
}

static formula *list_demands(const struct reasoning *reasoning)
{
	const struct presence_formula *scratch = &reasoning->truth.scratch;
	formula *demands = memory_allocate(scratch->constraint_count + 1, sizeof(*demands));

	for (size_t i = 0; i < scratch->constraint_count; i++)
		demands[i] = scratch->constraints[i].formula;
	return demands;
}

static void release_own(struct reasoning *reasoning)
{
	derivation_destroy(reasoning->own);
	derivation_scope_destroy(reasoning->own_scope);
	reasoning->own = NULL;
	reasoning->own_scope = NULL;
}

static void release_chains(struct reasoning *reasoning)
{
	for (int i = 0; i < 2; i++) {
		derivation_destroy(reasoning->chains[i]);
		reasoning->chains[i] = NULL;
	}
}

/* Where the chains of the variant are: kept for whoever asks next, if they are of the first ones.
 */
static struct derivation **places_of_chains(struct reasoning *reasoning)
{
	struct meanings *meanings = reasoning->truth.meanings;
	size_t variant = reasoning->truth.variant;

	if (variant < meanings->variant_count)
		return &meanings->chains[2 * variant];
	if (reasoning->variant != variant)
		release_chains(reasoning);
	reasoning->variant = variant;
	return reasoning->chains;
}

static void use(struct reasoning *reasoning, struct derivation *derivation)
{
	derivation_continue(derivation, reasoning->truth.scratch.formulas);
	reasoning->derivation = derivation;
}

/* What follows from the values of the variant, without demands or with them. */
static struct derivation *chains_of(struct reasoning *reasoning, bool with_demands)
{
	struct derivation **chains = places_of_chains(reasoning);
	formula *required;

	if (!chains[0]) {
		chains[0] = derivation_create_on_demand(reasoning->truth.meanings->scope);
		give_values(reasoning, chains[0]);
	}
	if (with_demands && !chains[1]) {
		required = list_demands(reasoning);
		chains[1] = derivation_create_behind(
			chains[0], required, reasoning->truth.scratch.constraint_count);
		memory_release(required);
	}
	return chains[with_demands];
}

/* Those that only the element and the demands are made of: choices are added to them. */
static void use_own_chains(struct reasoning *reasoning, const struct element *element)
{
	const struct presence_formula *scratch = &reasoning->truth.scratch;
	formula *roots = list_demands(reasoning);

	release_own(reasoning);
	roots[scratch->constraint_count] = scratch->present[element->position];
	reasoning->own_scope = derivation_scope_create(
		scratch->base->formulas, roots, scratch->constraint_count + 1);
	reasoning->own = derivation_create(reasoning->own_scope, roots, scratch->constraint_count);
	memory_release(roots);
	give_values(reasoning, reasoning->own);
	derivation_run(reasoning->own);
	use(reasoning, reasoning->own);
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
	use(reasoning, chains_of(reasoning, false));
	if (is_derived(reasoning, element))
		return;
	use(reasoning, chains_of(reasoning, true));
	if (is_derived(reasoning, element))
		return;
	use_own_chains(reasoning, element);
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
	variant_truth_choose(&reasoning->truth, variant);
	use(reasoning, chains_of(reasoning, false));
}

/* Those of a conflict may be of a formula made anew, or of the text before an edit. */
static bool is_same(const struct reasoning *reasoning, const struct constraint *one,
	const struct constraint *other)
{
	const struct analysis *analysis = reasoning->truth.analysis;
	struct node place = analysis_node(analysis, one->place);
	struct node other_place = analysis_node(analysis, other->place);
	bool have_places = !node_is_absent(place) && !node_is_absent(other_place);
	bool have_elements = one->element && other->element;

	return one->kind == other->kind && one->option == other->option &&
	       (have_elements ? one->element->position == other->element->position
			      : one->element == other->element) &&
	       (have_places ? node_equal_place(place, other_place)
			    : node_is_absent(place) == node_is_absent(other_place));
}

formula reasoning_demand(const struct reasoning *reasoning, const struct constraint *constraint)
{
	const struct presence_formula *scratch = &reasoning->truth.scratch;

	for (size_t i = 0; i < scratch->constraint_count; i++)
		if (is_same(reasoning, &scratch->constraints[i], constraint))
			return scratch->constraints[i].formula;
	return FORMULA_TRUE;
}

void reasoning_begin(
	struct reasoning *reasoning, const struct analysis *analysis, struct arena *arena)
{
	struct meanings *meanings = meanings_borrow(analysis);

	meanings_define(meanings);
	*reasoning = (struct reasoning){.arena = arena};
	variant_truth_begin(&reasoning->truth, analysis, meanings, arena);
}

void reasoning_end(struct reasoning *reasoning)
{
	release_own(reasoning);
	release_chains(reasoning);
	variant_truth_end(&reasoning->truth);
}
