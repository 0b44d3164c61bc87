#include "analyzer/variability/presence_formula.h"

#include "analyzer/variability/condition_candidates.h"
#include "analyzer/variability/constraints.h"
#include "analyzer/variability/logic_expression.h"
#include "solver/memory.h"

/* Present exactly if the container is: needs no variable of its own. */
static bool follows_container(const struct element_conditions *conditions)
{
	return conditions->count == 0 && conditions->tokens == TOKEN_CONTAINER &&
	       node_is_absent(conditions->type_specific);
}

/* Before anything is transformed, every element has its two formulas: presences may be circular. */
static void set_formulas(struct logic *logic, const struct element *element)
{
	const struct element_conditions *conditions =
		conditions_of(logic->result->conditions, element);
	formula *present = &logic->result->present[element->position];
	formula *manual = &logic->result->manual[element->position];

	if (*present != FORMULA_NONE)
		return;
	*present = *manual = FORMULA_TRUE;
	if (element_is_cleaned(element))
		return;
	if (follows_container(conditions)) {
		set_formulas(logic, element->container);
		*present = logic->result->present[element->container->position];
		return;
	}
	if (conditions->count > 0 || conditions->tokens ||
		!node_is_absent(conditions->type_specific))
		*present = formula_variable(logic->formulas);
	if (conditions->manual_count == 0)
		return;
	if (conditions->manual_count == conditions->count && !conditions->tokens &&
		node_is_absent(conditions->type_specific))
		*manual = *present;
	else
		*manual = formula_variable(logic->formulas);
}

static formula transform_condition(
	struct logic *logic, const struct condition *condition, const struct element *element)
{
	switch (condition->kind) {
	case CONDITION_WRITTEN:
		return logic_transform(logic, condition->node, element);
	case CONDITION_NEVER:
		return FORMULA_FALSE;
	case CONDITION_NO_OTHER:
		return no_other_present(logic, element);
	case CONDITION_NAMESAKE_INPUT:
		return logic_input_atom(logic, condition->node);
	}
	return FORMULA_TRUE;
}

/* The manual part comes first, then what is generated: so do the mistakes found in them. */
static void define(struct logic *logic, const struct element *element)
{
	const struct element_conditions *conditions =
		conditions_of(logic->result->conditions, element);
	formula present = logic->result->present[element->position];
	formula manual = logic->result->manual[element->position];
	size_t base = logic->stack_count;
	formula meaning;

	if (element_is_cleaned(element) || follows_container(conditions) || present == FORMULA_TRUE)
		return;
	for (uint32_t i = 0; i < conditions->manual_count; i++)
		logic_push(logic, transform_condition(logic, &conditions->items[i], element));
	meaning = logic_pop_and(logic, base);
	if (manual != FORMULA_TRUE && manual != present)
		formula_define(logic->formulas, manual, meaning);
	if (manual == present) {
		formula_define(logic->formulas, present, meaning);
		return;
	}
	if (!node_is_absent(conditions->type_specific))
		logic_push(logic, logic_transform(logic, conditions->type_specific, element));
	logic_push(logic, generated_formula(logic, element, conditions->tokens));
	logic_push(logic, manual);
	for (uint32_t i = conditions->manual_count; i < conditions->count; i++)
		logic_push(logic, transform_condition(logic, &conditions->items[i], element));
	formula_define(logic->formulas, present, logic_pop_and(logic, base));
}

struct presence_formula *presence_formula_create(
	const struct element_graph *graph, const struct conditions *conditions)
{
	struct presence_formula *result = arena_allocate(graph->arena, 1, sizeof(*result));
	struct elements all = graph->all;
	struct logic logic = {.result = result,
		.graph = graph,
		.arena = graph->arena,
		.problems = graph->problems,
		.expressions = node_get(graph->variability, "expressions")};

	result->graph = graph;
	result->conditions = conditions;
	result->formulas = formulas_create();
	result->present = arena_allocate(graph->arena, all.count, sizeof(formula));
	result->manual = arena_allocate(graph->arena, all.count, sizeof(formula));
	logic.formulas = result->formulas;
	for (uint32_t i = 0; i < all.count; i++)
		set_formulas(&logic, all.items[i]);
	for (uint32_t i = 0; i < all.count; i++)
		define(&logic, all.items[i]);
	constraints_add(&logic);
	implications_add(&logic);
	memory_release(logic.stack);
	memory_release(logic.atom_slots);
	return result;
}

void presence_formula_destroy(struct presence_formula *presence)
{
	if (presence)
		formulas_destroy(presence->formulas);
}
