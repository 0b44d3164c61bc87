#include "analyzer/variability/presence/presence_propagation.h"

#include "base/memory.h"

static formula *list_required(const struct presence_formula *all)
{
	size_t count = all->constraint_count;
	formula *required = memory_allocate(count + 1, sizeof(*required));

	for (size_t i = 0; i < count; i++)
		required[i] = all->constraints[i].formula;
	return required;
}

struct propagation *presence_propagate(
	const struct presence_formula *all, const struct evaluation *evaluation, uint64_t variants)
{
	formula *required = list_required(all);
	struct propagation *propagation =
		propagation_create(evaluation, variants, required, all->constraint_count);

	memory_release(required);
	return propagation;
}

struct propagation *presence_propagate_at_once(
	const struct presence_formula *all, const struct evaluation *evaluation, uint64_t variants)
{
	formula *required = list_required(all);
	struct propagation *propagation =
		propagation_create_at_once(evaluation, variants, required, all->constraint_count);

	memory_release(required);
	return propagation;
}

struct propagation *presence_propagate_after(const struct presence_formula *all,
	const struct evaluation *evaluation, uint64_t variants, const struct evaluation *before,
	const struct propagation *base)
{
	formula *required = list_required(all);
	struct propagation *propagation = propagation_continue(
		base, before, evaluation, variants, required, all->constraint_count);

	memory_release(required);
	return propagation;
}
