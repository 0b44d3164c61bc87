#include "analyzer/variability/conditions/free_presence.h"

void free_presence_begin(struct presence_formula *scratch, struct logic *logic,
	const struct presence_formula *of, struct arena *arena)
{
	struct elements all = of->graph->all;
	uint32_t count = of->graph->places.count;

	*scratch = (struct presence_formula){.graph = of->graph,
		.conditions = of->conditions,
		.formulas = formulas_create(),
		.present = arena_allocate(arena, (size_t)count + 1, sizeof(formula)),
		.manual = arena_allocate(arena, (size_t)count + 1, sizeof(formula))};
	for (uint32_t i = 0; i < all.count; i++) {
		uint32_t position = all.items[i]->position;

		scratch->present[position] = formula_variable(scratch->formulas);
		scratch->manual[position] = formula_variable(scratch->formulas);
	}
	*logic = (struct logic){.result = scratch,
		.graph = of->graph,
		.formulas = scratch->formulas,
		.arena = arena,
		.origin = of,
		.expressions = node_get(of->graph->variability, "expressions")};
}

void free_presence_continue(struct presence_formula *scratch, struct logic *logic,
	const struct logic *base, struct arena *arena)
{
	const struct presence_formula *known = base->result;

	*scratch = (struct presence_formula){.base = known,
		.graph = known->graph,
		.conditions = known->conditions,
		.formulas = formulas_continue(known->formulas),
		.present = known->present,
		.manual = known->manual,
		.constraints = known->constraints,
		.constraint_count = known->constraint_count,
		.known = {.base = &known->known},
		.expression_count = known->expression_count};
	*logic = (struct logic){.result = scratch,
		.graph = base->graph,
		.formulas = scratch->formulas,
		.arena = arena,
		.origin = base->origin,
		.expressions = base->expressions,
		.ids = base->ids,
		.has_ids = base->has_ids};
}

void free_presence_end(struct presence_formula *scratch, struct logic *logic)
{
	logic_finish(logic);
	presence_formula_destroy(scratch);
}

/* Two by two from the first element on; an even number behind all of them where there is none. */
static uint32_t offset_of(const struct presence_formula *scratch, formula variable)
{
	if (scratch->graph->all.count == 0)
		return UINT32_MAX - 1;
	const struct element *first = scratch->graph->all.items[0];

	return (uint32_t)formula_index(variable) -
	       (uint32_t)formula_index(scratch->present[first->position]);
}

const struct element *free_presence_element(
	const struct presence_formula *scratch, formula variable)
{
	struct elements all = scratch->graph->all;
	uint32_t offset = offset_of(scratch, variable);

	return offset < 2 * all.count ? all.items[offset / 2] : NULL;
}

bool free_presence_is_manual(const struct presence_formula *scratch, formula variable)
{
	return offset_of(scratch, variable) % 2 == 1;
}
