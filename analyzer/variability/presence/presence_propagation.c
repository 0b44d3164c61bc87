#include "analyzer/variability/presence/presence_propagation.h"

#include "base/memory.h"

struct propagation *presence_propagate(
	const struct presence_formula *all, const struct evaluation *evaluation, uint64_t variants)
{
	size_t count = all->constraint_count;
	formula *required = memory_allocate(count, sizeof(*required));
	struct propagation *propagation;

	for (size_t i = 0; i < count; i++)
		required[i] = all->constraints[i].formula;
	propagation = propagation_create(evaluation, variants, required, count);
	memory_release(required);
	return propagation;
}
