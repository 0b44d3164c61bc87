#include "analyzer/variability/conditions/presence_formula.h"

#include "analyzer/variability/conditions/condition_candidates.h"
#include "analyzer/variability/conditions/constraints.h"
#include "analyzer/variability/conditions/logic_expression.h"
#include "base/memory.h"

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

/* In an edit, most have the meaning that they had. */
static void set_meaning(struct logic *logic, formula variable, formula meaning)
{
	formula known = formula_definition(logic->formulas, variable);

	if (known == FORMULA_NONE)
		formula_define(logic->formulas, variable, meaning);
	else if (known != meaning)
		formula_redefine(logic->formulas, variable, meaning);
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
		set_meaning(logic, manual, meaning);
	if (manual == present) {
		set_meaning(logic, present, meaning);
		return;
	}
	if (!node_is_absent(conditions->type_specific))
		logic_push(logic, logic_transform(logic, conditions->type_specific, element));
	logic_push(logic, generated_formula(logic, element, conditions->tokens));
	logic_push(logic, manual);
	for (uint32_t i = conditions->manual_count; i < conditions->count; i++)
		logic_push(logic, transform_condition(logic, &conditions->items[i], element));
	set_meaning(logic, present, logic_pop_and(logic, base));
}

/* ---- what is met on the way ---- */

static void add_passage(struct presence_formula *result, struct passage passage)
{
	result->passages = arena_reserve(result->graph->arena, result->passages,
		result->passage_count, &result->passage_capacity, sizeof(*result->passages));
	result->passages[result->passage_count++] = passage;
}

static void end_passage(struct logic *logic, const struct element *context)
{
	if (logic->met.count > 0)
		add_passage(logic->result,
			(struct passage){context, occurrences_pop(&logic->met, 0, logic->arena)});
}

static void read_conditions(struct logic *logic, const struct element *element)
{
	define(logic, element);
	end_passage(logic, element);
}

static void read_constraints(struct logic *logic)
{
	struct elements all = logic->graph->all;

	constraints_add(logic);
	end_passage(logic, NULL);
	for (uint32_t i = 0; i < all.count; i++) {
		implications_add(logic, all.items[i]);
		end_passage(logic, all.items[i]);
	}
}

/* ---- all of it ---- */

static struct logic logic_of(struct presence_formula *result)
{
	return (struct logic){.result = result,
		.graph = result->graph,
		.formulas = result->formulas,
		.arena = result->graph->arena,
		.problems = result->graph->problems,
		.expressions = node_get(result->graph->variability, "expressions")};
}

struct presence_formula *presence_formula_create(
	const struct element_graph *graph, const struct conditions *conditions)
{
	struct presence_formula *result = arena_allocate(graph->arena, 1, sizeof(*result));
	struct elements all = graph->all;
	struct logic logic;

	result->graph = graph;
	result->conditions = conditions;
	result->formulas = formulas_create();
	result->present = arena_allocate(graph->arena, all.count, sizeof(formula));
	result->manual = arena_allocate(graph->arena, all.count, sizeof(formula));
	logic = logic_of(result);
	name_table_reserve(&result->expressions, graph->arena, named_count(logic.expressions));
	for (uint32_t i = 0; i < all.count; i++)
		set_formulas(&logic, all.items[i]);
	for (uint32_t i = 0; i < all.count; i++)
		read_conditions(&logic, all.items[i]);
	result->condition_count = result->passage_count;
	read_constraints(&logic);
	logic_finish(&logic);
	return result;
}

/* The passages of the base, but those of the changed elements, which are read again. */
static void read_changed(struct logic *logic, const uint32_t *changed, size_t changed_count)
{
	struct presence_formula *result = logic->result;
	const struct presence_formula *base = result->base;
	size_t next = 0;

	for (size_t i = 0; i < base->condition_count; i++) {
		uint32_t position = base->passages[i].context->position;

		while (next < changed_count && changed[next] < position)
			read_conditions(logic, result->graph->all.items[changed[next++]]);
		if (next < changed_count && changed[next] == position)
			read_conditions(logic, result->graph->all.items[changed[next++]]);
		else
			add_passage(result, base->passages[i]);
	}
	while (next < changed_count)
		read_conditions(logic, result->graph->all.items[changed[next++]]);
	for (size_t i = base->condition_count; i < base->passage_count; i++)
		add_passage(result, base->passages[i]);
}

struct presence_formula *presence_formula_edit(const struct presence_formula *base,
	const struct element_graph *graph, const struct conditions *conditions,
	const uint32_t *changed, size_t changed_count)
{
	struct presence_formula *result;
	struct logic logic;

	if (base->depends_on_order)
		return NULL;
	result = arena_allocate(graph->arena, 1, sizeof(*result));
	*result = (struct presence_formula){.base = base,
		.graph = graph,
		.conditions = conditions,
		.formulas = formulas_continue(base->formulas),
		.present = base->present,
		.manual = base->manual,
		.constraints = base->constraints,
		.constraint_count = base->constraint_count,
		.known = {.base = &base->known},
		.expression_count = base->expression_count};
	logic = logic_of(result);
	read_changed(&logic, changed, changed_count);
	logic_finish(&logic);
	if (!result->depends_on_order && occurrences_keep_meaning(result))
		return result;
	presence_formula_destroy(result);
	return NULL;
}

void presence_formula_destroy(struct presence_formula *presence)
{
	if (!presence)
		return;
	known_atoms_finish(&presence->known);
	formulas_destroy(presence->formulas);
}
