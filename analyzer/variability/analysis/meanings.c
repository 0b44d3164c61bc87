#include "analyzer/variability/analysis/meanings.h"

#include "analyzer/variability/conditions/constraints.h"
#include "base/memory.h"

enum {
	MOST_VARIANTS_KEPT = 8 /* chains are as long as the template */
};

static struct meanings *create(const struct analysis *analysis)
{
	struct meanings *meanings = memory_allocate(1, sizeof(*meanings));
	size_t variants = analysis->findings->variants.count;

	meanings->arena = arena_create();
	meanings->variant_count = variants < MOST_VARIANTS_KEPT ? variants : MOST_VARIANTS_KEPT;
	meanings->chains = arena_allocate(
		meanings->arena, 2 * meanings->variant_count + 1, sizeof(*meanings->chains));
	free_presence_begin(&meanings->scratch, &meanings->logic,
		analysis->findings->service_template->formula, meanings->arena);
	return meanings;
}

struct meanings *meanings_borrow(const struct analysis *analysis)
{
	struct meanings *kept =
		atomic_exchange_explicit(&analysis->findings->meanings, NULL, memory_order_acq_rel);

	return kept ? kept : create(analysis);
}

void meanings_return(const struct analysis *analysis, struct meanings *meanings)
{
	meanings_destroy(atomic_exchange_explicit(
		&analysis->findings->meanings, meanings, memory_order_acq_rel));
}

void meanings_destroy(struct meanings *meanings)
{
	if (!meanings)
		return;
	for (size_t i = 0; i < 2 * meanings->variant_count; i++)
		derivation_destroy(meanings->chains[i]);
	derivation_scope_destroy(meanings->scope);
	free_presence_end(&meanings->scratch, &meanings->logic);
	arena_destroy(meanings->arena);
	memory_release(meanings);
}

void meanings_forget(struct findings *findings)
{
	if (findings)
		meanings_destroy(
			atomic_exchange_explicit(&findings->meanings, NULL, memory_order_acq_rel));
}

static void define(struct meanings *meanings, const struct element *element)
{
	const struct presence_formula *scratch = &meanings->scratch;
	struct presence_meaning meaning = presence_formula_meaning(&meanings->logic, element);

	formula_define(scratch->formulas, scratch->manual[element->position], meaning.manual);
	formula_define(scratch->formulas, scratch->present[element->position], meaning.present);
}

static struct derivation_scope *scope_of_all(const struct presence_formula *scratch)
{
	struct elements all = scratch->graph->all;
	size_t count = 0;
	formula *roots = memory_allocate(
		2 * (size_t)all.count + scratch->constraint_count + 1, sizeof(*roots));
	struct derivation_scope *scope;

	for (uint32_t i = 0; i < all.count; i++) {
		roots[count++] = scratch->present[all.items[i]->position];
		roots[count++] = scratch->manual[all.items[i]->position];
	}
	for (size_t i = 0; i < scratch->constraint_count; i++)
		roots[count++] = scratch->constraints[i].formula;
	scope = derivation_scope_create(scratch->formulas, roots, count);
	memory_release(roots);
	return scope;
}

void meanings_define(struct meanings *meanings)
{
	struct elements all = meanings->scratch.graph->all;

	if (meanings->scope)
		return;
	for (uint32_t i = 0; i < all.count; i++)
		define(meanings, all.items[i]);
	constraints_add_all(&meanings->logic, NULL);
	meanings->scope = scope_of_all(&meanings->scratch);
}
