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
	derivation_run(derivation);
}

static formula *list_demands(const struct reasoning *reasoning)
{
	const struct presence_formula *scratch = &reasoning->truth.scratch;
	formula *demands = memory_allocate(scratch->constraint_count + 1, sizeof(*demands));

	for (size_t i = 0; i < scratch->constraint_count; i++)
		demands[i] = scratch->constraints[i].formula;
	return demands;
}

static struct derivation *derive(
	struct reasoning *reasoning, const struct derivation_scope *scope, bool with_demands)
{
	formula *required = list_demands(reasoning);
	struct derivation *derivation = derivation_create(
		scope, required, with_demands ? reasoning->truth.scratch.constraint_count : 0);

	memory_release(required);
	give_values(reasoning, derivation);
	return derivation;
}

static void release_own(struct reasoning *reasoning)
{
	derivation_destroy(reasoning->own);
	derivation_scope_destroy(reasoning->own_scope);
	reasoning->own = NULL;
	reasoning->own_scope = NULL;
}

static void use(struct reasoning *reasoning, struct derivation *derivation)
{
	derivation_continue(derivation, reasoning->truth.scratch.formulas);
	reasoning->derivation = derivation;
}

/* The chains of the variant, which are kept for whoever asks next. */
static void use_chains(struct reasoning *reasoning, bool with_demands)
{
	struct meanings *meanings = reasoning->truth.meanings;
	size_t variant = reasoning->truth.variant;
	struct derivation **kept = variant < meanings->variant_count
					   ? &meanings->chains[2 * variant + with_demands]
					   : NULL;

	if (kept && *kept) {
		use(reasoning, *kept);
		return;
	}
	release_own(reasoning);
	reasoning->own = derive(reasoning, meanings->scope, with_demands);
	derivation_fit(reasoning->own);
	use(reasoning, reasoning->own);
	if (kept) {
		*kept = reasoning->own;
		reasoning->own = NULL;
	}
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
	memory_release(roots);
	reasoning->own = derive(reasoning, reasoning->own_scope, true);
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
	use_chains(reasoning, false);
	if (is_derived(reasoning, element))
		return;
	use_chains(reasoning, true);
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
	use_chains(reasoning, false);
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
	variant_truth_end(&reasoning->truth);
}
