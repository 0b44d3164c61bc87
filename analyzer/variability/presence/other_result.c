#include "analyzer/variability/presence/other_result.h"

#include "analyzer/variability/presence/presence_part.h"
#include "analyzer/variability/presence/presence_propagation.h"
#include "base/memory.h"

/* Those that the propagation leaves open, by number. */
static uint32_t *list_open(const struct presence_formula *all, const struct evaluation *found,
	unsigned variant, uint32_t element_count, size_t *count)
{
	uint32_t *open = memory_allocate((size_t)element_count + 1, sizeof(*open));

	*count = 0;
	for (uint32_t i = 0; i < element_count; i++)
		if (evaluation_open(found, presence_at(all, i)) >> variant & 1)
			open[(*count)++] = i;
	return open;
}

static uint32_t *list_free(const struct presence_formula *all, const struct evaluation *found,
	unsigned variant, size_t *count)
{
	uint32_t *open = memory_allocate(all->atom_count + 1, sizeof(*open));

	*count = 0;
	for (uint32_t i = 0; i < all->atom_count; i++)
		if (all->atoms[i].kind == ATOM_FREE &&
			evaluation_open(found, all->atoms[i].variable) >> variant & 1)
			open[(*count)++] = i;
	return open;
}

/* As one part: what is best may depend on all of it. */
static bool solve(const struct service_template *service_template, const struct evaluation *found,
	unsigned variant, formula demanded, bool *present)
{
	const struct presence_formula *all = service_template->formula;
	struct presence_request request = {.service_template = service_template};
	struct restriction *restriction = restriction_create(found, variant);
	struct presence_part part = {.request = &request,
		.restriction = restriction,
		.formulas = restriction_formulas(restriction),
		.is_whole = true,
		.demanded = demanded};
	uint32_t *elements = list_open(
		all, found, variant, service_template->graph.all.count, &part.element_count);
	uint32_t *atoms = list_free(all, found, variant, &part.atom_count);
	bool *chosen = memory_allocate(part.element_count + 1, sizeof(*chosen));
	struct part_answer answer = {.present = chosen};
	uint32_t solves = 0;

	part.elements = elements;
	part.atoms = atoms;
	presence_part_solve(&part, &answer, &solves);
	for (size_t i = 0; i < part.element_count && answer.outcome == SOLVING_DONE; i++)
		present[service_template->graph.all.items[elements[i]]->position] = chosen[i];
	memory_release(chosen);
	memory_release(elements);
	memory_release(atoms);
	restriction_destroy(restriction);
	return answer.outcome == SOLVING_DONE;
}

const bool *other_result_find(const struct service_template *service_template,
	const struct evaluation *evaluation, unsigned variant, const struct element *element,
	bool present, struct arena *arena)
{
	const struct presence_formula *all = service_template->formula;
	uint32_t count = service_template->graph.places.count;
	struct propagation *propagation =
		presence_propagate(all, evaluation, UINT64_C(1) << variant);
	const struct evaluation *found = propagation_evaluation(propagation);
	formula demanded = all->present[element->position];
	bool *result = arena_allocate(arena, (size_t)count + 1, sizeof(*result));

	for (uint32_t i = 0; i < count; i++)
		result[i] = evaluation_true(found, all->present[i]) >> variant & 1;
	if (!(evaluation_open(found, demanded) >> variant & 1) ||
		!solve(service_template, found, variant, present ? demanded : -demanded, result))
		result = NULL;
	propagation_destroy(propagation);
	return result;
}
